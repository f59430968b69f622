/* text.c: Integralis as text: the notation of its moves, and sentences for its events. */
#include "text.h"

#include "rules.h"

const char *const integralis_seat_names[] = {"red", "yellow", "green", "blue"};
const char *const integralis_machine_names[] = {"collate", "fold", "glue", "sew"};
const char *const integralis_card_names[] = {
    "",   "fritz",    "greta",     "hugo",      "wilma",  "ida",     "jupp",     "kathi",  "lars",    "moni", "f0",
    "f1", "overtime", "sabotage5", "sabotage2", "coffee", "illness", "vitamins", "byebye", "meeting", "mixup"};

/* By integralis_verb. A seat's draw and chance's have the same word. */
static const char *const verbs[] = {"start", "draw",   "reveal", "draw",    "recall", "take",  "play",
                                    "trade", "swap",   "end",    "repair",  "tempt",  "bribe", "counter",
                                    "pass",  "accept", "refuse", "release", "resist", "bid",   "demand",
                                    "stay",  "leave",  "cover",  "waive",   "under"};

/* Has a name for every number, because moves and events may contain any bytes. */
static const char *seat_name(int seat)
{
    return kb_name_at(integralis_seat_names, INTEGRALIS_SEATS_MAX, seat);
}

static const char *machine_name(int machine)
{
    return kb_name_at(integralis_machine_names, INTEGRALIS_MACHINES, machine);
}

static const char *card_name(int card)
{
    return kb_name_at(integralis_card_names, INTEGRALIS_CARDS, card);
}

/* The target of a card; nothing if there is no such card. */
static integralis_aim aim_of(const integralis_state *s, int card)
{
    return card < INTEGRALIS_CARDS ? integralis_aim_of(s, card) : INTEGRALIS_ON_NOTHING;
}

/* --- parts of moves ------------------------------------------------------------------------------ */

static uint8_t scan_seat(const integralis_state *s, kb_scan *scan)
{
    return (uint8_t)kb_scan_name(scan, integralis_seat_names, s->setup.seats);
}

static uint8_t scan_machine(kb_scan *scan)
{
    return (uint8_t)kb_scan_name(scan, integralis_machine_names, INTEGRALIS_MACHINES);
}

static uint8_t scan_card(kb_scan *scan)
{
    return (uint8_t)(kb_scan_name(scan, &integralis_card_names[1], INTEGRALIS_CARDS - 1) + 1);
}

/* A worker's name, as a card. */
static uint8_t scan_name(kb_scan *scan)
{
    return (uint8_t)(kb_scan_name(scan, &integralis_card_names[1], INTEGRALIS_WORKERS) + 1);
}

void integralis_put_worker(uint8_t worker, kb_text *out)
{
    kb_putf(out, "%s.%s", seat_name(integralis_chief(worker)), card_name(integralis_name(worker)));
}

uint8_t integralis_scan_worker(const integralis_state *s, kb_scan *scan)
{
    int seat = scan_seat(s, scan);
    kb_scan_text(scan, ".");
    int name = scan_name(scan);
    return scan->failed ? 0 : integralis_worker(seat, name);
}

void integralis_put_order(int order, kb_text *out)
{
    bool known = order >= 0 && order < INTEGRALIS_ORDERS;
    kb_putf(out, "o%d", known ? integralis_order_of(order)->pay / INTEGRALIS_BUCK_STEP : 0);
}

uint8_t integralis_scan_order(kb_scan *scan)
{
    kb_scan_text(scan, "o");
    int32_t pay = kb_scan_amount(scan);
    for (int order = 0; !scan->failed && order < INTEGRALIS_ORDERS; order++)
        if (integralis_order_of(order)->pay / INTEGRALIS_BUCK_STEP == pay) return (uint8_t)order;
    scan->failed = true;
    return 0;
}

