/* ledger.c: the pacts of a game: proposals, answers, and lapsing. */
#include "ledger.h"

const kb_ledger kb_no_pacts = {0};

void kb_tell_outcome(kb_outcomes *out, uint32_t pact, int promise, int what, int seat)
{
    kb_outcome outcome = {pact, (uint8_t)promise, (uint8_t)what, (uint8_t)seat, 0};
    if (!out) return;
    KB_ASSERT(out->n < KB_OUTCOMES_MAX);
    out->at[out->n++] = outcome;
}

/* --- finding -------------------------------------------------------------------------------------- */

static kb_pact *find(kb_ledger *ledger, uint32_t number)
{
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].number == number) return &ledger->pact[i];
    return NULL;
}

static int count_proposals(const kb_ledger *ledger, int seat)
{
    int n = 0;
    for (int i = 0; i < ledger->n_pacts; i++) n += ledger->pact[i].by == seat && !ledger->pact[i].stands;
    return n;
}

/* --- which deeds matter --------------------------------------------------------------------------- */

void kb_ledger_survey(kb_ledger *ledger)
{
    __builtin_memset(ledger->heeded, 0, sizeof ledger->heeded);
    __builtin_memset(ledger->awaited, 0, sizeof ledger->awaited);
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_item *p = &ledger->item[i];
        if (!p->stands) continue;
        if (p->asleep) {
            ledger->heeded[p->if_seat] |= kb_promised(ledger, p)->condition.forms;
        } else {
            ledger->heeded[p->seat] |= kb_promised(ledger, p)->deed.forms;
            if (kb_awaits_occasion(p)) ledger->awaited[p->seat] |= kb_promised(ledger, p)->deed.forms;
        }
    }
}

/* --- leaving -------------------------------------------------------------------------------------- */

static bool has_promises(const kb_ledger *ledger, uint32_t pact)
{
    for (int i = 0; i < ledger->n_items; i++)
        if (ledger->item[i].pact == pact) return true;
    return false;
}

void kb_ledger_sweep(kb_ledger *ledger)
{
    int n = 0;
    for (int i = 0; i < ledger->n_items; i++) {
        if (ledger->item[i].verdict != KB_OPEN) continue;
        if (n != i) ledger->item[n] = ledger->item[i];
        n++;
    }
    ledger->n_items = n;
    n = 0;
    for (int i = 0; i < ledger->n_pacts; i++)
        if (has_promises(ledger, ledger->pact[i].number)) ledger->pact[n++] = ledger->pact[i];
    ledger->n_pacts = n;
    kb_ledger_survey(ledger);
}

/* The pact has ended without having stood. */
void kb_ledger_drop(kb_ledger *ledger, const kb_pact *pact, kb_pact_state state, kb_outcomes *out)
{
    kb_tell_outcome(out, pact->number, KB_NONE, state, pact->by);
    for (int i = 0; i < ledger->n_items; i++)
        if (ledger->item[i].pact == pact->number) ledger->item[i].verdict = KB_VOID;
}

/* --- standing ------------------------------------------------------------------------------------- */

/* Whether each party may take on its promises, in addition to its open promises in standing pacts. */
static bool check_room(const kb_ledger *ledger, const kb_setup *setup, uint32_t pact, kb_text *why)
{
    int open[KB_SEATS_MAX] = {0};
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_item *p = &ledger->item[i];
        if ((!p->stands && p->pact != pact) || ++open[p->seat] <= KB_STANDING_PROMISES_MAX) continue;
        kb_putf(why, "%s would have more than %d open promises", kb_seat_name(setup, p->seat),
                KB_STANDING_PROMISES_MAX);
        return false;
    }
    return true;
}

static void stand(kb_ledger *ledger, kb_pact *pact, kb_outcomes *out)
{
    pact->stands = 1;
    kb_tell_outcome(out, pact->number, KB_NONE, KB_PACT_STOOD, pact->by);
    for (int i = 0; i < ledger->n_items; i++) {
        kb_item *p = &ledger->item[i];
        if (p->pact != pact->number) continue;
        p->stands = 1;
        p->asleep = kb_promised(ledger, p)->condition.forms != 0;
    }
    kb_ledger_survey(ledger);
}

/* --- proposing ------------------------------------------------------------------------------------ */

/* Pacts can be made after the start move and before the end. */
static bool check_moment(const kb_ledger *ledger, const kb_state *state, kb_text *why)
{
    if (kb_over(state, NULL)) {
        kb_put(why, "the game is over; no more pacts");
        return false;
    }
    if (ledger->moves) return true;
    kb_state fresh;
    kb_start(&fresh, &state->setup);
    if (__builtin_memcmp(&fresh, state, sizeof fresh) != 0) return true;
    kb_put(why, "pacts begin after the start move");
    return false;
}

