/* bench_nodes.h: how much load several servers on one database can take. */
#ifndef CLI_BENCH_NODES_H
#define CLI_BENCH_NODES_H

#include "bench_play.h"

/* SQLite in the folder, and one to this many servers on the database, in one run, so that ratios mean something. */
bool bench_nodes(const char *data, const char *log, int nodes, const bench_size *, bool json);

#endif
