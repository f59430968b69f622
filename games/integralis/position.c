/* position.c: an Integralis position as JSON, written and read back. validate.c decides whether a position is
 * possible. */
#include "../../core/position.h"
#include "rules.h"
#include "text.h"
#include "unveil.h"
#include "validate.h"

/* By integralis_step: the three answers have the same name in a position, and `pending` distinguishes them. */
static const char *const step_names[] = {"start",  "draw", "reveal", "act",   "counter", "answer", "answer",
                                         "answer", "bid",  "decide", "cover", "under",   "over"};
static const char *const draw_whys[] = {"setup", "draw", "trade", "refill"};
static const char *const cover_whys[] = {"repair", "closing"};
static const char *const pending_kinds[] = {"draw", "counter", "tempt", "demand", "bribe", "bid", "decide", "cover"};

/* --- writing ------------------------------------------------------------------------------------- */

static void put_worker(uint8_t worker, kb_text *out)
{
    kb_putj(out, "<");
    integralis_put_worker(worker, out);
    kb_putj(out, ">");
}

static void put_order(int order, kb_text *out)
{
    kb_putj(out, "<");
    integralis_put_order(order, out);
    kb_putj(out, ">");
}

/* The cards in card order; if hidden, their number. */
static void put_set(uint32_t set, kb_text *out)
{
    if (set & INTEGRALIS_UNKNOWN) {
        kb_putj(out, "%d", integralis_size(set));
        return;
    }
    kb_putj(out, "[");
    for (int bit = 0; bit < 31; bit++)
        if (set >> bit & 1) kb_putj(out, "%s", integralis_card_names[integralis_kind(bit)]);
    kb_putj(out, "]");
}

static void put_hand(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    put_set(s->hand[seat], out);
}

static void put_unseen(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    put_set(s->unseen[seat], out);
}

static void put_under(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    if (s->unseen[seat] & INTEGRALIS_UNKNOWN) {
        kb_putj(out, "%d", s->n_under[seat]);
        return;
    }
    kb_putj(out, "[");
    for (int i = 0; i < s->n_under[seat]; i++) kb_putj(out, "%s", integralis_card_names[s->under[seat][i]]);
    kb_putj(out, "]");
}

static void put_row(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "row:[");
    for (int i = 0; i < s->n_row; i++) s->row[i] == KB_NONE ? kb_putj(out, "null") : put_order(s->row[i], out);
    kb_putj(out, "], orders_left:[");
    for (int order = 0; order < INTEGRALIS_ORDERS; order++)
        if (s->orders_left >> order & 1) put_order(order, out);
    kb_putj(out, "]");
}

static void put_jobs(const void *state, int seat, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    kb_putj(out, "[");
    for (int i = 0; i < INTEGRALIS_JOBS_MAX && s->job[seat][i].order != KB_NONE; i++) {
        kb_putj(out, "{order:");
        put_order(s->job[seat][i].order, out);
        kb_putj(out, "covered:[");
        for (int m = 0; m < INTEGRALIS_MACHINES; m++)
            for (int n = s->job[seat][i].covered >> 2 * m & 3; n > 0; n--)
                kb_putj(out, "%s", integralis_machine_names[m]);
        kb_putj(out, "]}");
    }
    kb_putj(out, "]");
}

static void put_completed(const void *state, int seat, kb_text *out)
{
    kb_putj(out, "%d", ((const integralis_state *)state)->completed[seat]);
}

static void put_repaired(const void *state, int seat, kb_text *out)
{
    kb_putj(out, "%d", ((const integralis_state *)state)->repaired[seat]);
}

static void put_machines(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "machines:{");
    for (int i = 0; i < INTEGRALIS_MACHINES; i++) {
        const integralis_machine *m = &s->machine[i];
        kb_putj(out, "%s:{workers:[", integralis_machine_names[i]);
        for (uint32_t rest = m->workers; rest; rest &= rest - 1) {
            int name = kb_lowest_bit(rest);
            kb_putj(out, "{worker:");
            put_worker(integralis_worker(m->team, name + 1), out);
            kb_putj(out, "overtime:%d}", s->overtime[m->team][name]);
        }
        kb_putj(out, "], sabotage:");
        if (m->sabotage) {
            kb_putj(out, "{by:%s, card:%s, fresh:%i}}", integralis_seat_names[m->by],
                    integralis_card_names[m->sabotage], m->fresh);
        } else {
            kb_putj(out, "null}");
        }
    }
    kb_putj(out, "}");
}

