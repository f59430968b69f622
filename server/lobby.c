/* lobby.c: the server without its sockets: opens the parts, passes on input, and does what is due. */
#include "lobby.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "commits.h"
#include "follow.h"
#include "handlers.h"
#include "here.h"
#include "holds.h"
#include "requests.h"
#include "strangers.h"

struct srv_lobby {
    srv_parts parts;
    srv_requests requests;
    srv_commits commits;
    srv_holds holds;
    bool is_draining;
    uint64_t n_committed; /* number of entries at the last commit */
    uint64_t n_confirmed,
        n_taken;     /* commits that succeeded and that were taken back, as far as settle has handled them */
    bool is_redoing; /* a commit was taken back: other writers' entries are read before anything is decided */
    uint64_t redoing_since_ms;
    bool is_tick_due, is_list_due; /* to be done as soon as no commit runs */
    srv_administered administered;
    uint64_t n_shares; /* changes of which tables this server looks after, as far as take_over has handled them */
};

/* --- opening and closing --------------------------------------------------------------------------------- */

srv_lobby *srv_lobby_open(srv_log *log, const srv_edge *edge, uint64_t now_ms, kb_text *why)
{
    srv_lobby *lobby = srv_alloc(sizeof *lobby);
    if (!srv_parts_open(&lobby->parts, log, edge, now_ms, why)) {
        free(lobby);
        return NULL;
    }
    lobby->n_shares = log->n_shares;
    srv_follow_open(&lobby->parts);
    srv_requests_open(&lobby->requests, &lobby->parts);
    srv_commits_open(&lobby->commits, &lobby->parts);
    if (!srv_commits_finish(&lobby->commits)) {
        kb_putf(why, "the log cannot be written: %s", log->reason);
        srv_lobby_close(lobby, false, now_ms);
        return NULL;
    }
    log->wait_ms = 0; /* from now on nothing waits for another program */
    return lobby;
}

void srv_lobby_close(srv_lobby *lobby, bool stop, uint64_t now_ms)
{
    srv_parts *parts = &lobby->parts;
    parts->log->wait_ms = stop ? SRV_WAIT_MS : 0;
    bool is_last = stop &&
                   (!parts->log->leave || parts->log->leave(parts->log)); /* clocks run while other servers are there */
    for (size_t i = 0; is_last && i < parts->tables.n; i++) {
        srv_room_stop_clock(parts->tables.list[i]->room, now_ms);
        srv_after_change(parts, parts->tables.list[i]);
    }
    if (stop) srv_commits_finish(&lobby->commits);
    srv_requests_close(&lobby->requests);
    srv_parts_close(parts);
    free(lobby);
}

void srv_drain(srv_lobby *lobby)
{
    lobby->is_draining = true;
}

bool srv_owes_answers(const srv_lobby *lobby)
{
    const srv_parts *parts = &lobby->parts;
    const srv_proofs *proofs = &parts->jobs.proofs;
    return lobby->requests.queue.n || srv_requests_wait(&lobby->requests) || proofs->n_waiting || proofs->n_proving ||
           parts->outbox.n || lobby->commits.is_running;
}

uint64_t srv_lobby_now(const srv_lobby *lobby)
{
    return lobby->parts.env.now_ms;
}

/* --- connections ----------------------------------------------------------------------------------------- */

/* If other servers have written something, it is read before anything new is decided. */
static void let_follow(srv_lobby *lobby)
{
    if (lobby->parts.n_behind || lobby->parts.is_lost) lobby->requests.is_queueing = true;
}

srv_connection *srv_connect(srv_lobby *lobby, const srv_visitor *visitor, const srv_secret *secret, uint64_t now_ms)
{
    srv_parts *parts = &lobby->parts;
    srv_secret hash = srv_hash_of(secret->at, sizeof secret->at);
    if (lobby->commits.is_stuck) return NULL;
    srv_env_set_time(&parts->env, now_ms);
    uint32_t person = srv_person_of_key(&parts->people, &hash);
    srv_connection *c = srv_watch_connect(&parts->watch, visitor, &hash, person);
    let_follow(lobby);
    if (c) srv_requests_greet(&lobby->requests, c);
    return c;
}

