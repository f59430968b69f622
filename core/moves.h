/* moves.h: helpers for all games' rules: building moves in their one form, and listing the legal ones. */
#ifndef KB_MOVES_H
#define KB_MOVES_H

#include "base.h"

/* The fields of a move as bits of its eight bytes. */
#define KB_A      0x000000000000FF00u
#define KB_B      0x0000000000FF0000u
#define KB_C      0x00000000FF000000u
#define KB_AMOUNT 0xFFFFFFFF00000000u

/* What a verb is for: the step it belongs to, and the fields its move uses. */
typedef struct kb_form {
    uint64_t uses;
    uint8_t step;
} kb_form;

/* The other fields are 0, so that a move has one form only. */
KB_FN static inline bool kb_has_form(kb_move move, const kb_form *form)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &move, sizeof bits);
    return !(bits & ~(form->uses | 0xFFu));
}

/* Legal lists are written starting at `at`; each function returns the end. A game writes KB_LIST for the type of both:
 * targets/cuda compiles the same lists a second time with a type that only counts, to choose a move without a list. */
#ifndef KB_LIST
#define KB_LIST kb_span *
#endif

/* A single move from the bits of verb, a, b and c, lowest first. The entry is written in two pieces, for most of
 * the time of random play is spent here. */
KB_FN static inline kb_span *kb_list_bits(kb_span *at, uint64_t bits)
{
    const uint64_t entry[2] = {bits, 0x0001000100000001u}; /* n, step and weight: 1 */
    __builtin_memcpy(at, entry, sizeof entry);
    return at + 1;
}

/* The bits of a move without an amount. */
KB_FN static inline uint32_t kb_move_bits(int verb, int a, int b, int c)
{
    return (uint32_t)(c << 24 | b << 16 | a << 8 | verb);
}

KB_FN static inline kb_span *kb_list(kb_span *at, int verb, int a, int b, int c)
{
    return kb_list_bits(at, kb_move_bits(verb, a, b, c));
}

/* Writes first and then looks, which spares the processor a guess. */
KB_FN static inline kb_span *kb_list_if(kb_span *at, bool legal, int verb, int a, int b, int c)
{
    kb_list(at, verb, a, b, c);
    return at + legal;
}

/* A move of chance, so many times as likely as one of weight 1. */
KB_FN static inline kb_span *kb_list_weighed(kb_span *at, int weight, int verb, int a, int b)
{
    at = kb_list(at, verb, a, b, 0);
    at[-1].weight = (uint16_t)weight;
    return at;
}

/* A move for each bit of the mask, with its number as a. */
KB_FN static inline kb_span *kb_list_each(kb_span *at, uint32_t mask, int verb, int b)
{
    for (; mask; mask &= mask - 1) at = kb_list(at, verb, kb_lowest_bit(mask), b, 0);
    return at;
}

/* Lists two moves for each bit of the mask: with 0 and with 1 as b. */
KB_FN static inline kb_span *kb_list_each_twice(kb_span *at, uint32_t mask, int verb)
{
    for (; mask; mask &= mask - 1) {
        at = kb_list(at, verb, kb_lowest_bit(mask), 0, 0);
        at = kb_list(at, verb, kb_lowest_bit(mask), 1, 0);
    }
    return at;
}

/* A move for each part of the mask, from none to all, as a. */
KB_FN static inline kb_span *kb_list_parts(kb_span *at, uint32_t mask, int verb)
{
    uint32_t part = 0;
    do {
        at = kb_list(at, verb, (int)part, 0, 0);
        part = (part - mask) & mask; /* counts up in the bits of the mask only */
    } while (part);
    return at;
}

/* The first n of some moves, each with further bits. Writes at least `usual`, and keeps n; so does the next one. */
KB_FN static inline kb_span *kb_list_some(kb_span *at, const uint32_t *moves, int usual, int n, uint32_t with)
{
    for (int i = 0; i < usual; i++) kb_list_bits(at + i, moves[i] | with);
    for (int i = usual; i < n; i++) kb_list_bits(at + i, moves[i] | with);
    return at + n;
}

/* A move for each of the first n numbers, as b. */
KB_FN static inline kb_span *kb_list_row(kb_span *at, uint32_t move, const uint8_t *row, int usual, int n)
{
    for (int i = 0; i < usual; i++) kb_list_bits(at + i, move | (uint32_t)row[i] << 16);
    return at + n;
}

/* A run of n amounts from low on. */
KB_FN static inline kb_span *kb_list_run(kb_span *at, int verb, int a, int b, int32_t low, int32_t n, int32_t step)
{
    at->move = kb_move_of(verb, a, b, 0, low);
    at->n = (uint32_t)n;
    at->step = (uint16_t)step;
    at->weight = 1;
    return at + 1;
}

#endif
