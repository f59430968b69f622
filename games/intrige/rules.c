/* rules.c: the rules of Intrige; the only file that changes its state. RULES.md has the same rules in words; I-1 …
 * I-10 are its rulings. The order is that of a turn: income, applications stage by stage (bribes, terms, decisions),
 * sending, the end. */
#include "tables.h"

#include "../../core/game.h"
#include "../../core/moves.h"

#define EVERYBODY 0xFFu

KB_FN static int n_seats(const intrige_state *s)
{
    return s->setup.seats;
}

KB_FN static bool sealed(const intrige_state *s)
{
    return s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED;
}

KB_FN static bool binding(const intrige_state *s)
{
    return s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING;
}

KB_FN static int payer_of(const intrige_state *s, int claim)
{
    KB_ASSERT(claim >= 0);
    return intrige_seat(s->claim[claim].scholar);
}

KB_FN static bool is_free(const intrige_state *s, int post)
{
    return s->palace[s->turn][post] == KB_NONE;
}

/* --- telling ---------------------------------------------------------------------------------- */

KB_FN static void tell(kb_events *out, intrige_event kind, int seat, int a, int b, int32_t amount)
{
    if (!out) return;
    kb_event event = {(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b, amount, EVERYBODY};
    kb_tell(out, event);
}

/* Reports a payment between payer and landlord. Only they learn a sealed sum. */
KB_FN static void tell_sum(const intrige_state *s, kb_events *out, intrige_event kind, int claim)
{
    if (!out) return;
    const intrige_claim *c = &s->claim[claim];
    uint32_t insiders = sealed(s) ? 1u << payer_of(s, claim) | 1u << s->turn : EVERYBODY;
    kb_event event = {(uint8_t)kind, (uint8_t)payer_of(s, claim), c->scholar, c->bank, c->paid, insiders};
    kb_tell(out, event);
    if (insiders == EVERYBODY) return;
    kb_event outside = {(uint8_t)kind, event.seat, event.a, 0, KB_HIDDEN, EVERYBODY & ~insiders};
    kb_tell(out, outside);
}

/* --- start ------------------------------------------------------------------------------------ */

kb_error intrige_start(intrige_state *s, const kb_setup *setup)
{
    if (setup->option[INTRIGE_BRIBES] == INTRIGE_SEALED) {
        if (setup->option[INTRIGE_MONEY] != INTRIGE_MONEY_HIDDEN) return INTRIGE_E_SEALED_NEEDS_HIDDEN;
        if (setup->option[INTRIGE_DEALS] != INTRIGE_DEALS_NONE) return INTRIGE_E_DEALS_NEED_OPEN;
    }
    __builtin_memset(s, 0, sizeof *s);
    __builtin_memset(s->palace, KB_NONE, sizeof s->palace);
    __builtin_memset(s->park, KB_NONE, sizeof s->park);
    s->setup = *setup;
    s->start = s->turn = s->sent = KB_NONE;
    s->step = INTRIGE_START;
    s->actors = 1u << KB_CHANCE;
    const intrige_box *box = intrige_box_of(s);
    for (int seat = 0; seat < n_seats(s); seat++) {
        kb_pay(&s->purse, KB_BANK, seat, box->start_money);
        for (int p = 0; p < box->posts; p++) s->home[seat][p] = INTRIGE_ALIKE;
    }
    return KB_OK;
}

/* --- 1: income -------------------------------------------------------------------------------- */

KB_FN int32_t intrige_salaries(const intrige_state *s, int seat)
{
    const intrige_box *box = intrige_box_of(s);
    int32_t sum = 0;
    for (int landlord = 0; landlord < n_seats(s); landlord++)
        for (int post = 0; post < box->posts; post++)
            if (intrige_seat(s->palace[landlord][post]) == seat) sum += box->salary[post];
    return sum;
}

KB_FN static void pay_salaries(intrige_state *s, int seat, intrige_event kind, kb_events *out)
{
    KB_ASSERT(s->salaries[seat] == intrige_salaries(s, seat));
    kb_pay(&s->purse, KB_BANK, seat, s->salaries[seat]);
    if (s->salaries[seat]) tell(out, kind, seat, 0, 0, s->salaries[seat]);
}

/* --- 2: applications -------------------------------------------------------------------------- */

/* Finds the next stage from the scholars in the park: uncontested applicants, then all external conflicts, then one
 * internal conflict after another, the lowest salary first. An internal conflict includes every applicant of its
 * profession (I-4). Returns the professions in it. */
KB_FN static uint32_t find_stage(intrige_state *s)
{
    uint32_t once = 0;   /* professions with an applicant */
    uint32_t twice = 0;  /* professions with more than one applicant */
    uint32_t held = 0;   /* professions that have a post (I-1) */
    uint32_t wanted = 0; /* posts that an applicant's profession has */
    for (int i = 0; i < s->n_park[s->turn]; i++) {
        uint32_t bit = 1u << intrige_profession(s->park[s->turn][i]);
        twice |= once & bit;
        once |= bit;
    }
    s->stage = INTRIGE_NO_STAGE;
    if (!once) return 0;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++) {
        int profession = intrige_profession(s->palace[s->turn][post]);
        held |= 1u << profession;
        wanted |= (once >> profession & 1) << post;
    }

    s->stage = INTRIGE_UNCONTESTED;
    if (once & ~held & ~twice) return once & ~held & ~twice;
    s->stage = INTRIGE_EXTERNAL;
    if (once & ~held) return once & ~held;
    s->stage = INTRIGE_INTERNAL;
    s->post = (uint8_t)kb_lowest_bit(wanted);
    return 1u << intrige_profession(s->palace[s->turn][s->post]);
}