void integralis_put_target(const integralis_state *s, int card, int b, int c, kb_text *out)
{
    switch (aim_of(s, card)) {
    case INTEGRALIS_ON_NOTHING: break;
    case INTEGRALIS_ON_MACHINE: kb_put(out, machine_name(b)); break;
    case INTEGRALIS_ON_OWN_WORKER: kb_put(out, card_name(b)); break;
    case INTEGRALIS_ON_FOREIGN_WORKER: integralis_put_worker((uint8_t)b, out); break;
    case INTEGRALIS_ON_SEAT: kb_put(out, seat_name(b)); break;
    case INTEGRALIS_ON_SEAT_AT_MACHINE: kb_putf(out, "%s %s", seat_name(b), machine_name(c)); break;
    }
}

void integralis_scan_target(const integralis_state *s, kb_scan *scan, int card, uint8_t *b, uint8_t *c)
{
    switch (aim_of(s, card)) {
    case INTEGRALIS_ON_NOTHING: break;
    case INTEGRALIS_ON_MACHINE: *b = scan_machine(scan); break;
    case INTEGRALIS_ON_OWN_WORKER: *b = scan_name(scan); break;
    case INTEGRALIS_ON_FOREIGN_WORKER: *b = integralis_scan_worker(s, scan); break;
    case INTEGRALIS_ON_SEAT: *b = scan_seat(s, scan); break;
    case INTEGRALIS_ON_SEAT_AT_MACHINE:
        *b = scan_seat(s, scan);
        kb_scan_text(scan, " ");
        *c = scan_machine(scan);
        break;
    }
}

/* --- moves --------------------------------------------------------------------------------------- */

static bool is_at_end(const kb_scan *scan)
{
    return scan->at == scan->end;
}

static void scan_play(const integralis_state *s, kb_scan *scan, kb_move *m)
{
    m->a = scan_card(scan);
    if (scan->failed || aim_of(s, m->a) == INTEGRALIS_ON_NOTHING) return;
    kb_scan_text(scan, " ");
    integralis_scan_target(s, scan, m->a, &m->b, &m->c);
}

static void scan_trade(kb_scan *scan, kb_move *m)
{
    uint8_t *const cards[] = {&m->a, &m->b, &m->c};
    for (int i = 0; i < INTEGRALIS_TRADED_MAX; i++) {
        if (i > 0 && (scan->failed || is_at_end(scan))) return;
        if (i > 0) kb_scan_text(scan, " ");
        *cards[i] = scan_card(scan);
    }
}

/* Two parts separated by a blank. */
static void scan_two(const integralis_state *s, kb_scan *scan, kb_move *m)
{
    switch (m->verb) {
    case INTEGRALIS_DO_DEAL: m->a = scan_seat(s, scan); break;
    case INTEGRALIS_DO_SWAP: m->a = integralis_scan_order(scan); break;
    case INTEGRALIS_DO_TEMPT: m->a = integralis_scan_worker(s, scan); break;
    default: m->a = scan_machine(scan); break;
    }
    kb_scan_text(scan, " ");
    switch (m->verb) {
    case INTEGRALIS_DO_DEAL: m->b = scan_card(scan); break;
    case INTEGRALIS_DO_TEMPT: m->amount = kb_scan_amount(scan); break;
    default: m->b = integralis_scan_order(scan); break;
    }
}

/* Whether nothing follows the verb. */
static bool is_bare(int verb)
{
    return verb == INTEGRALIS_DO_DRAW || verb == INTEGRALIS_DO_END || verb == INTEGRALIS_DO_STAY ||
           verb == INTEGRALIS_DO_LEAVE || (verb >= INTEGRALIS_DO_COUNTER && verb <= INTEGRALIS_DO_RESIST);
}

