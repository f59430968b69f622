/* policies.c: the policy of each game, in the order of games/games.def. */
#include "policy.h"

#define GAME(g) extern const bot_policy g##_policy;
#include "../games/games.def"
#undef GAME

const bot_policy *bot_policy_at(int game)
{
    static const bot_policy *const policies[] = {
#define GAME(g) &g##_policy,
#include "../games/games.def"
#undef GAME
    };
    return game >= 0 && game < KB_COUNT(policies) ? policies[game] : NULL;
}

const bot_policy *bot_policy_of(const kb_state *state)
{
    return bot_policy_at(state->setup.game);
}

uint32_t bot_simulations(const bot_spec *spec, int game)
{
    uint32_t most = (uint32_t)bot_policy_at(game)->search.level_max;
    return spec->level && most && spec->simulations > most ? most : spec->simulations;
}
