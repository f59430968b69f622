/* nodes.c: two servers on one log. Each learns what the other wrote when the test says so; until then it decides on what
 * it knows, and the log takes only one of two entries with the same number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "json.h"
#include "simulate/world.h"

uint64_t world_seed;

enum { NODES = 2, HEARD = 1 << 18 };

static srv_log *logs[NODES];
static srv_lobby *lobbies[NODES];
static uint64_t now_ms;
static kb_rng luck;

typedef struct person {
    int node, n_asked;
    srv_connection *connection;
    char heard[HEARD];  /* everything since the last check */
    char events[HEARD]; /* of the table they watch, as they know it */
    char view[HEARD];
    uint64_t n; /* the last event */
} person;

static person anna, ben;
static char table[SRV_TABLE_ID + 1];

/* What a page does with news. */
static void take_news(person *p, kb_slice news)
{
    kb_slice event;
    if (json_is(news, "fresh", "true")) {
        p->events[0] = '\0';
        p->n = 0;
    }
    for (kb_json events = json_list(news, "events"); json_next(&events, &event);) {
        uint64_t n = (uint64_t)json_number(event, "n");
        if (p->n && n <= p->n) continue; /* known already */
        assert_true(!p->n || n == p->n + 1);
        p->n = n;
        snprintf(p->events + strlen(p->events), HEARD - strlen(p->events), "%.*s\n", (int)event.n, event.at);
    }
    kb_slice view = json_at(news, "view");
    snprintf(p->view, HEARD, "%.*s", (int)view.n, view.at);
}

static void take_text(void *context, void *outside, const char *text, size_t n)
{
    person *p = outside;
    (void)context;
    kb_slice message = json_message(text, n);
    const char *type = json_text(message, "type"), *id = json_text(message, "table");
    if (!strcmp(type, "ok") && *id) snprintf(table, sizeof table, "%s", id);
    if (!strcmp(type, "news")) take_news(p, message);
    snprintf(p->heard + strlen(p->heard), HEARD - strlen(p->heard), "%.*s\n", (int)n, text);
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

static void open_node(int node)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    const srv_edge edge = {.send = take_text, .random = draw, .note = note};
    lobbies[node] = srv_lobby_open(logs[node], &edge, now_ms, &why);
    assert_non_null(lobbies[node]);
    assert_true(srv_turn(lobbies[node]));
}

static void put(person *p, const char *what, const char *keys)
{
    char text[1024];
    snprintf(text, sizeof text, "{\"id\":\"%d\",\"do\":\"%s\"%s%s}", ++p->n_asked, what, *keys ? "," : "", keys);
    srv_receive(lobbies[p->node], p->connection, text, strlen(text), now_ms += 100);
}

static void put_table(person *p, const char *what, const char *keys)
{
    char text[900];
    snprintf(text, sizeof text, "\"table\":\"%s\"%s%s", table, *keys ? "," : "", keys);
    put(p, what, text);
}

static void turn(int node)
{
    assert_true(srv_turn(lobbies[node]));
}

/* Both nodes work until nothing is left to do and both know everything. */
static void settle(void)
{
    for (bool more = true; more;) {
        more = false;
        for (int node = 0; node < NODES; node++) turn(node);
        for (int node = 0; node < NODES; node++) {
            more |= tell_memory(logs[node]) || srv_wants_turn(lobbies[node]) || !srv_is_up_to_date(lobbies[node]);
        }
    }
}

/* How often they were sent this since the last check. */
static int count(const person *p, const char *text)
{
    int n = 0;
    for (const char *at = p->heard; (at = strstr(at, text)); at++) n++;
    return n;
}

static void forget(void)
{
    anna.heard[0] = ben.heard[0] = '\0';
}

static void come(person *p, int node, int number)
{
    srv_secret secret;
    memset(p, 0, sizeof *p);
    memset(&secret, number, sizeof secret);
    p->node = node;
    srv_visitor visitor = {p, (uint64_t)number, "http://127.0.0.1", 0, false};
    p->connection = srv_connect(lobbies[node], &visitor, &secret, now_ms);
}

static int begin(void **unused)
{
    (void)unused;
    now_ms = 1000000;
    luck = kb_rng_seeded(7);
    logs[0] = open_memory(0);
    logs[1] = open_beside(logs[0], 0);
    for (int node = 0; node < NODES; node++) open_node(node);
    come(&anna, 0, 1);
    come(&ben, 1, 2);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    for (int node = 0; node < NODES; node++) {
        srv_lobby_close(lobbies[node], false, now_ms);
        logs[node]->close(logs[node]);
    }
    return 0;
}

