/* validate.c: completes a position read from text, and refuses an impossible one.
 *
 * A stage that is being decided has already moved some of its scholars. To check it, they are put back into the park.
 * The rules then give the stage of this park and its paying order, and the claims read must match. */
#include "validate.h"

#include "../../core/position.h"
#include "ledger.h"
#include "tables.h"
#include "text.h"

#define REFUSE(...) KB_REFUSE(why, __VA_ARGS__)

/* Paying order: clockwise from the landlord's left, by profession within a seat. */
static int paying_rank(const intrige_state *s, int landlord, uint8_t scholar)
{
    int n = s->setup.seats;
    return ((intrige_seat(scholar) - landlord + n) % n) * 8 + intrige_profession(scholar);
}

bool intrige_return_to_park(intrige_state *s, int landlord, uint8_t scholar)
{
    uint8_t *park = s->park[landlord];
    int i = s->n_park[landlord];
    if (i == INTRIGE_PARK_MAX) return false;
    for (; i > 0 && paying_rank(s, landlord, park[i - 1]) > paying_rank(s, landlord, scholar); i--)
        park[i] = park[i - 1];
    park[i] = scholar;
    s->n_park[landlord]++;
    return true;
}

/* --- the order of turns ------------------------------------------------------------------------- */

/* Turns are numbered from 0 through the whole game; -1 means never. */

static int order_of(const intrige_state *s, int seat)
{
    return (seat - s->start + s->setup.seats) % s->setup.seats;
}

static int turn_now(const intrige_state *s)
{
    if (s->step == INTRIGE_OVER) return s->round * s->setup.seats;
    return (s->round - 1) * s->setup.seats + order_of(s, s->turn);
}

/* The seat's last turn before the current one. */
static int turn_before(const intrige_state *s, int seat)
{
    int number = (s->round - 1) * s->setup.seats + order_of(s, seat);
    return number < turn_now(s) ? number : number < s->setup.seats ? -1 : number - s->setup.seats;
}

/* When the landlord last decided about everybody in the park. */
static int last_decided(const intrige_state *s, int landlord)
{
    return landlord == s->turn && s->step == INTRIGE_SEND ? turn_now(s) : turn_before(s, landlord);
}

/* The last turn in which the landlord can have decided about anybody: uncontested applicants come first, so a later
 * stage means that decisions may already have been made in this turn. */
static int last_deciding(const intrige_state *s, int landlord)
{
    return landlord == s->turn && s->stage > INTRIGE_UNCONTESTED ? turn_now(s) : last_decided(s, landlord);
}

/* When the seat last sent out both its relatives. Nobody does in the last round. */
static int last_sent(const intrige_state *s, int seat)
{
    int number = turn_before(s, seat);
    return number >= (intrige_box_of(s)->rounds - 1) * s->setup.seats ? number - s->setup.seats : number;
}

/* --- scholars ----------------------------------------------------------------------------------- */

static kb_error check_places(const intrige_state *s, const intrige_reading *r, kb_text *why)
{
    const intrige_box *box = intrige_box_of(s);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        uint32_t held = 0;
        for (int post = 0; post < box->posts; post++) {
            uint8_t scholar = s->palace[seat][post];
            if (scholar == KB_NONE) continue;
            if (intrige_seat(scholar) == seat) REFUSE("%s employs one of its own relatives", intrige_seat_names[seat]);
            if (held & 1u << intrige_profession(scholar))
                REFUSE("%s employs two of one profession", intrige_seat_names[seat]);
            held |= 1u << intrige_profession(scholar);
        }
        for (int i = 0; i < s->n_park[seat]; i++)
            if (intrige_seat(s->park[seat][i]) == seat)
                REFUSE("a relative of %s waits in its own park", intrige_seat_names[seat]);
        for (int p = 0; p < box->posts; p++)
            if (intrige_on_island(s, seat, p) != r->island[seat][p])
                REFUSE("%s.%s is not there exactly twice", intrige_seat_names[seat], intrige_professions(s)[p]);
    }
    return KB_OK;
}

