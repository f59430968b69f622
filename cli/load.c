/* load.c: a load generator for a server. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ev.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../core/rng.h"
#include "../server/lobby.h"
#include "../server/stream.h"
#include "cli.h"

enum {
    CONNECTING_MAX = 50, /* clients at once that have not given a name yet */
    /* clients per address: 127.0.0.1, then 127.0.0.2 …, because a server limits each address; all of them may have to
     * connect again at once */
    AN_ADDRESS = SRV_HALF_OPEN_AN_ADDRESS,
    REQUEST_MAX = 256,
    READ_MAX = 65536
};
static const double TICK_SECONDS = 0.001, PATIENCE_SECONDS = 60.0;
static const double PING_SECONDS = 1.5 / SRV_REQUESTS_A_S; /* well within the rate limit */

struct load_table;

typedef struct load_client {
    cli_load *load;
    int node; /* the server it is connected to */
    int host; /* its address: 127.0.0.host */
    char secret[2 * 32 + 1];
    ev_io io;
    srv_stream stream;
    srv_websocket socket;
    bool is_begun, is_open;   /* the connection; the WebSocket */
    bool is_back;             /* on another server, and has not asked again */
    struct load_table *table; /* NULL: idle */
    int seat;
    uint32_t n_requests;
    char asked[REQUEST_MAX]; /* the last move, to repeat it elsewhere */
    srv_bytes head;          /* of the answer to the handshake */
    bool has_move;           /* move and decision belong to the newest view */
    char move[KB_MOVE_TEXT_MAX];
    int decision;
} load_client;

typedef struct load_table {
    char id[SRV_TABLE_ID + 1];
    load_client *clients[LOAD_SEATS]; /* the first is the host, even if no person has a seat */
    int n_people;                     /* the other seats have bots */
    const char *bots;
    size_t n_more;    /* tables the host creates after this one and then ignores */
    double bot_since; /* when the host began to wait for a bot; 0: not waiting */
    int n_named, n_seated;
    bool playing, is_ready;
    /* The pending move: */
    int mover; /* -1: none */
    bool echoed, acknowledged;
    double due;
    double lost; /* when the server of its people was killed, until a move is acknowledged; 0: it was not */
} load_table;

struct cli_load {
    int ports[LOAD_NODES_MAX]; /* 0: that server was killed */
    int n_ports;
    bool together; /* the people of a table are on one server */
    size_t n_lost; /* tables whose server was killed and that have not gone on */
    struct ev_loop *loop;
    srv_framer framer;
    size_t waiting; /* bytes */
    char *buffer;   /* to read into */
    kb_setup setup;
    kb_rng rng;
    load_client **clients;
    size_t n_clients, clients_size, n_asked, n_connecting, n_connected;
    load_table **tables;
    size_t n_tables, tables_size, n_playing;
    load_table **ready; /* a ring of tables where somebody can move */
    size_t first_ready, n_ready, ready_size;
    load_client *reader, *pinger; /* of cli_load_disturb, else NULL */
    const char *table;            /* the one the reader reads */
    cli_times *pings;
    double asked; /* when the last ping was sent */
    bool waits;   /* for its answer */
    ev_timer tick;
    double began, seconds, moves_per_s;
    uint64_t n_sent;
    cli_load_result *result; /* NULL: not measuring */
    bool failed;
};

double cli_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- times ----------------------------------------------------------------------------------------------- */

