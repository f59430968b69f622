/* bargain.h: what a bot has asked for and refused in this turn, so that it concedes step by step and never backwards. */
#ifndef BOT_BARGAIN_H
#define BOT_BARGAIN_H

#include "terms.h"

/* What the terms are about, without their number, and what the seat would give and get. */
bot_bargain bot_bargain_of(const bot_terms *, int seat, uint32_t parties_mask, int turn);
/* Adds what the bot asked and refused before about the same thing in the same turn. */
void bot_recall_bargain(const bot *, bot_bargain *);
/* The bot asks for this number, or offers it. */
void bot_note_ask(bot_bargain *, int32_t number);
/* Whether this number is less than half of what it asked for at first, or more than twice what it offered: it does not come that
 * far to meet anybody in one turn. */
bool bot_gives_in(const bot_bargain *, int32_t number);
/* Puts it first, in place of what was remembered about the same thing. If there is none, the oldest is forgotten. */
void bot_remember_bargain(bot *, const bot_bargain *);

/* Whether the bot has refused something no worse than this in the same turn: the same at a better number, or more for
 * less. */
bool bot_was_refused(const bot *, const bot_bargain *, int32_t number);
/* Whether the bot has asked for less than this in the same turn, in a pact about something else. */
bool bot_asks_for_more(const bot *, const bot_bargain *, int32_t number);
/* Whether the promises are the same but for a number. */
bool bot_are_alike(const kb_deeds *, const kb_promise *, const kb_promise *);

#endif