bool srv_renew_secret(srv_lobby *lobby, srv_secret *secret, const char *token, size_t n, uint64_t now_ms)
{
    srv_secret before = srv_hash_of(secret->at, sizeof secret->at);
    if (n != SRV_TOKEN) return false;
    srv_secret next = srv_next_secret(&before, token, n);
    srv_secret hash = srv_hash_of(next.at, sizeof next.at);
    srv_env_set_time(&lobby->parts.env, now_ms);
    bool is_waited_for = srv_person_of_link(&lobby->parts.people, &hash, lobby->parts.env.now_ms);
    if (is_waited_for) *secret = next;
    sodium_memzero(&next, sizeof next);
    return is_waited_for;
}

void srv_disconnect(srv_lobby *lobby, srv_connection *c)
{
    srv_requests_forget(&lobby->requests, c);
    lobby->parts.outbox.is_sure = true;
    srv_watch_disconnect(&lobby->parts.watch, c);
    lobby->parts.outbox.is_sure = false;
}

void srv_receive(srv_lobby *lobby, srv_connection *c, const char *text, size_t n, uint64_t now_ms)
{
    srv_env *env = &lobby->parts.env;
    srv_time_spent began = srv_hold_begin(env);
    srv_env_set_time(env, now_ms);
    let_follow(lobby);
    const char *what = srv_requests_receive(&lobby->requests, c, text, n, lobby->commits.is_stuck);
    if (lobby->commits.is_stuck) srv_commits_send_answer(&lobby->commits);
    srv_hold_end(&lobby->holds, env, began, what);
}

void srv_lobby_administer(srv_lobby *lobby, const char *line, uint64_t now_ms, srv_bytes *answer)
{
    static const char busy[] = "no: the server is waiting for its log; try again\n";
    srv_env_set_time(&lobby->parts.env, now_ms);
    if (lobby->commits.is_waiting) {
        srv_add(answer, busy, sizeof busy - 1);
        return;
    }
    let_follow(lobby);
    if (lobby->requests.is_queueing) return;
    srv_administer(&lobby->parts, line, answer);
    lobby->administered = SRV_ADMIN_UNSURE;
}

srv_administered srv_lobby_administered(const srv_lobby *lobby)
{
    return lobby->administered;
}

/* --- turns ----------------------------------------------------------------------------------------------- */

/* Reads on in a table that is being loaded. */
static void load_on(srv_lobby *lobby)
{
    srv_parts *parts = &lobby->parts;
    srv_loaded loaded;
    if (!parts->tables.n_loading) return;
    srv_time_spent began = srv_hold_begin(&parts->env);
    if (srv_tables_load_on(&parts->tables, &loaded)) {
        if (loaded.missing) srv_forget_behind(parts, loaded.id);
        srv_requests_go_on(&lobby->requests, &loaded);
    }
    srv_hold_end(&lobby->holds, &parts->env, began, "reading a table");
}

static void retry(srv_lobby *lobby)
{
    const srv_env *env = &lobby->parts.env;
    if (!srv_requests_wait(&lobby->requests) && !lobby->requests.queue.n) return;
    srv_time_spent began = srv_hold_begin(env);
    srv_requests_handle_queue(&lobby->requests);
    srv_requests_retry(&lobby->requests);
    srv_hold_end(&lobby->holds, env, began, "requests that waited");
}

