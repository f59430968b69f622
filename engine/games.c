/* games.c: see games.h. */
#include "games.h"

#define GAME(name) extern const kb_game kb_game_##name;
#include "../games/games.def"
#undef GAME

const kb_game *kb_game_at(int game)
{
    static const kb_game *const games[] = {
#define GAME(name) &kb_game_##name,
#include "../games/games.def"
#undef GAME
    };
    return game >= 0 && game < KB_COUNT(games) ? games[game] : NULL;
}

int kb_game_named(const char *name)
{
    for (int i = 0; kb_game_at(i); i++)
        if (kb_equal(name, kb_length(name), kb_game_at(i)->name)) return i;
    return -1;
}

void kb_setup_default(kb_setup *setup, int game)
{
    __builtin_memset(setup, 0, sizeof *setup);
    setup->game = (uint8_t)game;
    if (kb_game_at(game)) setup->seats = kb_game_at(game)->seats_min; /* else kb_start refuses it */
}

const char *kb_seat_name(const kb_setup *setup, int seat)
{
    if (seat == KB_CHANCE) return "chance";
    if (seat == KB_SPECTATOR) return "spectator";
    const kb_game *game = kb_game_at(setup->game);
    return game && seat >= 0 && seat < game->seats_max ? game->seat_names[seat] : "nobody";
}

/* --- refusals --------------------------------------------------------------------------------- */

static const kb_refusal *refusal(kb_error error)
{
    static const kb_refusal unknown = {"unknown", "unknown error"};
    const kb_game *game = kb_game_at(error / KB_REFUSALS_MAX - 1);
    const kb_refusal *found = kb_refusal_of(game ? game->refusals : NULL, error);
    return found ? found : &unknown;
}

const char *kb_error_name(kb_error error)
{
    return refusal(error)->name;
}

const char *kb_error_sentence(kb_error error)
{
    return refusal(error)->sentence;
}
