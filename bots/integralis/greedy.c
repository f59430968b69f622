/* greedy.c: plays Integralis by rule of thumb.
 *
 * Every possible action has a value in bucks, and the bot takes the most valuable one. outlook.h says what the table is
 * worth to each seat, and has all the figures. */
#include "../../core/rng.h"
#include "../policy.h"
#include "outlook.h"

/* The best move so far. */
typedef struct choice {
    kb_move move;
    int32_t value;
} choice;

static void consider(choice *best, int32_t value, kb_move move)
{
    if (value <= best->value) return;
    best->value = value;
    best->move = move;
}

static int32_t percent(int32_t amount, int part)
{
    return amount * part / 100;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static kb_move play(int card, int b, int c)
{
    return kb_move_of(INTEGRALIS_DO_PLAY, card, b, c, 0);
}

static int hand_size(const outlook *o, int seat)
{
    return integralis_size(o->s->hand[seat]);
}

/* What a card is worth in general. */
static int32_t standing_worth(int card)
{
    static const int16_t worths[INTEGRALIS_CARDS] = {
        0,    150, /* fritz     */
        500,       /* greta     */
        900,       /* hugo      */
        1200,      /* wilma     */
        200,       /* ida       */
        500,       /* jupp      */
        500,       /* kathi     */
        700,       /* lars      */
        900,       /* moni      */
        1500,      /* f0        */
        600,       /* f1        */
        800,       /* overtime  */
        400,       /* sabotage5 */
        600,       /* sabotage2 */
        600,       /* coffee    */
        700,       /* illness   */
        1800,      /* vitamins  */
        800,       /* byebye    */
        600,       /* meeting   */
        400,       /* mixup     */
    };
    return worths[card];
}

/* --- workers of our own --------------------------------------------------------------------------- */

static bool is_ours_or_free(const outlook *o, int machine)
{
    int team = o->s->machine[machine].team;
    return team == KB_NONE || team == o->seat;
}

/* What this much more labour would be worth at a machine that is free or ours. */
static int32_t added_worth(const outlook *o, int machine, int labour, int salaried)
{
    bool ours = o->s->machine[machine].team == o->seat;
    int before = ours ? o->labour[machine] : 0;
    int stays = ours ? o->salaried[machine] : 0;
    int32_t gain = outlook_worth(o, o->seat, machine, before + labour, stays + salaried) -
                   (ours ? o->standing[machine] : 0);
    return o->s->machine[machine].sabotage ? percent(gain, SABOTAGED_PERCENT) : gain;
}

static int32_t worker_worth(const outlook *o, int machine, int card)
{
    const integralis_worker_facts *facts = integralis_facts_of(card);
    return added_worth(o, machine, facts->labour, facts->temp ? 0 : facts->labour);
}

/* The value of this labour for the end of the game: with it, a whistle might end the game in our favour or against
 * us. */
static int32_t end_worth(const outlook *o, int machine, int labour)
{
    if (!o->verdict && !outlook_can_end(o->s, o->seat)) return 0;
    int32_t verdict = outlook_verdict(o, o->seat, machine, labour);
    if (verdict == o->verdict) return 0;
    return verdict > o->verdict ? RESCUE : -RESCUE;
}

/* The value of keeping others away from a machine by working there. */
static int32_t blocking_worth(const outlook *o, int machine)
{
    int32_t worth = 0;
    for (int seat = 0; seat < o->s->setup.seats; seat++)
        worth += percent(o->want[seat][machine].worth[0] * (o->want[seat][machine].tasks[0] > 0), o->spite[seat]);
    return percent(worth, BLOCK_PERCENT);
}

/* Returns what we could gain in all by sending the best worker to each machine. */
static int32_t consider_workers(const outlook *o, choice *best)
{
    int32_t plan = 0;
    uint32_t hand = o->s->hand[o->seat] & INTEGRALIS_ALL_WORKERS;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (!is_ours_or_free(o, m)) continue;
        int32_t most = 0;
        int32_t block = o->s->machine[m].team == KB_NONE ? blocking_worth(o, m) : 0;
        for (uint32_t rest = hand; rest; rest &= rest - 1) {
            int card = kb_lowest_bit(rest) + 1;
            int32_t gain = worker_worth(o, m, card);
            most = larger(most, gain);
            consider(best,
                     percent(gain, o->sure) + block + end_worth(o, m, integralis_facts_of(card)->labour) -
                         percent(standing_worth(card), SPEND_PERCENT),
                     play(card, m, 0));
        }
        plan += most;
    }
    return plan;
}

