/* encode.c: actions and observations, on every state of random games of every configuration. Knows no game.
 *
 * The mask is set exactly for the actions that stand for a legal move. Every legal move is reached through its action,
 * with its exact amount, and an action's move maps back to the action. An observation depends only on the seat's view.
 * Checked once per game: every index has a name of its own.
 *
 * usage: encode [--games N] [--seed S] [--only GAME] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/encode.h"
#include "../engine/record.h"
#include "setups.h"

enum { ACTIONS_MAX = 4096, OBSERVATIONS_MAX = 2048, NAME_MAX_BYTES = 80, REFUSALS_ONCE_IN = 61 };

static struct {
    const char *config;
    uint64_t seed;
    int moves;
    long long states;
} now;

#define MUST(condition)                                                                                         \
    do {                                                                                                        \
        if (!(condition)) {                                                                                     \
            fprintf(stderr, "encode: %s:%d: %s\n  in %s, game %llu, move %d\n", __FILE__, __LINE__, #condition, \
                    now.config, (unsigned long long)now.seed, now.moves);                                       \
            exit(1);                                                                                            \
        }                                                                                                       \
    } while (0)

static bool same_move(kb_move a, kb_move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Builds the mask from the legal list, move by move. */
static void expect_mask(const kb_state *state, int seat, uint8_t *mask)
{
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(state, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) {
        kb_move move = list[i].move, back;
        for (uint32_t left = list[i].n; left; left--, move.amount += list[i].step) {
            int action = kb_action_of(state, seat, move);
            MUST(action >= 0 && action < ACTIONS_MAX);
            mask[action] = 1;
            if (kb_action_move(state, seat, action, move.amount, &back))
                MUST(!move.amount && !kb_action_move(state, seat, action, KB_HIDDEN, &back));
            MUST(same_move(move, back));
        }
    }
}

static void check_actions(const kb_state *state, int seat)
{
    uint8_t mask[ACTIONS_MAX], expected[ACTIONS_MAX] = {0};
    int n = kb_actions(state->setup.game);
    bool refusals = now.states % REFUSALS_ONCE_IN == 0;
    MUST(!kb_action_mask(state, seat, mask, n));
    expect_mask(state, seat, expected);
    MUST(!memcmp(mask, expected, (size_t)n));
    for (int action = 0; action < n; action++) {
        kb_move move;
        if (!mask[action] && !refusals) continue;
        kb_error error = kb_action_move(state, seat, action, KB_HIDDEN, &move);
        MUST((error == KB_OK) == (mask[action] == 1));
        if (error) continue;
        MUST(!kb_check(state, seat, move));
        MUST(kb_action_of(state, seat, move) == action);
    }
}

/* Another world that looks the same to the seat gives the same numbers. So does the view itself. */
static void check_observation(const kb_state *state, int seat, kb_rng *rng)
{
    int8_t here[OBSERVATIONS_MAX], there[OBSERVATIONS_MAX], seen[OBSERVATIONS_MAX];
    uint8_t mask[ACTIONS_MAX], guarded[ACTIONS_MAX];
    int game = state->setup.game, n = kb_observations(game), n_actions = kb_actions(game);
    kb_state view, world;
    memset(here, 0x5A, sizeof here);
    MUST(!kb_redact(state, seat, &view) && !kb_sample(&view, rng, &world));
    MUST(!kb_observe(state, seat, here, n) && !kb_observe(&world, seat, there, n) && !kb_observe(&view, seat, seen, n));
    MUST(!memcmp(here, there, (size_t)n) && !memcmp(here, seen, (size_t)n));
    MUST(here[n] == 0x5A);
    MUST(!kb_action_mask(state, seat, mask, n_actions) && !kb_action_mask(&view, seat, guarded, n_actions));
    MUST(!memcmp(mask, guarded, (size_t)n_actions));
    int other = (seat + 1) % state->setup.seats;
    kb_error error = kb_observe(&view, other, there, n);
    MUST(!error || error == KB_E_HIDDEN);
}

static void play(const setups_game *g)
{
    kb_rng rng = kb_rng_from(g->luck), guesses = kb_rng_from(g->luck + 1);
    kb_state state;
    if (!kb_actions(g->setup->game)) return;
    now.config = g->config;
    now.seed = g->seed;
    now.moves = 0;
    MUST(!kb_start(&state, g->setup));
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        for (int i = 0; i < state.setup.seats; i++) {
            check_actions(&state, i);
            if ((now.states + i) % 4 == 0) check_observation(&state, i, &guesses);
        }
        MUST(!kb_pick(&state, &rng, &seat, &move));
        MUST(seat != KB_CHANCE || kb_action_of(&state, 0, move) == -1);
        MUST(!kb_apply(&state, seat, move, NULL));
        now.moves++;
        now.states++;
    }
}

/* --- names -------------------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void must_differ(char (*names)[NAME_MAX_BYTES], int n)
{
    qsort(names, (size_t)n, sizeof *names, by_text);
    for (int i = 1; i < n; i++)
        if (names[i][0]) MUST(strcmp(names[i - 1], names[i]) != 0);
}

/* A setup in which every action can be written: the most seats, the edition with the most posts, and options other than
 * the defaults where they are compatible. */
static kb_setup widest(int game)
{
    kb_setup setup;
    kb_state state;
    kb_setup_default(&setup, game);
    setup.seats = (uint8_t)kb_game_seats_max(game);
    while (kb_game_edition(game, setup.edition + 1)) setup.edition++;
    for (int i = 0; kb_game_option(game, i); i++) {
        setup.option[i] = 1;
        if (kb_start(&state, &setup)) setup.option[i] = 0;
    }
    return setup;
}

static void check_names(int game)
{
    static char names[ACTIONS_MAX][NAME_MAX_BYTES];
    kb_setup setup = widest(game);
    int n = kb_actions(game);
    MUST(n <= ACTIONS_MAX && kb_observations(game) < OBSERVATIONS_MAX);
    for (int i = 0; i < n; i++) {
        kb_text name = kb_text_in(names[i], NAME_MAX_BYTES);
        MUST(!kb_action_name(&setup, i, &name) && name.n);
    }
    must_differ(names, n);
    for (int i = 0; i < kb_observations(game); i++) {
        kb_text name = kb_text_in(names[i], NAME_MAX_BYTES);
        MUST(!kb_observation_name(game, i, &name) && name.n);
    }
    must_differ(names, kb_observations(game));
    kb_text name = kb_text_in(names[0], NAME_MAX_BYTES);
    MUST(kb_action_name(&setup, n, &name) && kb_action_name(&setup, -1, &name));
    MUST(kb_observation_name(game, kb_observations(game), &name) && kb_observation_name(game, -1, &name));
}

static void check_rungs(void)
{
    for (int32_t units = 0; units < KB_RUNG_UNIT_MAX; units++) {
        int rung = kb_rung_of(units);
        MUST(rung >= 0 && rung < KB_RUNGS && kb_rung_low(rung) <= units && units < kb_rung_low(rung + 1));
        MUST(units > 8 || kb_rung_low(rung) == units);
    }
}

int main(int argc, char **argv)
{
    int encoded = 0;
    now.config = "no game";
    check_rungs();
    for (int game = 0; game < kb_games(); game++) {
        if (kb_actions(game)) check_names(game);
        encoded += kb_actions(game) > 0;
    }
    MUST(encoded >= 3);
    play_all_setups(argc, argv, play, "every state encoded and back");
    printf("%lld states\n", now.states);
    MUST(now.states > 1000);
    return 0;
}
