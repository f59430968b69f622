/* negotiating.c: bots that negotiate at a server's table. They hold back, answer proposals and talk, and secret pacts
 * and whispers reveal nothing to the others. */
#include "lobby.h"

#include "../games/intrige/state.h"
#include "../table/fold.h"

/* Runs all jobs that are waiting. Returns how many of them were moves at this table. */
static int think_all(void)
{
    int moves = 0;
    srv_job job;
    while (srv_next_job(lobby, &job, now_ms)) {
        moves += job.kind == SRV_DECIDES_MOVE;
        srv_think(&job, &no_room);
        srv_job_done(lobby, &job, now_ms);
    }
    assert_true(srv_turn(lobby));
    return moves;
}

/* --- holding back and answering -------------------------------------------------------------------------- */

/* Red is a person who watches the table, with two bots. A bot begins. */
static void seat_with_bots(person *p, const char *settings, const char *name)
{
    char keys[128];
    come(p, 1);
    for (;;) {
        snprintf(keys, sizeof keys, "\"game\":\"intrige\",\"players\":3%s", settings);
        put_ok(p, "create", keys);
        put_table(p, "watch", "");
        put_table(p, "sit", "\"seat\":\"red\"");
        snprintf(keys, sizeof keys, "\"seat\":\"yellow\",\"bot\":\"%s\"", name);
        put_table(p, "bot", keys);
        snprintf(keys, sizeof keys, "\"seat\":\"green\",\"bot\":\"%s\"", name);
        put_table(p, "bot", keys);
        put_table(p, "start", "");
        if (!(kb_actors(&room_of(p)->table->state) & 1u)) return;
        put_table(p, "unwatch", "");
    }
}

/* Advances until a bot has moved. Returns how long that took. */
static uint64_t time_of_next_move(const person *p)
{
    uint64_t began_ms = now_ms;
    size_t moves = moves_of(p);
    for (int i = 0; i < 1000 && moves_of(p) == moves; i++) {
        if (now_ms < kb_table_pause(room_of(p)->table).until_ms) {
            think_all();
            assert_int_equal(moves_of(p), moves);
        }
        think_all();
        pass_time();
    }
    assert_true(moves_of(p) > moves);
    return now_ms - began_ms;
}

/* Bots hold back at the start of a stage and when a person asks them to, unless the host has switched it off. */
static void test_hold_back(void **unused)
{
    (void)unused;
    person p;
    seat_with_bots(&p, ",\"pacts\":\"none\"", "greedy");
    uint64_t stage_ms = room_of(&p)->table->moment.stage_ms;
    assert_int_equal(think_all(), 0); /* pacts made until then must count */
    time_of_next_move(&p);
    assert_true(now_ms >= stage_ms + KB_PAUSE_BRISK_MS && now_ms < stage_ms + KB_PAUSE_BRISK_MS + 3 * WAIT_MS);
}

static void test_wait(void **unused)
{
    (void)unused;
    person p;
    seat_with_bots(&p, ",\"pacts\":\"none\",\"pace\":\"off\"", "greedy");
    uint64_t began_ms = now_ms;
    put_table(&p, "wait", "");
    time_of_next_move(&p);
    assert_in_range(now_ms - began_ms, KB_WAIT_FOR_ME_MS, KB_WAIT_FOR_ME_MS + 3 * WAIT_MS);
    if (kb_actors(&room_of(&p)->table->state) & 1u) return;
    assert_true(time_of_next_move(&p) < KB_WAIT_FOR_ME_MS); /* it holds for one move only */
}

/* A table in which something is wrong ends. Those at it are told why, and the server and its other tables go on. */
static void test_a_faulty_table_ends(void **unused)
{
    (void)unused;
    person anna, ben;
    srv_bytes heard = {NULL, 0, 0};
    seat_with_bots(&anna, "", "greedy");
    come(&ben, 2);
    put_ok(&ben, "create", "\"game\":\"intrige\",\"players\":3");
    anna.heard = &heard;
    room_of(&anna)->table->is_damaged = true;
    expected_note = "a table is left out";
    n_notes = 0;
    char say[128];
    snprintf(say, sizeof say, "\"table\":\"%s\",\"say\":\"is anybody there\"", anna.table);
    put(&anna, "say", say);
    assert_string_equal(anna.last, "damaged");
    srv_tick(lobby, now_ms += 100);
    assert_true(srv_turn(lobby));
    assert_int_equal(n_notes, 1);
    assert_null(room_of(&anna));
    assert_non_null(strstr(heard.at, "\"type\":\"closed\""));
    put(&anna, "say", say);
    assert_string_equal(anna.last, "damaged");
    put_table(&ben, "sit", "\"seat\":\"red\"");
    expected_note = NULL;
    srv_free(&heard);
}