static kb_error check_homes(const intrige_state *s, kb_text *why)
{
    const intrige_box *box = intrige_box_of(s);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int at_home = 0;
        int turns = s->step == INTRIGE_OVER ? box->rounds : s->round - 1 + (order_of(s, seat) < order_of(s, s->turn));
        if (turns > box->rounds - 1) turns = box->rounds - 1;
        int expected = INTRIGE_ALIKE * box->posts - 2 * turns - (seat == s->turn && s->sent != KB_NONE);
        for (int p = 0; p < box->posts; p++) at_home += s->home[seat][p];
        if (at_home != expected)
            REFUSE("%s has %d relatives at home, but by round and turn it should have %d", intrige_seat_names[seat],
                   at_home, expected);
    }
    return KB_OK;
}

/* How many of the seat's relatives wait in the landlord's park. */
static int waiting_at(const intrige_state *s, int seat, int landlord)
{
    int n = 0;
    for (int i = 0; i < s->n_park[landlord]; i++) n += intrige_seat(s->park[landlord][i]) == seat;
    return n;
}

/* If the seat is sending, only the relatives sent in this turn can be in a park. */
static kb_error check_sender(const intrige_state *s, kb_text *why)
{
    for (int landlord = 0; landlord < s->setup.seats; landlord++)
        if (waiting_at(s, s->turn, landlord) != (landlord == s->sent))
            REFUSE("the relatives of %s in the parks are not those it sent in this turn", intrige_seat_names[s->turn]);
    return KB_OK;
}

/* Relatives who wait in a park were sent there after the landlord's last decisions, two by each seat. The state must be
 * as it was when the stage began. */
static kb_error check_sent(const intrige_state *s, int seat, kb_text *why)
{
    const char *name = intrige_seat_names[seat];
    bool one_palace = intrige_box_of(s)->one_palace;
    int waiting = 0;
    int decided = 0;
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        if (landlord == seat) continue;
        int here = waiting_at(s, seat, landlord);
        if (here && last_decided(s, landlord) >= last_sent(s, seat))
            REFUSE("%s cannot have a relative in the park of %s now", name, intrige_seat_names[landlord]);
        if (here > 1 && !one_palace) REFUSE("%s sent two relatives to one palace", name);
        decided += last_deciding(s, landlord) > last_sent(s, seat) && (one_palace || !here);
        waiting += here;
    }
    if (waiting > 2) REFUSE("%s has more than two relatives waiting in parks", name);
    int fewest = one_palace && decided ? 0 : 2 - decided;
    if (last_sent(s, seat) >= 0 && waiting < fewest)
        REFUSE("%s sent two relatives, and no landlord can have decided about them yet", name);
    return KB_OK;
}

static kb_error check_parks(const intrige_state *s, kb_text *why)
{
    kb_error error = KB_OK;
    for (int seat = 0; !error && seat < s->setup.seats; seat++)
        error = seat == s->turn && s->step == INTRIGE_SEND ? check_sender(s, why) : check_sent(s, seat, why);
    return error;
}

/* Relatives in office or on the island were sent before some landlord's last decisions. */
static bool can_be_decided(const intrige_state *s, int seat, int landlord)
{
    return landlord != seat && last_deciding(s, landlord) > order_of(s, seat);
}

