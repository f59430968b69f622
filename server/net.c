/* net.c: the only file with sockets. One loop (libev) drives libwebsockets; when it has nothing more to do at once,
 * everything that came in is committed together, and only then is anything sent. Bots think in threads. */
#include "net.h"

#include <errno.h>
#include <ev.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "address.h"
#include "metrics.h"
#include "report.h"
#include "workers.h"

static const double PULSE_SECONDS = 5.0;    /* between looks at who has been quiet */
static const double RETRY_SECONDS = 0.02;   /* between two tries to write the log */
static const double FAREWELL_SECONDS = 2.0; /* for clients to take what they were told last */

/* A message on its way out, with the room libwebsockets wants in front of it. */
typedef struct parcel {
    struct parcel *next;
    size_t n;
    unsigned char at[];
} parcel;

/* Somebody at the other end of a socket. libwebsockets keeps it, zeroed at first. */
typedef struct session {
    struct lws *wsi;
    srv_connection *connection; /* of a WebSocket */
    srv_secret secret;
    bool has_secret;
    srv_bytes in; /* a message that comes in pieces */
    parcel *first, *last;
    size_t out_bytes;
    bool is_cut;
    double heard_s;              /* when something came of it last */
    bool is_asked, wants_asking; /* whether it is still there */
    char address[SRV_ADDRESS_MAX], origin[160];
    struct session *next, *before; /* all WebSockets */
    const char *body;              /* what a plain request is answered */
    size_t body_n;
    srv_bytes own_body; /* … where it was written for this one */
} session;

typedef struct net {
    srv_net_options options;
    struct ev_loop *loop;
    struct lws_context *context;
    struct lws_vhost *vhost, *metrics;
    srv_log *log;
    srv_lobby *lobby; /* NULL: we are about to go */
    session *sessions;
    srv_crowds crowds; /* connections of each address */
    srv_traffic traffic;
    ev_prepare prepare;
    ev_signal terminate, interrupt;
    ev_async thought_of;
    ev_timer soon, tick, pulse, farewell;
    ev_timer retry; /* the log could not be written */
    int status;
    srv_workers *workers;
} net;

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* A clock that nobody sets. */
static double steady_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- what the lobby asks of the world -------------------------------------------------------------------- */

static void draw_random(void *context, void *bytes, size_t n)
{
    (void)context;
    randombytes_buf(bytes, n);
}

static void note(void *context, const char *text)
{
    (void)context;
    srv_report(SRV_WARNING, text, "%s", "");
}

