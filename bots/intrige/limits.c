/* limits.c: what no bot does at Intrige. */
#include "limits.h"

#include "../../games/intrige/tables.h"
#include "liking.h"
#include "regard.h"

enum { PRICE_MAX = 75 }; /* percent: the highest sum that a bot names for a post, of what it will bring */

int32_t intrige_can_have(const intrige_state *s, const bot_memory *memory, int payer)
{
    const intrige_tally *tally = intrige_tally_of(memory);
    int32_t step = intrige_box_of(s)->step; /* the bank pays it for seats without cash */
    int32_t cash = s->setup.option[INTRIGE_MONEY] == INTRIGE_MONEY_OPEN ? s->purse.of[payer]
                   : tally->complete                                    ? tally->cash[payer]
                                                                        : INT32_MAX;
    return cash > step ? cash : step;
}

bot_means intrige_means(const void *view, const bot_memory *memory, int seat)
{
    const intrige_state *s = (const intrige_state *)view;
    bot_means means = {intrige_can_have(s, memory, seat), intrige_box_of(s)->step};
    if (s->purse.of[seat] != KB_HIDDEN && means.most > s->purse.of[seat])
        means.most = s->purse.of[seat] > means.step ? s->purse.of[seat] : means.step;
    return means;
}

/* The most money that the landlord has refused in this turn for putting the scholar into this post or a lower one. */
static int32_t most_refused(const intrige_tally *tally, uint8_t scholar, int post)
{
    int32_t most = 0;
    for (int i = 0; i < tally->n_refusals; i++) {
        const intrige_refusal *r = &tally->refusal[i];
        if (r->scholar == scholar && r->post <= post && r->amount > most) most = r->amount;
    }
    return most;
}

/* Whether giving the claim this post undercuts a refusal, or the price that was agreed for it. */
static bool undercuts(const intrige_tally *tally, const intrige_claim *c, int post)
{
    return c->paid < most_refused(tally, c->scholar, post) || (intrige_is_underpaid(c) && post >= c->post);
}

bool intrige_is_refused_offer(const intrige_state *s, const intrige_tally *tally)
{
    return s->offer_by != s->turn && s->offer_amount <= most_refused(tally, s->claim[s->cursor].scholar, s->offer_post);
}

uint32_t intrige_posts_in_dignity(const intrige_tally *tally, const intrige_claim *c, uint32_t posts)
{
    uint32_t left = posts;
    for (uint32_t rest = posts; rest; rest &= rest - 1)
        if (undercuts(tally, c, kb_lowest_bit(rest))) left &= ~(rest & (0u - rest));
    return left;
}

/* Whether the landlord's move undercuts a refusal although another move would not. */
static bool undercuts_freely(const intrige_state *s, const intrige_tally *tally, kb_move move)
{
    bool bad = false, otherwise = false;
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (intrige_profession(c->scholar) != intrige_profession(move.a) || !intrige_can_win(s, i)) continue;
        int post = move.verb == INTRIGE_DO_SETTLE ? s->post : move.b;
        if (c->scholar == move.a) bad |= undercuts(tally, c, post);
        otherwise |= intrige_posts_in_dignity(tally, c, intrige_posts_at_stake(s)) != 0;
    }
    return bad && otherwise;
}

int32_t intrige_most_for(const intrige_state *s, const bot_memory *memory, int payer, int post)
{
    int32_t step = intrige_box_of(s)->step;
    int32_t has = intrige_can_have(s, memory, payer);
    int32_t price = intrige_worth(s, payer, post) / 100 * PRICE_MAX / step * step;
    int32_t most = has < price ? has : price;
    return most > step ? most : step;
}

bool intrige_exceeds_deal(const intrige_claim *c, int32_t amount)
{
    return c->deal && amount > c->deal;
}

/* Whether a bribe is more than any post of this stage brings. A bot that likes the landlord would make them a present of
 * its money. */
static bool is_present(const intrige_state *s, int seat, int32_t amount)
{
    int best = intrige_posts_at_stake(s) ? intrige_best_post(s) : 0;
    return amount > intrige_box_of(s)->step && amount > intrige_worth(s, seat, best);
}

bool intrige_is_absurd(const void *view, int seat, const bot_memory *memory, kb_move move)
{
    const intrige_state *s = (const intrige_state *)view;
    const intrige_tally *tally = intrige_tally_of(memory);
    uint8_t scholar = s->claim[s->cursor].scholar;
    if (move.verb == INTRIGE_DO_PLACE || move.verb == INTRIGE_DO_HIRE || move.verb == INTRIGE_DO_SETTLE)
        return undercuts_freely(s, tally, move);
    if (s->turn == seat && s->step == INTRIGE_ANSWER && intrige_is_cheat(s, memory, intrige_seat(scholar)))
        return move.verb != INTRIGE_DO_REFUSE;
    if (move.verb == INTRIGE_DO_ACCEPT) return intrige_is_refused_offer(s, tally);
    if (move.verb == INTRIGE_DO_BRIBE)
        return intrige_exceeds_deal(&s->claim[intrige_due_claim(s, seat)], move.amount) ||
               (memory->character && is_present(s, seat, move.amount));
    if (move.verb != INTRIGE_DO_COUNTER && move.verb != INTRIGE_DO_OFFER) return false;
    if (move.amount > intrige_most_for(s, memory, intrige_seat(scholar), move.b)) return true;
    if (move.verb == INTRIGE_DO_OFFER) return move.amount <= most_refused(tally, scholar, move.b);
    /* A counter asks for more, or gives less and asks for less. */
    return move.b >= s->offer_post ? move.amount <= s->offer_amount : move.amount >= s->offer_amount;
}
