/* workers.h: threads that think about jobs.
 *
 *     srv_workers *w = srv_workers_start(threads, wake, context);
 *     srv_workers_give(w, &job);                     (any thread of theirs thinks about it, then calls wake …)
 *     while (srv_workers_take(w, &job)) …            (… and it can be taken back)
 *     srv_workers_stop(w);
 *
 * Jobs begin in the order in which they were given. Which job is worth a thread is the lobby's to say, and what happens
 * when one does not come back is, too. */
#ifndef SRV_WORKERS_H
#define SRV_WORKERS_H

#include "job.h"

enum { SRV_WORKERS_MAX = 4 + SRV_TALK_THREADS, SRV_GAMES_MAX = 8 };

typedef struct srv_workers srv_workers;

/* As many threads as that, or as many as the system allows, which may be none. wake is called in one of them. */
srv_workers *srv_workers_start(int threads, void (*wake)(void *context), void *context);
/* How many threads a machine has to spare for moves: one core is the loop's. */
int srv_workers_wanted(void);
int srv_workers_count(const srv_workers *);
void srv_workers_give(srv_workers *, const srv_job *);
/* A job that is done; false: none is. */
bool srv_workers_take(srv_workers *, srv_job *);
/* Ends the threads, and forgets the jobs that they have. */
void srv_workers_stop(srv_workers *);

/* How long a simulation of each game takes here, in microseconds, from the beginning of a game with all its seats: no
 * game of anybody's is looked at. */
void srv_measure_simulations(uint32_t us[SRV_GAMES_MAX]);

#endif
