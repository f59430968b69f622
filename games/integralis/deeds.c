/* deeds.c: deeds of moves in Integralis, for promises. Most deeds equal their move; answers include what they
 * answer. */
#include "deeds.h"

#include "rules.h"
#include "text.h"

typedef enum form {
    RECALL,       /* recall WORKER              */
    TAKE,         /* take ORDER                 */
    SWAP,         /* swap ORDER ORDER           */
    PLAY_MACHINE, /* play CARD MACHINE          */
    PLAY_BARE,    /* play CARD                  */
    PLAY_OWN,     /* play overtime WORKER       */
    PLAY_WORKER,  /* play CARD SEAT.WORKER      */
    PLAY_SEAT,    /* play CARD SEAT             */
    PLAY_TEAM,    /* play meeting SEAT MACHINE  */
    REPAIR,       /* repair MACHINE             */
    TEMPT,        /* tempt SEAT.WORKER AMOUNT   */
    BRIBE,        /* bribe SEAT.WORKER          */
    COVER,        /* cover MACHINE ORDER        */
    WAIVE,        /* waive MACHINE              */
    COUNTER,      /* counter CARD SEAT          */
    SELL,         /* sell SEAT.WORKER AMOUNT    */
    BUY,          /* buy SEAT.WORKER AMOUNT     */
    RELEASE,      /* release SEAT.WORKER        */
    RESIST,       /* resist SEAT.WORKER         */
    KEEP,         /* keep SEAT.WORKER           */
    DISMISS,      /* dismiss SEAT.WORKER        */
    BID,          /* bid AMOUNT for SEAT.WORKER */
    N_FORMS
} form;

enum {
    FIRST_SEAT = 0,
    FIRST_CARD = FIRST_SEAT + INTEGRALIS_SEATS_MAX,
    FIRST_MACHINE = FIRST_CARD + INTEGRALIS_CARDS - 1,
    FIRST_ORDER = FIRST_MACHINE + INTEGRALIS_MACHINES,
    N_WORDS = FIRST_ORDER + INTEGRALIS_ORDERS
};

static const char *const verbs[N_FORMS] = {
    "recall", "take",  "swap",  "play",    "play", "play", "play",    "play",   "play", "repair",  "tempt",
    "bribe",  "cover", "waive", "counter", "sell", "buy",  "release", "resist", "keep", "dismiss", "bid"};
#define NO KB_NO_PLACE
static const uint8_t amount_at[N_FORMS] = {
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 1, NO, NO, NO, NO, 1, 1, NO, NO, NO, NO, 0,
};
/* When selling or buying, somebody else named the sum. */
static const uint8_t excused_at[N_FORMS] = {
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 1, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 0,
};
#undef NO

/* By integralis_verb. */
static const uint32_t forms_by_verb[] = {
    [INTEGRALIS_DO_START] = 0,
    [INTEGRALIS_DO_RECALL] = 1u << RECALL,
    [INTEGRALIS_DO_TAKE] = 1u << TAKE,
    [INTEGRALIS_DO_PLAY] = 1u << PLAY_MACHINE | 1u << PLAY_BARE | 1u << PLAY_OWN | 1u << PLAY_WORKER | 1u << PLAY_SEAT |
                           1u << PLAY_TEAM,
    [INTEGRALIS_DO_SWAP] = 1u << SWAP,
    [INTEGRALIS_DO_REPAIR] = 1u << REPAIR,
    [INTEGRALIS_DO_TEMPT] = 1u << TEMPT,
    [INTEGRALIS_DO_BRIBE] = 1u << BRIBE,
    [INTEGRALIS_DO_COUNTER] = 1u << COUNTER,
    [INTEGRALIS_DO_ACCEPT] = 1u << SELL | 1u << BUY,
    [INTEGRALIS_DO_RELEASE] = 1u << RELEASE,
    [INTEGRALIS_DO_RESIST] = 1u << RESIST,
    [INTEGRALIS_DO_BID] = 1u << BID,
    [INTEGRALIS_DO_STAY] = 1u << KEEP,
    [INTEGRALIS_DO_LEAVE] = 1u << DISMISS,
    [INTEGRALIS_DO_COVER] = 1u << COVER,
    [INTEGRALIS_DO_WAIVE] = 1u << WAIVE,
    [INTEGRALIS_DO_UNDER] = 0,
};