/* Anna, on the first node, has made a table that both watch. */
static void meet(void)
{
    put(&anna, "name", "\"name\":\"Anna\"");
    settle();
    put(&ben, "name", "\"name\":\"Ben\"");
    settle();
    put(&anna, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true");
    settle();
    put_table(&anna, "watch", "");
    put_table(&ben, "watch", "");
    settle();
    forget();
}

/* What each of them knows is what the other's node would tell them. */
static void check_pictures(void)
{
    const person *people[] = {&anna, &ben};
    static char buffer[SRV_FRAME_MAX];
    for (int i = 0; i < 2; i++) {
        const person *p = people[i];
        const srv_room *room = srv_lobby_room(lobbies[1 - p->node], table);
        kb_text text = kb_text_in(buffer, sizeof buffer);
        int viewer = kb_table_viewer(room->table, (uint32_t)i + 1);
        srv_room_view(room, viewer, &text);
        assert_string_equal(p->view, buffer);
        assert_int_equal(p->n, room->table->n[viewer]);
    }
}

/* --- tests ----------------------------------------------------------------------------------------------- */

static void what_one_does_the_other_sees(void **unused)
{
    (void)unused;
    meet();
    put_table(&anna, "sit", "\"seat\":\"red\"");
    settle();
    assert_int_equal(count(&ben, "\"do\":\"sit\",\"seat\":\"red\",\"name\":\"Anna\""), 1);
    put_table(&ben, "sit", "\"seat\":\"green\"");
    settle();
    put_table(&ben, "say", "\"say\":\"psst\",\"to\":[\"red\"]");
    settle();
    assert_int_equal(count(&anna, "psst"), 1);
    put_table(&anna, "bot", "\"seat\":\"yellow\",\"bot\":\"random\"");
    settle();
    put_table(&anna, "start", "");
    settle();
    assert_int_equal(count(&ben, "\"do\":\"start\""), 1);
    check_pictures();
}

static void a_seat_goes_to_one_of_two(void **unused)
{
    (void)unused;
    meet();
    put_table(&ben, "sit", "\"seat\":\"red\"");
    turn(1);
    put_table(&anna, "sit", "\"seat\":\"red\""); /* her node has not heard of it */
    turn(0);
    assert_string_equal(anna.heard, ""); /* it is decided again first */
    settle();
    assert_int_equal(count(&anna, "\"seat_taken\""), 1);
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 0);
    assert_int_equal(count(&anna, "\"do\":\"sit\",\"seat\":\"red\",\"name\":\"Ben\""), 1);
    assert_int_equal(count(&anna, "\"do\":\"sit\""), 1);
    assert_int_equal(count(&ben, "\"type\":\"ok\""), 1);
    check_pictures();
}

static void lines_said_at_once_have_one_order(void **unused)
{
    (void)unused;
    meet();
    for (int i = 0; i < 5; i++) {
        put_table(i % 2 ? &anna : &ben, "say", "\"say\":\"first\"");
        turn(i % 2 ? 0 : 1);
        put_table(i % 2 ? &ben : &anna, "say", "\"say\":\"second\"");
        turn(i % 2 ? 1 : 0);
    }
    settle();
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 5);
    assert_int_equal(count(&ben, "\"type\":\"ok\""), 5);
    assert_string_equal(anna.events, ben.events); /* both watch */
    check_pictures();
}

static void two_people_who_come_at_once_are_two(void **unused)
{
    (void)unused;
    put(&ben, "name", "\"name\":\"Ben\"");
    turn(1);
    put(&anna, "name", "\"name\":\"Anna\"");
    put(&anna, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true"); /* by a person who has to be another */
    turn(0);
    settle();
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 2);
    const srv_room *room = srv_lobby_room(lobbies[1], table);
    assert_int_equal(room->table->host, 2);
    assert_string_equal(room->table->host_name, "Anna");
    assert_int_equal(srv_lobby_counts(lobbies[0]).people, 2);
    assert_int_equal(srv_lobby_counts(lobbies[1]).people, 2);
    assert_int_equal(srv_lobby_counts(lobbies[0]).tables, 1);
    assert_int_equal(srv_lobby_counts(lobbies[1]).tables, 1);
}

/* A commit holds requests about other things, too: all of it is decided again, and answered once. */
static void nothing_else_in_the_commit_is_lost_or_doubled(void **unused)
{
    (void)unused;
    char first[SRV_TABLE_ID + 1];
    meet();
    memcpy(first, table, sizeof first);
    put_table(&ben, "say", "\"say\":\"mine\"");
    turn(1);
    put_table(&anna, "say", "\"say\":\"too late\"");
    put(&anna, "create", "\"game\":\"intrige\",\"players\":4,\"public\":true");
    put(&anna, "mute", "\"person\":\"0000\",\"muted\":true"); /* refused */
    put(&anna, "games", "");
    put_table(&anna, "unwatch", "");
    person carl;
    come(&carl, 0, 3); /* greeted in the same commit */
    put_table(&carl, "watch", "");
    turn(0);
    settle();
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 4);
    assert_int_equal(count(&anna, "\"type\":\"no\""), 1);
    assert_int_equal(count(&carl, "\"type\":\"hello\""), 1);
    assert_int_equal(count(&carl, "\"fresh\":true"), 1);
    assert_int_equal(count(&carl, "too late"), 1);
    assert_int_equal(srv_lobby_counts(lobbies[0]).tables, 2);
    assert_int_equal(srv_lobby_counts(lobbies[1]).tables, 2);
    srv_disconnect(lobbies[0], carl.connection);
    memcpy(table, first, sizeof first);
}

