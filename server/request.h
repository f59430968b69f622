/* request.h: the requests of clients as structs. The two lists of requests say which there are. Only request.c and
 * table/read_ask.c know what they look like:
 *
 *     srv_ask *ask = srv_ask_read(text, n);      {"id":"a1","do":"vote","table":"5c11…","seat":"green"}
 *     if (ask->refusal) …                        it is no request; otherwise what, id, table, seat
 *     srv_ask_drop(ask);
 *
 * A request may have the right keys and a wrong value. It is refused for that by whoever handles it, because there may be a
 * better reason: the table is unknown, it is not your turn. Until then the field is empty, and marked as wrong. */
#ifndef SRV_REQUEST_H
#define SRV_REQUEST_H

#include "../table/answer.h"
#include "../table/ask.h"
#include "ids.h"
#include "limits.h"

typedef enum srv_request {
#define KB_REQUEST(code, ...) SRV_##code,
#include "../table/requests.def"
#define SRV_REQUEST(code, ...) SRV_##code,
#include "requests.def"
    SRV_REQUESTS
} srv_request;

/* Fields whose handlers ask whether they were given or wrong. */
typedef enum srv_asked {
    SRV_ASKED_NOTHING,
    SRV_ASKED_DO,
#define KB_FIELD(code, ...) SRV_ASKED_##code,
#include "../table/requests.def"
#define KB_FIELD(code, ...) SRV_ASKED_##code,
#include "requests.def"
} srv_asked;

/* One request of any kind. It has the fields that are listed for its kind; the others are empty. */
typedef struct srv_ask {
    srv_request what;
    kb_ask at_table; /* what a table has to know */
#define KB_FIELD(code, key, type, member, max) kb_value_##type member;
#include "requests.def"
    uint64_t given, wrong; /* 1 << srv_asked */
    kb_refused refusal;    /* what is wrong with its form: KB_REFUSED_JSON, KB_REFUSED_REQUEST or KB_REFUSED_KEYS */
    int n_keepers;
    size_t n;
    char text[]; /* the message, and the texts in it */
} srv_ask;

/* Reads a message. The result is never NULL, and has a copy of all it needs. */
srv_ask *srv_ask_read(const char *text, size_t n);
/* Keeps it for one more owner; and drops it for one. It may have a passphrase, so the last one wipes it. */
void srv_ask_keep(srv_ask *);
void srv_ask_drop(srv_ask *); /* may be NULL */

static inline bool srv_is_given(const srv_ask *ask, srv_asked field)
{
    return ask->given >> field & 1;
}

static inline bool srv_is_wrong(const srv_ask *ask, srv_asked field)
{
    return ask->wrong >> field & 1;
}

const char *srv_request_name(srv_request);
/* "table seat": its keys besides id and do. */
void srv_put_request_keys(srv_request, kb_text *);

#endif