/* By integralis_step, without a seat's own turn. */
static const uint32_t forms_by_step[INTEGRALIS_OVER + 1] = {
    [INTEGRALIS_COUNTER] = 1u << COUNTER,
    [INTEGRALIS_TEMPT] = 1u << SELL | 1u << BUY,
    [INTEGRALIS_DEMAND] = 1u << SELL | 1u << BUY,
    [INTEGRALIS_BRIBE] = 1u << RELEASE | 1u << RESIST,
    [INTEGRALIS_BID] = 1u << BID,
    [INTEGRALIS_DECIDE] = 1u << KEEP | 1u << DISMISS,
    [INTEGRALIS_COVER] = 1u << COVER | 1u << WAIVE,
};

/* --- grammar -------------------------------------------------------------------------------------- */

static uint64_t words_from(int first, int n)
{
    return ((1ull << n) - 1) << first;
}

static uint64_t card_word(int card)
{
    return 1ull << (FIRST_CARD + card - 1);
}

/* The cards at this table that are played on such a target. */
static kb_place cards_aimed(const kb_setup *setup, integralis_aim aim)
{
    integralis_state s;
    kb_place place = {KB_PLACE_WORD, "card", 0, 0};
    s.setup = *setup;
    for (int card = 1; card < INTEGRALIS_CARDS; card++)
        if (integralis_copies(&s, card) && integralis_aim_of(&s, card) == aim) place.words |= card_word(card);
    return place;
}

static kb_place cards_countered(const kb_setup *setup)
{
    integralis_state s;
    kb_place place = {KB_PLACE_WORD, "card", 0, 0};
    s.setup = *setup;
    for (int card = 1; card < INTEGRALIS_CARDS; card++)
        if (integralis_copies(&s, card) && integralis_card_of(card)->counter) place.words |= card_word(card);
    return place;
}

static void describe_play(const kb_setup *setup, integralis_aim aim, kb_place target, kb_place where, kb_deed_form *out)
{
    const kb_place card = cards_aimed(setup, aim);
    int n = aim == INTEGRALIS_ON_NOTHING ? 1 : aim == INTEGRALIS_ON_SEAT_AT_MACHINE ? 3 : 2;
    const kb_deed_form play = {verbs[PLAY_BARE], card.words ? n : -1, {card, target, where}};
    *out = play;
}