static void missed_news_is_made_up_for(void **unused)
{
    (void)unused;
    meet();
    put_table(&ben, "say", "\"say\":\"one\"");
    turn(1);
    put(&ben, "name", "\"name\":\"Benjamin\"");
    turn(1);
    put(&ben, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true");
    turn(1);
    srv_log_news *news = logs[0]->news;
    logs[0]->news = NULL; /* lost */
    while (tell_memory(logs[0])) {
    }
    logs[0]->news = news;
    turn(0);
    assert_int_equal(count(&anna, "\"one\""), 0);
    news(logs[0]->context, NULL, 0); /* connected again */
    settle();
    assert_int_equal(count(&anna, "\"one\""), 1);
    assert_int_equal(srv_lobby_counts(lobbies[0]).tables, 2);
}

/* Others' entries are not told to somebody whose watching may be taken back. */
static void a_picture_comes_before_news(void **unused)
{
    (void)unused;
    person carl;
    meet();
    come(&carl, 0, 3);
    settle();
    put_table(&carl, "watch", "");
    put(&anna, "name", "\"name\":\"Hanna\"");
    put(&ben, "name", "\"name\":\"Benno\""); /* is faster */
    turn(1);
    put_table(&ben, "say", "\"say\":\"hm\"");
    turn(1);
    while (tell_memory(logs[0])) {
    }
    turn(0);
    settle();
    const char *first = strstr(carl.heard, "\"fresh\":");
    assert_true(first && !strncmp(first, "\"fresh\":true", 12));
    assert_int_equal(count(&carl, "\"hm\""), 1);
    srv_disconnect(lobbies[0], carl.connection);
}

/* Ben has been told that he sits. Anna's node, which has not heard of it, may not say that his seat is empty. */
static void nothing_is_refused_because_of_an_old_picture(void **unused)
{
    (void)unused;
    meet();
    put_table(&anna, "sit", "\"seat\":\"red\"");
    put_table(&anna, "bot", "\"seat\":\"yellow\",\"bot\":\"random\"");
    settle();
    put_table(&ben, "sit", "\"seat\":\"green\"");
    turn(1);
    assert_int_equal(count(&ben, "\"type\":\"ok\""), 1);
    forget();
    put_table(&anna, "start", "");
    put_table(&anna, "start", "");
    turn(0);
    settle();
    assert_int_equal(count(&anna, "\"seats_empty\""), 0);
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 1);
    assert_int_equal(count(&anna, "\"type\":\"no\""), 1); /* the second */
    check_pictures();
}

/* Ben has seen a line, and goes to another node, which has not heard of it. He is not shown the time before it. */
static void nobody_is_taken_back_in_time(void **unused)
{
    (void)unused;
    person ben_again;
    char after[64];
    meet();
    put_table(&ben, "say", "\"say\":\"hm\"");
    turn(1);
    assert_int_equal(count(&ben, "\"hm\""), 1);
    come(&ben_again, 0, 2);
    snprintf(after, sizeof after, "\"as\":\"spectator\",\"after\":%d", (int)ben.n);
    put_table(&ben_again, "watch", after);
    turn(0);
    settle();
    assert_int_equal(count(&ben_again, "\"fresh\":true"), 0);
    assert_int_equal(count(&ben_again, "\"fresh\":false"), 1);
    assert_string_equal(ben_again.view, ben.view);
    srv_disconnect(lobbies[0], ben_again.connection);
}

/* As over a network: every question is answered when it is asked the second time. */
static srv_logged read_late(srv_log *log, const char *stream, uint64_t from, uint64_t to, srv_log_reader *reader,
                            void *context)
{
    static char asked[4][SRV_STREAM_MAX + 1];
    for (int i = 0; i < KB_COUNT(asked); i++) {
        if (strcmp(asked[i], stream) != 0) continue;
        asked[i][0] = '\0';
        return logs[1]->read(log, stream, from, to, reader, context);
    }
    int empty = 0;
    while (asked[empty][0]) empty++;
    snprintf(asked[empty], sizeof asked[empty], "%s", stream);
    return SRV_LOG_PENDING;
}

