/* choices.c: limits a bot to the moves its bonds allow. */
#include "bot.h"

#include "../core/rng.h"

bool bot_may_choose(const bot_choices *choices, kb_move move)
{
    if (!choices) return true;
    for (int i = 0; i < choices->n; i++) {
        kb_span span = choices->list[i];
        bool alike = move.verb == span.move.verb && move.a == span.move.a && move.b == span.move.b;
        if (alike && move.c == span.move.c && move.amount >= span.move.amount && move.amount <= kb_span_last(span))
            return true;
    }
    return false;
}

kb_move bot_nearest(const bot_choices *choices, kb_move move, kb_rng *rng)
{
    if (!choices || bot_may_choose(choices, move)) return move;
    for (int i = 0; i < choices->n; i++) {
        kb_span span = choices->list[i];
        if (move.verb != span.move.verb || move.a != span.move.a || move.b != span.move.b || move.c != span.move.c)
            continue;
        if (move.amount > span.move.amount) span.move.amount = kb_span_last(span);
        return span.move;
    }
    return kb_rng_move(rng, choices->list, choices->n);
}
