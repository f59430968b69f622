/* pacts.h: the pacts of one table: the ledger that judges them and the book that records them. A table without proposals has
 * neither.
 *
 * What was promised never changes: the book has it once, and the ledger and all copies of the table refer to it there. A mark
 * holds the mutable part of each pact, eight bytes, and the used part of the ledger. */
#ifndef SRV_PACTS_H
#define SRV_PACTS_H

#include <string.h>

#include "../engine/book.h"

/* When a pact was proposed, and by which entry of the log, counted from 1. */
typedef struct srv_proposed {
    uint64_t at_ms;
    size_t entry;
} srv_proposed;

/* What an entry changed about the pacts. It can be repeated without reading its promises and judging them again. */
typedef struct srv_pacts_change {
    uint32_t pact;   /* the pact that was proposed or answered; 0: none */
    uint8_t act, by; /* if there is one: kb_pact_act, and the seat */
    uint16_t n_outcomes;
    kb_outcome *outcomes; /* NULL: none */
} srv_pacts_change;

typedef struct srv_pact_texts srv_pact_texts; /* pact_texts.h */
void srv_pact_texts_free(srv_pact_texts *);

typedef struct srv_pacts {
    kb_book book;
    srv_proposed *proposed;         /* one per pact in the book */
    kb_ledger *ledger;              /* NULL: nothing was ever proposed */
    srv_pact_texts *texts;          /* of a table with proposals */
    const struct srv_pacts *tables; /* in a copy: its table's, whose promises and texts it uses */
} srv_pacts;

/* An empty ledger if nothing was proposed. */
static inline const kb_ledger *srv_pacts_ledger(const srv_pacts *pacts)
{
    return pacts->ledger ? pacts->ledger : &kb_no_pacts;
}

/* Whether some pact is open: only then can moves and pacts affect each other. */
static inline bool srv_pacts_are_open(const srv_pacts *pacts)
{
    return pacts->ledger && pacts->ledger->n_pacts;
}

/* The part of a pact that changes during the game. */
typedef struct srv_marked_pact {
    uint8_t state, accepted_mask;
    uint8_t verdict[KB_PACT_PROMISES_MAX];
} srv_marked_pact;

typedef struct srv_pacts_mark {
    kb_book book; /* without its pacts */
    srv_marked_pact *at;
    kb_ledger *ledger; /* only its used part */
} srv_pacts_mark;

static inline srv_marked_pact srv_mark_pact(const kb_noted_pact *pact)
{
    srv_marked_pact mark = {.state = pact->state, .accepted_mask = pact->accepted_mask};
    memcpy(mark.verdict, pact->verdict, sizeof mark.verdict);
    return mark;
}

void srv_pacts_free(srv_pacts *);
void srv_pacts_mark_free(srv_pacts_mark *);
srv_pacts_mark srv_pacts_to_mark(const srv_pacts *);
/* The pacts as they were at the mark. all: the current pacts of the same table. */
srv_pacts srv_pacts_from_mark(const srv_pacts_mark *, const srv_pacts *all);

/* A copy that refers to nothing else, in one block; NULL if nothing was proposed. */
kb_ledger *srv_pacts_copy_ledger(const srv_pacts *);
/* Proposes a pact, and records it in the book. */
bool srv_pacts_propose(srv_pacts *, const kb_state *, const kb_proposal *, const srv_proposed *, kb_outcomes *,
                       kb_text *why);
/* Records the next pact of the table in a copy, without a ledger. */
void srv_pacts_repeat(srv_pacts *);

#endif
