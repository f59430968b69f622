/* bargain.c: what a bot has asked for and refused in this turn. */
#include "bargain.h"

static uint32_t hash_bytes(uint32_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ (uint8_t)bytes[i]) * 16777619u;
    return hash;
}

/* Without what is between from and to in the text of its deed. */
static uint32_t hash_promise(const kb_promise *p, size_t from, size_t to)
{
    uint32_t hash = (2166136261u ^ (uint32_t)(p->seat << 4 | p->wont << 2 | p->term)) * 16777619u;
    hash = hash_bytes(hash, p->deed.text, from);
    hash = hash_bytes(hash, p->deed.text + to, p->deed.n - to);
    return p->condition.forms ? hash_bytes(hash ^ (uint32_t)p->if_seat, p->condition.text, p->condition.n) : hash;
}

bot_bargain bot_bargain_of(const bot_terms *t, int seat, uint32_t parties_mask, int turn)
{
    bot_bargain out = {.parties_mask = parties_mask, .turn = turn};
    for (int i = 0; i < t->n; i++) {
        bool numbered = i == t->numbered;
        uint32_t hash = hash_promise(&t->at[i], numbered ? t->from : 0, numbered ? t->to : 0);
        uint64_t bit = 1ull << hash % 64;
        out.thing += hash;
        out.gives_mask |= t->at[i].seat == seat ? bit : 0;
        out.gets_mask |= t->at[i].seat == seat ? 0 : bit;
        out.number_mask |= numbered ? bit : 0;
    }
    out.thing = (out.thing ^ parties_mask) * 16777619u | 1;
    return out;
}

void bot_recall_bargain(const bot *b, bot_bargain *about)
{
    for (int i = 0; i < BOT_BARGAINS; i++) {
        const bot_bargain *old = &b->bargain[i];
        if (old->thing != about->thing || old->turn != about->turn) continue;
        about->asked = old->asked;
        about->refused = old->refused;
        return;
    }
}

void bot_remember_bargain(bot *b, const bot_bargain *about)
{
    int at = 0;
    while (at < BOT_BARGAINS - 1 && b->bargain[at].thing != about->thing) at++;
    for (; at > 0; at--) b->bargain[at] = b->bargain[at - 1];
    b->bargain[0] = *about;
}

static bool is_subset(uint64_t a, uint64_t b)
{
    return !(a & ~b);
}

/* Whether a leaves the bot no worse off than b: it gets all that it gets by b, and gives no more. */
static bool is_no_worse(const bot_bargain *a, const bot_bargain *b)
{
    return is_subset(b->gets_mask, a->gets_mask) && is_subset(a->gives_mask, b->gives_mask);
}

/* Whether number a is no worse for the bot than number b, where both are about the same thing or have the same numbered
 * promise. Other numbers cannot be compared, and only the promises count. */
static bool is_number_no_worse(const bot_bargain *about, int32_t a, const bot_bargain *old, int32_t b)
{
    if (!about->number_mask || about->number_mask != old->number_mask) return true;
    return about->number_mask & about->gives_mask ? a <= b : a >= b;
}

static bool is_of_same_talk(const bot_bargain *a, const bot_bargain *b)
{
    return a->turn == b->turn && a->parties_mask == b->parties_mask;
}

bool bot_was_refused(const bot *b, const bot_bargain *about, int32_t number)
{
    for (int i = 0; i < BOT_BARGAINS; i++) {
        const bot_bargain *old = &b->bargain[i];
        if (!old->refused || !is_of_same_talk(old, about) || !is_no_worse(old, about)) continue;
        if (is_number_no_worse(about, old->refused, old, number)) return true;
    }
    return false;
}

bool bot_asks_for_more(const bot *b, const bot_bargain *about, int32_t number)
{
    for (int i = 0; i < BOT_BARGAINS; i++) {
        const bot_bargain *old = &b->bargain[i];
        if (!old->asked || old->thing == about->thing || !is_of_same_talk(old, about)) continue;
        if (is_no_worse(about, old) && is_number_no_worse(about, number, old, old->asked)) return true;
    }
    return false;
}

bool bot_are_alike(const kb_deeds *table, const kb_promise *a, const kb_promise *b)
{
    bot_terms one = {.n = 1, .at = {*a}}, other = {.n = 1, .at = {*b}};
    bot_find_numbered(table, &one);
    bot_find_numbered(table, &other);
    return bot_bargain_of(&one, a->seat, 0, 0).thing == bot_bargain_of(&other, a->seat, 0, 0).thing;
}
