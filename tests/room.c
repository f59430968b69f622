/* room.c: a table of the server, its luck and its log, each promise by itself; the simulation mixes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/rng.h"
#include "../server/log.h"
#include "../server/room.h"

enum { ANNA = 1, BEN, CARLA, DORA };
static const char *const names[] = {"", "Anna", "Ben", "Carla", "Dora"};
static uint64_t now_ms = 1000;
static int next_id;

static srv_asker asker_of(uint32_t person, const char *id, uint32_t here_mask)
{
    srv_asker asker = {now_ms, person, names[person], id, here_mask, names[person]};
    return asker;
}

static srv_answer ask_as(srv_room *room, uint32_t person, const char *id, uint32_t here_mask, srv_request what,
                         const char *keys)
{
    srv_asker asker = asker_of(person, id, here_mask);
    json_t *request = json_loads(keys, 0, NULL);
    assert_non_null(request);
    srv_answer answer = srv_room_ask(room, &asker, what, request);
    json_decref(request);
    return answer;
}

/* The name of what came of it: "ok", or a refusal's. */
static const char *ask(srv_room *room, uint32_t person, srv_request what, const char *keys)
{
    char id[16];
    snprintf(id, sizeof id, "%d", ++next_id);
    srv_answer answer = ask_as(room, person, id, 0xFF, what, keys);
    assert_true(!answer.refusal || *srv_answer_sentence(&answer));
    return srv_answer_name(&answer);
}
#define ASK(answer, ...) assert_string_equal(ask(__VA_ARGS__), answer)

static srv_room *create(const char *keys, uint8_t luck)
{
    srv_answer answer;
    srv_seed seed;
    memset(&seed, luck, sizeof seed);
    srv_asker asker = asker_of(ANNA, "create", 0);
    json_t *request = json_loads(keys, 0, NULL);
    srv_room *room = srv_room_create(&asker, request, &seed, &answer);
    json_decref(request);
    assert_non_null(room);
    return room;
}

static srv_room *copy_of(const srv_room *room)
{
    srv_room *copy = srv_room_new();
    for (size_t i = 0; i < room->n_entries; i++)
        assert_true(srv_room_fold(copy, room->entries[i].text, room->entries[i].n));
    return copy;
}

/* Anna, Ben and Carla, and bots where there are more seats. */
static void sit_down(srv_room *room)
{
    for (int seat = 0; seat < room->setup.seats; seat++) {
        char keys[100];
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"greedy\"}", kb_seat_name(&room->setup, seat));
        ASK("ok", room, seat < 3 ? ANNA + (uint32_t)seat : ANNA, seat < 3 ? SRV_SIT : SRV_BOT, keys);
    }
}

static char view_text[SRV_FRAME_MAX];
static const char *view_of(const srv_room *room, int viewer)
{
    kb_text text = kb_text_in(view_text, sizeof view_text);
    srv_room_view(room, viewer, &text);
    return view_text;
}

static void make_move(srv_room *room, int seat, kb_move move)
{
    char text[KB_MOVE_TEXT_MAX], keys[200];
    kb_text words = kb_text_in(text, sizeof text);
    kb_move_text(&room->state, move, &words);
    snprintf(keys, sizeof keys, "{\"move\":\"%s\",\"decision\":%d}", text, (int)room->seats[seat].decisions);
    if (room->seats[seat].bot_name[0]) {
        assert_int_equal(srv_room_bot_moves(room, now_ms, seat, room->seats[seat].decisions, move, "").refusal,
                         SRV_DONE);
    } else {
        ASK("ok", room, room->seats[seat].person, SRV_MOVE, keys);
    }
}

/* --- seats, talk, ids ------------------------------------------------------------------------------------ */

