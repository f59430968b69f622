/* rules.c: a turn of Integralis: forced actions, cards and their counters; also actors, check and make. RULES.md has
 * the same rules in words; G-1 … G-16 are its rulings. Money is in bribery.c, closing times and the order of turns
 * are in closing.c, the legal lists in legal.c. */
#include "rules.h"

KB_FN static int n_seats(const integralis_state *s)
{
    return s->setup.seats;
}

/* --- setup --------------------------------------------------------------------------------------- */

kb_error integralis_start(integralis_state *s, const kb_setup *setup)
{
    __builtin_memset(s, 0, sizeof *s);
    s->setup = *setup;
    uint32_t cards = integralis_all_cards(s);
    const integralis_job none = {KB_NONE, 0};
    for (int seat = 0; seat < n_seats(s); seat++) {
        kb_pay(&s->purse, KB_BANK, seat, INTEGRALIS_START_MONEY);
        s->hand[seat] = integralis_with(0, INTEGRALIS_F1);
        s->unseen[seat] = integralis_without(cards, INTEGRALIS_F1);
    }
    for (int seat = 0; seat < INTEGRALIS_SEATS_MAX; seat++) s->job[seat][0] = s->job[seat][1] = none;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) s->machine[m].team = KB_NONE;
    __builtin_memset(s->row, KB_NONE, sizeof s->row);
    s->orders_left = (1u << INTEGRALIS_ORDERS) - 1;
    s->start = s->turn = KB_NONE;
    s->step = INTEGRALIS_START;
    s->actors = 1u << KB_CHANCE;
    return KB_OK;
}

KB_FN static void do_start(integralis_state *s, int seat, kb_events *out)
{
    s->start = s->turn = (uint8_t)seat;
    integralis_tell(out, INTEGRALIS_STARTS, seat, 0, 0, 0);
    integralis_draw(s, seat, INTEGRALIS_FOR_SETUP, INTEGRALIS_HAND - 1, out);
}

/* --- decks --------------------------------------------------------------------------------------- */

/* All cards of a draw have been drawn. */
KB_FN static void drawn(integralis_state *s, kb_events *out)
{
    integralis_draw_why why = (integralis_draw_why)s->why;
    int seat = s->who;
    s->why = s->who = s->left = 0;
    switch (why) {
    case INTEGRALIS_FOR_SETUP:
        seat = kb_left_of(seat, n_seats(s));
        if (seat == s->start) {
            s->step = INTEGRALIS_REVEAL;
        } else {
            integralis_draw(s, seat, INTEGRALIS_FOR_SETUP, INTEGRALIS_HAND - 1, out);
        }
        break;
    case INTEGRALIS_FOR_DRAW:
    case INTEGRALIS_FOR_TRADE: integralis_go_on(s); break;
    case INTEGRALIS_FOR_REFILL: integralis_refilled(s, seat, out); break;
    }
}

KB_FN static kb_error check_deal(const integralis_state *s, kb_move m)
{
    if (m.b >= INTEGRALIS_CARDS) return KB_E_UNKNOWN_MOVE;
    return m.a == s->who && integralis_has(s->unseen[m.a], m.b) ? KB_OK : INTEGRALIS_E_NOT_IN_DECK;
}

KB_FN static void do_deal(integralis_state *s, kb_move m, kb_events *out)
{
    s->unseen[m.a] = integralis_without(s->unseen[m.a], m.b);
    s->hand[m.a] = integralis_with(s->hand[m.a], m.b);
    integralis_tell_own(out, INTEGRALIS_DRAWS, m.a, m.b);
    s->left--;
    if (!s->unseen[m.a]) {
        KB_ASSERT(s->left <= s->n_under[m.a]); /* G-8 */
        integralis_draw_from_under(s, m.a, s->left, out);
        s->left = 0;
    }
    if (s->left == 0) drawn(s, out);
}

/* --- the row of orders --------------------------------------------------------------------------- */

KB_FN static int n_jobs(const integralis_state *s, int seat)
{
    return (s->job[seat][0].order != KB_NONE) + (s->job[seat][1].order != KB_NONE);
}

