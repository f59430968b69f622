/* judge.c: judges promises by a move: kept, broken or void. */
#include "ledger.h"

static bool is_awake(const kb_item *p)
{
    return p->stands && !p->asleep;
}

static void judge(kb_item *p, kb_verdict verdict, kb_outcomes *out)
{
    p->verdict = (uint8_t)verdict;
    kb_tell_outcome(out, p->pact, p->index, verdict, p->seat);
}

/* --- occasions ------------------------------------------------------------------------------------ */

/* A decision with its free list: what the game would allow if nobody had bound themselves to anything, by a bond or by an
 * agreement of the game's own. It is made when first needed. */
typedef struct hearing {
    kb_ledger *ledger;
    kb_decision decision;
    const kb_deeds *table;
    int n; /* -1: not yet */
    int gathered, n_near;
    kb_item *near[KB_OPEN_PROMISES_MAX + 1]; /* those a deed of this seat can touch */
    bool touched;                            /* some promise had the occasion or wakes */
    kb_span list[KB_SPANS_MAX];
} hearing;

/* Which promises a deed of the seat can touch: its own, and those that sleep until it does something. */
static void gather(hearing *h, int seat)
{
    int n = 0;
    for (int i = 0; i < h->ledger->n_items; i++) {
        kb_item *p = &h->ledger->item[i];
        h->near[n] = p; /* writes first and decides afterwards, which spares the processor a guess */
        n += p->stands & ((p->asleep ? p->if_seat : p->seat) == seat);
    }
    h->n_near = n;
    h->gathered = seat;
}

/* The free list as it were if none of these had been used up. */
static int list_free(const hearing *h, uint32_t used, kb_span *list)
{
    kb_state unbound = *h->decision.state;
    if (h->table->unbound) h->table->unbound(h->decision.state, used, &unbound);
    return kb_legal(&unbound, h->decision.seat, list, KB_SPANS_MAX);
}

static void hear(hearing *h)
{
    if (h->n < 0) h->n = list_free(h, 0, h->list);
}

/* Whether every move of the free list would have made a matching deed. */
static bool is_forced(hearing *h, const kb_item *p)
{
    hear(h);
    for (int i = 0; i < h->n; i++)
        if (kb_moves_matching(kb_promised(h->ledger, p), h->decision.state, h->decision.seat, h->list[i], false) <
            h->list[i].n)
            return false;
    return true;
}

/* What the seat itself has used up is no excuse. */
static bool could_have(hearing *h, const kb_item *p)
{
    if (!p->used_up) return false;
    int n = list_free(h, p->used_up, h->list);
    h->n = -1; /* the memory is for one list */
    for (int i = 0; i < n; i++)
        if (kb_moves_matching(kb_promised(h->ledger, p), h->decision.state, h->decision.seat, h->list[i], !p->wont))
            return true;
    return false;
}

/* Marks which of the waiting promises one of the list's moves would have matched. */
static void look_through_list(hearing *h, kb_item **waiting, int n_waiting)
{
    uint32_t forms = 0;
    for (int k = 0; k < n_waiting; k++) forms |= kb_promised(h->ledger, waiting[k])->deed.forms;
    hear(h);
    for (int i = 0; i < h->n; i++) {
        kb_deed deeds[KB_DEEDS_MAX];
        const kb_span *span = &h->list[i];
        if (!(h->table->forms_by_verb[span->move.verb] & forms)) continue;
        int n = h->table->deeds(h->decision.state, h->decision.seat, span->move, deeds);
        for (int d = 0; d < n; d++) {
            if (deeds[d].seat != h->decision.seat || !(forms >> deeds[d].form & 1)) continue;
            for (int k = 0; k < n_waiting; k++)
                if (!waiting[k]->occasion_now && kb_pattern_matches(&kb_promised(h->ledger, waiting[k])->deed, h->table,
                                                                    &deeds[d], span->n, span->step, !waiting[k]->wont))
                    waiting[k]->occasion_now = 1;
        }
    }
}

