/* encode.c: Integralis as numbered actions and observations. */
#include "../../core/encode.h"
#include "rules.h"

enum {
    SEATS = INTEGRALIS_SEATS_MAX,
    MACHINES = INTEGRALIS_MACHINES,
    WORKERS = INTEGRALIS_WORKERS,
    ORDERS = INTEGRALIS_ORDERS,
    JOBS = INTEGRALIS_JOBS_MAX,
    CARDS = INTEGRALIS_CARDS - 1
};

#define NO        KB_NO_FIELD
#define CARD(one) KB_FROM(one, 1)
#define MACHINE   KB_FROM(0, MACHINES)
#define ORDER     KB_FROM(0, ORDERS)
#define NAME      KB_FROM(INTEGRALIS_FRITZ, WORKERS)
#define ANYONE    KB_OF_SEATS(INTEGRALIS_FRITZ, WORKERS, SEATS, 4)

/* clang-format off */
#define FORMS(X) \
    X(DRAW, INTEGRALIS_DO_DRAW, KB_ACTION_PLAIN, NO, NO, NO) \
    X(RECALL, INTEGRALIS_DO_RECALL, KB_ACTION_PLAIN, NAME, NO, NO) \
    X(TAKE, INTEGRALIS_DO_TAKE, KB_ACTION_PLAIN, ORDER, NO, NO) \
    X(WORKER, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, NAME, MACHINE, NO) \
    X(CLOSING, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, KB_FROM(INTEGRALIS_F0, 2), NO, NO) \
    X(OVERTIME, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_OVERTIME), NAME, NO) \
    X(SABOTAGE, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, KB_FROM(INTEGRALIS_SABOTAGE5, 2), MACHINE, NO) \
    X(COFFEE, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_COFFEE), ANYONE, NO) \
    X(ILLNESS, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_ILLNESS), KB_SEATS(SEATS), NO) \
    X(VITAMINS, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_VITAMINS), NO, NO) \
    X(BYEBYE, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_BYEBYE), ANYONE, NO) \
    X(MEETING, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_MEETING), KB_SEATS(SEATS), MACHINE) \
    X(MIXUP, INTEGRALIS_DO_PLAY, KB_ACTION_PLAIN, CARD(INTEGRALIS_MIXUP), ANYONE, NO) \
    X(TRADE, INTEGRALIS_DO_TRADE, KB_ACTION_BAG, KB_FROM(INTEGRALIS_FRITZ, CARDS), NO, NO) \
    X(SWAP, INTEGRALIS_DO_SWAP, KB_ACTION_PLAIN, ORDER, ORDER, NO) \
    X(END, INTEGRALIS_DO_END, KB_ACTION_PLAIN, NO, NO, NO) \
    X(REPAIR, INTEGRALIS_DO_REPAIR, KB_ACTION_PLAIN, MACHINE, NO, NO) \
    X(TEMPT, INTEGRALIS_DO_TEMPT, KB_ACTION_SUM, ANYONE, NO, NO) \
    X(BRIBE, INTEGRALIS_DO_BRIBE, KB_ACTION_PLAIN, ANYONE, NO, NO) \
    X(COUNTER, INTEGRALIS_DO_COUNTER, KB_ACTION_PLAIN, NO, NO, NO) \
    X(PASS, INTEGRALIS_DO_PASS, KB_ACTION_PLAIN, NO, NO, NO) \
    X(ACCEPT, INTEGRALIS_DO_ACCEPT, KB_ACTION_PLAIN, NO, NO, NO) \
    X(REFUSE, INTEGRALIS_DO_REFUSE, KB_ACTION_PLAIN, NO, NO, NO) \
    X(RELEASE, INTEGRALIS_DO_RELEASE, KB_ACTION_PLAIN, NO, NO, NO) \
    X(RESIST, INTEGRALIS_DO_RESIST, KB_ACTION_PLAIN, NO, NO, NO) \
    X(BID, INTEGRALIS_DO_BID, KB_ACTION_SUM, NO, NO, NO) \
    X(DEMAND, INTEGRALIS_DO_DEMAND, KB_ACTION_SUM, NO, NO, NO) \
    X(STAY, INTEGRALIS_DO_STAY, KB_ACTION_PLAIN, NO, NO, NO) \
    X(LEAVE, INTEGRALIS_DO_LEAVE, KB_ACTION_PLAIN, NO, NO, NO) \
    X(COVER, INTEGRALIS_DO_COVER, KB_ACTION_PLAIN, MACHINE, ORDER, NO) \
    X(WAIVE, INTEGRALIS_DO_WAIVE, KB_ACTION_PLAIN, MACHINE, NO, NO) \
    X(UNDER, INTEGRALIS_DO_UNDER, KB_ACTION_PLAIN, KB_FROM(INTEGRALIS_FRITZ, CARDS), NO, NO)
