/* lobby.h: the whole server except sockets, threads and the clock: people, tables, and who watches what.
 *
 *     srv_lobby *lobby = srv_lobby_open(log, &edge, now_ms, &why);
 *     srv_connection *c = srv_connect(lobby, &visitor, &secret, now_ms);
 *     srv_receive(lobby, c, text, n, now_ms);                 (any number of them, then …)
 *     if (!srv_turn(lobby)) …                                 (… one commit; only now does edge.send get anything)
 *     while (srv_next_job(lobby, &job, now_ms)) … srv_think(&job, …) in any thread … srv_job_done(lobby, &job, now_ms)
 *     srv_play_due(lobby, now_ms)                             (at srv_next_ms)
 *
 * Every message is held back until the events it reports are durable in the log. */
#ifndef SRV_LOBBY_H
#define SRV_LOBBY_H

#include "env.h"
#include "ids.h"
#include "job.h"
#include "log.h"
#include "room.h"
#include "secret.h"

typedef struct srv_lobby srv_lobby;
typedef struct srv_connection srv_connection;

/* Returns NULL on failure; see why. The caller keeps ownership of the log. */
srv_lobby *srv_lobby_open(srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
/* The latest time passed in or found in the log. The server's time is never earlier. */
uint64_t srv_lobby_now(const srv_lobby *);
/* Frees everything. stop: stops the clocks, and logs that; otherwise the log stays as after a crash. */
void srv_lobby_close(srv_lobby *, bool stop, uint64_t now_ms);
/* The server is about to stop: it makes no decisions of its own any more, but still answers requests. */
void srv_drain(srv_lobby *);
/* Whether a request is not answered yet, or a message not sent. */
bool srv_owes_answers(const srv_lobby *);

/* Returns NULL if the person has too many connections, or, without a name, the secret or the address. */
srv_connection *srv_connect(srv_lobby *, const srv_visitor *, const srv_secret *, uint64_t now_ms);
/* Exchanges a browser's secret after a login, for which it got the token. Returns false, and leaves the secret as it is, if
 * no login of that browser waits for it. */
bool srv_renew_secret(srv_lobby *, srv_secret *, const char *token, size_t n, uint64_t now_ms);
void srv_disconnect(srv_lobby *, srv_connection *);
void srv_receive(srv_lobby *, srv_connection *, const char *text, size_t n, uint64_t now_ms);
/* Handles a command of the operator. If there is no answer, it was not possible now: try again after the next turn. */
void srv_lobby_administer(srv_lobby *, const char *line, uint64_t now_ms, srv_bytes *answer);
/* What became of the operator's command; ask after each turn. DONE: its answer may be sent. UNSURE: its commit runs. TAKEN_BACK:
 * another server was faster, so the command has to be handled again. */
typedef enum srv_administered { SRV_ADMIN_DONE, SRV_ADMIN_UNSURE, SRV_ADMIN_TAKEN_BACK } srv_administered;
srv_administered srv_lobby_administered(const srv_lobby *);
/* Does what is due by time. Call it about once a second. */
void srv_tick(srv_lobby *, uint64_t now_ms);
/* Commits what has happened since the last turn and sends the messages that waited for it. Returns false if the log
 * failed: nothing was sent, and the server has to stop. The log's reason says why. */
bool srv_turn(srv_lobby *);
/* The log could not be written in the last turn, and nothing was sent: call srv_turn again soon. */
bool srv_is_waiting(const srv_lobby *);
/* The log could not be written for so long that requests are refused. */
bool srv_is_stuck(const srv_lobby *);
/* Whether everything that other servers are known to have written has been read. */
bool srv_is_up_to_date(const srv_lobby *);
/* Whether there is more to do at once, even without input. */
bool srv_wants_turn(const srv_lobby *);

/* Work for threads: srv_think does it. */
bool srv_next_job(srv_lobby *, srv_job *, uint64_t now_ms);
/* Takes back a finished job, at any time. It is dropped if it was given up in the meantime. */
void srv_job_done(srv_lobby *, const srv_job *, uint64_t now_ms);
/* Plays the decisions that are due, and gives up overdue jobs. */
void srv_play_due(srv_lobby *, uint64_t now_ms);
uint64_t srv_next_ms(const srv_lobby *); /* when the next one is due; UINT64_MAX: nothing is scheduled */

/* A table that is in memory, or NULL. Never reads the log. */
const srv_room *srv_lobby_table(const srv_lobby *, const char *id);

/* For tests and reports. */
srv_room *srv_lobby_room(srv_lobby *, const char *id);
typedef struct srv_counts {
    size_t people, tables, connections;
    size_t stages[KB_EXPIRED + 1]; /* tables in each */
    uint64_t requests, entries, moves, turns;
    size_t jobs_waiting;                           /* bots' decisions that no thread has started */
    uint64_t jobs_lowered;                         /* given out with fewer simulations because many waited */
    srv_delays job_waits;                          /* waiting times of bots' decisions for a thread */
    uint64_t jobs_lost;                            /* given up because no thread brought them back */
    uint64_t work;                                 /* entries folded and lines listed to answer requests */
    srv_delays holds;                              /* how long requests and other work held the loop */
    uint64_t longest_hold_us, longest_hold_cpu_us; /* the longest hold, and the most processor time of one */
    uint64_t long_holds;                           /* holds that used more processor time than SRV_HOLD_US */
    uint64_t refused[KB_ANSWERS];                  /* by answer number */
} srv_counts;
srv_counts srv_lobby_counts(const srv_lobby *);

#endif
