/* simulate.c: a whole server and its clients in one process, from one seed: people, spectators, second tabs, bots,
 * with delays, cuts, requests sent again, nonsense, and crashes of the server at any moment.
 *
 *     simulate [--seed S] [--worlds N] [--tables N] [--clients N] [--sqlite FILE]
 *
 * Some clients mean no good: they flood, use ids again, and ask for what is not theirs at other people's tables.
 * A client believes only what it is sent. At every message: its events have no gap, it is told nothing that was not
 * for it, and no seed before its time. At the end: every client's picture is what its seat may see now, nothing that
 * was acknowledged is missing, nothing was done twice, and every record can be replayed and its luck checked. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../server/lobby.h"

enum { TABLES_MAX = 100, CLIENTS_MAX = 1000, STEPS_A_TABLE = 24000, PENDING_MAX = 8, ROOM_BYTES = 32 << 20 };

static uint64_t world_seed;
#define CHECK(what)                                                                                                 \
    do {                                                                                                            \
        if (!(what)) {                                                                                              \
            fprintf(stderr, "simulate: seed %llu, line %d: %s\n", (unsigned long long)world_seed, __LINE__, #what); \
            exit(1);                                                                                                \
        }                                                                                                           \
    } while (0)

/* --- a log in memory, which forgets in a crash what was not committed ------------------------------------ */

typedef struct kept {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n;
    char *text;
    size_t bytes;
} kept;

/* What it knows of a finished table. */
typedef struct known {
    char stream[SRV_STREAM_MAX + 1], made_by[SRV_ID_MAX + 1];
    uint64_t ended_ms;
    bool is_public;
    uint32_t host, people[KB_SEATS_MAX];
    int n_people;
    char *line;
    size_t bytes;
} known;

typedef struct memory_log {
    srv_log log;
    kept *entries;
    size_t n, n_committed, size;
    known *seen;
    size_t n_seen, n_seen_committed, seen_size;
} memory_log;

static uint64_t last_of(const memory_log *log, const char *stream)
{
    for (size_t i = log->n; i-- > 0;)
        if (!strcmp(log->entries[i].stream, stream)) return log->entries[i].n;
    return 0;
}

static srv_logged memory_append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    memory_log *log = (memory_log *)base;
    CHECK(n == last_of(log, stream) + 1);
    log->entries = srv_grow(log->entries, log->n + 1, &log->size, sizeof *log->entries);
    kept *entry = &log->entries[log->n++];
    snprintf(entry->stream, sizeof entry->stream, "%s", stream);
    entry->n = n;
    entry->text = srv_copy(text, bytes);
    entry->bytes = bytes;
    return SRV_LOGGED;
}

static srv_logged memory_commit(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    log->n_committed = log->n;
    log->n_seen_committed = log->n_seen;
    return SRV_LOGGED;
}

