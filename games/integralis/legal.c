/* legal.c: the legal lists of Integralis, written from the conditions that integralis_check asks. The harness
 * holds the two against each other: a move is on the list just when the check lets it through. */
#include "rules.h"

/* --- trades -------------------------------------------------------------------------------------- */

/* What a kind of which there are several adds to the trades: two alike and perhaps a third card. */
KB_FN static kb_span *list_alike_trades(kb_span *at, uint32_t hand, int card)
{
    uint32_t second = integralis_field(card) & INTEGRALIS_ALIKE;
    if (!(hand & second)) return at;
    at = kb_list(at, INTEGRALIS_DO_TRADE, card, card, 0);
    at = kb_list_if(at, hand & second << 1, INTEGRALIS_DO_TRADE, card, card, card);
    for (uint32_t rest = hand & INTEGRALIS_KINDS & ~integralis_field(card); rest; rest &= rest - 1) {
        int other = integralis_kind(kb_lowest_bit(rest));
        at = kb_list(at, INTEGRALIS_DO_TRADE, other < card ? other : card, card, other < card ? card : other);
    }
    return at;
}

/* One to three different kinds, then alike ones. Half of all entries of all lists are written here: each kind is
 * put behind every pair and every single one of those before it, and then stands alone. */
KB_FN static kb_span *list_trades(kb_span *at, uint32_t hand)
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
    if (!(hand & INTEGRALIS_ALIKE)) return at;
    at = list_alike_trades(at, hand, INTEGRALIS_F1);
    at = list_alike_trades(at, hand, INTEGRALIS_OVERTIME);
    return list_alike_trades(at, hand, INTEGRALIS_COFFEE);
}

/* --- cards --------------------------------------------------------------------------------------- */

/* What can be done with an own worker at a machine. */
KB_FN static kb_span *list_own_worker(kb_span *at, int name, uint32_t hand)
{
    at = kb_list(at, INTEGRALIS_DO_RECALL, name, 0, 0);
    return kb_list_if(at, integralis_has(hand, INTEGRALIS_OVERTIME), INTEGRALIS_DO_PLAY, INTEGRALIS_OVERTIME, name, 0);
}

/* Cards against a worker of another team. */
KB_FN static kb_span *list_attacks(kb_span *at, const integralis_state *s, uint8_t worker, uint32_t hand)
{
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_COFFEE), INTEGRALIS_DO_PLAY, INTEGRALIS_COFFEE, worker, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_BYEBYE), INTEGRALIS_DO_PLAY, INTEGRALIS_BYEBYE, worker, 0);
    if (!integralis_has(hand, INTEGRALIS_MIXUP)) return at;
    return kb_list_if(at, !integralis_check_mixup(s, worker), INTEGRALIS_DO_PLAY, INTEGRALIS_MIXUP, worker, 0);
}

/* Machine by machine: workers to send to one that is free or one's own, and what is done with those who stand
 * there, be they one's own or another's. */
KB_FN static kb_span *list_machines(kb_span *at, const integralis_state *s, uint32_t hand)
{
    enum { USUAL = 4 }; /* hardly a hand holds more workers */
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
        /* Writes first and then looks, as kb_list_if does. */
        for (int i = 0; i < USUAL; i++) kb_list_bits(at + i, send[i] | m << 16);
        for (int i = USUAL; i < n; i++) kb_list_bits(at + i, send[i] | m << 16);
        at += n * (own | (machine->team == KB_NONE));
        for (uint32_t rest = (own | attacks) ? machine->workers : 0; rest; rest &= rest - 1) {
            int name = kb_lowest_bit(rest) + 1;
            at = own ? list_own_worker(at, name, hand)
                     : list_attacks(at, s, integralis_worker(machine->team, name), hand);
        }
    }
    return at;
}

