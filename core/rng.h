/* rng.h: the generator callers use to sample, choose and test (xoshiro256**, seeded through
 * splitmix64). Inline, because random play is mostly this. Rules never include it. */
#ifndef KB_RNG_H
#define KB_RNG_H

#include "base.h"

KB_FN static inline uint64_t kb_rng_rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

KB_FN static inline kb_rng kb_rng_seeded(uint64_t seed)
{
    kb_rng rng;
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        rng.s[i] = z ^ (z >> 31);
    }
    return rng;
}

KB_FN static inline uint64_t kb_rng_draw(kb_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = kb_rng_rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = kb_rng_rotate(s[3], 45);
    return result;
}

/* Whether this is a generator. One whose state is zero would only draw zeros, and kb_rng_under would never return. */
KB_FN static inline bool kb_rng_can_draw(const kb_rng *rng)
{
    return rng && (rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3]);
}

/* 0..n-1, exactly uniform (Lemire: multiply, and draw again in the rare case that would bias). */
KB_FN static inline uint32_t kb_rng_under(kb_rng *rng, uint32_t n)
{
    KB_ASSERT(n > 0);
    uint64_t product = (kb_rng_draw(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t sliver = (0u - n) % n;
        while ((uint32_t)product < sliver) product = (kb_rng_draw(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* A random move of a seat's list; each amount of a run counts as one. Runs come after single moves, so a list that
 * ends with a single move has no runs. */
KB_FN static inline kb_move kb_rng_move(kb_rng *rng, const kb_span *list, int n)
{
    uint32_t total = (uint32_t)n;
    for (int i = n; i > 0 && list[i - 1].n > 1; i--) total += list[i - 1].n - 1;
    uint32_t left = kb_rng_under(rng, total);
    if (total == (uint32_t)n) return list[left].move;
    const kb_span *span = list;
    for (; left >= span->n; span++) left -= span->n;
    kb_move move = span->move;
    move.amount += (int32_t)(left * span->step);
    return move;
}

/* A move of chance's list, by weight. */
KB_FN static inline kb_move kb_rng_luck(kb_rng *rng, const kb_span *list, int n)
{
    uint32_t total = 0;
    for (int i = 0; i < n; i++) total += list[i].weight;
    uint32_t left = kb_rng_under(rng, total);
    if (total == (uint32_t)n) return list[left].move; /* uniform */
    for (; left >= list->weight; list++) left -= list->weight;
    return list->move;
}

#endif
