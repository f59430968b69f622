/* legal.c: the legal lists of Integralis. A list walks cards in hand, workers at machines and orders in the row, and
 * uses the conditions of rules.h, as the checks do. The harness compares the two: a move is on the list exactly if
 * the check allows it. */
#include "rules.h"

/* --- trades -------------------------------------------------------------------------------------- */

/* Trades with several cards of one kind: two of the kind, and possibly a third card. */
KB_FN static KB_LIST list_alike_trades(KB_LIST at, uint32_t hand, int card)
{
    if (!integralis_holds(hand, card, 2)) return at;
    at = kb_list(at, INTEGRALIS_DO_TRADE, card, card, 0);
    at = kb_list_if(at, integralis_holds(hand, card, 3), INTEGRALIS_DO_TRADE, card, card, card);
    for (uint32_t rest = hand & INTEGRALIS_KINDS & ~integralis_field(card); rest; rest &= rest - 1) {
        int other = integralis_kind(kb_lowest_bit(rest));
        at = kb_list(at, INTEGRALIS_DO_TRADE, other < card ? other : card, card, other < card ? card : other);
    }
    return at;
}

#ifndef KB_CHOOSES
/* Lists one to three different kinds. Half of all entries of all lists are written here: each kind is appended to every
 * earlier pair and single kind, and then listed alone. */
KB_FN static kb_span *list_different_trades(kb_span *at, uint32_t hand)
{
    uint32_t single[INTEGRALIS_CARDS];
    uint32_t pair[INTEGRALIS_CARDS * INTEGRALIS_CARDS / 2];
    uint32_t *singles_end = single;
    uint32_t *pairs_end = pair;
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        uint32_t card = (uint32_t)integralis_kind(kb_lowest_bit(rest));
        for (const uint32_t *two = pair; two != pairs_end; two++) at = kb_list_bits(at, *two | card << 24);
        for (const uint32_t *one = single; one != singles_end; one++) {
            *pairs_end = *one | card << 16;
            at = kb_list_bits(at, *pairs_end++);
        }
        *singles_end = INTEGRALIS_DO_TRADE | card << 8;
        at = kb_list_bits(at, *singles_end++);
    }
    return at;
}
#endif

KB_FN static KB_LIST list_trades(KB_LIST at, uint32_t hand)
{
    at = list_different_trades(at, hand);
    if (!(hand & INTEGRALIS_ALIKE)) return at;
    at = list_alike_trades(at, hand, INTEGRALIS_F1);
    at = list_alike_trades(at, hand, INTEGRALIS_OVERTIME);
    return list_alike_trades(at, hand, INTEGRALIS_COFFEE);
}

/* --- cards --------------------------------------------------------------------------------------- */

/* Moves with an own worker at a machine. */
KB_FN static KB_LIST list_own_worker(KB_LIST at, int name, uint32_t hand)
{
    at = kb_list(at, INTEGRALIS_DO_RECALL, name, 0, 0);
    return kb_list_if(at, integralis_has(hand, INTEGRALIS_OVERTIME), INTEGRALIS_DO_PLAY, INTEGRALIS_OVERTIME, name, 0);
}

/* Cards against a worker of another team. */
KB_FN static KB_LIST list_attacks(KB_LIST at, const integralis_state *s, uint8_t worker, uint32_t hand)
{
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_COFFEE), INTEGRALIS_DO_PLAY, INTEGRALIS_COFFEE, worker, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_BYEBYE), INTEGRALIS_DO_PLAY, INTEGRALIS_BYEBYE, worker, 0);
    if (!integralis_has(hand, INTEGRALIS_MIXUP)) return at;
    return kb_list_if(at, !integralis_check_mixup(s, worker), INTEGRALIS_DO_PLAY, INTEGRALIS_MIXUP, worker, 0);
}

/* For each machine: own workers that can be sent to it if it is free or the seat's own, and cards against the workers
 * there. */
KB_FN static KB_LIST list_machines(KB_LIST at, const integralis_state *s, uint32_t hand)
{
    enum { USUAL = 4 }; /* a hand rarely has more workers */
    uint32_t send[INTEGRALIS_WORKERS + 1] = {0};
    int n = 0;
    bool attacks = hand & INTEGRALIS_ATTACKS;
    uint32_t left = hand & INTEGRALIS_ALL_WORKERS;
    for (int i = 0; i < USUAL; i++) {
        send[i] = INTEGRALIS_DO_PLAY | (uint32_t)(kb_lowest_bit(left | INTEGRALIS_UNKNOWN) + 1) << 8;
        n += left > 0;
        left &= left - 1;
    }
    for (; left; left &= left - 1) send[n++] = INTEGRALIS_DO_PLAY | (uint32_t)(kb_lowest_bit(left) + 1) << 8;
    for (uint32_t m = 0; m < INTEGRALIS_MACHINES; m++) {
        const integralis_machine *machine = &s->machine[m];
        bool own = machine->team == s->turn;
        at = kb_list_some(at, send, USUAL, n * integralis_is_free_for(s, (int)m, s->turn), m << 16);
        for (uint32_t rest = (own | attacks) ? machine->workers : 0; rest; rest &= rest - 1) {
            int name = kb_lowest_bit(rest) + 1;
            at = own ? list_own_worker(at, name, hand)
                     : list_attacks(at, s, integralis_worker(machine->team, name), hand);
        }
    }
    return at;
}