static void add_time(cli_times *times, double seconds)
{
    times->at = srv_grow(times->at, times->n + 1, &times->size, sizeof *times->at);
    times->at[times->n++] = seconds;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double cli_time_within(cli_times *times, double part)
{
    if (!times->n) return 0;
    qsort(times->at, times->n, sizeof *times->at, compare_times);
    size_t i = (size_t)(part * (double)times->n);
    return times->at[i < times->n ? i : times->n - 1];
}

void cli_load_result_free(cli_load_result *result)
{
    free(result->echo.at);
    free(result->acknowledged.at);
    free(result->bots.at);
    free(result->back.at);
}

/* --- requests -------------------------------------------------------------------------------------------- */

static void fail(cli_load *load, const char *what)
{
    if (!load->failed) cli_input_error("bench serve: %s", what);
    load->failed = true;
    ev_break(load->loop, EVBREAK_ALL);
}

/* What follows when a server was killed is done when the end of its connections is read. */
static void lose(const load_client *c)
{
    if (c->load->ports[c->node]) fail(c->load, "the server closed a connection");
}

static void put_text(load_client *c, const char *text, size_t n);

static void flush(load_client *c)
{
    bool waited = c->stream.wants_write;
    if (!srv_stream_flush(&c->stream)) lose(c);
    if (c->stream.wants_write == waited) return;
    ev_io_stop(c->load->loop, &c->io);
    ev_io_set(&c->io, c->io.fd, EV_READ | (c->stream.wants_write ? EV_WRITE : 0));
    ev_io_start(c->load->loop, &c->io);
}

static void put_text(load_client *c, const char *text, size_t n)
{
    srv_shared *frame = srv_frame(&c->load->framer, WSLAY_TEXT_FRAME, text, n);
    srv_stream_put(&c->stream, frame);
    srv_unshare(frame);
    flush(c);
}

/* The first letter of the id is the kind of request, so that the answer can be matched to it. */
__attribute__((format(printf, 3, 4))) static void ask(load_client *c, char kind, const char *format, ...)
{
    char text[REQUEST_MAX];
    kb_text request = kb_text_in(text, sizeof text);
    va_list args;
    kb_putj(&request, "{id:<%c%u>", kind, (unsigned)c->n_requests++);
    va_start(args, format);
    kb_putjv(&request, format, args);
    va_end(args);
    kb_putj(&request, "}");
    if (kind == 'm') memcpy(c->asked, text, request.n + 1);
    put_text(c, text, request.n);
}

static void make_ready(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    bool can_move = false;
    for (int i = 0; i < t->n_people; i++) can_move |= t->clients[i]->has_move;
    if (t->is_ready || t->mover >= 0 || !t->playing || !can_move) return;
    t->is_ready = true;
    load->ready[(load->first_ready + load->n_ready++) % load->n_tables] = t;
}

static void send_move(cli_load *load, double due)
{
    load_table *t = load->ready[load->first_ready];
    int seat = 0;
    load->first_ready = (load->first_ready + 1) % load->n_tables;
    load->n_ready--;
    t->is_ready = false;
    while (!t->clients[seat]->has_move) seat++;
    load_client *c = t->clients[seat];
    c->has_move = false;
    t->mover = seat;
    t->acknowledged = false;
    t->echoed = t->n_people == 1; /* nobody else listens */
    t->due = due;
    ask(c, 'm', "do:<move>, table:%s, move:%s, decision:%d", t->id, c->move, c->decision);
}

/* --- a game at a table ----------------------------------------------------------------------------------- */

/* No pacts and no pace: this measures how long bots think, not the time they leave people to negotiate. */
static void make_table(load_table *t)
{
    ask(t->clients[0], 'c', "do:<create>, game:%s, players:%d, pacts:<none>, pace:<off>",
        kb_game_at(t->clients[0]->load->setup.game)->name, LOAD_SEATS);
}

static void take_table(load_table *t, const char *text)
{
    const char *id = strstr(text, "\"table\":\"");
    if (!id) return;
    memcpy(t->id, id + 9, SRV_TABLE_ID);
    t->n_seated = 0;
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        load_client *c = t->clients[seat < t->n_people ? seat : 0];
        const char *name = kb_seat_name(&c->load->setup, seat);
        if (seat >= t->n_people) {
            ask(c, 's', "do:<bot>, table:%s, seat:%s, bot:%s", t->id, name, t->bots);
            continue;
        }
        ask(c, 'w', "do:<watch>, table:%s", t->id);
        ask(c, 's', "do:<sit>, table:%s, seat:%s", t->id, name);
    }
}

static void end_move(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    if (!t->echoed || !t->acknowledged) return;
    t->mover = -1;
    make_ready(t);
    if (load->result && load->moves_per_s == 0 && load->n_ready) send_move(load, cli_now_s());
}

/* The game is over. Starts another one at a new table. */
static void leave_table(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    t->playing = false;
    load->n_playing--;
    for (int i = 0; i < t->n_people; i++) {
        t->clients[i]->has_move = false;
        ask(t->clients[i], 'u', "do:<unwatch>, table:%s", t->id);
    }
    make_table(t);
}

static void read_again(load_client *c)
{
    ask(c, 'w', "do:<watch>, table:%s", c->load->table);
}