/* Notes which promises of the seat had an occasion at this decision. */
static void find_occasions(hearing *h)
{
    kb_item *waiting[KB_STANDING_PROMISES_MAX];
    int n = 0;
    uint32_t here = h->table->forms_here ? h->table->forms_here(h->decision.state) : UINT32_MAX;
    if (!(h->ledger->awaited[h->decision.seat] & here)) return;
    gather(h, h->decision.seat);
    for (int i = 0; i < h->n_near; i++) {
        kb_item *p = h->near[i];
        if (p->asleep || p->occasion_now || !kb_awaits_occasion(p) || !(kb_promised(h->ledger, p)->deed.forms & here))
            continue;
        KB_ASSERT(n < KB_STANDING_PROMISES_MAX);
        waiting[n++] = p;
    }
    if (!n) return;
    look_through_list(h, waiting, n);
    for (int k = 0; k < n; k++) {
        if (!waiting[k]->occasion_now) waiting[k]->occasion_now = could_have(h, waiting[k]);
        if (waiting[k]->occasion_now && waiting[k]->wont && is_forced(h, waiting[k])) waiting[k]->occasion_now = 0;
        h->touched |= waiting[k]->occasion_now;
    }
}

/* Whether the deed gives what the promise is about to somebody it does not name. */
static bool gives_away(const kb_deeds *table, const kb_promise *p, const kb_deed *deed)
{
    return kb_is_gift(table, p) && table->gift_form >> deed->form & 1 &&
           p->deed.words[table->scarce_at] >> deed->word[table->scarce_at] & 1 &&
           !kb_pattern_fits(&p->deed, table, deed);
}

/* Notes which of the seat's promises the decision has used something up for, and what gifts it has given to others. */
static void note_used_up(hearing *h, const kb_deed *deeds, int n)
{
    if (!h->table->uses_up) return;
    uint32_t used = h->table->uses_up(h->decision.state, h->decision.move);
    for (int i = 0; n && i < h->ledger->n_items; i++) {
        kb_item *p = &h->ledger->item[i];
        if (p->seat != h->decision.seat || !is_awake(p)) continue;
        p->used_up |= used;
        for (int k = 0; k < n; k++)
            if (!p->given_away && gives_away(h->table, kb_promised(h->ledger, p), &deeds[k]))
                p->given_away = h->ledger->moves;
    }
}

/* --- deeds ---------------------------------------------------------------------------------------- */

static void judge_deed(hearing *h, const kb_deed *deed, kb_outcomes *out)
{
    if (!(h->ledger->heeded[deed->seat] >> deed->form & 1)) return;
    if (deed->seat != h->gathered) gather(h, deed->seat);
    for (int i = 0; i < h->n_near; i++) {
        kb_item *p = h->near[i];
        if (p->verdict != KB_OPEN) continue;
        if (p->asleep) {
            if (kb_pattern_fits(&kb_promised(h->ledger, p)->condition, h->table, deed)) p->waking = h->touched = 1;
        } else if (kb_pattern_fits(&kb_promised(h->ledger, p)->deed, h->table, deed)) {
            bool own = deed->seat == h->decision.seat;
            if (!p->wont) {
                judge(p, KB_KEPT, out);
            } else if (!own || !is_forced(h, p)) {
                judge(p, KB_BROKEN, out);
            }
        }
    }
}

static void hear_decision(hearing *h, kb_outcomes *out)
{
    kb_deed deeds[KB_DEEDS_MAX];
    h->n = -1;
    h->gathered = KB_NONE;
    find_occasions(h);
    int n = h->table->deeds(h->decision.state, h->decision.seat, h->decision.move, deeds);
    for (int i = 0; i < n; i++) judge_deed(h, &deeds[i], out);
    note_used_up(h, deeds, n);
}

/* --- releases and terms --------------------------------------------------------------------------- */

/* What others promised in a pact that was broken is void. from: outcomes before this one are not looked at. */
static void release(kb_ledger *ledger, kb_outcomes *out, int from)
{
    for (int k = from, n = out->n; k < n; k++) {
        if (out->at[k].what != KB_BROKEN || out->at[k].promise == KB_NONE) continue;
        for (int i = 0; i < ledger->n_items; i++) {
            kb_item *p = &ledger->item[i];
            if (p->pact == out->at[k].pact && p->seat != out->at[k].seat && p->verdict == KB_OPEN)
                judge(p, KB_VOID, out);
        }
    }
}

