/* tables.c: the tables in memory. */
#include "tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* --- finding --------------------------------------------------------------------------------------------- */

srv_table *srv_tables_in_memory(const srv_tables *tables, const char *id)
{
    uint32_t number;
    for (size_t step = 0; (number = srv_finder_next(&tables->by_id, id, &step));) {
        srv_table *t = tables->list[number - 1];
        if (!sodium_memcmp(t->id, id, SRV_TABLE_ID)) return t;
    }
    return NULL;
}

static void find_anew(srv_tables *tables)
{
    srv_finder_clear(&tables->by_id);
    for (size_t i = 0; i < tables->n; i++) srv_finder_put(&tables->by_id, tables->list[i]->id, (uint32_t)i + 1);
}

int srv_tables_open_of(const srv_tables *tables, uint32_t host)
{
    int n = 0;
    for (size_t i = 0; i < tables->n; i++)
        n += tables->list[i]->room->table->host == host && tables->list[i]->room->table->stage < KB_OVER;
    return n;
}

/* A game that was given up in the middle never ends. It does not count for ever. */
bool srv_tables_have_room(const srv_tables *tables, kb_source from)
{
    uint64_t limit = tables->env->edge.tables_an_address, here = 0, around = 0;
    for (size_t i = 0; limit && i < tables->n; i++) {
        const srv_room *room = tables->list[i]->room;
        if (room->table->stage >= KB_OVER || room->table->at_ms + SRV_OPEN_MS < tables->env->now_ms) continue;
        here += room->table->from.address == from.address;
        around += from.network && room->table->from.network == from.network;
    }
    return !limit || (here < limit && around < limit * SRV_ADDRESSES_A_NETWORK);
}

static void copy_id(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    const char *id = srv_table_of_stream(stream);
    (void)n, (void)text, (void)bytes;
    if (id) memcpy(context, id, SRV_TABLE_ID + 1);
}

srv_logged srv_tables_created_by(srv_tables *tables, uint32_t host, const char *request, char id[SRV_TABLE_ID + 1])
{
    id[0] = '\0';
    for (size_t i = 0; i < tables->n && !id[0]; i++) {
        const srv_table *t = tables->list[i];
        if (t->room->table->host == host && !strcmp(kb_table_entry(t->room->table, 1)->id, request))
            memcpy(id, t->id, sizeof t->id);
    }
    return id[0] ? SRV_LOGGED : tables->log->find_created(tables->log, host, request, copy_id, id);
}

/* --- codes ----------------------------------------------------------------------------------------------- */

/* Forty bits of the hash of the id, in letters and digits that are hard to confuse. */
static void write_code(const char *id, char code[SRV_CODE + 1])
{
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    srv_secret hash = srv_hash_of(id, SRV_TABLE_ID);
    uint64_t bits;
    memcpy(&bits, hash.at, sizeof bits);
    for (int i = 0; i < SRV_CODE; i++) code[i] = letters[bits >> 5 * i & 31];
    code[SRV_CODE] = '\0';
}

bool srv_table_has_code(const srv_table *t)
{
    return !t->room->table->rules.is_public && t->room->table->stage == KB_GATHERING;
}

/* Compares every table, so that the time taken reveals nothing. */
const srv_table *srv_tables_with_code(const srv_tables *tables, const char *code)
{
    const srv_table *found = NULL;
    for (size_t i = 0; i < tables->n; i++) {
        const srv_table *t = tables->list[i];
        bool is_it = !sodium_memcmp(t->code, code, SRV_CODE);
        if (is_it && srv_table_has_code(t)) found = t;
    }
    return found;
}

/* --- adding and removing --------------------------------------------------------------------------------- */

void srv_tables_make_id(const srv_tables *tables, const srv_secret *from, char id[SRV_TABLE_ID + 1])
{
    srv_secret hash = *from;
    char code[SRV_CODE + 1];
    do {
        hash = srv_hash_of(hash.at, sizeof hash.at);
        sodium_bin2hex(id, SRV_TABLE_ID + 1, hash.at, SRV_TABLE_ID / 2);
        write_code(id, code);
    } while (srv_tables_with_code(tables, code) || srv_tables_in_memory(tables, id));
}

srv_table *srv_tables_add(srv_tables *tables, const char *id, srv_room *room)
{
    srv_table *t = srv_alloc(sizeof *t);
    tables->list = srv_grow(tables->list, tables->n + 1, &tables->size, sizeof(srv_table *));
    tables->list[tables->n++] = t;
    memcpy(t->id, id, SRV_TABLE_ID);
    write_code(id, t->code);
    t->room = room;
    t->used_ms = tables->env->now_ms;
    srv_finder_put(&tables->by_id, t->id, (uint32_t)tables->n);
    return t;
}

static srv_table *add_stored(srv_tables *tables, const char *id, srv_room *room)
{
    srv_table *t = srv_tables_add(tables, id, room);
    t->n_stored = t->n_durable = room->table->n_entries;
    t->has_result = room->table->stage >= KB_OVER;
    return t;
}

