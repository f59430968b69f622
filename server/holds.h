/* holds.h: how long the loop was held by one piece of work, during which nothing else is done.
 *
 *     uint64_t began_us = srv_hold_begin(env);
 *     … the work …
 *     srv_hold_end(&holds, env, began_us, "watch"); */
#ifndef SRV_HOLDS_H
#define SRV_HOLDS_H

#include "delays.h"
#include "env.h"

typedef struct srv_holds {
    srv_delays delays;
    uint64_t longest_us;
    uint64_t n_long; /* longer than SRV_HOLD_US */
    uint64_t warned_ms;
} srv_holds;

uint64_t srv_hold_begin(const srv_env *);
void srv_hold_end(srv_holds *, const srv_env *, uint64_t began_us, const char *what);

#endif
