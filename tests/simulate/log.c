/* log.c: a log in memory that loses uncommitted entries in a crash. It behaves like one across a network: it answers
 * commits late, reads only when asked again, and different streams in any order. Several writers may share it. */
#include "../../server/changes.h"
#include "world.h"

typedef struct kept {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n;
    char *text;
    size_t bytes;
} kept;

/* What is indexed about a finished table. */
typedef struct known {
    char stream[SRV_STREAM_MAX + 1], made_by[KB_ID_MAX + 1];
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

/* That somebody else has written to a stream. */
typedef struct notice {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n;
    char *told; /* not NULL: they tell something instead */
} notice;

typedef struct memory_log memory_log;

/* What is safe from a crash. */
typedef struct store {
    kept *entries;
    size_t n, size;
    known *results;
    size_t n_results, results_size;
    memory_log *writers[WRITERS_MAX];
    int n_writers;
} store;

struct memory_log {
    srv_log log;
    store *store;
    int number; /* of this writer */
    bool is_late;
    kb_rng rng;
    srv_changes next, running;
    /* the current commit; done is NULL if there is none */
    srv_log_done *done;
    void *context;
    bool is_written; /* it has taken place, or not, and only the answer is on the way: … */
    srv_logged answer;
    uint32_t steps; /* until it is answered */
    asked asked[64];
    int n_asked;
    notice *notices;
    size_t n_notices, notices_size;
};

static uint64_t last_of(const store *s, const char *stream)
{
    for (size_t i = s->n; i-- > 0;)
        if (!strcmp(s->entries[i].stream, stream)) return s->entries[i].n;
    return 0;
}

static void memory_append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_changes_add_entry(&((memory_log *)base)->next, stream, n, text, bytes);
}

static void memory_index_result(srv_log *base, const srv_result *result)
{
    srv_changes_add_result(&((memory_log *)base)->next, result);
}

static void memory_expect(srv_log *base, const char *stream, uint64_t n)
{
    srv_changes_add_condition(&((memory_log *)base)->next, stream, n);
}

/* --- commits --------------------------------------------------------------------------------------------- */

static const known *known_of(const store *s, const char *stream)
{
    for (size_t i = 0; i < s->n_results; i++)
        if (!strcmp(s->results[i].stream, stream)) return &s->results[i];
    return NULL;
}

static void keep_result(store *s, const srv_change *c)
{
    const srv_result *result = &c->result;
    CHECK(!known_of(s, c->stream));
    s->results = srv_grow(s->results, s->n_results + 1, &s->results_size, sizeof *s->results);
    known *k = &s->results[s->n_results++];
    snprintf(k->stream, sizeof k->stream, "%s", c->stream);
    snprintf(k->made_by, sizeof k->made_by, "%s", result->made_by);
    k->ended_ms = result->ended_ms;
    k->is_public = result->is_public;
    k->host = result->host;
    k->n_people = result->n_people;
    memcpy(k->people, result->people, (size_t)result->n_people * sizeof k->people[0]);
    k->line = srv_copy(c->text, c->bytes);
    k->bytes = c->bytes;
}

static void keep_entry(store *s, const srv_change *c)
{
    CHECK(c->n == last_of(s, c->stream) + 1);
    s->entries = srv_grow(s->entries, s->n + 1, &s->size, sizeof *s->entries);
    kept *entry = &s->entries[s->n++];
    snprintf(entry->stream, sizeof entry->stream, "%s", c->stream);
    entry->n = c->n;
    entry->text = srv_copy(c->text, c->bytes);
    entry->bytes = c->bytes;
}

static notice *add_notice(memory_log *log)
{
    log->notices = srv_grow(log->notices, log->n_notices + 1, &log->notices_size, sizeof *log->notices);
    notice *one = &log->notices[log->n_notices++];
    memset(one, 0, sizeof *one);
    return one;
}

static void forget_notices(memory_log *log)
{
    while (log->n_notices) free(log->notices[--log->n_notices].told);
}

static void tell_others(const memory_log *log, const srv_change *c)
{
    for (int i = 0; i < log->store->n_writers; i++) {
        memory_log *other = log->store->writers[i];
        if (other == log || !other->log.news) continue;
        notice *one = add_notice(other);
        snprintf(one->stream, sizeof one->stream, "%s", c->stream);
        one->n = c->n;
    }
}

static void write_name(const memory_log *log, char name[SRV_STREAM_MAX + 1])
{
    snprintf(name, SRV_STREAM_MAX + 1, "%d", log->number);
}

