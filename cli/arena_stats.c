/* arena_stats.c: statistics of many games. docs/arena.md has the formulas. */
#include "arena_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- shares ------------------------------------------------------------------------------------------ */

arena_interval arena_wilson(double share, double games)
{
    const double z = 1.959964; /* 95 % of a normal distribution is within this many standard deviations */
    arena_interval interval = {0, 1};
    if (games <= 0) return interval;
    double middle = (share + z * z / (2 * games)) / (1 + z * z / games);
    double reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games));
    interval.low = fmax(0, middle - reach);
    interval.high = fmin(1, middle + reach);
    return interval;
}

double arena_worth(const arena_group *group, size_t n, double most)
{
    double won = 0, games = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        won += group[i].won;
        games += group[i].games;
    }
    if (games <= 0) return 0;
    double share = won / games;
    for (size_t i = 0; i < n; i++) {
        double off = group[i].won - share * group[i].games;
        squares += off * off;
    }
    if (n < 2 || squares < 1e-12) return games;
    double variance = squares * (double)n / (double)(n - 1) / (games * games);
    return fmin(most, share * (1 - share) / variance);
}

/* --- ranks ------------------------------------------------------------------------------------------- */

/* Above 0 if a did better than b, 0 if they are tied. A game may break a tie in score; that shows only in who wins. */
static int compare(const int32_t *score, uint32_t winners_mask, int a, int b)
{
    int a_wins = winners_mask >> a & 1, b_wins = winners_mask >> b & 1;
    if (!winners_mask) return 0;
    if (a_wins != b_wins) return a_wins - b_wins;
    return (score[a] > score[b]) - (score[a] < score[b]);
}

void arena_ranks(int seats, const int32_t *score, uint32_t winners_mask, double *rank)
{
    for (int seat = 0; seat < seats; seat++) {
        rank[seat] = 1;
        for (int other = 0; other < seats; other++) {
            if (other == seat) continue;
            int better = compare(score, winners_mask, other, seat);
            rank[seat] += better > 0 ? 1 : better == 0 ? 0.5 : 0;
        }
    }
}

/* --- ratings ----------------------------------------------------------------------------------------- */

void arena_ratings_begin(arena_ratings *r, int n)
{
    memset(r, 0, sizeof *r);
    r->n = n;
}

void arena_ratings_end(arena_ratings *r)
{
    free(r->stages);
    r->stages = NULL;
    r->n_stages = r->room = 0;
}

static bool make_room(arena_ratings *r)
{
    if (r->n_stages < r->room) return true;
    size_t room = r->room ? 2 * r->room : 64;
    arena_stage *stages = realloc(r->stages, room * sizeof *stages);
    if (!stages) {
        r->failed = true;
        return false;
    }
    r->stages = stages;
    r->room = room;
    return true;
}

/* The stages are sorted by mask. */
static void add_stage(arena_ratings *r, uint32_t among_mask, double weight)
{
    size_t low = 0, high = r->n_stages;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->stages[middle].among_mask < among_mask) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == r->n_stages || r->stages[low].among_mask != among_mask) {
        if (!make_room(r)) return;
        memmove(&r->stages[low + 1], &r->stages[low], (r->n_stages - low) * sizeof *r->stages);
        r->stages[low].among_mask = among_mask;
        r->stages[low].weight = 0;
        r->n_stages++;
    }
    r->stages[low].weight += weight;
}

static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 1; i <= k; i++) ways = ways * (n - k + i) / i;
    return ways;
}

/* A tie counts as all orders of the t tied bots, each equally likely. A given set of k of them is the one still to
 * be placed in one of `t choose k` cases, and each of its k bots is equally likely to be next. */
static void add_alike(arena_ratings *r, uint32_t alike_mask, uint32_t below_mask)
{
    int t = __builtin_popcount(alike_mask);
    for (uint32_t left = alike_mask; left; left = (left - 1) & alike_mask) {
        int k = __builtin_popcount(left);
        uint32_t among_mask = left | below_mask;
        double weight = 1 / choose(t, k);
        if (!(among_mask & (among_mask - 1))) continue; /* only one left: not a choice */
        add_stage(r, among_mask, weight);
        for (int i = 0; i < r->n; i++)
            if (left >> i & 1) r->first[i] += weight / k;
    }
}

void arena_ratings_add(arena_ratings *r, int seats, const int *who, const double *rank)
{
    bool placed[ARENA_SEATS_MAX] = {false};
    for (int seat = 0; seat < seats; seat++) {
        uint32_t alike_mask = 0, below_mask = 0;
        if (placed[seat]) continue;
        for (int other = 0; other < seats; other++) {
            bool alike = fabs(rank[other] - rank[seat]) < 0.25;
            if (alike) alike_mask |= 1u << who[other];
            if (alike) placed[other] = true;
            if (!alike && rank[other] > rank[seat]) below_mask |= 1u << who[other];
        }
        add_alike(r, alike_mask, below_mask);
    }
}

/* One step of Hunter's MM algorithm: new strengths from the current ones. Adds a drawn game against an opponent of
 * strength 1 for each bot; without it the strength of a bot that always wins would be infinite. */
static void next_strengths(const arena_ratings *r, const double *strength, double *next)
{
    double expected[ARENA_RATED_MAX];
    for (int i = 0; i < r->n; i++) expected[i] = 1 / (strength[i] + 1);
    for (size_t s = 0; s < r->n_stages; s++) {
        uint32_t among_mask = r->stages[s].among_mask;
        double sum = 0;
        for (uint32_t left = among_mask; left; left &= left - 1) sum += strength[__builtin_ctz(left)];
        for (uint32_t left = among_mask; left; left &= left - 1)
            expected[__builtin_ctz(left)] += r->stages[s].weight / sum;
    }
    for (int i = 0; i < r->n; i++) next[i] = (r->first[i] + 0.5) / expected[i];
}

void arena_ratings_fit(const arena_ratings *r, double *rating)
{
    enum { STEPS_MAX = 2000 };
    double strength[ARENA_RATED_MAX], next[ARENA_RATED_MAX];
    double change = 1, mean = 0;
    for (int i = 0; i < r->n; i++) strength[i] = 1;
    for (int step = 0; step < STEPS_MAX && change > 1e-9; step++) {
        change = 0;
        next_strengths(r, strength, next);
        for (int i = 0; i < r->n; i++) change = fmax(change, fabs(log(next[i] / strength[i])));
        memcpy(strength, next, sizeof strength);
    }
    for (int i = 0; i < r->n; i++) {
        rating[i] = 400 * log10(strength[i]);
        mean += rating[i] / r->n;
    }
    for (int i = 0; i < r->n; i++) rating[i] += 1500 - mean;
}
