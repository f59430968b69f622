/* pact.c: pacts as JSON: the lines of a record, read and written. */
#include "pact.h"

#include "ledger.h"

/* --- reading -------------------------------------------------------------------------------------- */

static int read_seat(kb_json *json, const kb_setup *setup)
{
    return kb_json_name(json, kb_game_at(setup->game)->seat_names, setup->seats, "seat");
}

static bool read_pattern(kb_json *json, const kb_setup *setup, kb_pattern *pattern)
{
    kb_word text;
    if (!kb_json_string(json, &text)) return false;
    size_t n = text.n;
    if (kb_pattern_read(setup, text.at, n, pattern, json->why)) return true;
    json->failed = true;
    return false;
}

static bool read_condition(kb_json *json, const kb_setup *setup, kb_promise *p)
{
    enum { SEAT, DEED, N_KEYS };
    static const char *const keys[] = {"seat", "deed"};
    uint32_t seen = 0;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, N_KEYS, &seen)) >= 0) {
        if (key == SEAT) p->if_seat = (uint8_t)read_seat(json, setup);
        if (key == DEED) read_pattern(json, setup, &p->condition);
    }
    return kb_json_complete(json, keys, N_KEYS, seen, 1u << SEAT | 1u << DEED);
}

static bool read_promise(kb_json *json, const kb_setup *setup, kb_promise *p)
{
    enum { SEAT, WILL, WONT, TERM, IF, N_KEYS };
    static const char *const keys[] = {"seat", "will", "wont", "term", "if"};
    uint32_t seen = 0, either = 1u << WILL | 1u << WONT;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, N_KEYS, &seen)) >= 0) {
        switch (key) {
        case SEAT: p->seat = (uint8_t)read_seat(json, setup); break;
        case WILL:
        case WONT:
            if ((seen & either) == either) return kb_json_fail(json, "a promise has 'will' or 'wont', not both");
            p->wont = key == WONT;
            read_pattern(json, setup, &p->deed);
            break;
        case TERM: p->term = (uint8_t)kb_json_name(json, kb_term_names, KB_TERMS, "term"); break;
        default: read_condition(json, setup, p); break;
        }
    }
    if (!json->failed && !(seen & either)) return kb_json_fail(json, "a promise needs 'will' or 'wont'");
    return kb_json_complete(json, keys, N_KEYS, seen, 1u << SEAT | 1u << TERM);
}

int kb_read_promises(const kb_setup *setup, kb_slice list, kb_promise *out, kb_text *why)
{
    int n = 0;
    kb_json json = kb_json_over(list.at, list.n, why);
    kb_json_open(&json, '[');
    __builtin_memset(out, 0, sizeof *out * KB_PACT_PROMISES_MAX);
    while (kb_json_more(&json, ']')) {
        if (n == KB_PACT_PROMISES_MAX) {
            kb_json_fail(&json, "a pact has at most %d promises", KB_PACT_PROMISES_MAX);
            break;
        }
        if (!read_promise(&json, setup, &out[n])) break;
        n++;
    }
    if (!json.failed && !n) kb_json_fail(&json, "a pact has at least one promise");
    return json.failed ? 0 : n;
}

/* --- lines of a record ---------------------------------------------------------------------------- */

static bool fold_pact(const kb_state *state, kb_ledger *ledger, const kb_line *line, kb_outcomes *out, kb_text *why)
{
    switch (line->act) {
    case KB_PACT_PROPOSE: {
        kb_proposal given = {line->pact, line->seat, line->to_mask, line->secret, line->body};
        return kb_ledger_propose(ledger, state, &given, out, why);
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
    if (!ledger->n_promises || !kb_is_bond(&state->setup)) return true;
    kb_error error = kb_bound_check(ledger, state, line->seat, line->move);
    if (!error) return true;
    kb_putf(why, "line %d: %s: '", (int)before->lines + 1, kb_seat_name(&state->setup, line->seat));
    kb_move_text(state, line->move, why);
    kb_putf(why, "': %s; due: ", kb_error_sentence(error));
    kb_put_bound_choices(ledger, state, line->seat, why);
    return false;
}

kb_reading kb_read(kb_replay *replay, kb_ledger *ledger, const char *text, size_t n, bool whole, kb_line *line,
                   kb_events *events, kb_outcomes *outcomes, kb_text *why)
{
    kb_replay before = *replay;
    size_t from = why->n;
    bool good = true;
    outcomes->n = 0;
    kb_reading reading = kb_replay_line(replay, text, n, whole, line, events, why);
    if (reading != KB_READ) return reading;
    if (line->kind == KB_LINE_PACT) {
        kb_putf(why, "line %d: ", (int)before.lines + 1);
        good = fold_pact(&replay->state, ledger, line, outcomes, why);
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
