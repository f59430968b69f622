/* base.h: the seam between the rules and the compiler that builds them (gcc, clang, wasm32, nvcc). */
#ifndef KB_BASE_H
#define KB_BASE_H

#include "../include/kickback.h"

/* Marks functions that also run on a GPU. */
#ifdef __CUDACC__
#define KB_FN __host__ __device__
#else
#define KB_FN
#endif

/* For functions that are fast only where the compiler knows their arguments. */
#define KB_INLINE static inline __attribute__((always_inline))

#ifdef __cplusplus
#define KB_STATIC_ASSERT static_assert
#else
#define KB_STATIC_ASSERT _Static_assert
#endif

/* States are saved and hashed as they lie in memory. */
KB_STATIC_ASSERT(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are little-endian");

/* What must be true. Off in release builds, like assert, and needs no library to fail. */
#ifdef NDEBUG
#define KB_ASSERT(what) ((void)0)
#elif defined(__CUDA_ARCH__)
#define KB_ASSERT(what) ((what) ? (void)0 : __trap())
#else
#define KB_ASSERT(what) ((what) ? (void)0 : __builtin_trap())
#endif

/* Each game has a range of this many codes for its own refusals: the first game of games/games.def starts at 1 *
 * KB_REFUSALS_MAX, the second at 2 * KB_REFUSALS_MAX. The codes below belong to core/errors.def, which all games
 * share. */
enum { KB_REFUSALS_MAX = 64 };

#define KB_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The number of bits of a mask. Where the processor need not have an instruction for it, the compiler would call a
 * function, which takes longer than this. */
KB_FN static inline int kb_count_bits(uint32_t mask)
{
#ifdef __CUDA_ARCH__
    return __popc(mask);
#elif defined(__x86_64__) && !defined(__POPCNT__)
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
#else
    return __builtin_popcount(mask);
#endif
}

/* The number of the lowest bit; mask is not 0. */
KB_FN static inline int kb_lowest_bit(uint32_t mask)
{
#ifdef __CUDA_ARCH__
    return __ffs((int)mask) - 1;
#else
    return __builtin_ctz(mask);
#endif
}

/* The number of the lowest bit that is set in a mask of 64 bits. */
KB_FN static inline int kb_lowest_bit_of_64(uint64_t mask)
{
#ifdef __CUDA_ARCH__
    return __ffsll((long long)mask) - 1;
#else
    return __builtin_ctzll(mask);
#endif
}

/* The number of the highest bit; mask is not 0. */
KB_FN static inline int kb_highest_bit(uint32_t mask)
{
#ifdef __CUDA_ARCH__
    return 31 - __clz((int)mask);
#else
    return 31 - __builtin_clz(mask);
#endif
}

/* The next seat clockwise: "left of". */
KB_FN static inline int kb_left_of(int seat, int n_seats)
{
    return seat + 1 < n_seats ? seat + 1 : 0;
}

/* The next seat against the clock. */
KB_FN static inline int kb_right_of(int seat, int n_seats)
{
    return (seat > 0 ? seat : n_seats) - 1;
}

/* A move made of its fields, put together in a register: written and read in one piece. */
KB_FN static inline kb_move kb_move_of(int verb, int a, int b, int c, int32_t amount)
{
    uint32_t fields = (uint32_t)c << 24 | (uint32_t)b << 16 | (uint32_t)a << 8 | (uint32_t)verb;
    uint64_t bits = (uint64_t)(uint32_t)amount << 32 | fields;
    kb_move move;
    __builtin_memcpy(&move, &bits, sizeof move);
    return move;
}

/* The highest amount of a run; of a single move, its amount. */
KB_FN static inline int32_t kb_span_last(kb_span span)
{
    return (int32_t)((uint32_t)span.move.amount + (span.n - 1) * span.step);
}

#endif
