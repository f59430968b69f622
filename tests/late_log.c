/* late_log.c: the server on a log that answers late, as one across a network does, and requests that have to wait. It
 * wraps the SQLite log and holds answers back until the test releases them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../server/import.h"
#include "../server/lobby.h"

typedef struct late {
    srv_log log;
    srv_log *inner;
    bool holds_commits, holds_reads;
    bool is_damaged;               /* the next commit finds log.damaged damaged */
    char only[SRV_STREAM_MAX + 1]; /* with holds_reads: this stream is answered anyway */
    srv_log_done *done;
    void *context;
    int commits, reads, results;
} late;

static late world;
static srv_lobby *lobby;
static uint64_t now_ms;
static char said[2][1 << 16]; /* sent to each of two people since the last check */
static char notes[1024], folder[32];

/* --- the log --------------------------------------------------------------------------------------------- */

static void append(srv_log *log, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)log;
    world.inner->append(world.inner, stream, n, text, bytes);
}

static void commit(srv_log *log, srv_log_done *done, void *context)
{
    (void)log;
    assert_null(world.done); /* only one commit at a time */
    world.commits++;
    world.done = done;
    world.context = context;
    if (world.holds_commits) return;
    world.done = NULL;
    bool is_damaged = world.is_damaged;
    world.is_damaged = false;
    done(context, is_damaged ? SRV_LOG_DAMAGED : srv_log_commit(world.inner));
}

static void let_commit_go(void)
{
    srv_log_done *done = world.done;
    assert_non_null(done);
    world.done = NULL;
    done(world.context, srv_log_commit(world.inner));
}

static srv_logged read_entries(srv_log *log, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                               void *context)
{
    world.reads++;
    if (world.holds_reads && !log->wait_ms && strcmp(stream, world.only) != 0) return SRV_LOG_PENDING;
    return world.inner->read(world.inner, stream, from, to, reader, context);
}

static srv_logged unindexed(srv_log *log, srv_log_reader *reader, void *context)
{
    (void)log;
    return world.inner->unindexed(world.inner, reader, context);
}

static void index_result(srv_log *log, const srv_result *result)
{
    (void)log;
    world.inner->index_result(world.inner, result);
}

static srv_logged results(srv_log *log, uint32_t person, const char *before, int max, srv_log_reader *reader,
                          void *context)
{
    (void)log;
    world.results++;
    if (world.holds_reads) return SRV_LOG_PENDING;
    return world.inner->results(world.inner, person, before, max, reader, context);
}

static srv_logged find_created(srv_log *log, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    (void)log;
    if (world.holds_reads) return SRV_LOG_PENDING;
    return world.inner->find_created(world.inner, host, id, reader, context);
}

/* --- the server ------------------------------------------------------------------------------------------ */

static void take(void *context, void *outside, const char *text, size_t n)
{
    char *to = said[*(int *)outside];
    (void)context;
    snprintf(to + strlen(to), sizeof said[0] - strlen(to), "%.*s\n", (int)n, text);
}

static void draw(void *context, void *bytes, size_t n)
{
    static uint8_t number;
    (void)context;
    memset(bytes, ++number, n);
}

static void note(void *context, const char *text)
{
    (void)context;
    snprintf(notes + strlen(notes), sizeof notes - strlen(notes), "%s\n", text);
}

static int numbers[2] = {0, 1};

static srv_connection *come(int who)
{
    const srv_visitor visitor = {&numbers[who], 1 + (uint64_t)who, "http://localhost", 0, false};
    srv_secret secret;
    memset(&secret, 1 + who, sizeof secret);
    return srv_connect(lobby, &visitor, &secret, now_ms);
}

static void ask(srv_connection *c, const char *text)
{
    srv_receive(lobby, c, text, strlen(text), now_ms);
}

static void turn(void)
{
    assert_true(srv_turn(lobby));
}

/* Whether this text is in what they were sent since the last check. */
static bool hears(int who, const char *text)
{
    bool found = strstr(said[who], text) != NULL;
    if (found) said[who][0] = '\0';
    return found;
}

/* Every reading is 10 ms after the one before, so whatever is measured is too long. */
static srv_time_spent spent(void)
{
    static uint64_t us;
    us += 10000;
    return (srv_time_spent){us, us};
}

static bool measures; /* the server measures with this clock */

