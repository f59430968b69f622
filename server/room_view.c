/* room_view.c: output about a whole room: views, lobby lines, records. Viewers are shown only the state of the game
 * redacted for them. */
#include <stdlib.h>
#include <string.h>

#include "../core/position.h"
#include "../engine/pact.h"
#include "../engine/view_json.h"
#include "pact_texts.h"
#include "room.h"

static const char *const stage_names[] = {"gathering", "playing", "over", "expired"};

static bool has_begun(const srv_room *room)
{
    return room->stage == SRV_PLAYING || room->stage == SRV_OVER;
}

static void put_string(kb_text *out, const char *key, const char *value)
{
    kb_putf(out, ",\"%s\":", key);
    kb_put_json(out, value, strlen(value));
}

/* An imported game has names of people this server does not know. */
static bool is_somebody(const srv_room *room, const srv_seat *seat)
{
    return seat->person || (room->is_imported && seat->name[0]);
}

static void put_people(const srv_room *room, kb_text *out)
{
    kb_put(out, ",\"seats\":[");
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        const char *plays = seat->bot_name[0] ? "bot" : is_somebody(room, seat) && !seat->away ? "person" : "nobody";
        kb_putf(out, "%s{\"seat\":\"%s\",\"plays\":\"%s\"", at ? "," : "", kb_seat_name(&room->setup, at), plays);
        if (is_somebody(room, seat)) put_string(out, "name", seat->name);
        if (seat->kept) put_string(out, "kept", seat->name);
        if (seat->person && seat->person == room->host) kb_put(out, ",\"host\":true");
        if (seat->person_id[0]) put_string(out, "person", seat->person_id);
        if (seat->bot_name[0]) put_string(out, "bot", seat->bot_name);
        if (seat->votes_mask) {
            kb_put(out, ",\"votes\":");
            kb_put_seats(kb_game_at(room->setup.game)->seat_names, seat->votes_mask, out);
        }
        kb_put(out, "}");
    }
    kb_put(out, "]");
}

/* Only for seats that owe an answer; for all others it is full. */
static void put_answer_clock(const srv_room *room, kb_text *out)
{
    const char *before = ",\"answer_ms\":{";
    uint32_t actors = kb_actors(&room->state);
    for (int seat = 0; seat < room->setup.seats; seat++) {
        if (!(actors & 1u << seat)) continue;
        kb_putf(out, "%s\"%s\":%lld", before, kb_seat_name(&room->setup, seat),
                (long long)room->seats[seat].answer_left_ms);
        before = ",";
    }
    kb_put(out, "}");
}

static void put_clock(const srv_room *room, kb_text *out)
{
    kb_put(out, ",");
    kb_open_clock(&room->rules, out);
    if (room->rules.clock && has_begun(room)) {
        bool runs = !room->clock_stopped && room->stage == SRV_PLAYING;
        kb_putf(out, ",\"runs\":%s,\"at\":%lld,\"left_ms\":{", runs ? "true" : "false", (long long)room->charged_ms);
        for (int seat = 0; seat < room->setup.seats; seat++)
            kb_putf(out, "%s\"%s\":%lld", seat ? "," : "", kb_seat_name(&room->setup, seat),
                    (long long)room->seats[seat].left_ms);
        kb_put(out, "}");
        if (srv_is_answer_timed(room)) put_answer_clock(room, out);
    }
    kb_put(out, "}");
}

/* The committed hash and the words, in an object that is left open. */
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
    if (room->is_imported) return; /* this server cannot vouch for the luck of an imported record */
    kb_put(out, ",");
    open_luck(room, out);
    if (room->stage == SRV_OVER) {
        srv_seed_write(&room->seed, hex);
        kb_putf(out, ",\"seed\":\"%s\"", hex);
    }
    kb_put(out, "}");
}

/* Pacts have the numbers by which these eyes know them. */
static void put_game(const srv_room *room, int eyes, kb_text *out)
{
    const kb_ledger *ledger = srv_pacts_ledger(&room->pacts);
    kb_lister bound = kb_bound_lister(ledger);
    if (eyes < KB_SEATS_MAX) kb_putf(out, ",\"decision\":%d", (int)room->seats[eyes].decisions);
    kb_put(out, ",");
    kb_put_view(&room->state, eyes, ledger->n_pacts ? &bound : NULL, out);
    kb_put(out, ",");
    srv_put_pacts(&room->pacts, &room->setup, eyes, out);
}

