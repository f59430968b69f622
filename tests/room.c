/* room.c: a table of the server, its luck and its log. Tests each guarantee separately; the simulation mixes them. */
#include "room.h"

#include "../table/fold.h"

#include "../engine/view_json.h"
#include "../server/log.h"

static void play_one(srv_room *room, kb_rng *rng, uint64_t ms)
{
    int seat;
    kb_move move;
    kb_pick(&room->table->state, rng, &seat, &move);
    now_ms += ms;
    make_move(room, seat, move);
}

/* --- entries --------------------------------------------------------------------------------------------- */

#define HEAD "{\"at\":17,\"who\":3,\"id\":\"a\\\"b\","
#define BARE "{\"at\":17,"
#define SEED "0101010101010101010101010101010101010101010101010101010101010101"

static const kb_setup entries_setup = {.seats = 3}; /* Intrige */

/* Every kind of entry, with and without what may be left out, and some of older versions. */
static const char *const stored[] = {
    HEAD "\"do\":\"table\",\"name\":\"Anna\",\"seed\":\"" SEED
         "\",\"from\":[7,0],\"kickback\":2,\"game\":\"integralis\","
         "\"options\":{\"meeting\":\"all\",\"money\":\"open\",\"markers\":\"may\",\"promises\":\"word\"},"
         "\"players\":2,\"public\":true,"
         "\"talk\":\"none\",\"open_talk\":false,\"whispers\":\"seen\",\"order\":\"random\",\"pacts\":\"none\","
         "\"pace\":\"comfortable\",\"help\":\"forbidden\",\"clock\":{\"kind\":\"live\",\"bank_s\":10,"
         "\"increment_s\":5,\"answer_s\":60}}",
    HEAD "\"do\":\"table\",\"name\":\"Anna\",\"seed\":\"" SEED "\",\"kickback\":1,\"game\":\"incorporated\","
         "\"options\":{\"finish\":\"above\"},\"players\":3,\"public\":true,\"talk\":\"private\",\"open_talk\":false,"
         "\"order\":\"chosen\",\"clock\":{\"kind\":\"correspondence\",\"hours\":24}}",
    BARE "\"do\":\"table\",\"kickback\":2,\"game\":\"integralis\",\"options\":{\"meeting\":\"all\",\"money\":\"open\","
         "\"markers\":\"may\","
         "\"promises\":\"word\"},\"players\":2,\"name\":\"\",\"imported\":true,\"public\":true,\"pacts\":\"private\","
         "\"pace\":\"off\"}",
    HEAD "\"do\":\"sit\",\"seat\":\"red\",\"name\":\"Zo\xc3\xab\",\"person\":\"7d5502b10fe2275c\"}",
    BARE "\"do\":\"sit\",\"seat\":\"green\",\"name\":\"somebody\"}",
    HEAD "\"do\":\"leave\",\"seat\":\"red\"}",
    HEAD "\"do\":\"empty\",\"seat\":\"red\"}",
    HEAD "\"do\":\"remove\",\"whom\":4294967295,\"name\":\"\",\"person\":\"\"}",
    BARE "\"do\":\"expire\"}",
    HEAD "\"do\":\"bot\",\"seat\":\"yellow\",\"bot\":\"greedy\"}",
    HEAD "\"do\":\"words\",\"seat\":\"yellow\",\"words\":\"my \\\"words\\\"\"}",
    HEAD "\"do\":\"start\"}",
    HEAD "\"do\":\"start\",\"order\":[\"green\",\"red\",\"yellow\"]}",
    HEAD "\"do\":\"move\",\"by\":\"red\",\"move\":\"send clerk yellow\"}",
    BARE "\"do\":\"move\",\"by\":\"chance\",\"move\":\"start red\"}",
    HEAD "\"do\":\"say\",\"by\":\"red\",\"person\":\"a\",\"say\":\"well?\",\"to\":[\"yellow\",\"green\"]}",
    HEAD "\"do\":\"say\",\"name\":\"Dora\",\"person\":\"d\",\"say\":\"well?\"}",
    BARE "\"do\":\"say\",\"by\":\"green\",\"say\":\"no\",\"hears\":12,\"puzzled\":true}",
    HEAD "\"do\":\"vote\",\"by\":\"red\",\"seat\":\"green\"}",
    BARE "\"do\":\"clock\",\"stopped\":false}",
    BARE "\"do\":\"keep\",\"seat\":\"green\",\"for\":3,\"name\":\"Carla\"}",
    HEAD "\"do\":\"rematch\",\"table\":\"0123\"}",
    HEAD "\"do\":\"passing\",\"seat\":\"red\",\"on\":true}",
    BARE "\"do\":\"meta\",\"meta\":{\"a\":[1.50,{}]}}",
    BARE "\"do\":\"luck\",\"luck\":{}}",
    HEAD "\"do\":\"propose\",\"by\":\"red\",\"pact\":1,\"with\":[],\"promises\":[{}]}",
    BARE "\"do\":\"propose\",\"by\":\"red\",\"pact\":2,\"with\":[\"green\"],\"secret\":true,\"hears\":9,"
         "\"promises\":[]}",
    HEAD "\"do\":\"accept\",\"by\":\"red\",\"pact\":1}",
    HEAD "\"do\":\"decline\",\"by\":\"red\",\"pact\":1}",
    HEAD "\"do\":\"withdraw\",\"by\":\"red\",\"pact\":1}",
    HEAD "\"do\":\"wait\",\"by\":\"green\"}",
    HEAD "\"do\":\"pace\",\"by\":\"green\",\"pace\":\"brisk\",\"paused\":false}",
    BARE "\"do\":\"whisper\",\"seats\":[\"red\",\"green\"]}"};

static bool read_entry(kb_entry_reading *reading, const char *text, size_t n, char reason[KB_WHY_MAX])
{
    kb_text why = kb_text_in(reason, KB_WHY_MAX);
    return kb_read_entry(reading, &entries_setup, text, n, &why);
}

/* What is written can be read, and comes out as the same bytes. */
static void test_entries(void **unused)
{
    (void)unused;
    uint32_t seen = 0;
    for (int i = 0; i < KB_COUNT(stored); i++) {
        kb_entry_reading reading;
        char reason[KB_WHY_MAX], again[1024];
        size_t n = strlen(stored[i]);
        kb_text text = kb_text_in(again, sizeof again);
        assert_true(read_entry(&reading, stored[i], n, reason));
        seen |= 1u << reading.entry.kind;
        assert_true(kb_write_entry(&reading.entry, &entries_setup, &text));
        assert_string_equal(again, stored[i]);
        text = kb_text_in(again, n); /* one byte is missing */
        assert_false(kb_write_entry(&reading.entry, &entries_setup, &text));
        while (n > 0) {
            char *part = malloc(n--); /* no longer than the entry, so that reading past its end is noticed */
            assert_non_null(part);
            memcpy(part, stored[i], n);
            assert_false(read_entry(&reading, part, n, reason));
            free(part);
        }
    }
    assert_int_equal(seen, (1u << KB_DOS) - 1);
}

/* The order of keys, blanks and escapes do not matter. */
static void test_entries_written_otherwise(void **unused)
{
    (void)unused;
    kb_entry_reading reading;
    char reason[KB_WHY_MAX];
    static const char text[] =
        " { \"move\" : \"send \\u0063lerk yellow\", \"do\":\"move\",\"by\":\"r\\u0065d\",\"at\":5 } ";
    assert_true(read_entry(&reading, text, sizeof text - 1, reason));
    assert_true(reading.entry.kind == KB_DO_MOVE && reading.entry.mover == 0 && reading.entry.at_ms == 5);
    assert_true(!reading.entry.id && !strcmp(reading.entry.move, "send clerk yellow"));
}

