/* show.c: `kickback show`: prints a record in words. */
#include <getopt.h>
#include <string.h>

#include "cli.h"
#include "pacts.h"
#include "tell.h"

enum { ROWS_MAX = 80, COLUMN = 11, TEXT_MAX = 2 * KB_LINE_MAX };

/* The scores at one moment. */
typedef struct row {
    char name[16];
    int32_t score[KB_SEATS_MAX];
} row;

typedef struct telling {
    cli_record record;
    const char *seat_name; /* of the viewer; NULL: everything is told */
    int viewer;
    int round; /* the last one whose heading was printed  */
    int n_rows;
    row rows[ROWS_MAX];
    cli_tally tally;
    cli_pacts pacts;
    char buffer[TEXT_MAX]; /* one piece of text at a time             */
    kb_text out;
} telling;

static const kb_state *state_of(const telling *t)
{
    return &t->record.replay.state;
}

static void print_out(telling *t)
{
    cli_print(stdout, &t->out);
    t->out.n = 0;
    t->buffer[0] = '\0';
}

static void put_bold(telling *t, const char *text)
{
    kb_paint(&t->out, KB_BOLD);
    kb_put(&t->out, text);
    kb_paint(&t->out, KB_PLAIN);
}

/* --- rounds and standings ------------------------------------------------------------------------- */

static void add_row(telling *t, const char *name, int number)
{
    kb_state view = *state_of(t);
    if (t->n_rows == ROWS_MAX) return;
    row *r = &t->rows[t->n_rows++];
    if (number) {
        snprintf(r->name, sizeof r->name, "%s %d", name, number);
    } else {
        snprintf(r->name, sizeof r->name, "%s", name);
    }
    if (t->viewer != CLI_EVERYTHING) kb_redact(state_of(t), t->viewer, &view);
    kb_game_of(&view)->standing(&view, r->score);
}

/* Purses stay hidden until the end, but the final scores are public. */
static void add_last_row(telling *t)
{
    kb_result result;
    bool over = kb_over(state_of(t), &result);
    add_row(t, over ? "end" : "now", 0);
    if (over) memcpy(t->rows[t->n_rows - 1].score, result.score, sizeof result.score);
}

static void begin_round(telling *t, int round)
{
    char title[32];
    snprintf(title, sizeof title, "Round %d ", round);
    kb_put(&t->out, "\n");
    put_bold(t, title);
    kb_paint(&t->out, KB_DIM);
    for (size_t i = strlen(title); i < 79; i++) kb_put(&t->out, "━");
    kb_paint(&t->out, KB_PLAIN);
    kb_put(&t->out, "\n");
    t->round = round;
    add_row(t, "round", round);
}

static void put_right(kb_text *out, const char *text, size_t width)
{
    for (size_t n = strlen(text); n < width; n++) kb_put(out, " ");
    kb_put(out, text);
}

static void put_score(kb_text *out, int32_t score)
{
    char buffer[16];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    if (score == KB_HIDDEN) {
        kb_put(&text, "?");
    } else {
        kb_putf(&text, "%'d", score);
    }
    put_right(out, buffer, COLUMN);
}

typedef struct range {
    int64_t low, high;
} range;

static range range_of(const telling *t)
{
    range r = {0, 1};
    for (int i = 0; i < t->n_rows; i++)
        for (int seat = 0; seat < state_of(t)->setup.seats; seat++) {
            int32_t score = t->rows[i].score[seat];
            if (score == KB_HIDDEN) continue;
            if (score < r.low) r.low = score;
            if (score > r.high) r.high = score;
        }
    return r;
}

/* One bar for each row, or for as many rows as fit into the column. */
static void put_bars(telling *t, int seat)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    range r = range_of(t);
    int n = t->n_rows < COLUMN - 2 ? t->n_rows : COLUMN - 2;
    put_right(&t->out, "", (size_t)(COLUMN - n));
    for (int i = 0; i < n; i++) {
        int32_t score = t->rows[n > 1 ? i * (t->n_rows - 1) / (n - 1) : 0].score[seat];
        kb_put(&t->out, score == KB_HIDDEN ? "?" : bars[((int64_t)score - r.low) * 7 / (r.high - r.low)]);
    }
}

static void tell_standing(telling *t)
{
    const kb_setup *setup = &state_of(t)->setup;
    add_last_row(t);
    kb_put(&t->out, "\n");
    put_bold(t, "Standings at the start of each round\n");
    put_right(&t->out, "", COLUMN);
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *name = kb_seat_name(setup, seat);
        put_right(&t->out, "", COLUMN - strlen(name));
        cli_put_painted(&t->out, setup, name);
    }
    for (int i = 0; i < t->n_rows; i++) {
        kb_putf(&t->out, "\n  %s", t->rows[i].name);
        put_right(&t->out, "", COLUMN - 2 - strlen(t->rows[i].name));
        for (int seat = 0; seat < setup->seats; seat++) put_score(&t->out, t->rows[i].score[seat]);
    }
    kb_put(&t->out, "\n");
    put_right(&t->out, "", COLUMN);
    for (int seat = 0; seat < setup->seats; seat++) put_bars(t, seat);
    kb_put(&t->out, "\n\n");
}

