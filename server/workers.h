/* workers.h: threads that run jobs.
 *
 *     srv_workers *w = srv_workers_start(threads, wake, context);
 *     srv_workers_give(w, &job);                     (one of the threads runs it, then calls wake …)
 *     while (srv_workers_take(w, &job)) …            (… and it can be taken back)
 *     srv_workers_stop(w);
 *
 * Jobs start in the order in which they were given. The lobby decides which job gets a thread, and what happens when
 * one does not come back. */
#ifndef SRV_WORKERS_H
#define SRV_WORKERS_H

#include "job.h"

enum { SRV_WORKERS_MAX = 4 + SRV_TALK_THREADS, SRV_GAMES_MAX = 8 };

typedef struct srv_workers srv_workers;

/* Starts this many threads, or as many as the system allows, possibly none. wake is called in one of them. */
srv_workers *srv_workers_start(int threads, void (*wake)(void *context), void *context);
/* The number of threads for moves on this machine; one core is for the loop. */
int srv_workers_wanted(void);
int srv_workers_count(const srv_workers *);
void srv_workers_give(srv_workers *, const srv_job *);
/* Takes a finished job. Returns false if there is none. */
bool srv_workers_take(srv_workers *, srv_job *);
/* Ends the threads and drops their jobs. */
void srv_workers_stop(srv_workers *);

/* Measures the time of a simulation of each game, in microseconds, at the start of a game with all seats. It uses
 * nobody's game. */
void srv_measure_simulations(uint32_t us[SRV_GAMES_MAX]);

#endif
