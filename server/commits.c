/* commits.c: the end of a turn: what happened goes into the log, and then the messages that wait for it are sent. */
#include "commits.h"

#include <string.h>

void srv_commits_open(srv_commits *commits, srv_parts *parts)
{
    memset(commits, 0, sizeof *commits);
    commits->parts = parts;
}

/* Everything but what cannot be written because its place in the log is damaged. */
static srv_logged commit(srv_parts *parts)
{
    srv_log *log = parts->log;
    srv_logged done;
    while ((done = log->commit(log)) == SRV_LOG_DAMAGED) {
        if (!strcmp(log->damaged, srv_people_stream)) return SRV_LOG_FAILED;
        if (!strcmp(log->damaged, srv_seen_name)) {
            srv_env_note(&parts->env, "the list of finished games is damaged, start the server with --rebuild",
                         log->reason);
        } else {
            srv_env_note(&parts->env, "a table is closed because its log is damaged", log->reason);
            srv_close_damaged(parts, log->damaged);
        }
    }
    return done;
}

/* --- when nothing can be written for a while --------------------------------------------------------------- */

static void stop_clocks(srv_parts *parts, bool stop)
{
    for (size_t i = 0; i < parts->tables.n; i++) {
        srv_table *t = parts->tables.list[i];
        srv_before_change(t);
        if (stop) {
            srv_room_stop_clock(t->room, parts->env.now_ms);
        } else {
            srv_room_go_on(t->room, parts->env.now_ms);
        }
        srv_after_change(parts, t);
    }
}

/* For a moment everybody just waits for their answer. Then requests are refused and the clocks stop. */
static void wait_for_log(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    uint64_t now_ms = parts->env.now_ms;
    if (!commits->is_waiting) commits->waits_since_ms = now_ms;
    commits->is_waiting = true;
    if (commits->is_stuck) return;
    if (now_ms < commits->waits_since_ms + SRV_WAIT_MS && parts->outbox.text.n < SRV_WAIT_BYTES) return;
    commits->is_stuck = true;
    srv_env_note(&parts->env, "the log cannot be written, requests are refused until it can", parts->log->reason);
    stop_clocks(parts, true);
}

static void go_on(srv_commits *commits)
{
    commits->is_waiting = false;
    if (!commits->is_stuck) return;
    commits->is_stuck = false;
    srv_env_note(&commits->parts->env, "the log can be written again", NULL);
    stop_clocks(commits->parts, false);
}

/* --- sending ---------------------------------------------------------------------------------------------- */

static void send_message(void *context, srv_connection *to, const char *text, size_t n)
{
    const srv_edge *edge = context;
    edge->send(edge->context, to->visitor.outside, text, n);
}

void srv_commits_send_answer(srv_commits *commits)
{
    srv_outbox_send_last(&commits->parts->outbox, send_message, &commits->parts->env.edge);
}

bool srv_commits_turn(srv_commits *commits)
{
    srv_parts *parts = commits->parts;
    srv_logged done = commits->has_failed ? SRV_LOG_FAILED : commit(parts);
    if (done == SRV_LOGGED && commits->is_waiting) {
        go_on(commits);
        done = commit(parts);
    }
    if (done == SRV_LOG_LATER) {
        wait_for_log(commits);
        return true;
    }
    commits->has_failed = done != SRV_LOGGED;
    if (commits->has_failed) return false;
    commits->n_turns++;
    srv_outbox_send(&parts->outbox, send_message, &parts->env.edge);
    return true;
}
