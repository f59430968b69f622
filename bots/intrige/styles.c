/* styles.c: how people play Intrige: what they pay, and what decides whom they favour as landlords. Where they
 * send their relatives, and what they offer, is left to the policy. */
#include "styles.h"
#include "../../core/rng.h"
#include "../../games/intrige/tables.h"
#include "greedy.h"

/* --- the styles -------------------------------------------------------------------------------- */

enum {
    PAYS,    /* percent of the best post's worth, where nobody disputes it … */
    FIGHTS,  /* … and where somebody does                                    */
    OUTBIDS, /* a step more than the highest so far, up to this percentage   */
    WHIM,    /* a bribe may be so many percent more or less                  */
    PAYMENT, /* as landlord: how far bribes count,                           */
    ENVY,    /* … how far against whoever is ahead,                          */
    LOYALTY, /* … how far for whoever employs the landlord's own relatives,  */
    MOOD,    /* … and how far by chance                                      */
    PRICE,   /* percent of a post's worth to promise it                      */
    WORD     /* how far a promise that was paid for binds                    */
};

const char *const intrige_figures[] = {"pays",    "fights", "outbids", "whim", "payment", "envy",
                                       "loyalty", "mood",   "price",   "word", NULL};

const bot_style intrige_styles[intrige_N_STYLES] = {
    /*          pays fights outbids whim  payment envy loyalty mood  price word */
    {"fair", {{20, 20, 0, 10, 100, 0, 0, 5, 20, 100}}},   {"thrifty", {{8, 12, 0, 10, 100, 0, 0, 5, 15, 100}}},
    {"miser", {{0, 0, 0, 0, 60, 0, 0, 20, 15, 100}}},     {"leveller", {{0, 5, 0, 0, 0, 100, 0, 10, 40, 100}}},
    {"rival", {{4, 4, 40, 0, 100, 0, 0, 5, 20, 100}}},    {"friend", {{8, 12, 0, 10, 30, 0, 100, 5, 20, 100}}},
    {"lavish", {{35, 40, 0, 10, 100, 0, 0, 5, 30, 100}}}, {"fickle", {{10, 15, 0, 80, 0, 0, 0, 100, 20, 0}}},
};

/* --- what things are worth -------------------------------------------------------------------- */

/* How often the seat is paid from now on: its turns still to begin, and the final income. */
static int32_t incomes(const intrige_state *s, int seat)
{
    int n_seats = s->setup.seats;
    int32_t n = intrige_box_of(s)->rounds - s->round + 1;
    for (int next = kb_left_of(s->turn, n_seats); next != s->start; next = kb_left_of(next, n_seats)) n += next == seat;
    return n;
}

static int32_t worth(const intrige_state *s, int seat, int post)
{
    return intrige_box_of(s)->salary[post] * incomes(s, seat);
}

/* What everybody can see of a seat's wealth: salaries to come, and money where it lies open. */
static int32_t prospects(const intrige_state *s, int seat)
{
    bool open = s->setup.option[INTRIGE_MONEY] == INTRIGE_MONEY_OPEN;
    return s->salaries[seat] * incomes(s, seat) + (open ? s->purse.of[seat] : 0);
}

/* What the relatives of a seat earn in another's palace. */
static int32_t earned_at(const intrige_state *s, int seat, int landlord)
{
    int32_t sum = 0;
    for (int post = 0; post < intrige_box_of(s)->posts; post++) {
        uint8_t scholar = s->palace[landlord][post];
        if (scholar != KB_NONE && intrige_seat(scholar) == seat) sum += intrige_box_of(s)->salary[post];
    }
    return sum;
}

static uint32_t free_posts(const intrige_state *s)
{
    uint32_t mask = 0;
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        mask |= (uint32_t)(s->palace[s->turn][post] == KB_NONE) << post;
    return mask;
}

/* The best post that this stage has to give. */
static int best_post(const intrige_state *s)
{
    return s->stage == INTRIGE_INTERNAL ? s->post : 31 - __builtin_clz(free_posts(s));
}

/* --- paying ----------------------------------------------------------------------------------- */

static bool competes(const intrige_state *s, int claim, int other)
{
    bool same_seat = intrige_seat(s->claim[claim].scholar) == intrige_seat(s->claim[other].scholar);
    bool same_post = intrige_profession(s->claim[claim].scholar) == intrige_profession(s->claim[other].scholar);
    return !same_seat && (s->stage == INTRIGE_UNCONTESTED || same_post);
}

static int32_t highest_rival(const intrige_state *s, int claim)
{
    int32_t most = 0;
    for (int i = 0; i < s->n_claims; i++)
        if (s->claim[i].chosen && s->claim[i].paid > most && competes(s, claim, i)) most = s->claim[i].paid;
    return most; /* a sum that is hidden is below 0 */
}

