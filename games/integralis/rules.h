/* rules.h: shared by the rules files of Integralis. Calls go down this list: legal.c (legal moves), rules.c (turns
 * and forced actions), closing.c (closing times), bribery.c (offers and bribes), work.c (drawing cards, covering
 * tasks). Only these files, without legal.c, change a state. */
#ifndef INTEGRALIS_RULES_H
#define INTEGRALIS_RULES_H

#include "../../core/game.h"
#include "../../core/moves.h"
#include "cards.h"

#define INTEGRALIS_EVERYBODY 0xFFu

/* --- asking ------------------------------------------------------------------------------------ */

KB_FN static inline int integralis_deck_size(const integralis_state *s, int seat)
{
    return integralis_size(s->unseen[seat]) + s->n_under[seat];
}

/* The worker's machine, or -1. A worker is at one machine at most, so the mask needs no search. */
KB_FN static inline int integralis_machine_of(const integralis_state *s, uint8_t worker)
{
    uint32_t at = 0;
    uint32_t bit = integralis_bit(integralis_name(worker));
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        bool here = (s->machine[m].team == integralis_chief(worker)) & ((s->machine[m].workers & bit) != 0);
        at |= (uint32_t)here << m;
    }
    return at ? kb_lowest_bit(at) : -1;
}

/* All workers of the seat at machines. */
KB_FN static inline uint32_t integralis_workers_of(const integralis_state *s, int seat)
{
    uint32_t workers = 0;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if (s->machine[m].team == seat) workers |= s->machine[m].workers;
    return workers;
}

KB_FN static inline bool integralis_is_free_for(const integralis_state *s, int machine, int seat)
{
    return s->machine[machine].team == KB_NONE || s->machine[machine].team == seat;
}

/* Open tasks of the order: two bits for each machine. */
KB_FN static inline int integralis_all_open_tasks(integralis_job job)
{
    return job.order == KB_NONE ? 0 : integralis_order_of(job.order)->tasks - job.covered;
}

KB_FN static inline int integralis_open_tasks(integralis_job job, int machine)
{
    return integralis_all_open_tasks(job) >> 2 * machine & 3;
}

KB_FN static inline bool integralis_is_done(integralis_job job)
{
    return job.order != KB_NONE && job.covered == integralis_order_of(job.order)->tasks;
}

/* G-10: a seat without an order must take one. */
KB_FN static inline bool integralis_must_take(const integralis_state *s)
{
    return s->job[s->turn][0].order == KB_NONE && s->n_row > 0;
}

KB_FN static inline bool integralis_is_actor(const integralis_state *s, int seat)
{
    return (unsigned)seat <= KB_CHANCE && s->actors >> seat & 1;
}

/* --- conditions shared by checks and legal lists ------------------------------------------------- */

KB_FN static inline bool integralis_can_draw(const integralis_state *s)
{
    return (s->unseen[s->turn] != 0) | (s->n_under[s->turn] > 0);
}

/* Whether there is room for a second order. */
KB_FN static inline bool integralis_can_take(const integralis_state *s)
{
    return s->job[s->turn][INTEGRALIS_JOBS_MAX - 1].order == KB_NONE;
}

/* An order with a marker on it cannot be swapped. */
KB_FN static inline bool integralis_can_swap(integralis_job job)
{
    return (job.order != KB_NONE) & !job.covered;
}

/* Whether this is a team other than the one whose turn it is. */
KB_FN static inline bool integralis_is_foreign(const integralis_state *s, int team)
{
    return (team != s->turn) & (team != KB_NONE);
}

KB_FN static inline bool integralis_can_sabotage(const integralis_state *s, int machine)
{
    return !s->machine[machine].sabotage;
}

KB_FN static inline bool integralis_can_fall_ill(const integralis_state *s, int seat)
{
    return !(s->ill >> seat & 1);
}

/* A meeting needs workers to call away: at this machine or, if it is for the whole team, at any. */
KB_FN static inline bool integralis_can_meet(const integralis_state *s, int seat, int machine)
{
    bool anywhere = integralis_aim_of(s, INTEGRALIS_MEETING) == INTEGRALIS_ON_SEAT;
    return anywhere ? integralis_workers_of(s, seat) != 0 : s->machine[machine].team == seat;
}

/* The worker's bribe; 0: incorruptible. */
KB_FN static inline int32_t integralis_value_of(uint8_t worker)
{
    return integralis_facts_of(integralis_name(worker))->bribe;
}

/* Workers whose bribe is at most `money`. */
KB_FN static inline uint32_t integralis_affordable(int32_t money)
{
    uint32_t workers = 0;
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++) {
        int32_t value = integralis_facts_of(name)->bribe;
        if (value) workers |= value <= money ? integralis_bit(name) : 0;
    }
    return workers;
}