static void consider_overtime(const outlook *o, choice *best)
{
    if (!integralis_has(o->s->hand[o->seat], INTEGRALIS_OVERTIME)) return;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (o->s->machine[m].team != o->seat) continue;
        for (uint32_t rest = o->s->machine[m].workers; rest; rest &= rest - 1) {
            int name = kb_lowest_bit(rest) + 1;
            int labour = integralis_facts_of(name)->labour;
            int32_t gain = percent(added_worth(o, m, labour, 0), o->sure) + end_worth(o, m, labour);
            consider(best, gain - percent(standing_worth(INTEGRALIS_OVERTIME), SPEND_PERCENT),
                     play(INTEGRALIS_OVERTIME, name, 0));
        }
    }
}

/* Workers at a machine with no tasks for us could work elsewhere. */
static void consider_recalls(const outlook *o, choice *best)
{
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (o->s->machine[m].team != o->seat || o->want[o->seat][m].tasks[0] || o->want[o->seat][m].tasks[1]) continue;
        for (uint32_t rest = o->s->machine[m].workers; rest; rest &= rest - 1) {
            int32_t gain = 0;
            for (int other = 0; other < INTEGRALIS_MACHINES; other++)
                if (is_ours_or_free(o, other)) gain = larger(gain, worker_worth(o, other, kb_lowest_bit(rest) + 1));
            consider(best, percent(percent(gain, o->sure), RECALL_PERCENT),
                     kb_move_of(INTEGRALIS_DO_RECALL, kb_lowest_bit(rest) + 1, 0, 0, 0));
        }
    }
}

/* --- the whistle ---------------------------------------------------------------------------------- */

/* What the cards drawn at a whistle are worth to us, less what they are worth to the others. We play `played` cards
 * before it. */
static int32_t refill_worth(const outlook *o, int played)
{
    int32_t worth = REFILL * (INTEGRALIS_HAND - (hand_size(o, o->seat) - played));
    for (int seat = 0; seat < o->s->setup.seats; seat++)
        if (seat != o->seat && hand_size(o, seat) < INTEGRALIS_HAND)
            worth -= percent(REFILL * (INTEGRALIS_HAND - hand_size(o, seat)), o->spite[seat]);
    return worth;
}

/* What a whistle would earn us now, less what it would earn the others. */
static int32_t ripe_worth(const outlook *o)
{
    int32_t worth = o->ripe[o->seat];
    for (int seat = 0; seat < o->s->setup.seats; seat++) worth -= percent(o->ripe[seat], o->spite[seat]);
    return worth;
}

/* plan is what workers still in hand could add before our next whistle. */
static void consider_whistles(const outlook *o, int32_t plan, choice *best)
{
    uint32_t hand = o->s->hand[o->seat];
    if (integralis_has(hand, INTEGRALIS_F0) && o->wait > 0) {
        int32_t value = percent(ripe_worth(o), NOW_PERCENT - o->sure) + refill_worth(o, 1) + o->verdict;
        consider(best, value - percent(standing_worth(INTEGRALIS_F0), SPEND_PERCENT), play(INTEGRALIS_F0, 0, 0));
    }
    if (integralis_has(hand, INTEGRALIS_F1)) {
        int32_t value = AHEAD;
        if (o->wait >= o->s->setup.seats)
            value = percent(ripe_worth(o) + plan, larger(NEXT_PERCENT - o->sure, 0)) +
                    percent(refill_worth(o, 2), NEXT_PERCENT) + smaller(larger(o->verdict, -RESCUE), RESCUE);
        if (o->wait == o->s->setup.seats) value = 0; /* one is enough */
        consider(best, value - percent(standing_worth(INTEGRALIS_F1), SPEND_PERCENT), play(INTEGRALIS_F1, 0, 0));
    }
}

/* --- the others' workers -------------------------------------------------------------------------- */

/* What it is worth to us if the machine becomes free while we have this many actions left. */
static int32_t opening_worth(const outlook *o, int machine, int actions)
{
    int32_t gain = 0;
    for (uint32_t rest = o->s->hand[o->seat] & INTEGRALIS_ALL_WORKERS; rest; rest &= rest - 1)
        gain = larger(gain, worker_worth(o, machine, kb_lowest_bit(rest) + 1));
    return percent(percent(gain, o->sure), actions > 0 ? OPENING_PERCENT : LATER_PERCENT);
}

/* What it is worth to us if a rival's worker leaves their machine. */
static int32_t removal_worth(const outlook *o, uint8_t worker, int machine, int actions)
{
    int team = integralis_chief(worker);
    int name = integralis_name(worker);
    int labour = integralis_facts_of(name)->labour * (1 + o->s->overtime[team][name - 1]);
    int32_t worth = percent(percent(outlook_loss(o, worker), o->sure), o->spite[team]);
    if (o->s->machine[machine].sabotage) worth = percent(worth, SABOTAGED_PERCENT);
    if (o->s->machine[machine].workers == integralis_bit(name)) worth += opening_worth(o, machine, actions);
    if (o->verdict < 0 && outlook_verdict(o, team, machine, -labour) >= 0) worth += percent(RESCUE, o->sure);
    return worth;
}