/* clang-format on */

enum { FORMS(KB_FORM_NUMBERS) N_ACTIONS };
enum { FORMS(KB_FORM_INDEX) N_FORMS };

static const kb_action_form action_forms[] = {FORMS(KB_FORM_ENTRY)};

/* The form of each verb, in their order; of play, that of each card. */
static const uint8_t form_of_verb[] = {
    N_FORMS,     N_FORMS,     N_FORMS,     FORM_DRAW,  FORM_RECALL,  FORM_TAKE,  KB_NONE,     FORM_TRADE,  FORM_SWAP,
    FORM_END,    FORM_REPAIR, FORM_TEMPT,  FORM_BRIBE, FORM_COUNTER, FORM_PASS,  FORM_ACCEPT, FORM_REFUSE, FORM_RELEASE,
    FORM_RESIST, FORM_BID,    FORM_DEMAND, FORM_STAY,  FORM_LEAVE,   FORM_COVER, FORM_WAIVE,  FORM_UNDER};

static const uint8_t form_of_card[INTEGRALIS_CARDS] = {
    N_FORMS,       FORM_WORKER, FORM_WORKER,  FORM_WORKER,   FORM_WORKER,  FORM_WORKER,   FORM_WORKER,
    FORM_WORKER,   FORM_WORKER, FORM_WORKER,  FORM_CLOSING,  FORM_CLOSING, FORM_OVERTIME, FORM_SABOTAGE,
    FORM_SABOTAGE, FORM_COFFEE, FORM_ILLNESS, FORM_VITAMINS, FORM_BYEBYE,  FORM_MEETING,  FORM_MIXUP,
};

static int form_of(kb_move move)
{
    return move.verb == INTEGRALIS_DO_PLAY ? form_of_card[move.a] : form_of_verb[move.verb];
}

static void mark(const kb_span *span, int n, int seat, int n_seats, int32_t unit, uint8_t *mask)
{
    const kb_span *end = span + n;
    while (span != end) switch (form_of(span->move)) {
            FORMS(KB_FORM_MARKS)
        default: span++; /* no move of a seat */
        }
}

static bool run(int action, int seat, int n_seats, int32_t unit, kb_span *out)
{
    FORMS(KB_FORM_READS)
    return false;
}

/* Seats are counted from the observing one; sums are in thousands; cards are in card order. */
typedef struct observation {
    int8_t seats, meeting, money_hidden, markers;
    int8_t turns[2], actions, left;
    int8_t step[INTEGRALIS_OVER + 1];
    int8_t why_draw[INTEGRALIS_FOR_REFILL + 1], by_repair;
    int8_t turn[SEATS], start[SEATS], ill[SEATS], asked[SEATS], completed[SEATS];
    int8_t money[SEATS][2], repaired[SEATS][2], amount[2], bid[2][2]; /* bid: the briber's, the chief's */
    int8_t n_hand[SEATS], n_unseen[SEATS], n_under[SEATS];
    int8_t hand[CARDS], unseen[CARDS], under[CARDS], next_under[CARDS]; /* own */
    int8_t gone[SEATS][CARDS];
    int8_t attack[CARDS], target_seat[SEATS], target_worker[WORKERS], target_machine[MACHINES];
    int8_t machine_team[MACHINES][SEATS], machine_workers[MACHINES][WORKERS];
    int8_t sabotage[MACHINES][2], sabotage_by[MACHINES][SEATS], sabotage_fresh[MACHINES];
    int8_t locked[SEATS][WORKERS], overtime[SEATS][WORKERS], offers[SEATS][WORKERS], best[SEATS][WORKERS];
    int8_t closing[SEATS][INTEGRALIS_CLOSINGS_MAX][3]; /* f0, f1, turns until it happens */
    int8_t job_order[SEATS][JOBS][ORDERS], job_open[SEATS][JOBS][MACHINES];
    int8_t row[ORDERS], orders_left[ORDERS];
} observation;

