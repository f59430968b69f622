/* log_sqlite.c: the log in an SQLite file. Write-ahead, and every commit waits for the disk (synchronous=FULL). */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bytes.h"
#include "log.h"

enum { NEWS_MAX = 256 };

typedef struct log_sqlite {
    srv_log log; /* first: a pointer to one is a pointer to the other */
    sqlite3 *db;
    sqlite3_stmt *begin, *insert, *commit, *rollback;
    bool open; /* a transaction has begun */
    /* What the listener is told after the commit: the highest number of each stream. */
    struct {
        char stream[SRV_STREAM_MAX + 1];
        uint64_t n;
    } * news;
    size_t n_news, news_size;
} log_sqlite;

static bool step(sqlite3_stmt *statement)
{
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE;
}

static bool prepare(log_sqlite *log, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(log->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK;
}

/* Nothing of the transaction stays. */
static srv_logged give_up(log_sqlite *log, srv_logged how)
{
    if (log->open) step(log->rollback);
    log->open = false;
    log->n_news = 0;
    return how;
}

static void note_news(log_sqlite *log, const char *stream, uint64_t n)
{
    for (size_t i = log->n_news; i-- > 0;)
        if (!strcmp(log->news[i].stream, stream)) {
            log->news[i].n = n;
            return;
        }
    log->news = srv_grow(log->news, log->n_news + 1, &log->news_size, sizeof *log->news);
    kb_text name = kb_text_in(log->news[log->n_news].stream, sizeof log->news[0].stream);
    kb_put(&name, stream);
    log->news[log->n_news++].n = n;
}

static srv_logged append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    log_sqlite *log = (log_sqlite *)base;
    if (strlen(stream) > SRV_STREAM_MAX) return give_up(log, SRV_LOG_FAILED);
    if (!log->open && !step(log->begin)) return SRV_LOG_FAILED;
    log->open = true;
    sqlite3_bind_text(log->insert, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(log->insert, 2, (sqlite3_int64)n);
    sqlite3_bind_text(log->insert, 3, text, (int)bytes, SQLITE_STATIC);
    sqlite3_step(log->insert);
    int status = sqlite3_reset(log->insert); /* of the step */
    sqlite3_clear_bindings(log->insert);
    if (status == SQLITE_CONSTRAINT) return give_up(log, SRV_LOG_TAKEN);
    /* The statement inserts nothing where the number before is missing. */
    if (status != SQLITE_OK || sqlite3_changes(log->db) != 1) return give_up(log, SRV_LOG_FAILED);
    note_news(log, stream, n);
    return SRV_LOGGED;
}

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static void note_delay(srv_delays *delays, uint64_t us)
{
    int i = 0;
    while (i < SRV_DELAYS && us > (uint64_t)SRV_DELAY_FIRST_US << i) i++;
    if (i < SRV_DELAYS) delays->n[i]++;
    delays->all++;
    delays->sum_us += us;
}

static srv_logged commit(srv_log *base)
{
    log_sqlite *log = (log_sqlite *)base;
    if (!log->open) return SRV_LOGGED;
    uint64_t began_us = now_us();
    if (!step(log->commit)) return give_up(log, SRV_LOG_FAILED);
    note_delay(&base->commits, now_us() - began_us);
    log->open = false;
    for (size_t i = 0; i < log->n_news && base->listener; i++)
        base->listener(base->context, log->news[i].stream, log->news[i].n);
    log->n_news = 0;
    return SRV_LOGGED;
}

static srv_logged read_entries(srv_log *base, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                               void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    const char *sql = stream
                          ? "SELECT stream, n, body FROM entries WHERE stream = ?1 AND n BETWEEN ?2 AND ?3 ORDER BY n"
                          : "SELECT stream, n, body FROM entries WHERE n BETWEEN ?2 AND ?3 ORDER BY stream, n";
    sqlite3_stmt *select;
    int status;
    if (sqlite3_prepare_v2(log->db, sql, -1, &select, NULL) != SQLITE_OK) return SRV_LOG_FAILED;
    if (stream) sqlite3_bind_text(select, 1, stream, -1, SQLITE_STATIC);
    sqlite3_bind_int64(select, 2, (sqlite3_int64)from);
    sqlite3_bind_int64(select, 3, (sqlite3_int64)to);
    while ((status = sqlite3_step(select)) == SQLITE_ROW)
        reader(context, (const char *)sqlite3_column_text(select, 0), (uint64_t)sqlite3_column_int64(select, 1),
               (const char *)sqlite3_column_text(select, 2), (size_t)sqlite3_column_bytes(select, 2));
    sqlite3_finalize(select);
    return status == SQLITE_DONE ? SRV_LOGGED : SRV_LOG_FAILED;
}

/* --- what is seen: tables whose names begin with seen_ ---------------------------------------------------- */

static const char seen_schema[] =
    "CREATE TABLE IF NOT EXISTS seen_games (stream TEXT PRIMARY KEY, ended INTEGER NOT NULL, public INTEGER NOT NULL,"
    " host INTEGER NOT NULL, made_by TEXT NOT NULL, line TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS seen_public ON seen_games (ended, stream) WHERE public;"
    "CREATE INDEX IF NOT EXISTS seen_made ON seen_games (host, made_by);"
    "CREATE TABLE IF NOT EXISTS seen_people (person INTEGER NOT NULL, ended INTEGER NOT NULL, stream TEXT NOT NULL,"
    " PRIMARY KEY (person, ended, stream)) WITHOUT ROWID;";

static srv_logged forget_seen(srv_log *base)
{
    log_sqlite *log = (log_sqlite *)base;
    bool done = sqlite3_exec(log->db, "DROP TABLE IF EXISTS seen_games; DROP TABLE IF EXISTS seen_people", NULL, NULL,
                             NULL) == SQLITE_OK &&
                sqlite3_exec(log->db, seen_schema, NULL, NULL, NULL) == SQLITE_OK;
    return done ? SRV_LOGGED : SRV_LOG_FAILED;
}

static srv_logged see(srv_log *base, const srv_seen *seen)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_stmt *game = NULL, *person = NULL;
    if (!log->open && !step(log->begin)) return SRV_LOG_FAILED;
    log->open = true;
    bool done = prepare(log, "INSERT OR REPLACE INTO seen_games VALUES (?1, ?2, ?3, ?4, ?5, ?6)", &game) &&
                prepare(log, "INSERT OR REPLACE INTO seen_people VALUES (?1, ?2, ?3)", &person);
    if (done) {
        sqlite3_bind_text(game, 1, seen->stream, -1, SQLITE_STATIC);
        sqlite3_bind_int64(game, 2, (sqlite3_int64)seen->ended_ms);
        sqlite3_bind_int(game, 3, seen->is_public);
        sqlite3_bind_int64(game, 4, seen->host);
        sqlite3_bind_text(game, 5, seen->made_by, -1, SQLITE_STATIC);
        sqlite3_bind_text(game, 6, seen->line, (int)seen->n, SQLITE_STATIC);
        done = step(game);
    }
    for (int i = 0; done && i < seen->n_people; i++) {
        sqlite3_bind_int64(person, 1, seen->people[i]);
        sqlite3_bind_int64(person, 2, (sqlite3_int64)seen->ended_ms);
        sqlite3_bind_text(person, 3, seen->stream, -1, SQLITE_STATIC);
        done = step(person);
    }
    sqlite3_finalize(game);
    sqlite3_finalize(person);
    return done ? SRV_LOGGED : give_up(log, SRV_LOG_FAILED);
}

