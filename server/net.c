/* net.c: the event loop. When there is nothing left to do at once, all changes are committed together, and only then
 * is anything sent. Bots think in threads. */
#include "net.h"

#include <ctype.h>
#include <ev.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "admin.h"
#include "clock.h"
#include "metrics.h"
#include "report.h"
#include "sessions.h"
#include "workers.h"

static const double RETRY_SECONDS = 0.02;    /* between two tries to write the log */
static const double RECONNECT_SECONDS = 0.1; /* between two looks at a log that has no connection */
/* A stop takes at most ten seconds: this, then SRV_WAIT_MS to log that clocks have stopped, then the farewell. */
static const double DRAIN_SECONDS = 6.0;    /* for requests to be answered */
static const double FAREWELL_SECONDS = 2.0; /* for clients to receive the last messages */
enum { NODE_MAX = 96 };

typedef struct net {
    srv_net_options options;
    struct ev_loop *loop;
    srv_sessions sessions;
    srv_log *log;
    srv_lobby *lobby; /* NULL: shutting down */
    ev_prepare prepare;
    ev_idle more;
    ev_signal terminate, interrupt, reload, tell;
    ev_async thought_of;
    ev_timer soon, tick, drain, farewell;
    ev_timer retry; /* the log could not be written */
    ev_io log_io;   /* of a log across a network */
    ev_timer log_soon, renew;
    int status;
    char node[NODE_MAX];
    srv_time time;
    srv_workers *workers;
    srv_admin admin;
    uint32_t simulation_us[SRV_GAMES_MAX];
} net;

/* --- callbacks for the lobby ----------------------------------------------------------------------------- */

static void draw_random(void *context, void *bytes, size_t n)
{
    (void)context;
    randombytes_buf(bytes, n);
}

static uint64_t read_clock_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static srv_time_spent now(void)
{
    return (srv_time_spent){read_clock_us(CLOCK_MONOTONIC), read_clock_us(CLOCK_THREAD_CPUTIME_ID)};
}

static void note(void *context, const char *text)
{
    (void)context;
    srv_report(SRV_WARNING, text, "%s", "");
}

static void send_text(void *context, void *outside, const char *text, size_t n)
{
    (void)context;
    srv_session_send(outside, text, n);
}

/* --- bots ------------------------------------------------------------------------------------------------ */

/* Gives jobs to the threads, and sets the timer for the next deadline. */
static void give_work(net *n)
{
    srv_job job;
    uint64_t now = srv_time_now(&n->time);
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
    while (srv_workers_take(n->workers, &job)) srv_job_done(n->lobby, &job, srv_time_now(&n->time));
}

static void on_soon(struct ev_loop *loop, ev_timer *watcher, int events)
{
    const net *n = watcher->data;
    (void)loop, (void)events;
    srv_play_due(n->lobby, srv_time_now(&n->time));
}

static void wake(void *context)
{
    net *n = context;
    ev_async_send(n->loop, &n->thought_of);
}

/* Unfinished decisions are requested again after the restart. */
static void stop_workers(net *n)
{
    srv_workers_stop(n->workers);
    ev_async_stop(n->loop, &n->thought_of); /* the loop runs on for a while to close connections */
    ev_timer_stop(n->loop, &n->soon);
}

/* --- callbacks for the sessions -------------------------------------------------------------------------- */

static uint64_t sessions_now_ms(void *context)
{
    const net *n = context;
    return srv_time_now(&n->time);
}

static void write_metrics(void *context, srv_bytes *out)
{
    const net *n = context;
    srv_counts counts = srv_lobby_counts(n->lobby);
    srv_traffic traffic = n->sessions.traffic;
    traffic.half_open = n->sessions.n_half_open;
    const srv_node node = {n->node, n->sessions.is_draining};
    srv_write_metrics(&node, &counts, &n->log->commits, &traffic, out);
}

/* --- the operator --------------------------------------------------------------------------------------- */

static void administer(void *context, const char *line, srv_bytes *answer)
{
    const net *n = context;
    srv_lobby_administer(n->lobby, line, srv_time_now(&n->time), answer);
}