static void open_server(void)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    const srv_edge edge = {.send = take, .random = draw, .note = note, .now = measures ? spent : NULL};
    world.log.wait_ms = SRV_WAIT_MS;
    lobby = srv_lobby_open(&world.log, &edge, now_ms, &why);
    assert_non_null(lobby);
    assert_int_equal(world.log.wait_ms, 0);
}

static int begin(void **unused)
{
    char reason[256], path[64];
    kb_text why = kb_text_in(reason, sizeof reason);
    (void)unused;
    memset(&world, 0, sizeof world);
    memset(said, 0, sizeof said);
    notes[0] = '\0';
    now_ms = 1000000;
    assert_non_null(mkdtemp(strcpy(folder, "/tmp/kickback-XXXXXX")));
    snprintf(path, sizeof path, "%s/log", folder);
    world.inner = srv_log_open_sqlite(path, &why);
    world.log.append = append;
    world.log.commit = commit;
    world.log.read = read_entries;
    world.log.unindexed = unindexed;
    world.log.index_result = index_result;
    world.log.results = results;
    world.log.find_created = find_created;
    open_server();
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    srv_lobby_close(lobby, false, now_ms);
    world.inner->close(world.inner);
    for (int i = 0; i < 4; i++) {
        static const char *const ends[] = {"log", "log-wal", "log-shm", "log-mark"};
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, ends[i]);
        unlink(path);
    }
    return rmdir(folder);
}

/* --- tests ----------------------------------------------------------------------------------------------- */

static void nothing_is_sent_before_its_commit_is_answered(void **unused)
{
    (void)unused;
    srv_connection *anna = come(0), *ben = come(1);
    turn();
    assert_true(hears(0, "hello") && hears(1, "hello"));
    world.holds_commits = true;
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    turn();
    ask(ben, "{\"id\":\"b\",\"do\":\"name\",\"name\":\"Ben\"}"); /* too late for the current commit */
    turn();
    assert_false(hears(0, "\"a\"") || hears(1, "\"b\""));
    let_commit_go();
    assert_false(hears(0, "\"a\"")); /* the log may answer at any time; sending waits for the next turn */
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"a\"}"));
    assert_false(hears(1, "\"b\""));
    let_commit_go();
    turn();
    assert_true(hears(1, "{\"type\":\"ok\",\"id\":\"b\"}"));
    let_commit_go();
}

static void a_commit_without_an_answer_is_like_one_that_fails_for_now(void **unused)
{
    (void)unused;
    srv_connection *anna = come(0);
    turn();
    world.holds_commits = true;
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    turn();
    ask(anna, "{\"id\":\"q\",\"do\":\"lobby\"}"); /* queued behind the commit */
    now_ms += SRV_WAIT_MS - 1;
    srv_tick(lobby, now_ms);
    turn();
    assert_false(srv_is_stuck(lobby) || hears(0, "\"state\""));
    now_ms += 1;
    srv_tick(lobby, now_ms);
    turn();
    assert_true(srv_is_stuck(lobby) && srv_is_waiting(lobby));
    assert_non_null(strstr(notes, "requests are refused"));
    assert_false(hears(0, "\"id\":\"a\"")); /* nobody knows whether it takes place */
    assert_true(hears(0, "{\"type\":\"state\",\"state\":\"waiting\"}\n"
                         "{\"type\":\"no\",\"id\":\"q\",\"error\":\"busy\""));
    ask(anna, "{\"id\":\"b\",\"do\":\"lobby\"}");
    assert_true(hears(0, "\"busy\""));
    let_commit_go();
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"a\"}\n{\"type\":\"state\",\"state\":\"ready\"}"));
    assert_false(srv_is_stuck(lobby) || srv_is_waiting(lobby));
    let_commit_go();
}

static bool is_log_away;

static bool is_away(const srv_log *log)
{
    (void)log;
    return is_log_away;
}

/* Nothing is to be written. But people want to know, and whoever wants to read gets an answer. */
static void a_log_that_is_away_is_noticed_without_a_commit(void **unused)
{
    (void)unused;
    srv_connection *anna = come(0);
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    turn();
    world.log.is_away = is_away;
    is_log_away = world.holds_reads = true;
    ask(anna, "{\"id\":\"b\",\"do\":\"history\"}");
    turn();
    now_ms += SRV_WAIT_MS;
    srv_tick(lobby, now_ms);
    turn();
    assert_true(srv_is_stuck(lobby));
    assert_true(hears(0, "{\"type\":\"state\",\"state\":\"waiting\"}\n"
                         "{\"type\":\"no\",\"id\":\"b\",\"error\":\"busy\""));
    is_log_away = world.holds_reads = false;
    for (int i = 0; i < 2; i++) turn(); /* clocks first */
    assert_true(!srv_is_stuck(lobby) && hears(0, "{\"type\":\"state\",\"state\":\"ready\"}"));
    ask(anna, "{\"id\":\"c\",\"do\":\"history\"}");
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"c\""));
    world.log.is_away = NULL;
}

