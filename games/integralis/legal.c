/* legal.c: the legal lists of Integralis, written from the conditions that integralis_check asks. The harness
 * holds the two against each other: a move is on the list just when the check lets it through. */
#include "rules.h"

/* --- trades ------------------------------------------------------------------------------------- */

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

/* One to three different kinds, then alike ones. Half of all entries of all lists are written here: each kind
 * is put behind every single one and every pair of those before it. */
KB_FN static kb_span *list_trades(kb_span *at, uint32_t hand)
{
    uint32_t single[INTEGRALIS_CARDS];
    uint32_t pair[INTEGRALIS_CARDS * INTEGRALIS_CARDS / 2];
    int singles = 0;
    int pairs = 0;
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        uint32_t card = (uint32_t)integralis_kind(kb_lowest_bit(rest));
        for (int i = 0; i < pairs; i++) at = kb_list_bits(at, pair[i] | card << 24);
        for (int i = 0; i < singles; i++) {
            pair[pairs] = single[i] | card << 16;
            at = kb_list_bits(at, pair[pairs++]);
        }
        single[singles] = INTEGRALIS_DO_TRADE | card << 8;
        at = kb_list_bits(at, single[singles++]);
    }
    if (!(hand & INTEGRALIS_ALIKE)) return at;
    at = list_alike_trades(at, hand, INTEGRALIS_F1);
    at = list_alike_trades(at, hand, INTEGRALIS_OVERTIME);
    return list_alike_trades(at, hand, INTEGRALIS_COFFEE);
}

/* --- cards -------------------------------------------------------------------------------------- */

/* At a machine that is free or one's own: workers to send there, and what is done with those who are there. */
KB_FN static kb_span *list_own_machine(kb_span *at, const integralis_state *s, int machine, uint32_t hand)
{
    uint32_t play = INTEGRALIS_DO_PLAY | (uint32_t)machine << 16;
    for (uint32_t rest = hand & INTEGRALIS_ALL_WORKERS; rest; rest &= rest - 1)
        at = kb_list_bits(at, play | (uint32_t)(kb_lowest_bit(rest) + 1) << 8);
    for (uint32_t rest = s->machine[machine].workers; rest; rest &= rest - 1) {
        int name = kb_lowest_bit(rest) + 1;
        at = kb_list(at, INTEGRALIS_DO_RECALL, name, 0, 0);
        at = kb_list_if(at, integralis_has(hand, INTEGRALIS_OVERTIME), INTEGRALIS_DO_PLAY, INTEGRALIS_OVERTIME, name,
                        0);
    }
    return at;
}

/* Cards against the workers at another team's machine. */
KB_FN static kb_span *list_attacks(kb_span *at, const integralis_state *s, int machine, uint32_t hand)
{
    bool coffee = integralis_has(hand, INTEGRALIS_COFFEE);
    bool byebye = integralis_has(hand, INTEGRALIS_BYEBYE);
    bool mixup = integralis_has(hand, INTEGRALIS_MIXUP);
    for (uint32_t rest = s->machine[machine].workers; rest; rest &= rest - 1) {
        uint8_t worker = integralis_worker(s->machine[machine].team, kb_lowest_bit(rest) + 1);
        at = kb_list_if(at, coffee, INTEGRALIS_DO_PLAY, INTEGRALIS_COFFEE, worker, 0);
        at = kb_list_if(at, byebye, INTEGRALIS_DO_PLAY, INTEGRALIS_BYEBYE, worker, 0);
        if (mixup && !integralis_check_mixup(s, worker))
            at = kb_list(at, INTEGRALIS_DO_PLAY, INTEGRALIS_MIXUP, worker, 0);
    }
    return at;
}

KB_FN static kb_span *list_meetings(kb_span *at, const integralis_state *s)
{
    if (integralis_aim_of(s, INTEGRALIS_MEETING) == INTEGRALIS_ON_SEAT) {
        for (int seat = 0; seat < s->setup.seats; seat++)
            at = kb_list_if(at, seat != s->turn && integralis_workers_of(s, seat), INTEGRALIS_DO_PLAY,
                            INTEGRALIS_MEETING, seat, 0);
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
        at = kb_list_if(at, seat != s->turn && !(s->ill >> seat & 1), INTEGRALIS_DO_PLAY, INTEGRALIS_ILLNESS, seat, 0);
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
    int n = s->n_row;
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) {
        integralis_job own = s->job[s->turn][job];
        if (own.order == KB_NONE || own.covered) continue;
        uint32_t swap = INTEGRALIS_DO_SWAP | (uint32_t)own.order << 8;
        for (int i = 0; i < n; i++) at = kb_list_bits(at, swap | (uint32_t)s->row[i] << 16);
    }
    return at;
}

/* --- what money can do -------------------------------------------------------------------------- */

/* Whoever is not marked NO: fritz, greta, hugo, jupp, lars, moni, by what tables.h says. */
KB_FN static uint32_t corruptible(void)
{
    uint32_t workers = 0;
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++)
        workers |= integralis_facts_of(name)->bribe ? integralis_bit(name) : 0;
    return workers;
}

/* Everybody at another team's machine who takes money and is not locked, for a list. */
KB_FN static uint32_t corruptible_at(const integralis_state *s, int machine)
{
    const integralis_machine *m = &s->machine[machine];
    if (m->team == s->turn || m->team == KB_NONE) return 0;
    return m->workers & corruptible() & ~(uint32_t)s->locked[m->team];
}

/* Runs of offers stand behind everything else. */
KB_FN static kb_span *list_bribes(kb_span *at, const integralis_state *s)
{
    kb_span runs[INTEGRALIS_SEATS_MAX * INTEGRALIS_WORKERS];
    kb_span *run = runs;
    int32_t money = s->purse.of[s->turn];
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (s->machine[m].sabotage) at = kb_list_if(at, !integralis_check_repair(s, m), INTEGRALIS_DO_REPAIR, m, 0, 0);
        for (uint32_t rest = corruptible_at(s, m); rest; rest &= rest - 1) {
            uint8_t worker = integralis_worker(s->machine[m].team, kb_lowest_bit(rest) + 1);
            int32_t low = integralis_least_offer(s, worker);
            int32_t n = low > money || integralis_offers_spent(s, worker) ? 0
                                                                          : (money - low) / INTEGRALIS_BUCK_STEP + 1;
            at = kb_list_if(at, integralis_value_of(worker) <= money, INTEGRALIS_DO_BRIBE, worker, 0, 0);
            if (n == 1) at = kb_list_run(at, INTEGRALIS_DO_TEMPT, worker, 0, low, 1, INTEGRALIS_BUCK_STEP);
            if (n > 1) run = kb_list_run(run, INTEGRALIS_DO_TEMPT, worker, 0, low, n, INTEGRALIS_BUCK_STEP);
        }
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
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (integralis_is_free_for(s, m, s->turn)) {
            at = list_own_machine(at, s, m, hand);
        } else if (hand & INTEGRALIS_ATTACKS) {
            at = list_attacks(at, s, m, hand);
        }
    }
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
        at = kb_list(at, INTEGRALIS_DO_COVER, s->where, s->job[s->who][job].order, 0);
    return at;
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
    case INTEGRALIS_TEMPT: end = list_pair(spans, INTEGRALIS_DO_ACCEPT, true, INTEGRALIS_DO_REFUSE); break;
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
