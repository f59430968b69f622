/* asked.c: being asked for a counter must reveal nothing. Each test plays two worlds that differ in one card of the
 * seat that is asked, and in nothing the others may know. The seat is played by the server passing for it, by its
 * person, or by a bot. Everybody else must be sent the same bytes at the same times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/rng.h"
#include "../server/lobby.h"
#include "json.h"

enum {
    RED,
    YELLOW,
    GREEN,
    WATCHER,
    PEOPLE,
    BOT_WAIT_MS = 700,
    SEEDS_MAX = 400,
    ENTRIES = 4096,
    OTHERS = 6,
    THREADS = 2
};

typedef struct entry {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n;
    char *text;
    size_t bytes;
} entry;

typedef struct world {
    srv_log log;
    entry entries[ENTRIES];
    int n_entries;
    kb_rng rng;
    uint64_t now_ms;
    srv_lobby *lobby;
    srv_connection *people[PEOPLE];
    char table[SRV_TABLE_ID + 1];
    int n_ids;
    srv_bytes heard; /* sent to everybody but yellow, with timestamps */
    char last[64];   /* type of the last message to yellow */
    char made[SRV_TABLE_ID + 1];
    int threads; /* 0: jobs finish at once */
} world;

/* --- a server in memory ---------------------------------------------------------------------------------- */

static void append(srv_log *log, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    world *w = (world *)log;
    assert_true(w->n_entries < ENTRIES);
    entry *e = &w->entries[w->n_entries++];
    snprintf(e->stream, sizeof e->stream, "%s", stream);
    e->n = n;
    e->text = srv_copy(text, bytes);
    e->bytes = bytes;
}

static void commit(srv_log *log, srv_log_done *done, void *context)
{
    (void)log;
    done(context, SRV_LOGGED);
}

static srv_logged read_all(srv_log *log, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                           void *context)
{
    world *w = (world *)log;
    int n = w->n_entries;
    for (int i = 0; i < n; i++)
        if ((!stream || !strcmp(stream, w->entries[i].stream)) && w->entries[i].n >= from && w->entries[i].n <= to)
            reader(context, w->entries[i].stream, w->entries[i].n, w->entries[i].text, w->entries[i].bytes);
    return SRV_LOGGED;
}

/* No game here is finished, so nothing is history and every stream has to be read. */
static srv_logged name_all(srv_log *log, srv_log_reader *reader, void *context)
{
    world *w = (world *)log;
    int n = w->n_entries;
    for (int i = 0; i < n; i++)
        if (w->entries[i].n == 1) reader(context, w->entries[i].stream, 0, NULL, 0);
    return SRV_LOGGED;
}

static void index_nothing(srv_log *log, const srv_result *result)
{
    (void)log, (void)result;
}

static srv_logged find_none(srv_log *log, uint32_t host, const char *id, srv_log_reader *reader, void *context)
{
    (void)log, (void)host, (void)id, (void)reader, (void)context;
    return SRV_LOGGED;
}

static void take(void *context, void *outside, const char *text, size_t n)
{
    world *w = context;
    int who = (int)((srv_connection **)outside - w->people);
    char head[64];
    kb_slice message = {text, n};
    const char *table = json_text(message, "table"), *type = json_text(message, "type");
    assert_true(*type);
    if (*table && !w->table[0]) snprintf(w->table, sizeof w->table, "%s", table);
    if (*table && !strcmp(type, "ok")) snprintf(w->made, sizeof w->made, "%s", table);
    if (who == YELLOW) {
        snprintf(w->last, sizeof w->last, "%s", type);
    } else {
        snprintf(head, sizeof head, "%llu %d ", (unsigned long long)w->now_ms, who);
        srv_add(&w->heard, head, strlen(head));
        srv_add(&w->heard, text, n);
        srv_add(&w->heard, "\n", 1);
    }
}

static void draw(void *context, void *bytes, size_t n)
{
    world *w = context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = (uint8_t)kb_rng_draw(&w->rng);
}

static void note(void *context, const char *text)
{
    (void)context;
    fail_msg("%s", text);
}

static void turn(world *w)
{
    assert_true(srv_turn(w->lobby));
}

