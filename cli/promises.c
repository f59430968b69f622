/* promises.c: `kickback promises`: the pacts of a record, and what became of each promise. */
#include <getopt.h>
#include <string.h>

#include "pacts.h"
#include "tell.h"

/* --- JSON ----------------------------------------------------------------------------------------- */

/* A line's number, or null for none. */
static void put_line(kb_text *out, uint32_t line)
{
    if (line) {
        kb_putf(out, ",\"line\":%d", (int)line);
    } else {
        kb_put(out, ",\"line\":null");
    }
}

static void put_json(kb_text *out, const kb_setup *setup, int number, const cli_pact *pact)
{
    kb_putf(out, "{\"pact\":%d,\"by\":\"%s\",\"with\":[", number, kb_seat_name(setup, pact->by));
    for (int i = 0; i < pact->n_with; i++) kb_putf(out, "%s\"%s\"", i ? "," : "", kb_seat_name(setup, pact->with[i]));
    kb_putf(out, "],\"secret\":%s,\"state\":\"%s\"", pact->secret ? "true" : "false", kb_pact_state_names[pact->state]);
    put_line(out, pact->line);
    kb_put(out, ",\"promises\":[");
    for (int i = 0; i < pact->n_promises; i++) {
        const cli_promise *promise = &pact->promise[i];
        kb_putf(out, "%s{\"seat\":\"%s\",\"verdict\":", i ? "," : "", kb_seat_name(setup, promise->made.seat));
        if (pact->state == KB_PACT_STOOD) {
            kb_putf(out, "\"%s\"", kb_verdict_names[promise->verdict]);
        } else {
            kb_put(out, "null");
        }
        put_line(out, promise->line);
        kb_put(out, "}");
    }
    kb_put(out, "]}\n");
}

/* --- words ---------------------------------------------------------------------------------------- */

static void put_words(kb_text *out, const kb_setup *setup, int number, const cli_pact *pact)
{
    static const char *const states[] = {"proposed", "stands", "declined", "withdrawn", "lapsed"};
    uint32_t with_mask = 0;
    for (int i = 0; i < pact->n_with; i++) with_mask |= 1u << pact->with[i];
    kb_putf(out, "%s %d by ", with_mask ? pact->secret ? "Secret pact" : "Pact" : "Vow", number);
    cli_put_painted(out, setup, kb_seat_name(setup, pact->by));
    if (with_mask) {
        kb_put(out, " with ");
        cli_put_seats(out, setup, with_mask);
        kb_putf(out, ": %s", states[pact->state]);
    }
    if (with_mask && pact->line) kb_putf(out, " (line %d)", (int)pact->line);
    kb_put(out, "\n");
    for (int i = 0; i < pact->n_promises; i++) {
        const cli_promise *promise = &pact->promise[i];
        kb_put(out, "  ");
        cli_put_promise(out, setup, &promise->made);
        if (pact->state == KB_PACT_STOOD) kb_putf(out, ": %s", kb_verdict_names[promise->verdict]);
        if (promise->line) kb_putf(out, " (line %d)", (int)promise->line);
        kb_put(out, "\n");
    }
}

/* --- the verb ------------------------------------------------------------------------------------- */

static void print_pacts(const cli_pacts *pacts, const kb_setup *setup, bool json)
{
    char buffer[16384]; /* six promises with two patterns each, painted */
    for (int i = 0; i < pacts->n; i++) {
        kb_text out = kb_text_in(buffer, sizeof buffer);
        out.colour = !json && cli_colour(stdout);
        (json ? put_json : put_words)(&out, setup, i + 1, &pacts->at[i]);
        cli_print(stdout, &out);
    }
    if (!pacts->n && !json) puts("No pact was proposed.");
}

static int tell(cli_record *record, bool json)
{
    cli_pacts pacts = {0, 0, NULL};
    bool noted = true;
    while (noted && cli_record_next(record)) noted = cli_pacts_note(&pacts, record);
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
    "the pacts of a record, and which promises were kept",
    "usage: kickback promises FILE.kbr [--json] [--game N]\n\n"
    "Tells who promised what to whom until when, and what became of it: kept, broken or void, and on\n"
    "which line. A record that goes wrong is told up to that line. FILE may be - for standard input.\n\n"
    "  --json     one JSON object for each pact; docs/formats.md has its keys\n"
    "  --game N   of several records in one file only the Nth; without it, all of them in turn\n\n"
    "examples:\n"
    "  kickback promises game.kbr\n"
    "  kickback promises game.kbr --json | grep broken\n",
    run,
};
