/* log_postgres.c: the log in a PostgreSQL database. Nothing here waits unless wait_ms says so: commits are answered when
 * the database has answered, and reads when asked again after their answer has arrived.
 *
 * When the connection is lost during a commit, nobody knows whether it took place. So every commit also counts up a
 * number in a row of this process. The new connection locks that row, which waits for the end of whatever the old one
 * was doing, and reads the number.
 *
 * A server that is stopped in the middle of a commit, or whose connection is cut there, leaves a transaction that holds
 * locks. The others end its session. It finds out when it goes on, and commits again. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "bytes.h"
#include "changes.h"
#include "leases.h"
#include "limits.h"
#include "log.h"
#include "postgres.h"

enum {
    OPEN_WAIT_MS = 5000,
    NODE_BYTES = 16,
    PARAMS_MAX = 6,
    ANSWERS_MAX = 1024,
    BUCKETS = 1024,
    NUMBER_MAX = 24,
    NEWS_MAX = 160,
    TELL_MAX = SRV_TELL_MAX + 64
};

static const char first_migration[] =
    "CREATE TABLE kickback.entries (stream text COLLATE \"C\" NOT NULL, n bigint NOT NULL, body text NOT NULL,"
    " PRIMARY KEY (stream, n));"
    "CREATE INDEX streams ON kickback.entries (stream) WHERE n = 1;"
    "CREATE TABLE kickback.nodes (id text PRIMARY KEY, commits bigint NOT NULL,"
    " began timestamptz NOT NULL DEFAULT now());"
    "CREATE TABLE kickback.seen_games (stream text COLLATE \"C\" PRIMARY KEY, ended bigint NOT NULL,"
    " public boolean NOT NULL, host bigint NOT NULL, made_by text NOT NULL, line text NOT NULL);"
    "CREATE INDEX seen_public ON kickback.seen_games (ended, stream) WHERE public;"
    "CREATE INDEX seen_made ON kickback.seen_games (host, made_by);"
    "CREATE TABLE kickback.seen_people (person bigint NOT NULL, ended bigint NOT NULL,"
    " stream text COLLATE \"C\" NOT NULL, PRIMARY KEY (person, ended, stream));"
    "CREATE FUNCTION kickback.append(a_stream text, a_n bigint, a_body text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    " IF a_n > 1 AND NOT EXISTS (SELECT FROM kickback.entries WHERE stream = a_stream AND n = a_n - 1) THEN"
    "  RAISE EXCEPTION 'the entry before is missing';"
    " END IF;"
    " INSERT INTO kickback.entries VALUES (a_stream, a_n, a_body);"
    "END $$";

/* Renews a writer's lease: it ends so many milliseconds from now. Returns the time, the writers that have one, this one
 * first, and, if nobody had one, since when. Nothing is lost if a lease is, so nobody waits for the disk. */
static const char lease_migration[] =
    "CREATE TABLE kickback.leases (writer text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);"
    "CREATE FUNCTION kickback.renew(a_writer text, a_ms integer) RETURNS TABLE (at bigint, who text, since bigint)"
    " LANGUAGE plpgsql AS $$ DECLARE moment timestamptz; latest timestamptz; BEGIN"
    " PERFORM set_config('synchronous_commit', 'off', true);"
    " LOCK TABLE kickback.leases IN EXCLUSIVE MODE;"
    " moment := clock_timestamp();"
    " SELECT max(until) INTO latest FROM kickback.leases;"
    " DELETE FROM kickback.leases WHERE until < moment - interval '1 day';"
    " INSERT INTO kickback.leases VALUES (a_writer, moment + a_ms * interval '1 millisecond')"
    "  ON CONFLICT (writer) DO UPDATE SET until = excluded.until;"
    " RETURN QUERY SELECT floor(extract(epoch FROM moment) * 1000)::bigint, writer,"
    "  CASE WHEN latest > moment THEN NULL ELSE floor(extract(epoch FROM coalesce(latest, moment)) * 1000)::bigint END"
    "  FROM kickback.leases WHERE until > moment OR writer = a_writer ORDER BY writer <> a_writer, writer;"
    "END $$";
static const char condition_migration[] =
    "CREATE FUNCTION kickback.expect(a_stream text, a_n bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    " IF EXISTS (SELECT FROM kickback.entries WHERE stream = a_stream AND n = a_n + 1) THEN"
    "  RAISE unique_violation USING MESSAGE = 'there is another entry';"
    " END IF;"
    "END $$";
static const char key_migration[] = "CREATE TABLE kickback.shared (key text NOT NULL);"
                                    "INSERT INTO kickback.shared VALUES (replace(gen_random_uuid()::text, '-', ''))";
static const srv_migration migrations[] = {
    {first_migration, false}, {lease_migration, false}, {condition_migration, false}, {key_migration, false}};
enum { SCHEMA_VERSION = KB_COUNT(migrations) };

