/* greedy_intrige.c: plays intrige by rule of thumb. */
#include "../core/rng.h"
#include "../games/intrige/state.h"
#include "policy.h"

static kb_move greedy(const void *state, int seat, const bot_memory *memory, kb_rng *rng)
{
    const intrige_state *s = (const intrige_state *)state;
    kb_span list[KB_SPANS_MAX];
    (void)memory;
    return kb_rng_move(rng, list, intrige_legal(s, seat, list, KB_SPANS_MAX));
}

static bot_line remember(bot_memory *memory, int seat, const void *view, const kb_event *event)
{
    bot_line line = {BOT_SILENT, KB_NONE};
    (void)memory, (void)seat, (void)view, (void)event;
    return line;
}

static bool breaks_word(const void *view, int seat, kb_move move)
{
    (void)view, (void)seat, (void)move;
    return false;
}

const bot_policy intrige_policy = {greedy, remember, breaks_word};