/* Requests are done with when their commit has succeeded. If it was taken back, they are queued again. */
static void settle(srv_lobby *lobby)
{
    const srv_commits *commits = &lobby->commits;
    srv_requests *requests = &lobby->requests;
    if (commits->n_turns != lobby->n_confirmed) {
        srv_requests_confirm(requests);
        if (lobby->administered == SRV_ADMIN_UNSURE) lobby->administered = SRV_ADMIN_DONE;
    }
    if (commits->n_taken != lobby->n_taken) {
        if (lobby->administered == SRV_ADMIN_UNSURE) lobby->administered = SRV_ADMIN_TAKEN_BACK;
        srv_requests_queue_again(requests);
        lobby->is_redoing = true;
        lobby->redoing_since_ms = lobby->parts.env.now_ms;
    }
    lobby->n_confirmed = commits->n_turns;
    lobby->n_taken = commits->n_taken;
    requests->is_queueing = commits->is_running || lobby->is_redoing;
}

/* Messages about the lobby's list are never taken back, so they are written only while everything is durable. */
static void tell_lobby(srv_lobby *lobby)
{
    srv_parts *parts = &lobby->parts;
    if (!lobby->is_list_due || lobby->commits.is_running || !srv_is_all_durable(parts)) return;
    srv_time_spent began = srv_hold_begin(&parts->env);
    lobby->is_list_due = false;
    parts->outbox.is_sure = true;
    srv_list_tell(&parts->list);
    parts->outbox.is_sure = false;
    srv_hold_end(&lobby->holds, &parts->env, began, "telling the lobby");
}

/* Reads what other servers wrote, but only while nothing is undecided: messages about it are never taken back, and must not
 * reach somebody whose watch or login is taken back with the next commit. let_follow queues requests, so that such a moment
 * comes. After a commit was taken back, its requests wait for this, but at most SRV_WAIT_MS. */
static void follow(srv_lobby *lobby)
{
    srv_parts *parts = &lobby->parts;
    if (lobby->requests.answered.n || !srv_is_all_durable(parts)) return;
    bool is_there = srv_follow_on(parts);
    if (!lobby->is_redoing) return;
    if (!is_there && parts->env.now_ms < lobby->redoing_since_ms + SRV_WAIT_MS) return;
    lobby->is_redoing = lobby->requests.is_queueing = false;
}

/* After a server has come or gone: asks for the decisions at tables that this server looks after now, and drops those at
 * tables that others look after. */
static void take_over(srv_lobby *lobby)
{
    srv_parts *parts = &lobby->parts;
    srv_log *log = parts->log;
    if (lobby->n_shares == log->n_shares) return;
    lobby->n_shares = log->n_shares;
    if (log->untended_since_ms) srv_commits_forgive(&lobby->commits, log->untended_since_ms);
    log->untended_since_ms = 0;
    for (size_t i = 0; i < parts->tables.n; i++) srv_after_change(parts, parts->tables.list[i]);
}

static void send_refusal(void *context)
{
    srv_commits_send_answer(context);
}

/* A turn in which nothing happened is not measured: it would make the average look better than it is. */
static bool commit(srv_lobby *lobby)
{
    const srv_parts *parts = &lobby->parts;
    uint64_t n_written = parts->n_entries + parts->people.n_written;
    bool is_busy = n_written != lobby->n_committed || parts->outbox.n || srv_commits_want_turn(&lobby->commits);
    srv_time_spent began = srv_hold_begin(&parts->env);
    bool is_good = srv_commits_turn(&lobby->commits);
    settle(lobby);
    if (lobby->commits.is_stuck) srv_requests_refuse_undecided(&lobby->requests, send_refusal, &lobby->commits);
    if (is_busy) srv_hold_end(&lobby->holds, &parts->env, began, "a commit");
    lobby->n_committed = n_written;
    return is_good;
}