/* --- line by line --------------------------------------------------------------------------------- */

static void tell_setup(telling *t)
{
    const kb_setup *setup = &state_of(t)->setup;
    const kb_game *game = kb_game_of(state_of(t));
    put_bold(t, game->title);
    if (game->n_editions > 1) kb_putf(&t->out, ", %s", game->editions[setup->edition]);
    kb_putf(&t->out, ", %d seats", setup->seats);
    for (int i = 0; i < game->n_options; i++) {
        const kb_option *option = &game->options[i];
        if (setup->option[i]) kb_putf(&t->out, ", %s=%s", option->name, option->values[setup->option[i]]);
    }
    kb_put(&t->out, "\n");
}

/* Who played which seat, if the record says so. */
static void tell_meta(telling *t)
{
    const kb_setup *setup = &state_of(t)->setup;
    const char *before = "Seats: ";
    for (int seat = 0; seat < setup->seats; seat++) {
        char path[32];
        kb_slice role;
        snprintf(path, sizeof path, "seats.%s", kb_seat_name(setup, seat));
        if (!kb_json_find(t->record.line.body, path, &role) || *role.at != '"') continue;
        kb_put(&t->out, before);
        cli_put_painted(&t->out, setup, kb_seat_name(setup, seat));
        kb_put(&t->out, " ");
        cli_put_string(&t->out, role);
        before = ", ";
    }
    if (*before == ',') kb_put(&t->out, "\n");
}

static void tell_talk(telling *t)
{
    const kb_setup *setup = &state_of(t)->setup;
    const kb_line *line = &t->record.line;
    static char words[KB_LINE_MAX];
    kb_text safe = kb_text_in(words, sizeof words);
    uint32_t hearers = line->to_mask ? line->to_mask | 1u << line->seat : UINT32_MAX;
    if (t->viewer != CLI_EVERYTHING && !(hearers & 1u << t->viewer)) return;
    cli_put_string(&safe, line->body);
    kb_put(&t->out, "  ");
    cli_put_talk(&t->out, setup, line->seat, line->to_mask, words);
    kb_put(&t->out, "\n");
}

static void put_sentence(telling *t, const char *sentence)
{
    if (*sentence) kb_putf(&t->out, "  %s\n", sentence);
}

/* Room for six promises with two patterns each, with colours. */
enum { PACT_TEXT_MAX = 16384 };

