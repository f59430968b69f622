/* pact.h: records with their pacts: lines read and folded, legal lists and traces as bonds leave them. */
#ifndef KB_PACT_H
#define KB_PACT_H

#include "../engine/record.h"
#include "promises.h"

/* kb_replay_line with pacts: a line about a pact must be valid, and with promises=bond a move must keep the bonds.
 * Start with a zeroed ledger and a zeroed replay. memory is for the promises in the ledger, and only for them. outcomes
 * receives what the line changed. */
kb_reading kb_read(kb_replay *, kb_ledger *, kb_promise memory[KB_OPEN_PROMISES_MAX], const char *text, size_t n,
                   bool whole, kb_line *, kb_events *, kb_outcomes *, kb_text *why);
/* For callers that keep the promises of a proposal, in a book for example: the line's are read into `made`. */
kb_reading kb_read_into(kb_replay *, kb_ledger *, kb_promise made[KB_PACT_PROMISES_MAX], const char *text, size_t n,
                        bool whole, kb_line *, kb_events *, kb_outcomes *, kb_text *why);

/* A kb_lister that leaves out what bonds forbid. */
kb_lister kb_bound_lister(const kb_ledger *);
/* kb_put_legal and kb_put_trace_row with lists as bonds leave them. */
void kb_put_bound_legal(const kb_ledger *, const kb_state *, kb_text *);
void kb_put_bound_legal_of(const kb_ledger *, const kb_state *, uint32_t seats_mask, kb_text *);
void kb_put_bound_choices(const kb_ledger *, const kb_state *, int seat, kb_text *);
void kb_put_bound_row(const kb_replay *, const kb_ledger *, kb_text *);

#endif
