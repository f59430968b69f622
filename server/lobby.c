/* lobby.c: people, tables, and who watches what. */
#include "lobby.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const char people_stream[] = "people";

typedef struct person {
    srv_secret hash;
    char name[SRV_NAME_MAX + 1];
    int n_connections;
} person;

typedef struct table {
    char id[SRV_TABLE_ID + 1];
    srv_room *room;
    size_t n_stored;        /* entries that the log has been given */
    uint32_t thinking_mask; /* seats whose bot is at it */
    bool broken, is_in_queue;
    srv_connection **watchers;
    size_t n_watchers, watchers_size;
} table;

typedef struct watching {
    table *table;
    int viewer;
} watching;

struct srv_connection {
    void *outside;
    srv_secret hash;
    uint32_t person; /* 0: has not said a name yet */
    watching watched[SRV_WATCHED_MAX];
    int n_watched;
    int64_t tokens_ms; /* of its rate: a request costs 1000 / SRV_REQUESTS_A_S */
    uint64_t tokens_at_ms;
};

/* Numbers found by the first eight bytes of a random key. */
typedef struct finder {
    uint32_t *slots; /* a number from 1; 0: free */
    size_t size, n;
} finder;

/* A message that waits for the commit. */
typedef struct waiting {
    srv_connection *to;
    size_t from, n;
} waiting;

struct srv_lobby {
    srv_log *log;
    srv_edge edge;
    person *people; /* person number k at k - 1 */
    size_t n_people, people_size, n_people_stored;
    finder people_by_hash, tables_by_id;
    table **tables;
    size_t n_tables, tables_size;
    table **queue; /* those with bots that may owe a move */
    size_t n_queue, queue_size;
    waiting *outbox;
    size_t n_outbox, outbox_size;
    srv_bytes outbox_text;
    srv_connection **connections;
    size_t n_connections, connections_size;
    char *frame; /* SRV_FRAME_MAX bytes to write one in */
    uint64_t now_ms;
    bool failed;
    srv_counts counts;
};

/* --- finding --------------------------------------------------------------------------------------------- */

static uint64_t key_of(const void *bytes)
{
    uint64_t key;
    memcpy(&key, bytes, sizeof key);
    return key;
}

static uint64_t key_of_number(const srv_lobby *lobby, const finder *f, uint32_t number)
{
    if (f == &lobby->people_by_hash) return key_of(lobby->people[number - 1].hash.at);
    return key_of(lobby->tables[number - 1]->id);
}

/* Hexadecimal digits have few bits each: stir them. */
static size_t slot_of(const finder *f, uint64_t key)
{
    return (size_t)((key * 0x9E3779B97F4A7C15u) >> 20) & (f->size - 1);
}

