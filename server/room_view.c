/* room_view.c: what of a room goes out as a whole: views, lines of the lobby, records. Of the game, a viewer is shown
 * the state redacted for it and nothing else. */
#include <string.h>

#include "room.h"

static const char *const stage_names[] = {"gathering", "playing", "over"};
static const char *const talk_names[] = {"private", "public", "none"};
static const char *const clock_names[] = {"none", "live", "correspondence"};

/* "red","blue" */
static void put_seats(const srv_room *room, uint32_t mask, kb_text *out)
{
    const char *before = "";
    kb_put(out, "[");
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) {
            kb_putf(out, "%s\"%s\"", before, kb_seat_name(&room->setup, seat));
            before = ",";
        }
    kb_put(out, "]");
}

static void put_string(kb_text *out, const char *key, const char *value)
{
    kb_putf(out, ",\"%s\":", key);
    kb_put_json(out, value, strlen(value));
}

static void put_people(const srv_room *room, kb_text *out)
{
    kb_put(out, ",\"seats\":[");
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        const char *plays = seat->bot_name[0] ? "bot" : seat->person && !seat->away ? "person" : "nobody";
        kb_putf(out, "%s{\"seat\":\"%s\",\"plays\":\"%s\"", at ? "," : "", kb_seat_name(&room->setup, at), plays);
        if (seat->person) put_string(out, "name", seat->name);
        if (seat->person_id[0]) put_string(out, "person", seat->person_id);
        if (seat->bot_name[0]) put_string(out, "bot", seat->bot_name);
        if (seat->votes_mask) {
            kb_put(out, ",\"votes\":");
            put_seats(room, seat->votes_mask, out);
        }
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

static void put_clock(const srv_room *room, kb_text *out)
{
    kb_putf(out, ",\"clock\":{\"kind\":\"%s\"", clock_names[room->clock]);
    if (room->clock == SRV_CLOCK_LIVE)
        kb_putf(out, ",\"bank_s\":%lld,\"increment_s\":%lld", (long long)room->bank_ms / 1000,
                (long long)room->increment_ms / 1000);
    if (room->clock == SRV_CLOCK_CORRESPONDENCE) kb_putf(out, ",\"hours\":%lld", (long long)room->bank_ms / 3600000);
    if (room->clock && room->stage != SRV_GATHERING) {
        bool runs = !room->clock_stopped && room->stage == SRV_PLAYING;
        kb_putf(out, ",\"runs\":%s,\"at\":%lld,\"left_ms\":{", runs ? "true" : "false", (long long)room->charged_ms);
        for (int seat = 0; seat < room->setup.seats; seat++)
            kb_putf(out, "%s\"%s\":%lld", seat ? "," : "", kb_seat_name(&room->setup, seat),
                    (long long)room->seats[seat].left_ms);
        kb_put(out, "}");
    }
    kb_put(out, "}");
}

/* The promise and the words, in an object that is left open. */
static void open_luck(const srv_room *room, kb_text *out)
{
    char hex[SRV_SEED_HEX + 1];
    srv_luck_promise(&room->seed, hex);
    kb_putf(out, "\"luck\":{\"promise\":\"%s\",\"words\":{", hex);
    const char *before = "";
    for (int seat = 0; seat < room->setup.seats; seat++) {
        if (!room->seats[seat].words[0]) continue;
        kb_putf(out, "%s\"%s\":", before, kb_seat_name(&room->setup, seat));
        kb_put_json(out, room->seats[seat].words, strlen(room->seats[seat].words));
        before = ",";
    }
    kb_put(out, "}");
}

static void put_luck(const srv_room *room, kb_text *out)
{
    char hex[SRV_SEED_HEX + 1];
    kb_put(out, ",");
    open_luck(room, out);
    if (room->stage == SRV_OVER) {
        srv_seed_write(&room->seed, hex);
        kb_putf(out, ",\"seed\":\"%s\"", hex);
    }
    kb_put(out, "}");
}

/* What the seat can do now; whoever owes no move has an empty list. */
static void put_own(const srv_room *room, const kb_state *view, int seat, kb_text *out)
{
    kb_span list[KB_SPANS_MAX];
    int n = kb_actors(view) & 1u << seat ? kb_legal_sorted(view, seat, list, KB_SPANS_MAX) : 0;
    kb_putf(out, ",\"decision\":%d,\"legal\":[", (int)room->seats[seat].decisions);
    for (int i = 0; i < n; i++) {
        kb_put(out, i ? ",\"" : "\"");
        kb_span_text(view, list[i], out);
        kb_put(out, "\"");
    }
    kb_put(out, "]");
    if (n) {
        char question[1024];
        kb_text words = kb_text_in(question, sizeof question);
        kb_game_of(view)->write_question(view, seat, &words);
        put_string(out, "question", question);
    }
}

static void put_game(const srv_room *room, int viewer, kb_text *out)
{
    kb_state view;
    char picture[16384];
    kb_text drawn = kb_text_in(picture, sizeof picture);
    kb_redact(&room->state, viewer, &view);
    kb_put(out, ",\"actors\":");
    put_seats(room, kb_actors(&view), out);
    if (viewer != KB_SPECTATOR) put_own(room, &view, viewer, out);
    kb_put(out, ",\"position\":");
    kb_position_json(&view, out);
    kb_game_of(&view)->write_picture(&view, viewer, &drawn);
    put_string(out, "picture", picture);
    if (room->stage == SRV_OVER) {
        kb_put(out, ",\"end\":"); /* what a game came to is told to everybody, sums that were hidden and all */
        kb_game_of(&room->state)->write_end(&room->state, out);
    }
}

void srv_room_view(const srv_room *room, int viewer, kb_text *out)
{
    kb_putf(out, "{\"n\":%lld,\"as\":\"%s\",\"stage\":\"%s\",", (long long)room->n[viewer],
            srv_viewer_name(room, viewer), stage_names[room->stage]);
    kb_put_setup(&room->setup, out);
    put_string(out, "host", room->host_name);
    kb_putf(out, ",\"public\":%s,\"talk\":\"%s\"", room->is_public ? "true" : "false", talk_names[room->talk]);
    put_clock(room, out);
    put_people(room, out);
    put_luck(room, out);
    if (room->stage != SRV_GATHERING) put_game(room, viewer, out);
    kb_put(out, "}");
    KB_ASSERT(!out->cut);
}

void srv_room_summary(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"stage\":\"%s\",", stage_names[room->stage]);
    kb_put_setup(&room->setup, out);
    put_string(out, "host", room->host_name);
    put_people(room, out);
}

