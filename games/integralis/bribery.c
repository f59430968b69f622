/* bribery.c: uses of money in a turn of Integralis, before, between and after the forced actions: repairing a
 * sabotage, tempting a chief, bribing a worker. */
#include "rules.h"

/* --- repair ------------------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_repair(const integralis_state *s, int machine)
{
    if (machine >= INTEGRALIS_MACHINES) return KB_E_UNKNOWN_MOVE;
    const integralis_machine *m = &s->machine[machine];
    if (!m->sabotage) return INTEGRALIS_E_NOT_SABOTAGED;
    if (m->fresh) return INTEGRALIS_E_SABOTAGE_FRESH;
    return s->purse.of[s->turn] >= integralis_damage(m->sabotage) ? KB_OK : INTEGRALIS_E_TOO_DEAR;
}

/* The test run may cover one open task of the machine. With markers=must it has to, and the seat chooses only which
 * one, if both orders have some. */
KB_FN static void test_run(integralis_state *s, int machine, kb_events *out)
{
    int first = integralis_open_tasks(s->job[s->turn][0], machine);
    int second = integralis_open_tasks(s->job[s->turn][1], machine);
    if (!first && !second) return;
    if ((first && second) || integralis_may_waive(s)) {
        integralis_ask_cover(s, s->turn, machine, 1, INTEGRALIS_BY_REPAIR);
        return;
    }
    integralis_mark(s, s->turn, first ? 0 : 1, machine, 1, out);
    integralis_deliver(s, s->turn, out);
}

KB_FN void integralis_do_repair(integralis_state *s, int machine, kb_events *out)
{
    integralis_machine *m = &s->machine[machine];
    int card = m->sabotage;
    kb_pay(&s->purse, s->turn, KB_BANK, integralis_damage(card));
    s->repaired[s->turn] = (uint16_t)(s->repaired[s->turn] + integralis_damage(card));
    s->gone[m->by] = integralis_with(s->gone[m->by], card);
    m->sabotage = m->by = 0;
    integralis_tell(out, INTEGRALIS_REPAIRS, s->turn, card, machine, integralis_damage(card));
    test_run(s, machine, out);
}

/* --- both kinds of bribe ------------------------------------------------------------------------- */

/* Whether the worker takes bribes and has not resisted one this turn. */
KB_FN static kb_error check_corruptible(const integralis_state *s, uint8_t worker)
{
    if (!integralis_value_of(worker)) return INTEGRALIS_E_INCORRUPTIBLE;
    return s->locked[integralis_chief(worker)] & integralis_bit(integralis_name(worker)) ? INTEGRALIS_E_LOCKED : KB_OK;
}

/* --- tempting a chief ---------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_tempt(const integralis_state *s, uint8_t worker, int32_t amount)
{
    kb_error error = integralis_check_foreign(s, worker);
    if (!error) error = check_corruptible(s, worker);
    if (error) return error;
    integralis_range range = integralis_offers(s, worker);
    if (integralis_offers_spent(s, worker)) return INTEGRALIS_E_THREE_OFFERS;
    if (amount < range.low) return KB_E_AMOUNT_LOW;
    if (amount > range.high) return INTEGRALIS_E_TOO_DEAR;
    return amount % INTEGRALIS_BUCK_STEP ? KB_E_AMOUNT_STEP : KB_OK;
}

KB_FN void integralis_do_tempt(integralis_state *s, uint8_t worker, int32_t amount, kb_events *out)
{
    int chief = integralis_chief(worker);
    int name = integralis_name(worker);
    s->offers[chief][name - 1]++;
    s->best[chief][name - 1] = (uint8_t)(amount / INTEGRALIS_BUCK_STEP);
    s->step = INTEGRALIS_TEMPT;
    s->target = worker;
    s->amount = amount;
    integralis_tell(out, INTEGRALIS_TEMPTS, s->turn, worker, 0, amount);
}

KB_FN kb_error integralis_check_demand(const integralis_state *s, int32_t amount)
{
    integralis_range range = integralis_demands(s);
    if (amount < range.low) return KB_E_AMOUNT_LOW;
    if (amount > range.high) return KB_E_AMOUNT_HIGH;
    return amount % INTEGRALIS_BUCK_STEP ? KB_E_AMOUNT_STEP : KB_OK;
}

KB_FN void integralis_do_demand(integralis_state *s, int seat, int32_t amount, kb_events *out)
{
    s->step = INTEGRALIS_DEMAND;
    s->amount = amount;
    integralis_tell(out, INTEGRALIS_DEMANDS, seat, s->target, s->turn, amount);
}

/* A bidder always has the money for their own offer; a demand may be for more. */
KB_FN kb_error integralis_check_accept(const integralis_state *s)
{
    return s->step == INTEGRALIS_TEMPT || s->purse.of[s->turn] >= s->amount ? KB_OK : KB_E_CANNOT_PAY;
}