KB_FN static KB_LIST list_meetings(KB_LIST at, const integralis_state *s)
{
    int machines = integralis_aim_of(s, INTEGRALIS_MEETING) == INTEGRALIS_ON_SEAT ? 1 : INTEGRALIS_MACHINES;
    for (int m = 0; m < machines; m++)
        for (int seat = 0; seat < s->setup.seats; seat++)
            at = kb_list_if(at, integralis_is_foreign(s, seat) && integralis_can_meet(s, seat, m), INTEGRALIS_DO_PLAY,
                            INTEGRALIS_MEETING, seat, m);
    return at;
}

/* Cards played on a seat, or on a machine regardless of its workers. */
KB_FN static KB_LIST list_mischief(KB_LIST at, const integralis_state *s, uint32_t hand)
{
    bool five = integralis_has(hand, INTEGRALIS_SABOTAGE5);
    bool two = integralis_has(hand, INTEGRALIS_SABOTAGE2);
    for (int m = 0; (five | two) && m < INTEGRALIS_MACHINES; m++) {
        bool sound = integralis_can_sabotage(s, m);
        at = kb_list_if(at, sound & five, INTEGRALIS_DO_PLAY, INTEGRALIS_SABOTAGE5, m, 0);
        at = kb_list_if(at, sound & two, INTEGRALIS_DO_PLAY, INTEGRALIS_SABOTAGE2, m, 0);
    }
    for (int seat = 0; integralis_has(hand, INTEGRALIS_ILLNESS) && seat < s->setup.seats; seat++)
        at = kb_list_if(at, integralis_is_foreign(s, seat) && integralis_can_fall_ill(s, seat), INTEGRALIS_DO_PLAY,
                        INTEGRALIS_ILLNESS, seat, 0);
    return integralis_has(hand, INTEGRALIS_MEETING) ? list_meetings(at, s) : at;
}

/* --- orders ------------------------------------------------------------------------------------- */

KB_FN static KB_LIST list_takes(KB_LIST at, const integralis_state *s)
{
    if (!integralis_can_take(s)) return at;
    for (int i = 0; i < s->n_row; i++) at = kb_list(at, INTEGRALIS_DO_TAKE, s->row[i], 0, 0);
    return at;
}

KB_FN static KB_LIST list_swaps(KB_LIST at, const integralis_state *s)
{
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) {
        integralis_job own = s->job[s->turn][job];
        uint32_t swap = kb_move_bits(INTEGRALIS_DO_SWAP, own.order, 0, 0);
        at = kb_list_row(at, swap, s->row, INTEGRALIS_SEATS_MAX, s->n_row * integralis_can_swap(own));
    }
    return at;
}

/* --- uses of money ------------------------------------------------------------------------------- */

KB_FN static KB_LIST list_sums(KB_LIST at, int verb, int a, integralis_range range)
{
    int32_t n = integralis_sums_in(range);
    return n ? kb_list_run(at, verb, a, 0, range.low, n, INTEGRALIS_BUCK_STEP) : at;
}

/* Offers for the workers at a machine: of those that have a single sum, or of those that have a run. */
KB_FN static KB_LIST list_offers(KB_LIST at, const integralis_state *s, uint8_t worker, bool runs)
{
    if (integralis_offers_spent(s, worker)) return at;
    integralis_range range = integralis_offers(s, worker);
    return (integralis_sums_in(range) > 1) == runs ? list_sums(at, INTEGRALIS_DO_TEMPT, worker, range) : at;
}

/* Runs come after everything else, so machines are walked twice. */
KB_FN static KB_LIST list_bribes(KB_LIST at, const integralis_state *s)
{
    uint32_t affordable = integralis_affordable(s->purse.of[s->turn]);
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (s->machine[m].sabotage) at = kb_list_if(at, !integralis_check_repair(s, m), INTEGRALIS_DO_REPAIR, m, 0, 0);
        for (uint32_t rest = integralis_bribable(s, m, affordable); rest; rest &= rest - 1) {
            uint8_t worker = integralis_worker(s->machine[m].team, kb_lowest_bit(rest) + 1);
            at = kb_list(at, INTEGRALIS_DO_BRIBE, worker, 0, 0);
            at = list_offers(at, s, worker, false);
        }
    }
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        for (uint32_t rest = integralis_bribable(s, m, affordable); rest; rest &= rest - 1)
            at = list_offers(at, s, integralis_worker(s->machine[m].team, kb_lowest_bit(rest) + 1), true);
    return at;
}

/* --- a turn ------------------------------------------------------------------------------------- */