static kb_move pay(const intrige_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    int claim = intrige_due_claim(s, seat);
    int32_t step = intrige_box_of(s)->step, value = worth(s, seat, best_post(s));
    intrige_range range = intrige_bribes(s, claim);
    int32_t percent = s->stage == INTRIGE_UNCONTESTED ? figure[PAYS] : figure[FIGHTS];
    if (figure[WHIM])
        percent = percent * (100 - figure[WHIM] + (int32_t)kb_rng_under(rng, 2u * (uint32_t)figure[WHIM] + 1)) / 100;
    int32_t amount = value / 100 * percent, outbid = highest_rival(s, claim) + step;
    if (outbid > amount && outbid <= value / 100 * figure[OUTBIDS]) amount = outbid;
    amount = (amount + step / 2) / step * step;
    if (!intrige_can_win(s, claim)) amount = 0;
    if (figure[WORD] && s->claim[claim].deal > amount) amount = s->claim[claim].deal;
    amount = amount > range.high ? range.high : amount < range.low ? range.low : amount;
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, amount);
}

/* --- terms ------------------------------------------------------------------------------------ */

static kb_move answer(const intrige_state *s, int seat, const int16_t *figure)
{
    int payer = intrige_seat(s->claim[s->cursor].scholar);
    int32_t percent = worth(s, payer, s->offer_post) / 100;
    bool good;
    if (s->turn == seat)
        good = s->offer_amount >= percent * figure[PRICE] && !intrige_is_promised(s, s->cursor, s->offer_post);
    else
        good = s->offer_amount <= intrige_bribes(s, s->cursor).high && s->offer_amount <= percent * 2 * figure[FIGHTS];
    return kb_move_of(good ? INTRIGE_DO_ACCEPT : INTRIGE_DO_REFUSE, 0, 0, 0, 0);
}

/* --- deciding as landlord --------------------------------------------------------------------- */

enum {
    EVEN = 500,     /* of a thousand: liked as everybody is, and worth a post in the middle */
    FAIR_SHARE = 10 /* percent of a post's worth: who pays it is liked as everybody is */
};

/* How much the landlord likes to serve the claim. */
static int32_t liking(const intrige_state *s, int claim, const int16_t *figure, kb_rng *rng)
{
    const intrige_claim *c = &s->claim[claim];
    int seat = intrige_seat(c->scholar), rivals = s->setup.seats - 1;
    int32_t best = intrige_box_of(s)->salary[intrige_box_of(s)->posts - 1], average = 0;
    int32_t percent = c->paid / (worth(s, seat, best_post(s)) / 100);
    for (int i = 0; i < s->setup.seats; i++) average += i != s->turn ? prospects(s, i) / rivals : 0;
    int32_t likes = EVEN + figure[PAYMENT] * EVEN / FAIR_SHARE * (percent - FAIR_SHARE) / 100;
    likes -= figure[ENVY] * ((prospects(s, seat) - average) / (best * intrige_box_of(s)->rounds / 1000)) / 100;
    likes += figure[LOYALTY] * (earned_at(s, s->turn, seat) / (best / 1000)) / 100;
    if (figure[MOOD]) likes += (int32_t)kb_rng_under(rng, 20u * (uint32_t)figure[MOOD] + 1) - 10 * figure[MOOD];
    return likes;
}

static bool is_undecided(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim >= s->cursor;
    return s->step != INTRIGE_HIRE || intrige_profession(s->claim[claim].scholar) >= s->cursor;
}

static bool is_decided_about(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim == s->cursor;
    if (s->step == INTRIGE_HIRE && intrige_profession(s->claim[claim].scholar) != s->cursor) return false;
    return intrige_can_win(s, claim);
}

/* The post for the winner: among those yet to be decided about the best liked has the best; alone, by the liking. */
static int post_for(const intrige_state *s, int winner, const int32_t *likes)
{
    uint32_t posts = free_posts(s);
    int above = 0, others = 0, profession = intrige_profession(s->claim[winner].scholar);
    for (int i = 0; i < s->n_claims; i++) {
        if (!is_undecided(s, i) || intrige_profession(s->claim[i].scholar) == profession) continue;
        others++;
        above += likes[i] > likes[winner];
    }
    int32_t rank = others ? 2 * EVEN * (others - above) / others : likes[winner];
    rank = rank < 0 ? 0 : rank > 2 * EVEN ? 2 * EVEN : rank;
    for (int skip = (rank * (kb_count_bits(posts) - 1) + EVEN) / (2 * EVEN); skip > 0; skip--) posts &= posts - 1;
    return kb_lowest_bit(posts);
}

