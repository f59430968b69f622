/* log.c: tests of the log, the same for each kind of storage.
 *
 *     log sqlite             in a temporary folder
 *     log postgres ADDRESS   in this database, which is empty */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../server/limits.h"
#include "../server/log.h"
#include "../server/postgres.h"

static const char *address; /* NULL: SQLite */
static char folder[32], path[64];
static srv_log *the_log, *second; /* second: of a second writer; NULL: the storage has only one */
static char found[1 << 16];       /* what was read, as text */
static char told[1024];           /* news */
static int n_tests;

/* Each test has streams of its own, because a database is not emptied between them. */
static const char *named(const char *name)
{
    static char names[4][SRV_STREAM_MAX + 1];
    static int at;
    char *out = names[at++ % 4];
    snprintf(out, SRV_STREAM_MAX + 1, "%02d:%s", n_tests, name);
    return out;
}

static void note(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    size_t at = strlen(found);
    (void)context;
    if (text) assert_true(strlen(text) >= bytes);
    snprintf(found + at, sizeof found - at, "%s/%llu=%.*s;", strchr(stream, ':') + 1, (unsigned long long)n, (int)bytes,
             text ? text : "");
}

static void hear(void *context, const char *stream, uint64_t n)
{
    size_t at = strlen(told);
    (void)context;
    if (atoi(stream) != n_tests) return; /* late news about another test */
    snprintf(told + at, sizeof told - at, "%s/%llu;", strchr(stream, ':') + 1, (unsigned long long)n);
}

static srv_log *open_one(void)
{
    char reason[512] = "";
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_log *log = address ? srv_log_open_postgres(address, false, &why) : srv_log_open_sqlite(path, &why);
    assert_string_equal(reason, "");
    assert_non_null(log);
    assert_true(log->wait_ms > 0);
    return log;
}

static void open_log(void)
{
    the_log = open_one();
    the_log->news = hear;
    if (address && !second) second = open_one();
}

static int begin(void **unused)
{
    (void)unused;
    n_tests++;
    told[0] = '\0';
    if (!the_log) open_log();
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    the_log->wait_ms = 5000;
    return 0;
}

static void append(const char *stream, uint64_t n, const char *text)
{
    the_log->append(the_log, stream, n, text, strlen(text));
}

/* What the stream has from … to. */
static const char *entries(const char *stream, uint64_t from, uint64_t to)
{
    found[0] = '\0';
    assert_int_equal(the_log->read(the_log, stream, from, to, note, NULL), SRV_LOGGED);
    return found;
}

/* One turn of a loop, as the server's: waits for the log's socket for a moment. */
static void turn_of(srv_log *log)
{
    bool wants_write;
    if (!log->socket) return;
    struct pollfd one = {log->socket(log, &wants_write), POLLIN, 0};
    if (wants_write) one.events |= POLLOUT;
    poll(&one, one.fd >= 0, 10);
    log->proceed(log);
}

static void turn(void)
{
    turn_of(the_log);
}

static void take_answer(void *context, srv_logged answer)
{
    *(srv_logged *)context = answer;
}

/* --- entries --------------------------------------------------------------------------------------------- */

static void committed_entries_are_read_in_order(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b");
    append(a, 1, "one");
    append(b, 1, "other");
    append(a, 2, "two \" \\ \xc3\xbc");
    append(a, 3, "");
    assert_string_equal(entries(a, 1, SRV_TO_END), "a/1=one;a/2=two \" \\ \xc3\xbc;a/3=;"); /* not committed yet */
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    the_log->close(the_log);
    open_log();
    assert_string_equal(entries(a, 1, SRV_TO_END), "a/1=one;a/2=two \" \\ \xc3\xbc;a/3=;");
    assert_string_equal(entries(a, 2, 2), "a/2=two \" \\ \xc3\xbc;");
    assert_string_equal(entries(b, 1, SRV_TO_END), "b/1=other;");
    assert_string_equal(entries(named("none"), 1, SRV_TO_END), "");
}