/* The paying order: the holder of a disputed post (I-3), then the applicants in park order (I-10). One bribe for
 * each, also for identical ones (I-2). */
KB_FN void intrige_open_stage(intrige_state *s)
{
    const intrige_claim none = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < s->n_claims; i++) s->claim[i] = none;
    s->n_claims = s->cursor = s->post = 0;
    uint32_t professions = find_stage(s);
    if (!professions) return;
    int n = s->stage == INTRIGE_INTERNAL;
    if (n) s->claim[0].scholar = s->palace[s->turn][s->post];
    /* Writes every entry and then decides whether to keep it: with random parks, branches are hard to predict. */
    for (int i = 0; i < s->n_park[s->turn]; i++) {
        s->claim[n].scholar = s->park[s->turn][i];
        n += professions >> intrige_profession(s->park[s->turn][i]) & 1;
    }
    if (n < INTRIGE_CLAIMS_MAX) s->claim[n].scholar = 0;
    s->n_claims = (uint8_t)n;
}

KB_FN static void begin_turn(intrige_state *s, kb_events *out);
KB_FN static void end_turn(intrige_state *s, kb_events *out);

KB_FN static void next_stage(intrige_state *s, kb_events *out)
{
    intrige_open_stage(s);
    if (s->stage != INTRIGE_NO_STAGE) {
        s->step = INTRIGE_BRIBE;
    } else if (s->round < intrige_box_of(s)->rounds) {
        s->step = INTRIGE_SEND;
    } else {
        end_turn(s, out);
    }
}

/* --- bribes ----------------------------------------------------------------------------------- */

/* What the seat can still spend: sealed sums count as spent. */
KB_FN static int32_t cash_left(const intrige_state *s, int seat)
{
    int32_t cash = s->purse.of[seat];
    if (sealed(s))
        for (int i = 0; i < s->n_claims; i++)
            if (payer_of(s, i) == seat && !s->claim[i].bank) cash -= s->claim[i].paid;
    return cash;
}

KB_FN intrige_range intrige_offers(const intrige_state *s, int claim)
{
    int32_t step = intrige_box_of(s)->step;
    int32_t cash = cash_left(s, payer_of(s, claim));
    intrige_range range = {step, cash};
    if (cash == 0) range.high = step; /* the bank pays the minimum bribe for a seat without cash */
    return range;
}

KB_FN intrige_range intrige_bribes(const intrige_state *s, int claim)
{
    intrige_range range = intrige_offers(s, claim);
    if (intrige_may_pay_nothing(s, claim)) range.low = 0;
    if (binding(s) && s->claim[claim].deal) range.low = s->claim[claim].deal;
    return range;
}

/* The claim this seat pays for now: with sealed bribes its first one without a sum. */
KB_FN int intrige_due_claim(const intrige_state *s, int seat)
{
    if (!sealed(s)) return payer_of(s, s->cursor) == seat ? s->cursor : -1;
    for (int i = 0; i < s->n_claims; i++)
        if (!s->claim[i].chosen && payer_of(s, i) == seat) return i;
    return -1;
}