/* What a writer tells itself has no name. */
static void tell(const memory_log *log, const char *text, bool is_told_itself)
{
    for (int i = 0; i < log->store->n_writers; i++) {
        memory_log *other = log->store->writers[i];
        if ((other == log && !is_told_itself) || !other->log.heard) continue;
        notice *one = add_notice(other);
        if (other != log) write_name(log, one->stream);
        one->told = srv_copy(text, strlen(text));
    }
}

static void memory_tell(srv_log *base, const char *text)
{
    tell((const memory_log *)base, text, false);
}

static void memory_tell_surely(srv_log *base, const char *text)
{
    srv_changes_add_told(&((memory_log *)base)->next, text);
}

/* The commit takes place, unless another writer was faster. */
static void write_commit(memory_log *log)
{
    if (log->is_written) return;
    log->is_written = true;
    log->answer = SRV_LOGGED;
    srv_changes_sort(&log->running);
    for (size_t i = 0; i < log->running.n; i++) {
        const srv_change *c = &log->running.at[i];
        bool is_taken = c->is_condition
                            ? srv_changes_is_open(&log->running, c) && c->n_expected < last_of(log->store, c->stream)
                            : c->n && c->n <= last_of(log->store, c->stream);
        if (is_taken) log->answer = SRV_LOG_TAKEN;
    }
    for (size_t i = 0; i < log->running.n && log->answer == SRV_LOGGED; i++) {
        const srv_change *c = &log->running.at[i];
        if (c->n) {
            keep_entry(log->store, c);
        } else if (c->is_told) {
            tell(log, c->text, true);
        } else if (!c->is_condition) {
            keep_result(log->store, c);
        }
        if (srv_changes_is_last(&log->running, i)) tell_others(log, c);
    }
}

/* The caller of the commit is told, and may start the next one. */
static void end_commit(memory_log *log)
{
    srv_log_done *done = log->done;
    write_commit(log);
    log->done = NULL;
    if (log->answer == SRV_LOG_TAKEN) {
        srv_changes_drop_undone(&log->running);
        srv_changes_drop_undone(&log->next);
    } else {
        srv_changes_drop(&log->running, NULL);
    }
    srv_changes_prepend(&log->next, &log->running);
    done(log->context, log->answer);
}

static void memory_commit(srv_log *base, srv_log_done *done, void *context)
{
    memory_log *log = (memory_log *)base;
    CHECK(!log->done); /* only one at a time */
    log->done = done;
    log->context = context;
    log->is_written = false;
    srv_changes_prepend(&log->running, &log->next);
    log->steps = kb_rng_under(&log->rng, 6);
    if (!log->is_late || base->wait_ms || !log->steps) {
        end_commit(log);
    } else if (kb_rng_under(&log->rng, 2)) {
        write_commit(log);
    }
}

bool answer_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (!log->done) return false;
    end_commit(log);
    return true;
}

static bool has_id(const srv_changes *changes, const char *key)
{
    for (size_t i = 0; i < changes->n; i++)
        if (changes->at[i].n && memmem(changes->at[i].text, changes->at[i].bytes, key, strlen(key))) return true;
    return false;
}

bool is_safe(const srv_log *base, const char *id)
{
    const memory_log *log = (const memory_log *)base;
    char key[KB_ID_MAX + 16];
    snprintf(key, sizeof key, "\"id\":\"%s\"", id);
    return !has_id(&log->next, key) && !has_id(&log->running, key);
}

bool tell_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (!log->n_notices) return false;
    notice one = log->notices[0];
    memmove(&log->notices[0], &log->notices[1], --log->n_notices * sizeof one);
    if (base->news && (!log->is_late || kb_rng_under(&log->rng, 20))) {
        if (one.told) {
            base->heard(base->context, one.stream[0] ? one.stream : NULL, one.told);
        } else {
            base->news(base->context, one.stream, one.n);
        }
    } else if (base->news) { /* the connection was lost, and news with it */
        forget_notices(log);
        base->news(base->context, NULL, 0);
    }
    free(one.told);
    return true;
}

void turn_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (log->done && --log->steps == 0) end_commit(log);
    if (!kb_rng_under(&log->rng, 3)) tell_memory(base);
}

static void memory_wait(srv_log *base)
{
    CHECK(base->wait_ms);
    answer_memory(base);
}

/* Every stream has one caretaker, and every fifth has two. */
static bool memory_tends(const srv_log *base, const char *stream)
{
    const memory_log *log = (const memory_log *)base;
    const store *s = log->store;
    uint32_t hash = 0;
    while (*stream) hash = 31 * hash + (uint8_t)*stream++;
    const memory_log *one = s->writers[hash % (uint32_t)s->n_writers],
                     *other = s->writers[hash / 7 % (uint32_t)s->n_writers];
    return log == one || (log == other && hash % 5 == 0);
}

/* All others are there: one crashes at a time, and is back at once. */
static bool memory_leave(srv_log *base)
{
    return ((memory_log *)base)->store->n_writers == 1;
}

