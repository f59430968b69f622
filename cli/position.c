/* position.c: `kickback position` and `kickback legal`: one position of a record. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* Which position, and the viewer. */
typedef struct moment {
    const char *verb;
    const char *seat; /* or NULL: nothing is hidden */
    uint64_t at;      /* after this many moves */
    bool is_end;      /* after the last move instead */
} moment;

static bool is_there(const cli_record *record, const moment *when)
{
    return !when->is_end && record->replay.begun && record->replay.moves == when->at;
}

/* Reads up to the wanted position. If the record has an error, its end is the position before the error. */
static bool find(cli_record *record, const moment *when)
{
    while (!is_there(record, when) && cli_record_next(record)) continue;
    if (when->is_end || is_there(record, when)) return record->replay.begun;
    if (record->status == CLI_FINE)
        record->status = cli_input_error("%s: no move %llu; the record has %u", record->name,
                                         (unsigned long long)when->at, record->replay.moves);
    return false;
}

static int print_position(cli_record *record, const moment *when)
{
    kb_state view = record->replay.state;
    char buffer[KB_POSITION_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    int viewer;
    if (when->seat) {
        if (!cli_take_viewer(when->verb, when->seat, &view.setup, &viewer)) return CLI_BAD_CALL;
        kb_redact(&record->replay.state, viewer, &view);
    }
    kb_position_json(&view, &out);
    kb_put(&out, "\n");
    cli_print(stdout, &out);
    return CLI_FINE;
}

static void print_legal(const kb_state *state, const kb_ledger *ledger)
{
    static char buffer[KB_LISTED_MAX * KB_MOVE_TEXT_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    kb_putj(&out, "{");
    kb_put_bound_legal(ledger, state, &out);
    kb_putj(&out, "}\n");
    cli_print(stdout, &out);
}

/* Pacts made before the next move can limit it, so read up to there. */
static int print_legal_of(cli_record *record, const moment *when)
{
    kb_state state = record->replay.state;
    kb_ledger ledger;
    kb_ledger_copy(&ledger, &record->ledger);
    while (!when->is_end && kb_is_bond(&state.setup) && cli_record_next(record) && record->line.kind != KB_LINE_MOVE)
        kb_ledger_copy(&ledger, &record->ledger);
    print_legal(&state, &ledger);
    return CLI_FINE;
}

/* Prints the position of each record, or of the wanted one. */
static int print_each(const char *name, uint64_t game, const moment *when, int (*print)(cli_record *, const moment *))
{
    cli_record record;
    int status = CLI_FINE;
    if (!cli_stream_open(&record, name, game)) return CLI_BAD_INPUT;
    while (status == CLI_FINE && cli_stream_next(&record)) {
        if (find(&record, when)) status = print(&record, when);
        cli_stream_skip(&record);
    }
    if (status == CLI_FINE) status = record.status;
    cli_record_close(&record);
    return status;
}

static int run_position(int argc, char **argv)
{
    static const struct option flags[] = {{"seat", required_argument, NULL, 's'},
                                          {"at", required_argument, NULL, 'a'},
                                          {"game", required_argument, NULL, 'g'},
                                          {NULL, 0, NULL, 0}};
    moment when = {"position", NULL, 0, true};
    uint64_t game = 0;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("position", flags, argv);
        if (flag == 's') when.seat = optarg;
        if (flag == 'a' && !cli_take_number("position", "--at", optarg, 0, UINT32_MAX, &when.at)) return CLI_BAD_CALL;
        if (flag == 'a') when.is_end = false;
        if (flag == 'g' && !cli_take_number("position", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
    }
    if (argc - optind != 1) return cli_call_error("position", "expected one file but found %d", argc - optind);
    return print_each(argv[optind], game, &when, print_position);
}

/* A position contains no pacts. */
static int print_legal_in(const char *name)
{
    char buffer[KB_WHY_MAX];
    kb_text why = kb_text_in(buffer, sizeof buffer);
    kb_state state;
    size_t n;
    char *text = cli_read_file(name, KB_LINE_MAX, &n);
    if (!text) return CLI_BAD_INPUT;
    kb_error error = kb_position_parse(text, n, &state, &why);
    free(text);
    if (error) return cli_input_error("%s: %s", name, buffer);
    print_legal(&state, &kb_no_pacts);
    return CLI_FINE;
}

static int run_legal(int argc, char **argv)
{
    static const struct option flags[] = {{"position", required_argument, NULL, 'p'},
                                          {"at", required_argument, NULL, 'a'},
                                          {"game", required_argument, NULL, 'g'},
                                          {NULL, 0, NULL, 0}};
    moment when = {"legal", NULL, 0, true};
    const char *position = NULL;
    uint64_t game = 0;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("legal", flags, argv);
        if (flag == 'p') position = optarg;
        if (flag == 'a' && !cli_take_number("legal", "--at", optarg, 0, UINT32_MAX, &when.at)) return CLI_BAD_CALL;
        if (flag == 'a') when.is_end = false;
        if (flag == 'g' && !cli_take_number("legal", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
    }
    if (argc - optind != !position) return cli_call_error("legal", "expected one record, or one --position");
    if (position && (game || !when.is_end)) return cli_call_error("legal", "--at and --game are for records");
    return position ? print_legal_in(position) : print_each(argv[optind], game, &when, print_legal_of);
}

const cli_verb cli_position = {
    "position",
    "print the position at the end of a record",
    "usage: kickback position FILE.kbr [--seat NAME] [--at N] [--game N]\n\n"
    "Prints one JSON object; docs/formats.md explains its keys. If the record has an error, prints the position\n"
    "before it. FILE may be - for standard input.\n\n"
    "  --seat NAME   only what that seat (or spectator) may see: hidden values are null\n"
    "  --at N        the position after move N; 0 is before the first\n"
    "  --game N      only the Nth record of the file (default: one line for each)\n\n"
    "examples:\n"
    "  kickback position game.kbr\n"
    "  kickback position game.kbr --seat green --at 30\n",
    run_position,
};

const cli_verb cli_legal = {
    "legal",
    "print who owes a move, and the legal moves",
    "usage: kickback legal FILE.kbr [--at N] [--game N]\n"
    "       kickback legal --position FILE.json\n\n"
    "Prints one JSON object with `actors` and `legal`, for the end of a record or for a position as\n"
    "printed by `kickback position`. A position that cannot occur in a game is refused. FILE may be -\n"
    "for standard input.\n\n"
    "  --at N            after move N of the record; 0 is before the first\n"
    "  --game N          only the Nth record of the file (default: one line for each)\n"
    "  --position FILE   a position instead of a record\n\n"
    "examples:\n"
    "  kickback legal game.kbr\n"
    "  kickback position game.kbr --at 12 | kickback legal --position -\n",
    run_legal,
};
