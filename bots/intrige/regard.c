/* regard.c: what a bot of Intrige remembers, says and keeps. */
#include "regard.h"

#include "../../games/intrige/tables.h"
#include "liking.h"

/* How events change a regard, which is -100 … 100. */
enum {
    FEEL_KEPT = 15,
    FEEL_BROKEN = -40,
    FEEL_BANISHED = -20,
    FEEL_REPLACED = -10, /* for the seat that has the post now */
    FEEL_WORST_POST = -8,
    FEEL_BEST_POST = 16,
    FEEL_ATTACKED = -10,
    FEEL_EVEN = 20, /* after taking revenge */
    FRIEND = 25,    /* a bot that crosses this regard says something */
    WARY = -20,     /* the same for a low regard */
    ENEMY = -40     /* at this regard or below, a grudge makes no deals and keeps none */
};

bool intrige_is_enemy(const bot_memory *memory, int other)
{
    return memory->character == BOT_GRUDGE && memory->regard[other] <= ENEMY;
}

/* An honest bot forgives every payer once. */
static int forgiven(const bot_memory *memory)
{
    return memory->character == BOT_HONEST;
}

/* A deal that was not paid weighs as much as two that were. */
bool intrige_is_cheat(const intrige_state *s, const bot_memory *memory, int payer)
{
    const intrige_tally *tally = intrige_tally_of(memory);
    bool loose = s->setup.option[INTRIGE_DEALS] == INTRIGE_DEALS_LOOSE;
    return loose && 2 * (tally->unpaid[payer] - forgiven(memory)) > tally->paid[payer];
}

/* The payer has kept a deal that the landlord broke. */
static void note_deal(intrige_tally *tally, const kb_event *e)
{
    int payer = intrige_seat(e->a);
    uint8_t *n = e->kind == INTRIGE_DEAL_BROKEN && e->seat == payer ? &tally->unpaid[payer] : &tally->paid[payer];
    if (*n < UINT8_MAX) ++*n;
}

static void note_refusal(intrige_tally *tally, uint8_t scholar, uint8_t post, int32_t amount)
{
    if (tally->n_refusals < INTRIGE_REFUSALS)
        tally->refusal[tally->n_refusals++] = (intrige_refusal){scholar, post, amount};
}

/* Whatever was paid counts as refused for this post. */
void intrige_withhold(bot_memory *memory, const void *view, kb_move move)
{
    const intrige_state *s = (const intrige_state *)view;
    note_refusal((intrige_tally *)&memory->tally, move.a, move.verb == INTRIGE_DO_SETTLE ? s->post : move.b, INT32_MAX);
}

/* With open bribes everybody sees all payments, so the tally is complete. */
void intrige_count(bot_memory *memory, const void *view, const kb_event *e)
{
    intrige_tally *tally = (intrige_tally *)&memory->tally;
    const intrige_state *s = (const intrige_state *)view;
    bool bank = e->b;
    if (e->kind == INTRIGE_TURN) tally->n_refusals = 0;
    if (e->kind == INTRIGE_DEAL_KEPT || e->kind == INTRIGE_DEAL_BROKEN) note_deal(tally, e);
    /* A counter refuses the offer before it. */
    if (e->kind == INTRIGE_REFUSES && e->seat != intrige_seat(e->a)) note_refusal(tally, e->a, e->b, e->amount);
    if (e->kind == INTRIGE_COUNTERS) note_refusal(tally, e->a, tally->offered_post, tally->offered);
    if (e->kind != INTRIGE_STARTS && !tally->complete) return;
    switch ((intrige_event)e->kind) {
    case INTRIGE_STARTS:
        tally->complete = s->setup.option[INTRIGE_BRIBES] == INTRIGE_OPEN;
        for (int seat = 0; seat < s->setup.seats; seat++) tally->cash[seat] = intrige_box_of(s)->start_money;
        break;
    case INTRIGE_TURN: tally->landlord = e->seat; break;
    case INTRIGE_INCOME:
    case INTRIGE_FINAL_INCOME: tally->cash[e->seat] += e->amount; break;
    case INTRIGE_OFFERS:
        tally->offered_post = e->b;
        tally->offered = e->amount;
        break;
    case INTRIGE_PAYS:
        tally->offered = 0;
        if (!bank) tally->cash[e->seat] -= e->amount;
        tally->cash[tally->landlord] += e->amount;
        break;
    case INTRIGE_REFUNDED:
        if (!bank) tally->cash[e->seat] += e->amount;
        tally->cash[tally->landlord] -= e->amount;
        break;
    case INTRIGE_SEALS:
    case INTRIGE_COUNTERS:
    case INTRIGE_ACCEPTS:
    case INTRIGE_REFUSES:
    case INTRIGE_GETS_POST:
    case INTRIGE_KEEPS_POST:
    case INTRIGE_BANISHED:
    case INTRIGE_DEAL_KEPT:
    case INTRIGE_DEAL_BROKEN:
    case INTRIGE_SENDS:
    case INTRIGE_ENDS: break;
    }
}

