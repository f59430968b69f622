/* commits.h: the end of a turn of the loop. The turn's entries are committed to the log, and after that its messages are
 * sent. Handles a log that cannot be written for a while, or is damaged in parts. */
#ifndef SRV_COMMITS_H
#define SRV_COMMITS_H

#include "parts.h"

typedef struct srv_commits {
    srv_parts *parts;
    bool is_running;   /* a commit has begun */
    bool is_answered;  /* the log has answered the commit that runs */
    srv_logged answer; /* its answer */
    uint64_t began_ms;
    bool is_waiting;  /* the log could not be written: nothing is sent until it can */
    bool is_stuck;    /* it could not be written for so long that requests are refused */
    bool has_failed;  /* it can never be written again: nothing is sent any more */
    uint64_t n_taken; /* commits that were taken back because another writer was faster */
    uint64_t waits_since_ms;
    bool are_clocks_due;     /* some clocks still have to be stopped or restarted */
    uint64_t stopped_ms;     /* since when they have to be stopped; 0: they have to run */
    uint64_t was_stopped_ms; /* if they have to run: since when they were stopped */
    bool is_state_due;       /* some connections do not know yet whether the log is stuck */
    uint64_t n_turns;
} srv_commits;

void srv_commits_open(srv_commits *, srv_parts *);
/* Call at the start of a turn. If the log has answered the commit, sends the messages of that commit, or, if another
 * writer was faster, takes the commit back. */
void srv_commits_end(srv_commits *);
/* Nobody is charged for the time from then until now. */
void srv_commits_forgive(srv_commits *, uint64_t since_ms);
/* Begins a commit if none is running, and sends the messages of a finished one. Returns false if the log failed for good:
 * nothing was sent, and the server has to stop. The log's reason says why. */
bool srv_commits_turn(srv_commits *);
/* Commits everything, and waits for the log for at most its wait_ms. Returns what srv_commits_turn does. */
bool srv_commits_finish(srv_commits *);
/* Whether clocks have to be stopped, or people told, in another turn. */
bool srv_commits_want_turn(const srv_commits *);
/* While the log is stuck: sends the last posted answer, which depends on nothing that has to be logged. */
void srv_commits_send_answer(srv_commits *);

#endif