/* The value of what a worker who does not come back soon would have done later. */
static int32_t lasting_worth(const outlook *o, uint8_t worker)
{
    return percent(integralis_facts_of(integralis_name(worker))->labour * LASTING, o->spite[integralis_chief(worker)]);
}

static void consider_mixup(const outlook *o, uint8_t worker, int machine, choice *best)
{
    int name = integralis_name(worker);
    if (!(o->s->hand[o->seat] & integralis_bit(name)) || o->s->machine[machine].workers != integralis_bit(name)) return;
    int32_t value = removal_worth(o, worker, machine, 0) + percent(worker_worth(o, machine, name), o->sure);
    consider(best, value - percent(standing_worth(INTEGRALIS_MIXUP), SPEND_PERCENT), play(INTEGRALIS_MIXUP, worker, 0));
}

/* Whether a rival works at the machine and we do not spare them. */
static bool is_target(const outlook *o, int machine)
{
    return !is_ours_or_free(o, machine) && !(o->spared_mask >> o->s->machine[machine].team & 1);
}

/* Coffee, bye-bye and mix-up. */
static void consider_attacks(const outlook *o, choice *best)
{
    uint32_t hand = o->s->hand[o->seat];
    if (!(hand & INTEGRALIS_ATTACKS)) return;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (!is_target(o, m)) continue;
        for (uint32_t rest = o->s->machine[m].workers; rest; rest &= rest - 1) {
            uint8_t worker = integralis_worker(o->s->machine[m].team, kb_lowest_bit(rest) + 1);
            int32_t value = removal_worth(o, worker, m, o->s->actions - 1) + lasting_worth(o, worker);
            if (integralis_has(hand, INTEGRALIS_COFFEE))
                consider(best,
                         percent(value, ATTACK_PERCENT) - percent(standing_worth(INTEGRALIS_COFFEE), SPEND_PERCENT),
                         play(INTEGRALIS_COFFEE, worker, 0));
            if (integralis_has(hand, INTEGRALIS_BYEBYE))
                consider(best, value - percent(standing_worth(INTEGRALIS_BYEBYE), SPEND_PERCENT),
                         play(INTEGRALIS_BYEBYE, worker, 0));
            if (integralis_has(hand, INTEGRALIS_MIXUP)) consider_mixup(o, worker, m, best);
        }
    }
}

static int32_t meeting_worth(const outlook *o, int machine)
{
    int team = o->s->machine[machine].team;
    int32_t worth = percent(percent(o->standing[machine], o->sure), o->spite[team]);
    if (o->wait > 0) worth = percent(worth, HOMECOMING_PERCENT);
    if (o->verdict < 0 && outlook_verdict(o, team, machine, -o->labour[machine]) >= 0) worth += RESCUE;
    return worth + opening_worth(o, machine, o->s->actions - 1);
}

static void consider_meetings(const outlook *o, choice *best)
{
    bool one_machine = integralis_aim_of(o->s, INTEGRALIS_MEETING) == INTEGRALIS_ON_SEAT_AT_MACHINE;
    int32_t spent = percent(standing_worth(INTEGRALIS_MEETING), SPEND_PERCENT);
    int32_t whole[INTEGRALIS_SEATS_MAX] = {0};
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (!is_target(o, m)) continue;
        int team = o->s->machine[m].team;
        int32_t worth = percent(meeting_worth(o, m), ATTACK_PERCENT);
        whole[team] += worth;
        consider(best, (one_machine ? worth : whole[team]) - spent,
                 play(INTEGRALIS_MEETING, team, one_machine ? m : 0));
    }
}

static void consider_illness(const outlook *o, choice *best)
{
    for (int seat = 0; seat < o->s->setup.seats; seat++)
        if (seat != o->seat && !((o->s->ill | o->spared_mask) >> seat & 1))
            consider(best,
                     percent(percent(INTEGRALIS_FORCED * ACTION, o->spite[seat]), ATTACK_PERCENT) -
                         percent(standing_worth(INTEGRALIS_ILLNESS), SPEND_PERCENT),
                     play(INTEGRALIS_ILLNESS, seat, 0));
}

/* --- sabotage and repair -------------------------------------------------------------------------- */