/* Changes the regard. Returns whether it crossed the mark: bots speak only then, so that they do not repeat
 * themselves. */
static bool crosses(bot_memory *memory, int seat, int change, int mark)
{
    bool above = memory->regard[seat] > mark;
    bool below = memory->regard[seat] < mark;
    bot_feel(memory, seat, change);
    return (above && memory->regard[seat] <= mark) || (below && memory->regard[seat] >= mark);
}

static bot_line say(bool when, bot_phrase phrase, int about)
{
    bot_line line = {BOT_SILENT, KB_NONE};
    if (when) line = (bot_line){(uint8_t)phrase, (uint8_t)about};
    return line;
}

/* Everybody remembers who keeps their word. The other party also likes them better or worse for it. */
static bot_line remember_deal(bot_memory *memory, int seat, const intrige_state *s, const kb_event *e)
{
    int payer = intrige_seat(e->a);
    if (e->kind == INTRIGE_DEAL_KEPT) {
        int other = payer == seat ? e->seat : payer;
        if (memory->kept[e->seat] < UINT8_MAX) memory->kept[e->seat]++;
        if (memory->kept[payer] < UINT8_MAX) memory->kept[payer]++;
        if (payer != seat && e->seat != seat) return say(false, BOT_SILENT, KB_NONE);
        return say(crosses(memory, other, FEEL_KEPT, FRIEND) && payer == seat, BOT_SAYS_KEPT_WORD, other);
    }
    if (memory->broken[e->seat] < UINT8_MAX) memory->broken[e->seat]++;
    /* If the payer broke the deal, the event does not name the landlord. In the last round the turn has moved on by
     * now, so the landlord is unknown; but then there is no time left to retaliate anyway. */
    bool last_round = s->round == intrige_box_of(s)->rounds;
    int victim = e->seat != payer ? payer : last_round ? KB_NONE : s->turn;
    if (e->seat == seat) return say(victim != KB_NONE, BOT_SAYS_SORRY, victim);
    if (victim != seat) return say(false, BOT_SILENT, KB_NONE);
    bool forgives = e->seat == payer && intrige_tally_of(memory)->unpaid[payer] <= forgiven(memory);
    bot_feel(memory, e->seat, forgives ? FEEL_BROKEN / 2 : FEEL_BROKEN);
    return say(true, forgives ? BOT_SAYS_FORGIVES : BOT_SAYS_BROKEN_WORD, e->seat);
}

/* A relative was banished. Its seat blames the landlord who decided it, and the seat that has the post now. */
static bot_line remember_banished(bot_memory *memory, int seat, const intrige_state *s, const kb_event *e)
{
    int owner = intrige_seat(e->a);
    if (e->seat == seat) {
        bool even = intrige_is_enemy(memory, owner);
        if (even) bot_feel(memory, owner, FEEL_EVEN);
        return even ? say(true, BOT_SAYS_REVENGE, owner) : say(memory->regard[owner] >= FRIEND, BOT_SAYS_SORRY, owner);
    }
    if (owner != seat) return say(false, BOT_SILENT, KB_NONE);
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++) {
        uint8_t holder = s->palace[e->seat][post];
        if (holder != KB_NONE && holder != e->a && intrige_profession(holder) == intrige_profession(e->a))
            bot_feel(memory, intrige_seat(holder), FEEL_REPLACED);
    }
    return say(crosses(memory, e->seat, FEEL_BANISHED, ENEMY), BOT_SAYS_LOST_POST, e->seat);
}

/* The better the post, the more its seat likes the landlord. The worst posts are resented. */
static bot_line remember_post(bot_memory *memory, int seat, const intrige_state *s, const kb_event *e)
{
    if (intrige_seat(e->a) != seat) return say(false, BOT_SILENT, KB_NONE);
    int change = FEEL_WORST_POST + (FEEL_BEST_POST - FEEL_WORST_POST) * e->b / (intrige_box_of(s)->posts - 1);
    return say(crosses(memory, e->seat, change, FRIEND) && change > 0, BOT_SAYS_THANKS, e->seat);
}

