/* commits.h: the end of a turn: what happened goes into the log, and then the messages that wait for it are sent. Also what
 * becomes of it all when the log cannot be written for a while, or when a part of it is damaged. */
#ifndef SRV_COMMITS_H
#define SRV_COMMITS_H

#include "parts.h"

typedef struct srv_commits {
    srv_parts *parts;
    bool is_running;   /* a commit has begun … */
    bool is_answered;  /* … and the log has answered … */
    srv_logged answer; /* … this */
    uint64_t began_ms;
    bool is_waiting; /* the log could not be written: nothing is sent until it can */
    bool is_stuck;   /* … for so long that requests are refused */
    bool has_failed; /* for good: nothing is sent any more */
    uint64_t waits_since_ms;
    bool are_clocks_due; /* some clocks have still to be stopped, or to go on: */
    uint64_t stopped_ms; /* as of this moment; 0: they are to go on */
    uint64_t n_turns;
} srv_commits;

void srv_commits_open(srv_commits *, srv_parts *);
/* Begins a commit, if none is under way, and sends what waited for the one that is done. False: the log failed, nothing was
 * sent, and the server has to stop; the log's reason says why. */
bool srv_commits_turn(srv_commits *);
/* The same, but waits until everything is in the log, as long as the log's wait_ms allows. */
bool srv_commits_finish(srv_commits *);
/* There are clocks left for the next turn. */
bool srv_commits_want_turn(const srv_commits *);
/* While the log is stuck: sends the answer that was posted last, which tells of nothing that has to be in the log. */
void srv_commits_send_answer(srv_commits *);

#endif