static void put_number(const srv_lobby *lobby, finder *f, uint32_t number)
{
    if (2 * (f->n + 1) > f->size) {
        finder bigger = {NULL, f->size ? 2 * f->size : 64, 0};
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

static uint32_t person_with(const srv_lobby *lobby, const srv_secret *hash)
{
    const finder *f = &lobby->people_by_hash;
    for (size_t slot = f->size ? slot_of(f, key_of(hash->at)) : 0; f->size && f->slots[slot];
         slot = (slot + 1) & (f->size - 1))
        if (!sodium_memcmp(lobby->people[f->slots[slot] - 1].hash.at, hash->at, sizeof hash->at)) return f->slots[slot];
    return 0;
}

static table *table_with(const srv_lobby *lobby, const char *id)
{
    const finder *f = &lobby->tables_by_id;
    if (!id || strlen(id) != SRV_TABLE_ID || !f->size) return NULL;
    for (size_t slot = slot_of(f, key_of(id)); f->slots[slot]; slot = (slot + 1) & (f->size - 1)) {
        table *t = lobby->tables[f->slots[slot] - 1];
        if (!sodium_memcmp(t->id, id, SRV_TABLE_ID)) return t->broken ? NULL : t;
    }
    return NULL;
}

static uint32_t add_person(srv_lobby *lobby, const srv_secret *hash, const char *name)
{
    lobby->people = srv_grow(lobby->people, lobby->n_people + 1, &lobby->people_size, sizeof *lobby->people);
    person *p = &lobby->people[lobby->n_people++];
    memset(p, 0, sizeof *p);
    p->hash = *hash;
    memcpy(p->name, name, strlen(name) + 1);
    put_number(lobby, &lobby->people_by_hash, (uint32_t)lobby->n_people);
    return (uint32_t)lobby->n_people;
}

static table *add_table(srv_lobby *lobby, const char *id, srv_room *room)
{
    table *t = srv_alloc(sizeof *t);
    lobby->tables = srv_grow(lobby->tables, lobby->n_tables + 1, &lobby->tables_size, sizeof(table *));
    lobby->tables[lobby->n_tables++] = t;
    memcpy(t->id, id, SRV_TABLE_ID);
    t->room = room;
    put_number(lobby, &lobby->tables_by_id, (uint32_t)lobby->n_tables);
    return t;
}

/* --- sending, once it is safe ---------------------------------------------------------------------------- */

static kb_text frame_of(srv_lobby *lobby)
{
    return kb_text_in(lobby->frame, SRV_FRAME_MAX);
}

static void post_again(srv_lobby *lobby, srv_connection *to, waiting message)
{
    lobby->outbox = srv_grow(lobby->outbox, lobby->n_outbox + 1, &lobby->outbox_size, sizeof *lobby->outbox);
    message.to = to;
    lobby->outbox[lobby->n_outbox++] = message;
}

static waiting post(srv_lobby *lobby, srv_connection *to, const char *text, size_t n)
{
    waiting message = {to, lobby->outbox_text.n, n};
    srv_add(&lobby->outbox_text, text, n);
    post_again(lobby, to, message);
    return message;
}

/* {"type":"ok","id":…: what else there is to say and the closing bracket are the caller's. */
static kb_text begin_ok(srv_lobby *lobby, const char *id)
{
    kb_text text = frame_of(lobby);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    return text;
}

static void end_ok(srv_lobby *lobby, srv_connection *to, kb_text *text)
{
    kb_put(text, "}");
    KB_ASSERT(!text->cut);
    post(lobby, to, text->at, text->n);
}

static void post_answer(srv_lobby *lobby, srv_connection *to, const char *id, const srv_answer *answer)
{
    kb_text text;
    if (!answer->refusal) {
        text = begin_ok(lobby, id);
        end_ok(lobby, to, &text);
        return;
    }
    const char *sentence = srv_answer_sentence(answer);
    lobby->counts.refusals++;
    text = frame_of(lobby);
    kb_put(&text, "{\"type\":\"no\",\"id\":");
    kb_put_json(&text, id, strlen(id));
    kb_putf(&text, ",\"error\":\"%s\",\"sentence\":", srv_answer_name(answer));
    kb_put_json(&text, sentence, strlen(sentence));
    kb_put(&text, "}");
    post(lobby, to, text.at, text.n);
}

static void post_refusal(srv_lobby *lobby, srv_connection *to, const char *id, srv_refusal refusal)
{
    srv_answer answer = srv_refuse(refusal);
    post_answer(lobby, to, id, &answer);
}

/* What a viewer is sent: events, and the view they lead to. */
static void write_news(const table *t, int viewer, bool fresh, const srv_bytes *events, kb_text *out)
{
    kb_putf(out, "{\"type\":\"news\",\"table\":\"%s\",\"fresh\":%s,\"events\":[", t->id, fresh ? "true" : "false");
    if (events->n) kb_put_n(out, events->at, events->n);
    kb_put(out, "],\"view\":");
    srv_room_view(t->room, viewer, out);
    kb_put(out, "}");
}

/* Everything past the number, or, where that is too much or not this viewer's to have, a fresh picture. */
static void post_picture(srv_lobby *lobby, srv_connection *to, const table *t, int viewer, bool fresh, uint64_t after)
{
    const srv_room *room = t->room;
    uint64_t n = room->n[viewer], since = viewer == KB_SPECTATOR ? 0 : room->seats[viewer].since;
    srv_bytes events = {NULL, 0, 0};
    kb_text text = frame_of(lobby);
    if (fresh || after > n || after < since || n - after > SRV_GAP_MAX) {
        fresh = true;
        after = n > since + SRV_HISTORY ? n - SRV_HISTORY : since;
    }
    srv_room_events(room, viewer, after, &events);
    if (events.n > SRV_FRAME_MAX / 2) { /* very long sentences: the picture alone */
        fresh = true;
        events.n = 0;
    }
    write_news(t, viewer, fresh, &events, &text);
    post(lobby, to, text.at, text.n);
    srv_free(&events);
}

static uint32_t here_mask(const table *t)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < t->n_watchers; i++) {
        int viewer = srv_room_viewer(t->room, t->watchers[i]->person);
        if (viewer != KB_SPECTATOR) mask |= 1u << viewer;
    }
    return mask;
}