static void put_closing(const void *state, int seat, kb_text *out)
{
    const integralis_closing *closing = ((const integralis_state *)state)->closing[seat];
    kb_putj(out, "[");
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && closing[i].card; i++)
        kb_putj(out, "{card:%s, due:%d}", integralis_card_names[closing[i].card], closing[i].due);
    kb_putj(out, "]");
}

/* Cards of this kind that have left the game, without illnesses in front of a chief. */
static int n_discarded(const integralis_state *s, int card)
{
    int n = card == INTEGRALIS_ILLNESS ? -kb_count_bits(s->ill) : 0;
    for (int seat = 0; seat < s->setup.seats; seat++) n += integralis_count(s->gone[seat], card);
    return n;
}

static void put_discard(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "discard:[");
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++)
        for (int seat = 0; seat < s->setup.seats; seat++)
            if (integralis_has(s->gone[seat], name)) put_worker(integralis_worker(seat, name), out);
    for (int card = INTEGRALIS_ILLNESS; card <= INTEGRALIS_BYEBYE; card++)
        for (int n = n_discarded(s, card); n > 0; n--) kb_putj(out, "%s", integralis_card_names[card]);
    kb_putj(out, "]");
}

static void put_counter(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "card:%s, by:%s, target:<", integralis_card_names[s->card], integralis_seat_names[s->turn]);
    integralis_put_target(s, s->card, s->target, s->where, out);
    kb_putj(out, ">, asked:%s", integralis_seat_names[s->who]);
}

static integralis_pending pending_of(int step)
{
    switch ((integralis_step)step) {
    case INTEGRALIS_DRAW: return INTEGRALIS_PENDING_DRAW;
    case INTEGRALIS_COUNTER: return INTEGRALIS_PENDING_COUNTER;
    case INTEGRALIS_TEMPT: return INTEGRALIS_PENDING_TEMPT;
    case INTEGRALIS_DEMAND: return INTEGRALIS_PENDING_DEMAND;
    case INTEGRALIS_BRIBE: return INTEGRALIS_PENDING_BRIBE;
    case INTEGRALIS_BID: return INTEGRALIS_PENDING_BID;
    case INTEGRALIS_DECIDE: return INTEGRALIS_PENDING_DECIDE;
    case INTEGRALIS_COVER: return INTEGRALIS_PENDING_COVER;
    case INTEGRALIS_START:
    case INTEGRALIS_REVEAL:
    case INTEGRALIS_ACT:
    case INTEGRALIS_UNDER:
    case INTEGRALIS_OVER: return INTEGRALIS_NOTHING_PENDING;
    }
    return INTEGRALIS_NOTHING_PENDING;
}

static void put_pending(const integralis_state *s, kb_text *out)
{
    integralis_pending pending = pending_of(s->step);
    if (pending == INTEGRALIS_NOTHING_PENDING) {
        kb_putj(out, "pending:null");
        return;
    }
    kb_putj(out, "pending:{kind:%s", pending_kinds[pending - 1]);
    if (pending >= INTEGRALIS_PENDING_TEMPT && pending <= INTEGRALIS_PENDING_DECIDE) {
        kb_putj(out, "worker:");
        put_worker(s->target, out);
    }
    if (pending == INTEGRALIS_PENDING_DRAW)
        kb_putj(out, "why:%s, seat:%s, left:%d", draw_whys[s->why], integralis_seat_names[s->who], s->left);
    if (pending == INTEGRALIS_PENDING_COUNTER) put_counter(s, out);
    if (pending == INTEGRALIS_PENDING_TEMPT || pending == INTEGRALIS_PENDING_DEMAND)
        kb_putj(out, "amount:%d", s->amount);
    if (pending == INTEGRALIS_PENDING_DECIDE) kb_putj(out, "by:%s", integralis_seat_names[s->who]);
    if (pending == INTEGRALIS_PENDING_COVER)
        kb_putj(out, "machine:%s, markers:%d, by:%s, why:%s", integralis_machine_names[s->where], s->left,
                integralis_seat_names[s->who], cover_whys[s->why]);
    kb_putj(out, "}");
}

