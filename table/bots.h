/* bots.h: bots at a table that think when the caller asks, one after another. A server lets threads think instead, and
 * applies what they bring with the calls in table.h.
 *
 *     kb_bots_begin(t, luck);
 *     while (kb_bots_talk(t, now_ms, &news)) …              (before every move)
 *     if (kb_table_pause(t).until_ms <= now_ms) kb_bots_move(t, now_ms, &room, &news);
 */
#ifndef KB_BOTS_H
#define KB_BOTS_H

#include "table.h"

/* Where the luck of bots comes from. */
void kb_bots_begin(kb_table *, uint64_t luck);
/* Lets a bot do one thing besides moving: reply to a line, answer a proposal, or make an offer. Returns false when none of
 * them has anything left to do. */
bool kb_bots_talk(kb_table *, uint64_t now_ms, const kb_news *);
/* Lets the bot in this seat do one such thing; if it may not speak, it can only answer a proposal, and not with another one.
 * Returns false if it has nothing to do. */
bool kb_bots_act(kb_table *, int seat, bool may_speak, uint64_t now_ms, const kb_news *);
/* Lets the first bot that owes a move decide and make it. Returns its seat; -1: no bot owes one. */
int kb_bots_move(kb_table *, uint64_t now_ms, const bot_room *, const kb_news *);

#endif
