/* view.c: views of Incorporated: hiding what a seat may not know, and sampling it. */
#include "../../core/rng.h"
#include "tables.h"

#include "redact.h"

/* --- sample ------------------------------------------------------------------------------------ */

/* Tiles to draw from at random. */
typedef struct pile {
    uint32_t n;
    uint8_t tile[INCORPORATED_SEATS_MAX * INCORPORATED_VALUES];
} pile;

static pile pile_of(uint32_t tiles)
{
    pile p;
    for (p.n = 0; tiles; tiles &= tiles - 1) p.tile[p.n++] = (uint8_t)kb_lowest_bit(tiles);
    return p;
}

static uint8_t draw_from(pile *p, kb_rng *rng)
{
    uint8_t *drawn = &p->tile[kb_rng_under(rng, p->n)];
    uint8_t tile = *drawn;
    *drawn = p->tile[--p->n];
    return tile;
}

/* The tiles that are visible nowhere in this view. During a deal the table shows the previous round. */
static uint32_t unseen_tiles(const incorporated_state *s)
{
    uint32_t unseen = incorporated_all_tiles(s->setup.seats);
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (s->hand[seat] != INCORPORATED_HIDDEN_HAND) unseen &= ~s->hand[seat];
    uint32_t played = s->step == INCORPORATED_DEAL ? 0 : incorporated_played_mask(s);
    for (; played; played &= played - 1) unseen &= ~(1u << s->task[kb_lowest_bit(played)].tile);
    return unseen;
}

/* Any subset of the coins, uniformly. */
static uint8_t guess_commitment(uint8_t coins, kb_rng *rng)
{
    uint32_t part = 0;
    for (uint32_t skip = kb_rng_under(rng, 1u << kb_count_bits(coins)); skip > 0; skip--) part = (part - coins) & coins;
    return (uint8_t)part;
}

/* Moves are not treated as evidence, so every deal of the unseen tiles is equally likely. */
void incorporated_sample(const incorporated_state *redacted, kb_rng *rng, incorporated_state *out)
{
    *out = *redacted;
    pile unseen = pile_of(unseen_tiles(redacted));
    for (int seat = 0; seat < out->setup.seats; seat++) {
        if (out->hand[seat] == INCORPORATED_HIDDEN_HAND) {
            out->hand[seat] = 0;
            for (int i = 0; i < out->n_hand[seat]; i++) out->hand[seat] |= 1u << draw_from(&unseen, rng);
        }
        if (out->commit[seat] == KB_NONE) out->commit[seat] = guess_commitment(out->coins[seat], rng);
    }
}

/* --- public information -------------------------------------------------------------------------- */

/* The seat that began the initiatives on the table: this round's first, or the last round's during a deal. */
static int leader_of(const incorporated_state *s)
{
    bool of_last_round = s->step == INCORPORATED_DEAL && s->next_task > 0;
    return of_last_round ? kb_right_of(s->first, s->setup.seats) : s->first;
}

int incorporated_player_of(const incorporated_state *s, int task)
{
    return (leader_of(s) + incorporated_place(task)) % s->setup.seats;
}

int incorporated_coins_on(const incorporated_state *s, int task, incorporated_coin coins[INCORPORATED_COINS_MAX])
{
    const incorporated_task *on = &s->task[task];
    int n = 0;
    if (on->staffed != KB_NONE) {
        coins[n].seat = (uint8_t)incorporated_suit(on->tile);
        coins[n++].coin = on->staffed;
    }
    for (int i = 0, seat = leader_of(s); i < s->setup.seats; i++, seat = kb_left_of(seat, s->setup.seats))
        for (uint32_t rest = on->committed[seat]; rest; rest &= rest - 1) {
            coins[n].seat = (uint8_t)seat;
            coins[n++].coin = (uint8_t)kb_lowest_bit(rest);
        }
    return n;
}

/* The masked seats in placing order: the last of the round first. */
static int in_placing_order(const incorporated_state *s, uint32_t mask, uint8_t seats[INCORPORATED_SEATS_MAX])
{
    int n = 0;
    int seat = leader_of(s);
    for (int i = 0; mask && i < s->setup.seats; i++) {
        seat = kb_right_of(seat, s->setup.seats);
        if (mask >> seat & 1) seats[n++] = (uint8_t)seat;
    }
    return n;
}

int incorporated_managers_on(const incorporated_state *s, int task, incorporated_manager on[INCORPORATED_SEATS_MAX])
{
    uint8_t seats[INCORPORATED_SEATS_MAX];
    uint32_t helping = s->task[task].helping;
    int n = in_placing_order(s, helping | s->task[task].hindering, seats);
    for (int i = 0; i < n; i++) {
        on[i].seat = seats[i];
        on[i].help = helping >> seats[i] & 1;
    }
    return n;
}

int incorporated_placed(const incorporated_state *s, uint8_t seats[INCORPORATED_SEATS_MAX])
{
    uint32_t placed = 0;
    if (s->step == INCORPORATED_DEAL) return 0; /* the managers on the table are of the last round */
    for (int at = 0; at < INCORPORATED_TASKS_MAX; at++) placed |= s->task[at].helping | s->task[at].hindering;
    return in_placing_order(s, placed, seats);
}
