/* log_sqlite.c: the log in an SQLite file. It uses a write-ahead log, and every commit waits for the disk
 * (synchronous=FULL). */
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bytes.h"
#include "changes.h"
#include "log.h"

enum { MARK_BYTES = 96, OPEN_WAIT_MS = 5000 };

const char srv_index_name[] = "index";

/* In the file's user_version; negative: an unfinished copy. */
enum { SCHEMA_VERSION = 2 }; /* 2: people's entries include links to devices */

typedef struct log_sqlite {
    srv_log log; /* must be first: pointers to the two are converted */
    sqlite3 *db;
    sqlite3_stmt *begin, *insert, *commit, *rollback;
    srv_changes changes; /* for the next commit */
    int mark;            /* the file beside the log that names its last entry; -1: none */
} log_sqlite;

/* --- errors of SQLite ------------------------------------------------------------------------------------ */

/* Why a file could not be read or written. Asks the write-ahead log first, because that is the file being written. */
static int file_errno(sqlite3 *db)
{
    sqlite3_file *wal = NULL;
    int number = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, (void *)&wal);
    if (wal && wal->pMethods) wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number ? number : sqlite3_system_errno(db);
}

/* The reason is put into lines of JSON, so it must not contain anything that needs escaping. */
static void note_reason(log_sqlite *log, int status)
{
    kb_text reason = kb_text_in(log->log.reason, sizeof log->log.reason);
    int primary = status & 0xff;
    bool is_its = sqlite3_extended_errcode(log->db) == status;
    kb_putf(&reason, "%s (SQLite %d", is_its ? sqlite3_errmsg(log->db) : sqlite3_errstr(status), status);
    if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && file_errno(log->db))
        kb_putf(&reason, ": %s", strerror(file_errno(log->db)));
    kb_put(&reason, ")");
    for (char *at = log->log.reason; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ') *at = '\'';
}

/* A failed write may succeed later, once its cause has been removed. */
static srv_logged judge(log_sqlite *log, int status, bool is_reading)
{
    if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return SRV_LOGGED;
    note_reason(log, status);
    switch (status & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT: return SRV_LOG_DAMAGED;
    case SQLITE_IOERR: return is_reading ? SRV_LOG_DAMAGED : SRV_LOG_LATER;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PROTOCOL: return SRV_LOG_LATER;
    case SQLITE_CONSTRAINT: return SRV_LOG_TAKEN;
    default: return SRV_LOG_FAILED;
    }
}

static int step(sqlite3_stmt *statement)
{
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status;
}