static void test_seats(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    ASK("not_host", room, BEN, SRV_START, "{}");
    ASK("seats_empty", room, ANNA, SRV_START, "{}");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"red\"}");
    ASK("seated", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    ASK("seat_taken", room, ANNA, SRV_SIT, "{\"seat\":\"red\"}");
    ASK("no_such_seat", room, ANNA, SRV_SIT, "{\"seat\":\"violet\"}");
    ASK("person_here", room, ANNA, SRV_BOT, "{\"seat\":\"red\",\"bot\":\"easy\"}");
    ASK("no_such_bot", room, ANNA, SRV_BOT, "{\"seat\":\"green\",\"bot\":\"cmd:rm\"}");
    ASK("no_such_bot", room, ANNA, SRV_BOT, "{\"seat\":\"green\",\"bot\":\"search:60000ms\"}");
    ASK("no_such_bot", room, ANNA, SRV_BOT, "{\"seat\":\"green\",\"bot\":\"search:99999\"}");
    for (int level = 0; level < 3; level++) {
        static const char *const keys[] = {"{\"seat\":\"green\",\"bot\":\"easy\"}",
                                           "{\"seat\":\"green\",\"bot\":\"hard:grudge\"}",
                                           "{\"seat\":\"green\",\"bot\":\"search\"}"};
        ASK("ok", room, ANNA, SRV_BOT, keys[level]);
        assert_true(room->seats[2].bot.spec.kind != BOT_SEARCH || room->seats[2].bot.spec.milliseconds ||
                    room->seats[2].bot.spec.simulations);
    }
    ASK("ok", room, ANNA, SRV_EMPTY, "{\"seat\":\"green\"}");
    ASK("ok", room, ANNA, SRV_EMPTY, "{\"seat\":\"red\"}");
    ASK("seat_empty", room, ANNA, SRV_EMPTY, "{\"seat\":\"red\"}");
    ASK("not_seated", room, BEN, SRV_LEAVE, "{}");
    sit_down(room);
    ASK("not_started", room, ANNA, SRV_MOVE, "{\"move\":\"x\",\"decision\":0}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("started", room, ANNA, SRV_START, "{}");
    ASK("started", room, DORA, SRV_SIT, "{\"seat\":\"red\"}");
    ASK("not_seated", room, DORA, SRV_MOVE, "{\"move\":\"x\",\"decision\":0}");
    ASK("unknown_move", room, ANNA, SRV_MOVE, "{\"move\":\"x\",\"decision\":0}");
    srv_room_free(room);
}

static void test_bot_instead(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("person_here", room, ANNA, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}");
    assert_int_equal(ask_as(room, ANNA, "gone", 0, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}").refusal,
                     SRV_DONE);
    ASK("bot_plays", room, BEN, SRV_MOVE, "{\"move\":\"x\",\"decision\":0}");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->seats[1].bot_name, "");
    ASK("ok", room, BEN, SRV_LEAVE, "{}");
    ASK("not_late", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}");
    ASK("own_seat", room, ANNA, SRV_VOTE, "{\"seat\":\"red\"}");
    ASK("ok", room, ANNA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    ASK("voted", room, ANNA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->seats[1].bot_name, ""); /* one of two is not more than half */
    ASK("ok", room, CARLA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->seats[1].bot_name, "medium");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    assert_int_equal(srv_room_viewer(room, BEN), 1);
    srv_room_free(room);
}

/* Who comes to a seat hears nothing of what was said to who had it before. */
static void test_predecessor(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    ASK("ok", room, ANNA, SRV_SIT, "{\"seat\":\"red\"}");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"for Ben alone\",\"to\":[\"yellow\"]}");
    ASK("ok", room, BEN, SRV_LEAVE, "{}");
    ASK("ok", room, CARLA, SRV_SIT, "{\"seat\":\"yellow\"}");
    srv_bytes all = {NULL, 0, 0}, hers = {NULL, 0, 0};
    srv_room_events(room, 1, 0, &all);
    srv_room_events(room, 1, room->seats[1].since, &hers);
    assert_non_null(strstr(all.at, "for Ben alone"));
    assert_null(strstr(hers.at, "for Ben alone"));
    assert_non_null(strstr(hers.at, "Carla"));
    srv_free(&all);
    srv_free(&hers);
    srv_room_free(room);
}

