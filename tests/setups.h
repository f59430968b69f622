/* setups.h: every configuration of a game, one after another. */
#ifndef TESTS_SETUPS_H
#define TESTS_SETUPS_H

#include "../core/game.h"

/* Counts through editions, seats and options like an odometer; false after the last. Start from the defaults. */
static inline bool next_setup(kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    for (int i = 0; i < game->n_options; i++) {
        int n = 0;
        while (n < KB_COUNT(game->options[i].values) && game->options[i].values[n]) n++;
        if (++setup->option[i] < n) return true;
        setup->option[i] = 0;
    }
    if (++setup->seats <= game->seats_max) return true;
    setup->seats = game->seats_min;
    return ++setup->edition < game->n_editions;
}

#endif
