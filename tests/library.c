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
    assert_int_equal(kb_record_check(record, seat, promised), KB_E_BOUND);
    assert_int_equal(kb_record_move(record, seat, promised, NULL, NULL), KB_E_BOUND);
    assert_int_equal(kb_record_legal(record, seat, NULL, 0), n - 1);
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

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: library GOLDEN\n");
        return 2;
    }
    golden = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_listed),
        cmocka_unit_test(test_there_is_no_other_game),
        cmocka_unit_test(test_a_setup_is_made_by_names),
        cmocka_unit_test(test_what_is_written_can_be_read),
        cmocka_unit_test(test_promises_bind_and_are_judged),
        cmocka_unit_test(test_misuse_is_refused),
        cmocka_unit_test(test_deals_have_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
