/* requests.h: checks a client's messages and passes them to their handlers. */
#ifndef SRV_REQUESTS_H
#define SRV_REQUESTS_H

#include "parts.h"

/* A request waiting for a table to be loaded, or for the log. */
typedef struct srv_waiting {
    char table[SRV_TABLE_ID + 1]; /* "": it waits for the log */
    srv_connection *from;
    srv_request what;
    json_t *request;
    bool is_ready;       /* the table is there, or cannot be: it is answered in this turn or one of the next */
    srv_refusal missing; /* if it is ready: why the table is not there */
    uint64_t work;       /* done for it so far */
} srv_waiting;

typedef struct srv_requests {
    srv_parts *parts;
    srv_waiting *waiting;
    size_t n_waiting, waiting_size;
    size_t n_ready;
    uint64_t n_received;
    uint64_t work; /* total work done for requests */
} srv_requests;

void srv_requests_open(srv_requests *, srv_parts *);
void srv_requests_close(srv_requests *);

/* Handles a client's message. is_stuck: the log cannot be written now. Returns the request's name, for the report. */
const char *srv_requests_receive(srv_requests *, srv_connection *, const char *text, size_t n, bool is_stuck);
/* The connection is about to be closed. */
void srv_requests_forget(srv_requests *, const srv_connection *);
/* A table has been loaded, or failed to: the requests that waited for it are ready. */
void srv_requests_go_on(srv_requests *, const srv_loaded *);
/* Call once per turn: handles the requests again that wait for the log, and some of those that are ready. */
void srv_requests_retry(srv_requests *);
/* Whether requests are ready. */
bool srv_requests_want_turn(const srv_requests *);

#endif
