/* sessions.c: the connections, from accept to close. */
#include "sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "invitation.h"
#include "site.h"
#include "tls.h"
#include "visitor.h"

enum { READ_MAX = 8192, READS_AT_END = 16, SPARE_FILES = 64 };

double srv_steady_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- phases ---------------------------------------------------------------------------------------------- */

static void join_phase(srv_session *s, srv_phase phase)
{
    s->phase = phase;
    s->since_s = srv_steady_s();
    TAILQ_INSERT_TAIL(&s->all->phases[phase], s, in_phase);
}

static void leave_door(srv_session *s)
{
    if (!s->door) return;
    TAILQ_REMOVE(&s->door->half_open, s, at_door);
    srv_crowd_leave(&s->all->doors, s->door);
    s->door = NULL;
    s->all->n_half_open--;
}

static void join_door(srv_session *s, srv_crowd *door)
{
    s->door = door;
    TAILQ_INSERT_TAIL(&door->half_open, s, at_door);
    s->all->n_half_open++;
}

/* Moves the session to the end of a phase's list, which may be its own. */
static void enter(srv_session *s, srv_phase phase)
{
    TAILQ_REMOVE(&s->all->phases[s->phase], s, in_phase);
    join_phase(s, phase);
}

static bool is_live(const srv_session *s)
{
    return s->phase == SRV_LIVE || s->phase == SRV_ASKED;
}

/* Stops all input and output. The session is freed when nothing uses it any more. */
static void drop(srv_session *s)
{
    if (s->phase == SRV_GONE) return;
    ev_io_stop(s->all->loop, &s->io);
    leave_door(s);
    enter(s, SRV_GONE);
}

static void leave_lobby(srv_session *s)
{
    if (!s->connection) return;
    if (s->all->lobby) srv_disconnect(s->all->lobby, s->connection);
    s->connection = NULL;
    srv_report(SRV_DEBUG, "disconnected", "\"address\":\"%s\"", s->crowd->address);
    srv_crowd_leave(&s->all->crowds, s->crowd);
}

/* --- sending --------------------------------------------------------------------------------------------- */

/* Reads only while there is room for the answers, and waits for writability only if there is something to write. */
static void watch(srv_session *s)
{
    if (s->phase == SRV_GONE) return;
    bool has_room = s->phase == SRV_HALF_OPEN ? s->head.n <= SRV_HEAD_MAX && !s->is_last
                                              : s->phase == SRV_CLOSING || srv_stream_has_room(&s->stream);
    int events = (has_room ? EV_READ : 0) | (s->stream.wants_write ? EV_WRITE : 0);
    if (events != (s->io.events & (EV_READ | EV_WRITE))) {
        ev_io_stop(s->all->loop, &s->io);
        ev_io_set(&s->io, s->io.fd, events);
        ev_io_start(s->all->loop, &s->io);
    }
    if (has_room && srv_stream_has_more(&s->stream)) ev_feed_event(s->all->loop, &s->io, EV_READ);
}

/* The server stops and does not wait for the peer. Unread input would cause a reset that discards our last bytes. */
static bool leave_at_once(srv_session *s)
{
    for (int i = 0; i < READS_AT_END && srv_stream_read(&s->stream, s->all->buffer, READ_MAX) > 0;) i++;
    drop(s);
    return false;
}

/* Returns false if the session is gone. */
static bool flush(srv_session *s)
{
    size_t before = s->stream.n_waiting;
    if (!srv_stream_flush(&s->stream)) {
        drop(s);
        return false;
    }
    if (s->phase == SRV_HALF_OPEN && s->stream.n_waiting < before) enter(s, SRV_HALF_OPEN);
    if (s->phase == SRV_CLOSING && !s->stream.n_waiting && !s->is_ended) {
        s->is_ended = true;
        srv_stream_end(&s->stream);
        if (!s->all->lobby) return leave_at_once(s);
    }
    return true;
}

static void mark_dirty(srv_session *s)
{
    srv_sessions *all = s->all;
    if (s->is_dirty) return;
    s->is_dirty = true;
    all->dirty = srv_grow(all->dirty, all->n_dirty + 1, &all->dirty_size, sizeof(srv_session *));
    all->dirty[all->n_dirty++] = s;
}

