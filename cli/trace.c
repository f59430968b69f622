/* trace.c: `kickback trace`: prints every decision of a record, to compare two implementations. */
#include <getopt.h>
#include <stdlib.h>

#include "cli.h"

enum { ROW_MAX = KB_POSITION_MAX + KB_LISTED_MAX * KB_MOVE_TEXT_MAX + 4096, WHOLE = -1 };

/* Writes a row with what the viewer may know. */
static void put_view_row(const cli_record *record, int viewer, kb_text *out)
{
    kb_state view;
    kb_redact(&record->replay.state, viewer, &view);
    kb_putj(out, "{n:%u", record->replay.moves);
    kb_put_bound_legal_of(&record->ledger, &view, viewer < view.setup.seats ? 1u << viewer : 0, out);
    kb_putj(out, "position:");
    kb_position_json(&view, out);
    if (kb_over(&record->replay.state, NULL)) {
        kb_putj(out, "end:"); /* the result is public */
        kb_result_json(&record->replay.state, out);
    }
    kb_putj(out, "}");
}

static void put_row(const cli_record *record, int viewer, kb_text *out)
{
    if (viewer == WHOLE) {
        kb_put_bound_row(&record->replay, &record->ledger, out);
    } else {
        put_view_row(record, viewer, out);
    }
    kb_put(out, "\n");
    KB_ASSERT(!out->cut);
}

/* There is a row after the setup and one after each move. It shows the table before the next move; the last one
 * shows the end. Pacts before the next move can change what is legal, so a row is printed when that move is read, or
 * at the end. */
static int print_rows_of(cli_record *record, const char *seat, char *buffer)
{
    int viewer = WHOLE;
    kb_text row = kb_text_in(buffer, ROW_MAX);
    while (cli_record_next(record)) {
        kb_line_kind kind = record->line.kind;
        if (kind == KB_LINE_SETUP && seat && !cli_take_viewer("trace", seat, &record->replay.state.setup, &viewer))
            return CLI_BAD_CALL;
        if (kind == KB_LINE_MOVE) cli_print(stdout, &row);
        if (kind != KB_LINE_SETUP && kind != KB_LINE_MOVE && kind != KB_LINE_PACT) continue;
        row = kb_text_in(buffer, ROW_MAX);
        put_row(record, viewer, &row);
    }
    cli_print(stdout, &row);
    return record->status;
}

static int print_rows(cli_record *record, const char *seat, char *buffer)
{
    int status = CLI_FINE;
    while (status == CLI_FINE && cli_stream_next(record)) status = print_rows_of(record, seat, buffer);
    return status == CLI_FINE ? record->status : status;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"seat", required_argument, NULL, 's'}, {"game", required_argument, NULL, 'g'}, {NULL, 0, NULL, 0}};
    const char *seat = NULL;
    cli_record record;
    uint64_t game = 0;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == 's') seat = optarg;
        if (flag == 'g' && !cli_take_number("trace", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
        if (flag == '?') return cli_flag_error("trace", flags, argv);
    }
    if (argc - optind != 1) return cli_call_error("trace", "expected one file but found %d", argc - optind);
    char *buffer = malloc(ROW_MAX);
    if (!buffer) return cli_input_error("out of memory");
    int status = CLI_BAD_INPUT;
    if (cli_stream_open(&record, argv[optind], game)) {
        status = print_rows(&record, seat, buffer);
        cli_record_close(&record);
    }
    free(buffer);
    return status;
}

const cli_verb cli_trace = {
    "trace",
    "print every decision of a record as JSON lines",
    "usage: kickback trace FILE.kbr [--seat NAME] [--game N]\n\n"
    "Prints one JSON object for each decision: its number, the seats that owe a move, their legal\n"
    "moves, and the whole position; then one for the end of the record. If the record has an error,\n"
    "prints the part before it. FILE may be - for standard input.\n\n"
    "  --seat NAME   only what that seat (or spectator) may know: its view of the position, and its own moves\n"
    "  --game N      only the Nth record of the file (default: all)\n\n"
    "examples:\n"
    "  kickback random intrige | kickback trace - | tail -n 1\n"
    "  kickback trace game.kbr --seat green\n",
    run,
};
