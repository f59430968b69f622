/* sockets.c: the network between the server and its clients: the server's own streams over sockets that accept any part
 * of a write, return EAGAIN, and break. */
#include <errno.h>
#include <sys/socket.h>

#include "world.h"

enum { FIRST_SOCKET = 1 << 20, READ_MAX = 4096 };

static world *in_world; /* a file descriptor does not say which world it is in */

static client *client_at(int fd)
{
    return fd >= FIRST_SOCKET ? &in_world->clients[fd - FIRST_SOCKET] : NULL;
}

static uint64_t hash_on(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* --- system calls of server/stream.c, replaced by the linker ------------------------------------------------ */

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names for the replaced functions and their replacements */
int __real_close(int fd);
int __wrap_close(int fd);
ssize_t __wrap_sendmsg(int fd, const struct msghdr *message, int flags);
ssize_t __wrap_recv(int fd, void *buffer, size_t size, int flags);
int __wrap_setsockopt(int fd, int level, int option, const void *value, socklen_t n);

int __wrap_close(int fd)
{
    return client_at(fd) ? 0 : __real_close(fd);
}

int __wrap_setsockopt(int fd, int level, int option, const void *value, socklen_t n)
{
    (void)fd, (void)level, (void)option, (void)value, (void)n;
    return 0;
}

static ssize_t fail(int error)
{
    errno = error;
    return -1;
}

/* Accepts any part of it, up to the space on the client's side. */
ssize_t __wrap_sendmsg(int fd, const struct msghdr *message, int flags)
{
    world *w = in_world;
    client *c = client_at(fd);
    size_t total = 0, left = c->window > c->to_client.bytes.n ? c->window - c->to_client.bytes.n : 0;
    CHECK(flags & MSG_NOSIGNAL);
    for (size_t i = 0; i < message->msg_iovlen; i++) total += message->msg_iov[i].iov_len;
    CHECK(total == (c->stream.n_waiting < total ? 0 : total)); /* only waiting bytes are sent */
    if (!w->quiet && one_in(w, 3000)) return fail(ECONNRESET);
    if (!left || (!w->quiet && one_in(w, 10))) return fail(one_in(w, 2) ? EAGAIN : EINTR);
    if (left > total) left = total;
    if (!w->quiet && one_in(w, 2)) left = 1 + kb_rng_under(&w->rng, (uint32_t)left);
    w->partial += left < total;
    for (size_t i = 0, rest = left; rest; i++) {
        size_t n = message->msg_iov[i].iov_len < rest ? message->msg_iov[i].iov_len : rest;
        srv_add(&c->to_client.bytes, message->msg_iov[i].iov_base, n);
        w->digest = hash_on(w->digest, message->msg_iov[i].iov_base, n);
        rest -= n;
    }
    return (ssize_t)left;
}

ssize_t __wrap_recv(int fd, void *buffer, size_t size, int flags)
{
    world *w = in_world;
    srv_bytes *from = &client_at(fd)->to_server.bytes;
    size_t n = from->n < size ? from->n : size;
    (void)flags;
    if (!w->quiet && one_in(w, 3000)) return fail(ECONNRESET);
    if (!n || (!w->quiet && one_in(w, 10))) return fail(one_in(w, 2) ? EAGAIN : EINTR);
    if (!w->quiet && one_in(w, 4)) n = 1 + kb_rng_under(&w->rng, (uint32_t)(n < 40 ? n : 40));
    memcpy(buffer, from->at, n);
    memmove(from->at, from->at + n, from->n -= n);
    return (ssize_t)n;
}

/* NOLINTEND(bugprone-reserved-identifier) */

/* --- connections ------------------------------------------------------------------------------------------- */

void open_wires(world *w, client *c)
{
    in_world = w;
    srv_stream_open(&c->stream, FIRST_SOCKET + c->index, NULL, &w->bytes_waiting);
    c->n_expected = c->n_got = 0;
}

static void break_wire(wire *from)
{
    srv_free(&from->bytes);
    srv_websocket_free(&from->reader);
    memset(&from->reader, 0, sizeof from->reader);
}

void break_server_side(client *c)
{
    if (c->stream.total) srv_stream_free(&c->stream);
    memset(&c->stream, 0, sizeof c->stream);
    break_wire(&c->to_server);
}

void break_client_side(client *c)
{
    break_wire(&c->to_client);
}

/* --- from the server to the client --------------------------------------------------------------------------- */

/* Within a turn a text is made into a frame only once, however many clients get it. */
void send_down(world *w, client *c, const char *text, size_t n)
{
    if (c->is_slow) return;
    c->is_slow = srv_stream_is_overfull(&c->stream);
    w->slow_cut += c->is_slow;
    if (c->is_slow) return;
    if (w->frame_text != text || w->frame_n != n || memcmp(w->frame->at + w->frame->n - n, text, n) != 0) {
        srv_unshare(w->frame);
        w->frame = srv_frame(&w->server_framer, WSLAY_TEXT_FRAME, text, n);
        w->frame_text = text;
        w->frame_n = n;
    }
    srv_stream_put(&c->stream, w->frame);
    c->expected = srv_grow(c->expected, c->n_expected + 1, &c->expected_size, sizeof *c->expected);
    c->expected[c->n_expected++] = hash_on(0, text, n);
}

/* Makes so much data wait elsewhere that no client may keep much waiting; called again, ends that. */
void crowd(world *w)
{
    w->bytes_waiting -= w->elsewhere;
    w->elsewhere = w->elsewhere ? 0 : SRV_QUEUES_MAX + 1;
    w->bytes_waiting += w->elsewhere;
}

/* At the end of a turn, sends what has gathered as far as the sockets accept it. The rest waits. */
void flush_all(world *w)
{
    size_t total = 0;
    srv_unshare(w->frame);
    w->frame = NULL;
    w->frame_text = NULL;
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (!c->connection) continue;
        if (!c->stream.wants_write && !srv_stream_flush(&c->stream)) c->is_broken = true;
        CHECK(c->is_broken || c->stream.wants_write == (c->stream.first != NULL));
        CHECK(c->stream.n_waiting <= SRV_QUEUE_MAX + SRV_FRAME_MAX);
        total += c->stream.n_waiting;
        if (c->stream.n_waiting > w->most_waiting) w->most_waiting = c->stream.n_waiting;
    }
    CHECK(total + w->elsewhere == w->bytes_waiting);
}