static void put_frame(srv_session *s, srv_shared *frame)
{
    srv_stream_put(&s->stream, frame);
    srv_unshare(frame);
    mark_dirty(s);
}

/* Returns a frame with this text, built once per turn for all recipients. The address is only where to look: another
 * text may be in the same place by now. */
static srv_shared *prepare(srv_sessions *all, const char *text, size_t n)
{
    srv_prepared *p = &all->prepared[((uintptr_t)text >> 4 ^ (uintptr_t)text >> 12) % SRV_PREPARED];
    if (p->frame && p->text == text && p->n == n && !memcmp(p->frame->at + p->frame->n - n, text, n)) return p->frame;
    srv_unshare(p->frame);
    p->text = text;
    p->n = n;
    p->frame = srv_frame(&all->framer, WSLAY_TEXT_FRAME, text, n);
    return p->frame;
}

void srv_session_send(srv_session *s, const char *text, size_t n)
{
    srv_sessions *all = s->all;
    if (!is_live(s)) return;
    if (!srv_stream_is_overfull(&s->stream)) {
        srv_stream_put(&s->stream, prepare(all, text, n));
        mark_dirty(s);
        return;
    }
    /* The client does not read. It can reconnect and ask for what it missed. */
    if (srv_seldom(&all->slow, srv_steady_s()))
        srv_report(SRV_WARNING, "slow reader closed", "\"address\":\"%s\",\"bytes\":%zu,\"others\":%u",
                   s->crowd->address, s->stream.n_waiting, all->slow.others);
    all->traffic.slow_cut++;
    drop(s);
}

/* Sends what is queued, then closes; ignores further input. */
static void close_down(srv_session *s)
{
    leave_lobby(s);
    enter(s, SRV_CLOSING);
    if (flush(s)) watch(s);
}

static void close_socket(srv_session *s, int code)
{
    srv_shared *frame = srv_close_frame(&s->all->framer, code);
    srv_stream_put(&s->stream, frame);
    srv_unshare(frame);
    close_down(s);
}

static void forget_head(srv_session *s)
{
    if (s->head.at) sodium_memzero(s->head.at, s->head.n); /* cookies are secrets */
    srv_free(&s->head);
    s->looked = 0;
}

/* Frees closed sessions. Only here, where no list of sessions to flush can still refer to them. */
static bool reap(srv_sessions *all)
{
    srv_age gone = TAILQ_HEAD_INITIALIZER(gone); /* leaving the lobby may close others, which have to wait */
    TAILQ_CONCAT(&gone, &all->phases[SRV_GONE], in_phase);
    bool any = !TAILQ_EMPTY(&gone);
    for (srv_session *s; (s = TAILQ_FIRST(&gone));) {
        TAILQ_REMOVE(&gone, s, in_phase);
        leave_lobby(s);
        srv_stream_free(&s->stream);
        srv_websocket_free(&s->socket);
        forget_head(s);
        free(s->origin);
        free(s);
        all->n_open--;
    }
    return any;
}

bool srv_sessions_flush(srv_sessions *all)
{
    bool has_news = false;
    for (size_t i = 0; i < all->n_dirty; i++) {
        srv_session *s = all->dirty[i];
        s->is_dirty = false;
        if (is_live(s) && s->close_code) {
            has_news = true;
            close_socket(s, s->close_code);
        } else if (s->phase != SRV_GONE && flush(s)) {
            watch(s);
        }
    }
    all->n_dirty = 0;
    for (int i = 0; i < SRV_PREPARED; i++) {
        srv_unshare(all->prepared[i].frame);
        all->prepared[i].frame = NULL;
    }
    return reap(all) || has_news;
}

/* --- WebSocket ------------------------------------------------------------------------------------------- */

static bool on_text(void *context, char *text, size_t n)
{
    srv_session *s = context;
    enter(s, SRV_LIVE);
    if (s->all->is_draining) return true; /* the client asks again after it has connected again */
    srv_receive(s->all->lobby, s->connection, text, n, s->all->edge.now_ms(s->all->edge.context));
    return true;
}

static void on_ping(void *context, const char *payload, size_t n)
{
    srv_session *s = context;
    enter(s, SRV_LIVE);
    put_frame(s, srv_frame(&s->all->framer, WSLAY_PONG, payload, n));
}

