/* postgres.c: a connection to PostgreSQL that never blocks the loop and comes back by itself. */
#include "postgres.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bytes.h"

enum {
    RETRY_US = 100000,     /* between two attempts to connect */
    CONNECT_US = 60000000, /* for one attempt, in which libpq tries one host after the other */
    PARAMS_MAX = 8,
};

/* Keeps others away from a database that somebody uses alone. The next number is the lock of migrations. */
#define LOCK "7166482375029"
/* From here on there is a lock for each version of the schema, which servers of that version share. */
#define VERSION_LOCK LOCK " + 100 + "

typedef enum state {
    DOWN,       /* waits for the next attempt */
    CONNECTING, /* connects */
    PREPARING,  /* sets up the session */
    READY
} state;

/* A transaction that was sent. */
typedef struct sent {
    srv_postgres_done *done;
    void *context;
    PGresult *answer; /* so far */
} sent;

struct srv_postgres {
    char *url;
    srv_postgres_use use;
    PGconn *db;
    state state;
    PostgresPollingStatusType wants; /* while it connects */
    bool wants_write, is_unfinished;
    bool is_refused;   /* for good */
    uint64_t since_us; /* when this attempt began */
    sent *sent;
    size_t first_sent, n_sent, sent_size; /* those before the first are answered */
    char reason[256];
};

uint64_t srv_postgres_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* --- reasons --------------------------------------------------------------------------------------------- */

/* Reasons are put into lines of JSON and of the terminal: one line, and nothing that needs escaping. */
static void note_reason(srv_postgres *pg, const char *text)
{
    kb_text reason = kb_text_in(pg->reason, sizeof pg->reason);
    size_t n = strlen(text);
    while (n && (text[n - 1] == '\n' || text[n - 1] == ' ')) n--;
    kb_put_n(&reason, text, n < sizeof pg->reason ? n : sizeof pg->reason - 1);
    for (char *at = pg->reason; *at; at++) {
        if (*at == '\n' || *at == '\t') *at = ' ';
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ') *at = '\'';
    }
}

const char *srv_postgres_reason(const srv_postgres *pg)
{
    return pg->reason;
}

/* --- transactions ---------------------------------------------------------------------------------------- */

bool srv_postgres_is_unfinished(const srv_postgres *pg)
{
    return pg->is_unfinished;
}

bool srv_postgres_is_refused(const srv_postgres *pg)
{
    return pg->is_refused;
}

bool srv_postgres_is_ready(const srv_postgres *pg)
{
    return pg->state == READY;
}

void srv_postgres_query(srv_postgres *pg, int statement, int n, const char *const *params)
{
    char name[16];
    KB_ASSERT(statement < pg->use.n_statements && n <= PARAMS_MAX);
    snprintf(name, sizeof name, "s%d", statement);
    PQsendQueryPrepared(pg->db, name, n, params, NULL, NULL, 0); /* a failure shows when the answer is missing */
}

static void add_sent(srv_postgres *pg, srv_postgres_done *done, void *context)
{
    PQpipelineSync(pg->db);
    if (pg->first_sent > pg->n_sent / 2) {
        pg->n_sent -= pg->first_sent;
        memmove(pg->sent, pg->sent + pg->first_sent, pg->n_sent * sizeof *pg->sent);
        pg->first_sent = 0;
    }
    pg->sent = srv_grow(pg->sent, pg->n_sent + 1, &pg->sent_size, sizeof *pg->sent);
    pg->sent[pg->n_sent++] = (sent){done, context, NULL};
}

void srv_postgres_end(srv_postgres *pg, srv_postgres_done *done, void *context)
{
    add_sent(pg, done, context);
    pg->wants_write = PQflush(pg->db) == 1;
}

static void lose(srv_postgres *pg, const char *why)
{
    note_reason(pg, why);
    PQfinish(pg->db);
    pg->db = NULL;
    pg->state = DOWN;
    pg->wants_write = false;
    /* Those told now may not send anything, so the list does not grow meanwhile. */
    size_t first = pg->first_sent, n = pg->n_sent;
    pg->first_sent = pg->n_sent = 0;
    for (size_t i = first; i < n; i++) {
        PQclear(pg->sent[i].answer);
        pg->sent[i].done(pg->sent[i].context, NULL);
    }
}

void srv_postgres_reconnect(srv_postgres *pg, const char *why)
{
    if (pg->state != DOWN) lose(pg, why);
}

