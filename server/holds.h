/* holds.h: measures how long one piece of work blocks the loop.
 *
 *     srv_time_spent began = srv_hold_begin(env);
 *     … the work …
 *     srv_hold_end(&holds, env, began, "watch");
 *
 * Both wall time and processor time are measured. On a busy machine the loop has to wait for the processor, which is
 * not the server's fault; so only processor time is compared with SRV_HOLD_US. */
#ifndef SRV_HOLDS_H
#define SRV_HOLDS_H

#include "delays.h"
#include "env.h"

typedef struct srv_holds {
    srv_delays delays; /* wall time */
    uint64_t longest_us, longest_cpu_us;
    uint64_t n_long; /* used more processor time than SRV_HOLD_US */
    uint64_t warned_ms;
} srv_holds;

srv_time_spent srv_hold_begin(const srv_env *);
void srv_hold_end(srv_holds *, const srv_env *, srv_time_spent began, const char *what);

#endif