static void describe(const kb_setup *setup, int number, kb_deed_form *out)
{
    const kb_place none = {KB_PLACE_FIXED, "", 0, 0}, word_for = {KB_PLACE_FIXED, "for", 0, 0};
    const kb_place seat = {KB_PLACE_WORD, "seat", words_from(FIRST_SEAT, setup->seats), 0};
    const kb_place name = {KB_PLACE_WORD, "name", words_from(FIRST_CARD, INTEGRALIS_WORKERS), 0};
    const kb_place worker = {KB_PLACE_PARTS, "worker", seat.words, name.words};
    const kb_place machine = {KB_PLACE_WORD, "machine", words_from(FIRST_MACHINE, INTEGRALIS_MACHINES), 0};
    const kb_place order = {KB_PLACE_WORD, "order", words_from(FIRST_ORDER, INTEGRALIS_ORDERS), 0};
    const kb_place amount = {KB_PLACE_AMOUNT, "amount", 0, 0};
    bool may_waive = setup->option[INTEGRALIS_MARKERS] == INTEGRALIS_MARKERS_MAY;
    switch ((form)number) {
    case RECALL: *out = (kb_deed_form){verbs[number], 1, {name}}; break;
    case TAKE: *out = (kb_deed_form){verbs[number], 1, {order}}; break;
    case SWAP: *out = (kb_deed_form){verbs[number], 2, {order, order}}; break;
    case PLAY_MACHINE: describe_play(setup, INTEGRALIS_ON_MACHINE, machine, none, out); break;
    case PLAY_BARE: describe_play(setup, INTEGRALIS_ON_NOTHING, none, none, out); break;
    case PLAY_OWN: describe_play(setup, INTEGRALIS_ON_OWN_WORKER, name, none, out); break;
    case PLAY_WORKER: describe_play(setup, INTEGRALIS_ON_FOREIGN_WORKER, worker, none, out); break;
    case PLAY_SEAT: describe_play(setup, INTEGRALIS_ON_SEAT, seat, none, out); break;
    case PLAY_TEAM: describe_play(setup, INTEGRALIS_ON_SEAT_AT_MACHINE, seat, machine, out); break;
    case REPAIR: *out = (kb_deed_form){verbs[number], 1, {machine}}; break;
    case WAIVE: *out = (kb_deed_form){verbs[number], may_waive ? 1 : -1, {machine}}; break;
    case COVER: *out = (kb_deed_form){verbs[number], 2, {machine, order}}; break;
    case COUNTER: *out = (kb_deed_form){verbs[number], 2, {cards_countered(setup), seat}}; break;
    case TEMPT:
    case SELL:
    case BUY: *out = (kb_deed_form){verbs[number], 2, {worker, amount}}; break;
    case BRIBE:
    case RELEASE:
    case RESIST:
    case KEEP:
    case DISMISS: *out = (kb_deed_form){verbs[number], 1, {worker}}; break;
    case BID: *out = (kb_deed_form){verbs[number], 3, {amount, word_for, worker}}; break;
    case N_FORMS: break;
    }
}

static void put_word(const kb_setup *setup, int word, kb_text *out)
{
    (void)setup;
    if (word < FIRST_CARD) {
        kb_put(out, integralis_seat_names[word - FIRST_SEAT]);
    } else if (word < FIRST_MACHINE) {
        kb_put(out, integralis_card_names[word - FIRST_CARD + 1]);
    } else if (word < FIRST_ORDER) {
        kb_put(out, integralis_machine_names[word - FIRST_MACHINE]);
    } else {
        integralis_put_order(word - FIRST_ORDER, out);
    }
}

static int find(const char *const *names, int n_names, const char *text, size_t n)
{
    for (int i = 0; i < n_names; i++)
        if (*names[i] == *text && kb_equal(text, n, names[i])) return i;
    return -1;
}

static int word_named(const kb_setup *setup, const char *text, size_t n)
{
    int found;
    (void)setup;
    if (!n) return -1;
    if ((found = find(integralis_seat_names, INTEGRALIS_SEATS_MAX, text, n)) >= 0) return FIRST_SEAT + found;
    if ((found = find(&integralis_card_names[1], INTEGRALIS_CARDS - 1, text, n)) >= 0) return FIRST_CARD + found;
    if ((found = find(integralis_machine_names, INTEGRALIS_MACHINES, text, n)) >= 0) return FIRST_MACHINE + found;
    kb_scan scan = kb_scan_over(text, n);
    found = integralis_scan_order(&scan);
    return kb_scan_done(&scan) ? FIRST_ORDER + found : -1;
}

/* --- deeds ---------------------------------------------------------------------------------------- */

/* The setup belongs to the first turn, and a missed turn counts as one. */
static kb_when when(const void *state)
{
    const integralis_state *s = (const integralis_state *)state;
    int turn = s->step == INTEGRALIS_OVER ? s->turns + 1 : s->turns ? s->turns : 1;
    kb_when now = {turn, (turn - 1) / s->setup.seats + 1};
    return now;
}

static uint8_t card_at(int card)
{
    return (uint8_t)(FIRST_CARD + card - 1);
}

static void put_worker(kb_deed *deed, int place, uint8_t worker)
{
    deed->word[place] = (uint8_t)(FIRST_SEAT + integralis_chief(worker));
    deed->part[place] = card_at(integralis_name(worker));
}