typedef struct reading {
    world *w;
    client *c;
} reading;

static void ignore(void *context, const char *payload, size_t n)
{
    (void)context, (void)payload, (void)n;
}

static void ignore_pong(void *context)
{
    (void)context;
}

/* Every message arrives once, in the order in which it was sent. */
static bool client_reads(void *context, char *text, size_t n)
{
    const reading *r = context;
    client *c = r->c;
    CHECK(c->n_got < c->n_expected && c->expected[c->n_got] == hash_on(0, text, n));
    c->n_got++;
    push(&c->down, text, n);
    return true;
}

void client_takes(world *w, client *c, size_t n)
{
    reading r = {w, c};
    const srv_websocket_edge edge = {&r, client_reads, ignore, ignore_pong};
    srv_bytes *bytes = &c->to_client.bytes;
    if (n > bytes->n) n = bytes->n;
    if (n) {
        char *piece = srv_copy(bytes->at, n);
        memmove(bytes->at, bytes->at + n, bytes->n -= n);
        c->to_client.reader.is_client = true;
        CHECK(srv_websocket_take(&c->to_client.reader, piece, n, &edge) == SRV_STAYS_OPEN);
        free(piece);
        w->pieces++;
    }
    /* There is space again: the loop sees that the socket is writable. */
    if (c->connection && c->stream.wants_write && !srv_stream_flush(&c->stream)) c->is_broken = true;
}

/* --- from the client to the server --------------------------------------------------------------------------- */

void send_up(world *w, client *c)
{
    char *text = pop(&c->up);
    srv_shared *frame = srv_frame(&w->client_framer, WSLAY_TEXT_FRAME, text, strlen(text));
    srv_add(&c->to_server.bytes, frame->at, frame->n);
    srv_unshare(frame);
    free(text);
}

static bool server_reads(void *context, char *text, size_t n)
{
    const reading *r = context;
    srv_receive(r->w->lobbies[r->c->node], r->c->connection, text, n, r->w->now_ms);
    return true;
}

/* The server does not read from clients that do not read their answers. */
bool server_takes(world *w, client *c)
{
    char buffer[READ_MAX];
    reading r = {w, c};
    const srv_websocket_edge edge = {&r, server_reads, ignore, ignore_pong};
    if (!srv_stream_has_room(&c->stream)) {
        w->paused++;
        return true;
    }
    ssize_t n = srv_stream_read(&c->stream, buffer, sizeof buffer);
    w->pieces += n > 0;
    return n <= 0 ? n == 0 : srv_websocket_take(&c->to_server.reader, buffer, (size_t)n, &edge) == SRV_STAYS_OPEN;
}