static void ping_again(cli_load *load, double now)
{
    if (load->waits || now - load->asked < PING_SECONDS) return;
    load->asked = now;
    load->waits = true;
    ask(load->pinger, 'p', "do:<ping>");
}

static void connect_more(cli_load *load);

/* A table takes LOAD_SEATS + 2 requests. A client that creates many tables has to stay within the rate limit. */
static void wait_for_tokens(void)
{
    const struct timespec pause = {0, (LOAD_SEATS + 2) * (1000000000L / SRV_REQUESTS_A_S)};
    nanosleep(&pause, NULL);
}

static void take_ok(load_client *c, char kind, const char *text)
{
    cli_load *load = c->load;
    load_table *t = c->table;
    if (kind == 'n') {
        load->n_connecting--;
        connect_more(load);
    }
    if (kind == 'n' && !t) load->n_connected++;
    if (kind == 'n' && t && ++t->n_named == (t->n_people ? t->n_people : 1)) make_table(t);
    if (kind == 'c') take_table(t, text);
    if (kind == 's' && ++t->n_seated == LOAD_SEATS) ask(t->clients[0], 'b', "do:<start>, table:%s", t->id);
    if (kind == 'b' && t->n_more) {
        t->n_more--;
        wait_for_tokens();
        make_table(t);
    } else if (kind == 'b') {
        t->playing = true;
        load->n_playing++;
        make_ready(t);
    }
    if (kind == 'p') {
        add_time(load->pings, cli_now_s() - load->asked);
        load->waits = false;
    }
    if (c == load->reader && kind == 'w') read_again(c);
    if (kind == 'm') {
        t->acknowledged = true;
        if (load->result) {
            load->result->moves++;
            add_time(&load->result->acknowledged, cli_now_s() - t->due);
        }
        if (t->lost > 0 && load->result) {
            add_time(&load->result->back, cli_now_s() - t->lost);
            t->lost = 0;
            load->n_lost--;
        }
        end_move(t);
    }
}

/* "Too fast" is the only refusal that is not an error: try again later. */
static void take_no(load_client *c, char kind, const char *text)
{
    if (c->load->result) c->load->result->refused++;
    if (c == c->load->reader && strstr(text, "\"too_fast\"")) return; /* it tries again with the next ping */
    if (kind != 'm' || !strstr(text, "\"too_fast\"")) {
        fail(c->load, text);
        return;
    }
    c->has_move = true;
    c->table->mover = -1;
    make_ready(c->table);
}

/* Picks a random legal move; of a run of sums, the lowest. */
static void choose(load_client *c, const char *legal)
{
    const char *end = strchr(legal, ']'), *at = legal;
    uint32_t n = 1;
    c->has_move = *legal == '"';
    if (!c->has_move || !end) return;
    for (const char *comma = legal; (comma = memchr(comma, ',', (size_t)(end - comma))); comma++) n++;
    for (uint32_t skip = kb_rng_below(&c->load->rng, n); skip > 0; skip--) at = strchr(at, ',') + 1;
    size_t length = strcspn(at + 1, "\".");
    kb_text move = kb_text_in(c->move, sizeof c->move);
    kb_put_n(&move, at + 1, length);
    if (at[1 + length] == '.' && at[2 + length] != '.')
        kb_put_n(&move, at + 1 + length, strcspn(at + 1 + length, "\""));
}

/* Notes how long the host of a table with bots waits for them. */
static void note_bots(load_client *c, bool is_over)
{
    load_table *t = c->table;
    cli_load *load = c->load;
    double now = cli_now_s();
    if (t->bot_since > 0 && load->result) add_time(&load->result->bots, now - t->bot_since);
    t->bot_since = c->has_move || is_over ? 0 : now;
    while (load->result && load->moves_per_s == 0 && load->n_ready) send_move(load, now);
}