/* Who is connected. It is nothing that happened at the table, so it has no number. */
static void post_here(srv_lobby *lobby, const table *t)
{
    uint32_t mask = here_mask(t);
    for (size_t i = 0; i < t->n_watchers; i++) {
        kb_text text = frame_of(lobby);
        const char *before = "";
        kb_putf(&text, "{\"type\":\"here\",\"table\":\"%s\",\"seats\":[", t->id);
        for (int seat = 0; seat < t->room->setup.seats; seat++)
            if (mask & 1u << seat) {
                kb_putf(&text, "%s\"%s\"", before, kb_seat_name(&t->room->setup, seat));
                before = ",";
            }
        kb_put(&text, "]}");
        post(lobby, t->watchers[i], text.at, text.n);
    }
}

/* --- after something happened at a table ----------------------------------------------------------------- */

static watching *watching_of(srv_connection *c, const table *t)
{
    for (int i = 0; i < c->n_watched; i++)
        if (c->watched[i].table == t) return &c->watched[i];
    return NULL;
}

/* Its bots may owe a move now: srv_next_job will see. */
static void look_at_bots(srv_lobby *lobby, table *t)
{
    if (t->is_in_queue || !(srv_room_bots_due(t->room) & ~t->thinking_mask)) return;
    lobby->queue = srv_grow(lobby->queue, lobby->n_queue + 1, &lobby->queue_size, sizeof(table *));
    lobby->queue[lobby->n_queue++] = t;
    t->is_in_queue = true;
}

/* Gives the log what is new. */
static void store(srv_lobby *lobby, table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    kb_text name = kb_text_in(stream, sizeof stream);
    kb_putf(&name, "table:%s", t->id);
    for (; t->n_stored < t->room->n_entries && !lobby->failed; t->n_stored++) {
        const srv_entry *entry = &t->room->entries[t->n_stored];
        lobby->failed = lobby->log->append(lobby->log, stream, t->n_stored + 1, entry->text, entry->n) != SRV_LOGGED;
        lobby->counts.entries++;
    }
}

/* Whoever watches hears what is new for him; whose seat has changed gets the picture of the new one. */
static void publish(srv_lobby *lobby, table *t)
{
    srv_told *told = &t->room->told;
    waiting news[SRV_VIEWERS] = {{NULL, 0, 0}};
    bool moved = false;
    look_at_bots(lobby, t);
    if (t->n_stored == t->room->n_entries) return;
    store(lobby, t);
    for (size_t i = 0; i < t->n_watchers; i++) {
        srv_connection *c = t->watchers[i];
        watching *w = watching_of(c, t);
        int viewer = srv_room_viewer(t->room, c->person);
        if (viewer != w->viewer) {
            w->viewer = viewer;
            moved = true;
            post_picture(lobby, c, t, viewer, true, 0);
        } else if (news[viewer].n) { /* as somebody else with these eyes */
            post_again(lobby, c, news[viewer]);
        } else if (told->events[viewer].n) {
            kb_text text = frame_of(lobby);
            write_news(t, viewer, false, &told->events[viewer], &text);
            news[viewer] = post(lobby, c, text.at, text.n);
        }
    }
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) srv_free(&told->events[viewer]);
    if (moved) post_here(lobby, t);
}

/* Only what somebody waits for is put into words. */
static void listen_for_watchers(table *t)
{
    t->room->told.viewers_mask = 0;
    for (size_t i = 0; i < t->n_watchers; i++)
        t->room->told.viewers_mask |= 1u << srv_room_viewer(t->room, t->watchers[i]->person);
}

/* --- requests of people and the lobby -------------------------------------------------------------------- */

typedef struct asking {
    srv_connection *from;
    const char *id;
    srv_request what;
    const json_t *request;
} asking;

static void put_hash(kb_text *out, const srv_secret *hash)
{
    char hex[2 * sizeof hash->at + 1];
    sodium_bin2hex(hex, sizeof hex, hash->at, sizeof hash->at);
    kb_put(out, hex);
}

static void store_person(srv_lobby *lobby, const kb_text *entry)
{
    if (lobby->failed) return;
    lobby->n_people_stored++;
    lobby->counts.entries++;
    lobby->failed = lobby->log->append(lobby->log, people_stream, lobby->n_people_stored, entry->at, entry->n) !=
                    SRV_LOGGED;
}

/* Every connection of a browser is the same person, also those that were there before it had a name. */
static void recognise(srv_lobby *lobby, uint32_t number)
{
    person *p = &lobby->people[number - 1];
    for (size_t i = 0; i < lobby->n_connections; i++) {
        srv_connection *c = lobby->connections[i];
        if (c->person || memcmp(c->hash.at, p->hash.at, sizeof p->hash.at) != 0) continue;
        c->person = number;
        p->n_connections++;
    }
}

