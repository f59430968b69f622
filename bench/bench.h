/* bench.h: loops worth timing, one set for each game, calling its functions directly. */
#ifndef BENCH_H
#define BENCH_H

#include "../core/base.h"

enum { BENCH_BATCH = 1024 };

/* Each runs about n units and returns how many it really ran; moves counts moves on the way. */
typedef struct bench_loops {
    uint64_t (*random_games)(const kb_setup *, kb_rng *, uint64_t n, uint64_t *moves);
    /* BENCH_BATCH games side by side, one move each in turn. */
    uint64_t (*batch_moves)(const kb_setup *, kb_rng *, uint64_t n);
    uint64_t (*redactions)(const kb_setup *, kb_rng *, uint64_t n);
    uint64_t (*samples)(const kb_setup *, kb_rng *, uint64_t n);
} bench_loops;

/* The loops of the game with this number. */
const bench_loops *bench_loops_of(int game);

/* Draws n numbers: what the machine does when it does nothing else, to compare by. */
uint64_t bench_draws(kb_rng *, uint64_t n);

#endif