KB_FN void integralis_do_answer(integralis_state *s, int seat, bool accept, kb_events *out)
{
    uint8_t worker = s->target;
    int32_t amount = s->amount;
    s->target = 0;
    s->amount = 0;
    integralis_tell(out, accept ? INTEGRALIS_ACCEPTS : INTEGRALIS_REFUSES, seat, worker, s->turn, amount);
    if (accept) {
        kb_pay(&s->purse, s->turn, integralis_chief(worker), amount);
        integralis_leave(s, worker, INTEGRALIS_GOES_BACK, out);
    }
    integralis_go_on(s);
}

/* --- bribing a worker ---------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_bribe(const integralis_state *s, uint8_t worker)
{
    kb_error error = integralis_check_foreign(s, worker);
    if (error) return error;
    uint32_t affordable = integralis_affordable(s->purse.of[s->turn]);
    uint32_t bribable = integralis_bribable(s, integralis_machine_of(s, worker), affordable);
    if (bribable & integralis_bit(integralis_name(worker))) return KB_OK;
    error = check_corruptible(s, worker);
    return error ? error : INTEGRALIS_E_TOO_DEAR;
}

KB_FN void integralis_do_bribe(integralis_state *s, uint8_t worker, kb_events *out)
{
    s->step = INTEGRALIS_BRIBE;
    s->target = worker;
    integralis_tell(out, INTEGRALIS_BRIBES, s->turn, worker, 0, integralis_value_of(worker));
}

KB_FN void integralis_do_release(integralis_state *s, int seat, kb_events *out)
{
    uint8_t worker = s->target;
    s->target = 0;
    kb_pay(&s->purse, s->turn, KB_BANK, integralis_value_of(worker));
    integralis_tell(out, INTEGRALIS_RELEASES, seat, worker, s->turn, integralis_value_of(worker));
    integralis_leave(s, worker, INTEGRALIS_GOES_UNDER, out);
    integralis_go_on(s);
}

KB_FN kb_error integralis_check_resist(const integralis_state *s, int seat)
{
    return s->purse.of[seat] >= integralis_value_of(s->target) ? KB_OK : INTEGRALIS_E_TOO_DEAR;
}

KB_FN void integralis_do_resist(integralis_state *s, int seat, kb_events *out)
{
    s->step = INTEGRALIS_BID;
    integralis_tell(out, INTEGRALIS_RESISTS, seat, s->target, 0, 0);
}

/* --- bids ---------------------------------------------------------------------------------------- */

KB_FN kb_error integralis_check_bid(const integralis_state *s, int seat, int32_t amount)
{
    integralis_range range = integralis_bids(s, seat);
    if (amount < range.low) return KB_E_AMOUNT_LOW;
    if (amount > range.high) return INTEGRALIS_E_TOO_DEAR;
    return amount % INTEGRALIS_BUCK_STEP ? KB_E_AMOUNT_STEP : KB_OK;
}

KB_FN static void stay(integralis_state *s, uint8_t worker, kb_events *out)
{
    uint16_t *locked = &s->locked[integralis_chief(worker)];
    *locked = (uint16_t)(*locked | integralis_bit(integralis_name(worker)));
    integralis_tell(out, INTEGRALIS_STAYS, integralis_chief(worker), worker, 0, 0);
}

/* Both bids have been made: the higher bidder pays and decides; equal bids change nothing. */
KB_FN static void compare_bids(integralis_state *s, kb_events *out)
{
    uint8_t worker = s->target;
    int32_t briber = s->bid[0];
    int32_t chief = s->bid[1];
    s->bid[0] = s->bid[1] = 0;
    integralis_tell(out, INTEGRALIS_BIDS, s->turn, worker, 0, briber);
    integralis_tell(out, INTEGRALIS_BIDS, integralis_chief(worker), worker, 0, chief);
    if (briber == chief) {
        s->target = 0;
        stay(s, worker, out);
        integralis_go_on(s);
        return;
    }
    s->step = INTEGRALIS_DECIDE;
    s->who = briber > chief ? s->turn : (uint8_t)integralis_chief(worker);
    int32_t higher = briber > chief ? briber : chief;
    kb_pay(&s->purse, s->who, KB_BANK, higher);
    integralis_tell(out, INTEGRALIS_OUTBIDS, s->who, worker, 0, higher);
}

KB_FN void integralis_do_bid(integralis_state *s, int seat, int32_t amount, kb_events *out)
{
    s->bid[seat == s->turn ? 0 : 1] = amount;
    integralis_tell(out, INTEGRALIS_SEALS, seat, s->target, 0, 0);
    if (s->bid[0] && s->bid[1]) compare_bids(s, out);
}

KB_FN void integralis_do_decide(integralis_state *s, bool stays, kb_events *out)
{
    uint8_t worker = s->target;
    s->target = s->who = 0;
    if (stays) {
        stay(s, worker, out);
    } else {
        integralis_leave(s, worker, INTEGRALIS_GOES_UNDER, out);
    }
    integralis_go_on(s);
}