static void requests_wait_for_what_the_log_has_not_answered(void **unused)
{
    (void)unused;
    srv_connection *anna = come(0);
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    turn();
    world.holds_reads = true;
    ask(anna, "{\"id\":\"h\",\"do\":\"history\"}");
    ask(anna, "{\"id\":\"c\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3}");
    turn();
    turn();
    assert_false(hears(0, "\"h\"") || hears(0, "\"c\""));
    assert_false(srv_wants_turn(lobby)); /* only the answer makes the loop turn */
    ask(anna, "{\"id\":\"p\",\"do\":\"ping\"}");
    turn();
    assert_true(hears(0, "\"p\""));
    world.holds_reads = false;
    turn();
    assert_true(strstr(said[0], "\"games\":[]") && hears(0, "\"table\":"));
    turn();
    assert_false(hears(0, "\"table\":")); /* only once */
    ask(anna, "{\"id\":\"h\",\"do\":\"history\"}");
    world.holds_reads = true;
    ask(anna, "{\"id\":\"i\",\"do\":\"history\"}");
    srv_disconnect(lobby, anna); /* a person who has left gets no answer */
    world.holds_reads = false;
    turn();
    assert_string_equal(said[0], "");
}

static int count(int who, const char *text)
{
    int n = 0;
    for (const char *at = said[who]; (at = strstr(at, text)); at++) n++;
    return n;
}

/* Many people ask for what has to be read. Those who wait are not asked for again in every turn, and beyond a limit requests
 * are refused, but not those that change something. */
static void what_waits_for_the_log_costs_nothing_and_has_a_limit(void **unused)
{
    (void)unused;
    srv_connection *tabs[SRV_ASKED_MAX / SRV_WAITING_MAX];
    tabs[0] = come(0);
    ask(tabs[0], "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    turn();
    for (int i = 1; i < KB_COUNT(tabs); i++) tabs[i] = come(0);
    turn();
    world.holds_reads = true;
    world.results = 0;
    for (int i = 0; i < KB_COUNT(tabs); i++)
        for (int k = 0; k < SRV_WAITING_MAX; k++) ask(tabs[i], "{\"id\":\"h\",\"do\":\"history\"}");
    assert_int_equal(world.results, SRV_ASKED_MAX / 2); /* for those that are refused, the log is not asked */
    turn();
    assert_int_equal(count(0, "\"error\":\"busy\""), SRV_ASKED_MAX / 2);
    ask(tabs[KB_COUNT(tabs) - 1], "{\"id\":\"c\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3}");
    world.results = 0;
    for (int i = 0; i < 10; i++) turn();
    assert_in_range(world.results, 0, 10);
    world.holds_reads = false;
    turn();
    assert_int_equal(count(0, "\"games\":[]"), SRV_ASKED_MAX / 2);
    assert_int_equal(count(0, "{\"type\":\"ok\",\"id\":\"c\""), 1);
    assert_int_equal(count(0, "\"error\":\"busy\""), SRV_ASKED_MAX / 2);
    world.holds_reads = true;
    ask(tabs[1], "{\"id\":\"i\",\"do\":\"history\"}"); /* there is room again */
    world.holds_reads = false;
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"i\""));
}

