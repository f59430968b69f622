/* pacts.h: the pacts of one table: the ledger that judges them and the book that remembers them, kept small. A table where
 * nobody has proposed anything has none of this.
 *
 * The ledger is packed while nobody works on it. A mark holds what changes about each pact, eight bytes, and the ledger;
 * the words of the promises are in the table's own book, which never forgets any. */
#ifndef SRV_PACTS_H
#define SRV_PACTS_H

#include "../engine/book.h"

/* When a pact was proposed, and by which entry of the log, from 1. */
typedef struct srv_proposed {
    uint64_t at_ms;
    size_t entry;
} srv_proposed;

typedef struct srv_pact_texts srv_pact_texts; /* pact_texts.h */
void srv_pact_texts_free(srv_pact_texts *);

typedef struct srv_pacts {
    kb_book book;
    srv_proposed *proposed; /* of each pact in the book */
    uint8_t *ledger;        /* packed; NULL: nothing was ever proposed */
    size_t ledger_n;
    bool is_open;          /* something is: only then can a move make a difference to pacts, or they to a move */
    srv_pact_texts *texts; /* of a table where something was proposed; a copy made from a mark has none */
} srv_pacts;

/* What becomes of a pact while the game goes on. */
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
/* The pacts as they were; all are those of the same table, now. */
srv_pacts srv_pacts_from_mark(const srv_pacts_mark *, const srv_pacts *all);

/* The ledger, to work on; a fresh one where nothing was proposed. */
void srv_pacts_ledger(const srv_pacts *, kb_ledger *);
/* A packed copy of it, to be freed; NULL: nothing was proposed. */
uint8_t *srv_pacts_copy_ledger(const srv_pacts *);
void srv_pacts_keep_ledger(srv_pacts *, const kb_ledger *);
/* Notes down the pact that the ledger has taken in last. */
void srv_pacts_add(srv_pacts *, const kb_ledger *, const srv_proposed *);

#endif
