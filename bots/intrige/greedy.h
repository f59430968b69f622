/* greedy.h: Intrige by rule of thumb; see ../policy.h for what the functions do. */
#ifndef INTRIGE_GREEDY_H
#define INTRIGE_GREEDY_H

#include "../policy.h"

kb_move intrige_greedy(const void *state, int seat, const bot_memory *, kb_rng *);
bot_line intrige_remember(bot_memory *, int seat, const void *view, const kb_event *);
void intrige_count(bot_ledger *, const void *view, const kb_event *);
bool intrige_is_absurd(const void *view, int seat, const bot_memory *, kb_move);
bool intrige_breaks_word(const void *view, int seat, const bot_memory *, kb_move);
bot_means intrige_means(const void *view, const bot_memory *, int seat);
int intrige_deals(const void *view, bot_idea *);
int intrige_deal_by(const void *view, int seat, kb_move, bot_idea *);
int intrige_ideas(const void *view, int seat, const bot_memory *, bot_idea *);
int intrige_wishes(const void *view, int seat, int with, bot_idea *);

#endif