/* Two tables that are not in memory. The entries of the second arrive first. */
static void tables_are_read_in_the_order_of_the_answers(void **unused)
{
    static const char *const ids[] = {"00000000000000000000000000000001", "00000000000000000000000000000002"};
    (void)unused;
    kb_setup setup;
    kb_setup_default(&setup, 0);
    srv_lobby_close(lobby, true, now_ms);
    srv_room *room = srv_room_import(&setup, 2, now_ms);
    for (int i = 0; i < 2; i++) {
        char stream[SRV_STREAM_MAX + 1];
        const uint32_t nobody = 0;
        const srv_result result = {stream, 1, true, 0, "", &nobody, 0, "{}", 2};
        snprintf(stream, sizeof stream, "table:%s", ids[i]);
        for (size_t k = 0; k < room->table->n_entries; k++)
            world.inner->append(world.inner, stream, k + 1, srv_room_entry(room, k + 1).at,
                                srv_room_entry(room, k + 1).n);
        world.inner->index_result(world.inner, &result); /* so that it is not read at the start */
    }
    srv_room_free(room);
    assert_int_equal(srv_log_commit(world.inner), SRV_LOGGED);
    open_server();
    srv_connection *anna = come(0);
    turn();
    world.holds_reads = true;
    ask(anna, "{\"id\":\"one\",\"do\":\"watch\",\"table\":\"00000000000000000000000000000001\"}");
    ask(anna, "{\"id\":\"two\",\"do\":\"watch\",\"table\":\"00000000000000000000000000000002\"}");
    turn();
    assert_false(hears(0, "\"one\"") || hears(0, "\"two\""));
    assert_false(srv_wants_turn(lobby));
    snprintf(world.only, sizeof world.only, "table:%s", ids[1]);
    turn();
    assert_false(strstr(said[0], "\"one\""));
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"two\""));
    world.holds_reads = false;
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"one\""));
}

/* --- many requests that wait ----------------------------------------------------------------------------- */

enum { LINES = 300, READS = SRV_WAITING_MAX - 1 };
static const char long_table[] = "00000000000000000000000000000003";

/* A table with many lines of talk that is not in memory. */
static void store_long_table(void)
{
    char stream[SRV_STREAM_MAX + 1];
    const uint32_t nobody = 0;
    const srv_result result = {stream, 1, true, 0, "", &nobody, 0, "{}", 2};
    kb_setup setup;
    kb_setup_default(&setup, 0);
    srv_lobby_close(lobby, true, now_ms);
    srv_room *room = srv_room_import(&setup, 2, now_ms);
    snprintf(stream, sizeof stream, "table:%s", long_table);
    size_t n = 0;
    for (; n < room->table->n_entries; n++)
        world.inner->append(world.inner, stream, n + 1, srv_room_entry(room, n + 1).at, srv_room_entry(room, n + 1).n);
    for (int i = 0; i < LINES; i++) {
        char text[128];
        snprintf(text, sizeof text, "{\"at\":%llu,\"do\":\"say\",\"by\":\"red\",\"say\":\"line %d\"}",
                 (unsigned long long)now_ms, i);
        world.inner->append(world.inner, stream, ++n, text, strlen(text));
    }
    srv_room_free(room);
    world.inner->index_result(world.inner, &result);
    assert_int_equal(srv_log_commit(world.inner), SRV_LOGGED);
    open_server();
}

static void ask_about_long_table(srv_connection *c, const char *id, const char *what)
{
    char text[256];
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"table\":\"%s\",%s}", id, long_table, what);
    ask(c, text);
}

/* Asks for events at the end of the table, with the ids e0, e1 … */
static void ask_for_events(srv_connection *c)
{
    for (int i = 0; i < READS; i++) {
        char id[8];
        snprintf(id, sizeof id, "e%d", i);
        ask_about_long_table(c, id, "\"do\":\"events\",\"before\":300");
    }
}

/* Counts the answers to requests for events since the last check. They come in order, beginning with that one. */
static int answers_from(int who, int first)
{
    int n = 0;
    for (const char *at = said[who]; (at = strstr(at, "\"id\":\"e")); n++) {
        at += strlen("\"id\":\"e");
        assert_int_equal(atoi(at), first + n);
    }
    said[who][0] = '\0';
    return n;
}

/* Loads the table. The first requests are answered in the same turn. */
static void load_long_table(void)
{
    while (!said[0][0] && !said[1][0]) {
        assert_true(srv_wants_turn(lobby));
        turn();
    }
}