/* What the test run after a repair would be worth to the seat. */
static int32_t test_run_worth(const outlook *o, int seat, int machine)
{
    const demand *want = &o->want[seat][machine];
    return want->tasks[0] ? want->worth[0] : want->tasks[1] ? want->worth[1] : 0;
}

/* A broken machine harms the team that works there until somebody repairs it: that team, or we or a rival for the test
 * run. */
static int32_t sabotage_worth(const outlook *o, int card, int machine)
{
    int32_t cost = integralis_damage(card);
    int team = o->s->machine[machine].team;
    int32_t worth = larger(test_run_worth(o, o->seat, machine) - cost, 0);
    if (o->s->purse.of[o->seat] < cost) worth = 0;
    for (int seat = 0; seat < o->s->setup.seats; seat++) {
        int32_t prize = test_run_worth(o, seat, machine) - cost;
        if (seat == o->seat || prize <= 0 || outlook_money(o->s, o->seat, seat) < cost) continue;
        worth = percent(worth, 100 - STOLEN_PERCENT) - percent(percent(prize, o->spite[seat]), STOLEN_PERCENT);
    }
    if (team == KB_NONE) return worth;
    int32_t standing = percent(o->standing[machine], o->sure);
    if (team == o->seat) return worth - standing;
    int32_t harm = larger(smaller(standing, cost - test_run_worth(o, team, machine)), 0);
    if (o->wait == 0) harm = standing;
    if (o->verdict < 0 && outlook_verdict(o, team, machine, -o->labour[machine]) >= 0)
        worth += percent(RESCUE, o->sure);
    return worth + percent(percent(harm, o->spite[team]), ATTACK_PERCENT);
}

static void consider_sabotage(const outlook *o, int card, choice *best)
{
    if (!integralis_has(o->s->hand[o->seat], card)) return;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if (!o->s->machine[m].sabotage && (is_ours_or_free(o, m) || is_target(o, m)))
            consider(best, sabotage_worth(o, card, m) - percent(standing_worth(card), SPEND_PERCENT), play(card, m, 0));
}

/* Whether this repair would finish our third order while another is richer. Then any whistle would end the game. */
static bool is_bad_end(const outlook *o, int machine, int32_t cost)
{
    const integralis_state *s = o->s;
    if (s->completed[o->seat] + 1 != INTEGRALIS_TO_WIN) return false;
    int32_t money = s->purse.of[o->seat] - cost;
    int32_t pay = 0;
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++) {
        integralis_job job = s->job[o->seat][i];
        if (job.order == KB_NONE) continue;
        const integralis_order_facts *facts = integralis_order_of(job.order);
        if (facts->tasks - job.covered == 1 << 2 * machine) pay = larger(pay, facts->pay);
    }
    bool richer = false;
    for (int seat = 0; seat < s->setup.seats; seat++)
        richer |= seat != o->seat && outlook_money(s, o->seat, seat) > money + pay;
    return pay && richer;
}

static void consider_repairs(const outlook *o, choice *best)
{
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        const integralis_machine *machine = &o->s->machine[m];
        int32_t cost = integralis_damage(machine->sabotage);
        if (!machine->sabotage || machine->fresh || o->s->purse.of[o->seat] < cost) continue;
        int32_t value = test_run_worth(o, o->seat, m) - cost;
        if (is_bad_end(o, m, cost)) value -= RESCUE;
        if (machine->team == o->seat) value += percent(percent(o->standing[m], o->sure), 100 - SABOTAGED_PERCENT);
        consider(best, value - DEAL_MARGIN, kb_move_of(INTEGRALIS_DO_REPAIR, m, 0, 0, 0));
    }
}

/* --- tempting and bribing ------------------------------------------------------------------------- */

static int32_t price_of(uint8_t worker)
{
    return integralis_facts_of(integralis_name(worker))->bribe;
}

static int32_t rounded_up(int32_t amount)
{
    return (amount + INTEGRALIS_BUCK_STEP - 1) / INTEGRALIS_BUCK_STEP * INTEGRALIS_BUCK_STEP;
}

/* What a chief would ask for taking a worker back, from public information. The worker is not lost, so it is less
 * than the full loss. */
static int32_t asking_price(const outlook *o, uint8_t worker)
{
    return percent(percent(outlook_loss(o, worker), o->sure), o->wait == 0 ? 100 : HOMECOMING_PERCENT);
}

/* What it is worth to us if the worker goes under their team's deck. */
static int32_t bribe_worth(const outlook *o, uint8_t worker, int machine)
{
    return removal_worth(o, worker, machine, o->s->actions) + lasting_worth(o, worker);
}