static int compare_kept(const void *a, const void *b)
{
    const kept *x = a, *y = b;
    int order = strcmp(x->stream, y->stream);
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

static srv_logged memory_read(srv_log *base, const char *stream, uint64_t from, srv_log_reader *reader, void *context)
{
    memory_log *log = (memory_log *)base;
    kept *sorted = srv_alloc((log->n + 1) * sizeof *sorted);
    if (log->n) memcpy(sorted, log->entries, log->n * sizeof *sorted);
    qsort(sorted, log->n, sizeof *sorted, compare_kept);
    for (size_t i = 0; i < log->n; i++)
        if ((!stream || !strcmp(stream, sorted[i].stream)) && sorted[i].n >= from)
            reader(context, sorted[i].stream, sorted[i].n, sorted[i].text, sorted[i].bytes);
    free(sorted);
    return SRV_LOGGED;
}

static srv_logged memory_see(srv_log *base, const srv_seen *seen)
{
    memory_log *log = (memory_log *)base;
    for (size_t i = 0; i < log->n_seen; i++) CHECK(strcmp(log->seen[i].stream, seen->stream) != 0);
    log->seen = srv_grow(log->seen, log->n_seen + 1, &log->seen_size, sizeof *log->seen);
    known *k = &log->seen[log->n_seen++];
    snprintf(k->stream, sizeof k->stream, "%s", seen->stream);
    snprintf(k->made_by, sizeof k->made_by, "%s", seen->made_by);
    k->ended_ms = seen->ended_ms;
    k->is_public = seen->is_public;
    k->host = seen->host;
    k->n_people = seen->n_people;
    memcpy(k->people, seen->people, (size_t)seen->n_people * sizeof k->people[0]);
    k->line = srv_copy(seen->line, seen->n);
    k->bytes = seen->n;
    return SRV_LOGGED;
}

static const known *known_of(const memory_log *log, const char *stream)
{
    for (size_t i = 0; i < log->n_seen; i++)
        if (!strcmp(log->seen[i].stream, stream)) return &log->seen[i];
    return NULL;
}

static void forget_from(memory_log *log, size_t n)
{
    while (log->n_seen > n) free(log->seen[--log->n_seen].line);
}

static srv_logged memory_forget_seen(srv_log *base)
{
    forget_from((memory_log *)base, 0);
    return SRV_LOGGED;
}

static srv_logged memory_unseen(srv_log *base, srv_log_reader *reader, void *context)
{
    memory_log *log = (memory_log *)base;
    for (size_t i = 0; i < log->n; i++)
        if (log->entries[i].n == 1 && !known_of(log, log->entries[i].stream))
            reader(context, log->entries[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

/* As they were seen, the last one first; that is how they ended, but for those of one crash. */
static srv_logged memory_seen(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
                              void *context)
{
    memory_log *log = (memory_log *)base;
    const known *last = before ? known_of(log, before) : &log->seen[log->n_seen];
    for (const known *k = last; last && k-- > log->seen && max;) {
        bool is_wanted = !person && k->is_public;
        for (int i = 0; i < k->n_people; i++) is_wanted |= person && k->people[i] == person;
        if (!is_wanted) continue;
        reader(context, k->stream, 0, k->line, k->bytes);
        max--;
    }
    return SRV_LOGGED;
}

static srv_logged memory_made(srv_log *base, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    memory_log *log = (memory_log *)base;
    for (size_t i = 0; i < log->n_seen; i++)
        if (log->seen[i].host == host && !strcmp(log->seen[i].made_by, id))
            reader(context, log->seen[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

static void memory_crash(memory_log *log)
{
    while (log->n > log->n_committed) free(log->entries[--log->n].text);
    forget_from(log, log->n_seen_committed);
}

static void memory_close(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    log->n_committed = 0;
    log->n_seen_committed = 0;
    memory_crash(log);
    free(log->entries);
    free(log->seen);
    free(log);
}

static srv_log *open_memory(void)
{
    memory_log *log = srv_alloc(sizeof *log);
    log->log.append = memory_append;
    log->log.commit = memory_commit;
    log->log.read = memory_read;
    log->log.see = memory_see;
    log->log.forget_seen = memory_forget_seen;
    log->log.unseen = memory_unseen;
    log->log.seen = memory_seen;
    log->log.made = memory_made;
    log->log.close = memory_close;
    return &log->log;
}

/* --- the world ------------------------------------------------------------------------------------------- */

/* Messages on their way. */
typedef struct line {
    char *text[256];
    int n;
} line;

typedef struct pending {
    char id[SRV_ID_MAX + 1];
    char text[1024];
    char what[16];
} pending;

typedef struct acknowledged {
    int table;
    uint32_t client;
    char id[SRV_ID_MAX + 1];
} acknowledged;

typedef struct client {
    int index, table; /* the table it is about */
    srv_secret secret;
    bool is_host, likes_watching, is_hostile, is_named;
    bool is_slow;               /* it has not read what it was sent: to be cut */
    srv_connection *connection; /* NULL: cut off */
    line up, down;
    pending pending[PENDING_MAX]; /* not answered yet: sent again after a cut */
    int n_pending;
    uint32_t n_ids, n_done; /* asked for, and the last that was done */
    /* its picture */
    bool has_picture;
    char as[16];
    uint64_t n, from; /* last event; events since the last fresh picture begin past from */
    srv_bytes events;
    json_t *view;
    bool record_checked;
    /* as a second device of somebody, or as who has one */
    int owner; /* client number owner - 1; 0: it is somebody itself */
    char token[SRV_TOKEN + 1], person[SRV_PERSON_ID + 1];
    bool has_account, is_in_history;
} client;

typedef struct world {
    kb_rng rng;
    uint64_t now_ms;
    srv_log *log;
    const char *path; /* of an SQLite log, or NULL */
    srv_lobby *lobby;
    int n_tables, n_clients;
    client clients[CLIENTS_MAX];
    char tables[TABLES_MAX][SRV_TABLE_ID + 1];
    char rematches[TABLES_MAX][SRV_TABLE_ID + 1]; /* of these tables, as somebody was told */
    srv_job jobs[512];
    int n_jobs;
    acknowledged *acknowledged;
    size_t n_acknowledged, acknowledged_size;
    bool quiet; /* the end: nothing is cut or asked any more */
    uint64_t crashes, cuts, messages, again, secrets_heard, looks, refusals;
    void *memory;
} world;

static bool one_in(world *w, uint32_t n)
{
    return kb_rng_under(&w->rng, n) == 0;
}

static void push(line *l, const char *text, size_t n)
{
    CHECK(l->n < KB_COUNT(l->text));
    l->text[l->n++] = srv_copy(text, n);
}

static char *pop(line *l)
{
    char *text = l->text[0];
    memmove(&l->text[0], &l->text[1], (size_t)--l->n * sizeof l->text[0]);
    return text;
}

static void lose(line *l)
{
    while (l->n) free(pop(l));
}

static void random_bytes(void *context, void *bytes, size_t n)
{
    world *w = context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = (uint8_t)kb_rng_draw(&w->rng);
}

static void note(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "simulate: %s\n", text);
    exit(1);
}

static void check_no_seed(world *w, int table, const char *text, size_t n)
{
    const srv_room *room = srv_lobby_room(w->lobby, w->tables[table]);
    char hex[SRV_SEED_HEX + 1];
    if (!room || room->stage == SRV_OVER) return;
    srv_seed_write(&room->seed, hex);
    CHECK(!memmem(text, n, hex, SRV_SEED_HEX));
    srv_seed_write(&room->key, hex);
    CHECK(room->stage == SRV_GATHERING || !memmem(text, n, hex, SRV_SEED_HEX));
}

/* The server sends: never a seed of a game that is not over, the reader's own or any other. */
static void take_message(void *context, void *outside, const char *text, size_t n)
{
    world *w = context;
    client *c = outside;
    check_no_seed(w, c->table, text, n);
    check_no_seed(w, (int)(w->messages++ % (uint64_t)w->n_tables), text, n);
    c->is_slow |= c->down.n == KB_COUNT(c->down.text);
    if (!c->is_slow) push(&c->down, text, n);
}

static void start_server(world *w)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {w, take_message, random_bytes, note, 400};
    if (!w->log) w->log = w->path ? srv_log_open_sqlite(w->path, &why) : open_memory();
    CHECK(w->log);
    w->lobby = srv_lobby_open(w->log, &edge, w->now_ms, &why);
    CHECK(w->lobby);
}

static void cut(world *w, client *c)
{
    if (!c->connection) return;
    srv_disconnect(w->lobby, c->connection);
    c->connection = NULL;
    c->is_slow = false;
    lose(&c->up);
    lose(&c->down);
    w->cuts++;
}

/* Views of all rooms that have no clock: a restart must not change a byte of them. */
static void write_all(world *w, srv_bytes *out)
{
    static char buffer[SRV_FRAME_MAX];
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[i]);
        if (!room || room->clock) continue;
        for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
            if (viewer >= room->setup.seats && viewer != KB_SPECTATOR) continue;
            kb_text text = kb_text_in(buffer, sizeof buffer);
            srv_room_view(room, viewer, &text);
            srv_add_text(out, &text);
            srv_room_events(room, viewer, 0, out);
        }
        srv_add(out, (const char *)&room->state, sizeof room->state);
        for (int seat = 0; seat < room->setup.seats; seat++)
            srv_add(out, (const char *)&room->seats[seat].bot.memory, sizeof room->seats[seat].bot.memory);
    }
}

/* At any moment: also with requests carried out and not committed, of which nobody has heard. */
static void crash(world *w)
{
    srv_bytes before = {NULL, 0, 0}, after = {NULL, 0, 0};
    bool is_committed = one_in(w, 2), is_orderly = one_in(w, 4);
    if (is_committed) {
        CHECK(srv_turn(w->lobby));
        write_all(w, &before);
    }
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (c->connection) srv_disconnect(w->lobby, c->connection);
        c->connection = NULL;
        c->is_slow = false;
        lose(&c->up);
        if (one_in(w, 2)) lose(&c->down); /* what was on its way may still arrive */
    }
    srv_lobby_close(w->lobby, is_orderly, w->now_ms);
    w->n_jobs = 0;
    if (w->path) {
        w->log->close(w->log);
        w->log = NULL;
    } else {
        memory_crash((memory_log *)w->log);
    }
    w->now_ms += kb_rng_under(&w->rng, 100000);
    start_server(w);
    w->crashes++;
    if (is_committed) {
        write_all(w, &after);
        CHECK(before.n == after.n && (!before.n || !memcmp(before.at, after.at, before.n)));
    }
    srv_free(&before);
    srv_free(&after);
}

/* --- a client -------------------------------------------------------------------------------------------- */

static void ask(world *w, client *c, const char *what, const char *rest)
{
    if (c->n_pending == PENDING_MAX || w->quiet || c->up.n > 100) return;
    pending *p = &c->pending[c->n_pending++];
    snprintf(p->id, sizeof p->id, "%d-%u", c->index, ++c->n_ids);
    snprintf(p->what, sizeof p->what, "%s", what);
    snprintf(p->text, sizeof p->text, "{\"id\":\"%d-%u\",\"do\":\"%s\"%s}", c->index, c->n_ids, what, rest);
    int times = strcmp(what, "watch") != 0 && one_in(w, 30) ? 2 : 1; /* what was missed is asked for once */
    for (; c->connection && times > 0; times--) push(&c->up, p->text, strlen(p->text));
}

/* A request about the client's table; keys as in "\"seat\":\"red\"". */
static void ask_table(world *w, client *c, const char *what, const char *keys)
{
    char rest[900];
    snprintf(rest, sizeof rest, ",\"table\":\"%s\"%s%s", w->tables[c->table], *keys ? "," : "", keys);
    ask(w, c, what, rest);
}

static void watch(world *w, client *c)
{
    char keys[100] = "";
    if (c->has_picture && !one_in(w, 10))
        snprintf(keys, sizeof keys, "\"after\":%llu,\"as\":\"%s\"", (unsigned long long)c->n, c->as);
    ask_table(w, c, "watch", keys);
}

static void reconnect(world *w, client *c)
{
    lose(&c->down);
    srv_visitor visitor = {c, (uint64_t)c->index, "http://127.0.0.1"};
    c->connection = srv_connect(w->lobby, &visitor, &c->secret, w->now_ms);
    CHECK(c->connection);
    for (int i = 0; i < c->n_pending; i++) { /* what had no answer is asked again; where to go on is asked anew */
        if (!strcmp(c->pending[i].what, "watch")) {
            c->pending[i--] = c->pending[--c->n_pending];
            continue;
        }
        pending *other = &c->pending[kb_rng_under(&w->rng, (uint32_t)i + 1)], one = c->pending[i]; /* in any order */
        c->pending[i] = *other;
        *other = one;
    }
    for (int i = 0; i < c->n_pending; i++, w->again++) push(&c->up, c->pending[i].text, strlen(c->pending[i].text));
    bool quiet = w->quiet;
    w->quiet = false;
    if (w->tables[c->table][0]) watch(w, c);
    w->quiet = quiet;
}

/* Private talk is written so that whoever reads it can tell whether it was meant for him. */
static void hear(world *w, const client *c, const json_t *event)
{
    const char *say = json_string_value(json_object_get(event, "say"));
    char tag[32];
    CHECK(!say || strcmp(say, "never said") != 0);
    if (!say || strncmp(say, "psst", 4) != 0) return;
    snprintf(tag, sizeof tag, " %s ", c->as);
    CHECK(strstr(say, tag));
    w->secrets_heard++;
}

static void take_news(world *w, client *c, const json_t *news)
{
    const json_t *events = json_object_get(news, "events"), *view = json_object_get(news, "view"), *event;
    const char *as = json_string_value(json_object_get(view, "as"));
    bool fresh = json_is_true(json_object_get(news, "fresh"));
    uint64_t n = (uint64_t)json_integer_value(json_object_get(view, "n"));
    size_t i;
    CHECK(as && json_is_array(events));
    CHECK(fresh || (c->has_picture && !strcmp(c->as, as)));
    snprintf(c->as, sizeof c->as, "%s", as);
    if (fresh) {
        c->n = c->from = n - json_array_size(events);
        srv_free(&c->events);
    }
    c->has_picture = true;
    json_array_foreach(events, i, event)
    {
        char *text = json_dumps(event, JSON_COMPACT);
        CHECK((uint64_t)json_integer_value(json_object_get(event, "n")) == c->n + 1);
        c->n++;
        if (c->events.n) srv_add(&c->events, ",", 1);
        srv_add(&c->events, text, strlen(text));
        hear(w, c, event);
        free(text);
    }
    CHECK(c->n == n);
    json_decref(c->view);
    c->view = json_deep_copy(view);
}

/* The record is a record, the luck is what was promised, and of talk there is what the viewer heard. */
static void check_record(client *c, const char *record)
{
    char reason[KB_WHY_MAX];
    kb_replay replay = {0};
    static kb_line read;
    static kb_events events;
    const json_t *luck = json_object_get(c->view, "luck");
    const char *seed_hex = json_string_value(json_object_get(luck, "seed"));
    const char *words[KB_SEATS_MAX] = {"", "", "", "", ""};
    char promise[SRV_SEED_HEX + 1];
    srv_seed seed, key = {{0}};
    uint64_t draws = 0;
    CHECK(seed_hex && srv_seed_read(seed_hex, strlen(seed_hex), &seed));
    srv_luck_promise(&seed, promise);
    CHECK(!strcmp(promise, json_string_value(json_object_get(luck, "promise"))));
    for (const char *at = record; *at;) {
        size_t n = strcspn(at, "\n");
        kb_text why = kb_text_in(reason, sizeof reason);
        kb_state before = replay.state;
        CHECK(kb_replay_line(&replay, at, n, true, &read, &events, &why) == KB_READ);
        if (read.kind == KB_LINE_SETUP) {
            for (int seat = 0; seat < replay.state.setup.seats; seat++) {
                const json_t *word = json_object_get(json_object_get(luck, "words"),
                                                     kb_seat_name(&replay.state.setup, seat));
                if (word) words[seat] = json_string_value(word);
            }
            key = srv_luck_key(&seed, &replay.state.setup, words);
        }
        if (read.kind == KB_LINE_MOVE && read.seat == KB_CHANCE) {
            kb_move move = srv_luck_draw(&key, draws++, &before);
            CHECK(!memcmp(&move, &read.move, sizeof move));
        }
        at += n + 1;
    }
    CHECK(replay.ended);
    c->record_checked = true;
}

/* What a device, and who has it, are told about themselves. */
static void take_identity(world *w, client *c, const pending *p, const json_t *answer)
{
    const char *token = json_string_value(json_object_get(answer, "token"));
    const json_t *games = json_object_get(answer, "games");
    if (token) snprintf(c->token, sizeof c->token, "%s", token);
    if (!strcmp(p->what, "account")) c->has_account = true;
    if (!strcmp(p->what, "device") || !strcmp(p->what, "login")) {
        CHECK(!strcmp(c->person, w->clients[c->owner - 1].person)); /* the hello comes first */
        w->clients[c->owner - 1].token[0] = '\0';
        c->is_named = true;
    }
    if (games) { /* asked for by who had a seat, and nobody has one elsewhere */
        CHECK(json_array_size(games) == 1);
        const char *table = json_string_value(json_object_get(json_array_get(games, 0), "table"));
        CHECK(!strcmp(table, w->tables[c->table]));
        c->is_in_history = true;
    }
}

/* Of one moment there is one view, whenever it is asked for. */
static void check_look(world *w, const client *c, const json_t *then)
{
    bool is_now = json_equal(json_object_get(then, "n"), json_object_get(c->view, "n")) &&
                  json_equal(json_object_get(then, "as"), json_object_get(c->view, "as"));
    CHECK(!is_now || json_equal(then, c->view));
    w->looks++;
}

/* What is written in a table's log when it is done, and what somebody may have done who has neither table nor seat. */
static const char *const written[] = {"sit", "leave", "bot", "empty", "words", "start", "move", "say", "vote"};
static const char *const harmless[] = {"name", "lobby", "watch", "say", "record", "look"};

static bool is_one_of(const char *what, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(what, names[i])) return true;
    return false;
}