/* Somebody sends a rival for a post this seat holds. */
static bot_line remember_attack(bot_memory *memory, int seat, const intrige_state *s, const kb_event *e)
{
    bool attacked = false;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
        attacked |= s->palace[e->b][post] == intrige_scholar(seat, intrige_profession(e->a));
    if (!attacked || e->seat == seat) return say(false, BOT_SILENT, KB_NONE);
    return say(crosses(memory, e->seat, FEEL_ATTACKED, WARY), BOT_SAYS_MY_CHAIR, e->seat);
}

bot_line intrige_remember(bot_memory *memory, int seat, const void *view, const kb_event *e)
{
    const intrige_state *s = (const intrige_state *)view;
    switch ((intrige_event)e->kind) {
    case INTRIGE_DEAL_KEPT:
    case INTRIGE_DEAL_BROKEN: return remember_deal(memory, seat, s, e);
    case INTRIGE_KEEPS_POST:
    case INTRIGE_GETS_POST: return remember_post(memory, seat, s, e);
    case INTRIGE_BANISHED: return remember_banished(memory, seat, s, e);
    case INTRIGE_SENDS: return remember_attack(memory, seat, s, e);
    case INTRIGE_REFUSES: {
        bool last_word = s->turn == seat && e->seat == seat && s->offers == INTRIGE_OFFERS_MAX;
        return say(last_word, BOT_SAYS_TOO_LITTLE, intrige_seat(e->a));
    }
    case INTRIGE_ENDS: return say(memory->character == BOT_HONEST, BOT_SAYS_WELL_PLAYED, KB_NONE);
    case INTRIGE_STARTS:
    case INTRIGE_TURN:
    case INTRIGE_INCOME:
    case INTRIGE_SEALS:
    case INTRIGE_PAYS:
    case INTRIGE_OFFERS:
    case INTRIGE_COUNTERS:
    case INTRIGE_ACCEPTS:
    case INTRIGE_REFUNDED:
    case INTRIGE_FINAL_INCOME: break;
    }
    return say(false, BOT_SILENT, KB_NONE);
}

/* Whether a bot of this character keeps its word to the other. */
static bool keeps_word(const bot_memory *memory, int other)
{
    if (memory->character == BOT_GRUDGE) return !intrige_is_enemy(memory, other);
    return memory->character == BOT_HONEST;
}

/* Whether a decision breaks the deal of this claim: its scholar gets another post, or another gets its post. */
static bool breaks_deal(const intrige_state *s, const bot_memory *memory, int claim, uint8_t scholar, int post)
{
    const intrige_claim *c = &s->claim[claim];
    if (!c->deal || c->paid < c->deal || intrige_is_decided(s, claim)) return false;
    if (!keeps_word(memory, intrige_seat(c->scholar))) return false;
    if (c->scholar == scholar) return c->post != post;
    return c->post == post || intrige_profession(c->scholar) == intrige_profession(scholar);
}

bool intrige_breaks_word(const void *view, int seat, const bot_memory *memory, kb_move move)
{
    const intrige_state *s = (const intrige_state *)view;
    int payer = s->cursor < s->n_claims ? intrige_seat(s->claim[s->cursor].scholar) : KB_NONE;
    if (s->setup.option[INTRIGE_DEALS] != INTRIGE_DEALS_LOOSE) return false;
    switch ((intrige_verb)move.verb) {
    case INTRIGE_DO_BRIBE:
        return move.amount < s->claim[intrige_due_claim(s, seat)].deal && keeps_word(memory, s->turn);
    case INTRIGE_DO_PLACE:
    case INTRIGE_DO_HIRE:
    case INTRIGE_DO_SETTLE:
        for (int i = 0; i < s->n_claims; i++)
            if (breaks_deal(s, memory, i, move.a, s->step == INTRIGE_SETTLE ? s->post : move.b)) return true;
        return false;
    /* A thing promised twice means a promise broken. */
    case INTRIGE_DO_COUNTER: return keeps_word(memory, payer) && intrige_is_promised(s, s->cursor, move.b);
    case INTRIGE_DO_ACCEPT:
        return s->turn == seat && keeps_word(memory, payer) && intrige_is_promised(s, s->cursor, s->offer_post);
    case INTRIGE_DO_START:
    case INTRIGE_DO_OFFER:
    case INTRIGE_DO_REFUSE:
    case INTRIGE_DO_SEND: break;
    }
    return false;
}
