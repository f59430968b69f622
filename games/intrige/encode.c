/* encode.c: Intrige as numbered actions and observations. */
#include "../../core/encode.h"
#include "tables.h"

enum { SEATS = INTRIGE_SEATS_MAX, POSTS = INTRIGE_POSTS_MAX, CLAIMS = INTRIGE_CLAIMS_MAX };
KB_STATIC_ASSERT((int)SEATS == (int)POSTS, "rows of seats and of professions have the same size");

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

static const kb_action_form action_forms[] = {FORMS(KB_FORM_ENTRY)};

/* The form of each verb, in their order. */
static const uint8_t form_of_verb[] = {N_FORMS,     FORM_BRIBE, FORM_OFFER, FORM_COUNTER, FORM_ACCEPT,
                                       FORM_REFUSE, FORM_PLACE, FORM_HIRE,  FORM_SETTLE,  FORM_SEND};

static int form_of(kb_move move)
{
    return form_of_verb[move.verb];
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

KB_FN static int32_t unit_of(const void *state)
{
    return intrige_box_of((const intrige_state *)state)->step;
}

KB_FN static void observe_sum(const intrige_state *s, int32_t sum, int8_t out[2])
{
    bool in_1994 = s->setup.edition == INTRIGE_FXSCHMID1994;
    kb_observe_sum(out, sum, in_1994 ? (uint32_t)sum / 10000 : (uint32_t)sum / 1000);
}

KB_FN static void observe_setup(const intrige_state *s, observation *o)
{
    o->seats = (int8_t)s->setup.seats;
    o->edition = (int8_t)s->setup.edition;
    o->bribes = (int8_t)s->setup.option[INTRIGE_BRIBES];
    o->refund = (int8_t)s->setup.option[INTRIGE_REFUND];
    o->deals = (int8_t)s->setup.option[INTRIGE_DEALS];
    o->money_open = (int8_t)s->setup.option[INTRIGE_MONEY];
    o->defence = (int8_t)s->setup.option[INTRIGE_DEFENCE];
}

KB_FN static void observe_step(const intrige_state *s, const kb_places *places, observation *o)
{
    o->round = (int8_t)s->round;
    o->offers = (int8_t)s->offers;
    o->n_claims = (int8_t)s->n_claims;
    o->cursor = (int8_t)s->cursor;
    o->step[s->step] = 1;
    o->stage[s->stage] = 1;
    kb_put_row(o->turn, kb_row_of_seat(places, s->turn), SEATS);
    kb_put_row(o->start, kb_row_of_seat(places, s->start), SEATS);
    kb_put_row(o->sent, kb_row_of_seat(places, s->sent), SEATS);
    o->disputed_post[s->post] = s->stage == INTRIGE_INTERNAL;
    if (s->step != INTRIGE_ANSWER) return;
    kb_put_row(o->offer_by, kb_row_of_seat(places, s->offer_by), SEATS);
    o->offer_post[s->offer_post] = 1;
    observe_sum(s, s->offer_amount, o->offer);
}

/* The holders of all posts. What is written past a palace is overwritten by the next, or is still all 0. */
KB_FN static void observe_palaces(const intrige_state *s, int seat, const kb_places *places, observation *o)
{
    static const kb_places same = {{0, 1, 2, 3, 4, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}};
    int n = s->setup.seats;
    const uint8_t *palaces = (const uint8_t *)s + offsetof(intrige_state, palace);
    for (int i = 0, other = seat; i < n; i++, other = kb_left_of(other, n))
        kb_put_five(o->palace_seat[i][0], palaces + POSTS * other, 3, places);
    for (int i = 0, other = seat; i < n; i++, other = kb_left_of(other, n))
        kb_put_five(o->palace_profession[i][0], palaces + POSTS * other, 0, &same);
}

/* What belongs to the seat i places to the left: money and relatives. */
KB_FN static void observe_seat(const intrige_state *s, int other, int i, observation *o)
{
    observe_sum(s, s->purse.of[other], o->money[i]);
    observe_sum(s, s->salaries[other], o->salaries[i]);
    __builtin_memcpy(o->home[i], s->home[other], POSTS);
}

/* A bit for each place of a park that has an applicant: KB_NONE, and no scholar, has the highest bit. */
KB_FN static uint32_t applicants(const uint8_t park[INTRIGE_PARK_MAX])
{
    uint64_t row;
    __builtin_memcpy(&row, park, sizeof row);
    return (uint32_t)((~row >> 7 & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* One loop for all parks: how many wait in one of them is hard to predict. */
KB_FN static void observe_parks(const intrige_state *s, const kb_places *places, observation *o)
{
    int n = s->setup.seats;
    uint64_t waiting = 0;
    for (int landlord = 0; landlord < n; landlord++)
        waiting |= (uint64_t)applicants(s->park[landlord]) << INTRIGE_PARK_MAX * landlord;
    for (; waiting; waiting &= waiting - 1) {
        int at = kb_lowest_bit_of_64(waiting), landlord = at / INTRIGE_PARK_MAX;
        uint8_t scholar = s->park[landlord][at % INTRIGE_PARK_MAX];
        int8_t *of = o->park[places->of[landlord]][places->of[intrige_seat(scholar)]];
        of[intrige_profession(scholar)]++;
    }
}

KB_STATIC_ASSERT(INTRIGE_PARK_MAX == 8, "a park is a row");

KB_FN static void observe_claim(const intrige_state *s, const kb_places *places, const intrige_claim *c, claim *o)
{
    kb_put_row(o->seat, kb_row_of_seat(places, intrige_seat(c->scholar)), SEATS);
    kb_put_row(o->profession, kb_row_of_one(intrige_profession(c->scholar)), POSTS);
    o->chosen = (int8_t)c->chosen;
    o->bank = (int8_t)c->bank; /* KB_NONE is -1 */
    observe_sum(s, c->paid, o->paid);
    observe_sum(s, c->deal, o->deal);
    o->deal_post[c->post] = c->deal != 0;
}

KB_FN static void observe(const void *view, int seat, void *out)
{
    const intrige_state *s = (const intrige_state *)view;
    observation *o = (observation *)out;
    const kb_places *places = kb_places_from(seat, s->setup.seats);
    observe_setup(s, o);
    observe_step(s, places, o);
    for (int i = 0, other = seat; i < s->setup.seats; i++, other = kb_left_of(other, s->setup.seats))
        observe_seat(s, other, i, o);
    observe_palaces(s, seat, places, o);
    observe_parks(s, places, o);
    for (int i = 0; i < s->n_claims; i++) observe_claim(s, places, &s->claim[i], &o->claims[i]);
}

const kb_encoding intrige_encoding = {
    .forms = action_forms,
    .n_forms = N_FORMS,
    .n_actions = N_ACTIONS,
    .form_of_verb = form_of_verb,
    .n_verbs = KB_COUNT(form_of_verb),
    .form_of_a = NULL,
    .n_a = 0,
    .blocks = blocks,
    .n_blocks = KB_COUNT(blocks),
    .observation_bytes = sizeof(observation),
    .unit = unit_of,
    .mark = mark,
    .run = run,
    .observe = observe,
};