static void take_answer(world *w, client *c, const json_t *answer)
{
    const char *id = json_string_value(json_object_get(answer, "id"));
    const char *table = json_string_value(json_object_get(answer, "table"));
    const char *record = json_string_value(json_object_get(answer, "record"));
    bool ok = !strcmp(json_string_value(json_object_get(answer, "type")), "ok");
    int i = 0;
    CHECK(id);
    while (i < c->n_pending && strcmp(c->pending[i].id, id) != 0) i++;
    if (i == c->n_pending) return; /* answered before, then asked again */
    pending p = c->pending[i];
    c->pending[i] = c->pending[--c->n_pending];
    if (!ok) {
        const char *error = json_string_value(json_object_get(answer, "error"));
        CHECK(error && *json_string_value(json_object_get(answer, "sentence")));
        if (!strcmp(p.what, "name") || !strcmp(p.what, "create"))
            CHECK(!strcmp(error, "too_fast") || !strcmp(error, "no_name"));
        if (!strcmp(error, "no_link")) w->clients[c->owner - 1].token[0] = '\0'; /* a crash has forgotten it */
        w->refusals++;
        return;
    }
    CHECK(!c->is_hostile || is_one_of(p.what, harmless, KB_COUNT(harmless)));
    if (!strcmp(p.what, "look")) check_look(w, c, json_object_get(answer, "view"));
    if (!strcmp(p.what, "rematch")) { /* one for a table, whoever asks and however often */
        char *rematch = w->rematches[c->table];
        CHECK(!*rematch || !strcmp(rematch, table));
        snprintf(rematch, SRV_TABLE_ID + 1, "%s", table);
        return;
    }
    if (!strcmp(p.what, "name")) c->is_named = true;
    take_identity(w, c, &p, answer);
    if (table && !w->tables[c->table][0]) {
        snprintf(w->tables[c->table], sizeof w->tables[0], "%s", table);
        watch(w, c);
    }
    if (table) CHECK(!strcmp(w->tables[c->table], table)); /* repeated, it makes no second table */
    if (record) check_record(c, record);
    if (is_one_of(p.what, written, KB_COUNT(written))) {
        w->acknowledged = srv_grow(w->acknowledged, w->n_acknowledged + 1, &w->acknowledged_size,
                                   sizeof *w->acknowledged);
        acknowledged *a = &w->acknowledged[w->n_acknowledged++];
        a->table = c->table;
        a->client = (uint32_t)c->index;
        c->n_done = (uint32_t)atoi(strchr(id, '-') + 1);
        snprintf(a->id, sizeof a->id, "%s", id);
    }
}

