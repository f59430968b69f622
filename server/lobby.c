/* lobby.c: people, tables and connections; the beginning and the end. */
#include <stdlib.h>
#include <string.h>

#include "lobby_state.h"

/* --- finding --------------------------------------------------------------------------------------------- */

static uint64_t key_of(const void *bytes)
{
    uint64_t key;
    memcpy(&key, bytes, sizeof key);
    return key;
}

static uint64_t key_of_number(const srv_lobby *lobby, const srv_finder *f, uint32_t number)
{
    if (f == &lobby->keys_by_hash) return key_of(lobby->keys[number - 1].hash.at);
    return key_of(lobby->tables[number - 1]->id);
}

/* Hexadecimal digits have few bits each: stir them. */
static size_t slot_of(const srv_finder *f, uint64_t key)
{
    return (size_t)((key * 0x9E3779B97F4A7C15u) >> 20) & (f->size - 1);
}

void srv_put_number(const srv_lobby *lobby, srv_finder *f, uint32_t number)
{
    if (2 * (f->n + 1) > f->size) {
        srv_finder bigger = {NULL, f->size ? 2 * f->size : 64, 0};
        bigger.slots = srv_alloc(bigger.size * sizeof *bigger.slots);
        for (size_t i = 0; i < f->size; i++) {
            if (!f->slots[i]) continue;
            size_t slot = slot_of(&bigger, key_of_number(lobby, f, f->slots[i]));
            while (bigger.slots[slot]) slot = (slot + 1) & (bigger.size - 1);
            bigger.slots[slot] = f->slots[i];
        }
        bigger.n = f->n;
        free(f->slots);
        *f = bigger;
    }
    size_t slot = slot_of(f, key_of_number(lobby, f, number));
    while (f->slots[slot]) slot = (slot + 1) & (f->size - 1);
    f->slots[slot] = number;
    f->n++;
}

srv_key *srv_key_with(const srv_lobby *lobby, const srv_secret *hash)
{
    const srv_finder *f = &lobby->keys_by_hash;
    for (size_t slot = f->size ? slot_of(f, key_of(hash->at)) : 0; f->size && f->slots[slot];
         slot = (slot + 1) & (f->size - 1)) {
        srv_key *key = &lobby->keys[f->slots[slot] - 1];
        if (!sodium_memcmp(key->hash.at, hash->at, sizeof hash->at)) return key;
    }
    return NULL;
}

srv_table *srv_table_in_memory(const srv_lobby *lobby, const char *id)
{
    const srv_finder *f = &lobby->tables_by_id;
    for (size_t slot = f->size ? slot_of(f, key_of(id)) : 0; f->size && f->slots[slot];
         slot = (slot + 1) & (f->size - 1)) {
        srv_table *t = lobby->tables[f->slots[slot] - 1];
        if (!sodium_memcmp(t->id, id, SRV_TABLE_ID)) return t;
    }
    return NULL;
}

srv_table *srv_table_with(srv_lobby *lobby, const char *id)
{
    lobby->missing = SRV_E_NO_TABLE;
    if (!id || strlen(id) != SRV_TABLE_ID) return NULL;
    srv_table *t = srv_table_in_memory(lobby, id);
    if (!t) t = srv_load_table(lobby, id); /* or says in lobby->missing why not */
    if (t) t->used_ms = lobby->now_ms;
    return t;
}

srv_table *srv_add_table(srv_lobby *lobby, const char *id, srv_room *room)
{
    srv_table *t = srv_alloc(sizeof *t);
    lobby->tables = srv_grow(lobby->tables, lobby->n_tables + 1, &lobby->tables_size, sizeof(srv_table *));
    lobby->tables[lobby->n_tables++] = t;
    memcpy(t->id, id, SRV_TABLE_ID);
    srv_write_code(id, t->code);
    t->room = room;
    t->used_ms = lobby->now_ms;
    srv_put_number(lobby, &lobby->tables_by_id, (uint32_t)lobby->n_tables);
    return t;
}