/* What it is worth to us if the chief takes the worker back for this amount. They get the money and keep the worker. */
static int32_t tempting_worth(const outlook *o, uint8_t worker, int machine, int32_t amount)
{
    int32_t value = percent(removal_worth(o, worker, machine, o->s->actions), o->wait == 0 ? 100 : HOMECOMING_PERCENT);
    return value - amount - percent(amount, o->spite[integralis_chief(worker)]) - DEAL_MARGIN;
}

static void consider_tempting(const outlook *o, uint8_t worker, int machine, choice *best)
{
    int team = integralis_chief(worker);
    int name = integralis_name(worker);
    int last = o->s->best[team][name - 1];
    if (o->s->offers[team][name - 1] == INTEGRALIS_OFFERS_MAX) return;
    int32_t amount = rounded_up(larger(asking_price(o, worker), price_of(worker)));
    if (last) amount = larger(amount, (last + 1) * INTEGRALIS_BUCK_STEP);
    if (amount > o->s->purse.of[o->seat]) return;
    consider(best, tempting_worth(o, worker, machine, amount), kb_move_of(INTEGRALIS_DO_TEMPT, worker, 0, 0, amount));
}

static void consider_bribes(const outlook *o, choice *best)
{
    int32_t money = o->s->purse.of[o->seat];
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        if (is_ours_or_free(o, m)) continue;
        int team = o->s->machine[m].team;
        for (uint32_t rest = o->s->machine[m].workers & ~(uint32_t)o->s->locked[team]; rest; rest &= rest - 1) {
            uint8_t worker = integralis_worker(team, kb_lowest_bit(rest) + 1);
            int32_t price = price_of(worker);
            if (!price || price > money) continue;
            /* Resisting costs the chief nothing, so it takes a thousand more. */
            if (is_target(o, m))
                consider(best, bribe_worth(o, worker, m) - price - INTEGRALIS_BUCK_STEP - DEAL_MARGIN,
                         kb_move_of(INTEGRALIS_DO_BRIBE, worker, 0, 0, 0));
            consider_tempting(o, worker, m, best);
        }
    }
}

/* --- orders and cards ----------------------------------------------------------------------------- */

/* What the order would earn us after the cost of its labour. Spare labour at our machines is free. */
static int32_t order_worth(const outlook *o, int order)
{
    const integralis_order_facts *facts = integralis_order_of(order);
    int32_t worth = facts->pay;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        int labour = (facts->tasks >> 2 * m & 3) * integralis_need_of(m);
        bool ours = o->s->machine[m].team == o->seat;
        int wanted = (o->want[o->seat][m].tasks[0] + o->want[o->seat][m].tasks[1]) * integralis_need_of(m);
        int spare = ours ? smaller(larger(o->labour[m] - wanted, 0), labour) : 0;
        worth -= (labour - spare) * HALF_HOUR;
    }
    return worth;
}

static void consider_orders(const outlook *o, choice *best)
{
    const integralis_state *s = o->s;
    const integralis_job *jobs = s->job[o->seat];
    int32_t row[INTEGRALIS_SEATS_MAX];
    for (int i = 0; i < s->n_row; i++) row[i] = order_worth(o, s->row[i]);
    if (jobs[1].order == KB_NONE) {
        for (int i = 0; i < s->n_row; i++)
            consider(best, percent(row[i], TAKE_PERCENT), kb_move_of(INTEGRALIS_DO_TAKE, s->row[i], 0, 0, 0));
    }
    for (int job = 0; job < INTEGRALIS_JOBS_MAX; job++) {
        if (jobs[job].order == KB_NONE || jobs[job].covered) continue;
        int32_t own = order_worth(o, jobs[job].order);
        for (int i = 0; i < s->n_row; i++)
            consider(best, percent(row[i] - own, SWAP_PERCENT),
                     kb_move_of(INTEGRALIS_DO_SWAP, jobs[job].order, s->row[i], 0, 0));
    }
}

/* What it is worth to keep a card in hand: its general worth, and what it could do now. */
static int32_t keep_worth(const outlook *o, int card, int nth)
{
    int32_t worth = standing_worth(card) / nth; /* the second of a kind is worth half */
    if (!integralis_is_worker(card)) return worth;
    int32_t gain = 0;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if (is_ours_or_free(o, m)) gain = larger(gain, worker_worth(o, m, card));
    return worth + gain / 4;
}

typedef struct junk {
    int32_t worth;
    int card;
} junk;

