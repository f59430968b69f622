/* ledger.c: reasoning about money. */
#include "ledger.h"

#include "tables.h"

/* A stage can continue after one of its scholars was banished only while the landlord hires. */
static bool is_banished(const intrige_state *s, int claim)
{
    uint8_t scholar = s->claim[claim].scholar;
    if (s->step != INTRIGE_HIRE || intrige_profession(scholar) >= s->cursor) return false;
    if (!intrige_can_win(s, claim)) return true;
    for (int post = 0; post < INTRIGE_POSTS_MAX; post++)
        if (s->palace[s->turn][post] == scholar) return false;
    return true;
}

int32_t intrige_gain(const intrige_state *s, int seat)
{
    int32_t gain = 0;
    if (intrige_is_sealing(s)) return 0;
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        bool pays = intrige_seat(c->scholar) == seat;
        if (!c->chosen || (!pays && s->turn != seat)) continue;
        if (s->setup.option[INTRIGE_REFUND] && is_banished(s, i)) continue; /* paid and refunded */
        KB_ASSERT(c->paid != KB_HIDDEN);
        if (s->turn == seat) gain += c->paid;
        if (pays && !c->bank) gain -= c->paid;
    }
    return gain;
}

intrige_range intrige_had_before(const intrige_state *s, int seat)
{
    int32_t step = intrige_box_of(s)->step;
    int32_t paid = 0;
    intrige_range had = {0, INT32_MAX};
    if (s->step == INTRIGE_START) had.low = had.high = intrige_box_of(s)->start_money; /* and no claims */
    for (int i = 0; i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (intrige_seat(c->scholar) != seat || c->paid == KB_HIDDEN) continue;
        bool current = i == s->cursor && s->step == INTRIGE_ANSWER && s->offer_by == seat;
        int32_t word = current ? s->offer_amount : c->deal; /* the sum it offered to pay */
        if (word > step && paid + word > had.low) had.low = paid + word;
        if (!c->chosen) continue;
        if (!c->bank) paid += c->paid;
        if (paid > had.low) had.low = paid;
        if (c->bank) had.high = paid; /* it had nothing left */
    }
    return had;
}

intrige_range intrige_total(const intrige_state *s)
{
    const intrige_box *box = intrige_box_of(s);
    int32_t start = box->start_money * s->setup.seats;
    int32_t salaries = 0;
    int32_t abroad = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < box->posts; i++) {
            if (s->palace[seat][i] != KB_NONE) salaries += box->salary[i];
            abroad += INTRIGE_ALIKE - s->home[seat][i];
        }
    /* Between two turns of a landlord each post pays once, and there are no salaries in round 1. The bank's other
     * payments are bribes, for each relative abroad and for a challenged holder. */
    int32_t paydays = (s->round > 1 ? s->round : 0) + (s->step == INTRIGE_OVER);
    intrige_range total = {start, start + salaries * paydays + 2 * abroad * box->step};
    return total;
}
