/* validate.c: completes a position read from text, and refuses an impossible one.
 *
 * A team's card that is not in hand, in the deck or on the table is gone. It must then be among the discarded, ill or
 * repaired ones. */
#include "validate.h"

#include "../../core/position.h"
#include "rules.h"
#include "text.h"

#define REFUSE(...) KB_REFUSE(why, __VA_ARGS__)

/* --- the order of turns -------------------------------------------------------------------------- */

static int order_of(const integralis_state *s, int seat)
{
    return seat >= s->start ? seat - s->start : seat - s->start + s->setup.seats;
}

bool integralis_has_begun(const integralis_state *s, int seat)
{
    return s->start != KB_NONE && s->turns > order_of(s, seat);
}

/* Whose turn it is, or was last. */
static int current_seat(const integralis_state *s)
{
    KB_ASSERT(s->setup.seats > 0);
    return (s->start + s->turns - 1) % s->setup.seats;
}

/* The number of the seat's last turn, including the current one. */
static int last_turn(const integralis_state *s, int seat)
{
    KB_ASSERT(s->setup.seats > 0);
    return s->turns - (s->turns - 1 - order_of(s, seat)) % s->setup.seats;
}

static bool is_setup(const integralis_state *s)
{
    return s->step == INTEGRALIS_START || s->turns == 0;
}

/* Whether the closing time of this turn is in progress or over. */
static bool is_closing(const integralis_state *s)
{
    return s->step == INTEGRALIS_UNDER || (s->step == INTEGRALIS_DRAW && s->why == INTEGRALIS_FOR_REFILL) ||
           (s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_CLOSING);
}

static kb_error check_times(const integralis_state *s, kb_text *why)
{
    bool over = s->step == INTEGRALIS_OVER;
    bool starting = s->step == INTEGRALIS_START;
    bool dealing = s->step == INTEGRALIS_REVEAL || (s->step == INTEGRALIS_DRAW && s->why == INTEGRALIS_FOR_SETUP);
    if ((s->start == KB_NONE) != starting) REFUSE("'start' is null until it is drawn, and only then");
    if (starting && s->turns) REFUSE("turns have begun before the start");
    if (!starting && !dealing && !s->turns) REFUSE("no turn has begun");
    if (s->step == INTEGRALIS_DRAW && s->turns && s->why == INTEGRALIS_FOR_SETUP) REFUSE("the setup is over");
    int turn = starting || over ? KB_NONE : s->turns ? current_seat(s) : s->start;
    if (s->turn != turn) REFUSE("by 'start' and 'turns' it is another seat's turn");
    return KB_OK;
}

/* --- location of cards --------------------------------------------------------------------------- */

int integralis_located(const integralis_state *s, int seat, int card)
{
    int n = integralis_count(s->hand[seat], card) + integralis_count(s->unseen[seat], card);
    for (int i = 0; i < s->n_under[seat]; i++) n += s->under[seat][i] == card;
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX; i++) n += s->closing[seat][i].card == card;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        n += s->machine[m].sabotage == card && s->machine[m].by == seat;
        n += integralis_is_worker(card) && s->machine[m].team == seat && s->machine[m].workers & integralis_bit(card);
    }
    for (int i = 0; card == INTEGRALIS_OVERTIME && i < INTEGRALIS_WORKERS; i++) n += s->overtime[seat][i];
    return n + (s->step == INTEGRALIS_COUNTER && s->turn == seat && s->card == card);
}

static kb_error fill_set(uint32_t *set, const uint8_t count[INTEGRALIS_CARDS], kb_text *why)
{
    *set = 0;
    for (int card = 1; card < INTEGRALIS_CARDS; card++) {
        if (count[card] > kb_count_bits(integralis_field(card)))
            REFUSE("%s is there too often", integralis_card_names[card]);
        for (int i = 0; i < count[card]; i++) *set = integralis_with(*set, card);
    }
    return KB_OK;
}