/* Those of the given workers who are at the machine, belong to another team, and are not locked. */
KB_FN static inline uint32_t integralis_bribable(const integralis_state *s, int machine, uint32_t affordable)
{
    int team = s->machine[machine].team;
    uint32_t workers = s->machine[machine].workers & affordable;
    return workers && team != s->turn ? workers & ~(uint32_t)s->locked[team] : 0;
}

/* The highest offer of this turn for the worker in question. */
KB_FN static inline int32_t integralis_offer(const integralis_state *s)
{
    return s->best[integralis_chief(s->target)][integralis_name(s->target) - 1] * INTEGRALIS_BUCK_STEP;
}

KB_FN static inline bool integralis_offers_spent(const integralis_state *s, uint8_t worker)
{
    return s->offers[integralis_chief(worker)][integralis_name(worker) - 1] == INTEGRALIS_OFFERS_MAX;
}

/* Sums in steps of INTEGRALIS_BUCK_STEP; none if high is below low. */
typedef struct integralis_range {
    int32_t low, high;
} integralis_range;

KB_FN static inline int32_t integralis_sums_in(integralis_range range)
{
    return range.low > range.high ? 0 : (range.high - range.low) / INTEGRALIS_BUCK_STEP + 1;
}

/* Offers for the worker: at least the worker's value, more than any earlier offer, and at most the seat's money. */
KB_FN static inline integralis_range integralis_offers(const integralis_state *s, uint8_t worker)
{
    int best = s->best[integralis_chief(worker)][integralis_name(worker) - 1];
    integralis_range range = {best ? (best + 1) * INTEGRALIS_BUCK_STEP : integralis_value_of(worker),
                              s->purse.of[s->turn]};
    return range;
}

/* G-19: each offer can be answered with one demand, regardless of what the bidder has. */
KB_FN static inline integralis_range integralis_demands(const integralis_state *s)
{
    integralis_range range = {s->amount + INTEGRALIS_BUCK_STEP, INTEGRALIS_DEMAND_MAX};
    return range;
}

KB_FN static inline integralis_range integralis_bids(const integralis_state *s, int seat)
{
    integralis_range range = {integralis_value_of(s->target), s->purse.of[seat]};
    return range;
}

/* KB_OK if the seat whose turn it is could play the card this way, if it had it. */
KB_FN kb_error integralis_check_target(const integralis_state *, int card, int b, int c);

/* --- telling ----------------------------------------------------------------------------------- */

