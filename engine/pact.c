/* pact.c: see pact.h. */
#include "pact.h"

#include "ledger.h"

/* --- lines of a record ---------------------------------------------------------------------------- */

static bool fold_pact(const kb_state *state, kb_ledger *ledger, kb_promise *made, const kb_line *line, kb_outcomes *out,
                      kb_text *why)
{
    switch (line->act) {
    case KB_PACT_PROPOSE: {
        kb_proposal given = {line->pact, line->seat, line->to_mask, line->secret, line->body};
        return kb_ledger_propose(ledger, state, &given, made, out, why);
    }
    case KB_PACT_ACCEPT: return kb_ledger_accept(ledger, state, line->seat, line->pact, out, why);
    case KB_PACT_DECLINE: return kb_ledger_decline(ledger, state, line->seat, line->pact, out, why);
    case KB_PACT_WITHDRAW: return kb_ledger_withdraw(ledger, state, line->seat, line->pact, out, why);
    }
    return false;
}

/* The move is legal by the rules of the game. */
static bool check_bond(const kb_ledger *ledger, const kb_replay *before, const kb_line *line, kb_text *why)
{
    const kb_state *state = &before->state;
    if (!ledger->n_items || !kb_is_bond(&state->setup)) return true;
    kb_error error = kb_bound_check(ledger, state, line->seat, line->move);
    if (!error) return true;
    kb_putf(why, "line %d: %s: '", (int)before->lines + 1, kb_seat_name(&state->setup, line->seat));
    kb_move_text(state, line->move, why);
    kb_putf(why, "': %s; legal: ", kb_error_sentence(error));
    kb_put_bound_choices(ledger, state, line->seat, why);
    return false;
}

kb_reading kb_read_into(kb_replay *replay, kb_ledger *ledger, kb_promise made[KB_PACT_PROMISES_MAX], const char *text,
                        size_t n, bool whole, kb_line *line, kb_events *events, kb_outcomes *outcomes, kb_text *why)
{
    kb_replay before = *replay;
    char reason[KB_WHY_MAX];
    kb_text refusal = kb_text_in(reason, sizeof reason);
    size_t from = why->n;
    bool good = true;
    outcomes->n = 0;
    kb_reading reading = kb_replay_line(replay, text, n, whole, line, events, why);
    if (reading != KB_READ) return reading;
    if (line->kind == KB_LINE_PACT) {
        good = fold_pact(&replay->state, ledger, made, line, outcomes, &refusal);
        if (!good) kb_putf(why, "line %d: %s", (int)before.lines + 1, reason);
    } else if (line->kind == KB_LINE_MOVE) {
        good = check_bond(ledger, &before, line, why);
    }
    if (!good) {
        *replay = before;
        if (events) events->n = 0;
        return KB_READ_BAD;
    }
    if (line->kind == KB_LINE_MOVE)
        kb_ledger_move(ledger, &before.state, line->seat, line->move, &replay->state, outcomes);
    why->n = from;
    why->at[from] = '\0';
    return KB_READ;
}

kb_reading kb_read(kb_replay *replay, kb_ledger *ledger, kb_promise memory[KB_OPEN_PROMISES_MAX], const char *text,
                   size_t n, bool whole, kb_line *line, kb_events *events, kb_outcomes *outcomes, kb_text *why)
{
    kb_promise made[KB_PACT_PROMISES_MAX];
    kb_reading reading = kb_read_into(replay, ledger, made, text, n, whole, line, events, outcomes, why);
    if (reading == KB_READ && line->kind == KB_LINE_PACT && line->act == KB_PACT_PROPOSE)
        kb_ledger_keep(ledger, memory);
    return reading;
}

/* --- legal lists and traces ----------------------------------------------------------------------- */

static int list_bound(const void *ledger, const kb_state *state, int seat, kb_span *list, int max)
{
    return kb_bound_legal((const kb_ledger *)ledger, state, seat, list, max);
}

kb_lister kb_bound_lister(const kb_ledger *ledger)
{
    kb_lister lister = {list_bound, ledger};
    return lister;
}

void kb_put_bound_choices(const kb_ledger *ledger, const kb_state *state, int seat, kb_text *out)
{
    kb_lister lister = kb_bound_lister(ledger);
    kb_put_choices(state, seat, &lister, out);
}

void kb_put_bound_legal(const kb_ledger *ledger, const kb_state *state, kb_text *out)
{
    kb_put_bound_legal_of(ledger, state, UINT32_MAX, out);
}

void kb_put_bound_legal_of(const kb_ledger *ledger, const kb_state *state, uint32_t seats_mask, kb_text *out)
{
    kb_lister lister = kb_bound_lister(ledger);
    kb_put_legal_of(state, seats_mask, &lister, out);
}

void kb_put_bound_row(const kb_replay *replay, const kb_ledger *ledger, kb_text *out)
{
    kb_lister lister = kb_bound_lister(ledger);
    kb_put_trace_row(&replay->state, replay->moves, &lister, out);
}