static const kb_observation_block blocks[] = {
    KB_BLOCK(observation, seats, 0),
    KB_BLOCK(observation, meeting, 0),
    KB_BLOCK(observation, money_hidden, 0),
    KB_BLOCK(observation, markers, 0),
    KB_BLOCK(observation, turns, 2),
    KB_BLOCK(observation, actions, 0),
    KB_BLOCK(observation, left, 0),
    KB_BLOCK(observation, step, INTEGRALIS_OVER + 1),
    KB_BLOCK(observation, why_draw, INTEGRALIS_FOR_REFILL + 1),
    KB_BLOCK(observation, by_repair, 0),
    KB_BLOCK(observation, turn, SEATS),
    KB_BLOCK(observation, start, SEATS),
    KB_BLOCK(observation, ill, SEATS),
    KB_BLOCK(observation, asked, SEATS),
    KB_BLOCK(observation, completed, SEATS),
    KB_BLOCK(observation, money, SEATS, 2),
    KB_BLOCK(observation, repaired, SEATS, 2),
    KB_BLOCK(observation, amount, 2),
    KB_BLOCK(observation, bid, 2, 2),
    KB_BLOCK(observation, n_hand, SEATS),
    KB_BLOCK(observation, n_unseen, SEATS),
    KB_BLOCK(observation, n_under, SEATS),
    KB_BLOCK(observation, hand, CARDS),
    KB_BLOCK(observation, unseen, CARDS),
    KB_BLOCK(observation, under, CARDS),
    KB_BLOCK(observation, next_under, CARDS),
    KB_BLOCK(observation, gone, SEATS, CARDS),
    KB_BLOCK(observation, attack, CARDS),
    KB_BLOCK(observation, target_seat, SEATS),
    KB_BLOCK(observation, target_worker, WORKERS),
    KB_BLOCK(observation, target_machine, MACHINES),
    KB_BLOCK(observation, machine_team, MACHINES, SEATS),
    KB_BLOCK(observation, machine_workers, MACHINES, WORKERS),
    KB_BLOCK(observation, sabotage, MACHINES, 2),
    KB_BLOCK(observation, sabotage_by, MACHINES, SEATS),
    KB_BLOCK(observation, sabotage_fresh, MACHINES),
    KB_BLOCK(observation, locked, SEATS, WORKERS),
    KB_BLOCK(observation, overtime, SEATS, WORKERS),
    KB_BLOCK(observation, offers, SEATS, WORKERS),
    KB_BLOCK(observation, best, SEATS, WORKERS),
    KB_BLOCK(observation, closing, SEATS, INTEGRALIS_CLOSINGS_MAX, 3),
    KB_BLOCK(observation, job_order, SEATS, JOBS, ORDERS),
    KB_BLOCK(observation, job_open, SEATS, JOBS, MACHINES),
    KB_BLOCK(observation, row, ORDERS),
    KB_BLOCK(observation, orders_left, ORDERS),
};

KB_FN static int32_t unit_of(const void *state)
{
    (void)state;
    return INTEGRALIS_BUCK_STEP;
}

KB_FN static void observe_sum(int32_t sum, int8_t out[2])
{
    kb_observe_sum(out, sum, (uint32_t)sum / INTEGRALIS_BUCK_STEP);
}

KB_FN static void observe_workers(uint32_t workers, int8_t out[WORKERS])
{
    kb_put_bits(out, workers, WORKERS);
}