static kb_error check_careers(const intrige_state *s, kb_text *why)
{
    int posts = intrige_box_of(s)->posts;
    for (int landlord = 0; landlord < s->setup.seats; landlord++)
        for (int post = 0; post < posts; post++) {
            uint8_t scholar = s->palace[landlord][post];
            if (scholar != KB_NONE && !can_be_decided(s, intrige_seat(scholar), landlord))
                REFUSE("%s cannot employ a relative of %s yet", intrige_seat_names[landlord],
                       intrige_seat_names[intrige_seat(scholar)]);
        }
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int p = 0; p < posts; p++) {
            bool lost_somewhere = !intrige_on_island(s, seat, p);
            for (int landlord = 0; landlord < s->setup.seats; landlord++)
                for (int post = 0; post < posts; post++)
                    lost_somewhere |= s->palace[landlord][post] != KB_NONE &&
                                      intrige_profession(s->palace[landlord][post]) == p &&
                                      can_be_decided(s, seat, landlord);
            if (!lost_somewhere)
                REFUSE("%s.%s is on the island, but no palace has a %s he can have lost to", intrige_seat_names[seat],
                       intrige_professions(s)[p], intrige_professions(s)[p]);
        }
    return KB_OK;
}

/* --- the stage ---------------------------------------------------------------------------------- */

static bool has_post(const intrige_state *s, int profession)
{
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
        if (s->palace[s->turn][post] != KB_NONE && intrige_profession(s->palace[s->turn][post]) == profession)
            return true;
    return false;
}

/* The state at the start of the stage: scholars it has placed, hired or banished are back in the park. */
static kb_error undo_decisions(const intrige_state *s, const intrige_reading *r, intrige_state *before, kb_text *why)
{
    *before = *s;
    if (r->kind == INTRIGE_INTERNAL) return KB_OK;
    for (int i = 0; i < r->n_paid; i++) {
        uint8_t scholar = r->paid[i].scholar;
        if (!has_post(s, intrige_profession(scholar))) continue;
        if (!intrige_return_to_park(before, s->turn, scholar))
            REFUSE("more bribes are paid than applicants can have come");
        for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
            if (before->palace[s->turn][post] == scholar) before->palace[s->turn][post] = KB_NONE;
    }
    return KB_OK;
}

static kb_error set_paid(intrige_state *s, const intrige_reading *r, kb_text *why)
{
    int32_t step = intrige_box_of(s)->step;
    if (r->n_paid > s->n_claims) REFUSE("more bribes are paid than this stage has scholars");
    for (int i = 0; i < r->n_paid; i++) {
        const intrige_claim *paid = &r->paid[i];
        if (paid->scholar != s->claim[i].scholar)
            REFUSE("the bribes paid are not those of this stage, in paying order");
        int32_t least = intrige_may_pay_nothing(s, i) ? 0 : step;
        bool hidden = paid->paid == KB_HIDDEN && s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED;
        if (!hidden && (paid->paid < least || paid->paid % step || (paid->bank && paid->paid != step)))
            REFUSE("a bribe of %d cannot have been paid", paid->paid);
        s->claim[i].paid = paid->paid;
        s->claim[i].bank = paid->bank;
        s->claim[i].chosen = 1;
    }
    return KB_OK;
}

static kb_error set_sealed(intrige_state *s, const intrige_reading *r, kb_text *why)
{
    int32_t step = intrige_box_of(s)->step;
    s->cursor = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int n = 0; n < r->n_sealed[seat]; n++) {
            int32_t sum = r->sealed[seat][n];
            int claim = intrige_due_claim(s, seat);
            if (claim < 0) REFUSE("%s has sealed more bribes than it owes", intrige_seat_names[seat]);
            if (sum == KB_HIDDEN) {
                s->claim[claim].bank = KB_NONE;
                s->claim[claim].paid = KB_HIDDEN;
                s->claim[claim].chosen = 1;
                s->cursor++;
                continue;
            }
            if (s->purse.of[seat] == KB_HIDDEN) REFUSE("a view shows no sealed sum of %s", intrige_seat_names[seat]);
            if (sum % step || sum < intrige_bribes(s, claim).low || sum > intrige_bribes(s, claim).high)
                REFUSE("%s cannot have sealed %d", intrige_seat_names[seat], sum);
            int32_t left = s->purse.of[seat];
            for (int i = 0; i < claim; i++)
                if (intrige_seat(s->claim[i].scholar) == seat && !s->claim[i].bank) left -= s->claim[i].paid;
            s->claim[claim].bank = sum > 0 && left == 0;
            s->claim[claim].paid = sum;
            s->claim[claim].chosen = 1;
            s->cursor++;
        }
    if (s->cursor == s->n_claims) REFUSE("every bribe is sealed, so the stage is past sealing");
    return KB_OK;
}

