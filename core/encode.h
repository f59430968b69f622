/* encode.h: a game's moves as a fixed list of numbered actions, and a seat's view as a fixed list of small numbers.
 * docs/encodings.md has the numbers; a change of any of them is a change of KB_ENCODING_VERSION. */
#ifndef KB_ENCODE_H
#define KB_ENCODE_H

#include "base.h"

/* --- sums ------------------------------------------------------------------------------------------ */

/* A sum is told by its rung: exact up to eight units of money, then four rungs for each doubling; the last is open. */
enum { KB_RUNGS = 25, KB_RUNG_OPEN = KB_RUNGS - 1, KB_RUNG_UNIT_MAX = 1 << 16 };

static inline int kb_rung_of(int32_t units)
{
    if (units < 8) return units;
    int power = 31 - __builtin_clz((uint32_t)units);
    int rung = 8 + (power - 3) * 4 + (units >> (power - 2) & 3);
    return rung < KB_RUNG_OPEN ? rung : KB_RUNG_OPEN;
}

/* The least sum of a rung, in units; that of KB_RUNGS is past every sum. */
static inline int32_t kb_rung_low(int rung)
{
    if (rung >= KB_RUNGS) return KB_RUNG_UNIT_MAX;
    return rung < 8 ? rung : (int32_t)(4 + rung % 4) << (rung / 4 - 1);
}

/* --- actions --------------------------------------------------------------------------------------- */

/* What a field of a move can be: high << shift | first + low, for each high below n_high and low below n_low. Where
 * by_seat says so the high part is a seat, and is counted from the seat that acts. */
typedef struct kb_action_field {
    uint8_t first, n_low, n_high, shift;
    bool by_seat;
} kb_action_field;

/* Fields as forms below name them: first, n_low, n_high, shift, by_seat. */
#define KB_NO_FIELD                        (0, 1, 1, 8, false)
#define KB_FROM(start, n)                  (start, n, 1, 8, false)
#define KB_SEATS(n)                        (0, 1, n, 0, true)
#define KB_OF_SEATS(start, n, seats, bits) (start, n, seats, bits, true)

typedef enum kb_action_kind {
    KB_ACTION_PLAIN, /* one action for each value of a, b and c */
    KB_ACTION_SUM,   /* … and rung */
    KB_ACTION_BAG    /* one to three of a's values, rising, the same one perhaps several times; 0 for no more */
} kb_action_kind;

/* A run of actions of one verb. One verb of a game can have several, which kb_encoding.form_of_a tells apart. */
typedef struct kb_action_form {
    uint16_t first; /* action */
    uint16_t n;
    uint16_t n_b, n_c; /* how many values b and c have */
    uint8_t verb, kind;
    kb_action_field a, b, c;
} kb_action_form;

/* What a bag takes from: 1 … 20. So many ways there are to take one to three. */
enum { KB_BAG_VALUES = 20, KB_BAGS = 1770 };

/* A game lists its forms as FORMS(X), with X(NAME, verb, kind, a, b, c): once for the numbers, once for the table. */
#define KB_FIELD_SIZE(first, low, high, shift, by_seat) ((low) * (high))
#define KB_FIELD(first, low, high, shift, by_seat) \
    {                                              \
        first, low, high, shift, by_seat           \
    }
#define KB_FORM_SIZE(kind, a, b, c) \
    ((kind) == KB_ACTION_BAG        \
         ? KB_BAGS                  \
         : KB_FIELD_SIZE a * KB_FIELD_SIZE b * KB_FIELD_SIZE c * ((kind) == KB_ACTION_SUM ? KB_RUNGS : 1))
#define KB_FORM_NUMBERS(name, verb, kind, a, b, c) \
    FIRST_##name, LAST_##name = FIRST_##name + KB_FORM_SIZE(kind, a, b, c) - 1,
#define KB_FORM_ENTRY(name, verb, kind, a, b, c) \
    {                                            \
        FIRST_##name,                            \
        LAST_##name - FIRST_##name + 1,          \
        KB_FIELD_SIZE b,                         \
        KB_FIELD_SIZE c,                         \
        verb,                                    \
        kind,                                    \
        KB_FIELD a,                              \
        KB_FIELD b,                              \
        KB_FIELD c},
#define KB_FORM_INDEX(name, verb, kind, a, b, c) FORM_##name,

/* --- observations ----------------------------------------------------------------------------------- */

/* Sums and the like as two numbers: what is hidden is -1 -1. */
static inline void kb_observe_sum(int8_t out[2], int32_t units)
{
    out[0] = (int8_t)(units == KB_HIDDEN ? -1 : units / 100);
    out[1] = (int8_t)(units == KB_HIDDEN ? -1 : units % 100);
}

/* How many seats to the left of this one the other sits. */
static inline int kb_seats_from(int seat, int other, int n_seats)
{
    return other >= seat ? other - seat : other - seat + n_seats;
}

/* Up to eight numbers of an observation as one word, the first lowest. Rows are written at once, for most of the time of
 * a batch is spent here. */
static inline void kb_put_row(void *out, uint64_t row, size_t n)
{
    __builtin_memcpy(out, &row, n);
}

/* Eight bits as a row of 0 and 1. */
static inline uint64_t kb_row_of_bits(uint32_t bits)
{
    uint64_t apart = (bits & 0xFF) * 0x0101010101010101u & 0x8040201008040201u; /* bit i is in byte i */
    return (apart + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/* A row with a number for each seat, 0 past the last one, counted from a seat instead. */
static inline uint64_t kb_row_from(int seat, uint64_t row, int n_seats)
{
    return (row >> 8 * seat | row << 8 * (n_seats - seat)) & ~0ull >> (64 - 8 * n_seats);
}

/* A block of an observation: up to three dimensions, 0 where there are fewer. */
typedef struct kb_observation_block {
    const char *name;
    uint16_t at, bytes;
    uint8_t n[3];
} kb_observation_block;

#define KB_BLOCK(type, field, ...)                                 \
    {                                                              \
#field, offsetof(type, field), sizeof(((type *)0)->field), \
        {                                                          \
            __VA_ARGS__                                            \
        }                                                          \
    }

typedef struct kb_encoding {
    const kb_action_form *forms;
    int n_forms, n_actions;
    const uint8_t *form_of_verb; /* n_forms: chance's, or none; KB_NONE: see form_of_a */
    int n_verbs;
    const uint8_t *form_of_a; /* the forms of the verb that has several, by its a */
    int n_a;
    const kb_observation_block *blocks;
    int n_blocks, observation_bytes;
    /* The smallest sum of the setup. */
    int32_t (*unit)(const void *state);
    /* Writes what a view shows; out is all 0 before. */
    void (*observe)(const void *view, int seat, void *out);
} kb_encoding;

#endif
