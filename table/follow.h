/* follow.h: what happened at a table, one entry after another, as the events and outcomes of the engine.
 *
 *     kb_follower f = {0};
 *     kb_followed step;
 *     while (kb_follow(&f, t, &step)) …              (and again whenever the table has more entries)
 *
 * It shows everything. What a viewer may know of it says seen_by of events, kept->heard_mask of talk, and the table's book of
 * pacts. */
#ifndef KB_FOLLOW_H
#define KB_FOLLOW_H

#include "table.h"

/* Zero it to begin. */
typedef struct kb_follower {
    uint64_t n;     /* entries read */
    kb_state state; /* after the last of them, once the game has begun */
} kb_follower;

typedef struct kb_followed {
    const kb_kept *kept;
    kb_entry_reading reading; /* the entry */
    kb_move move;             /* of a move */
    kb_events events;         /* what it caused; none otherwise */
    kb_outcomes outcomes;     /* what the entry did to pacts */
} kb_followed;

/* Reads the next entry. Returns false if there is none. */
bool kb_follow(kb_follower *, const kb_table *, kb_followed *);

#endif