KB_FN static kb_span *list_meetings(kb_span *at, const integralis_state *s)
{
    if (integralis_aim_of(s, INTEGRALIS_MEETING) == INTEGRALIS_ON_SEAT) {
        uint32_t teams = 0;
        for (int m = 0; m < INTEGRALIS_MACHINES; m++) teams |= 1u << (s->machine[m].team & 31); /* KB_NONE: no seat's */
        for (int seat = 0; seat < s->setup.seats; seat++)
            at = kb_list_if(at, (seat != s->turn) & (teams >> seat & 1), INTEGRALIS_DO_PLAY, INTEGRALIS_MEETING, seat,
                            0);
        return at;
    }
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int team = s->machine[m].team;
        at = kb_list_if(at, team != s->turn && team != KB_NONE, INTEGRALIS_DO_PLAY, INTEGRALIS_MEETING, team, m);
    }
    return at;
}

/* Cards that are played on a seat or a machine whoever works there. */
KB_FN static kb_span *list_mischief(kb_span *at, const integralis_state *s, uint32_t hand)
{
    bool five = integralis_has(hand, INTEGRALIS_SABOTAGE5);
    bool two = integralis_has(hand, INTEGRALIS_SABOTAGE2);
    for (int m = 0; (five | two) && m < INTEGRALIS_MACHINES; m++) {
        bool sound = !s->machine[m].sabotage;
        at = kb_list_if(at, sound & five, INTEGRALIS_DO_PLAY, INTEGRALIS_SABOTAGE5, m, 0);
        at = kb_list_if(at, sound & two, INTEGRALIS_DO_PLAY, INTEGRALIS_SABOTAGE2, m, 0);
    }
    for (int seat = 0; integralis_has(hand, INTEGRALIS_ILLNESS) && seat < s->setup.seats; seat++)
        at = kb_list_if(at, (seat != s->turn) & !(s->ill >> seat & 1), INTEGRALIS_DO_PLAY, INTEGRALIS_ILLNESS, seat, 0);
    return integralis_has(hand, INTEGRALIS_MEETING) ? list_meetings(at, s) : at;
}

/* --- orders ------------------------------------------------------------------------------------- */

KB_FN static kb_span *list_takes(kb_span *at, const integralis_state *s)
{
    if (s->job[s->turn][1].order != KB_NONE) return at;
    for (int i = 0; i < s->n_row; i++) at = kb_list(at, INTEGRALIS_DO_TAKE, s->row[i], 0, 0);
    return at;
}

KB_FN static kb_span *list_swaps(kb_span *at, const integralis_state *s)
{
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) {
        integralis_job own = s->job[s->turn][job];
        uint32_t swap = INTEGRALIS_DO_SWAP | (uint32_t)own.order << 8;
        for (int i = 0; i < INTEGRALIS_SEATS_MAX; i++) kb_list_bits(at + i, swap | (uint32_t)s->row[i] << 16);
        at += s->n_row * ((own.order != KB_NONE) & !own.covered);
    }
    return at;
}

/* --- what money can do -------------------------------------------------------------------------- */

/* Whoever takes as much or less: nobody for nothing. */
KB_FN static uint32_t corruptible(int32_t money)
{
    uint32_t workers = 0;
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++) {
        int32_t value = integralis_facts_of(name)->bribe;
        if (value) workers |= value <= money ? integralis_bit(name) : 0;
    }
    return workers;
}

/* The bribe of a worker who can be had, and the offers for him: one here, several behind everything else. */
KB_FN static kb_span *list_bribe(kb_span *at, kb_span **run, const integralis_state *s, uint8_t worker)
{
    int32_t low = integralis_least_offer(s, worker);
    int32_t n = (s->purse.of[s->turn] - low) / INTEGRALIS_BUCK_STEP + 1;
    at = kb_list(at, INTEGRALIS_DO_BRIBE, worker, 0, 0);
    if (low > s->purse.of[s->turn] || integralis_offers_spent(s, worker)) return at;
    if (n == 1) return kb_list_run(at, INTEGRALIS_DO_TEMPT, worker, 0, low, 1, INTEGRALIS_BUCK_STEP);
    *run = kb_list_run(*run, INTEGRALIS_DO_TEMPT, worker, 0, low, n, INTEGRALIS_BUCK_STEP);
    return at;
}

