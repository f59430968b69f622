/* stats.c: tests the arena's statistics against figures known from elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the headers above */
#include <cmocka.h>
#include <math.h>

#include "../cli/arena_stats.h"

#define NEAR(a, b, within) assert_true(fabs((a) - (b)) < (within))

static void test_wilson(void **unused)
{
    (void)unused;
    static const struct {
        double share, n, low, high;
    } known[] = {
        {0.5, 100, 0.403832, 0.596168}, {0, 10, 0, 0.277533}, {1, 10, 0.722467, 1}, {0.25, 1000, 0.224157, 0.277764}};
    for (int i = 0; i < 4; i++) {
        arena_interval interval = arena_wilson(known[i].share, known[i].n);
        NEAR(interval.low, known[i].low, 2e-5);
        NEAR(interval.high, known[i].high, 2e-5);
    }
    assert_true(arena_wilson(0, 0).low == 0 && arena_wilson(0, 0).high == 1);
}

/* A group is worth a number of independent games: fewer if its games are alike, more if they balance each other. */
static void test_groups(void **unused)
{
    (void)unused;
    static const arena_group alike[] = {{4, 4}, {0, 4}, {4, 4}, {0, 4}}, even[] = {{2, 4}, {2, 4}, {1, 4}, {3, 4}};
    NEAR(arena_worth(alike, 4, 1000), 3, 1e-9);
    NEAR(arena_worth(even, 4, 1000), 24, 1e-9);
    NEAR(arena_worth(even, 4, 20), 20, 1e-9);
    NEAR(arena_worth(even, 2, 1000), 8, 1e-9); /* no variance: counted as independent */
    NEAR(arena_worth(even, 0, 1000), 0, 1e-9);
}

static void test_ranks(void **unused)
{
    (void)unused;
    const int32_t score[] = {10, 30, 10, 30};
    double rank[4];
    arena_ranks(4, score, 1u << 1 | 1u << 3, rank);
    assert_true(rank[0] == 3.5 && rank[1] == 1.5 && rank[2] == 3.5 && rank[3] == 1.5);
    arena_ranks(4, score, 1u << 3, rank); /* a tie that the game breaks */
    assert_true(rank[3] == 1 && rank[1] == 2 && rank[0] == 3.5);
    arena_ranks(4, score, 0, rank); /* nobody wins */
    assert_true(rank[0] == 2.5 && rank[1] == 2.5 && rank[2] == 2.5 && rank[3] == 2.5);
}

static void add(arena_ratings *r, int times, int a, int b, int c, double rank_a, double rank_b, double rank_c)
{
    const int who[] = {a, b, c};
    const double rank[] = {rank_a, rank_b, rank_c};
    for (int i = 0; i < times; i++) arena_ratings_add(r, 3, who, rank);
}

/* Orders exactly as frequent as strengths of 4, 2 and 1 imply: 4/7 · 2/3 for the first, and so on. */
static void test_ratings_find_the_strengths(void **unused)
{
    (void)unused;
    arena_ratings r;
    double rating[ARENA_RATED_MAX];
    arena_ratings_begin(&r, 3);
    add(&r, 40000, 0, 1, 2, 1, 2, 3);
    add(&r, 20000, 0, 2, 1, 1, 2, 3);
    add(&r, 24000, 1, 0, 2, 1, 2, 3);
    add(&r, 6000, 1, 2, 0, 1, 2, 3);
    add(&r, 10000, 2, 0, 1, 1, 2, 3);
    add(&r, 5000, 2, 1, 0, 1, 2, 3);
    arena_ratings_fit(&r, rating);
    NEAR(rating[0] - rating[1], 400 * log10(2), 0.1);
    NEAR(rating[1] - rating[2], 400 * log10(2), 0.1);
    NEAR(rating[0] + rating[1] + rating[2], 4500, 1e-6);
    arena_ratings_end(&r);
}

/* A tie counts as both orders, half each. */
static void test_ties_are_all_orders(void **unused)
{
    (void)unused;
    arena_ratings tied, ordered;
    double a[ARENA_RATED_MAX], b[ARENA_RATED_MAX];
    arena_ratings_begin(&tied, 3);
    arena_ratings_begin(&ordered, 3);
    add(&tied, 2, 0, 1, 2, 1.5, 1.5, 3);
    add(&ordered, 1, 0, 1, 2, 1, 2, 3);
    add(&ordered, 1, 1, 0, 2, 1, 2, 3);
    arena_ratings_fit(&tied, a);
    arena_ratings_fit(&ordered, b);
    for (int i = 0; i < 3; i++) NEAR(a[i], b[i], 1e-6);
    NEAR(a[0], a[1], 1e-6);
    assert_true(a[0] > a[2]);
    arena_ratings_end(&tied);
    arena_ratings_end(&ordered);
}

static void test_ratings_of_the_extremes(void **unused)
{
    (void)unused;
    arena_ratings r;
    double rating[ARENA_RATED_MAX];
    arena_ratings_begin(&r, 4);
    add(&r, 100, 0, 1, 2, 2, 2, 2);
    arena_ratings_fit(&r, rating);
    for (int i = 0; i < 4; i++) NEAR(rating[i], 1500, 1e-3);
    add(&r, 1000, 3, 1, 2, 1, 2.5, 2.5); /* it never loses, and still gets a finite rating */
    arena_ratings_fit(&r, rating);
    assert_true(isfinite(rating[3]) && rating[3] > 2000 && rating[3] < 4000);
    arena_ratings_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_ratings_find_the_strengths),
        cmocka_unit_test(test_ties_are_all_orders),
        cmocka_unit_test(test_ratings_of_the_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
