/* pact_texts.h: the pacts of one table as JSON, each written once for all viewers and kept until it changes.
 *
 * Every message about a table contains the view, and the view contains up to some hundred pacts. */
#ifndef SRV_PACT_TEXTS_H
#define SRV_PACT_TEXTS_H

#include "pacts.h"

typedef struct srv_pact_text {
    srv_marked_pact as_of; /* what the text was made from */
    uint8_t sleeping_mask; /* the promises that slept then */
    uint32_t n;
    char *at; /* NULL: not written */
} srv_pact_text;

struct srv_pact_texts {
    srv_pact_text *list; /* by number: list[0] is pact 1 */
    size_t size, n_bytes;
    uint64_t n_written; /* texts written so far */
};

/* Writes "pacts":[…],"seals":{…} for this viewer, as kb_put_pacts does. */
void srv_put_pacts(const srv_pacts *, const kb_setup *, int eyes, kb_text *);

#endif
