/* ideas.c: what bots propose in Intrige: a post for a bribe, as applicant or as landlord. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/intrige/tables.h"
#include "../../games/intrige/text.h"
#include "greedy.h"

/* Prices to try, in percent of what a post is worth above the lowest one. */
static const uint8_t prices[] = {20, 35, 50};

static void put_scholar(const intrige_state *s, uint8_t scholar, kb_text *out)
{
    kb_putf(out, "%s.%s", intrige_seat_names[intrige_seat(scholar)],
            intrige_professions(s)[intrige_profession(scholar)]);
}

static void sell_post(const intrige_state *s, uint8_t scholar, int post, int32_t price, int with, bot_idea *out)
{
    int payer = intrige_seat(scholar);
    kb_text pays = kb_text_in(out->promise[0].deed, sizeof out->promise[0].deed);
    kb_text gives = kb_text_in(out->promise[1].deed, sizeof out->promise[1].deed);
    out->with = (uint8_t)with;
    out->n = 2;
    out->promise[0].seat = (uint8_t)payer;
    out->promise[1].seat = s->turn;
    out->promise[0].wont = out->promise[1].wont = 0;
    out->promise[0].term = out->promise[1].term = KB_TERM_TURN;
    kb_putf(&pays, "pay >=%d for ", price);
    put_scholar(s, scholar, &pays);
    kb_putf(&pays, " at %s", intrige_seat_names[s->turn]);
    kb_put(&gives, "give ");
    put_scholar(s, scholar, &gives);
    kb_putf(&gives, " %d", intrige_box_of(s)->salary[post]);
}

/* About how often the payer will still be paid: once a round, and the final income. */
static int32_t incomes(const intrige_state *s)
{
    return intrige_box_of(s)->rounds - s->round + 1;
}

/* The best and the lowest post that can be given in this stage. */
static void posts_of_stage(const intrige_state *s, int *best, int *least)
{
    *best = *least = s->stage == INTRIGE_INTERNAL ? s->post : KB_NONE;
    for (int post = 0; s->stage != INTRIGE_INTERNAL && post < intrige_box_of(s)->posts; post++) {
        if (s->palace[s->turn][post] != KB_NONE) continue;
        if (*least == KB_NONE) *least = post;
        *best = post;
    }
}

int intrige_deals(const void *view, bot_idea *out)
{
    const intrige_state *s = (const intrige_state *)view;
    int n = 0;
    for (int claim = 0; claim < s->n_claims && n < BOT_IDEAS_MAX; claim++) {
        const intrige_claim *c = &s->claim[claim];
        if (c->deal) sell_post(s, c->scholar, c->post, c->deal, intrige_seat(c->scholar), &out[n++]);
    }
    return n;
}

int intrige_deal_by(const void *view, int seat, kb_move move, bot_idea *out)
{
    const intrige_state *s = (const intrige_state *)view;
    bool accepts = move.verb == INTRIGE_DO_ACCEPT;
    if (!accepts && move.verb != INTRIGE_DO_COUNTER && move.verb != INTRIGE_DO_OFFER) return 0;
    int claim = move.verb == INTRIGE_DO_OFFER ? intrige_due_claim(s, seat) : s->cursor;
    sell_post(s, s->claim[claim].scholar, accepts ? s->offer_post : move.b, accepts ? s->offer_amount : move.amount,
              s->turn, out);
    return 1;
}

int intrige_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const intrige_state *s = (const intrige_state *)view;
    const intrige_box *box = intrige_box_of(s);
    int n = 0, best, least;
    (void)memory;
    if (s->step != INTRIGE_BRIBE || s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED) return 0;
    posts_of_stage(s, &best, &least);
    if (best == KB_NONE) return 0;
    for (int claim = 0; claim < s->n_claims; claim++) {
        const intrige_claim *c = &s->claim[claim];
        int payer = intrige_seat(c->scholar);
        if (c->chosen || (payer != seat && s->turn != seat)) continue;
        int32_t above = (box->salary[best] - (s->stage == INTRIGE_UNCONTESTED ? box->salary[least] : 0)) * incomes(s);
        for (int i = 0; i < KB_COUNT(prices) && n < BOT_IDEAS_MAX; i++) {
            int32_t price = (above / 100 * prices[i] + box->step / 2) / box->step * box->step;
            if (price < box->step) continue;
            sell_post(s, c->scholar, best, price, payer == seat ? s->turn : payer, &out[n++]);
        }
    }
    return n;
}
