/* clock.h: the server's time: the wall clock at the start, and from then on a clock that nobody sets.
 *
 *     srv_time time = srv_time_start(&srv_real_clocks);
 *     srv_time_not_before(&time, last_ms); (what the log says was later already)
 *     uint64_t now_ms = srv_time_now(&time); (milliseconds since 1970, or near to it; it never goes back)
 *
 * Somebody who sets the clock of the machine changes nothing until the next start. While the machine is suspended the
 * server's time stands still, as while the server is down: nobody is charged for it. */
#ifndef SRV_CLOCK_H
#define SRV_CLOCK_H

#include <stdint.h>

/* Where time comes from, in milliseconds; a test has its own. */
typedef struct srv_clocks {
    uint64_t (*wall_ms)(void);
    uint64_t (*steady_ms)(void); /* goes on evenly, and not while the machine is suspended */
} srv_clocks;
extern const srv_clocks srv_real_clocks;

typedef struct srv_time {
    const srv_clocks *clocks;
    uint64_t base_ms, began_ms; /* the server's time, and the steady clock's, at the same moment */
} srv_time;

srv_time srv_time_start(const srv_clocks *);
uint64_t srv_time_now(const srv_time *);
/* It is at least that late. */
void srv_time_not_before(srv_time *, uint64_t ms);

#endif
