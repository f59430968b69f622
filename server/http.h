/* http.h: as much HTTP/1.1 as a page and an upgrade to WebSocket need. Request heads are read from memory and response
 * heads written to memory; llhttp does the parsing. No sockets here. */
#ifndef SRV_HTTP_H
#define SRV_HTTP_H

#include "../core/json.h"
#include "bytes.h"

typedef enum srv_header {
    SRV_HOST,
    SRV_ORIGIN,
    SRV_COOKIE,
    SRV_AUTHORIZATION,
    SRV_ACCEPT_ENCODING,
    SRV_ACCEPT_LANGUAGE,
    SRV_FORWARDED_FOR,
    SRV_UPGRADE,
    SRV_SOCKET_KEY,
    SRV_SOCKET_VERSION,
    SRV_LOGIN_TOKEN,
    SRV_HEADERS
} srv_header;

/* Slices point into the bytes that were read. */
typedef struct srv_head {
    bool is_head;                 /* HEAD rather than GET */
    bool keeps_alive;             /* the connection may be used again */
    bool wants_websocket;         /* an upgrade to WebSocket and nothing else */
    kb_slice path, query;         /* before and after the "?" */
    kb_slice values[SRV_HEADERS]; /* at is NULL: not given */
} srv_head;

/* The length of the request head at the start of bytes; 0 while it is incomplete. looked: how far earlier calls have
 * scanned, 0 at first. Scanning stops early at a head that cannot become valid; srv_http_read says what is wrong with
 * it. */
size_t srv_http_length(const char *bytes, size_t n, size_t *looked);
/* Reads a head of this length. Returns 0, or the status to refuse it with; then the connection has to be closed. */
int srv_http_read(const char *bytes, size_t n, srv_head *);

bool srv_slice_is(kb_slice, const char *text);
/* Whether a comma-separated list contains the token, ignoring case. */
bool srv_slice_has(kb_slice list, const char *token);

/* A response head: srv_http_begin, any number of srv_http_put, srv_http_end. */
void srv_http_begin(srv_bytes *, int status);
void srv_http_put(srv_bytes *, const char *name, const char *value);
void srv_http_end(srv_bytes *);

#endif