static void put_turn_facts(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "tempted:{");
    for (int name = 0; name < INTEGRALIS_WORKERS; name++)
        for (int seat = 0; seat < s->setup.seats; seat++) {
            if (!s->offers[seat][name]) continue;
            put_worker(integralis_worker(seat, name + 1), out);
            kb_putj(out, ":{offers:%d, best:%d}", s->offers[seat][name], s->best[seat][name] * INTEGRALIS_BUCK_STEP);
        }
    kb_putj(out, "}, locked:[");
    for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++)
        for (int seat = 0; seat < s->setup.seats; seat++)
            if (s->locked[seat] & integralis_bit(name)) put_worker(integralis_worker(seat, name), out);
    kb_putj(out, "], bids:{");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->step != INTEGRALIS_BID || (seat != s->turn && seat != integralis_chief(s->target))) continue;
        int32_t bid = s->bid[seat == s->turn ? 0 : 1];
        if (bid) kb_putj(out, "%s:%d", integralis_seat_names[seat], bid);
    }
    kb_putj(out, "}");
}

void integralis_write_position(const integralis_state *s, kb_text *out)
{
    kb_putj(out, "start:%s, turns:%d, turn:%s, step:%s, actions:%d, money:{",
            kb_seat_or_null(integralis_seat_names, s->start), s->turns, kb_seat_or_null(integralis_seat_names, s->turn),
            step_names[s->step], s->actions);
    for (int seat = 0; seat < s->setup.seats; seat++)
        kb_putj(out, "%s:%d", integralis_seat_names[seat], s->purse.of[seat]);
    kb_putj(out, "}");
    kb_put_by_seat(integralis_seat_names, s, "hand", put_hand, out);
    kb_put_by_seat(integralis_seat_names, s, "unseen", put_unseen, out);
    kb_put_by_seat(integralis_seat_names, s, "under", put_under, out);
    put_row(s, out);
    kb_put_by_seat(integralis_seat_names, s, "orders", put_jobs, out);
    kb_put_by_seat(integralis_seat_names, s, "completed", put_completed, out);
    kb_put_by_seat(integralis_seat_names, s, "repaired", put_repaired, out);
    put_machines(s, out);
    kb_put_by_seat(integralis_seat_names, s, "closing", put_closing, out);
    kb_putj(out, "ill:");
    kb_put_seats(integralis_seat_names, s->ill, out);
    put_discard(s, out);
    put_pending(s, out);
    put_turn_facts(s, out);
}

void integralis_write_end(const integralis_state *s, kb_text *out)
{
    kb_result result;
    bool three = false;
    if (!integralis_over(s, &result)) return;
    for (int seat = 0; seat < s->setup.seats; seat++) three |= s->completed[seat] >= INTEGRALIS_TO_WIN;
    kb_put_result(integralis_seat_names, &s->setup, &result, out);
    kb_put_by_seat(integralis_seat_names, s, "repaired", put_repaired, out);
    kb_putj(out, "why:%s", three ? "three orders" : "sixty rounds");
}

/* --- reading ------------------------------------------------------------------------------------- */

static uint8_t read_card(kb_json *json)
{
    return (uint8_t)(kb_json_name(json, &integralis_card_names[1], INTEGRALIS_CARDS - 1, "card") + 1);
}

static uint8_t read_machine(kb_json *json)
{
    return (uint8_t)kb_json_name(json, integralis_machine_names, INTEGRALIS_MACHINES, "machine");
}

static uint8_t word_to_worker(const integralis_state *s, const kb_word *word, kb_json *json)
{
    kb_scan scan = kb_scan_over(word->at, word->n);
    uint8_t worker = integralis_scan_worker(s, &scan);
    if (!kb_scan_done(&scan))
        kb_json_fail(json, "unknown worker '%.*s', expected one like red.hugo", (int)word->n, word->at);
    return json->failed ? 0 : worker;
}