static bool is_error(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

static void take_result(srv_postgres *pg, PGresult *result)
{
    sent *first = &pg->sent[pg->first_sent];
    if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
        sent ended = *first;
        PQclear(result);
        pg->first_sent++;
        ended.done(ended.context, ended.answer);
    } else if (PQresultStatus(result) == PGRES_PIPELINE_ABORTED || (first->answer && is_error(first->answer))) {
        PQclear(result);
    } else {
        PQclear(first->answer);
        first->answer = result;
    }
}

static void receive(srv_postgres *pg)
{
    int nothing = 0;
    if (!PQconsumeInput(pg->db)) {
        lose(pg, PQerrorMessage(pg->db));
        return;
    }
    /* A transaction's end may close the connection or begin another. */
    while (pg->state >= PREPARING && pg->first_sent < pg->n_sent && nothing < 2 && !PQisBusy(pg->db)) {
        PGresult *result = PQgetResult(pg->db);
        nothing = result ? 0 : nothing + 1;
        if (result) take_result(pg, result);
    }
    if (pg->state < PREPARING) return;
    PGnotify *news;
    while ((news = PQnotifies(pg->db))) {
        pg->use.notified(pg->use.context, news->extra);
        PQfreemem(news);
    }
    if (PQstatus(pg->db) == CONNECTION_BAD || nothing > 1) {
        lose(pg, PQerrorMessage(pg->db));
        return;
    }
    pg->wants_write = PQflush(pg->db) == 1;
}

/* --- a session ------------------------------------------------------------------------------------------- */

static const char later_version[] = "the database was written by a later version of Kickback";

/* The schema may have been contracted while there was no connection. */
static void end_checking(void *context, PGresult *answer)
{
    srv_postgres *pg = context;
    if (!answer) return; /* lost */
    if (is_error(answer)) {
        lose(pg, PQresultErrorMessage(answer));
    } else if (PQntuples(answer) != 1) {
        lose(pg, "the version of the schema is missing");
    } else if (strtol(PQgetvalue(answer, 0, 1), NULL, 10) > pg->use.schema_version) {
        pg->is_refused = true;
        lose(pg, later_version);
    } else if (PQgetvalue(answer, 0, 0)[0] != 't') {
        lose(pg, "another server uses this database");
    }
    PQclear(answer);
}

static void end_preparing(void *context, PGresult *answer)
{
    srv_postgres *pg = context;
    if (!answer) return; /* lost */
    if (is_error(answer)) {
        lose(pg, PQresultErrorMessage(answer));
    } else {
        pg->state = READY;
        pg->reason[0] = '\0';
        pg->use.ready(pg->use.context);
    }
    PQclear(answer);
}

/* A commit is acknowledged only once it is on disk, whatever the database's default is. Nobody waits long for a lock: what
 * waits holds up everything that was sent after it. And the database notices by itself that a machine is gone. */
static const char settings[] =
    "SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')"
    " THEN 'on' ELSE current_setting('synchronous_commit') END, false), set_config('lock_timeout', '300ms', false),"
    " set_config('idle_in_transaction_session_timeout', '1s', false), set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '15s', false)";

/* The lock of the version comes first: from then on the schema is not contracted. Statements that a later version has made
 * impossible come last: what counts is that it has. */
static void prepare_session(srv_postgres *pg)
{
    char lock_version[80];
    snprintf(lock_version, sizeof lock_version, "SELECT pg_advisory_lock_shared(" VERSION_LOCK "%d)",
             pg->use.schema_version);
    pg->state = PREPARING;
    if (PQsetnonblocking(pg->db, 1) != 0 || !PQenterPipelineMode(pg->db)) {
        lose(pg, PQerrorMessage(pg->db));
        return;
    }
    PQsendQueryParams(pg->db, settings, 0, NULL, NULL, NULL, NULL, 0);
    PQsendQueryParams(pg->db, "LISTEN kickback", 0, NULL, NULL, NULL, NULL, 0);
    PQsendQueryParams(pg->db, lock_version, 0, NULL, NULL, NULL, NULL, 0);
    PQsendQueryParams(pg->db,
                      pg->use.is_alone ? "SELECT pg_try_advisory_lock(" LOCK "), oldest FROM kickback.schema"
                                       : "SELECT pg_try_advisory_lock_shared(" LOCK "), oldest FROM kickback.schema",
                      0, NULL, NULL, NULL, NULL, 0);
    add_sent(pg, end_checking, pg);
    for (int i = 0; i < pg->use.n_statements; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        PQsendPrepare(pg->db, name, pg->use.statements[i], 0, NULL);
    }
    srv_postgres_end(pg, end_preparing, pg);
}