/* Bots answer every proposal shortly, public or secret, even while they hold back. */
static void test_answers(void **unused)
{
    static const char *const proposals[] = {
        "\"with\":[\"yellow\"],\"promises\":[{\"seat\":\"red\",\"wont\":\"send * yellow\",\"term\":\"round\"}]",
        "\"with\":[\"green\"],\"secret\":true,\"promises\":[{\"seat\":\"green\",\"will\":\"send * red\",\"term\":"
        "\"game\"}]",
        "\"with\":[\"yellow\",\"green\"],\"promises\":[{\"seat\":\"green\",\"wont\":\"send * "
        "red\",\"term\":\"next\"}]"};
    (void)unused;
    person p;
    seat_with_bots(&p, "", "greedy");
    const srv_room *room = room_of(&p);
    for (int i = 0; i < KB_COUNT(proposals); i++) {
        char text[400];
        snprintf(text, sizeof text, "\"table\":\"%s\",%s", p.table, proposals[i]);
        put_ok(&p, "propose", text);
        uint32_t number = room->table->pacts.n, bots_mask;
        uint64_t asked_ms = now_ms;
        while (kb_table_next_asked(room->table, number - 1, &bots_mask) == number) {
            think_all();
            pass_time();
            assert_true(now_ms - asked_ms <= 4 * WAIT_MS);
        }
        assert_true(kb_table_book(room->table).at[number - 1].state != KB_PACT_OPEN ||
                    kb_table_book(room->table).at[number - 1].accepted_mask);
    }
}

/* --- talk ------------------------------------------------------------------------------------------------ */

enum { RED, YELLOW, GREEN, BLUE, PERSON_SEATS };

static uint64_t n_games;

/* Counts what the bot in that seat said or proposed in answer to a line. */
static int replies_of(const srv_room *room, int seat, const char *what)
{
    char by[40], does[40];
    int n = 0;
    snprintf(by, sizeof by, "\"by\":\"%s\"", kb_seat_name(&room->table->setup, seat));
    snprintf(does, sizeof does, "\"do\":\"%s\"", what);
    for (size_t i = 0; i < room->table->n_entries; i++) {
        const char *text = srv_room_entry(room, i + 1).at;
        n += strstr(text, "\"hears\":") && strstr(text, by) && strstr(text, does);
    }
    return n;
}

static void move_randomly(person *p, int seat)
{
    const srv_room *room = room_of(p);
    kb_rng rng = kb_rng_seeded(moves_of(p));
    char text[KB_MOVE_TEXT_MAX], keys[200];
    kb_text words = kb_text_in(text, sizeof text);
    kb_move move = bot_random(&room->table->state, seat, &rng);
    kb_move_text(&room->table->state, move, &words);
    snprintf(keys, sizeof keys, "\"move\":\"%s\",\"decision\":%u", text, room->table->seats[seat].decisions);
    put_table(p, "move", keys);
}

/* The time of a bot's move follows the pace, also when it changes; a bot that is stopped does not move. */
static void test_pace(void **unused)
{
    (void)unused;
    person p;
    seat_with_bots(&p, ",\"talk\":\"none\",\"pace\":\"comfortable\"", "greedy");
    while (kb_actors(&room_of(&p)->table->state) & 1u << RED) move_randomly(&p, RED);
    assert_in_range(time_of_next_move(&p), 2 * WAIT_MS, 4 * WAIT_MS);
    while (kb_actors(&room_of(&p)->table->state) & 1u << RED) move_randomly(&p, RED);
    put_table(&p, "pace", "\"pace\":\"off\",\"paused\":true");
    size_t moves = moves_of(&p);
    for (uint64_t until_ms = now_ms + 100000; now_ms < until_ms; now_ms += WAIT_MS) {
        think_all();
        srv_play_due(lobby, now_ms);
        assert_true(srv_turn(lobby));
    }
    assert_int_equal(moves_of(&p), moves);
    put_table(&p, "pace", "\"pace\":\"off\"");
    for (int i = 0; i < 20 && room_of(&p)->table->stage == KB_PLAYING; i++) {
        if (kb_actors(&room_of(&p)->table->state) & 1u << RED) {
            move_randomly(&p, RED);
        } else {
            assert_true(time_of_next_move(&p) < WAIT_MS || !i); /* the first was asked for at the other pace */
        }
    }
}

