/* ledger.h: shared by the files that keep the ledger. */
#ifndef KB_LEDGER_H
#define KB_LEDGER_H

#include "promises.h"

void kb_tell_outcome(kb_outcomes *, uint32_t pact, int promise, int what, int seat);
/* Whether its next occasion has to be noted. For a wont the first is enough. */
static inline bool kb_awaits_occasion(const kb_item *p)
{
    return !p->wont || !p->occasion;
}

/* Computes which deeds matter to whom; to be called when a promise has come, gone, woken or had its occasion. */
void kb_ledger_survey(kb_ledger *);
/* Takes out promises that have a verdict, and pacts without a promise. */
void kb_ledger_sweep(kb_ledger *);
/* The pact ended without having stood; the next sweep removes it. */
void kb_ledger_drop(kb_ledger *, const kb_pact *, kb_pact_state, kb_outcomes *);
/* Reads a list of promises: how many there are, at most KB_PACT_PROMISES_MAX; 0: refused. */
int kb_read_promises(const kb_setup *, kb_slice, kb_promise *, kb_text *why);
/* Whether the move would oblige the seat to a gift that conflicts with one it is committed to. */
bool kb_sells_twice(const kb_ledger *, const kb_state *, int seat, kb_move);

/* How many of the span's moves would make a deed of the seat that the promise is about; any_number: for an occasion. */
uint32_t kb_moves_matching(const kb_promise *, const kb_state *, int seat, kb_span, bool any_number);

#endif