static void take_news(load_client *c, const char *text)
{
    load_table *t = c->table;
    const char *view = strstr(text, "\"view\":{"), *legal = view ? strstr(view, "\"legal\":[") : NULL,
               *decision = view ? strstr(view, "\"decision\":") : NULL;
    if (!view || strncmp(strstr(text, "\"table\":\"") + 9, t->id, SRV_TABLE_ID) != 0) return;
    c->has_move = false;
    if (legal && decision) {
        c->decision = atoi(decision + 11);
        choose(c, legal + 9);
    }
    if (t->mover >= 0 && t->mover != c->seat && !t->echoed) {
        t->echoed = true;
        if (c->load->result) add_time(&c->load->result->echo, cli_now_s() - t->due);
        end_move(t);
    }
    make_ready(t);
    bool is_over = t->playing && c->seat == 0 && strstr(view, "\"stage\":\"over\"");
    if (t->bots && t->playing) note_bots(c, is_over);
    if (is_over) leave_table(t);
}

/* On another server. */
static void ask_again(load_client *c)
{
    load_table *t = c->table;
    c->is_back = false;
    if (!t) return;
    ask(c, 'w', "do:<watch>, table:%s", t->id);
    if (t->mover == c->seat && !t->acknowledged) put_text(c, c->asked, strlen(c->asked));
}

static void take(load_client *c, const char *text)
{
    const char *id = strstr(text, "\"id\":\"");
    if (!strncmp(text, "{\"type\":\"hello\"", 15) && !c->n_requests) /* a second hello confirms the name */
        ask(c, 'n', "do:<name>, name:<load>");
    if (!strncmp(text, "{\"type\":\"hello\"", 15) && c->is_back) ask_again(c);
    if (!strncmp(text, "{\"type\":\"ok\"", 12) && id) take_ok(c, id[6], text);
    if (!strncmp(text, "{\"type\":\"no\"", 12) && id) take_no(c, id[6], text);
    if (!strncmp(text, "{\"type\":\"news\"", 14) && c->table) take_news(c, text);
}

/* --- sockets --------------------------------------------------------------------------------------------- */

static bool on_text(void *context, char *text, size_t n)
{
    load_client *c = context;
    (void)n;
    take(c, text);
    return !c->load->failed;
}

static void on_ping(void *context, const char *payload, size_t n)
{
    load_client *c = context;
    srv_shared *frame = srv_frame(&c->load->framer, WSLAY_PONG, payload, n);
    srv_stream_put(&c->stream, frame);
    srv_unshare(frame);
    flush(c);
}

static void on_pong(void *context)
{
    (void)context;
}

static void take_frames(load_client *c, const char *bytes, size_t n)
{
    const srv_websocket_edge edge = {c, on_text, on_ping, on_pong};
    if (srv_websocket_take(&c->socket, bytes, n, &edge) != SRV_STAYS_OPEN) lose(c);
}

static void take_head(load_client *c, const char *bytes, size_t n)
{
    srv_add(&c->head, bytes, n);
    const char *end = strstr(c->head.at, "\r\n\r\n");
    if (!end) return;
    if (strncmp(c->head.at, "HTTP/1.1 101 ", 13) != 0) {
        c->head.at[strcspn(c->head.at, "\r")] = '\0';
        fail(c->load, c->head.at);
        return;
    }
    c->is_open = c->socket.is_client = true;
    end += 4;
    take_frames(c, end, c->head.n - (size_t)(end - c->head.at));
    srv_free(&c->head);
}

static void go_elsewhere(load_client *c);

static void on_event(struct ev_loop *loop, ev_io *io, int events)
{
    load_client *c = io->data;
    char *buffer = c->load->buffer;
    (void)loop;
    if (events & EV_WRITE) flush(c);
    if (!(events & EV_READ) || c->load->failed) return;
    ssize_t n = srv_stream_read(&c->stream, buffer, READ_MAX);
    if (n < 0) go_elsewhere(c);
    if (n <= 0) return;
    if (c->is_open) {
        take_frames(c, buffer, (size_t)n);
    } else {
        take_head(c, buffer, (size_t)n);
    }
}

/* The server accepts any secret as a new person, and any 16 bytes as a key. */
static void put_handshake(load_client *c)
{
    uint8_t secret[32], nonce[16];
    char key[32], text[512];
    randombytes_buf(secret, sizeof secret);
    randombytes_buf(nonce, sizeof nonce);
    if (!*c->secret) sodium_bin2hex(c->secret, sizeof c->secret, secret, sizeof secret);
    sodium_bin2base64(key, sizeof key, nonce, sizeof nonce, sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\nAuthorization: Bearer %s\r\n\r\n",
                     c->load->ports[c->node], key, c->secret);
    srv_shared *shared = srv_share(text, (size_t)n);
    srv_stream_put(&c->stream, shared);
    srv_unshare(shared);
}