/* Plays until yellow is to place a scholar of red's and red has yet to bribe. Returns false if the game ends before. */
static bool play_to_bribes(person *p)
{
    const srv_room *room = room_of(p);
    const intrige_state *s = (const intrige_state *)&room->table->state;
    while (room->table->stage == KB_PLAYING) {
        bool waits = false;
        for (int k = 0; k < s->n_park[YELLOW]; k++) waits |= intrige_seat(s->park[YELLOW][k]) == RED;
        if (s->turn == YELLOW && waits && kb_actors(&room->table->state) & 1u << RED) return true;
        if (kb_actors(&room->table->state) & 1u << RED) {
            move_randomly(p, RED);
        } else {
            think_all();
            pass_time();
        }
    }
    return false;
}

/* Red and two bots come to a table where that is so. What bots do there depends on luck: a test that needs something else
 * calls it again, for other luck. */
static const srv_room *come_to_bribes(person *p, const char *settings)
{
    do {
        assert_true(++n_games < 100);
        end(NULL);
        begin(NULL);
        luck = kb_rng_seeded(n_games);
        seat_with_bots(p, settings, "greedy");
    } while (!play_to_bribes(p));
    return room_of(p);
}

/* Says a line and gives the bots time to answer. */
static void say(person *p, const char *to, const char *words)
{
    char keys[700];
    snprintf(keys, sizeof keys, "\"say\":\"%s\"%s%s", words, *to ? ",\"to\":" : "", to);
    put_table(p, "say", keys);
}

static void let_answer(void)
{
    for (uint64_t until_ms = now_ms + 4 * WAIT_MS;;) {
        think_all();
        uint64_t next = srv_next_ms(lobby);
        if (next > until_ms) return;
        now_ms = next > now_ms ? next : now_ms;
        srv_play_due(lobby, now_ms);
        assert_true(srv_turn(lobby));
    }
}

static const char offer[] = "9k for the 3000 post?";

/* The number of the entry that proposed the pact. */
static uint64_t proposed_by(const srv_room *room, uint32_t i)
{
    return *(const uint64_t *)kb_list_at(room->table, &room->table->proposed, i, sizeof(uint64_t));
}

/* The pact that a bot has proposed in answer to a line. */
static const kb_noted_pact *pact_of_reply(const srv_room *room)
{
    uint32_t i = 0;
    while (!strstr(srv_room_entry(room, proposed_by(room, i)).at, "\"hears\":")) i++;
    return &kb_table_book(room->table).at[i];
}

/* A line becomes a proposal that the speaker can accept, from the bot it is about, unless that bot refuses. */
static void test_hears(void **unused)
{
    (void)unused;
    person p;
    const srv_room *room;
    do {
        room = come_to_bribes(&p, "");
        say(&p, "", offer);
        let_answer();
        assert_int_equal(replies_of(room, YELLOW, "propose") + replies_of(room, YELLOW, "say"), 1);
        assert_int_equal(replies_of(room, GREEN, "propose") + replies_of(room, GREEN, "say"), 0);
    } while (!replies_of(room, YELLOW, "propose"));
    const kb_noted_pact *pact = pact_of_reply(room);
    assert_true(pact->by == YELLOW && pact->with_mask == 1u << RED && pact->state == KB_PACT_OPEN && !pact->secret);
    const kb_book book = kb_table_book(room->table);
    const kb_promise *made = kb_promises_of(&book, pact);
    assert_true(made[0].seat == RED && made[1].seat == YELLOW);
    const char *deed = made[1].deed.text; /* for any scholar, or the one there is */
    assert_true(!strncmp(deed, "give red.", 9) && !strcmp(deed + strlen(deed) - 5, " 3000"));
    char keys[40];
    snprintf(keys, sizeof keys, "\"pact\":%u", pact->number_for[RED]);
    put_table(&p, "accept", keys);
    assert_int_equal(pact->state, KB_PACT_STOOD);
    say(&p, "", "what a day"); /* small talk is ignored */
    assert_int_equal(think_all(), 0);
    assert_int_equal(replies_of(room, YELLOW, "propose") + replies_of(room, YELLOW, "say"), 1);
}