static kb_deed about(int seat, form what, uint8_t worker, int32_t amount)
{
    kb_deed deed = kb_deed_of(seat, what);
    put_worker(&deed, what == BID ? 2 : 0, worker);
    deed.amount = amount;
    return deed;
}

static kb_deed with_words(int seat, form what, int first, int second)
{
    kb_deed deed = kb_deed_of(seat, what);
    deed.word[0] = (uint8_t)first;
    deed.word[1] = (uint8_t)second;
    return deed;
}

static kb_deed play(const integralis_state *s, int seat, kb_move m)
{
    static const uint8_t form_of[] = {PLAY_BARE, PLAY_MACHINE, PLAY_OWN, PLAY_WORKER, PLAY_SEAT, PLAY_TEAM};
    integralis_aim aim = integralis_aim_of(s, m.a);
    kb_deed deed = with_words(seat, (form)form_of[aim], card_at(m.a), KB_NO_WORD);
    switch (aim) {
    case INTEGRALIS_ON_NOTHING: break;
    case INTEGRALIS_ON_MACHINE: deed.word[1] = (uint8_t)(FIRST_MACHINE + m.b); break;
    case INTEGRALIS_ON_OWN_WORKER: deed.word[1] = card_at(m.b); break;
    case INTEGRALIS_ON_FOREIGN_WORKER: put_worker(&deed, 1, m.b); break;
    case INTEGRALIS_ON_SEAT_AT_MACHINE: deed.word[2] = (uint8_t)(FIRST_MACHINE + m.c); /* fallthrough */
    case INTEGRALIS_ON_SEAT: deed.word[1] = (uint8_t)(FIRST_SEAT + m.b); break;
    }
    return deed;
}

static uint32_t forms_here(const void *state)
{
    const integralis_state *s = (const integralis_state *)state;
    uint32_t forms = 0, hand = s->hand[s->turn];
    if (s->step != INTEGRALIS_ACT) return forms_by_step[s->step];
    if (s->actions) {
        forms = 1u << RECALL | 1u << TAKE | 1u << SWAP | 1u << PLAY_MACHINE | 1u << PLAY_BARE | 1u << PLAY_OWN;
        if (hand & INTEGRALIS_ATTACKS) forms |= 1u << PLAY_WORKER;
        if (hand & INTEGRALIS_MISCHIEF) forms |= 1u << PLAY_SEAT | 1u << PLAY_TEAM;
    }
    if (integralis_affordable(s->purse.of[s->turn])) forms |= 1u << BRIBE | 1u << TEMPT;
    for (int m = 0; m < INTEGRALIS_MACHINES; m++)
        if (s->machine[m].sabotage) forms |= 1u << REPAIR;
    return forms;
}

/* Whoever accepts, the chief sells and the bidder buys. */
static int sale(const integralis_state *s, kb_deed *out)
{
    out[0] = about(integralis_chief(s->target), SELL, s->target, s->amount);
    out[1] = about(s->turn, BUY, s->target, s->amount);
    return 2;
}

