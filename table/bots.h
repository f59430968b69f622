/* bots.h: bots at a table that think when the caller asks, one after another. A server lets threads think instead, and
 * applies what they bring with the calls in table.h.
 *
 *     kb_bots bots = {.rng = …};
 *     while (kb_bots_talk(&bots, t, now_ms, &news)) …              (before every move)
 *     if (kb_table_pause(t).until_ms <= now_ms) kb_bots_move(&bots, t, now_ms, &room, &news);
 */
#ifndef KB_BOTS_H
#define KB_BOTS_H

#include "../core/rng.h"
#include "table.h"

/* What the bots of a table have been asked so far. Zero it when a table is opened: they then hear only what is said from
 * there on, and are asked again for an offer in the current stage. */
typedef struct kb_bots {
    kb_rng rng;                   /* where their luck comes from */
    int turn;                     /* of acts */
    int acts[KB_SEATS_MAX];       /* answers in this turn */
    int offered[KB_SEATS_MAX];    /* the stage in which each was last asked for an offer */
    uint64_t heard[KB_SEATS_MAX]; /* the last entry whose talk each has heard */
} kb_bots;

/* Lets a bot do one thing besides moving: reply to a line, answer a proposal, or make an offer. Returns false when none of
 * them has anything left to do. */
bool kb_bots_talk(kb_bots *, kb_table *, uint64_t now_ms, const kb_news *);
/* Lets the first bot that owes a move decide and make it. Returns its seat; -1: no bot owes one. */
int kb_bots_move(kb_bots *, kb_table *, uint64_t now_ms, const bot_room *, const kb_news *);

#endif
