/* lobby_log.c: the end of a turn: what happened goes into the log, and what was kept back goes out. Also what becomes of
 * it all when the log cannot be written for a while, or when a part of it is damaged. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

/* --- what is wrong with the log -------------------------------------------------------------------------- */

void srv_note_log(srv_lobby *lobby, const char *what)
{
    char note[512];
    kb_text words = kb_text_in(note, sizeof note);
    kb_putf(&words, "%s: %s", what, lobby->log->reason);
    lobby->edge.note(lobby->edge.context, note);
}

srv_refusal srv_log_refusal(srv_lobby *lobby, srv_logged done)
{
    if (done == SRV_LOGGED) return SRV_DONE;
    if (lobby->now_ms >= lobby->noted_ms + SRV_NOTE_MS) { /* whoever asks may ask often */
        lobby->noted_ms = lobby->now_ms;
        srv_note_log(lobby, "the log cannot be read");
    }
    return done == SRV_LOG_DAMAGED ? SRV_E_DAMAGED : SRV_E_BUSY;
}

/* --- damage is confined to its table ---------------------------------------------------------------------- */

bool srv_is_damaged(const srv_lobby *lobby, const char *id)
{
    for (size_t i = 0; i < lobby->n_damaged; i++)
        if (!sodium_memcmp(lobby->damaged[i], id, SRV_TABLE_ID)) return true;
    return false;
}

void srv_note_damaged(srv_lobby *lobby, const char *id)
{
    lobby->damaged = srv_grow(lobby->damaged, lobby->n_damaged + 1, &lobby->damaged_size, sizeof *lobby->damaged);
    memcpy(lobby->damaged[lobby->n_damaged++], id, SRV_TABLE_ID + 1);
}

/* The id of the request that a message answers; "": it is no answer. */
static void answered_id(const char *text, size_t n, char id[SRV_ID_MAX + 1])
{
    json_t *message = json_loadb(text, n, 0, NULL);
    const char *type = srv_string(message, "type", SRV_NAME_MAX), *answered = srv_string(message, "id", SRV_ID_MAX);
    bool is_answer = type && answered && (!strcmp(type, "ok") || !strcmp(type, "no"));
    kb_text out = kb_text_in(id, SRV_ID_MAX + 1);
    kb_put(&out, is_answer ? answered : "");
    json_decref(message);
}

/* Nothing about the table goes out: it tells of what is not in the log. Whoever asked for it is refused. */
static void take_back(srv_lobby *lobby, const srv_table *t)
{
    for (size_t i = 0, n = lobby->n_outbox; i < n; i++) {
        srv_waiting *message = &lobby->outbox[i];
        char id[SRV_ID_MAX + 1];
        srv_connection *to = message->to;
        if (!to || message->about != t) continue;
        message->to = NULL;
        answered_id(lobby->outbox_text.at + message->from, message->n, id);
        if (*id) srv_post_refusal(lobby, to, id, SRV_E_DAMAGED);
    }
}

static void close_table(srv_lobby *lobby, srv_table *t)
{
    srv_answer why = srv_refuse(SRV_E_DAMAGED);
    while (t->n_watchers) {
        srv_connection *c = t->watchers[--t->n_watchers];
        srv_watching *w = srv_watching_of(c, t);
        *w = c->watched[--c->n_watched];
        kb_text text = srv_frame_of(lobby);
        kb_putf(&text, "{\"type\":\"closed\",\"table\":\"%s\",\"error\":\"%s\",\"sentence\":\"%s\"}", t->id,
                srv_answer_name(&why), srv_answer_sentence(&why));
        srv_post(lobby, c, text.at, text.n);
    }
    srv_post_gone(lobby, t);
}

/* What happened at the table cannot be written down, so it did not happen, and nothing more can. */
static void give_up_table(srv_lobby *lobby, const char *stream)
{
    size_t n = 0;
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_table *t = lobby->tables[i];
        char name[SRV_STREAM_MAX + 1];
        srv_write_stream(t->id, name);
        if (strcmp(name, stream) != 0) {
            lobby->tables[n++] = t;
            continue;
        }
        srv_note_damaged(lobby, t->id);
        take_back(lobby, t);
        close_table(lobby, t);
        srv_forget_seats(lobby, t);
        srv_free_table(t);
    }
    lobby->n_tables = n;
    srv_find_tables_anew(lobby);
}

