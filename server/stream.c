/* stream.c: one connection as a byte stream, plain or TLS. */
#include "stream.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "limits.h"

enum { PARCELS_AT_ONCE = 32, RECORD_MAX = 16384 };

struct srv_parcel {
    srv_parcel *next;
    srv_shared *shared; /* NULL: the bytes are static */
    const char *at;
    size_t n;
};

void srv_stream_open(srv_stream *s, int fd, SSL_CTX *tls, size_t *total)
{
    int one = 1, unsent = SRV_UNSENT_MAX;
    memset(s, 0, sizeof *s);
    s->fd = fd;
    s->total = total;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    /* Output the network cannot take yet waits here, where it is shared and counted, not in the kernel. */
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    s->tls = tls ? SSL_new(tls) : NULL;
    if (!tls) return;
    if (!s->tls || !SSL_set_fd(s->tls, fd)) abort(); /* out of memory */
    SSL_set_accept_state(s->tls);
}

static void drop_first(srv_stream *s)
{
    srv_parcel *p = s->first;
    s->first = p->next;
    if (!s->first) s->last = NULL;
    s->n_sent = 0;
    srv_unshare(p->shared);
    free(p);
}

void srv_stream_free(srv_stream *s)
{
    while (s->first) drop_first(s);
    *s->total -= s->n_waiting;
    SSL_free(s->tls);
    close(s->fd);
}

/* Classifies an OpenSSL error: 0 if it only waits for the socket, -1 if the connection is over. */
static int judge_tls(srv_stream *s, int result)
{
    int error = SSL_get_error(s->tls, result);
    ERR_clear_error(); /* or the next connection would see it */
    if (error == SSL_ERROR_WANT_WRITE) s->wants_write = true;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

static bool is_later(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

ssize_t srv_stream_read(srv_stream *s, void *buffer, size_t size)
{
    if (s->tls) {
        int n = SSL_read(s->tls, buffer, (int)size);
        return n > 0 ? n : judge_tls(s, n);
    }
    ssize_t n = recv(s->fd, buffer, size, 0);
    if (n < 0) return is_later() ? 0 : -1;
    return n ? n : -1;
}

bool srv_stream_has_more(const srv_stream *s)
{
    return s->tls && SSL_pending(s->tls) > 0;
}

static void put(srv_stream *s, srv_shared *shared, const char *at, size_t n)
{
    srv_parcel *p = srv_alloc(sizeof *p);
    p->shared = shared;
    p->at = at;
    p->n = n;
    *(s->last ? &s->last->next : &s->first) = p;
    s->last = p;
    s->n_waiting += n;
    *s->total += n;
}

void srv_stream_put(srv_stream *s, srv_shared *shared)
{
    shared->holders++;
    put(s, shared, shared->at, shared->n);
}

void srv_stream_put_static(srv_stream *s, const char *bytes, size_t n)
{
    if (n) put(s, NULL, bytes, n);
}

bool srv_stream_is_overfull(const srv_stream *s)
{
    return s->n_waiting > (*s->total > SRV_QUEUES_MAX ? SRV_QUEUE_FAIR : SRV_QUEUE_MAX);
}

bool srv_stream_has_room(const srv_stream *s)
{
    return s->n_waiting <= SRV_PAUSE_BYTES;
}

static ssize_t send_plain(const srv_stream *s)
{
    struct iovec parts[PARCELS_AT_ONCE];
    struct msghdr message = {.msg_iov = parts};
    size_t done = s->n_sent;
    for (const srv_parcel *p = s->first; p && message.msg_iovlen < PARCELS_AT_ONCE; p = p->next) {
        parts[message.msg_iovlen].iov_base = (char *)p->at + done;
        parts[message.msg_iovlen++].iov_len = p->n - done;
        done = 0;
    }
    ssize_t n = sendmsg(s->fd, &message, MSG_NOSIGNAL);
    if (n >= 0) return n;
    return is_later() ? 0 : -1;
}

/* Puts small messages into one TLS record. The queue only grows at its end, so a retry sends the same bytes. */
static ssize_t send_tls(srv_stream *s)
{
    char record[RECORD_MAX];
    size_t n = 0, done = s->n_sent;
    for (const srv_parcel *p = s->first; p && n < sizeof record; p = p->next) {
        size_t some = p->n - done < sizeof record - n ? p->n - done : sizeof record - n;
        memcpy(record + n, p->at + done, some);
        n += some;
        done = 0;
    }
    int written = SSL_write(s->tls, record, (int)n);
    return written > 0 ? written : judge_tls(s, written);
}

bool srv_stream_flush(srv_stream *s)
{
    s->wants_write = false;
    while (s->first) {
        ssize_t n = s->tls ? send_tls(s) : send_plain(s);
        if (n < 0) return false;
        if (!n) {
            s->wants_write = true;
            return true;
        }
        s->n_waiting -= (size_t)n;
        *s->total -= (size_t)n;
        s->n_sent += (size_t)n;
        while (s->first && s->n_sent >= s->first->n) {
            size_t rest = s->n_sent - s->first->n;
            drop_first(s);
            s->n_sent = rest;
        }
    }
    return true;
}

void srv_stream_end(srv_stream *s)
{
    if (s->tls && SSL_is_init_finished(s->tls)) SSL_shutdown(s->tls);
    ERR_clear_error();
    shutdown(s->fd, SHUT_WR);
}
