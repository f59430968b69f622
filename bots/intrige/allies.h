/* allies.h: who serves whom in Intrige beyond what they pay. Two seats that do are allies, whether they have said so or not. */
#ifndef INTRIGE_ALLIES_H
#define INTRIGE_ALLIES_H

#include "../../games/intrige/state.h"
#include "tally.h"

/* Adds what the landlord of this event gave somebody for nothing, and finds the allies again. See bot_policy. */
void intrige_notice(bot_memory *, const void *view, const kb_event *);
/* Copies what everybody at the table has seen: who is allied. A bot does not count on allies of its own. See bot_policy. */
void intrige_share(const bot_memory *, int seat, bot_memory *other);

#endif