static void test_entries_that_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *stored, *why;
    } bad[] = {
        {"", "expected a value but the text ends"},
        {"[]", "missing key 'do'"},
        {"{\"at\":1,\"do\":\"clock\",\"stopped\":true", "clock: expected ',' or '}' but the text ends"},
        {"{\"at\":1,\"do\":\"clock\",\"stopped\":true} x", "clock: column 38: expected the end but found 'x'"},
        {"{\"at\":1,\"stopped\":true}", "missing key 'do'"},
        {"{\"do\":7}", "column 1: expected a string but found '7'"},
        {"{\"at\":1,\"do\":\"dance\"}", "unknown entry 'dance'"},
        {"{\"do\":\"expire\"}", "expire: missing key 'at'"},
        {"{\"at\":-1,\"do\":\"expire\"}", "expire: expected a whole number from 0 to 9223372036854775807 but found -1"},
        {BARE "\"do\":\"expire\",\"seat\":\"red\"}", "expire: unknown key 'seat'"},
        {BARE "\"do\":\"expire\",\"at\":18}", "expire: duplicate key 'at'"},
        {BARE "\"do\":\"leave\"}", "leave: missing key 'seat'"},
        {BARE "\"do\":\"leave\",\"seat\":\"blue\"}", "leave: unknown seat 'blue', expected red or yellow or green"},
        {BARE "\"do\":\"leave\",\"seat\":\"chance\"}", "leave: unknown seat 'chance', expected red or yellow or green"},
        {BARE "\"do\":\"sit\",\"seat\":\"red\",\"name\":null}", "sit: column 41: expected a string but found 'n'"},
        {BARE "\"do\":\"sit\",\"seat\":\"red\",\"name\":\"a\\nb\"}", "sit: 'name' contains control characters"},
        {BARE "\"do\":\"sit\",\"seat\":\"red\",\"name\":\"a\",\"person\":\"0123456789abcdef0\"}",
         "sit: string longer than 16 bytes"},
        {"{\"at\":1,\"id\":\"01234567890123456789012345678901234567890\",\"do\":\"expire\"}",
         "expire: string longer than 40 bytes"},
        {BARE "\"do\":\"keep\",\"seat\":\"red\",\"for\":0,\"name\":\"a\"}",
         "keep: expected a whole number from 1 to 4294967295 but found 0"},
        {BARE "\"do\":\"start\",\"order\":[\"red\",\"green\"]}", "start: 'order' names each of 3 seats once"},
        {BARE "\"do\":\"start\",\"order\":[\"red\",\"green\",\"red\"]}", "start: 'order' names each of 3 seats once"},
        {BARE "\"do\":\"start\",\"order\":[\"red\",\"green\",\"yellow\",\"red\"]}",
         "start: 'order' names each of 3 seats once"},
        {BARE "\"do\":\"say\",\"by\":\"red\",\"say\":\"a\",\"to\":[]}", "say: 'to' names nobody"},
        {BARE "\"do\":\"say\",\"by\":\"red\",\"say\":\"a\",\"to\":[\"green\",\"green\"]}",
         "say: 'to' names green twice"},
        {BARE "\"do\":\"clock\",\"stopped\":1}", "clock: column 33: expected true or false but found '1'"},
        {BARE "\"do\":\"pace\",\"by\":\"red\",\"pace\":\"slow\",\"paused\":false}",
         "pace: unknown pace 'slow', expected brisk or comfortable or off"},
        {BARE "\"do\":\"meta\",\"meta\":[]}", "meta: column 29: expected an object but found '['"},
        {BARE "\"do\":\"propose\",\"by\":\"red\",\"pact\":1,\"with\":[],\"promises\":{}}",
         "propose: column 66: expected a list but found '{'"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"game\":\"intrige\",\"players\":3}", "table: missing key 'seed'"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"01\",\"game\":\"intrige\",\"players\":3}",
         "table: 'seed' has 64 hexadecimal digits"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"" SEED
              "\",\"kickback\":3,\"game\":\"intrige\",\"players\":3}",
         "table: expected a whole number from 1 to 2 but found 3"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"" SEED
              "\",\"game\":\"intrige\",\"players\":3,\"talk\":\"loud\"}",
         "table: talk is private, public or none"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"" SEED "\",\"game\":\"intrige\",\"players\":3,\"public\":1}",
         "table: public is true or false"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"" SEED "\",\"from\":[1],\"game\":\"intrige\",\"players\":3}",
         "table: 'from' is a list of two numbers"},
        {BARE "\"do\":\"table\",\"name\":\"a\",\"seed\":\"" SEED "\",\"game\":\"intrige\",\"players\":9}",
         "table: expected a whole number from 3 to 5 but found 9 players"}};
    for (int i = 0; i < KB_COUNT(bad); i++) {
        kb_entry_reading reading;
        char reason[KB_WHY_MAX];
        assert_false(read_entry(&reading, bad[i].stored, strlen(bad[i].stored), reason));
        assert_string_equal(reason, bad[i].why);
    }
    /* Nor is anything written that could not be read. */
    char text[1024], name[KB_NAME_MAX + 2];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const kb_entry long_name = {.kind = KB_DO_SIT, .name = name}, no_name = {.kind = KB_DO_SIT},
                   control = {.kind = KB_DO_WORDS, .words = "\n"}, no_list = {.kind = KB_DO_PROPOSE, .pact = 1};
    const kb_entry *const unsound[] = {&long_name, &no_name, &control, &no_list};
    for (int i = 0; i < KB_COUNT(unsound); i++) {
        kb_text out = kb_text_in(text, sizeof text);
        assert_false(kb_write_entry(unsound[i], &entries_setup, &out));
    }
}

/* --- requests -------------------------------------------------------------------------------------------- */

#define EIGHT  "[[[[[[[["
#define X_PING "{\"id\":\"x\",\"do\":\"ping\""

static void test_requests(void **unused)
{
    (void)unused;
    static const struct {
        const char *message, *id;
        kb_refused refusal;
    } all[] = {{"", NULL, KB_REFUSED_JSON},
               {"null", NULL, KB_REFUSED_JSON},
               {"[]", NULL, KB_REFUSED_JSON},
               {"{}", NULL, KB_REFUSED_JSON},
               {X_PING "}", "x", KB_DONE},
               {" \t{ \"do\" : \"p\\u0069ng\" ,\r\n \"i\\u0064\":\"\\u00fc\" } ", "\xC3\xBC", KB_DONE},
               {X_PING, NULL, KB_REFUSED_JSON},
               {X_PING "} x", NULL, KB_REFUSED_JSON},
               {X_PING ",}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"id\":\"x\"}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":01}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":NaN}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":\"\xFF\"}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":\"\\ud800\"}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":\"\t\"}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":" EIGHT EIGHT EIGHT EIGHT EIGHT "}", NULL, KB_REFUSED_JSON},
               {X_PING ",\"y\":1e400}", "x", KB_REFUSED_KEYS},
               {X_PING ",\"y\":99999999999999999999}", "x", KB_REFUSED_KEYS},
               {X_PING ",\"\":0}", "x", KB_REFUSED_KEYS},
               {X_PING ",\"i\\u0000d\":0}", "x", KB_REFUSED_KEYS},
               {"{\"id\":\"x\"}", "x", KB_REFUSED_JSON},
               {"{\"id\":\"x\",\"do\":1}", "x", KB_REFUSED_JSON},
               {"{\"id\":\"x\",\"do\":\"fly\",\"y\":0}", "x", KB_REFUSED_REQUEST},
               {"{\"id\":\"x\",\"do\":\"name\"}", "x", KB_REFUSED_KEYS},
               {"{\"id\":1,\"do\":\"ping\"}", NULL, KB_REFUSED_JSON},
               {"{\"id\":\"\",\"do\":\"ping\"}", "", KB_REFUSED_JSON},
               {"{\"id\":\"\\u0000\",\"do\":\"ping\"}", NULL, KB_REFUSED_JSON},
               {"{\"id\":\"01234567890123456789012345678901234567890\",\"do\":\"ping\"}", NULL, KB_REFUSED_JSON}};
    for (int i = 0; i < KB_COUNT(all); i++) {
        srv_ask *ask = srv_ask_read(all[i].message, strlen(all[i].message));
        assert_int_equal(ask->refusal, all[i].refusal);
        assert_true(all[i].id ? ask->id && !strcmp(ask->id, all[i].id) : !ask->id);
        srv_ask_drop(ask);
    }
}

/* A value of another type leaves its field empty, and does no harm to the others. */
static void test_wrong_values(void **unused)
{
    (void)unused;
    static const char *const numbers[] = {"1.0", "1e2", "\"1\"", "true", "null", "[1]", "999999999999999999999"};
    static const char *const texts[] = {"7", "null", "{\"a\":1,\"a\":1}", "\"a\\u0000b\"", "\"\\n\""};
    char keys[300];
    for (int i = 0; i < KB_COUNT(numbers); i++) {
        snprintf(keys, sizeof keys, "{\"decision\":%s,\"move\":\"pass\"}", numbers[i]);
        srv_ask *ask = read_ask(SRV_MOVE, keys);
        assert_true(srv_is_wrong(ask, SRV_ASKED_DECISION) && !srv_is_wrong(ask, SRV_ASKED_MOVE) &&
                    !ask->at_table.decision);
        assert_string_equal(ask->at_table.move, "pass");
        srv_ask_drop(ask);
    }
    for (int i = 0; i < KB_COUNT(texts); i++) {
        snprintf(keys, sizeof keys, "{\"move\":%s,\"decision\":-7,\"table\":\"t\"}", texts[i]);
        srv_ask *ask = read_ask(SRV_MOVE, keys);
        assert_true(srv_is_wrong(ask, SRV_ASKED_MOVE) && !ask->at_table.move && ask->at_table.decision == -7 &&
                    !ask->refusal);
        srv_ask_drop(ask);
    }
}