static void take(world *w, client *c)
{
    char *text = pop(&c->down);
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    CHECK(type);
    if (!strcmp(type, "news")) take_news(w, c, message);
    if (!strcmp(type, "hello"))
        snprintf(c->person, sizeof c->person, "%s",
                 json_object_get(message, "person") ? json_string_value(json_object_get(message, "person")) : "");
    if (!strcmp(type, "ok") || !strcmp(type, "no")) take_answer(w, c, message);
    json_decref(message);
    free(text);
}

/* --- what a client does ---------------------------------------------------------------------------------- */

static const char *view_text(const client *c, const char *key)
{
    const char *text = json_string_value(json_object_get(c->view, key));
    return text ? text : "";
}

static const json_t *seat_at(const client *c, size_t i)
{
    return json_array_get(json_object_get(c->view, "seats"), i);
}

static void create(world *w, client *c)
{
    char rest[400];
    const kb_game *game = kb_game_at((int)kb_rng_under(&w->rng, 3));
    int players = game->seats_min + (int)kb_rng_under(&w->rng, game->seats_max - game->seats_min + 1u);
    static const char *const clocks[] = {
        "", ",\"clock\":{\"kind\":\"live\",\"bank_s\":20,\"increment_s\":1}",
        ",\"clock\":{\"kind\":\"live\",\"bank_s\":90,\"increment_s\":2,\"answer_s\":9}",
        ",\"clock\":{\"kind\":\"correspondence\",\"hours\":1}"};
    static const char *const talks[] = {"", ",\"talk\":\"public\"", ",\"talk\":\"none\""};
    const char *sealed = !strcmp(game->name, "intrige") && one_in(w, 2)
                             ? ",\"options\":{\"bribes\":\"sealed\",\"money\":\"hidden\"}"
                             : "";
    snprintf(rest, sizeof rest, ",\"game\":\"%s\",\"players\":%d,\"public\":%s,\"open_talk\":%s,\"order\":\"%s\"%s%s%s",
             game->name, players, one_in(w, 2) ? "true" : "false", one_in(w, 2) ? "true" : "false",
             one_in(w, 2) ? "random" : "chosen", clocks[kb_rng_under(&w->rng, KB_COUNT(clocks))],
             talks[kb_rng_under(&w->rng, 3)], sealed);
    ask(w, c, "create", rest);
}