static uint8_t read_worker(const integralis_state *s, kb_json *json)
{
    kb_word word;
    return kb_json_word(json, &word) ? word_to_worker(s, &word, json) : 0;
}

static uint8_t read_order(kb_json *json)
{
    kb_word word;
    if (!kb_json_word(json, &word)) return 0;
    kb_scan scan = kb_scan_over(word.at, word.n);
    uint8_t order = integralis_scan_order(&scan);
    if (!kb_scan_done(&scan)) kb_json_fail(json, "unknown order '%.*s', expected one like o8", (int)word.n, word.at);
    return order;
}

static uint8_t read_number(kb_json *json, int low, int high)
{
    int64_t value = 0;
    kb_json_int(json, low, high, &value);
    return (uint8_t)value;
}

/* Lists are sorted: each entry must rank above the one before; with `again`, equal ones are allowed. */
static bool in_order(kb_json *json, const char *list, int *last, int rank, bool again)
{
    bool fits = rank > *last || (again && rank == *last);
    *last = rank;
    return fits || kb_json_fail(json, "'%s' is out of order or has duplicates", list);
}

/* By card order, then seat order. */
static int rank_of(uint8_t worker)
{
    return integralis_name(worker) * INTEGRALIS_SEATS_MAX + integralis_chief(worker);
}

/* What the readers of each seat's part fill in. */
typedef struct target {
    integralis_state *s;
    integralis_reading *r;
} target;

static void read_money(void *into, int seat, kb_json *json)
{
    target *t = (target *)into;
    if (json->views && kb_json_null(json)) {
        t->s->purse.of[seat] = KB_HIDDEN;
        return;
    }
    if (kb_json_peek(json) == 'n') {
        kb_json_fail(json, "money is hidden: this is a seat's view, and only a whole position can be read back");
        return;
    }
    t->s->purse.of[seat] = kb_read_money(json);
}

static bool is_list(kb_json *json)
{
    return kb_json_peek(json) == '[' ||
           kb_json_fail(json, "cards are hidden: this is a seat's view, and only a whole position can be read back");
}

/* No team can have more cards of a kind than there are coffee breaks. */
static void read_cards(const char *list, uint8_t count[INTEGRALIS_CARDS], kb_json *json)
{
    int last = 0;
    if (!is_list(json)) return;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        int card = read_card(json);
        if (json->failed || !in_order(json, list, &last, card, true)) return;
        if (++count[card] > 2 * INTEGRALIS_SEATS_MAX)
            kb_json_fail(json, "%s is there too often", integralis_card_names[card]);
    }
}

/* In a view: reads the number of hidden cards of a seat. Returns false if the cards are listed instead. */
static bool read_hidden(target *t, int seat, uint8_t *n, kb_json *json)
{
    if (!json->views || kb_json_peek(json) == '[') return false;
    *n = read_number(json, 0, INTEGRALIS_UNDER_MAX - 1);
    t->r->hidden_mask |= (uint8_t)(1u << seat);
    return true;
}

static void read_hand(void *into, int seat, kb_json *json)
{
    target *t = (target *)into;
    if (!read_hidden(t, seat, &t->r->n_hand[seat], json)) read_cards("hand", t->r->hand[seat], json);
}

static void read_unseen(void *into, int seat, kb_json *json)
{
    target *t = (target *)into;
    if (!read_hidden(t, seat, &t->r->n_unseen[seat], json)) read_cards("unseen", t->r->unseen[seat], json);
}

static void read_under(void *into, int seat, kb_json *json)
{
    integralis_state *s = ((target *)into)->s;
    if (read_hidden((target *)into, seat, &s->n_under[seat], json) || !is_list(json)) return;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        int card = read_card(json);
        if (json->failed) return;
        if (s->n_under[seat] == INTEGRALIS_UNDER_MAX - 1) {
            kb_json_fail(json, "%s has too many cards under its deck", integralis_seat_names[seat]);
            return;
        }
        integralis_put_under(s, seat, card);
    }
}

static void read_row(integralis_state *s, kb_json *json)
{
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (s->n_row == s->setup.seats) {
            kb_json_fail(json, "the row is longer than there are seats");
            return;
        }
        s->row[s->n_row++] = kb_json_null(json) ? KB_NONE : read_order(json);
    }
}