/* Anna's table is taken back with her name, because Ben's name was faster. Nobody waits for a table that is not there. */
static void a_table_that_was_taken_back_is_made_again(void **unused)
{
    (void)unused;
    meet();
    logs[0]->read = read_late;
    put(&ben, "name", "\"name\":\"Benno\"");
    turn(1);
    put(&anna, "name", "\"name\":\"Hanna\"");
    put(&anna, "create", "\"game\":\"intrige\",\"players\":3");
    for (int i = 0; i < 20; i++) turn(0);
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 2);
    settle();
}

/* A request that is repeated to another server, which has not heard of it yet. */
static void a_repeated_request_makes_one_table(void **unused)
{
    (void)unused;
    person again;
    char id[SRV_TABLE_ID + 1];
    meet();
    come(&again, 1, 1); /* Anna, on the other node */
    again.n_asked = anna.n_asked;
    settle();
    put(&anna, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true");
    put(&again, "create", "\"game\":\"intrige\",\"players\":3,\"public\":true");
    turn(0);
    memcpy(id, table, sizeof id);
    turn(1);
    settle();
    assert_int_equal(count(&again, "\"type\":\"ok\""), 1);
    assert_int_equal(count(&again, id), 1);
    for (int node = 0; node < NODES; node++) assert_int_equal(srv_lobby_counts(lobbies[node]).tables, 2);
    srv_disconnect(lobbies[1], again.connection);
}

/* The token of the last link that they were given, as a key of a request. */
static const char *token_of(const person *p)
{
    static char keys[SRV_TOKEN + 16];
    const char *at = strstr(p->heard, "\"token\":\"");
    assert_non_null(at);
    snprintf(keys, sizeof keys, "%.*s", (int)(sizeof "\"token\":\"\"" - 1 + SRV_TOKEN), at);
    return keys;
}

static void a_link_works_once_on_any_node(void **unused)
{
    (void)unused;
    person phone, thief;
    meet();
    come(&phone, 1, 3);
    come(&thief, 0, 4);
    settle();
    put(&anna, "link", "");
    settle();
    put(&thief, "device", token_of(&anna)); /* at the same time as the phone, but slower */
    put(&phone, "device", token_of(&anna));
    turn(1);
    turn(0);
    settle();
    assert_int_equal(count(&phone, "\"type\":\"ok\""), 1);
    assert_int_equal(count(&phone, "\"name\":\"Anna\""), 1);
    assert_int_equal(count(&thief, "\"no_link\""), 1);
    assert_int_equal(count(&thief, "\"type\":\"ok\""), 0);
    srv_disconnect(lobbies[1], phone.connection);
    srv_disconnect(lobbies[0], thief.connection);
}

/* What is decided again finds the link as it was, and is one guess. */
static void a_link_survives_a_lost_race(void **unused)
{
    (void)unused;
    person phone, elsewhere;
    meet();
    come(&phone, 1, 3);
    settle();
    for (int i = 0; i < SRV_GUESS_BURST; i++) {
        put(&phone, "device", "\"token\":\"00000000000000000000000000000000\"");
        put(&phone, "name", i % 2 ? "\"name\":\"Carl\"" : "\"name\":\"Karl\"");
        put(&anna, "name", i % 2 ? "\"name\":\"Anna\"" : "\"name\":\"Hanna\"");
        turn(0);
        turn(1);
        settle();
    }
    assert_int_equal(count(&phone, "\"no_link\""), SRV_GUESS_BURST);
    assert_int_equal(count(&phone, "\"too_fast\""), 0);
    come(&elsewhere, 0, 3);
    put(&elsewhere, "device", "\"token\":\"00000000000000000000000000000000\"");
    settle();
    assert_int_equal(count(&elsewhere, "\"too_fast\""), 1); /* the other node was told of all guesses */
    srv_disconnect(lobbies[0], elsewhere.connection);
    put(&phone, "device", "\"token\":\"00000000000000000000000000000000\"");
    settle();
    assert_int_equal(count(&phone, "\"too_fast\""), 1);
    now_ms += SRV_GUESS_MS * SRV_GUESS_BURST;
    put(&anna, "link", "");
    settle();
    put(&phone, "device", token_of(&anna));
    put(&anna, "name", "\"name\":\"Hannah\"");
    turn(0);
    turn(1);
    settle();
    assert_int_equal(count(&phone, "\"name\":\"Hannah\""), 1);
    srv_disconnect(lobbies[1], phone.connection);
}

/* Guesses are counted together: after ten of them, on whichever node, the next is refused everywhere. */
static void guesses_are_counted_on_all_nodes(void **unused)
{
    static const char wrong[] = "\"token\":\"00000000000000000000000000000000\"";
    (void)unused;
    person thief[NODES];
    for (int node = 0; node < NODES; node++) come(&thief[node], node, 9); /* one secret, one address */
    settle();
    for (int i = 0; i < SRV_GUESS_BURST; i++) {
        put(&thief[i % NODES], "device", wrong);
        settle();
    }
    for (int node = 0; node < NODES; node++) {
        assert_int_equal(count(&thief[node], "\"no_link\""), SRV_GUESS_BURST / NODES);
        put(&thief[node], "device", wrong);
        settle();
        assert_int_equal(count(&thief[node], "\"too_fast\""), 1);
    }
    now_ms += SRV_GUESS_MS; /* one is forgiven */
    for (int node = 0; node < NODES; node++) {
        put(&thief[node], "device", wrong);
        settle();
    }
    assert_int_equal(count(&thief[0], "\"no_link\""), SRV_GUESS_BURST / NODES + 1);
    assert_int_equal(count(&thief[1], "\"too_fast\""), 2);
    for (int node = 0; node < NODES; node++) srv_disconnect(lobbies[node], thief[node].connection);
}

/* Nodes that are asked at the same time, and have not heard of each other's guesses, allow no more of them together. */
static void guesses_made_at_once_are_counted_together(void **unused)
{
    static const char wrong[] = "\"token\":\"00000000000000000000000000000000\"";
    (void)unused;
    person thief[NODES];
    int n_allowed = 0, n_refused = 0;
    for (int node = 0; node < NODES; node++) come(&thief[node], node, 9); /* one secret, one address */
    settle();
    for (int i = 0; i < SRV_GUESS_BURST; i++)
        for (int node = 0; node < NODES; node++) {
            put(&thief[node], "device", wrong);
            turn(node);
        }
    settle();
    for (int node = 0; node < NODES; node++) {
        n_allowed += count(&thief[node], "\"no_link\"");
        n_refused += count(&thief[node], "\"too_fast\"");
        srv_disconnect(lobbies[node], thief[node].connection);
    }
    assert_int_equal(n_allowed, SRV_GUESS_BURST);
    assert_int_equal(n_refused, (NODES - 1) * SRV_GUESS_BURST);
}

/* A node that was cut off does not know of guesses at other nodes, and allows none at first. */
static void guesses_during_a_cut_are_feared(void **unused)
{
    static const char wrong[] = "\"token\":\"00000000000000000000000000000000\"";
    (void)unused;
    person thief;
    srv_log_news *news = logs[1]->news;
    come(&thief, 1, 9);
    settle();
    news(logs[1]->context, NULL, 0); /* connected again */
    settle();
    put(&thief, "device", wrong);
    settle();
    assert_int_equal(count(&thief, "\"too_fast\""), 1);
    now_ms += SRV_GUESS_MS;
    for (int i = 0; i < 2; i++) put(&thief, "device", wrong);
    settle();
    assert_int_equal(count(&thief, "\"no_link\""), 1);
    assert_int_equal(count(&thief, "\"too_fast\""), 2);
    srv_disconnect(lobbies[1], thief.connection);
}

static bool always(const srv_log *log, const char *stream)
{
    (void)log, (void)stream;
    return true;
}

static bool never(const srv_log *log, const char *stream)
{
    (void)log, (void)stream;
    return false;
}

/* Each node tells what it tells once a second, and hears the other. */
static void a_second_passes(void)
{
    now_ms += 1000;
    for (int node = 0; node < NODES; node++) srv_tick(lobbies[node], now_ms);
    settle();
}

static void who_is_connected_is_known_on_all_nodes(void **unused)
{
    (void)unused;
    person tab;
    meet();
    put_table(&anna, "sit", "\"seat\":\"red\"");
    settle();
    put_table(&ben, "sit", "\"seat\":\"green\"");
    settle();
    a_second_passes();
    assert_int_equal(count(&anna, "\"seats\":[\"red\",\"green\"]"), 1);
    assert_int_equal(count(&ben, "\"seats\":[\"red\",\"green\"]"), 1);
    come(&tab, 0, 2); /* Ben's other tab, on the other node */
    settle();
    put_table(&tab, "watch", "");
    settle();
    forget();
    srv_disconnect(lobbies[1], ben.connection);
    for (int i = 0; i < 10; i++) a_second_passes();
    assert_int_equal(count(&anna, "\"type\":\"here\""), 0); /* he is still there */
    srv_disconnect(lobbies[0], tab.connection);
    settle();
    assert_int_equal(count(&anna, "\"seats\":[\"red\"]"), 1);
    come(&ben, 1, 2);
    settle();
    put_table(&ben, "watch", "");
    settle();
    a_second_passes();
    assert_int_equal(count(&anna, "\"seats\":[\"red\",\"green\"]"), 1);
    forget();
    srv_disconnect(lobbies[1], ben.connection);
    for (int i = 0; i < 10; i++) a_second_passes();
    assert_int_equal(count(&anna, "\"seats\":[\"red\"]"), 1);
    come(&ben, 1, 2);
}

static void go_to(person *p, int node, int number)
{
    srv_disconnect(lobbies[p->node], p->connection);
    come(p, node, number);
    settle();
    put_table(p, "watch", "");
    settle();
}

/* Anna's node believes that Ben is gone. He has just connected to the other one, or has been there since before her node
 * was started. She can put a bot in his place only when he is not on any. */
static void nobody_is_replaced_who_is_on_another_node(void **unused)
{
    static const char a_bot[] = "\"seat\":\"green\",\"bot\":\"random\"";
    (void)unused;
    meet();
    put_table(&anna, "sit", "\"seat\":\"red\"");
    put_table(&anna, "bot", "\"seat\":\"yellow\",\"bot\":\"random\"");
    settle();
    put_table(&ben, "sit", "\"seat\":\"green\"");
    settle();
    put_table(&anna, "start", "");
    settle();
    go_to(&ben, 0, 2);
    for (int i = 0; i < 10; i++) a_second_passes();
    go_to(&ben, 1, 2);
    forget();
    put_table(&anna, "bot", a_bot);
    put_table(&anna, "vote", "\"seat\":\"green\"");
    settle();
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 0);
    a_second_passes();
    assert_int_equal(count(&anna, "\"person_here\""), 1);
    assert_int_equal(count(&anna, "\"not_late\""), 1);
    srv_lobby_close(lobbies[0], true, now_ms);
    crash_memory(logs[0]);
    open_node(0);
    come(&anna, 0, 1);
    put_table(&anna, "bot", a_bot);
    settle();
    for (int i = 0; i < 3; i++) a_second_passes();
    assert_int_equal(count(&anna, "\"person_here\""), 1);
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 0);
    srv_disconnect(lobbies[1], ben.connection);
    for (int i = 0; i < 10; i++) a_second_passes();
    put_table(&anna, "bot", a_bot);
    settle();
    assert_int_equal(count(&anna, "\"type\":\"ok\""), 1);
    come(&ben, 1, 2);
}