static void tell_pact(telling *t)
{
    char buffer[PACT_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    text.colour = t->out.colour;
    const kb_line *line = &t->record.line;
    const kb_book *book = &t->pacts.book;
    cli_put_pact_sentence(&text, book, &book->at[line->pact - 1], &state_of(t)->setup, line->seat, line->act,
                          t->viewer);
    put_sentence(t, buffer);
}

/* What the line did to pacts. */
static void tell_outcomes(telling *t)
{
    char buffer[PACT_TEXT_MAX];
    for (int i = 0; i < t->record.outcomes.n; i++) {
        kb_text text = kb_text_in(buffer, sizeof buffer);
        text.colour = t->out.colour;
        cli_put_outcome_sentence(&text, &t->pacts.book, &state_of(t)->setup, &t->record.outcomes.at[i], t->viewer);
        put_sentence(t, buffer);
        print_out(t);
    }
}

/* A move may end a turn and begin others, even of several rounds if somebody misses a turn. Every round gets its heading
 * before the first of its turns. What became of promises was decided before that. */
static void tell_move(telling *t)
{
    const kb_state *state = state_of(t);
    int round = kb_game_of(state)->round(state);
    bool turn_over = false;
    for (int i = 0; i < t->record.events.n; i++) {
        const kb_event *event = &t->record.events.at[i];
        char buffer[512];
        kb_text sentence = kb_text_in(buffer, sizeof buffer);
        if (!cli_is_told(&state->setup, event->seen_by, t->viewer)) continue;
        kb_event_text(state, event, &sentence);
        int opened = cli_heading_round(buffer);
        if (opened && !turn_over) tell_outcomes(t);
        if (opened && opened != t->round) begin_round(t, opened);
        turn_over = turn_over || opened;
        kb_put(&t->out, opened ? "\n" : "  ");
        cli_put_sentence(&t->out, &state->setup, buffer);
        kb_put(&t->out, "\n");
    }
    if (!turn_over) tell_outcomes(t);
    if (round != t->round && !kb_over(state, NULL)) begin_round(t, round);
    cli_count_deals(&t->tally, state, &t->record.events);
}

/* At the end of the game, shows the pacts that the viewer did not know of. */
static void tell_opened(telling *t)
{
    const kb_book *book = &t->pacts.book;
    const char *heading = "\nSecret pacts of others, now open:\n";
    for (uint32_t i = 0; t->viewer != CLI_EVERYTHING && i < book->n; i++) {
        if (!kb_is_opened(book, &book->at[i], t->viewer)) continue;
        kb_put(&t->out, heading);
        cli_put_pact(&t->out, book, &book->at[i], &state_of(t)->setup, t->viewer, NULL);
        print_out(t);
        heading = "";
    }
}

static void tell_line(telling *t)
{
    switch (t->record.line.kind) {
    case KB_LINE_SETUP: tell_setup(t); break;
    case KB_LINE_MOVE: tell_move(t); break;
    case KB_LINE_TALK: tell_talk(t); break;
    case KB_LINE_META: tell_meta(t); break;
    case KB_LINE_PACT:
        tell_pact(t);
        tell_outcomes(t);
        break;
    case KB_LINE_LUCK:
    case KB_LINE_END: break;
    }
    print_out(t);
}

static void tell_end(telling *t)
{
    const kb_state *state = state_of(t);
    if (t->n_rows > 0) tell_standing(t);
    if (kb_over(state, NULL)) {
        tell_opened(t);
        cli_put_result(&t->out, state, &t->tally);
    } else {
        kb_put(&t->out, "The game is not over. To move: ");
        cli_put_seats(&t->out, &state->setup, kb_actors(state));
        kb_put(&t->out, ".\n");
    }
    print_out(t);
}

/* --- the verb -------------------------------------------------------------------------------------- */

/* Resets everything for a new game. */
static void forget(telling *t)
{
    t->round = t->n_rows = 0;
    memset(&t->tally, 0, sizeof t->tally);
    cli_pacts_free(&t->pacts);
    if (t->record.number == 1 || t->record.number == t->record.wanted) return;
    kb_putf(&t->out, "\n\nGame %d\n\n", (int)t->record.number);
    print_out(t);
}

static int tell(telling *t)
{
    forget(t);
    while (cli_record_next(&t->record)) {
        if (t->record.line.kind == KB_LINE_SETUP && t->seat_name &&
            !cli_take_viewer("show", t->seat_name, &state_of(t)->setup, &t->viewer))
            return CLI_BAD_CALL;
        const cli_record *r = &t->record;
        if (!cli_pacts_note(&t->pacts, &r->replay, &r->line, &r->ledger, &r->outcomes))
            return cli_input_error("%s: not enough memory for its pacts", r->name);
        tell_line(t);
        /* An error in the next line goes to standard error and must not appear before this output. */
        fflush(stdout);
    }
    if (t->record.status == CLI_FINE) tell_end(t);
    return t->record.status;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"seat", required_argument, NULL, 's'}, {"game", required_argument, NULL, 'g'}, {NULL, 0, NULL, 0}};
    static telling t; /* static: it must be zero, and is large */
    uint64_t game = 0;
    int flag;
    int status = CLI_FINE;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("show", flags, argv);
        if (flag == 's') t.seat_name = optarg;
        if (flag == 'g' && !cli_take_number("show", "--game", optarg, 1, INT64_MAX, &game)) return CLI_BAD_CALL;
    }
    if (argc - optind != 1) return cli_call_error("show", "expected one file but found %d", argc - optind);
    t.viewer = CLI_EVERYTHING;
    t.out = kb_text_in(t.buffer, sizeof t.buffer);
    t.out.colour = cli_colour(stdout);
    if (!cli_stream_open(&t.record, argv[optind], game)) return CLI_BAD_INPUT;
    while (status == CLI_FINE && cli_stream_next(&t.record)) status = tell(&t);
    if (status == CLI_FINE) status = t.record.status;
    cli_pacts_free(&t.pacts);
    cli_record_close(&t.record);
    return status;
}

const cli_verb cli_show = {
    "show",
    "print a record in words",
    "usage: kickback show FILE.kbr [--seat NAME] [--game N]\n\n"
    "Prints the game round by round: what happened, what was said, the standings at the start of each\n"
    "round, and the result. If the record has an error, prints the part before it. FILE may be - for\n"
    "standard input.\n\n"
    "  --seat NAME   only what that seat (or spectator) may know (default: everything)\n"
    "  --game N      only the Nth record of the file (default: all)\n\n"
    "examples:\n"
    "  kickback show game.kbr | less -R\n"
    "  kickback random intrige --seed 7 | kickback show - --seat green\n",
    run,
};
