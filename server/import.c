/* import.c: imports games played elsewhere. */
#include "import.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

/* Takes ownership of entry. */
static bool fold(srv_room *room, json_t *entry)
{
    char *text = json_dumps(entry, JSON_COMPACT);
    bool done = text && srv_room_fold(room, text, strlen(text));
    free(text);
    json_decref(entry);
    return done;
}

static json_t *new_entry(const srv_room *room, const char *what)
{
    return json_pack("{s:I,s:s}", "at", (json_int_t)room->at_ms, "do", what);
}

srv_room *srv_import_begin(const kb_setup *setup, int version, uint64_t now_ms)
{
    char line[1024];
    kb_text text = kb_text_in(line, sizeof line);
    srv_room *room = srv_room_new();
    kb_put_setup_line(setup, version, &text);
    room->at_ms = now_ms;
    json_t *table = new_entry(room, "table"), *rules = json_loadb(text.at, text.n, 0, NULL);
    json_object_update(table, rules);
    json_decref(rules);
    json_object_set_new(table, "name", json_string(""));
    json_object_set_new(table, "imported", json_true());
    json_object_set_new(table, "public", json_true());
    json_object_set_new(table, "pacts", json_string("private"));
    json_object_set_new(table, "pace", json_string("off"));
    bool done = fold(room, table) && fold(room, new_entry(room, "start"));
    KB_ASSERT(done);
    (void)done;
    return room;
}

static bool add_move(srv_room *room, const kb_state *before, const kb_line *line)
{
    char move[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(move, sizeof move);
    json_t *entry = new_entry(room, "move");
    kb_move_text(before, line->move, &text);
    const char *by = line->seat == KB_CHANCE ? "chance" : kb_seat_name(&room->setup, line->seat);
    json_object_set_new(entry, "by", json_string(by));
    json_object_set_new(entry, "move", json_stringn(move, text.n));
    return fold(room, entry);
}

static bool add_talk(srv_room *room, const kb_line *line)
{
    json_t *entry = new_entry(room, "say"), *to = line->to_mask ? json_array() : NULL;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (line->to_mask & 1u << seat) json_array_append_new(to, json_string(kb_seat_name(&room->setup, seat)));
    json_object_set_new(entry, "by", json_string(kb_seat_name(&room->setup, line->seat)));
    json_object_set_new(entry, "say", json_loadb(line->body.at, line->body.n, JSON_DECODE_ANY, NULL));
    if (to) json_object_set_new(entry, "to", to);
    return fold(room, entry);
}

static bool add_pact(srv_room *room, const kb_line *line)
{
    static const char *const acts[] = {"propose", "accept", "decline", "withdraw"};
    json_t *entry = new_entry(room, acts[line->act]);
    json_object_set_new(entry, "by", json_string(kb_seat_name(&room->setup, line->seat)));
    json_object_set_new(entry, "pact", json_integer(line->pact));
    if (line->act == KB_PACT_PROPOSE) {
        json_object_set_new(entry, "with", json_loadb(line->with.at, line->with.n, 0, NULL));
        if (line->secret) json_object_set_new(entry, "secret", json_true());
        json_object_set_new(entry, "promises", json_loadb(line->body.at, line->body.n, 0, NULL));
    }
    return fold(room, entry);
}

/* Seats the players that the record names. An unknown bot becomes a person of that name. */
static bool seat_down(srv_room *room, const json_t *meta)
{
    static const char prefix[] = "bot ";
    const json_t *seats = json_object_get(meta, "seats"), *names = json_object_get(meta, "names");
    for (int at = 0; at < room->setup.seats; at++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        const char *seat = kb_seat_name(&room->setup, at), *plays = srv_string(seats, seat, SRV_NAME_MAX),
                   *name = srv_string(names, seat, SRV_NAME_MAX);
        bool is_bot = plays && !strncmp(plays, prefix, sizeof prefix - 1);
        bool is_ours = is_bot && bot_read(plays + sizeof prefix - 1, &spec, &why);
        if (!plays) continue;
        json_t *entry = new_entry(room, is_ours ? "bot" : "sit");
        json_object_set_new(entry, "seat", json_string(seat));
        json_object_set_new(entry, is_ours ? "bot" : "name",
                            json_string(is_ours  ? plays + sizeof prefix - 1
                                        : name   ? name
                                        : is_bot ? plays
                                                 : "somebody"));
        if (!fold(room, entry)) return false;
    }
    return true;
}

static bool add_kept(srv_room *room, const char *what, const kb_line *line)
{
    json_t *value = json_loadb(line->body.at, line->body.n, 0, NULL), *entry = new_entry(room, what);
    json_object_set(entry, what, value);
    bool done = fold(room, entry) && (strcmp(what, "meta") != 0 || seat_down(room, value));
    json_decref(value);
    return done;
}

bool srv_import_line(srv_room *room, const kb_state *before, const kb_line *line)
{
    switch (line->kind) {
    case KB_LINE_MOVE: return add_move(room, before, line);
    case KB_LINE_TALK: return add_talk(room, line);
    case KB_LINE_META: return add_kept(room, "meta", line);
    case KB_LINE_LUCK: return add_kept(room, "luck", line);
    case KB_LINE_PACT: return add_pact(room, line);
    case KB_LINE_SETUP:
    case KB_LINE_END: return true;
    }
    return false;
}

srv_logged srv_import_store(srv_log *log, const srv_room *room, char table[SRV_TABLE_ID + 1])
{
    srv_bytes record = {NULL, 0, 0};
    char stream[SRV_STREAM_MAX + 1];
    uint8_t hash[SRV_TABLE_ID / 2];
    srv_room_record(room, KB_SPECTATOR, 0, SIZE_MAX, &record);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)record.at, record.n, NULL, 0);
    srv_free(&record);
    sodium_bin2hex(table, SRV_TABLE_ID + 1, hash, sizeof hash);
    srv_write_stream(table, stream);
    for (size_t i = 0; i < room->n_entries; i++)
        log->append(log, stream, i + 1, room->entries[i].text, room->entries[i].n);
    return srv_log_commit(log);
}