/* --- connecting ------------------------------------------------------------------------------------------ */

/* What the address says comes after these and takes precedence. */
static const char *const names[] = {"application_name",
                                    "connect_timeout",
                                    "keepalives_idle",
                                    "keepalives_interval",
                                    "keepalives_count",
                                    "tcp_user_timeout",
                                    "target_session_attrs",
                                    "client_encoding",
                                    "dbname",
                                    NULL};

static const char *const *values(const srv_postgres *pg, const char *out[KB_COUNT(names)])
{
    static const char *const given[] = {"kickback", "10", "5", "5", "3", "15000", "read-write", "UTF8"};
    memcpy(out, given, sizeof given);
    out[KB_COUNT(given)] = pg->url;
    out[KB_COUNT(given) + 1] = NULL;
    return out;
}

static void begin_connecting(srv_postgres *pg)
{
    const char *room[KB_COUNT(names)];
    pg->since_us = srv_postgres_now_us();
    pg->db = PQconnectStartParams(names, values(pg, room), 1);
    pg->state = CONNECTING;
    pg->wants = PGRES_POLLING_WRITING;
    if (PQstatus(pg->db) == CONNECTION_BAD) lose(pg, PQerrorMessage(pg->db));
}

static void connect_on(srv_postgres *pg)
{
    pg->wants = PQconnectPoll(pg->db);
    if (pg->wants == PGRES_POLLING_OK) {
        prepare_session(pg);
    } else if (pg->wants == PGRES_POLLING_FAILED) {
        lose(pg, PQerrorMessage(pg->db));
    } else if (srv_postgres_now_us() > pg->since_us + CONNECT_US) {
        lose(pg, "the database does not answer");
    }
}

void srv_postgres_proceed(srv_postgres *pg)
{
    if (pg->state == DOWN && !pg->is_refused && srv_postgres_now_us() >= pg->since_us + RETRY_US) {
        begin_connecting(pg);
    } else if (pg->state == CONNECTING) {
        struct pollfd one = {PQsocket(pg->db), pg->wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, 0};
        bool is_late = srv_postgres_now_us() > pg->since_us + CONNECT_US;
        if (is_late || poll(&one, 1, 0) > 0) connect_on(pg);
    } else if (pg->state >= PREPARING) {
        receive(pg);
    }
}

int srv_postgres_socket(const srv_postgres *pg, bool *wants_write)
{
    *wants_write = pg->state == CONNECTING ? pg->wants == PGRES_POLLING_WRITING : pg->wants_write;
    return pg->state == DOWN ? -1 : PQsocket(pg->db);
}

bool srv_postgres_wait(srv_postgres *pg, uint64_t until_us)
{
    uint64_t now_us = srv_postgres_now_us();
    bool wants_write;
    struct pollfd one = {srv_postgres_socket(pg, &wants_write), POLLIN, 0};
    if (now_us >= until_us) return false;
    uint64_t most_us = one.fd < 0 ? RETRY_US : until_us - now_us;
    if (wants_write) one.events |= POLLOUT;
    poll(&one, one.fd >= 0, (int)((most_us < until_us - now_us ? most_us : until_us - now_us) / 1000u) + 1);
    srv_postgres_proceed(pg);
    return true;
}

/* --- opening --------------------------------------------------------------------------------------------- */

static bool execute(srv_postgres *pg, const char *sql, kb_text *why)
{
    PGresult *result = PQexec(pg->db, sql);
    bool is_good = !is_error(result);
    note_reason(pg, PQresultErrorMessage(result));
    if (!is_good) kb_putf(why, "%s", pg->reason);
    PQclear(result);
    return is_good;
}

