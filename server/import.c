/* import.c: imports games played elsewhere. */
#include "import.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "characters.h"
#include "results.h"

static bool add(srv_room *room, kb_entry entry)
{
    entry.at_ms = room->table->at_ms;
    return srv_room_add(room, &entry);
}

srv_room *srv_import_begin(const kb_setup *setup, int version, uint64_t now_ms)
{
    srv_room *room = srv_room_new();
    kb_entry table = {.kind = KB_DO_IMPORT, .name = "", .imported = true, .version = (uint32_t)version};
    table.setup = *setup;
    table.rules = (kb_table_rules){.is_public = true, .pacts = KB_PACTS_PRIVATE, .pace = KB_PACE_OFF};
    table.rules.given = 1u << KB_RULE_PUBLIC | 1u << KB_RULE_PACTS | 1u << KB_RULE_PACE;
    room->table->at_ms = now_ms;
    bool done = add(room, table) && add(room, (kb_entry){.kind = KB_DO_START});
    KB_ASSERT(done);
    (void)done;
    return room;
}

static bool add_move(srv_room *room, const kb_state *before, const kb_line *line)
{
    char move[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(move, sizeof move);
    kb_move_text(before, line->move, &text);
    return add(room, (kb_entry){.kind = KB_DO_MOVE, .mover = line->seat, .move = move, .chosen = &line->move});
}

static bool add_talk(srv_room *room, const kb_line *line)
{
    char say[KB_TALK_MAX + 1];
    kb_text text = kb_text_in(say, sizeof say);
    kb_json json = kb_json_over(line->body.at, line->body.n, NULL);
    return kb_json_text(&json, &text) &&
           add(room, (kb_entry){.kind = KB_DO_SAY, .by = line->seat, .say = say, .to_mask = line->to_mask});
}

/* The value of a line as entries store it, to be freed. */
static char *compact(const kb_line *line, kb_slice *value)
{
    char *at = srv_copy(line->body.at, line->body.n); /* never longer */
    kb_text text = kb_text_in(at, line->body.n + 1);
    kb_json json = kb_json_over(line->body.at, line->body.n, NULL);
    kb_json_put_compact(&json, &text);
    *value = (kb_slice){at, text.n};
    return at;
}

static bool add_pact(srv_room *room, const kb_line *line)
{
    kb_entry entry = {.kind = (kb_do)(KB_DO_PROPOSE + (int)line->act), .by = line->seat, .pact = line->pact};
    if (line->act != KB_PACT_PROPOSE) return add(room, entry);
    char *promises = compact(line, &entry.promises);
    entry.with_mask = line->to_mask;
    entry.secret = line->secret;
    bool done = add(room, entry);
    free(promises);
    return done;
}

/* Reads the name that meta has for the seat in one of its objects. Returns false if there is none. */
static bool read_name(kb_slice meta, const char *object, const char *seat, char name[KB_NAME_MAX + 1])
{
    char path[64];
    kb_slice value;
    kb_text text = kb_text_in(path, sizeof path), out = kb_text_in(name, KB_NAME_MAX + 1);
    kb_putf(&text, "%s.%s", object, seat);
    if (!kb_json_find(meta, path, &value)) return false;
    kb_json json = kb_json_over(value.at, value.n, NULL);
    return kb_json_text(&json, &out) && kb_is_plain(out.at, out.n);
}

/* Seats the players that the record names. An unknown bot becomes a person of that name. */
static bool seat_down(srv_room *room, kb_slice meta)
{
    static const char prefix[] = "bot ";
    for (int at = 0; at < room->table->setup.seats; at++) {
        char reason[KB_WHY_MAX], plays[KB_NAME_MAX + 1], name[KB_NAME_MAX + 1];
        const char *seat = kb_seat_name(&room->table->setup, at), *bot_name = plays + sizeof prefix - 1;
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        if (!read_name(meta, "seats", seat, plays)) continue;
        bool is_named = read_name(meta, "names", seat, name), is_bot = !strncmp(plays, prefix, sizeof prefix - 1);
        kb_entry entry = {.kind = KB_DO_SIT, .seat = at, .name = is_named ? name : is_bot ? plays : "somebody"};
        if (is_bot && bot_read(bot_name, &spec, &why)) {
            entry.kind = KB_DO_BOT;
            entry.bot = bot_name;
        }
        if (!add(room, entry)) return false;
    }
    return true;
}

static bool add_kept(srv_room *room, kb_do kind, const kb_line *line)
{
    kb_entry entry = {.kind = kind};
    kb_slice value;
    char *text = compact(line, &value);
    entry.meta = entry.luck = value;
    bool done = add(room, entry) && (kind != KB_DO_META || seat_down(room, value));
    free(text);
    return done;
}

bool srv_import_line(srv_room *room, const kb_state *before, const kb_line *line)
{
    switch (line->kind) {
    case KB_LINE_MOVE: return add_move(room, before, line);
    case KB_LINE_TALK: return add_talk(room, line);
    case KB_LINE_META: return add_kept(room, KB_DO_META, line);
    case KB_LINE_LUCK: return add_kept(room, KB_DO_LUCK, line);
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
    for (uint64_t number = 1; number <= room->table->n_entries; number++) {
        kb_slice entry = srv_room_entry(room, number);
        log->append(log, stream, number, entry.at, entry.n);
    }
    return srv_log_commit(log);
}
