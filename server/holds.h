/* holds.h: how long the loop was held by one piece of work, during which nothing else is done.
 *
 *     srv_time_spent began = srv_hold_begin(env);
 *     … the work …
 *     srv_hold_end(&holds, env, began, "watch");
 *
 * Both the time that passed and the processor's time are measured. On a busy machine the loop waits for its turn, which is
 * nothing the server could do better; so only the processor's time is held against SRV_HOLD_US. */
#ifndef SRV_HOLDS_H
#define SRV_HOLDS_H

#include "delays.h"
#include "env.h"

typedef struct srv_holds {
    srv_delays delays; /* the time that passed */
    uint64_t longest_us, longest_cpu_us;
    uint64_t n_long; /* more of the processor's time than SRV_HOLD_US */
    uint64_t warned_ms;
} srv_holds;

srv_time_spent srv_hold_begin(const srv_env *);
void srv_hold_end(srv_holds *, const srv_env *, srv_time_spent began, const char *what);

#endif