void srv_table_roll_back(srv_table *t)
{
    srv_room *room = srv_room_before(t->room, t->n_durable);
    srv_room_free(t->room);
    t->room = room;
    t->n_stored = t->n_durable;
    t->has_result = room->table->stage >= KB_OVER;
    memset(t->decisions.passed, 0, sizeof t->decisions.passed);
}

static void free_table(srv_table *t)
{
    srv_room_free(t->room);
    free(t->watchers.list);
    free(t->elsewhere.list);
    free(t);
}

bool srv_table_is_watched(const srv_table *t)
{
    return t->watchers.n || t->elsewhere.n;
}

bool srv_table_is_idle(const srv_tables *tables, const srv_table *t)
{
    return t->has_result && t->n_stored == t->n_durable && !t->watchers.n &&
           tables->env->now_ms >= t->used_ms + SRV_FORGET_MS;
}

void srv_tables_remove(srv_tables *tables, bool (*is_to_go)(void *context, srv_table *), void *context)
{
    size_t n = 0;
    for (size_t i = 0; i < tables->n; i++) {
        srv_table *t = tables->list[i];
        if (is_to_go(context, t)) {
            free_table(t);
        } else {
            tables->list[n++] = t;
        }
    }
    if (n == tables->n) return;
    tables->n = n;
    find_anew(tables);
}

/* --- damage ---------------------------------------------------------------------------------------------- */

static bool is_damaged(const srv_tables *tables, const char *id)
{
    for (size_t i = 0; i < tables->n_damaged; i++)
        if (!sodium_memcmp(tables->damaged[i], id, SRV_TABLE_ID)) return true;
    return false;
}

void srv_tables_note_damaged(srv_tables *tables, const char *id)
{
    tables->damaged = srv_grow(tables->damaged, tables->n_damaged + 1, &tables->damaged_size, sizeof *tables->damaged);
    memcpy(tables->damaged[tables->n_damaged++], id, SRV_TABLE_ID + 1);
}

kb_refused srv_tables_log_refusal(srv_tables *tables, srv_logged done)
{
    if (done == SRV_LOGGED) return KB_DONE;
    if (tables->env->now_ms >= tables->noted_ms + SRV_NOTE_MS) { /* requests can be frequent */
        tables->noted_ms = tables->env->now_ms;
        srv_env_note(tables->env, "the log cannot be read", tables->log->reason);
    }
    return done == SRV_LOG_DAMAGED ? KB_REFUSED_DAMAGED : KB_REFUSED_BUSY;
}

/* --- reading from the log -------------------------------------------------------------------------------- */

static void read_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_loading *l = context;
    (void)stream;
    if (!l->wrong && !srv_room_fold(l->room, text, bytes)) l->wrong = n;
    l->n_read = n;
}

static void begin_loading(srv_loading *l, const char *id)
{
    memset(l, 0, sizeof *l);
    memcpy(l->id, id, SRV_TABLE_ID);
    l->room = srv_room_new();
}

/* Reads up to that entry. Returns true if there is nothing more to read. */
static bool read_up_to(const srv_tables *tables, srv_loading *l, uint64_t to)
{
    char stream[SRV_STREAM_MAX + 1];
    srv_write_stream(l->id, stream);
    l->logged = tables->log->read(tables->log, stream, l->n_read + 1, to, read_entry, l);
    if (l->logged == SRV_LOG_PENDING) return false;
    return l->logged != SRV_LOGGED || l->wrong || l->n_read < to;
}

/* Reading a table has one price. The number of its entries would reveal how much others have whispered. */
static uint64_t work_of(const srv_loading *l)
{
    return l->n_read ? SRV_LOAD_WORK : 0;
}

/* Returns the room, or NULL and the reason. A table whose log is damaged or has an entry that does not fit is reported
 * once. */
static srv_room *end_loading(srv_tables *tables, const srv_loading *l, kb_refused *missing)
{
    bool is_read = l->logged == SRV_LOGGED, is_bad = l->logged == SRV_LOG_DAMAGED || (is_read && l->wrong);
    *missing = KB_DONE;
    if (is_read && !l->wrong && l->room->table->n_entries) return l->room;
    if (is_bad) {
        char what[128];
        kb_text text = kb_text_in(what, sizeof what);
        kb_putf(&text, "a table is left out because its log is damaged after entry %lld",
                (long long)l->room->table->n_entries);
        srv_env_note(tables->env, what,
                     l->wrong ? "the next one does not fit; `kickback check` says why" : tables->log->reason);
        srv_tables_note_damaged(tables, l->id);
    }
    *missing = is_bad ? KB_REFUSED_DAMAGED : is_read ? KB_REFUSED_NO_TABLE : srv_tables_log_refusal(tables, l->logged);
    srv_room_free(l->room);
    return NULL;
}