static void put_pause(const srv_room *room, kb_text *out)
{
    static const char *const whys[] = {"start", "proposal", "wait"};
    srv_pause pause = srv_room_pause(room);
    if (pause.until_ms <= room->charged_ms) return; /* the latest time that everybody knows of */
    kb_putf(out, ",\"pause\":{\"until\":%lld,\"why\":\"%s\"", (long long)pause.until_ms, whys[pause.why]);
    if (pause.why == SRV_PAUSE_WAIT) put_string(out, "by", kb_seat_name(&room->setup, pause.by));
    kb_put(out, "}");
}

/* The game as seen by these eyes; the table as the viewer may know it. */
static void put_view(const srv_room *room, int viewer, int eyes, kb_text *out)
{
    kb_putf(out, "{\"n\":%lld,\"as\":\"%s\",\"stage\":\"%s\",", (long long)room->n[viewer], srv_viewer_name(room, eyes),
            stage_names[room->stage]);
    kb_put_setup(&room->setup, out);
    put_string(out, "host", room->host_name);
    kb_put(out, ",");
    kb_put_table_rules(&room->rules, KB_RULE_PUBLIC, KB_RULE_ORDER, out);
    kb_put(out, ",\"settings\":{");
    kb_put_table_rules(&room->rules, KB_RULE_PACTS, KB_RULE_HELP, out);
    kb_put(out, "}");
    put_clock(room, out);
    put_pause(room, out);
    if (srv_room_is_paused(room)) kb_put(out, ",\"paused\":true");
    put_people(room, out);
    put_luck(room, out);
    if (has_begun(room)) put_game(room, eyes, out);
    if (eyes == viewer && viewer != KB_SPECTATOR) {
        kb_putf(out, ",\"passing\":%s", room->seats[viewer].passing ? "true" : "false");
        if (room->moment.waited_mask >> viewer & 1) kb_put(out, ",\"waited\":true");
    }
    if (room->rematch[0] && srv_rematch_mask(room) & 1u << viewer) put_string(out, "rematch", room->rematch);
    kb_put(out, "}");
    KB_ASSERT(!out->cut);
}

void srv_room_view(const srv_room *room, int viewer, kb_text *out)
{
    put_view(room, viewer, viewer, out);
}

bool srv_room_look(const srv_room *room, int viewer, uint64_t n, int eyes, kb_text *out, size_t *work)
{
    uint64_t since = viewer == KB_SPECTATOR ? 0 : room->seats[viewer].since;
    if (n <= since || n > room->n[viewer]) return false;
    srv_room *then = srv_room_then(room, viewer, n, work);
    put_view(then, viewer, eyes, out);
    srv_room_free(then);
    return true;
}

int srv_room_eyes(const srv_room *room, const char *name)
{
    for (int eyes = 0; eyes <= KB_ALL_EYES; eyes++) {
        bool is_viewer = eyes < room->setup.seats || eyes >= KB_SPECTATOR;
        if (is_viewer && !strcmp(srv_viewer_name(room, eyes), name)) return eyes;
    }
    return -1;
}

void srv_room_summary(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"stage\":\"%s\",", stage_names[room->stage]);
    kb_put_setup(&room->setup, out);
    put_string(out, "host", room->host_name);
    kb_put(out, ",");
    kb_put_table_rules(&room->rules, KB_RULE_PUBLIC, KB_RULE_ORDER, out);
    kb_put(out, ",\"settings\":{");
    kb_put_table_rules(&room->rules, KB_RULE_PACTS, KB_RULE_HELP, out);
    kb_put(out, "},");
    kb_open_clock(&room->rules, out);
    kb_put(out, "}");
    put_people(room, out);
}

void srv_room_result(const srv_room *room, kb_text *out)
{
    srv_room_summary(room, out);
    kb_putf(out, ",\"ended\":%lld,\"end\":", (long long)room->ended_ms);
    kb_result_json(&room->state, out);
    kb_put(out, ",");
    kb_put_seals(&room->pacts.book, &room->setup, KB_SPECTATOR, out); /* all pacts are open by now */
}

/* --- the record ------------------------------------------------------------------------------------------ */

