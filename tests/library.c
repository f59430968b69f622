/* library.c: tests the public functions as a program outside the tree would use them, and misuses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the headers above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/kickback.h"

enum { ROOM = 1 << 20 };

static const char *golden; /* the folder of golden records */
static const char *header; /* kickback.h */

static kb_record *new_record(void)
{
    kb_record *record = kb_record_in(malloc(kb_record_bytes()), kb_record_bytes());
    assert_non_null(record);
    return record;
}

/* --- games and setups ------------------------------------------------------------------------------------- */

static void test_games_are_listed(void **unused)
{
    (void)unused;
    assert_string_equal(kb_version(), KICKBACK_VERSION);
    assert_int_equal(kb_games(), 3);
    for (int game = 0; game < kb_games(); game++) {
        assert_int_equal(kb_game_named(kb_game_name(game)), game);
        assert_true(strlen(kb_game_title(game)) > 0 && strlen(kb_game_author(game)) > 0);
        assert_true(kb_game_seats_min(game) >= 2 && kb_game_seats_max(game) <= KB_SEATS_MAX);
        assert_non_null(kb_game_edition(game, 0));
        int n = 0;
        for (; kb_game_option(game, n); n++) {
            assert_non_null(kb_game_option_meaning(game, n));
            assert_non_null(kb_game_option_value(game, n, 1));
            assert_null(kb_game_option_value(game, n, -1));
        }
        assert_true(n > 0 && n <= KB_OPTIONS_MAX);
    }
    assert_int_equal(kb_game_named("chess"), -1);
    assert_int_equal(kb_game_named(NULL), -1);
}

static void test_there_is_no_other_game(void **unused)
{
    (void)unused;
    const int wrong[] = {-1, 3, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        kb_setup setup;
        assert_null(kb_game_name(wrong[i]));
        assert_null(kb_game_title(wrong[i]));
        assert_null(kb_game_author(wrong[i]));
        assert_null(kb_game_edition(wrong[i], 0));
        assert_null(kb_game_edition(0, wrong[i]));
        assert_null(kb_game_option(wrong[i], 0));
        assert_null(kb_game_option_meaning(wrong[i], 0));
        assert_null(kb_game_option_value(wrong[i], 0, 0));
        assert_int_equal(kb_game_seats_min(wrong[i]) + kb_game_seats_max(wrong[i]), 0);
        assert_int_equal(kb_setup_default(&setup, wrong[i]), KB_E_SETUP);
        assert_int_equal(kb_setup_check(&setup, NULL), KB_E_SETUP);
        assert_int_equal(kb_setup_set(&setup, "players", "3", NULL), KB_E_SETUP);
    }
    assert_int_equal(kb_setup_default(NULL, 0), KB_E_ARGUMENT);
}