static void a_number_is_written_once(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b");
    append(a, 1, "one");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    append(b, 1, "with it");
    append(a, 1, "again");
    assert_int_equal(srv_log_commit(the_log), SRV_LOG_TAKEN);
    assert_string_equal(entries(a, 1, SRV_TO_END), "a/1=one;");
    assert_string_equal(entries(b, 1, SRV_TO_END), ""); /* all or nothing */
    append(a, 2, "two");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED); /* and it goes on */
    assert_string_equal(entries(a, 1, SRV_TO_END), "a/1=one;a/2=two;");
}

static void no_number_is_left_out(void **unused)
{
    (void)unused;
    const char *a = named("a");
    append(a, 1, "one");
    append(a, 3, "three");
    assert_int_equal(srv_log_commit(the_log), SRV_LOG_FAILED);
    assert_non_null(strstr(the_log->reason, "the entry before is missing"));
    assert_string_equal(entries(a, 1, SRV_TO_END), "");
}

static void an_empty_commit_succeeds(void **unused)
{
    (void)unused;
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
}

static void long_entries_and_long_commits_fit(void **unused)
{
    (void)unused;
    const char *a = named("a");
    size_t n = 300000;
    char *text = malloc(n + 1);
    memset(text, 'x', n);
    text[n] = '\0';
    for (uint64_t i = 1; i <= 30; i++) the_log->append(the_log, a, i, text, n);
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    found[0] = '\0';
    assert_int_equal(the_log->read(the_log, a, 30, 30, note, NULL), SRV_LOGGED);
    assert_memory_equal(found, "a/30=xxxx", 9);
    free(text);
}

/* --- without waiting ------------------------------------------------------------------------------------- */

static void nothing_waits_unless_it_may(void **unused)
{
    (void)unused;
    const char *a = named("a");
    srv_logged answer = SRV_LOG_PENDING, read = SRV_LOG_PENDING;
    the_log->wait_ms = 0;
    append(a, 1, "one");
    the_log->commit(the_log, take_answer, &answer);
    append(a, 2, "two"); /* of the next commit */
    found[0] = '\0';
    for (int i = 0; i < 2000 && answer == SRV_LOG_PENDING; i++) turn();
    assert_int_equal(answer, SRV_LOGGED);
    for (int i = 0; i < 2000 && read == SRV_LOG_PENDING; i++) {
        read = the_log->read(the_log, a, 1, SRV_TO_END, note, NULL);
        turn();
    }
    assert_int_equal(read, SRV_LOGGED);
    assert_string_equal(found, "a/1=one;a/2=two;");
    the_log->wait_ms = 5000;
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
}

/* A question is sent, then a commit. The answer was right when the database gave it, but is not any more. */
static void a_read_sees_a_commit_that_overtook_it(void **unused)
{
    (void)unused;
    const char *a = named("a");
    srv_logged answer = SRV_LOG_PENDING, read;
    append(a, 1, "one");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    the_log->wait_ms = 0;
    found[0] = '\0';
    read = the_log->read(the_log, a, 1, SRV_TO_END, note, NULL);
    append(a, 2, "two");
    the_log->commit(the_log, take_answer, &answer);
    for (int i = 0; i < 2000 && answer == SRV_LOG_PENDING; i++) turn();
    assert_int_equal(answer, SRV_LOGGED);
    if (read == SRV_LOGGED) found[0] = '\0'; /* it answered at once: ask again */
    read = SRV_LOG_PENDING;
    for (int i = 0; i < 2000 && read == SRV_LOG_PENDING; i++) {
        read = the_log->read(the_log, a, 1, SRV_TO_END, note, NULL);
        turn();
    }
    assert_string_equal(found, "a/1=one;a/2=two;");
}

/* --- two writers ----------------------------------------------------------------------------------------- */