/* A kept request has a copy of all its texts, however long they are together. */
static void test_long_request(void **unused)
{
    (void)unused;
    char text[SRV_MESSAGE_MAX + 1], line[KB_TALK_MAX + 1];
    for (int i = 0; i < KB_TALK_MAX; i += 4) memcpy(&line[i], "\xF0\x9F\x98\x80", 4); /* as many characters as may be */
    line[KB_TALK_MAX] = '\0';
    int n = snprintf(text, sizeof text, "{\"id\":\"a\",\"do\":\"say\",\"table\":\"t\",\"say\":\"%s\",\"to\":[", line);
    memset(text + n, ' ', sizeof text - (size_t)n);
    memcpy(text + SRV_MESSAGE_MAX - 2, "]}", 2);
    srv_ask *ask = srv_ask_read(text, SRV_MESSAGE_MAX);
    memset(text, 0, sizeof text);
    assert_int_equal(ask->refusal, KB_DONE);
    assert_string_equal(ask->at_table.say, line);
    assert_true(*ask->at_table.to.at == '[' && ask->at_table.to.at[ask->at_table.to.n - 1] == ']');
    srv_ask_keep(ask);
    srv_ask_drop(ask);
    assert_string_equal(ask->table, "t");
    srv_ask_drop(ask);
    ask = srv_ask_read(text, SRV_MESSAGE_MAX + 1);
    assert_int_equal(ask->refusal, KB_REFUSED_JSON);
    srv_ask_drop(ask);
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
        assert_true(room->table->minds[2].bot.spec.kind != BOT_SEARCH || room->table->minds[2].bot.spec.milliseconds ||
                    room->table->minds[2].bot.spec.simulations);
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
    assert_int_equal(ask_as(room, ANNA, "gone", 0, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}").refusal, KB_DONE);
    ASK("bot_plays", room, BEN, SRV_MOVE, "{\"move\":\"x\",\"decision\":0}");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->table->seats[1].bot_name, "");
    ASK("ok", room, BEN, SRV_LEAVE, "{}");
    ASK("not_late", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}");
    ASK("own_seat", room, ANNA, SRV_VOTE, "{\"seat\":\"red\"}");
    ASK("ok", room, ANNA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    ASK("voted", room, ANNA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->table->seats[1].bot_name, ""); /* one of two is not a majority */
    ASK("ok", room, CARLA, SRV_VOTE, "{\"seat\":\"yellow\"}");
    assert_string_equal(room->table->seats[1].bot_name, "medium");
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    assert_int_equal(kb_table_viewer(room->table, BEN), 1);
    srv_room_free(room);
}

/* A vote counts as long as its voter plays. */
static void test_votes(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":5}", 1);
    uint32_t here = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 4; /* green's person is absent */
    static const uint32_t people[] = {ANNA, BEN, CARLA, DORA};
    for (int seat = 0; seat < 4; seat++) {
        char keys[64];
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\"}", kb_seat_name(&room->table->setup, seat));
        ASK("ok", room, people[seat], SRV_SIT, keys);
    }
    ASK("ok", room, ANNA, SRV_BOT, "{\"seat\":\"violet\",\"bot\":\"greedy\"}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("not_late", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}"); /* she is connected */
    assert_int_equal(ask_as(room, ANNA, "v1", here, SRV_VOTE, "{\"seat\":\"green\"}").refusal, KB_DONE);
    assert_int_equal(ask_as(room, ANNA, "v2", here, SRV_VOTE, "{\"seat\":\"green\"}").refusal, KB_REFUSED_VOTED);
    ASK("ok", room, ANNA, SRV_LEAVE, "{}");
    ASK("not_seated", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}"); /* Anna has left, so she cannot vote */
    assert_int_equal(ask_as(room, BEN, "v3", here, SRV_VOTE, "{\"seat\":\"green\"}").refusal, KB_DONE);
    assert_string_equal(room->table->seats[2].bot_name, ""); /* and her vote no longer counts: one of two */
    ASK("ok", room, DORA, SRV_LEAVE, "{}");
    assert_int_equal(ask_as(room, BEN, "v4", here, SRV_VOTE, "{\"seat\":\"green\"}").refusal, KB_DONE);
    assert_string_equal(room->table->seats[2].bot_name, "medium"); /* one of one, although he had voted before */
    srv_room_free(room);
}

/* The new player of a seat sees nothing that was said to the previous one. */
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
    srv_room_events(room, 1, 0, room->table->n[1], &all);
    srv_room_events(room, 1, room->table->seats[1].since, room->table->n[1], &hers);
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
    uint64_t red = room->table->n[0], yellow = room->table->n[1], green = room->table->n[2],
             watching = room->table->n[KB_SPECTATOR];
    ASK("ok", room, ANNA, SRV_SAY, to_green);
    assert_true(room->table->n[0] == red + 1 && room->table->n[1] == yellow && room->table->n[2] == green + 1 &&
                room->table->n[KB_SPECTATOR] == watching);
    ASK("own_seat", room, CARLA, SRV_SAY, to_green);
    ASK("no_such_seat", room, ANNA, SRV_SAY, "{\"say\":\"x\",\"to\":[]}");
    ASK("no_such_seat", room, ANNA, SRV_SAY, "{\"say\":\"x\",\"to\":[\"green\",\"green\"]}");
    ASK("not_seated", room, DORA, SRV_SAY, to_green);
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"\"}");
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"\\u202edlrow\"}");
    ASK("too_long", room, ANNA, SRV_SAY, "{\"say\":\"two\\nlines\"}");
    srv_room_free(room);
}

/* Says the character so often. */
static const char *say_times(srv_room *room, const char *character, int times)
{
    char text[SRV_MESSAGE_MAX] = "{\"say\":\"";
    for (int i = 0; i < times; i++) strcat(text, character);
    strcat(text, "\"}");
    return ask(room, ANNA, SRV_SAY, text);
}

/* A line is as long as its reader thinks, in whatever script, and the bytes have a limit of their own. */
static void test_length_of_talk(void **unused)
{
    (void)unused;
    static const char accent[] = "a\xCC\x88", family[] = "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7";
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    sit_down(room);
    const char *const letters[] = {"x", "\xC3\xA4", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80", accent};
    for (int i = 0; i < KB_COUNT(letters); i++) {
        assert_string_equal(say_times(room, letters[i], KB_TALK_CHARACTERS), "ok");
        assert_string_equal(say_times(room, letters[i], KB_TALK_CHARACTERS + 1), "too_long");
    }
    int most = KB_TALK_MAX / (int)strlen(family);
    assert_true(most < KB_TALK_CHARACTERS);
    assert_string_equal(say_times(room, family, most), "ok");
    assert_string_equal(say_times(room, family, most + 1), "too_long");
    ASK("ok", room, ANNA, SRV_WORDS, "{\"words\":\"\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\"}");
    srv_room *copy = copy_of(room);
    assert_same_views(room, copy);
    srv_room_free(copy);
    srv_room_free(room);
}

/* Plays to the end with the bots' talk. Counts their decisions. */
static int play_bots(srv_room *room, kb_rng *rng)
{
    int decisions = 0;
    for (; room->table->stage == KB_PLAYING; decisions++) {
        char said[KB_TALK_MAX + 1] = "";
        kb_text words = kb_text_in(said, sizeof said);
        kb_state view;
        kb_move move;
        int seat;
        kb_pick(&room->table->state, rng, &seat, &move);
        bot b = room->table->minds[seat].bot;
        b.rng = kb_rng_from(kb_rng_draw(rng));
        kb_redact(&room->table->state, seat, &view);
        move = bot_decide(&b, &view, NULL);
        bot_speak(&b, &room->table->setup, &words);
        kb_answer answer = srv_room_bot_moves(room, now_ms, seat, room->table->seats[seat].decisions, move, said);
        assert_int_equal(answer.refusal, KB_DONE);
    }
    return decisions;
}

/* Counts the lines of talk. Nobody says the same thing twice in a row. */
static int count_lines(const srv_room *room)
{
    char last[KB_SEATS_MAX][KB_TALK_MAX + 1] = {{0}};
    int lines = 0;
    for (size_t i = 0; i < room->table->n_entries; i++) {
        static kb_entry_reading reading;
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        const kb_entry *said = &reading.entry;
        assert_true(kb_read_entry(&reading, &room->table->setup, srv_room_entry(room, i + 1).at,
                                  srv_room_entry(room, i + 1).n, &why));
        if (said->kind != KB_DO_SAY || said->by < 0) continue;
        assert_string_not_equal(said->say, last[said->by]);
        snprintf(last[said->by], sizeof last[0], "%s", said->say);
        lines++;
    }
    return lines;
}

static void test_bots_speak_once(void **unused)
{
    (void)unused;
    int lines = 0, decisions = 0;
    for (int game = 0; kb_game_at(game); game++) {
        char keys[100];
        kb_rng rng = kb_rng_seeded((uint64_t)game);
        snprintf(keys, sizeof keys, "{\"game\":\"%s\",\"players\":3}", kb_game_at(game)->name);
        srv_room *room = create(keys, 1);
        for (int seat = 0; seat < 3; seat++) {
            snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"greedy:grudge\"}",
                     kb_seat_name(&room->table->setup, seat));
            ASK("ok", room, ANNA, SRV_BOT, keys);
        }
        ASK("ok", room, ANNA, SRV_START, "{}");
        decisions += play_bots(room, &rng);
        lines += count_lines(room);
        srv_room_free(room);
    }
    assert_true(lines > 0 && lines * 4 < decisions);
}