KB_FN static kb_error check_amount(const intrige_state *s, intrige_range range, int32_t amount)
{
    if (amount < range.low) return KB_E_AMOUNT_LOW;
    if (amount > range.high) return KB_E_AMOUNT_HIGH;
    return intrige_in_steps(s, amount) * intrige_box_of(s)->step == amount ? KB_OK : KB_E_AMOUNT_STEP;
}

KB_FN static kb_error check_bribe(const intrige_state *s, int seat, kb_move m)
{
    int claim = intrige_due_claim(s, seat);
    kb_error error = check_amount(s, intrige_bribes(s, claim), m.amount);
    return error == KB_E_AMOUNT_LOW && binding(s) && s->claim[claim].deal ? INTRIGE_E_BELOW_DEAL : error;
}

/* A bribe is paid to the landlord at once and is final. */
KB_FN static void collect(intrige_state *s, int claim, kb_events *out)
{
    const intrige_claim *c = &s->claim[claim];
    kb_pay(&s->purse, c->bank ? KB_BANK : payer_of(s, claim), s->turn, c->paid);
    tell_sum(s, out, INTRIGE_PAYS, claim);
}

KB_FN static int next_profession(const intrige_state *s, int from);

KB_FN static void begin_decisions(intrige_state *s)
{
    static const uint8_t step_of[] = {INTRIGE_OVER, INTRIGE_PLACE, INTRIGE_HIRE, INTRIGE_SETTLE};
    s->step = step_of[s->stage];
    s->cursor = s->stage == INTRIGE_EXTERNAL ? (uint8_t)next_profession(s, 0) : 0;
}

KB_FN static void do_bribe(intrige_state *s, int seat, kb_move m, kb_events *out)
{
    int claim = intrige_due_claim(s, seat);
    intrige_claim *c = &s->claim[claim];
    c->bank = m.amount > 0 && cash_left(s, seat) == 0;
    c->paid = m.amount;
    c->chosen = 1;
    s->offers = 0;
    s->cursor++; /* if sealed, only a count */
    if (!sealed(s)) {
        collect(s, claim, out);
    } else {
        tell(out, INTRIGE_SEALS, seat, 0, 0, 0);
        if (s->cursor == s->n_claims)
            for (int i = 0; i < s->n_claims; i++) collect(s, i, out);
    }
    if (s->cursor == s->n_claims) begin_decisions(s);
}

/* --- terms: offers, counters, deals ----------------------------------------------------------- */

/* I-5: of identical scholars only the first in paying order can win, the holder before all. */
KB_FN bool intrige_can_win(const intrige_state *s, int claim)
{
    for (int i = 0; i < claim; i++)
        if (s->claim[i].scholar == s->claim[claim].scholar) return false;
    return true;
}

KB_FN bool intrige_is_promised(const intrige_state *s, int claim, int post)
{
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *other = &s->claim[i];
        if (i == claim || !other->deal) continue;
        if (other->post == post) return true;
        if (intrige_profession(other->scholar) == intrige_profession(s->claim[claim].scholar)) return true;
    }
    return false;
}

/* Binding deals of a stage are compatible if no two are for the same post or for one profession's place. */
KB_FN static bool can_promise(const intrige_state *s, int claim, int post)
{
    return !binding(s) || !intrige_is_promised(s, claim, post);
}

/* The highest sum a landlord can demand, without knowing what the payer has. */
KB_FN static int32_t counter_limit(const intrige_state *s)
{
    const intrige_box *box = intrige_box_of(s);
    return box->salary[box->posts - 1] * box->rounds;
}

KB_FN kb_error intrige_check_terms(const intrige_state *s, int claim, int post)
{
    if (post >= intrige_box_of(s)->posts) return INTRIGE_E_NO_SUCH_POST;
    if (s->stage == INTRIGE_INTERNAL && post != s->post) return INTRIGE_E_POST_DISPUTED;
    if (s->stage != INTRIGE_INTERNAL && !is_free(s, post)) return INTRIGE_E_POST_TAKEN;
    if (!intrige_can_win(s, claim)) return INTRIGE_E_CANNOT_WIN;
    return can_promise(s, claim, post) ? KB_OK : INTRIGE_E_PROMISED;
}