/* Where a deed is a secret of two, a promise about it is between them. */
static bool check_secret(const kb_state *state, const kb_pact *pact, int seat, const kb_pattern *pattern, kb_text *why)
{
    const kb_deeds *deeds = kb_game_of(state)->deeds;
    int form = deeds->secret_form ? deeds->secret_form(&state->setup) : KB_NO_PLACE;
    if (form == KB_NO_PLACE || !(pattern->forms >> form & 1)) return true;
    uint32_t parties = 1u << pact->by | pact->with_mask;
    uint64_t named = pattern->words[deeds->payee_at] >> deeds->first_seat & ((1u << state->setup.seats) - 1);
    bool between = pattern->named >> deeds->payee_at & 1 && parties == (1u << seat | (uint32_t)named);
    if (pact->secret && between && !(named >> seat & 1)) return true;
    kb_putf(why, "'%s': %s", pattern->text, deeds->secret_rule);
    return false;
}

static bool check_promise(const kb_state *state, const kb_pact *pact, const kb_promise *p, kb_text *why)
{
    if (!((1u << pact->by | pact->with_mask) >> p->seat & 1)) {
        kb_putf(why, "%s is not a party to the pact", kb_seat_name(&state->setup, p->seat));
        return false;
    }
    return check_secret(state, pact, p->seat, &p->deed, why) &&
           (!p->condition.forms || check_secret(state, pact, p->if_seat, &p->condition, why));
}

static bool check_proposal(const kb_ledger *ledger, const kb_state *state, const kb_proposal *given, kb_text *why)
{
    if (!check_moment(ledger, state, why)) return false;
    if (given->number != ledger->proposed + 1) {
        kb_putf(why, "the next pact is number %d, not %d", (int)ledger->proposed + 1, (int)given->number);
        return false;
    }
    if (given->with_mask >> given->by & 1) {
        kb_put(why, "'with' names the proposer");
        return false;
    }
    if (given->secret && !given->with_mask) {
        kb_put(why, "a vow cannot be secret");
        return false;
    }
    if (given->with_mask && count_proposals(ledger, given->by) == KB_PROPOSALS_MAX) {
        kb_putf(why, "%s already has %d open proposals", kb_seat_name(&state->setup, given->by), KB_PROPOSALS_MAX);
        return false;
    }
    return true;
}

/* Where the promise is, as the ledger refers to it. */
static int64_t place_of(const kb_ledger *ledger, const kb_promise *promise)
{
    return (int64_t)((uintptr_t)promise - (uintptr_t)ledger);
}

size_t kb_ledger_used(const kb_ledger *ledger)
{
    return ledger->n_pacts ? offsetof(kb_ledger, item) + (size_t)ledger->n_items * sizeof ledger->item[0]
                           : offsetof(kb_ledger, pact);
}

void kb_ledger_copy(kb_ledger *to, const kb_ledger *from)
{
    __builtin_memcpy(to, from, kb_ledger_used(from));
    to->n_items = 0;
    for (int i = 0; i < from->n_items; i++) kb_ledger_take(to, from, &from->item[i]);
}

void kb_ledger_take(kb_ledger *to, const kb_ledger *from, const kb_item *p)
{
    kb_item *taken = &to->item[to->n_items++];
    *taken = *p;
    taken->promise_at = place_of(to, kb_promised(from, p));
}

static kb_item new_item(const kb_ledger *ledger, const kb_pact *pact, const kb_promise *made, int index)
{
    bool next = made->term == KB_TERM_NEXT;
    kb_item item = {.promise_at = place_of(ledger, made),
                    .pact = pact->number,
                    .until = (uint16_t)(made->term == KB_TERM_TURN ? pact->turn : pact->round + next),
                    .index = (uint8_t)index,
                    .seat = made->seat,
                    .wont = made->wont,
                    .term = made->term,
                    .if_seat = made->if_seat};
    return item;
}

bool kb_ledger_propose(kb_ledger *ledger, const kb_state *state, const kb_proposal *given,
                       kb_promise made[KB_PACT_PROMISES_MAX], kb_outcomes *out, kb_text *why)
{
    int before = ledger->n_items;
    if (!check_proposal(ledger, state, given, why)) return false;
    kb_when now = kb_game_of(state)->deeds->when(state);
    kb_pact pact = {.number = given->number,
                    .by = (uint8_t)given->by,
                    .with_mask = (uint8_t)given->with_mask,
                    .secret = given->secret,
                    .turn = (uint16_t)now.turn,
                    .round = (uint16_t)now.round};
    int n = kb_read_promises(&state->setup, given->promises, made, why);
    bool good = n > 0;
    for (int i = 0; good && i < n; i++) {
        made[i].pact = pact.number;
        ledger->item[ledger->n_items++] = new_item(ledger, &pact, &made[i], i);
        good = check_promise(state, &pact, &made[i], why);
    }
    pact.n_promises = (uint8_t)n;
    if (good && !pact.with_mask) good = check_room(ledger, &state->setup, pact.number, why);
    if (good) good = kb_check_gifts(ledger, state, pact.by, pact.number, why);
    if (!good) {
        ledger->n_items = before;
        return false;
    }
    KB_ASSERT(ledger->n_pacts < KB_OPEN_PACTS_MAX);
    ledger->pact[ledger->n_pacts++] = pact;
    ledger->proposed++;
    if (!pact.with_mask) stand(ledger, &ledger->pact[ledger->n_pacts - 1], out);
    return true;
}