bool srv_tables_is_loading(const srv_tables *tables, const char *id)
{
    for (int i = 0; i < tables->n_loading; i++)
        if (!sodium_memcmp(tables->loading[i].id, id, SRV_TABLE_ID)) return true;
    return false;
}

static srv_found load(srv_tables *tables, const char *id)
{
    srv_found found = {NULL, srv_tables_is_loading(tables, id), KB_DONE};
    if (found.is_loading) return found;
    if (tables->n_loading == SRV_LOADING_MAX || is_damaged(tables, id)) {
        found.missing = is_damaged(tables, id) ? KB_REFUSED_DAMAGED : KB_REFUSED_TOO_FAST;
        return found;
    }
    srv_loading *l = &tables->loading[tables->n_loading];
    begin_loading(l, id);
    if (!read_up_to(tables, l, SRV_LOAD_ENTRIES)) {
        tables->n_loading++;
        found.is_loading = true;
        return found;
    }
    tables->env->work += work_of(l);
    srv_room *room = end_loading(tables, l, &found.missing);
    if (room) found.table = add_stored(tables, id, room);
    return found;
}

srv_found srv_tables_find(srv_tables *tables, const char *id)
{
    srv_found found = {NULL, false, KB_REFUSED_NO_TABLE};
    if (!id || strlen(id) != SRV_TABLE_ID) return found;
    found.table = srv_tables_in_memory(tables, id);
    if (!found.table) found = load(tables, id);
    if (found.table) found.table->used_ms = tables->env->now_ms;
    return found;
}

/* Continues with the first table whose entries have arrived; the others get later turns. */
bool srv_tables_load_on(srv_tables *tables, srv_loaded *loaded)
{
    for (int i = 0; i < tables->n_loading; i++) {
        bool is_read = read_up_to(tables, &tables->loading[i], tables->loading[i].n_read + SRV_LOAD_ENTRIES);
        srv_loading l = tables->loading[i];
        if (l.logged == SRV_LOG_PENDING) continue;
        memmove(&tables->loading[i], &tables->loading[i + 1], (size_t)(--tables->n_loading - i) * sizeof l);
        if (!is_read) {
            tables->loading[tables->n_loading++] = l;
            return false;
        }
        memcpy(loaded->id, l.id, sizeof l.id);
        loaded->work = work_of(&l);
        srv_room *room = end_loading(tables, &l, &loaded->missing);
        if (room) add_stored(tables, l.id, room);
        return true;
    }
    return false;
}

bool srv_tables_want_turn(const srv_tables *tables)
{
    for (int i = 0; i < tables->n_loading; i++)
        if (tables->loading[i].logged != SRV_LOG_PENDING) return true;
    return false;
}

/* --- opening and closing --------------------------------------------------------------------------------- */

typedef struct opening {
    srv_tables *tables;
    bool is_busy; /* a table could not be read now; starting without it would lose it */
} opening;

static void open_stream(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    opening *o = context;
    const char *id = srv_table_of_stream(stream);
    srv_loading l;
    kb_refused missing;
    (void)n, (void)text, (void)bytes;
    if (!id) return;
    begin_loading(&l, id);
    read_up_to(o->tables, &l, SRV_TO_END);
    srv_room *room = end_loading(o->tables, &l, &missing);
    o->is_busy |= missing == KB_REFUSED_BUSY;
    if (!room) return;
    if (room->table->stage < KB_OVER) {
        add_stored(o->tables, id, room);
        return;
    }
    srv_note_result(o->tables->log, room, id);
    srv_room_free(room);
}

/* By time of creation, which ids do not show. */
static int compare_tables(const void *a, const void *b)
{
    const srv_table *x = *(srv_table *const *)a, *y = *(srv_table *const *)b;
    uint64_t m = x->room->table->made_ms, n = y->room->table->made_ms;
    return (m > n) - (m < n);
}

bool srv_tables_open(srv_tables *tables, srv_env *env, srv_log *log)
{
    memset(tables, 0, sizeof *tables);
    tables->env = env;
    tables->log = log;
    opening o = {tables, false};
    srv_logged done = log->unindexed(log, open_stream, &o);
    if (done == SRV_LOG_DAMAGED) srv_env_note(env, "the log is damaged, and some tables cannot be found", log->reason);
    if (tables->n) qsort(tables->list, tables->n, sizeof(srv_table *), compare_tables);
    find_anew(tables);
    return (done == SRV_LOGGED || done == SRV_LOG_DAMAGED) && !o.is_busy;
}

void srv_tables_close(srv_tables *tables)
{
    for (int i = 0; i < tables->n_loading; i++) srv_room_free(tables->loading[i].room);
    for (size_t i = 0; i < tables->n; i++) free_table(tables->list[i]);
    free(tables->list);
    srv_finder_clear(&tables->by_id);
    free(tables->damaged);
}