/* Each row is a stream and a text, which may be NULL. */
static srv_logged give_rows(sqlite3_stmt *select, srv_log_reader *reader, void *context)
{
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW)
        reader(context, (const char *)sqlite3_column_text(select, 0), 0, (const char *)sqlite3_column_text(select, 1),
               (size_t)sqlite3_column_bytes(select, 1));
    sqlite3_finalize(select);
    return status == SQLITE_DONE ? SRV_LOGGED : SRV_LOG_FAILED;
}

/* The names are looked up one by one in the primary key: entries of what is seen are not even touched. Names are given
 * out when all of them are known, because who gets them will see some. */
static srv_logged unseen(srv_log *base, srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    static const char names[] =
        "CREATE TEMP TABLE unseen AS WITH RECURSIVE streams (stream) AS (SELECT min(stream) FROM entries UNION ALL"
        " SELECT (SELECT min(stream) FROM entries WHERE entries.stream > streams.stream) FROM streams"
        " WHERE stream IS NOT NULL)"
        " SELECT stream FROM streams WHERE stream IS NOT NULL AND stream NOT IN (SELECT stream FROM seen_games)";
    sqlite3_stmt *select;
    if (sqlite3_exec(log->db, names, NULL, NULL, NULL) != SQLITE_OK) return SRV_LOG_FAILED;
    if (sqlite3_prepare_v2(log->db, "SELECT stream, NULL FROM unseen ORDER BY stream", -1, &select, NULL) != SQLITE_OK)
        return SRV_LOG_FAILED;
    srv_logged done = give_rows(select, reader, context);
    sqlite3_exec(log->db, "DROP TABLE unseen", NULL, NULL, NULL);
    return done;
}

