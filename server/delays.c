/* delays.c: a histogram of durations. */
#include "delays.h"

void srv_note_delay(srv_delays *delays, uint64_t us)
{
    int i = 0;
    while (i < SRV_DELAYS && us > (uint64_t)SRV_DELAY_FIRST_US << i) i++;
    if (i < SRV_DELAYS) delays->n[i]++;
    delays->all++;
    delays->sum_us += us;
}
