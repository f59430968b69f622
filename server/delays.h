/* delays.h: a histogram of durations; each bucket is twice as wide as the one before. */
#ifndef SRV_DELAYS_H
#define SRV_DELAYS_H

#include <stdint.h>

enum { SRV_DELAYS = 16, SRV_DELAY_FIRST_US = 64 };

typedef struct srv_delays {
    uint64_t n[SRV_DELAYS]; /* n[i]: up to SRV_DELAY_FIRST_US << i, and more than the step before */
    uint64_t all, sum_us;
} srv_delays;

void srv_note_delay(srv_delays *, uint64_t us);

#endif