void integralis_read_move(const integralis_state *s, kb_scan *scan, kb_move *move)
{
    int verb = kb_scan_name(scan, verbs, KB_COUNT(verbs));
    if (scan->failed) return;
    if (verb == INTEGRALIS_DO_DEAL && is_at_end(scan)) verb = INTEGRALIS_DO_DRAW;
    kb_move m = {(uint8_t)verb, 0, 0, 0, 0};
    if (!is_bare(verb)) kb_scan_text(scan, " ");
    switch ((integralis_verb)verb) {
    case INTEGRALIS_DO_START: m.a = scan_seat(s, scan); break;
    case INTEGRALIS_DO_REVEAL:
    case INTEGRALIS_DO_TAKE: m.a = integralis_scan_order(scan); break;
    case INTEGRALIS_DO_RECALL: m.a = scan_name(scan); break;
    case INTEGRALIS_DO_PLAY: scan_play(s, scan, &m); break;
    case INTEGRALIS_DO_TRADE: scan_trade(scan, &m); break;
    case INTEGRALIS_DO_REPAIR:
    case INTEGRALIS_DO_WAIVE: m.a = scan_machine(scan); break;
    case INTEGRALIS_DO_BRIBE: m.a = integralis_scan_worker(s, scan); break;
    case INTEGRALIS_DO_BID:
    case INTEGRALIS_DO_DEMAND: m.amount = kb_scan_amount(scan); break;
    case INTEGRALIS_DO_UNDER: m.a = scan_card(scan); break;
    case INTEGRALIS_DO_DEAL:
    case INTEGRALIS_DO_SWAP:
    case INTEGRALIS_DO_TEMPT:
    case INTEGRALIS_DO_COVER: scan_two(s, scan, &m); break;
    case INTEGRALIS_DO_DRAW:
    case INTEGRALIS_DO_END:
    case INTEGRALIS_DO_COUNTER:
    case INTEGRALIS_DO_PASS:
    case INTEGRALIS_DO_ACCEPT:
    case INTEGRALIS_DO_REFUSE:
    case INTEGRALIS_DO_RELEASE:
    case INTEGRALIS_DO_RESIST:
    case INTEGRALIS_DO_STAY:
    case INTEGRALIS_DO_LEAVE: break;
    }
    *move = m;
}

static void put_trade(kb_move m, kb_text *out)
{
    const int cards[] = {m.a, m.b, m.c};
    for (int i = 0; i < INTEGRALIS_TRADED_MAX && cards[i]; i++) kb_putf(out, " %s", card_name(cards[i]));
}

void integralis_write_span(const integralis_state *s, kb_span span, kb_text *out)
{
    kb_move m = span.move;
    kb_put(out, kb_name_at(verbs, KB_COUNT(verbs), m.verb));
    switch ((integralis_verb)m.verb) {
    case INTEGRALIS_DO_START: kb_putf(out, " %s", seat_name(m.a)); break;
    case INTEGRALIS_DO_DEAL: kb_putf(out, " %s %s", seat_name(m.a), card_name(m.b)); break;
    case INTEGRALIS_DO_REVEAL:
    case INTEGRALIS_DO_TAKE:
        kb_put(out, " ");
        integralis_put_order(m.a, out);
        break;
    case INTEGRALIS_DO_RECALL:
    case INTEGRALIS_DO_UNDER: kb_putf(out, " %s", card_name(m.a)); break;
    case INTEGRALIS_DO_PLAY:
        kb_putf(out, " %s", card_name(m.a));
        if (aim_of(s, m.a) != INTEGRALIS_ON_NOTHING) kb_put(out, " ");
        integralis_put_target(s, m.a, m.b, m.c, out);
        break;
    case INTEGRALIS_DO_TRADE: put_trade(m, out); break;
    case INTEGRALIS_DO_SWAP:
        kb_put(out, " ");
        integralis_put_order(m.a, out);
        kb_put(out, " ");
        integralis_put_order(m.b, out);
        break;
    case INTEGRALIS_DO_REPAIR:
    case INTEGRALIS_DO_WAIVE: kb_putf(out, " %s", machine_name(m.a)); break;
    case INTEGRALIS_DO_TEMPT:
    case INTEGRALIS_DO_BRIBE:
        kb_put(out, " ");
        integralis_put_worker(m.a, out);
        if (m.verb == INTEGRALIS_DO_BRIBE) break;
        kb_put(out, " ");
        kb_put_run(out, span);
        break;
    case INTEGRALIS_DO_BID:
    case INTEGRALIS_DO_DEMAND:
        kb_put(out, " ");
        kb_put_run(out, span);
        break;
    case INTEGRALIS_DO_COVER:
        kb_putf(out, " %s ", machine_name(m.a));
        integralis_put_order(m.b, out);
        break;
    case INTEGRALIS_DO_DRAW:
    case INTEGRALIS_DO_END:
    case INTEGRALIS_DO_COUNTER:
    case INTEGRALIS_DO_PASS:
    case INTEGRALIS_DO_ACCEPT:
    case INTEGRALIS_DO_REFUSE:
    case INTEGRALIS_DO_RELEASE:
    case INTEGRALIS_DO_RESIST:
    case INTEGRALIS_DO_STAY:
    case INTEGRALIS_DO_LEAVE: break;
    }
}