static void on_pong(void *context)
{
    enter(context, SRV_LIVE);
}

static void take_frames(srv_session *s, const char *bytes, size_t n)
{
    const srv_websocket_edge edge = {s, on_text, on_ping, on_pong};
    if (s->close_code) return;
    s->close_code = srv_websocket_take(&s->socket, bytes, n, &edge);
    if (s->close_code) mark_dirty(s); /* after the answers to earlier requests */
}

static bool is_crowded(srv_sessions *all, const char *address)
{
    if (srv_crowd_size(&all->crowds, address) < SRV_CONNECTIONS_AN_ADDRESS) return false;
    if (srv_seldom(&all->crowded, srv_steady_s()))
        srv_report(SRV_WARNING, "too many connections", "\"address\":\"%s\",\"others\":%u", address,
                   all->crowded.others);
    all->traffic.crowded_out++;
    return true;
}

/* Joins the lobby. Returns 0, or the status to refuse with. */
static int join_lobby(srv_session *s, const srv_head *head)
{
    srv_sessions *all = s->all;
    char address[SRV_ADDRESS_MAX], network[SRV_ADDRESS_MAX], origin[160] = "";
    kb_text text = kb_text_in(origin, sizeof origin);
    srv_secret secret;
    bool has_cookie;
    if (!srv_is_origin_ours(all->options, head)) return 403;
    if (!srv_find_secret(head, &secret, &has_cookie)) return 401;
    srv_find_address(all->options, head, s->door->address, address);
    if (is_crowded(all, address)) return 503;
    srv_write_origin(all->options, head, &text);
    s->origin = srv_copy(text.at, text.n);
    srv_visitor visitor = {s, srv_address_number(address), s->origin, 0, has_cookie};
    if (srv_network_of(address, network)) visitor.network = srv_address_number(network);
    s->connection = srv_connect(all->lobby, &visitor, &secret, all->edge.now_ms(all->edge.context));
    sodium_memzero(&secret, sizeof secret);
    if (!s->connection) return 503;
    s->crowd = srv_crowd_join(&all->crowds, address);
    srv_report(SRV_DEBUG, "connected", "\"address\":\"%s\"", address);
    return 0;
}

/* "/ws?watch=ID": the first request comes with the handshake, so that a table appears a round trip sooner. */
static void take_first_request(srv_session *s, const srv_head *head)
{
    char table[SRV_TABLE_ID + 1], text[128];
    if (!srv_names_table(head->query, "watch=", table)) return;
    snprintf(text, sizeof text, "{\"id\":\"watch\",\"do\":\"watch\",\"table\":\"%s\"}", table);
    on_text(s, text, strlen(text));
}

/* There is one path for WebSockets, and only version 13. Returns 0, or the status to refuse with. */
static int upgrade(srv_session *s, const srv_head *head, srv_response *r)
{
    char accept[SRV_ACCEPT_MAX];
    kb_slice key = head->values[SRV_SOCKET_KEY];
    if (s->all->is_draining) return 503;
    if (!head->wants_websocket || !srv_slice_is(head->values[SRV_SOCKET_VERSION], "13")) return 426;
    if (!key.at || !srv_websocket_accept(key.at, key.n, accept)) return 400;
    int status = join_lobby(s, head);
    if (status) return status;
    srv_respond_upgrade(r, accept);
    leave_door(s);
    enter(s, SRV_LIVE);
    return 0;
}

/* --- plain HTTP ------------------------------------------------------------------------------------------ */

static void respond_metrics(srv_session *s, const srv_head *head, srv_response *r)
{
    s->all->edge.metrics(s->all->edge.context, &r->own);
    const srv_file made = {"", "text/plain; version=0.0.4", NULL, "no-cache", r->own.at, r->own.n};
    srv_respond_file(r, s->all->options, head, 200, &made);
}