typedef enum statement {
    APPEND,
    INDEX_GAME,
    INDEX_PERSON,
    COUNT_COMMIT,
    FORGET_NODES,
    SEND_NEWS,
    TELL,
    SHARED_KEY,
    END_STOPPED,
    RENEW,
    EXPECT,
    SETTLE,
    READ,
    DROP_GAMES,
    DROP_PEOPLE,
    SET_VERSION,
    STREAMS,
    UNINDEXED,
    HEADS,
    RESULTS_OF_PERSON,
    PUBLIC_RESULTS,
    FIND_CREATED,
    INDEXED,
    COMPARE
} statement;

/* Each answer has a number, which may be 0, a stream and a text, which may be NULL. */
static const char *const statements[] = {
    [APPEND] = "SELECT kickback.append($1, $2, $3)",
    [INDEX_GAME] = "INSERT INTO kickback.seen_games VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (stream) DO UPDATE SET"
                   " ended = excluded.ended, public = excluded.public, host = excluded.host,"
                   " made_by = excluded.made_by, line = excluded.line",
    [INDEX_PERSON] = "INSERT INTO kickback.seen_people VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [COUNT_COMMIT] = "INSERT INTO kickback.nodes VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET"
                     " commits = excluded.commits, began = now()", /* when its last commit began */
    [FORGET_NODES] = "DELETE FROM kickback.nodes WHERE began < now() - interval '1 day'",
    [SEND_NEWS] = "SELECT pg_notify('kickback', $1)",
    [TELL] = "SELECT set_config('synchronous_commit', 'off', true), pg_notify('kickback', $1)",
    [SHARED_KEY] = "SELECT key FROM kickback.shared",
    /* In the middle of a transaction, and nothing was heard of the client for a while. PostgreSQL's own timeout does not count while
     * it waits for the rest of a pipeline. */
    [END_STOPPED] = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                    " AND usename = current_user AND application_name = current_setting('application_name')"
                    " AND pid <> pg_backend_pid() AND state <> 'idle' AND wait_event = 'ClientRead'"
                    " AND state_change < clock_timestamp() - interval '1 second'",
    [RENEW] = "SELECT at, who, since FROM kickback.renew($1, $2)",
    [EXPECT] = "SELECT kickback.expect($1, $2)",
    [SETTLE] = "INSERT INTO kickback.nodes VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET began = now()"
               " RETURNING commits", /* also waits for the first commit, whose row nobody else sees yet */
    [READ] = "SELECT n, stream, body FROM kickback.entries WHERE stream = $1 AND n BETWEEN $2 AND $3 ORDER BY n",
    [DROP_GAMES] = "DELETE FROM kickback.seen_games",
    [DROP_PEOPLE] = "DELETE FROM kickback.seen_people",
    [SET_VERSION] = "UPDATE kickback.schema SET version = $1",
    [STREAMS] = "SELECT 0, stream, NULL FROM kickback.entries WHERE n = 1 ORDER BY stream",
    [UNINDEXED] = "SELECT 0, stream, NULL FROM kickback.entries AS e WHERE n = 1 AND NOT EXISTS"
                  " (SELECT FROM kickback.seen_games AS g WHERE g.stream = e.stream) ORDER BY stream",
    [HEADS] = "SELECT (SELECT max(n) FROM kickback.entries AS l WHERE l.stream = e.stream), stream, NULL"
              " FROM kickback.entries AS e WHERE n = 1 AND NOT EXISTS"
              " (SELECT FROM kickback.seen_games AS g WHERE g.stream = e.stream) ORDER BY stream",
    [RESULTS_OF_PERSON] =
        "SELECT 0, stream, line FROM kickback.seen_people AS p JOIN kickback.seen_games USING (stream)"
        " WHERE person = $1 AND ($2::text IS NULL OR"
        " (p.ended, stream) < (SELECT ended, stream FROM kickback.seen_games WHERE stream = $2))"
        " ORDER BY p.ended DESC, p.stream DESC LIMIT $3",
    [PUBLIC_RESULTS] = "SELECT 0, stream, line FROM kickback.seen_games WHERE public AND ($1::text IS NULL OR"
                       " (ended, stream) < (SELECT ended, stream FROM kickback.seen_games WHERE stream = $1))"
                       " ORDER BY ended DESC, stream DESC LIMIT $2",
    [FIND_CREATED] = "SELECT 0, stream, NULL FROM kickback.seen_games WHERE host = $1 AND made_by = $2",
    [INDEXED] = "SELECT 0, stream, line FROM kickback.seen_games ORDER BY stream",
    [COMPARE] = "SELECT (ended = $2 AND public = $3 AND host = $4 AND made_by = $5)::int"
                " * (1 + (SELECT count(*) FROM kickback.seen_people AS p WHERE p.stream = $1 AND p.ended = g.ended)),"
                " stream, line FROM kickback.seen_games AS g WHERE stream = $1",
};

