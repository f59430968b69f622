/* bench_serve.h: how much load a server on this machine can take. */
#ifndef CLI_BENCH_SERVE_H
#define CLI_BENCH_SERVE_H

#include <stdbool.h>

/* log: the address of an empty database for this many servers, compared with SQLite; or NULL. */
int cli_bench_serve(bool quick, bool json, const char *log, int nodes);

#endif
