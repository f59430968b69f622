/* pacts.h: the pacts of one table: the ledger that judges them and the book that records them, stored compactly. A
 * table without proposals has neither.
 *
 * The ledger is packed while it is not in use. A mark holds the mutable part of each pact, eight bytes, and the ledger;
 * the promises themselves are in the table's book, which only grows. */
#ifndef SRV_PACTS_H
#define SRV_PACTS_H

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
    srv_proposed *proposed; /* one per pact in the book */
    uint8_t *ledger;        /* packed; NULL: nothing was ever proposed */
    size_t ledger_n;
    bool is_open;                       /* some pact is open: only then can moves and pacts affect each other */
    srv_pact_texts *texts;              /* of a table with proposals; a copy made from a mark has none … */
    const srv_pact_texts *tables_texts; /* … but may use those of its table */
} srv_pacts;

/* The part of a pact that changes during the game. */
typedef struct srv_marked_pact {
    uint8_t state, accepted_mask;
    uint8_t verdict[KB_PACT_PROMISES_MAX];
} srv_marked_pact;

typedef struct srv_pacts_mark {
    kb_book book; /* without its pacts */
    srv_marked_pact *at;
    uint8_t *ledger;
    size_t ledger_n;
    bool is_open;
} srv_pacts_mark;

static inline srv_marked_pact srv_mark_pact(const kb_noted_pact *pact)
{
    srv_marked_pact mark = {.state = pact->state, .accepted_mask = pact->accepted_mask};
    for (int k = 0; k < KB_PACT_PROMISES_MAX; k++) mark.verdict[k] = pact->promise[k].verdict;
    return mark;
}

void srv_pacts_free(srv_pacts *);
void srv_pacts_mark_free(srv_pacts_mark *);
srv_pacts_mark srv_pacts_to_mark(const srv_pacts *);
/* The pacts as they were at the mark. all: the current pacts of the same table. */
srv_pacts srv_pacts_from_mark(const srv_pacts_mark *, const srv_pacts *all);

/* Unpacks the ledger to work on; an empty one if nothing was proposed. */
void srv_pacts_ledger(const srv_pacts *, kb_ledger *);
/* A packed copy of the ledger, to be freed; NULL: nothing was proposed. */
uint8_t *srv_pacts_copy_ledger(const srv_pacts *);
void srv_pacts_keep_ledger(srv_pacts *, const kb_ledger *);
/* Records the pact that was last added to the ledger. */
void srv_pacts_add(srv_pacts *, const kb_ledger *, const srv_proposed *);
/* Records the next pact of the table in a copy that is behind, without a ledger. */
void srv_pacts_repeat(srv_pacts *, const srv_pacts *all);

#endif
