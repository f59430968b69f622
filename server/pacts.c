/* pacts.c: see pacts.h. */
#include "pacts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "pact_texts.h"

/* Promises are allocated one pact at a time. This is what their places are counted from. */
static const char anchor[1];

static kb_ledger *copy_ledger(const kb_ledger *ledger, size_t bytes)
{
    kb_ledger *copy = srv_alloc(bytes);
    kb_ledger_copy(copy, ledger);
    return copy;
}

void srv_pacts_free(srv_pacts *pacts)
{
    for (uint32_t i = 0; !pacts->tables && i < pacts->book.n; i++)
        free((void *)kb_promises_of(&pacts->book, &pacts->book.at[i]));
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
    srv_pacts_mark mark = {.book = pacts->book};
    mark.book.at = NULL;
    if (pacts->ledger) mark.ledger = copy_ledger(pacts->ledger, kb_ledger_used(pacts->ledger));
    if (mark.book.n) mark.at = srv_alloc(mark.book.n * sizeof *mark.at);
    for (uint32_t i = 0; i < mark.book.n; i++) mark.at[i] = srv_mark_pact(&pacts->book.at[i]);
    return mark;
}

srv_pacts srv_pacts_from_mark(const srv_pacts_mark *mark, const srv_pacts *all)
{
    srv_pacts pacts = {.book = mark->book};
    pacts.book.max = mark->book.n;
    if (mark->ledger) pacts.ledger = copy_ledger(mark->ledger, sizeof(kb_ledger));
    if (!mark->book.n) return pacts;
    pacts.book.at = srv_alloc(mark->book.n * sizeof *pacts.book.at);
    memcpy(pacts.book.at, all->book.at, mark->book.n * sizeof *pacts.book.at);
    pacts.proposed = srv_alloc(mark->book.n * sizeof *pacts.proposed);
    memcpy(pacts.proposed, all->proposed, mark->book.n * sizeof *pacts.proposed);
    for (uint32_t i = 0; i < mark->book.n; i++) {
        kb_noted_pact *pact = &pacts.book.at[i];
        pact->state = mark->at[i].state;
        pact->accepted_mask = mark->at[i].accepted_mask;
        memcpy(pact->verdict, mark->at[i].verdict, sizeof pact->verdict);
        for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) /* higher numbers were assigned later */
            if (pact->number_for[viewer] > mark->book.known[viewer]) pact->number_for[viewer] = 0;
    }
    return pacts;
}

kb_ledger *srv_pacts_copy_ledger(const srv_pacts *pacts)
{
    const kb_ledger *ledger = pacts->ledger;
    if (!ledger) return NULL;
    kb_ledger *copy = copy_ledger(ledger, sizeof *ledger + (size_t)ledger->n_items * sizeof(kb_promise));
    kb_promise *promises = (kb_promise *)(copy + 1);
    for (int i = 0; i < copy->n_items; i++) {
        promises[i] = *kb_promised(copy, &copy->item[i]);
        copy->item[i].promise_at = (int64_t)((uintptr_t)&promises[i] - (uintptr_t)copy);
    }
    return copy;
}

/* Makes room for one more pact. */
static void add_one(srv_pacts *pacts, const srv_proposed *proposed)
{
    size_t size = pacts->book.max, same = size;
    pacts->book.at = srv_grow(pacts->book.at, pacts->book.n + 1u, &size, sizeof *pacts->book.at);
    pacts->proposed = srv_grow(pacts->proposed, pacts->book.n + 1u, &same, sizeof *pacts->proposed);
    pacts->book.max = (uint32_t)size;
    pacts->book.memory = anchor;
    pacts->proposed[pacts->book.n] = *proposed;
}

bool srv_pacts_propose(srv_pacts *pacts, const kb_state *state, const kb_proposal *given, const srv_proposed *proposed,
                       kb_outcomes *outcomes, kb_text *why)
{
    kb_promise made[KB_PACT_PROMISES_MAX];
    if (!pacts->ledger) pacts->ledger = srv_alloc(sizeof *pacts->ledger);
    kb_ledger *ledger = pacts->ledger;
    if (!kb_ledger_propose(ledger, state, given, made, outcomes, why)) return false;
    int n = ledger->pact[ledger->n_pacts - 1].n_promises;
    if (pacts->tables) {
        srv_pacts_repeat(pacts);
    } else {
        add_one(pacts, proposed);
        if (!pacts->texts) pacts->texts = srv_alloc(sizeof *pacts->texts);
        kb_promise *promises = srv_alloc((size_t)n * sizeof made[0]);
        memcpy(promises, made, (size_t)n * sizeof made[0]);
        kb_book_propose(&pacts->book, ledger, promises);
    }
    const kb_promise *kept = kb_promises_of(&pacts->book, &pacts->book.at[pacts->book.n - 1]);
    for (int i = 0; i < n; i++)
        ledger->item[ledger->n_items - n + i].promise_at = (int64_t)((uintptr_t)&kept[i] - (uintptr_t)ledger);
    return true;
}

void srv_pacts_repeat(srv_pacts *pacts)
{
    uint32_t next = pacts->book.n;
    add_one(pacts, &pacts->tables->proposed[next]);
    kb_book_repeat(&pacts->book, &pacts->tables->book.at[next]);
}
