/* random.c: the bot that does anything. */
#include "../core/rng.h"
#include "bot.h"

kb_move bot_random(const kb_state *view, int seat, kb_rng *rng)
{
    kb_span list[KB_SPANS_MAX];
    return kb_rng_move(rng, list, kb_legal(view, seat, list, KB_SPANS_MAX));
}
