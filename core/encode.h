/* encode.h: a game's moves as a fixed list of numbered actions, and a seat's view as a fixed list of small numbers.
 * docs/encodings.md has the numbers; a change of any of them is a change of KB_ENCODING_VERSION. */
#ifndef KB_ENCODE_H
#define KB_ENCODE_H

#include "base.h"

/* How many seats to the left of this one the other sits. */
KB_FN static inline int kb_seats_from(int seat, int other, int n_seats)
{
    return other >= seat ? other - seat : other - seat + n_seats;
}

/* --- sums ------------------------------------------------------------------------------------------ */

/* Sums of money are grouped into rungs: one rung for each sum below eight units, then four rungs for each doubling. The last rung
 * has no upper end. */
enum { KB_RUNGS = 25, KB_RUNG_OPEN = KB_RUNGS - 1, KB_RUNG_UNIT_MAX = 1 << 16 };

KB_FN static inline int kb_rung_of(int32_t units)
{
    if (units < 8) return units;
    int power = kb_highest_bit((uint32_t)units);
    int rung = 8 + (power - 3) * 4 + (units >> (power - 2) & 3);
    return rung < KB_RUNG_OPEN ? rung : KB_RUNG_OPEN;
}

/* The smallest sum of a rung, in units; KB_RUNGS, which is no rung, has one that is larger than any sum. */
KB_FN static inline int32_t kb_rung_low(int rung)
{
    if (rung >= KB_RUNGS) return KB_RUNG_UNIT_MAX;
    return rung < 8 ? rung : (int32_t)(4 + rung % 4) << (rung / 4 - 1);
}

/* --- actions --------------------------------------------------------------------------------------- */

/* The values of a field of a move: high << shift | (first + low), for high from 0 to n_high - 1 and low from 0 to n_low - 1.
 * by_seat: the high part is a seat, counted from the seat that acts. */
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
    KB_ACTION_SUM,   /* one action for each value of a, b and c, and each rung of the amount */
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

/* A bag has one to three of the values 1 … 20; there are 1,770 bags. */
enum { KB_BAG_VALUES = 20, KB_BAGS = 1770 };

/* A game lists its forms once, as a macro FORMS(X) of lines X(NAME, verb, kind, a, b, c). The numbers of actions and the table
 * of forms are both made from it. */
#define KB_FIELD_SIZE(first, low, high, shift, by_seat) ((low) * (high))
#define KB_FIELD_PUT(first, low, high, shift, by_seat) \
    {                                                  \
        first, low, high, shift, by_seat               \
    }
#define KB_FORM_SIZE(kind, a, b, c) \
    ((kind) == KB_ACTION_BAG        \
         ? KB_BAGS                  \
         : KB_FIELD_SIZE a * KB_FIELD_SIZE b * KB_FIELD_SIZE c * ((kind) == KB_ACTION_SUM ? KB_RUNGS : 1))
#define KB_FORM_NUMBERS(name, verb, kind, a, b, c) \
    FIRST_##name, LAST_##name = FIRST_##name + KB_FORM_SIZE(kind, a, b, c) - 1,
#define KB_FORM_ENTRY(name, verb, kind, a, b, c) \
    {FIRST_##name,                               \
     LAST_##name - FIRST_##name + 1,             \
     KB_FIELD_SIZE b,                            \
     KB_FIELD_SIZE c,                            \
     verb,                                       \
     kind,                                       \
     KB_FIELD_PUT a,                             \
     KB_FIELD_PUT b,                             \
     KB_FIELD_PUT c},
#define KB_FORM_INDEX(name, verb, kind, a, b, c) FORM_##name,

/* The number of a field's value among those it can have. */
KB_FN KB_INLINE int kb_number_in(const kb_action_field *field, int value, int seat, int n_seats)
{
    int high = value >> field->shift;
    int low = value - (high << field->shift) - field->first;
    if (field->by_seat) high = kb_seats_from(seat, high, n_seats);
    return high * field->n_low + low;
}

