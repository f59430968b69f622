/* bench_server.h: servers that benchmarks start, and what they use of the machine. */
#ifndef CLI_BENCH_SERVER_H
#define CLI_BENCH_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct bench_server {
    pid_t pid;
    int port;
    double seconds; /* until it listened */
} bench_server;

/* Runs this program as a server on a folder or, if the place is a URL, on a database. bot_wait is a number of
 * milliseconds, or NULL for the default; everything else has its default. Prints an error and returns false on failure. */
bool bench_server_start(const char *place, const char *bot_wait, bench_server *);
void bench_server_stop(const bench_server *, int how);
size_t bench_server_bytes(const bench_server *);
/* The processor time it has used so far. */
double bench_server_used_s(const bench_server *);

/* The number of connections that this process may open, at most the wanted one. Says so if it is less. */
size_t bench_idle_that_fit(size_t wanted);

#endif