static void ask_name(srv_lobby *lobby, const asking *a)
{
    const char *name = srv_string(a->request, "name", SRV_NAME_MAX);
    char entry[1024];
    kb_text text = kb_text_in(entry, sizeof entry);
    if (!name || !name[strspn(name, " ")]) {
        post_refusal(lobby, a->from, a->id, SRV_E_TOO_LONG);
        return;
    }
    uint32_t number = a->from->person;
    if (!number || strcmp(lobby->people[number - 1].name, name) != 0) {
        kb_putf(&text, "{\"at\":%lld,\"key\":\"", (long long)lobby->now_ms);
        put_hash(&text, &a->from->hash);
        kb_put(&text, "\",\"name\":");
        kb_put_json(&text, name, strlen(name));
        kb_put(&text, "}");
        store_person(lobby, &text);
        if (number) {
            memcpy(lobby->people[number - 1].name, name, strlen(name) + 1);
        } else {
            recognise(lobby, add_person(lobby, &a->from->hash, name));
        }
    }
    srv_answer answer = srv_refuse(SRV_DONE);
    post_answer(lobby, a->from, a->id, &answer);
}

static void ask_lobby(srv_lobby *lobby, const asking *a)
{
    kb_text text = begin_ok(lobby, a->id);
    int n = 0;
    kb_put(&text, ",\"tables\":[");
    for (size_t i = lobby->n_tables; i-- > 0 && n < SRV_LOBBY_MAX;) { /* the newest first */
        const table *t = lobby->tables[i];
        if (t->broken) continue;
        bool is_mine = a->from->person &&
                       (t->room->host == a->from->person || srv_room_viewer(t->room, a->from->person) != KB_SPECTATOR);
        if (!is_mine && (!t->room->is_public || t->room->stage == SRV_OVER)) continue;
        kb_putf(&text, "%s{\"table\":\"%s\",\"mine\":%s,", n++ ? "," : "", t->id, is_mine ? "true" : "false");
        srv_room_summary(t->room, &text);
        kb_put(&text, "}");
    }
    kb_put(&text, "]");
    end_ok(lobby, a->from, &text);
}

static int open_tables_of(const srv_lobby *lobby, uint32_t host)
{
    int n = 0;
    for (size_t i = 0; i < lobby->n_tables; i++)
        n += !lobby->tables[i]->broken && lobby->tables[i]->room->host == host &&
             lobby->tables[i]->room->stage != SRV_OVER;
    return n;
}

static srv_asker asker_of(const srv_lobby *lobby, const asking *a, uint32_t here)
{
    srv_asker asker = {lobby->now_ms, a->from->person, lobby->people[a->from->person - 1].name, a->id, here};
    return asker;
}

static const table *created_before(const srv_lobby *lobby, const asking *a)
{
    for (size_t i = 0; i < lobby->n_tables; i++) {
        const table *t = lobby->tables[i];
        if (!t->broken && t->room->host == a->from->person && !strcmp(t->room->entries[0].id, a->id)) return t;
    }
    return NULL;
}

static void ask_create(srv_lobby *lobby, const asking *a)
{
    const table *made = created_before(lobby, a);
    if (!made) {
        uint8_t id[SRV_TABLE_ID / 2];
        char hex[SRV_TABLE_ID + 1];
        srv_seed seed;
        srv_answer answer = srv_refuse(SRV_E_TOO_MANY_TABLES);
        srv_asker asker = asker_of(lobby, a, 0);
        srv_room *room = NULL;
        lobby->edge.random(lobby->edge.context, id, sizeof id);
        lobby->edge.random(lobby->edge.context, seed.at, sizeof seed.at);
        if (open_tables_of(lobby, a->from->person) < SRV_TABLES_A_PERSON)
            room = srv_room_create(&asker, a->request, &seed, &answer);
        if (!room) {
            post_answer(lobby, a->from, a->id, &answer);
            return;
        }
        sodium_bin2hex(hex, sizeof hex, id, sizeof id);
        table *t = add_table(lobby, hex, room);
        publish(lobby, t);
        made = t;
    }
    kb_text text = begin_ok(lobby, a->id);
    kb_putf(&text, ",\"table\":\"%s\"", made->id);
    end_ok(lobby, a->from, &text);
}

/* --- watching -------------------------------------------------------------------------------------------- */