/* The value of a number; -1 for a seat that is not at the table. */
KB_FN KB_INLINE int kb_value_in(const kb_action_field *field, int number, int seat, int n_seats)
{
    int high = number / field->n_low;
    if (field->by_seat) {
        if (high >= n_seats) return -1;
        high = seat + high < n_seats ? seat + high : seat + high - n_seats;
    }
    return high << field->shift | (field->first + number % field->n_low);
}

/* The number of a bag, counted in the order of the last value, the middle, the first. */
KB_FN KB_INLINE int kb_bag_of(kb_move move)
{
    int z = move.c ? move.c : move.b ? move.b : move.a;
    int y = move.c ? move.b : move.b ? move.a : 0;
    int x = move.c ? move.a : 0;
    return z * (z + 1) * (z + 2) / 6 + y * (y + 1) / 2 + x - 1;
}

KB_FN static inline kb_move kb_bag_move(int verb, int bag)
{
    int z = 1, y = 0;
    bag++;
    while ((z + 1) * (z + 2) * (z + 3) / 6 <= bag) z++;
    bag -= z * (z + 1) * (z + 2) / 6;
    while ((y + 1) * (y + 2) / 2 <= bag) y++;
    int x = bag - y * (y + 1) / 2;
    if (x) return kb_move_of(verb, x, y, z, 0);
    return y ? kb_move_of(verb, y, z, 0, 0) : kb_move_of(verb, z, 0, 0, 0);
}

/* The action of a move that has the form; of sums, the action of the first rung. */
KB_FN KB_INLINE int kb_action_in(const kb_action_form *form, kb_move move, int seat, int n_seats)
{
    if (form->kind == KB_ACTION_BAG) return form->first + kb_bag_of(move);
    int n = kb_number_in(&form->a, move.a, seat, n_seats);
    if (form->n_b > 1) n = n * form->n_b + kb_number_in(&form->b, move.b, seat, n_seats);
    if (form->n_c > 1) n = n * form->n_c + kb_number_in(&form->c, move.c, seat, n_seats);
    return form->first + (form->kind == KB_ACTION_SUM ? n * KB_RUNGS : n);
}

/* The moves of an action of the form, legal or not, as one run; false where the setup cannot have it. */
KB_FN KB_INLINE bool kb_run_in(const kb_action_form *form, int action, int seat, int n_seats, int32_t unit,
                               kb_span *out)
{
    int number = action - form->first, rung = 0;
    out->n = out->step = out->weight = 1;
    if (form->kind == KB_ACTION_BAG) {
        out->move = kb_bag_move(form->verb, number);
        return true;
    }
    if (form->kind == KB_ACTION_SUM) {
        rung = number % KB_RUNGS;
        number /= KB_RUNGS;
    }
    int c = kb_value_in(&form->c, number % form->n_c, seat, n_seats);
    int b = kb_value_in(&form->b, number / form->n_c % form->n_b, seat, n_seats);
    int a = kb_value_in(&form->a, number / form->n_c / form->n_b, seat, n_seats);
    if ((a | b | c) < 0) return false;
    out->move = kb_move_of(form->verb, a, b, c, 0);
    if (form->kind != KB_ACTION_SUM) return true;
    out->move.amount = kb_rung_low(rung) * unit;
    out->n = (uint32_t)(kb_rung_low(rung + 1) - kb_rung_low(rung));
    out->step = (uint16_t)unit;
    return true;
}

/* Sets the actions of a span that has the form: its sums are all the multiples of the unit from the first to the last. */
KB_FN KB_INLINE void kb_mark_in(const kb_action_form *form, const kb_span *span, int seat, int n_seats, int32_t unit,
                                uint8_t *mask)
{
    int action = kb_action_in(form, span->move, seat, n_seats);
    int from = 0, to = 0;
    if (form->kind == KB_ACTION_SUM) {
        int32_t low = span->move.amount / unit;
        from = kb_rung_of(low);
        to = kb_rung_of(low + (int32_t)(span->n - 1));
        KB_ASSERT(span->n == 1 || span->step == unit);
    }
    for (int rung = from; rung <= to; rung++) mask[action + rung] = 1;
}

