/* commits.c: the end of a turn of the loop: commits to the log, then sends messages. */
#include "commits.h"

#include <stdio.h>
#include <string.h>

void srv_commits_open(srv_commits *commits, srv_parts *parts)
{
    memset(commits, 0, sizeof *commits);
    commits->parts = parts;
}

/* --- waiting for the log ----------------------------------------------------------------------------------- */

/* Stops or restarts clocks, at a few tables per turn: telling everybody at a thousand tables would block the loop. */
static void move_clocks(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    int n = 0;
    bool stop = commits->stopped_ms != 0;
    for (size_t i = 0; commits->are_clocks_due && i < parts->tables.n; i++) {
        srv_table *t = parts->tables.list[i];
        bool is_done = stop == t->room->table->clock_stopped &&
                       (stop || t->room->table->charged_ms >= commits->was_stopped_ms);
        if (!kb_table_has_clock(t->room->table) || is_done) continue;
        if (n++ == SRV_CLOCKS_A_TURN) return;
        srv_before_change(t);
        uint64_t at_ms = stop ? commits->stopped_ms : commits->was_stopped_ms;
        /* An entry cannot be older than the one before it. If somebody has talked since, the clock is not stopped, and when
         * it goes on, nobody is charged for the time since the last move. */
        if (t->room->table->at_ms <= at_ms) srv_room_stop_clock(t->room, at_ms);
        if (!stop) srv_room_go_on(t->room, parts->env.now_ms);
        srv_after_change(parts, t);
    }
    commits->are_clocks_due = false;
}

static void send_message(void *context, srv_connection *to, const char *text, size_t n)
{
    const srv_edge *edge = context;
    edge->send(edge->context, to->visitor.outside, text, n);
}

/* Tells people that the log is stuck, or no longer stuck: a few people per turn, so as not to block the loop. The message
 * depends on nothing in the log, so it is sent at once. */
static void tell_state(srv_commits *commits)
{
    const srv_watch *watch = &commits->parts->watch;
    char text[64];
    int length = snprintf(text, sizeof text, "{\"type\":\"state\",\"state\":\"%s\"}",
                          commits->is_stuck ? "waiting" : "ready");
    int n = 0;
    for (size_t i = 0; commits->is_state_due && i < watch->n; i++) {
        srv_connection *c = watch->connections[i];
        if (c->knows_wait == commits->is_stuck) continue;
        if (n++ == SRV_TOLD_A_TURN) return;
        c->knows_wait = commits->is_stuck;
        send_message(&commits->parts->env.edge, c, text, (size_t)length);
    }
    commits->is_state_due = false;
}

bool srv_commits_want_turn(const srv_commits *commits)
{
    return commits->are_clocks_due || commits->is_state_due;
}

/* At first requests just wait. After SRV_WAIT_MS, or when SRV_WAIT_BYTES of messages are queued, requests are refused and
 * the clocks stop. */
static void wait_for_log(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    uint64_t now_ms = parts->env.now_ms;
    if (!commits->is_waiting) commits->waits_since_ms = commits->began_ms;
    commits->is_waiting = true;
    if (commits->is_stuck) return;
    if (now_ms < commits->waits_since_ms + SRV_WAIT_MS && parts->outbox.text.n < SRV_WAIT_BYTES) return;
    commits->is_stuck = commits->is_state_due = true;
    const char *reason = parts->log->reason[0] ? parts->log->reason : NULL; /* none if it just does not answer */
    srv_env_note(&parts->env, "the log cannot be written, requests are refused until it can", reason);
    if (parts->log->tends)
        return; /* other servers may be able to write; if none is, the first one back corrects the clocks */
    commits->are_clocks_due = true;
    commits->stopped_ms = now_ms;
}

