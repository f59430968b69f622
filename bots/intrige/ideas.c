/* ideas.c: what bots propose in Intrige: a post for a bribe, as applicant or as landlord. And what they ask for in return
 * for what is proposed to them. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/intrige/tables.h"
#include "../../games/intrige/text.h"
#include "greedy.h"

/* Prices to try, in percent of what a post is worth above the lowest one. */
static const uint8_t percents[] = {20, 35, 50};

static void put_scholar(const intrige_state *s, uint8_t scholar, kb_text *out)
{
    kb_putf(out, "%s.%s", intrige_seat_names[intrige_seat(scholar)],
            intrige_professions(s)[intrige_profession(scholar)]);
}

/* The ith promise of the idea: the scholar's owner pays the landlord. */
static void pay(const intrige_state *s, uint8_t scholar, int32_t price, int i, bot_idea *out)
{
    kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
    out->promise[i].seat = (uint8_t)intrige_seat(scholar);
    out->promise[i].wont = 0;
    out->promise[i].term = KB_TERM_TURN;
    kb_putf(&text, "pay >=%d for ", price);
    put_scholar(s, scholar, &text);
    kb_putf(&text, " at %s", intrige_seat_names[s->turn]);
}

/* The ith promise of the idea: the landlord gives the scholar this post. */
static void give(const intrige_state *s, uint8_t scholar, int post, int i, bot_idea *out)
{
    kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
    out->promise[i].seat = s->turn;
    out->promise[i].wont = 0;
    out->promise[i].term = KB_TERM_TURN;
    kb_put(&text, "give ");
    put_scholar(s, scholar, &text);
    kb_putf(&text, " %d", intrige_box_of(s)->salary[post]);
}

static void sell_post(const intrige_state *s, uint8_t scholar, int post, int32_t price, int with, bot_idea *out)
{
    out->with = (uint8_t)with;
    out->n = 2;
    pay(s, scholar, price, 0, out);
    give(s, scholar, post, 1, out);
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

/* Writes the prices to try for this post in this stage, the lowest first. Returns how many. */
static int prices_of(const intrige_state *s, int post, int least, int32_t out[KB_COUNT(percents)])
{
    const intrige_box *box = intrige_box_of(s);
    int32_t above = (box->salary[post] - (s->stage == INTRIGE_UNCONTESTED ? box->salary[least] : 0)) * incomes(s);
    int n = 0;
    for (int i = 0; i < KB_COUNT(percents); i++) {
        int32_t price = (above / 100 * percents[i] + box->step / 2) / box->step * box->step;
        if (price >= box->step) out[n++] = price;
    }
    return n;
}

/* Whether bots promise sums now. */
static bool can_promise(const intrige_state *s, int *best, int *least)
{
    if (s->step != INTRIGE_BRIBE || s->setup.option[INTRIGE_BRIBES] == INTRIGE_SEALED) return false;
    posts_of_stage(s, best, least);
    return *best != KB_NONE;
}

int intrige_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const intrige_state *s = (const intrige_state *)view;
    int32_t price[KB_COUNT(percents)];
    int n = 0, best, least;
    (void)memory;
    if (!can_promise(s, &best, &least)) return 0;
    int n_prices = prices_of(s, best, least, price);
    for (int claim = 0; claim < s->n_claims; claim++) {
        const intrige_claim *c = &s->claim[claim];
        int payer = intrige_seat(c->scholar);
        if (c->chosen || (payer != seat && s->turn != seat)) continue;
        for (int i = 0; i < n_prices && n < BOT_IDEAS_MAX; i++)
            sell_post(s, c->scholar, best, price[i], payer == seat ? s->turn : payer, &out[n++]);
    }
    return n;
}

/* A landlord wants to be paid, and an applicant wants the best post. */
int intrige_wishes(const void *view, int seat, int with, bot_idea *out)
{
    const intrige_state *s = (const intrige_state *)view;
    int32_t price[KB_COUNT(percents)];
    int n = 0, best, least;
    if ((s->turn != seat && s->turn != with) || !can_promise(s, &best, &least)) return 0;
    int n_wishes = s->turn == seat ? prices_of(s, best, least, price) : 1;
    for (int claim = 0; claim < s->n_claims; claim++) {
        const intrige_claim *c = &s->claim[claim];
        if (c->chosen || intrige_seat(c->scholar) != (s->turn == seat ? with : seat)) continue;
        for (int i = 0; i < n_wishes && n < BOT_IDEAS_MAX; i++) {
            bot_idea *wish = &out[n++];
            wish->with = (uint8_t)with;
            wish->n = 1;
            if (s->turn == seat)
                pay(s, c->scholar, price[i], 0, wish);
            else
                give(s, c->scholar, best, 0, wish);
        }
    }
    return n;
}
