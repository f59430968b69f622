/* clock.h: the server's time: the wall clock at start-up, and from then on a monotonic clock.
 *
 *     srv_time time = srv_time_start(&srv_real_clocks);
 *     srv_time_not_before(&time, last_ms); (the log has later times than the wall clock)
 *     srv_time_set(&time, ms);             (a database keeps the log, and all servers use its clock)
 *     uint64_t now_ms = srv_time_now(&time); (milliseconds since about 1970; never goes back)
 *
 * Setting the machine's clock has no effect until the next start. While the machine is suspended the server's time
 * stops, as it does while the server is down: nobody loses time on their clock. */
#ifndef SRV_CLOCK_H
#define SRV_CLOCK_H

#include <stdint.h>

/* Where time comes from, in milliseconds. Tests use their own. */
typedef struct srv_clocks {
    uint64_t (*wall_ms)(void);
    uint64_t (*steady_ms)(void); /* advances evenly, and stops while the machine is suspended */
} srv_clocks;
extern const srv_clocks srv_real_clocks;

typedef struct srv_time {
    const srv_clocks *clocks;
    uint64_t base_ms, began_ms; /* the server's time, and the steady clock's, at the same moment */
} srv_time;

srv_time srv_time_start(const srv_clocks *);
uint64_t srv_time_now(const srv_time *);
/* It is ms now, by a better clock. Only at the start, because the time may go back. */
void srv_time_set(srv_time *, uint64_t ms);
/* Moves the time forward to ms, if it is earlier. */
void srv_time_not_before(srv_time *, uint64_t ms);

#endif