static void come_both(srv_connection **anna, srv_connection **ben)
{
    *anna = come(0);
    *ben = come(1);
    ask(*anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    ask(*ben, "{\"id\":\"b\",\"do\":\"name\",\"name\":\"Ben\"}");
    turn();
    said[0][0] = said[1][0] = '\0';
}

static void requests_that_waited_are_answered_a_few_in_a_turn(void **unused)
{
    (void)unused;
    srv_connection *anna, *ben;
    store_long_table();
    come_both(&anna, &ben);
    ask_for_events(anna);
    ask_for_events(ben);
    load_long_table();
    int n[2] = {0, 0}, turns = 0;
    bool is_asked = false;
    while (n[0] + n[1] < 2 * READS) {
        int most = 0;
        for (int who = 0; who < 2; who++) {
            int more = answers_from(who, n[who]);
            n[who] += more;
            most += more;
        }
        /* each costs the 100 events it sends, and the price of a request */
        assert_in_range(most, 1, 1 + SRV_WORK_A_TURN / (SRV_PIECE + SRV_WORK_A_REQUEST));
        if (!is_asked) { /* others are not delayed, but nobody overtakes themselves at one table */
            is_asked = true;
            ask(anna, "{\"id\":\"p\",\"do\":\"ping\"}");
            ask_about_long_table(anna, "e7", "\"do\":\"watch\"");
            turn();
            assert_non_null(strstr(said[0], "\"id\":\"p\""));
        } else if (n[0] + n[1] < 2 * READS) {
            assert_true(srv_wants_turn(lobby));
            turn();
        }
        turns++;
    }
    assert_true(turns > READS / 2);
    while (srv_wants_turn(lobby)) turn();
    assert_int_equal(answers_from(0, READS), 1);
    assert_int_equal(answers_from(1, READS), 0);
}

/* While requests wait for their turn, somebody leaves and somebody else changes the table. */
static void waiting_requests_outlast_changes(void **unused)
{
    (void)unused;
    srv_connection *anna, *ben;
    store_long_table();
    come_both(&anna, &ben);
    ask_for_events(anna);
    ask_for_events(ben);
    load_long_table();
    int n = answers_from(0, 0);
    srv_disconnect(lobby, anna);
    turn();
    assert_string_equal(said[0], "");
    assert_true(n < READS);
    answers_from(1, 0);
    anna = come(0);
    ask_about_long_table(anna, "s", "\"do\":\"say\",\"say\":\"another line\"");
    turn();
    assert_true(hears(0, "{\"type\":\"ok\",\"id\":\"s\"}"));
    ask_about_long_table(ben, "last", "\"do\":\"events\",\"before\":1000");
    while (srv_wants_turn(lobby)) turn();
    const char *before_last = strstr(said[1], "\"id\":\"e6\""), *last = strstr(said[1], "\"id\":\"last\"");
    assert_true(before_last && before_last < last);
    assert_true(strstr(said[1], "another line") > last);
}

/* The table turns out to be damaged while requests wait for their turn: they are refused. */
static void waiting_requests_are_refused_after_damage(void **unused)
{
    (void)unused;
    srv_connection *anna, *ben;
    store_long_table();
    come_both(&anna, &ben);
    ask_for_events(anna);
    load_long_table();
    int n = answers_from(0, 0);
    assert_in_range(n, 1, READS - 1);
    snprintf(world.log.damaged, sizeof world.log.damaged, "table:%s", long_table);
    world.is_damaged = true;
    turn();
    while (srv_wants_turn(lobby)) turn();
    assert_non_null(strstr(notes, "a table is closed because its log is damaged"));
    assert_non_null(strstr(said[0], "\"id\":\"e6\",\"error\":\"damaged\""));
    assert_int_equal(answers_from(0, n), READS - n);
}

/* --- how long the loop is held --------------------------------------------------------------------------- */

static uint64_t n_holds(void)
{
    return srv_lobby_counts(lobby).long_holds;
}

/* Requests, commits and requests that waited are measured. A turn without work is not. */
static void all_work_is_measured(void **unused)
{
    (void)unused;
    srv_lobby_close(lobby, true, now_ms);
    measures = true;
    open_server();
    measures = false;
    srv_connection *anna = come(0);
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    uint64_t n = n_holds();
    assert_int_equal(n, 1); /* the request */
    turn();
    assert_int_equal(n_holds(), n + 1); /* the commit */
    assert_non_null(strstr(notes, "the loop was held for 10000 us, 10000 us of them at work, by: name"));
    turn();
    assert_int_equal(n_holds(), n + 1);
    world.holds_reads = true;
    ask(anna, "{\"id\":\"h\",\"do\":\"history\"}");
    n = n_holds();
    turn();
    assert_int_equal(n_holds(), n + 1); /* the request is tried again; there is nothing to commit or to send */
    world.holds_reads = false;
    turn();
    assert_int_equal(n_holds(), n + 3); /* it is answered, and the answer sent */
    assert_true(hears(0, "\"h\""));
    turn();
    assert_int_equal(n_holds(), n + 3);
}

/* Makes a table of Anna's with a clock and sets its id. */
static void make_table(srv_connection *anna, int number, char id[SRV_TABLE_ID + 1])
{
    static const char *const wants[] = {"\"do\":\"sit\",\"seat\":\"red\"",
                                        "\"do\":\"bot\",\"seat\":\"yellow\",\"bot\":\"random\"",
                                        "\"do\":\"bot\",\"seat\":\"green\",\"bot\":\"random\"", "\"do\":\"start\""};
    char text[1024];
    now_ms += 10000; /* requests are rate limited */
    said[0][0] = '\0';
    snprintf(text, sizeof text,
             "{\"id\":\"t%d\",\"do\":\"create\",\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"live\","
             "\"bank_s\":600,\"increment_s\":5}}",
             number);
    ask(anna, text);
    turn();
    const char *table = strstr(said[0], "\"table\":\"");
    assert_non_null(table);
    memcpy(id, table + strlen("\"table\":\""), SRV_TABLE_ID);
    id[SRV_TABLE_ID] = '\0';
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "{\"id\":\"t%d-%d\",\"table\":\"%s\",%s}", number, i, id, wants[i]);
        ask(anna, text);
    }
    turn();
    assert_int_equal(srv_lobby_room(lobby, id)->table->stage, KB_PLAYING);
}