static void test_talk(void **unused)
{
    (void)unused;
    static const char to_green[] = "{\"say\":\"psst\",\"to\":[\"green\"]}", to_all[] = "{\"say\":\"hello\"}";
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3,\"talk\":\"none\"}", 1);
    sit_down(room);
    ASK("no_talk", room, ANNA, SRV_SAY, to_all);
    ASK("ok", room, DORA, SRV_SAY, to_all); /* spectators among themselves */
    srv_room_free(room);
    room = create("{\"game\":\"intrige\",\"players\":3,\"talk\":\"public\"}", 1);
    sit_down(room);
    ASK("no_private_talk", room, ANNA, SRV_SAY, to_green);
    ASK("ok", room, ANNA, SRV_SAY, to_all);
    srv_room_free(room);
    room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    sit_down(room);
    uint64_t red = room->n[0], yellow = room->n[1], green = room->n[2], watching = room->n[KB_SPECTATOR];
    ASK("ok", room, ANNA, SRV_SAY, to_green);
    assert_true(room->n[0] == red + 1 && room->n[1] == yellow && room->n[2] == green + 1 &&
                room->n[KB_SPECTATOR] == watching);
    ASK("own_seat", room, CARLA, SRV_SAY, to_green);
    ASK("no_such_seat", room, ANNA, SRV_SAY, "{\"say\":\"x\",\"to\":[]}");
    ASK("no_such_seat", room, ANNA, SRV_SAY, "{\"say\":\"x\",\"to\":[\"green\",\"green\"]}");
    ASK("not_seated", room, DORA, SRV_SAY, to_green);
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"\"}");
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"\\u202edlrow\"}");
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"two\\nlines\"}");
    srv_room_free(room);
}

static void test_ids(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    for (int i = 0; i < 3; i++) {
        size_t before = room->n_entries;
        assert_int_equal(ask_as(room, BEN, "same", 0, SRV_SAY, "{\"say\":\"once\"}").refusal, SRV_DONE);
        assert_int_equal(room->n_entries - before, i == 0);
        srv_room *again = copy_of(room); /* a restart does not forget it */
        srv_room_free(room);
        room = again;
    }
    assert_int_equal(ask_as(room, CARLA, "same", 0, SRV_SAY, "{\"say\":\"another's\"}").refusal, SRV_DONE);
    assert_int_equal(room->n_entries, 3);
    srv_room_free(room);
}

/* --- clocks ---------------------------------------------------------------------------------------------- */

static void play_some(srv_room *room, int moves, uint64_t ms_each)
{
    kb_rng rng = kb_rng_seeded(3);
    for (int i = 0; i < moves && room->stage == SRV_PLAYING; i++) {
        int seat;
        kb_move move;
        kb_pick(&room->state, &rng, &seat, &move);
        now_ms += ms_each;
        make_move(room, seat, move);
    }
}