static kb_error set_deals(intrige_state *s, const intrige_reading *r, kb_text *why)
{
    int32_t step = intrige_box_of(s)->step;
    int claim = 0;
    if (r->n_deals && s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_NONE) REFUSE("this table plays without deals");
    for (int i = 0; i < r->n_deals; i++) {
        const intrige_claim *deal = &r->deals[i];
        while (claim < s->n_claims && (s->claim[claim].scholar != deal->scholar || !intrige_can_win(s, claim))) claim++;
        if (claim == s->n_claims || (claim > s->cursor && !s->claim[claim].chosen))
            REFUSE("a deal is listed for a scholar who cannot have one now");
        if (deal->deal < step || deal->deal % step) REFUSE("no deal can ask for %d", deal->deal);
        if (intrige_check_terms(s, claim, deal->post)) REFUSE("a deal is about a post that could not be promised");
        s->claim[claim].deal = deal->deal;
        s->claim[claim].post = deal->post;
        if (s->claim[claim].chosen && s->claim[claim].paid < deal->deal &&
            s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING)
            REFUSE("a binding deal was not paid in full");
        claim++;
    }
    return KB_OK;
}

/* Whether the open offer or counter for the scholar being paid for could have been made. */
static kb_error check_offer(const intrige_state *s, const intrige_reading *r, kb_text *why)
{
    bool paying = intrige_is_paying(s);
    if (s->offers &&
        (!paying || s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_NONE || !intrige_can_win(s, s->cursor)))
        REFUSE("nobody can have made an offer");
    bool post_to_offer = false;
    for (int post = 0; paying && post < intrige_box_of(s)->posts; post++)
        post_to_offer |= !intrige_check_terms(s, s->cursor, post);
    if (s->offers && !post_to_offer) REFUSE("there is no post anybody could have made an offer for");
    if (paying && s->claim[s->cursor].deal && (!s->offers || s->step == INTRIGE_ANSWER))
        REFUSE("the deal for the scholar being paid for cannot have been made");
    if (r->has_offer != (s->step == INTRIGE_ANSWER)) REFUSE("an offer is open only while it waits for an answer");
    if (s->step != INTRIGE_ANSWER) return KB_OK;

    int payer = intrige_seat(s->claim[s->cursor].scholar);
    bool counter = s->offer_by == s->turn;
    if (s->offers < 1 + counter || (!counter && s->offer_by != payer)) REFUSE("that offer cannot have been made");
    intrige_state then = *s;
    then.offers--;
    then.step = counter ? INTRIGE_ANSWER : INTRIGE_BRIBE;
    then.offer_by = (uint8_t)payer;
    then.actors = intrige_owing(&then);
    for (int seat = 0; seat < s->setup.seats; seat++) /* a seat with hidden money may have as much as possible */
        if (then.purse.of[seat] == KB_HIDDEN) then.purse.of[seat] = intrige_total(s).high;
    kb_move move = {counter ? INTRIGE_DO_COUNTER : INTRIGE_DO_OFFER, 0, s->offer_post, 0, s->offer_amount};
    kb_error error = intrige_check(&then, s->offer_by, move);
    if (error) REFUSE("that offer cannot have been made: %s", kb_refusal_of(&intrige_refusals, error)->sentence);
    return KB_OK;
}