/* --- sentences ----------------------------------------------------------------------------------- */

static const char *team_of(uint8_t worker)
{
    return seat_name(integralis_chief(worker));
}

static const char *name_of(uint8_t worker)
{
    return card_name(integralis_name(worker));
}

/* "red's hugo" */
static void put_his(uint8_t worker, kb_text *out)
{
    kb_putf(out, "%s's %s", team_of(worker), name_of(worker));
}

static const char *card_or_hidden(int card)
{
    return card ? card_name(card) : "a card";
}

static void put_play(const integralis_state *s, const kb_event *e, kb_text *out)
{
    kb_putf(out, "%s plays %s", seat_name(e->seat), card_name(e->a));
    switch (aim_of(s, e->a)) {
    case INTEGRALIS_ON_NOTHING: break;
    case INTEGRALIS_ON_MACHINE: kb_putf(out, " on the %s machine", machine_name(e->b)); break;
    case INTEGRALIS_ON_OWN_WORKER: kb_putf(out, " on %s", card_name(e->b)); break;
    case INTEGRALIS_ON_FOREIGN_WORKER:
        kb_put(out, " on ");
        put_his(e->b, out);
        break;
    case INTEGRALIS_ON_SEAT: kb_putf(out, " on %s", seat_name(e->b)); break;
    case INTEGRALIS_ON_SEAT_AT_MACHINE:
        kb_putf(out, " on %s's workers at the %s machine", seat_name(e->b), machine_name(e->amount));
        break;
    }
    kb_put(out, e->a == INTEGRALIS_VITAMINS ? ": four more actions." : ".");
}

/* What a seat does with a worker, and for how much. */
static void put_dealing(const kb_event *e, const char *does, const char *then, kb_text *out)
{
    kb_putf(out, "%s %s ", seat_name(e->seat), does);
    put_his(e->a, out);
    kb_put(out, then);
}