/* 503 tells a proxy to send new connections elsewhere. */
static void respond_health(const srv_session *s, const srv_head *head, srv_response *r)
{
    const char *state = s->all->is_draining ? "draining" : srv_is_stuck(s->all->lobby) ? "waiting" : "ready";
    bool is_ready = !strcmp(state, "ready");
    char text[128];
    snprintf(text, sizeof text, "{\"ok\":%s,\"state\":\"%s\",\"version\":\"" KICKBACK_VERSION "\"}\n",
             is_ready ? "true" : "false", state);
    srv_add(&r->own, text, strlen(text));
    const srv_file made = {"", "application/json", NULL, "no-cache", r->own.at, r->own.n};
    srv_respond_file(r, s->all->options, head, is_ready ? 200 : 503, &made);
}

/* A WebSocket cannot set a cookie, so a browser asks here for the one that its login has made. Only our own page can send
 * the header. Returns 0, or the status to refuse with. */
static int renew(const srv_session *s, const srv_head *head, srv_response *r)
{
    srv_sessions *all = s->all;
    kb_slice token = head->values[SRV_LOGIN_TOKEN];
    srv_secret secret;
    if (!srv_is_origin_ours(all->options, head)) return 403;
    if (!srv_find_cookie(head, &secret)) return 410;
    bool is_new = srv_renew_secret(all->lobby, &secret, token.at, token.n, all->edge.now_ms(all->edge.context));
    if (is_new) srv_respond_renewed(r, all->options, head, &secret);
    sodium_memzero(&secret, sizeof secret);
    return is_new ? 0 : 410;
}

static void respond(srv_session *s, const srv_head *head, srv_response *r)
{
    const srv_net_options *options = s->all->options;
    char table[SRV_TABLE_ID + 1];
    int refused = 0;
    if (srv_slice_is(head->path, "/healthz")) {
        respond_health(s, head, r);
    } else if (s->is_inside && srv_slice_is(head->path, "/metrics")) {
        respond_metrics(s, head, r);
    } else if (s->is_inside) {
        srv_respond(r, options, 404, head->keeps_alive, head->is_head);
    } else if (srv_slice_is(head->path, "/ws")) {
        refused = upgrade(s, head, r);
    } else if (srv_slice_is(head->path, "/renew")) {
        refused = renew(s, head, r);
    } else if (head->wants_websocket) {
        refused = 404;
    } else if (srv_names_table(head->path, "/t/", table)) {
        srv_respond_table(r, options, head, srv_lobby_table(s->all->lobby, table));
    } else {
        srv_respond_page(r, options, head);
    }
    s->is_last = refused || !head->keeps_alive;
    if (refused) srv_respond(r, options, refused, false, head->is_head);
}

static void send_response(srv_session *s, const srv_response *r)
{
    srv_shared *head = srv_share(r->head.at, r->head.n);
    srv_stream_put(&s->stream, head);
    srv_unshare(head);
    if (r->own.n && r->body_n) {
        srv_shared *body = srv_share(r->body, r->body_n);
        srv_stream_put(&s->stream, body);
        srv_unshare(body);
    } else {
        srv_stream_put_static(&s->stream, r->body, r->body_n);
    }
}

/* Takes the first request, n bytes of head, and the bytes after it. */
static void take_request(srv_session *s, size_t n)
{
    srv_head head;
    srv_response r = {.body = NULL};
    srv_bytes came = s->head;
    memset(&s->head, 0, sizeof s->head);
    s->looked = 0;
    int status = srv_http_read(came.at, n, &head);
    if (!status && !s->all->lobby) status = 503;
    s->is_last = status != 0;
    if (status) {
        srv_respond(&r, s->all->options, status, false, head.is_head);
    } else {
        respond(s, &head, &r);
    }
    send_response(s, &r);
    if (is_live(s)) {
        mark_dirty(s);
        take_first_request(s, &head);
        if (came.n > n) take_frames(s, came.at + n, came.n - n);
    } else if (came.n > n && !s->is_last) {
        srv_add(&s->head, came.at + n, came.n - n);
    }
    sodium_memzero(came.at, came.n);
    srv_free(&came);
    srv_free(&r.head);
    srv_free(&r.own);
}

/* Answers the received requests one after another, each when the previous answer has been sent. */
static void serve(srv_session *s)
{
    while (s->phase == SRV_HALF_OPEN && !s->stream.n_waiting && !s->is_last) {
        size_t n = s->head.n ? srv_http_length(s->head.at, s->head.n, &s->looked) : 0;
        if (!n) break;
        take_request(s, n);
        if (!flush(s)) return;
    }
    if (s->phase != SRV_HALF_OPEN) return;
    if (s->is_last && !s->stream.n_waiting) close_down(s);
    if (!s->head.n) srv_free(&s->head);
}

