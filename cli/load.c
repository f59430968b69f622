/* load.c: many clients of a server at once, on libwebsockets and libev. */
#include "load.h"

#include <ev.h>
#include <libwebsockets.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../core/rng.h"
#include "../server/lobby.h"
#include "cli.h"

enum {
    CONNECTING_MAX = 100, /* handshakes at once */
    AN_ADDRESS = 1000,    /* clients of one address: 127.0.0.1, then 127.0.0.2 …, for a server limits each */
    REQUEST_MAX = 256
};
static const double TICK_SECONDS = 0.001, PATIENCE_SECONDS = 60.0;

struct load_table;

typedef struct load_client {
    cli_load *load;
    struct lws *wsi;
    struct load_table *table; /* NULL: idle */
    int seat;
    uint32_t n_requests;
    srv_bytes in, out; /* out: requests, each closed with a NUL */
    size_t out_done;
    bool has_move; /* move and decision are of the newest view */
    char move[KB_MOVE_TEXT_MAX];
    int decision;
} load_client;

typedef struct load_table {
    char id[SRV_TABLE_ID + 1];
    load_client *clients[LOAD_SEATS];
    int n_named, n_seated;
    bool playing, is_ready;
    /* a move that is under way */
    int mover; /* -1: none */
    bool echoed, acknowledged;
    double due;
} load_table;

struct cli_load {
    int port;
    struct ev_loop *loop;
    struct lws_context *context;
    kb_setup setup;
    kb_rng rng;
    load_client **clients;
    size_t n_clients, clients_size, n_asked, n_connecting, n_connected;
    load_table **tables;
    size_t n_tables, tables_size, n_playing;
    load_table **ready; /* a ring of those where somebody can move */
    size_t first_ready, n_ready;
    ev_timer tick;
    double began, seconds, moves_per_s;
    uint64_t n_sent;
    cli_load_result *result; /* NULL: nobody measures */
    bool failed, closing;
};

static double now_s(void)
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
}

/* --- asking ---------------------------------------------------------------------------------------------- */

static void fail(cli_load *load, const char *what)
{
    if (!load->failed) cli_input_error("bench serve: %s", what);
    load->failed = true;
    ev_break(load->loop, EVBREAK_ALL);
}

/* The first letter of an id says what was asked, for when the answer comes. */
__attribute__((format(printf, 3, 4))) static void ask(load_client *c, char kind, const char *format, ...)
{
    char text[REQUEST_MAX];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"id\":\"%c%u\",", kind, (unsigned)c->n_requests++);
    va_start(args, format);
    n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    srv_add(&c->out, text, (size_t)n + 1);
    lws_callback_on_writable(c->wsi);
}

static void make_ready(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    bool can_move = false;
    for (int i = 0; i < LOAD_SEATS; i++) can_move |= t->clients[i]->has_move;
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
    t->echoed = t->acknowledged = false;
    t->due = due;
    ask(c, 'm', "\"do\":\"move\",\"table\":\"%s\",\"move\":\"%s\",\"decision\":%d}", t->id, c->move, c->decision);
}

/* --- a game at a table ----------------------------------------------------------------------------------- */

static void make_table(load_table *t)
{
    ask(t->clients[0], 'c', "\"do\":\"create\",\"game\":\"%s\",\"players\":%d}",
        kb_game_at(t->clients[0]->load->setup.game)->name, LOAD_SEATS);
}

static void take_table(load_table *t, const char *text)
{
    const char *id = strstr(text, "\"table\":\"");
    if (!id) return;
    memcpy(t->id, id + 9, SRV_TABLE_ID);
    t->n_seated = 0;
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        load_client *c = t->clients[seat];
        ask(c, 'w', "\"do\":\"watch\",\"table\":\"%s\"}", t->id);
        ask(c, 's', "\"do\":\"sit\",\"table\":\"%s\",\"seat\":\"%s\"}", t->id, kb_seat_name(&c->load->setup, seat));
    }
}

static void end_move(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    if (!t->echoed || !t->acknowledged) return;
    t->mover = -1;
    make_ready(t);
    if (load->result && load->moves_per_s == 0 && load->n_ready) send_move(load, now_s());
}

/* The game is over: another one at a table of its own. */
static void leave_table(load_table *t)
{
    cli_load *load = t->clients[0]->load;
    t->playing = false;
    load->n_playing--;
    for (int i = 0; i < LOAD_SEATS; i++) {
        t->clients[i]->has_move = false;
        ask(t->clients[i], 'u', "\"do\":\"unwatch\",\"table\":\"%s\"}", t->id);
    }
    make_table(t);
}