static void put_bribery(const kb_event *e, kb_text *out)
{
    const char *seat = seat_name(e->seat);
    switch (e->kind) {
    case INTEGRALIS_TEMPTS:
        kb_putf(out, "%s offers %s %'d for taking %s back.", seat, team_of(e->a), e->amount, name_of(e->a));
        break;
    case INTEGRALIS_DEMANDS: kb_putf(out, "%s demands %'d for taking %s back.", seat, e->amount, name_of(e->a)); break;
    case INTEGRALIS_ACCEPTS:
        if (e->seat == integralis_chief(e->a)) {
            kb_putf(out, "%s accepts %'d and takes %s back.", seat, e->amount, name_of(e->a));
        } else {
            kb_putf(out, "%s pays %'d, and %s takes %s back.", seat, e->amount, team_of(e->a), name_of(e->a));
        }
        break;
    case INTEGRALIS_REFUSES:
        kb_putf(out, "%s refuses %s%'d for %s.", seat, e->seat == integralis_chief(e->a) ? "" : "to pay ", e->amount,
                name_of(e->a));
        break;
    case INTEGRALIS_BRIBES: put_dealing(e, "tries to bribe", ".", out); break;
    case INTEGRALIS_RELEASES:
        kb_putf(out, "%s lets %s go: %s pays %'d.", seat, name_of(e->a), seat_name(e->b), e->amount);
        break;
    case INTEGRALIS_RESISTS: put_dealing(e, "fights for", ".", out); break;
    case INTEGRALIS_SEALS: kb_putf(out, "%s has made a bid.", seat); break;
    case INTEGRALIS_BIDS: kb_putf(out, "%s bid %'d for %s.", seat, e->amount, name_of(e->a)); break;
    case INTEGRALIS_OUTBIDS:
        kb_putf(out, "%s pays %'d and decides about ", seat, e->amount);
        put_his(e->a, out);
        kb_put(out, ".");
        break;
    default:
        put_his(e->a, out);
        kb_put(out, " stays, and takes no more bribes in this turn.");
        break;
    }
}

static void put_whereabouts(const kb_event *e, kb_text *out)
{
    put_his(e->a, out);
    switch (e->kind) {
    case INTEGRALIS_GOES_UNDER: kb_putf(out, " goes under %s's deck.", team_of(e->a)); break;
    case INTEGRALIS_GOES_BACK: kb_putf(out, " goes back to %s's hand.", team_of(e->a)); break;
    case INTEGRALIS_GOES_AWAY: kb_put(out, " leaves the game."); break;
    default: kb_putf(out, " now stands at the %s machine.", machine_name(e->b)); break;
    }
}

static void put_orders(const kb_event *e, kb_text *out)
{
    const char *seat = seat_name(e->seat);
    switch (e->kind) {
    case INTEGRALIS_REVEALED:
        kb_put(out, "order ");
        integralis_put_order(e->a, out);
        kb_put(out, " comes into the row.");
        break;
    case INTEGRALIS_TAKES:
        kb_putf(out, "%s takes order ", seat);
        integralis_put_order(e->a, out);
        kb_put(out, ".");
        break;
    case INTEGRALIS_SWAPS:
        kb_putf(out, "%s swaps order ", seat);
        integralis_put_order(e->a, out);
        kb_put(out, " for ");
        integralis_put_order(e->b, out);
        kb_put(out, ".");
        break;
    case INTEGRALIS_COVERS:
        kb_putf(out, "%s covers %d × %s on order ", seat, e->amount, machine_name(e->a));
        integralis_put_order(e->b, out);
        kb_put(out, ".");
        break;
    case INTEGRALIS_WAIVES:
        kb_putf(out, "%s covers no %s task with %d marker%s.", seat, machine_name(e->a), e->amount,
                e->amount > 1 ? "s" : "");
        break;
    default:
        kb_putf(out, "%s delivers order ", seat);
        integralis_put_order(e->a, out);
        kb_putf(out, " and is paid %'d.", e->amount);
        break;
    }
}

int integralis_round_of(const integralis_state *s, int turn)
{
    return (int)(((int64_t)turn - 1) / s->setup.seats + 1);
}