/* A card found nowhere is gone, if it can leave the game. */
static kb_error find_gone(integralis_state *s, kb_text *why)
{
    int coffees = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        s->gone[seat] = 0;
        coffees += integralis_located(s, seat, INTEGRALIS_COFFEE);
        for (int card = 1; card < INTEGRALIS_CARDS; card++) {
            int missing = integralis_copies(s, card) - integralis_located(s, seat, card);
            if (card == INTEGRALIS_COFFEE) continue; /* G-15 */
            if (missing < 0) REFUSE("%s has %s too often", integralis_seat_names[seat], integralis_card_names[card]);
            if (missing > 0 && !integralis_card_of(card)->leaves)
                REFUSE("%s is missing %s, which never leaves the game", integralis_seat_names[seat],
                       integralis_card_names[card]);
            for (; missing > 0; missing--) s->gone[seat] = integralis_with(s->gone[seat], card);
        }
    }
    int expected = s->setup.seats * integralis_copies(s, INTEGRALIS_COFFEE);
    if (coffees != expected) REFUSE("there are %d coffee breaks, where the game has %d", coffees, expected);
    return KB_OK;
}

static int n_gone(const integralis_state *s, int card)
{
    int n = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) n += integralis_count(s->gone[seat], card);
    return n;
}

static kb_error check_ill(const integralis_state *s, kb_text *why)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (!(s->ill >> seat & 1)) continue;
        if (s->turns && seat == current_seat(s)) REFUSE("an ill seat misses its next turn");
        if (n_gone(s, INTEGRALIS_ILLNESS) - integralis_count(s->gone[seat], INTEGRALIS_ILLNESS) < 1)
            REFUSE("no other team's illness made %s ill", integralis_seat_names[seat]);
    }
    return KB_OK;
}

/* Only another team's bye-bye removes a salaried worker from the game. */
static kb_error check_byebyes(const integralis_state *s, kb_text *why)
{
    int byebyes = n_gone(s, INTEGRALIS_BYEBYE);
    int salaried_all = 0;
    int workers = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int salaried = 0;
        for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++) {
            bool gone = integralis_has(s->gone[seat], name);
            workers += gone;
            salaried += gone && !integralis_facts_of(name)->temp;
        }
        salaried_all += salaried;
        if (salaried > byebyes - integralis_count(s->gone[seat], INTEGRALIS_BYEBYE))
            REFUSE("more salaried workers of %s are discarded than others said bye-bye to",
                   integralis_seat_names[seat]);
    }
    if (salaried_all > byebyes) REFUSE("more salaried workers are discarded than bye-byes");
    if (byebyes > workers) REFUSE("more bye-byes are discarded than workers");
    return KB_OK;
}

static kb_error check_discard(const integralis_state *s, const integralis_reading *r, kb_text *why)
{
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++)
            if (integralis_has(s->gone[seat], name) != !!(r->discarded[seat] & integralis_bit(name)))
                REFUSE("%s.%s is not in exactly one place", integralis_seat_names[seat], integralis_card_names[name]);
    for (int card = INTEGRALIS_ILLNESS; card <= INTEGRALIS_BYEBYE; card++) {
        int in_front = card == INTEGRALIS_ILLNESS ? kb_count_bits(s->ill) : 0;
        if (n_gone(s, card) - in_front != r->n_discarded[card])
            REFUSE("%s is not discarded as often as it is missing", integralis_card_names[card]);
    }
    kb_error error = check_ill(s, why);
    return error ? error : check_byebyes(s, why);
}

/* The sum determines how many of each card a seat has repaired, since no seat can have five of the smaller. */
static kb_error check_repaired(const integralis_state *s, kb_text *why)
{
    int n_big = 0;
    int n_small = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int big = 0;
        int32_t rest = s->repaired[seat];
        while (rest > 0 && rest % integralis_damage(INTEGRALIS_SABOTAGE2)) {
            rest -= integralis_damage(INTEGRALIS_SABOTAGE5);
            big++;
        }
        for (; rest / integralis_damage(INTEGRALIS_SABOTAGE2) > INTEGRALIS_SEATS_MAX; big += 2)
            rest -= 2 * integralis_damage(INTEGRALIS_SABOTAGE5);
        if (rest < 0) REFUSE("no set of sabotages adds up to what %s has repaired", integralis_seat_names[seat]);
        n_big += big;
        n_small += rest / integralis_damage(INTEGRALIS_SABOTAGE2);
    }
    if (n_big != n_gone(s, INTEGRALIS_SABOTAGE5) || n_small != n_gone(s, INTEGRALIS_SABOTAGE2))
        REFUSE("the repaired sabotages are not those that are missing");
    return KB_OK;
}