/* Whether there is anybody to bribe, locked or not, or something to repair, fresh or not. */
KB_FN static bool perhaps_deals(const integralis_state *s, uint32_t takers)
{
    uint32_t dear = s->purse.of[s->turn] >= integralis_damage(INTEGRALIS_SABOTAGE2) ? 0xFF : 0;
    uint32_t deals = 0;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        deals |= (s->machine[m].sabotage & dear) | (s->machine[m].workers & takers * (s->machine[m].team != s->turn));
    return deals;
}

KB_FN static kb_span *list_bribes(kb_span *at, const integralis_state *s)
{
    kb_span runs[INTEGRALIS_SEATS_MAX * INTEGRALIS_WORKERS];
    kb_span *run = runs;
    uint32_t takers = corruptible(s->purse.of[s->turn]);
    if (!perhaps_deals(s, takers)) return at;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        const integralis_machine *machine = &s->machine[m];
        at = kb_list_if(at, !integralis_check_repair(s, m), INTEGRALIS_DO_REPAIR, m, 0, 0);
        uint32_t open = machine->team == s->turn ? 0 : machine->workers & takers;
        for (uint32_t rest = open ? open & ~(uint32_t)s->locked[machine->team] : 0; rest; rest &= rest - 1)
            at = list_bribe(at, &run, s, integralis_worker(machine->team, kb_lowest_bit(rest) + 1));
    }
    for (const kb_span *r = runs; r < run; r++) *at++ = *r;
    return at;
}

/* --- a turn ------------------------------------------------------------------------------------- */

KB_FN static kb_span *list_forced(kb_span *at, const integralis_state *s)
{
    uint32_t hand = s->hand[s->turn];
    at = list_takes(at, s);
    if (integralis_must_take(s)) return at;
    at = kb_list_if(at, s->unseen[s->turn] || s->n_under[s->turn], INTEGRALIS_DO_DRAW, 0, 0, 0);
    at = list_machines(at, s, hand);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_F0), INTEGRALIS_DO_PLAY, INTEGRALIS_F0, 0, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_F1), INTEGRALIS_DO_PLAY, INTEGRALIS_F1, 0, 0);
    at = kb_list_if(at, integralis_has(hand, INTEGRALIS_VITAMINS), INTEGRALIS_DO_PLAY, INTEGRALIS_VITAMINS, 0, 0);
    if (hand & INTEGRALIS_MISCHIEF) at = list_mischief(at, s, hand);
    at = list_swaps(at, s);
    return list_trades(at, hand);
}

KB_FN static kb_span *list_turn(kb_span *at, const integralis_state *s)
{
    kb_span *from = at;
    if (s->actions) at = list_forced(at, s);
    at = kb_list_if(at, at == from, INTEGRALIS_DO_END, 0, 0, 0);
    return s->purse.of[s->turn] ? list_bribes(at, s) : at;
}

/* --- everything else ---------------------------------------------------------------------------- */

/* A view that may not know the deck has no list for chance. */
KB_FN static kb_span *list_deals(kb_span *at, const integralis_state *s)
{
    uint32_t unseen = s->unseen[s->who];
    if (unseen & INTEGRALIS_UNKNOWN) return at;
    for (uint32_t rest = unseen & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        int bit = kb_lowest_bit(rest);
        int card = integralis_kind(bit);
        at = kb_list(at, INTEGRALIS_DO_DEAL, s->who, card, 0);
        if (unseen >> (bit + 1) & integralis_field(card) >> (bit + 1))
            at[-1].weight = (uint16_t)integralis_count(unseen, card);
    }
    return at;
}

KB_FN static kb_span *list_unders(kb_span *at, uint32_t hand)
{
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1)
        at = kb_list(at, INTEGRALIS_DO_UNDER, integralis_kind(kb_lowest_bit(rest)), 0, 0);
    return at;
}

KB_FN static kb_span *list_starts(kb_span *at, const integralis_state *s)
{
    for (int seat = 0; seat < s->setup.seats; seat++) at = kb_list(at, INTEGRALIS_DO_START, seat, 0, 0);
    return at;
}