void integralis_write_event(const integralis_state *s, const kb_event *e, kb_text *out)
{
    const char *seat = seat_name(e->seat < INTEGRALIS_SEATS_MAX ? e->seat : 0);
    switch ((integralis_event)e->kind) {
    case INTEGRALIS_STARTS: kb_putf(out, "%s goes first.", seat); break;
    case INTEGRALIS_TURN: kb_putf(out, "Round %d: %s's turn.", integralis_round_of(s, e->amount), seat); break;
    case INTEGRALIS_MISSES:
        kb_putf(out, "Round %d: %s is ill and misses the turn.", integralis_round_of(s, e->amount), seat);
        break;
    case INTEGRALIS_DRAWS: kb_putf(out, "%s draws %s.", seat, card_or_hidden(e->a)); break;
    case INTEGRALIS_RECALLS: kb_putf(out, "%s recalls %s.", seat, card_name(e->a)); break;
    case INTEGRALIS_TRADES: kb_putf(out, "%s trades %d card%s.", seat, e->amount, e->amount > 1 ? "s" : ""); break;
    case INTEGRALIS_PUTS_UNDER: kb_putf(out, "%s puts %s under its deck.", seat, card_or_hidden(e->a)); break;
    case INTEGRALIS_SETS_TO_WORK:
        kb_putf(out, "%s sets %s to work at the %s machine.", seat, card_name(e->a), machine_name(e->b));
        break;
    case INTEGRALIS_SETS_CLOSING:
        kb_putf(out, "%s plays %s: closing time at the end of %s turn.", seat, card_name(e->a),
                e->a == INTEGRALIS_F0 ? "this" : "its next");
        break;
    case INTEGRALIS_PLAYS: put_play(s, e, out); break;
    case INTEGRALIS_PASSES: kb_putf(out, "%s lets the %s pass.", seat, card_name(e->a)); break;
    case INTEGRALIS_COUNTERS:
        kb_putf(out, "%s counters the %s with %s.", seat, card_name(e->b), card_name(e->a));
        break;
    case INTEGRALIS_FALLS_ILL: kb_putf(out, "%s is ill and will miss a turn.", seat); break;
    case INTEGRALIS_REPAIRS:
        kb_putf(out, "%s pays %'d and repairs the %s machine.", seat, e->amount, machine_name(e->b));
        break;
    case INTEGRALIS_GOES_UNDER:
    case INTEGRALIS_GOES_BACK:
    case INTEGRALIS_GOES_AWAY:
    case INTEGRALIS_MOVES: put_whereabouts(e, out); break;
    case INTEGRALIS_REVEALED:
    case INTEGRALIS_TAKES:
    case INTEGRALIS_SWAPS:
    case INTEGRALIS_COVERS:
    case INTEGRALIS_WAIVES:
    case INTEGRALIS_DELIVERS: put_orders(e, out); break;
    case INTEGRALIS_TEMPTS:
    case INTEGRALIS_DEMANDS:
    case INTEGRALIS_ACCEPTS:
    case INTEGRALIS_REFUSES:
    case INTEGRALIS_BRIBES:
    case INTEGRALIS_RELEASES:
    case INTEGRALIS_RESISTS:
    case INTEGRALIS_SEALS:
    case INTEGRALIS_BIDS:
    case INTEGRALIS_OUTBIDS:
    case INTEGRALIS_STAYS: put_bribery(e, out); break;
    case INTEGRALIS_CLOSES: kb_putf(out, "Closing time, at the end of %s's turn.", seat); break;
    case INTEGRALIS_PRODUCES:
        kb_putf(out, "%s produces %d at the %s machine.", seat, e->amount, machine_name(e->a));
        break;
    case INTEGRALIS_CARD_RETURNS: kb_putf(out, "%s's %s goes under its deck.", seat, card_name(e->a)); break;
    case INTEGRALIS_ENDS: kb_put(out, "The game is over."); break;
    }
}

/* --- questions to a seat ------------------------------------------------------------------------- */

static void ask_turn(const integralis_state *s, kb_text *out)
{
    bool needs_order = s->job[s->turn][0].order == KB_NONE && s->n_row > 0;
    kb_span list[KB_SPANS_MAX];
    if (!s->actions) {
        bool only_end = integralis_legal(s, s->turn, list, KB_COUNT(list)) == 1;
        kb_put(out, only_end ? "No actions are left: end your turn."
                             : "No actions are left. Spend money if you like, or end your turn.");
    } else if (needs_order) {
        kb_putf(out, "You have no order: take one. Actions left: %d.", s->actions);
    } else {
        kb_putf(out, "Your turn. Actions left: %d.", s->actions);
    }
}