static bool prepare(log_sqlite *log, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(log->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK;
}

/* --- the mark -------------------------------------------------------------------------------------------- */

/* SQLite cannot tell a truncated write-ahead log from one that ends there. So the last entry is also noted in a file
 * beside it, after the commit and without waiting for the disk: the entry it names was durable in the log. */
static void write_mark(const log_sqlite *log, const srv_change *last)
{
    char text[MARK_BYTES + 1];
    snprintf(text, sizeof text, "%-48s %20llu\n", last->stream, (unsigned long long)last->n);
    /* The mark only helps to detect a loss, so failing to write it is not an error. */
    if (log->mark >= 0 && pwrite(log->mark, text, strlen(text), 0) < 0) return;
}

static bool read_mark(const char *path, srv_change *last)
{
    char text[MARK_BYTES + 1];
    unsigned long long n;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = file >= 0 ? read(file, text, MARK_BYTES) : 0;
    if (file >= 0) close(file);
    if (bytes <= 0 || text[bytes - 1] != '\n') return false;
    text[bytes] = '\0';
    if (sscanf(text, "%48s %20llu", last->stream, &n) != 2) return false;
    last->n = n;
    return true;
}

static uint64_t last_of(log_sqlite *log, const char *stream)
{
    sqlite3_stmt *select;
    uint64_t n = 0;
    if (!prepare(log, "SELECT max(n) FROM entries WHERE stream = ?1", &select)) return UINT64_MAX;
    sqlite3_bind_text(select, 1, stream, -1, SQLITE_STATIC);
    /* If that cannot be read the file is damaged, and other reads will report it. */
    n = sqlite3_step(select) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(select, 0) : UINT64_MAX;
    sqlite3_finalize(select);
    return n;
}

static void look_at_mark(log_sqlite *log, const char *path, bool to_write)
{
    char name[PATH_MAX];
    srv_change last;
    log->mark = -1;
    if (snprintf(name, sizeof name, "%s-mark", path) >= (int)sizeof name) return;
    if (read_mark(name, &last)) {
        uint64_t n = last_of(log, last.stream);
        log->log.lost = n < last.n ? last.n - n : 0;
    }
    if (to_write) log->mark = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

/* --- entries --------------------------------------------------------------------------------------------- */

static void append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_changes_add_entry(&((log_sqlite *)base)->changes, stream, n, text, bytes);
}

static srv_logged write_entry(log_sqlite *log, const srv_change *c)
{
    sqlite3_bind_text(log->insert, 1, c->stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(log->insert, 2, (sqlite3_int64)c->n);
    sqlite3_bind_text(log->insert, 3, c->text, (int)c->bytes, SQLITE_STATIC);
    int status = step(log->insert);
    srv_logged done = judge(log, status, false);
    /* The statement inserts nothing if the previous number is missing. */
    if (done == SRV_LOGGED && sqlite3_changes(log->db) != 1) {
        kb_text reason = kb_text_in(log->log.reason, sizeof log->log.reason);
        kb_put(&reason, "the entry before is missing");
        done = SRV_LOG_FAILED;
    }
    sqlite3_clear_bindings(log->insert);
    return done;
}

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static srv_logged write_result(log_sqlite *log, const srv_change *c);

static srv_logged write_changes(log_sqlite *log)
{
    srv_logged done = judge(log, step(log->begin), false);
    for (size_t i = 0; i < log->changes.n && done == SRV_LOGGED; i++) {
        const srv_change *c = &log->changes.at[i];
        done = c->n ? write_entry(log, c) : write_result(log, c);
        if (done != SRV_LOG_DAMAGED) continue;
        kb_text damaged = kb_text_in(log->log.damaged, sizeof log->log.damaged);
        kb_put(&damaged, c->n ? c->stream : srv_index_name);
        return SRV_LOG_DAMAGED;
    }
    if (done == SRV_LOGGED) done = judge(log, step(log->commit), false);
    /* Damage that does not belong to a single stream is damage to the file itself. */
    return done == SRV_LOG_DAMAGED ? SRV_LOG_FAILED : done;
}

/* Drops what cannot be written and keeps the rest for the next commit. */
static void drop_damaged(log_sqlite *log)
{
    if (strcmp(log->log.damaged, srv_index_name) != 0) {
        srv_changes_drop(&log->changes, log->log.damaged);
    } else {
        srv_changes_drop_results(&log->changes);
    }
}

static srv_logged commit_now(log_sqlite *log)
{
    srv_log *base = &log->log;
    const srv_change *last = NULL;
    if (!log->changes.n) return SRV_LOGGED;
    uint64_t began_us = now_us();
    sqlite3_busy_timeout(log->db, (int)base->wait_ms);
    srv_logged done = write_changes(log);
    if (!sqlite3_get_autocommit(log->db)) step(log->rollback);
    if (done == SRV_LOG_LATER) return done;
    if (done == SRV_LOG_DAMAGED) {
        drop_damaged(log);
        return done;
    }
    if (done == SRV_LOGGED) {
        srv_note_delay(&base->commits, now_us() - began_us);
        for (size_t i = 0; i < log->changes.n; i++)
            if (log->changes.at[i].n) last = &log->changes.at[i];
        if (last) write_mark(log, last);
    }
    srv_changes_drop(&log->changes, NULL);
    return done;
}

/* SQLite answers at once. */
static void commit(srv_log *base, srv_log_done *done, void *context)
{
    done(context, commit_now((log_sqlite *)base));
}

static srv_logged read_entries(srv_log *base, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                               void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    static const char sql[] = "SELECT n, body FROM entries WHERE stream = ?1 AND n BETWEEN ?2 AND ?3 ORDER BY n";
    sqlite3_stmt *select;
    int status = sqlite3_prepare_v2(log->db, sql, -1, &select, NULL);
    if (status != SQLITE_OK) return judge(log, status, true);
    sqlite3_bind_text(select, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(select, 2, (sqlite3_int64)from);
    sqlite3_bind_int64(select, 3, (sqlite3_int64)to);
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(select, 1);
        if (!body) { /* a damaged row may have no text at all */
            status = SQLITE_CORRUPT;
            break;
        }
        reader(context, stream, (uint64_t)sqlite3_column_int64(select, 0), body,
               (size_t)sqlite3_column_bytes(select, 1));
    }
    srv_logged done = judge(log, status, true);
    sqlite3_finalize(select);
    if (done == SRV_LOGGED) srv_changes_read(&log->changes, stream, from, to, reader, context); /* not committed yet */
    return done;
}

/* --- the index of results: tables whose names begin with seen_ ---------------------------------------------------- */

static const char index_schema[] =
    "CREATE TABLE IF NOT EXISTS seen_games (stream TEXT PRIMARY KEY, ended INTEGER NOT NULL, public INTEGER NOT NULL,"
    " host INTEGER NOT NULL, made_by TEXT NOT NULL, line TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS seen_public ON seen_games (ended, stream) WHERE public;"
    "CREATE INDEX IF NOT EXISTS seen_made ON seen_games (host, made_by);"
    "CREATE TABLE IF NOT EXISTS seen_people (person INTEGER NOT NULL, ended INTEGER NOT NULL, stream TEXT NOT NULL,"
    " PRIMARY KEY (person, ended, stream)) WITHOUT ROWID;";

static srv_logged drop_index(srv_log *base)
{
    log_sqlite *log = (log_sqlite *)base;
    int status = sqlite3_exec(log->db, "DROP TABLE IF EXISTS seen_games; DROP TABLE IF EXISTS seen_people", NULL, NULL,
                              NULL);
    if (status == SQLITE_OK) status = sqlite3_exec(log->db, index_schema, NULL, NULL, NULL);
    return judge(log, status, false);
}

static void index_result(srv_log *base, const srv_result *result)
{
    srv_changes_add_result(&((log_sqlite *)base)->changes, result);
}

static srv_logged write_result(log_sqlite *log, const srv_change *c)
{
    const srv_result *result = &c->result;
    sqlite3_stmt *game = NULL, *person = NULL;
    int status = sqlite3_prepare_v2(log->db, "INSERT OR REPLACE INTO seen_games VALUES (?1, ?2, ?3, ?4, ?5, ?6)", -1,
                                    &game, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_prepare_v2(log->db, "INSERT OR REPLACE INTO seen_people VALUES (?1, ?2, ?3)", -1, &person,
                                    NULL);
    if (status == SQLITE_OK) {
        sqlite3_bind_text(game, 1, c->stream, -1, SQLITE_STATIC);
        sqlite3_bind_int64(game, 2, (sqlite3_int64)result->ended_ms);
        sqlite3_bind_int(game, 3, result->is_public);
        sqlite3_bind_int64(game, 4, result->host);
        sqlite3_bind_text(game, 5, result->made_by, -1, SQLITE_STATIC);
        sqlite3_bind_text(game, 6, c->text, (int)c->bytes, SQLITE_STATIC);
        status = step(game);
    }
    for (int i = 0; status == SQLITE_DONE && i < result->n_people; i++) {
        sqlite3_bind_int64(person, 1, result->people[i]);
        sqlite3_bind_int64(person, 2, (sqlite3_int64)result->ended_ms);
        sqlite3_bind_text(person, 3, c->stream, -1, SQLITE_STATIC);
        status = step(person);
    }
    srv_logged done = judge(log, status, false);
    sqlite3_finalize(game);
    sqlite3_finalize(person);
    return done;
}

/* Each row has a stream and a text, which may be NULL. */
static srv_logged give_rows(log_sqlite *log, sqlite3_stmt *select, srv_log_reader *reader, void *context)
{
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
        const char *stream = (const char *)sqlite3_column_text(select, 0);
        if (!stream) continue;
        reader(context, stream, 0, (const char *)sqlite3_column_text(select, 1),
               (size_t)sqlite3_column_bytes(select, 1));
    }
    srv_logged done = judge(log, status, true);
    sqlite3_finalize(select);
    return done;
}

/* --- the names of the streams, skipping damage ----------------------------------------------------------- */

typedef unsigned __int128 place; /* a table's id as a number, to search between two ids */
enum { NAME_DIGITS = 32 };
static const char tables_begin[] = "table:";

/* Finds the first stream after this name; "": there is none. Only the primary key is searched; entries are not read. */
static srv_logged stream_after(log_sqlite *log, sqlite3_stmt *select, const char *name, char found[SRV_STREAM_MAX + 1])
{
    kb_text out = kb_text_in(found, SRV_STREAM_MAX + 1);
    sqlite3_bind_text(select, 1, name, -1, SQLITE_STATIC);
    int status = sqlite3_step(select);
    const char *text = status == SQLITE_ROW ? (const char *)sqlite3_column_text(select, 0) : NULL;
    kb_put(&out, text ? text : "");
    srv_logged done = judge(log, status, true);
    sqlite3_reset(select);
    return done;
}

static place place_of(const char *stream)
{
    place at = 0;
    if (strlen(stream) != sizeof tables_begin - 1 + NAME_DIGITS) return 0; /* sorts before all tables */
    for (const char *digit = stream + sizeof tables_begin - 1; *digit; digit++)
        at = at << 4 | (place)(*digit <= '9' ? *digit - '0' : *digit - 'a' + 10);
    return at;
}

static void write_place(place at, char name[SRV_STREAM_MAX + 1])
{
    kb_text out = kb_text_in(name, SRV_STREAM_MAX + 1);
    kb_put(&out, tables_begin);
    for (int shift = 4 * NAME_DIGITS - 4; shift >= 0; shift -= 4)
        kb_put_n(&out, &"0123456789abcdef"[(unsigned)(at >> shift) & 15], 1);
}

/* Looks further and further ahead until something is readable again, then goes back as far as possible. */
static bool skip_damage(log_sqlite *log, sqlite3_stmt *select, const char *after, char found[SRV_STREAM_MAX + 1])
{
    char name[SRV_STREAM_MAX + 1], near[SRV_STREAM_MAX + 1];
    place from = place_of(after), unreadable = 0, readable = 0;
    for (int bit = 0; bit < 8 * (int)sizeof(place) && !readable; bit++) {
        place further = (place)1 << bit;
        if (from + further < from) return false;
        write_place(from + further, name);
        if (stream_after(log, select, name, found) == SRV_LOGGED) {
            readable = further;
        } else {
            unreadable = further;
        }
    }
    while (readable > unreadable + 1) {
        place middle = unreadable + (readable - unreadable) / 2;
        write_place(from + middle, name);
        if (stream_after(log, select, name, near) == SRV_LOGGED) {
            readable = middle;
            memcpy(found, near, sizeof near);
        } else {
            unreadable = middle;
        }
    }
    return readable;
}

typedef struct names {
    char (*at)[SRV_STREAM_MAX + 1];
    size_t n, size;
} names;

static srv_logged all_streams(log_sqlite *log, names *out)
{
    sqlite3_stmt *select;
    char name[SRV_STREAM_MAX + 1] = "", found[SRV_STREAM_MAX + 1];
    srv_logged all = SRV_LOGGED;
    int status = sqlite3_prepare_v2(log->db, "SELECT stream FROM entries WHERE stream > ?1 ORDER BY stream LIMIT 1", -1,
                                    &select, NULL);
    if (status != SQLITE_OK) return judge(log, status, true);
    for (;;) {
        srv_logged done = stream_after(log, select, name, found);
        if (done == SRV_LOG_DAMAGED) {
            all = done;
            if (!skip_damage(log, select, name, found)) break;
        } else if (done != SRV_LOGGED) {
            all = done;
            break;
        }
        if (!found[0]) break;
        out->at = srv_grow(out->at, out->n + 1, &out->size, sizeof *out->at);
        memcpy(out->at[out->n++], found, sizeof found);
        memcpy(name, found, sizeof found);
    }
    sqlite3_finalize(select);
    return all;
}

static srv_logged streams(srv_log *base, srv_log_reader *reader, void *context)
{
    names all = {NULL, 0, 0};
    srv_logged done = all_streams((log_sqlite *)base, &all);
    for (size_t i = 0; i < all.n; i++) reader(context, all.at[i], 0, NULL, 0);
    free(all.at);
    return done;
}

/* Collects all names before passing them on, because the reader may index some. */
static srv_logged unindexed(srv_log *base, srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    names all = {NULL, 0, 0};
    sqlite3_stmt *select;
    srv_logged done = all_streams(log, &all);
    int status = sqlite3_prepare_v2(log->db, "SELECT 1 FROM seen_games WHERE stream = ?1", -1, &select, NULL);
    if (status != SQLITE_OK) done = judge(log, status, true);
    for (size_t i = 0; i < all.n && (done == SRV_LOGGED || done == SRV_LOG_DAMAGED); i++) {
        sqlite3_bind_text(select, 1, all.at[i], -1, SQLITE_STATIC);
        status = sqlite3_step(select);
        sqlite3_reset(select);
        srv_logged looked = judge(log, status, true);
        if (looked != SRV_LOGGED) done = looked;
        if (status != SQLITE_ROW) reader(context, all.at[i], 0, NULL, 0);
    }
    sqlite3_finalize(select);
    free(all.at);
    return done;
}

static srv_logged result_lines(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
                               void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    static const char of_person[] =
        "SELECT stream, line FROM seen_people AS p JOIN seen_games USING (stream) WHERE person = ?1 AND (?2 IS NULL OR"
        " (p.ended, stream) < (SELECT ended, stream FROM seen_games WHERE stream = ?2))"
        " ORDER BY p.ended DESC, p.stream DESC LIMIT ?3";
    static const char public[] = "SELECT stream, line FROM seen_games WHERE public AND (?2 IS NULL OR"
                                 " (ended, stream) < (SELECT ended, stream FROM seen_games WHERE stream = ?2))"
                                 " ORDER BY ended DESC, stream DESC LIMIT ?3";
    sqlite3_stmt *select;
    int status = sqlite3_prepare_v2(log->db, person ? of_person : public, -1, &select, NULL);
    if (status != SQLITE_OK) return judge(log, status, true);
    if (person) sqlite3_bind_int64(select, 1, person);
    if (before) sqlite3_bind_text(select, 2, before, -1, SQLITE_STATIC);
    sqlite3_bind_int(select, 3, max);
    return give_rows(log, select, reader, context);
}

static srv_logged find_created(srv_log *base, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_stmt *select;
    int status = sqlite3_prepare_v2(log->db, "SELECT stream, NULL FROM seen_games WHERE host = ?1 AND made_by = ?2", -1,
                                    &select, NULL);
    if (status != SQLITE_OK) return judge(log, status, true);
    sqlite3_bind_int64(select, 1, host);
    sqlite3_bind_text(select, 2, id, -1, SQLITE_STATIC);
    return give_rows(log, select, reader, context);
}

static srv_logged indexed(srv_log *base, srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_stmt *select;
    int status = sqlite3_prepare_v2(log->db, "SELECT stream, line FROM seen_games ORDER BY stream", -1, &select, NULL);
    if (status != SQLITE_OK) return judge(log, status, true);
    return give_rows(log, select, reader, context);
}

/* Counts the result's people that are in the index. */
static srv_logged count_people(log_sqlite *log, const srv_result *result, int *n)
{
    sqlite3_stmt *select;
    int status = sqlite3_prepare_v2(
        log->db, "SELECT 1 FROM seen_people WHERE person = ?1 AND ended = ?2 AND stream = ?3", -1, &select, NULL);
    *n = 0;
    for (int i = 0; i < result->n_people && (status == SQLITE_OK || status == SQLITE_ROW); i++) {
        sqlite3_bind_int64(select, 1, result->people[i]);
        sqlite3_bind_int64(select, 2, (sqlite3_int64)result->ended_ms);
        sqlite3_bind_text(select, 3, result->stream, -1, SQLITE_STATIC);
        status = step(select);
        *n += status == SQLITE_ROW;
    }
    srv_logged done = judge(log, status, true);
    sqlite3_finalize(select);
    return done;
}

static srv_logged compare_result(srv_log *base, const srv_result *result, bool *is_there, bool *agrees,
                                 srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_stmt *select;
    int n_people = 0;
    int status = sqlite3_prepare_v2(
        log->db,
        "SELECT line, ended = ?2 AND public = ?3 AND host = ?4 AND made_by = ?5 FROM seen_games"
        " WHERE stream = ?1",
        -1, &select, NULL);
    if (status == SQLITE_OK) {
        sqlite3_bind_text(select, 1, result->stream, -1, SQLITE_STATIC);
        sqlite3_bind_int64(select, 2, (sqlite3_int64)result->ended_ms);
        sqlite3_bind_int(select, 3, result->is_public);
        sqlite3_bind_int64(select, 4, result->host);
        sqlite3_bind_text(select, 5, result->made_by, -1, SQLITE_STATIC);
        status = sqlite3_step(select);
    }
    *is_there = status == SQLITE_ROW;
    *agrees = *is_there && sqlite3_column_int(select, 1);
    const char *line = *is_there ? (const char *)sqlite3_column_text(select, 0) : NULL;
    if (line) reader(context, result->stream, 0, line, (size_t)sqlite3_column_bytes(select, 0));
    srv_logged done = judge(log, status, true);
    sqlite3_finalize(select);
    if (*agrees && done == SRV_LOGGED) done = count_people(log, result, &n_people);
    *agrees = *agrees && n_people == result->n_people;
    return done;
}

static void close_log(srv_log *base)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_finalize(log->begin);
    sqlite3_finalize(log->insert);
    sqlite3_finalize(log->commit);
    sqlite3_finalize(log->rollback);
    sqlite3_close(log->db);
    if (log->mark >= 0) close(log->mark);
    srv_changes_free(&log->changes);
    free(log);
}

static bool set_version(log_sqlite *log, int version)
{
    char sql[48];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", version);
    return sqlite3_exec(log->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static srv_logged set_unfinished(srv_log *base, bool is_unfinished)
{
    log_sqlite *log = (log_sqlite *)base;
    set_version(log, is_unfinished ? -SCHEMA_VERSION : SCHEMA_VERSION);
    return judge(log, sqlite3_extended_errcode(log->db), false);
}

/* Stores the version in the file, so that a later program can recognise this format. */
static bool set_up(log_sqlite *log, int version)
{
    static const char schema[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                 "CREATE TABLE IF NOT EXISTS entries (stream TEXT NOT NULL, n INTEGER NOT NULL,"
                                 " body TEXT NOT NULL, PRIMARY KEY (stream, n)) WITHOUT ROWID";
    return sqlite3_exec(log->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(log->db, index_schema, NULL, NULL, NULL) == SQLITE_OK &&
           (version < 0 || version == SCHEMA_VERSION || set_version(log, SCHEMA_VERSION)) &&
           prepare(log, "BEGIN IMMEDIATE", &log->begin) && prepare(log, "COMMIT", &log->commit) &&
           prepare(log, "ROLLBACK", &log->rollback) &&
           prepare(log,
                   "INSERT INTO entries SELECT ?1, ?2, ?3 WHERE ?2 = 1 OR EXISTS"
                   " (SELECT 1 FROM entries WHERE stream = ?1 AND n = ?2 - 1)",
                   &log->insert);
}

static bool read_version(sqlite3 *db, int *version)
{
    sqlite3_stmt *pragma;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &pragma, NULL) != SQLITE_OK) return false;
    bool is_read = sqlite3_step(pragma) == SQLITE_ROW;
    *version = is_read ? sqlite3_column_int(pragma, 0) : 0;
    sqlite3_finalize(pragma);
    return is_read;
}

/* Why a file of this version is not opened; NULL: it is. */
static const char *version_refusal(int version, bool to_write, bool may_be_unfinished)
{
    if (version > SCHEMA_VERSION) return "was written by a later version of Kickback";
    if (version < 0 && !may_be_unfinished) return "is an unfinished copy: run kickback copy again";
    if (version < 0 && version != -SCHEMA_VERSION) return "is an unfinished copy of another version of Kickback";
    return version || to_write ? NULL : "has no log in it";
}

static srv_log *open_log(const char *path, int flags, bool may_be_unfinished, kb_text *why)
{
    log_sqlite *log = srv_alloc(sizeof *log);
    bool to_write = !(flags & SQLITE_OPEN_READONLY);
    int status = sqlite3_open_v2(path, &log->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    log->mark = -1;
    log->log.wait_ms = OPEN_WAIT_MS;
    sqlite3_busy_timeout(log->db, OPEN_WAIT_MS);
    sqlite3_extended_result_codes(log->db, 1);
    int version = 0;
    bool is_read = status == SQLITE_OK && read_version(log->db, &version);
    const char *refusal = is_read ? version_refusal(version, to_write, may_be_unfinished) : NULL;
    if (refusal) {
        kb_putf(why, "%s %s", path, refusal);
    } else if (!is_read || (to_write && !set_up(log, version))) {
        kb_putf(why, "%s: %s", path, sqlite3_errmsg(log->db));
    } else {
        log->log.is_unfinished = version < 0;
        log->log.set_unfinished = set_unfinished;
        log->log.append = append;
        log->log.commit = commit;
        log->log.read = read_entries;
        log->log.index_result = index_result;
        log->log.drop_index = drop_index;
        log->log.streams = streams;
        log->log.unindexed = unindexed;
        log->log.results = result_lines;
        log->log.find_created = find_created;
        log->log.indexed = indexed;
        log->log.compare_result = compare_result;
        log->log.close = close_log;
        look_at_mark(log, path, to_write);
        return &log->log;
    }
    close_log(&log->log);
    return NULL;
}

srv_log *srv_log_open_sqlite(const char *path, kb_text *why)
{
    return open_log(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, false, why);
}

srv_log *srv_log_open_sqlite_copy(const char *path, kb_text *why)
{
    return open_log(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, true, why);
}

srv_log *srv_log_read_sqlite(const char *path, kb_text *why)
{
    srv_log *log = open_log(path, SQLITE_OPEN_READONLY, false, why);
    /* All reads see one snapshot. */
    if (log) sqlite3_exec(((log_sqlite *)log)->db, "BEGIN", NULL, NULL, NULL);
    return log;
}