static srv_logged seen_lines(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
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
    if (sqlite3_prepare_v2(log->db, person ? of_person : public, -1, &select, NULL) != SQLITE_OK) return SRV_LOG_FAILED;
    if (person) sqlite3_bind_int64(select, 1, person);
    if (before) sqlite3_bind_text(select, 2, before, -1, SQLITE_STATIC);
    sqlite3_bind_int(select, 3, max);
    return give_rows(select, reader, context);
}

static srv_logged made(srv_log *base, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    log_sqlite *log = (log_sqlite *)base;
    sqlite3_stmt *select;
    if (sqlite3_prepare_v2(log->db, "SELECT stream, NULL FROM seen_games WHERE host = ?1 AND made_by = ?2", -1, &select,
                           NULL) != SQLITE_OK)
        return SRV_LOG_FAILED;
    sqlite3_bind_int64(select, 1, host);
    sqlite3_bind_text(select, 2, id, -1, SQLITE_STATIC);
    return give_rows(select, reader, context);
}

static void close_log(srv_log *base)
{
    log_sqlite *log = (log_sqlite *)base;
    give_up(log, SRV_LOG_FAILED);
    sqlite3_finalize(log->begin);
    sqlite3_finalize(log->insert);
    sqlite3_finalize(log->commit);
    sqlite3_finalize(log->rollback);
    sqlite3_close(log->db);
    free(log->news);
    free(log);
}

/* The version is in the file: a later program that keeps its log otherwise must be able to tell. */
static bool set_up(log_sqlite *log)
{
    static const char schema[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;"
                                 "CREATE TABLE IF NOT EXISTS entries (stream TEXT NOT NULL, n INTEGER NOT NULL,"
                                 " body TEXT NOT NULL, PRIMARY KEY (stream, n)) WITHOUT ROWID;"
                                 "PRAGMA user_version=1";
    return sqlite3_exec(log->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(log->db, seen_schema, NULL, NULL, NULL) == SQLITE_OK &&
           prepare(log, "BEGIN IMMEDIATE", &log->begin) && prepare(log, "COMMIT", &log->commit) &&
           prepare(log, "ROLLBACK", &log->rollback) &&
           prepare(log,
                   "INSERT INTO entries SELECT ?1, ?2, ?3 WHERE ?2 = 1 OR EXISTS"
                   " (SELECT 1 FROM entries WHERE stream = ?1 AND n = ?2 - 1)",
                   &log->insert);
}

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *pragma;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &pragma, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(pragma) == SQLITE_ROW) version = sqlite3_column_int(pragma, 0);
    sqlite3_finalize(pragma);
    return version;
}

static srv_log *open_log(const char *path, int flags, kb_text *why)
{
    log_sqlite *log = srv_alloc(sizeof *log);
    int status = sqlite3_open_v2(path, &log->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    int version = status == SQLITE_OK ? version_of(log->db) : -1;
    bool is_empty = version == 0 && flags & SQLITE_OPEN_READONLY;
    bool is_ready = version >= 0 && version <= 1 && !is_empty && (flags & SQLITE_OPEN_READONLY || set_up(log));
    if (version > 1) {
        kb_putf(why, "%s was written by a later version of Kickback", path);
    } else if (!is_ready) {
        kb_putf(why, "%s: %s", path, is_empty ? "there is no log in it" : sqlite3_errmsg(log->db));
    } else {
        log->log.append = append;
        log->log.commit = commit;
        log->log.read = read_entries;
        log->log.see = see;
        log->log.forget_seen = forget_seen;
        log->log.unseen = unseen;
        log->log.seen = seen_lines;
        log->log.made = made;
        log->log.close = close_log;
        return &log->log;
    }
    close_log(&log->log);
    return NULL;
}

srv_log *srv_log_open_sqlite(const char *path, kb_text *why)
{
    return open_log(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why);
}

srv_log *srv_log_read_sqlite(const char *path, kb_text *why)
{
    return open_log(path, SQLITE_OPEN_READONLY, why);
}
