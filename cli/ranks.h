/* ranks.h: the processes that play one arena together, started by mpirun or srun. The first one reads the call, hands out
 * games, collects them and writes all files. `kickback` itself is alone and always the first (ranks_alone.c);
 * `kickback-mpi` uses MPI (ranks_mpi.c). Only the main thread may call these. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdbool.h>
#include <stddef.h>

/* For kickback-mpi only: connects the processes, as the very first thing. */
void ranks_open(int *argc, char ***argv);
void ranks_close(void);

/* How many there are, this one included. */
int ranks_count(void);
/* Whether this is the first one. */
bool ranks_first(void);

/* For input that is wrong everywhere if it is wrong at all: the first rank tries, and the others only if it succeeded. So
 * there is one error and not one of each.
 *
 *     bool fine = ranks_after_first() && try();
 *     if (!ranks_agree(fine)) …
 *
 * ranks_agree is true if all ranks are fine. */
bool ranks_after_first(void);
bool ranks_agree(bool fine);

/* Copies the first rank's bytes to all others. */
void ranks_share(void *bytes, size_t n);

/* Sends a message; the other side may have to fetch it before this returns. */
void ranks_send(int to, int kind, const void *bytes, size_t n);
typedef struct ranks_message {
    int from, kind;
    char *bytes; /* the receiver frees them */
    size_t n;
} ranks_message;
/* The next message, if one has arrived. Messages of one rank arrive in their order. */
bool ranks_fetch(ranks_message *);

#endif