static bool connect_client(load_client *c)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (uint32_t)c->host)},
                       to = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)c->load->ports[c->node])};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    c->is_begun = true;
    srv_stream_open(&c->stream, fd, NULL, &c->load->waiting);
    put_handshake(c);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    bool begins = !bind(fd, (struct sockaddr *)&own, sizeof own) &&
                  (!connect(fd, (struct sockaddr *)&to, sizeof to) || errno == EINPROGRESS);
    c->stream.wants_write = true;
    ev_io_init(&c->io, on_event, fd, EV_READ | EV_WRITE);
    c->io.data = c;
    ev_io_start(c->load->loop, &c->io);
    return begins;
}

static void connect_more(cli_load *load)
{
    while (!load->failed && load->n_asked < load->n_clients && load->n_connecting < CONNECTING_MAX) {
        load_client *c = load->clients[load->n_asked];
        c->host = 1 + (int)(load->n_asked / AN_ADDRESS);
        load->n_asked++;
        load->n_connecting++;
        if (!connect_client(c)) fail(load, strerror(errno));
    }
}

static void disconnect_client(load_client *c)
{
    if (c->is_begun) {
        ev_io_stop(c->load->loop, &c->io);
        srv_stream_free(&c->stream);
    }
    srv_websocket_free(&c->socket);
    srv_free(&c->head);
}

static void go_elsewhere(load_client *c)
{
    cli_load *load = c->load;
    lose(c);
    if (load->failed) return;
    disconnect_client(c);
    memset(&c->stream, 0, sizeof c->stream);
    memset(&c->socket, 0, sizeof c->socket);
    c->is_open = false;
    c->is_back = true;
    while (!load->ports[c->node]) c->node = (c->node + 1) % load->n_ports;
    if (!connect_client(c)) fail(load, strerror(errno));
}

/* --- waiting and playing --------------------------------------------------------------------------------- */

/* Sends the moves that are due. A move that no table could make in time keeps its due time. */
static void send_due(cli_load *load, double now)
{
    while (load->n_ready) {
        double due = load->began + (double)load->n_sent / load->moves_per_s;
        if (due > now) break;
        send_move(load, due);
        load->n_sent++;
    }
}

static void on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    cli_load *load = timer->data;
    double now = cli_now_s();
    (void)events;
    if (now - load->began >= load->seconds) {
        ev_break(loop, EVBREAK_ALL);
    } else if (load->pinger) {
        bool waited = load->waits;
        ping_again(load, now);
        if (load->waits && !waited) read_again(load->reader);
    } else if (load->result && load->moves_per_s > 0) {
        send_due(load, now);
    }
}

static bool run_until(cli_load *load, const size_t *counter, size_t wanted)
{
    size_t before = *counter;
    load->began = cli_now_s();
    load->seconds = PATIENCE_SECONDS;
    connect_more(load);
    ev_timer_again(load->loop, &load->tick);
    while (!load->failed && *counter < wanted && cli_now_s() - load->began < PATIENCE_SECONDS) {
        ev_run(load->loop, EVRUN_ONCE);
        if (*counter != before) load->began = cli_now_s();
        before = *counter;
    }
    ev_timer_stop(load->loop, &load->tick);
    if (*counter < wanted) fail(load, "the server accepts no more connections");
    return !load->failed;
}

static load_client *add_client(cli_load *load, load_table *table, int seat)
{
    load_client *c = srv_alloc(sizeof *c);
    c->load = load;
    c->table = table;
    c->seat = seat;
    c->node = (int)((load->together && table ? load->n_tables : load->n_clients) % (size_t)load->n_ports);
    load->clients = srv_grow(load->clients, load->n_clients + 1, &load->clients_size, sizeof(load_client *));
    load->clients[load->n_clients++] = c;
    return c;
}

bool cli_load_idle(cli_load *load, size_t n)
{
    for (size_t i = 0; i < n; i++) add_client(load, NULL, 0);
    return run_until(load, &load->n_connected, n);
}