static void go_on(srv_commits *commits)
{
    bool was_stuck = commits->is_stuck;
    commits->is_waiting = commits->is_stuck = false;
    if (!was_stuck) return;
    commits->is_state_due = true;
    srv_env_note(&commits->parts->env, "the log can be written again", NULL);
    if (!commits->parts->log->tends) srv_commits_forgive(commits, commits->stopped_ms);
}

void srv_commits_forgive(srv_commits *commits, uint64_t since_ms)
{
    commits->are_clocks_due = true;
    commits->was_stopped_ms = since_ms;
    commits->stopped_ms = 0;
}

/* --- sending ---------------------------------------------------------------------------------------------- */

void srv_commits_send_answer(srv_commits *commits)
{
    srv_outbox_send_last(&commits->parts->outbox, send_message, &commits->parts->env.edge);
}

/* --- a commit --------------------------------------------------------------------------------------------- */

static void take_answer(void *context, srv_logged answer)
{
    srv_commits *commits = context;
    commits->is_answered = true;
    commits->answer = answer;
}

static void begin(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    commits->is_running = true;
    commits->is_answered = false;
    commits->began_ms = parts->env.now_ms;
    srv_begin_changes(parts);
    srv_outbox_seal(&parts->outbox);
    parts->log->commit(parts->log, take_answer, commits);
}

/* The log dropped the entries of a stream that is damaged. Closes that table. Returns false if the server cannot run
 * without the stream. */
static bool drop_damaged(srv_parts *parts)
{
    const srv_log *log = parts->log;
    if (!strcmp(log->damaged, srv_people_stream)) return false;
    if (!strcmp(log->damaged, srv_index_name)) {
        srv_env_note(&parts->env, "the list of finished games is damaged, start the server with --rebuild",
                     log->reason);
    } else {
        srv_env_note(&parts->env, "a table is closed because its log is damaged", log->reason);
        srv_close_damaged(parts, log->damaged);
    }
    return true;
}

static bool is_away(const srv_log *log)
{
    return log->is_away && log->is_away(log);
}

/* Returns true if there is something to commit again at once. */
static bool end(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    srv_logged answer = commits->answer;
    commits->is_running = commits->is_answered = false;
    if (answer == SRV_LOG_LATER) {
        wait_for_log(commits);
        return false;
    }
    if (answer == SRV_LOG_DAMAGED && drop_damaged(parts)) return true;
    commits->has_failed = answer != SRV_LOGGED && answer != SRV_LOG_TAKEN;
    if (commits->has_failed) return false;
    if (answer == SRV_LOG_TAKEN) {
        commits->n_taken++;
        commits->are_clocks_due |= commits->was_stopped_ms != 0; /* the clocks' entries may have been taken back, too */
        srv_take_back_changes(parts);
    } else {
        commits->n_turns++;
        srv_confirm_changes(parts);
        srv_outbox_send(&parts->outbox, send_message, &parts->env.edge);
    }
    if (commits->is_waiting && !is_away(parts->log)) go_on(commits);
    return false;
}

void srv_commits_end(srv_commits *commits)
{
    if (commits->is_answered) end(commits);
}

bool srv_commits_turn(srv_commits *commits)
{
    srv_commits_end(commits);
    move_clocks(commits);
    for (bool again = !commits->is_running; again && !commits->has_failed;) {
        begin(commits);
        again = commits->is_answered && end(commits);
    }
    bool is_late = commits->is_running && commits->parts->env.now_ms >= commits->began_ms + SRV_WAIT_MS;
    if (is_late || is_away(commits->parts->log)) wait_for_log(commits);
    if (commits->is_stuck || !commits->are_clocks_due)
        tell_state(commits); /* "ready" only after the clocks are right */
    return !commits->has_failed;
}

bool srv_commits_finish(srv_commits *commits)
{
    srv_log *log = commits->parts->log;
    if (commits->is_running && log->wait) log->wait(log);
    bool is_good = srv_commits_turn(commits);
    if (commits->is_running && log->wait) log->wait(log);
    return is_good && (!commits->is_answered || srv_commits_turn(commits));
}
