/* bench.c: the benchmark loops of all games. */
#include "bench.h"

#include "../core/rng.h"
#include "bench_games.h" /* the state.h of every game: written by meson */

static int pick_actor(kb_rng *rng, uint32_t actors)
{
    if (actors & (actors - 1))
        for (uint32_t skip = kb_rng_under(rng, (uint32_t)__builtin_popcount(actors)); skip > 0; skip--)
            actors &= actors - 1;
    return __builtin_ctz(actors);
}

/* A move means: list the actor's moves, choose one, apply it. Inlined into each loop, so that the compiler sees all of
 * it, as it would in a program that plays millions of games. */
#define GAME(g)                                                                                       \
    __attribute__((always_inline)) static inline void g##_move(g##_state *s, kb_rng *rng)             \
    {                                                                                                 \
        kb_span list[KB_SPANS_MAX];                                                                   \
        int seat = pick_actor(rng, g##_actors(s));                                                    \
        int n = g##_legal(s, seat, list, KB_SPANS_MAX);                                               \
        kb_move move = seat == KB_CHANCE ? kb_rng_luck(rng, list, n) : kb_rng_move(rng, list, n);     \
        g##_make(s, seat, move, NULL);                                                                \
    }                                                                                                 \
                                                                                                      \
    static uint64_t g##_random_games(const kb_setup *setup, kb_rng *rng, uint64_t n, uint64_t *moves) \
    {                                                                                                 \
        g##_state s;                                                                                  \
        for (uint64_t i = 0; i < n; i++)                                                              \
            for (g##_start(&s, setup); g##_actors(&s); ++*moves) g##_move(&s, rng);                   \
        bench_keep(&s);                                                                               \
        return n;                                                                                     \
    }                                                                                                 \
                                                                                                      \
    static uint64_t g##_batch_moves(const kb_setup *setup, kb_rng *rng, uint64_t n)                   \
    {                                                                                                 \
        static g##_state batch[BENCH_BATCH];                                                          \
        for (int i = 0; i < BENCH_BATCH; i++) g##_start(&batch[i], setup);                            \
        uint64_t done = 0;                                                                            \
        for (; done < n; done += BENCH_BATCH)                                                         \
            for (int i = 0; i < BENCH_BATCH; i++) {                                                   \
                g##_move(&batch[i], rng);                                                             \
                if (!g##_actors(&batch[i])) g##_start(&batch[i], setup);                              \
            }                                                                                         \
        bench_keep(batch);                                                                            \
        return done;                                                                                  \
    }                                                                                                 \
                                                                                                      \
    /* Views of the successive states of a game, a hundred of each. */                                \
    static uint64_t g##_views(const kb_setup *setup, kb_rng *rng, uint64_t n, bool sample)            \
    {                                                                                                 \
        g##_state s, view, world;                                                                     \
        uint64_t done = 0;                                                                            \
        for (g##_start(&s, setup); done < n; done += 100) {                                           \
            int seat = (int)(done / 100 % setup->seats);                                              \
            g##_redact(&s, seat, &view);                                                              \
            for (int i = 0; i < 100; i++) {                                                           \
                if (sample) {                                                                         \
                    g##_sample(&view, rng, &world);                                                   \
                } else {                                                                              \
                    g##_redact(&s, seat, &world);                                                     \
                }                                                                                     \
                bench_keep(&world);                                                                   \
            }                                                                                         \
            g##_move(&s, rng);                                                                        \
            if (!g##_actors(&s)) g##_start(&s, setup);                                                \
        }                                                                                             \
        return done;                                                                                  \
    }                                                                                                 \
                                                                                                      \
    static uint64_t g##_redactions(const kb_setup *setup, kb_rng *rng, uint64_t n)                    \
    {                                                                                                 \
        return g##_views(setup, rng, n, false);                                                       \
    }                                                                                                 \
                                                                                                      \
    static uint64_t g##_samples(const kb_setup *setup, kb_rng *rng, uint64_t n)                       \
    {                                                                                                 \
        return g##_views(setup, rng, n, true);                                                        \
    }
#include "../games/games.def"
#undef GAME

const bench_loops *bench_loops_of(int game)
{
    static const bench_loops loops[] = {
#define GAME(g) {g##_random_games, g##_batch_moves, g##_redactions, g##_samples},
#include "../games/games.def"
#undef GAME
    };
    return &loops[game];
}

uint64_t bench_draws(kb_rng *rng, uint64_t n)
{
    uint64_t mixed = 0;
    for (uint64_t i = 0; i < n; i++) mixed ^= kb_rng_draw(rng);
    bench_keep(&mixed);
    return n;
}
