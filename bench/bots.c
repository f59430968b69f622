/* bots.c: how fast bots decide, on views collected beforehand. */
#include "../bots/bot.h"

#include "../core/rng.h"
#include "bench.h"

/* Keeps one view in this many: few of each game, so that they cover all parts of many games. */
enum { KEPT_ONCE_IN = 31 };

void bench_collect(bench_views *views, const kb_setup *setup)
{
    static const bot_spec greedy = {.kind = BOT_GREEDY};
    kb_rng luck = kb_rng_seeded(1);
    int n = 0;
    for (uint64_t decisions = 0; n < BENCH_VIEWS;) {
        bot at[KB_SEATS_MAX];
        kb_state state;
        for (int seat = 0; seat < setup->seats; seat++) bot_sit(&at[seat], &greedy, seat, kb_rng_draw(&luck));
        kb_start(&state, setup);
        while (n < BENCH_VIEWS && !kb_over(&state, NULL)) {
            kb_move move;
            int seat;
            kb_pick(&state, &luck, &seat, &move);
            if (seat != KB_CHANCE) {
                kb_redact(&state, seat, &views->view[n]);
                views->seat[n] = (uint8_t)seat;
                move = bot_decide(&at[seat], &views->view[n], NULL);
                n += decisions++ % KEPT_ONCE_IN == 0;
            }
            kb_apply(&state, seat, move, NULL);
        }
    }
}

uint64_t bench_greedy(const bench_views *views, kb_rng *rng, uint64_t n)
{
    static const bot_spec greedy = {.kind = BOT_GREEDY};
    uint64_t done = 0;
    bot self;
    bot_sit(&self, &greedy, 0, kb_rng_draw(rng));
    for (; done < n; done += BENCH_VIEWS)
        for (int i = 0; i < BENCH_VIEWS; i++) {
            self.seat = views->seat[i];
            kb_move move = bot_decide(&self, &views->view[i], NULL);
            bench_keep(&move);
        }
    return done;
}

void bench_search(const bench_views *views, int n, const bot_room *room, uint64_t *simulations, uint64_t *moves)
{
    static const bot_spec search = {.kind = BOT_SEARCH, .simulations = BENCH_SIMULATIONS};
    *simulations = *moves = 0;
    for (int i = 0; i < n; i++) {
        int at = i * (BENCH_VIEWS / n);
        bot self;
        bot_sit(&self, &search, views->seat[at], (uint64_t)i);
        kb_move move = bot_decide(&self, &views->view[at], room);
        bench_keep(&move);
        *simulations += self.simulations;
        *moves += self.simulated_moves;
    }
}