/* A question, from the first call until a later one takes the answer. */
typedef struct question {
    struct log_postgres *log;
    TAILQ_ENTRY(question) others;   /* with or without an answer, like this one */
    LIST_ENTRY(question) in_bucket; /* of this kind and with this first parameter, such as a stream */
    statement what;
    int n_params;
    char *params[PARAMS_MAX];
    uint64_t sees; /* commits that were sent before it */
    bool is_sent, is_stale;
    PGresult *answer; /* NULL: none yet */
} question;
typedef TAILQ_HEAD(questions, question) questions;
typedef LIST_HEAD(bucket, question) bucket;

typedef struct log_postgres {
    srv_log log; /* must be first: pointers to the two are converted */
    srv_postgres *pg;
    char node[2 * NODE_BYTES + 1]; /* this process */
    srv_changes next, running;     /* of the next commit; of the one that was begun */
    srv_log_done *done;            /* NULL: none was begun */
    void *done_context;
    bool is_settled; /* known on this connection which commits took place */
    uint64_t n_commits, began_us;
    srv_leases leases;
    uint64_t renewing_us;       /* when the renewal that is on the way was sent; 0: none is */
    bool is_void;               /* the lease was given back while a renewal was on the way */
    uint64_t time_ms, timed_us; /* the database's clock, and ours at that moment or a little later */
    questions open, answered;   /* oldest first */
    size_t n_answered;
    bucket buckets[BUCKETS];
} log_postgres;

/* --- answers --------------------------------------------------------------------------------------------- */