/* A table that is watched on one node does not expire on the other. */
static void a_watched_table_does_not_expire(void **unused)
{
    (void)unused;
    meet();
    for (int node = 0; node < NODES; node++) { /* the only one who watches is on the other node */
        logs[node]->tends = node ? never : always;
        logs[node]->n_shares++;
    }
    put_table(&anna, "unwatch", "");
    settle();
    for (uint64_t end_ms = now_ms + SRV_EXPIRE_MS + 60000; now_ms < end_ms; a_second_passes()) {
    }
    assert_int_equal(srv_lobby_room(lobbies[0], table)->table->stage, KB_GATHERING);
    put_table(&ben, "unwatch", "");
    settle();
    for (uint64_t end_ms = now_ms + SRV_EXPIRE_MS + 60000; now_ms < end_ms; a_second_passes()) {
    }
    assert_int_equal(srv_lobby_room(lobbies[1], table)->table->stage, KB_EXPIRED);
}

/* --- who looks after a table ----------------------------------------------------------------------------- */

/* From now on this node looks after everything. */
static void give_to(int node)
{
    for (int i = 0; i < NODES; i++) {
        logs[i]->tends = i == node ? always : never;
        logs[i]->n_shares++;
        turn(i);
    }
}

/* Anna plays against two bots, with a clock; Ben watches. */
static void play_bots(const char *more)
{
    char keys[256];
    meet();
    snprintf(keys, sizeof keys, "\"game\":\"intrige\",\"players\":3,\"public\":true%s", more);
    put(&anna, "create", keys);
    settle();
    put_table(&anna, "watch", "");
    put_table(&ben, "watch", "");
    put_table(&anna, "sit", "\"seat\":\"red\"");
    put_table(&anna, "bot", "\"seat\":\"yellow\",\"bot\":\"random\"");
    put_table(&anna, "bot", "\"seat\":\"green\",\"bot\":\"random\"");
    settle();
    put_table(&anna, "start", "");
    settle();
}