static void ask(world *w, int who, const char *what, const char *keys)
{
    char text[512];
    snprintf(text, sizeof text, "{\"id\":\"%d\",\"do\":\"%s\"%s%s}", ++w->n_ids, what, *keys ? "," : "", keys);
    srv_receive(w->lobby, w->people[who], text, strlen(text), w->now_ms);
    turn(w);
}

static void ask_table(world *w, int who, const char *what, const char *keys)
{
    char text[400];
    snprintf(text, sizeof text, "\"table\":\"%s\"%s%s", w->table, *keys ? "," : "", keys);
    ask(w, who, what, text);
}

static void open_lobby(world *w)
{
    char reason[64];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {w, take, draw, note, BOT_WAIT_MS, w->threads, NULL, NULL, 0, 0};
    w->log.append = append;
    w->log.commit = commit;
    w->log.read = read_all;
    w->log.unindexed = name_all;
    w->log.index_result = index_nothing;
    w->log.find_created = find_none;
    w->lobby = srv_lobby_open(&w->log, &edge, w->now_ms, &why);
    assert_non_null(w->lobby);
}

static void come(world *w, int who)
{
    srv_secret secret;
    memset(&secret, 1 + who, sizeof secret);
    srv_visitor visitor = {&w->people[who], (uint64_t)who, "http://127.0.0.1", 0, false};
    w->people[who] = srv_connect(w->lobby, &visitor, &secret, w->now_ms);
    turn(w);
}

static void end(world *w)
{
    srv_lobby_close(w->lobby, false, w->now_ms);
    for (int i = 0; i < w->n_entries; i++) free(w->entries[i].text);
    srv_free(&w->heard);
    free(w);
}

static srv_room *room_of(world *w)
{
    return srv_lobby_room(w->lobby, w->table);
}

/* --- the moment ------------------------------------------------------------------------------------------ */

static bool can_counter(const srv_room *room)
{
    kb_move move;
    return !kb_move_parse(&room->table->state, "counter", 7, &move) && !kb_check(&room->table->state, YELLOW, move);
}

static bool is_asked(const srv_room *room)
{
    kb_move move;
    return kb_actors(&room->table->state) == 1u << YELLOW && !kb_move_parse(&room->table->state, "pass", 4, &move) &&
           !kb_check(&room->table->state, YELLOW, move);
}

/* Plays a random game of three until yellow is asked and could counter. NULL if that does not happen. */
static world *find_moment(uint64_t seed)
{
    static const char *const seats[] = {"\"seat\":\"red\"", "\"seat\":\"yellow\"", "\"seat\":\"green\""};
    world *w = srv_alloc(sizeof *w);
    w->rng = kb_rng_seeded(seed);
    w->now_ms = 1000000;
    open_lobby(w);
    for (int who = 0; who < PEOPLE; who++) {
        char name[32];
        snprintf(name, sizeof name, "\"name\":\"person %d\"", who);
        come(w, who);
        ask(w, who, "name", name);
    }
    ask(w, RED, "create",
        "\"game\":\"integralis\",\"players\":3,\"pacts\":\"none\",\"pace\":\"off\",\"clock\":{\"kind\":\"live\",\"bank_"
        "s\":3600,\"increment_s\":5}");
    for (int who = RED; who <= GREEN; who++) ask_table(w, who, "sit", seats[who]);
    ask_table(w, YELLOW, "passing", "\"on\":true");
    ask_table(w, RED, "start", "");
    kb_rng rng = kb_rng_seeded(seed);
    for (int i = 0; i < 400 && room_of(w)->table->stage == KB_PLAYING; i++) {
        const srv_room *room = room_of(w);
        int seat;
        kb_move move;
        char text[KB_MOVE_TEXT_MAX], keys[200];
        kb_text words = kb_text_in(text, sizeof text);
        if (is_asked(room) && can_counter(room)) return w;
        kb_pick(&room->table->state, &rng, &seat, &move);
        kb_move_text(&room->table->state, move, &words);
        snprintf(keys, sizeof keys, "\"move\":\"%s\",\"decision\":%u", text, room->table->seats[seat].decisions);
        w->now_ms += 2000;
        ask_table(w, seat, "move", keys);
    }
    end(w);
    return NULL;
}

/* The card yellow draws in this entry, or NULL. */
static const char *drawn_card(const entry *e, char card[32])
{
    const char *at = strstr(e->text, "\"draw yellow ");
    return at && sscanf(at, "\"draw yellow %31[a-z0-9]", card) == 1 ? card : NULL;
}

