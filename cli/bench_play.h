/* bench_play.h: how fast people can play on servers. */
#ifndef CLI_BENCH_PLAY_H
#define CLI_BENCH_PLAY_H

#include "bench_server.h"
#include "load.h"

typedef struct bench_size {
    size_t tables, idle, bot_tables, absent_tables;
    double seconds, moves_per_s, bot_seconds;
    int lines; /* of talk at the long table */
} bench_size;

/* Seats people at tables of these servers, and prints times at a given rate, and the most moves in a second. */
bool bench_play(cli_load *, const bench_server *servers, int n, const bench_size *, bool json, double *moves_per_s);
/* Measures one server on a log in this folder or database: what bench_play does, and the restart after kill -9. */
bool bench_log(const char *place, const bench_size *, bool json, double *moves_per_s);

#endif
