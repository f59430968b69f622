/* jobs.c: the server's own decisions: threads that think, jobs that are lost or late, and tables that go on all the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <sodium.h>

#include "../server/workers.h"
#include "simulate/world.h"

uint64_t world_seed;

/* --- threads --------------------------------------------------------------------------------------------- */

typedef struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rang;
    int rings;
} bell;

static void ring(void *context)
{
    bell *b = context;
    pthread_mutex_lock(&b->lock);
    b->rings++;
    pthread_cond_signal(&b->rang);
    pthread_mutex_unlock(&b->lock);
}

static void wait_for(bell *b, int rings)
{
    pthread_mutex_lock(&b->lock);
    while (b->rings < rings) pthread_cond_wait(&b->rang, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

/* A bot's first decision of a game, or, where it is a proof, a passphrase. */
static srv_job some_job(uint64_t number, const char *bot_name, bool is_proof)
{
    srv_job job;
    kb_setup setup;
    kb_state state;
    bot_spec spec;
    kb_rng rng = kb_rng_seeded(number);
    kb_move move;
    int seat;
    memset(&job, 0, sizeof job);
    memset(&state, 0, sizeof state);
    job.number = number;
    if (is_proof) {
        job.proof.connection = number;
        job.proof.account.passes = 1;
        job.proof.account.kib = 64;
        snprintf(job.proof.passphrase, sizeof job.proof.passphrase, "passphrase %d", (int)number);
        return job;
    }
    kb_setup_default(&setup, kb_game_named("intrige"));
    assert_false(kb_start(&state, &setup));
    while (kb_actors(&state) & 1u << KB_CHANCE) {
        kb_pick(&state, &rng, &seat, &move);
        kb_apply(&state, seat, move, NULL);
    }
    seat = kb_lowest_bit(kb_actors(&state));
    assert_true(bot_read(bot_name, &spec, NULL));
    bot_sit(&job.bot, &spec, seat, number);
    kb_redact(&state, seat, &job.view);
    return job;
}

/* Whatever is given comes back once, thought out, in whatever order; passphrases among them take no other's place. */
static void test_threads(void **unused)
{
    enum { JOBS = 200 };
    (void)unused;
    bell b = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    srv_workers *workers = srv_workers_start(3, ring, &b);
    bool is_back[JOBS + 1] = {false};
    srv_job job;
    assert_int_equal(srv_workers_count(workers), 3);
    for (int i = 1; i <= JOBS; i++) {
        job = some_job((uint64_t)i, i % 2 ? "search:20" : "greedy", i % 5 == 0);
        srv_workers_give(workers, &job);
    }
    wait_for(&b, JOBS);
    for (int i = 0; i < JOBS; i++) {
        assert_true(srv_workers_take(workers, &job));
        assert_in_range(job.number, 1, JOBS);
        assert_false(is_back[job.number]);
        is_back[job.number] = true;
        if (job.proof.connection) {
            assert_int_equal(strlen(job.proof.passphrase), 0);
            assert_int_equal(job.proof.account.passes, 1);
        } else {
            assert_false(kb_check(&job.view, job.bot.seat, job.move));
        }
    }
    assert_false(srv_workers_take(workers, &job));
    srv_workers_stop(workers);
}

/* They end in the middle of long thoughts, and with work left. */
static void test_stop(void **unused)
{
    (void)unused;
    bell b = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    srv_workers *workers = srv_workers_start(2, ring, &b);
    srv_job quick = some_job(1, "greedy", false), slow = some_job(2, "search:600000ms", false);
    srv_workers_give(workers, &quick);
    for (int i = 0; i < 10; i++) srv_workers_give(workers, &slow);
    wait_for(&b, 1);
    srv_workers_stop(workers);
}

/* --- a server -------------------------------------------------------------------------------------------- */

static srv_log *memory;
static srv_lobby *lobby;
static uint64_t now_ms;
static kb_rng luck;

typedef struct person {
    srv_connection *connection;
    char table[SRV_TABLE_ID + 1], last[64];
    int n_answers;
} person;

static void take_text(void *context, void *outside, const char *text, size_t n)
{
    person *p = outside;
    (void)context;
    json_t *message = json_loadb(text, n, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type")),
               *table = json_string_value(json_object_get(message, "table")),
               *error = json_string_value(json_object_get(message, "error"));
    if (table) snprintf(p->table, sizeof p->table, "%s", table);
    if (!strcmp(type, "ok") || !strcmp(type, "no")) {
        snprintf(p->last, sizeof p->last, "%s", error ? error : type);
        p->n_answers++;
    }
    json_decref(message);
}

static void draw(void *context, void *bytes, size_t n)
{
    (void)context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = (uint8_t)kb_rng_draw(&luck);
}

static void note(void *context, const char *text)
{
    (void)context;
    fail_msg("%s", text);
}

static int begin(void **unused)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {.send = take_text, .random = draw, .note = note, .bot_wait_ms = 500};
    (void)unused;
    now_ms = 1000000;
    luck = kb_rng_seeded(7);
    memory = open_memory();
    lobby = srv_lobby_open(memory, &edge, now_ms, &why);
    assert_non_null(lobby);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    srv_lobby_close(lobby, false, now_ms);
    memory->close(memory);
    return 0;
}

static void put(person *p, const char *what, const char *keys)
{
    static int n;
    char text[512];
    snprintf(text, sizeof text, "{\"id\":\"%d\",\"do\":\"%s\"%s%s}", ++n, what, *keys ? "," : "", keys);
    srv_receive(lobby, p->connection, text, strlen(text), now_ms += 100);
    assert_true(srv_turn(lobby));
}

static void put_ok(person *p, const char *what, const char *keys)
{
    put(p, what, keys);
    assert_string_equal(p->last, "ok");
}

static void put_table(person *p, const char *what, const char *keys)
{
    char text[256];
    snprintf(text, sizeof text, "\"table\":\"%s\"%s%s", p->table, *keys ? "," : "", keys);
    put_ok(p, what, text);
}

static void come(person *p, int number)
{
    srv_secret secret;
    char name[32];
    memset(p, 0, sizeof *p);
    memset(&secret, number, sizeof secret);
    srv_visitor visitor = {p, (uint64_t)number, "http://127.0.0.1"};
    p->connection = srv_connect(lobby, &visitor, &secret, now_ms);
    snprintf(name, sizeof name, "\"name\":\"person %d\"", number);
    put_ok(p, "name", name);
}

/* A table of nobody but bots: red is the person's for a moment, or it could not begin. */
static void seat_bots(person *p, const char *name)
{
    static const char *const seats[] = {"red", "yellow", "green"};
    char keys[100];
    put_ok(p, "create", "\"game\":\"intrige\",\"players\":3");
    for (int i = 0; i < 3; i++) {
        snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"%s\"", seats[i], name);
        put_table(p, "bot", keys);
    }
    put_table(p, "start", "");
}

static const srv_room *room_of(const person *p)
{
    return srv_lobby_room(lobby, p->table);
}

static size_t moves_of(const person *p)
{
    size_t n = 0;
    const srv_room *room = room_of(p);
    for (size_t i = 0; i < room->n_entries; i++) n += room->entries[i].is_move;
    return n;
}

static bool never_late(void *clock, uint32_t milliseconds)
{
    (void)clock, (void)milliseconds;
    return false;
}
static const bot_room no_room = {NULL, 0, never_late, NULL};

/* Goes on to the next moment at which something is due. */
static void pass_time(void)
{
    uint64_t next = srv_next_ms(lobby);
    assert_true(next != UINT64_MAX);
    now_ms = next > now_ms ? next : now_ms;
    srv_play_due(lobby, now_ms);
    assert_true(srv_turn(lobby));
}

/* A job that never comes back is given again, and what comes back too late is nobody's. */
static void test_lost(void **unused)
{
    (void)unused;
    person p;
    srv_job lost, again, other;
    come(&p, 1);
    seat_bots(&p, "greedy");
    size_t moves = moves_of(&p);
    assert_true(srv_next_job(lobby, &lost, now_ms));
    assert_false(srv_next_job(lobby, &other, now_ms));
    uint64_t given_ms = now_ms;
    pass_time();
    assert_true(now_ms == given_ms + SRV_JOB_MS);
    assert_int_equal(moves_of(&p), moves);
    assert_true(srv_next_job(lobby, &again, now_ms));
    assert_true(again.number != lost.number);
    srv_think(&lost, &no_room);
    srv_job_done(lobby, &lost, now_ms); /* given up: it changes nothing */
    assert_int_equal(moves_of(&p), moves);
    srv_think(&again, &no_room);
    srv_job_done(lobby, &again, now_ms);
    srv_job_done(lobby, &again, now_ms); /* nor does one that comes twice */
    if (moves_of(&p) == moves) pass_time();
    assert_true(moves_of(&p) > moves);
    assert_int_equal(srv_lobby_counts(lobby).jobs_lost, 1);
}

/* Without any thread at all a game goes on: slowly, and by the rule of thumb. */
static void test_no_threads(void **unused)
{
    (void)unused;
    person p;
    srv_job lost;
    come(&p, 1);
    seat_bots(&p, "hard");
    for (int i = 0; i < 10; i++) {
        size_t moves = moves_of(&p);
        uint64_t began_ms = now_ms;
        while (moves_of(&p) == moves) {
            while (srv_next_job(lobby, &lost, now_ms)) continue;
            pass_time();
        }
        assert_true(now_ms - began_ms <= SRV_JOB_TRIES * SRV_JOB_MS);
    }
}

/* The seat changes hands while its bot thinks: what that comes to is nobody's, and who sits there now is not waited for. */
static void test_changed(void **unused)
{
    (void)unused;
    person p;
    srv_job first, second;
    come(&p, 1);
    put_ok(&p, "create", "\"game\":\"intrige\",\"players\":3");
    put_table(&p, "sit", "\"seat\":\"red\"");
    put_table(&p, "bot", "\"seat\":\"yellow\",\"bot\":\"greedy\"");
    put_table(&p, "bot", "\"seat\":\"green\",\"bot\":\"greedy\"");
    put_table(&p, "start", "");
    put_table(&p, "leave", "");
    put_table(&p, "bot", "\"seat\":\"red\",\"bot\":\"greedy\"");
    while (!(kb_actors(&room_of(&p)->state) & 1u)) {
        while (srv_next_job(lobby, &first, now_ms)) {
            srv_think(&first, &no_room);
            srv_job_done(lobby, &first, now_ms);
        }
        pass_time();
    }
    assert_true(srv_next_job(lobby, &first, now_ms) && first.bot.seat == 0);
    put_table(&p, "sit", "\"seat\":\"red\"");
    size_t moves = moves_of(&p);
    srv_think(&first, &no_room);
    srv_job_done(lobby, &first, now_ms);
    assert_true(srv_next_ms(lobby) == UINT64_MAX);
    assert_false(srv_next_job(lobby, &second, now_ms));
    assert_int_equal(moves_of(&p), moves);
}

/* Nine at once are one too many; everybody has an answer, also where the thread never comes back. */
static void test_passphrases(void **unused)
{
    enum { PEOPLE = SRV_PROOFS + 1 };
    (void)unused;
    person people[PEOPLE];
    srv_job jobs[SRV_PROOFS], none;
    for (int i = 0; i < PEOPLE; i++) come(&people[i], i + 1);
    for (int i = 0; i < PEOPLE; i++) {
        people[i].n_answers = 0;
        put(&people[i], "login", "\"name\":\"nobody\",\"passphrase\":\"correct horse\"");
    }
    assert_int_equal(people[SRV_PROOFS].n_answers, 1);
    assert_string_equal(people[SRV_PROOFS].last, "busy");
    for (int i = 0; i < SRV_PROOFS; i++) assert_true(srv_next_job(lobby, &jobs[i], now_ms));
    assert_false(srv_next_job(lobby, &none, now_ms));
    for (int i = SRV_PROOFS; i-- > 1;) { /* the first is lost */
        srv_think(&jobs[i], &no_room);
        srv_job_done(lobby, &jobs[i], now_ms);
        srv_job_done(lobby, &jobs[i], now_ms);
    }
    assert_true(srv_turn(lobby));
    for (int i = 1; i < SRV_PROOFS; i++) assert_string_equal(people[i].last, "login");
    assert_int_equal(people[0].n_answers, 0);
    pass_time();
    assert_string_equal(people[0].last, "busy");
    for (int i = 0; i < PEOPLE; i++) assert_int_equal(people[i].n_answers, 1);
    srv_job_done(lobby, &jobs[0], now_ms);
    assert_true(srv_turn(lobby));
    assert_int_equal(people[0].n_answers, 1);
    put(&people[0], "login", "\"name\":\"nobody\",\"passphrase\":\"correct horse\"");
    assert_true(srv_next_job(lobby, &jobs[0], now_ms));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_stop),
                                       cmocka_unit_test_setup_teardown(test_lost, begin, end),
                                       cmocka_unit_test_setup_teardown(test_no_threads, begin, end),
                                       cmocka_unit_test_setup_teardown(test_changed, begin, end),
                                       cmocka_unit_test_setup_teardown(test_passphrases, begin, end)};
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