static void test_live_clock(void **unused)
{
    (void)unused;
    srv_room *room = create(
        "{\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":60,\"increment_s\":2}}", 1);
    char keys[100];
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    int first = kb_lowest_bit(kb_actors(&room->state)), other = (first + 1) % 3;
    play_some(room, 1, 5000);
    assert_int_equal(room->seats[first].left_ms, 60000 - 5000 + 2000);
    assert_int_equal(room->seats[other].left_ms, 60000);
    int late = kb_lowest_bit(kb_actors(&room->state));
    int64_t left = room->seats[late].left_ms;
    now_ms += 1000;
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"talk is no reason to read the clock\"}");
    assert_int_equal(room->seats[late].left_ms, left);
    now_ms += 1000;
    srv_room_stop_clock(room, now_ms);
    assert_int_equal(room->seats[late].left_ms, left - 2000);
    now_ms += 1000000;
    srv_room_go_on(room, now_ms);
    assert_int_equal(room->seats[late].left_ms, left - 2000);
    now_ms += 500000; /* now a crash: nothing says when it was, so nothing since the last entry is charged */
    srv_room_go_on(room, now_ms);
    assert_int_equal(room->seats[late].left_ms, left - 2000);
    now_ms += (uint64_t)left - 2000; /* to the last millisecond */
    snprintf(keys, sizeof keys, "{\"seat\":\"%s\"}", kb_seat_name(&room->setup, late));
    int voters[2], n = 0;
    for (int seat = 0; seat < 3; seat++)
        if (seat != late) voters[n++] = seat;
    ASK("not_late", room, room->seats[voters[0]].person, SRV_VOTE, keys);
    now_ms += 1;
    ASK("ok", room, room->seats[voters[0]].person, SRV_VOTE, keys);
    ASK("ok", room, room->seats[voters[1]].person, SRV_VOTE, keys);
    assert_string_equal(room->seats[late].bot_name, "medium");
    srv_room_free(room);
}

static void test_correspondence(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"correspondence\",\"hours\":2}}",
                            1);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    for (int i = 0; i < 20; i++) {
        play_some(room, 1, 3600000);
        for (int seat = 0; seat < 3; seat++) assert_true(room->seats[seat].left_ms >= 3600000);
    }
    srv_room_free(room);
}

/* --- the fold, and what a viewer may not know ------------------------------------------------------------ */

static const char *const tables[] = {
    "{\"game\":\"intrige\",\"players\":4,\"options\":{\"bribes\":\"sealed\",\"money\":\"hidden\"}}",
    "{\"game\":\"intrige\",\"edition\":\"fxschmid1994\",\"players\":5,\"options\":{\"deals\":\"loose\"}}",
    "{\"game\":\"incorporated\",\"players\":4}",
    "{\"game\":\"integralis\",\"players\":3}",
};

static void test_fold(void **unused)
{
    (void)unused;
    for (int i = 0; i < KB_COUNT(tables); i++) {
        srv_room *room = create(tables[i], (uint8_t)i);
        sit_down(room);
        ASK("ok", room, BEN, SRV_WORDS, "{\"words\":\"my \\\"words\\\"\"}");
        ASK("ok", room, ANNA, SRV_START, "{}");
        play_some(room, 60, 10);
        srv_room *copy = copy_of(room);
        assert_memory_equal(&room->state, &copy->state, sizeof room->state);
        for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
            if (viewer >= room->setup.seats && viewer != KB_SPECTATOR) continue;
            view_of(room, viewer);
            char *before = srv_copy(view_text, strlen(view_text));
            assert_string_equal(before, view_of(copy, viewer));
            free(before);
        }
        assert_false(srv_room_fold(copy, "{\"at\":1,\"do\":\"start\"}", 21)); /* nothing goes back in time */
        assert_false(srv_room_fold(copy, "{", 1));
        srv_room_free(room);
        srv_room_free(copy);
    }
}

/* What the rules say the viewer learns of a move: the state it sees after it, and the events it is told. */
static bool learns_the_same(const kb_state *state, int seat, kb_move a, kb_move b, int viewer)
{
    static kb_events of_a, of_b;
    kb_state after_a = *state, after_b = *state, seen_a, seen_b;
    int i = 0, k = 0;
    of_a.n = of_b.n = 0;
    if (kb_apply(&after_a, seat, a, &of_a) || kb_apply(&after_b, seat, b, &of_b)) return false;
    if ((kb_actors(&after_a) | kb_actors(&after_b)) & 1u << KB_CHANCE) return false; /* draws may differ */
    if (kb_over(&after_a, NULL) || kb_over(&after_b, NULL)) return false;
    kb_redact(&after_a, viewer, &seen_a);
    kb_redact(&after_b, viewer, &seen_b);
    if (memcmp(&seen_a, &seen_b, sizeof seen_a) != 0) return false;
    for (;;) {
        while (i < of_a.n && !(of_a.at[i].seen_by & 1u << viewer)) i++;
        while (k < of_b.n && !(of_b.at[k].seen_by & 1u << viewer)) k++;
        if (i == of_a.n || k == of_b.n) return i == of_a.n && k == of_b.n;
        if (memcmp(&of_a.at[i++], &of_b.at[k++], sizeof of_a.at[0]) != 0) return false;
    }
}

