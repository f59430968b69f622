/* metrics.h: the server's metrics, for its operator. */
#ifndef SRV_METRICS_H
#define SRV_METRICS_H

#include "lobby.h"

/* What only the sessions know. */
typedef struct srv_traffic {
    size_t bytes_waiting;       /* queued, not yet read by clients */
    uint64_t slow_cut;          /* connections closed because they did not read */
    uint64_t crowded_out;       /* handshakes refused: too many from one address */
    size_t half_open;           /* connections that are not WebSockets */
    uint64_t half_open_dropped; /* connections that are not WebSockets, closed to make room for new ones */
} srv_traffic;

/* This server among several. */
typedef struct srv_node {
    const char *name; /* letters, digits and -._: only */
    bool is_draining;
} srv_node;

/* In the Prometheus text format, with a description of each metric. */
void srv_write_metrics(const srv_node *, const srv_counts *, const srv_delays *commits, const srv_traffic *,
                       srv_bytes *out);

#endif