/* From its list of forms a game makes the functions mark and run of kb_encoding, with these two macros. The compiler knows
 * each form there, so it divides by constants. Legal lists have spans of one form in a row, which is faster to mark. */
#define KB_FORM_MARKS(name, verb, kind, a, b, c)                                    \
    case FORM_##name:                                                               \
        do kb_mark_in(&action_forms[FORM_##name], span, seat, n_seats, unit, mask); \
        while (++span != end && form_of(span->move) == FORM_##name);                \
        break;
#define KB_FORM_READS(name, verb, kind, a, b, c) \
    if (action <= LAST_##name) return kb_run_in(&action_forms[FORM_##name], action, seat, n_seats, unit, out);

/* --- observations ----------------------------------------------------------------------------------- */

/* Batches spend most of their time on observations, so these are written a row at a time, without branches that depend on
 * the position. */

/* A row is up to eight numbers of an observation, packed into one word; the first number is in the lowest byte. */
KB_FN static inline void kb_put_row(void *out, uint64_t row, size_t n)
{
    __builtin_memcpy(out, &row, n);
}

/* A sum as two numbers: hundreds of units and the rest; -1 -1 if the sum is hidden. */
KB_FN static inline void kb_observe_sum(int8_t out[2], int32_t sum, uint32_t units)
{
    uint32_t hundreds = units / 100;
    kb_put_row(out, sum == KB_HIDDEN ? 0xFFFF : hundreds | (units - hundreds * 100) << 8, 2);
}

/* A row with a 1 at this place and 0 elsewhere; at place 7, which the lowest bits of KB_NONE give, all 0. A table is faster than
 * a shift by a variable. */
KB_FN static inline uint64_t kb_row_of_one(int at)
{
    static const uint64_t rows[8] = {0x1, 0x100, 0x10000, 0x1000000, 0x100000000, 0x10000000000, 0x1000000000000, 0};
    return rows[at & 7];
}

/* Eight bits as a row of 0 and 1. */
KB_FN static inline uint64_t kb_row_of_bits(uint32_t bits)
{
    uint64_t apart = (bits & 0xFF) * 0x0101010101010101u & 0x8040201008040201u; /* bit i is in byte i */
    return (apart + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/* Turns a row with a number for each seat, and 0 behind the last seat, so that it begins with this seat. */
KB_FN static inline uint64_t kb_row_from(int seat, uint64_t row, int n_seats)
{
    KB_ASSERT(n_seats > 0);
    return (row >> 8 * seat | row << 8 * (n_seats - seat)) & ~(uint64_t)0 >> (64 - 8 * n_seats);
}

/* For each seat, its place counted from one of them; 7 for seats that are not at the table, and for the lowest bits of KB_NONE.
 * Sixteen bytes, which one vector instruction can look up. */
typedef struct kb_places {
    uint8_t of[16];
} kb_places;

#define KB_PLACE(n, seat, other) ((other) < (n) ? ((other) + 4 * (n) - (seat)) % (n) : 7)
#define KB_PLACES(n, seat)                                                                          \
    {                                                                                               \
        {                                                                                           \
            KB_PLACE(n, seat, 0), KB_PLACE(n, seat, 1), KB_PLACE(n, seat, 2), KB_PLACE(n, seat, 3), \
                KB_PLACE(n, seat, 4), 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7                               \
        }                                                                                           \
    }

KB_FN static inline const kb_places *kb_places_from(int seat, int n_seats)
{
    static const kb_places places[][KB_SEATS_MAX] = {
        {KB_PLACES(2, 0), KB_PLACES(2, 1)},
        {KB_PLACES(3, 0), KB_PLACES(3, 1), KB_PLACES(3, 2)},
        {KB_PLACES(4, 0), KB_PLACES(4, 1), KB_PLACES(4, 2), KB_PLACES(4, 3)},
        {KB_PLACES(5, 0), KB_PLACES(5, 1), KB_PLACES(5, 2), KB_PLACES(5, 3), KB_PLACES(5, 4)},
    };
    return &places[n_seats - 2][seat];
}

/* A row with a 1 at a seat's place. */
KB_FN static inline uint64_t kb_row_of_seat(const kb_places *places, int seat)
{
    return kb_row_of_one(places->of[seat & 7]);
}

#if defined(__SSSE3__) && !defined(__CUDACC__)
#define KB_VECTORS
typedef uint8_t kb_vector __attribute__((vector_size(16)));
typedef uint64_t kb_words __attribute__((vector_size(16)));

/* The bytes of a vector at these places. */
static inline kb_vector kb_vector_at(kb_vector from, kb_vector places)
{
    typedef char vector __attribute__((vector_size(16)));
    return (kb_vector)__builtin_ia32_pshufb128((vector)from, (vector)places);
}

/* Adds up every four bytes, as signed numbers, into the first of them. */
static inline kb_vector kb_sums_of_four(kb_vector numbers)
{
    typedef char vector __attribute__((vector_size(16)));
    typedef short shorts __attribute__((vector_size(16)));
    const vector ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const shorts one_each = {1, 1, 1, 1, 1, 1, 1, 1};
    shorts pairs = __builtin_ia32_pmaddubsw128(ones, (vector)numbers);
    return (kb_vector)__builtin_ia32_pmaddwd128(pairs, one_each);
}
#endif

/* Writes the first n of sixteen bits as numbers; n is 9 to 16. */
KB_FN KB_INLINE void kb_put_bits(int8_t *out, uint32_t bits, size_t n)
{
#ifdef KB_VECTORS
    const kb_vector byte = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    const kb_vector bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    kb_words both = {bits, 0};
    kb_words numbers = (kb_words)(((kb_vector_at((kb_vector)both, byte) & bit) == bit) & 1);
    kb_put_row(out, numbers[0], 8);
    kb_put_row(out + 8, numbers[1], n - 8);
#else
    kb_put_row(out, kb_row_of_bits(bits), 8);
    kb_put_row(out + 8, kb_row_of_bits(bits >> 8), n - 8);
#endif
}

/* Writes five rows of five numbers. Each row has a 1 at the place of the seat in three bits of a byte, from bit `shift` up, or no 1
 * if that seat is not at the table. Reads eight bytes, and may write seven 0 behind the last row. */
KB_FN KB_INLINE void kb_put_five(int8_t *out, const uint8_t *bytes, int shift, const kb_places *places)
{
#ifdef KB_VECTORS
    const kb_vector row = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3};
    const kb_vector more_rows = {3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5};
    const kb_vector column = {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0};
    const kb_vector more_columns = {1, 2, 3, 4, 0, 1, 2, 3, 4, 8, 8, 8, 8, 8, 8, 8};
    uint64_t eight;
    kb_vector at;
    __builtin_memcpy(&eight, bytes, sizeof eight);
    __builtin_memcpy(&at, places, sizeof at);
    kb_words wide = {eight >> shift & 0x0707070707070707u, 0};
    at = kb_vector_at(at, (kb_vector)wide);
    kb_vector first = (kb_vector_at(at, row) == column) & 1, last = (kb_vector_at(at, more_rows) == more_columns) & 1;
    __builtin_memcpy(out, &first, sizeof first);
    __builtin_memcpy(out + sizeof first, &last, sizeof last);
#else
    for (int i = 0; i < 5; i++) kb_put_row(out + 5 * i, kb_row_of_one(places->of[bytes[i] >> shift & 7]), 5);
#endif
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
    /* Sets the actions of a legal list in a mask that is all 0 before. */
    void (*mark)(const kb_span *, int n, int seat, int n_seats, int32_t unit, uint8_t *mask);
    /* The moves of an action from 0 to n_actions - 1, legal or not, as one run; false where the setup cannot have it. */
    bool (*run)(int action, int seat, int n_seats, int32_t unit, kb_span *out);
    /* Writes what a view shows; out is all 0 before. */
    void (*observe)(const void *view, int seat, void *out);
} kb_encoding;

#endif