/* --- reads ----------------------------------------------------------------------------------------------- */

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

static srv_logged memory_read(srv_log *base, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                              void *context)
{
    memory_log *log = (memory_log *)base;
    const store *s = log->store;
    if (is_pending(log, stream)) return SRV_LOG_PENDING;
    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(stream, s->entries[i].stream) && s->entries[i].n >= from && s->entries[i].n <= to)
            reader(context, s->entries[i].stream, s->entries[i].n, s->entries[i].text, s->entries[i].bytes);
    if (!log->is_written) srv_changes_read(&log->running, stream, from, to, reader, context);
    srv_changes_read(&log->next, stream, from, to, reader, context);
    return SRV_LOGGED;
}

static void forget_from(store *s, size_t n)
{
    while (s->n_results > n) free(s->results[--s->n_results].line);
}

static srv_logged memory_drop_index(srv_log *base)
{
    forget_from(((memory_log *)base)->store, 0);
    return SRV_LOGGED;
}

static srv_logged memory_unindexed(srv_log *base, srv_log_reader *reader, void *context)
{
    const store *s = ((memory_log *)base)->store;
    for (size_t i = 0; i < s->n; i++)
        if (s->entries[i].n == 1 && !known_of(s, s->entries[i].stream))
            reader(context, s->entries[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

static srv_logged memory_heads(srv_log *base, srv_log_reader *reader, void *context)
{
    memory_log *log = (memory_log *)base;
    const store *s = log->store;
    if (is_pending(log, "heads")) return SRV_LOG_PENDING;
    for (size_t i = 0; i < s->n; i++)
        if (s->entries[i].n == 1 && !known_of(s, s->entries[i].stream))
            reader(context, s->entries[i].stream, last_of(s, s->entries[i].stream), NULL, 0);
    return SRV_LOGGED;
}

/* In the order in which they were indexed, last first. That is the order in which they ended, except after a crash. */
static srv_logged memory_results(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
                                 void *context)
{
    memory_log *log = (memory_log *)base;
    const store *s = log->store;
    if (is_pending(log, "results")) return SRV_LOG_PENDING;
    const known *last = before ? known_of(s, before) : &s->results[s->n_results];
    for (const known *k = last; last && k-- > s->results && max;) {
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
    const store *s = log->store;
    if (is_pending(log, id)) return SRV_LOG_PENDING;
    for (size_t i = 0; i < s->n_results; i++)
        if (s->results[i].host == host && !strcmp(s->results[i].made_by, id))
            reader(context, s->results[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

/* --- opening and closing --------------------------------------------------------------------------------- */

/* A pending commit may have succeeded, although nobody was told. */
void crash_memory(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    if (log->done && kb_rng_under(&log->rng, 2)) write_commit(log);
    log->done = NULL;
    log->n_asked = 0;
    forget_notices(log);
    base->news = NULL;
    base->heard = NULL;
    base->wait_ms = SRV_WAIT_MS; /* it is opened again */
    base->untended_since_ms = log->store->n_writers == 1;
    srv_changes_drop(&log->running, NULL);
    srv_changes_drop(&log->next, NULL);
}

static void memory_close(srv_log *base)
{
    memory_log *log = (memory_log *)base;
    store *s = log->store;
    srv_changes_free(&log->running);
    srv_changes_free(&log->next);
    for (int i = 0; i < s->n_writers; i++)
        if (s->writers[i] == log) s->writers[i--] = s->writers[--s->n_writers];
    forget_notices(log);
    free(log->notices);
    free(log);
    if (s->n_writers) return;
    forget_from(s, 0);
    while (s->n) free(s->entries[--s->n].text);
    free(s->entries);
    free(s->results);
    free(s);
}

static srv_log *open_writer(store *s, uint64_t seed)
{
    memory_log *log = srv_alloc(sizeof *log);
    CHECK(s->n_writers < WRITERS_MAX);
    log->number = s->n_writers;
    s->writers[s->n_writers++] = log;
    log->store = s;
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
    log->log.heads = memory_heads;
    log->log.tends = memory_tends;
    log->log.leave = memory_leave;
    log->log.expect = memory_expect;
    log->log.tell = memory_tell;
    log->log.tell_surely = memory_tell_surely;
    log->log.untended_since_ms = s->n_writers == 1;
    log->log.results = memory_results;
    log->log.find_created = memory_find_created;
    log->log.close = memory_close;
    return &log->log;
}

srv_log *open_memory(uint64_t seed)
{
    return open_writer(srv_alloc(sizeof(store)), seed);
}

srv_log *open_beside(const srv_log *first, uint64_t seed)
{
    return open_writer(((const memory_log *)first)->store, seed);
}