/* The order's index in the row, or -1. */
KB_FN static int place_in_row(const integralis_state *s, int order)
{
    int place = -1;
    for (int i = 0; i < s->n_row; i++)
        if (s->row[i] == order) place = i;
    return order == KB_NONE ? -1 : place;
}

/* The index among the seat's orders, or -1. */
KB_FN static int job_of(const integralis_state *s, int seat, int order)
{
    if (order >= INTEGRALIS_ORDERS) return -1;
    return s->job[seat][0].order == order ? 0 : s->job[seat][1].order == order ? 1 : -1;
}

KB_FN static kb_error check_reveal(const integralis_state *s, int order)
{
    return order < INTEGRALIS_ORDERS && s->orders_left >> order & 1 ? KB_OK : INTEGRALIS_E_NOT_IN_ROW;
}

/* During setup the row grows; later the order fills the empty place. */
KB_FN static void do_reveal(integralis_state *s, int order, kb_events *out)
{
    int place = 0;
    while (s->row[place] != KB_NONE) place++;
    s->row[place] = (uint8_t)order;
    s->orders_left = (uint16_t)(s->orders_left & ~(1u << order));
    integralis_tell(out, INTEGRALIS_REVEALED, 0, order, 0, 0);
    if (s->turns > 0) {
        integralis_go_on(s);
    } else if (++s->n_row == n_seats(s)) {
        integralis_next_turn(s, out);
    }
}

KB_FN static kb_error check_take(const integralis_state *s, int order)
{
    if (!integralis_can_take(s)) return INTEGRALIS_E_TWO_ORDERS;
    return place_in_row(s, order) >= 0 ? KB_OK : INTEGRALIS_E_NOT_IN_ROW;
}

KB_FN static void do_take(integralis_state *s, int order, kb_events *out)
{
    int place = place_in_row(s, order);
    s->job[s->turn][n_jobs(s, s->turn)].order = (uint8_t)order;
    s->row[place] = KB_NONE;
    integralis_tell(out, INTEGRALIS_TAKES, s->turn, order, 0, 0);
    if (s->orders_left) {
        s->step = INTEGRALIS_REVEAL;
        return;
    }
    for (; place + 1 < s->n_row; place++) s->row[place] = s->row[place + 1];
    s->row[--s->n_row] = KB_NONE;
}

KB_FN static kb_error check_swap(const integralis_state *s, int own, int other)
{
    int job = job_of(s, s->turn, own);
    if (job < 0) return INTEGRALIS_E_NOT_OWN_ORDER;
    if (!integralis_can_swap(s->job[s->turn][job])) return INTEGRALIS_E_ORDER_BEGUN;
    return place_in_row(s, other) >= 0 ? KB_OK : INTEGRALIS_E_NOT_IN_ROW;
}

KB_FN static void do_swap(integralis_state *s, int own, int other, kb_events *out)
{
    s->row[place_in_row(s, other)] = (uint8_t)own;
    s->job[s->turn][job_of(s, s->turn, own)].order = (uint8_t)other;
    integralis_tell(out, INTEGRALIS_SWAPS, s->turn, own, other, 0);
}

/* --- drawing, recalling, trading ----------------------------------------------------------------- */

KB_FN static kb_error check_draw(const integralis_state *s)
{
    return integralis_can_draw(s) ? KB_OK : INTEGRALIS_E_DECK_EMPTY;
}

KB_FN static void do_draw(integralis_state *s, kb_events *out)
{
    integralis_draw(s, s->turn, INTEGRALIS_FOR_DRAW, 1, out);
}

KB_FN static kb_error check_recall(const integralis_state *s, int card)
{
    if (!integralis_is_worker(card)) return KB_E_UNKNOWN_MOVE;
    return integralis_machine_of(s, integralis_worker(s->turn, card)) >= 0 ? KB_OK : INTEGRALIS_E_NOT_AT_WORK;
}

KB_FN static void do_recall(integralis_state *s, int card, kb_events *out)
{
    integralis_tell(out, INTEGRALIS_RECALLS, s->turn, card, 0, 0);
    integralis_leave(s, integralis_worker(s->turn, card), INTEGRALIS_GOES_BACK, out);
}

