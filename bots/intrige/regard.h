/* regard.h: what a bot of Intrige remembers of the others' deeds, what it says about them, and whether it keeps its word. */
#ifndef INTRIGE_REGARD_H
#define INTRIGE_REGARD_H

#include "../../games/intrige/state.h"
#include "tally.h"

/* See bot_policy. */
bot_line intrige_remember(bot_memory *, int seat, const void *view, const kb_event *);
void intrige_count(bot_memory *, const void *view, const kb_event *);
void intrige_withhold(bot_memory *, const void *view, kb_move);
bool intrige_breaks_word(const void *view, int seat, const bot_memory *, kb_move);

/* Whether the seat has paid less than it had agreed so often that the bot makes no more loose deals with it. */
bool intrige_is_cheat(const intrige_state *, const bot_memory *, int payer);
/* Whether a grudge makes no deals with this seat and keeps none. */
bool intrige_is_enemy(const bot_memory *, int other);

#endif
