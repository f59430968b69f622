/* actions.h: encodings without the checks that a caller of the library needs: encode.c makes them once a call, batch.c
 * once a batch. The game has an encoding, the state knows what the seat knows, and out has room. What a step
 * needs is inline: batch.c names the game, and then the compiler knows which functions are called. */
#ifndef KB_ACTIONS_H
#define KB_ACTIONS_H

#include "../core/encode.h"
#include "games.h"

/* --- decisions -------------------------------------------------------------------------------------- */

KB_INLINE void kb_write_observation(const kb_encoding *e, const kb_state *view, int seat, int8_t *out)
{
    __builtin_memset(out, 0, (size_t)e->observation_bytes);
    e->observe(view, seat, out);
}

KB_INLINE void kb_write_mask(const kb_game *game, const kb_state *state, int seat, uint8_t *mask)
{
    const kb_encoding *e = game->encoding;
    kb_span list[KB_SPANS_MAX];
    int n = game->legal(state, seat, list, KB_SPANS_MAX);
    __builtin_memset(mask, 0, (size_t)e->n_actions);
    e->mark(list, n, seat, state->setup.seats, e->unit(state), mask);
}

/* --- actions to moves ------------------------------------------------------------------------------- */

/* The only form the move can have; NULL for chance's, and for what is no move. */
KB_INLINE const kb_action_form *kb_form_of(const kb_encoding *e, kb_move move)
{
    int i = move.verb < e->n_verbs ? e->form_of_verb[move.verb] : e->n_forms;
    if (i == KB_NONE && move.a < e->n_a) i = e->form_of_a[move.a];
    return i < e->n_forms ? &e->forms[i] : NULL;
}

KB_INLINE bool kb_has_action(const kb_encoding *e, int action)
{
    return action >= 0 && action < e->n_actions;
}

/* The moves of an action, legal or not, as one run; false where the setup cannot have it. */
KB_INLINE bool kb_run_of(const kb_encoding *e, const kb_state *state, int seat, int action, kb_span *out)
{
    return e->run(action, seat, state->setup.seats, e->unit(state), out);
}

/* The least legal sum of a run; false where there is none. */
bool kb_least_sum(const kb_game *, const kb_state *, int seat, const kb_span *run, int32_t *out);

/* The move of an action with this amount; KB_HIDDEN: with the least legal one. */
KB_INLINE kb_error kb_read_action(const kb_game *game, const kb_state *state, int seat, int action, int32_t amount,
                                  kb_move *move)
{
    kb_span run;
    if (!kb_has_action(game->encoding, action)) return KB_E_ARGUMENT;
    if (!kb_run_of(game->encoding, state, seat, action, &run)) return KB_E_NO_SUCH_SEAT;
    kb_move found = run.move;
    bool has_sum = kb_form_of(game->encoding, found)->kind == KB_ACTION_SUM, exact = amount != KB_HIDDEN;
    if (exact) {
        if (!has_sum) return KB_E_ARGUMENT;
        if (amount < run.move.amount) return KB_E_AMOUNT_LOW;
        if (amount >= (int64_t)run.move.amount + (int64_t)run.n * run.step) return KB_E_AMOUNT_HIGH;
        found.amount = amount;
    }
    kb_error error = game->check(state, seat, found);
    /* The legal sums of a verb are one run, so the first of this one is the least if it is legal. */
    if (error && has_sum && !exact && kb_least_sum(game, state, seat, &run, &found.amount)) error = KB_OK;
    if (!error) *move = found;
    return error;
}

/* --- what a seat remembers: recall.c ---------------------------------------------------------------- */

/* A move was made, and a new game begins. */
void kb_remember(const kb_recall *, const kb_batch *, int game, int seat, kb_move, const kb_events *);
void kb_forget(const kb_recall *, const kb_batch *, int game);

#endif
