/* pacts.c: see pacts.h. */
#include "pacts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "pact_texts.h"

static uint8_t *copy_bytes(const uint8_t *from, size_t n)
{
    if (!n) return NULL;
    uint8_t *copy = srv_alloc(n);
    memcpy(copy, from, n);
    return copy;
}

void srv_pacts_free(srv_pacts *pacts)
{
    free(pacts->book.at);
    free(pacts->proposed);
    free(pacts->ledger);
    srv_pact_texts_free(pacts->texts);
    memset(pacts, 0, sizeof *pacts);
}

void srv_pacts_mark_free(srv_pacts_mark *mark)
{
    free(mark->at);
    free(mark->ledger);
    memset(mark, 0, sizeof *mark);
}

srv_pacts_mark srv_pacts_to_mark(const srv_pacts *pacts)
{
    srv_pacts_mark mark = {.book = pacts->book, .ledger_n = pacts->ledger_n, .is_open = pacts->is_open};
    mark.book.at = NULL;
    mark.ledger = copy_bytes(pacts->ledger, pacts->ledger_n);
    if (mark.book.n) mark.at = srv_alloc(mark.book.n * sizeof *mark.at);
    for (uint32_t i = 0; i < mark.book.n; i++) mark.at[i] = srv_mark_pact(&pacts->book.at[i]);
    return mark;
}

srv_pacts srv_pacts_from_mark(const srv_pacts_mark *mark, const srv_pacts *all)
{
    srv_pacts pacts = {.book = mark->book, .ledger_n = mark->ledger_n, .is_open = mark->is_open};
    pacts.book.max = mark->book.n;
    pacts.ledger = copy_bytes(mark->ledger, mark->ledger_n);
    if (!mark->book.n) return pacts;
    pacts.book.at = srv_alloc(mark->book.n * sizeof *pacts.book.at);
    memcpy(pacts.book.at, all->book.at, mark->book.n * sizeof *pacts.book.at);
    pacts.proposed = srv_alloc(mark->book.n * sizeof *pacts.proposed);
    memcpy(pacts.proposed, all->proposed, mark->book.n * sizeof *pacts.proposed);
    for (uint32_t i = 0; i < mark->book.n; i++) {
        kb_noted_pact *pact = &pacts.book.at[i];
        pact->state = mark->at[i].state;
        pact->accepted_mask = mark->at[i].accepted_mask;
        for (int k = 0; k < KB_PACT_PROMISES_MAX; k++) pact->promise[k].verdict = mark->at[i].verdict[k];
        for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) /* higher numbers were assigned later */
            if (pact->number_for[viewer] > mark->book.known[viewer]) pact->number_for[viewer] = 0;
    }
    return pacts;
}

void srv_pacts_ledger(const srv_pacts *pacts, kb_ledger *ledger)
{
    if (pacts->ledger) {
        kb_ledger_unpack(ledger, pacts->ledger);
    } else {
        memset(ledger, 0, offsetof(kb_ledger, pact)); /* clears the counters; there are no pacts to clear */
    }
}

uint8_t *srv_pacts_copy_ledger(const srv_pacts *pacts)
{
    return copy_bytes(pacts->ledger, pacts->ledger_n);
}

void srv_pacts_keep_ledger(srv_pacts *pacts, const kb_ledger *ledger)
{
    free(pacts->ledger);
    pacts->ledger_n = kb_ledger_packed(ledger);
    pacts->ledger = srv_alloc(pacts->ledger_n);
    kb_ledger_pack(ledger, pacts->ledger);
    pacts->is_open = ledger->n_pacts > 0;
}

/* Makes room for one more pact. */
static void add_one(srv_pacts *pacts, const srv_proposed *proposed)
{
    size_t size = pacts->book.max, same = size;
    pacts->book.at = srv_grow(pacts->book.at, pacts->book.n + 1u, &size, sizeof *pacts->book.at);
    pacts->proposed = srv_grow(pacts->proposed, pacts->book.n + 1u, &same, sizeof *pacts->proposed);
    pacts->book.max = (uint32_t)size;
    pacts->proposed[pacts->book.n] = *proposed;
}

void srv_pacts_add(srv_pacts *pacts, const kb_ledger *ledger, const srv_proposed *proposed)
{
    add_one(pacts, proposed);
    if (!pacts->texts && !pacts->tables_texts) pacts->texts = srv_alloc(sizeof *pacts->texts);
    kb_book_propose(&pacts->book, ledger);
}

void srv_pacts_repeat(srv_pacts *pacts, const srv_pacts *all)
{
    uint32_t next = pacts->book.n;
    add_one(pacts, &all->proposed[next]);
    kb_book_repeat(&pacts->book, &all->book.at[next]);
}
