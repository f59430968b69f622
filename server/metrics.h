/* metrics.h: the server in numbers, for whoever runs it. */
#ifndef SRV_METRICS_H
#define SRV_METRICS_H

#include "lobby.h"

/* What only the sockets know. */
typedef struct srv_traffic {
    size_t bytes_waiting;       /* to be sent, until somebody reads            */
    uint64_t slow_cut;          /* connections closed because they did not read */
    uint64_t crowded_out;       /* handshakes refused: too many from one address */
    size_t half_open;           /* connections that are no WebSockets            */
    uint64_t half_open_dropped; /* … that had to go for new ones */
} srv_traffic;

/* In the text form of Prometheus, with the meaning of each number. */
void srv_write_metrics(const srv_counts *, const srv_delays *commits, const srv_traffic *, srv_bytes *out);

#endif