/* Whether the payer may still negotiate terms for this claim. */
KB_FN static kb_error check_may_offer(const intrige_state *s)
{
    if (s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_NONE) return INTRIGE_E_NO_DEALS;
    if (s->claim[s->cursor].deal) return INTRIGE_E_DEAL_MADE;
    return s->offers == INTRIGE_OFFERS_MAX ? INTRIGE_E_OFFERS_SPENT : KB_OK;
}

KB_FN static kb_error check_offer(const intrige_state *s, kb_move m)
{
    kb_error error = check_may_offer(s);
    if (!error) error = intrige_check_terms(s, s->cursor, m.b);
    return error ? error : check_amount(s, intrige_offers(s, s->cursor), m.amount);
}

KB_FN static kb_error check_may_counter(const intrige_state *s)
{
    if (s->offer_by == s->turn) return KB_E_WRONG_STEP; /* the payer can only accept or refuse a counter */
    return s->offers == INTRIGE_OFFERS_MAX ? INTRIGE_E_OFFERS_SPENT : KB_OK;
}

KB_FN static kb_error check_counter(const intrige_state *s, kb_move m)
{
    intrige_range range = {intrige_box_of(s)->step, counter_limit(s)};
    kb_error error = check_may_counter(s);
    if (!error) error = intrige_check_terms(s, s->cursor, m.b);
    return error ? error : check_amount(s, range, m.amount);
}

KB_FN static kb_error check_accept(const intrige_state *s)
{
    bool affordable = s->offer_by != s->turn || s->offer_amount <= intrige_bribes(s, s->cursor).high;
    return affordable ? KB_OK : KB_E_CANNOT_PAY;
}

KB_FN static void tell_terms(const intrige_state *s, kb_events *out, intrige_event kind, int seat)
{
    tell(out, kind, seat, s->claim[s->cursor].scholar, s->offer_post, s->offer_amount);
}

KB_FN static void do_propose(intrige_state *s, int seat, kb_move m, kb_events *out)
{
    s->offer_post = m.b;
    s->offer_amount = m.amount;
    s->offer_by = (uint8_t)seat;
    s->offers++;
    s->step = INTRIGE_ANSWER;
    tell_terms(s, out, m.verb == INTRIGE_DO_OFFER ? INTRIGE_OFFERS : INTRIGE_COUNTERS, seat);
}

KB_FN static void do_answer(intrige_state *s, int seat, kb_move m, kb_events *out)
{
    bool accepted = m.verb == INTRIGE_DO_ACCEPT;
    tell_terms(s, out, accepted ? INTRIGE_ACCEPTS : INTRIGE_REFUSES, seat);
    if (accepted) {
        s->claim[s->cursor].deal = s->offer_amount;
        s->claim[s->cursor].post = s->offer_post;
    }
    s->offer_amount = s->offer_post = s->offer_by = 0;
    s->step = INTRIGE_BRIBE;
}

/* --- decisions -------------------------------------------------------------------------------- */

/* The lowest profession of the stage's claims from this one on, or KB_NONE. */
KB_FN static int next_profession(const intrige_state *s, int from)
{
    int lowest = KB_NONE;
    for (int i = 0; i < s->n_claims; i++) {
        int profession = intrige_profession(s->claim[i].scholar);
        if (profession >= from && profession < lowest) lowest = profession;
    }
    return lowest;
}

/* Whether the landlord decides about this claim now. */
KB_FN static bool is_rival(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim == s->cursor;
    return s->step == INTRIGE_SETTLE || intrige_profession(s->claim[claim].scholar) == s->cursor;
}

/* The claim that a decision for this scholar refers to (I-5: the first in paying order), or -1. */
KB_FN static int claim_of(const intrige_state *s, uint8_t scholar)
{
    for (int i = 0; i < s->n_claims; i++)
        if (s->claim[i].scholar == scholar) return is_rival(s, i) ? i : -1;
    return -1;
}

/* The posts that binding deals leave for this claim, as a mask. A profession with a deal goes to the deal's scholar and
 * post; other scholars cannot get promised posts. */
KB_FN static uint32_t posts_not_promised(const intrige_state *s, int claim)
{
    uint32_t left = ~0u;
    if (!binding(s)) return left;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++) {
        bool own = !s->claim[claim].deal || s->claim[claim].post == post;
        if (!own || !can_promise(s, claim, post)) left &= ~(1u << post);
    }
    return left;
}

