/* encode.c: games as numbered actions and observations. core/encode.h has what a game brings; docs/encodings.md the
 * numbers. */
#include "actions.h"

static const kb_encoding *encoding_at(int game)
{
    const kb_game *found = kb_game_at(game);
    return found ? found->encoding : NULL;
}

/* The encoding of a state's game, where the state knows what the seat knows; else why not. */
static kb_error ask(const kb_state *state, int seat, const kb_encoding **out)
{
    const kb_game *game = kb_game_playing(state);
    *out = game ? game->encoding : NULL;
    if (!*out) return KB_E_ARGUMENT;
    if (seat < 0 || seat >= state->setup.seats) return KB_E_NO_SUCH_SEAT;
    return !game->known || game->known(state) >> seat & 1 ? KB_OK : KB_E_HIDDEN;
}

/* --- moves to actions ------------------------------------------------------------------------------- */

static bool can_be(const kb_action_field *field, int value, int n_seats)
{
    int high = value >> field->shift;
    int low = value - (high << field->shift) - field->first;
    return high < (field->by_seat ? n_seats : field->n_high) && low >= 0 && low < field->n_low;
}

/* One to three values, rising, 0 for no more. */
static bool is_bag(kb_move move)
{
    if (!move.b) return !move.c && move.a >= 1 && move.a <= KB_BAG_VALUES;
    int last = move.c ? move.c : move.b;
    return move.a >= 1 && move.a <= move.b && move.b <= last && last <= KB_BAG_VALUES;
}

static bool has_form(const kb_action_form *form, kb_move move, int n_seats, int32_t unit)
{
    if (form->kind == KB_ACTION_BAG) return is_bag(move) && !move.amount;
    if (!can_be(&form->a, move.a, n_seats) || !can_be(&form->b, move.b, n_seats) || !can_be(&form->c, move.c, n_seats))
        return false;
    return form->kind == KB_ACTION_SUM ? move.amount >= 0 && move.amount % unit == 0 : !move.amount;
}

int kb_action_of(const kb_state *state, int seat, kb_move move)
{
    const kb_encoding *e;
    if (ask(state, seat, &e)) return -1;
    const kb_action_form *form = kb_form_of(e, move);
    int32_t unit = e->unit(state);
    if (!form || !has_form(form, move, state->setup.seats, unit)) return -1;
    int action = kb_action_in(form, move, seat, state->setup.seats);
    return form->kind == KB_ACTION_SUM ? action + kb_rung_of(move.amount / unit) : action;
}

/* --- what is legal ------------------------------------------------------------------------------------ */

kb_error kb_action_mask(const kb_state *state, int seat, uint8_t *mask, int n)
{
    const kb_encoding *e;
    kb_error error = ask(state, seat, &e);
    if (error) return error;
    if (!mask || n != e->n_actions) return KB_E_ARGUMENT;
    kb_write_mask(kb_game_of(state), state, seat, mask);
    return KB_OK;
}

/* --- actions to moves ----------------------------------------------------------------------------------- */

static bool same_but_sum(kb_move a, kb_move b)
{
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

bool kb_least_sum(const kb_game *game, const kb_state *state, int seat, const kb_span *run, int32_t *out)
{
    kb_span list[KB_SPANS_MAX];
    int n = game->legal(state, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) {
        int32_t low = list[i].move.amount;
        int32_t least = run->move.amount > low ? run->move.amount : low;
        if (!same_but_sum(list[i].move, run->move) || least > kb_span_last(list[i])) continue;
        if (least >= run->move.amount + (int32_t)run->n * run->step) continue;
        *out = least;
        return true;
    }
    return false;
}

kb_error kb_action_move(const kb_state *state, int seat, int action, int32_t amount, kb_move *move)
{
    const kb_encoding *e;
    kb_error error = ask(state, seat, &e);
    if (!error && !move) error = KB_E_ARGUMENT;
    return error ? error : kb_read_action(kb_game_of(state), state, seat, action, amount, move);
}

/* --- names and numbers -------------------------------------------------------------------------------------- */

int kb_actions(int game)
{
    const kb_encoding *e = encoding_at(game);
    return e ? e->n_actions : 0;
}

kb_error kb_action_name(const kb_setup *setup, int action, kb_text *out)
{
    kb_state state;
    kb_span run;
    kb_error error = kb_start(&state, setup);
    const kb_encoding *e = error ? NULL : encoding_at(setup->game);
    if (error) return error;
    if (!e || !kb_has_action(e, action) || !out) return KB_E_ARGUMENT;
    if (!kb_run_of(e, &state, 0, action, &run)) return KB_OK;
    return kb_span_text(&state, run, out);
}

int kb_observations(int game)
{
    const kb_encoding *e = encoding_at(game);
    return e ? e->observation_bytes : 0;
}

kb_error kb_observation_name(int game, int index, kb_text *out)
{
    const kb_encoding *e = encoding_at(game);
    if (!e || !out || index < 0 || index >= e->observation_bytes) return KB_E_ARGUMENT;
    const kb_observation_block *block = e->blocks;
    while (index >= block->at + block->bytes) block++;
    kb_put(out, block->name);
    int left = index - block->at, size = block->bytes;
    for (int i = 0; i < 3 && block->n[i]; i++) {
        size /= block->n[i];
        kb_putf(out, "[%d]", left / size);
        left %= size;
    }
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

kb_error kb_observe(const kb_state *state, int seat, int8_t *out, int n)
{
    const kb_encoding *e;
    kb_state view;
    kb_error error = ask(state, seat, &e);
    if (error) return error;
    if (!out || n != e->observation_bytes) return KB_E_ARGUMENT;
    kb_game_of(state)->redact(state, seat, &view);
    kb_write_observation(e, &view, seat, out);
    return KB_OK;
}
