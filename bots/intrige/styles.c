/* styles.c: how people play Intrige: what they pay, and whom they favour as landlords. The policy decides where they
 * send their relatives and what they offer. */
#include "styles.h"
#include "../../core/rng.h"
#include "../../games/intrige/tables.h"
#include "greedy.h"
#include "liking.h"
#include "tally.h"

/* --- the styles -------------------------------------------------------------------------------- */

const char *const intrige_figures[] = {"pays",    "fights", "outbids", "whim", "payment", "envy",
                                       "loyalty", "mood",   "price",   "word", NULL};

const bot_style intrige_styles[intrige_N_STYLES] = {
    /*          pays fights outbids whim  payment envy loyalty mood  price word */
    {"fair", {{20, 20, 0, 10, 100, 0, 0, 5, 20, 100}}},   {"thrifty", {{8, 12, 0, 10, 100, 0, 0, 5, 15, 100}}},
    {"miser", {{0, 0, 0, 0, 60, 0, 0, 20, 15, 100}}},     {"leveller", {{0, 5, 0, 0, 0, 100, 0, 10, 40, 100}}},
    {"rival", {{4, 4, 40, 0, 100, 0, 0, 5, 20, 100}}},    {"friend", {{8, 12, 0, 10, 30, 0, 100, 5, 20, 100}}},
    {"lavish", {{35, 40, 0, 10, 100, 0, 0, 5, 30, 100}}}, {"fickle", {{10, 15, 0, 80, 0, 0, 0, 100, 20, 0}}},
};

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
    return most; /* hidden sums are below 0 and do not count */
}

static kb_move pay(const intrige_state *s, int seat, const int16_t *figure, kb_rng *rng)
{
    int claim = intrige_due_claim(s, seat);
    int32_t step = intrige_box_of(s)->step, value = intrige_worth(s, seat, intrige_best_post(s));
    intrige_range range = intrige_bribes(s, claim);
    int32_t percent = s->stage == INTRIGE_UNCONTESTED ? figure[STYLE_PAYS] : figure[STYLE_FIGHTS];
    if (figure[STYLE_WHIM])
        percent = percent *
                  (100 - figure[STYLE_WHIM] + (int32_t)kb_rng_under(rng, 2u * (uint32_t)figure[STYLE_WHIM] + 1)) / 100;
    int32_t amount = value / 100 * percent, outbid = highest_rival(s, claim) + step;
    if (outbid > amount && outbid <= value / 100 * figure[STYLE_OUTBIDS]) amount = outbid;
    amount = (amount + step / 2) / step * step;
    if (!intrige_can_win(s, claim)) amount = 0;
    if (figure[STYLE_WORD] && s->claim[claim].deal > amount) amount = s->claim[claim].deal;
    amount = amount > range.high ? range.high : amount < range.low ? range.low : amount;
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, amount);
}

/* --- terms ------------------------------------------------------------------------------------ */

static kb_move answer(const intrige_state *s, int seat, const int16_t *figure)
{
    int payer = intrige_seat(s->claim[s->cursor].scholar);
    int32_t percent = intrige_worth(s, payer, s->offer_post) / 100;
    bool good;
    if (s->turn == seat)
        good = s->offer_amount >= percent * figure[STYLE_PRICE] && !intrige_is_promised(s, s->cursor, s->offer_post);
    else
        good = s->offer_amount <= intrige_bribes(s, s->cursor).high &&
               s->offer_amount <= percent * 2 * figure[STYLE_FIGHTS];
    return kb_move_of(good ? INTRIGE_DO_ACCEPT : INTRIGE_DO_REFUSE, 0, 0, 0, 0);
}

/* --- deciding as landlord --------------------------------------------------------------------- */

enum { LOYAL = 20 }; /* for each percent: how much more a landlord of any style likes an ally, out of 1000 */

static kb_move decide(const intrige_state *s, const int16_t *figure, const intrige_tally *tally, kb_rng *rng)
{
    int32_t likes[INTRIGE_CLAIMS_MAX] = {0};
    int winner = 0;
    while (!intrige_is_decided_about(s, winner)) winner++;
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        int word = intrige_is_underpaid(c) ? -1 : c->deal ? 1 : 0;
        likes[i] = intrige_liking(s, i, figure, rng) + word * 10 * figure[STYLE_WORD];
        likes[i] += LOYAL * tally->ally[s->turn][intrige_seat(c->scholar)];
        if (i > winner && intrige_is_decided_about(s, i) && likes[i] > likes[winner]) winner = i;
    }
    const intrige_claim *c = &s->claim[winner];
    if (s->step == INTRIGE_SETTLE) return kb_move_of(INTRIGE_DO_SETTLE, c->scholar, 0, 0, 0);
    bool bound = figure[STYLE_WORD] && c->deal && !intrige_is_underpaid(c) && intrige_free_posts(s) >> c->post & 1;
    int post = bound ? c->post : intrige_post_for(s, winner, likes);
    return kb_move_of(s->step == INTRIGE_PLACE ? INTRIGE_DO_PLACE : INTRIGE_DO_HIRE, c->scholar, post, 0, 0);
}

kb_move intrige_styled(const void *state, int seat, const bot_figures *figures, const bot_memory *memory, kb_rng *rng)
{
    const intrige_state *s = (const intrige_state *)state;
    bool talks = s->step == INTRIGE_BRIBE && s->setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_NONE;
    if (s->step == INTRIGE_SEND || talks) {
        kb_move move = intrige_greedy(s, seat, memory, rng);
        if (move.verb != INTRIGE_DO_BRIBE) return move;
    }
    if (s->step == INTRIGE_BRIBE) return pay(s, seat, figures->at, rng);
    if (s->step == INTRIGE_ANSWER) return answer(s, seat, figures->at);
    return decide(s, figures->at, intrige_tally_of(memory), rng);
}

/* --- what a move reveals ---------------------------------------------------------------------- */

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

/* Whether the purses of the tally can be those of this world, of which the seat knows its own. They cannot if the bot was
 * shown some moves of the game and not others. */
static bool is_possible(const intrige_tally *tally, int seat, const intrige_state *s)
{
    int32_t taken = 0; /* by the landlord, who may have to return it */
    for (int i = 0; i < s->n_claims; i++) taken += s->claim[i].paid;
    for (int i = 0; i < s->setup.seats; i++)
        if (tally->cash[i] < (i == s->turn ? taken : 0)) return false;
    return tally->cash[seat] == s->purse.of[seat];
}

void intrige_recall(const bot_memory *memory, int seat, void *world)
{
    const intrige_tally *tally = intrige_tally_of(memory);
    intrige_state *s = (intrige_state *)world;
    if (!tally->complete || !is_possible(tally, seat, s)) return;
    s->purse.of[KB_BANK] = 0;
    for (int i = 0; i < s->setup.seats; i++) {
        s->purse.of[i] = tally->cash[i];
        s->purse.of[KB_BANK] -= s->purse.of[i];
    }
}