/* Finds the n cards least worth keeping, worst first. Returns how many there are. */
static int find_junk(const outlook *o, junk *found, int n)
{
    int count = 0;
    uint32_t hand = o->s->hand[o->seat];
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        int card = integralis_kind(kb_lowest_bit(rest));
        for (int nth = integralis_count(hand, card); nth > 0; nth--) {
            junk next = {keep_worth(o, card, nth), card};
            int at = count < n ? count++ : n;
            for (; at > 0 && found[at - 1].worth > next.worth; at--)
                if (at < n) found[at] = found[at - 1];
            if (at < n) found[at] = next;
        }
    }
    return count;
}

static kb_move trade(const junk *found, int n)
{
    int cards[INTEGRALIS_TRADED_MAX] = {0};
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && cards[at - 1] > found[i].card; at--) cards[at] = cards[at - 1];
        cards[at] = found[i].card;
    }
    return kb_move_of(INTEGRALIS_DO_TRADE, cards[0], cards[1], cards[2], 0);
}

/* What a new card is worth. It may be the whistle we are waiting for, if there is one in the deck. */
static int32_t new_card_worth(const outlook *o, int32_t plan)
{
    uint32_t hand = o->s->hand[o->seat];
    uint32_t deck = o->s->unseen[o->seat];
    uint32_t whistles = integralis_field(INTEGRALIS_F0) | integralis_field(INTEGRALIS_F1);
    if (o->wait < NEVER || hand & whistles || !deck) return CARD;
    int32_t chance = kb_count_bits(deck & whistles) * 100 / kb_count_bits(deck);
    int32_t ripe = larger(ripe_worth(o) + plan, 0) + (o->verdict > 0 ? RESCUE : 0);
    return CARD + percent(percent(ripe, chance), WHISTLE_PERCENT);
}

static void consider_cards(const outlook *o, int32_t plan, choice *best)
{
    int size = hand_size(o, o->seat);
    int32_t fresh = new_card_worth(o, plan);
    junk found[INTEGRALIS_TRADED_MAX];
    int n = find_junk(o, found, INTEGRALIS_TRADED_MAX);
    int32_t value = 0;
    for (int i = 0; i < n; i++) {
        value += percent(fresh - found[i].worth, TRADE_PERCENT) - (i == 0);
        consider(best, value, trade(found, i + 1));
    }
    if (!o->s->unseen[o->seat] && !o->s->n_under[o->seat]) return;
    /* A whistle fills the hand up to five for free. */
    bool soon = o->wait <= o->s->setup.seats;
    consider(best,
             soon && size < INTEGRALIS_HAND ? percent(fresh, REFILLED_PERCENT)
             : size >= INTEGRALIS_HAND      ? percent(fresh, SIXTH_PERCENT)
                                            : fresh,
             kb_move_of(INTEGRALIS_DO_DRAW, 0, 0, 0, 0));
}

/* --- our turn ------------------------------------------------------------------------------------- */

static kb_move act(const outlook *o, kb_rng *rng)
{
    const integralis_state *s = o->s;
    choice best = {kb_move_of(INTEGRALIS_DO_END, 0, 0, 0, 0), 0};
    if (s->purse.of[o->seat] > 0) {
        consider_repairs(o, &best);
        consider_bribes(o, &best);
    }
    if (best.value > 0 || !s->actions) return best.move;
    best.value = INT32_MIN;
    consider_orders(o, &best);
    if (s->job[o->seat][0].order == KB_NONE && s->n_row > 0) return best.move; /* G-10 */
    uint32_t hand = s->hand[o->seat];
    int32_t plan = consider_workers(o, &best);
    consider_overtime(o, &best);
    consider_recalls(o, &best);
    consider_whistles(o, plan, &best);
    consider_attacks(o, &best);
    if (hand & INTEGRALIS_MISCHIEF) {
        consider_sabotage(o, INTEGRALIS_SABOTAGE5, &best);
        consider_sabotage(o, INTEGRALIS_SABOTAGE2, &best);
        if (integralis_has(hand, INTEGRALIS_ILLNESS)) consider_illness(o, &best);
        if (integralis_has(hand, INTEGRALIS_MEETING)) consider_meetings(o, &best);
    }
    if (integralis_has(hand, INTEGRALIS_VITAMINS))
        consider(&best, (INTEGRALIS_VITAMIN - 1) * ACTION, play(INTEGRALIS_VITAMINS, 0, 0));
    consider_cards(o, plan, &best);
    if (best.value > INT32_MIN) return best.move;
    /* Hand and deck are empty, and no worker should leave. */
    kb_span list[KB_SPANS_MAX];
    return kb_rng_move(rng, list, integralis_legal(s, o->seat, list, KB_SPANS_MAX));
}

/* --- answers -------------------------------------------------------------------------------------- */

