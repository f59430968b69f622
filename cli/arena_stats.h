/* arena_stats.h: statistics of many games: shares with their intervals, ratings. docs/arena.md has the formulas. */
#ifndef CLI_ARENA_STATS_H
#define CLI_ARENA_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- shares ------------------------------------------------------------------------------------------ */

typedef struct arena_interval {
    double low, high;
} arena_interval;
/* The 95 % Wilson interval of a share of this many games. 0 to 1 if there are none. */
arena_interval arena_wilson(double share, double games);

/* Games of one bot that have something in common: the line-up, or the luck. */
typedef struct arena_group {
    double won, games;
} arena_group;
/* How many independent games would give as much information as these groups, at most `most`. */
double arena_worth(const arena_group *, size_t n, double most);

/* --- ranks ------------------------------------------------------------------------------------------- */

enum { ARENA_SEATS_MAX = 5 };

/* The ranks of a game, 1 is best: winners, then by score. Tied seats share the mean of their ranks. If nobody won,
 * all are tied. */
void arena_ranks(int seats, const int32_t *score, uint32_t winners_mask, double *rank);

/* --- ratings (Plackett–Luce) ------------------------------------------------------------------------- */

enum { ARENA_RATED_MAX = 16 };

/* A choice among those still to be placed, and how often it was made, in games. */
typedef struct arena_stage {
    uint32_t among_mask;
    double weight;
} arena_stage;

typedef struct arena_ratings {
    int n;                         /* rated bots: 0 … n-1 */
    double first[ARENA_RATED_MAX]; /* how often each was chosen, in games */
    arena_stage *stages;
    size_t n_stages, room;
    bool failed; /* out of memory */
} arena_ratings;
void arena_ratings_begin(arena_ratings *, int n);
/* Adds a game: who sat where (all different), and the ranks. */
void arena_ratings_add(arena_ratings *, int seats, const int *who, const double *rank);
/* Computes the ratings: mean 1500, 400 points for odds of ten to one. */
void arena_ratings_fit(const arena_ratings *, double *rating);
void arena_ratings_end(arena_ratings *);

#endif
