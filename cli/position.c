/* position.c: `kickback position` and `kickback legal`: one moment of a record. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { NO_MOVE = -1, NOTHING = -1 };

/* Reads a record to its end, or to the position after move number `at`. One that goes wrong gives what
 * it came to before that, and its status; NOTHING where it does not even begin. */
static int read_record(const char *name, int64_t at, kb_state *state)
{
    cli_record record;
    if (!cli_record_open(&record, name)) return NOTHING;
    bool there = false;
    while (!there && cli_record_next(&record)) there = at != NO_MOVE && record.replay.moves == (uint64_t)at;
    *state = record.replay.state;
    if (record.replay.begun && record.status == CLI_FINE && at != NO_MOVE && !there)
        record.status = cli_input_error("%s: there is no move %lld, the record has %u", name, (long long)at,
                                        record.replay.moves);
    cli_record_close(&record);
    return record.replay.begun ? record.status : NOTHING;
}

static int run_position(int argc, char **argv)
{
    static const struct option flags[] = {
        {"seat", required_argument, NULL, 's'}, {"at", required_argument, NULL, 'a'}, {NULL, 0, NULL, 0}};
    const char *seat_name = NULL;
    uint64_t at = 0;
    bool stop = false;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == 's') seat_name = optarg;
        if (flag == 'a' && !cli_take_number("position", "--at", optarg, 0, UINT32_MAX, &at)) return CLI_BAD_CALL;
        if (flag == 'a') stop = true;
        if (flag == '?') return cli_call_error("position", "that flag is not known, or lacks its value");
    }
    if (argc - optind != 1) return cli_call_error("position", "one record is needed");

    kb_state state, view;
    int status = read_record(argv[optind], stop ? (int64_t)at : NO_MOVE, &state);
    if (status == NOTHING) return CLI_BAD_INPUT;
    view = state;
    if (seat_name) {
        int seat = 0;
        while (seat < state.setup.seats && strcmp(seat_name, kb_seat_name(&state.setup, seat)) != 0) seat++;
        if (seat == state.setup.seats) return cli_call_error("position", "no seat '%s' at this table", seat_name);
        kb_redact(&state, seat, &view);
    }
    char buffer[KB_POSITION_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_position_json(&view, &out);
    kb_put(&out, "\n");
    cli_print(stdout, &out);
    return status;
}

static int read_position(const char *name, kb_state *state)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    size_t n;
    char *text = cli_read_file(name, KB_LINE_MAX, &n);
    if (!text) return NOTHING;
    kb_error error = kb_position_parse(text, n, state, &why);
    free(text);
    if (!error) return CLI_FINE;
    cli_input_error("%s: %s", name, buffer);
    return NOTHING;
}

static int run_legal(int argc, char **argv)
{
    static const struct option flags[] = {{"position", required_argument, NULL, 'p'}, {NULL, 0, NULL, 0}};
    const char *position = NULL;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == 'p') position = optarg;
        if (flag == '?') return cli_call_error("legal", "that flag is not known, or lacks its value");
    }
    if (argc - optind != !position) return cli_call_error("legal", "one record or one position is needed");
    kb_state state;
    int status = position ? read_position(position, &state) : read_record(argv[optind], NO_MOVE, &state);
    if (status == NOTHING) return CLI_BAD_INPUT;
    char buffer[KB_SPANS_MAX * KB_MOVE_TEXT_MAX * 2];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_put(&out, "{");
    kb_put_legal(&state, &out);
    kb_put(&out, "}\n");
    cli_print(stdout, &out);
    return status;
}

const cli_verb cli_position = {
    "position",
    "the position a record comes to, whole or as a seat sees it",
    "usage: kickback position FILE.kbr [--seat NAME] [--at N]\n\n"
    "  --seat NAME   only what that seat may see: hidden values are null\n"
    "  --at N        stop after move N; 0 is before the first\n\n"
    "examples:\n"
    "  kickback position game.kbr\n"
    "  kickback position game.kbr --seat green --at 30\n",
    run_position,
};

const cli_verb cli_legal = {
    "legal",
    "who owes a move, and everything each may do",
    "usage: kickback legal FILE.kbr\n"
    "       kickback legal --position FILE.json\n\n"
    "Prints one JSON object with `actors` and `legal`, for the end of a record or for a position that\n"
    "`kickback position` printed or somebody wrote. A position no game can come to is refused.\n\n"
    "examples:\n"
    "  kickback legal game.kbr\n"
    "  kickback position game.kbr --at 12 | kickback legal --position -\n",
    run_legal,
};