/* Expires tables that have not started and that nobody is at. Started games do not expire. */
static void expire_tables(srv_parts *parts)
{
    for (size_t i = 0; i < parts->tables.n; i++) {
        srv_table *t = parts->tables.list[i];
        const srv_room *room = t->room;
        bool is_quick = room->table->rules.is_public && room->table->rules.clock != KB_CLOCK_CORRESPONDENCE;
        uint64_t last = t->used_ms > room->table->at_ms ? t->used_ms : room->table->at_ms;
        if (room->table->stage != KB_GATHERING || t->watchers.n || !srv_tends(parts, t)) continue;
        if (parts->env.now_ms < last + (uint64_t)(is_quick ? SRV_EXPIRE_MS : SRV_EXPIRE_LONG_MS)) continue;
        srv_room_expire(t->room, parts->env.now_ms);
        srv_after_change(parts, t);
    }
}

static void tick(srv_lobby *lobby)
{
    srv_parts *parts = &lobby->parts;
    lobby->is_tick_due = false;
    expire_tables(parts);
    srv_forget_strangers(parts);
    srv_close_faulty(parts);
    if (!lobby->commits.is_waiting)
        srv_forget_idle(parts); /* otherwise the log may not have all of their entries yet */
    lobby->is_list_due = true;
}

void srv_tick(srv_lobby *lobby, uint64_t now_ms)
{
    srv_env *env = &lobby->parts.env;
    srv_time_spent began = srv_hold_begin(env);
    srv_env_set_time(env, now_ms);
    lobby->is_tick_due = lobby->requests.is_queueing;
    if (!lobby->is_tick_due) tick(lobby);
    srv_here_tell(&lobby->parts);
    srv_hold_end(&lobby->holds, env, began, "expiring tables");
    tell_lobby(lobby);
}

bool srv_turn(srv_lobby *lobby)
{
    srv_commits_end(&lobby->commits);
    settle(lobby);
    tell_lobby(lobby);
    load_on(lobby);
    if (!lobby->commits.is_running) follow(lobby);
    if (!lobby->requests.is_queueing) {
        take_over(lobby);
        retry(lobby);
        if (lobby->is_tick_due) tick(lobby);
    }
    return commit(lobby);
}

bool srv_is_waiting(const srv_lobby *lobby)
{
    return lobby->commits.is_waiting;
}

bool srv_is_stuck(const srv_lobby *lobby)
{
    return lobby->commits.is_stuck;
}

bool srv_is_up_to_date(const srv_lobby *lobby)
{
    return !lobby->parts.n_behind && !lobby->parts.is_lost && !lobby->is_redoing;
}

bool srv_wants_turn(const srv_lobby *lobby)
{
    return srv_tables_want_turn(&lobby->parts.tables) || srv_requests_want_turn(&lobby->requests) ||
           srv_commits_want_turn(&lobby->commits) || (lobby->requests.queue.n && !lobby->requests.is_queueing) ||
           (lobby->is_list_due && !lobby->commits.is_running && srv_is_all_durable(&lobby->parts));
}

/* --- jobs ------------------------------------------------------------------------------------------------ */

/* Nothing is decided while the log cannot be written, because the decision could not be logged. */
bool srv_next_job(srv_lobby *lobby, srv_job *job, uint64_t now_ms)
{
    srv_env_set_time(&lobby->parts.env, now_ms);
    return !lobby->commits.is_waiting && srv_jobs_next(&lobby->parts.jobs, job);
}

/* Whether the server may make decisions of its own now, such as a bot's move. */
static bool may_decide(const srv_lobby *lobby)
{
    return !lobby->commits.is_waiting && !lobby->requests.is_queueing && !lobby->is_draining;
}