static void of_two_writers_one_is_told_that_the_number_is_taken(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b"), *c = named("c");
    srv_logged answer = SRV_LOG_PENDING;
    append(a, 1, "first");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    second->append(second, b, 1, "with it", 7);
    second->append(second, a, 1, "second", 6);
    second->wait_ms = 0;
    second->commit(second, take_answer, &answer);
    second->append(second, b, 2, "after it", 8); /* decided on what is not there: dropped as well */
    second->append(second, c, 1, "after it", 8);
    for (int i = 0; i < 2000 && answer == SRV_LOG_PENDING; i++) turn_of(second);
    assert_int_equal(answer, SRV_LOG_TAKEN);
    second->wait_ms = 5000;
    found[0] = '\0';
    assert_int_equal(second->read(second, a, 1, SRV_TO_END, note, NULL), SRV_LOGGED);
    assert_int_equal(second->read(second, b, 1, SRV_TO_END, note, NULL), SRV_LOGGED);
    assert_int_equal(second->read(second, c, 1, SRV_TO_END, note, NULL), SRV_LOGGED);
    assert_string_equal(found, "a/1=first;");
    second->append(second, a, 2, "second", 6); /* decided again */
    assert_int_equal(srv_log_commit(second), SRV_LOGGED);
    assert_string_equal(entries(a, 1, SRV_TO_END), "a/1=first;a/2=second;");
}

/* Both commit at the same time, in two streams and in opposite orders. */
static void two_writers_never_block_each_other(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b");
    srv_log *both[] = {the_log, second};
    int won[2] = {0, 0};
    for (uint64_t n = 1; n <= 100; n++) {
        srv_logged answers[2] = {SRV_LOG_PENDING, SRV_LOG_PENDING};
        for (int k = 0; k < 2; k++) {
            srv_log *log = both[(n + (uint64_t)k) % 2];
            log->wait_ms = 0;
            log->append(log, k ? a : b, n, k ? "a" : "b", 1);
            log->append(log, k ? b : a, n, k ? "a" : "b", 1);
            log->commit(log, take_answer, &answers[(n + (uint64_t)k) % 2]);
        }
        for (int i = 0; i < 2000 && (answers[0] == SRV_LOG_PENDING || answers[1] == SRV_LOG_PENDING); i++) {
            turn_of(the_log);
            turn_of(second);
        }
        int winner = answers[0] == SRV_LOGGED ? 0 : 1;
        assert_int_equal(answers[winner], SRV_LOGGED);
        assert_int_equal(answers[1 - winner], SRV_LOG_TAKEN);
        won[winner]++;
    }
    the_log->wait_ms = second->wait_ms = 5000;
    found[0] = '\0';
    assert_int_equal(the_log->read(the_log, a, 100, 100, note, NULL), SRV_LOGGED);
    assert_int_equal(the_log->read(the_log, b, 100, 100, note, NULL), SRV_LOGGED);
    assert_true(!strcmp(found, "a/100=a;b/100=a;") || !strcmp(found, "a/100=b;b/100=b;")); /* all or nothing */
    assert_int_equal(won[0] + won[1], 100);
}

static void other_writers_are_news(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b");
    srv_logged read = SRV_LOG_PENDING;
    append(a, 1, "one");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    the_log->wait_ms = 0;
    read = the_log->read(the_log, a, 1, SRV_TO_END, note, NULL); /* asked before the news */
    second->append(second, a, 2, "two", 3);
    second->append(second, b, 1, "x", 1);
    second->append(second, a, 3, "three", 5);
    assert_int_equal(srv_log_commit(second), SRV_LOGGED);
    for (int i = 0; i < 2000 && !strstr(told, "b/1;"); i++) turn();
    assert_string_equal(told, "a/3;b/1;"); /* and nothing about our own entries */
    found[0] = '\0';
    for (int i = 0; i < 2000 && read == SRV_LOG_PENDING; i++) {
        read = the_log->read(the_log, a, 1, SRV_TO_END, note, NULL);
        turn();
    }
    assert_string_equal(found, "a/1=one;a/2=two;a/3=three;");
    second->append(second, a, 3, "no", 2);
    assert_int_equal(srv_log_commit(second), SRV_LOG_TAKEN); /* no news */
    second->append(second, b, 2, "x", 1);
    assert_int_equal(srv_log_commit(second), SRV_LOGGED);
    for (int i = 0; i < 2000 && !strstr(told, "b/2;"); i++) turn();
    assert_string_equal(told, "a/3;b/1;b/2;");
}

