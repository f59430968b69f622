/* clock.c: the server's time. */
#include "clock.h"

#include <time.h>

static uint64_t read_ms(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

static uint64_t wall_ms(void)
{
    return read_ms(CLOCK_REALTIME);
}

/* Not CLOCK_BOOTTIME, which keeps running while the machine is suspended. */
static uint64_t steady_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

const srv_clocks srv_real_clocks = {wall_ms, steady_ms};

srv_time srv_time_start(const srv_clocks *clocks)
{
    srv_time time = {clocks, clocks->wall_ms(), clocks->steady_ms()};
    return time;
}

uint64_t srv_time_now(const srv_time *time)
{
    return time->base_ms + (time->clocks->steady_ms() - time->began_ms);
}

void srv_time_set(srv_time *time, uint64_t ms)
{
    time->base_ms = ms;
    time->began_ms = time->clocks->steady_ms();
}

void srv_time_not_before(srv_time *time, uint64_t ms)
{
    uint64_t now = srv_time_now(time);
    if (ms > now) time->base_ms += ms - now;
}