static void put_meta(const srv_room *room, kb_text *out)
{
    kb_put(out, "{\"meta\":{\"seats\":{");
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        kb_putf(out, "%s\"%s\":", at ? "," : "", kb_seat_name(&room->setup, at));
        if (seat->bot_name[0]) {
            char text[KB_BOT_MAX + 8];
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
    if (room->rules.order == KB_ORDER_RANDOM) {
        kb_put(out, ",\"order\":");
        kb_put_order(&room->setup, &room->order, out);
    }
    kb_put(out, "}}\n");
}

/* Whether the entry is a line of the viewer's record. Of talk: what the viewer heard, or all of it if the table
 * opens it. Spectators' talk is excluded, and so is talk before the start, when somebody else may have had the seat. */
static bool is_line(const srv_room *room, int viewer, size_t number)
{
    const srv_kept *entry = &room->entries[number - 1];
    bool is_of_seats = entry->heard_mask != 1u << KB_SPECTATOR;
    if (entry->kind != KB_ENTRY_TALK) return entry->kind >= KB_ENTRY_MOVE;
    return number > room->start_entry && room->start_entry && is_of_seats &&
           (room->rules.open_talk || entry->heard_mask & 1u << viewer);
}

/* Lines of an imported record that only the record needs are unchanged. */
static void add_line(const srv_room *room, const srv_kept *kept, srv_bytes *out)
{
    char line[8192];
    kb_text text = kb_text_in(line, sizeof line);
    kb_entry_reading reading;
    const kb_entry *entry = &reading.entry;
    if (!kb_read_entry(&reading, &room->setup, kept->text, kept->n, &text)) abort(); /* it did before */
    kb_slice value = entry->kind == KB_DO_META ? entry->meta : entry->luck;
    switch ((kb_entry_kind)kept->kind) {
    case KB_ENTRY_TALK:
        kb_put_talk_line(&room->setup, entry->by, entry->to_mask, entry->say, strlen(entry->say), &text);
        break;
    case KB_ENTRY_MOVE:
        kb_putf(&text, "{\"by\":\"%s\",\"move\":\"%s\"}\n", kb_seat_name(&room->setup, entry->mover), entry->move);
        break;
    case KB_ENTRY_PACT:
        if (entry->kind == KB_DO_PROPOSE) {
            kb_put_proposal_line(&room->pacts.book, &room->pacts.book.at[entry->pact - 1], &room->setup, &text);
        } else {
            kb_put_answer_line(&room->setup, entry->by, (kb_pact_act)(entry->kind - KB_DO_PROPOSE), entry->pact, &text);
        }
        break;
    case KB_ENTRY_KEPT:
        kb_putf(&text, "{\"%s\":", kb_shapes[entry->kind].name);
        srv_add_text(out, &text);
        srv_add(out, value.at, value.n);
        srv_add(out, "}\n", 2);
        return;
    case KB_ENTRY_CHANGE:
    case KB_ENTRY_OTHER: return;
    }
    srv_add_text(out, &text);
}

/* The lines before the first entry, and after the last. */
static void add_head(const srv_room *room, srv_bytes *out)
{
    char lines[12288];
    kb_text text = kb_text_in(lines, sizeof lines);
    kb_put_setup_line(&room->setup, room->version, &text);
    if (!room->is_imported) {
        put_meta(room, &text);
        put_promise(room, &text);
    }
    srv_add_text(out, &text);
}

static void add_end(const srv_room *room, srv_bytes *out)
{
    char lines[8192], hex[SRV_SEED_HEX + 1];
    kb_text text = kb_text_in(lines, sizeof lines);
    if (room->stage != SRV_OVER) return;
    srv_seed_write(&room->seed, hex);
    if (!room->is_imported) kb_putf(&text, "{\"luck\":{\"seed\":\"%s\"}}\n", hex);
    kb_put_end_line(&room->state, &text);
    srv_add_text(out, &text);
}

/* Lines are counted as the viewer sees them, without the header: entry numbers would reveal talk that the viewer did
 * not hear. */
size_t srv_room_record(const srv_room *room, int viewer, size_t after, size_t max, srv_bytes *out)
{
    size_t n = 0;
    if (!after) add_head(room, out);
    for (size_t number = 1; number <= room->n_entries; number++) {
        if (!is_line(room, viewer, number) || ++n <= after) continue;
        if (n > after + max) return after + max;
        add_line(room, &room->entries[number - 1], out);
    }
    add_end(room, out);
    return 0;
}
