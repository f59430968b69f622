/* pact_texts.h: the pacts of one table as JSON, each written once for all viewers and kept until it changes.
 *
 * Every message about a table contains the view, and the view contains up to some hundred pacts. */
#ifndef SRV_PACT_TEXTS_H
#define SRV_PACT_TEXTS_H

#include "../table/table.h"

/* The part of a pact that changes during the game. */
typedef struct srv_pact_made {
    uint8_t state, accepted_mask, sleeping_mask;
    uint8_t verdict[KB_PACT_PROMISES_MAX];
} srv_pact_made;

typedef struct srv_pact_text {
    srv_pact_made as_of; /* what the text was made from */
    uint32_t n;
    char *at; /* NULL: not written */
} srv_pact_text;

typedef struct srv_pact_texts {
    srv_pact_text *list; /* by number: list[0] is pact 1 */
    size_t size, n_bytes;
    uint64_t n_written; /* texts written so far */
} srv_pact_texts;

/* For views of the table. */
kb_pact_cache srv_pact_cache(srv_pact_texts *);
void srv_pact_texts_free(srv_pact_texts *);

#endif
