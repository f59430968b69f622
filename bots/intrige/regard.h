/* regard.h: what a bot of Intrige remembers of the others' deeds, what it says about them, and whether it keeps its word. */
#ifndef INTRIGE_REGARD_H
#define INTRIGE_REGARD_H

#include "../policy.h"

/* See bot_policy. */
bot_line intrige_remember(bot_memory *, int seat, const void *view, const kb_event *);
void intrige_count(bot_ledger *, const void *view, const kb_event *);
bool intrige_breaks_word(const void *view, int seat, const bot_memory *, kb_move);

/* Whether a grudge makes no deals with this seat and keeps none. */
bool intrige_is_enemy(const bot_memory *, int other);

#endif
