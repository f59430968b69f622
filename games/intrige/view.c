/* view.c: views of Intrige: hiding what a seat may not know, and sampling it. */
#include "../../core/rng.h"
#include "ledger.h"
#include "tables.h"

#include "redact.h"

/* --- sample ------------------------------------------------------------------------------------ */

/* 0..n, uniformly, in steps of the edition's money. */
static int32_t money_up_to(const intrige_state *s, kb_rng *rng, int32_t n)
{
    int32_t step = intrige_box_of(s)->step;
    return n <= 0 ? 0 : (int32_t)kb_rng_under(rng, (uint32_t)(n / step) + 1) * step;
}

/* Chooses the hidden sealed sums, up to what the payer had before the stage. */
static void guess_sums(intrige_state *s, kb_rng *rng, int seat, int32_t cash)
{
    int32_t step = intrige_box_of(s)->step;
    for (int i = 0; i < s->n_claims; i++) {
        intrige_claim *c = &s->claim[i];
        if (intrige_seat(c->scholar) != seat || !c->chosen) continue;
        if (c->paid == KB_HIDDEN) {
            int32_t least = intrige_may_pay_nothing(s, i) ? 0 : step;
            c->paid = least + money_up_to(s, rng, (cash ? cash : step) - least);
            c->bank = c->paid > 0 && cash == 0;
        }
        if (!c->bank) cash -= c->paid;
    }
}

/* Divides a sum among the masked seats: a random part to each, the rest to the last. */
static void share_out(const intrige_state *s, kb_rng *rng, uint32_t mask, int32_t sum, int32_t cash[KB_SEATS_MAX])
{
    while (mask) {
        uint32_t skip = kb_rng_under(rng, (uint32_t)__builtin_popcount(mask));
        uint32_t rest = mask;
        for (; skip > 0; skip--) rest &= rest - 1;
        int seat = __builtin_ctz(rest);
        mask &= ~(1u << seat);
        int n_left = __builtin_popcount(mask);
        /* An even share on average: the range is twice as wide. */
        int32_t most = n_left ? sum * 2 / (n_left + 1) : sum;
        int32_t part = n_left ? money_up_to(s, rng, most < sum ? most : sum) : sum;
        cash[seat] += part;
        sum -= part;
    }
}

/* Only money is hidden. Draws a possible total; then what each hidden seat had before this stage, which is at least
 * what it is known to have paid since; then the sealed sums. Then makes the stage's payments. */
void intrige_sample(const intrige_state *redacted, kb_rng *rng, intrige_state *out)
{
    *out = *redacted;
    if (redacted->purse.of[KB_BANK] != KB_HIDDEN) return;

    int32_t cash[KB_SEATS_MAX] = {0};
    int32_t known = 0;
    uint32_t open_mask = 0;
    for (int seat = 0; seat < out->setup.seats; seat++) {
        intrige_range had = intrige_had_before(redacted, seat);
        bool hidden = redacted->purse.of[seat] == KB_HIDDEN;
        cash[seat] = hidden ? had.low : redacted->purse.of[seat] - intrige_gain(redacted, seat);
        known += cash[seat];
        if (hidden && had.high > had.low) open_mask |= 1u << seat;
    }
    intrige_range total = intrige_total(redacted);
    total.high -= redacted->n_claims * intrige_box_of(redacted)->step; /* bribes the bank pays in this stage */
    int32_t rest = total.low > known ? total.low - known : 0;
    if (total.high > known + rest) {
        /* Takes the lower of two draws: tables are seldom as rich as possible. */
        int32_t a = money_up_to(out, rng, total.high - known - rest);
        int32_t b = money_up_to(out, rng, total.high - known - rest);
        rest += a < b ? a : b;
    }
    share_out(out, rng, open_mask, rest, cash);

    for (int seat = 0; seat < out->setup.seats; seat++) guess_sums(out, rng, seat, cash[seat]);
    out->purse.of[KB_BANK] = 0;
    for (int seat = 0; seat < out->setup.seats; seat++) {
        if (out->purse.of[seat] == KB_HIDDEN) out->purse.of[seat] = cash[seat] + intrige_gain(out, seat);
        out->purse.of[KB_BANK] -= out->purse.of[seat];
    }
}

/* --- the island --------------------------------------------------------------------------------- */

int intrige_on_island(const intrige_state *s, int seat, int profession)
{
    int n = INTRIGE_ALIKE - s->home[seat][profession];
    uint8_t scholar = intrige_scholar(seat, profession);
    for (int landlord = 0; landlord < s->setup.seats; landlord++) {
        for (int post = 0; post < INTRIGE_POSTS_MAX; post++) n -= s->palace[landlord][post] == scholar;
        for (int i = 0; i < s->n_park[landlord]; i++) n -= s->park[landlord][i] == scholar;
    }
    return n;
}