KB_FN static kb_error check_decision(const intrige_state *s, uint8_t scholar, int post)
{
    int claim = claim_of(s, scholar);
    if (claim < 0) return INTRIGE_E_NOT_A_RIVAL;
    if (post >= intrige_box_of(s)->posts) return INTRIGE_E_NO_SUCH_POST;
    if (s->step != INTRIGE_SETTLE && !is_free(s, post)) return INTRIGE_E_POST_TAKEN;
    return posts_not_promised(s, claim) >> post & 1 ? KB_OK : INTRIGE_E_PROMISED;
}

/* Everybody of the profession has been decided about and leaves the park. */
KB_FN static void leave_park(intrige_state *s, int profession)
{
    uint8_t *park = s->park[s->turn];
    int n = s->n_park[s->turn];
    int left = 0;
    for (int i = 0; i < n; i++) {
        park[left] = park[i];
        left += intrige_profession(park[i]) != profession;
    }
    for (int i = left; i < n; i++) park[i] = KB_NONE;
    s->n_park[s->turn] = (uint8_t)left;
}

/* Banishes the scholar to the island, permanently (I-9). With refund, the owner gets the bribe back (I-8). */
KB_FN static void banish(intrige_state *s, int claim, kb_events *out)
{
    const intrige_claim *c = &s->claim[claim];
    tell(out, INTRIGE_BANISHED, s->turn, c->scholar, 0, 0);
    if (!s->setup.option[INTRIGE_REFUND]) return;
    if (!c->paid && !sealed(s)) return; /* if sealed, a missing event would reveal that the sum was 0 */
    kb_pay(&s->purse, s->turn, c->bank ? KB_BANK : payer_of(s, claim), c->paid);
    tell_sum(s, out, INTRIGE_REFUNDED, claim);
}

KB_FN static void banish_rivals(intrige_state *s, uint8_t scholar, kb_events *out)
{
    if (!out && !s->setup.option[INTRIGE_REFUND]) return; /* nothing to report or pay */
    int winner = claim_of(s, scholar);
    for (int i = 0; i < s->n_claims; i++)
        if (i != winner && is_rival(s, i)) banish(s, i, out);
}

/* Gives the winner the post and its salary; the rivals are banished. */
KB_FN static void decide(intrige_state *s, uint8_t scholar, int post, kb_events *out)
{
    bool holder = s->step == INTRIGE_SETTLE && s->claim[0].scholar == scholar;
    int32_t salary = intrige_box_of(s)->salary[post];
    if (s->step == INTRIGE_SETTLE) s->salaries[payer_of(s, 0)] -= salary;
    s->salaries[intrige_seat(scholar)] += salary;
    s->palace[s->turn][post] = scholar;
    tell(out, holder ? INTRIGE_KEEPS_POST : INTRIGE_GETS_POST, s->turn, scholar, post, 0);
    banish_rivals(s, scholar, out);
    leave_park(s, intrige_profession(scholar));
}

/* Judges deals when the stage ends: first what the payer paid, then what the landlord gave. */
KB_FN static void judge_deals(const intrige_state *s, kb_events *out)
{
    if (!out) return;
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (!c->deal) continue;
        if (c->paid < c->deal) {
            tell(out, INTRIGE_DEAL_BROKEN, payer_of(s, i), c->scholar, c->post, c->deal);
        } else if (s->palace[s->turn][c->post] != c->scholar) {
            tell(out, INTRIGE_DEAL_BROKEN, s->turn, c->scholar, c->post, c->deal);
        } else {
            tell(out, INTRIGE_DEAL_KEPT, s->turn, c->scholar, c->post, c->deal);
        }
    }
}

KB_FN static void do_decide(intrige_state *s, kb_move m, kb_events *out)
{
    bool more = false;
    switch ((intrige_step)s->step) {
    case INTRIGE_PLACE:
        decide(s, m.a, m.b, out);
        more = ++s->cursor < s->n_claims;
        break;
    case INTRIGE_HIRE:
        decide(s, m.a, m.b, out);
        s->cursor = (uint8_t)next_profession(s, s->cursor + 1);
        more = s->cursor != KB_NONE;
        break;
    default: decide(s, m.a, s->post, out); break;
    }
    if (more) return;
    judge_deals(s, out);
    next_stage(s, out);
}

/* --- 3: send ---------------------------------------------------------------------------------- */

/* The palaces a relative may be sent to, as a mask. */
KB_FN static uint32_t destinations(const intrige_state *s)
{
    uint32_t foreign = ((1u << n_seats(s)) - 1) & ~(1u << s->turn);
    return intrige_box_of(s)->one_palace || s->sent == KB_NONE ? foreign : foreign & ~(1u << s->sent);
}

