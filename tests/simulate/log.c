/* log.c: a log in memory that loses uncommitted entries in a crash. It behaves like one across a network: it answers
 * commits late, reads only when asked again, and different streams in any order. */
#include "world.h"

typedef struct kept {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n;
    char *text;
    size_t bytes;
} kept;

/* What is indexed about a finished table. */
typedef struct known {
    char stream[SRV_STREAM_MAX + 1], made_by[SRV_ID_MAX + 1];
    uint64_t ended_ms;
    bool is_public;
    uint32_t host, people[KB_SEATS_MAX];
    int n_people;
    char *line;
    size_t bytes;
} known;

/* A question, and after how many more questions it is answered. */
typedef struct asked {
    char what[SRV_STREAM_MAX + 1];
    uint32_t n;
} asked;

typedef struct memory_log {
    srv_log log;
    bool is_late;
    kb_rng rng;
    /* the current commit, of so many entries and results; done is NULL if there is none */
    srv_log_done *done;
    void *context;
    size_t n_begun, n_results_begun;
    uint32_t steps; /* until it is answered */
    asked asked[64];
    int n_asked;
    kept *entries;
    size_t n, n_committed, size;
    known *results;
    size_t n_results, n_results_committed, results_size;
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

/* Everything before this is safe. The caller of the commit is told, and may start the next one. */
static void end_commit(memory_log *log)
{
    srv_log_done *done = log->done;
    log->done = NULL;
    log->n_committed = log->n_begun;
    log->n_results_committed = log->n_results_begun;
    done(log->context, SRV_LOGGED);
}

static void memory_commit(srv_log *base, srv_log_done *done, void *context)
{
    memory_log *log = (memory_log *)base;
    CHECK(!log->done); /* only one at a time */
    log->done = done;
    log->context = context;
    log->n_begun = log->n;
    log->n_results_begun = log->n_results;
    log->steps = kb_rng_under(&log->rng, 6);
    if (!log->is_late || base->wait_ms || !log->steps) end_commit(log);
}

bool answer_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (!log->done) return false;
    end_commit(log);
    return true;
}

bool is_safe(const srv_log *base, const char *id)
{
    const memory_log *log = (const memory_log *)base;
    char key[SRV_ID_MAX + 16];
    snprintf(key, sizeof key, "\"id\":\"%s\"", id);
    for (size_t i = log->n_committed; i < log->n; i++)
        if (memmem(log->entries[i].text, log->entries[i].bytes, key, strlen(key))) return false;
    return true;
}

void turn_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (log->done && --log->steps == 0) end_commit(log);
}

static void memory_wait(srv_log *base)
{
    CHECK(base->wait_ms);
    answer_memory(base);
}

/* Whether the answer is still pending. */
static bool is_pending(memory_log *log, const char *what)
{
    int i = 0;
    if (!log->is_late || log->log.wait_ms) return false;
    while (i < log->n_asked && strcmp(log->asked[i].what, what) != 0) i++;
    if (i == KB_COUNT(log->asked)) return false;
    if (i == log->n_asked) {
        snprintf(log->asked[log->n_asked++].what, sizeof log->asked[i].what, "%s", what);
        log->asked[i].n = kb_rng_under(&log->rng, 5);
    }
    if (log->asked[i].n) {
        log->asked[i].n--;
        return true;
    }
    log->asked[i] = log->asked[--log->n_asked];
    return false;
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
    if (is_pending(log, stream)) return SRV_LOG_PENDING;
    kept *sorted = srv_alloc((log->n + 1) * sizeof *sorted);
    if (log->n) memcpy(sorted, log->entries, log->n * sizeof *sorted);
    qsort(sorted, log->n, sizeof *sorted, compare_kept);
    for (size_t i = 0; i < log->n; i++)
        if (!strcmp(stream, sorted[i].stream) && sorted[i].n >= from && sorted[i].n <= to)
            reader(context, sorted[i].stream, sorted[i].n, sorted[i].text, sorted[i].bytes);
    free(sorted);
    return SRV_LOGGED;
}