KB_FN static kb_error check_trade(const integralis_state *s, kb_move m)
{
    uint32_t hand = s->hand[s->turn];
    /* `|` and `&` avoid branches: the number of cards is hard to predict. */
    bool gap = !m.a | (m.c && !m.b);
    bool unknown = (m.a >= INTEGRALIS_CARDS) | (m.b >= INTEGRALIS_CARDS) | (m.c >= INTEGRALIS_CARDS);
    if (gap | unknown) return KB_E_UNKNOWN_MOVE;
    if (((m.b > 0) & (m.b < m.a)) | ((m.c > 0) & (m.c < m.b))) return INTEGRALIS_E_CARD_ORDER;
    uint32_t kinds = (integralis_field(m.a) | integralis_field(m.b) | integralis_field(m.c)) & INTEGRALIS_KINDS;
    if ((kinds & hand) != kinds) return INTEGRALIS_E_NOT_IN_HAND;
    bool alike = (m.a == m.b) | ((m.b > 0) & (m.b == m.c));
    if (!alike) return KB_OK;
    int wanted = 1 + (m.a == m.b) + (m.b == m.c); /* of the card in the middle */
    return integralis_holds(hand, m.b, wanted) ? KB_OK : INTEGRALIS_E_NOT_IN_HAND;
}

KB_FN static void do_trade(integralis_state *s, kb_move m, kb_events *out)
{
    const int cards[INTEGRALIS_TRADED_MAX] = {m.a, m.b, m.c};
    int seat = s->turn;
    int n = 1 + (m.b > 0) + (m.c > 0);
    integralis_tell(out, INTEGRALIS_TRADES, seat, 0, 0, n);
    for (int i = 0; i < n; i++) {
        s->hand[seat] = integralis_without(s->hand[seat], cards[i]);
        integralis_put_under(s, seat, cards[i]);
        integralis_tell_owner(out, INTEGRALIS_PUTS_UNDER, seat, cards[i]); /* the others know only how many */
    }
    integralis_draw(s, seat, INTEGRALIS_FOR_TRADE, n, out);
}

/* --- cards and their targets --------------------------------------------------------------------- */

/* G-9: the double is the seat's own worker of the same name. A worker who replaces another must be alone at the
 * machine. */
KB_FN kb_error integralis_check_mixup(const integralis_state *s, uint8_t worker)
{
    uint32_t bit = integralis_bit(integralis_name(worker));
    if (s->machine[integralis_machine_of(s, worker)].workers != bit) return INTEGRALIS_E_TWO_TEAMS;
    int own = integralis_machine_of(s, integralis_worker(s->turn, integralis_name(worker)));
    if (own >= 0) return s->machine[own].workers == bit ? KB_OK : INTEGRALIS_E_TWO_TEAMS;
    return s->hand[s->turn] & bit ? KB_OK : INTEGRALIS_E_NO_DOUBLE;
}

KB_FN static kb_error check_seat_target(const integralis_state *s, int card, int seat, int machine)
{
    if (seat >= n_seats(s)) return KB_E_NO_SUCH_SEAT;
    if (!integralis_is_foreign(s, seat)) return INTEGRALIS_E_OWN_TEAM;
    if (card == INTEGRALIS_ILLNESS) return integralis_can_fall_ill(s, seat) ? KB_OK : INTEGRALIS_E_ALREADY_ILL;
    return integralis_can_meet(s, seat, machine) ? KB_OK : INTEGRALIS_E_NOBODY_THERE;
}

/* G-11: a card without effect on the table cannot be played. */
KB_FN kb_error integralis_check_target(const integralis_state *s, int card, int b, int c)
{
    integralis_aim aim = integralis_aim_of(s, card);
    if (aim == INTEGRALIS_ON_NOTHING && b) return KB_E_UNKNOWN_MOVE;
    if (aim == INTEGRALIS_ON_SEAT_AT_MACHINE ? c >= INTEGRALIS_MACHINES : c) return KB_E_UNKNOWN_MOVE;
    switch (aim) {
    case INTEGRALIS_ON_NOTHING: return KB_OK;
    case INTEGRALIS_ON_MACHINE:
        if (b >= INTEGRALIS_MACHINES) return KB_E_UNKNOWN_MOVE;
        if (!integralis_is_worker(card)) return integralis_can_sabotage(s, b) ? KB_OK : INTEGRALIS_E_SABOTAGED;
        return integralis_is_free_for(s, b, s->turn) ? KB_OK : INTEGRALIS_E_MACHINE_TAKEN; /* G-13: sabotaged or not */
    case INTEGRALIS_ON_OWN_WORKER: return check_recall(s, b);
    case INTEGRALIS_ON_FOREIGN_WORKER: {
        kb_error error = integralis_check_foreign(s, (uint8_t)b);
        return error || card != INTEGRALIS_MIXUP ? error : integralis_check_mixup(s, (uint8_t)b);
    }
    case INTEGRALIS_ON_SEAT:
    case INTEGRALIS_ON_SEAT_AT_MACHINE: return check_seat_target(s, card, b, c);
    }
    return KB_E_UNKNOWN_MOVE;
}

