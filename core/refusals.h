/* refusals.h: the name and the sentence of every way a call can be refused. */
#ifndef KB_REFUSALS_H
#define KB_REFUSALS_H

#include "base.h"

/* Those that all games share have codes below this. */
enum { KB_SHARED_ERRORS = KB_E_REFUSED + 1 };

typedef struct kb_refusal {
    const char *name, *sentence;
} kb_refusal;

/* A game's own refusals. */
typedef struct kb_refusals {
    kb_error first;
    int n;
    const kb_refusal *at;
} kb_refusals;

/* What the code means, to a game with these refusals of its own (NULL: none); NULL for a code that is neither. */
const kb_refusal *kb_refusal_of(const kb_refusals *own, kb_error);

#endif