/* Copies a world, but exchanges the two cards in yellow's draws from this entry on. The copy continues with the given
 * luck, and nothing has been sent in it yet. */
static world *open_world(const world *of, int from, const char *one, const char *other, uint64_t luck)
{
    world *w = srv_alloc(sizeof *w);
    w->rng = kb_rng_seeded(luck);
    w->now_ms = of->now_ms;
    memcpy(w->table, of->table, sizeof w->table);
    w->n_entries = of->n_entries;
    w->n_ids = of->n_ids;
    for (int i = 0; i < of->n_entries; i++) {
        entry *e = &w->entries[i];
        char card[32], text[1024];
        *e = of->entries[i];
        const char *drawn = i >= from ? drawn_card(e, card) : NULL;
        const char *instead = !drawn ? NULL : !strcmp(drawn, one) ? other : !strcmp(drawn, other) ? one : NULL;
        if (instead) {
            const char *at = strstr(e->text, "\"draw yellow ") + strlen("\"draw yellow ");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(at - e->text), e->text, instead, at + strlen(drawn));
            e->text = srv_copy(text, strlen(text));
            e->bytes = strlen(text);
        } else {
            e->text = srv_copy(e->text, e->bytes);
        }
    }
    return w;
}

/* Whether the log can be replayed, since yellow may have played a card that it has not drawn here, and yellow is asked
 * but cannot counter. */
static bool is_possible(const world *w)
{
    srv_room *room = srv_room_new();
    bool possible = true;
    for (int i = 0; i < w->n_entries && possible; i++)
        if (!strncmp(w->entries[i].stream, "table:", 6))
            possible = srv_room_fold(room, w->entries[i].text, w->entries[i].bytes);
    possible = possible && is_asked(room) && !can_counter(room);
    srv_room_free(room);
    return possible;
}

static void discard(world *w)
{
    for (int i = 0; i < w->n_entries; i++) free(w->entries[i].text);
    free(w);
}

/* --- the pairs ------------------------------------------------------------------------------------------- */

static bool never_late(void *clock, uint32_t milliseconds)
{
    (void)clock, (void)milliseconds;
    return false;
}

static void begin(world *w)
{
    open_lobby(w);
    for (int who = 0; who < PEOPLE; who++)
        if (who != YELLOW) {
            come(w, who);
            ask_table(w, who, "watch", "");
        }
}

/* The server passes. If it finds that it need not, yellow passes at that moment. */
static void play_passing(world *w)
{
    srv_job job;
    begin(w);
    come(w, YELLOW);
    ask_table(w, YELLOW, "watch", "");
    assert_false(srv_next_job(w->lobby, &job, w->now_ms)); /* no bot has to think about it */
    bool can = can_counter(room_of(w));
    size_t heard = w->heard.n;
    w->now_ms = srv_next_ms(w->lobby);
    srv_play_due(w->lobby, w->now_ms);
    turn(w);
    assert_int_equal(w->heard.n == heard, can);
    if (can) {
        char keys[64];
        assert_true(srv_next_ms(w->lobby) == UINT64_MAX); /* it is asked only once */
        snprintf(keys, sizeof keys, "\"move\":\"pass\",\"decision\":%u", room_of(w)->table->seats[YELLOW].decisions);
        ask_table(w, YELLOW, "move", keys);
        assert_string_equal(w->last, "ok");
    }
    assert_false(is_asked(room_of(w)));
}

/* Yellow has left, and a bot plays for it. Returns false if the bot counters, which is public. */
static bool play_bot(world *w, const char *name)
{
    srv_job job;
    char keys[64];
    const bot_room room = {NULL, 0, never_late, NULL};
    begin(w);
    snprintf(keys, sizeof keys, "\"seat\":\"yellow\",\"bot\":\"%s\"", name);
    ask_table(w, RED, "bot", keys);
    assert_true(srv_next_job(w->lobby, &job, w->now_ms) && job.bot.seat == YELLOW);
    assert_in_range(job.bot.spec.milliseconds, 1, BOT_WAIT_MS); /* it thinks before it answers */
    srv_think(&job, &room);
    char text[KB_MOVE_TEXT_MAX];
    kb_text words = kb_text_in(text, sizeof text);
    kb_move_text(&job.view, job.move, &words);
    srv_job_done(w->lobby, &job, w->now_ms);
    uint64_t due_ms = srv_next_ms(w->lobby);
    assert_int_equal(due_ms, w->now_ms + job.bot.spec.milliseconds + SRV_ANSWER_STEP_MS); /* the table's pace is off */
    w->now_ms = due_ms;
    srv_play_due(w->lobby, w->now_ms);
    turn(w);
    return !strcmp(text, "pass");
}