static void read_orders_left(integralis_state *s, kb_json *json)
{
    int last = -1;
    s->orders_left = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        int order = read_order(json);
        if (json->failed || !in_order(json, "orders_left", &last, order, false)) return;
        s->orders_left = (uint16_t)(s->orders_left | 1u << order);
    }
}

static void read_covered(integralis_job *job, kb_json *json)
{
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        int machine = read_machine(json);
        if (json->failed || !in_order(json, "covered", &last, machine, true)) return;
        if ((job->covered >> 2 * machine & 3) == 3) {
            kb_json_fail(json, "an order has more markers than tasks");
            return;
        }
        job->covered = (uint8_t)(job->covered + (1u << 2 * machine));
    }
}

static void read_jobs(void *into, int seat, kb_json *json)
{
    static const char *const keys[] = {"order", "covered"};
    integralis_state *s = ((target *)into)->s;
    int n = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (n == INTEGRALIS_JOBS_MAX) {
            kb_json_fail(json, "%s has more than two orders", integralis_seat_names[seat]);
            return;
        }
        integralis_job *job = &s->job[seat][n++];
        uint32_t seen = 0;
        int key;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 2, &seen)) >= 0) {
            if (key == 0) job->order = read_order(json);
            if (key == 1) read_covered(job, json);
        }
        kb_json_complete(json, keys, 2, seen, 3);
    }
}

static void read_completed(void *into, int seat, kb_json *json)
{
    ((target *)into)->s->completed[seat] = read_number(json, 0, INTEGRALIS_ORDERS);
}

static void read_repaired(void *into, int seat, kb_json *json)
{
    int64_t value = 0;
    kb_json_int(json, 0, UINT16_MAX, &value);
    ((target *)into)->s->repaired[seat] = (uint16_t)value;
}

static void read_workers(integralis_state *s, integralis_machine *m, kb_json *json)
{
    static const char *const keys[] = {"worker", "overtime"};
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        uint32_t seen = 0;
        int key;
        uint8_t worker = 0;
        uint8_t overtime = 0;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 2, &seen)) >= 0) {
            if (key == 0) worker = read_worker(s, json);
            if (key == 1) overtime = read_number(json, 0, 3);
        }
        if (!kb_json_complete(json, keys, 2, seen, 3)) return;
        int team = integralis_chief(worker);
        uint32_t bit = integralis_bit(integralis_name(worker));
        if (m->team != KB_NONE && m->team != team) kb_json_fail(json, "two teams stand at one machine");
        if (integralis_machine_of(s, worker) >= 0) {
            kb_json_fail(json, "%s.%s is at the machines twice", integralis_seat_names[team],
                         integralis_card_names[integralis_name(worker)]);
        }
        if (json->failed || !in_order(json, "workers", &last, integralis_name(worker), false)) return;
        m->team = (uint8_t)team;
        m->workers = (uint16_t)(m->workers | bit);
        s->overtime[team][integralis_name(worker) - 1] = overtime;
    }
}

static void read_sabotage(integralis_state *s, integralis_machine *m, kb_json *json)
{
    static const char *const keys[] = {"by", "card", "fresh"};
    uint32_t seen = 0;
    int key;
    bool fresh = false;
    if (kb_json_null(json)) return;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, 3, &seen)) >= 0) {
        if (key == 0) m->by = kb_read_seat(integralis_seat_names, s->setup.seats, json);
        if (key == 1) m->sabotage = read_card(json);
        if (key == 2) kb_json_bool(json, &fresh);
    }
    m->fresh = fresh;
    if (!kb_json_complete(json, keys, 3, seen, 7)) return;
    if (m->sabotage != INTEGRALIS_SABOTAGE5 && m->sabotage != INTEGRALIS_SABOTAGE2)
        kb_json_fail(json, "%s is not a sabotage", integralis_card_names[m->sabotage]);
}