static void gather(world *w, client *c)
{
    size_t n = json_array_size(json_object_get(c->view, "seats")), free_seats = 0, which = 0;
    char keys[200];
    bool is_seated = strcmp(c->as, "spectator") != 0;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(json_string_value(json_object_get(seat_at(c, i), "plays")), "nobody")) {
            free_seats++;
            if (one_in(w, (uint32_t)free_seats)) which = i;
        }
    const char *seat = json_string_value(json_object_get(seat_at(c, which), "seat"));
    snprintf(keys, sizeof keys, "\"seat\":\"%s\"", seat);
    if (is_seated && one_in(w, 3)) {
        char words[64];
        snprintf(words, sizeof words, "\"words\":\"words of %d\"", c->index);
        ask_table(w, c, "words", words);
    } else if (is_seated && one_in(w, 12)) {
        ask_table(w, c, "leave", "");
    } else if (c->is_host && (!free_seats || one_in(w, 12))) {
        ask_table(w, c, "start", "");
    } else if (c->is_host && one_in(w, 3)) {
        static const char *const bots[] = {"greedy", "random", "greedy:grudge", "greedy:honest"};
        snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"%s\"", seat, bots[kb_rng_under(&w->rng, 4)]);
        ask_table(w, c, one_in(w, 10) ? "empty" : "bot", keys);
    } else if (!is_seated && !c->likes_watching && free_seats) {
        ask_table(w, c, "sit", keys);
    }
}

/* It becomes somebody's by a link the owner asks for, or by his name and passphrase. */
static void become_device(world *w, client *c)
{
    client *owner = &w->clients[c->owner - 1];
    char rest[100];
    if (!owner->is_named || owner->n_pending || c->n_pending) return;
    bool by_name = owner->index < 4 * w->n_tables && c->index % 10 == 0; /* hashing takes long */
    if (!by_name) {
        snprintf(rest, sizeof rest, ",\"token\":\"%s\"", owner->token);
        ask(w, owner->token[0] ? c : owner, owner->token[0] ? "device" : "link", owner->token[0] ? rest : "");
        return;
    }
    snprintf(rest, sizeof rest, ",\"passphrase\":\"passphrase of %d\"", owner->index);
    if (!owner->has_account) {
        ask(w, owner, "account", rest);
        return;
    }
    snprintf(rest, sizeof rest, ",\"name\":\" CLIENT %d\",\"passphrase\":\"passphrase of %d\"", owner->index,
             owner->index);
    ask(w, c, "login", rest);
}