/* --- results --------------------------------------------------------------------------------------------- */

static srv_result result_of(const char *stream, uint64_t ended_ms, bool is_public, const char *line)
{
    static const uint32_t people[] = {7, 8};
    return (srv_result){stream, ended_ms, is_public, 7, "made", people, 2, line, strlen(line)};
}

static const char *results(uint32_t person, const char *before, int max)
{
    found[0] = '\0';
    assert_int_equal(the_log->results(the_log, person, before, max, note, NULL), SRV_LOGGED);
    return found;
}

/* --- who looks after a stream ------------------------------------------------------------------------------ */

/* Whether each of a hundred streams is looked after by exactly one of them, and each of them looks after some. */
static bool is_shared(srv_log *const *all, int n_all)
{
    int shares[3] = {0};
    for (int i = 0; i < 100; i++) {
        char stream[16];
        int tended = 0;
        snprintf(stream, sizeof stream, "table:%d", i);
        for (int k = 0; k < n_all; k++) {
            bool is_mine = all[k]->tends(all[k], stream);
            tended += is_mine;
            shares[k] += is_mine;
        }
        if (tended != 1) return false;
    }
    for (int k = 0; k < n_all; k++)
        if (shares[k] < 100 / n_all / 3) return false;
    return true;
}

/* They renew their leases until all is shared among them. */
static void share(srv_log *const *all, int n_all)
{
    while (!is_shared(all, n_all)) {
        for (int k = 0; k < n_all; k++) {
            all[k]->renew(all[k]);
            turn_of(all[k]);
        }
    }
}

static void each_stream_is_looked_after_by_one_writer(void **unused)
{
    (void)unused;
    /* On a busy machine all leases may lapse for a moment, although the writers are there. */
    for (int tries = 0; !tries || the_log->untended_since_ms; tries++) {
        srv_log *third = open_one();
        srv_log *const all[] = {the_log, second, third};
        assert_true(tries < 10);
        share(all, 3);
        uint64_t n_shares = second->n_shares;
        assert_false(third->leave(third));
        assert_false(third->tends(third, "x"));
        share(all, 2);
        assert_true(second->n_shares > n_shares);
        third->close(third);
        the_log->untended_since_ms = 0;
        share(all, 1); /* the second is not heard of any more */
    }
    assert_true(the_log->leave(the_log));
}

/* The first that is back is told since when. */
static void a_time_when_nobody_was_there_is_told(void **unused)
{
    (void)unused;
    srv_log *const all[] = {the_log, second};
    share(all, 2);
    the_log->untended_since_ms = second->untended_since_ms = 0;
    uint64_t before_ms = second->now_ms(second);
    while (!second->untended_since_ms) {
        poll(NULL, 0, SRV_LEASE_MS + 100);
        for (int i = 0; i < 100 && !second->untended_since_ms; i++) {
            second->renew(second);
            turn_of(second);
        }
    }
    assert_true(second->untended_since_ms > before_ms && second->untended_since_ms < second->now_ms(second));
    share(all, 2);
    assert_int_equal(the_log->untended_since_ms, 0);
}