static void read_machines(integralis_state *s, kb_json *json)
{
    static const char *const keys[] = {"workers", "sabotage"};
    uint32_t machines_seen = 0;
    int machine;
    kb_json_open(json, '{');
    while ((machine = kb_json_member(json, integralis_machine_names, INTEGRALIS_MACHINES, &machines_seen)) >= 0) {
        uint32_t seen = 0;
        int key;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 2, &seen)) >= 0) {
            if (key == 0) read_workers(s, &s->machine[machine], json);
            if (key == 1) read_sabotage(s, &s->machine[machine], json);
        }
        kb_json_complete(json, keys, 2, seen, 3);
    }
    kb_json_complete(json, integralis_machine_names, INTEGRALIS_MACHINES, machines_seen,
                     (1u << INTEGRALIS_MACHINES) - 1);
}

static void read_closing(void *into, int seat, kb_json *json)
{
    static const char *const keys[] = {"card", "due"};
    integralis_state *s = ((target *)into)->s;
    int n = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (n == INTEGRALIS_CLOSINGS_MAX) {
            kb_json_fail(json, "%s has too many closing cards in front of it", integralis_seat_names[seat]);
            return;
        }
        integralis_closing *c = &s->closing[seat][n++];
        uint32_t seen = 0;
        int key;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 2, &seen)) >= 0) {
            if (key == 0) c->card = read_card(json);
            if (key == 1) c->due = read_number(json, 1, UINT8_MAX);
        }
        if (!kb_json_complete(json, keys, 2, seen, 3)) return;
        if (c->card != INTEGRALIS_F0 && c->card != INTEGRALIS_F1)
            kb_json_fail(json, "%s is not a closing card", integralis_card_names[c->card]);
    }
}

static void read_ill(integralis_state *s, kb_json *json)
{
    int last = -1;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        uint8_t seat = kb_read_seat(integralis_seat_names, s->setup.seats, json);
        if (json->failed || !in_order(json, "ill", &last, seat, false)) return;
        s->ill = (uint8_t)(s->ill | 1u << seat);
    }
}

/* Workers' names contain a dot, those of other cards do not. */
static void read_discard(integralis_state *s, integralis_reading *r, kb_json *json)
{
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        kb_word word;
        if (!kb_json_word(json, &word)) return;
        int card = INTEGRALIS_ILLNESS;
        while (card <= INTEGRALIS_BYEBYE && !kb_equal(word.at, word.n, integralis_card_names[card])) card++;
        if (card <= INTEGRALIS_BYEBYE) {
            if (!in_order(json, "discard", &last, card * INTEGRALIS_SEATS_MAX, true)) return;
            if (++r->n_discarded[card] > INTEGRALIS_SEATS_MAX) kb_json_fail(json, "too many cards are discarded");
            continue;
        }
        uint8_t worker = word_to_worker(s, &word, json);
        if (json->failed || !in_order(json, "discard", &last, rank_of(worker), false)) return;
        uint16_t *team = &r->discarded[integralis_chief(worker)];
        *team = (uint16_t)(*team | integralis_bit(integralis_name(worker)));
    }
}

static void read_tempted(integralis_state *s, kb_json *json)
{
    static const char *const keys[] = {"offers", "best"};
    kb_json_open(json, '{');
    while (kb_json_more(json, '}')) {
        kb_word word;
        if (!kb_json_word(json, &word) || !kb_json_colon(json)) return;
        uint8_t worker = word_to_worker(s, &word, json);
        if (json->failed) return;
        uint8_t *offers = &s->offers[integralis_chief(worker)][integralis_name(worker) - 1];
        if (*offers) {
            kb_json_fail(json, "%.*s is tempted twice", (int)word.n, word.at);
            return;
        }
        uint32_t seen = 0;
        int key;
        int32_t best = 0;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 2, &seen)) >= 0) {
            if (key == 0) *offers = read_number(json, 1, INTEGRALIS_OFFERS_MAX);
            if (key == 1) best = kb_read_money(json);
        }
        if (!kb_json_complete(json, keys, 2, seen, 3)) return;
        if (best % INTEGRALIS_BUCK_STEP || best > 255 * INTEGRALIS_BUCK_STEP) {
            kb_json_fail(json, "nobody can have offered %d", best);
            return;
        }
        s->best[integralis_chief(worker)][integralis_name(worker) - 1] = (uint8_t)(best / INTEGRALIS_BUCK_STEP);
    }
}

