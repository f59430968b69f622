/* encode.c: Intrige as numbered actions and observations. */
#include "../../core/encode.h"
#include "tables.h"

enum { SEATS = INTRIGE_SEATS_MAX, POSTS = INTRIGE_POSTS_MAX, CLAIMS = INTRIGE_CLAIMS_MAX };

#define POST    KB_FROM(0, POSTS)
#define SCHOLAR KB_OF_SEATS(0, POSTS, SEATS, 3)

/* clang-format off */
#define FORMS(X) \
    X(BRIBE, INTRIGE_DO_BRIBE, KB_ACTION_SUM, KB_NO_FIELD, KB_NO_FIELD, KB_NO_FIELD) \
    X(OFFER, INTRIGE_DO_OFFER, KB_ACTION_SUM, KB_NO_FIELD, POST, KB_NO_FIELD) \
    X(COUNTER, INTRIGE_DO_COUNTER, KB_ACTION_SUM, KB_NO_FIELD, POST, KB_NO_FIELD) \
    X(ACCEPT, INTRIGE_DO_ACCEPT, KB_ACTION_PLAIN, KB_NO_FIELD, KB_NO_FIELD, KB_NO_FIELD) \
    X(REFUSE, INTRIGE_DO_REFUSE, KB_ACTION_PLAIN, KB_NO_FIELD, KB_NO_FIELD, KB_NO_FIELD) \
    X(PLACE, INTRIGE_DO_PLACE, KB_ACTION_PLAIN, SCHOLAR, POST, KB_NO_FIELD) \
    X(HIRE, INTRIGE_DO_HIRE, KB_ACTION_PLAIN, SCHOLAR, POST, KB_NO_FIELD) \
    X(SETTLE, INTRIGE_DO_SETTLE, KB_ACTION_PLAIN, SCHOLAR, KB_NO_FIELD, KB_NO_FIELD) \
    X(SEND, INTRIGE_DO_SEND, KB_ACTION_PLAIN, KB_FROM(0, POSTS), KB_SEATS(SEATS), KB_NO_FIELD)
/* clang-format on */

enum { FORMS(KB_FORM_NUMBERS) N_ACTIONS };
enum { FORMS(KB_FORM_INDEX) N_FORMS };

static const kb_action_form forms[] = {FORMS(KB_FORM_ENTRY)};

/* The form of each verb. */
static const uint8_t form_of_verb[] = {
    [INTRIGE_DO_START] = N_FORMS,        [INTRIGE_DO_BRIBE] = FORM_BRIBE,   [INTRIGE_DO_OFFER] = FORM_OFFER,
    [INTRIGE_DO_COUNTER] = FORM_COUNTER, [INTRIGE_DO_ACCEPT] = FORM_ACCEPT, [INTRIGE_DO_REFUSE] = FORM_REFUSE,
    [INTRIGE_DO_PLACE] = FORM_PLACE,     [INTRIGE_DO_HIRE] = FORM_HIRE,     [INTRIGE_DO_SETTLE] = FORM_SETTLE,
    [INTRIGE_DO_SEND] = FORM_SEND,
};

/* A bribe of the current stage, in paying order. */
typedef struct claim {
    int8_t seat[SEATS], profession[POSTS];
    int8_t chosen, bank; /* bank: 1 pays, -1 not known */
    int8_t paid[2], deal[2], deal_post[POSTS];
} claim;

/* Seats are counted from the observing one; sums are in units of the edition's smallest. */
typedef struct observation {
    int8_t seats, edition, bribes, refund, deals, money_open, defence;
    int8_t round, offers, n_claims, cursor;
    int8_t step[INTRIGE_OVER + 1], stage[INTRIGE_INTERNAL + 1];
    int8_t turn[SEATS], start[SEATS], sent[SEATS], offer_by[SEATS];
    int8_t disputed_post[POSTS], offer_post[POSTS], offer[2];
    int8_t money[SEATS][2], salaries[SEATS][2];
    int8_t home[SEATS][POSTS];
    int8_t palace_seat[SEATS][POSTS][SEATS];       /* landlord, post, whose relative holds it */
    int8_t palace_profession[SEATS][POSTS][POSTS]; /* landlord, post, profession */
    int8_t park[SEATS][SEATS][POSTS];              /* landlord, seat, profession: how many wait */
    claim claims[CLAIMS];
} observation;

static const kb_observation_block blocks[] = {
    KB_BLOCK(observation, seats, 0),
    KB_BLOCK(observation, edition, 0),
    KB_BLOCK(observation, bribes, 0),
    KB_BLOCK(observation, refund, 0),
    KB_BLOCK(observation, deals, 0),
    KB_BLOCK(observation, money_open, 0),
    KB_BLOCK(observation, defence, 0),
    KB_BLOCK(observation, round, 0),
    KB_BLOCK(observation, offers, 0),
    KB_BLOCK(observation, n_claims, 0),
    KB_BLOCK(observation, cursor, 0),
    KB_BLOCK(observation, step, INTRIGE_OVER + 1),
    KB_BLOCK(observation, stage, INTRIGE_INTERNAL + 1),
    KB_BLOCK(observation, turn, SEATS),
    KB_BLOCK(observation, start, SEATS),
    KB_BLOCK(observation, sent, SEATS),
    KB_BLOCK(observation, offer_by, SEATS),
    KB_BLOCK(observation, disputed_post, POSTS),
    KB_BLOCK(observation, offer_post, POSTS),
    KB_BLOCK(observation, offer, 2),
    KB_BLOCK(observation, money, SEATS, 2),
    KB_BLOCK(observation, salaries, SEATS, 2),
    KB_BLOCK(observation, home, SEATS, POSTS),
    KB_BLOCK(observation, palace_seat, SEATS, POSTS, SEATS),
    KB_BLOCK(observation, palace_profession, SEATS, POSTS, POSTS),
    KB_BLOCK(observation, park, SEATS, SEATS, POSTS),
    KB_BLOCK(observation, claims, CLAIMS, sizeof(claim)),
};