/* What the card being played would cost us. */
static int32_t threat(const outlook *o)
{
    const integralis_state *s = o->s;
    int32_t loss = 0;
    switch (s->card) {
    case INTEGRALIS_COFFEE: return percent(outlook_loss(o, s->target), o->sure);
    case INTEGRALIS_ILLNESS: return INTEGRALIS_FORCED * ACTION;
    case INTEGRALIS_MEETING:
        for (int m = 0; m < INTEGRALIS_MACHINES; m++)
            if (s->machine[m].team == o->seat && (integralis_aim_of(s, s->card) == INTEGRALIS_ON_SEAT || m == s->where))
                loss += percent(o->standing[m], o->sure);
        return loss;
    default: /* a sabotage */
        return s->machine[s->target].team == o->seat ? percent(o->standing[s->target], o->sure) : 0;
    }
}

static kb_move answer_card(const outlook *o)
{
    int counter = integralis_card_of(o->s->card)->counter;
    bool can = integralis_has(o->s->hand[o->seat], counter);
    bool should = can && threat(o) > standing_worth(counter);
    return kb_move_of(should ? INTEGRALIS_DO_COUNTER : INTEGRALIS_DO_PASS, 0, 0, 0, 0);
}

/* The payment is our gain and their loss, but they can use the machine then. If the offer is too low, we demand the
 * least that is enough, if they can have that much. */
static kb_move answer_offer(const outlook *o)
{
    const integralis_state *s = o->s;
    int tempter = s->turn;
    int machine = integralis_machine_of(s, s->target);
    int32_t gain = s->amount + percent(s->amount, o->spite[tempter]);
    int32_t loss = asking_price(o, s->target) + percent(test_run_worth(o, tempter, machine) / 2, o->spite[tempter]);
    if (gain >= loss) return kb_move_of(INTEGRALIS_DO_ACCEPT, 0, 0, 0, 0);
    int32_t wanted = larger(rounded_up(loss * 100 / (100 + o->spite[tempter])), s->amount + INTEGRALIS_BUCK_STEP);
    int32_t most = smaller(outlook_money(s, o->seat, tempter), INTEGRALIS_DEMAND_MAX);
    return wanted <= most ? kb_move_of(INTEGRALIS_DO_DEMAND, 0, 0, 0, wanted)
                          : kb_move_of(INTEGRALIS_DO_REFUSE, 0, 0, 0, 0);
}

static kb_move answer_demand(const outlook *o)
{
    const integralis_state *s = o->s;
    int machine = integralis_machine_of(s, s->target);
    bool pays = !integralis_check_accept(s) && tempting_worth(o, s->target, machine, s->amount) > 0;
    return kb_move_of(pays ? INTEGRALIS_DO_ACCEPT : INTEGRALIS_DO_REFUSE, 0, 0, 0, 0);
}

/* Resisting with the lowest bid is free of risk: the briber has to bid at least as much. */
static kb_move answer_bribe(const outlook *o)
{
    bool can = o->s->purse.of[o->seat] >= price_of(o->s->target);
    return kb_move_of(can ? INTEGRALIS_DO_RESIST : INTEGRALIS_DO_RELEASE, 0, 0, 0, 0);
}

/* A random bid between the price and a part of what the worker is worth to us. A briber has to bid more than the
 * price. */
static kb_move bid(const outlook *o, kb_rng *rng)
{
    const integralis_state *s = o->s;
    bool briber = o->seat == s->turn;
    int32_t least = price_of(s->target) / INTEGRALIS_BUCK_STEP + briber;
    int32_t worth = briber ? bribe_worth(o, s->target, integralis_machine_of(s, s->target))
                           : percent(outlook_loss(o, s->target), o->sure);
    int32_t most = percent(worth, BID_PERCENT) / INTEGRALIS_BUCK_STEP;
    int32_t amount = least + (most > least ? (int32_t)kb_rng_under(rng, (uint32_t)(most - least + 1)) : 0);
    amount = smaller(amount * INTEGRALIS_BUCK_STEP, s->purse.of[o->seat]);
    return kb_move_of(INTEGRALIS_DO_BID, 0, 0, 0, amount);
}

/* The seat's money after its finished orders are paid, and how many orders it will have completed. */
static int32_t paid_up(const integralis_state *s, int viewer, int owner, int *completed)
{
    int32_t money = outlook_money(s, viewer, owner);
    *completed = s->completed[owner];
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++) {
        if (!integralis_is_done(s->job[owner][i])) continue;
        money += integralis_order_of(s->job[owner][i].order)->pay;
        ++*completed;
    }
    return money;
}