static void unwatch(srv_lobby *lobby, srv_connection *c, table *t)
{
    watching *w = watching_of(c, t);
    if (!w) return;
    bool has_seat = w->viewer != KB_SPECTATOR;
    *w = c->watched[--c->n_watched];
    for (size_t i = 0; i < t->n_watchers; i++)
        if (t->watchers[i] == c) {
            t->watchers[i] = t->watchers[--t->n_watchers];
            break;
        }
    if (has_seat) post_here(lobby, t);
}

static void ask_watch(srv_lobby *lobby, const asking *a, table *t)
{
    srv_connection *c = a->from;
    watching *w = watching_of(c, t);
    const json_t *after = json_object_get(a->request, "after");
    const char *as = srv_string(a->request, "as", SRV_NAME_MAX);
    int viewer = srv_room_viewer(t->room, c->person);
    if ((after && (!json_is_integer(after) || json_integer_value(after) < 0))) {
        post_refusal(lobby, c, a->id, SRV_E_VALUE);
        return;
    }
    if (!w && c->n_watched == SRV_WATCHED_MAX) {
        post_refusal(lobby, c, a->id, SRV_E_TOO_MANY_WATCHED);
        return;
    }
    if (!w) {
        w = &c->watched[c->n_watched++];
        w->table = t;
        t->watchers = srv_grow(t->watchers, t->n_watchers + 1, &t->watchers_size, sizeof(srv_connection *));
        t->watchers[t->n_watchers++] = c;
    }
    w->viewer = viewer;
    kb_text text = begin_ok(lobby, a->id);
    kb_putf(&text, ",\"host\":%s", c->person && t->room->host == c->person ? "true" : "false");
    end_ok(lobby, c, &text);
    bool fresh = !after || !as || strcmp(as, srv_viewer_name(t->room, viewer)) != 0;
    post_picture(lobby, c, t, viewer, fresh, fresh ? 0 : (uint64_t)json_integer_value(after));
    post_here(lobby, t);
}

static void ask_record(srv_lobby *lobby, const asking *a, const table *t)
{
    srv_bytes record = {NULL, 0, 0};
    if (t->room->stage != SRV_OVER) {
        post_refusal(lobby, a->from, a->id, SRV_E_NOT_OVER);
        return;
    }
    srv_room_record(t->room, srv_room_viewer(t->room, a->from->person), &record);
    size_t size = 2 * record.n + 1024; /* quotes and newlines take a byte more, and there is nothing else to escape */
    char *buffer = srv_alloc(size);
    kb_text text = kb_text_in(buffer, size);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, a->id, strlen(a->id));
    kb_put(&text, ",\"record\":");
    kb_put_json(&text, record.at, record.n);
    kb_put(&text, "}");
    KB_ASSERT(!text.cut);
    post(lobby, a->from, text.at, text.n);
    free(buffer);
    srv_free(&record);
}

/* --- a request arrives ----------------------------------------------------------------------------------- */

static const struct {
    const char *name, *keys;
} requests[] = {
#define SRV_REQUEST(code, name, keys) {name, keys},
#include "requests.def"
#undef SRV_REQUEST
};

/* The next of the keys: its name, and whether it can be left out. False after the last. */
static bool next_key(const char **keys, kb_text *name, bool *can_miss)
{
    size_t n = strcspn(*keys, " ");
    if (!n) return false;
    *can_miss = (*keys)[n - 1] == '?';
    *name = kb_text_in(name->at, name->size);
    kb_put_n(name, *keys, *can_miss ? n - 1 : n);
    *keys += n;
    *keys += strspn(*keys, " ");
    return true;
}

static bool are_keys_right(const char *keys, const json_t *request)
{
    char word[32];
    kb_text name = kb_text_in(word, sizeof word);
    bool can_miss;
    size_t n = 2; /* id and do */
    while (next_key(&keys, &name, &can_miss)) {
        bool is_there = json_object_get(request, word) != NULL;
        if (!is_there && !can_miss) return false;
        n += is_there;
    }
    return json_object_size(request) == n;
}

static void ask_table(srv_lobby *lobby, const asking *a)
{
    table *t = table_with(lobby, srv_string(a->request, "table", SRV_TABLE_ID));
    if (!t) {
        post_refusal(lobby, a->from, a->id, SRV_E_NO_TABLE);
        return;
    }
    if (a->what == SRV_WATCH) {
        ask_watch(lobby, a, t);
    } else if (a->what == SRV_RECORD) {
        ask_record(lobby, a, t);
    } else if (a->what == SRV_UNWATCH) {
        srv_answer answer = srv_refuse(SRV_DONE);
        unwatch(lobby, a->from, t);
        post_answer(lobby, a->from, a->id, &answer);
    } else {
        srv_asker asker = asker_of(lobby, a, here_mask(t));
        listen_for_watchers(t);
        srv_answer answer = srv_room_ask(t->room, &asker, a->what, a->request);
        publish(lobby, t);
        post_answer(lobby, a->from, a->id, &answer);
    }
}