/* Closes from the loop, not from within a callback of the connection. */
static void cut(session *s)
{
    if (s->is_cut) return;
    s->is_cut = true;
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static void send_text(void *context, void *outside, const char *text, size_t n)
{
    session *s = outside;
    net *all = context;
    if (s->is_cut) return;
    if (s->out_bytes + n > SRV_QUEUE_MAX) { /* does not read: it can come back and ask for what it missed */
        srv_report(SRV_WARNING, "slow reader closed", "\"address\":\"%s\",\"bytes\":%zu", s->address, s->out_bytes);
        all->traffic.slow_cut++;
        cut(s);
        return;
    }
    parcel *p = srv_alloc(sizeof *p + LWS_PRE + n);
    p->n = n;
    memcpy(p->at + LWS_PRE, text, n);
    if (s->last) {
        s->last->next = p;
    } else {
        s->first = p;
    }
    s->last = p;
    s->out_bytes += n;
    lws_callback_on_writable(s->wsi);
}

/* --- bots ------------------------------------------------------------------------------------------------ */

/* Threads get what there is to think about, and the loop comes back when something is due by the time alone. */
static void give_work(net *n)
{
    srv_job job;
    uint64_t now = now_ms();
    while (srv_next_job(n->lobby, &job, now)) srv_workers_give(n->workers, &job);
    sodium_memzero(&job.proof, sizeof job.proof);
    uint64_t next = srv_next_ms(n->lobby);
    ev_timer_stop(n->loop, &n->soon);
    if (next == UINT64_MAX) return;
    ev_timer_set(&n->soon, next > now ? (double)(next - now) / 1000.0 : 0.0, 0.0);
    ev_timer_start(n->loop, &n->soon);
}

static void on_thought(struct ev_loop *loop, ev_async *watcher, int events)
{
    const net *n = watcher->data;
    srv_job job;
    (void)loop, (void)events;
    while (srv_workers_take(n->workers, &job)) srv_job_done(n->lobby, &job, now_ms());
}

static void on_soon(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    srv_play_due(((net *)watcher->data)->lobby, now_ms());
}

static void wake(void *context)
{
    net *n = context;
    ev_async_send(n->loop, &n->thought_of);
}

/* What a bot was thinking about is asked again after the restart. */
static void stop_workers(net *n)
{
    srv_workers_stop(n->workers);
    ev_async_stop(n->loop, &n->thought_of); /* the loop goes on for a while: to say farewell */
    ev_timer_stop(n->loop, &n->soon);
}

/* --- who is it ------------------------------------------------------------------------------------------- */

static bool read_secret(const char *hex, size_t n, srv_secret *secret)
{
    srv_seed seed;
    if (!srv_seed_read(hex, n, &seed)) return false;
    memcpy(secret->at, seed.at, sizeof secret->at);
    sodium_memzero(&seed, sizeof seed);
    return true;
}

/* A browser's cookie, or the token of a program: "Authorization: Bearer …". */
static bool find_secret(struct lws *wsi, srv_secret *secret)
{
    char value[128];
    size_t n = sizeof value;
    static const char bearer[] = "Bearer ";
    int length = lws_hdr_copy(wsi, value, sizeof value, WSI_TOKEN_HTTP_AUTHORIZATION);
    if (length > (int)sizeof bearer && !strncmp(value, bearer, sizeof bearer - 1))
        return read_secret(value + sizeof bearer - 1, (size_t)length - (sizeof bearer - 1), secret);
    return !lws_http_cookie_get(wsi, "kickback", value, &n) && read_secret(value, n, secret);
}

/* A page of somebody else may open a WebSocket to us with the visitor's cookie: its Origin tells. Programs have none. */
static bool is_origin_ours(const net *n, struct lws *wsi)
{
    char origin[256], host[256];
    int length = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN);
    if (length <= 0) return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0) return false;
    if (n->options.public_origin) return !strcmp(origin, n->options.public_origin);
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return false;
    const char *scheme_end = strstr(origin, "://");
    return scheme_end && !strcmp(scheme_end + 3, host);
}

/* Whether browsers reach us through TLS, ours or that of a proxy. */
static bool is_https(const net *n)
{
    return n->options.public_origin ? !strncmp(n->options.public_origin, "https:", 6) : n->options.tls_cert != NULL;
}

/* What this browser calls us: links for other devices begin with it. */
static void note_origin(const net *n, struct lws *wsi, session *s)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    char host[128];
    bool is_plain = lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 && !host[strspn(host, plain)];
    if (n->options.public_origin) {
        snprintf(s->origin, sizeof s->origin, "%s", n->options.public_origin);
    } else if (is_plain) {
        snprintf(s->origin, sizeof s->origin, "%s://%s", is_https(n) ? "https" : "http", host);
    }
}

/* The same number for the same address. */
static uint64_t address_number(const char *address)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    uint64_t number;
    crypto_shorthash((unsigned char *)&number, (const unsigned char *)address, strlen(address), key);
    return number;
}

/* A proxy that we were told of speaks for others, and says for whom; anybody else speaks for himself. */
static void find_address(const net *n, struct lws *wsi, session *s)
{
    char peer[SRV_ADDRESS_MAX], list[256];
    lws_get_peer_simple(wsi, peer, sizeof peer);
    if (!srv_address_of(peer, strlen(peer), s->address)) s->address[0] = '\0';
    if (!*n->options.proxy || strcmp(s->address, n->options.proxy) != 0) return;
    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) > 0) srv_address_forwarded(list, s->address);
}