static void test_ids(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    for (int i = 0; i < 3; i++) {
        size_t before = room->table->n_entries;
        assert_int_equal(ask_as(room, BEN, "same", 0, SRV_SAY, "{\"say\":\"once\"}").refusal, KB_DONE);
        assert_int_equal(room->table->n_entries - before, i == 0);
        srv_room *again = copy_of(room); /* a restart does not lose it */
        srv_room_free(room);
        room = again;
    }
    assert_int_equal(ask_as(room, CARLA, "same", 0, SRV_SAY, "{\"say\":\"another's\"}").refusal, KB_DONE);
    assert_int_equal(room->table->n_entries, 3);
    srv_room_free(room);
}

/* Plays to the end. */
static void play_out(srv_room *room)
{
    kb_rng rng = kb_rng_seeded(5);
    while (room->table->stage == KB_PLAYING) play_one(room, &rng, 10);
}

static void test_rematch(void **unused)
{
    (void)unused;
    static const char *const keys[] = {"{\"game\":\"intrige\",\"players\":4}",
                                       "{\"game\":\"intrige\",\"players\":4,\"public\":true}"};
    for (int is_public = 0; is_public < 2; is_public++) {
        srv_room *room = create(keys[is_public], 1);
        kb_asker ben = asker_of(BEN, "again", 0), dora = asker_of(DORA, "again", 0);
        srv_seed seed = {{7}};
        sit_down(room);
        ASK("ok", room, ANNA, SRV_START, "{}");
        assert_int_equal(kb_table_check_rematch(room->table, &ben).refusal, KB_REFUSED_NOT_OVER);
        play_out(room);
        assert_int_equal(kb_table_check_rematch(room->table, &dora).refusal, KB_REFUSED_NOT_SEATED);
        assert_int_equal(kb_table_check_rematch(room->table, &ben).refusal, KB_DONE);
        uint64_t watching = room->table->n[KB_SPECTATOR], red = room->table->n[0];
        srv_room_set_rematch(room, &ben, "elsewhere");
        assert_int_equal(room->table->n[0], red + 1);
        assert_int_equal(room->table->n[KB_SPECTATOR], watching + (uint64_t)is_public);
        assert_int_equal(strstr(view_of(room, KB_SPECTATOR), "elsewhere") != NULL, is_public);
        assert_non_null(strstr(view_of(room, 2), "\"rematch\":\"elsewhere\""));

        srv_room *again = srv_room_create_again(room, &ben, &seed), *copy = copy_of(again);
        srv_room_free(again);
        again = copy; /* all of it is in the log */
        assert_int_equal(again->table->host, BEN);
        assert_int_equal(again->table->rules.is_public, is_public);
        assert_memory_equal(&again->table->setup, &room->table->setup, sizeof room->table->setup);
        assert_string_equal(again->table->seats[3].bot_name, "greedy");
        assert_non_null(strstr(view_of(again, KB_SPECTATOR), "\"kept\":\"Carla\""));
        assert_true(kb_table_is_for(again->table, CARLA) && !kb_table_is_for(again->table, DORA));
        assert_int_equal(kb_table_viewer(again->table, CARLA), KB_SPECTATOR); /* not before she sits down */
        ASK("seat_kept", again, DORA, SRV_SIT, "{\"seat\":\"red\"}");
        ASK("seat_kept", again, BEN, SRV_BOT, "{\"seat\":\"red\",\"bot\":\"easy\"}");
        ASK("ok", again, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
        ASK("seats_empty", again, BEN, SRV_START, "{}");
        ASK("ok", again, BEN, SRV_EMPTY, "{\"seat\":\"red\"}");
        ASK("ok", again, CARLA, SRV_SIT, "{\"seat\":\"red\"}"); /* she sits elsewhere, so her seat is free */
        ASK("ok", again, DORA, SRV_SIT, "{\"seat\":\"green\"}");
        assert_non_null(strstr(view_of(again, 0), "\"plays\":\"person\",\"name\":\"Ben\",\"host\":true"));
        ASK("ok", again, BEN, SRV_START, "{}");
        srv_room_free(again);
        srv_room_free(room);
    }
}

/* Thousands of long lines of talk, none of them to green, and a whole game. Reading the past costs only what is read,
 * not what there is. Everything read back is what was told at the time. */
static void test_past(void **unused)
{
    (void)unused;
    enum { LINES = KB_TALK_A_PERSON };
    char keys[KB_TALK_CHARACTERS + 100], line[KB_TALK_CHARACTERS + 1];
    kb_rng rng = kb_rng_seeded(4);
    srv_room *room = create("{\"game\":\"integralis\",\"players\":3}", 6);
    const uint32_t viewers[] = {0, 1, 2, KB_SPECTATOR};
    memset(line, 'x', KB_TALK_CHARACTERS);
    line[KB_TALK_CHARACTERS] = '\0';
    for (int i = 0; i < KB_COUNT(viewers); i++) room->told.viewers_mask |= 1u << viewers[i];
    room->told.most = 0; /* more than one message could hold */
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    for (int i = 0; i < LINES; i++) {
        snprintf(keys, sizeof keys, "{\"say\":\"%s\",\"to\":[\"yellow\"]}", line);
        ASK("ok", room, ANNA, SRV_SAY, keys);
        snprintf(keys, sizeof keys, "{\"say\":\"%s\"}", line);
        ASK("ok", room, DORA, SRV_SAY, keys);
        if (i % 4 == 0 && room->table->stage == KB_PLAYING) play_one(room, &rng, 10);
    }
    assert_true(room->table->n_entries > 2 * LINES);
    for (int i = 0; i < KB_COUNT(viewers); i++) {
        int viewer = (int)viewers[i];
        srv_bytes pieces = {NULL, 0, 0};
        uint64_t n = room->table->n[viewer];
        for (uint64_t after = 1; after < n; after += SRV_PIECE) { /* 1: the table was made, before anybody listened */
            uint64_t up_to = after + SRV_PIECE < n ? after + SRV_PIECE : n;
            size_t work = 0;
            if (pieces.n) srv_add(&pieces, ",", 1);
            work += srv_room_events(room, viewer, after, up_to, &pieces);
            assert_true(work <= KB_MARK_EVERY + SRV_PIECE + SRV_PIECE);
            work = 0;
            kb_text text = kb_text_in(view_text, sizeof view_text);
            assert_true(srv_room_look(room, viewer, up_to, viewer, &text, &work));
            assert_true(work <= KB_MARK_EVERY);
        }
        const srv_bytes *told = &room->told.events[viewer];
        assert_true(pieces.n == told->n && !memcmp(pieces.at, told->at, told->n));
        srv_free(&pieces);
    }
    srv_room_free(room);
}

/* The pieces of a record make up the record. They are numbered by lines that the viewer has, so the numbers do not
 * reveal talk that was not for them. */
static void test_record_pieces(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(4);
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 6);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    while (room->table->stage == KB_PLAYING) {
        ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"psst\",\"to\":[\"yellow\"]}");
        ASK("ok", room, DORA, SRV_SAY, "{\"say\":\"among us\"}");
        play_one(room, &rng, 10);
    }
    for (int viewer = 0; viewer < 3; viewer++) {
        srv_bytes whole = {NULL, 0, 0}, pieces = {NULL, 0, 0};
        size_t after = 0, n = 0;
        assert_int_equal(srv_room_record(room, viewer, 0, SIZE_MAX, &whole), 0);
        do {
            size_t next = srv_room_record(room, viewer, after, 7, &pieces);
            assert_true(!next || next == after + 7);
            after = next;
        } while (after && ++n < 1000);
        assert_true(n > 2 && whole.n == pieces.n && !memcmp(whole.at, pieces.at, whole.n));
        assert_int_equal(strstr(whole.at, "psst") != NULL, viewer != 2);
        assert_null(strstr(whole.at, "among us"));
        srv_free(&whole);
        srv_free(&pieces);
    }
    srv_room_free(room);
}

