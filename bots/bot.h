/* bot.h: what a bot is: something that sees what its seat may see, and names a move. */
#ifndef BOT_H
#define BOT_H

#include "../core/base.h"

/* Any legal move of the seat, each alike. The view is the state redacted for that seat. */
kb_move bot_random(const kb_state *view, int seat, kb_rng *);

#endif
