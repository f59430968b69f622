/* encode.c: games as numbered actions and observations. core/encode.h has what a game brings; docs/encodings.md the
 * numbers. */
#include "../core/encode.h"
#include "games.h"

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

/* The number of a field's value among those it can have, or -1. */
static inline int number_of(const kb_action_field *field, int value, int seat, int n_seats)
{
    int high = value >> field->shift;
    int low = value - (high << field->shift) - field->first;
    if (field->n_high == 1) {
        high = 0;
        low = value - field->first;
    } else if (field->n_low == 1) {
        low = 0;
    }
    if (field->by_seat) {
        if (high >= n_seats) return -1;
        high = kb_seats_from(seat, high, n_seats);
    }
    if (high >= field->n_high || low < 0 || low >= field->n_low) return -1;
    return high * field->n_low + low;
}

/* One to three values, rising, 0 for no more: counted in the order of the last, the middle, the first. */
static inline int bag_of(kb_move move)
{
    int z = move.c ? move.c : move.b ? move.b : move.a;
    int y = move.c ? move.b : move.b ? move.a : 0;
    int x = move.c ? move.a : 0;
    if (x > y || y > z || z < 1 || z > KB_BAG_VALUES || (move.c && (!move.b || !move.a)) || (move.b && !move.a))
        return -1;
    return z * (z + 1) * (z + 2) / 6 + y * (y + 1) / 2 + x - 1;
}

static inline int action_in(const kb_action_form *form, kb_move move, int seat, int n_seats, int32_t unit)
{
    if (form->kind == KB_ACTION_BAG) {
        int bag = move.amount ? -1 : bag_of(move);
        return bag < 0 ? -1 : form->first + bag;
    }
    int a = number_of(&form->a, move.a, seat, n_seats);
    int b = number_of(&form->b, move.b, seat, n_seats);
    int c = number_of(&form->c, move.c, seat, n_seats);
    if ((a | b | c) < 0) return -1;
    int n = (a * form->b.n_low * form->b.n_high + b) * form->c.n_low * form->c.n_high + c;
    if (form->kind == KB_ACTION_PLAIN) return move.amount ? -1 : form->first + n;
    if (move.amount < 0 || move.amount % unit) return -1;
    return form->first + n * KB_RUNGS + kb_rung_of(move.amount / unit);
}

/* The form of a move and its action; -1 where it has none. */
static inline int action_of(const kb_encoding *e, kb_move move, int seat, int n_seats, int32_t unit)
{
    if (move.verb >= e->n_verbs) return -1;
    for (int i = e->form_of_verb[move.verb]; i < e->n_forms && e->forms[i].verb == move.verb; i++) {
        int action = action_in(&e->forms[i], move, seat, n_seats, unit);
        if (action >= 0) return action;
    }
    return -1;
}

int kb_action_of(const kb_state *state, int seat, kb_move move)
{
    const kb_encoding *e;
    if (ask(state, seat, &e)) return -1;
    return action_of(e, move, seat, state->setup.seats, e->unit(state));
}

/* --- what is legal ------------------------------------------------------------------------------------ */

/* Every rung that a run of sums touches: its sums are all the multiples of the unit from the first to the last. */
static void mark_run(const kb_span *span, int action, int32_t unit, uint8_t *mask)
{
    int32_t low = span->move.amount / unit;
    int from = kb_rung_of(low);
    int to = kb_rung_of(low + (int32_t)(span->n - 1) * (span->step / unit));
    for (int rung = from; rung <= to; rung++) mask[action + rung - from] = 1;
}

kb_error kb_action_mask(const kb_state *state, int seat, uint8_t *mask, int n)
{
    const kb_encoding *e;
    kb_span list[KB_SPANS_MAX];
    kb_error error = ask(state, seat, &e);
    if (error) return error;
    if (!mask || n != e->n_actions) return KB_E_ARGUMENT;
    int32_t unit = e->unit(state);
    int listed = kb_legal(state, seat, list, KB_SPANS_MAX);
    __builtin_memset(mask, 0, (size_t)n);
    for (int i = 0; i < listed; i++) {
        int action = action_of(e, list[i].move, seat, state->setup.seats, unit);
        KB_ASSERT(action >= 0);
        if (list[i].n == 1) {
            mask[action] = 1;
        } else {
            mark_run(&list[i], action, unit, mask);
        }
    }
    return KB_OK;
}

/* --- actions to moves ----------------------------------------------------------------------------------- */