/* A bot that joins a game knows the same as one that was there from the beginning. */
static void test_bot_remembers(void **unused)
{
    (void)unused;
    static const char *const characters[] = {"greedy:honest", "greedy:opportunist", "greedy:grudge"};
    static const char *const games[] = {"intrige", "integralis", "incorporated"};
    bool remembered = false;
    for (int i = 0; i < KB_COUNT(characters) * KB_COUNT(games); i++) {
        char keys[100];
        kb_rng rng = kb_rng_seeded(4);
        snprintf(keys, sizeof keys, "{\"game\":\"%s\",\"players\":4}", games[i / 3]);
        srv_room *room = create(keys, 6);
        sit_down(room);
        const char *first = kb_seat_name(&room->table->setup, 0), *last = kb_seat_name(&room->table->setup, 3);
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"%s\"}", last, characters[i % 3]);
        ASK("ok", room, ANNA, SRV_BOT, keys);
        ASK("ok", room, ANNA, SRV_START, "{}");
        for (int move = 0; move < 60 && room->table->stage == KB_PLAYING; move++) play_one(room, &rng, 10);
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"%s\"}", last, characters[i % 3]);
        bot_memory known = room->table->minds[3].bot.memory, nothing = {.character = known.character};
        remembered |= memcmp(&known, &nothing, sizeof known) != 0;
        ASK("ok", room, ANNA, SRV_BOT, keys); /* again, in its own seat */
        assert_memory_equal(&room->table->minds[3].bot.memory, &known, sizeof known);
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"%s\"}", first, characters[i % 3]);
        assert_int_equal(ask_as(room, ANNA, "away", 0, SRV_BOT, keys).refusal, KB_DONE);
        srv_room_free(room);
    }
    assert_true(remembered);
}