static void take_ok(load_client *c, char kind, const char *text)
{
    cli_load *load = c->load;
    load_table *t = c->table;
    if (kind == 'n' && !t) load->n_connected++;
    if (kind == 'n' && t && ++t->n_named == LOAD_SEATS) make_table(t);
    if (kind == 'c') take_table(t, text);
    if (kind == 's' && ++t->n_seated == LOAD_SEATS)
        ask(t->clients[0], 'b', "\"do\":\"start\",\"table\":\"%s\"}", t->id);
    if (kind == 'b') {
        t->playing = true;
        load->n_playing++;
        make_ready(t);
    }
    if (kind == 'm') {
        t->acknowledged = true;
        if (load->result) {
            load->result->moves++;
            add_time(&load->result->acknowledged, now_s() - t->due);
        }
        end_move(t);
    }
}

/* Too fast is the only refusal that is nobody's mistake: the same again later. */
static void take_no(load_client *c, char kind, const char *text)
{
    if (c->load->result) c->load->result->refused++;
    if (kind != 'm' || !strstr(text, "\"too_fast\"")) {
        fail(c->load, text);
        return;
    }
    c->has_move = true;
    c->table->mover = -1;
    make_ready(c->table);
}

/* One of the legal moves; of a run of sums the least. */
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
        if (c->load->result) add_time(&c->load->result->echo, now_s() - t->due);
        end_move(t);
    }
    make_ready(t);
    if (t->playing && c->seat == 0 && strstr(view, "\"stage\":\"over\"")) leave_table(t);
}

static void take(load_client *c, const char *text)
{
    const char *id = strstr(text, "\"id\":\"");
    if (!strncmp(text, "{\"type\":\"hello\"", 15)) ask(c, 'n', "\"do\":\"name\",\"name\":\"load\"}");
    if (!strncmp(text, "{\"type\":\"ok\"", 12) && id) take_ok(c, id[6], text);
    if (!strncmp(text, "{\"type\":\"no\"", 12) && id) take_no(c, id[6], text);
    if (!strncmp(text, "{\"type\":\"news\"", 14) && c->table) take_news(c, text);
}

/* --- sockets --------------------------------------------------------------------------------------------- */

static void connect_more(cli_load *load)
{
    while (!load->failed && load->n_asked < load->n_clients && load->n_connecting < CONNECTING_MAX) {
        load_client *c = load->clients[load->n_asked];
        char own[32];
        struct lws_client_connect_info info;
        memset(&info, 0, sizeof info);
        snprintf(own, sizeof own, "127.0.0.%d", 1 + (int)(load->n_asked / AN_ADDRESS));
        info.context = load->context;
        info.address = info.host = "127.0.0.1";
        info.port = load->port;
        info.path = "/ws";
        info.iface = own;
        info.local_protocol_name = "load";
        info.userdata = c;
        info.pwsi = &c->wsi;
        load->n_asked++;
        load->n_connecting++;
        lws_client_connect_via_info(&info); /* says by the callback if it cannot */
    }
}

/* Any secret makes a person. */
static int put_secret(unsigned char **at, size_t room)
{
    uint8_t secret[32];
    char value[16 + 2 * sizeof secret] = "Bearer ";
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(value + 7, sizeof value - 7, secret, sizeof secret);
    (void)room;
    int n = snprintf((char *)*at, room, "Authorization: %s\r\n", value);
    *at += n;
    return 0;
}

static int write_out(load_client *c)
{
    unsigned char frame[LWS_PRE + REQUEST_MAX];
    if (c->out_done == c->out.n) return 0;
    size_t n = strlen(c->out.at + c->out_done);
    memcpy(frame + LWS_PRE, c->out.at + c->out_done, n);
    c->out_done += n + 1;
    if (c->out_done == c->out.n) {
        c->out_done = c->out.n = 0;
    } else {
        lws_callback_on_writable(c->wsi);
    }
    return lws_write(c->wsi, frame + LWS_PRE, n, LWS_WRITE_TEXT) < (int)n ? -1 : 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t bytes)
{
    load_client *c = user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return put_secret(in, bytes);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        c->load->n_connecting--;
        connect_more(c->load);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        srv_add(&c->in, in, bytes);
        if (lws_remaining_packet_payload(wsi) || !lws_is_final_fragment(wsi)) return 0;
        take(c, c->in.at);
        c->in.n = 0;
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE: return write_out(c);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: fail(c->load, in ? in : "a client cannot connect"); return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (!c->load->closing) fail(c->load, "the server closed a connection");
        return 0;
    default: return 0;
    }
}

