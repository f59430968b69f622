/* wasm.c: the rules and the bots as a WebAssembly module: what the host page or node calls, and the four functions a
 * compiler expects to find. The host writes into the module's memory; 64-bit numbers are BigInts there. */
#include "../../core/record.h"
#include "../parity_bots.h"

#define EXPORT(name) __attribute__((export_name(name)))

void *memset(void *to, int byte, size_t n)
{
    unsigned char *t = to;
    for (size_t i = 0; i < n; i++) t[i] = (unsigned char)byte;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) t[i] = f[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f) {
        for (size_t i = 0; i < n; i++) t[i] = f[i];
    } else {
        while (n-- > 0) t[n] = f[n];
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

/* One table, and the texts that go in and out. */
static kb_replay replay;
static kb_setup setup;
static char text[KB_LINE_MAX];
static char why[KB_WHY_MAX];
static _Alignas(16) char room[PARITY_ROOM_BYTES]; /* for bots to search in */

EXPORT("text") char *wasm_text(void)
{
    return text;
}

EXPORT("text_max") int wasm_text_max(void)
{
    return (int)sizeof text;
}

/* Why the last line was refused, closed by a NUL. */
EXPORT("why") const char *wasm_why(void)
{
    return why;
}

/* The eight bytes of the setup that start plays. */
EXPORT("setup") kb_setup *wasm_setup(void)
{
    return &setup;
}

EXPORT("reset") void wasm_reset(void)
{
    memset(&replay, 0, sizeof replay);
}

/* Reads the next line of a record: n bytes of text without the newline. Returns a kb_reading. */
EXPORT("line") int wasm_line(int n, int whole)
{
    kb_line line;
    kb_text out = kb_text_in(why, sizeof why);
    return (int)kb_replay_line(&replay, text, (size_t)n, whole, &line, NULL, &out);
}

EXPORT("start") int wasm_start(void)
{
    return (int)kb_start(&replay.state, &setup);
}

EXPORT("hash") uint64_t wasm_hash(void)
{
    return kb_hash(&replay.state);
}

/* Plays a started game to its end, anything legal, and returns the fold of its states. */
EXPORT("play") uint64_t wasm_play(uint64_t seed)
{
    kb_rng rng = kb_rng_from(seed);
    uint64_t sum = 0;
    while (!kb_over(&replay.state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&replay.state, &rng, &seat, &move);
        if (kb_apply(&replay.state, seat, move, NULL)) return 0;
        sum = parity_fold(sum, kb_hash(&replay.state));
    }
    return sum;
}

/* Plays a game of bots from the setup and returns its fold. */
EXPORT("play_bots") uint64_t wasm_play_bots(uint64_t seed)
{
    return parity_bots(&setup, seed, room);
}
