/* lobby.h: a server without its sockets, for tests: people who send requests, and a clock. Included once by each
 * program. */
#ifndef TESTS_LOBBY_H
#define TESTS_LOBBY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <sodium.h>

#include "json.h"
#include "simulate/world.h"

uint64_t world_seed;

enum { WAIT_MS = 500 };

static srv_log *memory;
static srv_lobby *lobby;
static uint64_t now_ms;
static kb_rng luck;
static bool same_luck; /* every draw gives the same bytes, however many came before */

typedef struct person {
    srv_connection *connection;
    char table[SRV_TABLE_ID + 1], last[64];
    int n_asked, n_answers;
    srv_bytes *heard; /* what the person is sent, with timestamps; NULL: not kept */
} person;

static void take_text(void *context, void *outside, const char *text, size_t n)
{
    person *p = outside;
    (void)context;
    kb_slice message = {text, n};
    const char *type = json_text(message, "type"), *table = json_text(message, "table"),
               *error = json_text(message, "error");
    if (*table && !strcmp(type, "ok")) snprintf(p->table, sizeof p->table, "%s", table);
    if (!strcmp(type, "ok") || !strcmp(type, "no")) {
        snprintf(p->last, sizeof p->last, "%s", *error ? error : type);
        p->n_answers++;
    }
    if (p->heard) {
        char head[32];
        snprintf(head, sizeof head, "%llu ", (unsigned long long)now_ms);
        srv_add(p->heard, head, strlen(head));
        srv_add(p->heard, text, n);
        srv_add(p->heard, "\n", 1);
    }
}

static void draw(void *context, void *bytes, size_t n)
{
    (void)context;
    for (size_t i = 0; i < n; i++) ((uint8_t *)bytes)[i] = same_luck ? 77 : (uint8_t)kb_rng_draw(&luck);
}

static const char *expected_note; /* for the operator; NULL: there is to be none */
static int n_notes;

static void note(void *context, const char *text)
{
    (void)context;
    if (!expected_note || !strstr(text, expected_note)) fail_msg("%s", text);
    n_notes++;
}

static void open_with(srv_log *log, int threads)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_edge edge = {.send = take_text, .random = draw, .note = note, .bot_wait_ms = WAIT_MS, .threads = threads};
    lobby = srv_lobby_open(log, &edge, now_ms, &why);
    assert_non_null(lobby);
}

static int open_lobby(int threads)
{
    now_ms = 1000000;
    luck = kb_rng_seeded(7);
    same_luck = false;
    memory = open_memory(0);
    open_with(memory, threads);
    return 0;
}

static int begin(void **unused)
{
    (void)unused;
    return open_lobby(0);
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
    char text[1024];
    snprintf(text, sizeof text, "{\"id\":\"%d\",\"do\":\"%s\"%s%s}", ++p->n_asked, what, *keys ? "," : "", keys);
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
    char text[900];
    snprintf(text, sizeof text, "\"table\":\"%s\"%s%s", p->table, *keys ? "," : "", keys);
    put_ok(p, what, text);
}

static void come_from(person *p, int number, uint64_t address)
{
    srv_secret secret;
    char name[32];
    memset(p, 0, sizeof *p);
    memset(&secret, number, sizeof secret);
    srv_visitor visitor = {p, address, "http://127.0.0.1", 0, false};
    p->connection = srv_connect(lobby, &visitor, &secret, now_ms);
    snprintf(name, sizeof name, "\"name\":\"person %d\"", number);
    put_ok(p, "name", name);
}

static void come(person *p, int number)
{
    come_from(p, number, (uint64_t)number);
}

static const srv_room *room_of(const person *p)
{
    return srv_lobby_room(lobby, p->table);
}

static size_t moves_of(const person *p)
{
    size_t n = 0;
    const srv_room *room = room_of(p);
    for (size_t i = 0; i < room->table->n_entries; i++) n += kb_table_entry(room->table, i + 1)->kind == KB_ENTRY_MOVE;
    return n;
}

static bool never_late(void *clock, uint32_t milliseconds)
{
    (void)clock, (void)milliseconds;
    return false;
}
static const bot_room no_room = {NULL, 0, never_late, NULL};

/* Advances the clock to the next event that is due. */
static void pass_time(void)
{
    uint64_t next = srv_next_ms(lobby);
    assert_true(next != UINT64_MAX);
    now_ms = next > now_ms ? next : now_ms;
    srv_play_due(lobby, now_ms);
    assert_true(srv_turn(lobby));
}

#endif