static bool needs_name(srv_request what)
{
    return what != SRV_NAME && what != SRV_LOBBY && what != SRV_WATCH && what != SRV_UNWATCH && what != SRV_RECORD;
}

static void ask(srv_lobby *lobby, const asking *a)
{
    if (!are_keys_right(requests[a->what].keys, a->request)) {
        srv_answer answer = srv_refuse(SRV_E_KEYS);
        kb_text more = kb_text_in(answer.more, sizeof answer.more);
        kb_putf(&more, "the keys of %s are id, do%s%s", requests[a->what].name, requests[a->what].keys[0] ? ", " : "",
                requests[a->what].keys);
        post_answer(lobby, a->from, a->id, &answer);
    } else if (!a->from->person && needs_name(a->what)) {
        post_refusal(lobby, a->from, a->id, SRV_E_NO_NAME);
    } else if (a->what == SRV_NAME) {
        ask_name(lobby, a);
    } else if (a->what == SRV_LOBBY) {
        ask_lobby(lobby, a);
    } else if (a->what == SRV_CREATE) {
        ask_create(lobby, a);
    } else {
        ask_table(lobby, a);
    }
}

static bool is_too_fast(srv_connection *c, uint64_t now_ms)
{
    enum { COST = 1000 / SRV_REQUESTS_A_S };
    c->tokens_ms += (int64_t)(now_ms - c->tokens_at_ms);
    c->tokens_at_ms = now_ms;
    if (c->tokens_ms > (int64_t)SRV_BURST * COST) c->tokens_ms = (int64_t)SRV_BURST * COST;
    if (c->tokens_ms < COST) return true;
    c->tokens_ms -= COST;
    return false;
}

void srv_receive(srv_lobby *lobby, srv_connection *c, const char *text, size_t n, uint64_t now_ms)
{
    if (now_ms > lobby->now_ms) lobby->now_ms = now_ms;
    lobby->counts.requests++;
    json_t *request = n <= SRV_MESSAGE_MAX ? json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *id = srv_string(request, "id", SRV_ID_MAX), *name = srv_string(request, "do", SRV_NAME_MAX);
    int what = 0;
    while (name && what < SRV_REQUESTS && strcmp(requests[what].name, name) != 0) what++;
    if (is_too_fast(c, lobby->now_ms)) {
        post_refusal(lobby, c, id ? id : "", SRV_E_TOO_FAST);
    } else if (!id || !*id || !name) {
        post_refusal(lobby, c, id ? id : "", SRV_E_JSON);
    } else if (what == SRV_REQUESTS) {
        post_refusal(lobby, c, id, SRV_E_REQUEST);
    } else {
        asking a = {c, id, (srv_request)what, request};
        ask(lobby, &a);
    }
    json_decref(request);
}

/* --- connections ----------------------------------------------------------------------------------------- */

srv_connection *srv_connect(srv_lobby *lobby, void *outside, const srv_secret *secret, uint64_t now_ms)
{
    srv_secret hash;
    crypto_generichash(hash.at, sizeof hash.at, secret->at, sizeof secret->at, NULL, 0);
    uint32_t number = person_with(lobby, &hash);
    if (number && lobby->people[number - 1].n_connections >= SRV_CONNECTIONS_A_PERSON) return NULL;
    srv_connection *c = srv_alloc(sizeof *c);
    c->outside = outside;
    c->hash = hash;
    c->person = number;
    c->tokens_ms = 1 << 30;
    c->tokens_at_ms = now_ms > lobby->now_ms ? now_ms : lobby->now_ms;
    if (number) lobby->people[number - 1].n_connections++;
    lobby->connections = srv_grow(lobby->connections, lobby->n_connections + 1, &lobby->connections_size,
                                  sizeof(srv_connection *));
    lobby->connections[lobby->n_connections++] = c;
    kb_text text = frame_of(lobby);
    kb_put(&text, "{\"type\":\"hello\",\"version\":\"" KICKBACK_VERSION "\"");
    if (number) {
        kb_put(&text, ",\"name\":");
        kb_put_json(&text, lobby->people[number - 1].name, strlen(lobby->people[number - 1].name));
    }
    kb_put(&text, "}");
    post(lobby, c, text.at, text.n);
    return c;
}