static void give_up_request(srv_session *s)
{
    srv_response r = {.body = NULL};
    if (!s->head.n || s->stream.n_waiting) {
        drop(s);
        return;
    }
    srv_respond(&r, s->all->options, 408, false, false);
    send_response(s, &r);
    srv_free(&r.head);
    forget_head(s);
    close_down(s);
}

/* --- events ---------------------------------------------------------------------------------------------- */

static void end_of_input(srv_session *s)
{
    bool is_answered = s->phase == SRV_HALF_OPEN && s->stream.n_waiting;
    if (!is_answered) {
        drop(s);
        return;
    }
    s->is_last = true; /* the client sends no more, but still reads */
}

static void read_some(srv_session *s)
{
    char *buffer = s->all->buffer;
    ssize_t n = srv_stream_read(&s->stream, buffer, READ_MAX);
    if (n < 0) end_of_input(s);
    if (n <= 0) return;
    if (is_live(s)) take_frames(s, buffer, (size_t)n);
    if (s->phase == SRV_HALF_OPEN && !s->is_last) {
        srv_add(&s->head, buffer, (size_t)n);
        serve(s);
    }
}

static void on_event(struct ev_loop *loop, ev_io *io, int events)
{
    srv_session *s = io->data;
    (void)loop;
    bool is_shaking = s->stream.tls && !SSL_is_init_finished(s->stream.tls);
    if (events & EV_WRITE) {
        if (!flush(s)) return;
        serve(s);
    }
    if (s->phase != SRV_GONE && (events & EV_READ || is_shaking)) read_some(s);
    watch(s);
}

static void report_dropped(srv_sessions *all, const char *address)
{
    all->traffic.half_open_dropped++;
    if (srv_seldom(&all->dropped, srv_steady_s()))
        srv_report(SRV_WARNING, "half-open connection dropped for a new one", "\"address\":\"%s\",\"others\":%u",
                   address, all->dropped.others);
}

static bool drop_oldest(srv_sessions *all)
{
    srv_session *oldest = TAILQ_FIRST(&all->phases[SRV_HALF_OPEN]);
    if (!oldest) return false;
    report_dropped(all, oldest->door->address);
    drop(oldest);
    return true;
}

static void begin_session(srv_listener *listener, int fd, const char *address)
{
    srv_sessions *all = listener->context;
    bool is_proxy = *all->options->proxy && !strcmp(address, all->options->proxy);
    if (!is_proxy && srv_crowd_size(&all->doors, address) >= SRV_HALF_OPEN_AN_ADDRESS) {
        report_dropped(all, address);
        drop(TAILQ_FIRST(&srv_crowd_of(&all->doors, address)->half_open));
    }
    bool is_full = all->n_half_open >= SRV_HALF_OPEN_MAX || all->n_open >= all->n_max;
    if (is_full && !drop_oldest(all)) {
        close(fd); /* all sessions are live WebSockets */
        return;
    }
    srv_session *s = srv_alloc(sizeof *s);
    s->all = all;
    s->is_inside = listener->is_inside;
    srv_stream_open(&s->stream, fd, listener->is_inside ? NULL : all->tls, &all->traffic.bytes_waiting);
    join_door(s, srv_crowd_join(&all->doors, address));
    join_phase(s, SRV_HALF_OPEN);
    all->n_open++;
    ev_io_init(&s->io, on_event, fd, EV_READ);
    s->io.data = s;
    ev_io_start(all->loop, &s->io);
}

static bool make_room(srv_listener *listener)
{
    return drop_oldest(listener->context);
}

static bool listen_at(srv_sessions *all, const srv_place *place, const char *what, bool is_inside)
{
    srv_listener *listener = &all->listeners[all->n_listeners];
    listener->context = all;
    listener->accepted = begin_session;
    listener->make_room = make_room;
    listener->is_inside = is_inside;
    if (!srv_listen(listener, all->loop, place, what, all->tls && !is_inside)) return false;
    all->n_listeners++;
    return true;
}

/* --- time ------------------------------------------------------------------------------------------------ */