KB_FN static kb_span *list_reveals(kb_span *at, const integralis_state *s)
{
    for (uint32_t rest = s->orders_left; rest; rest &= rest - 1)
        at = kb_list(at, INTEGRALIS_DO_REVEAL, kb_lowest_bit(rest), 0, 0);
    return at;
}

KB_FN static kb_span *list_pair(kb_span *at, integralis_verb always, bool legal, integralis_verb perhaps)
{
    at = kb_list(at, always, 0, 0, 0);
    return kb_list_if(at, legal, perhaps, 0, 0, 0);
}

KB_FN static kb_span *list_covers(kb_span *at, const integralis_state *s)
{
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++)
        at = kb_list_if(at, integralis_open_tasks(s->job[s->who][job], s->where) > 0, INTEGRALIS_DO_COVER, s->where,
                        s->job[s->who][job].order, 0);
    return kb_list_if(at, integralis_may_waive(s), INTEGRALIS_DO_WAIVE, s->where, 0, 0);
}

KB_FN static kb_span *list_offer_answers(kb_span *at, const integralis_state *s)
{
    int32_t low = s->amount + INTEGRALIS_BUCK_STEP;
    at = list_pair(at, INTEGRALIS_DO_ACCEPT, true, INTEGRALIS_DO_REFUSE);
    if (low > INTEGRALIS_DEMAND_MAX) return at;
    int32_t n = (INTEGRALIS_DEMAND_MAX - low) / INTEGRALIS_BUCK_STEP + 1;
    return kb_list_run(at, INTEGRALIS_DO_DEMAND, 0, 0, low, n, INTEGRALIS_BUCK_STEP);
}

KB_FN static kb_span *list_bids(kb_span *at, const integralis_state *s, int seat)
{
    int32_t low = integralis_value_of(s->target);
    int32_t n = (s->purse.of[seat] - low) / INTEGRALIS_BUCK_STEP + 1;
    return kb_list_run(at, INTEGRALIS_DO_BID, 0, 0, low, n, INTEGRALIS_BUCK_STEP);
}

KB_FN int integralis_legal(const integralis_state *s, int seat, kb_span *spans, int max)
{
    KB_ASSERT(max >= KB_SPANS_MAX);
    (void)max;
    kb_span *end = spans;
    if (!integralis_is_actor(s, seat)) return 0;
    switch ((integralis_step)s->step) {
    case INTEGRALIS_START: end = list_starts(spans, s); break;
    case INTEGRALIS_DRAW: end = list_deals(spans, s); break;
    case INTEGRALIS_REVEAL: end = list_reveals(spans, s); break;
    case INTEGRALIS_ACT: end = list_turn(spans, s); break;
    case INTEGRALIS_COUNTER:
        end = list_pair(spans, INTEGRALIS_DO_PASS, !integralis_check_counter(s, seat), INTEGRALIS_DO_COUNTER);
        break;
    case INTEGRALIS_TEMPT: end = list_offer_answers(spans, s); break;
    case INTEGRALIS_DEMAND:
        end = list_pair(spans, INTEGRALIS_DO_REFUSE, !integralis_check_accept(s), INTEGRALIS_DO_ACCEPT);
        break;
    case INTEGRALIS_BRIBE:
        end = list_pair(spans, INTEGRALIS_DO_RELEASE, !integralis_check_resist(s, seat), INTEGRALIS_DO_RESIST);
        break;
    case INTEGRALIS_BID: end = list_bids(spans, s, seat); break;
    case INTEGRALIS_DECIDE: end = list_pair(spans, INTEGRALIS_DO_STAY, true, INTEGRALIS_DO_LEAVE); break;
    case INTEGRALIS_COVER: end = list_covers(spans, s); break;
    case INTEGRALIS_UNDER: end = list_unders(spans, s->hand[seat]); break;
    case INTEGRALIS_OVER: break;
    }
    KB_ASSERT(end - spans <= KB_SPANS_MAX);
    return (int)(end - spans);
}