/* "bribe 1000..32000/1000" is any of its sums. */
static void choose(world *w, const char *span, char *move, size_t size)
{
    long low, high, steps;
    const char *run = strstr(span, "..");
    snprintf(move, size, "%s", span);
    if (!run) return;
    const char *start = run;
    while (start > span && start[-1] >= '0' && start[-1] <= '9') start--;
    CHECK(sscanf(start, "%ld..%ld/%ld", &low, &high, &steps) == 3);
    const char *rest = strchr(run, '/') + 1;
    rest += strspn(rest, "0123456789");
    long sum = low + steps * (long)kb_rng_under(&w->rng, (uint32_t)((high - low) / steps + 1));
    snprintf(move, size, "%.*s%ld%s", (int)(start - span), span, sum, rest);
}

static void talk(world *w, client *c)
{
    char keys[300];
    size_t n = json_array_size(json_object_get(c->view, "seats"));
    const char *to = json_string_value(json_object_get(seat_at(c, kb_rng_under(&w->rng, (uint32_t)n)), "seat"));
    if (one_in(w, 2)) {
        snprintf(keys, sizeof keys, "\"say\":\"psst %s %s \",\"to\":[\"%s\"]", c->as, to, to);
    } else {
        snprintf(keys, sizeof keys, "\"say\":\"I am \\\"%d\\\" – ü <b>\"", c->index);
    }
    ask_table(w, c, "say", keys);
}

/* The past, now and then; of one's own events, and by one's own eyes. */
static void look_back(world *w, client *c)
{
    char keys[64];
    if (c->n == c->from) return;
    uint64_t n = one_in(w, 2) ? c->n : c->n - kb_rng_under(&w->rng, (uint32_t)(c->n - c->from));
    snprintf(keys, sizeof keys, "\"n\":%llu", (unsigned long long)n);
    ask_table(w, c, "look", keys);
}

static void play(world *w, client *c)
{
    const json_t *legal = json_object_get(c->view, "legal");
    size_t n = json_array_size(legal);
    char keys[300];
    bool is_asked = false;
    for (int i = 0; i < c->n_pending; i++) is_asked |= !strcmp(c->pending[i].what, "move");
    if (one_in(w, 40)) talk(w, c);
    if (one_in(w, 400)) ask_table(w, c, "leave", "");
    if (one_in(w, 100)) ask_table(w, c, "passing", one_in(w, 3) ? "\"on\":false" : "\"on\":true");
    if (one_in(w, 100)) look_back(w, c);
    for (size_t i = 0; i < json_array_size(json_object_get(c->view, "seats")); i++) {
        const json_t *seat = seat_at(c, i);
        const char *name = json_string_value(json_object_get(seat, "seat"));
        const char *plays = json_string_value(json_object_get(seat, "plays"));
        snprintf(keys, sizeof keys, "\"seat\":\"%s\"", name);
        if (!strcmp(name, c->as) && strcmp(plays, "person") != 0 && one_in(w, 4)) ask_table(w, c, "sit", keys);
        if (strcmp(plays, "nobody") == 0 && one_in(w, 10)) ask_table(w, c, "vote", keys);
        if (c->is_host && one_in(w, 100)) {
            snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"greedy\"", name);
            ask_table(w, c, "bot", keys);
        }
        if (one_in(w, 200)) ask_table(w, c, "vote", keys);
    }
    if (!n || is_asked) return;
    char move[KB_MOVE_TEXT_MAX + 64];
    choose(w, json_string_value(json_array_get(legal, kb_rng_under(&w->rng, (uint32_t)n))), move, sizeof move);
    snprintf(keys, sizeof keys, "\"move\":\"%s\",\"decision\":%lld", move,
             (long long)json_integer_value(json_object_get(c->view, "decision")) - one_in(w, 20));
    ask_table(w, c, "move", keys);
}

static void talk_nonsense(world *w, client *c)
{
    static const char *const nonsense[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"id\":\"\",\"do\":\"lobby\"}",
        "{\"id\":\"x\",\"do\":\"fly\"}",
        "{\"id\":\"x\",\"do\":\"move\",\"table\":\"0\",\"move\":\"x\",\"decision\":0}",
        "{\"id\":\"x\",\"id\":\"x\"}",
        "{\"id\":\"x\",\"do\":\"create\",\"game\":\"chess\",\"players\":99}",
        "{\"id\":\"x\",\"do\":\"say\",\"say\":7}",
        "{\"id\":\"x\",\"do\":\"name\",\"name\":\"\\u202eevil\"}",
        "\xff\xfe",
        "{\"id\":\"x\",\"do\":\"lobby\",\"x\":1}",
        "{\"id\":\"x\",\"do\":\"watch\",\"table\":\"00000000000000000000000000000000\",\"after\":-1}"};
    const char *text = nonsense[kb_rng_under(&w->rng, KB_COUNT(nonsense))];
    if (c->up.n < 200) push(&c->up, text, strlen(text));
}

/* An id that has been used, for something else: it is answered and not done. */
static void use_id_again(world *w, client *c)
{
    char text[300];
    snprintf(text, sizeof text, "{\"id\":\"%d-%u\",\"do\":\"say\",\"table\":\"%s\",\"say\":\"never said\"}", c->index,
             c->n_done, w->tables[c->table]);
    if (c->n_done && c->up.n < 100) push(&c->up, text, strlen(text));
}