/* --- waiting and playing --------------------------------------------------------------------------------- */

/* Moves whose time has come. They keep their time also where no table could make them before. */
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
    double now = now_s();
    (void)events;
    if (now - load->began >= load->seconds) {
        ev_break(loop, EVBREAK_ALL);
    } else if (load->result && load->moves_per_s > 0) {
        send_due(load, now);
    }
}

static bool run_until(cli_load *load, const size_t *counter, size_t wanted)
{
    size_t before = *counter;
    load->began = now_s();
    load->seconds = PATIENCE_SECONDS;
    connect_more(load);
    ev_timer_again(load->loop, &load->tick);
    while (!load->failed && *counter < wanted && now_s() - load->began < PATIENCE_SECONDS) {
        ev_run(load->loop, EVRUN_ONCE);
        if (*counter != before) load->began = now_s();
        before = *counter;
    }
    ev_timer_stop(load->loop, &load->tick);
    if (*counter < wanted) fail(load, "the server lets nobody in any more");
    return !load->failed;
}

static load_client *add_client(cli_load *load, load_table *table, int seat)
{
    load_client *c = srv_alloc(sizeof *c);
    c->load = load;
    c->table = table;
    c->seat = seat;
    load->clients = srv_grow(load->clients, load->n_clients + 1, &load->clients_size, sizeof(load_client *));
    load->clients[load->n_clients++] = c;
    return c;
}

bool cli_load_idle(cli_load *load, size_t n)
{
    for (size_t i = 0; i < n; i++) add_client(load, NULL, 0);
    return run_until(load, &load->n_connected, n);
}

bool cli_load_seat(cli_load *load, size_t tables)
{
    load->ready = srv_alloc(tables * sizeof(load_table *));
    for (size_t i = 0; i < tables; i++) {
        load_table *t = srv_alloc(sizeof *t);
        load->tables = srv_grow(load->tables, load->n_tables + 1, &load->tables_size, sizeof(load_table *));
        load->tables[load->n_tables++] = t;
        t->mover = -1;
        for (int seat = 0; seat < LOAD_SEATS; seat++) t->clients[seat] = add_client(load, t, seat);
    }
    return run_until(load, &load->n_playing, tables);
}

bool cli_load_play(cli_load *load, double seconds, double moves_per_s, cli_load_result *result)
{
    memset(result, 0, sizeof *result);
    load->result = result;
    load->moves_per_s = moves_per_s;
    load->seconds = seconds;
    load->n_sent = 0;
    load->began = now_s();
    while (moves_per_s == 0 && load->n_ready) send_move(load, load->began);
    ev_timer_again(load->loop, &load->tick);
    ev_run(load->loop, 0);
    ev_timer_stop(load->loop, &load->tick);
    result->seconds = now_s() - load->began;
    load->result = NULL;
    return !load->failed;
}

cli_load *cli_load_new(int port)
{
    static const struct lws_protocols protocols[] = {{"load", callback, 0, 4096, 0, NULL, 0},
                                                     {NULL, NULL, 0, 0, 0, NULL, 0}};
    struct lws_context_creation_info info;
    cli_load *load = srv_alloc(sizeof *load);
    void *loops[1];
    load->port = port;
    load->loop = loops[0] = ev_loop_new(EVFLAG_AUTO);
    load->rng = kb_rng_seeded(1);
    kb_setup_default(&load->setup, kb_game_named("intrige"));
    load->setup.seats = LOAD_SEATS;
    ev_timer_init(&load->tick, on_tick, TICK_SECONDS, TICK_SECONDS);
    load->tick.data = load;
    memset(&info, 0, sizeof info);
    lws_set_log_level(0, NULL);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_DISABLE_IPV6;
    info.foreign_loops = loops;
    info.protocols = protocols;
    load->context = sodium_init() < 0 ? NULL : lws_create_context(&info);
    if (load->context) return load;
    cli_input_error("bench serve: libwebsockets does not start");
    cli_load_free(load);
    return NULL;
}

void cli_load_free(cli_load *load)
{
    load->closing = true;
    if (load->context) lws_context_destroy(load->context);
    ev_loop_destroy(load->loop);
    for (size_t i = 0; i < load->n_clients; i++) {
        srv_free(&load->clients[i]->in);
        srv_free(&load->clients[i]->out);
        free(load->clients[i]);
    }
    for (size_t i = 0; i < load->n_tables; i++) free(load->tables[i]);
    free(load->clients);
    free(load->tables);
    free(load->ready);
    free(load);
}
