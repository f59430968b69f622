/* trace.c: `kickback trace`: every decision of a record, for checking one implementation by another. */
#include <stdlib.h>

#include "cli.h"

enum { ROW_MAX = KB_POSITION_MAX + KB_SPANS_MAX * KB_MOVE_TEXT_MAX * 2 + 4096 };

static void print_row(const kb_replay *replay, char *buffer)
{
    kb_text out = kb_text_in(buffer, ROW_MAX);
    kb_put_trace_row(&replay->state, replay->moves, &out);
    kb_put(&out, "\n");
    KB_ASSERT(!out.cut);
    cli_print(stdout, &out);
}

static int run(int argc, char **argv)
{
    cli_record record;
    if (argc != 2) return cli_call_error("trace", "one record is needed");
    char *buffer = malloc(ROW_MAX);
    if (!buffer || !cli_record_open(&record, argv[1])) {
        free(buffer);
        return CLI_BAD_INPUT;
    }
    /* A row shows the table before its move, the last one what it came to: one after the setup, one
     * after each move. */
    while (cli_record_next(&record))
        if (record.line.kind == KB_LINE_SETUP || record.line.kind == KB_LINE_MOVE) print_row(&record.replay, buffer);
    cli_record_close(&record);
    free(buffer);
    return record.status;
}

const cli_verb cli_trace = {
    "trace",
    "every decision of a record as JSON lines",
    "usage: kickback trace FILE.kbr\n\n"
    "Prints one JSON object for each decision on the way: its number, who owes a move, everything\n"
    "each of them may do, and the whole position; and a last one for what the record comes to. A\n"
    "record that goes wrong is traced up to there. FILE may be - for standard input.\n\n"
    "example:\n"
    "  kickback random intrige | kickback trace - | tail -n 1\n",
    run,
};