static const char a_clock[] = ",\"clock\":{\"kind\":\"live\",\"bank_s\":600,\"increment_s\":0}";

/* The node's bots think and move until they have nothing to do. Returns how many entries they made. */
static size_t run_bots(int node)
{
    const bot_room room = {NULL, 0, NULL, NULL};
    size_t before = srv_lobby_room(lobbies[node], table)->table->n_entries;
    srv_job job;
    for (bool more = true; more; settle()) {
        more = false;
        for (; srv_next_job(lobbies[node], &job, now_ms); more = true) {
            srv_think(&job, &room);
            srv_job_done(lobbies[node], &job, now_ms);
        }
        if (srv_next_ms(lobbies[node]) != UINT64_MAX) now_ms += 10;
        srv_play_due(lobbies[node], now_ms);
    }
    return srv_lobby_room(lobbies[node], table)->table->n_entries - before;
}

static bool is_bots_turn(void)
{
    return kb_table_bots_due(srv_lobby_room(lobbies[0], table)->table);
}

/* Anna makes the first legal move that has no choice of an amount. */
static void move_on(void)
{
    kb_slice view = {anna.view, strlen(anna.view)};
    const char *text = json_text(view, "legal.0"), *run = strstr(text, "..");
    char keys[256];
    snprintf(keys, sizeof keys, "\"move\":\"%.*s\",\"decision\":%lld", (int)(run ? (size_t)(run - text) : strlen(text)),
             text, json_number(view, "decision"));
    put_table(&anna, "move", keys);
    settle();
}

