/* fixed.c: a world without surprises, for tests alone: loaded in front of the libraries of a program (LD_PRELOAD), it gives
 * luck from a fixed seed. With FIXED_CLOCK, the name of a file, the time of day is what stands there, in milliseconds; with
 * FIXED_STEADY too, so is the clock that nobody sets. So two runs can be compared byte by byte, clocks can be set, and the program that is tested
 * is the real one, which knows nothing of this. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* libsodium's; splitmix64 */
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

static uint64_t read_clock(void)
{
    const char *path = getenv("FIXED_CLOCK");
    FILE *file = path ? fopen(path, "r") : NULL;
    unsigned long long ms = 0;
    if (!file || fscanf(file, "%llu", &ms) != 1) abort();
    fclose(file);
    return ms;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    bool is_fixed = clock == CLOCK_REALTIME || (clock == CLOCK_MONOTONIC && getenv("FIXED_STEADY"));
    if (!is_fixed || !getenv("FIXED_CLOCK")) return (int)syscall(SYS_clock_gettime, clock, out);
    uint64_t ms = read_clock();
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_nsec = (long)(ms % 1000 * 1000000);
    return 0;
}
