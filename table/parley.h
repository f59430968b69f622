/* parley.h: the order in which programs negotiate, so that the same game, bots and luck give the same record everywhere.
 * docs/negotiation.md says it for other implementations.
 *
 *     while ((seat = kb_parley_seat(t, lines)) >= 0)
 *         if (… a bot of ours plays it) kb_parley_bot(t, now_ms, &news);
 *         else …                       (do at most one thing for it: say a line, propose, or answer a pact)
 *     …                                (then one move, and this again) */
#ifndef KB_PARLEY_H
#define KB_PARLEY_H

#include "bots.h"

enum { KB_PARLEY_LINES = 4, KB_PARLEY_LINES_MAX = 100 };

/* The seat that is to speak now; -1: nobody, the game goes on. Each seat may say this many lines in one phase; it may answer
 * pacts after that, too. Notes what the seat before has done. */
int kb_parley_seat(kb_table *, int lines);
/* Whether the seat has lines left. */
bool kb_parley_may_speak(const kb_table *);
/* Lets the bot in that seat do one thing, if it wants to. */
void kb_parley_bot(kb_table *, uint64_t now_ms, const kb_news *);

#endif