KB_FN static KB_LIST list_forced(KB_LIST at, const integralis_state *s)
{
    uint32_t hand = s->hand[s->turn];
    at = list_takes(at, s);
    if (integralis_must_take(s)) return at;
    at = kb_list_if(at, integralis_can_draw(s), INTEGRALIS_DO_DRAW, 0, 0, 0);
    at = list_machines(at, s, hand);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_F0), INTEGRALIS_DO_PLAY, INTEGRALIS_F0, 0, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_F1), INTEGRALIS_DO_PLAY, INTEGRALIS_F1, 0, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_VITAMINS), INTEGRALIS_DO_PLAY, INTEGRALIS_VITAMINS, 0, 0);
    if (hand & INTEGRALIS_MISCHIEF) at = list_mischief(at, s, hand);
    at = list_swaps(at, s);
    return list_trades(at, hand);
}

KB_FN static KB_LIST list_turn(KB_LIST at, const integralis_state *s)
{
    const KB_LIST from = at;
    if (s->actions) at = list_forced(at, s);
    at = kb_list_if(at, at == from, INTEGRALIS_DO_END, 0, 0, 0);
    return s->purse.of[s->turn] ? list_bribes(at, s) : at;
}

/* --- everything else ---------------------------------------------------------------------------- */

/* In a view that hides the deck, chance has no legal list. */
KB_FN static KB_LIST list_deals(KB_LIST at, const integralis_state *s)
{
    uint32_t unseen = s->unseen[s->who];
    if (unseen & INTEGRALIS_UNKNOWN) return at;
    for (uint32_t rest = unseen & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        int bit = kb_lowest_bit(rest);
        int card = integralis_kind(bit);
        bool several = unseen >> (bit + 1) & integralis_field(card) >> (bit + 1);
        at = kb_list_weighed(at, several ? integralis_count(unseen, card) : 1, INTEGRALIS_DO_DEAL, s->who, card);
    }
    return at;
}

KB_FN static KB_LIST list_unders(KB_LIST at, uint32_t hand)
{
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1)
        at = kb_list(at, INTEGRALIS_DO_UNDER, integralis_kind(kb_lowest_bit(rest)), 0, 0);
    return at;
}

KB_FN static KB_LIST list_pair(KB_LIST at, integralis_verb always, bool legal, integralis_verb perhaps)
{
    at = kb_list(at, always, 0, 0, 0);
    return kb_list_if(at, legal, perhaps, 0, 0, 0);
}

KB_FN static KB_LIST list_covers(KB_LIST at, const integralis_state *s)
{
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) {
        int order = s->job[s->who][job].order;
        at = kb_list_if(at, !integralis_check_cover(s, s->where, order), INTEGRALIS_DO_COVER, s->where, order, 0);
    }
    return kb_list_if(at, !integralis_check_waive(s, s->where), INTEGRALIS_DO_WAIVE, s->where, 0, 0);
}

KB_FN static KB_LIST list_offer_answers(KB_LIST at, const integralis_state *s)
{
    at = list_pair(at, INTEGRALIS_DO_ACCEPT, true, INTEGRALIS_DO_REFUSE);
    return list_sums(at, INTEGRALIS_DO_DEMAND, 0, integralis_demands(s));
}

KB_FN static KB_LIST list_legal(KB_LIST at, const integralis_state *s, int seat)
{
    if (!integralis_is_actor(s, seat)) return at;
    switch ((integralis_step)s->step) {
    case INTEGRALIS_START: return kb_list_each(at, (1u << s->setup.seats) - 1, INTEGRALIS_DO_START, 0);
    case INTEGRALIS_DRAW: return list_deals(at, s);
    case INTEGRALIS_REVEAL: return kb_list_each(at, s->orders_left, INTEGRALIS_DO_REVEAL, 0);
    case INTEGRALIS_ACT: return list_turn(at, s);
    case INTEGRALIS_COUNTER:
        return list_pair(at, INTEGRALIS_DO_PASS, !integralis_check_counter(s, seat), INTEGRALIS_DO_COUNTER);
    case INTEGRALIS_TEMPT: return list_offer_answers(at, s);
    case INTEGRALIS_DEMAND:
        return list_pair(at, INTEGRALIS_DO_REFUSE, !integralis_check_accept(s), INTEGRALIS_DO_ACCEPT);
    case INTEGRALIS_BRIBE:
        return list_pair(at, INTEGRALIS_DO_RELEASE, !integralis_check_resist(s, seat), INTEGRALIS_DO_RESIST);
    case INTEGRALIS_BID: return list_sums(at, INTEGRALIS_DO_BID, 0, integralis_bids(s, seat));
    case INTEGRALIS_DECIDE: return list_pair(at, INTEGRALIS_DO_STAY, true, INTEGRALIS_DO_LEAVE);
    case INTEGRALIS_COVER: return list_covers(at, s);
    case INTEGRALIS_UNDER: return list_unders(at, s->hand[seat]);
    case INTEGRALIS_OVER: break;
    }
    return at;
}

#ifndef KB_CHOOSES
KB_FN int integralis_legal(const integralis_state *s, int seat, kb_span *spans, int max)
{
    KB_ASSERT(max >= KB_SPANS_MAX);
    (void)max;
    int n = (int)(list_legal(spans, s, seat) - spans);
    KB_ASSERT(n <= KB_SPANS_MAX);
    return n;
}
#endif
