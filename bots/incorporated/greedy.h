/* greedy.h: Incorporated by rule of thumb; see ../policy.h for what the functions do. */
#ifndef INCORPORATED_GREEDY_H
#define INCORPORATED_GREEDY_H

#include "../policy.h"

kb_move incorporated_greedy(const void *state, int seat, const bot_memory *, kb_rng *);
bot_line incorporated_remember(bot_memory *, int seat, const void *view, const kb_event *);
bot_means incorporated_means(const void *view, const bot_memory *, int seat);
int incorporated_ideas(const void *view, int seat, const bot_memory *, bot_idea *);
int incorporated_wishes(const void *view, int seat, int with, bot_idea *);

#endif
