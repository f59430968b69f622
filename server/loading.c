/* loading.c: tables that are not in memory. A short log is read at once. A long one is read a part in each turn of the
 * loop, so that nobody else waits for it; requests about the table are put aside meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

static void read_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_loading *l = context;
    (void)stream;
    if (!l->wrong && !srv_room_fold(l->room, text, bytes)) l->wrong = n;
    l->n_read = n;
}

/* Reads up to that entry, and says whether there is no more to read. */
static bool read_up_to(srv_lobby *lobby, srv_loading *l, uint64_t to)
{
    char stream[SRV_STREAM_MAX + 1];
    srv_write_stream(l->id, stream);
    l->logged = lobby->log->read(lobby->log, stream, l->n_read + 1, to, read_entry, l);
    return l->logged != SRV_LOGGED || l->wrong || l->n_read < to;
}

/* NULL: lobby->missing says why. A table whose log is damaged, or has an entry that does not fit, is noted once. */
static srv_room *finish(srv_lobby *lobby, const srv_loading *l)
{
    bool is_read = l->logged == SRV_LOGGED, is_damaged = l->logged == SRV_LOG_DAMAGED || (is_read && l->wrong);
    if (is_read && !l->wrong && l->room->n_entries) return l->room;
    if (is_damaged) {
        char note[512];
        kb_text words = kb_text_in(note, sizeof note);
        kb_putf(&words, "a table is left out because its log is damaged after entry %lld: %s",
                (long long)l->room->n_entries, l->wrong ? "the next one does not fit" : lobby->log->reason);
        lobby->edge.note(lobby->edge.context, note);
        srv_note_damaged(lobby, l->id);
    }
    lobby->missing = is_damaged ? SRV_E_DAMAGED : is_read ? SRV_E_NO_TABLE : srv_log_refusal(lobby, l->logged);
    srv_room_free(l->room);
    return NULL;
}

srv_room *srv_read_room(srv_lobby *lobby, const char *id)
{
    srv_loading l = {.room = srv_room_new()};
    memcpy(l.id, id, SRV_TABLE_ID);
    read_up_to(lobby, &l, SRV_TO_END);
    return finish(lobby, &l);
}

static srv_table *add_loaded(srv_lobby *lobby, const char *id, srv_room *room)
{
    srv_table *t = srv_add_table(lobby, id, room);
    t->n_stored = room->n_entries;
    t->is_seen = true;
    srv_note_line(lobby, t);
    t->is_news = false; /* the lobby has not shown it for long */
    return t;
}

static srv_loading *loading_of(srv_lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->n_loading; i++)
        if (!sodium_memcmp(lobby->loading[i].id, id, SRV_TABLE_ID)) return &lobby->loading[i];
    return NULL;
}

srv_table *srv_load_table(srv_lobby *lobby, const char *id)
{
    if (loading_of(lobby, id) || lobby->n_loading == SRV_LOADING_MAX) return NULL;
    if (srv_is_damaged(lobby, id)) {
        lobby->missing = SRV_E_DAMAGED;
        return NULL;
    }
    srv_loading *l = &lobby->loading[lobby->n_loading];
    memset(l, 0, sizeof *l);
    memcpy(l->id, id, SRV_TABLE_ID);
    l->room = srv_room_new();
    if (!read_up_to(lobby, l, SRV_LOAD_ENTRIES)) {
        lobby->n_loading++;
        return NULL;
    }
    lobby->work += l->n_read;
    srv_room *room = finish(lobby, l);
    return room ? add_loaded(lobby, id, room) : NULL;
}

/* --- requests that wait ---------------------------------------------------------------------------------- */

bool srv_put_aside(srv_lobby *lobby, const srv_asking *a, const char *id)
{
    if (!id || strlen(id) != SRV_TABLE_ID) return false;
    bool is_loading = loading_of(lobby, id);
    if (!is_loading && lobby->n_loading < SRV_LOADING_MAX) return false;
    if (!is_loading || a->from->n_aside == SRV_ASIDE_MAX) {
        srv_post_refusal(lobby, a->from, a->id, SRV_E_TOO_FAST);
        return true;
    }
    lobby->aside = srv_grow(lobby->aside, lobby->n_aside + 1, &lobby->aside_size, sizeof *lobby->aside);
    srv_aside *aside = &lobby->aside[lobby->n_aside++];
    memcpy(aside->table, id, SRV_TABLE_ID + 1);
    aside->from = a->from;
    aside->what = a->what;
    aside->request = json_deep_copy(a->request);
    a->from->n_aside++;
    return true;
}

static srv_aside take_out(srv_lobby *lobby, size_t i)
{
    srv_aside aside = lobby->aside[i];
    memmove(&lobby->aside[i], &lobby->aside[i + 1], (--lobby->n_aside - i) * sizeof aside);
    aside.from->n_aside--;
    return aside;
}

void srv_forget_aside(srv_lobby *lobby, const srv_connection *from)
{
    for (size_t i = lobby->n_aside; i-- > 0;)
        if (lobby->aside[i].from == from) json_decref(take_out(lobby, i).request);
}

/* Whoever waited longest pays for the reading. */
static void answer_aside(srv_lobby *lobby, const srv_loading *l, bool is_there)
{
    lobby->work = l->n_read;
    for (size_t i = 0; i < lobby->n_aside;) {
        if (sodium_memcmp(lobby->aside[i].table, l->id, SRV_TABLE_ID) != 0) {
            i++;
            continue;
        }
        srv_aside aside = take_out(lobby, i);
        srv_asking a = {aside.from, json_string_value(json_object_get(aside.request, "id")), aside.what, aside.request};
        if (is_there) {
            srv_ask(lobby, &a);
        } else {
            srv_post_refusal(lobby, a.from, a.id, lobby->missing);
        }
        srv_charge(lobby, a.from);
        json_decref(aside.request);
    }
}

bool srv_wants_turn(const srv_lobby *lobby)
{
    return lobby->n_loading > 0;
}

/* One part of one table: the others have the next turns. */
void srv_load_on(srv_lobby *lobby)
{
    if (!lobby->n_loading) return;
    srv_loading l = lobby->loading[0];
    memmove(&lobby->loading[0], &lobby->loading[1], (size_t)--lobby->n_loading * sizeof l);
    if (!read_up_to(lobby, &l, l.n_read + SRV_LOAD_ENTRIES)) {
        lobby->loading[lobby->n_loading++] = l;
        return;
    }
    srv_room *room = finish(lobby, &l);
    if (room) add_loaded(lobby, l.id, room);
    answer_aside(lobby, &l, room != NULL);
}

void srv_stop_loading(srv_lobby *lobby)
{
    for (int i = 0; i < lobby->n_loading; i++) srv_room_free(lobby->loading[i].room);
    for (size_t i = 0; i < lobby->n_aside; i++) json_decref(lobby->aside[i].request);
    lobby->n_loading = 0;
    lobby->n_aside = 0;
    free(lobby->aside);
}