/* Everything but what cannot be written because its place in the log is damaged. */
static srv_logged commit(srv_lobby *lobby)
{
    srv_log *log = lobby->log;
    srv_logged done;
    while ((done = log->commit(log)) == SRV_LOG_DAMAGED) {
        if (!strcmp(log->damaged, srv_people_stream)) return SRV_LOG_FAILED;
        if (!strcmp(log->damaged, srv_seen_name)) {
            srv_note_log(lobby, "the list of finished games is damaged, start the server with --rebuild");
        } else {
            srv_note_log(lobby, "a table is closed because its log is damaged");
            give_up_table(lobby, log->damaged);
        }
    }
    return done;
}

/* --- when nothing can be written for a while --------------------------------------------------------------- */

static void stop_clocks(srv_lobby *lobby, bool stop)
{
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_table *t = lobby->tables[i];
        srv_listen_for_watchers(t);
        if (stop) {
            srv_room_stop_clock(t->room, lobby->now_ms);
        } else {
            srv_room_go_on(t->room, lobby->now_ms);
        }
        srv_publish(lobby, t);
    }
}

/* For a moment everybody just waits for the answer. Then requests are refused and no clock runs. */
static void wait_for_log(srv_lobby *lobby)
{
    if (!lobby->is_waiting) {
        lobby->is_waiting = true;
        lobby->waits_since_ms = lobby->now_ms;
    }
    if (lobby->is_stuck) return;
    if (lobby->now_ms < lobby->waits_since_ms + SRV_WAIT_MS && lobby->outbox_text.n < SRV_WAIT_BYTES) return;
    lobby->is_stuck = true;
    srv_note_log(lobby, "the log cannot be written, requests are refused until it can");
    stop_clocks(lobby, true);
}

static void go_on(srv_lobby *lobby)
{
    lobby->is_waiting = false;
    if (!lobby->is_stuck) return;
    lobby->is_stuck = false;
    lobby->edge.note(lobby->edge.context, "the log can be written again");
    stop_clocks(lobby, false);
}

bool srv_is_waiting(const srv_lobby *lobby)
{
    return lobby->is_waiting;
}

bool srv_is_stuck(const srv_lobby *lobby)
{
    return lobby->is_stuck;
}

/* --- sending ---------------------------------------------------------------------------------------------- */

/* Sending may end a connection, and that may leave new messages: those are for the next turn. */
static void send_outbox(srv_lobby *lobby)
{
    srv_waiting *outbox = lobby->outbox;
    srv_bytes text = lobby->outbox_text;
    size_t n = lobby->n_outbox;
    lobby->outbox = NULL;
    lobby->n_outbox = lobby->outbox_size = 0;
    memset(&lobby->outbox_text, 0, sizeof lobby->outbox_text);
    for (size_t i = 0; i < n; i++)
        if (outbox[i].to)
            lobby->edge.send(lobby->edge.context, outbox[i].to->visitor.outside, text.at + outbox[i].from, outbox[i].n);
    free(outbox);
    srv_free(&text);
}

void srv_send_last(srv_lobby *lobby)
{
    const srv_waiting *last = &lobby->outbox[lobby->n_outbox - 1];
    lobby->edge.send(lobby->edge.context, last->to->visitor.outside, lobby->outbox_text.at + last->from, last->n);
    lobby->outbox_text.n = last->from;
    lobby->n_outbox--;
}

static void load_on(srv_lobby *lobby)
{
    if (!lobby->n_loading) return;
    uint64_t began_us = srv_begin_hold(lobby);
    srv_load_on(lobby);
    srv_end_hold(lobby, began_us, "reading a table");
}

bool srv_turn(srv_lobby *lobby)
{
    load_on(lobby);
    srv_logged done = lobby->failed ? SRV_LOG_FAILED : commit(lobby);
    if (done == SRV_LOGGED && lobby->is_waiting) {
        go_on(lobby);
        done = commit(lobby);
    }
    if (done == SRV_LOG_LATER) {
        wait_for_log(lobby);
        return true;
    }
    if (done != SRV_LOGGED) {
        lobby->failed = true;
        return false;
    }
    lobby->counts.turns++;
    send_outbox(lobby);
    return true;
}