/* --- plain HTTP ------------------------------------------------------------------------------------------ */

typedef struct head {
    unsigned char at[LWS_PRE + 2048], *p, *start, *end;
} head;

static bool put_header(struct lws *wsi, head *h, const char *name, const char *value)
{
    return !lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), &h->p, h->end);
}

/* Who has no secret yet is given one with the page. Lax, so that a link from elsewhere finds the same person. */
static bool put_cookie(const net *n, struct lws *wsi, head *h)
{
    srv_secret secret;
    char hex[2 * sizeof secret.at + 1], cookie[256];
    randombytes_buf(secret.at, sizeof secret.at);
    sodium_bin2hex(hex, sizeof hex, secret.at, sizeof secret.at);
    snprintf(cookie, sizeof cookie, "kickback=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", hex,
             is_https(n) ? "; Secure" : "");
    return put_header(wsi, h, "set-cookie:", cookie);
}

/* Who says nothing about encodings takes any. */
static bool takes_gzip(struct lws *wsi)
{
    char accepted[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0) return true;
    if (lws_hdr_copy(wsi, accepted, sizeof accepted, WSI_TOKEN_HTTP_ACCEPT_ENCODING) < 0) return true;
    return strstr(accepted, "gzip") || strchr(accepted, '*');
}

static int answer_http(const net *n, struct lws *wsi, session *s, unsigned status, const srv_file *file)
{
    head h;
    srv_secret secret;
    bool is_page = !strcmp(file->path, "/");
    h.p = h.start = h.at + LWS_PRE;
    h.end = h.at + sizeof h.at - 1;
    s->body = file->body;
    s->body_n = file->n;
    bool ok = !lws_add_http_common_headers(wsi, status, file->type, file->n, &h.p, h.end) &&
              put_header(wsi, &h, "content-security-policy:",
                         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                         "img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
                         "form-action 'none'; frame-ancestors 'none'") &&
              put_header(wsi, &h, "x-content-type-options:", "nosniff") &&
              put_header(wsi, &h, "referrer-policy:", "no-referrer") &&
              (!is_https(n) || put_header(wsi, &h, "strict-transport-security:", "max-age=31536000")) &&
              put_header(wsi, &h, "cache-control:", file->cache) &&
              (!file->encoding || put_header(wsi, &h, "content-encoding:", file->encoding)) &&
              (!is_page || find_secret(wsi, &secret) || put_cookie(n, wsi, &h)) &&
              !lws_finalize_write_http_header(wsi, h.start, &h.p, h.end);
    if (!ok) return 1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int answer_text(const net *n, struct lws *wsi, session *s, unsigned status, const char *text)
{
    const srv_file made = {"", "text/plain", NULL, "no-cache", text, strlen(text)};
    return answer_http(n, wsi, s, status, &made);
}

static int answer_metrics(net *n, struct lws *wsi, session *s)
{
    srv_counts counts = srv_lobby_counts(n->lobby);
    n->traffic.bytes_waiting = 0;
    for (const session *other = n->sessions; other; other = other->next) n->traffic.bytes_waiting += other->out_bytes;
    srv_write_metrics(&counts, &n->log->commits, &n->traffic, &s->own_body);
    const srv_file made = {"", "text/plain; version=0.0.4", NULL, "no-cache", s->own_body.at, s->own_body.n};
    return answer_http(n, wsi, s, HTTP_STATUS_OK, &made);
}

static int on_http(net *n, struct lws *wsi, session *s, const char *path)
{
    static const char healthy[] = "{\"ok\":true,\"version\":\"" KICKBACK_VERSION "\"}\n";
    static const srv_file health = {"", "application/json", NULL, "no-cache", healthy, sizeof healthy - 1};
    if (!n->lobby) return answer_text(n, wsi, s, HTTP_STATUS_SERVICE_UNAVAILABLE, "the server is about to stop\n");
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return answer_text(n, wsi, s, HTTP_STATUS_METHOD_NOT_ALLOWED, "only GET\n");
    bool is_inside = lws_get_vhost(wsi) == n->metrics;
    if (is_inside && !strcmp(path, "/metrics")) return answer_metrics(n, wsi, s);
    for (const srv_file *file = srv_page; file->path && !is_inside; file++)
        if (!strcmp(path, file->path)) {
            if (!file->encoding || takes_gzip(wsi)) return answer_http(n, wsi, s, HTTP_STATUS_OK, file);
            return answer_text(n, wsi, s, HTTP_STATUS_NOT_ACCEPTABLE, "this comes compressed by gzip only\n");
        }
    if (!strcmp(path, "/healthz") && srv_is_stuck(n->lobby))
        return answer_text(n, wsi, s, HTTP_STATUS_SERVICE_UNAVAILABLE, "the log cannot be written\n");
    if (!strcmp(path, "/healthz")) return answer_http(n, wsi, s, HTTP_STATUS_OK, &health);
    return answer_text(n, wsi, s, HTTP_STATUS_NOT_FOUND, "there is no such page\n");
}

static int write_body(struct lws *wsi, session *s)
{
    if (!s->body) return 0;
    unsigned char *copy = srv_alloc(LWS_PRE + s->body_n + 1);
    memcpy(copy + LWS_PRE, s->body, s->body_n);
    int written = lws_write(wsi, copy + LWS_PRE, s->body_n, LWS_WRITE_HTTP_FINAL);
    free(copy);
    srv_free(&s->own_body);
    s->body = NULL;
    return written < 0 || lws_http_transaction_completed(wsi);
}

/* --- WebSocket ------------------------------------------------------------------------------------------- */

static int refuse(struct lws *wsi, unsigned status)
{
    lws_return_http_status(wsi, status, NULL);
    return 1;
}

/* Before the upgrade, while the headers are there. Only ever one path is a WebSocket. */
static int on_upgrade(net *n, struct lws *wsi, session *s)
{
    char path[16];
    if (lws_get_vhost(wsi) == n->metrics || lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 ||
        strcmp(path, "/ws") != 0)
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    if (!is_origin_ours(n, wsi)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
    find_address(n, wsi, s);
    if (srv_crowd_size(&n->crowds, s->address) >= SRV_CONNECTIONS_AN_ADDRESS) {
        srv_report(SRV_WARNING, "too many connections", "\"address\":\"%s\"", s->address);
        n->traffic.crowded_out++;
        return refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    }
    note_origin(n, wsi, s);
    s->has_secret = find_secret(wsi, &s->secret);
    return s->has_secret ? 0 : refuse(wsi, HTTP_STATUS_UNAUTHORIZED);
}

static int on_established(net *n, struct lws *wsi, session *s)
{
    if (!s->has_secret || !n->lobby) return -1;
    srv_visitor visitor = {s, address_number(s->address), s->origin};
    s->wsi = wsi;
    s->connection = srv_connect(n->lobby, &visitor, &s->secret, now_ms());
    sodium_memzero(&s->secret, sizeof s->secret);
    if (!s->connection) return -1;
    s->heard_s = steady_s();
    s->next = n->sessions;
    if (s->next) s->next->before = s;
    n->sessions = s;
    srv_crowd_join(&n->crowds, s->address);
    srv_report(SRV_DEBUG, "connected", "\"address\":\"%s\"", s->address);
    return 0;
}

static void on_closed(net *n, session *s)
{
    if (s->connection) {
        if (n->lobby) srv_disconnect(n->lobby, s->connection);
        if (s->next) s->next->before = s->before;
        *(s->before ? &s->before->next : &n->sessions) = s->next;
        srv_crowd_leave(&n->crowds, s->address);
        srv_report(SRV_DEBUG, "disconnected", "\"address\":\"%s\"", s->address);
    }
    s->connection = NULL;
    s->is_cut = true;
    while (s->first) {
        parcel *next = s->first->next;
        free(s->first);
        s->first = next;
    }
    srv_free(&s->in);
}

static int close_with(struct lws *wsi, enum lws_close_status status)
{
    lws_close_reason(wsi, status, NULL, 0);
    return -1;
}

static void note_heard(session *s)
{
    s->heard_s = steady_s();
    s->is_asked = false;
}

static int on_receive(net *n, struct lws *wsi, session *s, const char *text, size_t bytes)
{
    if (!n->lobby || !s->connection) return -1;
    note_heard(s);
    if (lws_frame_is_binary(wsi)) return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (s->in.n + bytes > SRV_MESSAGE_MAX) return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    srv_add(&s->in, text ? text : "", bytes);
    if (lws_remaining_packet_payload(wsi) || !lws_is_final_fragment(wsi)) return 0;
    srv_receive(n->lobby, s->connection, s->in.at, s->in.n, now_ms());
    sodium_memzero(s->in.at, s->in.n); /* it may have been a passphrase */
    s->in.n = 0;
    return 0;
}

static int ask_whether_there(struct lws *wsi, session *s)
{
    unsigned char ping[LWS_PRE + 1] = {0}; /* libwebsockets tells of no answer that is empty */
    s->wants_asking = false;
    s->is_asked = true;
    if (s->first) lws_callback_on_writable(wsi);
    return lws_write(wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int on_writable(const net *n, struct lws *wsi, session *s)
{
    parcel *p = s->first;
    if (s->is_cut) return 0;
    if (s->wants_asking) return ask_whether_there(wsi, s);
    if (!p) return n->lobby ? 0 : close_with(wsi, LWS_CLOSE_STATUS_GOINGAWAY);
    int written = lws_write(wsi, p->at + LWS_PRE, p->n, LWS_WRITE_TEXT);
    s->first = p->next;
    if (!s->first) s->last = NULL;
    s->out_bytes -= p->n;
    if (s->first || !n->lobby) lws_callback_on_writable(wsi);
    size_t wanted = p->n;
    free(p);
    return written < (int)wanted ? -1 : 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t bytes)
{
    net *n = lws_context_user(lws_get_context(wsi));
    session *s = user;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return on_http(n, wsi, s, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_body(wsi, s);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return on_upgrade(n, wsi, s);
    case LWS_CALLBACK_ESTABLISHED: return on_established(n, wsi, s);
    case LWS_CALLBACK_RECEIVE_PONG: note_heard(s); return 0;
    case LWS_CALLBACK_RECEIVE: return on_receive(n, wsi, s, in, bytes);
    case LWS_CALLBACK_SERVER_WRITEABLE: return on_writable(n, wsi, s);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (s) srv_free(&s->own_body); /* a handshake that failed has no session */
        return 0;
    case LWS_CALLBACK_CLOSED: on_closed(n, s); return 0;
    default: return 0; /* not lws_callback_http_dummy: what it does by itself we do not want */
    }
}

/* --- the loop -------------------------------------------------------------------------------------------- */

/* The end of a turn: what came in is committed, what it led to goes out, bots get their work. */
static void on_prepare(struct ev_loop *loop, ev_prepare *watcher, int events)
{
    net *n = watcher->data;
    (void)events;
    if (srv_turn(n->lobby)) {
        if (srv_is_waiting(n->lobby) && !ev_is_active(&n->retry)) {
            ev_timer_set(&n->retry, RETRY_SECONDS, 0.0);
            ev_timer_start(loop, &n->retry);
        }
        give_work(n);
        return;
    }
    srv_report(SRV_ERROR, "the log cannot be written: the server stops before it says anything that is not so",
               "\"reason\":\"%s\"", n->log->reason);
    n->status = 1;
    ev_break(loop, EVBREAK_ALL);
}

static void on_tick(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    srv_tick(((net *)watcher->data)->lobby, now_ms());
}

/* The turn that follows does it. */
static void on_retry(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop, (void)watcher, (void)events;
}

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    (void)watcher, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* libwebsockets would do this with a timer for each connection, all in one sorted list: that is slow with thousands. */
static void on_pulse(struct ev_loop *loop, ev_timer *watcher, int events)
{
    const net *n = watcher->data;
    double now = steady_s();
    (void)loop, (void)events;
    for (session *s = n->sessions; s; s = s->next) {
        double quiet = now - s->heard_s;
        if (quiet > SRV_QUIET_S) {
            cut(s);
        } else if (quiet > 0.5 * SRV_QUIET_S && !s->is_asked && !s->wants_asking) {
            s->wants_asking = true;
            lws_callback_on_writable(s->wsi);
        }
    }
}

static void on_farewell(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)watcher, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Everybody is sent what he was told last, and that we go away. Who does not take it in time asks again later. */
static void say_farewell(net *n)
{
    ev_timer_start(n->loop, &n->farewell);
    for (session *s = n->sessions; s; s = s->next) lws_callback_on_writable(s->wsi);
    while (n->sessions && ev_is_active(&n->farewell)) ev_run(n->loop, EVRUN_ONCE);
    ev_timer_stop(n->loop, &n->farewell);
}

static void watch_loop(net *n)
{
    ev_prepare_init(&n->prepare, on_prepare);
    ev_signal_init(&n->terminate, on_signal, SIGTERM);
    ev_signal_init(&n->interrupt, on_signal, SIGINT);
    ev_async_init(&n->thought_of, on_thought);
    ev_timer_init(&n->soon, on_soon, 0.0, 0.0);
    ev_timer_init(&n->retry, on_retry, RETRY_SECONDS, 0.0);
    ev_timer_init(&n->tick, on_tick, 1.0, 1.0);
    ev_timer_init(&n->pulse, on_pulse, PULSE_SECONDS, PULSE_SECONDS);
    ev_timer_init(&n->farewell, on_farewell, FAREWELL_SECONDS, 0.0);
    n->prepare.data = n->thought_of.data = n->soon.data = n->tick.data = n->pulse.data = n;
    ev_timer_start(n->loop, &n->pulse);
    ev_prepare_start(n->loop, &n->prepare);
    ev_signal_start(n->loop, &n->terminate);
    ev_signal_start(n->loop, &n->interrupt);
    ev_async_start(n->loop, &n->thought_of);
    ev_timer_start(n->loop, &n->tick);
}

/* What libwebsockets complained of first: the reason, where something cannot be set up. */
static char complaint[256];

static void take_complaint(int level, const char *line)
{
    int n = (int)strcspn(line, "\"\\\n");
    (void)level;
    if (!*complaint) snprintf(complaint, sizeof complaint, "%.*s", n, line);
    srv_report(SRV_DEBUG, "libwebsockets", "\"line\":\"%.*s\"", n, line);
}

/* Tries what libwebsockets tried, to learn why it failed. NULL: it was something else. */
static const char *why_not_listen(const srv_place *place)
{
    char port[16];
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
    snprintf(port, sizeof port, "%d", place->port);
    if (getaddrinfo(place->host, port, &hints, &found)) return "that is no address";
    int one = 1, fd = socket(found->ai_family, SOCK_STREAM, 0);
    errno = 0;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bool is_fine = fd >= 0 && !bind(fd, found->ai_addr, found->ai_addrlen) && !listen(fd, 1);
    const char *why = is_fine ? NULL : strerror(errno);
    if (fd >= 0) close(fd);
    freeaddrinfo(found);
    return why;
}

static bool is_ipv6(const srv_place *place)
{
    return strchr(place->host, ':') != NULL;
}

static struct lws_vhost *open_place(net *n, struct lws_context_creation_info *info, const srv_place *place,
                                    const char *what)
{
    bool is_everywhere = !strcmp(place->host, "0.0.0.0") || !strcmp(place->host, "::");
    info->vhost_name = what;
    info->port = place->port;
    info->iface = is_everywhere ? NULL : place->host;
    info->options &= ~(uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6;
    if (!is_ipv6(place)) info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    struct lws_vhost *vhost = lws_create_vhost(n->context, info);
    const char *left = is_ipv6(place) ? "[" : "", *right = is_ipv6(place) ? "]" : "", *why;
    if (vhost) {
        printf("%s http%s://%s%s%s:%d/\n", what, info->ssl_cert_filepath ? "s" : "", left, place->host, right,
               lws_get_vhost_listen_port(vhost));
    } else if ((why = why_not_listen(place))) {
        fprintf(stderr, "kickback serve: %s%s%s:%d cannot be listened at: %s\n", left, place->host, right, place->port,
                why);
    } else {
        fprintf(stderr, "kickback serve: --tls-cert and --tls-key are no certificate and its key: %s\n", complaint);
    }
    return vhost;
}

/* A connection is a file. Every table of libwebsockets has a place for each that could be open: not for millions. */
static unsigned files_max(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return 1024;
    limit.rlim_cur = limit.rlim_max < SRV_FILES_MAX ? limit.rlim_max : SRV_FILES_MAX;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (unsigned)limit.rlim_cur;
}

static bool listen_at(net *n)
{
    static const struct lws_protocols protocols[] = {
        {"kickback", callback, sizeof(session), SRV_MESSAGE_MAX, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};
    static const lws_retry_bo_t none; /* on_pulse asks */
    void *loops[1] = {n->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    lws_set_log_level(LLL_ERR, take_complaint);
    info.options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (n->options.tls_cert) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.foreign_loops = loops;
    info.user = n;
    info.fd_limit_per_thread = files_max();
    info.max_http_header_pool = SRV_HANDSHAKES_MAX;
    info.protocols = protocols;
    info.retry_and_idle_policy = &none;
    info.timeout_secs = 15;
    info.keepalive_timeout = 15;
    n->context = lws_create_context(&info);
    if (!n->context) {
        fprintf(stderr, "kickback serve: libwebsockets does not start: %s\n", complaint);
        return false;
    }
    if (n->options.metrics.host && !(n->metrics = open_place(n, &info, &n->options.metrics, "metrics on")))
        return false;
    info.alpn = "http/1.1";
    info.ssl_cert_filepath = n->options.tls_cert;
    info.ssl_private_key_filepath = n->options.tls_key;
    info.ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
    n->vhost = open_place(n, &info, &n->options.listen, "listening on");
    fflush(stdout);
    return n->vhost != NULL;
}

int srv_net_run(const srv_net_options *options, srv_log *log)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    net *n = srv_alloc(sizeof *n);
    srv_edge edge = {n, send_text, draw_random, note, options->bot_wait_ms};
    n->options = *options;
    n->log = log;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file may not grow any more: as on a full disk, the log says so */
    n->lobby = srv_lobby_open(log, &edge, now_ms(), &why);
    if (!n->lobby) {
        fprintf(stderr, "kickback serve: %s\n", reason);
        free(n);
        return 1;
    }
    n->loop = ev_loop_new(EVFLAG_AUTO);
    watch_loop(n);
    n->workers = srv_workers_start(srv_workers_wanted(), wake, n);
    n->status = listen_at(n) ? 0 : 1;
    srv_counts counts = srv_lobby_counts(n->lobby);
    if (!n->status) {
        srv_report(SRV_INFO, "started", "\"version\":\"" KICKBACK_VERSION "\",\"tables\":%zu,\"people\":%zu",
                   counts.tables, counts.people);
        if (log->lost)
            srv_report(SRV_WARNING, "the end of the log is missing: entries that had been written are not there",
                       "\"at_least\":%llu", (unsigned long long)log->lost);
        ev_run(n->loop, 0);
    }
    stop_workers(n);
    counts = srv_lobby_counts(n->lobby);
    srv_lobby_close(n->lobby, n->status == 0, now_ms());
    n->lobby = NULL;
    ev_prepare_stop(n->loop, &n->prepare);
    ev_timer_stop(n->loop, &n->tick);
    if (!n->status) say_farewell(n);
    if (n->context) lws_context_destroy(n->context);
    ev_loop_destroy(n->loop);
    int status = n->status;
    if (!status)
        srv_report(SRV_INFO, "stopped", "\"requests\":%llu,\"moves\":%llu", (unsigned long long)counts.requests,
                   (unsigned long long)counts.moves);
    free(n);
    return status;
}
