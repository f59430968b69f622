/* jobs.c: the server's own decisions: worker threads, lost and late jobs, tables that continue without them, many
 * tables that share few threads; and the server's clock. */
#include <pthread.h>

#include "../server/clock.h"
#include "../server/workers.h"
#include "lobby.h"

enum { THREADS = 1, PATIENCE_MS = 5000 };

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

/* A bot's first decision of a game or, if is_proof, a passphrase. */
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

/* Every job comes back once and finished, in any order. Passphrases among them do not displace other jobs. */
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
    for (int i = 0; i < JOBS; i++) { /* while the others are still running */
        wait_for(&b, i + 1);
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

/* The threads can be stopped during long jobs and with work left. */
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

/* A table with bots only. */
static void seat_and_start(person *p, const char *name)
{
    static const char *const seats[] = {"red", "yellow", "green"};
    char keys[100];
    for (int i = 0; i < 3; i++) {
        snprintf(keys, sizeof keys, "\"seat\":\"%s\",\"bot\":\"%s\"", seats[i], name);
        put_table(p, "bot", keys);
    }
    put_table(p, "start", "");
}

static void seat_bots(person *p, const char *name, bool is_watched)
{
    put_ok(p, "create", "\"game\":\"intrige\",\"players\":3");
    if (is_watched) put_table(p, "watch", "");
    seat_and_start(p, name);
}

/* --- jobs ---------------------------------------------------------------------------------------------------- */

static int begin_busy(void **unused)
{
    (void)unused;
    return open_lobby(THREADS);
}

/* A job that never comes back is given out again, and a result that comes too late is ignored. */
static void test_lost(void **unused)
{
    (void)unused;
    person p;
    srv_job lost, again, other;
    come(&p, 1);
    seat_bots(&p, "greedy", true);
    size_t moves = moves_of(&p);
    assert_true(srv_next_job(lobby, &lost, now_ms));
    assert_false(srv_next_job(lobby, &other, now_ms));
    uint64_t given_ms = now_ms;
    pass_time();
    assert_in_range(now_ms, given_ms + SRV_JOB_MS, given_ms + SRV_JOB_MS + KB_BOT_MS_MAX);
    assert_int_equal(moves_of(&p), moves);
    assert_true(srv_next_job(lobby, &again, now_ms));
    assert_true(again.number != lost.number);
    srv_think(&lost, &no_room);
    srv_job_done(lobby, &lost, now_ms); /* given up: changes nothing */
    assert_int_equal(moves_of(&p), moves);
    srv_think(&again, &no_room);
    srv_job_done(lobby, &again, now_ms);
    srv_job_done(lobby, &again, now_ms); /* a result that comes twice changes nothing either */
    if (moves_of(&p) == moves) pass_time();
    assert_true(moves_of(&p) > moves);
    assert_int_equal(srv_lobby_counts(lobby).jobs_lost, 1);
}

/* Without any thread a game still goes on: slowly, with moves by the policy alone. */
static void test_no_threads(void **unused)
{
    (void)unused;
    person p;
    srv_job lost;
    come(&p, 1);
    seat_bots(&p, "hard", true);
    for (int i = 0; i < 10; i++) {
        size_t moves = moves_of(&p);
        uint64_t began_ms = now_ms;
        while (moves_of(&p) == moves) {
            while (srv_next_job(lobby, &lost, now_ms)) continue;
            pass_time();
        }
        assert_true(now_ms - began_ms <= SRV_JOB_TRIES * (SRV_JOB_MS + KB_BOT_MS_MAX));
    }
}

/* The seat changes hands while its bot thinks. The bot's result is dropped, and the new player is not waited for. */
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
    while (!(kb_actors(&room_of(&p)->table->state) & 1u)) {
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

/* A guess is decided when the log tells of it. */
static void decide_guesses(void)
{
    while (tell_memory(memory)) assert_true(srv_turn(lobby));
}

/* Of nine at once one is refused. Everybody gets an answer, even if the thread never comes back. */
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
    decide_guesses();
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
    decide_guesses();
    assert_true(srv_next_job(lobby, &jobs[0], now_ms));
}

/* --- many tables, few threads ---------------------------------------------------------------------------- */

typedef struct table {
    char id[SRV_TABLE_ID + 1];
    size_t moves;
    uint64_t moved_ms, longest_ms; /* the longest time between two moves */
} table;

static void note_moves(table *tables, int n)
{
    for (int i = 0; i < n; i++) {
        const srv_room *room = srv_lobby_room(lobby, tables[i].id);
        size_t moves = 0;
        for (int seat = 0; seat < room->table->setup.seats; seat++) moves += room->table->seats[seat].decisions;
        if (moves == tables[i].moves && room->table->stage == KB_PLAYING) continue;
        if (room->table->stage == KB_PLAYING && now_ms - tables[i].moved_ms > tables[i].longest_ms && tables[i].moves)
            tables[i].longest_ms = now_ms - tables[i].moved_ms;
        tables[i].moves = moves;
        tables[i].moved_ms = now_ms;
    }
}

/* Runs threads that use all the time they are granted. Returns the number of jobs they were given. */
static int run_threads(uint64_t for_ms, table *tables, int n_tables)
{
    static srv_job jobs[THREADS];
    uint64_t done_ms[THREADS] = {0}, stop_ms = now_ms + for_ms;
    int n = 0, given = 0;
    for (int i = 0; i < n_tables; i++) tables[i].moved_ms = now_ms;
    while (now_ms < stop_ms) {
        for (; srv_next_job(lobby, &jobs[n], now_ms); given++) {
            assert_true(n < THREADS);
            srv_think(&jobs[n], &no_room);
            done_ms[n] = now_ms + jobs[n].bot.spec.milliseconds;
            if (++n == THREADS) break;
        }
        uint64_t next = srv_next_ms(lobby);
        for (int i = 0; i < n; i++) next = done_ms[i] < next ? done_ms[i] : next;
        assert_true(next != UINT64_MAX);
        if (next > now_ms) now_ms = next;
        for (int i = n; i-- > 0;)
            if (done_ms[i] <= now_ms) {
                srv_job_done(lobby, &jobs[i], now_ms);
                jobs[i] = jobs[--n];
                done_ms[i] = done_ms[n];
            }
        srv_play_due(lobby, now_ms);
        assert_true(srv_turn(lobby));
        note_moves(tables, n_tables);
    }
    return given;
}

static table new_table(person *p, const char *bots, bool is_watched)
{
    table t = {.moves = 0};
    now_ms += 10000; /* requests are rate limited */
    seat_bots(p, bots, is_watched);
    snprintf(t.id, sizeof t.id, "%s", p->table);
    return t;
}

/* A person with twenty tables of slow bots has left. Nobody waits for those bots, but their games go on. */
static void test_absent(void **unused)
{
    enum { SLOW = SRV_TABLES_A_PERSON };
    (void)unused;
    person absent, present[3];
    table tables[SLOW + 3];
    static const char *const bots[] = {"easy", "medium", "hard"};
    come(&absent, 1);
    for (int i = 0; i < SLOW; i++) tables[i] = new_table(&absent, "search:3000ms", false);
    srv_disconnect(lobby, absent.connection);
    for (int i = 0; i < 3; i++) {
        come(&present[i], 2 + i);
        tables[SLOW + i] = new_table(&present[i], bots[i], true);
    }
    run_threads(60000, tables, SLOW + 3);
    for (int i = 0; i < 3; i++) {
        assert_true(tables[SLOW + i].moves > 10);
        assert_in_range(tables[SLOW + i].longest_ms, 1, 3 * WAIT_MS + 1000);
    }
    for (int i = 0; i < SLOW; i++) assert_true(tables[i].moves > 0);
}

/* Two hundred tables with waiting people and hard bots. All bots think less, down to the minimum, and equally so. */
static void test_crowd(void **unused)
{
    enum { TABLES = 200 };
    (void)unused;
    static person people[TABLES];
    static table tables[TABLES];
    for (int i = 0; i < TABLES; i++) {
        come(&people[i], i + 1);
        tables[i] = new_table(&people[i], "hard", true);
    }
    srv_counts before = srv_lobby_counts(lobby);
    run_threads(20000, tables, TABLES);
    for (int i = 0; i < TABLES; i++) assert_in_range(tables[i].longest_ms, 1, PATIENCE_MS);
    assert_true(srv_lobby_counts(lobby).jobs_lowered > before.jobs_lowered + TABLES);
    assert_true(srv_lobby_counts(lobby).job_waits.all > TABLES);
}

/* The next job for the free thread. It is done at once. */
static srv_job next_job(void)
{
    srv_job job;
    while (!srv_next_job(lobby, &job, now_ms)) now_ms++; /* until the previous time slice is over */
    srv_think(&job, &no_room);
    srv_job_done(lobby, &job, now_ms);
    return job;
}

/* Jobs are not served in the order of the requests: short ones come first, then long ones, and those that nobody waits
 * for last. A host with many tables gets no more than a host with one. */
static void test_order(void **unused)
{
    (void)unused;
    person absent, many, one, quick;
    static const uint32_t simulations[] = {0, 190, 300, 190, 190, 190};
    come(&absent, 1);
    come(&many, 2);
    come(&one, 3);
    come(&quick, 4);
    for (int i = 0; i < 2; i++) new_table(&absent, "search:100", false);
    for (int i = 0; i < 4; i++) new_table(&many, "search:190", true);
    new_table(&one, "search:300", true);
    new_table(&quick, "greedy", true);
    for (int i = 0; i < KB_COUNT(simulations); i++) assert_int_equal(next_job().bot.spec.simulations, simulations[i]);
    int turns = 0; /* the others have decided and are asked again; the last in line still gets its turn */
    while (next_job().bot.spec.simulations != 100) assert_true(++turns < 40);
}

/* Hosts at one address share what four hosts get, however many they are. */
static void test_many_hosts_at_an_address(void **unused)
{
    enum { HOSTS = 20 }; /* few enough that nobody has to think less */
    (void)unused;
    static person hosts[HOSTS], one;
    int before = 0;
    for (int i = 0; i < HOSTS; i++) {
        come_from(&hosts[i], 2 + i, 99);
        new_table(&hosts[i], "search:190", true);
    }
    come(&one, 1);
    new_table(&one, "search:300", true);
    while (next_job().bot.spec.simulations != 300) before++;
    assert_in_range(before, 1, 2 * SRV_HOSTS_AN_ADDRESS);
}

/* What a bot is granted: everything if nobody else waits, and never less than the minimum. */
static void test_floor(void **unused)
{
    enum { TABLES = 150 };
    (void)unused;
    static person people[TABLES];
    srv_job job;
    come(&people[0], 1);
    new_table(&people[0], "search:2000", true);
    assert_true(srv_next_job(lobby, &job, now_ms));
    assert_int_equal(job.bot.spec.simulations, 2000);
    assert_false(srv_next_job(lobby, &job, now_ms)); /* there is only one thread */
    srv_think(&job, &no_room);
    srv_job_done(lobby, &job, now_ms);
    for (int i = 1; i < TABLES; i++) {
        come(&people[i], 1 + i);
        new_table(&people[i], "search:2000", true);
    }
    assert_true(srv_next_job(lobby, &job, now_ms));
    assert_int_equal(job.bot.spec.simulations, SRV_SIMULATIONS_MIN);
    assert_in_range(job.bot.spec.milliseconds, 1, SRV_SIMULATIONS_MIN * SRV_SIMULATION_US * 2 / 1000);
}

/* --- time ------------------------------------------------------------------------------------------------ */

enum { HOUR_MS = 3600000 };
static uint64_t wall, steady;

static uint64_t fake_wall(void)
{
    return wall;
}

static uint64_t fake_steady(void)
{
    return steady;
}
static const srv_clocks fake_clocks = {fake_wall, fake_steady};

static void pass_ms(uint64_t ms)
{
    wall += ms;
    steady += ms;
}

static void test_time(void **unused)
{
    (void)unused;
    wall = 50 * HOUR_MS;
    steady = 77;
    srv_time t = srv_time_start(&fake_clocks);
    assert_true(srv_time_now(&t) == 50 * HOUR_MS);
    pass_ms(1000);
    assert_true(srv_time_now(&t) == 50 * HOUR_MS + 1000);
    wall -= HOUR_MS; /* somebody sets the clock back, then forward */
    assert_true(srv_time_now(&t) == 50 * HOUR_MS + 1000);
    wall += 3 * HOUR_MS;
    assert_true(srv_time_now(&t) == 50 * HOUR_MS + 1000);
    wall += HOUR_MS; /* suspended: only the wall clock advances */
    pass_ms(1);
    assert_true(srv_time_now(&t) == 50 * HOUR_MS + 1001);
    srv_time_not_before(&t, 10 * HOUR_MS);
    assert_true(srv_time_now(&t) == 50 * HOUR_MS + 1001);
    srv_time_not_before(&t, 60 * HOUR_MS);
    assert_true(srv_time_now(&t) == 60 * HOUR_MS);
    pass_ms(5);
    assert_true(srv_time_now(&t) == 60 * HOUR_MS + 5);
}

/* Ten seconds of a game between bots, as the server's loop would run them. */
static void play_on(const person *p, const srv_time *t, uint64_t start_ms)
{
    srv_job job;
    size_t moves = moves_of(p);
    for (int i = 0; i < 100; i++) {
        pass_ms(100);
        now_ms = srv_time_now(t);
        while (srv_next_job(lobby, &job, now_ms)) {
            srv_think(&job, &no_room);
            srv_job_done(lobby, &job, now_ms);
        }
        srv_play_due(lobby, now_ms);
        assert_true(srv_turn(lobby));
    }
    assert_true(moves_of(p) >= moves + 5);
    for (int seat = 0; seat < 3; seat++)
        assert_true(room_of(p)->table->seats[seat].left_ms >= 600000 - (int64_t)(steady - start_ms));
}

/* In a timed game the machine's clock is set and the machine suspended. Before a restart the clock is set back. Nobody
 * is charged for it, and bots move within their time. */
static void test_steps(void **unused)
{
    (void)unused;
    person p;
    steady = 0;
    wall = now_ms = 1000 * (uint64_t)HOUR_MS;
    srv_time t = srv_time_start(&fake_clocks);
    come(&p, 1);
    put_ok(&p, "create",
           "\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":600,\"increment_s\":0}");
    seat_and_start(&p, "greedy");
    play_on(&p, &t, 0);
    wall -= HOUR_MS;
    play_on(&p, &t, 0);
    wall += 2 * HOUR_MS; /* set forward, or suspended: only the wall clock advanced */
    play_on(&p, &t, 0);
    uint64_t last_ms = now_ms;
    srv_lobby_close(lobby, true, now_ms);
    wall -= 10 * HOUR_MS;
    t = srv_time_start(&fake_clocks);
    now_ms = srv_time_now(&t);
    open_with(memory, 0);
    srv_time_not_before(&t, srv_lobby_now(lobby));
    assert_true(srv_time_now(&t) >= last_ms);
    play_on(&p, &t, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_stop),
                                       cmocka_unit_test_setup_teardown(test_lost, begin, end),
                                       cmocka_unit_test_setup_teardown(test_no_threads, begin, end),
                                       cmocka_unit_test_setup_teardown(test_changed, begin, end),
                                       cmocka_unit_test_setup_teardown(test_passphrases, begin, end),
                                       cmocka_unit_test_setup_teardown(test_absent, begin_busy, end),
                                       cmocka_unit_test_setup_teardown(test_crowd, begin_busy, end),
                                       cmocka_unit_test_setup_teardown(test_order, begin_busy, end),
                                       cmocka_unit_test_setup_teardown(test_many_hosts_at_an_address, begin_busy, end),
                                       cmocka_unit_test_setup_teardown(test_floor, begin_busy, end),
                                       cmocka_unit_test(test_time),
                                       cmocka_unit_test_setup_teardown(test_steps, begin, end)};
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