KB_FN static kb_error check_play(const integralis_state *s, kb_move m)
{
    if (!m.a || m.a >= INTEGRALIS_CARDS) return KB_E_UNKNOWN_MOVE;
    if (!integralis_has(s->hand[s->turn], m.a)) return INTEGRALIS_E_NOT_IN_HAND;
    return integralis_check_target(s, m.a, m.b, m.c);
}

/* --- effects of cards ---------------------------------------------------------------------------- */

KB_FN static void stand_at(integralis_state *s, int machine, uint8_t worker)
{
    integralis_machine *m = &s->machine[machine];
    KB_ASSERT(integralis_is_free_for(s, machine, integralis_chief(worker)));
    m->team = (uint8_t)integralis_chief(worker);
    m->workers = (uint16_t)(m->workers | integralis_bit(integralis_name(worker)));
}

/* F0: at the end of this turn; F1: at the end of the next one, counting missed turns (G-5). */
KB_FN static void set_closing(integralis_state *s, int card, kb_events *out)
{
    integralis_closing *closing = s->closing[s->turn];
    int i = 0;
    while (closing[i].card) i++;
    closing[i].card = (uint8_t)card;
    closing[i].due = (uint8_t)(s->turns + (card == INTEGRALIS_F1 ? n_seats(s) : 0));
    integralis_tell(out, INTEGRALIS_SETS_CLOSING, s->turn, card, 0, closing[i].due);
}

/* A double in hand replaces the other worker, who goes home; a double at a machine swaps places with the other. */
KB_FN static void mix_up(integralis_state *s, uint8_t other, kb_events *out)
{
    int name = integralis_name(other);
    uint8_t own = integralis_worker(s->turn, name);
    int there = integralis_machine_of(s, other);
    int here = integralis_machine_of(s, own);
    integralis_leave(s, other, INTEGRALIS_GOES_BACK, here < 0 ? out : NULL);
    if (here >= 0) integralis_leave(s, own, INTEGRALIS_GOES_BACK, NULL);
    s->hand[s->turn] = integralis_without(s->hand[s->turn], name);
    stand_at(s, there, own);
    integralis_tell(out, INTEGRALIS_MOVES, s->turn, own, there, 0);
    if (here >= 0) {
        s->hand[integralis_chief(other)] = integralis_without(s->hand[integralis_chief(other)], name);
        stand_at(s, here, other);
        integralis_tell(out, INTEGRALIS_MOVES, integralis_chief(other), other, here, 0);
    }
    integralis_put_under(s, s->turn, INTEGRALIS_MIXUP);
}

/* A card that can be countered waits for the seats it could hit: a sabotage for all others, one after another, the rest
 * for their target. */
KB_FN static void ask(integralis_state *s, kb_move m)
{
    s->step = INTEGRALIS_COUNTER;
    s->card = m.a;
    s->target = m.b;
    s->where = m.c;
    switch (integralis_aim_of(s, m.a)) {
    case INTEGRALIS_ON_MACHINE: s->who = (uint8_t)kb_left_of(s->turn, n_seats(s)); break;
    case INTEGRALIS_ON_FOREIGN_WORKER: s->who = (uint8_t)integralis_chief(m.b); break;
    default: s->who = m.b; break;
    }
}

