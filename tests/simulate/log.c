/* log.c: a log in memory, which forgets in a crash what was not committed. */
#include "world.h"

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

static void memory_append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    memory_log *log = (memory_log *)base;
    CHECK(n == last_of(log, stream) + 1);
    log->entries = srv_grow(log->entries, log->n + 1, &log->size, sizeof *log->entries);
    kept *entry = &log->entries[log->n++];
    snprintf(entry->stream, sizeof entry->stream, "%s", stream);
    entry->n = n;
    entry->text = srv_copy(text, bytes);
    entry->bytes = bytes;
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

static srv_logged memory_read(srv_log *base, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                              void *context)
{
    memory_log *log = (memory_log *)base;
    kept *sorted = srv_alloc((log->n + 1) * sizeof *sorted);
    if (log->n) memcpy(sorted, log->entries, log->n * sizeof *sorted);
    qsort(sorted, log->n, sizeof *sorted, compare_kept);
    for (size_t i = 0; i < log->n; i++)
        if (!strcmp(stream, sorted[i].stream) && sorted[i].n >= from && sorted[i].n <= to)
            reader(context, sorted[i].stream, sorted[i].n, sorted[i].text, sorted[i].bytes);
    free(sorted);
    return SRV_LOGGED;
}

static void memory_see(srv_log *base, const srv_seen *seen)
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

void crash_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    while (log->n > log->n_committed) free(log->entries[--log->n].text);
    forget_from(log, log->n_seen_committed);
}

static void memory_close(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    log->n_committed = 0;
    log->n_seen_committed = 0;
    crash_memory(base);
    free(log->entries);
    free(log->seen);
    free(log);
}

srv_log *open_memory(void)
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