/* How many claims the landlord has decided. These must be the first ones, and the rest must still be in the park. */
static kb_error set_progress(intrige_state *s, const intrige_state *now, kb_text *why)
{
    s->cursor = 0;
    if (s->step == INTRIGE_SETTLE) return KB_OK;
    bool open = false;
    for (int p = 0, i = 0; s->step == INTRIGE_HIRE ? p < INTRIGE_POSTS_MAX : i < s->n_claims; p++, i++) {
        bool of_stage = s->step == INTRIGE_PLACE;
        int profession = of_stage ? intrige_profession(s->claim[i].scholar) : p;
        for (int k = 0; k < s->n_claims; k++) of_stage |= intrige_profession(s->claim[k].scholar) == p;
        if (!of_stage) continue;
        bool decided = has_post(now, profession);
        if (decided && open) REFUSE("the landlord has decided out of order");
        if (!decided && !open) s->cursor = (uint8_t)(s->step == INTRIGE_HIRE ? p : i);
        open |= !decided;
    }
    if (!open) REFUSE("everything in this stage is decided");
    return KB_OK;
}

/* Decisions made so far must have kept the binding deals. */
static kb_error check_promises(const intrige_state *s, kb_text *why)
{
    for (int i = 0; s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING && i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (!c->deal || s->stage == INTRIGE_INTERNAL) continue;
        uint8_t there = s->palace[s->turn][c->post];
        if (there != c->scholar && (there != KB_NONE || has_post(s, intrige_profession(c->scholar))))
            REFUSE("a binding deal was not kept");
    }
    return KB_OK;
}

/* before: the table when the stage began, with its claims. Sets the claims and the cursor in s. */
static kb_error make_stage(intrige_state *s, const intrige_reading *r, intrige_state *before, kb_text *why)
{
    bool deciding = s->step == INTRIGE_PLACE || s->step == INTRIGE_HIRE || s->step == INTRIGE_SETTLE;
    bool paying = s->step == INTRIGE_BRIBE || s->step == INTRIGE_ANSWER;
    if ((r->kind != INTRIGE_NO_STAGE) != (deciding || paying)) REFUSE("the step does not go with the stage");
    if (r->kind == INTRIGE_NO_STAGE) {
        *before = *s;
        if (s->offers || r->has_offer) REFUSE("there is no stage, but an offer");
        return KB_OK;
    }
    kb_error error = deciding ? undo_decisions(s, r, before, why) : KB_OK;
    if (error) return error;
    if (paying) *before = *s;
    intrige_open_stage(before);
    if (before->stage != r->kind) REFUSE("the park does not give this kind of stage");
    uint8_t profession = r->kind == INTRIGE_INTERNAL ? (uint8_t)intrige_profession(before->claim[0].scholar) : KB_NONE;
    if (r->profession != profession) REFUSE("the stage is about another profession");
    if (deciding && s->step != (r->kind == INTRIGE_UNCONTESTED ? INTRIGE_PLACE
                                : r->kind == INTRIGE_EXTERNAL  ? INTRIGE_HIRE
                                                               : INTRIGE_SETTLE))
        REFUSE("the step does not go with the stage");

    error = set_paid(before, r, why);
    if (error) return error;
    bool sealing = intrige_is_sealing(s);
    int n_sealed = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) n_sealed += r->n_sealed[seat];
    if (sealing ? r->n_paid > 0 : n_sealed > 0) REFUSE("sums are sealed until all have chosen, then paid");
    before->cursor = (uint8_t)r->n_paid;
    if (deciding != (r->n_paid == before->n_claims))
        REFUSE("bribes are paid until every scholar has one, then decided about");
    if (sealing) error = set_sealed(before, r, why);
    if (!error) error = set_deals(before, r, why);
    if (!error && deciding) error = set_progress(before, s, why);
    if (error) return error;

    __builtin_memcpy(s->claim, before->claim, sizeof s->claim);
    s->n_claims = before->n_claims;
    s->cursor = before->cursor;
    s->stage = before->stage;
    s->post = before->post;
    uint8_t scholar = intrige_is_paying(s) ? s->claim[s->cursor].scholar : KB_NONE;
    if (r->scholar != scholar || r->payer != (scholar == KB_NONE ? KB_NONE : intrige_seat(scholar)))
        REFUSE("another seat pays now");
    error = check_offer(s, r, why);
    return error ? error : check_promises(s, why);
}