void srv_find_tables_anew(srv_lobby *lobby)
{
    free(lobby->tables_by_id.slots);
    memset(&lobby->tables_by_id, 0, sizeof lobby->tables_by_id);
    for (size_t i = 0; i < lobby->n_tables; i++) srv_put_number(lobby, &lobby->tables_by_id, (uint32_t)i + 1);
}

/* --- connections ----------------------------------------------------------------------------------------- */

void srv_unwatch(srv_lobby *lobby, srv_connection *c, srv_table *t)
{
    srv_watching *w = srv_watching_of(c, t);
    if (!w) return;
    bool has_seat = w->viewer != KB_SPECTATOR;
    t->used_ms = lobby->now_ms;
    *w = c->watched[--c->n_watched];
    for (size_t i = 0; i < t->n_watchers; i++)
        if (t->watchers[i] == c) {
            t->watchers[i] = t->watchers[--t->n_watchers];
            break;
        }
    if (has_seat) srv_post_here(lobby, t);
}

srv_connection *srv_connect(srv_lobby *lobby, const srv_visitor *visitor, const srv_secret *secret, uint64_t now_ms)
{
    srv_secret hash = srv_hash_of(secret->at, sizeof secret->at);
    const srv_key *key = srv_key_with(lobby, &hash);
    uint32_t number = key ? key->person : 0;
    if (lobby->is_stuck) return NULL;
    srv_connection *c = srv_alloc(sizeof *c);
    c->visitor = *visitor;
    c->hash = hash;
    c->person = number;
    if (!srv_count_connection(lobby, c)) {
        free(c);
        return NULL;
    }
    c->number = ++lobby->n_connected;
    c->tokens_ms = 1 << 30;
    c->tokens_at_ms = now_ms > lobby->now_ms ? now_ms : lobby->now_ms;
    lobby->connections = srv_grow(lobby->connections, lobby->n_connections + 1, &lobby->connections_size,
                                  sizeof(srv_connection *));
    c->place = lobby->n_connections;
    lobby->connections[lobby->n_connections++] = c;
    srv_post_hello(lobby, c);
    return c;
}

void srv_disconnect(srv_lobby *lobby, srv_connection *c)
{
    srv_forget_aside(lobby, c);
    while (c->n_watched) srv_unwatch(lobby, c, c->watched[0].table);
    for (size_t i = 0; i < lobby->n_outbox; i++)
        if (lobby->outbox[i].to == c) lobby->outbox[i].to = NULL;
    srv_connection *last = lobby->connections[--lobby->n_connections];
    lobby->connections[c->place] = last;
    last->place = c->place;
    srv_uncount_connection(lobby, c);
    free(c);
}

uint64_t srv_begin_hold(const srv_lobby *lobby)
{
    return lobby->edge.now_us ? lobby->edge.now_us() : 0;
}

void srv_end_hold(srv_lobby *lobby, uint64_t began_us, const char *what)
{
    char note[160];
    kb_text words = kb_text_in(note, sizeof note);
    if (!lobby->edge.now_us) return;
    uint64_t us = lobby->edge.now_us() - began_us;
    srv_note_delay(&lobby->counts.holds, us);
    if (us > lobby->counts.longest_hold_us) lobby->counts.longest_hold_us = us;
    if (us <= SRV_HOLD_US) return;
    lobby->counts.long_holds++;
    if (lobby->now_ms < lobby->warned_ms + SRV_LOBBY_MS) return; /* one line a second tells it as well */
    lobby->warned_ms = lobby->now_ms;
    kb_putf(&words, "the loop was held for %lld us by: %s", (long long)us, what);
    lobby->edge.note(lobby->edge.context, note);
}

/* --- beginning and end ----------------------------------------------------------------------------------- */

static void read_person(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_lobby *lobby = context;
    (void)stream;
    lobby->n_people_stored = n;
    lobby->failed |= !srv_fold_people(lobby, text, bytes);
}

/* Tables in the order they were made, which their names do not tell. */
static int compare_tables(const void *a, const void *b)
{
    const srv_table *x = *(srv_table *const *)a, *y = *(srv_table *const *)b;
    uint64_t m = x->room->made_ms, n = y->room->made_ms;
    return (m > n) - (m < n);
}