/* Everything the viewer is sent in a world in which this move is made; whispers among others come before it. */
static char *sent_in_world(const srv_room *room, int seat, kb_move move, int viewer, bool whispers)
{
    srv_room *world = copy_of(room);
    world->told.viewers_mask = 1u << viewer;
    world->told.after[viewer] = room->n[viewer];
    if (whispers) {
        char keys[100];
        int from = viewer == 0, to = from + 1 + (viewer == from + 1);
        snprintf(keys, sizeof keys, "{\"say\":\"a secret\",\"to\":[\"%s\"]}", kb_seat_name(&world->setup, to));
        ASK("ok", world, ANNA + (uint32_t)from, SRV_SAY, keys);
    }
    make_move(world, seat, move);
    srv_bytes sent = {NULL, 0, 0};
    srv_add(&sent, world->told.events[viewer].at, world->told.events[viewer].n);
    view_of(world, viewer);
    srv_add(&sent, view_text, strlen(view_text));
    srv_bytes again = {NULL, 0, 0}; /* and what is told after a cut */
    srv_room_events(world, viewer, 0, &again);
    srv_add(&sent, again.at, again.n);
    srv_free(&again);
    srv_room_free(world);
    return sent.at;
}

static void test_secrecy(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(11);
    for (int i = 0; i < KB_COUNT(tables); i++) {
        int pairs = 0;
        srv_room *room = create(tables[i], (uint8_t)(i + 7));
        sit_down(room);
        ASK("ok", room, ANNA, SRV_START, "{}");
        for (int step = 0; step < 150 && room->stage == SRV_PLAYING; step++) {
            static kb_span list[KB_SPANS_MAX];
            int seat;
            kb_move move;
            kb_pick(&room->state, &rng, &seat, &move);
            int n = kb_legal(&room->state, seat, list, KB_SPANS_MAX);
            for (int attempt = 0; attempt < 6; attempt++) {
                int viewer = (int)kb_rng_under(&rng, room->setup.seats + 1u);
                if (viewer == room->setup.seats) viewer = KB_SPECTATOR;
                kb_move other = kb_rng_move(&rng, list, n);
                if (viewer == seat || !memcmp(&move, &other, sizeof move)) continue;
                if (!learns_the_same(&room->state, seat, move, other, viewer)) continue;
                char *one = sent_in_world(room, seat, move, viewer, false);
                char *two = sent_in_world(room, seat, other, viewer, true);
                assert_string_equal(one, two);
                free(one);
                free(two);
                pairs++;
            }
            make_move(room, seat, move);
        }
        printf("%s: %d pairs of worlds\n", tables[i], pairs);
        assert_true(pairs > 0 || i == 1); /* with open bribes everybody sees everything */
        srv_room_free(room);
    }
}

/* --- luck ------------------------------------------------------------------------------------------------ */