static void test_a_setup_is_made_by_names(void **unused)
{
    (void)unused;
    kb_setup setup, before;
    char reason[512];
    kb_setup_default(&setup, kb_game_named("intrige"));
    assert_int_equal(kb_setup_set(&setup, "players", "5", NULL), KB_OK);
    assert_int_equal(kb_setup_set(&setup, "edition", "amigo2003", NULL), KB_OK);
    assert_int_equal(kb_setup_set(&setup, "deals", "binding", NULL), KB_OK);
    assert_int_equal(kb_setup_check(&setup, NULL), KB_OK);
    assert_int_equal(setup.seats, 5);
    assert_string_equal(kb_game_edition(setup.game, setup.edition), "amigo2003");
    assert_string_equal(kb_seat_name(&setup, kb_seat_named(&setup, "red")), "red");
    assert_int_equal(kb_seat_named(&setup, "chance"), KB_CHANCE);
    assert_int_equal(kb_seat_named(&setup, "spectator"), KB_SPECTATOR);
    assert_int_equal(kb_seat_named(&setup, "pink"), -1);
    assert_int_equal(kb_seat_named(NULL, "red"), -1);
    assert_string_equal(kb_seat_name(&setup, -1), "nobody");
    before = setup;
    static const struct {
        const char *name, *value, *why;
    } wrong[] = {{"players", "2", "players: expected 3 to 5 but found '2'"},
                 {"players", "33", "players: expected 3 to 5 but found '33'"},
                 {"edition", "first", "intrige has no edition 'first', only mayfair2005, amigo2003, fxschmid1994"},
                 {"deals", "maybe", NULL},
                 {"magic", "on", NULL}};
    for (int i = 0; i < 5; i++) {
        kb_text why = kb_text_in(reason, sizeof reason);
        assert_int_equal(kb_setup_set(&setup, wrong[i].name, wrong[i].value, &why), KB_E_SETUP);
        assert_non_null(strstr(reason, wrong[i].value[0] == 'o' ? wrong[i].name : wrong[i].value));
        if (wrong[i].why) assert_string_equal(reason, wrong[i].why);
        assert_memory_equal(&setup, &before, sizeof setup);
    }
    assert_int_equal(kb_setup_set(&setup, NULL, "5", NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_setup_set(&setup, "players", NULL, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_setup_set(NULL, "players", "5", NULL), KB_E_ARGUMENT);
}

/* --- records ---------------------------------------------------------------------------------------------- */

/* Both records must be at the same point of the same game. */
static void assert_same(const kb_record *a, const kb_record *b)
{
    static char row[2][ROOM];
    kb_text text[2] = {kb_text_in(row[0], ROOM), kb_text_in(row[1], ROOM)};
    assert_memory_equal(kb_record_state(a), kb_record_state(b), sizeof(kb_state));
    assert_int_equal(kb_record_trace(a, &text[0]), KB_OK);
    assert_int_equal(kb_record_trace(b, &text[1]), KB_OK);
    assert_string_equal(row[0], row[1]);
}

/* A random game is written line by line; another record that reads the lines follows it. */
static void play_and_read(int game)
{
    kb_record *played = new_record(), *read = new_record();
    kb_rng rng = kb_rng_from((uint64_t)game + 1);
    kb_setup setup;
    char line[4096], picture[1 << 15], result[2048];
    kb_text text = kb_text_in(line, sizeof line), end = kb_text_in(result, sizeof result);
    kb_setup_default(&setup, game);
    assert_null(kb_record_state(played));
    assert_int_equal(kb_record_begin(played, &setup, &text), KB_OK);
    assert_int_equal(kb_record_begin(played, &setup, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_record_read(read, line, text.n, NULL, NULL), KB_OK);
    while (!kb_over(kb_record_state(played), NULL)) {
        int seat;
        kb_move move;
        kb_events events, told;
        static kb_span list[KB_SPANS_MAX];
        assert_int_equal(kb_pick(kb_record_state(played), &rng, &seat, &move), KB_OK);
        assert_true(kb_record_legal(played, seat, list, KB_SPANS_MAX) > 0);
        assert_int_equal(kb_record_end(played, NULL), KB_E_NOT_OVER);
        assert_int_equal(kb_result_json(kb_record_state(played), &end), KB_E_NOT_OVER);
        text = kb_text_in(line, sizeof line);
        assert_int_equal(kb_record_move(played, seat, move, &events, &text), KB_OK);
        assert_int_equal(kb_record_read(read, line, text.n, &told, NULL), KB_OK);
        assert_int_equal(events.n, told.n);
        assert_same(played, read);
        text = kb_text_in(picture, sizeof picture);
        assert_int_equal(kb_picture(kb_record_state(played), KB_SPECTATOR, &text), KB_OK);
    }
    text = kb_text_in(line, sizeof line);
    assert_int_equal(kb_result_json(kb_record_state(played), &end), KB_OK);
    assert_int_equal(kb_record_end(played, &text), KB_OK);
    assert_int_equal(kb_record_read(read, line, text.n, NULL, NULL), KB_OK);
    assert_int_equal(kb_record_end(played, NULL), KB_E_ARGUMENT);
    free(played);
    free(read);
}

static void test_what_is_written_can_be_read(void **unused)
{
    (void)unused;
    for (int game = 0; game < kb_games(); game++) play_and_read(game);
}

static void read_line(kb_record *record, const char *form, ...)
{
    char line[512], reason[512] = "";
    kb_text why = kb_text_in(reason, sizeof reason);
    va_list args;
    va_start(args, form);
    int n = vsnprintf(line, sizeof line, form, args);
    va_end(args);
    kb_error error = kb_record_read(record, line, (size_t)n, NULL, &why);
    assert_string_equal(reason, "");
    assert_int_equal(error, KB_OK);
}

/* Plays at random until a person has a choice; returns who. */
static int play_to_a_choice(kb_record *record, kb_rng *rng, kb_move *move)
{
    for (;;) {
        int seat;
        assert_int_equal(kb_pick(kb_record_state(record), rng, &seat, move), KB_OK);
        if (seat != KB_CHANCE && kb_record_legal(record, seat, NULL, 0) > 1) return seat;
        assert_int_equal(kb_record_move(record, seat, *move, NULL, NULL), KB_OK);
    }
}

/* A record is plain bytes: a copy goes on, whatever becomes of the other. */
static kb_record *moved(kb_record *record)
{
    kb_record *copy = new_record();
    memcpy(copy, record, kb_record_bytes());
    memset(record, 0xA5, kb_record_bytes());
    free(record);
    return copy;
}

/* Who has promised not to make a move cannot make it, and has kept the promise when the turn is over. */
static void test_promises_bind_and_are_judged(void **unused)
{
    (void)unused;
    kb_record *record = new_record();
    kb_rng rng = kb_rng_from(1);
    kb_setup setup;
    kb_move promised, move;
    kb_outcome outcome = {0};
    char deed[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(deed, sizeof deed);
    kb_setup_default(&setup, kb_game_named("incorporated"));
    assert_int_equal(kb_setup_set(&setup, "promises", "bond", NULL), KB_OK);
    assert_int_equal(kb_record_begin(record, &setup, NULL), KB_OK);
    int seat = play_to_a_choice(record, &rng, &promised), n = kb_record_legal(record, seat, NULL, 0);
    const char *by = kb_seat_name(&setup, seat), *to = kb_seat_name(&setup, (seat + 1) % setup.seats);
    assert_int_equal(kb_move_text(kb_record_state(record), promised, &text), KB_OK);
    read_line(record,
              "{\"by\":\"%s\",\"propose\":1,\"with\":[\"%s\"],\"promises\":[{\"seat\":\"%s\",\"wont\":\"%s\",\"term\":"
              "\"turn\"}]}",
              by, to, by, deed);
    read_line(record, "{\"by\":\"%s\",\"accept\":1}", to);
    assert_int_equal(kb_record_outcomes(record, &outcome, 1), 1);
    assert_true(outcome.promise == KB_NONE && outcome.what == KB_PACT_STOOD);
    assert_int_equal(kb_check(kb_record_state(record), seat, promised), KB_OK);
    record = moved(record);
    assert_int_equal(kb_record_check(record, seat, promised), KB_E_BOUND);
    assert_int_equal(kb_record_move(record, seat, promised, NULL, NULL), KB_E_BOUND);
    assert_int_equal(kb_record_legal(record, seat, NULL, 0), n - 1);
    record = moved(record);
    do {
        assert_int_equal(kb_pick(kb_record_state(record), &rng, &seat, &move), KB_OK);
        if (!kb_record_check(record, seat, move)) kb_record_move(record, seat, move, NULL, NULL);
    } while (!kb_record_outcomes(record, &outcome, 1) || outcome.promise == KB_NONE);
    assert_true(outcome.pact == 1 && outcome.promise == 0 && outcome.what == KB_KEPT);
    assert_string_equal(kb_seat_name(&setup, outcome.seat), by);
    free(record);
}

/* A refused call changes nothing: the record goes on as if it had not been made. */
static void test_misuse_is_refused(void **unused)
{
    (void)unused;
    kb_record *record = new_record(), *same = new_record();
    kb_setup setup, wrong = {.game = 9};
    kb_move none = {.verb = 200};
    kb_state state;
    char line[256], small[4], reason[256];
    kb_text text = kb_text_in(line, sizeof line), tiny = kb_text_in(small, sizeof small);
    kb_text why = kb_text_in(reason, sizeof reason), nothing = kb_text_in(small, 0);
    kb_setup_default(&setup, 0);
    assert_null(kb_record_in(NULL, kb_record_bytes()));
    assert_null(kb_record_in(record, kb_record_bytes() - 1));
    assert_null(kb_record_in((char *)record + 1, kb_record_bytes()));
    assert_int_equal(kb_record_legal(record, 0, NULL, 0), 0);
    assert_int_equal(kb_record_check(record, 0, none), KB_E_ARGUMENT);
    assert_int_equal(kb_record_end(record, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_record_trace(record, &text), KB_E_ARGUMENT);
    assert_int_equal(kb_record_begin(record, &wrong, NULL), KB_E_SETUP);
    assert_int_equal(kb_record_begin(record, NULL, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_record_begin(record, &setup, &tiny), KB_E_NO_ROOM);
    assert_int_equal(kb_record_read(record, line, (size_t)1 << 30, NULL, &why), KB_E_NO_ROOM);
    assert_int_equal(kb_record_read(record, NULL, 0, NULL, &why), KB_E_ARGUMENT);
    assert_int_equal(kb_record_read(record, "{", 1, NULL, &why), KB_E_FORMAT);
    assert_non_null(strstr(reason, "line 1"));
    assert_int_equal(kb_record_begin(record, &setup, NULL), KB_OK);
    assert_int_equal(kb_record_begin(same, &setup, NULL), KB_OK);
    assert_int_equal(kb_record_read(record, "{\"by\":\"pink\"}", 13, NULL, NULL), KB_E_FORMAT);
    assert_int_not_equal(kb_record_move(record, 0, none, NULL, NULL), KB_OK);
    assert_int_not_equal(kb_record_move(record, 38, none, NULL, NULL), KB_OK);
    assert_int_equal(kb_record_legal(record, 38, NULL, 0), 0);
    assert_int_equal(kb_record_trace(record, &tiny), KB_E_NO_ROOM);
    assert_int_equal(kb_record_trace(record, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_record_trace(record, &nothing), KB_E_NO_ROOM);
    assert_int_equal(kb_record_outcomes(NULL, NULL, 0), 0);
    assert_int_equal(kb_picture(kb_record_state(record), 38, &text), KB_E_NO_SUCH_SEAT);
    assert_int_equal(kb_picture(kb_record_state(record), 0, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_result_json(NULL, &text), KB_E_ARGUMENT);
    assert_int_equal(kb_event_deal(kb_record_state(record), NULL, NULL, NULL), KB_E_ARGUMENT);
    assert_int_equal(kb_view_parse("{}", 2, NULL, NULL), KB_E_ARGUMENT);
    assert_int_not_equal(kb_view_parse("{}", 2, &state, NULL), KB_OK);
    assert_same(record, same);
    free(record);
    free(same);
}

/* The deals of a game of Intrige: in a record with loose deals some are kept and some are broken. */
static void test_deals_have_verdicts(void **unused)
{
    (void)unused;
    char path[4096], line[8192];
    kb_record *record = new_record();
    uint32_t kept = 0, broken = 0;
    snprintf(path, sizeof path, "%s/intrige-amigo2003-4-loose.kbr", golden);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        kb_events events;
        assert_int_equal(kb_record_read(record, line, strcspn(line, "\n"), &events, NULL), KB_OK);
        for (int i = 0; i < events.n; i++) {
            uint32_t kept_mask, broken_mask;
            assert_int_equal(kb_event_deal(kb_record_state(record), &events.at[i], &kept_mask, &broken_mask), KB_OK);
            kept |= kept_mask;
            broken |= broken_mask;
        }
    }
    fclose(file);
    free(record);
    assert_true(kept && broken);
}

/* --- null pointers ------------------------------------------------------------------------------------------- */

enum { GAMES = 2, ROWS = 4, TRIED_MAX = 300, NUMBERS_MAX = 4096 };

/* What can be passed to the functions. A refused call may write what is after `compared`, and nothing else. */
#define INTRIGE "{\"game\":\"intrige\",\"players\":3}"
enum { TABLE_BYTES = 1 << 20 };

typedef struct things {
    kb_state state, over, view, out;
    kb_setup setup;
    kb_rng rng, rngs[GAMES];
    kb_move move;
    kb_span list[KB_SPANS_MAX];
    kb_result result;
    kb_outcome outcome;
    kb_event event;
    int seat;
    uint32_t kept, broken;
    int32_t row[KB_TOLD_NUMBERS], actions[GAMES], amounts[GAMES];
    uint64_t seeds[GAMES];
    kb_batch batch;
    kb_state states[GAMES];
    kb_rng luck[GAMES];
    kb_move moves[GAMES];
    int8_t seen[NUMBERS_MAX], observations[GAMES * NUMBERS_MAX], seats[GAMES];
    uint8_t mask[NUMBERS_MAX], masks[GAMES * NUMBERS_MAX], dones[GAMES], winners[GAMES];
    int32_t scores[GAMES * KB_SEATS_MAX];
    kb_recall recall;
    int32_t rows[GAMES * KB_SEATS_MAX * ROWS * KB_TOLD_NUMBERS], n_rows[GAMES * KB_SEATS_MAX];
    kb_record *record;
    kb_bot *bot;
    kb_table *table, *empty;
    kb_who who;
    kb_step step;
    size_t from;
    uint64_t last;
    kb_span list_there[KB_MOVES_MAX];
    int n_actions, n_observations, compared;
    int wrong;
    kb_events events; /* a refused move has none */
    kb_text text;
    char line[1 << 15];
} things;

static const char *tried[TRIED_MAX]; /* the calls with a null pointer */
static int n_tried;

static void try_call(const char *call, long long answer, long long expected)
{
    assert_true(n_tried < TRIED_MAX);
    tried[n_tried++] = call;
    if (answer != expected) fail_msg("%s returned %lld, not %lld", call, answer, expected);
}

#define TRY(call, expected) try_call(#call, (long long)(call), expected)
#define REFUSED(call)       try_call(#call, (long long)(call), KB_E_ARGUMENT)

/* A game in which a seat owes a move, one that is over, and a batch that was started. */
static things *new_things(void)
{
    things *t = calloc(1, sizeof *t);
    assert_non_null(t);
    kb_rng luck = t->rng = t->rngs[0] = t->rngs[1] = kb_rng_from(1);
    kb_setup_default(&t->setup, kb_game_named("intrige"));
    assert_int_equal(kb_start(&t->state, &t->setup), KB_OK);
    for (t->over = t->state; !kb_over(&t->over, NULL);) {
        assert_int_equal(kb_pick(&t->over, &luck, &t->seat, &t->move), KB_OK);
        assert_int_equal(kb_apply(&t->over, t->seat, t->move, NULL), KB_OK);
    }
    do {
        assert_int_equal(kb_pick(&t->state, &luck, &t->seat, &t->move), KB_OK);
        if (t->seat != KB_CHANCE) break;
        assert_int_equal(kb_apply(&t->state, t->seat, t->move, &t->events), KB_OK);
    } while (true);
    t->event = t->events.at[0];
    t->event.seen_by = ~0u;
    assert_int_equal(kb_redact(&t->state, t->seat, &t->view), KB_OK);
    t->n_actions = kb_actions(t->setup.game);
    t->n_observations = kb_observations(t->setup.game);
    assert_true(t->n_actions <= NUMBERS_MAX && t->n_observations <= NUMBERS_MAX);
    t->batch = (kb_batch){t->setup, GAMES,    t->states, t->luck,  t->moves,  t->observations,
                          t->masks, t->seats, t->scores, t->dones, t->winners};
    t->recall = (kb_recall){ROWS, t->rows, t->n_rows};
    for (int i = 0; i < GAMES; i++) t->amounts[i] = KB_HIDDEN;
    t->record = new_record();
    t->bot = kb_bot_in(calloc(1, kb_bot_bytes()), kb_bot_bytes(), "greedy", t->seat, 1, NULL);
    assert_non_null(t->bot);
    t->table = kb_table_in(malloc(TABLE_BYTES), TABLE_BYTES);
    t->empty = kb_table_in(malloc(TABLE_BYTES), TABLE_BYTES);
    t->who = (kb_who){1, "Anna", 0};
    assert_int_equal(kb_table_begin(t->table, &t->who, INTRIGE, sizeof INTRIGE - 1, NULL), KB_OK);
    t->text = kb_text_in(t->line, sizeof t->line);
    return t;
}

static void free_things(things *t)
{
    free(t->record);
    free(t->bot);
    free(t->table);
    free(t->empty);
    free(t);
}

static void try_setups_and_play(things *t)
{
    TRY(kb_rng_next(NULL), 0);
    TRY(kb_rng_below(NULL, 5), 0);
    TRY(kb_text_in(NULL, 5).size, 0);
    TRY(kb_game_named(NULL), -1);
    REFUSED(kb_setup_default(NULL, 0));
    REFUSED(kb_setup_set(NULL, "players", "4", &t->text));
    REFUSED(kb_setup_set(&t->setup, NULL, "4", &t->text));
    REFUSED(kb_setup_set(&t->setup, "players", NULL, &t->text));
    REFUSED(kb_setup_check(NULL, &t->text));
    TRY(strcmp(kb_seat_name(NULL, 0), "nobody"), 0);
    TRY(kb_seat_named(NULL, "red"), -1);
    TRY(kb_seat_named(&t->setup, NULL), -1);
    REFUSED(kb_start(NULL, &t->setup));
    REFUSED(kb_start(&t->out, NULL));
    TRY(kb_actors(NULL), 0);
    TRY(kb_legal(NULL, t->seat, t->list, KB_SPANS_MAX), 0);
    REFUSED(kb_check(NULL, t->seat, t->move));
    REFUSED(kb_apply(NULL, t->seat, t->move, &t->events));
    TRY(kb_over(NULL, &t->result), false);
    REFUSED(kb_pick(NULL, &t->rng, &t->seat, &t->move));
    REFUSED(kb_pick(&t->state, NULL, &t->seat, &t->move));
    REFUSED(kb_pick(&t->state, &t->rng, NULL, &t->move));
    REFUSED(kb_pick(&t->state, &t->rng, &t->seat, NULL));
    REFUSED(kb_redact(NULL, t->seat, &t->out));
    REFUSED(kb_redact(&t->state, t->seat, NULL));
    REFUSED(kb_sample(NULL, &t->rng, &t->out));
    REFUSED(kb_sample(&t->view, NULL, &t->out));
    REFUSED(kb_sample(&t->view, &t->rng, NULL));
    TRY(kb_hash(NULL), 0);
}

static void try_texts(things *t)
{
    const kb_span span = {t->move, 1, 1, 1};
    REFUSED(kb_move_parse(NULL, "refuse", 6, &t->move));
    REFUSED(kb_move_parse(&t->state, NULL, 6, &t->move));
    REFUSED(kb_move_parse(&t->state, "refuse", 6, NULL));
    REFUSED(kb_move_text(NULL, t->move, &t->text));
    REFUSED(kb_move_text(&t->state, t->move, NULL));
    REFUSED(kb_span_text(NULL, span, &t->text));
    REFUSED(kb_span_text(&t->state, span, NULL));
    REFUSED(kb_event_text(NULL, &t->event, &t->text));
    REFUSED(kb_event_text(&t->state, NULL, &t->text));
    REFUSED(kb_event_text(&t->state, &t->event, NULL));
    REFUSED(kb_event_json(NULL, &t->event, &t->text));
    REFUSED(kb_event_json(&t->state, NULL, &t->text));
    REFUSED(kb_event_json(&t->state, &t->event, NULL));
    REFUSED(kb_position_json(NULL, &t->text));
    REFUSED(kb_position_json(&t->state, NULL));
    REFUSED(kb_position_parse(NULL, 2, &t->out, &t->text));
    REFUSED(kb_position_parse("{}", 2, NULL, &t->text));
    REFUSED(kb_view_parse(NULL, 2, &t->out, &t->text));
    REFUSED(kb_view_parse("{}", 2, NULL, &t->text));
    REFUSED(kb_result_json(NULL, &t->text));
    REFUSED(kb_result_json(&t->over, NULL));
    REFUSED(kb_picture(NULL, t->seat, &t->text));
    REFUSED(kb_picture(&t->state, t->seat, NULL));
    REFUSED(kb_event_deal(NULL, &t->event, &t->kept, &t->broken));
    REFUSED(kb_event_deal(&t->state, NULL, &t->kept, &t->broken));
    REFUSED(kb_event_deal(&t->state, &t->event, NULL, &t->broken));
    REFUSED(kb_event_deal(&t->state, &t->event, &t->kept, NULL));
}

static void try_numbers(things *t)
{
    REFUSED(kb_action_name(NULL, 0, &t->text));
    REFUSED(kb_action_name(&t->setup, 0, NULL));
    TRY(kb_action_of(NULL, t->seat, t->move), -1);
    REFUSED(kb_action_mask(NULL, t->seat, t->mask, t->n_actions));
    REFUSED(kb_action_mask(&t->state, t->seat, NULL, t->n_actions));
    REFUSED(kb_action_move(NULL, t->seat, 0, KB_HIDDEN, &t->move));
    REFUSED(kb_action_move(&t->state, t->seat, 0, KB_HIDDEN, NULL));
    REFUSED(kb_observation_name(t->setup.game, 0, NULL));
    REFUSED(kb_observe(NULL, t->seat, t->seen, t->n_observations));
    REFUSED(kb_observe(&t->state, t->seat, NULL, t->n_observations));
    REFUSED(kb_told_name(t->setup.game, 0, NULL));
    REFUSED(kb_told_event(NULL, t->seat, &t->event, t->row));
    REFUSED(kb_told_event(&t->state, t->seat, NULL, t->row));
    REFUSED(kb_told_event(&t->state, t->seat, &t->event, NULL));
    REFUSED(kb_told_move(NULL, t->seat, t->move, t->row));
    REFUSED(kb_told_move(&t->state, t->seat, t->move, NULL));
}

static void try_batches(things *t)
{
    REFUSED(kb_batch_start(NULL, 0, GAMES, t->seeds));
    REFUSED(kb_batch_start(&t->batch, 0, GAMES, NULL));
    REFUSED(kb_batch_read(NULL, 0, GAMES, t->actions, t->amounts, &t->wrong));
    REFUSED(kb_batch_read(&t->batch, 0, GAMES, NULL, t->amounts, &t->wrong));
    REFUSED(kb_batch_make(NULL, 0, GAMES));
    REFUSED(kb_batch_pick(NULL, 0, GAMES, t->rngs, t->actions, &t->wrong));
    REFUSED(kb_batch_pick(&t->batch, 0, GAMES, NULL, t->actions, &t->wrong));
    REFUSED(kb_batch_pick(&t->batch, 0, GAMES, t->rngs, NULL, &t->wrong));
    REFUSED(kb_recall_start(NULL, &t->batch, 0, GAMES, t->seeds));
    REFUSED(kb_recall_start(&t->recall, NULL, 0, GAMES, t->seeds));
    REFUSED(kb_recall_start(&t->recall, &t->batch, 0, GAMES, NULL));
    REFUSED(kb_recall_make(NULL, &t->batch, 0, GAMES));
    REFUSED(kb_recall_make(&t->recall, NULL, 0, GAMES));
}

static void try_records_and_bots(things *t)
{
    TRY(kb_record_in(NULL, kb_record_bytes()) != NULL, false);
    REFUSED(kb_record_begin(NULL, &t->setup, &t->text));
    REFUSED(kb_record_begin(t->record, NULL, &t->text));
    REFUSED(kb_record_move(NULL, t->seat, t->move, &t->events, &t->text));
    REFUSED(kb_record_end(NULL, &t->text));
    REFUSED(kb_record_read(NULL, "{}", 2, &t->events, &t->text));
    REFUSED(kb_record_read(t->record, NULL, 2, &t->events, &t->text));
    TRY(kb_record_state(NULL) != NULL, false);
    TRY(kb_record_legal(NULL, t->seat, t->list, KB_SPANS_MAX), 0);
    REFUSED(kb_record_check(NULL, t->seat, t->move));
    REFUSED(kb_record_trace(NULL, &t->text));
    REFUSED(kb_record_trace(t->record, NULL));
    TRY(kb_record_outcomes(NULL, &t->outcome, 1), 0);
    TRY(kb_bot_in(NULL, kb_bot_bytes(), "greedy", 0, 1, &t->text) != NULL, false);
    TRY(kb_bot_in(t->bot, kb_bot_bytes(), NULL, 0, 1, &t->text) != NULL, false);
    REFUSED(kb_bot_watch(NULL, &t->state, &t->events));
    REFUSED(kb_bot_watch(t->bot, NULL, &t->events));
    REFUSED(kb_bot_watch(t->bot, &t->state, NULL));
    REFUSED(kb_bot_decide(NULL, &t->state, &t->move));
    REFUSED(kb_bot_decide(t->bot, NULL, &t->move));
    REFUSED(kb_bot_decide(t->bot, &t->state, NULL));
    REFUSED(kb_bot_say(NULL, &t->setup, &t->text));
    REFUSED(kb_bot_say(t->bot, NULL, &t->text));
    REFUSED(kb_bot_say(t->bot, &t->setup, NULL));
}

static void try_tables(things *t)
{
    char copy[1];
    TRY(kb_table_in(NULL, TABLE_BYTES) != NULL, false);
    TRY((kb_table_grow(NULL, TABLE_BYTES), 0), 0);
    REFUSED(kb_table_begin(NULL, &t->who, INTRIGE, sizeof INTRIGE - 1, &t->text));
    REFUSED(kb_table_begin(t->empty, NULL, INTRIGE, sizeof INTRIGE - 1, &t->text));
    REFUSED(kb_table_begin(t->empty, &t->who, NULL, 0, &t->text));
    REFUSED(kb_table_seed(NULL, 1));
    REFUSED(kb_table_request(NULL, &t->who, "{}", 2, &t->text));
    REFUSED(kb_table_request(t->table, NULL, "{}", 2, &t->text));
    REFUSED(kb_table_request(t->table, &t->who, NULL, 0, &t->text));
    REFUSED(kb_table_request(t->table, &t->who, "{}", 2, NULL));
    REFUSED(kb_table_make(NULL, &t->who, t->move));
    REFUSED(kb_table_make(t->table, NULL, t->move));
    REFUSED(kb_table_step(NULL, 0, t->line, 0, &t->step));
    REFUSED(kb_table_step(t->table, 0, t->line, 0, NULL));
    TRY(kb_table_held_ms(NULL), 0);
    TRY(kb_table_state(NULL) != NULL, false);
    TRY(kb_table_moves(NULL, 0, t->list_there), 0);
    TRY(kb_table_moves(t->table, 0, NULL), 0);
    REFUSED(kb_table_put_view(NULL, 0, &t->text));
    REFUSED(kb_table_put_view(t->table, 0, NULL));
    TRY(kb_table_n_events(NULL, 0), 0);
    TRY(kb_table_copy_bytes(NULL), 0);
    REFUSED(kb_table_put_events(NULL, 0, &t->last, 1, copy, &t->text));
    REFUSED(kb_table_put_events(t->table, 0, NULL, 1, copy, &t->text));
    REFUSED(kb_table_put_events(t->table, 0, &t->last, 1, NULL, &t->text));
    REFUSED(kb_table_put_events(t->table, 0, &t->last, 1, copy, NULL));
    REFUSED(kb_table_put_record(NULL, 0, &t->from, &t->text));
    REFUSED(kb_table_put_record(t->table, 0, NULL, &t->text));
    REFUSED(kb_table_put_record(t->table, 0, &t->from, NULL));
    TRY(kb_table_n_entries(NULL), 0);
    REFUSED(kb_table_put_entry(NULL, 1, &t->text));
    REFUSED(kb_table_put_entry(t->table, 1, NULL));
    REFUSED(kb_table_add_entry(NULL, "{}", 2, &t->text));
    REFUSED(kb_table_add_entry(t->table, NULL, 0, &t->text));
}

/* What the header says may be NULL. Other moves and games follow from these calls, so they come last. */
static void try_what_may_be_null(things *t)
{
    kb_state state = t->state;
    TRY(kb_setup_set(&t->setup, "players", "3", NULL), KB_OK);
    TRY(kb_setup_check(&t->setup, NULL), KB_OK);
    TRY(kb_legal(&t->state, t->seat, NULL, KB_SPANS_MAX) > 0, true);
    TRY(kb_apply(&state, t->seat, t->move, NULL), KB_OK);
    TRY(kb_over(&t->over, NULL), true);
    TRY(kb_position_parse("{}", 2, &t->out, NULL), KB_E_FORMAT);
    TRY(kb_view_parse("{}", 2, &t->out, NULL), KB_E_FORMAT);
    TRY(kb_batch_pick(&t->batch, 0, GAMES, t->rngs, t->actions, NULL), KB_OK);
    TRY(kb_batch_read(&t->batch, 0, GAMES, t->actions, NULL, &t->wrong), KB_OK);
    TRY(kb_batch_read(&t->batch, 0, GAMES, t->actions, t->amounts, NULL), KB_OK);
    TRY(kb_record_begin(t->record, &t->setup, NULL), KB_OK);
    TRY(kb_record_legal(t->record, t->seat, NULL, KB_SPANS_MAX) >= 0, true);
    TRY(kb_record_outcomes(t->record, NULL, 1), 0);
    TRY(kb_record_end(t->record, NULL), KB_E_NOT_OVER);
    kb_rng luck = t->rng;
    assert_int_equal(kb_pick(kb_record_state(t->record), &luck, &t->seat, &t->move), KB_OK);
    TRY(kb_record_move(t->record, t->seat, t->move, NULL, &t->text), KB_OK);
    assert_int_equal(kb_pick(kb_record_state(t->record), &luck, &t->seat, &t->move), KB_OK);
    TRY(kb_record_move(t->record, t->seat, t->move, &t->events, NULL), KB_OK);
    TRY(kb_record_read(t->record, "{\"meta\":{}}", 11, NULL, &t->text), KB_OK);
    TRY(kb_record_read(t->record, "{\"meta\":{}}", 11, &t->events, NULL), KB_OK);
    TRY(kb_bot_in(t->bot, kb_bot_bytes(), "greedy", 0, 1, NULL) == t->bot, true);
    TRY(kb_table_bytes(NULL, 0) > 0, true);
    TRY(kb_table_begin(t->empty, &t->who, INTRIGE, sizeof INTRIGE - 1, NULL), KB_OK);
    TRY(kb_table_step(t->table, 0, NULL, 0, &t->step), KB_OK);
    TRY(kb_table_add_entry(t->table, "{}", 2, NULL), KB_E_FORMAT);
}

/* Whether a call was tried with this argument NULL. */
static bool was_tried(const char *name, int argument)
{
    for (int i = 0; i < n_tried; i++) {
        const char *call = strstr(tried[i], name), *null = call ? strstr(call, "NULL") : NULL;
        int depth = 0, n = 0;
        for (const char *at = call; null && at < null; at++) {
            depth += (*at == '(') - (*at == ')');
            n += *at == ',' && depth == 1;
        }
        if (null && n == argument) return true;
    }
    return false;
}

/* A declaration of the header: "TYPE NAME(ARGUMENT, …);". Returns how many of its arguments are pointers. */
static int check_declaration(char *line)
{
    char *open = strchr(line, '('), *name = open, call[80];
    int n = 0, argument = 0;
    while (name > line && name[-1] != ' ' && name[-1] != '*') name--;
    snprintf(call, sizeof call, "%.*s(", (int)(open - name), name);
    for (char *at = strtok(open + 1, ","); at; at = strtok(NULL, ","), argument++) {
        if (!strpbrk(at, "*[")) continue;
        if (!was_tried(call, argument)) fail_msg("%s…: argument %d was never NULL", call, argument);
        n++;
    }
    return n;
}

/* Every public function, with each of its pointers NULL, answers as the header says, and a refusal writes nothing. */
static void test_null_pointers_are_refused(void **unused)
{
    (void)unused;
    things *t = new_things(), *before = malloc(sizeof *before);
    char line[256];
    int pointers = 0;
    assert_int_equal(kb_batch_start(&t->batch, 0, GAMES, t->seeds), KB_OK);
    memcpy(before, t, sizeof *t);
    n_tried = 0;
    try_setups_and_play(t);
    try_texts(t);
    try_numbers(t);
    try_batches(t);
    try_records_and_bots(t);
    try_tables(t);
    assert_memory_equal(t, before, offsetof(things, compared));
    try_what_may_be_null(t);
    FILE *file = fopen(header, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (line[0] >= 'a' && line[0] <= 'z' && strchr(line, '(') && strstr(line, ");"))
            pointers += check_declaration(line);
    fclose(file);
    assert_int_equal(pointers, n_tried);
    free(before);
    free_things(t);
}

/* All functions of a batch refuse it. */
static void refuse_batch(things *t, const kb_batch *batch)
{
    things *before = malloc(sizeof *before);
    memcpy(before, t, sizeof *t);
    assert_int_equal(kb_batch_read(batch, 0, GAMES, t->actions, NULL, &t->wrong), KB_E_ARGUMENT);
    assert_int_equal(kb_batch_make(batch, 0, GAMES), KB_E_ARGUMENT);
    assert_int_equal(kb_recall_make(&t->recall, batch, 0, GAMES), KB_E_ARGUMENT);
    assert_int_equal(kb_batch_pick(batch, 0, GAMES, t->rngs, t->actions, &t->wrong), KB_E_ARGUMENT);
    assert_memory_equal(t, before, offsetof(things, compared));
    free(before);
}

/* A batch without one of its arrays is refused by all functions. Only the winners need not be wanted. */
static void test_a_batch_needs_its_arrays(void **unused)
{
    (void)unused;
    static const size_t needed[] = {offsetof(kb_batch, states), offsetof(kb_batch, luck),
                                    offsetof(kb_batch, moves),  offsetof(kb_batch, observations),
                                    offsetof(kb_batch, masks),  offsetof(kb_batch, seats),
                                    offsetof(kb_batch, scores), offsetof(kb_batch, dones)};
    things *t = new_things();
    assert_int_equal(kb_batch_start(&t->batch, 0, GAMES, t->seeds), KB_OK);
    assert_int_equal(kb_batch_pick(&t->batch, 0, GAMES, t->rngs, t->actions, &t->wrong), KB_OK);
    assert_int_equal(kb_batch_read(&t->batch, 0, GAMES, t->actions, NULL, &t->wrong), KB_OK);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        kb_batch lacking = t->batch;
        memset((char *)&lacking + needed[i], 0, sizeof(void *));
        assert_int_equal(kb_batch_start(&lacking, 0, GAMES, t->seeds), KB_E_ARGUMENT);
        assert_int_equal(kb_recall_start(&t->recall, &lacking, 0, GAMES, t->seeds), KB_E_ARGUMENT);
        refuse_batch(t, &lacking);
    }
    kb_recall no_rows = {ROWS, NULL, t->n_rows}, no_n = {ROWS, t->rows, NULL};
    assert_int_equal(kb_recall_start(&no_rows, &t->batch, 0, GAMES, t->seeds), KB_E_ARGUMENT);
    assert_int_equal(kb_recall_make(&no_n, &t->batch, 0, GAMES), KB_E_ARGUMENT);
    t->batch.winners = NULL;
    assert_int_equal(kb_batch_make(&t->batch, 0, GAMES), KB_OK);
    free_things(t);
}

static void test_a_batch_must_be_started(void **unused)
{
    (void)unused;
    things *t = new_things();
    refuse_batch(t, &t->batch);
    kb_batch zeroed = t->batch;
    memset(&zeroed.setup, 0, sizeof zeroed.setup);
    refuse_batch(t, &zeroed);
    assert_int_equal(kb_batch_start(&t->batch, 0, GAMES, t->seeds), KB_OK);
    kb_batch other = t->batch;
    other.setup.seats++;
    assert_int_equal(kb_batch_read(&other, 0, GAMES, t->actions, NULL, NULL), KB_E_ARGUMENT);
    /* Zeroed generators would draw zeros for ever. */
    memset(t->rngs, 0, sizeof t->rngs);
    assert_int_equal(kb_batch_pick(&t->batch, 0, GAMES, t->rngs, t->actions, &t->wrong), KB_E_ARGUMENT);
    free_things(t);
}

/* A text that a caller has filled in without a buffer is one without room. */
static void test_a_text_without_a_buffer_has_no_room(void **unused)
{
    (void)unused;
    things *t = new_things();
    kb_text none = {.size = 100, .width = 79};
    assert_int_equal(kb_move_text(&t->state, t->move, &none), KB_E_NO_ROOM);
    assert_int_equal(kb_event_text(&t->state, &t->event, &none), KB_E_NO_ROOM);
    assert_int_equal(kb_picture(&t->state, t->seat, &none), KB_E_NO_ROOM);
    assert_int_equal(kb_position_parse("{}", 2, &t->out, &none), KB_E_FORMAT);
    assert_int_equal(kb_record_begin(t->record, &t->setup, &none), KB_E_NO_ROOM);
    assert_null(kb_record_state(t->record));
    free_things(t);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: library GOLDEN HEADER\n");
        return 2;
    }
    golden = argv[1];
    header = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_listed),
        cmocka_unit_test(test_there_is_no_other_game),
        cmocka_unit_test(test_a_setup_is_made_by_names),
        cmocka_unit_test(test_what_is_written_can_be_read),
        cmocka_unit_test(test_promises_bind_and_are_judged),
        cmocka_unit_test(test_misuse_is_refused),
        cmocka_unit_test(test_deals_have_verdicts),
        cmocka_unit_test(test_null_pointers_are_refused),
        cmocka_unit_test(test_a_batch_needs_its_arrays),
        cmocka_unit_test(test_a_batch_must_be_started),
        cmocka_unit_test(test_a_text_without_a_buffer_has_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
