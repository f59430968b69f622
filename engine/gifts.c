/* gifts.c: with promises=bond a seat cannot promise one thing to two: the gifts it is committed to, and which conflict. */
#include "ledger.h"

/* Who may get a thing, as masks of words, and which thing it is. */
typedef struct gift {
    uint64_t words, parts, thing;
    bool named; /* the receiver is written out */
} gift;

bool kb_is_gift(const kb_deeds *table, const kb_promise *p)
{
    return table->gift_form && !p->wont && p->deed.forms == table->gift_form && p->deed.named >> table->scarce_at & 1;
}

/* Whether the seat is bound by what it promises here as soon as the pact stands. */
static bool is_own_gift(const kb_deeds *table, const kb_promise *p, int seat)
{
    return p->seat == seat && p->term == KB_TERM_TURN && !p->condition.forms && kb_is_gift(table, p);
}

static gift gift_of(const kb_deeds *table, const kb_promise *p)
{
    const uint64_t words = ~(1ull << KB_NO_WORD);
    gift g = {p->deed.words[0] & words, p->deed.parts[0] & words, p->deed.words[table->scarce_at] & words,
              p->deed.named & 1};
    return g;
}

static gift gift_by(const kb_deeds *table, const kb_deed *deed)
{
    gift g = {1ull << deed->word[0], 1ull << deed->part[0], 1ull << deed->word[table->scarce_at], true};
    return g;
}

/* One thing for two who cannot be the same, or two things for one kind of receiver. */
static bool conflict(gift a, gift b)
{
    if (a.thing == b.thing) return !(a.words & b.words) || !(a.parts & b.parts);
    return a.named && b.named && a.parts == b.parts;
}

/* Whether the seat has agreed to what it promises here: it proposed it or accepted it. */
static bool is_committed(const kb_ledger *ledger, const kb_item *p)
{
    if (p->stands) return true;
    for (int i = 0; i < ledger->n_pacts; i++)
        if (ledger->pact[i].number == p->pact)
            return ledger->pact[i].by == p->seat || ledger->pact[i].accepted_mask >> p->seat & 1;
    return false;
}

static bool check_gift(const kb_ledger *ledger, const kb_state *state, const kb_promise *p, kb_text *why)
{
    const kb_deeds *table = kb_game_of(state)->deeds;
    kb_deed pledged[KB_LATER_MAX];
    gift given = gift_of(table, p);
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_promise *other = kb_promised(ledger, &ledger->item[i]);
        if (!is_own_gift(table, other, p->seat) || !conflict(given, gift_of(table, other))) continue;
        if (other->pact != p->pact && !is_committed(ledger, &ledger->item[i])) continue;
        kb_putf(why, "'%s' conflicts with '%s', which %s promises too", p->deed.text, other->deed.text,
                kb_seat_name(&state->setup, p->seat));
        return false;
    }
    int n = table->pledged ? table->pledged(state, p->seat, pledged) : 0;
    for (int i = 0; i < n; i++) {
        if (!conflict(given, gift_by(table, &pledged[i]))) continue;
        kb_putf(why, "'%s' conflicts with '", p->deed.text);
        kb_put_deed(&state->setup, &pledged[i], why);
        kb_putf(why, "', which a deal of %s demands", kb_seat_name(&state->setup, p->seat));
        return false;
    }
    return true;
}

bool kb_check_gifts(const kb_ledger *ledger, const kb_state *state, int seat, uint32_t pact, kb_text *why)
{
    const kb_deeds *table = kb_game_of(state)->deeds;
    if (!kb_is_bond(&state->setup)) return true;
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_promise *p = kb_promised(ledger, &ledger->item[i]);
        if (p->pact == pact && is_own_gift(table, p, seat) && !check_gift(ledger, state, p, why)) return false;
    }
    return true;
}

bool kb_sells_twice(const kb_ledger *ledger, const kb_state *state, int seat, kb_move move)
{
    const kb_deeds *table = kb_game_of(state)->deeds;
    kb_deed deed;
    if (!table->pledges || !table->pledges(state, seat, move, &deed)) return false;
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_promise *p = kb_promised(ledger, &ledger->item[i]);
        if (is_own_gift(table, p, seat) && is_committed(ledger, &ledger->item[i]) &&
            conflict(gift_by(table, &deed), gift_of(table, p)))
            return true;
    }
    return false;
}
