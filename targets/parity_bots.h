/* parity_bots.h: a hash over games of bots, so that every target can show that its bots decide alike. */
#ifndef PARITY_BOTS_H
#define PARITY_BOTS_H

#include "../bots/bot.h"
#include "../core/rng.h"
#include "../engine/record.h"
#include "parity.h"

enum {
    PARITY_SEARCH_GAMES = 2,           /* the first seeds of each configuration; in the others bots are quick */
    PARITY_ROOM_BYTES = 1 << 20,       /* a search sizes its memory by this: the same everywhere */
    PARITY_LEVEL_ROOM_BYTES = 32 << 20 /* as much as the program, the server and the page give their bots */
};

/* After this many simulations a bot continues without search, so that long games are finished, too. */
enum { PARITY_SIMULATIONS = 500 };

static inline void parity_seat(bot *b, int seat, uint64_t seed)
{
    static const char *const kinds[] = {"greedy",        "search:50:grudge",      "greedy:honest", "search:50:honest",
                                        "greedy:grudge", "search:50:opportunist", "search:50",     "easy:opportunist"};
    static const char *const quick[] = {"greedy", "easy", "greedy:grudge", "easy:honest", "greedy:opportunist",
                                        "random"};
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    bot_spec spec = {0};
    uint64_t n = seed * 3 + (uint64_t)seat;
    bot_read(seed < PARITY_SEARCH_GAMES ? kinds[n % KB_COUNT(kinds)] : quick[n % KB_COUNT(quick)], &spec, &why);
    bot_sit(b, &spec, seat, seed);
}

static inline kb_move parity_decide(bot *b, const kb_state *state, const bot_room *room)
{
    kb_state view;
    kb_redact(state, b->seat, &view);
    if (b->simulations >= PARITY_SIMULATIONS) b->spec.kind = BOT_GREEDY;
    return bot_decide(b, &view, room);
}

static inline uint64_t parity_tell(bot *at, const kb_state *state, const kb_events *events, uint64_t sum)
{
    for (int seat = 0; seat < state->setup.seats; seat++) {
        kb_state view;
        kb_redact(state, seat, &view);
        for (int i = 0; i < events->n; i++)
            if (events->at[i].seen_by & 1u << seat) bot_watch(&at[seat], &view, &events->at[i]);
        sum = parity_fold(sum, at[seat].line.phrase);
        bot_spoke(&at[seat]);
    }
    return sum;
}

/* A hash of all moves, of what the bots say about them, and of the last state; 0 if a move was refused. */
static inline uint64_t parity_bots(const kb_setup *setup, uint64_t seed, void *memory)
{
    const bot_room room = {memory, PARITY_ROOM_BYTES, NULL, NULL};
    kb_rng luck = kb_rng_seeded(seed);
    bot at[KB_SEATS_MAX];
    kb_state state;
    uint64_t sum = 0;
    if (kb_start(&state, setup)) return 0;
    for (int seat = 0; seat < setup->seats; seat++) parity_seat(&at[seat], seat, seed);
    while (!kb_over(&state, NULL)) {
        kb_events events;
        kb_move move;
        uint64_t bits;
        int seat;
        kb_pick(&state, &luck, &seat, &move);
        if (seat != KB_CHANCE) move = parity_decide(&at[seat], &state, &room);
        if (kb_apply(&state, seat, move, &events)) return 0;
        __builtin_memcpy(&bits, &move, sizeof bits);
        sum = parity_tell(at, &state, &events, parity_fold(sum, bits ^ (uint64_t)seat << 56));
    }
    return parity_fold(sum, kb_hash(&state));
}

/* A level makes some of the decisions in a game of greedy bots, with as much memory as the program has. Returns a hash
 * of its decisions; simulations is set to the number it needed. */
static inline uint64_t parity_level(const kb_setup *setup, const char *level, void *memory, uint64_t *simulations)
{
    enum { EVERY = 13, DECISIONS = 8 };
    const bot_room room = {memory, PARITY_LEVEL_ROOM_BYTES, NULL, NULL};
    static const bot_spec greedy = {.kind = BOT_GREEDY};
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    kb_rng luck = kb_rng_seeded(0);
    bot_spec spec = {0};
    kb_state state;
    uint64_t sum = 0;
    *simulations = 0;
    if (!bot_read(level, &spec, &why) || kb_start(&state, setup)) return 0;
    for (int decisions = 0; decisions < EVERY * DECISIONS && !kb_over(&state, NULL);) {
        kb_state view;
        kb_move move;
        bot self;
        int seat;
        kb_pick(&state, &luck, &seat, &move);
        if (seat != KB_CHANCE) {
            kb_redact(&state, seat, &view);
            if (++decisions % EVERY == 0) {
                bot_sit(&self, &spec, seat, (uint64_t)decisions);
                kb_move chosen = bot_decide(&self, &view, &room);
                uint64_t bits;
                __builtin_memcpy(&bits, &chosen, sizeof bits);
                sum = parity_fold(sum, bits);
                *simulations += self.simulations;
            }
            bot_sit(&self, &greedy, seat, (uint64_t)decisions);
            move = bot_decide(&self, &view, NULL);
        }
        if (kb_apply(&state, seat, move, NULL)) return 0;
    }
    return sum;
}

#endif
