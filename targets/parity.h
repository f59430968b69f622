/* parity.h: a hash over many states, so that every target can show that it plays the same games. */
#ifndef PARITY_H
#define PARITY_H

#include "../core/base.h"

enum { PARITY_STEPS = 200 }; /* of a batch */
enum { PARITY_GAMES = 50 };  /* random games of each configuration, seeds 0, 1, 2 … */

KB_FN static inline uint64_t parity_fold(uint64_t sum, uint64_t hash)
{
    return (sum ^ hash) * 0x100000001B3u;
}

KB_FN static inline uint64_t parity_fold_bytes(uint64_t sum, const void *bytes, int n)
{
    const uint8_t *at = (const uint8_t *)bytes;
    for (int i = 0; i < n; i++) sum = parity_fold(sum, at[i]);
    return sum;
}

#endif