static bool has_ended(int term, int until, kb_when now, bool over)
{
    if (over || term == KB_TERM_GAME) return over;
    return (term == KB_TERM_TURN ? now.turn : now.round) > until;
}

static bool is_due(const kb_item *p, kb_when now, bool over)
{
    return p->stands && p->verdict == KB_OPEN && has_ended(p->term, p->until, now, over);
}

/* The move with which a promise failed: its last occasion, or the gift of what it promises to somebody else. 0: none. */
static uint32_t failed_at(const kb_item *p)
{
    return p->given_away && p->given_away < p->occasion ? p->given_away : p->occasion;
}

/* Settles promises whose term is over: first the kept and void ones, then the broken ones, in the order in which they
 * failed. A seat that withheld its part after the other had failed is released. */
static void end_terms(kb_ledger *ledger, kb_when now, bool over, kb_outcomes *out)
{
    bool broken = false;
    for (int i = 0; i < ledger->n_items; i++) {
        kb_item *p = &ledger->item[i];
        if (!is_due(p, now, over)) continue;
        broken |= p->occasion && !p->wont;
        if (!p->occasion || p->wont) judge(p, p->occasion ? KB_KEPT : KB_VOID, out);
    }
    while (broken) {
        uint32_t earliest = 0;
        int from = out->n;
        for (int i = 0; i < ledger->n_items; i++) {
            const kb_item *p = &ledger->item[i];
            if (is_due(p, now, over) && (!earliest || failed_at(p) < earliest)) earliest = failed_at(p);
        }
        if (!earliest) return;
        for (int i = 0; i < ledger->n_items; i++) {
            kb_item *p = &ledger->item[i];
            if (is_due(p, now, over) && failed_at(p) == earliest) judge(p, KB_BROKEN, out);
        }
        release(ledger, out, from);
    }
}

/* A proposal with a promise for the turn lapses with the turn, others with the round. */
static void lapse(kb_ledger *ledger, kb_when now, bool over, kb_outcomes *out)
{
    for (int k = 0; k < ledger->n_pacts; k++) {
        const kb_pact *pact = &ledger->pact[k];
        int term = KB_TERM_ROUND, until = pact->round;
        if (pact->stands) continue;
        for (int i = 0; i < ledger->n_items; i++)
            if (ledger->item[i].pact == pact->number && ledger->item[i].term == KB_TERM_TURN) term = KB_TERM_TURN;
        if (term == KB_TERM_TURN) until = pact->turn;
        if (has_ended(term, until, now, over)) kb_ledger_drop(ledger, pact, KB_PACT_LAPSED, out);
    }
}

/* --- a move --------------------------------------------------------------------------------------- */

static void settle_move(kb_ledger *ledger, bool touched, kb_outcomes *out)
{
    release(ledger, out, 0);
    bool changed = false;
    if (!touched) return;
    for (int i = 0; i < ledger->n_items; i++) {
        kb_item *p = &ledger->item[i];
        if (p->occasion_now) p->occasion = ledger->moves;
        if (p->waking) p->asleep = 0;
        changed |= p->waking | (p->occasion_now & p->wont);
        p->occasion_now = p->waking = 0;
    }
    if (changed) kb_ledger_survey(ledger);
}

void kb_ledger_move(kb_ledger *ledger, const kb_state *before, int seat, kb_move move, const kb_state *after,
                    kb_outcomes *out)
{
    const kb_deeds *table = kb_game_of(before)->deeds;
    out->n = 0;
    ledger->moves++;
    if (!ledger->n_pacts) return;
    if (seat != KB_CHANCE) {
        hearing h;
        h.ledger = ledger;
        h.table = table;
        h.touched = false;
        for (int i = 0; table->decision(before, seat, move, i, &h.decision); i++) hear_decision(&h, out);
        settle_move(ledger, h.touched, out);
    }
    kb_when was = table->when(before), now = table->when(after);
    bool over = kb_over(after, NULL);
    if (over || now.turn != was.turn || now.round != was.round) {
        end_terms(ledger, now, over, out);
        lapse(ledger, now, over, out);
    }
    if (out->n) kb_ledger_sweep(ledger);
}