static void play(srv_lobby *lobby, const srv_decision *d)
{
    srv_parts *parts = &lobby->parts;
    srv_table *t = d->table;
    srv_time_spent began = srv_hold_begin(&parts->env);
    srv_before_change(t);
    uint64_t now_ms = parts->env.now_ms;
    switch (d->kind) {
    case SRV_DECIDES_MOVE: srv_room_bot_moves(t->room, now_ms, d->seat, d->made, d->move, d->words); break;
    case SRV_DECIDES_PASS: srv_room_pass(t->room, now_ms, d->seat, d->made); break;
    case SRV_DECIDES_ANSWER: srv_room_bot_answers(t->room, now_ms, d->seat, d->made, d->reply); break;
    case SRV_DECIDES_OFFER:
        if (d->reply) srv_room_bot_offers(t->room, now_ms, d->seat, &d->reply->counter);
        break;
    case SRV_DECIDES_REPLY:
        if (d->reply) srv_room_bot_replies(t->room, now_ms, d->seat, d->made, d->reply);
        break;
    }
    free(d->reply);
    srv_after_change(parts, t);
    srv_hold_end(&lobby->holds, &parts->env, began, "a decision of the server");
}

void srv_play_due(srv_lobby *lobby, uint64_t now_ms)
{
    srv_parts *parts = &lobby->parts;
    srv_proving lost;
    srv_decision decision;
    srv_env_set_time(&parts->env, now_ms);
    if (!may_decide(lobby)) return;
    while (srv_proofs_take_late(&parts->jobs.proofs, parts->env.now_ms, &lost)) {
        parts->jobs.n_lost++;
        srv_requests_end_proof(&lobby->requests, &lost, NULL);
    }
    srv_jobs_give_up_late(&parts->jobs);
    while (srv_jobs_take_due(&parts->jobs, &decision)) {
        if (srv_tends(parts, decision.table)) {
            play(lobby, &decision);
        } else {
            free(decision.reply);
        }
    }
}

void srv_job_done(srv_lobby *lobby, const srv_job *job, uint64_t now_ms)
{
    srv_parts *parts = &lobby->parts;
    srv_proving proving;
    srv_env_set_time(&parts->env, now_ms);
    if (job->proof.connection && srv_proofs_take(&parts->jobs.proofs, job->number, &proving))
        srv_requests_end_proof(&lobby->requests, &proving, &job->proof);
    srv_jobs_done(&parts->jobs, job);
    srv_play_due(lobby, now_ms);
}

uint64_t srv_next_ms(const srv_lobby *lobby)
{
    return may_decide(lobby) ? srv_jobs_next_ms(&lobby->parts.jobs) : UINT64_MAX;
}

/* --- reports --------------------------------------------------------------------------------------------- */

const srv_room *srv_lobby_table(const srv_lobby *lobby, const char *id)
{
    const srv_table *table = srv_tables_in_memory(&lobby->parts.tables, id);
    return table ? table->room : NULL;
}

srv_room *srv_lobby_room(srv_lobby *lobby, const char *id)
{
    srv_tables *tables = &lobby->parts.tables;
    srv_found found = srv_tables_find(tables, id);
    for (; found.is_loading; found = srv_tables_find(tables, id)) load_on(lobby);
    return found.table ? found.table->room : NULL;
}

srv_counts srv_lobby_counts(const srv_lobby *lobby)
{
    const srv_parts *parts = &lobby->parts;
    srv_counts counts = {.people = parts->people.n,
                         .tables = parts->tables.n,
                         .connections = parts->watch.n,
                         .requests = lobby->requests.n_received,
                         .entries = parts->n_entries + parts->people.n_written,
                         .moves = parts->n_moves,
                         .turns = lobby->commits.n_turns,
                         .jobs_waiting = srv_jobs_waiting(&parts->jobs),
                         .jobs_lowered = parts->jobs.n_lowered,
                         .job_waits = parts->jobs.waits,
                         .jobs_lost = parts->jobs.n_lost,
                         .work = lobby->requests.work,
                         .holds = lobby->holds.delays,
                         .longest_hold_us = lobby->holds.longest_us,
                         .longest_hold_cpu_us = lobby->holds.longest_cpu_us,
                         .long_holds = lobby->holds.n_long};
    for (size_t i = 0; i < parts->tables.n; i++) counts.stages[parts->tables.list[i]->room->table->stage]++;
    memcpy(counts.refused, parts->outbox.refused, sizeof counts.refused);
    return counts;
}
