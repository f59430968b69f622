/* commits.h: the end of a turn. Everything that happened goes into the log; then the messages that waited for it are
 * sent. Also handles a log that cannot be written for a while or is partly damaged. */
#ifndef SRV_COMMITS_H
#define SRV_COMMITS_H

#include "parts.h"

typedef struct srv_commits {
    srv_parts *parts;
    bool is_running;   /* a commit has begun … */
    bool is_answered;  /* … and the log has answered … */
    srv_logged answer; /* … this */
    uint64_t began_ms;
    bool is_waiting;  /* the log could not be written: nothing is sent until it can */
    bool is_stuck;    /* … for so long that requests are refused */
    bool has_failed;  /* permanently: nothing is sent any more */
    uint64_t n_taken; /* commits that came too late: another writer was faster */
    uint64_t waits_since_ms;
    bool are_clocks_due;     /* some clocks still have to be stopped or restarted: */
    uint64_t stopped_ms;     /* as of this time; 0: restarted */
    uint64_t was_stopped_ms; /* … after they had to stop at this time */
    bool is_state_due;       /* some connections do not know yet whether the log is stuck */
    uint64_t n_turns;
} srv_commits;

void srv_commits_open(srv_commits *, srv_parts *);
/* Call at the start of a turn: if the log has answered, sends the messages that waited for it, or takes back what
 * happened because another writer was faster. */
void srv_commits_end(srv_commits *);
/* Nobody is charged for the time from then until now. */
void srv_commits_forgive(srv_commits *, uint64_t since_ms);
/* Begins a commit if none is running, and sends the messages that waited for a finished one. Returns false if the log
 * failed: nothing was sent, and the server has to stop. The log's reason says why. */
bool srv_commits_turn(srv_commits *);
/* The same, but waits until everything is in the log, for at most the log's wait_ms. */
bool srv_commits_finish(srv_commits *);
/* Whether some clocks or connections are left for the next turn. */
bool srv_commits_want_turn(const srv_commits *);
/* While the log is stuck: sends the last posted answer, which depends on nothing that has to be logged. */
void srv_commits_send_answer(srv_commits *);

#endif