/* Seats without a counter are asked too, so that asking reveals nothing. */
static void ask_counter(const integralis_state *s, int seat, kb_text *out)
{
    int counter = integralis_card_of(s->card)->counter;
    kb_putf(out, "%s plays %s on ", integralis_seat_names[s->turn], integralis_card_names[s->card]);
    integralis_put_target(s, s->card, s->target, s->where, out);
    if (integralis_has(s->hand[seat], counter)) {
        kb_putf(out, ". Counter it with %s, or pass?", integralis_card_names[counter]);
    } else {
        kb_putf(out, ". You have no %s: pass.", integralis_card_names[counter]);
    }
}

static void ask_bribe(const integralis_state *s, int seat, kb_text *out)
{
    int32_t value = integralis_facts_of(integralis_name(s->target))->bribe;
    kb_putf(out, "%s bribes your %s with %'d. ", integralis_seat_names[s->turn], name_of(s->target), value);
    if (s->purse.of[seat] < value) {
        kb_put(out, "You cannot pay that much: release.");
    } else {
        kb_put(out, "Release, or resist and bid?");
    }
}

static void ask_demand(const integralis_state *s, kb_text *out)
{
    kb_putf(out, "%s demands %'d for taking %s back. ", team_of(s->target), s->amount, name_of(s->target));
    kb_put(out, integralis_check_accept(s) ? "You cannot pay that much: refuse." : "Accept or refuse?");
}

void integralis_write_question(const integralis_state *s, int seat, kb_text *out)
{
    switch ((integralis_step)s->step) {
    case INTEGRALIS_START: kb_put(out, "Draw who goes first."); break;
    case INTEGRALIS_DRAW: kb_putf(out, "Draw a card for %s.", integralis_seat_names[s->who]); break;
    case INTEGRALIS_REVEAL: kb_put(out, "Turn over an order."); break;
    case INTEGRALIS_ACT: ask_turn(s, out); break;
    case INTEGRALIS_COUNTER: ask_counter(s, seat, out); break;
    case INTEGRALIS_TEMPT:
        kb_putf(out, "%s offers you %'d for taking %s back. Accept, refuse or demand more?",
                integralis_seat_names[s->turn], s->amount, name_of(s->target));
        break;
    case INTEGRALIS_DEMAND: ask_demand(s, out); break;
    case INTEGRALIS_BRIBE: ask_bribe(s, seat, out); break;
    case INTEGRALIS_BID:
        kb_put(out, "Bid for ");
        put_his(s->target, out);
        kb_put(out, ": the higher bid pays and decides.");
        break;
    case INTEGRALIS_DECIDE:
        kb_put(out, "You have paid more. Does ");
        put_his(s->target, out);
        kb_put(out, " stay or leave?");
        break;
    case INTEGRALIS_COVER:
        kb_putf(out, "Choose the order for your marker from the %s machine%s. Markers to place: %d.",
                integralis_machine_names[s->where], integralis_may_waive(s) ? ", or waive" : "", s->left);
        break;
    case INTEGRALIS_UNDER:
        kb_putf(out, "Closing time: put cards under your deck until you have %d.", INTEGRALIS_HAND);
        break;
    case INTEGRALIS_OVER: kb_put(out, "Nothing: the game is over."); break;
    }
}

/* --- refusals ------------------------------------------------------------------------------------ */

static const kb_refusal refusals[] = {
#define KB_ERROR(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef KB_ERROR
};

const kb_refusals integralis_refusals = {INTEGRALIS_E_FIRST + 1, KB_COUNT(refusals), refusals};
