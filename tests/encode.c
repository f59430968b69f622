/* encode.c: actions and observations, on every state of random games of every configuration. Knows no game.
 *
 * The mask is set exactly for the actions that stand for a legal move. Every legal move is reached through its action,
 * with its exact amount, and an action's move maps back to the action. An observation depends only on the seat's view.
 * A batch plays as the functions for single games do, and remembers what every seat was told. Checked once per game: every index has a name of its own.
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

/* --- batches ------------------------------------------------------------------------------------------ */

enum { BATCH = 2, ROWS_KEPT = 40 };

static struct {
    kb_state states[BATCH];
    kb_rng luck[BATCH], dice[BATCH];
    kb_move moves[BATCH];
    int8_t observations[BATCH * OBSERVATIONS_MAX];
    uint8_t masks[BATCH * ACTIONS_MAX];
    int8_t seats[BATCH];
    int32_t scores[BATCH * KB_SEATS_MAX], actions[BATCH];
    uint8_t dones[BATCH], winners[BATCH];
    int32_t told[BATCH * KB_SEATS_MAX * ROWS_KEPT * KB_TOLD_NUMBERS], n_told[BATCH * KB_SEATS_MAX];
} rows;

/* The games of the batch, each stepped by the functions for single games. */
static struct {
    kb_state state;
    kb_rng luck;
    int32_t told[KB_SEATS_MAX][ROWS_KEPT][KB_TOLD_NUMBERS], n_told[KB_SEATS_MAX]; /* row k is at k % ROWS_KEPT */
} alone[BATCH];

static int32_t *next_row(int i, int seat)
{
    return alone[i].told[seat][alone[i].n_told[seat]++ % ROWS_KEPT];
}

static void begin(const kb_setup *setup, int i)
{
    MUST(!kb_start(&alone[i].state, setup));
    memset(alone[i].n_told, 0, sizeof alone[i].n_told);
}

/* Makes a move of game i, and notes who is told what. */
static void apply_alone(int i, int seat, kb_move move)
{
    kb_events events;
    int32_t none[KB_TOLD_NUMBERS];
    if (seat != KB_CHANCE) MUST(!kb_told_move(&alone[i].state, seat, move, next_row(i, seat)));
    MUST(!kb_apply(&alone[i].state, seat, move, &events));
    for (int at = 0; at < events.n; at++)
        for (int other = 0; other < alone[i].state.setup.seats; other++) {
            const kb_event *event = &events.at[at];
            bool told = event->seen_by >> other & 1;
            kb_error error = kb_told_event(&alone[i].state, other, event, told ? next_row(i, other) : none);
            MUST(error == (told ? KB_OK : KB_E_HIDDEN));
        }
}

/* The batch has the last rows of every seat. */
static void check_told(const kb_setup *setup, int i)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        int n = alone[i].n_told[seat], of_seat = i * setup->seats + seat;
        MUST(rows.n_told[of_seat] == n);
        for (int back = 1; back <= n && back <= ROWS_KEPT; back++) {
            int at = of_seat * ROWS_KEPT + (n < ROWS_KEPT ? n : ROWS_KEPT) - back;
            const int32_t *expected = alone[i].told[seat][(n - back) % ROWS_KEPT];
            MUST(!memcmp(&rows.told[at * KB_TOLD_NUMBERS], expected, KB_TOLD_NUMBERS * sizeof *expected));
            MUST(expected[KB_TOLD_WHAT] > 0 && expected[KB_TOLD_WHAT] < kb_told_kinds(setup->game));
        }
    }
}

static void draw(int i)
{
    int seat;
    kb_move move;
    while (kb_actors(&alone[i].state) >> KB_CHANCE & 1) {
        MUST(!kb_pick(&alone[i].state, &alone[i].luck, &seat, &move));
        apply_alone(i, seat, move);
    }
}

/* Row i shows the decision that game i is at, and nothing is written past the row. */
static void check_row(const kb_setup *setup, int i)
{
    int8_t seen[OBSERVATIONS_MAX];
    uint8_t mask[ACTIONS_MAX] = {0};
    int n = kb_actions(setup->game), n_seen = kb_observations(setup->game), seat = (uint8_t)rows.seats[i];
    MUST(seat == __builtin_ctz(kb_actors(&alone[i].state)));
    MUST(!memcmp(rows.states[i].words, alone[i].state.words, sizeof alone[i].state.words));
    expect_mask(&alone[i].state, seat, mask);
    MUST(!memcmp(rows.masks + (size_t)i * (size_t)n, mask, (size_t)n));
    MUST(!kb_observe(&alone[i].state, seat, seen, n_seen));
    MUST(!memcmp(rows.observations + (size_t)i * (size_t)n_seen, seen, (size_t)n_seen));
}