void srv_disconnect(srv_lobby *lobby, srv_connection *c)
{
    while (c->n_watched) unwatch(lobby, c, c->watched[0].table);
    for (size_t i = 0; i < lobby->n_outbox; i++)
        if (lobby->outbox[i].to == c) lobby->outbox[i].to = NULL;
    for (size_t i = 0; i < lobby->n_connections; i++)
        if (lobby->connections[i] == c) {
            lobby->connections[i] = lobby->connections[--lobby->n_connections];
            break;
        }
    if (c->person) lobby->people[c->person - 1].n_connections--;
    free(c);
}

bool srv_turn(srv_lobby *lobby)
{
    if (lobby->failed || lobby->log->commit(lobby->log) != SRV_LOGGED) {
        lobby->failed = true;
        return false;
    }
    lobby->counts.turns++;
    /* Sending may end a connection, and that may leave new messages: those are for the next turn. */
    waiting *outbox = lobby->outbox;
    srv_bytes text = lobby->outbox_text;
    size_t n = lobby->n_outbox;
    lobby->outbox = NULL;
    lobby->n_outbox = lobby->outbox_size = 0;
    memset(&lobby->outbox_text, 0, sizeof lobby->outbox_text);
    for (size_t i = 0; i < n; i++)
        if (outbox[i].to)
            lobby->edge.send(lobby->edge.context, outbox[i].to->outside, text.at + outbox[i].from, outbox[i].n);
    free(outbox);
    srv_free(&text);
    return true;
}

/* --- bots ------------------------------------------------------------------------------------------------ */

static uint64_t random_number(const srv_lobby *lobby)
{
    uint64_t number;
    lobby->edge.random(lobby->edge.context, &number, sizeof number);
    return number;
}

/* How long a bot takes depends on nothing it holds: it is drawn before anybody thinks. */
bool srv_next_job(srv_lobby *lobby, srv_job *job)
{
    while (lobby->n_queue) {
        table *t = lobby->queue[lobby->n_queue - 1];
        uint32_t due = srv_room_bots_due(t->room) & ~t->thinking_mask;
        if (!due) {
            t->is_in_queue = false;
            lobby->n_queue--;
            continue;
        }
        memset(job, 0, sizeof *job);
        memcpy(job->table, t->id, sizeof t->id);
        job->seat = kb_lowest_bit(due);
        t->thinking_mask |= 1u << job->seat;
        job->decision = t->room->seats[job->seat].decisions;
        uint32_t wait = lobby->edge.bot_wait_ms;
        job->due_ms = lobby->now_ms + wait + (wait ? random_number(lobby) % (2 * wait) : 0);
        job->bot = t->room->seats[job->seat].bot;
        job->bot.rng = kb_rng_from(random_number(lobby));
        kb_redact(&t->room->state, job->seat, &job->view);
        return true;
    }
    return false;
}

void srv_think(srv_job *job, const bot_room *room)
{
    kb_text words = kb_text_in(job->words, sizeof job->words);
    job->move = bot_decide(&job->bot, &job->view, room);
    if (job->bot.line.phrase) bot_write_line(&job->view.setup, job->bot.line, &words);
}

void srv_job_done(srv_lobby *lobby, const srv_job *job, uint64_t now_ms)
{
    table *t = table_with(lobby, job->table);
    if (now_ms > lobby->now_ms) lobby->now_ms = now_ms;
    if (!t) return;
    t->thinking_mask &= ~(1u << job->seat);
    listen_for_watchers(t);
    srv_room_bot_moves(t->room, lobby->now_ms, job->seat, job->decision, job->move, job->words);
    publish(lobby, t);
}

/* --- beginning and end ----------------------------------------------------------------------------------- */

static bool read_person(srv_lobby *lobby, const char *text, size_t n)
{
    json_t *entry = json_loadb(text, n, 0, NULL);
    const char *key = srv_string(entry, "key", 64), *name = srv_string(entry, "name", SRV_NAME_MAX);
    srv_seed hash;
    bool sound = key && name && srv_seed_read(key, strlen(key), &hash);
    if (sound) {
        srv_secret known;
        memcpy(known.at, hash.at, sizeof known.at);
        uint32_t number = person_with(lobby, &known);
        if (number) {
            memcpy(lobby->people[number - 1].name, name, strlen(name) + 1);
        } else {
            add_person(lobby, &known, name);
        }
    }
    json_decref(entry);
    return sound;
}

