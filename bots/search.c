/* search.c: Monte-Carlo tree search over sampled worlds. */
#include "policy.h"

kb_move bot_search(bot *b, const kb_state *view, const bot_room *room)
{
    (void)room;
    return bot_policy_of(view)->greedy(view, b->seat, &b->memory, &b->rng);
}