static void ask_whether_there(srv_session *s)
{
    enter(s, SRV_ASKED);
    put_frame(s, srv_frame(&s->all->framer, WSLAY_PING, "", 0));
}

void srv_sessions_pulse(srv_sessions *all)
{
    static const struct {
        double seconds;
        void (*when_over)(srv_session *);
    } deadlines[SRV_GONE] = {[SRV_HALF_OPEN] = {SRV_REQUEST_S, give_up_request},
                             [SRV_LIVE] = {0.5 * SRV_QUIET_S, ask_whether_there},
                             [SRV_ASKED] = {0.5 * SRV_QUIET_S, drop},
                             [SRV_CLOSING] = {SRV_CLOSE_S, drop}};
    double now = srv_steady_s();
    for (int i = 0; i < SRV_GONE; i++) {
        for (srv_session *s; (s = TAILQ_FIRST(&all->phases[i])) && now - s->since_s > deadlines[i].seconds;)
            deadlines[i].when_over(s);
    }
    for (int i = 0; i < all->n_listeners; i++) ev_io_start(all->loop, &all->listeners[i].io);
}

/* --- opening and closing --------------------------------------------------------------------------------- */

/* Each connection needs a file descriptor; some are reserved for other files. */
static size_t sessions_max(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return 1024 - SPARE_FILES;
    limit.rlim_cur = limit.rlim_max < SRV_FILES_MAX ? limit.rlim_max : SRV_FILES_MAX;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 2 * SPARE_FILES ? limit.rlim_cur - SPARE_FILES : limit.rlim_cur / 2;
}

bool srv_sessions_open(srv_sessions *all, const srv_net_options *options, const srv_sessions_edge *edge,
                       struct ev_loop *loop)
{
    char reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    all->options = options;
    all->edge = *edge;
    all->loop = loop;
    all->n_max = sessions_max();
    for (int i = 0; i < SRV_PHASES; i++) TAILQ_INIT(&all->phases[i]);
    all->buffer = srv_alloc(READ_MAX);
    srv_framer_init(&all->framer, false);
    if (options->tls_cert && !(all->tls = srv_tls_load(options->tls_cert, options->tls_key, &why))) {
        fprintf(stderr, "kickback serve: %s\n", reason);
        return false;
    }
    bool listens = (!options->metrics.host || listen_at(all, &options->metrics, "metrics on", true)) &&
                   listen_at(all, &options->listen, "listening on", false);
    fflush(stdout);
    return listens;
}

void srv_sessions_reload(srv_sessions *all)
{
    char reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!all->tls) {
        srv_report(SRV_INFO, "nothing to reload: no certificate is in use", "%s", "");
        return;
    }
    SSL_CTX *fresh = srv_tls_load(all->options->tls_cert, all->options->tls_key, &why);
    if (!fresh) {
        srv_report(SRV_WARNING, "the certificate was not reloaded, the old one stays", "\"why\":\"%.*s\"",
                   (int)strcspn(reason, "\"\\\n"), reason);
        return;
    }
    SSL_CTX_free(all->tls); /* open connections keep the old context */
    all->tls = fresh;
    srv_report(SRV_INFO, "certificate reloaded", "%s", "");
}

static void drop_all(srv_age *age)
{
    for (srv_session *s; (s = TAILQ_FIRST(age));) drop(s);
}

void srv_sessions_farewell(srv_sessions *all)
{
    for (; all->n_listeners; all->n_listeners--) {
        ev_io *io = &all->listeners[all->n_listeners - 1].io;
        ev_io_stop(all->loop, io);
        close(io->fd);
    }
    drop_all(&all->phases[SRV_HALF_OPEN]);
    for (srv_phase phase = SRV_LIVE; phase <= SRV_ASKED; phase++)
        for (srv_session *s; (s = TAILQ_FIRST(&all->phases[phase]));) close_socket(s, WSLAY_CODE_GOING_AWAY);
}

void srv_sessions_free(srv_sessions *all)
{
    srv_sessions_farewell(all);
    drop_all(&all->phases[SRV_CLOSING]);
    srv_sessions_flush(all);
    free(all->dirty);
    free(all->buffer);
    srv_framer_free(&all->framer);
    SSL_CTX_free(all->tls);
}