static void read_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_lobby *lobby = context;
    if (!strcmp(stream, people_stream)) {
        lobby->n_people_stored = n;
        lobby->failed |= !read_person(lobby, text, bytes);
        return;
    }
    if (strncmp(stream, "table:", 6) != 0 || strlen(stream) != 6 + SRV_TABLE_ID) return;
    table *t = lobby->n_tables ? lobby->tables[lobby->n_tables - 1] : NULL;
    if (!t || strcmp(t->id, stream + 6) != 0) t = add_table(lobby, stream + 6, srv_room_new());
    if (t->broken) return;
    if (srv_room_fold(t->room, text, bytes)) {
        t->n_stored = t->room->n_entries;
        return;
    }
    char note[160];
    kb_text words = kb_text_in(note, sizeof note);
    kb_putf(&words, "a table is left out: its entry %lld does not fit", (long long)n);
    lobby->edge.note(lobby->edge.context, note);
    t->broken = true;
}

/* Tables in the order they were made, which their names do not tell. */
static int compare_tables(const void *a, const void *b)
{
    const table *x = *(table *const *)a, *y = *(table *const *)b;
    json_t *p = x->broken ? NULL : json_loadb(x->room->entries[0].text, x->room->entries[0].n, 0, NULL);
    json_t *q = y->broken ? NULL : json_loadb(y->room->entries[0].text, y->room->entries[0].n, 0, NULL);
    json_int_t m = json_integer_value(json_object_get(p, "at")), n = json_integer_value(json_object_get(q, "at"));
    json_decref(p);
    json_decref(q);
    return (m > n) - (m < n);
}

srv_lobby *srv_lobby_open(srv_log *log, const srv_edge *edge, uint64_t now_ms, kb_text *why)
{
    if (sodium_init() < 0) {
        kb_put(why, "libsodium does not start");
        return NULL;
    }
    srv_lobby *lobby = srv_alloc(sizeof *lobby);
    lobby->log = log;
    lobby->edge = *edge;
    lobby->now_ms = now_ms;
    lobby->frame = srv_alloc(SRV_FRAME_MAX);
    if (log->read(log, NULL, 1, read_entry, lobby) != SRV_LOGGED || lobby->failed) {
        kb_put(why, "the log cannot be read");
        srv_lobby_close(lobby, false, now_ms);
        return NULL;
    }
    if (lobby->n_tables) qsort(lobby->tables, lobby->n_tables, sizeof(table *), compare_tables);
    free(lobby->tables_by_id.slots);
    memset(&lobby->tables_by_id, 0, sizeof lobby->tables_by_id);
    for (size_t i = 0; i < lobby->n_tables; i++) put_number(lobby, &lobby->tables_by_id, (uint32_t)i + 1);
    for (size_t i = 0; i < lobby->n_tables; i++) {
        if (lobby->tables[i]->broken) continue;
        srv_room_go_on(lobby->tables[i]->room, now_ms);
        publish(lobby, lobby->tables[i]);
    }
    if (!srv_turn(lobby)) {
        kb_put(why, "the log cannot be written");
        srv_lobby_close(lobby, false, now_ms);
        return NULL;
    }
    return lobby;
}

void srv_lobby_close(srv_lobby *lobby, bool stop, uint64_t now_ms)
{
    for (size_t i = 0; stop && i < lobby->n_tables; i++) {
        if (lobby->tables[i]->broken) continue;
        srv_room_stop_clock(lobby->tables[i]->room, now_ms);
        publish(lobby, lobby->tables[i]);
    }
    if (stop) srv_turn(lobby);
    while (lobby->n_connections) srv_disconnect(lobby, lobby->connections[0]);
    for (size_t i = 0; i < lobby->n_tables; i++) {
        srv_room_free(lobby->tables[i]->room);
        free(lobby->tables[i]->watchers);
        free(lobby->tables[i]);
    }
    free(lobby->tables);
    free(lobby->people);
    free(lobby->people_by_hash.slots);
    free(lobby->tables_by_id.slots);
    free(lobby->queue);
    free(lobby->outbox);
    srv_free(&lobby->outbox_text);
    free(lobby->connections);
    free(lobby->frame);
    free(lobby);
}

srv_room *srv_lobby_room(srv_lobby *lobby, const char *id)
{
    table *t = table_with(lobby, id);
    return t ? t->room : NULL;
}

srv_counts srv_lobby_counts(const srv_lobby *lobby)
{
    srv_counts counts = lobby->counts;
    counts.people = lobby->n_people;
    counts.tables = lobby->n_tables;
    counts.connections = lobby->n_connections;
    return counts;
}