/* Kinds have a bit each in the order of cards, and are closed up. Those of which there can be several are counted. */
KB_FN static void observe_cards(uint32_t set, int8_t out[CARDS])
{
    uint32_t known = set & INTEGRALIS_UNKNOWN ? 0 : set;
    uint32_t kinds = (known & 0x7FF) | (known >> 2 & 0x800) | (known >> 4 & 0x7000) | (known >> 11 & 0xF8000);
    kb_put_bits(out, kinds, 16);
    kb_put_row(out + 16, kb_row_of_bits(kinds >> 16), CARDS - 16);
    out[INTEGRALIS_F1 - 1] = (int8_t)integralis_count(known, INTEGRALIS_F1);
    out[INTEGRALIS_OVERTIME - 1] = (int8_t)integralis_count(known, INTEGRALIS_OVERTIME);
    out[INTEGRALIS_COFFEE - 1] = (int8_t)integralis_count(known, INTEGRALIS_COFFEE);
}

/* One number of each order. */
KB_FN static void observe_orders(uint32_t orders, int8_t out[ORDERS])
{
    kb_put_bits(out, orders, ORDERS);
}

/* The turn, and whatever is being answered. */
KB_FN static void observe_step(const integralis_state *s, int seat, const kb_places *places, observation *o)
{
    int n = s->setup.seats;
    o->seats = (int8_t)n;
    o->meeting = (int8_t)s->setup.option[INTEGRALIS_MEETINGS];
    o->money_hidden = (int8_t)s->setup.option[INTEGRALIS_MONEY];
    o->markers = (int8_t)s->setup.option[INTEGRALIS_MARKERS];
    kb_observe_sum(o->turns, s->turns, s->turns);
    o->actions = (int8_t)s->actions;
    o->left = (int8_t)s->left;
    o->step[s->step] = 1;
    if (s->step == INTEGRALIS_DRAW) o->why_draw[s->why] = 1;
    o->by_repair = s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_REPAIR;
    kb_put_row(o->turn, kb_row_of_seat(places, s->turn), SEATS);
    kb_put_row(o->start, kb_row_of_seat(places, s->start), SEATS);
    kb_put_row(o->asked, kb_row_from(seat, kb_row_of_bits(s->actors & ((1u << n) - 1)), n), SEATS);
    observe_sum(s->amount, o->amount);
    observe_sum(s->bid[0], o->bid[0]);
    observe_sum(s->bid[1], o->bid[1]);
}

KB_FN static void observe_worker(int seat, uint8_t worker, int n, observation *o)
{
    o->target_seat[kb_seats_from(seat, integralis_chief(worker), n)] = 1;
    o->target_worker[integralis_name(worker) - 1] = 1;
}

KB_FN static void observe_target(const integralis_state *s, int seat, observation *o)
{
    int n = s->setup.seats;
    if (s->step == INTEGRALIS_COVER) o->target_machine[s->where] = 1;
    if (s->step >= INTEGRALIS_TEMPT && s->step <= INTEGRALIS_DECIDE) observe_worker(seat, s->target, n, o);
    if (s->step != INTEGRALIS_COUNTER) return;
    o->attack[s->card - 1] = 1;
    switch (integralis_aim_of(s, s->card)) {
    case INTEGRALIS_ON_MACHINE: o->target_machine[s->target] = 1; break;
    case INTEGRALIS_ON_FOREIGN_WORKER: observe_worker(seat, s->target, n, o); break;
    case INTEGRALIS_ON_SEAT: o->target_seat[kb_seats_from(seat, s->target, n)] = 1; break;
    case INTEGRALIS_ON_SEAT_AT_MACHINE:
        o->target_seat[kb_seats_from(seat, s->target, n)] = 1;
        o->target_machine[s->where] = 1;
        break;
    default: break;
    }
}