/* Red whispers an offer to yellow, until yellow answers in this way and nothing else happens at that moment: then the
 * others are told nothing. */
static const srv_room *whisper_offer(person *p, const char *settings, const char *answer)
{
    size_t n_entries = !strcmp(answer, "propose") ? 2 : 1; /* a proposal comes with a line */
    for (;;) {
        const srv_room *room = come_to_bribes(p, settings);
        size_t n;
        uint64_t green, others;
        say(p, "[\"yellow\"]", offer);
        for (int i = 0; i < 2; i++) think_all();
        do {
            n = room->table->n_entries;
            green = room->table->n[GREEN];
            others = room->table->n[KB_SPECTATOR];
            pass_time();
        } while (!replies_of(room, YELLOW, "propose") && !replies_of(room, YELLOW, "say"));
        if (!replies_of(room, YELLOW, answer) || room->table->n_entries != n + n_entries) continue;
        assert_true(room->table->n[GREEN] == green && room->table->n[KB_SPECTATOR] == others);
        return room;
    }
}

/* A whisper to a bot is answered to the speaker only. At a table without secret pacts the answer is talk. */
static void test_hears_whispers(void **unused)
{
    (void)unused;
    person p;
    const srv_room *room = whisper_offer(&p, "", "propose");
    const kb_noted_pact *pact = pact_of_reply(room);
    assert_true(pact->secret && pact->by == YELLOW && pact->with_mask == 1u << RED);
    room = whisper_offer(&p, ",\"pacts\":\"public\"", "say");
    assert_int_equal(replies_of(room, YELLOW, "propose"), 0);
}

/* If there is nothing to agree on, bots do not listen. */
static void test_hears_nothing(void **unused)
{
    (void)unused;
    person p;
    come_to_bribes(&p, ",\"pacts\":\"none\"");
    say(&p, "", "Yellow, 9k for the 3000 post?");
    let_answer();
    assert_int_equal(replies_of(room_of(&p), YELLOW, "propose") + replies_of(room_of(&p), YELLOW, "say"), 0);
}

/* A bot says only once a game that it did not understand. No line is answered twice, even after a restart. */
static void test_hears_once(void **unused)
{
    (void)unused;
    person p;
    come_to_bribes(&p, "");
    say(&p, "", "Yellow, 9k for the 4711 post?");
    think_all();
    srv_lobby_close(lobby, false, now_ms); /* before it has answered */
    open_with(memory, 0);
    let_answer();
    assert_int_equal(replies_of(room_of(&p), YELLOW, "say"), 1);
    srv_lobby_close(lobby, false, now_ms);
    open_with(memory, 0);
    let_answer();
    person before = p;
    come(&p, 1);
    memcpy(p.table, before.table, sizeof p.table);
    p.n_asked = before.n_asked; /* a request with an id that was used would not be carried out */
    put_table(&p, "watch", "");
    say(&p, "", "Yellow, 9k for the 4712 post?");
    let_answer();
    assert_int_equal(replies_of(room_of(&p), YELLOW, "say"), 1);
    if (room_of(&p)->table->stage != KB_PLAYING) return;
    say(&p, "[\"green\"]", "Do not send anybody to me");
    let_answer();
    assert_int_equal(replies_of(room_of(&p), GREEN, "propose") + replies_of(room_of(&p), GREEN, "say"), 1);
}

