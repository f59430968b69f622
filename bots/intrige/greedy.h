/* greedy.h: Intrige by rule of thumb; see ../policy.h for what the functions do. */
#ifndef INTRIGE_GREEDY_H
#define INTRIGE_GREEDY_H

#include "../policy.h"

kb_move intrige_greedy(const void *state, int seat, const bot_memory *, kb_rng *);
int intrige_deals(const void *view, bot_idea *);
int intrige_deal_by(const void *view, int seat, kb_move, bot_idea *);
int intrige_ideas(const void *view, int seat, const bot_memory *, bot_idea *);
kb_move intrige_press(const void *state, int seat, int promiser, kb_move usual);
int intrige_wishes(const void *view, int seat, int with, bot_idea *);

#endif
