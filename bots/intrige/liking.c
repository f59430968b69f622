/* liking.c: what posts are worth, and how a landlord rates the applicants. */
#include "liking.h"

#include "../../core/rng.h"
#include "../../games/intrige/tables.h"

/* --- what things are worth -------------------------------------------------------------------- */

/* How often the seat will be paid: in its turns still to begin, and the final income. */
static int32_t incomes(const intrige_state *s, int seat)
{
    int n_seats = s->setup.seats;
    int32_t n = intrige_box_of(s)->rounds - s->round + 1;
    for (int next = kb_left_of(s->turn, n_seats); next != s->start; next = kb_left_of(next, n_seats)) n += next == seat;
    return n;
}

int32_t intrige_worth(const intrige_state *s, int seat, int post)
{
    return intrige_box_of(s)->salary[post] * incomes(s, seat);
}

/* The public part of a seat's wealth: salaries to come, and money if it is open. */
static int32_t prospects(const intrige_state *s, int seat)
{
    bool open = s->setup.option[INTRIGE_MONEY] == INTRIGE_MONEY_OPEN;
    return s->salaries[seat] * incomes(s, seat) + (open ? s->purse.of[seat] : 0);
}

/* What the relatives of a seat earn in this landlord's palace. */
static int32_t earned_at(const intrige_state *s, int seat, int landlord)
{
    int32_t sum = 0;
    for (int post = 0; post < intrige_box_of(s)->posts; post++) {
        uint8_t scholar = s->palace[landlord][post];
        if (scholar != KB_NONE && intrige_seat(scholar) == seat) sum += intrige_box_of(s)->salary[post];
    }
    return sum;
}

uint32_t intrige_free_posts(const intrige_state *s)
{
    uint32_t mask = 0;
    for (int post = 0; post < intrige_box_of(s)->posts; post++)
        mask |= (uint32_t)(s->palace[s->turn][post] == KB_NONE) << post;
    return mask;
}

uint32_t intrige_posts_at_stake(const intrige_state *s)
{
    return s->stage == INTRIGE_INTERNAL ? 1u << s->post : intrige_free_posts(s);
}

int intrige_best_post(const intrige_state *s)
{
    return 31 - __builtin_clz(intrige_posts_at_stake(s));
}

/* --- how a landlord rates claims ----------------------------------------------------------------- */

enum {
    EVEN = 500,     /* out of 1000: the average liking, which earns a post in the middle */
    FAIR_SHARE = 10 /* percent of a post's worth: the bribe that earns the average liking */
};

int32_t intrige_liking(const intrige_state *s, int claim, const int16_t *figure, kb_rng *rng)
{
    const intrige_claim *c = &s->claim[claim];
    int seat = intrige_seat(c->scholar), rivals = s->setup.seats - 1;
    int32_t best = intrige_box_of(s)->salary[intrige_box_of(s)->posts - 1], average = 0;
    int32_t percent = c->paid / (intrige_worth(s, seat, intrige_best_post(s)) / 100);
    for (int i = 0; i < s->setup.seats; i++) average += i != s->turn ? prospects(s, i) / rivals : 0;
    int32_t likes = EVEN + figure[STYLE_PAYMENT] * EVEN / FAIR_SHARE * (percent - FAIR_SHARE) / 100;
    likes -= figure[STYLE_ENVY] * ((prospects(s, seat) - average) / (best * intrige_box_of(s)->rounds / 1000)) / 100;
    likes += figure[STYLE_LOYALTY] * (earned_at(s, s->turn, seat) / (best / 1000)) / 100;
    if (figure[STYLE_MOOD])
        likes += (int32_t)kb_rng_under(rng, 20u * (uint32_t)figure[STYLE_MOOD] + 1) - 10 * figure[STYLE_MOOD];
    return likes;
}

bool intrige_is_decided(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim < s->cursor;
    return s->step == INTRIGE_HIRE && intrige_profession(s->claim[claim].scholar) < s->cursor;
}

bool intrige_is_decided_about(const intrige_state *s, int claim)
{
    if (s->step == INTRIGE_PLACE) return claim == s->cursor;
    if (s->step == INTRIGE_HIRE && intrige_profession(s->claim[claim].scholar) != s->cursor) return false;
    return intrige_can_win(s, claim);
}

int intrige_post_for(const intrige_state *s, int winner, const int32_t *likes)
{
    uint32_t posts = intrige_free_posts(s);
    int above = 0, others = 0, profession = intrige_profession(s->claim[winner].scholar);
    for (int i = 0; i < s->n_claims; i++) {
        if (intrige_is_decided(s, i) || intrige_profession(s->claim[i].scholar) == profession) continue;
        others++;
        above += likes[i] > likes[winner];
    }
    int32_t rank = others ? 2 * EVEN * (others - above) / others : likes[winner];
    rank = rank < 0 ? 0 : rank > 2 * EVEN ? 2 * EVEN : rank;
    for (int skip = (rank * (kb_count_bits(posts) - 1) + EVEN) / (2 * EVEN); skip > 0; skip--) posts &= posts - 1;
    return kb_lowest_bit(posts);
}

int intrige_fair_post(const intrige_state *s, int claim)
{
    static const int16_t by_payment[BOT_FIGURES] = {[STYLE_PAYMENT] = 100};
    int32_t likes[INTRIGE_CLAIMS_MAX] = {0};
    for (int i = 0; i < s->n_claims; i++) likes[i] = intrige_liking(s, i, by_payment, NULL);
    return intrige_post_for(s, claim, likes);
}

int intrige_favour(const void *view, kb_move move)
{
    const intrige_state *s = (const intrige_state *)view;
    int claim = 0;
    if (move.verb != INTRIGE_DO_PLACE && move.verb != INTRIGE_DO_HIRE) return 0;
    while (claim < s->n_claims && s->claim[claim].scholar != move.a) claim++;
    if (claim == s->n_claims || (s->claim[claim].deal && !intrige_is_underpaid(&s->claim[claim]))) return 0;
    int off = intrige_fair_post(s, claim) - move.b, most = intrige_box_of(s)->posts - 1;
    KB_ASSERT(most > 0);
    return 100 - 100 * (off < 0 ? -off : off) / most;
}