/* --- money -------------------------------------------------------------------------------------- */

/* In a view, checks only what is known of each seat. */
static kb_error check_money(const intrige_state *s, kb_text *why)
{
    int32_t sum = 0;
    bool hidden = s->purse.of[KB_BANK] == KB_HIDDEN;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int32_t cash = s->purse.of[seat];
        if (cash == KB_HIDDEN) continue;
        for (int i = 0; i < s->n_claims; i++)
            if (s->claim[i].paid == KB_HIDDEN && (s->turn == seat || intrige_seat(s->claim[i].scholar) == seat) &&
                !intrige_is_sealing(s))
                REFUSE("%s knows every sum paid by or to it", intrige_seat_names[seat]);
        intrige_range had = intrige_had_before(s, seat);
        int32_t before = cash - intrige_gain(s, seat);
        if (cash % intrige_box_of(s)->step) REFUSE("the cash of %s is not in whole steps", intrige_seat_names[seat]);
        if (before < had.low || before > had.high)
            REFUSE("the cash of %s does not match the bribes of this stage", intrige_seat_names[seat]);
        if (cash > intrige_total(s).high) REFUSE("%s has more than can be in play", intrige_seat_names[seat]);
        sum += cash;
    }
    intrige_range total = intrige_total(s);
    if (hidden) return KB_OK;
    if (sum < total.low) REFUSE("money is missing: all seats together have %d, less than they began with", sum);
    if (sum > total.high) REFUSE("all seats together have %d, more than can be in play", sum);
    return KB_OK;
}

/* --- the whole position ------------------------------------------------------------------------- */

static kb_error check_times(const intrige_state *s, kb_text *why)
{
    bool begun = s->step != INTRIGE_START;
    bool running = begun && s->step != INTRIGE_OVER;
    int rounds = intrige_box_of(s)->rounds;
    if ((s->start != KB_NONE) != begun || (s->round > 0) != begun)
        REFUSE("round and start are known exactly from the draw of the first seat on");
    if ((s->turn != KB_NONE) != running) REFUSE("'turn' is set only while the game runs");
    if (s->step == INTRIGE_OVER && s->round != rounds) REFUSE("the game is not over before the last round");
    if (s->step == INTRIGE_SEND && s->round == rounds) REFUSE("nobody sends in the last round");
    if (s->sent != KB_NONE && s->step != INTRIGE_SEND) REFUSE("'sent' is set only while relatives are being sent");
    return KB_OK;
}

kb_error intrige_validate(intrige_state *s, const intrige_reading *r, kb_text *why)
{
    intrige_state before;
    kb_error error = check_times(s, why);
    if (!error) error = check_places(s, r, why);
    if (error) return error;
    s->purse.of[KB_BANK] = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        bool hidden = s->purse.of[seat] == KB_HIDDEN || s->purse.of[KB_BANK] == KB_HIDDEN;
        s->purse.of[KB_BANK] = hidden ? KB_HIDDEN : s->purse.of[KB_BANK] - s->purse.of[seat];
    }
    if (s->step == INTRIGE_START) {
        intrige_start(&before, &s->setup);
        for (int i = 0; i <= KB_BANK; i++)
            if (s->purse.of[i] == KB_HIDDEN) before.purse.of[i] = KB_HIDDEN;
        if (__builtin_memcmp(s, &before, sizeof before) != 0 || r->kind)
            REFUSE("before the start everything must be as in the box");
        return KB_OK;
    }
    error = check_homes(s, why);
    if (!error) error = make_stage(s, r, &before, why);
    if (!error) error = check_parks(&before, why);
    if (!error) error = check_careers(&before, why);
    if (!error) error = check_money(s, why);
    for (int seat = 0; seat < s->setup.seats; seat++) s->salaries[seat] = intrige_salaries(s, seat);
    s->actors = intrige_owing(s);
    return error;
}