/* The host removes people, seated or not, and keeps them out until the game is over. */
static void test_remove(void **unused)
{
    (void)unused;
    for (int begun = 0; begun < 2; begun++) {
        srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
        sit_down(room);
        ASK("not_host", room, BEN, SRV_REMOVE, "{\"seat\":\"green\"}");
        ASK("own_seat", room, ANNA, SRV_REMOVE, "{\"seat\":\"red\"}");
        ASK("value", room, ANNA, SRV_REMOVE, "{}");
        ASK("value", room, ANNA, SRV_REMOVE, "{\"seat\":\"red\",\"person\":\"dora\"}");
        ASK("no_such_seat", room, ANNA, SRV_REMOVE, "{\"seat\":\"violet\"}");
        if (begun) ASK("ok", room, ANNA, SRV_START, "{}");
        ASK("ok", room, ANNA, SRV_REMOVE, "{\"seat\":\"yellow\"}");
        ASK("ok", room, ANNA, SRV_REMOVE, "{\"person\":\"dora\"}"); /* she was only watching */
        size_t before = room->table->n_entries;
        ASK("ok", room, ANNA, SRV_REMOVE, "{\"person\":\"dora\"}");
        assert_int_equal(room->table->n_entries, before);
        srv_room *again = copy_of(room); /* it is in the log */
        srv_room_free(room);
        room = again;
        ASK("removed", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
        ASK("removed", room, BEN, SRV_SAY, "{\"say\":\"why\"}");
        ASK("removed", room, DORA, SRV_SAY, "{\"say\":\"why\"}");
        assert_false(kb_table_is_for(room->table, BEN));
        if (begun) {
            ASK("ok", room, ANNA, SRV_VOTE, "{\"seat\":\"yellow\"}"); /* like a person who has left */
            ASK("ok", room, ANNA, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}");
            play_out(room);
            ASK("over", room, ANNA, SRV_REMOVE, "{\"seat\":\"green\"}");
            kb_asker carla = asker_of(CARLA, "again", 0);
            srv_seed seed = {{7}};
            again = srv_room_create_again(room, &carla, &seed);
            assert_true(!again->table->seats[1].kept && again->table->seats[1].bot_name[0] &&
                        again->table->seats[0].kept == ANNA);
            srv_room_free(again);
        } else {
            ASK("seat_empty", room, ANNA, SRV_REMOVE, "{\"seat\":\"yellow\"}");
            ASK("ok", room, ANNA, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}");
        }
        srv_room_free(room);
    }
}

/* The server answers if there is only one answer. Only the seat itself is told about the setting. */
static void test_passing(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(9);
    int passed = 0, left = 0;
    srv_room *room = create("{\"game\":\"integralis\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":9000,"
                            "\"increment_s\":0}}",
                            3);
    sit_down(room);
    ASK("not_seated", room, DORA, SRV_PASSING, "{\"on\":true}");
    ASK("value", room, BEN, SRV_PASSING, "{\"on\":1}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    uint64_t red = room->table->n[0], yellow = room->table->n[1], charged = room->table->charged_ms;
    now_ms += 100;
    ASK("ok", room, BEN, SRV_PASSING, "{\"on\":true}");
    assert_true(room->table->n[0] == red && room->table->n[1] == yellow + 1 && room->table->charged_ms == charged);
    assert_null(strstr(view_of(room, 0), "\"passing\":true"));
    assert_non_null(strstr(view_of(room, 1), "\"passing\":true"));
    while (room->table->stage == KB_PLAYING) {
        uint32_t due = kb_table_passes_due(room->table);
        static kb_span list[KB_SPANS_MAX];
        assert_true(!(due & ~2u)); /* only Ben's */
        if (due) {
            size_t before = room->table->n_entries;
            bool has_one = kb_legal(&room->table->state, 1, list, KB_SPANS_MAX) == 1 && list[0].n == 1;
            srv_room_pass(room, now_ms, 1, room->table->seats[1].decisions + 1); /* too late */
            assert_int_equal(room->table->n_entries, before);
            srv_room_pass(room, now_ms, 1, room->table->seats[1].decisions);
            assert_int_equal(room->table->n_entries > before, has_one);
            passed += has_one;
            left += !has_one;
            if (has_one) continue;
        }
        play_one(room, &rng, 10);
    }
    assert_true(passed > 0 && left > 0);
    srv_room_free(room);
}

/* The work of reading everything again from a few places. */
static size_t work_of_past(const srv_room *room, int viewer)
{
    size_t work = 0;
    for (uint64_t n = 10; n <= room->table->n[viewer]; n += 13) {
        srv_bytes events = {NULL, 0, 0};
        kb_text text = kb_text_in(view_text, sizeof view_text);
        work = 31 * work + srv_room_events(room, viewer, n, room->table->n[viewer], &events);
        assert_true(srv_room_look(room, viewer, n, viewer, &text, &work));
        srv_free(&events);
    }
    return work;
}

/* What the past costs others does not depend on settings they were not told about. */
static void test_price_of_passing(void **unused)
{
    (void)unused;
    srv_room *rooms[2];
    for (int world = 0; world < 2; world++) {
        srv_room *room = rooms[world] = create("{\"game\":\"intrige\",\"players\":3}", 2);
        kb_rng rng = kb_rng_seeded(6);
        sit_down(room);
        ASK("ok", room, ANNA, SRV_START, "{}");
        for (int i = 0; room->table->stage == KB_PLAYING; i++) {
            if (world) ASK("ok", room, BEN, SRV_PASSING, i % 2 ? "{\"on\":false}" : "{\"on\":true}");
            play_one(room, &rng, 10);
        }
        assert_true(room->table->marks.n > 0);
    }
    assert_int_equal(work_of_past(rooms[0], 0), work_of_past(rooms[1], 0));
    assert_int_equal(work_of_past(rooms[0], KB_SPECTATOR), work_of_past(rooms[1], KB_SPECTATOR));
    for (int world = 0; world < 2; world++) srv_room_free(rooms[world]);
}

/* Looks back at every event of a viewer and compares it with what they were shown at the time. */
static void test_look(void **unused)
{
    size_t work = 0;
    (void)unused;
    static char now[SRV_FRAME_MAX], then[SRV_FRAME_MAX];
    kb_rng rng = kb_rng_seeded(2);
    srv_room *room = create("{\"game\":\"incorporated\",\"players\":4}", 2);
    char *shown[2000] = {NULL};
    sit_down(room);
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"psst\",\"to\":[\"crowns\"]}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    while (room->table->stage == KB_PLAYING) {
        kb_text text = kb_text_in(now, sizeof now);
        assert_true(room->table->n[1] < KB_COUNT(shown));
        srv_room_view(room, 1, &text);
        if (!shown[room->table->n[1]]) shown[room->table->n[1]] = srv_copy(now, text.n);
        play_one(room, &rng, 10);
    }
    ASK("ok", room, CARLA, SRV_SAY, "{\"say\":\"well played\"}");
    int looks = 0;
    for (uint64_t n = 0; n <= room->table->n[1] + 1; n++) {
        kb_text text = kb_text_in(then, sizeof then);
        bool is_hers = n > room->table->seats[1].since && n <= room->table->n[1];
        assert_int_equal(srv_room_look(room, 1, n, 1, &text, &work), is_hers);
        if (!is_hers || !shown[n]) continue;
        assert_string_equal(then, shown[n]);
        looks++;
    }
    assert_true(looks > 30);
    kb_text text = kb_text_in(then, sizeof then);
    uint64_t middle = room->table->n[KB_SPECTATOR] / 2;
    assert_true(srv_room_look(room, KB_SPECTATOR, middle, kb_table_eyes(room->table, "spectator"), &text, &work));
    char hidden[SRV_FRAME_MAX / 8];
    snprintf(hidden, sizeof hidden, "%s", strstr(then, "\"position\":"));
    text = kb_text_in(then, sizeof then);
    assert_true(srv_room_look(room, KB_SPECTATOR, middle, kb_table_eyes(room->table, "everybody"), &text, &work));
    assert_non_null(strstr(then, "\"as\":\"everybody\""));
    assert_string_not_equal(hidden, strstr(then, "\"position\":"));
    assert_int_equal(kb_table_eyes(room->table, "nobody"), -1);
    for (int i = 0; i < KB_COUNT(shown); i++) free(shown[i]);
    srv_room_free(room);
}

/* Looking through another seat's eyes shows the game, but nothing that was said only to that seat. */
static void test_look_is_for_the_game(void **unused)
{
    size_t work = 0;
    (void)unused;
    static char then[SRV_FRAME_MAX];
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    kb_asker ben = asker_of(BEN, "again", 0);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("ok", room, ANNA, SRV_PASSING, "{\"on\":true}");
    play_out(room);
    srv_room_set_rematch(room, &ben, "elsewhere");
    ASK("ok", room, DORA, SRV_SAY, "{\"say\":\"where do they play?\"}");
    for (int eyes = 0; eyes <= KB_ALL_EYES; eyes++) {
        if (eyes >= 3 && eyes < KB_SPECTATOR) continue;
        kb_text text = kb_text_in(then, sizeof then);
        assert_true(srv_room_look(room, KB_SPECTATOR, room->table->n[KB_SPECTATOR], eyes, &text, &work));
        assert_true(!strstr(then, "elsewhere") && !strstr(then, "passing"));
    }
    srv_room_free(room);
}

/* --- the order of the seats, and what is opened ---------------------------------------------------------- */

static bool is_in(const srv_bytes *bytes, const char *text)
{
    return bytes->n && strstr(bytes->at, text);
}

static void test_order(void **unused)
{
    (void)unused;
    int moved = 0;
    for (uint8_t luck = 1; luck <= 12; luck++) {
        srv_room *room = create("{\"game\":\"intrige\",\"players\":4,\"order\":\"random\"}", luck);
        const char *words[KB_SEATS_MAX] = {"", "hers", "", "", ""};
        uint8_t from[KB_SEATS_MAX];
        sit_down(room);
        ASK("ok", room, BEN, SRV_WORDS, "{\"words\":\"hers\"}");
        ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"for Ben alone\",\"to\":[\"yellow\"]}");
        ASK("ok", room, ANNA, SRV_START, "{}");
        srv_seed key = srv_luck_key(&room->table->seed, &room->table->setup, room->table->version, words);
        assert_memory_equal(key.at, room->key.at, sizeof key.at); /* talk stays where it was said */
        srv_luck_deal(&key, 4, from);
        assert_memory_equal(from, room->table->order.came_from, 4);
        for (int seat = 0; seat < 4; seat++) {
            uint32_t person = from[seat] < 3 ? ANNA + from[seat] : 0;
            assert_int_equal(room->table->seats[seat].person, person);
            assert_true(person || (room->table->seats[seat].bot_name[0] && room->table->minds[seat].bot.seat == seat));
            moved += from[seat] != seat;
        }
        int ben = kb_table_viewer(room->table, BEN), yellow = 1;
        srv_bytes told = {NULL, 0, 0}, record = {NULL, 0, 0};
        if (ben != yellow) { /* what Ben heard stays his, whoever plays yellow now */
            srv_room_events(room, yellow, room->table->seats[yellow].since, room->table->n[yellow], &told);
            assert_false(is_in(&told, "for Ben alone"));
            assert_true(is_in(&told, "\"do\":\"start\",\"order\":["));
        }
        srv_room_record(room, yellow, 0, SIZE_MAX, &record);
        assert_false(is_in(&record, "for Ben alone"));
        assert_true(is_in(&record, "\"order\":["));
        srv_room *copy = copy_of(room);
        assert_memory_equal(&copy->table->order, &room->table->order, sizeof room->table->order);
        assert_string_equal(copy->table->seats[ben].name, "Ben");
        srv_free(&told);
        srv_free(&record);
        srv_room_free(copy);
        srv_room_free(room);
    }
    assert_true(moved > 12);
}

/* The deal is fair: each of the six orders of three is equally frequent. */
static void test_deal(void **unused)
{
    (void)unused;
    int times[27] = {0};
    for (int i = 0; i < 6000; i++) {
        srv_seed key = {{(uint8_t)i, (uint8_t)(i >> 8)}};
        uint8_t from[KB_SEATS_MAX];
        srv_luck_deal(&key, 3, from);
        assert_int_equal(1 << from[0] | 1 << from[1] | 1 << from[2], 7);
        times[9 * from[0] + 3 * from[1] + from[2]]++;
    }
    for (int i = 0; i < 27; i++) assert_true(!times[i] || (times[i] > 850 && times[i] < 1150));
}

static void test_open_talk(void **unused)
{
    (void)unused;
    static const char *const keys[] = {"{\"game\":\"intrige\",\"players\":3}",
                                       "{\"game\":\"intrige\",\"players\":3,\"open_talk\":true}"};
    for (int open = 0; open < 2; open++) {
        srv_room *room = create(keys[open], 1);
        srv_bytes record = {NULL, 0, 0}, own = {NULL, 0, 0}, told = {NULL, 0, 0};
        sit_down(room);
        assert_non_null(strstr(view_of(room, KB_SPECTATOR), open ? "\"open_talk\":true" : "\"open_talk\":false"));
        ASK("ok", room, ANNA, SRV_START, "{}");
        ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"for Ben alone\",\"to\":[\"yellow\"]}");
        srv_room_record(room, 2, 0, SIZE_MAX, &record);
        srv_room_record(room, 1, 0, SIZE_MAX, &own);
        srv_room_events(room, 2, 0, room->table->n[2], &told);
        assert_int_equal(is_in(&record, "for Ben alone"), open);
        assert_true(is_in(&own, "for Ben alone"));
        assert_false(is_in(&told, "for Ben alone")); /* it is only in the record, which is for the end */
        srv_free(&record);
        srv_free(&own);
        srv_free(&told);
        srv_room_free(room);
    }
}

/* --- clocks ---------------------------------------------------------------------------------------------- */

static void play_some(srv_room *room, int moves, uint64_t ms_each)
{
    kb_rng rng = kb_rng_seeded(3);
    for (int i = 0; i < moves && room->table->stage == KB_PLAYING; i++) play_one(room, &rng, ms_each);
}