/* Notes the times of the next moves, with one thread, and with or without a person who talks all the time. */
static void note_moves(person *p, bool floods, uint64_t at_ms[8], int *n_replies)
{
    open_lobby(1);
    seat_with_bots(p, ",\"pace\":\"off\"", "search:2000ms");
    same_luck = true;
    now_ms += 100000; /* bots have moved as far as they can */
    for (int i = 0; i < 2; i++) think_all();
    size_t moves = moves_of(p);
    uint64_t began_ms = now_ms;
    for (int n = 0; n < 8; now_ms += 100) {
        if (kb_actors(&room_of(p)->table->state) & 1u << RED) move_randomly(p, RED);
        if (floods && now_ms < began_ms + 20000) say(p, "[\"yellow\",\"green\"]", "Do not send anybody to me");
        if (!floods && now_ms < began_ms + 20000) put_ok(p, "ping", ""); /* takes as long as saying it */
        srv_play_due(lobby, now_ms);
        assert_true(srv_turn(lobby));
        think_all(); /* last: a reply that is ready has what is due played, too */
        for (; n < 8 && moves < moves_of(p); moves++) at_ms[n++] = now_ms - began_ms;
    }
    const srv_room *room = room_of(p);
    *n_replies = replies_of(room, YELLOW, "propose") + replies_of(room, YELLOW, "say") +
                 replies_of(room, GREEN, "propose") + replies_of(room, GREEN, "say");
    end(NULL);
}

/* Bots listen to a person who talks without pause only now and then, and no move is delayed. */
static void test_flood(void **unused)
{
    (void)unused;
    person p;
    uint64_t quiet[8], flooded[8];
    int n;
    note_moves(&p, false, quiet, &n);
    assert_int_equal(n, 0);
    note_moves(&p, true, flooded, &n);
    assert_in_range(n, 2, 2 * (SRV_HEARD_BURST + 20000 / SRV_HEARD_MS));
    for (int i = 0; i < 8; i++) assert_int_equal(quiet[i], flooded[i]);
}

/* --- two worlds ------------------------------------------------------------------------------------------ */

/* Red, yellow and green are people, blue is a bot. A fifth person watches, and a sixth sees the lobby. */
enum { WATCHER = PERSON_SEATS, STROLLER, PEOPLE, STEP_MS = 1000 };

typedef struct party {
    person people[PEOPLE];
    srv_bytes heard[PEOPLE];
    int n_secret; /* pacts and replies that green does not know of */
} party;

static void do_secretly(party *w, uint64_t ms)
{
    static const char *const with_yellow = "\"with\":[\"yellow\"],\"secret\":true,\"promises\":[{\"seat\":\"red\","
                                           "\"wont\":\"send * yellow\",\"term\":\"round\"}]";
    static const char *const with_blue = "\"with\":[\"blue\"],\"secret\":true,\"promises\":[{\"seat\":\"red\",\"wont\":"
                                         "\"send * blue\",\"term\":\"round\"}]";
    const srv_room *room = room_of(&w->people[RED]);
    char keys[40];
    put_table(&w->people[RED], "propose", with_yellow);
    snprintf(keys, sizeof keys, "\"pact\":%u",
             kb_table_book(room->table).at[room->table->pacts.n - 1].number_for[YELLOW]);
    put_table(&w->people[YELLOW], ms % 3 ? "accept" : "decline", keys);
    put_table(&w->people[RED], "propose", with_blue);
    say(&w->people[YELLOW], "[\"blue\"]", "I do not send anybody to you");
}

/* Adds a table whose bots need the thread all the time. The watcher sees when they move. */
static void keep_busy(person *p)
{
    char table[SRV_TABLE_ID + 1];
    memcpy(table, p->table, sizeof table);
    put_ok(p, "create", "\"game\":\"intrige\",\"players\":3");
    put_table(p, "watch", "");
    put_table(p, "bot", "\"seat\":\"red\",\"bot\":\"search:2000ms\"");
    put_table(p, "bot", "\"seat\":\"yellow\",\"bot\":\"search:2000ms\"");
    put_table(p, "bot", "\"seat\":\"green\",\"bot\":\"search:2000ms\"");
    put_table(p, "start", "");
    memcpy(p->table, table, sizeof table);
}

/* Plays ten minutes on a server with one thread. If `secretly`, red and yellow have secrets with each other and the
 * bot. */