static kb_error check_machines(const integralis_state *s, kb_text *why)
{
    for (int i = 0; i < INTEGRALIS_MACHINES; i++) {
        const integralis_machine *m = &s->machine[i];
        if (m->fresh && m->by != current_seat(s)) REFUSE("a fresh sabotage is of the seat whose turn it is");
        if (m->sabotage && !integralis_has_begun(s, m->by))
            REFUSE("%s has not had a turn to play its sabotage", integralis_seat_names[m->by]);
    }
    return KB_OK;
}

/* --- orders -------------------------------------------------------------------------------------- */

static kb_error check_job(const integralis_state *s, int seat, integralis_job job, kb_text *why)
{
    int tasks = integralis_order_of(job.order)->tasks;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if ((job.covered >> 2 * m & 3) > (tasks >> 2 * m & 3))
            REFUSE("an order of %s has more markers than tasks", integralis_seat_names[seat]);
    if (integralis_is_done(job) && !(s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_CLOSING))
        REFUSE("a finished order of %s has not been paid", integralis_seat_names[seat]);
    return KB_OK;
}

/* Finds the finished orders: those that are found nowhere else. */
static kb_error find_finished(const integralis_state *s, uint32_t *finished, kb_text *why)
{
    uint32_t seen = s->orders_left;
    int n = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        n += s->completed[seat];
        for (int i = 0; i < INTEGRALIS_JOBS_MAX && s->job[seat][i].order != KB_NONE; i++) {
            if (seen >> s->job[seat][i].order & 1) REFUSE("an order is there twice");
            seen |= 1u << s->job[seat][i].order;
            kb_error error = check_job(s, seat, s->job[seat][i], why);
            if (error) return error;
        }
    }
    for (int i = 0; i < s->n_row; i++) {
        if (s->row[i] == KB_NONE) continue;
        if (seen >> s->row[i] & 1) REFUSE("an order is there twice");
        seen |= 1u << s->row[i];
    }
    *finished = ((1u << INTEGRALIS_ORDERS) - 1) & ~seen;
    if (kb_count_bits(*finished) != n) REFUSE("%d orders are missing, and %d completed", kb_count_bits(*finished), n);
    return KB_OK;
}

static kb_error check_row(const integralis_state *s, kb_text *why)
{
    int empty = 0;
    for (int i = 0; i < s->n_row; i++) empty += s->row[i] == KB_NONE;
    if (empty != (s->step == INTEGRALIS_REVEAL)) REFUSE("a place in the row is empty only while it is being filled");
    if (s->orders_left && s->n_row != s->setup.seats)
        REFUSE("the row is as long as there are seats, while orders are left");
    if (s->step != INTEGRALIS_REVEAL) return KB_OK;
    if (!s->orders_left) REFUSE("no orders are left to fill the row");
    if (s->job[s->turn][0].order == KB_NONE) REFUSE("nobody has taken the order that is missing in the row");
    return KB_OK;
}

/* --- closing cards ------------------------------------------------------------------------------- */

/* How many closing cards the seat has played in the current turn, and whether one is due at its end. */
typedef struct closings {
    int fresh;
    bool due;
} closings;

static kb_error check_closings_of(const integralis_state *s, int seat, closings *found, kb_text *why)
{
    bool current = seat == current_seat(s);
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && s->closing[seat][i].card; i++) {
        integralis_closing c = s->closing[seat][i];
        int played = c.card == INTEGRALIS_F0 ? c.due : c.due - s->setup.seats;
        if (!integralis_has_begun(s, seat) || played < 1 || played > s->turns || c.due < s->turns ||
            (c.due == s->turns && !current) || (played - last_turn(s, seat)) % s->setup.seats)
            REFUSE("a closing card of %s cannot be due in turn %d", integralis_seat_names[seat], c.due);
        if (found->fresh && played != s->turns)
            REFUSE("closing cards of %s are not in the order played", integralis_seat_names[seat]);
        if (current) found->fresh += played == s->turns;
        found->due |= c.due == s->turns;
    }
    return KB_OK;
}

