/* bench_serve.h: how much load a server on this machine can take. */
#ifndef CLI_BENCH_SERVE_H
#define CLI_BENCH_SERVE_H

#include <stdbool.h>

int cli_bench_serve(bool quick, bool json);

#endif
