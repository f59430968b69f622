/* setups.h: iterates over every configuration of every game. */
#ifndef TESTS_SETUPS_H
#define TESTS_SETUPS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/games.h"

/* Counts through editions, seats and options like an odometer; false after the last. Start from the defaults. */
static inline bool next_setup(kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    for (int i = 0; i < game->n_options; i++) {
        if (++setup->option[i] < kb_option_values(&game->options[i])) return true;
        setup->option[i] = 0;
    }
    if (++setup->seats <= game->seats_max) return true;
    setup->seats = game->seats_min;
    return ++setup->edition < game->n_editions;
}

/* A game to be played. */
typedef struct setups_game {
    const kb_setup *setup;
    const char *config; /* the setup in words */
    uint64_t seed;      /* with --seed, the first of its configuration */
    uint64_t luck;      /* seeds the random numbers; differs between configurations */
} setups_game;

/* Plays this many games, from the seed on, in one of `every` playable configurations. Returns the number of those
 * configurations. A hash of their number selects them: a regular step would always miss the same combinations. */
static inline int play_setups(int game, uint64_t games, uint64_t seed, int every, void (*play)(const setups_game *))
{
    kb_setup setup;
    uint32_t n = 0;
    int played = 0;
    kb_setup_default(&setup, game);
    do {
        char config[512];
        kb_state state;
        if (kb_start(&state, &setup) || (++n * 2654435761u >> 16) % (uint32_t)every) continue;
        played++;
        kb_text text = kb_text_in(config, sizeof config);
        kb_put_setup(&setup, &text);
        for (uint64_t i = seed; i < seed + games; i++)
            play(&(setups_game){&setup, config, i, i * 1000003 + (uint64_t)n});
    } while (next_setup(&setup));
    return played;
}

/* Arguments: [--games N] [--seed S] [--only GAME] [--every N]. Plays N games of each game, spread over its
 * configurations, or over one in N of them. It is an error to play nothing of a game, because that tests nothing. */
static inline void play_all_setups(int argc, char **argv, void (*play)(const setups_game *), const char *how)
{
    uint64_t games = 2000, seed = 1;
    int only = -1, every = 1;
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--games") && *value) {
            games = strtoull(value, NULL, 10);
        } else if (!strcmp(argv[i], "--seed") && *value) {
            seed = strtoull(value, NULL, 10);
        } else if (!strcmp(argv[i], "--only") && kb_game_named(value) >= 0) {
            only = kb_game_named(value);
        } else if (!strcmp(argv[i], "--every") && atoi(value) > 0) {
            every = atoi(value);
        } else {
            fprintf(stderr, "usage: %s [--games N] [--seed S] [--only GAME] [--every N]\n", argv[0]);
            exit(2);
        }
    }
    for (int game = 0; kb_game_at(game); game++) {
        if (only >= 0 && game != only) continue;
        uint64_t n = (uint64_t)play_setups(game, 0, seed, every, play);
        uint64_t each = n ? (games + n - 1) / n : 0;
        if (!each) {
            fprintf(stderr, "%s: %s was not played: --every %d selects %llu of its configurations, --games %llu\n",
                    argv[0], kb_game_at(game)->name, every, (unsigned long long)n, (unsigned long long)games);
            exit(1);
        }
        play_setups(game, each, seed, every, play);
        printf("%s: %llu games of %llu configurations, %s\n", kb_game_at(game)->name, (unsigned long long)(each * n),
               (unsigned long long)n, how);
    }
}

#endif