KB_FN static void do_play(integralis_state *s, kb_move m, kb_events *out)
{
    int seat = s->turn;
    s->hand[seat] = integralis_without(s->hand[seat], m.a);
    if (integralis_is_worker(m.a)) {
        stand_at(s, m.b, integralis_worker(seat, m.a));
        integralis_tell(out, INTEGRALIS_SETS_TO_WORK, seat, m.a, m.b, 0);
        return;
    }
    if (m.a == INTEGRALIS_F0 || m.a == INTEGRALIS_F1) {
        set_closing(s, m.a, out);
        return;
    }
    integralis_tell(out, INTEGRALIS_PLAYS, seat, m.a, m.b, m.c);
    switch (m.a) {
    case INTEGRALIS_OVERTIME: s->overtime[seat][m.b - 1]++; break;
    case INTEGRALIS_MIXUP: mix_up(s, m.b, out); break;
    case INTEGRALIS_VITAMINS:
        s->gone[seat] = integralis_with(s->gone[seat], m.a);
        s->actions = (uint8_t)(s->actions + INTEGRALIS_VITAMIN);
        break;
    case INTEGRALIS_BYEBYE:
        s->gone[seat] = integralis_with(s->gone[seat], m.a);
        integralis_leave(s, m.b, INTEGRALIS_GOES_AWAY, out);
        break;
    default: ask(s, m); break;
    }
}

/* --- counters ------------------------------------------------------------------------------------ */

KB_FN static void forget_attack(integralis_state *s)
{
    s->card = s->target = s->where = s->who = 0;
    integralis_go_on(s);
}

KB_FN static void call_meeting(integralis_state *s, int target, uint32_t machines, kb_events *out)
{
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (s->machine[m].team != target || !(machines >> m & 1)) continue;
        for (uint32_t rest = s->machine[m].workers; rest; rest &= rest - 1)
            integralis_leave(s, integralis_worker(target, kb_lowest_bit(rest) + 1), INTEGRALIS_GOES_BACK, out);
    }
}

/* The card was not countered. */
KB_FN static void take_effect(integralis_state *s, kb_events *out)
{
    int seat = s->turn;
    uint8_t target = s->target;
    switch (s->card) {
    case INTEGRALIS_COFFEE: /* G-15: it belongs to that team from now on */
        integralis_leave(s, target, INTEGRALIS_GOES_UNDER, out);
        integralis_put_under(s, integralis_chief(target), INTEGRALIS_COFFEE);
        break;
    case INTEGRALIS_ILLNESS:
        s->gone[seat] = integralis_with(s->gone[seat], INTEGRALIS_ILLNESS);
        s->ill = (uint8_t)(s->ill | 1u << target);
        integralis_tell(out, INTEGRALIS_FALLS_ILL, target, 0, 0, 0);
        break;
    case INTEGRALIS_MEETING:
        call_meeting(s, target, integralis_aim_of(s, s->card) == INTEGRALIS_ON_SEAT ? ~0u : 1u << s->where, out);
        integralis_put_under(s, seat, INTEGRALIS_MEETING);
        break;
    default:
        s->machine[target].sabotage = s->card;
        s->machine[target].by = (uint8_t)seat;
        s->machine[target].fresh = 1;
        break;
    }
    forget_attack(s);
}

KB_FN kb_error integralis_check_counter(const integralis_state *s, int seat)
{
    return integralis_has(s->hand[seat], integralis_card_of(s->card)->counter) ? KB_OK : INTEGRALIS_E_NO_COUNTER;
}

/* G-7: both cards go under their decks, wherever they would have gone otherwise. */
KB_FN static void do_counter(integralis_state *s, int seat, kb_events *out)
{
    int counter = integralis_card_of(s->card)->counter;
    s->hand[seat] = integralis_without(s->hand[seat], counter);
    integralis_put_under(s, s->turn, s->card);
    integralis_put_under(s, seat, counter);
    integralis_tell(out, INTEGRALIS_COUNTERS, seat, counter, s->card, 0);
    forget_attack(s);
}

KB_FN static void do_pass(integralis_state *s, int seat, kb_events *out)
{
    integralis_tell(out, INTEGRALIS_PASSES, seat, s->card, 0, 0);
    int next = kb_left_of(seat, n_seats(s));
    if (integralis_aim_of(s, s->card) == INTEGRALIS_ON_MACHINE && next != s->turn) {
        s->who = (uint8_t)next;
        return;
    }
    take_effect(s, out);
}