/* Everything that is somebody else's, at any table there is. */
static void be_hostile(world *w, client *c)
{
    static const char *const wishes[][2] = {{"start", ""},
                                            {"leave", ""},
                                            {"words", "\"words\":\"mine\""},
                                            {"bot", "\"seat\":\"red\",\"bot\":\"random\""},
                                            {"empty", "\"seat\":\"red\""},
                                            {"vote", "\"seat\":\"yellow\""},
                                            {"move", "\"move\":\"pass\",\"decision\":3"},
                                            {"passing", "\"on\":true"},
                                            {"rematch", ""},
                                            {"sit", "\"seat\":\"nowhere\""},
                                            {"look", "\"n\":5,\"as\":\"red\""},
                                            {"say", "\"say\":\"psst\",\"to\":[\"red\"]"}};
    int own = c->table, wish = (int)kb_rng_under(&w->rng, KB_COUNT(wishes)), times = one_in(w, 20) ? 90 : 1;
    c->table = (int)kb_rng_under(&w->rng, (uint32_t)w->n_tables);
    if (!w->tables[c->table][0]) {
        /* not there yet */
    } else if (!strcmp(wishes[wish][0], "look") || !strcmp(wishes[wish][0], "say")) {
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[c->table]);
        if (room->stage != SRV_OVER || wish == KB_COUNT(wishes) - 1) ask_table(w, c, wishes[wish][0], wishes[wish][1]);
    } else {
        ask_table(w, c, wishes[wish][0], wishes[wish][1]);
    }
    c->table = own;
    for (; times > 1 && c->up.n < 200; times--) talk_nonsense(w, c);
}

static void act(world *w, client *c)
{
    if (c->n_pending > 2 || w->quiet) return;
    if (c->is_hostile && c->is_named && one_in(w, 2)) be_hostile(w, c);
    if (one_in(w, 100)) talk_nonsense(w, c);
    if (one_in(w, 200)) use_id_again(w, c);
    if (!c->is_named && c->owner) {
        become_device(w, c);
    } else if (!c->is_named) {
        char rest[64];
        snprintf(rest, sizeof rest, ",\"name\":\"client %d\"", c->index);
        if (!c->n_pending) ask(w, c, "name", rest);
    } else if (!w->tables[c->table][0]) {
        if (c->is_host && !c->n_pending) create(w, c);
    } else if (!c->has_picture) {
        if (!c->n_pending) watch(w, c);
    } else if (!strcmp(view_text(c, "stage"), "gathering")) {
        gather(w, c);
    } else if (!strcmp(view_text(c, "stage"), "playing")) {
        if (strcmp(c->as, "spectator") != 0) play(w, c);
        if (!strcmp(c->as, "spectator") && one_in(w, 100)) talk(w, c);
    } else if (!c->record_checked && !c->n_pending) {
        ask_table(w, c, "record", "");
    } else if (!c->is_in_history && !c->n_pending && strcmp(c->as, "spectator") != 0) {
        ask(w, c, "history", "");
    } else if (!c->n_pending && one_in(w, 40)) {
        if (strcmp(c->as, "spectator") != 0) ask_table(w, c, "rematch", "");
        look_back(w, c);
    }
}

/* --- running --------------------------------------------------------------------------------------------- */

static bool never_late(void *clock, uint32_t milliseconds)
{
    (void)clock, (void)milliseconds;
    return false;
}

static void run_bots(world *w)
{
    const bot_room room = {w->memory, ROOM_BYTES, never_late, NULL};
    while (w->n_jobs < KB_COUNT(w->jobs) && srv_next_job(w->lobby, &w->jobs[w->n_jobs]))
        srv_think(&w->jobs[w->n_jobs++], &room);
    for (int i = 0; i < w->n_jobs; i++) {
        if (w->jobs[i].due_ms > w->now_ms) continue;
        srv_job job = w->jobs[i];
        w->jobs[i--] = w->jobs[--w->n_jobs];
        srv_job_done(w->lobby, &job, w->now_ms);
    }
}

static void step(world *w)
{
    client *c = &w->clients[kb_rng_under(&w->rng, (uint32_t)w->n_clients)];
    w->now_ms += kb_rng_under(&w->rng, 200 / (uint32_t)w->n_tables + 2);
    if (c->is_slow) cut(w, c);
    if (!c->connection) {
        if (w->quiet || one_in(w, 20)) reconnect(w, c);
        return;
    }
    switch (kb_rng_under(&w->rng, 4)) {
    case 0:
        if (!w->quiet) act(w, c);
        break;
    case 1:
        if (c->up.n) {
            char *text = pop(&c->up);
            srv_receive(w->lobby, c->connection, text, strlen(text), w->now_ms);
            free(text);
        }
        break;
    case 2:
        while (c->down.n && (c->down.n > 20 || one_in(w, 2))) take(w, c);
        break;
    case 3: CHECK(srv_turn(w->lobby)); break;
    }
    run_bots(w);
    if (one_in(w, 50)) srv_tick(w->lobby, w->now_ms);
    if (!w->quiet && one_in(w, 300)) cut(w, c);
    if (!w->quiet && one_in(w, 800 * (uint32_t)w->n_tables)) crash(w);
}

static bool is_over(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[i]);
        if (!room || room->stage != SRV_OVER) return false;
    }
    return true;
}

/* Everything on its way arrives. */
static void settle(world *w)
{
    w->quiet = true;
    for (int round = 0; round < 60; round++)
        for (int i = 0; i < w->n_clients; i++) {
            client *c = &w->clients[i];
            w->now_ms += 100;
            if (c->is_slow) cut(w, c);
            if (!c->connection) reconnect(w, c);
            while (c->up.n) {
                char *text = pop(&c->up);
                srv_receive(w->lobby, c->connection, text, strlen(text), w->now_ms += 60);
                free(text);
            }
            CHECK(srv_turn(w->lobby));
            while (c->down.n) take(w, c);
        }
}

