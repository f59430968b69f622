/* unveil.c: completes a view read from text: finds a complete position with that view, and hides again what is hidden.
 *
 * A view shows how many cards of a kind are discarded or repaired, but for most kinds not whose they were. All ways of
 * dividing them among the hidden teams are tried until each team has the number of cards that the view shows. */
#include "unveil.h"

#include "../../core/position.h"
#include "rules.h"
#include "text.h"

/* Cards that leave the game without showing whose they were. Each team has one of each. */
static const uint8_t leaving[] = {INTEGRALIS_SABOTAGE5, INTEGRALIS_SABOTAGE2, INTEGRALIS_ILLNESS, INTEGRALIS_VITAMINS,
                                  INTEGRALIS_BYEBYE};

/* Gives the team its hidden cards, if their number is right. lost: a bit for each leaving card that is gone. Coffee
 * breaks fill the gap, because they change teams. */
static bool deal_team(integralis_state *s, integralis_reading *r, int seat, uint32_t lost)
{
    uint8_t pile[INTEGRALIS_UNDER_MAX * 2];
    int n = 0;
    int total = r->n_hand[seat] + r->n_unseen[seat] + s->n_under[seat];
    for (int card = 1; card < INTEGRALIS_CARDS; card++) {
        int left = integralis_copies(s, card) - integralis_located(s, seat, card);
        if (card == INTEGRALIS_COFFEE) continue;
        if (integralis_is_worker(card) && r->discarded[seat] & integralis_bit(card)) left--;
        for (int i = 0; i < KB_COUNT(leaving); i++) left -= leaving[i] == card && (lost >> i & 1);
        if (left < 0) return false;
        for (; left > 0; left--) pile[n++] = (uint8_t)card;
    }
    if (n > total || total > KB_COUNT(pile)) return false;
    while (n < total) pile[n++] = INTEGRALIS_COFFEE;
    /* The F1 that a team is dealt first stays in its hand until its first turn. */
    for (int i = 0; i < n; i++)
        if (pile[i] == INTEGRALIS_F1) {
            pile[i] = pile[0];
            pile[0] = INTEGRALIS_F1;
            break;
        }
    for (int i = 0; i < total; i++) {
        if (i < r->n_hand[seat]) {
            r->hand[seat][pile[i]]++;
        } else if (i < r->n_hand[seat] + r->n_unseen[seat]) {
            r->unseen[seat][pile[i]]++;
        } else {
            s->under[seat][i - r->n_hand[seat] - r->n_unseen[seat]] = pile[i];
        }
    }
    return true;
}

/* The minimum that each seat with hidden money must have, and the minimum bid. */
static void set_sums(integralis_state *s, integralis_reading *r)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->purse.of[seat] == KB_HIDDEN) s->purse.of[seat] = integralis_least_money(s, seat);
        if (r->bid[seat] == KB_HIDDEN) r->bid[seat] = integralis_facts_of(integralis_name(s->target))->bribe;
    }
}

static void hide(integralis_state *s, const integralis_state *view, const integralis_reading *r)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (view->purse.of[seat] == KB_HIDDEN) s->purse.of[seat] = s->purse.of[KB_BANK] = KB_HIDDEN;
        if (r->bid[seat] == KB_HIDDEN) s->bid[seat == s->turn ? 0 : 1] = KB_HIDDEN;
        if (!(r->hidden_mask >> seat & 1)) continue;
        s->hand[seat] = INTEGRALIS_UNKNOWN | (uint32_t)r->n_hand[seat];
        s->unseen[seat] = INTEGRALIS_UNKNOWN | (uint32_t)r->n_unseen[seat];
        __builtin_memset(s->under[seat], 0, sizeof s->under[seat]);
    }
}

/* Whether the hidden teams have lost exactly those discarded cards that the other teams have not. */
static bool fits_discard(const integralis_state *s, const integralis_reading *r,
                         const uint8_t lost[INTEGRALIS_SEATS_MAX])
{
    for (int i = 2; i < KB_COUNT(leaving); i++) {
        int card = leaving[i];
        int n = r->n_discarded[card] + (card == INTEGRALIS_ILLNESS ? kb_count_bits(s->ill) : 0);
        for (int seat = 0; seat < s->setup.seats; seat++) {
            bool hidden = r->hidden_mask >> seat & 1;
            int held = hidden ? 0 : r->hand[seat][card] + r->unseen[seat][card];
            n -= hidden ? lost[seat] >> i & 1 : integralis_copies(s, card) - integralis_located(s, seat, card) - held;
        }
        if (n != 0) return false;
    }
    return true;
}

kb_error integralis_validate_view(integralis_state *s, const integralis_reading *r, kb_text *why)
{
    int n_hidden = kb_count_bits(r->hidden_mask);
    uint32_t n_ways = 1u << n_hidden * KB_COUNT(leaving);
    if (!r->hidden_mask) return integralis_validate(s, r, why);
    for (uint32_t way = 0; way < n_ways; way++) {
        uint8_t lost[INTEGRALIS_SEATS_MAX] = {0};
        uint32_t rest = way;
        for (int seat = 0; seat < KB_COUNT(lost); seat++) {
            if (!(r->hidden_mask >> seat & 1)) continue;
            lost[seat] = rest & ((1u << KB_COUNT(leaving)) - 1);
            rest >>= KB_COUNT(leaving);
        }
        if (!fits_discard(s, r, lost)) continue;
        integralis_state whole = *s;
        integralis_reading filled = *r;
        bool dealt = true;
        for (int seat = 0; dealt && seat < s->setup.seats; seat++)
            if (r->hidden_mask >> seat & 1) dealt = deal_team(&whole, &filled, seat, lost[seat]);
        if (!dealt) continue;
        set_sums(&whole, &filled);
        char reason[128];
        kb_text unheard = kb_text_in(reason, sizeof reason);
        if (integralis_validate(&whole, &filled, &unheard)) continue;
        hide(&whole, s, r);
        *s = whole;
        return KB_OK;
    }
    KB_REFUSE(why, "no whole position looks like this view");
}