/* Adds tables whose bots think long and keep the threads busy. Red sees what they do, and when. */
static void keep_busy(world *w)
{
    static const char *const seats[] = {"red", "yellow", "green"};
    char keys[128];
    for (int i = 0; i < OTHERS; i++) {
        ask(w, RED, "create", "\"game\":\"intrige\",\"players\":3");
        for (int seat = 0; seat < 3; seat++) {
            snprintf(keys, sizeof keys, "\"table\":\"%s\",\"seat\":\"%s\",\"bot\":\"search:300ms\"", w->made,
                     seats[seat]);
            ask(w, RED, "bot", keys);
        }
        snprintf(keys, sizeof keys, "\"table\":\"%s\"", w->made);
        ask(w, RED, "watch", keys);
        ask(w, RED, "start", keys);
    }
}

/* How long a real thread would take: no time if there is only one move, otherwise all the time it is granted. */
static uint64_t thinking_ms(const srv_job *job)
{
    kb_span list[KB_SPANS_MAX];
    bool is_forced = kb_legal(&job->view, job->bot.seat, list, KB_SPANS_MAX) == 1 && list[0].n == 1;
    return is_forced ? 0 : job->bot.spec.milliseconds;
}

/* Simulates threads: each job is returned when its thinking time is over. Runs until some time after yellow's
 * answer. */
static bool run_threads(world *w)
{
    struct {
        srv_job job;
        uint64_t done_ms;
    } out[THREADS];
    const bot_room room = {NULL, 0, never_late, NULL};
    int n = 0;
    bool has_passed = false, is_answered = false;
    for (uint64_t stop_ms = UINT64_MAX; w->now_ms < stop_ms;) {
        while (n < THREADS && srv_next_job(w->lobby, &out[n].job, w->now_ms)) {
            srv_think(&out[n].job, &room);
            if (!strcmp(kb_game_of(&out[n].job.view)->name, "integralis") && !is_answered) {
                char text[KB_MOVE_TEXT_MAX];
                kb_text words = kb_text_in(text, sizeof text);
                kb_move_text(&out[n].job.view, out[n].job.move, &words);
                has_passed = !strcmp(text, "pass");
            }
            out[n].done_ms = w->now_ms + thinking_ms(&out[n].job);
            n++;
        }
        uint64_t next = srv_next_ms(w->lobby);
        for (int i = 0; i < n; i++) next = out[i].done_ms < next ? out[i].done_ms : next;
        assert_true(next != UINT64_MAX);
        if (next > w->now_ms) w->now_ms = next;
        for (int i = n; i-- > 0;)
            if (out[i].done_ms <= w->now_ms) {
                srv_job_done(w->lobby, &out[i].job, w->now_ms);
                out[i] = out[--n];
            }
        srv_play_due(w->lobby, w->now_ms);
        turn(w);
        if (!is_answered && !is_asked(room_of(w))) {
            is_answered = true;
            stop_ms = w->now_ms + 2000;
        }
    }
    return has_passed;
}

/* Plays as play_bot does, but with other tables and few threads. */
static bool play_loaded(world *w)
{
    w->threads = THREADS;
    begin(w);
    keep_busy(w);
    ask_table(w, RED, "bot", "\"seat\":\"yellow\",\"bot\":\"search:300ms\"");
    return run_threads(w);
}

static void compare(world *holds, world *lacks)
{
    assert_true(holds->heard.n > 1000);
    assert_string_equal(holds->heard.at, lacks->heard.at);
}

