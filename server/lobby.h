/* lobby.h: the whole server but for sockets, threads and the clock: people, tables, and who watches what.
 *
 *     srv_lobby *lobby = srv_lobby_open(log, &edge, now_ms, &why);
 *     srv_connection *c = srv_connect(lobby, &visitor, &secret, now_ms);
 *     srv_receive(lobby, c, text, n, now_ms);                 (any number of them, then …)
 *     if (!srv_turn(lobby)) …                                 (… one commit; only now does edge.send get anything)
 *     while (srv_next_job(lobby, &job, now_ms)) … srv_think(&job, …) in any thread … srv_job_done(lobby, &job, now_ms)
 *     srv_play_due(lobby, now_ms)                             (at srv_next_ms)
 *
 * Everything sent is kept back until what it tells of is safe in the log. */
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

/* NULL: why says why not. The log stays the caller's. */
srv_lobby *srv_lobby_open(srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
/* The latest time it was told, or read in the log: the server's time is never less. */
uint64_t srv_lobby_now(const srv_lobby *);
/* Stops the clocks and writes it down; then everything is forgotten. stop false: as a crash would. */
void srv_lobby_close(srv_lobby *, bool stop, uint64_t now_ms);

/* NULL: the person, or the secret or the address of somebody without a name, has too many. */
srv_connection *srv_connect(srv_lobby *, const srv_visitor *, const srv_secret *, uint64_t now_ms);
void srv_disconnect(srv_lobby *, srv_connection *);
void srv_receive(srv_lobby *, srv_connection *, const char *text, size_t n, uint64_t now_ms);
/* What is due by the time alone; once a second or so. */
void srv_tick(srv_lobby *, uint64_t now_ms);
/* Commits what has happened since the last turn and sends what was kept back. False: the log failed, nothing was
 * sent, and the server has to stop; the log's reason says why. */
bool srv_turn(srv_lobby *);
/* The log could not be written in the last turn, and nothing was sent: another turn is to come soon. */
bool srv_is_waiting(const srv_lobby *);
/* … for so long that requests are refused. */
bool srv_is_stuck(const srv_lobby *);
/* There is more to do at once, even if nothing comes in. */
bool srv_wants_turn(const srv_lobby *);

/* Work for threads: srv_think does it. */
bool srv_next_job(srv_lobby *, srv_job *, uint64_t now_ms);
/* A job comes back, at any time. One that has been given up meanwhile is dropped. */
void srv_job_done(srv_lobby *, const srv_job *, uint64_t now_ms);
/* Plays the decisions whose time has come, and gives up jobs that are overdue. */
void srv_play_due(srv_lobby *, uint64_t now_ms);
uint64_t srv_next_ms(const srv_lobby *); /* when there will be some; UINT64_MAX: not by the time alone */

/* For tests and reports. */
srv_room *srv_lobby_room(srv_lobby *, const char *id);
typedef struct srv_counts {
    size_t people, tables, connections;
    size_t stages[SRV_EXPIRED + 1]; /* tables in each */
    uint64_t requests, entries, moves, turns;
    size_t jobs_waiting;                           /* decisions of bots that no thread has begun */
    uint64_t jobs_lowered;                         /* with fewer simulations, because many waited */
    srv_delays job_waits;                          /* of bots' decisions for a thread */
    uint64_t jobs_lost;                            /* given up, because no thread brought them back */
    uint64_t work;                                 /* entries folded and lines listed to answer requests */
    srv_delays holds;                              /* how long requests and other doings held the loop … */
    uint64_t longest_hold_us, longest_hold_cpu_us; /* … the longest, and the most of the processor's time … */
    uint64_t long_holds;                           /* … and how many took more of that than SRV_HOLD_US */
    uint64_t refused[SRV_ANSWERS];                 /* by the number of the answer */
} srv_counts;
srv_counts srv_lobby_counts(const srv_lobby *);

#endif
