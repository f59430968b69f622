/* history.c: games that are over. The log's projection has a line about each; a table itself is folded from its entries
 * when somebody wants to see it, and forgotten when nobody has for a while. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

static const char prefix[] = "table:";

void srv_write_stream(const char *id, char stream[SRV_STREAM_MAX + 1])
{
    kb_text text = kb_text_in(stream, SRV_STREAM_MAX + 1);
    kb_put(&text, prefix);
    kb_put_n(&text, id, SRV_TABLE_ID);
}

/* --- what is known of a game that is over ---------------------------------------------------------------- */

void srv_seen_of(const srv_room *room, const char *stream, kb_text *line, uint32_t *people, srv_seen *seen)
{
    kb_putf(line, "{\"table\":\"%s\",", stream + sizeof prefix - 1);
    srv_room_result(room, line);
    kb_put(line, "}");
    *seen = (srv_seen){stream, room->ended_ms, room->is_public, room->host, room->entries[0].id, people,
                       0,      line->at,       line->n};
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (room->seats[seat].person) people[seen->n_people++] = room->seats[seat].person;
}

void srv_see(srv_lobby *lobby, srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    uint32_t people[KB_SEATS_MAX];
    kb_text line = srv_frame_of(lobby);
    srv_seen seen;
    if (t->is_seen || t->room->stage != SRV_OVER) return;
    srv_write_stream(t->id, stream);
    srv_seen_of(t->room, stream, &line, people, &seen);
    lobby->log->see(lobby->log, &seen);
    t->is_seen = true;
}

typedef struct lines {
    kb_text *out;
    int n;
} lines;

static void put_line(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    lines *l = context;
    (void)stream, (void)n;
    kb_put(l->out, l->n++ ? "," : "");
    kb_put_n(l->out, text, bytes);
}

void srv_ask_history(srv_lobby *lobby, const srv_asking *a)
{
    const json_t *of = json_object_get(a->request, "of"), *before = json_object_get(a->request, "before");
    const char *whose = of ? srv_string(a->request, "of", SRV_NAME_MAX) : "me",
               *table = srv_string(a->request, "before", SRV_TABLE_ID);
    bool is_mine = whose && !strcmp(whose, "me");
    char stream[SRV_STREAM_MAX + 1];
    srv_refusal refusal = SRV_DONE;
    if (!is_mine && (!whose || strcmp(whose, "everybody") != 0)) refusal = SRV_E_VALUE;
    if (before && (!table || strlen(table) != SRV_TABLE_ID)) refusal = SRV_E_NO_TABLE;
    if (is_mine && !a->from->person) refusal = SRV_E_NO_NAME;
    if (refusal) {
        srv_post_refusal(lobby, a->from, a->id, refusal);
        return;
    }
    if (before) srv_write_stream(table, stream);
    kb_text text = srv_begin_ok(lobby, a->id);
    lines found = {&text, 0};
    kb_put(&text, ",\"games\":[");
    srv_logged done = lobby->log->seen(lobby->log, is_mine ? a->from->person : 0, before ? stream : NULL,
                                       SRV_GAMES_A_PAGE, put_line, &found);
    refusal = srv_log_refusal(lobby, done);
    if (refusal) {
        srv_post_refusal(lobby, a->from, a->id, refusal);
        return;
    }
    kb_put(&text, "]");
    lobby->work += (uint64_t)found.n;
    srv_end_ok(lobby, a->from, &text);
}

static void copy_id(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)n, (void)text, (void)bytes;
    memcpy(context, stream + sizeof prefix - 1, SRV_TABLE_ID + 1);
}

srv_refusal srv_find_made(srv_lobby *lobby, uint32_t host, const char *request, char id[SRV_TABLE_ID + 1])
{
    id[0] = '\0';
    for (size_t i = 0; i < lobby->n_tables && !id[0]; i++) {
        const srv_table *t = lobby->tables[i];
        if (t->room->host == host && !strcmp(t->room->entries[0].id, request)) memcpy(id, t->id, sizeof t->id);
    }
    return id[0] ? SRV_DONE : srv_log_refusal(lobby, lobby->log->made(lobby->log, host, request, copy_id, id));
}

/* --- reading tables, and forgetting them ----------------------------------------------------------------- */

static srv_table *add_stored(srv_lobby *lobby, const char *id, srv_room *room)
{
    srv_table *t = srv_add_table(lobby, id, room);
    t->n_stored = room->n_entries;
    return t;
}

void srv_free_table(srv_table *t)
{
    srv_room_free(t->room);
    free(t->watchers);
    free(t);
}

static void open_stream(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_lobby *lobby = context;
    (void)n, (void)text, (void)bytes;
    if (strncmp(stream, prefix, sizeof prefix - 1) != 0 || strlen(stream) != sizeof prefix - 1 + SRV_TABLE_ID) return;
    const char *id = stream + sizeof prefix - 1;
    srv_room *room = srv_read_room(lobby, id);
    if (!room) {
        lobby->failed |= lobby->missing == SRV_E_BUSY; /* who starts without it would never know of it */
    } else if (room->stage < SRV_OVER) {
        add_stored(lobby, id, room);
    } else if (room->stage == SRV_EXPIRED) {
        srv_room_free(room);
    } else {
        srv_table over = {.room = room};
        memcpy(over.id, id, SRV_TABLE_ID);
        srv_see(lobby, &over);
        srv_room_free(room);
    }
}

bool srv_open_tables(srv_lobby *lobby)
{
    srv_logged done = lobby->log->unseen(lobby->log, open_stream, lobby);
    if (done == SRV_LOG_DAMAGED) srv_note_log(lobby, "the log is damaged, and names of tables are missing");
    return (done == SRV_LOGGED || done == SRV_LOG_DAMAGED) && !lobby->failed;
}

static bool can_go(const srv_lobby *lobby, const srv_table *t)
{
    return (t->is_seen || t->room->stage == SRV_EXPIRED) && !t->n_watchers && !t->is_news &&
           lobby->now_ms >= t->used_ms + SRV_FORGET_MS;
}

void srv_forget_tables(srv_lobby *lobby)
{
    size_t n = 0;
    if (lobby->is_waiting) return; /* the log may not have them yet */
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_table *t = lobby->tables[i];
        if (can_go(lobby, t)) {
            srv_forget_seats(lobby, t);
            srv_free_table(t);
        } else {
            lobby->tables[n++] = t;
        }
    }
    if (n == lobby->n_tables) return;
    lobby->n_tables = n;
    srv_find_tables_anew(lobby);
}