/* Whether a marker on this order would end the game while another seat is richer, and nothing else would end it. */
static bool ends_badly(const integralis_state *s, int seat, int job)
{
    integralis_state after = *s;
    int completed = 0;
    bool richer = false;
    after.job[seat][job].covered = (uint8_t)(after.job[seat][job].covered + (1 << 2 * s->where));
    if (!integralis_is_done(after.job[seat][job])) return false;
    int32_t ours = paid_up(&after, seat, seat, &completed);
    if (completed < INTEGRALIS_TO_WIN) return false;
    for (int other = 0; other < s->setup.seats; other++) {
        if (other == seat) continue;
        richer |= paid_up(&after, seat, other, &completed) > ours;
        if (completed >= INTEGRALIS_TO_WIN) return false;
    }
    return richer;
}

/* Covers the order that pays better for the labour it still needs, or neither if both would end the game badly. */
static kb_move cover(const integralis_state *s, int seat)
{
    const integralis_job *jobs = s->job[seat];
    int dearer = outlook_dearer(jobs);
    int job = integralis_open_tasks(jobs[dearer], s->where) ? dearer : 1 - dearer;
    if (!integralis_may_waive(s)) return kb_move_of(INTEGRALIS_DO_COVER, s->where, jobs[job].order, 0, 0);
    if (ends_badly(s, seat, job)) job = 1 - job;
    bool can = integralis_open_tasks(jobs[job], s->where) && !ends_badly(s, seat, job);
    return can ? kb_move_of(INTEGRALIS_DO_COVER, s->where, jobs[job].order, 0, 0)
               : kb_move_of(INTEGRALIS_DO_WAIVE, s->where, 0, 0, 0);
}

static kb_move put_under(const outlook *o)
{
    junk least = {0, 0};
    find_junk(o, &least, 1);
    return kb_move_of(INTEGRALIS_DO_UNDER, least.card, 0, 0, 0);
}

static kb_move greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const integralis_state *s = (const integralis_state *)state;
    outlook o;
    if (s->step == INTEGRALIS_DECIDE) /* the winner of the bidding decides: do what we paid for */
        return kb_move_of(seat == s->turn ? INTEGRALIS_DO_LEAVE : INTEGRALIS_DO_STAY, 0, 0, 0, 0);
    if (s->step == INTEGRALIS_COVER) return cover(s, seat);
    if (s->step == INTEGRALIS_COUNTER && !integralis_has(s->hand[seat], integralis_card_of(s->card)->counter))
        return kb_move_of(INTEGRALIS_DO_PASS, 0, 0, 0, 0);
    if (s->step == INTEGRALIS_ACT && !s->actions && !s->purse.of[seat])
        return kb_move_of(INTEGRALIS_DO_END, 0, 0, 0, 0);
    outlook_see(&o, s, seat, memory);
    switch ((integralis_step)s->step) {
    case INTEGRALIS_ACT: return act(&o, rng);
    case INTEGRALIS_COUNTER: return answer_card(&o);
    case INTEGRALIS_TEMPT: return answer_offer(&o);
    case INTEGRALIS_DEMAND: return answer_demand(&o);
    case INTEGRALIS_BRIBE: return answer_bribe(&o);
    case INTEGRALIS_BID: return bid(&o, rng);
    default: return put_under(&o);
    }
}

/* --- the policy ------------------------------------------------------------------------------------ */

/* Demanding more than the other can have is absurd. */
static bool is_absurd(const void *view, int seat, const bot_memory *memory, kb_move move)
{
    const integralis_state *s = (const integralis_state *)view;
    (void)seat, (void)memory;
    if (move.verb != INTEGRALIS_DO_DEMAND) return false;
    int32_t money = s->purse.of[s->turn];
    return move.amount > (money == KB_HIDDEN ? outlook_money(s, integralis_chief(s->target), s->turn) : money);
}

static bot_means means(const void *view, const bot_memory *memory, int seat)
{
    const integralis_state *s = (const integralis_state *)view;
    int32_t money = s->purse.of[seat];
    bot_means means = {money == KB_HIDDEN ? INTEGRALIS_DEMAND_MAX : money, INTEGRALIS_BUCK_STEP};
    (void)memory;
    return means;
}

static int32_t clear_lead(const void *state)
{
    (void)state;
    return INTEGRALIS_START_MONEY;
}

extern const bot_talk integralis_talk;

/* Playouts are about as long as an order takes. Beyond that, guesses predict little more than the money in hand
 * does. */
const bot_policy integralis_policy = {
    .greedy = greedy,
    .remember = integralis_remember,
    .is_absurd = is_absurd,
    .means = means,
    .ideas = integralis_ideas,
    .wishes = integralis_wishes,
    .talk = &integralis_talk,
    .clear_lead = clear_lead,
    .search = {.rounds_ahead = 8, .widening = 16, .others_widening = 16, .level_max = 2400},
};