KB_FN static inline void integralis_tell(kb_events *out, integralis_event kind, int seat, int a, int b, int32_t amount)
{
    if (!out) return;
    kb_event event = {(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b, amount, INTEGRALIS_EVERYBODY};
    kb_tell(out, event);
}

KB_FN static inline void integralis_tell_owner(kb_events *out, integralis_event kind, int seat, int card)
{
    if (!out) return;
    kb_event own = {(uint8_t)kind, (uint8_t)seat, (uint8_t)card, 0, 0, 1u << seat};
    kb_tell(out, own);
}

/* Tells the seat which card it was, and the others only that there was one. */
KB_FN static inline void integralis_tell_own(kb_events *out, integralis_event kind, int seat, int card)
{
    if (!out) return;
    kb_event others = {(uint8_t)kind, (uint8_t)seat, 0, 0, 0, INTEGRALIS_EVERYBODY & ~(1u << seat)};
    integralis_tell_owner(out, kind, seat, card);
    kb_tell(out, others);
}

/* --- moving cards ------------------------------------------------------------------------------- */

KB_FN static inline void integralis_put_under(integralis_state *s, int seat, int card)
{
    KB_ASSERT(s->n_under[seat] < INTEGRALIS_UNDER_MAX);
    s->under[seat][s->n_under[seat]++] = (uint8_t)card;
}

/* Takes the worker from the machine and puts its overtime cards under the deck. The caller decides where the worker
 * goes. */
KB_FN static inline void integralis_leave(integralis_state *s, uint8_t worker, integralis_event where_to,
                                          kb_events *out)
{
    int chief = integralis_chief(worker);
    int name = integralis_name(worker);
    integralis_machine *m = &s->machine[integralis_machine_of(s, worker)];
    m->workers = (uint16_t)(m->workers & ~integralis_bit(name));
    if (!m->workers) m->team = KB_NONE;
    integralis_tell(out, where_to, chief, worker, 0, 0);
    /* G-16: workers first, then overtime. */
    if (where_to == INTEGRALIS_GOES_UNDER) integralis_put_under(s, chief, name);
    if (where_to == INTEGRALIS_GOES_BACK) s->hand[chief] = integralis_with(s->hand[chief], name);
    if (where_to == INTEGRALIS_GOES_AWAY) s->gone[chief] = integralis_with(s->gone[chief], name);
    for (; s->overtime[chief][name - 1] > 0; s->overtime[chief][name - 1]--) {
        integralis_put_under(s, chief, INTEGRALIS_OVERTIME);
        integralis_tell(out, INTEGRALIS_CARD_RETURNS, chief, INTEGRALIS_OVERTIME, 0, 0);
    }
}

/* --- work.c ------------------------------------------------------------------------------------- */

/* KB_OK if the worker belongs to another team and is at a machine. */
KB_FN kb_error integralis_check_foreign(const integralis_state *, uint8_t worker);
/* Draws n cards into the hand, or as many as the deck has. Returns false if chance must draw the next one first. */
KB_FN bool integralis_draw(integralis_state *, int seat, integralis_draw_why, int n, kb_events *);
/* Draws n cards when the unseen part of the deck is used up: the cards under it, in order. */
KB_FN void integralis_draw_from_under(integralis_state *, int seat, int n, kb_events *);
/* Labour of everybody at a machine in halves, including overtime. */
KB_FN int integralis_labour(const integralis_state *, int machine);
/* Tasks the machine can do now: labour divided by need, rounded down (G-3); none if sabotaged. */
KB_FN int integralis_output(const integralis_state *, int machine);
/* Asks the seat where to place its markers of this machine. */
KB_FN void integralis_ask_cover(integralis_state *, int seat, int machine, int markers, integralis_cover_why);
/* Covers n tasks of the machine on the order. */
KB_FN void integralis_mark(integralis_state *, int seat, int job, int machine, int n, kb_events *);
/* Orders with every task covered pay the seat and leave the game. */
KB_FN void integralis_deliver(integralis_state *, int seat, kb_events *);

/* Returns to the seat whose turn it is. */
KB_FN static inline void integralis_go_on(integralis_state *s)
{
    s->step = INTEGRALIS_ACT;
}

/* --- rules.c ------------------------------------------------------------------------------------ */

/* KB_OK if a mix-up can be played on this worker of another team. */
KB_FN kb_error integralis_check_mixup(const integralis_state *, uint8_t worker);
/* KB_OK if the seat that is asked holds the counter. */
KB_FN kb_error integralis_check_counter(const integralis_state *, int seat);

/* --- bribery.c ---------------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_repair(const integralis_state *, int machine);
KB_FN kb_error integralis_check_tempt(const integralis_state *, uint8_t worker, int32_t amount);
KB_FN kb_error integralis_check_bribe(const integralis_state *, uint8_t worker);
KB_FN kb_error integralis_check_resist(const integralis_state *, int seat);
KB_FN kb_error integralis_check_bid(const integralis_state *, int seat, int32_t amount);
KB_FN void integralis_do_repair(integralis_state *, int machine, kb_events *);
KB_FN void integralis_do_tempt(integralis_state *, uint8_t worker, int32_t amount, kb_events *);
KB_FN kb_error integralis_check_demand(const integralis_state *, int32_t amount);
KB_FN kb_error integralis_check_accept(const integralis_state *);
KB_FN void integralis_do_demand(integralis_state *, int seat, int32_t amount, kb_events *);
KB_FN void integralis_do_answer(integralis_state *, int seat, bool accept, kb_events *);
KB_FN void integralis_do_bribe(integralis_state *, uint8_t worker, kb_events *);
KB_FN void integralis_do_release(integralis_state *, int seat, kb_events *);
KB_FN void integralis_do_resist(integralis_state *, int seat, kb_events *);
KB_FN void integralis_do_bid(integralis_state *, int seat, int32_t amount, kb_events *);
KB_FN void integralis_do_decide(integralis_state *, bool stay, kb_events *);

/* --- closing.c ---------------------------------------------------------------------------------- */

/* Whether a seat may choose not to cover a task. */
KB_FN static inline bool integralis_may_waive(const integralis_state *s)
{
    return s->setup.option[INTEGRALIS_MARKERS] == INTEGRALIS_MARKERS_MAY;
}

KB_FN kb_error integralis_check_cover(const integralis_state *, int machine, int order);
KB_FN kb_error integralis_check_waive(const integralis_state *, int machine);
KB_FN void integralis_do_cover(integralis_state *, int order, kb_events *);
KB_FN void integralis_do_waive(integralis_state *, kb_events *);
KB_FN void integralis_do_under(integralis_state *, int seat, int card, kb_events *);
/* After the turn of a seat, or before the first: closing time if one is due, then the next turn. */
KB_FN void integralis_end_turn(integralis_state *, kb_events *);
KB_FN void integralis_next_turn(integralis_state *, kb_events *);
/* The seat's hand is full again: refills the others, then begins the next turn. */
KB_FN void integralis_refilled(integralis_state *, int seat, kb_events *);

#endif