static kb_error check_closings(const integralis_state *s, closings *found, kb_text *why)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        closings of = {0, false};
        kb_error error = check_closings_of(s, seat, &of, why);
        if (error) return error;
        if (seat == current_seat(s)) *found = of;
    }
    bool producing = s->step == INTEGRALIS_COVER && s->why == INTEGRALIS_BY_CLOSING;
    bool closed = s->step == INTEGRALIS_OVER || (is_closing(s) && !producing);
    if (producing && !found->due) REFUSE("no closing time is due");
    if (closed && found->due) REFUSE("a closing card that was due is still there");
    return KB_OK;
}

/* The visible forced actions of the turn must not exceed those used. */
static kb_error check_actions(const integralis_state *s, int fresh_closings, kb_text *why)
{
    int used = fresh_closings;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) used += s->machine[m].fresh;
    used += s->step == INTEGRALIS_COUNTER || s->step == INTEGRALIS_REVEAL ||
            (s->step == INTEGRALIS_DRAW && s->why != INTEGRALIS_FOR_REFILL);
    bool acting = !is_closing(s) && s->step != INTEGRALIS_OVER;
    bool vitamins = integralis_has(s->gone[current_seat(s)], INTEGRALIS_VITAMINS);
    int most = INTEGRALIS_FORCED + (vitamins ? INTEGRALIS_VITAMIN - 1 : 0);
    if (!acting && s->actions) REFUSE("no actions are left after the turn");
    if (s->actions + used > most) REFUSE("more actions are left than this turn can have");
    return KB_OK;
}

/* --- seats that wait for their first turn ---------------------------------------------------------- */

static kb_error check_newcomer(const integralis_state *s, int seat, kb_text *why)
{
    bool idle = s->purse.of[seat] == INTEGRALIS_START_MONEY && s->job[seat][0].order == KB_NONE &&
                !s->completed[seat] && !s->repaired[seat] && !s->gone[seat] &&
                integralis_has(s->hand[seat], INTEGRALIS_F1);
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) idle &= s->machine[m].team != seat;
    if (!idle) REFUSE("%s has had no turn yet", integralis_seat_names[seat]);
    return KB_OK;
}

/* --- pending answers ------------------------------------------------------------------------------- */

static kb_error check_draw(const integralis_state *s, kb_text *why)
{
    int size = integralis_size(s->hand[s->who]);
    int missing = INTEGRALIS_HAND - size;
    if (!s->unseen[s->who]) REFUSE("chance draws only from an unseen deck");
    if (s->left > integralis_deck_size(s, s->who)) REFUSE("more cards remain to be drawn than the deck has");
    if (s->why != INTEGRALIS_FOR_REFILL) {
        if (s->who != s->turn) REFUSE("another seat draws");
        bool draw = s->why == INTEGRALIS_FOR_DRAW;
        if (s->left > (draw ? 1 : INTEGRALIS_TRADED_MAX)) REFUSE("too many cards are to be drawn");
        if (!draw && s->left > s->n_under[s->who]) REFUSE("the traded cards are not under the deck");
        return KB_OK;
    }
    int most = missing < integralis_deck_size(s, s->who) ? missing : integralis_deck_size(s, s->who);
    if (s->left != most) REFUSE("the hand of %s is filled up to five", integralis_seat_names[s->who]);
    for (int seat = kb_left_of(s->turn, s->setup.seats); seat != s->who; seat = kb_left_of(seat, s->setup.seats))
        if (integralis_size(s->hand[seat]) < INTEGRALIS_HAND && integralis_deck_size(s, seat))
            REFUSE("%s draws first", integralis_seat_names[seat]);
    return KB_OK;
}

static kb_error check_counter(const integralis_state *s, const integralis_reading *r, kb_text *why)
{
    int card = s->card;
    if (r->by != s->turn) REFUSE("only the seat whose turn it is attacks");
    if (!integralis_card_of(card)->counter) REFUSE("%s cannot be countered", integralis_card_names[card]);
    if (integralis_check_target(s, card, s->target, s->where))
        REFUSE("%s cannot be played so", integralis_card_names[card]);
    bool machine = integralis_card_of(card)->aim == INTEGRALIS_ON_MACHINE;
    bool worker = integralis_card_of(card)->aim == INTEGRALIS_ON_FOREIGN_WORKER;
    int asked = worker ? integralis_chief(s->target) : s->target;
    if (machine ? s->who == s->turn : s->who != asked) REFUSE("another seat is asked");
    return KB_OK;
}