static void answer_operator(net *n)
{
    switch (srv_lobby_administered(n->lobby)) {
    case SRV_ADMIN_DONE: srv_admin_flush(&n->admin); break;
    case SRV_ADMIN_TAKEN_BACK: srv_admin_forget(&n->admin); break;
    case SRV_ADMIN_UNSURE: break;
    }
}

/* --- a log across a network ------------------------------------------------------------------------------ */

/* Watches the log's present socket, and for what it wants at present. */
static void watch_log(net *n)
{
    bool wants_write;
    if (!n->log->socket) return;
    int socket = n->log->socket(n->log, &wants_write), events = wants_write ? EV_READ | EV_WRITE : EV_READ;
    bool is_watched = ev_is_active(&n->log_io), is_away = n->log->is_away && n->log->is_away(n->log);
    if ((socket < 0 || is_away) && !ev_is_active(&n->log_soon)) {
        ev_timer_set(&n->log_soon, RECONNECT_SECONDS, 0.0);
        ev_timer_start(n->loop, &n->log_soon);
    }
    bool is_same = is_watched && n->log_io.fd == socket && (n->log_io.events & (EV_READ | EV_WRITE)) == events;
    if (is_same && !is_away) return; /* while it connects, a number may mean another socket than before */
    ev_io_stop(n->loop, &n->log_io);
    if (socket < 0) return;
    ev_io_set(&n->log_io, socket, events);
    ev_io_start(n->loop, &n->log_io);
}

static void on_log(struct ev_loop *loop, ev_io *watcher, int events)
{
    const net *n = watcher->data;
    (void)loop, (void)events;
    n->log->proceed(n->log);
}

static void on_log_soon(struct ev_loop *loop, ev_timer *watcher, int events)
{
    const net *n = watcher->data;
    (void)loop, (void)events;
    n->log->proceed(n->log);
}

/* Of several servers each has to be heard of. All use the time of the log. */
static void on_renew(struct ev_loop *loop, ev_timer *watcher, int events)
{
    net *n = watcher->data;
    (void)loop, (void)events;
    n->log->renew(n->log);
    srv_time_not_before(&n->time, n->log->now_ms(n->log));
}

/* --- the loop -------------------------------------------------------------------------------------------- */

/* The end of a turn: commits changes, sends messages, and gives bots their jobs. */
static void on_prepare(struct ev_loop *loop, ev_prepare *watcher, int events)
{
    net *n = watcher->data;
    (void)events;
    bool has_news = true;
    srv_admin_handle(&n->admin);
    while (has_news) {
        if (!srv_turn(n->lobby)) {
            srv_report(
                SRV_ERROR,
                "the log cannot be written: the server stops, because nothing may be sent that is not in the log",
                "\"reason\":\"%s\"", n->log->reason);
            n->status = 1;
            ev_break(loop, EVBREAK_ALL);
            return;
        }
        has_news = srv_sessions_flush(&n->sessions); /* others are told who has left */
    }
    answer_operator(n);
    if (srv_is_waiting(n->lobby) && !ev_is_active(&n->retry)) {
        ev_timer_set(&n->retry, RETRY_SECONDS, 0.0);
        ev_timer_start(loop, &n->retry);
    }
    watch_log(n);
    give_work(n);
    if (n->sessions.is_draining && !srv_owes_answers(n->lobby)) ev_break(loop, EVBREAK_ALL);
    if (srv_wants_turn(n->lobby)) {
        ev_idle_start(loop, &n->more);
    } else {
        ev_idle_stop(loop, &n->more);
    }
}

/* There is more to do: run the loop again without waiting, after pending input. */
static void on_more(struct ev_loop *loop, ev_idle *watcher, int events)
{
    (void)loop, (void)watcher, (void)events;
}

static void on_tick(struct ev_loop *loop, ev_timer *watcher, int events)
{
    net *n = watcher->data;
    (void)loop, (void)events;
    srv_tick(n->lobby, srv_time_now(&n->time));
    srv_sessions_pulse(&n->sessions);
}