static void test_luck(void **unused)
{
    (void)unused;
    srv_seed seed = {{0}}, read;
    char hex[SRV_SEED_HEX + 1];
    kb_setup setup;
    const char *words[KB_SEATS_MAX] = {"", "", "", "", ""}, *others[KB_SEATS_MAX] = {"", "x", "", "", ""};
    srv_luck_promise(&seed, hex);
    assert_string_equal(hex, "24b70ea46c6edc902b3e7d5aadca421e69a90d445c35e3cfc09e0854e6424bbb");
    assert_true(srv_seed_read(hex, SRV_SEED_HEX, &read));
    assert_false(srv_seed_read(hex, SRV_SEED_HEX - 1, &read));
    assert_false(srv_seed_read("zz", 2, &read));
    kb_setup_default(&setup, kb_game_named("intrige"));
    srv_seed key = srv_luck_key(&seed, &setup, words), other = srv_luck_key(&seed, &setup, others);
    assert_memory_not_equal(key.at, other.at, sizeof key.at);
    /* Who starts is drawn evenly. */
    int starts[3] = {0, 0, 0};
    kb_state state;
    assert_int_equal(kb_start(&state, &setup), KB_OK);
    for (uint64_t n = 0; n < 3000; n++) starts[srv_luck_draw(&key, n, &state).a]++;
    for (int seat = 0; seat < 3; seat++) assert_in_range(starts[seat], 900, 1100);
}

/* --- the log --------------------------------------------------------------------------------------------- */

typedef struct heard {
    int n;
    uint64_t last;
    char text[64];
} heard;

static void hear(void *context, const char *stream, uint64_t n)
{
    heard *h = context;
    h->n += !strcmp(stream, "a");
    h->last = n;
}

static void read_one(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    heard *h = context;
    (void)stream;
    h->n++;
    h->last = n;
    snprintf(h->text, sizeof h->text, "%.*s", (int)bytes, text);
}

static void test_log(void **unused)
{
    (void)unused;
    char path[] = "/tmp/kickback-log-XXXXXX", reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    int file = mkstemp(path);
    assert_true(file >= 0);
    srv_log *log = srv_log_open_sqlite(path, &why);
    assert_non_null(log);
    heard news = {0, 0, ""}, all = {0, 0, ""};
    log->listener = hear;
    log->context = &news;
    assert_int_equal(log->append(log, "a", 1, "one", 3), SRV_LOGGED);
    assert_int_equal(log->append(log, "a", 2, "two", 3), SRV_LOGGED);
    assert_int_equal(log->append(log, "b", 1, "other", 5), SRV_LOGGED);
    assert_int_equal(news.n, 0); /* not before it is safe */
    assert_int_equal(log->commit(log), SRV_LOGGED);
    assert_int_equal(news.n, 1);
    /* A number that is taken, or one too far, takes back what came with it. */
    assert_int_equal(log->append(log, "b", 2, "lost", 4), SRV_LOGGED);
    assert_int_equal(log->append(log, "a", 2, "again", 5), SRV_LOG_TAKEN);
    assert_int_equal(log->commit(log), SRV_LOGGED);
    assert_int_equal(log->append(log, "a", 4, "gap", 3), SRV_LOG_FAILED);
    assert_int_equal(log->append(log, "a", 3, "never committed", 15), SRV_LOGGED);
    log->close(log);
    log = srv_log_open_sqlite(path, &why);
    assert_non_null(log);
    assert_int_equal(log->read(log, NULL, 1, read_one, &all), SRV_LOGGED);
    assert_int_equal(all.n, 3);
    memset(&all, 0, sizeof all);
    assert_int_equal(log->read(log, "a", 2, read_one, &all), SRV_LOGGED);
    assert_true(all.n == 1 && all.last == 2 && !strcmp(all.text, "two"));
    log->close(log);
    remove(path);
    assert_null(srv_log_open_sqlite("/nowhere/log.sqlite", &why));
    assert_true(why.n > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),          cmocka_unit_test(test_bot_instead), cmocka_unit_test(test_predecessor),
        cmocka_unit_test(test_talk),           cmocka_unit_test(test_ids),         cmocka_unit_test(test_live_clock),
        cmocka_unit_test(test_correspondence), cmocka_unit_test(test_fold),        cmocka_unit_test(test_secrecy),
        cmocka_unit_test(test_luck),           cmocka_unit_test(test_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