static void bots_are_played_by_one_node_and_then_another(void **unused)
{
    (void)unused;
    int n_moves[NODES] = {0};
    play_bots("");
    for (int i = 0; i < 40; i++) {
        int node = i / 3 % NODES;
        give_to(node);
        if (!is_bots_turn()) move_on();
        if (!is_bots_turn()) continue;
        assert_int_equal(run_bots(1 - node), 0);
        n_moves[node] += (int)run_bots(node);
        assert_false(is_bots_turn());
    }
    assert_true(n_moves[0] && n_moves[1]);
    check_pictures();
}

/* The node's bots think about what they owe. */
static void think(int node)
{
    const bot_room room = {NULL, 0, NULL, NULL};
    srv_job job;
    while (srv_next_job(lobbies[node], &job, now_ms)) {
        srv_think(&job, &room);
        srv_job_done(lobbies[node], &job, now_ms);
    }
}

/* Both nodes believe that they look after the table, and play its bots at the same time. Each move is made once. */
static void two_caretakers_do_no_harm(void **unused)
{
    (void)unused;
    play_bots("");
    for (int node = 0; node < NODES; node++) {
        logs[node]->tends = always;
        logs[node]->n_shares++;
        turn(node);
    }
    for (int i = 0; i < 200; i++) {
        if (!is_bots_turn()) move_on();
        for (int node = 0; node < NODES; node++) think(node);
        now_ms += 10;
        for (int node = 0; node < NODES; node++) srv_play_due(lobbies[node], now_ms);
        for (int node = 0; node < NODES; node++) turn((node + i) % NODES);
        settle();
    }
    const srv_room *one = srv_lobby_room(lobbies[0], table), *other = srv_lobby_room(lobbies[1], table);
    assert_true(one->table->n_entries > 60 && one->table->n_entries == other->table->n_entries);
    for (size_t i = 0; i < one->table->n_entries; i++)
        assert_string_equal(srv_room_entry(one, i + 1).at, srv_room_entry(other, i + 1).at);
    check_pictures();
}

/* A node that goes, or comes back, beside another does not touch the clocks. */
static void clocks_run_while_any_node_is_there(void **unused)
{
    (void)unused;
    play_bots(a_clock);
    give_to(0);
    size_t n = srv_lobby_room(lobbies[1], table)->table->n_entries;
    srv_lobby_close(lobbies[0], true, now_ms);
    crash_memory(logs[0]);
    now_ms += 60000;
    open_node(0);
    assert_int_equal(srv_lobby_room(lobbies[0], table)->table->n_entries, n);
    assert_false(srv_lobby_room(lobbies[0], table)->table->clock_stopped);
    come(&anna, 0, 1);
}

/* Nobody was there for a minute, from twenty seconds after the bots' last move. The first node that is back forgives it. */
static int64_t charged_after_a_minute(bool is_faster)
{
    play_bots(a_clock);
    give_to(0);
    run_bots(0);
    int64_t left_ms = srv_lobby_room(lobbies[1], table)->table->seats[0].left_ms;
    logs[0]->untended_since_ms = now_ms + 20000;
    logs[0]->n_shares++;
    now_ms += 80000;
    srv_tick(lobbies[0], now_ms);
    if (is_faster) { /* the other node says something first, so that all is decided again */
        put_table(&ben, "say", "\"say\":\"faster\"");
        turn(1);
    }
    turn(0);
    settle();
    const srv_room *room = srv_lobby_room(lobbies[1], table);
    assert_int_equal(count(&ben, "\"stopped\":false"), 1);
    assert_true(room->table->charged_ms + 100 >= now_ms && !room->table->clock_stopped);
    check_pictures();
    return left_ms - room->table->seats[0].left_ms;
}

static void time_when_nobody_was_there_is_free(void **unused)
{
    (void)unused;
    assert_in_range(charged_after_a_minute(false), 10000, 20000);
}

static void it_is_free_even_if_another_node_was_faster(void **unused)
{
    (void)unused;
    assert_in_range(charged_after_a_minute(true), 0, 20000);
}

/* --- secrets --------------------------------------------------------------------------------------------- */

static person carl, dora;

/* Everybody is at a table: Anna and Dora, who watches, on one node, Ben and Carl on the other. Anna and Ben have secrets, or
 * ask for nothing at the same times. */
