/* promises.c: `kickback promises`: prints the pacts of a record, and the verdict on each promise. */
#include <getopt.h>
#include <string.h>

#include "pacts.h"
#include "tell.h"

/* --- JSON ----------------------------------------------------------------------------------------- */

/* A line number, or null if there is none. */
static int line_or_null(uint32_t line)
{
    return line ? (int)line : KB_HIDDEN;
}

static void put_json(kb_text *out, const kb_setup *setup, const cli_pacts *pacts, uint32_t i)
{
    const kb_noted_pact *pact = &pacts->book.at[i];
    const cli_pact_lines *lines = &pacts->lines[i];
    kb_putj(out, "{pact:%u, by:%s, with:[", pact->number, kb_seat_name(setup, pact->by));
    for (int k = 0; k < lines->n_with; k++) kb_putj(out, "%s", kb_seat_name(setup, lines->with[k]));
    kb_putj(out, "], secret:%i, state:%s, line:%d, promises:[", pact->secret, kb_pact_state_names[pact->state],
            line_or_null(lines->settled));
    for (int k = 0; k < pact->n_promises; k++) {
        kb_putj(out, "{seat:%s, verdict:%s, line:%d}", kb_seat_name(setup, kb_promises_of(&pacts->book, pact)[k].seat),
                pact->state == KB_PACT_STOOD ? kb_verdict_names[pact->verdict[k]] : kb_null,
                line_or_null(lines->judged[k]));
    }
    kb_putj(out, "]}\n");
}

/* --- the verb ------------------------------------------------------------------------------------- */

static void print_pacts(const cli_pacts *pacts, const kb_setup *setup, bool json)
{
    char buffer[16384]; /* room for six promises with two patterns each, with colours */
    for (uint32_t i = 0; i < pacts->book.n; i++) {
        kb_text out = kb_text_in(buffer, sizeof buffer);
        out.colour = !json && cli_colour(stdout);
        if (json) {
            put_json(&out, setup, pacts, i);
        } else {
            cli_put_pact(&out, &pacts->book, &pacts->book.at[i], setup, CLI_EVERYTHING, &pacts->lines[i]);
        }
        cli_print(stdout, &out);
    }
    if (!pacts->book.n && !json) puts("No pact was proposed.");
}

static int tell(cli_record *record, bool json)
{
    cli_pacts pacts;
    bool noted = true;
    memset(&pacts, 0, sizeof pacts);
    while (noted && cli_record_next(record))
        noted = cli_pacts_note(&pacts, &record->replay, &record->line, &record->ledger, &record->outcomes);
    if (!noted) cli_input_error("%s: not enough memory for its pacts", record->name);
    if (record->replay.begun) print_pacts(&pacts, &record->replay.state.setup, json);
    cli_pacts_free(&pacts);
    return noted ? record->status : CLI_BAD_INPUT;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"json", no_argument, NULL, 'j'}, {"game", required_argument, NULL, 'g'}, {NULL, 0, NULL, 0}};
    cli_record record;
    bool json = false;
    uint64_t game = 0;
    int flag, status = CLI_FINE;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("promises", flags, argv);
        if (flag == 'j') json = true;
        if (flag == 'g' && !cli_take_number("promises", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
    }
    if (argc - optind != 1) return cli_call_error("promises", "expected one file but found %d", argc - optind);
    if (!cli_stream_open(&record, argv[optind], game)) return CLI_BAD_INPUT;
    while (status == CLI_FINE && cli_stream_next(&record)) status = tell(&record, json);
    if (status == CLI_FINE) status = record.status;
    cli_record_close(&record);
    return status;
}

const cli_verb cli_promises = {
    "promises",
    "print the pacts of a record, and which were kept",
    "usage: kickback promises FILE.kbr [--json] [--game N]\n\n"
    "Prints who promised what to whom until when, and the verdict: kept, broken or void, and on which\n"
    "line. If the record has an error, prints the part before it. FILE may be - for standard input.\n\n"
    "  --json     one JSON object for each pact; docs/formats.md explains its keys\n"
    "  --game N   only the Nth record of the file (default: all)\n\n"
    "examples:\n"
    "  kickback promises game.kbr\n"
    "  kickback promises game.kbr --json | grep broken\n",
    run,
};