static kb_error check_bribery(const integralis_state *s, kb_text *why)
{
    int chief = integralis_chief(s->target);
    int name = integralis_name(s->target);
    int32_t value = integralis_facts_of(name)->bribe;
    if (chief == s->turn || integralis_machine_of(s, s->target) < 0 || !value ||
        s->locked[chief] & integralis_bit(name))
        REFUSE("that worker cannot be bribed");
    if (s->step == INTEGRALIS_DECIDE) {
        if (s->who != s->turn && s->who != chief) REFUSE("somebody else decides about the worker");
        return KB_OK;
    }
    if (s->step == INTEGRALIS_TEMPT || s->step == INTEGRALIS_DEMAND) {
        bool demand = s->step == INTEGRALIS_DEMAND;
        if (!s->offers[chief][name - 1] || (!demand && integralis_offer(s) != s->amount))
            REFUSE("the offer is not among the offers of this turn");
        if (integralis_offer(s) > s->purse.of[s->turn]) REFUSE("the offer is more than there is");
        if (demand &&
            (s->amount <= integralis_offer(s) || s->amount > INTEGRALIS_DEMAND_MAX || s->amount % INTEGRALIS_BUCK_STEP))
            REFUSE("%d cannot have been demanded", s->amount);
        return KB_OK;
    }
    if (s->purse.of[s->turn] < value) REFUSE("the bribe is more than the payer has");
    if (s->step == INTEGRALIS_BID && s->purse.of[chief] < value) REFUSE("the chief cannot resist");
    return KB_OK;
}

static kb_error make_bids(integralis_state *s, const integralis_reading *r, kb_text *why)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (!r->bid[seat]) continue;
        bool chief = s->step == INTEGRALIS_BID && seat == integralis_chief(s->target);
        if (s->step != INTEGRALIS_BID || (seat != s->turn && !chief) || integralis_check_bid(s, seat, r->bid[seat]))
            REFUSE("%s cannot have bid so", integralis_seat_names[seat]);
        s->bid[chief] = r->bid[seat];
    }
    if (s->bid[0] && s->bid[1]) REFUSE("both bids are in but have not been compared");
    return KB_OK;
}

/* How many tasks of the machine on the seat's orders have markers, or are open. */
static int n_tasks(const integralis_state *s, int seat, int machine, bool open)
{
    int n = 0;
    for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++)
        n += open ? integralis_open_tasks(s->job[seat][i], machine) : s->job[seat][i].covered >> 2 * machine & 3;
    return n;
}

static kb_error check_cover(const integralis_state *s, kb_text *why)
{
    bool may_waive = integralis_may_waive(s);
    bool first = integralis_open_tasks(s->job[s->who][0], s->where) > 0;
    bool second = integralis_open_tasks(s->job[s->who][1], s->where) > 0;
    if (may_waive ? !first && !second : !first || !second) REFUSE("there is nothing to choose for the marker");
    if (s->why == INTEGRALIS_BY_REPAIR) {
        if (s->who != s->turn || s->left != 1 || !s->repaired[s->turn] || s->machine[s->where].sabotage)
            REFUSE("no repair asks for this marker");
        return KB_OK;
    }
    int output = integralis_output(s, s->where);
    if (s->machine[s->where].team != s->who || s->left > output ||
        (!may_waive && s->left >= n_tasks(s, s->who, s->where, true)) ||
        output - s->left > n_tasks(s, s->who, s->where, false))
        REFUSE("the %s machine does not produce these markers", integralis_machine_names[s->where]);
    for (int m = 0; !may_waive && m < s->where; m++) {
        int done = integralis_output(s, m);
        if (done && n_tasks(s, s->machine[m].team, m, true) && n_tasks(s, s->machine[m].team, m, false) < done)
            REFUSE("the %s machine comes first", integralis_machine_names[m]);
    }
    return KB_OK;
}