void srv_room_result(const srv_room *room, kb_text *out)
{
    srv_room_summary(room, out);
    kb_putf(out, ",\"ended\":%lld,\"end\":", (long long)room->ended_ms);
    kb_game_of(&room->state)->write_end(&room->state, out);
}

/* --- the record ------------------------------------------------------------------------------------------ */

static void put_meta(const srv_room *room, kb_text *out)
{
    kb_put(out, "{\"meta\":{\"seats\":{");
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        kb_putf(out, "%s\"%s\":", at ? "," : "", kb_seat_name(&room->setup, at));
        if (seat->bot_name[0]) {
            char text[SRV_BOT_MAX + 8];
            kb_text words = kb_text_in(text, sizeof text);
            kb_putf(&words, "bot %s", seat->bot_name);
            kb_put_json(out, text, words.n);
        } else {
            kb_put(out, "\"person\"");
        }
    }
    kb_put(out, "},\"names\":{");
    const char *before = "";
    for (int at = 0; at < room->setup.seats; at++) {
        if (!room->seats[at].person) continue;
        kb_putf(out, "%s\"%s\":", before, kb_seat_name(&room->setup, at));
        kb_put_json(out, room->seats[at].name, strlen(room->seats[at].name));
        before = ",";
    }
    kb_put(out, "}}}\n");
}

static void put_promise(const srv_room *room, kb_text *out)
{
    kb_put(out, "{");
    open_luck(room, out);
    kb_put(out, "}}\n");
}

/* A line of talk, where the viewer was meant to hear it. Spectators' talk is no part of the game. */
static void put_talk(const srv_room *room, int viewer, const json_t *entry, kb_text *out)
{
    int by = srv_seat_of(room, entry, "by");
    const json_t *say = json_object_get(entry, "say");
    uint32_t to_mask = srv_read_hearers(room, json_object_get(entry, "to"));
    if (by < 0 || (to_mask && !((to_mask | 1u << by) & 1u << viewer))) return;
    kb_put_talk_line(&room->setup, by, to_mask, json_string_value(say), json_string_length(say), out);
}

void srv_room_record(const srv_room *room, int viewer, srv_bytes *out)
{
    char line[8192], hex[SRV_SEED_HEX + 1];
    kb_text text = kb_text_in(line, sizeof line);
    kb_put_setup_line(&room->setup, &text);
    put_meta(room, &text);
    put_promise(room, &text);
    srv_add_text(out, &text);
    for (size_t i = 0; i < room->n_entries; i++) {
        json_t *entry = json_loadb(room->entries[i].text, room->entries[i].n, 0, NULL);
        const char *what = json_string_value(json_object_get(entry, "do"));
        text = kb_text_in(line, sizeof line);
        if (!strcmp(what, "say")) put_talk(room, viewer, entry, &text);
        if (!strcmp(what, "move"))
            kb_putf(&text, "{\"by\":\"%s\",\"move\":\"%s\"}\n", json_string_value(json_object_get(entry, "by")),
                    json_string_value(json_object_get(entry, "move")));
        srv_add_text(out, &text);
        json_decref(entry);
    }
    srv_seed_write(&room->seed, hex);
    text = kb_text_in(line, sizeof line);
    kb_putf(&text, "{\"luck\":{\"seed\":\"%s\"}}\n", hex);
    kb_put_end_line(&room->state, &text);
    srv_add_text(out, &text);
}