static void read_locked(integralis_state *s, kb_json *json)
{
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        uint8_t worker = read_worker(s, json);
        if (json->failed || !in_order(json, "locked", &last, rank_of(worker), false)) return;
        uint16_t *team = &s->locked[integralis_chief(worker)];
        *team = (uint16_t)(*team | integralis_bit(integralis_name(worker)));
    }
}

static void read_bids(integralis_state *s, integralis_reading *r, kb_json *json)
{
    uint32_t seen = 0;
    int seat;
    kb_json_open(json, '{');
    while ((seat = kb_json_member(json, integralis_seat_names, s->setup.seats, &seen)) >= 0) {
        if (json->views && kb_json_null(json)) {
            r->bid[seat] = KB_HIDDEN;
            continue;
        }
        if (kb_json_peek(json) == 'n') {
            kb_json_fail(json, "a bid is hidden: this is a seat's view, and only a whole position can be read back");
            return;
        }
        r->bid[seat] = kb_read_money(json);
        if (r->bid[seat] == 0) kb_json_fail(json, "nobody bids nothing");
    }
}

/* --- reading what is pending ---------------------------------------------------------------------- */

enum { KIND, WHY, SEAT, LEFT, CARD, BY, TARGET, ASKED, WORKER, AMOUNT, MACHINE, MARKERS, PENDING_KEYS };
static const char *const pending_keys[] = {"kind",   "why",   "seat",   "left",   "card",    "by",
                                           "target", "asked", "worker", "amount", "machine", "markers"};

/* The keys of a kind of pending answer. */
static uint32_t keys_of(int pending)
{
    switch ((integralis_pending)pending) {
    case INTEGRALIS_NOTHING_PENDING: return 0;
    case INTEGRALIS_PENDING_DRAW: return 1u << KIND | 1u << WHY | 1u << SEAT | 1u << LEFT;
    case INTEGRALIS_PENDING_COUNTER: return 1u << KIND | 1u << CARD | 1u << BY | 1u << TARGET | 1u << ASKED;
    case INTEGRALIS_PENDING_TEMPT:
    case INTEGRALIS_PENDING_DEMAND: return 1u << KIND | 1u << WORKER | 1u << AMOUNT;
    case INTEGRALIS_PENDING_BRIBE:
    case INTEGRALIS_PENDING_BID: return 1u << KIND | 1u << WORKER;
    case INTEGRALIS_PENDING_DECIDE: return 1u << KIND | 1u << WORKER | 1u << BY;
    case INTEGRALIS_PENDING_COVER: return 1u << KIND | 1u << MACHINE | 1u << MARKERS | 1u << BY | 1u << WHY;
    }
    return 0;
}

/* The value of one key; its meaning can depend on later keys. */
static void read_pending_value(integralis_state *s, integralis_reading *r, int key, kb_word *why, kb_word *aim,
                               kb_json *json)
{
    switch (key) {
    case KIND:
        r->pending = (uint8_t)(kb_json_name(json, pending_kinds, KB_COUNT(pending_kinds), "kind of question") + 1);
        break;
    case WHY: kb_json_word(json, why); break;
    case SEAT:
    case ASKED: s->who = kb_read_seat(integralis_seat_names, s->setup.seats, json); break;
    case LEFT:
    case MARKERS: s->left = read_number(json, 1, UINT8_MAX); break;
    case CARD: s->card = read_card(json); break;
    case BY: r->by = kb_read_seat(integralis_seat_names, s->setup.seats, json); break;
    case TARGET: kb_json_word(json, aim); break;
    case WORKER: s->target = read_worker(s, json); break;
    case AMOUNT: s->amount = kb_read_money(json); break;
    default: s->where = read_machine(json); break;
    }
}

static uint8_t word_to_why(const kb_word *why, const char *const *names, int n, kb_json *json)
{
    for (int i = 0; i < n; i++)
        if (kb_equal(why->at, why->n, names[i])) return (uint8_t)i;
    kb_json_fail(json, "unknown reason '%.*s'", (int)why->n, why->at);
    return 0;
}

