/* recall.c: what a seat was told, as rows of numbers, and the rows of all seats of a batch. core/event.h has what a game
 * brings; docs/encodings.md the numbers. */
#include "../core/event.h"
#include "actions.h"

enum { WHAT_NOTHING, WHAT_MOVE, WHAT_EVENT };

static const kb_telling *telling_at(int game)
{
    const kb_game *found = kb_game_at(game);
    return found && found->encoding ? found->telling : NULL;
}

int kb_told_kinds(int game)
{
    const kb_telling *t = telling_at(game);
    return t ? WHAT_EVENT + t->n_shapes : 0;
}

kb_error kb_told_name(int game, int what, kb_text *out)
{
    if (what < 0 || what >= kb_told_kinds(game) || !out) return KB_E_ARGUMENT;
    if (what == WHAT_MOVE) kb_put(out, "move");
    if (what >= WHAT_EVENT) kb_put(out, telling_at(game)->shapes[what - WHAT_EVENT].kind);
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

/* --- rows -------------------------------------------------------------------------------------------- */

/* How the target of a card that was played counts seats. */
static int seats_played(const kb_encoding *e, int card)
{
    int form = card < e->n_a ? e->form_of_a[card] : e->n_forms;
    return form < e->n_forms && e->forms[form].b.by_seat ? e->forms[form].b.shift : KB_TOLD_PLAIN;
}

/* A value whose high bits are a seat, counted from another seat. */
static int32_t counted(int value, int shift, int seat, int n_seats)
{
    if (shift == KB_TOLD_PLAIN) return value;
    if (value == KB_NONE) return -1;
    return kb_seats_from(seat, value >> shift, n_seats) << shift | (value & ((1 << shift) - 1));
}

static void write_event(const kb_game *game, int n_seats, int seat, const kb_event *event, int32_t *row)
{
    const kb_telling *t = game->telling;
    const uint8_t *field = t->shapes[event->kind].fields;
    __builtin_memset(row, 0, KB_TOLD_NUMBERS * sizeof *row);
    row[KB_TOLD_WHAT] = WHAT_EVENT + event->kind;
    for (int i = 0; i < KB_EVENT_FIELDS_MAX && field[i]; i++) {
        kb_told_field f = t->fields[field[i]];
        int shift = f.seats == KB_TOLD_PLAYED ? seats_played(game->encoding, event->a) : f.seats;
        if (f.in & KB_IN_SEAT) row[KB_TOLD_SEAT] = counted(event->seat, shift, seat, n_seats);
        if (f.in & KB_IN_A) row[KB_TOLD_A] = counted(event->a, shift, seat, n_seats);
        if (f.in & KB_IN_B) row[KB_TOLD_B] = counted(event->b, shift, seat, n_seats);
        if (f.in & KB_IN_AMOUNT) row[KB_TOLD_AMOUNT] = event->amount == KB_HIDDEN ? -1 : event->amount;
    }
}

static void write_move(int action, int32_t amount, int32_t *row)
{
    row[KB_TOLD_WHAT] = WHAT_MOVE;
    row[KB_TOLD_SEAT] = 0;
    row[KB_TOLD_A] = action;
    row[KB_TOLD_B] = 0;
    row[KB_TOLD_AMOUNT] = amount;
}

/* The game of a state, if a seat of it can be told something. */
static kb_error ask(const kb_state *state, int seat, const int32_t *row, const kb_game **out)
{
    *out = kb_game_playing(state);
    if (!*out || !row || !kb_told_kinds(state->setup.game)) return KB_E_ARGUMENT;
    return seat < 0 || seat >= state->setup.seats ? KB_E_NO_SUCH_SEAT : KB_OK;
}

kb_error kb_told_event(const kb_state *state, int seat, const kb_event *event, int32_t row[KB_TOLD_NUMBERS])
{
    const kb_game *game;
    kb_error error = ask(state, seat, row, &game);
    if (error) return error;
    if (!event || event->kind >= game->telling->n_shapes) return KB_E_ARGUMENT;
    if (!(event->seen_by >> seat & 1)) return KB_E_HIDDEN;
    write_event(game, state->setup.seats, seat, event, row);
    return KB_OK;
}

kb_error kb_told_move(const kb_state *state, int seat, kb_move move, int32_t row[KB_TOLD_NUMBERS])
{
    const kb_game *game;
    kb_error error = ask(state, seat, row, &game);
    if (error) return error;
    int action = kb_action_of(state, seat, move);
    if (action < 0) return KB_E_UNKNOWN_MOVE;
    write_move(action, move.amount, row);
    return KB_OK;
}

/* --- batches ------------------------------------------------------------------------------------------ */

/* Room for one more row of a seat; the oldest goes where there is none. */
static int32_t *add_row(const kb_recall *recall, const kb_batch *batch, int game, int seat)
{
    size_t of_seat = (size_t)game * batch->setup.seats + (size_t)seat, max = (size_t)recall->max;
    int32_t *rows = recall->rows + of_seat * max * KB_TOLD_NUMBERS;
    size_t n = (size_t)recall->n[of_seat]++;
    if (n < max) return rows + n * KB_TOLD_NUMBERS;
    __builtin_memmove(rows, rows + KB_TOLD_NUMBERS, (max - 1) * KB_TOLD_NUMBERS * sizeof *rows);
    return rows + (max - 1) * KB_TOLD_NUMBERS;
}

void kb_remember(const kb_recall *recall, const kb_batch *batch, int game, int seat, kb_move move,
                 const kb_events *events)
{
    const kb_state *state = &batch->states[game];
    int n_seats = batch->setup.seats;
    if (seat != KB_CHANCE) write_move(kb_action_of(state, seat, move), move.amount, add_row(recall, batch, game, seat));
    for (int i = 0; i < events->n; i++)
        for (int other = 0; other < n_seats; other++)
            if (events->at[i].seen_by >> other & 1)
                write_event(kb_game_of(state), n_seats, other, &events->at[i], add_row(recall, batch, game, other));
}

void kb_forget(const kb_recall *recall, const kb_batch *batch, int game)
{
    size_t seats = batch->setup.seats;
    __builtin_memset(recall->n + (size_t)game * seats, 0, seats * sizeof *recall->n);
}
