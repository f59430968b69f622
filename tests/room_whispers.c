/* room_whispers.c: what others learn of whispers: nothing, or at a table that shows them, only who whispers with whom. */
#include "room.h"

enum { GREEN = 2 };
static const int outsiders[] = {GREEN, KB_SPECTATOR};

static srv_room *begin(const char *keys)
{
    srv_room *room = create(keys, 3);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    return room;
}
static srv_room *begin_seen(void)
{
    return begin(
        "{\"game\":\"intrige\",\"players\":3,\"whispers\":\"seen\",\"clock\":{\"kind\":\"live\",\"bank_s\":600,"
        "\"increment_s\":5}}");
}

static void whisper(srv_room *room, uint32_t by, const char *to, const char *words)
{
    char keys[KB_TALK_MAX + 100];
    snprintf(keys, sizeof keys, "{\"say\":\"%s\",\"to\":[%s]}", words, to);
    ASK("ok", room, by, SRV_SAY, keys);
}

/* Everything the viewer can be sent: events, view, record. */
static char *known_to(const srv_room *room, int viewer)
{
    srv_bytes all = {NULL, 0, 0};
    srv_room_events(room, viewer, 0, room->table->n[viewer], &all);
    srv_room_record(room, viewer, 0, SIZE_MAX, &all);
    view_of(room, viewer);
    srv_add(&all, view_text, strlen(view_text) + 1);
    return all.at;
}

static int times_in(const char *text, const char *what)
{
    int n = 0;
    while ((text = strstr(text, what)) != NULL) {
        n++;
        text += strlen(what);
    }
    return n;
}

static int whispers_known(const srv_room *room, int viewer)
{
    char *known = known_to(room, viewer);
    int n = times_in(known, "\"do\":\"whisper\"");
    free(known);
    return n;
}

/* Others are told once, whatever is said, however long, in which direction and how often. */
static void test_only_that(void **unused)
{
    (void)unused;
    now_ms = 1000;
    srv_room *one = begin_seen(), *much = begin_seen();
    now_ms += 700;
    whisper(one, BEN, "\"red\"", "x");
    whisper(much, ANNA, "\"yellow\"", "a longer secret of many words");
    now_ms += 50;
    whisper(much, BEN, "\"red\"", "agreed");
    whisper(much, ANNA, "\"yellow\"", "good");
    for (int i = 0; i < KB_COUNT(outsiders); i++) {
        char *a = known_to(one, outsiders[i]), *b = known_to(much, outsiders[i]);
        assert_string_equal(a, b);
        assert_int_equal(times_in(a, "\"do\":\"whisper\",\"seats\":[\"red\",\"yellow\"]}"), 1);
        free(a);
        free(b);
    }
    assert_int_equal(whispers_known(much, 0), 0); /* those who whisper have the words */
    assert_int_equal(whispers_known(much, 1), 0);
    srv_room *copy = copy_of(much);
    assert_same_views(much, copy);
    assert_int_equal(whispers_known(copy, GREEN), 1);
    srv_room_free(copy);
    srv_room_free(one);
    srv_room_free(much);
}

/* Each group is told once in a stage, and again in the next. What is read back is what was told. */
static void test_groups_and_stages(void **unused)
{
    (void)unused;
    kb_rng rng = kb_rng_seeded(5);
    srv_room *room = begin_seen();
    room->told.viewers_mask = 1u << GREEN;
    room->told.after[GREEN] = 0;
    int stages = 0;
    for (int moves = 0; moves < 200 && room->table->stage == KB_PLAYING; moves++) {
        int seat;
        kb_move move;
        stages += !room->table->moment.whispered;
        whisper(room, ANNA, "\"yellow\"", "psst");
        whisper(room, BEN, "\"red\"", "psst");
        kb_pick(&room->table->state, &rng, &seat, &move);
        now_ms += 10;
        make_move(room, seat, move);
    }
    assert_true(stages > 3);
    assert_int_equal(whispers_known(room, GREEN), stages);
    whisper(room, ANNA, "\"yellow\",\"green\"", "psst"); /* another group; no seat is outside it */
    assert_int_equal(whispers_known(room, GREEN), stages);
    srv_bytes again = {NULL, 0, 0};
    const srv_bytes *told = &room->told.events[GREEN];
    srv_room_events(room, GREEN, 0, room->table->n[GREEN], &again);
    assert_true(again.n >= told->n && !memcmp(again.at + again.n - told->n, told->at, told->n));
    srv_free(&again);
    srv_room_free(room);
}

/* Without the option nothing leaves: the world is the same as one in which nobody whispered. */
static void test_hidden(void **unused)
{
    (void)unused;
    static const char *const keys[] = {"{\"game\":\"intrige\",\"players\":3}",
                                       "{\"game\":\"intrige\",\"players\":3,\"whispers\":\"hidden\"}"};
    for (int i = 0; i < KB_COUNT(keys); i++) {
        now_ms = 1000;
        srv_room *quiet = begin(keys[i]), *room = begin(keys[i]);
        whisper(room, ANNA, "\"yellow\"", "psst");
        for (int k = 0; k < KB_COUNT(outsiders); k++) {
            char *a = known_to(quiet, outsiders[k]), *b = known_to(room, outsiders[k]);
            assert_string_equal(a, b);
            free(a);
            free(b);
        }
        srv_room_free(quiet);
        srv_room_free(room);
    }
}

/* A bot that whispers is seen like a person. */
static void test_bots(void **unused)
{
    (void)unused;
    srv_room *room = create("{\"game\":\"intrige\",\"players\":4,\"whispers\":\"seen\"}", 3);
    sit_down(room);
    ASK("ok", room, ANNA, SRV_START, "{}");
    whisper(room, ANNA, "\"blue\"", "9k for the 3000 post?");
    assert_int_equal(whispers_known(room, 1), 1);
    size_t line = room->table->n_entries - 1; /* the last entry is the whisper */
    bot_reply reply = {.kind = BOT_DECLINES, .reason = "no"};
    srv_room_bot_replies(room, now_ms, 3, line, &reply);
    assert_int_equal(whispers_known(room, 1), 1); /* the answer is between the same two */
    assert_int_equal(kb_table_entry(room->table, room->table->n_entries)->kind, KB_ENTRY_TALK);
    srv_room_free(room);
}

/* The rule is one of the table's, kept at a rematch; other values are refused. */
static void test_setting(void **unused)
{
    (void)unused;
    kb_answer answer;
    srv_seed seed = {{0}};
    srv_room *room = begin_seen();
    kb_asker ben = asker_of(BEN, "again", 0);
    srv_room *again = srv_room_create_again(room, &ben, &seed);
    assert_non_null(strstr(view_of(again, KB_SPECTATOR), "\"whispers\":\"seen\""));
    srv_ask *request = read_ask(SRV_CREATE, "{\"game\":\"intrige\",\"players\":3,\"whispers\":\"loud\"}");
    assert_null(srv_room_create(&ben, request, &seed, &answer));
    srv_ask_drop(request);
    srv_room_free(again);
    srv_room_free(room);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_only_that), cmocka_unit_test(test_groups_and_stages), cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_bots),      cmocka_unit_test(test_setting),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