/* After production the game is over or continues with refilling hands. */
static kb_error check_hands(const integralis_state *s, kb_text *why)
{
    int too_many = 0;
    int won = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        too_many += integralis_size(s->hand[seat]) > INTEGRALIS_HAND;
        won += s->completed[seat] >= INTEGRALIS_TO_WIN;
    }
    bool refill = s->step == INTEGRALIS_DRAW && s->why == INTEGRALIS_FOR_REFILL;
    if (s->step == INTEGRALIS_OVER && !won && s->turns < INTEGRALIS_ROUNDS * s->setup.seats)
        REFUSE("the game is not over yet");
    if (s->step != INTEGRALIS_UNDER && !refill) return KB_OK;
    if (won) REFUSE("a closing time with three orders completed ends the game");
    if (!s->n_under[s->turn]) REFUSE("the closing card is not under the deck");
    if (refill && too_many) REFUSE("nobody draws before all hands fit");
    if (!refill && !too_many) REFUSE("nobody has too many cards");
    return KB_OK;
}

static kb_error check_pending(integralis_state *s, const integralis_reading *r, kb_text *why)
{
    kb_error error = make_bids(s, r, why);
    if (!error) error = check_hands(s, why);
    if (error) return error;
    switch ((integralis_step)s->step) {
    case INTEGRALIS_DRAW: return check_draw(s, why);
    case INTEGRALIS_COUNTER: return check_counter(s, r, why);
    case INTEGRALIS_TEMPT:
    case INTEGRALIS_DEMAND:
    case INTEGRALIS_BRIBE:
    case INTEGRALIS_BID:
    case INTEGRALIS_DECIDE: return check_bribery(s, why);
    case INTEGRALIS_COVER: return check_cover(s, why);
    case INTEGRALIS_START:
    case INTEGRALIS_REVEAL:
    case INTEGRALIS_ACT:
    case INTEGRALIS_UNDER:
    case INTEGRALIS_OVER: return KB_OK;
    }
    return KB_OK;
}

/* --- money ----------------------------------------------------------------------------------------- */

/* What the bank has paid out so far. */
static int32_t money_made(const integralis_state *s)
{
    uint32_t seen = s->orders_left;
    int32_t most = INTEGRALIS_START_MONEY * s->setup.seats;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < INTEGRALIS_JOBS_MAX; i++)
            if (s->job[seat][i].order != KB_NONE) seen |= 1u << s->job[seat][i].order;
    for (int i = 0; i < s->n_row; i++)
        if (s->row[i] != KB_NONE) seen |= 1u << s->row[i];
    for (int order = 0; order < INTEGRALIS_ORDERS; order++)
        if (!(seen >> order & 1)) most += integralis_order_of(order)->pay;
    return most;
}

int32_t integralis_most_money(const integralis_state *s)
{
    int32_t most = money_made(s);
    for (int seat = 0; seat < s->setup.seats; seat++) most -= s->repaired[seat];
    if (s->step == INTEGRALIS_DECIDE) most -= integralis_facts_of(integralis_name(s->target))->bribe;
    return most;
}

int32_t integralis_least_money(const integralis_state *s, int seat)
{
    int32_t value = integralis_facts_of(integralis_name(s->target))->bribe;
    if (!integralis_has_begun(s, seat)) return INTEGRALIS_START_MONEY;
    switch (s->step) {
    case INTEGRALIS_TEMPT:
    case INTEGRALIS_DEMAND: return seat == s->turn ? integralis_offer(s) : 0;
    case INTEGRALIS_BRIBE: return seat == s->turn ? value : 0;
    case INTEGRALIS_BID: return seat == s->turn || seat == integralis_chief(s->target) ? value : 0;
    default: return 0;
    }
}

static kb_error check_money(const integralis_state *s, kb_text *why)
{
    int32_t most = integralis_most_money(s);
    int32_t sum = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int32_t money = s->purse.of[seat];
        if (money % INTEGRALIS_BUCK_STEP) REFUSE("the money of %s is not in thousands", integralis_seat_names[seat]);
        if (money > most) REFUSE("%s has more than can be in play", integralis_seat_names[seat]);
        sum += money;
    }
    if (sum > most) REFUSE("all seats together have %d, more than can be in play", sum);
    return KB_OK;
}