/* Makes the action of game i alone; then the batch must have noted the end of a game, and only then. */
static void follow(const kb_setup *setup, int i)
{
    kb_result result;
    kb_move move;
    int seat = __builtin_ctz(kb_actors(&alone[i].state));
    MUST(!kb_action_move(&alone[i].state, seat, rows.actions[i], KB_HIDDEN, &move));
    apply_alone(i, seat, move);
    draw(i);
    bool over = kb_over(&alone[i].state, &result);
    MUST(rows.dones[i] == over);
    MUST(rows.winners[i] == (over ? result.winners_mask : 0));
    for (int other = 0; other < setup->seats; other++)
        MUST(rows.scores[i * setup->seats + other] == (over ? result.score[other] : 0));
    if (!over) return;
    begin(setup, i);
    draw(i);
}

/* A wrong action changes no game, and moves that were not read are not made. */
static void refuse_steps(const kb_batch *batch)
{
    int32_t actions[BATCH];
    kb_state before[BATCH];
    int n = kb_actions(batch->setup.game), wrong = -1;
    uint8_t *mask = batch->masks + (size_t)(BATCH - 1) * (size_t)n;
    memcpy(before, batch->states, sizeof before);
    memcpy(actions, rows.actions, sizeof actions);
    for (actions[BATCH - 1] = 0; mask[actions[BATCH - 1]];) actions[BATCH - 1]++;
    MUST(kb_batch_read(batch, 0, BATCH, actions, NULL, &wrong) && wrong == BATCH - 1);
    MUST(kb_batch_make(batch, 0, BATCH) == KB_E_ARGUMENT);
    actions[BATCH - 1] = n;
    MUST(kb_batch_read(batch, 0, BATCH, actions, NULL, &wrong) == KB_E_ARGUMENT && wrong == BATCH - 1);
    MUST(kb_batch_read(batch, 0, BATCH + 1, actions, NULL, &wrong) == KB_E_ARGUMENT);
    MUST(kb_batch_read(batch, 0, BATCH, NULL, NULL, NULL) == KB_E_ARGUMENT && kb_batch_make(NULL, 0, 1));
    for (int i = 0; i < BATCH; i++) MUST(!memcmp(before[i].words, batch->states[i].words, sizeof before[i].words));
}

static void play_batch(const setups_game *g)
{
    const uint64_t seeds[BATCH] = {g->luck, g->luck + 1};
    kb_batch batch = {*g->setup,  BATCH,      rows.states, rows.luck,  rows.moves,  rows.observations,
                      rows.masks, rows.seats, rows.scores, rows.dones, rows.winners};
    const kb_recall recall = {ROWS_KEPT, rows.told, rows.n_told}, no_room = {0, rows.told, rows.n_told};
    int ended = 0, wrong;
    memset(&rows, 0, sizeof rows);
    MUST(kb_recall_start(&no_room, &batch, 0, BATCH, seeds) && kb_recall_start(NULL, &batch, 0, BATCH, seeds));
    MUST(!kb_recall_start(&recall, &batch, 0, BATCH, seeds));
    for (int i = 0; i < BATCH; i++) {
        alone[i].luck = kb_rng_from(seeds[i]);
        rows.dice[i] = kb_rng_from(~seeds[i]);
        begin(g->setup, i);
        draw(i);
    }
    for (now.moves = 0; !ended; now.moves++) {
        for (int i = 0; i < BATCH; i++) {
            check_row(g->setup, i);
            check_told(g->setup, i);
        }
        MUST(!kb_batch_pick(&batch, 0, BATCH, rows.dice, rows.actions, &wrong));
        if (now.moves % REFUSALS_ONCE_IN == 0) refuse_steps(&batch);
        MUST(!kb_batch_read(&batch, 0, BATCH, rows.actions, NULL, &wrong) &&
             !kb_recall_make(&recall, &batch, 0, BATCH));
        for (int i = 0; i < BATCH; i++) {
            follow(g->setup, i);
            ended += rows.dones[i];
        }
        now.states += BATCH;
    }
    memset(rows.masks, 0, sizeof rows.masks);
    MUST(kb_batch_pick(&batch, 1, BATCH, rows.dice, rows.actions, &wrong) && wrong == 1);
}

static void play(const setups_game *g)
{
    kb_rng rng = kb_rng_from(g->luck), guesses = kb_rng_from(g->luck + 1);
    kb_state state;
    if (!kb_actions(g->setup->game)) return;
    now.config = g->config;
    now.seed = g->seed;
    play_batch(g);
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