static void note_reason(log_postgres *log, const char *text)
{
    kb_text reason = kb_text_in(log->log.reason, sizeof log->log.reason);
    size_t n = strcspn(text, "\n");
    kb_put_n(&reason, text, n < sizeof log->log.reason ? n : sizeof log->log.reason - 1);
    for (char *at = log->log.reason; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ') *at = '\'';
}

/* By the class of the error, which is the first two characters of its code. */
static srv_logged judge(log_postgres *log, const PGresult *answer, bool is_reading)
{
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    if (PQresultStatus(answer) != PGRES_FATAL_ERROR) return SRV_LOGGED;
    if (code && !strcmp(code, "23505")) return SRV_LOG_TAKEN; /* unique_violation: nothing is wrong */
    note_reason(log, PQresultErrorMessage(answer));
    if (!code) return SRV_LOG_FAILED;
    if (!strncmp(code, "XX", 2) && is_reading) return SRV_LOG_DAMAGED;            /* damaged pages */
    static const char *const pass[] = {"08", "25", "40", "53", "55", "57", "58"}; /* resources, locks, operators */
    for (int i = 0; i < KB_COUNT(pass); i++)
        if (!strncmp(code, pass[i], 2)) return SRV_LOG_LATER;
    return SRV_LOG_FAILED;
}

/* --- questions ------------------------------------------------------------------------------------------- */

static bucket *bucket_of(log_postgres *log, statement what, const char *first)
{
    uint32_t hash = UINT32_C(2166136261) ^ (uint32_t)what;
    for (; first && *first; first++) hash = (hash ^ (uint8_t)*first) * UINT32_C(16777619);
    return &log->buckets[hash % BUCKETS];
}

/* With an answer, or, if it is NULL, without. */
static void set_answer(question *q, PGresult *answer)
{
    log_postgres *log = q->log;
    TAILQ_REMOVE(q->answer ? &log->answered : &log->open, q, others);
    log->n_answered -= q->answer != NULL;
    q->answer = answer;
    TAILQ_INSERT_TAIL(answer ? &log->answered : &log->open, q, others);
    log->n_answered += answer != NULL;
}

static void free_question(question *q)
{
    PQclear(q->answer);
    set_answer(q, NULL);
    TAILQ_REMOVE(&q->log->open, q, others);
    LIST_REMOVE(q, in_bucket);
    for (int i = 0; i < q->n_params; i++) free(q->params[i]);
    free(q);
}

static void take_answer(void *context, PGresult *answer)
{
    question *q = context;
    q->is_sent = false; /* without an answer it is sent again once there is a connection */
    if (answer) set_answer(q, answer);
}

static void send_question(log_postgres *log, question *q)
{
    if (q->is_sent || q->answer || !log->is_settled || !srv_postgres_is_ready(log->pg)) return;
    q->is_sent = true;
    q->is_stale = false;
    q->sees = log->n_commits;
    if (q->what == DROP_GAMES) srv_postgres_query(log->pg, DROP_PEOPLE, 0, NULL);
    srv_postgres_query(log->pg, q->what, q->n_params, (const char *const *)q->params);
    srv_postgres_end(log->pg, take_answer, q);
}

static void send_questions(log_postgres *log)
{
    question *q = NULL;
    TAILQ_FOREACH(q, &log->open, others)
    {
        send_question(log, q);
    }
}

static bool is_same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static question *find_question(log_postgres *log, statement what, int n, const char *const *params)
{
    question *q = NULL;
    LIST_FOREACH(q, bucket_of(log, what, n ? params[0] : NULL), in_bucket)
    {
        bool is_it = q->what == what;
        for (int i = 0; i < n && is_it; i++) is_it = is_same(q->params[i], params[i]);
        if (is_it) return q;
    }
    return NULL;
}

static question *add_question(log_postgres *log, statement what, int n, const char *const *params)
{
    question *q = srv_alloc(sizeof *q);
    /* Whoever asked may be gone: of the answers that nobody took, only so many are kept. */
    while (log->n_answered > ANSWERS_MAX) free_question(TAILQ_FIRST(&log->answered));
    q->log = log;
    q->what = what;
    q->n_params = n;
    for (int i = 0; i < n; i++) q->params[i] = params[i] ? srv_copy(params[i], strlen(params[i])) : NULL;
    TAILQ_INSERT_TAIL(&log->open, q, others);
    LIST_INSERT_HEAD(bucket_of(log, what, n ? params[0] : NULL), q, in_bucket);
    return q;
}

/* What is read from the stream, or the answer to it, is out of date, unless it sees that commit. */
static void note_stale(log_postgres *log, const char *stream, uint64_t n_commits)
{
    question *q = NULL;
    LIST_FOREACH(q, bucket_of(log, READ, stream), in_bucket)
    {
        q->is_stale |= q->what == READ && q->sees < n_commits && !strcmp(q->params[0], stream);
    }
}

/* Returns SRV_LOGGED and the answer, which the caller clears. With wait_ms it waits for it. */
static srv_logged ask(log_postgres *log, statement what, int n, const char *const *params, PGresult **answer)
{
    uint64_t until_us = srv_postgres_now_us() + log->log.wait_ms * 1000ull;
    question *q = find_question(log, what, n, params);
    if (!q) q = add_question(log, what, n, params);
    if (q->answer && q->is_stale) {
        PQclear(q->answer);
        set_answer(q, NULL);
    }
    send_question(log, q);
    while (log->log.wait_ms && !q->answer && srv_postgres_wait(log->pg, until_us)) send_questions(log);
    if (!q->answer) {
        const char *reason = srv_postgres_reason(log->pg);
        if (log->log.wait_ms) note_reason(log, reason[0] ? reason : "the database does not answer");
        return log->log.wait_ms ? SRV_LOG_LATER : SRV_LOG_PENDING;
    }
    srv_logged done = judge(log, q->answer, true);
    *answer = q->answer;
    set_answer(q, NULL);
    free_question(q);
    if (done != SRV_LOGGED) PQclear(*answer);
    return done == SRV_LOG_LATER && !log->log.wait_ms ? SRV_LOG_PENDING : done; /* it is asked again */
}

/* Asks, and passes on the rows. */
static srv_logged ask_rows(log_postgres *log, statement what, int n, const char *const *params, srv_log_reader *reader,
                           void *context)
{
    PGresult *answer;
    srv_logged done = ask(log, what, n, params, &answer);
    if (done != SRV_LOGGED) return done;
    for (int i = 0; i < PQntuples(answer); i++) {
        bool has_text = !PQgetisnull(answer, i, 2);
        reader(context, PQgetvalue(answer, i, 1), strtoull(PQgetvalue(answer, i, 0), NULL, 10),
               has_text ? PQgetvalue(answer, i, 2) : NULL, has_text ? (size_t)PQgetlength(answer, i, 2) : 0);
    }
    PQclear(answer);
    return SRV_LOGGED;
}

/* --- commits --------------------------------------------------------------------------------------------- */

static void append(srv_log *base, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_changes_add_entry(&((log_postgres *)base)->next, stream, n, text, bytes);
}

static void index_result(srv_log *base, const srv_result *result)
{
    srv_changes_add_result(&((log_postgres *)base)->next, result);
}

static void expect(srv_log *base, const char *stream, uint64_t n)
{
    srv_changes_add_condition(&((log_postgres *)base)->next, stream, n);
}

static const char *number(char text[NUMBER_MAX], uint64_t n)
{
    snprintf(text, NUMBER_MAX, "%" PRIu64, n < INT64_MAX ? n : (uint64_t)INT64_MAX);
    return text;
}

static void send_result(log_postgres *log, const srv_change *c)
{
    const srv_result *r = &c->result;
    char ended[NUMBER_MAX], host[NUMBER_MAX], person[NUMBER_MAX];
    const char *game[] = {
        c->stream, number(ended, r->ended_ms), r->is_public ? "t" : "f", number(host, r->host), r->made_by, c->text};
    srv_postgres_query(log->pg, INDEX_GAME, KB_COUNT(game), game);
    for (int i = 0; i < r->n_people; i++) {
        const char *row[] = {number(person, r->people[i]), ended, c->stream};
        srv_postgres_query(log->pg, INDEX_PERSON, KB_COUNT(row), row);
    }
}

static void end_commit(log_postgres *log, srv_logged answer)
{
    srv_log_done *done = log->done;
    log->done = NULL;
    if (answer == SRV_LOGGED) {
        srv_note_delay(&log->log.commits, srv_postgres_now_us() - log->began_us);
        /* Questions sent earlier do not see these entries. */
        for (size_t i = 0; i < log->running.n; i++) note_stale(log, log->running.at[i].stream, log->n_commits);
    }
    if (answer == SRV_LOG_TAKEN) {
        srv_changes_drop_undone(&log->running);
        srv_changes_drop_undone(&log->next); /* the rest builds on what is not there */
    } else if (answer != SRV_LOG_LATER) {
        srv_changes_drop(&log->running, NULL);
    }
    srv_changes_prepend(&log->next, &log->running);
    done(log->done_context, answer);
}

static void commit_answered(void *context, PGresult *answer)
{
    log_postgres *log = context;
    if (!answer) return; /* lost: settled by the next connection */
    srv_logged judged = judge(log, answer, false);
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    if (code && !strncmp(code, "25", 2)) srv_postgres_reconnect(log->pg, log->log.reason); /* it became a replica */
    PQclear(answer);
    end_commit(log, judged);
}

/* Tells all other nodes, when the commit takes place, up to which number the stream is written. */
static void send_news(log_postgres *log, const srv_change *c)
{
    char text[NEWS_MAX];
    const char *const payload[] = {text};
    snprintf(text, sizeof text, "%s %" PRIu64 " %s", log->node, c->n, c->stream);
    srv_postgres_query(log->pg, SEND_NEWS, 1, payload);
}

/* Answers that were asked for before the news may not have it. stream NULL: any stream. */
static void pass_on_news(log_postgres *log, const char *stream, uint64_t n)
{
    question *q = NULL;
    if (stream) {
        note_stale(log, stream, UINT64_MAX);
    } else {
        TAILQ_FOREACH(q, &log->answered, others)
        {
            q->is_stale = true;
        }
    }
    if (log->log.news) log->log.news(log->log.context, stream, n);
}

static void notified(void *context, const char *payload)
{
    const char *after = strchr(payload, ' ');
    char *stream;
    log_postgres *log = context;
    if (!after) return;
    bool is_own = !strncmp(payload, log->node, sizeof log->node - 1);
    uint64_t n = strtoull(after + 1, &stream, 10);
    if (*stream != ' ' || (is_own && n)) return;
    if (n) {
        pass_on_news(log, stream + 1, n);
    } else if (log->log.heard) {
        char writer[sizeof log->node];
        kb_text text = kb_text_in(writer, sizeof writer);
        kb_put_n(&text, payload, (size_t)(after - payload) < sizeof writer ? (size_t)(after - payload) : 0);
        log->log.heard(log->log.context, is_own ? NULL : writer, stream + 1);
    }
}

static void ignore_answer(void *context, PGresult *answer)
{
    (void)context;
    PQclear(answer);
}

/* Sends something that other servers are told, as a notification. */
static void send_told(log_postgres *log, statement how, const char *what)
{
    char text[TELL_MAX];
    const char *const payload[] = {text};
    snprintf(text, sizeof text, "%s 0 %s", log->node, what);
    srv_postgres_query(log->pg, how, 1, payload);
}

static void tell(srv_log *base, const char *what)
{
    log_postgres *log = (log_postgres *)base;
    if (!log->is_settled || !srv_postgres_is_ready(log->pg)) return;
    send_told(log, TELL, what);
    srv_postgres_end(log->pg, ignore_answer, log);
}

static void tell_surely(srv_log *base, const char *what)
{
    srv_changes_add_told(&((log_postgres *)base)->next, what);
}

static void send_commit(log_postgres *log)
{
    char n[NUMBER_MAX], expected[NUMBER_MAX];
    bool is_writing = false; /* otherwise it may take place twice, and nobody waits for the disk */
    for (size_t i = 0; i < log->running.n; i++) {
        const srv_change *c = &log->running.at[i];
        const char *entry[] = {c->stream, number(n, c->n), c->text};
        const char *condition[] = {c->stream, number(expected, c->n_expected)};
        if (c->n) {
            srv_postgres_query(log->pg, APPEND, KB_COUNT(entry), entry);
        } else if (c->is_told) {
            send_told(log, SEND_NEWS, c->text);
        } else if (!c->is_condition) {
            send_result(log, c);
        } else if (srv_changes_is_open(&log->running, c)) {
            srv_postgres_query(log->pg, EXPECT, KB_COUNT(condition), condition);
        }
        is_writing |= !c->is_condition && !c->is_told;
        if (srv_changes_is_last(&log->running, i)) send_news(log, c);
    }
    const char *count[] = {log->node, number(n, log->n_commits)};
    if (is_writing) srv_postgres_query(log->pg, COUNT_COMMIT, KB_COUNT(count), count);
    srv_postgres_end(log->pg, commit_answered, log);
}

static void commit(srv_log *base, srv_log_done *done, void *context)
{
    log_postgres *log = (log_postgres *)base;
    uint64_t until_us = srv_postgres_now_us() + base->wait_ms * 1000ull;
    KB_ASSERT(!log->done);
    if (srv_postgres_is_refused(log->pg)) {
        note_reason(log, srv_postgres_reason(log->pg));
        done(context, SRV_LOG_FAILED);
        return;
    }
    if (!log->next.n) {
        done(context, SRV_LOGGED);
        return;
    }
    log->done = done;
    log->done_context = context;
    log->began_us = srv_postgres_now_us();
    srv_changes_prepend(&log->running, &log->next);
    srv_changes_sort(&log->running);
    log->n_commits++;
    if (log->is_settled && srv_postgres_is_ready(log->pg)) send_commit(log);
    while (base->wait_ms && log->done && srv_postgres_wait(log->pg, until_us)) {
    }
}

static void wait_for_commit(srv_log *base)
{
    log_postgres *log = (log_postgres *)base;
    uint64_t until_us = srv_postgres_now_us() + base->wait_ms * 1000ull;
    while (log->done && srv_postgres_wait(log->pg, until_us)) {
    }
    if (log->done) note_reason(log, srv_postgres_reason(log->pg));
}

/* --- leases ---------------------------------------------------------------------------------------------- */

static void take_leases(log_postgres *log, const PGresult *answer, uint64_t sent_us)
{
    uint64_t now_us = srv_postgres_now_us();
    size_t n = (size_t)PQntuples(answer) - 1;
    srv_writer *others = srv_alloc(n * sizeof *others + 1);
    for (size_t i = 0; i < n; i++) {
        kb_text id = kb_text_in(others[i].id, sizeof others[i].id);
        kb_put(&id, PQgetvalue(answer, (int)i + 1, 1));
    }
    if (!PQgetisnull(answer, 0, 2)) {
        log->log.untended_since_ms = strtoull(PQgetvalue(answer, 0, 2), NULL, 10);
        log->log.n_shares++;
    }
    log->log.n_shares += srv_leases_renew(&log->leases, others, n, now_us, sent_us + SRV_LEASE_MS * UINT64_C(1000));
    log->time_ms = strtoull(PQgetvalue(answer, 0, 0), NULL, 10);
    log->timed_us = now_us;
}

static void renewed(void *context, PGresult *answer)
{
    log_postgres *log = context;
    if (answer && judge(log, answer, false) == SRV_LOGGED && !log->is_void) take_leases(log, answer, log->renewing_us);
    PQclear(answer);
    log->renewing_us = 0;
}

static void end_stopped(log_postgres *log)
{
    srv_postgres_query(log->pg, END_STOPPED, 0, NULL);
    srv_postgres_end(log->pg, ignore_answer, log);
}

static void renew(srv_log *base)
{
    log_postgres *log = (log_postgres *)base;
    char ms[NUMBER_MAX];
    const char *const lease[] = {log->node, number(ms, SRV_LEASE_MS)};
    if (log->renewing_us || !log->is_settled || !srv_postgres_is_ready(log->pg)) return;
    log->renewing_us = srv_postgres_now_us();
    log->is_void = false;
    srv_postgres_query(log->pg, RENEW, KB_COUNT(lease), lease);
    srv_postgres_end(log->pg, renewed, log);
    end_stopped(log); /* afterwards: a lease is not kept waiting */
}

static bool tends(const srv_log *base, const char *stream)
{
    return srv_leases_tend(&((const log_postgres *)base)->leases, stream, srv_postgres_now_us());
}

static bool leave(srv_log *base)
{
    log_postgres *log = (log_postgres *)base;
    const char *const lease[] = {log->node, "0"};
    PGresult *answer;
    log->leases.until_us = 0;
    log->is_void = true;
    if (ask(log, RENEW, KB_COUNT(lease), lease, &answer) != SRV_LOGGED) return false;
    bool was_last = PQntuples(answer) == 1;
    PQclear(answer);
    return was_last;
}

static uint64_t now_ms(const srv_log *base)
{
    const log_postgres *log = (const log_postgres *)base;
    return log->time_ms + (srv_postgres_now_us() - log->timed_us) / 1000u;
}

static bool read_shared_key(log_postgres *log)
{
    PGresult *answer;
    if (ask(log, SHARED_KEY, 0, NULL, &answer) != SRV_LOGGED) return false;
    const char *key = PQntuples(answer) ? PQgetvalue(answer, 0, 0) : "";
    uint8_t *at = log->log.shared_key;
    bool is_read = !sodium_hex2bin(at, SRV_SHARED_KEY, key, strlen(key), NULL, NULL, NULL);
    PQclear(answer);
    return is_read;
}

/* The first lease is waited for: from now on this writer is one of several. */
static bool join(log_postgres *log, kb_text *why)
{
    char ms[NUMBER_MAX];
    const char *const lease[] = {log->node, number(ms, SRV_LEASE_MS)};
    uint64_t sent_us = 0, until_us = srv_postgres_now_us() + OPEN_WAIT_MS * UINT64_C(1000);
    srv_logged done = SRV_LOG_FAILED;
    PGresult *answer;
    srv_leases_open(&log->leases, log->node);
    if (read_shared_key(log)) {
        do { /* others may have the lock */
            sent_us = srv_postgres_now_us();
            done = ask(log, RENEW, KB_COUNT(lease), lease, &answer);
        } while (done == SRV_LOG_LATER && srv_postgres_now_us() < until_us);
    }
    if (done != SRV_LOGGED) {
        kb_put(why, log->log.reason);
        return false;
    }
    take_leases(log, answer, sent_us);
    PQclear(answer);
    log->log.tends = tends;
    log->log.renew = renew;
    log->log.expect = expect;
    log->log.leave = leave;
    log->log.tell = tell;
    log->log.tell_surely = tell_surely;
    log->log.now_ms = now_ms;
    return true;
}

/* --- connections ----------------------------------------------------------------------------------------- */

/* After this, nothing of an earlier connection can take place any more. */
static void settle(void *context, PGresult *answer)
{
    log_postgres *log = context;
    if (!answer) return; /* lost again */
    srv_logged judged = judge(log, answer, false);
    bool is_known = judged == SRV_LOGGED && PQntuples(answer) == 1;
    uint64_t n = is_known ? strtoull(PQgetvalue(answer, 0, 0), NULL, 10) : 0;
    PQclear(answer);
    if (judged != SRV_LOGGED) {
        srv_postgres_reconnect(log->pg, log->log.reason);
        return;
    }
    log->is_settled = true;
    if (log->done && n == log->n_commits) {
        end_commit(log, SRV_LOGGED);
    } else if (log->done) {
        send_commit(log);
    }
    send_questions(log);
    renew(&log->log);
    pass_on_news(log, NULL, 0); /* it may have been missed */
}

static void be_ready(void *context)
{
    log_postgres *log = context;
    const char *const row[] = {log->node};
    log->is_settled = false;
    if (!log->pg) return; /* opened just now */
    end_stopped(log);
    srv_postgres_query(log->pg, SETTLE, 1, row);
    srv_postgres_end(log->pg, settle, log);
}

static int log_socket(const srv_log *base, bool *wants_write)
{
    return srv_postgres_socket(((const log_postgres *)base)->pg, wants_write);
}

static void proceed(srv_log *base)
{
    log_postgres *log = (log_postgres *)base;
    srv_postgres_proceed(log->pg);
    if (log->done && !srv_postgres_is_ready(log->pg)) note_reason(log, srv_postgres_reason(log->pg));
    if (log->done && srv_postgres_is_refused(log->pg)) end_commit(log, SRV_LOG_FAILED);
}

/* A renewal that is not answered shows that a connection is dead before the network does. */
static bool is_away(const srv_log *base)
{
    const log_postgres *log = (const log_postgres *)base;
    bool is_late = log->renewing_us && srv_postgres_now_us() > log->renewing_us + SRV_WAIT_MS * UINT64_C(1000);
    return is_late || !log->is_settled || !srv_postgres_is_ready(log->pg);
}

/* --- reads ----------------------------------------------------------------------------------------------- */

static srv_logged read_entries(srv_log *base, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                               void *context)
{
    log_postgres *log = (log_postgres *)base;
    char first[NUMBER_MAX], last[NUMBER_MAX];
    const char *const params[] = {stream, number(first, from), number(last, to)};
    srv_logged done = ask_rows(log, READ, KB_COUNT(params), params, reader, context);
    if (done != SRV_LOGGED) return done;
    srv_changes_read(&log->running, stream, from, to, reader, context); /* not committed yet */
    srv_changes_read(&log->next, stream, from, to, reader, context);
    return SRV_LOGGED;
}

static srv_logged drop_index(srv_log *base)
{
    PGresult *answer;
    srv_logged done = ask((log_postgres *)base, DROP_GAMES, 0, NULL, &answer);
    if (done == SRV_LOGGED) PQclear(answer);
    return done;
}

static srv_logged set_unfinished(srv_log *base, bool is_unfinished)
{
    char version[NUMBER_MAX];
    const char *const params[] = {version};
    PGresult *answer;
    snprintf(version, sizeof version, "%d", is_unfinished ? -SCHEMA_VERSION : SCHEMA_VERSION);
    srv_logged done = ask((log_postgres *)base, SET_VERSION, 1, params, &answer);
    if (done == SRV_LOGGED) PQclear(answer);
    return done;
}

static srv_logged streams(srv_log *base, srv_log_reader *reader, void *context)
{
    return ask_rows((log_postgres *)base, STREAMS, 0, NULL, reader, context);
}

static srv_logged unindexed(srv_log *base, srv_log_reader *reader, void *context)
{
    return ask_rows((log_postgres *)base, UNINDEXED, 0, NULL, reader, context);
}

static srv_logged heads(srv_log *base, srv_log_reader *reader, void *context)
{
    return ask_rows((log_postgres *)base, HEADS, 0, NULL, reader, context);
}

static srv_logged result_lines(srv_log *base, uint32_t person, const char *before, int max, srv_log_reader *reader,
                               void *context)
{
    char who[NUMBER_MAX], most[NUMBER_MAX];
    const char *const params[] = {number(who, person), before, number(most, (uint64_t)max)};
    return ask_rows((log_postgres *)base, person ? RESULTS_OF_PERSON : PUBLIC_RESULTS, person ? 3 : 2, params + !person,
                    reader, context);
}

static srv_logged find_created(srv_log *base, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    char who[NUMBER_MAX];
    const char *const params[] = {number(who, host), id};
    return ask_rows((log_postgres *)base, FIND_CREATED, KB_COUNT(params), params, reader, context);
}

static srv_logged indexed(srv_log *base, srv_log_reader *reader, void *context)
{
    return ask_rows((log_postgres *)base, INDEXED, 0, NULL, reader, context);
}

/* The first column is 0 if something differs, else 1 + the number of people in the index. */
static srv_logged compare_result(srv_log *base, const srv_result *result, bool *is_there, bool *agrees,
                                 srv_log_reader *reader, void *context)
{
    char ended[NUMBER_MAX], host[NUMBER_MAX];
    const char *const params[] = {result->stream, number(ended, result->ended_ms), result->is_public ? "t" : "f",
                                  number(host, result->host), result->made_by};
    PGresult *answer;
    srv_logged done = ask((log_postgres *)base, COMPARE, KB_COUNT(params), params, &answer);
    *is_there = *agrees = false;
    if (done != SRV_LOGGED) return done;
    *is_there = PQntuples(answer) == 1;
    *agrees = *is_there && strtol(PQgetvalue(answer, 0, 0), NULL, 10) == 1 + result->n_people;
    if (*is_there) reader(context, result->stream, 0, PQgetvalue(answer, 0, 2), (size_t)PQgetlength(answer, 0, 2));
    PQclear(answer);
    return SRV_LOGGED;
}

/* --- opening and closing --------------------------------------------------------------------------------- */

static void close_log(srv_log *base)
{
    log_postgres *log = (log_postgres *)base;
    if (log->pg) srv_postgres_close(log->pg);
    for (question *q; (q = TAILQ_FIRST(&log->open));) free_question(q);
    for (question *q; (q = TAILQ_FIRST(&log->answered));) free_question(q);
    srv_changes_free(&log->running);
    srv_changes_free(&log->next);
    srv_leases_close(&log->leases);
    free(log);
}

/* A row only matters while its process does not know whether its last commit took place. */
static void forget_nodes(log_postgres *log)
{
    PGresult *answer;
    if (ask(log, FORGET_NODES, 0, NULL, &answer) == SRV_LOGGED) PQclear(answer);
}

/* The caller says how it uses the database. */
static srv_log *open_log(const char *url, srv_postgres_use use, kb_text *why)
{
    log_postgres *log = srv_alloc(sizeof *log);
    uint8_t id[NODE_BYTES];
    log->log = (srv_log){.append = append,
                         .commit = commit,
                         .wait = wait_for_commit,
                         .read = read_entries,
                         .close = close_log,
                         .socket = log_socket,
                         .proceed = proceed,
                         .is_away = is_away,
                         .index_result = index_result,
                         .drop_index = drop_index,
                         .set_unfinished = set_unfinished,
                         .streams = streams,
                         .unindexed = unindexed,
                         .heads = heads,
                         .results = result_lines,
                         .find_created = find_created,
                         .indexed = indexed,
                         .compare_result = compare_result,
                         .wait_ms = OPEN_WAIT_MS};
    TAILQ_INIT(&log->open);
    TAILQ_INIT(&log->answered);
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(log->node, sizeof log->node, id, sizeof id);
    use.migrations = migrations;
    use.schema_version = SCHEMA_VERSION;
    use.statements = statements;
    use.n_statements = KB_COUNT(statements);
    use.ready = be_ready;
    use.notified = notified;
    use.context = log;
    log->pg = srv_postgres_open(url, &use, OPEN_WAIT_MS, why);
    if (!log->pg) {
        close_log(&log->log);
        return NULL;
    }
    log->is_settled = true; /* nothing was sent before */
    log->log.is_unfinished = srv_postgres_is_unfinished(log->pg);
    forget_nodes(log);
    return &log->log;
}

srv_log *srv_log_open_postgres(const char *url, bool is_alone, kb_text *why)
{
    srv_log *log = open_log(url, (srv_postgres_use){.is_alone = is_alone}, why);
    if (!log || join((log_postgres *)log, why)) return log;
    close_log(log);
    return NULL;
}

srv_log *srv_log_open_postgres_copy(const char *url, bool is_source, kb_text *why)
{
    return open_log(url, (srv_postgres_use){.is_alone = true, .must_exist = is_source, .may_be_unfinished = !is_source},
                    why);
}