static void results_are_listed_newest_first(void **unused)
{
    (void)unused;
    const char *a = named("a"), *b = named("b"), *c = named("c");
    bool is_there, agrees;
    found[0] = '\0';
    assert_int_equal(the_log->drop_index(the_log), SRV_LOGGED);
    const srv_result of_a = result_of(a, 1000, true, "A"), of_b = result_of(b, 3000, true, "B"),
                     of_c = result_of(c, 2000, false, "C");
    append(a, 1, "x");
    append(b, 1, "x");
    append(c, 1, "x");
    the_log->index_result(the_log, &of_a);
    the_log->index_result(the_log, &of_b);
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    assert_int_equal(the_log->unindexed(the_log, note, NULL), SRV_LOGGED);
    assert_non_null(strstr(found, "c/0=;"));
    the_log->index_result(the_log, &of_c);
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    assert_string_equal(results(7, NULL, 10), "b/0=B;c/0=C;a/0=A;");
    assert_string_equal(results(8, b, 1), "c/0=C;");
    assert_string_equal(results(9, NULL, 10), "");
    assert_string_equal(results(0, NULL, 10), "b/0=B;a/0=A;"); /* public ones */
    assert_string_equal(results(0, b, 10), "a/0=A;");
    found[0] = '\0';
    assert_int_equal(the_log->indexed(the_log, note, NULL), SRV_LOGGED);
    assert_string_equal(found, "a/0=A;b/0=B;c/0=C;");
    found[0] = '\0';
    assert_int_equal(the_log->find_created(the_log, 7, "made", note, NULL), SRV_LOGGED);
    assert_int_equal(strlen(found), strlen("a/0=;b/0=;c/0=;"));
    found[0] = '\0';
    assert_int_equal(the_log->find_created(the_log, 8, "made", note, NULL), SRV_LOGGED);
    assert_string_equal(found, "");
    assert_int_equal(the_log->compare_result(the_log, &of_a, &is_there, &agrees, note, NULL), SRV_LOGGED);
    assert_true(is_there && agrees);
    assert_string_equal(found, "a/0=A;");
    srv_result other = of_a;
    other.ended_ms++;
    assert_int_equal(the_log->compare_result(the_log, &other, &is_there, &agrees, note, NULL), SRV_LOGGED);
    assert_true(is_there && !agrees);
    other = of_a;
    other.n_people = 1;
    assert_int_equal(the_log->compare_result(the_log, &other, &is_there, &agrees, note, NULL), SRV_LOGGED);
    other.stream = named("d");
    assert_int_equal(the_log->compare_result(the_log, &other, &is_there, &agrees, note, NULL), SRV_LOGGED);
    assert_true(!is_there && !agrees);
    assert_int_equal(the_log->drop_index(the_log), SRV_LOGGED);
    assert_string_equal(results(7, NULL, 10), "");
}

static void all_streams_are_listed_in_order(void **unused)
{
    (void)unused;
    append(named("b"), 1, "x");
    append(named("a"), 1, "x");
    append(named("a"), 2, "x");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    found[0] = '\0';
    assert_int_equal(the_log->streams(the_log, note, NULL), SRV_LOGGED);
    const char *last = strstr(found, "a/0=;b/0=;");
    for (const char *next = last; next; next = strstr(next + 1, "a/0=;b/0=;")) last = next;
    assert_non_null(last);
    assert_string_equal(last, "a/0=;b/0=;");
}

/* --- versions of the schema ------------------------------------------------------------------------------- */

enum { NOW = 4, EXPANDED, CONTRACTED }; /* versions of the schema: this program's, and two that may come */
enum { VERSION, UNDO_TABLE, UNDO_COLUMN, UNDO_VERSION };

static void ignore_ready(void *context)
{
    (void)context;
}

static void ignore_news(void *context, const char *payload)
{
    (void)context, (void)payload;
}

static void take_version(void *context, PGresult *answer)
{
    assert_non_null(answer);
    *(int *)context = PQntuples(answer) ? (int)strtol(PQgetvalue(answer, 0, 0), NULL, 10) : 0;
    PQclear(answer);
}

