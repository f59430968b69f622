/* room.h: a table without a server, for tests: sends requests and plays games. Included once by each program. */
#ifndef TESTS_ROOM_H
#define TESTS_ROOM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/rng.h"
#include "../server/room.h"
#include "json.h"

enum { ANNA = 1, BEN, CARLA, DORA };
static const char *const names[] = {"", "Anna", "Ben", "Carla", "Dora"};
static uint64_t now_ms = 1000;
static int next_id;

static kb_asker asker_of(uint32_t person, const char *id, uint32_t here_mask)
{
    kb_asker asker = {now_ms, person, names[person], id,     here_mask,   names[person],
                      DORA,   "Dora", "dora",        {0, 0}, {false, {0}}};
    return asker;
}

/* A request with these keys, as in "{\"seat\":\"red\"}". The room is not told its id and table. */
static srv_ask *read_ask(srv_request what, const char *keys)
{
    char text[2 * SRV_MESSAGE_MAX];
    int n = snprintf(text, sizeof text, "{\"id\":\"1\",\"do\":\"%s\"%s%s", srv_request_name(what),
                     keys[1] == '}' ? "" : ",", keys + 1);
    srv_ask *ask = srv_ask_read(text, (size_t)n);
    assert_int_equal(ask->what, what);
    return ask;
}

static kb_answer ask_as(srv_room *room, uint32_t person, const char *id, uint32_t here_mask, srv_request what,
                        const char *keys)
{
    kb_asker asker = asker_of(person, id, here_mask);
    srv_ask *request = read_ask(what, keys);
    kb_answer answer = srv_room_ask(room, &asker, request);
    srv_ask_drop(request);
    return answer;
}

/* The result by name: "ok", or the name of a refusal. */
static const char *ask(srv_room *room, uint32_t person, srv_request what, const char *keys)
{
    char id[16];
    snprintf(id, sizeof id, "%d", ++next_id);
    kb_answer answer = ask_as(room, person, id, 0xFF, what, keys);
    assert_true(!answer.refusal || *kb_answer_sentence(&answer));
    return kb_answer_name(&answer);
}
#define ASK(answer, ...) assert_string_equal(ask(__VA_ARGS__), answer)

static srv_room *create(const char *keys, uint8_t luck)
{
    kb_answer answer;
    srv_seed seed;
    memset(&seed, luck, sizeof seed);
    kb_asker asker = asker_of(ANNA, "create", 0);
    srv_ask *request = read_ask(SRV_CREATE, keys);
    srv_room *room = srv_room_create(&asker, request, &seed, &answer);
    srv_ask_drop(request);
    assert_non_null(room);
    return room;
}

static srv_room *copy_of(const srv_room *room)
{
    srv_room *copy = srv_room_new();
    for (size_t i = 0; i < room->table->n_entries; i++) assert_true(srv_room_repeat(copy, room, i + 1));
    return copy;
}

/* Anna, Ben and Carla, and bots where there are more seats. */
static void sit_down(srv_room *room)
{
    for (int seat = 0; seat < room->table->setup.seats; seat++) {
        char keys[100];
        snprintf(keys, sizeof keys, "{\"seat\":\"%s\",\"bot\":\"greedy\"}", kb_seat_name(&room->table->setup, seat));
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
    kb_move_text(&room->table->state, move, &words);
    snprintf(keys, sizeof keys, "{\"move\":\"%s\",\"decision\":%d}", text, (int)room->table->seats[seat].decisions);
    if (room->table->seats[seat].bot_name[0]) {
        assert_int_equal(srv_room_bot_moves(room, now_ms, seat, room->table->seats[seat].decisions, move, "").refusal,
                         KB_DONE);
    } else {
        ASK("ok", room, room->table->seats[seat].person, SRV_MOVE, keys);
    }
}

static void assert_same_views(const srv_room *room, const srv_room *copy)
{
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (viewer >= room->table->setup.seats && viewer != KB_SPECTATOR) continue;
        view_of(room, viewer);
        char *before = srv_copy(view_text, strlen(view_text));
        assert_string_equal(before, view_of(copy, viewer));
        free(before);
    }
}

#endif