KB_FN static kb_error check_send(const intrige_state *s, kb_move m)
{
    if (m.a >= intrige_box_of(s)->posts || !s->home[s->turn][m.a]) return INTRIGE_E_NOBODY_HOME;
    if (m.b >= n_seats(s)) return KB_E_NO_SUCH_SEAT;
    if (destinations(s) >> m.b & 1) return KB_OK;
    return m.b == s->turn ? INTRIGE_E_OWN_PALACE : INTRIGE_E_SAME_PALACE;
}

/* Turns go clockwise, so relatives sent later pay later, except for two of the same seat. */
KB_FN static void enter_park(intrige_state *s, int landlord, uint8_t scholar)
{
    uint8_t *park = s->park[landlord];
    int n = s->n_park[landlord]++;
    KB_ASSERT(n < INTRIGE_PARK_MAX);
    uint8_t *last = &park[n - (n > 0)]; /* none if the park is empty */
    uint8_t other = *last;
    bool swap = (intrige_seat(other) == intrige_seat(scholar)) & (other > scholar);
    *last = swap ? scholar : other;
    park[n] = swap ? other : scholar;
}

/* Exactly two relatives are sent per turn (I-7). */
KB_FN static void do_send(intrige_state *s, kb_move m, kb_events *out)
{
    uint8_t scholar = intrige_scholar(s->turn, m.a);
    s->home[s->turn][m.a]--;
    enter_park(s, m.b, scholar);
    tell(out, INTRIGE_SENDS, s->turn, scholar, m.b, 0);
    if (s->sent == KB_NONE) {
        s->sent = m.b;
        return;
    }
    s->sent = KB_NONE;
    end_turn(s, out);
}

/* --- turns and the end ------------------------------------------------------------------------ */

KB_FN static void begin_turn(intrige_state *s, kb_events *out)
{
    tell(out, INTRIGE_TURN, s->turn, s->round, 0, 0);
    pay_salaries(s, s->turn, INTRIGE_INCOME, out);
    next_stage(s, out);
}

KB_FN static void finish(intrige_state *s, kb_events *out)
{
    for (int seat = 0; seat < n_seats(s); seat++) pay_salaries(s, seat, INTRIGE_FINAL_INCOME, out);
    s->turn = KB_NONE;
    s->step = INTRIGE_OVER;
    tell(out, INTRIGE_ENDS, 0, 0, 0, 0);
}

KB_FN static void end_turn(intrige_state *s, kb_events *out)
{
    int next = kb_left_of(s->turn, n_seats(s));
    if (next == s->start) {
        if (s->round == intrige_box_of(s)->rounds) {
            finish(s, out);
            return;
        }
        s->round++;
    }
    s->turn = (uint8_t)next;
    begin_turn(s, out);
}

KB_FN static void do_start(intrige_state *s, kb_move m, kb_events *out)
{
    s->start = s->turn = m.a;
    s->round = 1;
    tell(out, INTRIGE_STARTS, m.a, 0, 0, 0);
    begin_turn(s, out);
}

KB_FN bool intrige_over(const intrige_state *s, kb_result *result)
{
    if (s->step != INTRIGE_OVER) return false;
    if (!result) return true;
    int32_t best = 0;
    __builtin_memset(result, 0, sizeof *result);
    for (int seat = 0; seat < n_seats(s); seat++) {
        int32_t cash = result->score[seat] = s->purse.of[seat];
        if (cash > best) result->winners_mask = 0;
        if (cash > best) best = cash;
        if (cash == best) result->winners_mask |= 1u << seat;
    }
    return true;
}

/* --- actors, legal moves, check, make ---------------------------------------------------------- */

KB_FN static uint8_t payers_left(const intrige_state *s)
{
    uint32_t payers = 0;
    for (int i = 0; i < s->n_claims; i++)
        if (!s->claim[i].chosen) payers |= 1u << payer_of(s, i);
    return (uint8_t)payers;
}