KB_FN static void observe_jobs(const integralis_state *s, int other, int i, observation *o)
{
    for (int job = 0; job < JOBS; job++) {
        integralis_job at = s->job[other][job];
        bool taken = at.order != KB_NONE;
        o->job_order[i][job][taken ? at.order : 0] = taken;
        uint32_t open = (uint32_t)integralis_all_open_tasks(at);
        uint32_t pairs = (open | open << 12) & 0x000F000F;
        kb_put_row(o->job_open[i][job], (pairs | pairs << 6) & 0x03030303, MACHINES);
    }
    for (int at = 0; at < INTEGRALIS_CLOSINGS_MAX && s->closing[other][at].card; at++) {
        o->closing[i][at][s->closing[other][at].card == INTEGRALIS_F1] = 1;
        o->closing[i][at][2] = (int8_t)(s->closing[other][at].due - s->turns);
    }
}

KB_FN static void observe_seat(const integralis_state *s, int other, int i, observation *o)
{
    o->ill[i] = s->ill >> other & 1;
    o->completed[i] = (int8_t)s->completed[other];
    observe_sum(s->purse.of[other], o->money[i]);
    observe_sum(s->repaired[other], o->repaired[i]);
    o->n_hand[i] = (int8_t)integralis_size(s->hand[other]);
    o->n_unseen[i] = (int8_t)integralis_size(s->unseen[other]);
    o->n_under[i] = (int8_t)s->n_under[other];
    observe_cards(s->gone[other], o->gone[i]);
    observe_workers(s->locked[other], o->locked[i]);
    __builtin_memcpy(o->overtime[i], s->overtime[other], sizeof o->overtime[i]);
    __builtin_memcpy(o->offers[i], s->offers[other], sizeof o->offers[i]);
    __builtin_memcpy(o->best[i], s->best[other], sizeof o->best[i]);
    observe_jobs(s, other, i, o);
}

KB_FN static void observe_own(const integralis_state *s, int seat, observation *o)
{
    observe_cards(s->hand[seat], o->hand);
    observe_cards(s->unseen[seat], o->unseen);
    for (int i = 0; i < s->n_under[seat]; i++) o->under[s->under[seat][i] - 1]++;
    if (s->n_under[seat]) o->next_under[s->under[seat][0] - 1] = 1;
}

KB_FN static void observe_machine(const integralis_state *s, const kb_places *places, int m, observation *o)
{
    const integralis_machine *machine = &s->machine[m];
    observe_workers(machine->workers, o->machine_workers[m]);
    kb_put_row(o->machine_team[m], kb_row_of_seat(places, machine->team), SEATS);
    if (!machine->sabotage) return;
    o->sabotage[m][machine->sabotage == INTEGRALIS_SABOTAGE2] = 1;
    kb_put_row(o->sabotage_by[m], kb_row_of_seat(places, machine->by), SEATS);
    o->sabotage_fresh[m] = (int8_t)machine->fresh;
}

KB_FN static void observe(const void *view, int seat, void *out)
{
    const integralis_state *s = (const integralis_state *)view;
    observation *o = (observation *)out;
    int n = s->setup.seats;
    const kb_places *places = kb_places_from(seat, n);
    observe_step(s, seat, places, o);
    observe_target(s, seat, o);
    for (int i = 0, other = seat; i < n; i++, other = kb_left_of(other, n)) observe_seat(s, other, i, o);
    observe_own(s, seat, o);
    for (int m = 0; m < MACHINES; m++) observe_machine(s, places, m, o);
    for (int i = 0; i < s->n_row; i++)
        if (s->row[i] != KB_NONE) o->row[s->row[i]] = 1;
    observe_orders(s->orders_left, o->orders_left);
}

const kb_encoding integralis_encoding = {
    .forms = action_forms,
    .n_forms = N_FORMS,
    .n_actions = N_ACTIONS,
    .form_of_verb = form_of_verb,
    .n_verbs = KB_COUNT(form_of_verb),
    .form_of_a = form_of_card,
    .n_a = KB_COUNT(form_of_card),
    .blocks = blocks,
    .n_blocks = KB_COUNT(blocks),
    .observation_bytes = sizeof(observation),
    .unit = unit_of,
    .mark = mark,
    .run = run,
    .observe = observe,
};