srv_lobby *srv_lobby_open(srv_log *log, const srv_edge *edge, uint64_t now_ms, kb_text *why)
{
    if (sodium_init() < 0) {
        kb_put(why, "libsodium does not start");
        return NULL;
    }
    srv_names *names = srv_names_open();
    if (!names) {
        kb_put(why, "ICU does not start");
        return NULL;
    }
    srv_lobby *lobby = srv_alloc(sizeof *lobby);
    lobby->log = log;
    lobby->edge = *edge;
    lobby->now_ms = now_ms;
    lobby->frame = srv_alloc(SRV_FRAME_MAX);
    lobby->names = names;
    lobby->letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    edge->random(edge->context, lobby->guess_key, sizeof lobby->guess_key);
    if (log->read(log, srv_people_stream, 1, SRV_TO_END, read_person, lobby) != SRV_LOGGED || !srv_open_tables(lobby)) {
        kb_putf(why, "the log cannot be read: %s; kickback check tells more",
                log->reason[0] ? log->reason : "an entry about people does not fit");
        srv_lobby_close(lobby, false, now_ms);
        return NULL;
    }
    if (lobby->n_tables) qsort(lobby->tables, lobby->n_tables, sizeof(srv_table *), compare_tables);
    srv_find_tables_anew(lobby);
    for (size_t i = 0; i < lobby->n_tables; i++) {
        uint64_t at_ms = lobby->tables[i]->room->at_ms;
        if (at_ms > lobby->now_ms) lobby->now_ms = at_ms; /* the clock of the machine was set back meanwhile */
    }
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_room_go_on(lobby->tables[i]->room, lobby->now_ms);
        srv_publish(lobby, lobby->tables[i]);
        srv_note_line(lobby, lobby->tables[i]);
    }
    srv_share_out(lobby);
    for (size_t i = 0; i < lobby->n_tables; i++) lobby->tables[i]->is_news = false; /* nobody has seen the old lines */
    lobby->has_news = false;
    if (!srv_turn(lobby)) {
        kb_putf(why, "the log cannot be written: %s", log->reason);
        srv_lobby_close(lobby, false, now_ms);
        return NULL;
    }
    log->wait_ms = 0; /* nobody waits for another program from now on */
    return lobby;
}

void srv_lobby_close(srv_lobby *lobby, bool stop, uint64_t now_ms)
{
    lobby->log->wait_ms = stop ? SRV_WAIT_MS : 0;
    for (size_t i = 0; stop && i < lobby->n_tables; i++) {
        srv_room_stop_clock(lobby->tables[i]->room, now_ms);
        srv_publish(lobby, lobby->tables[i]);
    }
    if (stop) srv_turn(lobby);
    while (lobby->n_connections) srv_disconnect(lobby, lobby->connections[0]);
    srv_stop_loading(lobby);
    for (size_t i = 0; i < lobby->n_tables; i++) srv_free_table(lobby->tables[i]);
    free(lobby->tables);
    srv_free_people(lobby);
    srv_names_close(lobby->names);
    sodium_memzero(lobby->proofs, sizeof lobby->proofs);
    free(lobby->decisions);
    free(lobby->tables_by_id.slots);
    free(lobby->damaged);
    free(lobby->outbox);
    srv_free(&lobby->outbox_text);
    free(lobby->connections);
    free(lobby->frame);
    free(lobby);
}

uint64_t srv_lobby_now(const srv_lobby *lobby)
{
    return lobby->now_ms;
}

srv_room *srv_lobby_room(srv_lobby *lobby, const char *id)
{
    srv_table *t = srv_table_with(lobby, id);
    for (; !t && lobby->n_loading; t = srv_table_with(lobby, id)) srv_load_on(lobby);
    return t ? t->room : NULL;
}

srv_counts srv_lobby_counts(const srv_lobby *lobby)
{
    srv_counts counts = lobby->counts;
    counts.people = lobby->n_people;
    counts.tables = lobby->n_tables;
    counts.connections = lobby->n_connections;
    counts.jobs_waiting = srv_jobs_waiting(lobby);
    for (size_t i = 0; i < lobby->n_tables; i++) counts.stages[lobby->tables[i]->room->stage]++;
    return counts;
}