void kb_ledger_refer(kb_ledger *ledger, const kb_promise *promises)
{
    int first = ledger->n_items - ledger->pact[ledger->n_pacts - 1].n_promises;
    for (int i = first; i < ledger->n_items; i++) ledger->item[i].promise_at = place_of(ledger, &promises[i - first]);
}

void kb_ledger_gather(kb_ledger *ledger, kb_promise *memory)
{
    for (int i = 0; i < ledger->n_items; i++) {
        memory[i] = *kb_promised(ledger, &ledger->item[i]);
        ledger->item[i].promise_at = place_of(ledger, &memory[i]);
    }
}

void kb_ledger_keep(kb_ledger *ledger, kb_promise memory[KB_OPEN_PROMISES_MAX])
{
    bool taken[KB_OPEN_PROMISES_MAX] = {false};
    int next = ledger->n_items - ledger->pact[ledger->n_pacts - 1].n_promises;
    for (int i = 0; i < next; i++) taken[kb_promised(ledger, &ledger->item[i]) - memory] = true;
    for (int place = 0; next < ledger->n_items; place++) {
        if (taken[place]) continue;
        memory[place] = *kb_promised(ledger, &ledger->item[next]);
        ledger->item[next++].promise_at = place_of(ledger, &memory[place]);
    }
}

/* --- answering ------------------------------------------------------------------------------------ */

/* The pact, if it can still be answered; otherwise why says why not. */
static kb_pact *find_open(kb_ledger *ledger, const kb_state *state, uint32_t number, kb_text *why)
{
    if (!check_moment(ledger, state, why)) return NULL;
    kb_pact *pact = find(ledger, number);
    if (pact && !pact->stands) return pact;
    if (!number || number > ledger->proposed) {
        kb_putf(why, "there is no pact %d", (int)number);
    } else {
        kb_putf(why, "pact %d is no longer open", (int)number);
    }
    return NULL;
}

/* Finds an open pact that was proposed with this seat. */
static kb_pact *find_asked(kb_ledger *ledger, const kb_state *state, int seat, uint32_t number, kb_text *why)
{
    kb_pact *pact = find_open(ledger, state, number, why);
    if (!pact || pact->with_mask >> seat & 1) return pact;
    kb_putf(why, "pact %d was not proposed with %s", (int)number, kb_seat_name(&state->setup, seat));
    return NULL;
}

bool kb_ledger_accept(kb_ledger *ledger, const kb_state *state, int seat, uint32_t number, kb_outcomes *out,
                      kb_text *why)
{
    kb_pact *pact = find_asked(ledger, state, seat, number, why);
    if (!pact) return false;
    if (pact->accepted_mask >> seat & 1) {
        kb_putf(why, "%s has already accepted pact %d", kb_seat_name(&state->setup, seat), (int)number);
        return false;
    }
    bool last = (pact->accepted_mask | 1u << seat) == pact->with_mask;
    if (last && !check_room(ledger, &state->setup, number, why)) return false;
    if (!kb_check_gifts(ledger, state, seat, number, why)) return false;
    pact->accepted_mask = (uint8_t)(pact->accepted_mask | 1u << seat);
    if (last) stand(ledger, pact, out);
    return true;
}

bool kb_ledger_decline(kb_ledger *ledger, const kb_state *state, int seat, uint32_t number, kb_outcomes *out,
                       kb_text *why)
{
    kb_pact *pact = find_asked(ledger, state, seat, number, why);
    if (!pact) return false;
    kb_ledger_drop(ledger, pact, KB_PACT_DECLINED, out);
    kb_ledger_sweep(ledger);
    return true;
}

bool kb_ledger_withdraw(kb_ledger *ledger, const kb_state *state, int seat, uint32_t number, kb_outcomes *out,
                        kb_text *why)
{
    kb_pact *pact = find_open(ledger, state, number, why);
    if (!pact) return false;
    if (pact->by != seat) {
        kb_putf(why, "pact %d was not proposed by %s", (int)number, kb_seat_name(&state->setup, seat));
        return false;
    }
    kb_ledger_drop(ledger, pact, KB_PACT_WITHDRAWN, out);
    kb_ledger_sweep(ledger);
    return true;
}