static int compare_worlds(const world *moment, int from, const char *one, const char *other)
{
    static const char *const bots[] = {"random", "easy", "search:50"};
    int pairs = 0;
    for (uint64_t luck = 0; luck < 4; luck++)
        for (int how = 0; how < 2 + KB_COUNT(bots); how++) {
            world *holds = open_world(moment, moment->n_entries, "", "", luck);
            world *lacks = open_world(moment, from, one, other, luck);
            bool passes = true;
            if (how == 0) {
                play_passing(holds);
                play_passing(lacks);
            } else if (how == 1) {
                passes = play_loaded(holds);
                assert_true(play_loaded(lacks));
            } else {
                passes = play_bot(holds, bots[how - 2]);
                assert_true(play_bot(lacks, bots[how - 2]));
            }
            if (passes) compare(holds, lacks);
            pairs += passes;
            end(holds);
            end(lacks);
        }
    return pairs;
}

/* Tries every exchange of cards that takes the counter from yellow and that the others cannot notice. */
static int try_moment(const world *moment)
{
    static const char *const cards[] = {"fritz", "greta",    "hugo",      "wilma",     "ida",     "jupp",    "kathi",
                                        "lars",  "moni",     "f0",        "f1",        "coffee",  "illness", "byebye",
                                        "mixup", "overtime", "sabotage2", "sabotage5", "meeting", "vitamins"};
    for (int from = moment->n_entries; from-- > 0;) {
        char card[32];
        if (!drawn_card(&moment->entries[from], card)) continue;
        for (int i = 0; i < KB_COUNT(cards); i++) {
            if (!strcmp(card, cards[i])) continue;
            world *twin = open_world(moment, from, card, cards[i], 0);
            bool possible = is_possible(twin);
            discard(twin);
            if (possible) return compare_worlds(moment, from, card, cards[i]);
        }
    }
    return 0;
}

static void test_asked(void **unused)
{
    (void)unused;
    int moments = 0, pairs = 0;
    for (uint64_t seed = 1; seed < SEEDS_MAX && moments < 6; seed++) {
        world *moment = find_moment(seed);
        if (!moment) continue;
        int n = try_moment(moment);
        moments += n > 0;
        pairs += n;
        end(moment);
    }
    printf("%d moments, %d pairs of worlds\n", moments, pairs);
    assert_true(moments == 6 && pairs > 30);
}

/* The time to pass follows the person's recent times: without a clock, and with a short one. */
static void test_pass_time(void **unused)
{
    (void)unused;
    enum { DRAWS = 20000 };
    world *w = NULL;
    for (uint64_t seed = 1; !w; seed++) w = find_moment(seed);
    srv_room *room = room_of(w);
    kb_seat *seat = &room->table->seats[YELLOW];
    for (int i = 0; i < KB_TOOK; i++) seat->took_ms[i] = 8000;
    uint64_t least = UINT64_MAX, most = 0;
    for (uint64_t random = 1; random < DRAWS; random++) {
        uint64_t ms = kb_table_pass_ms(room->table, YELLOW, random);
        if (ms < least) least = ms;
        if (ms > most) most = ms;
    }
    assert_in_range(least, 6000, 6010);
    assert_in_range(most, 9990, 10000);
    /* Never late. The times are spread evenly, as those of a person who takes 6 to 10 s but has only 9 s. */
    int in_second[16] = {0};
    room->table->rules.answer_ms = seat->answer_left_ms = 9000;
    for (uint64_t random = 1; random < DRAWS; random++) {
        uint64_t ms = kb_table_pass_ms(room->table, YELLOW, random);
        assert_in_range(ms, 6000, 8999);
        in_second[ms / 1000]++;
    }
    for (int second = 6; second < 9; second++)
        assert_in_range(in_second[second], DRAWS / 3 - DRAWS / 50, DRAWS / 3 + DRAWS / 50);
    /* If less than the usual time is left, the answer comes within what is left. */
    room->table->rules.answer_ms = seat->answer_left_ms = 3000;
    for (uint64_t random = 1; random < DRAWS; random++)
        assert_in_range(kb_table_pass_ms(room->table, YELLOW, random), 1500, 2999);
    room->table->rules.answer_ms = 0;
    seat->left_ms = 7000; /* the bank; there is no extra time for answers */
    for (uint64_t random = 1; random < DRAWS; random++)
        assert_in_range(kb_table_pass_ms(room->table, YELLOW, random), 6000, 6999);
    end(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asked), cmocka_unit_test(test_pass_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