static load_table *add_table(cli_load *load, int n_people, const char *bots)
{
    load_table *t = srv_alloc(sizeof *t);
    load->tables = srv_grow(load->tables, load->n_tables + 1, &load->tables_size, sizeof(load_table *));
    load->tables[load->n_tables++] = t;
    load->ready = srv_grow(load->ready, load->n_tables, &load->ready_size, sizeof(load_table *));
    t->mover = -1;
    t->n_people = n_people;
    t->bots = bots;
    for (int seat = 0; seat < (n_people ? n_people : 1); seat++) t->clients[seat] = add_client(load, t, seat);
    return t;
}

bool cli_load_seat(cli_load *load, size_t tables)
{
    for (size_t i = 0; i < tables; i++) add_table(load, LOAD_SEATS, NULL);
    return run_until(load, &load->n_playing, load->n_tables);
}

bool cli_load_bots(cli_load *load, size_t tables, const char *bots)
{
    for (size_t i = 0; i < tables; i++) add_table(load, 1, bots);
    return run_until(load, &load->n_playing, load->n_tables);
}

bool cli_load_absent(cli_load *load, size_t tables, const char *bots)
{
    add_table(load, 0, bots)->n_more = tables - 1;
    return run_until(load, &load->n_playing, load->n_tables);
}

static void run_for(cli_load *load, double seconds)
{
    load->seconds = seconds;
    load->began = cli_now_s();
    ev_timer_again(load->loop, &load->tick);
    ev_run(load->loop, 0);
    ev_timer_stop(load->loop, &load->tick);
}

bool cli_load_disturb(cli_load *load, const char *table, double seconds, cli_times *pings)
{
    load_client *reader = add_client(load, NULL, 0), *pinger = add_client(load, NULL, 0);
    memset(pings, 0, sizeof *pings);
    if (!run_until(load, &load->n_connected, load->n_connected + 2)) return false;
    load->table = table;
    load->pings = pings;
    load->reader = reader;
    load->pinger = pinger;
    read_again(reader);
    run_for(load, seconds);
    load->reader = load->pinger = NULL;
    return !load->failed;
}

bool cli_load_play(cli_load *load, double seconds, double moves_per_s, cli_load_result *result)
{
    memset(result, 0, sizeof *result);
    load->result = result;
    load->moves_per_s = moves_per_s;
    load->n_sent = 0;
    while (moves_per_s == 0 && load->n_ready) send_move(load, cli_now_s());
    run_for(load, seconds);
    result->seconds = cli_now_s() - load->began;
    load->result = NULL;
    if (load->n_lost) fail(load, "a table did not go on after its server was killed");
    return !load->failed;
}

/* Returns whether one of its people was there. */
static bool note_loss(load_table *t, int node, double killed)
{
    for (int i = 0; i < t->n_people && t->lost == 0; i++)
        if (t->clients[i]->node == node) t->lost = killed;
    return t->lost > 0;
}

void cli_load_lose(cli_load *load, int node, double killed)
{
    load->ports[node] = 0;
    for (size_t i = 0; i < load->n_tables; i++) load->n_lost += note_loss(load->tables[i], node, killed);
}

cli_load *cli_load_new(const int *ports, int n_ports, bool together)
{
    if (sodium_init() < 0) {
        cli_input_error("bench serve: libsodium cannot be initialised");
        return NULL;
    }
    cli_load *load = srv_alloc(sizeof *load);
    memcpy(load->ports, ports, (size_t)n_ports * sizeof *ports);
    load->n_ports = n_ports;
    load->together = together;
    load->loop = ev_loop_new(EVFLAG_AUTO);
    load->buffer = srv_alloc(READ_MAX);
    srv_framer_init(&load->framer, true);
    load->rng = kb_rng_seeded(1);
    kb_setup_default(&load->setup, kb_game_named("intrige"));
    load->setup.seats = LOAD_SEATS;
    ev_timer_init(&load->tick, on_tick, TICK_SECONDS, TICK_SECONDS);
    load->tick.data = load;
    return load;
}

static void free_client(load_client *c)
{
    disconnect_client(c);
    free(c);
}

void cli_load_free(cli_load *load)
{
    for (size_t i = 0; i < load->n_clients; i++) free_client(load->clients[i]);
    for (size_t i = 0; i < load->n_tables; i++) free(load->tables[i]);
    ev_loop_destroy(load->loop);
    srv_framer_free(&load->framer);
    free(load->buffer);
    free(load->clients);
    free(load->tables);
    free(load->ready);
    free(load);
}
