/* view.c: views of Integralis: hiding what a seat may not know, and sampling it. */
#include "../../core/rng.h"
#include "rules.h"
#include "validate.h"

#include "redact.h"

/* --- sample: cards -------------------------------------------------------------------------------- */

/* A team's cards that are neither visible nor gone, without coffee breaks, which change teams. */
static uint32_t hidden_cards(const integralis_state *s, int seat)
{
    uint32_t cards = integralis_all_cards(s) & ~(s->gone[seat] | integralis_field(INTEGRALIS_COFFEE));
    for (int m = 0; m < INTEGRALIS_MACHINES; m++) {
        const integralis_machine *machine = &s->machine[m];
        if (machine->team == seat) cards &= ~(uint32_t)machine->workers;
        if (machine->sabotage && machine->by == seat) cards &= ~integralis_field(machine->sabotage);
    }
    for (int i = 0; i < INTEGRALIS_CLOSINGS_MAX && s->closing[seat][i].card; i++)
        cards = integralis_without(cards, s->closing[seat][i].card);
    for (int i = 0; i < INTEGRALIS_WORKERS; i++)
        for (int n = s->overtime[seat][i]; n > 0; n--) cards = integralis_without(cards, INTEGRALIS_OVERTIME);
    if (s->step == INTEGRALIS_COUNTER && s->turn == seat && s->card != INTEGRALIS_COFFEE)
        cards = integralis_without(cards, s->card);
    return cards;
}

/* Divides a team's hidden cards at random: the known numbers to its hand and unseen part, the rest under the deck. */
static void guess_cards(integralis_state *s, kb_rng *rng, int seat)
{
    uint8_t pile[INTEGRALIS_UNDER_MAX * 2];
    int n = 0;
    int n_hand = integralis_size(s->hand[seat]);
    int n_unseen = integralis_size(s->unseen[seat]);
    int total = n_hand + n_unseen + s->n_under[seat];
    uint32_t cards = hidden_cards(s, seat);
    s->hand[seat] = s->unseen[seat] = 0;
    if (!integralis_has_begun(s, seat)) { /* the F1 it was dealt first is still in its hand */
        cards = integralis_without(cards, INTEGRALIS_F1);
        s->hand[seat] = integralis_with(0, INTEGRALIS_F1);
        n_hand--;
        total--;
    }
    for (; cards; cards &= cards - 1) pile[n++] = (uint8_t)integralis_kind(kb_lowest_bit(cards));
    while (n < total) pile[n++] = INTEGRALIS_COFFEE; /* its known minimum */
    for (int i = 0; i < total; i++) {
        int k = i + (int)kb_rng_under(rng, (uint32_t)(total - i));
        uint8_t card = pile[k];
        pile[k] = pile[i];
        pile[i] = card;
        if (i < n_hand) {
            s->hand[seat] = integralis_with(s->hand[seat], card);
        } else if (i < n_hand + n_unseen) {
            s->unseen[seat] = integralis_with(s->unseen[seat], card);
        } else {
            s->under[seat][i - n_hand - n_unseen] = card;
        }
    }
}

/* --- sample: money --------------------------------------------------------------------------------- */

/* 0..most, uniformly, in thousands. */
static int32_t money_up_to(kb_rng *rng, int32_t most)
{
    if (most <= 0) return 0;
    return (int32_t)kb_rng_under(rng, (uint32_t)(most / INTEGRALIS_BUCK_STEP) + 1) * INTEGRALIS_BUCK_STEP;
}

/* Every seat gets its known minimum. A random part of the remaining money that can be in play is shared out at
 * random. */
static void guess_money(integralis_state *s, kb_rng *rng)
{
    int32_t left = integralis_most_money(s);
    uint32_t open_mask = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->purse.of[seat] == KB_HIDDEN) {
            s->purse.of[seat] = integralis_least_money(s, seat);
            if (integralis_has_begun(s, seat)) open_mask |= 1u << seat;
        }
        left -= s->purse.of[seat];
    }
    left = money_up_to(rng, left);
    while (open_mask) {
        uint32_t rest = open_mask;
        for (uint32_t skip = kb_rng_under(rng, (uint32_t)kb_count_bits(open_mask)); skip > 0; skip--) rest &= rest - 1;
        int seat = kb_lowest_bit(rest);
        open_mask &= ~(1u << seat);
        int32_t part = open_mask ? money_up_to(rng, left) : left;
        s->purse.of[seat] += part;
        left -= part;
    }
    s->purse.of[KB_BANK] = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) s->purse.of[KB_BANK] -= s->purse.of[seat];
}

static void guess_bid(integralis_state *s, kb_rng *rng, int bidder, int seat)
{
    int32_t value = integralis_facts_of(integralis_name(s->target))->bribe;
    if (s->bid[bidder] == KB_HIDDEN) s->bid[bidder] = value + money_up_to(rng, s->purse.of[seat] - value);
}

void integralis_sample(const integralis_state *redacted, kb_rng *rng, integralis_state *out)
{
    *out = *redacted;
    for (int seat = 0; seat < out->setup.seats; seat++)
        if (out->hand[seat] & INTEGRALIS_UNKNOWN) guess_cards(out, rng, seat);
    if (out->purse.of[KB_BANK] == KB_HIDDEN) guess_money(out, rng);
    guess_bid(out, rng, 0, out->turn);
    guess_bid(out, rng, 1, integralis_chief(out->target));
}