static void play_with_secrets(bool are_there)
{
    static const char *const seats[] = {"\"seat\":\"red\"", "\"seat\":\"yellow\"", "\"seat\":\"green\""};
    person *const people[] = {&anna, &ben, &carl, &dora};
    meet();
    come(&carl, 1, 3);
    come(&dora, 0, 4);
    settle();
    put(&carl, "name", "\"name\":\"Carl\"");
    settle();
    put(&dora, "name", "\"name\":\"Dora\"");
    settle();
    for (int i = 2; i < 4; i++) put_table(people[i], "watch", "");
    settle();
    for (int i = 0; i < 3; i++) {
        put_table(people[i], "sit", seats[i]);
        settle();
    }
    put_table(&anna, "start", "");
    settle();
    for (int i = 0; i < 4; i++) {
        person *p = i % 2 ? &ben : &anna;
        if (are_there) {
            put_table(p, "say", i % 2 ? "\"to\":[\"red\"],\"say\":\"plum\"" : "\"to\":[\"yellow\"],\"say\":\"plum\"");
        } else {
            put(p, "ping", "");
        }
        settle();
        if (are_there && !i) {
            put_table(
                p, "propose",
                "\"with\":[\"yellow\"],\"secret\":true,\"promises\":[{\"seat\":\"yellow\",\"wont\":\"send * red\","
                "\"term\":\"round\"}]");
        } else {
            put(p, "ping", "");
        }
        settle();
        a_second_passes();
        put_table(p, "say", "\"say\":\"pear\"");
        settle();
    }
}

/* Who has no part in the secrets of others is sent the same bytes with and without them, on every node. */
static void secrets_leave_no_trace_on_any_node(void **unused)
{
    static char heard[2][2][HEARD];
    (void)unused;
    for (int has = 0; has < 2; has++) {
        if (has) {
            end(NULL);
            begin(NULL);
        }
        play_with_secrets(has != 0);
        assert_int_equal(count(&ben, "plum") > 0, has);
        assert_int_equal(count(&ben, "send * red") > 0, has);
        assert_true(count(&carl, "pear") >= 4 && count(&dora, "pear") >= 4);
        memcpy(heard[has][0], carl.heard, HEARD);
        memcpy(heard[has][1], dora.heard, HEARD);
    }
    for (int i = 0; i < 2; i++) assert_string_equal(heard[0][i], heard[1][i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_one_does_the_other_sees, begin, end),
        cmocka_unit_test_setup_teardown(a_seat_goes_to_one_of_two, begin, end),
        cmocka_unit_test_setup_teardown(lines_said_at_once_have_one_order, begin, end),
        cmocka_unit_test_setup_teardown(two_people_who_come_at_once_are_two, begin, end),
        cmocka_unit_test_setup_teardown(nothing_else_in_the_commit_is_lost_or_doubled, begin, end),
        cmocka_unit_test_setup_teardown(missed_news_is_made_up_for, begin, end),
        cmocka_unit_test_setup_teardown(a_picture_comes_before_news, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_refused_because_of_an_old_picture, begin, end),
        cmocka_unit_test_setup_teardown(nobody_is_taken_back_in_time, begin, end),
        cmocka_unit_test_setup_teardown(a_table_that_was_taken_back_is_made_again, begin, end),
        cmocka_unit_test_setup_teardown(a_repeated_request_makes_one_table, begin, end),
        cmocka_unit_test_setup_teardown(a_link_works_once_on_any_node, begin, end),
        cmocka_unit_test_setup_teardown(a_link_survives_a_lost_race, begin, end),
        cmocka_unit_test_setup_teardown(guesses_are_counted_on_all_nodes, begin, end),
        cmocka_unit_test_setup_teardown(guesses_made_at_once_are_counted_together, begin, end),
        cmocka_unit_test_setup_teardown(guesses_during_a_cut_are_feared, begin, end),
        cmocka_unit_test_setup_teardown(who_is_connected_is_known_on_all_nodes, begin, end),
        cmocka_unit_test_setup_teardown(nobody_is_replaced_who_is_on_another_node, begin, end),
        cmocka_unit_test_setup_teardown(a_watched_table_does_not_expire, begin, end),
        cmocka_unit_test_setup_teardown(bots_are_played_by_one_node_and_then_another, begin, end),
        cmocka_unit_test_setup_teardown(two_caretakers_do_no_harm, begin, end),
        cmocka_unit_test_setup_teardown(clocks_run_while_any_node_is_there, begin, end),
        cmocka_unit_test_setup_teardown(time_when_nobody_was_there_is_free, begin, end),
        cmocka_unit_test_setup_teardown(it_is_free_even_if_another_node_was_faster, begin, end),
        cmocka_unit_test_setup_teardown(secrets_leave_no_trace_on_any_node, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
