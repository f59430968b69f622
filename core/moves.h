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

/* Legal lists are written starting at `at`; each function returns the end. */

/* A single move from the bits of verb, a, b and c, lowest first. The entry is written in two pieces, for most of
 * the time of random play is spent here. */
KB_FN static inline kb_span *kb_list_bits(kb_span *at, uint64_t bits)
{
    const uint64_t entry[2] = {bits, 0x0001000100000001u}; /* n, step and weight: 1 */
    __builtin_memcpy(at, entry, sizeof entry);
    return at + 1;
}

KB_FN static inline kb_span *kb_list(kb_span *at, int verb, int a, int b, int c)
{
    return kb_list_bits(at, (uint32_t)(c << 24 | b << 16 | a << 8 | verb));
}

/* Writes first and then looks, which spares the processor a guess. */
KB_FN static inline kb_span *kb_list_if(kb_span *at, bool legal, int verb, int a, int b, int c)
{
    kb_list(at, verb, a, b, c);
    return at + legal;
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
