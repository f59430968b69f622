/* unit_games.c: parts of the rules that are reached only in a whole game: questions, deeds, ends of records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../core/rng.h"
#include "../engine/promises.h"
#include "../engine/record.h"

enum { MOVES_MAX = 20000 };

/* Plays a random game with the default options. Calls looks before every move, and at the end with seat -1. */
static void play(int game, uint64_t seed, kb_state *state, void (*looks)(const kb_state *, int seat))
{
    kb_setup setup;
    kb_rng rng = kb_rng_seeded(seed);
    kb_setup_default(&setup, game);
    assert_int_equal(kb_start(state, &setup), KB_OK);
    for (int moves = 0; !kb_over(state, NULL); moves++) {
        int seat;
        kb_move move;
        assert_true(moves < MOVES_MAX);
        kb_pick(state, &rng, &seat, &move);
        looks(state, seat);
        assert_int_equal(kb_apply(state, seat, move, NULL), KB_OK);
    }
    looks(state, -1);
}

static void play_each(void (*looks)(const kb_state *, int seat))
{
    kb_state state;
    for (int game = 0; kb_game_at(game); game++) play(game, 1, &state, looks);
}

static void look_at_question(const kb_state *state, int seat)
{
    char buffer[2048];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_game_of(state)->write_question(state, seat < 0 ? 0 : seat, &text);
    assert_false(text.cut);
    assert_true(text.n > 0);
    if (seat < 0) assert_string_equal(buffer, "Nothing: the game is over.");
    if (seat == KB_CHANCE) assert_true(strstr(buffer, "Draw ") || strstr(buffer, "Deal ") || strstr(buffer, "Turn "));
    if (seat != KB_CHANCE && seat >= 0) assert_null(strstr(buffer, "Nothing: "));
}

static void test_every_step_has_a_question(void **unused)
{
    (void)unused;
    play_each(look_at_question);
}

/* Every possible deed, written out, is a pattern that matches it. */
static void look_at_deeds(const kb_state *state, int seat)
{
    const kb_deeds *deeds = kb_game_of(state)->deeds;
    kb_span list[KB_SPANS_MAX];
    int n = seat < 0 ? 0 : kb_legal(state, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) {
        kb_deed made[KB_DEEDS_MAX];
        int n_made = deeds->deeds(state, seat, list[i].move, made);
        assert_true(seat != KB_CHANCE || n_made == 0);
        for (int d = 0; d < n_made; d++) {
            char buffer[KB_PATTERN_MAX + 1], reason[KB_WHY_MAX];
            kb_text text = kb_text_in(buffer, sizeof buffer), why = kb_text_in(reason, sizeof reason);
            kb_pattern pattern;
            kb_put_deed(&state->setup, &made[d], &text);
            if (!kb_pattern_read(&state->setup, text.at, text.n, &pattern, &why)) fail_msg("%s: %s", buffer, reason);
            if (!kb_pattern_fits(&pattern, deeds, &made[d])) fail_msg("%s does not fit itself", buffer);
        }
    }
}

static void test_every_deed_fits_its_own_words(void **unused)
{
    (void)unused;
    play_each(look_at_deeds);
}

static void look_away(const kb_state *state, int seat)
{
    (void)state, (void)seat;
}

/* Reads the record up to its end line, then the given end line. */
static kb_reading read_with_end(kb_replay *replay, const char *record, const char *end, char *reason)
{
    kb_reading reading = KB_READ;
    kb_line line;
    memset(replay, 0, sizeof *replay);
    while (reading == KB_READ && strncmp(record, "{\"end\":", 7) != 0) {
        size_t n = strcspn(record, "\n");
        kb_text why = kb_text_in(reason, KB_WHY_MAX);
        reading = kb_replay_line(replay, record, n, true, &line, NULL, &why);
        record += n + 1;
    }
    assert_int_equal(reading, KB_READ);
    kb_text why = kb_text_in(reason, KB_WHY_MAX);
    return kb_replay_line(replay, end, strcspn(end, "\n"), true, &line, NULL, &why);
}

static void test_a_wrong_end_is_refused(void **unused)
{
    (void)unused;
    static char record[1 << 16];
    kb_text out = kb_text_in(record, sizeof record);
    kb_rng rng = kb_rng_seeded(1);
    char reason[KB_WHY_MAX];
    kb_setup setup;
    kb_state state;
    kb_replay replay;
    kb_setup_default(&setup, kb_game_named("incorporated"));
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    kb_put_setup_line(&setup, KB_VERSION, &out);
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&state, &rng, &seat, &move);
        kb_put_move_line(&state, seat, move, &out);
        assert_int_equal(kb_apply(&state, seat, move, NULL), KB_OK);
    }
    size_t n = out.n;
    kb_put_end_line(&state, &out);
    assert_false(out.cut);
    assert_int_equal(read_with_end(&replay, record, record + n, reason), KB_READ);
    assert_true(replay.ended);
    assert_int_equal(read_with_end(&replay, record, "{\"end\":{\"winners\":[]}}", reason), KB_READ_BAD);
    assert_non_null(strstr(reason, "'end' does not match the result of the game, which is {"));
    assert_false(replay.ended);
}

static void test_no_pacts_after_the_end(void **unused)
{
    (void)unused;
    static kb_ledger ledger;
    kb_promise made[KB_PACT_PROMISES_MAX];
    static const char promise[] = "[{\"seat\":\"suns\",\"will\":\"manage\",\"term\":\"game\"}]";
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_state over;
    const kb_proposal given = {1, 0, 0, false, {promise, sizeof promise - 1}};
    play(kb_game_named("incorporated"), 1, &over, look_away);
    assert_false(kb_ledger_propose(&ledger, &over, &given, made, NULL, &why));
    assert_string_equal(reason, "the game is over; no more pacts");
    assert_int_equal(ledger.proposed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_has_a_question),
        cmocka_unit_test(test_every_deed_fits_its_own_words),
        cmocka_unit_test(test_a_wrong_end_is_refused),
        cmocka_unit_test(test_no_pacts_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
