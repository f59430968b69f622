/* stream.h: one connection as bytes, plain or through TLS, and what waits to be sent through it. */
#ifndef SRV_STREAM_H
#define SRV_STREAM_H

#include <openssl/ssl.h>
#include <sys/types.h>

#include "websocket.h"

typedef struct srv_parcel srv_parcel;

typedef struct srv_stream {
    int fd;
    SSL *tls; /* NULL: plain */
    srv_parcel *first, *last;
    size_t n_sent;    /* bytes of the first parcel that have gone */
    size_t n_waiting; /* bytes that have not */
    size_t *total;    /* of all streams */
    bool wants_write; /* has to be told when the socket can be written to */
} srv_stream;

/* Takes the socket over. tls: whose certificate it shows, or NULL. total: counts what waits in all streams. */
void srv_stream_open(srv_stream *, int fd, SSL_CTX *tls, size_t *total);
/* Closes the socket and forgets what waits. */
void srv_stream_free(srv_stream *);

/* Bytes read; 0: none for now; -1: there will be no more. */
ssize_t srv_stream_read(srv_stream *, void *, size_t);
/* Whether bytes have been read from the socket that srv_stream_read has not given out yet. */
bool srv_stream_has_more(const srv_stream *);

/* Puts bytes behind those that wait. The first holds on to what is shared; the second is for what lives for ever. */
void srv_stream_put(srv_stream *, srv_shared *);
void srv_stream_put_static(srv_stream *, const char *, size_t n);
/* So much waits that the other side does not read: to be cut instead of sent more. Less, while much waits for all. */
bool srv_stream_is_overfull(const srv_stream *);
/* So little waits that it can be read from: that leads to more. */
bool srv_stream_has_room(const srv_stream *);
/* Sends what the socket takes. False: it is broken. */
bool srv_stream_flush(srv_stream *);
/* Says that nothing more will be sent; the other side can still finish. */
void srv_stream_end(srv_stream *);

#endif