static party *live(bool secretly)
{
    static const char *const seats[] = {"\"seat\":\"red\"", "\"seat\":\"yellow\"", "\"seat\":\"green\""};
    party *w = srv_alloc(sizeof *w);
    open_lobby(1);
    for (int i = 0; i < PEOPLE; i++) come(&w->people[i], i + 1);
    put_ok(&w->people[STROLLER], "lobby", "\"follow\":true");
    put_ok(&w->people[RED], "create",
           "\"game\":\"intrige\",\"players\":4,\"public\":true,\"clock\":{\"kind\":\"live\",\"bank_s\":3600,"
           "\"increment_s\":5}");
    for (int i = 0; i < PEOPLE; i++) {
        memcpy(w->people[i].table, w->people[RED].table, sizeof w->people[i].table);
        if (i < BLUE) put_table(&w->people[i], "sit", seats[i]);
        if (i < STROLLER) put_table(&w->people[i], "watch", "");
        w->people[i].heard = &w->heard[i];
    }
    put_table(&w->people[RED], "bot", "\"seat\":\"blue\",\"bot\":\"random\"");
    put_table(&w->people[RED], "start", "");
    keep_busy(&w->people[WATCHER]);
    same_luck = true;
    now_ms = (now_ms / STEP_MS + 1) * STEP_MS;
    for (uint64_t ms = 0; ms < 600000; ms += STEP_MS) {
        const srv_room *room = room_of(&w->people[RED]);
        if (room->table->stage != KB_PLAYING) break;
        uint64_t later_ms = now_ms + 500;
        if (secretly && ms % 7000 == 0) do_secretly(w, ms);
        now_ms = later_ms;
        int seat = kb_lowest_bit(kb_actors(&room->table->state));
        if (ms % 4000 == 0 && seat < BLUE) move_randomly(&w->people[seat], seat);
        if (ms % 12000 == 0) put_table(&w->people[GREEN], "events", "\"before\":4");
        for (uint64_t until_ms = (now_ms / STEP_MS + 1) * STEP_MS;;) {
            think_all();
            uint64_t next = srv_next_ms(lobby);
            now_ms = next > now_ms ? next : now_ms;
            if (now_ms > until_ms) now_ms = until_ms;
            srv_play_due(lobby, now_ms);
            if (now_ms == until_ms) srv_tick(lobby, now_ms);
            assert_true(srv_turn(lobby));
            if (now_ms == until_ms) break;
        }
    }
    const srv_room *room = room_of(&w->people[RED]);
    for (uint32_t i = 0; i < room->table->pacts.n; i++) w->n_secret += kb_table_book(room->table).at[i].secret;
    w->n_secret += replies_of(room, BLUE, "say");
    end(NULL);
    return w;
}

/* What was heard during the game. At its end all pacts are opened. */
static const char *before_end(srv_bytes *heard)
{
    char *end_of_game = strstr(heard->at, "\"stage\":\"over\"");
    if (end_of_game) {
        while (end_of_game > heard->at && end_of_game[-1] != '\n') end_of_game--;
        *end_of_game = 0;
    }
    return heard->at;
}

/* Whether or not there is a secret, everybody outside it is sent the same bytes at the same times. */
static void test_two_worlds(void **unused)
{
    (void)unused;
    static const int others[] = {GREEN, WATCHER, STROLLER};
    party *open = live(false), *secret = live(true);
    assert_int_equal(open->n_secret, 0);
    assert_true(secret->n_secret > 50);
    for (int i = 0; i < KB_COUNT(others); i++) {
        const char *without = before_end(&open->heard[others[i]]), *with = before_end(&secret->heard[others[i]]);
        printf("%d secrets, %zu bytes for who has no part in them\n", secret->n_secret, strlen(without));
        assert_true(strlen(without) > 500);
        assert_string_equal(without, with);
    }
    for (int i = 0; i < PEOPLE; i++) {
        srv_free(&open->heard[i]);
        srv_free(&secret->heard[i]);
    }
    free(open);
    free(secret);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_hold_back, begin, end),
                                       cmocka_unit_test_setup_teardown(test_wait, begin, end),
                                       cmocka_unit_test_setup_teardown(test_a_faulty_table_ends, begin, end),
                                       cmocka_unit_test_setup_teardown(test_pace, begin, end),
                                       cmocka_unit_test_setup_teardown(test_answers, begin, end),
                                       cmocka_unit_test_setup_teardown(test_hears, begin, end),
                                       cmocka_unit_test_setup_teardown(test_hears_whispers, begin, end),
                                       cmocka_unit_test_setup_teardown(test_hears_nothing, begin, end),
                                       cmocka_unit_test_setup_teardown(test_hears_once, begin, end),
                                       cmocka_unit_test(test_flood),
                                       cmocka_unit_test(test_two_worlds)};
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
