/* deeds.c: deeds of moves in Intrige, for promises: bribes paid, posts given, scholars banished and sent. */
#include "deeds.h"

#include "tables.h"
#include "text.h"

/* pay A for SCHOLAR at L · give SCHOLAR POST · banish SCHOLAR · send PROFESSION PALACE */
typedef enum form { PAY, GIVE, BANISH, SEND, N_FORMS } form;

enum {
    FIRST_SEAT = 0,
    FIRST_PROFESSION = FIRST_SEAT + INTRIGE_SEATS_MAX,
    FIRST_POST = FIRST_PROFESSION + INTRIGE_POSTS_MAX,
    N_WORDS = FIRST_POST + INTRIGE_POSTS_MAX
};

static const char *const verbs[N_FORMS] = {"pay", "give", "banish", "send"};
static const uint8_t amount_at[N_FORMS] = {0, KB_NO_PLACE, KB_NO_PLACE, KB_NO_PLACE};
static const uint8_t excused_at[N_FORMS] = {0, KB_NO_PLACE, KB_NO_PLACE, KB_NO_PLACE};

/* By intrige_verb. */
static const uint32_t forms_by_verb[] = {
    [INTRIGE_DO_START] = 0,
    [INTRIGE_DO_BRIBE] = 1u << PAY,
    [INTRIGE_DO_PLACE] = 1u << GIVE,
    [INTRIGE_DO_HIRE] = 1u << GIVE | 1u << BANISH,
    [INTRIGE_DO_SETTLE] = 1u << GIVE | 1u << BANISH,
    [INTRIGE_DO_SEND] = 1u << SEND,
};

/* --- grammar -------------------------------------------------------------------------------------- */

/* A state with this setup, for functions that look up tables by state. */
static intrige_state state_of(const kb_setup *setup)
{
    intrige_state s;
    __builtin_memset(&s, 0, sizeof s);
    s.setup = *setup;
    return s;
}

static uint64_t words_from(int first, int n)
{
    return ((1ull << n) - 1) << first;
}

static void describe(const kb_setup *setup, int number, kb_deed_form *out)
{
    intrige_state s = state_of(setup);
    int posts = intrige_box_of(&s)->posts;
    const kb_place seat = {KB_PLACE_WORD, "seat", words_from(FIRST_SEAT, setup->seats), 0};
    const kb_place profession = {KB_PLACE_WORD, "profession", words_from(FIRST_PROFESSION, posts), 0};
    const kb_place scholar = {KB_PLACE_PARTS, "scholar", seat.words, profession.words};
    const kb_place post = {KB_PLACE_WORD, "post", words_from(FIRST_POST, posts), 0};
    const kb_place amount = {KB_PLACE_AMOUNT, "amount", 0, 0};
    const kb_place word_for = {KB_PLACE_FIXED, "for", 0, 0}, word_at = {KB_PLACE_FIXED, "at", 0, 0};
    const kb_deed_form forms[N_FORMS] = {
        {verbs[PAY], 5, {amount, word_for, scholar, word_at, seat}},
        {verbs[GIVE], 2, {scholar, post}},
        {verbs[BANISH], 1, {scholar}},
        {verbs[SEND], 2, {profession, seat}},
    };
    *out = forms[number];
}

static void put_word(const kb_setup *setup, int word, kb_text *out)
{
    intrige_state s = state_of(setup);
    if (word < FIRST_PROFESSION) {
        kb_put(out, intrige_seat_names[word - FIRST_SEAT]);
    } else if (word < FIRST_POST) {
        kb_put(out, intrige_professions(&s)[word - FIRST_PROFESSION]);
    } else {
        kb_putf(out, "%d", intrige_box_of(&s)->salary[word - FIRST_POST]);
    }
}

/* With sealed bribes only payer and landlord learn a sum. */
static int secret_form(const kb_setup *setup)
{
    return setup->option[INTRIGE_BRIBES] == INTRIGE_SEALED ? PAY : KB_NO_PLACE;
}

/* --- deeds ---------------------------------------------------------------------------------------- */

