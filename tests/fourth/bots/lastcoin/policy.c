/* policy.c: what bots know about The Last Coin. */
#include "../policy.h"
#include "../../games/lastcoin/state.h"

/* Takes as many as possible, but never the last one, and leaves that to the next player if it can. */
static kb_move greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const lastcoin_state *s = (const lastcoin_state *)state;
    (void)seat, (void)memory, (void)rng;
    int n = s->left > LASTCOIN_TAKE_MAX ? LASTCOIN_TAKE_MAX : s->left > 1 ? s->left - 1 : 1;
    return kb_move_of(LASTCOIN_DO_TAKE, n, 0, 0, 0);
}

static int32_t clear_lead(const void *state)
{
    (void)state;
    return 3;
}

extern const bot_policy lastcoin_policy;
const bot_policy lastcoin_policy = {
    .greedy = greedy,
    .clear_lead = clear_lead,
    .search = {.rounds_ahead = BOT_TO_THE_END, .widening = 1, .others_widening = 1},
};