static int32_t unit(const void *state)
{
    return intrige_box_of(state)->step;
}

static int32_t in_units(const intrige_state *s, int32_t sum)
{
    return sum == KB_HIDDEN ? KB_HIDDEN : intrige_in_steps(s, sum);
}

static void observe_setup(const intrige_state *s, observation *o)
{
    o->seats = (int8_t)s->setup.seats;
    o->edition = (int8_t)s->setup.edition;
    o->bribes = (int8_t)s->setup.option[INTRIGE_BRIBES];
    o->refund = (int8_t)s->setup.option[INTRIGE_REFUND];
    o->deals = (int8_t)s->setup.option[INTRIGE_DEALS];
    o->money_open = (int8_t)s->setup.option[INTRIGE_MONEY];
    o->defence = (int8_t)s->setup.option[INTRIGE_DEFENCE];
}

static void observe_step(const intrige_state *s, int seat, observation *o)
{
    int n = s->setup.seats;
    o->round = (int8_t)s->round;
    o->offers = (int8_t)s->offers;
    o->n_claims = (int8_t)s->n_claims;
    o->cursor = (int8_t)s->cursor;
    o->step[s->step] = 1;
    o->stage[s->stage] = 1;
    if (s->turn != KB_NONE) o->turn[kb_seats_from(seat, s->turn, n)] = 1;
    if (s->start != KB_NONE) o->start[kb_seats_from(seat, s->start, n)] = 1;
    if (s->sent != KB_NONE) o->sent[kb_seats_from(seat, s->sent, n)] = 1;
    if (s->stage == INTRIGE_INTERNAL) o->disputed_post[s->post] = 1;
    if (s->step != INTRIGE_ANSWER) return;
    o->offer_by[kb_seats_from(seat, s->offer_by, n)] = 1;
    o->offer_post[s->offer_post] = 1;
    kb_observe_sum(o->offer, in_units(s, s->offer_amount));
}

/* What belongs to the seat i places to the left: money, relatives, palace and park. */
static void observe_seat(const intrige_state *s, int seat, int other, int i, observation *o)
{
    int n = s->setup.seats;
    kb_observe_sum(o->money[i], in_units(s, s->purse.of[other]));
    kb_observe_sum(o->salaries[i], in_units(s, s->salaries[other]));
    __builtin_memcpy(o->home[i], s->home[other], POSTS);
    for (int post = 0; post < POSTS; post++) {
        uint8_t holder = s->palace[other][post];
        bool held = holder != KB_NONE; /* written either way: whether a post is held is hard to predict */
        o->palace_seat[i][post][held ? kb_seats_from(seat, intrige_seat(holder), n) : 0] = held;
        o->palace_profession[i][post][held ? intrige_profession(holder) : 0] = held;
    }
    for (int at = 0; at < s->n_park[other]; at++) {
        uint8_t scholar = s->park[other][at];
        o->park[i][kb_seats_from(seat, intrige_seat(scholar), n)][intrige_profession(scholar)]++;
    }
}

static void observe_claim(const intrige_state *s, int seat, const intrige_claim *c, claim *o)
{
    o->seat[kb_seats_from(seat, intrige_seat(c->scholar), s->setup.seats)] = 1;
    o->profession[intrige_profession(c->scholar)] = 1;
    o->chosen = (int8_t)c->chosen;
    o->bank = (int8_t)(c->bank == KB_NONE ? -1 : c->bank);
    kb_observe_sum(o->paid, in_units(s, c->paid));
    kb_observe_sum(o->deal, in_units(s, c->deal));
    if (c->deal) o->deal_post[c->post] = 1;
}

static void observe(const void *view, int seat, void *out)
{
    const intrige_state *s = view;
    observation *o = out;
    observe_setup(s, o);
    observe_step(s, seat, o);
    for (int i = 0, other = seat; i < s->setup.seats; i++, other = kb_left_of(other, s->setup.seats))
        observe_seat(s, seat, other, i, o);
    for (int i = 0; i < s->n_claims; i++) observe_claim(s, seat, &s->claim[i], &o->claims[i]);
}

const kb_encoding intrige_encoding = {
    .forms = forms,
    .n_forms = N_FORMS,
    .n_actions = N_ACTIONS,
    .form_of_verb = form_of_verb,
    .n_verbs = KB_COUNT(form_of_verb),
    .blocks = blocks,
    .n_blocks = KB_COUNT(blocks),
    .observation_bytes = sizeof(observation),
    .unit = unit,
    .observe = observe,
};