static void memory_index_result(srv_log *base, const srv_result *result)
{
    memory_log *log = (memory_log *)base;
    for (size_t i = 0; i < log->n_results; i++) CHECK(strcmp(log->results[i].stream, result->stream) != 0);
    log->results = srv_grow(log->results, log->n_results + 1, &log->results_size, sizeof *log->results);
    known *k = &log->results[log->n_results++];
    snprintf(k->stream, sizeof k->stream, "%s", result->stream);
    snprintf(k->made_by, sizeof k->made_by, "%s", result->made_by);
    k->ended_ms = result->ended_ms;
    k->is_public = result->is_public;
    k->host = result->host;
    k->n_people = result->n_people;
    memcpy(k->people, result->people, (size_t)result->n_people * sizeof k->people[0]);
    k->line = srv_copy(result->line, result->n);
    k->bytes = result->n;
}

static const known *known_of(const memory_log *log, const char *stream)
{
    for (size_t i = 0; i < log->n_results; i++)
        if (!strcmp(log->results[i].stream, stream)) return &log->results[i];
    return NULL;
}

static void forget_from(memory_log *log, size_t n)
{
    while (log->n_results > n) free(log->results[--log->n_results].line);
}

static srv_logged memory_drop_index(srv_log *base)
{
    forget_from((memory_log *)base, 0);
    return SRV_LOGGED;
}

static srv_logged memory_unindexed(srv_log *base, srv_log_reader *reader, void *context)
{
    memory_log *log = (memory_log *)base;
    for (size_t i = 0; i < log->n; i++)
        if (log->entries[i].n == 1 && !known_of(log, log->entries[i].stream))
            reader(context, log->entries[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

/* In the order in which they were indexed, last first. That is the order in which they ended, except after a crash. */
static srv_logged memory_results(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
                                 void *context)
{
    memory_log *log = (memory_log *)base;
    if (is_pending(log, "results")) return SRV_LOG_PENDING;
    const known *last = before ? known_of(log, before) : &log->results[log->n_results];
    for (const known *k = last; last && k-- > log->results && max;) {
        bool is_wanted = !person && k->is_public;
        for (int i = 0; i < k->n_people; i++) is_wanted |= person && k->people[i] == person;
        if (!is_wanted) continue;
        reader(context, k->stream, 0, k->line, k->bytes);
        max--;
    }
    return SRV_LOGGED;
}

static srv_logged memory_find_created(srv_log *base, uint32_t host, const char *id, srv_log_reader *reader,
                                      void *context)
{
    memory_log *log = (memory_log *)base;
    if (is_pending(log, id)) return SRV_LOG_PENDING;
    for (size_t i = 0; i < log->n_results; i++)
        if (log->results[i].host == host && !strcmp(log->results[i].made_by, id))
            reader(context, log->results[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

/* A pending commit may have succeeded, although nobody was told. */
void crash_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (log->done && kb_rng_under(&log->rng, 2)) {
        log->n_committed = log->n_begun;
        log->n_results_committed = log->n_results_begun;
    }
    log->done = NULL;
    log->n_asked = 0;
    base->wait_ms = SRV_WAIT_MS; /* it is opened again */
    while (log->n > log->n_committed) free(log->entries[--log->n].text);
    forget_from(log, log->n_results_committed);
}

static void memory_close(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    log->n_committed = 0;
    log->n_results_committed = 0;
    crash_memory(base);
    free(log->entries);
    free(log->results);
    free(log);
}

srv_log *open_memory(uint64_t seed)
{
    memory_log *log = srv_alloc(sizeof *log);
    log->is_late = seed;
    log->rng = kb_rng_from(seed);
    log->log.wait_ms = SRV_WAIT_MS;
    log->log.wait = memory_wait;
    log->log.append = memory_append;
    log->log.commit = memory_commit;
    log->log.read = memory_read;
    log->log.index_result = memory_index_result;
    log->log.drop_index = memory_drop_index;
    log->log.unindexed = memory_unindexed;
    log->log.results = memory_results;
    log->log.find_created = memory_find_created;
    log->log.close = memory_close;
    return &log->log;
}
