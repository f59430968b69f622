/* games.c: see games.h. */
#include "games.h"

const kb_game *kb_game_at(int game)
{
    static const kb_game *const games[] = {
#define GAME(name) &kb_game_##name,
#include "../games/games.def"
#undef GAME
    };
    return game >= 0 && game < KB_COUNT(games) ? games[game] : NULL;
}

const kb_game *kb_game_playing(const kb_state *state)
{
    const kb_game *game = state ? kb_game_of(state) : NULL;
    return game && state->setup.seats >= game->seats_min && state->setup.seats <= game->seats_max ? game : NULL;
}

/* --- games and their names --------------------------------------------------------------------- */

const char *kb_version(void)
{
    return KICKBACK_VERSION;
}

int kb_games(void)
{
    int n = 0;
    while (kb_game_at(n)) n++;
    return n;
}

int kb_game_named(const char *name)
{
    for (int i = 0; name && kb_game_at(i); i++)
        if (kb_equal(name, kb_length(name), kb_game_at(i)->name)) return i;
    return -1;
}

const char *kb_game_name(int game)
{
    return kb_game_at(game) ? kb_game_at(game)->name : NULL;
}

const char *kb_game_title(int game)
{
    return kb_game_at(game) ? kb_game_at(game)->title : NULL;
}

const char *kb_game_author(int game)
{
    return kb_game_at(game) ? kb_game_at(game)->author : NULL;
}

int kb_game_seats_min(int game)
{
    return kb_game_at(game) ? kb_game_at(game)->seats_min : 0;
}

int kb_game_seats_max(int game)
{
    return kb_game_at(game) ? kb_game_at(game)->seats_max : 0;
}

const char *kb_game_edition(int game, int edition)
{
    const kb_game *g = kb_game_at(game);
    return g && edition >= 0 && edition < g->n_editions ? g->editions[edition] : NULL;
}

static const kb_option *option_at(int game, int option)
{
    const kb_game *g = kb_game_at(game);
    return g && option >= 0 && option < g->n_options ? &g->options[option] : NULL;
}

const char *kb_game_option(int game, int option)
{
    const kb_option *found = option_at(game, option);
    return found ? found->name : NULL;
}

const char *kb_game_option_meaning(int game, int option)
{
    const kb_option *found = option_at(game, option);
    return found ? found->meaning : NULL;
}

const char *kb_game_option_value(int game, int option, int value)
{
    const kb_option *found = option_at(game, option);
    return found && value >= 0 && value < kb_option_values(found) ? found->values[value] : NULL;
}

kb_error kb_setup_default(kb_setup *setup, int game)
{
    if (!setup) return KB_E_ARGUMENT;
    const kb_game *g = kb_game_at(game);
    __builtin_memset(setup, 0, sizeof *setup);
    setup->game = g ? (uint8_t)game : KB_NONE; /* which kb_start refuses */
    setup->seats = g ? g->seats_min : 0;
    return g ? KB_OK : KB_E_SETUP;
}

const char *kb_seat_name(const kb_setup *setup, int seat)
{
    if (seat == KB_CHANCE) return "chance";
    if (seat == KB_SPECTATOR) return "spectator";
    const kb_game *game = setup ? kb_game_at(setup->game) : NULL;
    return game && seat >= 0 && seat < game->seats_max ? game->seat_names[seat] : "nobody";
}

int kb_seat_named(const kb_setup *setup, const char *name)
{
    if (!setup || !name) return -1;
    for (int seat = 0; seat <= KB_SPECTATOR; seat++)
        if ((seat < setup->seats || seat >= KB_CHANCE) && kb_equal(name, kb_length(name), kb_seat_name(setup, seat)))
            return seat;
    return -1;
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