/* --- forced actions ------------------------------------------------------------------------------ */

KB_FN static bool is_forced(int verb)
{
    return (verb >= INTEGRALIS_DO_DRAW) & (verb <= INTEGRALIS_DO_SWAP);
}

/* Whether a forced action is legal, if one is left. A card in hand can always be traded. */
KB_FN static bool can_act(const integralis_state *s)
{
    const integralis_job *jobs = s->job[s->turn];
    bool can_choose = integralis_can_take(s) || integralis_can_swap(jobs[0]) || integralis_can_swap(jobs[1]);
    return s->hand[s->turn] || integralis_can_draw(s) || integralis_workers_of(s, s->turn) || (s->n_row && can_choose);
}

KB_FN static kb_error check_end(const integralis_state *s)
{
    return s->actions && can_act(s) ? INTEGRALIS_E_ACTIONS_LEFT : KB_OK;
}

/* --- the end ------------------------------------------------------------------------------------- */

KB_FN bool integralis_over(const integralis_state *s, kb_result *result)
{
    if (s->step != INTEGRALIS_OVER) return false;
    if (!result) return true;
    int64_t best = -1;
    __builtin_memset(result, 0, sizeof *result);
    for (int seat = 0; seat < n_seats(s); seat++) {
        /* Most money, then most repaired. */
        int64_t rank = (int64_t)s->purse.of[seat] << 16 | s->repaired[seat];
        result->score[seat] = s->purse.of[seat];
        if (rank > best) result->winners_mask = 0;
        if (rank > best) best = rank;
        if (rank == best) result->winners_mask |= 1u << seat;
    }
    return true;
}

/* --- actors, check, make -------------------------------------------------------------------------- */

KB_FN static uint8_t bidders_left(const integralis_state *s)
{
    return (uint8_t)((s->bid[0] ? 0 : 1u << s->turn) | (s->bid[1] ? 0 : 1u << integralis_chief(s->target)));
}

/* G-12: including ill seats. */
KB_FN static uint8_t full_hands(const integralis_state *s)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < n_seats(s); seat++)
        if (integralis_size(s->hand[seat]) > INTEGRALIS_HAND) seats |= 1u << seat;
    return (uint8_t)seats;
}

/* Called after every move. The seat that a step waits for is looked up among four candidates, which avoids branches. */
KB_FN uint8_t integralis_owing(const integralis_state *s)
{
    enum { CHANCE = 0, TURN = 8, WHO = 16, CHIEF = 24, OTHERS }; /* the first four: shifts */
    static const uint8_t asked[] = {
        CHANCE, /* start   */
        CHANCE, /* draw    */
        CHANCE, /* reveal  */
        TURN,   /* act     */
        WHO,    /* counter */
        CHIEF,  /* tempt   */
        TURN,   /* demand  */
        CHIEF,  /* bribe   */
        OTHERS, /* bid     */
        WHO,    /* decide  */
        WHO,    /* cover   */
        OTHERS, /* under   */
        OTHERS, /* over    */
    };
    if (asked[s->step] == OTHERS)
        return s->step == INTEGRALIS_BID ? bidders_left(s) : s->step == INTEGRALIS_UNDER ? full_hands(s) : 0;
    uint32_t chief = (uint32_t)integralis_chief(s->target);
    uint32_t seats = (uint32_t)KB_CHANCE << CHANCE | (uint32_t)s->turn << TURN | (uint32_t)s->who << WHO |
                     chief << CHIEF;
    return (uint8_t)(1u << (seats >> asked[s->step] & 7));
}

KB_FN uint32_t integralis_actors(const integralis_state *s)
{
    return s->actors;
}