/* The turn that follows writes the log. */
static void on_retry(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop, (void)watcher, (void)events;
}

/* Loses nothing that was acknowledged. */
static void leave_at_once(int number)
{
    (void)number;
    _exit(0);
}

/* Drains: answers what was asked, then ends the loop. A second signal does not wait for that. If the server stops
 * already because its log failed, only the farewell is cut short. */
static void on_end(struct ev_loop *loop, ev_signal *watcher, int events)
{
    net *n = watcher->data;
    (void)events;
    if (!n->lobby) {
        ev_timer_stop(loop, &n->farewell);
        return;
    }
    signal(SIGTERM, leave_at_once);
    signal(SIGINT, leave_at_once);
    srv_report(SRV_INFO, "draining", "\"connections\":%zu", srv_lobby_counts(n->lobby).connections);
    n->sessions.is_draining = true;
    srv_drain(n->lobby);
    ev_timer_start(loop, &n->drain);
}

static void on_drain_end(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)watcher, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

static void on_reload(struct ev_loop *loop, ev_signal *watcher, int events)
{
    net *n = watcher->data;
    (void)loop, (void)events;
    srv_sessions_reload(&n->sessions);
}

/* SIGUSR1: logs a status line. */
static void on_tell(struct ev_loop *loop, ev_signal *watcher, int events)
{
    const net *n = watcher->data;
    (void)loop, (void)events;
    if (!n->lobby) return;
    srv_counts counts = srv_lobby_counts(n->lobby);
    srv_report(SRV_INFO, "status", "\"connections\":%zu,\"half_open\":%zu,\"waiting_bytes\":%zu,\"tables\":%zu",
               counts.connections, n->sessions.n_half_open, n->sessions.traffic.bytes_waiting, counts.tables);
}