/* Starts a server of a later version, asks the last of these, and stops it. Returns the answer. */
static int ask_later(int first, int last)
{
    static const srv_migration steps[] = {
        [EXPANDED - 1] = {"ALTER TABLE kickback.entries ADD COLUMN later text", false},
        [CONTRACTED - 1] = {"CREATE TABLE kickback.contracted ()", true}};
    static const char *const statements[] = {
        [VERSION] = "SELECT version FROM kickback.schema",
        [UNDO_TABLE] = "DROP TABLE IF EXISTS kickback.contracted",
        [UNDO_COLUMN] = "ALTER TABLE kickback.entries DROP COLUMN later",
        [UNDO_VERSION] = "UPDATE kickback.schema SET version = 4, oldest = 0 RETURNING version"};
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    const srv_postgres_use use = {.migrations = steps,
                                  .schema_version = CONTRACTED,
                                  .statements = statements,
                                  .n_statements = KB_COUNT(statements),
                                  .ready = ignore_ready,
                                  .notified = ignore_news};
    srv_postgres *pg = srv_postgres_open(address, &use, 5000, &why);
    if (!pg) fail_msg("%s", reason);
    int answer = -1;
    for (int i = first; i <= last; i++) srv_postgres_query(pg, i, 0, NULL);
    srv_postgres_end(pg, take_version, &answer);
    while (answer < 0) assert_true(srv_postgres_wait(pg, srv_postgres_now_us() + 60000000));
    srv_postgres_close(pg);
    return answer;
}

/* A later version expands the schema, and this one goes on. It contracts it only when none of this version is left. */
static void a_later_version_waits_until_this_one_has_gone(void **unused)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    (void)unused;
    assert_int_equal(ask_later(VERSION, VERSION), EXPANDED);
    append(named("a"), 1, "x");
    assert_int_equal(srv_log_commit(the_log), SRV_LOGGED);
    second->close(second);
    second = open_one(); /* it can start again */
    the_log->close(the_log);
    assert_int_equal(ask_later(VERSION, VERSION), EXPANDED);
    second->close(second);
    while (ask_later(VERSION, VERSION) != CONTRACTED) { /* the database may notice later that it has gone */
    }
    assert_null(srv_log_open_postgres(address, false, &why));
    assert_string_equal(reason, "the database was written by a later version of Kickback");
    assert_int_equal(ask_later(UNDO_TABLE, UNDO_VERSION), NOW);
    second = NULL;
    open_log();
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "postgres")) {
        address = argv[2];
    } else if (argc != 2 || strcmp(argv[1], "sqlite") != 0) {
        fprintf(stderr, "usage: log sqlite | log postgres ADDRESS\n");
        return 2;
    }
    snprintf(folder, sizeof folder, "/tmp/kickback-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/log", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(committed_entries_are_read_in_order, begin, end),
        cmocka_unit_test_setup_teardown(a_number_is_written_once, begin, end),
        cmocka_unit_test_setup_teardown(no_number_is_left_out, begin, end),
        cmocka_unit_test_setup_teardown(an_empty_commit_succeeds, begin, end),
        cmocka_unit_test_setup_teardown(long_entries_and_long_commits_fit, begin, end),
        cmocka_unit_test_setup_teardown(nothing_waits_unless_it_may, begin, end),
        cmocka_unit_test_setup_teardown(a_read_sees_a_commit_that_overtook_it, begin, end),
        cmocka_unit_test_setup_teardown(results_are_listed_newest_first, begin, end),
        cmocka_unit_test_setup_teardown(all_streams_are_listed_in_order, begin, end),
    };
    const struct CMUnitTest shared[] = {
        cmocka_unit_test_setup_teardown(a_later_version_waits_until_this_one_has_gone, begin, end),
        cmocka_unit_test_setup_teardown(of_two_writers_one_is_told_that_the_number_is_taken, begin, end),
        cmocka_unit_test_setup_teardown(two_writers_never_block_each_other, begin, end),
        cmocka_unit_test_setup_teardown(other_writers_are_news, begin, end),
        cmocka_unit_test_setup_teardown(each_stream_is_looked_after_by_one_writer, begin, end),
        cmocka_unit_test_setup_teardown(a_time_when_nobody_was_there_is_told, begin, end),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (address) failed += cmocka_run_group_tests(shared, NULL, NULL);
    if (the_log) the_log->close(the_log);
    if (second) second->close(second);
    for (int i = 0; i < 4; i++) {
        static const char *const ends[] = {"", "-wal", "-shm", "-mark"};
        char file[80];
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        unlink(file);
    }
    rmdir(folder);
    return failed;
}
