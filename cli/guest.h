/* guest.h: an external program as a person at a table. It is told what its seat may know, and asks for what it wants like
 * anybody with a seat.
 *
 *     guest g = {.milliseconds = OUTSIDE_MILLISECONDS};
 *     guest_sit(&g, program, seat, seed);               (a new game, or the same from the beginning)
 *     while (guest_talk(&g, t, now_ms)) …               (before every move)
 *     guest_move(&g, t, now_ms);                        (when its seat owes one)
 *     guest_end(&g, t);                                 (when the game is over)
 *
 * The caller seats a person there, and makes room in the table for one call before each of these. */
#ifndef CLI_GUEST_H
#define CLI_GUEST_H

#include "../table/follow.h"
#include "outside.h"

enum { GUEST_TROUBLE_MAX = 512 };

typedef struct guest {
    outside *program;
    int seat;
    uint32_t milliseconds;           /* for each of its answers */
    bool is_silent;                  /* it may only answer pacts */
    kb_follower heard;               /* what it has been told */
    kb_rng instead;                  /* for moves in its place */
    uint32_t answered;               /* the last pact it was asked about */
    int asked_in;                    /* the turn in which it was last asked about promises */
    char say[OUTSIDE_TALK_MAX + 1];  /* what it still has to say, or "" */
    char trouble[GUEST_TROUBLE_MAX]; /* why it last forfeited a decision, or was not heard */
    uint64_t forfeits;               /* of this game */
} guest;

/* Begins a game; only milliseconds stays. */
void guest_sit(guest *, outside *, int seat, uint64_t seed);
/* Does the next thing it wants besides moving: says something, proposes, or answers a proposal. It is asked about promises once
 * in each turn and about each proposal, if it has shown that it supports them. False: nothing more. */
bool guest_talk(guest *, kb_table *, uint64_t now_ms);
/* Makes its move. If it hangs, crashes or names an illegal one, a random move is made instead, and counts as a forfeit. */
void guest_move(guest *, kb_table *, uint64_t now_ms);
/* Tells it that the game is over, if it has asked for that. */
void guest_end(guest *, const kb_table *);

#endif