static void test_live_clock(void **unused)
{
    (void)unused;
    srv_room *room = create(
        "{\"game\":\"intrige\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":60,\"increment_s\":2}}", 1);
    char keys[100];
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    int first = kb_lowest_bit(kb_actors(&room->table->state)), other = (first + 1) % 3;
    play_some(room, 1, 5000);
    assert_int_equal(room->table->seats[first].left_ms, 60000 - 5000 + 2000);
    assert_int_equal(room->table->seats[other].left_ms, 60000);
    int late = kb_lowest_bit(kb_actors(&room->table->state));
    int64_t left = room->table->seats[late].left_ms;
    now_ms += 1000;
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"talk is no reason to read the clock\"}");
    assert_int_equal(room->table->seats[late].left_ms, left);
    now_ms += 1000;
    srv_room_stop_clock(room, now_ms);
    assert_int_equal(room->table->seats[late].left_ms, left - 2000);
    now_ms += 1000000;
    srv_room_go_on(room, now_ms);
    assert_int_equal(room->table->seats[late].left_ms, left - 2000);
    now_ms += 500000; /* a crash: its time is unknown, so nothing after the last entry is charged */
    srv_room_go_on(room, now_ms);
    assert_int_equal(room->table->seats[late].left_ms, left - 2000);
    now_ms += (uint64_t)left - 2000; /* to the last millisecond */
    snprintf(keys, sizeof keys, "{\"seat\":\"%s\"}", kb_seat_name(&room->table->setup, late));
    int voters[2], n = 0;
    for (int seat = 0; seat < 3; seat++)
        if (seat != late) voters[n++] = seat;
    ASK("not_late", room, room->table->seats[voters[0]].person, SRV_VOTE, keys);
    now_ms += 1;
    ASK("ok", room, room->table->seats[voters[0]].person, SRV_VOTE, keys);
    ASK("ok", room, room->table->seats[voters[1]].person, SRV_VOTE, keys);
    assert_string_equal(room->table->seats[late].bot_name, "medium");
    ASK("ok", room, room->table->seats[late].person, SRV_SIT, keys); /* back, and not late again at once */
    assert_int_equal(room->table->seats[late].left_ms, KB_BACK_MS);
    ASK("not_late", room, room->table->seats[voters[0]].person, SRV_VOTE, keys);
    now_ms += KB_BACK_MS + 1;
    ASK("ok", room, room->table->seats[late].person, SRV_LEAVE, "{}"); /* but that is no way to get more time */
    ASK("ok", room, room->table->seats[late].person, SRV_SIT, keys);
    assert_int_equal(room->table->seats[late].left_ms, -1);
    srv_room_free(room);
}

/* Plays random moves until a seat has to answer. */
static void play_to_an_answer(srv_room *room)
{
    kb_rng rng = kb_rng_seeded(3);
    while (!kb_game_of(&room->table->state)->is_answer(&room->table->state)) {
        assert_int_equal(room->table->stage, KB_PLAYING);
        play_one(room, &rng, 10);
    }
}

static void test_answer_clock(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"integralis\",\"players\":3,\"clock\":{\"kind\":\"live\",\"bank_s\":600,"
                            "\"increment_s\":5,\"answer_s\":20}}",
                            3);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    play_to_an_answer(room);
    int asked = kb_lowest_bit(kb_actors(&room->table->state));
    int64_t bank = room->table->seats[asked].left_ms;
    char keys[100];
    snprintf(keys, sizeof keys, "{\"seat\":\"%s\"}", kb_seat_name(&room->table->setup, asked));
    assert_int_equal(room->table->seats[asked].answer_left_ms, 20000);
    assert_non_null(strstr(view_of(room, KB_SPECTATOR), "\"answer_s\":20"));
    assert_non_null(strstr(view_text, "\"answer_ms\":{"));
    now_ms += 20000;
    ASK("not_late", room, room->table->seats[(asked + 1) % 3].person, SRV_VOTE, keys);
    now_ms += 1;
    ASK("ok", room, room->table->seats[(asked + 1) % 3].person, SRV_VOTE, keys);
    assert_int_equal(room->table->seats[asked].answer_left_ms, -1);
    play_some(room, 1, 1000);
    assert_int_equal(room->table->seats[asked].left_ms, bank); /* the bank is neither charged nor given an increment */
    assert_int_equal(room->table->seats[asked].answer_left_ms, 20000);
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
        for (int seat = 0; seat < 3; seat++) assert_true(room->table->seats[seat].left_ms >= 3600000);
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
        assert_memory_equal(&room->table->state, &copy->table->state, sizeof room->table->state);
        assert_same_views(room, copy);
        assert_false(srv_room_fold(copy, "{\"at\":1,\"do\":\"start\"}", 21)); /* time never goes back */
        assert_false(srv_room_fold(copy, "{", 1));
        srv_room_free(room);
        srv_room_free(copy);
    }
}

/* What the viewer learns from a move by the rules: the state it sees afterwards, and the events it is told. */
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