KB_FN static const kb_form *form_of(int verb)
{
    static const kb_form forms[] = {
        {KB_A, INTEGRALIS_START},             /* start SEAT                   */
        {KB_A | KB_B, INTEGRALIS_DRAW},       /* draw SEAT CARD               */
        {KB_A, INTEGRALIS_REVEAL},            /* reveal ORDER                 */
        {0, INTEGRALIS_ACT},                  /* draw                         */
        {KB_A, INTEGRALIS_ACT},               /* recall WORKER                */
        {KB_A, INTEGRALIS_ACT},               /* take ORDER                   */
        {KB_A | KB_B | KB_C, INTEGRALIS_ACT}, /* play CARD …                  */
        {KB_A | KB_B | KB_C, INTEGRALIS_ACT}, /* trade CARD [CARD [CARD]]     */
        {KB_A | KB_B, INTEGRALIS_ACT},        /* swap ORDER ORDER             */
        {0, INTEGRALIS_ACT},                  /* end                          */
        {KB_A, INTEGRALIS_ACT},               /* repair MACHINE               */
        {KB_A | KB_AMOUNT, INTEGRALIS_ACT},   /* tempt SEAT.WORKER AMOUNT     */
        {KB_A, INTEGRALIS_ACT},               /* bribe SEAT.WORKER            */
        {0, INTEGRALIS_COUNTER},              /* counter                      */
        {0, INTEGRALIS_COUNTER},              /* pass                         */
        {0, INTEGRALIS_TEMPT},                /* accept                       */
        {0, INTEGRALIS_TEMPT},                /* refuse                       */
        {0, INTEGRALIS_BRIBE},                /* release                      */
        {0, INTEGRALIS_BRIBE},                /* resist                       */
        {KB_AMOUNT, INTEGRALIS_BID},          /* bid AMOUNT                   */
        {KB_AMOUNT, INTEGRALIS_TEMPT},        /* demand AMOUNT                */
        {0, INTEGRALIS_DECIDE},               /* stay                         */
        {0, INTEGRALIS_DECIDE},               /* leave                        */
        {KB_A | KB_B, INTEGRALIS_COVER},      /* cover MACHINE ORDER          */
        {KB_A, INTEGRALIS_COVER},             /* waive MACHINE                */
        {KB_A, INTEGRALIS_UNDER},             /* under CARD                   */
    };
    return &forms[verb];
}

/* A demand is answered with the same verbs as an offer. */
KB_FN static bool fits_step(int verb, int step)
{
    if (step == INTEGRALIS_DEMAND) return verb == INTEGRALIS_DO_ACCEPT || verb == INTEGRALIS_DO_REFUSE;
    return form_of(verb)->step == step;
}

KB_FN static kb_error check_under(const integralis_state *s, int seat, int card)
{
    if (!card || card >= INTEGRALIS_CARDS) return KB_E_UNKNOWN_MOVE;
    return integralis_has(s->hand[seat], card) ? KB_OK : INTEGRALIS_E_NOT_IN_HAND;
}

KB_FN kb_error integralis_check(const integralis_state *s, int seat, kb_move m)
{
    if (!integralis_is_actor(s, seat)) return s->step == INTEGRALIS_OVER ? KB_E_OVER : KB_E_NOT_ACTOR;
    if (m.verb > INTEGRALIS_DO_UNDER || !kb_has_form(m, form_of(m.verb))) return KB_E_UNKNOWN_MOVE;
    if (!fits_step(m.verb, s->step)) return KB_E_WRONG_STEP;
    if (is_forced(m.verb) & !s->actions) return INTEGRALIS_E_NO_ACTIONS;
    if (s->step == INTEGRALIS_ACT && integralis_must_take(s) && is_forced(m.verb) && m.verb != INTEGRALIS_DO_TAKE)
        return INTEGRALIS_E_NEEDS_ORDER;
    switch ((integralis_verb)m.verb) {
    case INTEGRALIS_DO_START: return m.a < n_seats(s) ? KB_OK : KB_E_NO_SUCH_SEAT;
    case INTEGRALIS_DO_DEAL: return check_deal(s, m);
    case INTEGRALIS_DO_REVEAL: return check_reveal(s, m.a);
    case INTEGRALIS_DO_DRAW: return check_draw(s);
    case INTEGRALIS_DO_RECALL: return check_recall(s, m.a);
    case INTEGRALIS_DO_TAKE: return check_take(s, m.a);
    case INTEGRALIS_DO_PLAY: return check_play(s, m);
    case INTEGRALIS_DO_TRADE: return check_trade(s, m);
    case INTEGRALIS_DO_SWAP: return check_swap(s, m.a, m.b);
    case INTEGRALIS_DO_END: return check_end(s);
    case INTEGRALIS_DO_REPAIR: return integralis_check_repair(s, m.a);
    case INTEGRALIS_DO_TEMPT: return integralis_check_tempt(s, m.a, m.amount);
    case INTEGRALIS_DO_BRIBE: return integralis_check_bribe(s, m.a);
    case INTEGRALIS_DO_COUNTER: return integralis_check_counter(s, seat);
    case INTEGRALIS_DO_RESIST: return integralis_check_resist(s, seat);
    case INTEGRALIS_DO_BID: return integralis_check_bid(s, seat, m.amount);
    case INTEGRALIS_DO_DEMAND: return integralis_check_demand(s, m.amount);
    case INTEGRALIS_DO_ACCEPT: return integralis_check_accept(s);
    case INTEGRALIS_DO_COVER: return integralis_check_cover(s, m.a, m.b);
    case INTEGRALIS_DO_WAIVE: return integralis_check_waive(s, m.a);
    case INTEGRALIS_DO_UNDER: return check_under(s, seat, m.a);
    case INTEGRALIS_DO_PASS:
    case INTEGRALIS_DO_REFUSE:
    case INTEGRALIS_DO_RELEASE:
    case INTEGRALIS_DO_STAY:
    case INTEGRALIS_DO_LEAVE: return KB_OK;
    }
    return KB_E_UNKNOWN_MOVE;
}