/* Offers and locks of this turn. */
static kb_error check_tempted(const integralis_state *s, kb_text *why)
{
    int32_t most = money_made(s); /* the offered sum may have been spent since */
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int name = INTEGRALIS_FRITZ; name <= INTEGRALIS_MONI; name++) {
            int offers = s->offers[seat][name - 1];
            int32_t best = s->best[seat][name - 1] * INTEGRALIS_BUCK_STEP;
            int32_t value = integralis_facts_of(name)->bribe;
            bool locked = s->locked[seat] & integralis_bit(name);
            if (!offers && !locked) continue;
            if (!value || seat == current_seat(s) || !integralis_has_begun(s, seat))
                REFUSE("%s.%s cannot have been bribed", integralis_seat_names[seat], integralis_card_names[name]);
            if (offers && (best < value + (offers - 1) * INTEGRALIS_BUCK_STEP || best > most))
                REFUSE("%d offers for %s.%s cannot have come to %d", offers, integralis_seat_names[seat],
                       integralis_card_names[name], best);
        }
    return KB_OK;
}

/* --- the whole position ---------------------------------------------------------------------------- */

/* Before the first turn only hands and the row differ from the initial state. */
static kb_error check_setup(const integralis_state *s, kb_text *why)
{
    integralis_state box;
    integralis_start(&box, &s->setup);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int turns_before = s->start == KB_NONE ? 0 : order_of(s, seat);
        bool waiting = s->step == INTEGRALIS_START ||
                       (s->step == INTEGRALIS_DRAW && turns_before > order_of(s, s->who));
        int missing = waiting ? INTEGRALIS_HAND - 1 : s->step == INTEGRALIS_DRAW && seat == s->who ? s->left : 0;
        if (!integralis_has(s->hand[seat], INTEGRALIS_F1) ||
            integralis_size(s->hand[seat]) != INTEGRALIS_HAND - missing)
            REFUSE("%s has not been dealt this hand", integralis_seat_names[seat]);
        box.hand[seat] = s->hand[seat];
        box.unseen[seat] = s->unseen[seat];
    }
    if (s->step != INTEGRALIS_REVEAL && s->n_row) REFUSE("hands are dealt before orders are turned over");
    if (s->n_row == s->setup.seats) REFUSE("the row is complete");
    for (int i = 0; i < s->n_row; i++) {
        if (s->row[i] == KB_NONE) REFUSE("the row has no empty places yet");
        box.row[i] = s->row[i];
        box.orders_left = (uint16_t)(box.orders_left & ~(1u << s->row[i]));
    }
    box.n_row = s->n_row;
    box.start = s->start;
    box.turn = s->turn;
    box.step = s->step;
    box.who = s->who;
    box.left = s->left;
    box.actors = s->actors;
    if (__builtin_memcmp(s, &box, sizeof box) != 0) REFUSE("before the first turn everything must be as in the box");
    return KB_OK;
}

static kb_error check_table(integralis_state *s, const integralis_reading *r, kb_text *why)
{
    closings found = {0, false};
    uint32_t finished = 0;
    kb_error error = check_row(s, why);
    if (!error) error = find_finished(s, &finished, why);
    if (!error) error = check_repaired(s, why);
    if (!error) error = check_machines(s, why);
    if (!error) error = check_closings(s, &found, why);
    if (!error) error = check_actions(s, found.fresh, why);
    for (int seat = 0; !error && seat < s->setup.seats; seat++)
        if (!integralis_has_begun(s, seat)) error = check_newcomer(s, seat, why);
    if (!error) error = check_money(s, why);
    if (!error) error = check_tempted(s, why);
    return error ? error : check_pending(s, r, why);
}

kb_error integralis_validate(integralis_state *s, const integralis_reading *r, kb_text *why)
{
    kb_error error = check_times(s, why);
    for (int seat = 0; !error && seat < s->setup.seats; seat++) {
        error = fill_set(&s->hand[seat], r->hand[seat], why);
        if (!error) error = fill_set(&s->unseen[seat], r->unseen[seat], why);
    }
    if (!error) error = find_gone(s, why);
    if (!error) error = check_discard(s, r, why);
    if (error) return error;
    s->purse.of[KB_BANK] = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) s->purse.of[KB_BANK] -= s->purse.of[seat];
    if (is_setup(s)) {
        for (int seat = 0; seat < s->setup.seats; seat++)
            if (r->bid[seat]) REFUSE("nobody bids before the first turn");
        s->actors = integralis_owing(s);
        return check_setup(s, why);
    }
    error = check_table(s, r, why);
    if (!error) s->actors = integralis_owing(s);
    return error;
}