/* Everything the viewer is sent in a world where this move is made, after whispers among others. */
static char *sent_in_world(const srv_room *room, int seat, kb_move move, int viewer, bool whispers)
{
    srv_room *world = copy_of(room);
    world->told.viewers_mask = 1u << viewer;
    world->told.after[viewer] = room->table->n[viewer];
    if (whispers) {
        char keys[100];
        int from = viewer == 0, to = from + 1 + (viewer == from + 1);
        snprintf(keys, sizeof keys, "{\"say\":\"a secret\",\"to\":[\"%s\"]}", kb_seat_name(&world->table->setup, to));
        ASK("ok", world, ANNA + (uint32_t)from, SRV_SAY, keys);
    }
    make_move(world, seat, move);
    srv_bytes sent = {NULL, 0, 0};
    srv_add(&sent, world->told.events[viewer].at, world->told.events[viewer].n);
    view_of(world, viewer);
    srv_add(&sent, view_text, strlen(view_text));
    srv_bytes again = {NULL, 0, 0}; /* and what is sent after a reconnect */
    srv_room_events(world, viewer, 0, world->table->n[viewer], &again);
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
        for (int step = 0; step < 150 && room->table->stage == KB_PLAYING; step++) {
            static kb_span list[KB_SPANS_MAX];
            int seat;
            kb_move move;
            kb_pick(&room->table->state, &rng, &seat, &move);
            int n = kb_legal(&room->table->state, seat, list, KB_SPANS_MAX);
            for (int attempt = 0; attempt < 6; attempt++) {
                int viewer = (int)kb_rng_under(&rng, room->table->setup.seats + 1u);
                if (viewer == room->table->setup.seats) viewer = KB_SPECTATOR;
                kb_move other = kb_rng_move(&rng, list, n);
                if (viewer == seat || !memcmp(&move, &other, sizeof move)) continue;
                if (!learns_the_same(&room->table->state, seat, move, other, viewer)) continue;
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
    srv_seed key = srv_luck_key(&seed, &setup, KB_VERSION, words),
             other = srv_luck_key(&seed, &setup, KB_VERSION, others);
    assert_memory_not_equal(key.at, other.at, sizeof key.at);
    /* The starting seat is drawn fairly. */
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
    char path[] = "/tmp/kickback-log-XXXXXX", reason[256], mark[64];
    kb_text why = kb_text_in(reason, sizeof reason);
    int file = mkstemp(path);
    assert_true(file >= 0);
    srv_log *log = srv_log_open_sqlite(path, &why);
    assert_non_null(log);
    heard all = {0, 0, ""};
    log->append(log, "a", 1, "one", 3);
    log->append(log, "a", 2, "two", 3);
    log->append(log, "b", 1, "other", 5);
    assert_int_equal(srv_log_commit(log), SRV_LOGGED);
    /* A number that is taken, or that leaves a gap, rolls back everything in the same commit. */
    log->append(log, "b", 2, "lost", 4);
    log->append(log, "a", 2, "again", 5);
    assert_int_equal(srv_log_commit(log), SRV_LOG_TAKEN);
    assert_int_equal(srv_log_commit(log), SRV_LOGGED);
    log->append(log, "a", 4, "gap", 3);
    assert_int_equal(srv_log_commit(log), SRV_LOG_FAILED);
    assert_string_equal(log->reason, "the entry before is missing");
    log->append(log, "a", 3, "never committed", 15);
    log->close(log);
    log = srv_log_open_sqlite(path, &why);
    assert_non_null(log);
    assert_int_equal(log->streams(log, read_one, &all), SRV_LOGGED);
    assert_int_equal(all.n, 2);
    memset(&all, 0, sizeof all);
    assert_int_equal(log->read(log, "a", 1, SRV_TO_END, read_one, &all), SRV_LOGGED);
    assert_int_equal(all.n, 2);
    memset(&all, 0, sizeof all);
    assert_int_equal(log->read(log, "a", 2, SRV_TO_END, read_one, &all), SRV_LOGGED);
    assert_true(all.n == 1 && all.last == 2 && !strcmp(all.text, "two"));
    memset(&all, 0, sizeof all);
    assert_int_equal(log->read(log, "a", 1, 1, read_one, &all), SRV_LOGGED);
    assert_true(all.n == 1 && all.last == 1 && !strcmp(all.text, "one"));
    log->close(log);
    remove(path);
    snprintf(mark, sizeof mark, "%s-mark", path);
    remove(mark);
    assert_null(srv_log_open_sqlite("/nowhere/log.sqlite", &why));
    assert_true(why.n > 0);
}

/* --- the limited log ------------------------------------------------------------------------------------- */

/* Sends the two requests by turns until one is refused. Returns the entries made, or 0 if there is no end to them. */
static size_t flip(srv_room *room, uint32_t person, srv_request what[2], const char *const keys[2], const char *refusal)
{
    size_t before = room->table->n_entries;
    for (int i = 0; i < KB_TALK_LINES_MAX; i++) {
        const char *answer = ask(room, person, what[i % 2], keys[i % 2]);
        if (!strcmp(answer, "ok")) continue;
        assert_string_equal(answer, refusal);
        return room->table->n_entries - before;
    }
    return 0;
}

/* One person cannot use up the log: what can be done again and again has a limit for each person. */
static void test_changes_are_limited(void **unused)
{
    (void)unused;
    static const char *const seats[] = {"{\"seat\":\"green\"}", "{}"},
                             *const says[] = {"{\"say\":\"x\"}", "{\"say\":\"y\"}"},
                             *const words[] = {"{\"words\":\"a\"}", "{\"words\":\"b\"}"},
                             *const bots[] = {"{\"seat\":\"green\",\"bot\":\"easy\"}", "{\"seat\":\"green\"}"},
                             *const paces[] = {"{\"pace\":\"off\"}", "{\"pace\":\"brisk\"}"},
                             *const passing[] = {"{\"on\":true}", "{\"on\":false}"};
    srv_room *room = create("{\"game\":\"intrige\",\"players\":3,\"public\":true}", 1);
    ASK("ok", room, BEN, SRV_SIT, "{\"seat\":\"red\"}");
    assert_in_range(flip(room, DORA, (srv_request[]){SRV_SIT, SRV_LEAVE}, seats, "too_many_changes"), 1,
                    KB_CHANGES_A_PERSON + 1);
    assert_int_equal(kb_table_viewer(room->table, DORA), 2);   /* she has had her share, and stays where she is */
    ASK("ok", room, ANNA, SRV_REMOVE, "{\"seat\":\"green\"}"); /* the host removes her */
    assert_in_range(flip(room, BEN, (srv_request[]){SRV_WORDS, SRV_WORDS}, words, "too_many_changes"), 1,
                    KB_CHANGES_A_PERSON);
    assert_in_range(flip(room, ANNA, (srv_request[]){SRV_BOT, SRV_EMPTY}, bots, "too_many_changes"), 1,
                    KB_CHANGES_A_PERSON);
    assert_in_range(flip(room, CARLA, (srv_request[]){SRV_SAY, SRV_SAY}, says, "too_much_talk"), 1, KB_TALK_A_PERSON);
    ASK("ok", room, BEN, SRV_SAY, says[0]); /* others have shares of their own */
    srv_room_free(room);

    room = create("{\"game\":\"intrige\",\"players\":3}", 1);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    assert_in_range(flip(room, BEN, (srv_request[]){SRV_PACE, SRV_PACE}, paces, "too_many_changes"), 1,
                    KB_CHANGES_A_PERSON);
    ASK("ok", room, CARLA, SRV_PACE, "{\"pace\":\"comfortable\"}");
    assert_in_range(flip(room, CARLA, (srv_request[]){SRV_PASSING, SRV_PASSING}, passing, "too_many_changes"), 1,
                    KB_CHANGES_A_PERSON);
    play_out(room);
    srv_room *copy = copy_of(room);
    assert_same_views(room, copy);
    srv_room_free(copy);
    srv_room_free(room);
}

/* What changes nothing is not stored. */
static void test_no_change_is_stored(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":4}", 1);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_WORDS, "{\"words\":\"abracadabra\"}");
    size_t before = room->table->n_entries;
    ASK("ok", room, ANNA, SRV_WORDS, "{\"words\":\"abracadabra\"}");
    ASK("ok", room, ANNA, SRV_BOT, "{\"seat\":\"blue\",\"bot\":\"greedy\"}");
    assert_int_equal(room->table->n_entries, before);
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("ok", room, BEN, SRV_PACE, "{\"pace\":\"off\",\"paused\":true}");
    before = room->table->n_entries;
    ASK("ok", room, CARLA, SRV_PACE, "{\"pace\":\"off\",\"paused\":true}");
    assert_int_equal(room->table->n_entries, before);
    srv_room_free(room);
}

/* Adds entries without content, as if so much had happened. */
static void fill(srv_room *room, size_t n)
{
    size_t bytes = room->table->used + 4 * n * sizeof(uint64_t) + (1 << 20);
    kb_table *t = room->table = realloc(room->table, bytes);
    assert_non_null(t);
    kb_table_grow(t, bytes);
    uint64_t blank = (uint64_t)((char *)kb_block_add(t, sizeof(kb_kept) + 1) - (char *)t);
    for (; t->n_entries < n; t->n_entries++) *(uint64_t *)kb_list_add(t, &t->entries, sizeof blank) = blank;
}

/* A log that is nearly full takes no more talk and settings, but everything that brings the game to its end. */
static void test_nearly_full(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":4}", 1);
    sit_down(room);
    ASK("ok", room, BEN, SRV_LEAVE, "{}");
    fill(room, KB_ENTRIES_BEFORE);
    ASK("table_full", room, BEN, SRV_SIT, "{\"seat\":\"yellow\"}");
    ASK("table_full", room, DORA, SRV_SAY, "{\"say\":\"hello\"}");
    ASK("ok", room, ANNA, SRV_BOT, "{\"seat\":\"yellow\",\"bot\":\"easy\"}");
    ASK("ok", room, ANNA, SRV_START, "{}");
    ASK("ok", room, ANNA, SRV_SAY, "{\"say\":\"welcome\"}");
    fill(room, KB_ENTRIES_MAX);
    ASK("table_full", room, ANNA, SRV_SAY, "{\"say\":\"well?\"}");
    ASK("table_full", room, ANNA, SRV_PACE, "{\"pace\":\"off\"}");
    ASK("table_full", room, ANNA, SRV_PASSING, "{\"on\":true}");
    ASK("table_full", room, ANNA, SRV_PROPOSE, "{\"with\":[\"green\"],\"promises\":[]}");
    ASK("ok", room, ANNA, SRV_REMOVE, "{\"seat\":\"green\"}");
    ASK("ok", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}");
    assert_string_equal(room->table->seats[2].bot_name, "medium");
    play_out(room);
    fill(room, KB_ENTRIES_LAST);
    ASK("table_full", room, ANNA, SRV_VOTE, "{\"seat\":\"green\"}");
    srv_room_free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_entries_written_otherwise),
        cmocka_unit_test(test_entries_that_are_refused),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_wrong_values),
        cmocka_unit_test(test_long_request),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_bot_instead),
        cmocka_unit_test(test_predecessor),
        cmocka_unit_test(test_talk),
        cmocka_unit_test(test_length_of_talk),
        cmocka_unit_test(test_bots_speak_once),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_live_clock),
        cmocka_unit_test(test_correspondence),
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_secrecy),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_past),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_record_pieces),
        cmocka_unit_test(test_bot_remembers),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_deal),
        cmocka_unit_test(test_open_talk),
        cmocka_unit_test(test_answer_clock),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_votes),
        cmocka_unit_test(test_passing),
        cmocka_unit_test(test_price_of_passing),
        cmocka_unit_test(test_look),
        cmocka_unit_test(test_look_is_for_the_game),
        cmocka_unit_test(test_changes_are_limited),
        cmocka_unit_test(test_no_change_is_stored),
        cmocka_unit_test(test_nearly_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
