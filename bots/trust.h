/* trust.h: what bots think of the others because of their promises. */
#ifndef BOT_TRUST_H
#define BOT_TRUST_H

#include "../engine/promises.h"
#include "bot.h"

/* Tells the bot the outcome of a pact or promise its seat knows of. by is the proposer. It says nothing about a secret pact. */
void bot_outcome(bot *, const kb_outcome *, int by, uint32_t parties_mask, bool is_secret);
/* How much the bot trusts the word of a seat, in percent. */
int bot_trust(const bot *, int seat);
/* Whether the bot makes no pacts with the seat, and keeps none. */
bool bot_is_enemy(const bot *, int seat);

#endif