static void read_pending(integralis_state *s, integralis_reading *r, kb_json *json)
{
    kb_word why = {{0}, 0};
    kb_word aim = {{0}, 0};
    uint32_t seen = 0;
    int key;
    if (kb_json_null(json)) return;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, pending_keys, PENDING_KEYS, &seen)) >= 0)
        read_pending_value(s, r, key, &why, &aim, json);
    if (!kb_json_complete(json, pending_keys, PENDING_KEYS, seen, keys_of(r->pending) | 1u << KIND)) return;
    if (seen != keys_of(r->pending)) {
        kb_json_fail(json, "'pending' has keys that do not belong to its kind");
        return;
    }
    if (r->pending == INTEGRALIS_PENDING_DRAW) s->why = word_to_why(&why, draw_whys, KB_COUNT(draw_whys), json);
    if (r->pending == INTEGRALIS_PENDING_COVER) s->why = word_to_why(&why, cover_whys, KB_COUNT(cover_whys), json);
    if (r->pending == INTEGRALIS_PENDING_COUNTER) {
        kb_scan scan = kb_scan_over(aim.at, aim.n);
        integralis_scan_target(s, &scan, s->card, &s->target, &s->where);
        if (!kb_scan_done(&scan))
            kb_json_fail(json, "'%.*s' is not a target of %s", (int)aim.n, aim.at, integralis_card_names[s->card]);
    } else if (seen & 1u << BY) {
        s->who = r->by;
    }
}

kb_error integralis_read_position(kb_json *json, integralis_state *s, kb_text *why)
{
    static const char *const keys[] = {"game",    "options",   "players",  "start",    "turns",   "turn", "step",
                                       "actions", "money",     "hand",     "unseen",   "under",   "row",  "orders_left",
                                       "orders",  "completed", "repaired", "machines", "closing", "ill",  "discard",
                                       "pending", "tempted",   "locked",   "bids"};
    integralis_reading r;
    target into = {s, &r};
    __builtin_memset(&r, 0, sizeof r);
    __builtin_memset(s->hand, 0, sizeof s->hand);
    __builtin_memset(s->unseen, 0, sizeof s->unseen);

    uint32_t seen = 0;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 3: s->start = kb_read_seat_or_null(integralis_seat_names, s->setup.seats, json); break;
        case 4: s->turns = read_number(json, 0, INTEGRALIS_ROUNDS * s->setup.seats); break;
        case 5: s->turn = kb_read_seat_or_null(integralis_seat_names, s->setup.seats, json); break;
        case 6: s->step = (uint8_t)kb_json_name(json, step_names, KB_COUNT(step_names), "step"); break;
        case 7: s->actions = read_number(json, 0, INTEGRALIS_FORCED + INTEGRALIS_VITAMIN); break;
        case 8: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_money); break;
        case 9: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_hand); break;
        case 10: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_unseen); break;
        case 11: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_under); break;
        case 12: read_row(s, json); break;
        case 13: read_orders_left(s, json); break;
        case 14: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_jobs); break;
        case 15: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_completed); break;
        case 16: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_repaired); break;
        case 17: read_machines(s, json); break;
        case 18: kb_read_by_seat(integralis_seat_names, s->setup.seats, json, &into, read_closing); break;
        case 19: read_ill(s, json); break;
        case 20: read_discard(s, &r, json); break;
        case 21: read_pending(s, &r, json); break;
        case 22: read_tempted(s, json); break;
        case 23: read_locked(s, json); break;
        case 24: read_bids(s, &r, json); break;
        default: kb_json_skip(json, NULL); break; /* the setup is in s already */
        }
        if (json->failed) return KB_E_FORMAT;
    }
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
    if (!kb_json_done(json)) return KB_E_FORMAT;
    if (s->step == INTEGRALIS_TEMPT && r.pending == INTEGRALIS_PENDING_DEMAND) s->step = INTEGRALIS_DEMAND;
    if (s->step == INTEGRALIS_TEMPT && r.pending == INTEGRALIS_PENDING_BRIBE) s->step = INTEGRALIS_BRIBE;
    if (pending_of(s->step) != r.pending) {
        kb_putf(why, "'pending' is not what step '%s' asks", step_names[s->step]);
        return KB_E_IMPOSSIBLE;
    }
    return json->views ? integralis_validate_view(s, &r, why) : integralis_validate(s, &r, why);
}
