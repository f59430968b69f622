/* bargain.c: what a bot has asked for and refused in this turn. */
#include "bargain.h"

KB_STATIC_ASSERT((int)BOT_BARGAIN_PROMISES == (int)KB_PACT_PROMISES_MAX, "a bargain holds any pact");

/* FNV-1a. Hashes are compared whole: 64 bits are enough to tell all promises of a game apart. */
static const uint64_t HASH_PRIME = 0x100000001B3u, HASH_START = 0xCBF29CE484222325u;

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ (uint8_t)bytes[i]) * HASH_PRIME;
    return hash;
}

/* Without what is between from and to in the text of its deed. */
static uint64_t hash_promise(const kb_promise *p, size_t from, size_t to)
{
    uint64_t hash = (HASH_START ^ (uint64_t)(p->seat << 4 | p->wont << 2 | p->term)) * HASH_PRIME;
    hash = hash_bytes(hash, p->deed.text, from);
    hash = hash_bytes(hash, p->deed.text + to, p->deed.n - to);
    if (p->condition.forms) hash = hash_bytes(hash ^ (uint64_t)p->if_seat, p->condition.text, p->condition.n);
    return hash | 1;
}

bot_bargain bot_bargain_of(const bot_terms *t, int seat, uint32_t parties_mask, int turn)
{
    bot_bargain out = {.parties_mask = parties_mask, .turn = turn};
    for (int i = 0; i < t->n; i++) {
        bool numbered = i == t->numbered, own = t->at[i].seat == seat;
        uint64_t hash = hash_promise(&t->at[i], numbered ? t->from : 0, numbered ? t->to : 0);
        out.thing += hash;
        out.promise[i] = hash;
        out.own_mask |= (uint8_t)(own << i);
        if (!numbered) continue;
        out.numbered = hash;
        out.gives_number = own;
    }
    out.thing = (out.thing ^ parties_mask) * HASH_PRIME | 1;
    return out;
}

void bot_recall_bargain(const bot *b, bot_bargain *about)
{
    for (int i = 0; i < BOT_BARGAINS; i++) {
        const bot_bargain *old = &b->bargain[i];
        if (old->thing != about->thing || old->turn != about->turn) continue;
        about->first = old->first;
        about->asked = old->asked;
        about->refused = old->refused;
        return;
    }
}

void bot_note_ask(bot_bargain *about, int32_t number)
{
    about->asked = number;
    if (!about->first) about->first = number;
}

bool bot_gives_in(const bot_bargain *about, int32_t number)
{
    if (!about->first || !about->numbered) return false;
    return about->gives_number ? number > 2 * about->first : 2 * number < about->first;
}

void bot_remember_bargain(bot *b, const bot_bargain *about)
{
    int at = 0;
    while (at < BOT_BARGAINS - 1 && b->bargain[at].thing != about->thing) at++;
    for (; at > 0; at--) b->bargain[at] = b->bargain[at - 1];
    b->bargain[0] = *about;
}

static bool includes(const bot_bargain *b, uint64_t promise)
{
    for (int i = 0; i < BOT_BARGAIN_PROMISES; i++)
        if (b->promise[i] == promise) return true;
    return false;
}

/* Whether a leaves the bot no worse off than b: it gets all that it gets by b, and gives no more. */
static bool is_no_worse(const bot_bargain *a, const bot_bargain *b)
{
    for (int i = 0; i < BOT_BARGAIN_PROMISES; i++) {
        if (b->promise[i] && !(b->own_mask >> i & 1) && !includes(a, b->promise[i])) return false;
        if (a->own_mask >> i & 1 && !includes(b, a->promise[i])) return false;
    }
    return true;
}

/* Whether number a is no worse for the bot than number b, where both are about the same thing or have the same numbered
 * promise. Other numbers cannot be compared, and only the promises count. */
static bool is_number_no_worse(const bot_bargain *about, int32_t a, const bot_bargain *old, int32_t b)
{
    if (!about->numbered || about->numbered != old->numbered) return true;
    return about->gives_number ? a <= b : a >= b;
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
