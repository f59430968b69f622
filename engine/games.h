/* games.h: the list of games. Everything above the games finds them here. */
#ifndef KB_GAMES_H
#define KB_GAMES_H

#include "../core/game.h"

#define GAME(name) extern const kb_game kb_game_##name;
#include "../games/games.def"
#undef GAME

/* The games in the order of games/games.def; NULL for a number that is not one. */
const kb_game *kb_game_at(int game);

static inline const kb_game *kb_game_of(const kb_state *state)
{
    return kb_game_at(state->setup.game);
}

/* The game of a state that was started; NULL for a null pointer and for bytes that were never one. */
const kb_game *kb_game_playing(const kb_state *);

#endif
