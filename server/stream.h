/* stream.h: one connection as a byte stream, plain or TLS, with its queue of output. */
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
    size_t n_sent;    /* bytes of the first parcel already sent */
    size_t n_waiting; /* bytes queued */
    size_t *total;    /* bytes queued in all streams */
    bool wants_write; /* wait for the socket to become writable */
} srv_stream;

/* Takes ownership of the socket. tls: the context with the certificate, or NULL. total: counts the queued bytes of all
 * streams. */
void srv_stream_open(srv_stream *, int fd, SSL_CTX *tls, size_t *total);
/* Closes the socket and drops the queue. */
void srv_stream_free(srv_stream *);

/* Returns the number of bytes read; 0: none for now; -1: end of input. */
ssize_t srv_stream_read(srv_stream *, void *, size_t);
/* Whether bytes were read from the socket that srv_stream_read has not returned yet. */
bool srv_stream_has_more(const srv_stream *);

/* Queues bytes. The first keeps a reference to the shared bytes; the second is for static ones. */
void srv_stream_put(srv_stream *, srv_shared *);
void srv_stream_put_static(srv_stream *, const char *, size_t n);
/* So much is queued that the peer is not reading: close the connection instead of sending more. The limit is lower
 * while much is queued for all. */
bool srv_stream_is_overfull(const srv_stream *);
/* So little is queued that more requests may be read. */
bool srv_stream_has_room(const srv_stream *);
/* Sends as much as the socket takes. Returns false if the connection is broken. */
bool srv_stream_flush(srv_stream *);
/* Shuts down our side; the peer can still finish. */
void srv_stream_end(srv_stream *);

#endif