static int deeds(const void *state, int seat, kb_move m, kb_deed *out)
{
    const integralis_state *s = (const integralis_state *)state;
    switch ((integralis_verb)m.verb) {
    case INTEGRALIS_DO_RECALL: out[0] = with_words(seat, RECALL, card_at(m.a), KB_NO_WORD); return 1;
    case INTEGRALIS_DO_TAKE: out[0] = with_words(seat, TAKE, FIRST_ORDER + m.a, KB_NO_WORD); return 1;
    case INTEGRALIS_DO_SWAP: out[0] = with_words(seat, SWAP, FIRST_ORDER + m.a, FIRST_ORDER + m.b); return 1;
    case INTEGRALIS_DO_PLAY: out[0] = play(s, seat, m); return 1;
    case INTEGRALIS_DO_REPAIR: out[0] = with_words(seat, REPAIR, FIRST_MACHINE + m.a, KB_NO_WORD); return 1;
    case INTEGRALIS_DO_TEMPT: out[0] = about(seat, TEMPT, m.a, m.amount); return 1;
    case INTEGRALIS_DO_BRIBE: out[0] = about(seat, BRIBE, m.a, 0); return 1;
    case INTEGRALIS_DO_COVER: out[0] = with_words(seat, COVER, FIRST_MACHINE + m.a, FIRST_ORDER + m.b); return 1;
    case INTEGRALIS_DO_WAIVE: out[0] = with_words(seat, WAIVE, FIRST_MACHINE + m.a, KB_NO_WORD); return 1;
    case INTEGRALIS_DO_COUNTER: out[0] = with_words(seat, COUNTER, card_at(s->card), FIRST_SEAT + s->turn); return 1;
    case INTEGRALIS_DO_ACCEPT: return sale(s, out);
    case INTEGRALIS_DO_RELEASE: out[0] = about(seat, RELEASE, s->target, 0); return 1;
    case INTEGRALIS_DO_RESIST: out[0] = about(seat, RESIST, s->target, 0); return 1;
    case INTEGRALIS_DO_STAY: out[0] = about(seat, KEEP, s->target, 0); return 1;
    case INTEGRALIS_DO_LEAVE: out[0] = about(seat, DISMISS, s->target, 0); return 1;
    case INTEGRALIS_DO_BID: out[0] = about(seat, BID, s->target, m.amount); return 1;
    case INTEGRALIS_DO_START:
    case INTEGRALIS_DO_DEAL:
    case INTEGRALIS_DO_REVEAL:
    case INTEGRALIS_DO_DRAW:
    case INTEGRALIS_DO_TRADE:
    case INTEGRALIS_DO_END:
    case INTEGRALIS_DO_PASS:
    case INTEGRALIS_DO_REFUSE:
    case INTEGRALIS_DO_DEMAND:
    case INTEGRALIS_DO_UNDER: break;
    }
    return 0;
}

/* --- decisions ------------------------------------------------------------------------------------ */

/* The two bidders, in seat order. */
static int bidder(const integralis_state *s, int i)
{
    int chief = integralis_chief(s->target);
    if (i > 1) return -1;
    return (s->turn < chief) == (i == 0) ? s->turn : chief;
}

static bool decision(const void *state, int seat, kb_move m, int i, kb_decision *out)
{
    const integralis_state *s = (const integralis_state *)state;
    bool hidden = s->step == INTEGRALIS_BID;
    int who = hidden ? bidder(s, i) : i == 0 ? seat : -1;
    if (who < 0 || (hidden && s->actors != 1u << seat)) return false;
    out->state = (const kb_state *)state;
    out->seat = who;
    out->move = m;
    if (!hidden || who == seat) return true;
    out->then = *out->state;
    out->state = &out->then;
    integralis_state *then = (integralis_state *)&out->then;
    int32_t *bid = &then->bid[who == s->turn ? 0 : 1];
    out->move.amount = *bid;
    *bid = 0;
    then->actors = integralis_owing(then);
    return true;
}

/* A seat has time in its own turn until it ends it or has used its actions. */
static kb_leaving leaves(const void *state, kb_move m)
{
    const integralis_state *s = (const integralis_state *)state;
    if (s->step != INTEGRALIS_ACT || m.verb == INTEGRALIS_DO_END) return KB_LEAVES_NOTHING;
    bool forced = m.verb >= INTEGRALIS_DO_DRAW && m.verb <= INTEGRALIS_DO_SWAP;
    return forced && s->actions == 1 ? KB_TAKES_LAST : KB_LEAVES_ROOM;
}

const kb_deeds integralis_deeds = {
    .n_forms = N_FORMS,
    .n_words = N_WORDS,
    .amount_at = amount_at,
    .excused_at = excused_at,
    .verbs = verbs,
    .form = describe,
    .put_word = put_word,
    .word_named = word_named,
    .first_seat = FIRST_SEAT,
    .forms_by_verb = forms_by_verb,
    .forms_here = forms_here,
    .when = when,
    .deeds = deeds,
    .decision = decision,
    .leaves = leaves,
};