static const kb_action_form *form_at(const kb_encoding *e, int action)
{
    int i = 0;
    if (action < 0 || action >= e->n_actions) return NULL;
    while (action >= e->forms[i].first + e->forms[i].n) i++;
    return &e->forms[i];
}

/* The value of a number; -1 for a seat that is not at the table. */
static int value_of(const kb_action_field *field, int number, int seat, int n_seats)
{
    int high = number / field->n_low;
    if (field->by_seat) {
        if (high >= n_seats) return -1;
        high = (seat + high) % n_seats;
    }
    return high << field->shift | (field->first + number % field->n_low);
}

static kb_move bag_move(int verb, int bag)
{
    int z = 1, y = 0;
    bag++;
    while ((z + 1) * (z + 2) * (z + 3) / 6 <= bag) z++;
    bag -= z * (z + 1) * (z + 2) / 6;
    while ((y + 1) * (y + 2) / 2 <= bag) y++;
    int x = bag - y * (y + 1) / 2;
    if (x) return kb_move_of(verb, x, y, z, 0);
    return y ? kb_move_of(verb, y, z, 0, 0) : kb_move_of(verb, z, 0, 0, 0);
}

/* The moves of an action, legal or not, as one run; false where the setup cannot have it. */
static bool run_of(const kb_encoding *e, const kb_state *state, int seat, int action, kb_span *out)
{
    const kb_action_form *form = form_at(e, action);
    int n_seats = state->setup.seats, number = action - form->first, rung = 0;
    kb_span one = {kb_move_of(form->verb, 0, 0, 0, 0), 1, 1, 1};
    *out = one;
    if (form->kind == KB_ACTION_BAG) {
        out->move = bag_move(form->verb, number);
        return true;
    }
    if (form->kind == KB_ACTION_SUM) {
        rung = number % KB_RUNGS;
        number /= KB_RUNGS;
    }
    int size_c = form->c.n_low * form->c.n_high, size_b = form->b.n_low * form->b.n_high;
    int c = value_of(&form->c, number % size_c, seat, n_seats);
    int b = value_of(&form->b, number / size_c % size_b, seat, n_seats);
    int a = value_of(&form->a, number / size_c / size_b, seat, n_seats);
    if ((a | b | c) < 0) return false;
    out->move = kb_move_of(form->verb, a, b, c, 0);
    if (form->kind != KB_ACTION_SUM) return true;
    int32_t unit = e->unit(state);
    out->move.amount = kb_rung_low(rung) * unit;
    out->n = (uint32_t)(kb_rung_low(rung + 1) - kb_rung_low(rung));
    out->step = (uint16_t)unit;
    return true;
}

static bool same_but_sum(kb_move a, kb_move b)
{
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* The least legal sum of a run; false where there is none. */
static bool least_sum(const kb_state *state, int seat, const kb_span *run, int32_t *out)
{
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(state, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) {
        int32_t low = list[i].move.amount, high = low + (int32_t)(list[i].n - 1) * list[i].step;
        int32_t least = run->move.amount > low ? run->move.amount : low;
        if (!same_but_sum(list[i].move, run->move) || least > high) continue;
        if (least >= run->move.amount + (int32_t)run->n * run->step) continue;
        *out = least;
        return true;
    }
    return false;
}

kb_error kb_action_move(const kb_state *state, int seat, int action, int32_t amount, kb_move *move)
{
    const kb_encoding *e;
    kb_span run;
    kb_error error = ask(state, seat, &e);
    if (error) return error;
    if (!move || !form_at(e, action)) return KB_E_ARGUMENT;
    if (!run_of(e, state, seat, action, &run)) return KB_E_NO_SUCH_SEAT;
    kb_move found = run.move;
    if (form_at(e, action)->kind == KB_ACTION_SUM) {
        int64_t past = (int64_t)run.move.amount + (int64_t)run.n * run.step;
        if (amount != KB_HIDDEN && amount < run.move.amount) return KB_E_AMOUNT_LOW;
        if (amount != KB_HIDDEN && amount >= past) return KB_E_AMOUNT_HIGH;
        found.amount = amount;
        if (amount == KB_HIDDEN && !least_sum(state, seat, &run, &found.amount)) found.amount = run.move.amount;
    } else if (amount != KB_HIDDEN) {
        return KB_E_ARGUMENT;
    }
    error = kb_check(state, seat, found);
    if (!error) *move = found;
    return error;
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
    if (!e || !out || !form_at(e, action)) return KB_E_ARGUMENT;
    if (!run_of(e, &state, 0, action, &run)) return KB_OK;
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
    __builtin_memset(out, 0, (size_t)n);
    e->observe(&view, seat, out);
    return KB_OK;
}