static kb_when when(const void *state)
{
    const intrige_state *s = (const intrige_state *)state;
    int n = s->setup.seats;
    kb_when over = {s->round * n + 1, s->round + 1};
    if (s->step == INTRIGE_OVER || s->step == INTRIGE_START) return over;
    kb_when now = {(s->round - 1) * n + (s->turn + n - s->start) % n + 1, s->round};
    return now;
}

static int stage(const void *state)
{
    return ((const intrige_state *)state)->stage;
}

/* Before each stage; an internal one for each post. */
static int point(const void *state)
{
    const intrige_state *s = (const intrige_state *)state;
    return s->stage + s->post;
}

static kb_deed about(int seat, form what, int place, uint8_t scholar)
{
    kb_deed deed = kb_deed_of(seat, what);
    deed.word[place] = (uint8_t)(FIRST_SEAT + intrige_seat(scholar));
    deed.part[place] = (uint8_t)(FIRST_PROFESSION + intrige_profession(scholar));
    return deed;
}

static kb_deed payment(const intrige_state *s, int seat, kb_move m)
{
    kb_deed deed = about(seat, PAY, 2, s->claim[intrige_due_claim(s, seat)].scholar);
    deed.word[4] = (uint8_t)(FIRST_SEAT + s->turn);
    deed.amount = m.amount;
    return deed;
}

static kb_deed gift(int seat, uint8_t scholar, int post)
{
    kb_deed deed = about(seat, GIVE, 0, scholar);
    deed.word[1] = (uint8_t)(FIRST_POST + post);
    return deed;
}

/* All scholars of the winner's profession in this stage, except those identical to the winner (I-5), by seat. */
static int banishments(const intrige_state *s, int seat, uint8_t winner, kb_deed *out)
{
    int n = 0;
    bool won = false;
    for (int owner = 0; owner < s->setup.seats; owner++)
        for (int i = 0; i < s->n_claims; i++) {
            uint8_t scholar = s->claim[i].scholar;
            if (intrige_seat(scholar) != owner || intrige_profession(scholar) != intrige_profession(winner)) continue;
            if (scholar == winner && !won) {
                won = true;
            } else {
                out[n++] = about(seat, BANISH, 0, scholar);
            }
        }
    return n;
}

static int deeds(const void *state, int seat, kb_move m, kb_deed *out)
{
    const intrige_state *s = (const intrige_state *)state;
    switch ((intrige_verb)m.verb) {
    case INTRIGE_DO_BRIBE: out[0] = payment(s, seat, m); return 1;
    case INTRIGE_DO_PLACE: out[0] = gift(seat, m.a, m.b); return 1;
    case INTRIGE_DO_HIRE: out[0] = gift(seat, m.a, m.b); return 1 + banishments(s, seat, m.a, out + 1);
    case INTRIGE_DO_SETTLE: out[0] = gift(seat, m.a, s->post); return 1 + banishments(s, seat, m.a, out + 1);
    case INTRIGE_DO_SEND:
        out[0] = kb_deed_of(seat, SEND);
        out[0].word[0] = (uint8_t)(FIRST_PROFESSION + m.a);
        out[0].word[1] = (uint8_t)(FIRST_SEAT + m.b);
        return 1;
    case INTRIGE_DO_START:
    case INTRIGE_DO_OFFER:
    case INTRIGE_DO_COUNTER:
    case INTRIGE_DO_ACCEPT:
    case INTRIGE_DO_REFUSE: break;
    }
    return 0;
}

/* --- decisions ------------------------------------------------------------------------------------ */

/* The stage as the payer of this claim saw it: with the payer's earlier sealed sums and without later ones. */
static void unseal(intrige_state *s, int claim)
{
    uint8_t payer = (uint8_t)intrige_seat(s->claim[claim].scholar);
    for (int i = claim; i < s->n_claims; i++) {
        intrige_claim *c = &s->claim[i];
        if (intrige_seat(c->scholar) != payer) continue;
        s->cursor = (uint8_t)(s->cursor - c->chosen);
        c->paid = c->chosen = c->bank = 0;
    }
    s->actors = intrige_owing(s);
}

