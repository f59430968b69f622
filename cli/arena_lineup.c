/* arena_lineup.c: which bots sit where, in which game. */
#include <string.h>

#include "../core/rng.h"
#include "arena.h"

/* The number of seats that are drawn from the field. */
static int drawn_seats(const arena_plan *plan)
{
    return plan->n_bots > plan->n_named ? plan->setup.seats - plan->n_named : 0;
}

int arena_places(const arena_plan *plan)
{
    int drawn = drawn_seats(plan);
    if (drawn) return plan->n_named + (plan->n_bots - plan->n_named) * drawn;
    return plan->n_bots > plan->setup.seats ? plan->n_bots : plan->setup.seats;
}

int arena_bot_at(const arena_plan *plan, int place)
{
    int drawn = drawn_seats(plan);
    if (drawn && place >= plan->n_named) return plan->n_named + (place - plan->n_named) / drawn;
    return place < plan->n_bots ? place : plan->n_bots - 1;
}

/* The binomial coefficient: ways to choose k of n. */
static uint64_t ways(int n, int k)
{
    uint64_t product = 1;
    for (int i = 1; i <= k; i++) product = product * (uint64_t)(n - k + i) / (uint64_t)i;
    return k < 0 || k > n ? 0 : product;
}

uint64_t arena_lineups(const arena_plan *plan)
{
    if (drawn_seats(plan)) return (plan->games + plan->setup.seats - 1) / plan->setup.seats;
    return ways(arena_places(plan), plan->setup.seats);
}

/* The choice of places with this number, in lexicographic order. */
static void choose_places(int n_places, int seats, uint64_t number, int *place)
{
    for (int next = 0, chosen = 0; chosen < seats; next++) {
        uint64_t with_next = ways(n_places - next - 1, seats - chosen - 1);
        if (number < with_next) {
            place[chosen++] = next;
        } else {
            number -= with_next;
        }
    }
}

/* The permutation of n places with this number, in lexicographic order. Numbers wrap around. */
static void arrange(int *place, int n, uint64_t number)
{
    uint64_t orders = 1;
    for (int i = 2; i <= n; i++) orders *= (uint64_t)i;
    number %= orders;
    for (int left = n; left > 1; left--, place++) {
        orders /= (uint64_t)left;
        int at = (int)(number / orders), next = place[at];
        memmove(place + 1, place, (size_t)at * sizeof *place);
        *place = next;
        number %= orders;
    }
}

kb_rng arena_rng(uint64_t seed, uint64_t number)
{
    kb_rng of_seed = kb_rng_seeded(seed);
    return kb_rng_seeded(kb_rng_draw(&of_seed) + number);
}

/* Draws a bot of the field by weight. */
static int draw_bot(const arena_plan *plan, kb_rng *rng)
{
    uint32_t total = 0;
    int drawn = plan->n_named;
    for (int i = drawn; i < plan->n_bots; i++) total += plan->bots[i].weight;
    for (uint32_t left = kb_rng_under(rng, total); left >= plan->bots[drawn].weight; drawn++)
        left -= plan->bots[drawn].weight;
    return drawn;
}

/* The named bots, and bots drawn from the field for the other seats, in random order. */
static void draw_places(const arena_plan *plan, uint64_t round, int *place)
{
    int seats = plan->setup.seats, drawn = drawn_seats(plan);
    kb_rng rng = arena_rng(~plan->seed, round);
    for (int i = 0; i < seats; i++) {
        int copy = i - plan->n_named;
        place[i] = copy < 0 ? i : plan->n_named + (draw_bot(plan, &rng) - plan->n_named) * drawn + copy;
    }
    for (int i = seats - 1; i > 0; i--) {
        int other = (int)kb_rng_under(&rng, (uint32_t)i + 1), kept = place[i];
        place[i] = place[other];
        place[other] = kept;
    }
}

/* A line-up is rotated through all seats before the next one. When all line-ups have been played, they are repeated in
 * another order around the table, because neighbours matter. */
void arena_lineup(const arena_plan *plan, uint64_t game, int place[KB_SEATS_MAX])
{
    uint64_t seats = plan->setup.seats, lineups = arena_lineups(plan), round = game / seats;
    int chosen[KB_SEATS_MAX];
    if (drawn_seats(plan)) {
        draw_places(plan, round, chosen);
    } else {
        choose_places(arena_places(plan), plan->setup.seats, round % lineups, chosen);
        arrange(chosen + 1, plan->setup.seats - 1, round / lineups);
    }
    for (uint64_t i = 0; i < seats; i++) place[(i + game) % seats] = chosen[i];
}