enum { MANY = 2 * SRV_CLOCKS_A_TURN + 1 };
static int stopped_of(char ids[MANY][SRV_TABLE_ID + 1])
{
    int n = 0;
    for (int i = 0; i < MANY; i++) n += srv_lobby_room(lobby, ids[i])->table->clock_stopped;
    return n;
}

/* A stuck log stops the clocks of a few tables in each turn. All of them stop at the time at which requests were
 * refused, whenever their turn comes. */
static void clocks_stop_at_a_few_tables_in_a_turn(void **unused)
{
    (void)unused;
    char ids[MANY][SRV_TABLE_ID + 1];
    srv_connection *anna = come(0);
    ask(anna, "{\"id\":\"a\",\"do\":\"name\",\"name\":\"Anna\"}");
    for (int i = 0; i < MANY; i++) make_table(anna, i, ids[i]);
    world.holds_commits = true;
    turn();
    now_ms += SRV_WAIT_MS;
    srv_tick(lobby, now_ms);
    turn();
    assert_true(srv_is_stuck(lobby));
    uint64_t stuck_ms = now_ms;
    for (int n = stopped_of(ids), before; n < MANY; n = stopped_of(ids)) {
        assert_true(srv_wants_turn(lobby));
        before = n;
        now_ms += 20;
        srv_tick(lobby, now_ms);
        turn();
        assert_in_range(stopped_of(ids) - before, 1, SRV_CLOCKS_A_TURN);
    }
    for (int i = 0; i < MANY; i++) assert_int_equal(srv_lobby_room(lobby, ids[i])->table->charged_ms, stuck_ms);
    turn();
    assert_false(srv_wants_turn(lobby));
    world.holds_commits = false;
    let_commit_go();
    for (int n = MANY, before; n; n = stopped_of(ids)) {
        before = n;
        turn();
        assert_in_range(before - stopped_of(ids), 0, SRV_CLOCKS_A_TURN);
    }
    turn();
    assert_false(srv_is_stuck(lobby) || srv_wants_turn(lobby));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_sent_before_its_commit_is_answered, begin, end),
        cmocka_unit_test_setup_teardown(a_commit_without_an_answer_is_like_one_that_fails_for_now, begin, end),
        cmocka_unit_test_setup_teardown(a_log_that_is_away_is_noticed_without_a_commit, begin, end),
        cmocka_unit_test_setup_teardown(requests_wait_for_what_the_log_has_not_answered, begin, end),
        cmocka_unit_test_setup_teardown(clocks_stop_at_a_few_tables_in_a_turn, begin, end),
        cmocka_unit_test_setup_teardown(what_waits_for_the_log_costs_nothing_and_has_a_limit, begin, end),
        cmocka_unit_test_setup_teardown(tables_are_read_in_the_order_of_the_answers, begin, end),
        cmocka_unit_test_setup_teardown(requests_that_waited_are_answered_a_few_in_a_turn, begin, end),
        cmocka_unit_test_setup_teardown(waiting_requests_outlast_changes, begin, end),
        cmocka_unit_test_setup_teardown(waiting_requests_are_refused_after_damage, begin, end),
        cmocka_unit_test_setup_teardown(all_work_is_measured, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