static void check_client(world *w, const client *c)
{
    static char buffer[SRV_FRAME_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    const srv_room *room = srv_lobby_room(w->lobby, w->tables[c->table]);
    srv_bytes events = {NULL, 0, 0};
    CHECK(room && c->has_picture);
    int viewer = KB_SPECTATOR;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), c->as)) viewer = seat;
    srv_room_view(room, viewer, &text);
    json_t *view = json_loads(buffer, 0, NULL);
    CHECK(view && json_equal(view, c->view));
    json_decref(view);
    srv_room_events(room, viewer, c->from, &events);
    CHECK(events.n == c->events.n && (!events.n || !memcmp(events.at, c->events.at, events.n)));
    srv_free(&events);
}

/* Whose entry it is the log does not say in our numbers: ids begin with the client's. */
static void check_acknowledged(world *w)
{
    for (size_t i = 0; i < w->n_acknowledged; i++) {
        const acknowledged *a = &w->acknowledged[i];
        const srv_room *room = srv_lobby_room(w->lobby, w->tables[a->table]);
        int times = 0;
        CHECK(room);
        for (size_t k = 0; k < room->n_entries; k++) times += !strcmp(room->entries[k].id, a->id);
        CHECK(times == 1);
    }
}

/* Who asked for a rematch has one, where nobody has sat down yet and every seat is kept or a bot's. */
static void check_rematches(world *w)
{
    for (int i = 0; i < w->n_tables; i++) {
        const srv_room *room = w->rematches[i][0] ? srv_lobby_room(w->lobby, w->rematches[i]) : NULL;
        CHECK(room || !w->rematches[i][0]);
        for (int seat = 0; room && seat < room->setup.seats; seat++)
            CHECK(!room->seats[seat].person && (room->seats[seat].kept || room->seats[seat].bot_name[0]));
    }
}

static world *new_world(uint64_t seed, const char *path, int tables, int clients)
{
    world *w = srv_alloc(sizeof *w);
    w->n_tables = tables;
    w->n_clients = clients;
    w->rng = kb_rng_seeded(seed);
    w->now_ms = 1000000;
    w->path = path;
    w->memory = srv_alloc(ROOM_BYTES);
    if (path) remove(path);
    start_server(w);
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        c->index = i;
        c->table = i % tables;
        c->is_host = i < tables;
        c->is_hostile = !c->is_host && one_in(w, 12);
        c->likes_watching = c->is_hostile || one_in(w, 3);
        random_bytes(w, &c->secret, sizeof c->secret);
        if (i < 4 * tables || c->is_hostile || w->clients[i - tables].is_hostile) continue;
        if (one_in(w, 2) ||
            w->clients[i - tables].owner) { /* a tab of a device would do things as somebody else first */
            c->owner = i - tables + 1;      /* a second device of somebody … */
        } else {
            c->secret = w->clients[i - tables].secret; /* … or a second tab */
        }
    }
    return w;
}

static void end_world(world *w)
{
    for (int i = 0; i < w->n_clients; i++) {
        client *c = &w->clients[i];
        if (c->connection) srv_disconnect(w->lobby, c->connection);
        lose(&c->up);
        lose(&c->down);
        json_decref(c->view);
        srv_free(&c->events);
    }
    srv_lobby_close(w->lobby, false, w->now_ms);
    w->log->close(w->log);
    free(w->acknowledged);
    free(w->memory);
    free(w);
}

static void simulate(uint64_t seed, const char *path, int tables, int clients)
{
    world_seed = seed;
    world *w = new_world(seed, path, tables, clients);
    int steps = 0, stop = (seed % 4 == 3 ? 4000 : STEPS_A_TABLE) * tables; /* some end in the middle of their games */
    while (steps < stop && !(is_over(w) && one_in(w, 5000))) {
        step(w);
        steps++;
    }
    bool over = is_over(w);
    settle(w);
    for (int i = 0; i < w->n_clients; i++)
        if (w->tables[w->clients[i].table][0]) check_client(w, &w->clients[i]);
    check_acknowledged(w);
    check_rematches(w);
    int records = 0, devices = 0;
    for (int i = 0; i < w->n_clients; i++) records += w->clients[i].record_checked;
    for (int i = 0; i < w->n_clients; i++) devices += w->clients[i].owner && w->clients[i].is_named;
    printf("seed %llu: %d steps, %s; %llu messages, %zu acknowledged, %llu asked again, %llu cuts, %llu crashes, "
           "%llu whispers, %llu looks, %llu refusals, %d records, %d second devices\n",
           (unsigned long long)seed, steps, over ? "all games over" : "stopped", (unsigned long long)w->messages,
           w->n_acknowledged, (unsigned long long)w->again, (unsigned long long)w->cuts, (unsigned long long)w->crashes,
           (unsigned long long)w->secrets_heard, (unsigned long long)w->looks, (unsigned long long)w->refusals, records,
           devices);
    CHECK(w->n_acknowledged > 50);
    end_world(w);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, worlds = 1;
    int tables = 5, clients = 26;
    const char *path = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--worlds")) worlds = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--tables")) tables = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--clients")) clients = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--sqlite")) path = argv[i + 1];
    }
    if (tables < 1 || tables > TABLES_MAX || clients < tables || clients > CLIENTS_MAX) return 2;
    for (uint64_t i = 0; i < worlds; i++) simulate(seed + i, path, tables, clients);
    return 0;
}
