/* arena_hall.h: where the games of an arena are played: shared by the threads of this process. */
#ifndef CLI_ARENA_HALL_H
#define CLI_ARENA_HALL_H

#include <pthread.h>

#include "arena.h"

enum { HALL_QUEUE_MAX = 256 };

typedef struct hall {
    const arena_plan *plan;
    pthread_mutex_t lock;    /* guards everything below */
    pthread_cond_t changed;  /* something for the main thread */
    pthread_cond_t supplied; /* something for the threads that play: games, or the end */
    int n_working;
    bool failed, ended;
    /* The first rank: */
    arena_game *games;
    arena_report *report;
    arena_checkpoint checkpoint;
    uint64_t next, finished;
    int n_guests; /* ranks that have not left */
    bool closing; /* they have been told to leave */
    /* The others: games to play, and finished ones that have not been sent yet. */
    uint64_t queue[HALL_QUEUE_MAX];
    int n_queue, n_hungry; /* hungry: threads that wait for a game */
    bool asked;
    FILE *outbox;
    char *outbox_bytes;
    size_t outbox_n;
} hall;

/* --- arena_hall.c ------------------------------------------------------------------------------------- */

/* Ctrl-C calls the arena off. Call this at its beginning. */
void hall_listen_for_interrupt(void);
/* Stops games that are being played. */
void hall_call_off(void);
bool hall_is_called_off(void);
/* Something went wrong, and an error was printed: no more games are begun. */
void hall_fail(hall *);
/* The next game that has not been played. False if there is none, or if the arena should stop. Needs the lock. */
bool hall_next(hall *, uint64_t *game);
/* Counts a game of the checkpoint. The taker is the hall. */
void hall_take_read(void *taker, const arena_done *);
/* Counts a finished game, and keeps it in files. */
void hall_keep(hall *, const arena_done *, const char *made, size_t n);

/* --- arena_ranks.c: games played by other ranks ------------------------------------------------------- */

/* The first rank: answers the others. Returns whether there is anything left to wait for. */
bool hall_host(hall *);
/* Another rank: sends what is finished, and asks for games. False when the first one said that the arena is over. */
bool hall_visit(hall *);
/* Tells the first rank that this one has finished. */
void hall_leave(hall *);
/* Another rank: waits for a game. False: there are no more. Needs the lock. */
bool hall_wait_for_game(hall *, uint64_t *game);
/* Another rank: sends a finished game, soon. */
void hall_post(hall *, const arena_done *, const char *made, size_t n);

#endif
