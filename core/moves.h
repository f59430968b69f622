/* moves.h: what every game's rules do with moves: give them one form, and list the legal ones. */
#ifndef KB_MOVES_H
#define KB_MOVES_H

#include "base.h"

/* What a verb is for: the step it belongs to, and the bits its move must leave at 0, so that a move
 * has one form only. */
typedef struct kb_form {
    uint8_t step, a, b, c;
    int32_t amount;
} kb_form;

KB_FN static inline bool kb_has_form(kb_move m, const kb_form *form)
{
    return !((m.a & form->a) | (m.b & form->b) | (m.c & form->c) | (m.amount & form->amount));
}

/* Legal lists are written from `at` on; each function returns where it stopped. */

KB_FN static inline kb_span *kb_list(kb_span *at, int verb, int a, int b, int c)
{
    at->move = kb_move_of(verb, a, b, c, 0);
    at->n = at->step = at->weight = 1;
    return at + 1;
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
