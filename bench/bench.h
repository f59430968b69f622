/* bench.h: the benchmark loops: a set for each game, which call its functions directly, and those of the bots. */
#ifndef BENCH_H
#define BENCH_H

#include "../bots/bot.h"

enum { BENCH_BATCH = 1024, BENCH_VIEWS = 1024, BENCH_SIMULATIONS = 1000, BENCH_PACTS = 50 };

/* Keeps the compiler from removing an unused result. */
static inline void bench_keep(const void *what)
{
    __asm__ volatile("" : : "r"(what) : "memory");
}

/* Each runs about n units and returns how many it actually ran; moves counts the moves made. */
typedef struct bench_loops {
    uint64_t (*random_games)(const kb_setup *, kb_rng *, uint64_t n, uint64_t *moves);
    /* BENCH_BATCH games in parallel, one move each in turn. */
    uint64_t (*batch_moves)(const kb_setup *, kb_rng *, uint64_t n);
    uint64_t (*redactions)(const kb_setup *, kb_rng *, uint64_t n);
    uint64_t (*samples)(const kb_setup *, kb_rng *, uint64_t n);
} bench_loops;

/* The loops of the game with this number. */
const bench_loops *bench_loops_of(int game);

/* Draws n random numbers: a baseline for the machine's speed. */
uint64_t bench_draws(kb_rng *, uint64_t n);

/* Seats that owe a move, and their views. */
typedef struct bench_views {
    kb_state view[BENCH_VIEWS];
    uint8_t seat[BENCH_VIEWS];
} bench_views;

/* Collects a few views from each of many games among greedy bots. */
void bench_collect(bench_views *, const kb_setup *);
/* The greedy bot decides on all views, as often as needed for n decisions. Returns their number. */
uint64_t bench_greedy(const bench_views *, kb_rng *, uint64_t n);
/* A search of BENCH_SIMULATIONS decides on n of the views; counts its simulations and moves. */
void bench_search(const bench_views *, int n, const bot_room *, uint64_t *simulations, uint64_t *moves);

/* The record of a random game with this many pacts. */
typedef struct bench_record {
    char text[1 << 18];
    size_t n;
    uint64_t moves;
} bench_record;
void bench_write_record(bench_record *, const kb_setup *, int pacts);
/* Reads it, including pacts, until n moves are read. Returns how many were. */
uint64_t bench_read(const bench_record *, uint64_t n);

#endif
