/* requests.h: takes what a client sends, checks it, and passes it to its handler. */
#ifndef SRV_REQUESTS_H
#define SRV_REQUESTS_H

#include "parts.h"

/* A request that waits for a table to be read, or for the log. */
typedef struct srv_waiting {
    char table[SRV_TABLE_ID + 1]; /* "": it waits for the log */
    srv_connection *from;
    srv_request what;
    json_t *request;
} srv_waiting;

typedef struct srv_requests {
    srv_parts *parts;
    srv_waiting *waiting;
    size_t n_waiting, waiting_size;
    uint64_t n_received;
    uint64_t work; /* done for all of them */
} srv_requests;

void srv_requests_open(srv_requests *, srv_parts *);
void srv_requests_close(srv_requests *);

/* A message of the client; is_stuck: nothing can be written down now. Returns what it was, for the server's report. */
const char *srv_requests_receive(srv_requests *, srv_connection *, const char *text, size_t n, bool is_stuck);
/* The connection is about to go. */
void srv_requests_forget(srv_requests *, const srv_connection *);
/* The reading of a table has ended: the requests that waited for it are answered. */
void srv_requests_go_on(srv_requests *, const srv_loaded *);
/* Once a turn: requests that wait for the log are handled again. */
void srv_requests_retry(srv_requests *);

#endif
