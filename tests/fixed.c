/* fixed.c: makes a program deterministic, for tests only. Loaded with LD_PRELOAD, it replaces random numbers by ones
 * from a fixed seed. If FIXED_CLOCK names a file, the time of day is the number in it, in milliseconds. With
 * FIXED_STEADY the monotonic clock is too. So tests can compare two runs byte by byte and set the clock, while the
 * program under test is the real one. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Replaces libsodium's function; splitmix64. */
void randombytes_buf(void *buffer, size_t n);
void randombytes_buf(void *buffer, size_t n)
{
    static uint64_t state;
    for (size_t i = 0; i < n; i++) {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        ((uint8_t *)buffer)[i] = (uint8_t)(z ^ z >> 31);
    }
}

static bool read_number(const char *path, unsigned long long *ms)
{
    FILE *file = fopen(path, "r");
    if (!file) abort();
    bool is_read = fscanf(file, "%llu", ms) == 1;
    fclose(file);
    return is_read;
}

/* The file is empty for a moment while a test writes the next time into it. */
static uint64_t read_clock(void)
{
    const struct timespec moment = {0, 1000000};
    unsigned long long ms;
    for (int tries = 0; tries < 10000; tries++) {
        if (read_number(getenv("FIXED_CLOCK"), &ms)) return ms;
        nanosleep(&moment, NULL);
    }
    abort();
}

/* A timer of libev fires when its time is past. So that one that is due exactly now does, each reading of the monotonic
 * clock is a little after the last, within the millisecond that is fixed. It begins late enough for libev, which counts
 * seconds as a double, to see the difference. */
static const uint64_t steady_from_ms = 100000000000;
static const long creep_ns = 25;

static void read_steady(uint64_t ms, struct timespec *out)
{
    static _Atomic uint64_t last_ms;
    static _Atomic long n;
    if (atomic_exchange(&last_ms, ms) != ms) atomic_store(&n, 0);
    long ns = atomic_fetch_add(&n, 1) * creep_ns;
    ms %= steady_from_ms;
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_nsec = (long)(ms % 1000 * 1000000) + (ns < 999999 ? ns : 999999);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    bool is_fixed = clock == CLOCK_REALTIME || (clock == CLOCK_MONOTONIC && getenv("FIXED_STEADY"));
    if (!is_fixed || !getenv("FIXED_CLOCK")) return (int)syscall(SYS_clock_gettime, clock, out);
    uint64_t ms = read_clock();
    if (clock == CLOCK_MONOTONIC) {
        read_steady(ms, out);
        return 0;
    }
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_nsec = (long)(ms % 1000 * 1000000);
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