/* --- moves --------------------------------------------------------------------------------------- */

KB_FN void integralis_make(integralis_state *s, int seat, kb_move m, kb_events *out)
{
    KB_ASSERT(!integralis_check(s, seat, m));
    s->actions = (uint8_t)(s->actions - is_forced(m.verb));
    switch ((integralis_verb)m.verb) {
    case INTEGRALIS_DO_START: do_start(s, m.a, out); break;
    case INTEGRALIS_DO_DEAL: do_deal(s, m, out); break;
    case INTEGRALIS_DO_REVEAL: do_reveal(s, m.a, out); break;
    case INTEGRALIS_DO_DRAW: do_draw(s, out); break;
    case INTEGRALIS_DO_RECALL: do_recall(s, m.a, out); break;
    case INTEGRALIS_DO_TAKE: do_take(s, m.a, out); break;
    case INTEGRALIS_DO_PLAY: do_play(s, m, out); break;
    case INTEGRALIS_DO_TRADE: do_trade(s, m, out); break;
    case INTEGRALIS_DO_SWAP: do_swap(s, m.a, m.b, out); break;
    case INTEGRALIS_DO_END: integralis_end_turn(s, out); break;
    case INTEGRALIS_DO_REPAIR: integralis_do_repair(s, m.a, out); break;
    case INTEGRALIS_DO_TEMPT: integralis_do_tempt(s, m.a, m.amount, out); break;
    case INTEGRALIS_DO_BRIBE: integralis_do_bribe(s, m.a, out); break;
    case INTEGRALIS_DO_COUNTER: do_counter(s, seat, out); break;
    case INTEGRALIS_DO_PASS: do_pass(s, seat, out); break;
    case INTEGRALIS_DO_ACCEPT:
    case INTEGRALIS_DO_REFUSE: integralis_do_answer(s, seat, m.verb == INTEGRALIS_DO_ACCEPT, out); break;
    case INTEGRALIS_DO_RELEASE: integralis_do_release(s, seat, out); break;
    case INTEGRALIS_DO_RESIST: integralis_do_resist(s, seat, out); break;
    case INTEGRALIS_DO_BID: integralis_do_bid(s, seat, m.amount, out); break;
    case INTEGRALIS_DO_DEMAND: integralis_do_demand(s, seat, m.amount, out); break;
    case INTEGRALIS_DO_STAY:
    case INTEGRALIS_DO_LEAVE: integralis_do_decide(s, m.verb == INTEGRALIS_DO_STAY, out); break;
    case INTEGRALIS_DO_COVER: integralis_do_cover(s, m.b, out); break;
    case INTEGRALIS_DO_WAIVE: integralis_do_waive(s, out); break;
    case INTEGRALIS_DO_UNDER: integralis_do_under(s, seat, m.a, out); break;
    }
    s->actors = integralis_owing(s);
    KB_ASSERT(kb_purse_total(&s->purse) == 0);
}