KB_FN uint8_t intrige_owing(const intrige_state *s)
{
    switch ((intrige_step)s->step) {
    case INTRIGE_START: return 1u << KB_CHANCE;
    case INTRIGE_BRIBE: return sealed(s) ? payers_left(s) : (uint8_t)(1u << payer_of(s, s->cursor));
    case INTRIGE_ANSWER: return (uint8_t)(1u << (s->offer_by == s->turn ? payer_of(s, s->cursor) : s->turn));
    case INTRIGE_PLACE:
    case INTRIGE_HIRE:
    case INTRIGE_SETTLE:
    case INTRIGE_SEND: return (uint8_t)(1u << s->turn);
    case INTRIGE_OVER: break;
    }
    return 0;
}

KB_FN uint32_t intrige_actors(const intrige_state *s)
{
    return s->actors;
}

KB_FN static bool is_actor(const intrige_state *s, int seat)
{
    return (unsigned)seat <= KB_CHANCE && s->actors >> seat & 1;
}

KB_FN static const kb_form *form_of(int verb)
{
    static const kb_form forms[] = {
        {KB_A, INTRIGE_START},              /* start SEAT             */
        {KB_AMOUNT, INTRIGE_BRIBE},         /* bribe AMOUNT           */
        {KB_B | KB_AMOUNT, INTRIGE_BRIBE},  /* offer POST for AMOUNT  */
        {KB_B | KB_AMOUNT, INTRIGE_ANSWER}, /* counter POST for AMOUNT */
        {0, INTRIGE_ANSWER},                /* accept                 */
        {0, INTRIGE_ANSWER},                /* refuse                 */
        {KB_A | KB_B, INTRIGE_PLACE},       /* place SCHOLAR POST     */
        {KB_A | KB_B, INTRIGE_HIRE},        /* hire SCHOLAR POST      */
        {KB_A, INTRIGE_SETTLE},             /* settle SCHOLAR         */
        {KB_A | KB_B, INTRIGE_SEND},        /* send PROFESSION PALACE */
    };
    return &forms[verb];
}

KB_FN kb_error intrige_check(const intrige_state *s, int seat, kb_move m)
{
    if (!is_actor(s, seat)) return s->step == INTRIGE_OVER ? KB_E_OVER : KB_E_NOT_ACTOR;
    if (m.verb > INTRIGE_DO_SEND || !kb_has_form(m, form_of(m.verb))) return KB_E_UNKNOWN_MOVE;
    if (form_of(m.verb)->step != s->step) return KB_E_WRONG_STEP;
    switch ((intrige_verb)m.verb) {
    case INTRIGE_DO_START: return m.a < n_seats(s) ? KB_OK : KB_E_NO_SUCH_SEAT;
    case INTRIGE_DO_BRIBE: return check_bribe(s, seat, m);
    case INTRIGE_DO_OFFER: return check_offer(s, m);
    case INTRIGE_DO_COUNTER: return check_counter(s, m);
    case INTRIGE_DO_ACCEPT: return check_accept(s);
    case INTRIGE_DO_REFUSE: return KB_OK;
    case INTRIGE_DO_PLACE:
    case INTRIGE_DO_HIRE: return check_decision(s, m.a, m.b);
    case INTRIGE_DO_SETTLE: return check_decision(s, m.a, s->post);
    case INTRIGE_DO_SEND: return check_send(s, m);
    }
    return KB_E_UNKNOWN_MOVE;
}

#include "legal.h"

KB_FN int intrige_legal(const intrige_state *s, int seat, kb_span *spans, int max)
{
    KB_ASSERT(max >= INTRIGE_SPANS_MAX);
    (void)max;
    return (int)(list_legal(spans, s, seat) - spans);
}

KB_FN void intrige_make(intrige_state *s, int seat, kb_move m, kb_events *out)
{
    KB_ASSERT(!intrige_check(s, seat, m));
    switch ((intrige_verb)m.verb) {
    case INTRIGE_DO_START: do_start(s, m, out); break;
    case INTRIGE_DO_BRIBE: do_bribe(s, seat, m, out); break;
    case INTRIGE_DO_OFFER:
    case INTRIGE_DO_COUNTER: do_propose(s, seat, m, out); break;
    case INTRIGE_DO_ACCEPT:
    case INTRIGE_DO_REFUSE: do_answer(s, seat, m, out); break;
    case INTRIGE_DO_PLACE:
    case INTRIGE_DO_HIRE:
    case INTRIGE_DO_SETTLE: do_decide(s, m, out); break;
    case INTRIGE_DO_SEND: do_send(s, m, out); break;
    }
    s->actors = intrige_owing(s);
    KB_ASSERT(kb_purse_total(&s->purse) == 0);
}