static bool decision(const void *state, int seat, kb_move m, int i, kb_decision *out)
{
    const intrige_state *s = (const intrige_state *)state;
    bool sealing = intrige_is_sealing(s);
    if (i >= (sealing ? s->n_claims : 1)) return false;
    if (sealing && s->cursor + 1 < s->n_claims) return false;
    out->state = (const kb_state *)state;
    out->seat = seat;
    out->move = m;
    if (!sealing) return true;
    out->seat = intrige_seat(s->claim[i].scholar);
    if (s->claim[i].chosen) out->move.amount = s->claim[i].paid;
    out->then = *out->state;
    out->state = &out->then;
    unseal((intrige_state *)&out->then, i);
    return true;
}

/* --- posts ---------------------------------------------------------------------------------------- */

static bool gives_free_posts(const intrige_state *s)
{
    return s->step == INTRIGE_PLACE || s->step == INTRIGE_HIRE;
}

static uint32_t uses_up(const void *state, kb_move m)
{
    return gives_free_posts((const intrige_state *)state) ? 1u << m.b : 0;
}

/* Deals that limit nothing are loose. */
static void unbound(const void *state, uint32_t posts, void *out)
{
    intrige_state *s = (intrige_state *)out;
    *s = *(const intrige_state *)state;
    if (s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_BINDING) s->setup.option[INTRIGE_DEALS] = INTRIGE_DEALS_LOOSE;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
        if (gives_free_posts(s) && posts >> post & 1) s->palace[s->turn][post] = KB_NONE;
}

/* Applicants whose profession has no post yet and is not being decided now. */
static int later(const void *state, kb_deed *out)
{
    const intrige_state *s = (const intrige_state *)state;
    int n = 0;
    if (!gives_free_posts(s)) return 0;
    int now = s->step == INTRIGE_HIRE ? s->cursor : intrige_profession(s->claim[s->cursor].scholar);
    uint32_t done = 1u << now;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++) done |= 1u << intrige_profession(s->palace[s->turn][post]);
    for (int i = 0; i < s->n_park[s->turn]; i++) {
        uint8_t scholar = s->park[s->turn][i];
        if (done >> intrige_profession(scholar) & 1) continue;
        for (int post = 0; post < intrige_box_of(s)->posts; post++) out[n++] = gift(s->turn, scholar, post);
    }
    return n;
}

/* --- binding deals -------------------------------------------------------------------------------- */

/* A landlord owes the posts of the stage's binding deals, and the one of a counter that waits for its answer. */
static int pledged(const void *state, int seat, kb_deed *out)
{
    const intrige_state *s = (const intrige_state *)state;
    int n = 0;
    if (s->setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_BINDING || seat != s->turn) return 0;
    for (int i = 0; i < s->n_claims; i++)
        if (s->claim[i].deal) out[n++] = gift(seat, s->claim[i].scholar, s->claim[i].post);
    if (s->step == INTRIGE_ANSWER && s->offer_by == seat)
        out[n++] = gift(seat, s->claim[s->cursor].scholar, s->offer_post);
    return n;
}

static bool pledges(const void *state, int seat, kb_move m, kb_deed *out)
{
    const intrige_state *s = (const intrige_state *)state;
    bool agrees = m.verb == INTRIGE_DO_ACCEPT || m.verb == INTRIGE_DO_COUNTER;
    if (s->setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_BINDING || seat != s->turn || !agrees) return false;
    *out = gift(seat, s->claim[s->cursor].scholar, m.verb == INTRIGE_DO_ACCEPT ? s->offer_post : m.b);
    return true;
}

const kb_deeds intrige_deeds = {
    .n_forms = N_FORMS,
    .n_words = N_WORDS,
    .amount_at = amount_at,
    .excused_at = excused_at,
    .verbs = verbs,
    .form = describe,
    .put_word = put_word,
    .first_seat = FIRST_SEAT,
    .secret_form = secret_form,
    .payee_at = 4,
    .secret_rule =
        "with sealed bribes a promise about them must be secret, between the payer and the landlord it names",
    .forms_by_verb = forms_by_verb,
    .when = when,
    .stage = stage,
    .point = point,
    .deeds = deeds,
    .decision = decision,
    .uses_up = uses_up,
    .unbound = unbound,
    .later = later,
    .gift_form = 1u << GIVE,
    .scarce_at = 1,
    .pledged = pledged,
    .pledges = pledges,
};