static void on_farewell(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)watcher, (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Sends the last messages and a close frame to everybody. Clients that do not receive them in time ask again later. */
static void say_farewell(net *n)
{
    ev_timer_start(n->loop, &n->farewell);
    srv_sessions_farewell(&n->sessions);
    while (!TAILQ_EMPTY(&n->sessions.phases[SRV_CLOSING]) && ev_is_active(&n->farewell)) ev_run(n->loop, EVRUN_ONCE);
    ev_timer_stop(n->loop, &n->farewell);
}

static void watch_loop(net *n)
{
    ev_prepare_init(&n->prepare, on_prepare);
    ev_idle_init(&n->more, on_more);
    ev_signal_init(&n->terminate, on_end, SIGTERM);
    ev_signal_init(&n->interrupt, on_end, SIGINT);
    ev_signal_init(&n->reload, on_reload, SIGHUP);
    ev_signal_init(&n->tell, on_tell, SIGUSR1);
    ev_async_init(&n->thought_of, on_thought);
    ev_timer_init(&n->soon, on_soon, 0.0, 0.0);
    ev_timer_init(&n->retry, on_retry, RETRY_SECONDS, 0.0);
    ev_timer_init(&n->tick, on_tick, 1.0, 1.0);
    ev_timer_init(&n->drain, on_drain_end, DRAIN_SECONDS, 0.0);
    ev_timer_init(&n->farewell, on_farewell, FAREWELL_SECONDS, 0.0);
    ev_init(&n->log_io, on_log);
    ev_timer_init(&n->log_soon, on_log_soon, RECONNECT_SECONDS, 0.0);
    ev_timer_init(&n->renew, on_renew, SRV_RENEW_MS / 1000.0, SRV_RENEW_MS / 1000.0);
    n->renew.data = n->log_io.data = n->log_soon.data = n->terminate.data = n->interrupt.data = n;
    n->prepare.data = n->thought_of.data = n->soon.data = n->tick.data = n->reload.data = n->tell.data = n;
    ev_prepare_start(n->loop, &n->prepare);
    ev_signal_start(n->loop, &n->terminate);
    ev_signal_start(n->loop, &n->interrupt);
    ev_signal_start(n->loop, &n->reload);
    ev_signal_start(n->loop, &n->tell);
    ev_async_start(n->loop, &n->thought_of);
    ev_timer_start(n->loop, &n->tick);
    if (n->log->renew) ev_timer_start(n->loop, &n->renew);
}

/* The name in metrics and log lines: the same after a restart, and another one for each server of a machine. */
static void name_node(net *n)
{
    const srv_sessions *all = &n->sessions;
    char host[HOST_NAME_MAX + 1] = "";
    if (gethostname(host, sizeof host - 1)) host[0] = '\0';
    for (char *at = host; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-._", *at)) *at = '-';
    if (n->options.node) {
        snprintf(n->node, sizeof n->node, "%s", n->options.node);
    } else {
        snprintf(n->node, sizeof n->node, "%s:%d", host, all->listeners[all->n_listeners - 1].port);
    }
}

int srv_net_run(const srv_net_options *options, srv_log *log)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    net *n = srv_alloc(sizeof *n);
    srv_edge edge = {.context = n,
                     .send = send_text,
                     .random = draw_random,
                     .note = note,
                     .bot_wait_ms = options->bot_wait_ms,
                     .threads = srv_workers_wanted(),
                     .simulation_us = n->simulation_us,
                     .now = now,
                     .people_an_address = options->people_an_address,
                     .tables_an_address = options->tables_an_address};
    const srv_sessions_edge sessions_edge = {n, sessions_now_ms, write_metrics};
    srv_measure_simulations(n->simulation_us);
    n->options = *options;
    n->log = log;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: treated like a full disk */
    signal(SIGHUP, SIG_IGN);  /* until the loop handles them */
    signal(SIGUSR1, SIG_IGN);
    n->time = srv_time_start(&srv_real_clocks);
    if (log->now_ms) srv_time_set(&n->time, log->now_ms(log));
    n->lobby = srv_lobby_open(log, &edge, srv_time_now(&n->time), &why);
    if (!n->lobby) {
        fprintf(stderr, "kickback serve: %s\n", reason);
        free(n);
        return 1;
    }
    srv_time_not_before(&n->time, srv_lobby_now(n->lobby));
    n->loop = ev_loop_new(EVFLAG_AUTO);
    watch_loop(n);
    n->workers = srv_workers_start(edge.threads + SRV_TALK_THREADS, wake, n);
    n->sessions.lobby = n->lobby;
    n->admin.context = n;
    n->admin.handle = administer;
    if (options->admin) srv_admin_open(&n->admin, n->loop, options->admin);
    n->status = srv_sessions_open(&n->sessions, &n->options, &sessions_edge, n->loop) ? 0 : 1;
    srv_counts counts = srv_lobby_counts(n->lobby);
    if (!n->status) {
        name_node(n);
        srv_report(SRV_INFO, "started",
                   "\"version\":\"" KICKBACK_VERSION "\",\"node\":\"%s\",\"tables\":%zu,\"people\":%zu", n->node,
                   counts.tables, counts.people);
        if (log->lost)
            srv_report(SRV_WARNING, "the end of the log is missing: entries that were written are not there any more",
                       "\"at_least\":%llu", (unsigned long long)log->lost);
        ev_run(n->loop, 0);
    }
    srv_admin_close(&n->admin);
    stop_workers(n);
    counts = srv_lobby_counts(n->lobby);
    srv_lobby_close(n->lobby, n->status == 0, srv_time_now(&n->time));
    n->lobby = n->sessions.lobby = NULL;
    ev_prepare_stop(n->loop, &n->prepare);
    ev_timer_stop(n->loop, &n->tick);
    ev_timer_stop(n->loop, &n->renew);
    ev_timer_stop(n->loop, &n->drain);
    ev_io_stop(n->loop, &n->log_io);
    ev_timer_stop(n->loop, &n->log_soon);
    say_farewell(n);
    srv_sessions_free(&n->sessions);
    ev_loop_destroy(n->loop);
    int status = n->status;
    if (!status)
        srv_report(SRV_INFO, "stopped", "\"requests\":%llu,\"moves\":%llu", (unsigned long long)counts.requests,
                   (unsigned long long)counts.moves);
    free(n);
    return status;
}