/* The number that this query returns, or 0 if it returns none. */
static int number_of(srv_postgres *pg, const char *sql)
{
    PGresult *result = PQexec(pg->db, sql);
    int number = PQntuples(result) == 1 ? (int)strtol(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return number;
}

static bool has_schema(srv_postgres *pg)
{
    PGresult *result = PQexec(pg->db, "SELECT FROM pg_tables WHERE schemaname = 'kickback' AND tablename = 'schema'");
    bool is_there = PQntuples(result) == 1;
    PQclear(result);
    return is_there;
}

/* The version of an unfinished copy is negative. */
static bool check_version(srv_postgres *pg, int version, kb_text *why)
{
    int most = pg->use.schema_version;
    pg->is_unfinished = version < 0;
    if (version < 0 && !pg->use.may_be_unfinished) {
        kb_put(why, "the database is an unfinished copy: run kickback copy again");
    } else if (version < 0 && version != -most) {
        kb_put(why, "the database is an unfinished copy of another version of Kickback");
    } else if (number_of(pg, "SELECT oldest FROM kickback.schema") > most) {
        kb_put(why, later_version);
    } else {
        return true;
    }
    return false;
}

static void ignore_notice(void *context, const char *text)
{
    (void)context, (void)text;
}

/* Whether no server of an earlier version is connected. Until the end of the transaction, none connects. */
static bool lock_out_earlier(srv_postgres *pg, int version)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT 1 WHERE (SELECT bool_and(pg_try_advisory_xact_lock(" VERSION_LOCK "v)) FROM"
             " generate_series(1, %d) AS v)",
             version - 1);
    return number_of(pg, sql) == 1;
}

/* A step that has to wait is tried again at the next start. */
static bool run_migrations(srv_postgres *pg, int version, kb_text *why)
{
    char note[80];
    for (int i = version; i >= 0 && i < pg->use.schema_version; i++) {
        const srv_migration *step = &pg->use.migrations[i];
        if (step->contracts && !lock_out_earlier(pg, i + 1)) return true;
        snprintf(note, sizeof note,
                 step->contracts ? "UPDATE kickback.schema SET version = %d, oldest = version + 1"
                                 : "UPDATE kickback.schema SET version = %d",
                 i + 1);
        if (!execute(pg, step->sql, why) || !execute(pg, note, why)) return false;
    }
    return true;
}

/* All nodes that start at the same time migrate one after the other. */
static bool migrate(srv_postgres *pg, kb_text *why)
{
    PQsetNoticeProcessor(pg->db, ignore_notice, NULL); /* of tables that exist */
    if (pg->use.must_exist && !has_schema(pg)) {
        kb_put(why, "there is no log in the database");
        return false;
    }
    if (!execute(pg,
                 "SET idle_in_transaction_session_timeout = '10s'; BEGIN; SELECT pg_advisory_xact_lock(" LOCK " + 1);"
                 "CREATE SCHEMA IF NOT EXISTS kickback;"
                 "CREATE TABLE IF NOT EXISTS kickback.schema (version integer NOT NULL);"
                 "ALTER TABLE kickback.schema ADD COLUMN IF NOT EXISTS oldest integer NOT NULL DEFAULT 0;"
                 "INSERT INTO kickback.schema SELECT 0 WHERE NOT EXISTS (SELECT FROM kickback.schema)",
                 why))
        return false;
    int version = number_of(pg, "SELECT version FROM kickback.schema");
    return check_version(pg, version, why) && run_migrations(pg, version, why) && execute(pg, "COMMIT", why);
}

srv_postgres *srv_postgres_open(const char *url, const srv_postgres_use *use, uint32_t wait_ms, kb_text *why)
{
    srv_postgres *pg = srv_alloc(sizeof *pg);
    const char *room[KB_COUNT(names)];
    pg->url = srv_copy(url, strlen(url));
    pg->use = *use;
    pg->since_us = srv_postgres_now_us();
    pg->db = PQconnectdbParams(names, values(pg, room), 1);
    note_reason(pg, PQerrorMessage(pg->db));
    if (PQstatus(pg->db) != CONNECTION_OK) {
        kb_put(why, pg->reason);
    } else if (migrate(pg, why)) {
        uint64_t until_us = srv_postgres_now_us() + wait_ms * 1000ull; /* a migration may take longer */
        prepare_session(pg);
        /* The database may not yet have noticed that an earlier process is gone, so the lock is tried again. */
        while (pg->state != READY && srv_postgres_wait(pg, until_us)) {
        }
        if (pg->state == READY) return pg;
        kb_put(why, pg->reason[0] ? pg->reason : "the database does not answer");
    }
    srv_postgres_close(pg);
    return NULL;
}

void srv_postgres_close(srv_postgres *pg)
{
    for (size_t i = pg->first_sent; i < pg->n_sent; i++) PQclear(pg->sent[i].answer);
    PQfinish(pg->db);
    free(pg->sent);
    free(pg->url);
    free(pg);
}