static kb_move decide(const intrige_state *s, const int16_t *figure, kb_rng *rng)
{
    int32_t likes[INTRIGE_CLAIMS_MAX] = {0};
    int winner = 0;
    while (!is_decided_about(s, winner)) winner++;
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        likes[i] = liking(s, i, figure, rng) + (c->deal && c->paid >= c->deal ? 10 * figure[WORD] : 0);
        if (i > winner && is_decided_about(s, i) && likes[i] > likes[winner]) winner = i;
    }
    const intrige_claim *c = &s->claim[winner];
    if (s->step == INTRIGE_SETTLE) return kb_move_of(INTRIGE_DO_SETTLE, c->scholar, 0, 0, 0);
    bool bound = figure[WORD] && c->deal && c->paid >= c->deal && free_posts(s) >> c->post & 1;
    int post = bound ? c->post : post_for(s, winner, likes);
    return kb_move_of(s->step == INTRIGE_PLACE ? INTRIGE_DO_PLACE : INTRIGE_DO_HIRE, c->scholar, post, 0, 0);
}

int intrige_fair_post(const intrige_state *s, int claim)
{
    static const int16_t by_payment[BOT_FIGURES] = {[PAYMENT] = 100};
    int32_t likes[INTRIGE_CLAIMS_MAX] = {0};
    for (int i = 0; i < s->n_claims; i++) likes[i] = liking(s, i, by_payment, NULL);
    return post_for(s, claim, likes);
}

int intrige_favour(const void *view, kb_move move)
{
    const intrige_state *s = (const intrige_state *)view;
    int claim = 0;
    if (move.verb != INTRIGE_DO_PLACE && move.verb != INTRIGE_DO_HIRE) return 0;
    while (claim < s->n_claims && s->claim[claim].scholar != move.a) claim++;
    if (claim == s->n_claims || s->claim[claim].deal) return 0;
    int off = intrige_fair_post(s, claim) - move.b, most = intrige_box_of(s)->posts - 1;
    KB_ASSERT(most > 0);
    return 100 - 100 * (off < 0 ? -off : off) / most;
}

kb_move intrige_styled(const void *state, int seat, const bot_figures *figures, kb_rng *rng)
{
    const intrige_state *s = (const intrige_state *)state;
    bool talks = s->step == INTRIGE_BRIBE && s->setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_NONE;
    if (s->step == INTRIGE_SEND || talks) {
        static const bot_memory plain = {0};
        kb_move move = bot_policy_at(s->setup.game)->greedy(s, seat, &plain, rng);
        if (move.verb != INTRIGE_DO_BRIBE) return move;
    }
    if (s->step == INTRIGE_BRIBE) return pay(s, seat, figures->at, rng);
    if (s->step == INTRIGE_ANSWER) return answer(s, seat, figures->at);
    return decide(s, figures->at, rng);
}

/* --- what a move tells ------------------------------------------------------------------------ */

bool intrige_decision(const void *before, const kb_event *e, kb_move *out)
{
    const intrige_state *s = (const intrige_state *)before;
    bool sealed = s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED;
    switch (e->kind) {
    case INTRIGE_PAYS: *out = kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, e->amount); return !sealed && !e->b;
    case INTRIGE_GETS_POST:
    case INTRIGE_KEEPS_POST:
        *out = s->step == INTRIGE_SETTLE  ? kb_move_of(INTRIGE_DO_SETTLE, e->a, 0, 0, 0)
               : s->step == INTRIGE_PLACE ? kb_move_of(INTRIGE_DO_PLACE, e->a, e->b, 0, 0)
                                          : kb_move_of(INTRIGE_DO_HIRE, e->a, e->b, 0, 0);
        return !sealed;
    default: return false;
    }
}

int intrige_fit(const void *before, kb_move expected, kb_move made)
{
    const intrige_state *s = (const intrige_state *)before;
    if (expected.verb != made.verb) return 0;
    if (made.verb == INTRIGE_DO_BRIBE) {
        int32_t off = intrige_in_steps(s, expected.amount - made.amount),
                wide = 1 + intrige_in_steps(s, made.amount) / 4;
        return (int)(BOT_FITS * wide * wide / (wide * wide + 2 * off * off));
    }
    if (expected.a != made.a) return 0;
    int off = expected.b > made.b ? expected.b - made.b : made.b - expected.b;
    return off ? BOT_FITS / 4 * (off == 1) : BOT_FITS;
}

void intrige_recall(const bot_ledger *ledger, void *world)
{
    intrige_state *s = (intrige_state *)world;
    if (!ledger->complete) return;
    s->purse.of[KB_BANK] = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        s->purse.of[seat] = ledger->cash[seat];
        s->purse.of[KB_BANK] -= s->purse.of[seat];
    }
}
