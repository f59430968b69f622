/* room.c: the fold. Every change of a room is an entry of its log, and this file is the only one that changes it. */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/view_json.h"
#include "room_fold.h"

/* --- reading --------------------------------------------------------------------------------------------- */

/* Control characters, and those that turn the direction of writing, can make a name look like another. */
static bool is_plain(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < n; i++) {
        if (at[i] < 0x20 || at[i] == 0x7F) return false;
        if (at[i] == 0xC2 && i + 1 < n && at[i + 1] < 0xA0) return false;
        if (at[i] != 0xE2 || i + 2 >= n) continue;
        if (at[i + 1] == 0x80 && ((at[i + 2] >= 0xA8 && at[i + 2] <= 0xAE) || at[i + 2] == 0x8E || at[i + 2] == 0x8F))
            return false;
        if (at[i + 1] == 0x81 && at[i + 2] >= 0xA6 && at[i + 2] <= 0xA9) return false;
    }
    return true;
}

const char *srv_string(const json_t *object, const char *key, size_t max)
{
    const json_t *value = json_object_get(object, key);
    size_t n = json_string_length(value);
    return json_is_string(value) && n <= max && is_plain(json_string_value(value), n) ? json_string_value(value) : NULL;
}

static int seat_named(const srv_room *room, const json_t *name)
{
    if (!json_is_string(name)) return -1;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), json_string_value(name))) return seat;
    return -1;
}

int srv_seat_of(const srv_room *room, const json_t *object, const char *key)
{
    return seat_named(room, json_object_get(object, key));
}

uint32_t srv_read_hearers(const srv_room *room, const json_t *to)
{
    uint32_t mask = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(to, i, name)
    {
        int seat = seat_named(room, name);
        if (seat < 0 || mask & 1u << seat) return 0;
        mask |= 1u << seat;
    }
    return mask;
}

static bool read_setup(kb_setup *setup, int version, const json_t *object, kb_text *why)
{
    const char *game_name = srv_string(object, "game", SRV_NAME_MAX), *key;
    int game = game_name ? kb_game_named(game_name) : -1;
    if (game < 0) {
        kb_put(why, "there is no such game");
        return false;
    }
    kb_setup_of_version(setup, game, version);
    const kb_game *rules = kb_game_at(game);
    const json_t *players = json_object_get(object, "players"), *edition = json_object_get(object, "edition"), *value;
    json_int_t n = json_is_integer(players) ? json_integer_value(players) : 0;
    setup->seats = (uint8_t)(n > 0 && n <= KB_SEATS_MAX ? n : 0);
    if (edition) {
        const char *name = srv_string(object, "edition", SRV_NAME_MAX);
        int k = 0;
        while (k < rules->n_editions && !(name && rules->n_editions > 1 && !strcmp(name, rules->editions[k]))) k++;
        if (k == rules->n_editions) {
            kb_putf(why, "%s has no such edition", rules->name);
            return false;
        }
        setup->edition = (uint8_t)k;
    }
    json_t *options = json_object_get(object, "options");
    if (options && !json_is_object(options)) {
        kb_put(why, "options is an object of strings");
        return false;
    }
    json_object_foreach(options, key, value)
    {
        const char *text = srv_string(options, key, SRV_NAME_MAX);
        if (!text || strlen(key) > SRV_NAME_MAX) {
            kb_put(why, "options is an object of strings");
            return false;
        }
        if (kb_setup_option(setup, version, key, strlen(key), text, strlen(text), why)) return false;
    }
    return !kb_setup_check(setup, why);
}

static const char *const talk_names[] = {"private", "public", "none"};
static const char *const clock_names[] = {"none", "live", "correspondence"};
static const char *const order_names[] = {"chosen", "random"};
static const char *const pact_rule_names[] = {"private", "public", "none"}; /* as talk_names */
static const char *const pace_names[] = {"brisk", "comfortable", "off"};

static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; name && i < n; i++)
        if (!strcmp(name, names[i])) return i;
    return -1;
}

/* One of the names, the first where there is none; false where it is anything else. */
static bool read_choice(const json_t *object, const char *key, const char *const *names, int n, uint8_t *out)
{
    int choice = json_object_get(object, key) ? index_of(srv_string(object, key, SRV_NAME_MAX), names, n) : 0;
    *out = (uint8_t)choice;
    return choice >= 0;
}

static bool read_flag(const json_t *object, const char *key, bool *out)
{
    const json_t *value = json_object_get(object, key);
    *out = json_is_true(value);
    return !value || json_is_boolean(value);
}

/* A whole number of the object between low and high; false where it is anything else. */
static bool read_number(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= low && *out <= high;
}

static bool read_clock(srv_room *room, const json_t *clock)
{
    int kind = index_of(srv_string(clock, "kind", SRV_NAME_MAX), clock_names, KB_COUNT(clock_names));
    int64_t bank = 0, increment = 0, answer = 0;
    bool has_answer = json_object_get(clock, "answer_s") != NULL;
    room->clock = (uint8_t)kind;
    switch (kind) {
    case SRV_CLOCK_NONE: return json_object_size(clock) == 1;
    case SRV_CLOCK_LIVE:
        if (json_object_size(clock) != 3u + has_answer || !read_number(clock, "bank_s", 10, 24 * 3600, &bank) ||
            !read_number(clock, "increment_s", 0, 3600, &increment) ||
            (has_answer && !read_number(clock, "answer_s", 5, 3600, &answer)))
            return false;
        room->bank_ms = bank * 1000;
        room->increment_ms = increment * 1000;
        room->answer_ms = answer * 1000;
        return true;
    case SRV_CLOCK_CORRESPONDENCE:
        if (json_object_size(clock) != 2 || !read_number(clock, "hours", 1, 24 * 30, &bank)) return false;
        room->bank_ms = bank * 3600 * 1000;
        return true;
    default: return false;
    }
}

/* Left out, pacts are as private as talk. Without talk, and in a game whose record knows none, there are none. */
static bool read_negotiation(srv_room *room, const json_t *object, kb_text *why)
{
    if (!read_choice(object, "pacts", pact_rule_names, KB_COUNT(pact_rule_names), &room->pact_rule)) {
        kb_put(why, "pacts is none, public or private");
        return false;
    }
    if (!read_choice(object, "pace", pace_names, KB_COUNT(pace_names), &room->pace)) {
        kb_put(why, "pace is brisk, comfortable or off");
        return false;
    }
    if (!json_object_get(object, "pacts")) room->pact_rule = room->talk;
    if (room->talk == SRV_TALK_NONE || room->version < 2) room->pact_rule = SRV_PACTS_NONE;
    return true;
}

bool srv_read_table(srv_room *room, const json_t *object, kb_text *why)
{
    const json_t *clock = json_object_get(object, "clock");
    if (!read_setup(&room->setup, room->version, object, why)) return false;
    if (!read_choice(object, "talk", talk_names, KB_COUNT(talk_names), &room->talk)) {
        kb_put(why, "talk is private, public or none");
        return false;
    }
    if (!read_choice(object, "order", order_names, KB_COUNT(order_names), &room->order)) {
        kb_put(why, "order is chosen or random");
        return false;
    }
    if (!read_negotiation(room, object, why)) return false;
    if (clock && !read_clock(room, clock)) {
        kb_put(why,
               "a clock is {\"kind\":\"none\"}, live with bank_s (10 to 86400), increment_s (0 to 3600) and perhaps "
               "answer_s (5 to 3600), or correspondence with hours (1 to 720)");
        return false;
    }
    if (!read_flag(object, "public", &room->is_public) || !read_flag(object, "open_talk", &room->open_talk)) {
        kb_put(why, "public and open_talk are true or false");
        return false;
    }
    return true;
}

/* --- and writing it again -------------------------------------------------------------------------------- */

void srv_put_rules(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"public\":%s,\"talk\":\"%s\",\"open_talk\":%s,\"order\":\"%s\"", room->is_public ? "true" : "false",
            talk_names[room->talk], room->open_talk ? "true" : "false", order_names[room->order]);
}

void srv_put_negotiation(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"pacts\":\"%s\",\"pace\":\"%s\"", pact_rule_names[room->pact_rule], pace_names[room->pace]);
}

void srv_open_clock(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"clock\":{\"kind\":\"%s\"", clock_names[room->clock]);
    if (room->clock == SRV_CLOCK_LIVE)
        kb_putf(out, ",\"bank_s\":%lld,\"increment_s\":%lld", (long long)room->bank_ms / 1000,
                (long long)room->increment_ms / 1000);
    if (room->answer_ms) kb_putf(out, ",\"answer_s\":%lld", (long long)room->answer_ms / 1000);
    if (room->clock == SRV_CLOCK_CORRESPONDENCE) kb_putf(out, ",\"hours\":%lld", (long long)room->bank_ms / 3600000);
}

void srv_put_order(const srv_room *room, const uint8_t *came_from, kb_text *out)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        kb_putf(out, "%s\"%s\"", seat ? "," : "\"order\":[", kb_seat_name(&room->setup, came_from[seat]));
    kb_put(out, "]");
}

/* --- telling --------------------------------------------------------------------------------------------- */

uint32_t srv_everybody(const srv_room *room)
{
    return ((1u << room->setup.seats) - 1) | 1u << KB_SPECTATOR;
}

void srv_tell_one(srv_room *room, int viewer, const kb_text *body)
{
    char head[80];
    kb_text text = kb_text_in(head, sizeof head);
    uint64_t n = ++room->n[viewer];
    room->heard_mask |= 1u << viewer;
    srv_told *told = &room->told;
    if (!(told->viewers_mask & 1u << viewer) || n <= told->after[viewer]) return;
    if (told->up_to[viewer] && n > told->up_to[viewer]) return;
    KB_ASSERT(!body->cut);
    kb_putf(&text, "%s{\"n\":%lld,\"at\":%lld,", told->events[viewer].n ? "," : "", (long long)n,
            (long long)room->at_ms);
    srv_add_text(&told->events[viewer], &text);
    srv_add_text(&told->events[viewer], body);
    srv_add(&told->events[viewer], "}", 1);
}

void srv_tell(srv_room *room, uint32_t viewers_mask, const kb_text *body)
{
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++)
        if (viewers_mask & srv_everybody(room) & 1u << viewer) srv_tell_one(room, viewer, body);
}

/* Everybody is told that this was done to that seat; key and value may be NULL. */
static void tell_of_seat(srv_room *room, const char *what, int seat, const char *key, const char *value)
{
    char body[1024];
    kb_text text = kb_text_in(body, sizeof body);
    kb_putf(&text, "\"do\":\"%s\",\"seat\":\"%s\"", what, kb_seat_name(&room->setup, seat));
    if (key) {
        kb_putf(&text, ",\"%s\":", key);
        kb_put_json(&text, value, strlen(value));
    }
    srv_tell(room, srv_everybody(room), &text);
}

/* What a move made happen, in the words of each viewer; what was chosen is repeated only to who chose it. */
static void tell_move(srv_room *room, int seat, const char *move, const kb_events *events, const kb_outcomes *outcomes)
{
    char body[65536 + 96 * KB_OUTCOMES_MAX];
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
        if (!(srv_everybody(room) & 1u << viewer)) continue;
        kb_text text = kb_text_in(body, sizeof body);
        if (room->told.viewers_mask & 1u << viewer && room->n[viewer] >= room->told.after[viewer]) {
            kb_putf(&text, "\"do\":\"move\",\"by\":\"%s\",", kb_seat_name(&room->setup, seat));
            if (viewer == seat) kb_putf(&text, "\"move\":\"%s\",", move);
            kb_put_happened(&room->state, viewer, events, &text);
            srv_put_outcomes(room, outcomes, viewer, &text);
        }
        srv_tell_one(room, viewer, &text);
    }
}

/* --- what entries do ------------------------------------------------------------------------------------- */

static void copy_text(char *to, const char *from)
{
    memcpy(to, from, strlen(from) + 1);
}

/* Tables made before there was a second version do not name one. */
static bool read_version(srv_room *room, const json_t *entry)
{
    int64_t version = 1;
    bool sound = !json_object_get(entry, "kickback") || read_number(entry, "kickback", 1, KB_VERSION, &version);
    room->version = (uint8_t)version;
    return sound;
}

static bool do_table(srv_room *room, const json_t *entry)
{
    char reason[KB_WHY_MAX], body[2 * SRV_NAME_MAX + 64];
    kb_text why = kb_text_in(reason, sizeof reason), text = kb_text_in(body, sizeof body);
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *seed = srv_string(entry, "seed", SRV_SEED_HEX);
    room->is_imported = json_is_true(json_object_get(entry, "imported"));
    if (room->n_entries || !name || !read_version(room, entry)) return false;
    if (!room->is_imported && (!seed || !srv_seed_read(seed, strlen(seed), &room->seed))) return false;
    if (!srv_read_table(room, entry, &why)) return false;
    if (!json_object_get(entry, "pacts")) room->pact_rule = SRV_PACTS_NONE; /* a table made before there were any */
    if (!json_object_get(entry, "pace")) room->pace = SRV_PACE_OFF;
    room->host = (uint32_t)json_integer_value(json_object_get(entry, "who"));
    copy_text(room->host_name, name);
    room->made_ms = room->at_ms;
    kb_put(&text, "\"do\":\"table\",\"name\":");
    kb_put_json(&text, name, strlen(name));
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

/* Who comes back after a bot has played for him would be late again at once. */
static void give_time(const srv_room *room, srv_seat *seat)
{
    int64_t least = room->bank_ms < SRV_BACK_MS ? room->bank_ms : SRV_BACK_MS;
    if (seat->left_ms < least) seat->left_ms = least;
    seat->answer_left_ms = room->answer_ms;
}

static bool do_sit(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    uint32_t person = (uint32_t)json_integer_value(json_object_get(entry, "who"));
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *id = srv_string(entry, "person", SRV_PERSON_ID);
    if (at < 0 || !person == !room->is_imported || !name) return false;
    srv_seat *seat = &room->seats[at];
    for (int other = 0; other < room->setup.seats; other++)
        if (room->seats[other].kept == person) room->seats[other].kept = 0;
    if (seat->person != person) {
        seat->since = room->n[at];
        seat->words[0] = '\0';
        seat->passing = false;
    }
    if (seat->bot_name[0]) give_time(room, seat);
    seat->person = person;
    seat->away = false;
    seat->bot_name[0] = '\0';
    seat->votes_mask = 0;
    copy_text(seat->name, name);
    copy_text(seat->person_id, id ? id : "");
    tell_of_seat(room, "sit", at, "name", name);
    return true;
}

/* Before the game a seat that is left is empty; in the game it stays somebody's who can come back. */
static void get_up(srv_room *room, int at)
{
    srv_seat *seat = &room->seats[at];
    if (room->stage == SRV_GATHERING) {
        memset(seat, 0, sizeof *seat);
        seat->since = room->n[at];
    } else {
        seat->away = true;
    }
}

static bool do_keep(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    const char *name = srv_string(entry, "name", SRV_NAME_MAX);
    if (at < 0 || !name || room->stage != SRV_GATHERING) return false;
    room->seats[at].kept = (uint32_t)json_integer_value(json_object_get(entry, "for"));
    copy_text(room->seats[at].name, name);
    tell_of_seat(room, "keep", at, "name", name);
    return true;
}

static bool do_leave(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0) return false;
    get_up(room, at);
    tell_of_seat(room, "leave", at, NULL, NULL);
    return true;
}

static bool do_empty(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0 || room->stage != SRV_GATHERING) return false;
    get_up(room, at);
    tell_of_seat(room, "empty", at, NULL, NULL);
    return true;
}

/* What it is to leave, but by another's will, and for good: whoever was removed is refused from now on. */
static bool do_remove(srv_room *room, const json_t *entry)
{
    char body[6 * SRV_NAME_MAX + 128];
    kb_text text = kb_text_in(body, sizeof body);
    json_int_t whom = json_integer_value(json_object_get(entry, "whom"));
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *id = srv_string(entry, "person", SRV_PERSON_ID);
    if (whom < 1 || whom > UINT32_MAX || !name || !id || room->n_removed == SRV_REMOVED_MAX) return false;
    room->removed[room->n_removed++] = (uint32_t)whom;
    kb_put(&text, "\"do\":\"remove\",\"name\":");
    kb_put_json(&text, name, strlen(name));
    kb_putf(&text, ",\"person\":\"%s\"", id);
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        if (seat->person != whom && seat->kept != whom) continue;
        kb_putf(&text, ",\"seat\":\"%s\"", kb_seat_name(&room->setup, at));
        get_up(room, at);
    }
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

static bool do_expire(srv_room *room, const json_t *entry)
{
    (void)entry;
    if (room->stage != SRV_GATHERING) return false;
    room->stage = SRV_EXPIRED;
    return true;
}

/* A bot that comes into the game remembers what its seat has seen, whoever sat there: so every seat is watched all along
 * as a bot of each character would. To read the game again would hold up everybody. */
static void begin_minds(srv_seat *seat)
{
    memset(seat->minds, 0, sizeof seat->minds);
    for (int character = 0; character < BOT_CHARACTERS; character++)
        seat->minds[character].character = (uint8_t)character;
}

static void watch_game(srv_room *room, const kb_events *events)
{
    for (int at = 0; at < room->setup.seats; at++) {
        srv_seat *seat = &room->seats[at];
        kb_state view;
        kb_redact(&room->state, at, &view);
        for (int i = 0; i < events->n; i++) {
            if (!(events->at[i].seen_by & 1u << at)) continue;
            if (seat->bot_name[0]) bot_watch(&seat->bot, &view, &events->at[i]);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot mind = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                mind.memory = seat->minds[character];
                bot_watch(&mind, &view, &events->at[i]);
                seat->minds[character] = mind.memory;
            }
        }
    }
}

static bool do_bot(srv_room *room, const json_t *entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    int at = srv_seat_of(room, entry, "seat");
    const char *name = srv_string(entry, "bot", SRV_BOT_MAX);
    bot_spec spec;
    if (at < 0 || !name || !bot_read(name, &spec, &why)) return false;
    srv_seat *seat = &room->seats[at];
    copy_text(seat->bot_name, name);
    seat->votes_mask = 0;
    bot_sit(&seat->bot, &spec, at, 0);
    if (room->stage != SRV_GATHERING) seat->bot.memory = seat->minds[spec.character];
    tell_of_seat(room, "bot", at, "bot", name);
    return true;
}

static bool do_words(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    const char *words = srv_string(entry, "words", SRV_WORDS_MAX);
    if (at < 0 || !words || room->stage != SRV_GATHERING) return false;
    copy_text(room->seats[at].words, words);
    tell_of_seat(room, "words", at, "words", words);
    return true;
}

/* Times to begin with, until there are some of the seat's own. */
static void imagine_answers(srv_seat *seat)
{
    for (uint32_t i = 0; i < SRV_TOOK; i++) seat->took_ms[i] = 1500 + 700 * i;
}

/* Everybody moves to the seat that was dealt to him. Words stay where they were said, for they are in the key; and what
 * was said to a seat before stays with who heard it. */
static bool deal_seats(srv_room *room, const json_t *order)
{
    srv_seat before[KB_SEATS_MAX];
    memcpy(before, room->seats, sizeof before);
    if (json_array_size(order) != room->setup.seats ||
        kb_count_bits(srv_read_hearers(room, order)) != (int)room->setup.seats)
        return false;
    for (int at = 0; at < room->setup.seats; at++) {
        int from = seat_named(room, json_array_get(order, (size_t)at));
        srv_seat *seat = &room->seats[at];
        room->came_from[at] = (uint8_t)from;
        if (from == at) continue;
        *seat = before[from];
        copy_text(seat->words, before[at].words);
        seat->since = room->n[at];
        seat->bot.seat = (uint8_t)at;
    }
    return true;
}

/* Those of the mask owe a move from now on. */
static void owe(srv_room *room, uint32_t mask)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) room->seats[seat].owes_since_ms = room->at_ms;
}

static bool do_start(srv_room *room, const json_t *entry)
{
    char body[128];
    kb_text text = kb_text_in(body, sizeof body);
    const char *words[KB_SEATS_MAX];
    if (room->stage != SRV_GATHERING || kb_start(&room->state, &room->setup)) return false;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = room->seats[seat].words;
    room->key = srv_luck_key(&room->seed, &room->setup, room->version, words);
    if (room->order == SRV_RANDOM && !deal_seats(room, json_object_get(entry, "order"))) return false;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        room->seats[seat].left_ms = room->bank_ms;
        room->seats[seat].answer_left_ms = room->answer_ms;
        imagine_answers(&room->seats[seat]);
        begin_minds(&room->seats[seat]);
    }
    room->start_entry = room->n_entries + 1;
    room->stage = SRV_PLAYING;
    owe(room, kb_actors(&room->state));
    srv_note_stage(room);
    kb_put(&text, "\"do\":\"start\"");
    if (room->order == SRV_RANDOM) {
        kb_put(&text, ",");
        srv_put_order(room, room->came_from, &text);
    }
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

bool srv_is_answer_timed(const srv_room *room)
{
    return room->answer_ms && kb_game_of(&room->state)->is_answer(&room->state);
}

/* A move made gives the next one its time. */
static void rewind_clock(const srv_room *room, srv_seat *seat, bool was_answer)
{
    if (was_answer && room->answer_ms) {
        seat->answer_left_ms = room->answer_ms;
    } else {
        seat->left_ms = room->clock == SRV_CLOCK_LIVE ? seat->left_ms + room->increment_ms : room->bank_ms;
    }
}

static void note_answer(const srv_room *room, srv_seat *seat)
{
    uint64_t took = room->at_ms - seat->owes_since_ms;
    if (took < SRV_TOOK_MS_MIN) took = SRV_TOOK_MS_MIN;
    seat->took_ms[seat->n_took++ % SRV_TOOK] = (uint32_t)(took < SRV_TOOK_MS_MAX ? took : SRV_TOOK_MS_MAX);
}

static bool do_move(srv_room *room, const json_t *entry)
{
    const char *text = srv_string(entry, "move", KB_MOVE_TEXT_MAX), *name = srv_string(entry, "by", SRV_NAME_MAX);
    int by = srv_seat_of(room, entry, "by");
    kb_move move;
    kb_events events;
    kb_outcomes outcomes;
    events.n = 0;
    if (by < 0 && name && !strcmp(name, "chance")) by = KB_CHANCE;
    if (by < 0 || !text || room->stage != SRV_PLAYING) return false;
    bool was_answer = kb_game_of(&room->state)->is_answer(&room->state);
    uint32_t owed = kb_actors(&room->state) & ~(1u << by);
    if (kb_move_parse(&room->state, text, strlen(text), &move) || srv_check_move(room, by, move)) return false;
    kb_state before = room->state;
    if (kb_apply(&room->state, by, move, &events)) return false;
    srv_judge_move(room, &before, by, move, &outcomes);
    srv_note_stage(room);
    if (by == KB_CHANCE) {
        room->draws++;
    } else {
        srv_seat *seat = &room->seats[by];
        seat->decisions++;
        seat->votes_mask = 0;
        bot_spoke(&seat->bot); /* with its move it said what it had to say */
        rewind_clock(room, seat, was_answer);
        if (was_answer && json_object_get(entry, "who")) note_answer(room, seat);
    }
    if (kb_over(&room->state, NULL)) {
        room->stage = SRV_OVER;
        room->ended_ms = room->at_ms;
    }
    owe(room, kb_actors(&room->state) & ~owed);
    tell_move(room, by, text, &events, &outcomes);
    if (room->stage == SRV_OVER) srv_open_pacts(room);
    if (!room->is_bare) watch_game(room, &events);
    return true;
}

static bool do_say(srv_room *room, const json_t *entry)
{
    char body[6 * SRV_TALK_MAX + 512];
    kb_text text = kb_text_in(body, sizeof body);
    int by = srv_seat_of(room, entry, "by");
    const json_t *to = json_object_get(entry, "to");
    const char *say = srv_string(entry, "say", SRV_TALK_MAX), *name = srv_string(entry, "name", SRV_NAME_MAX),
               *id = srv_string(entry, "person", SRV_PERSON_ID);
    uint32_t to_mask = to ? srv_read_hearers(room, to) : 0;
    if (!say || (by < 0 && !name) || (to && !to_mask)) return false;
    room->talk_lines[by < 0]++;
    kb_put(&text, "\"do\":\"say\",");
    if (by < 0) { /* spectators talk among themselves */
        kb_put(&text, "\"name\":");
        kb_put_json(&text, name, strlen(name));
    } else {
        kb_putf(&text, "\"by\":\"%s\"", kb_seat_name(&room->setup, by));
    }
    if (id) kb_putf(&text, ",\"person\":\"%s\"", id);
    kb_put(&text, ",\"say\":");
    kb_put_json(&text, say, strlen(say));
    const char *before = ",\"to\":[";
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (to_mask & 1u << seat) {
            kb_putf(&text, "%s\"%s\"", before, kb_seat_name(&room->setup, seat));
            before = ",";
        }
    if (to_mask) kb_put(&text, "]");
    srv_tell(room, by < 0 ? 1u << KB_SPECTATOR : to_mask ? to_mask | 1u << by : srv_everybody(room), &text);
    return true;
}

static bool do_vote(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat"), by = srv_seat_of(room, entry, "by");
    if (at < 0 || by < 0) return false;
    room->seats[at].votes_mask |= 1u << by;
    tell_of_seat(room, "vote", at, "by", kb_seat_name(&room->setup, by));
    return true;
}

static bool do_passing(srv_room *room, const json_t *entry)
{
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0) return false;
    room->seats[at].passing = json_is_true(json_object_get(entry, "on"));
    kb_putf(&text, "\"do\":\"passing\",\"on\":%s", room->seats[at].passing ? "true" : "false");
    srv_tell(room, 1u << at, &text);
    return true;
}

static bool do_clock(srv_room *room, const json_t *entry)
{
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    room->clock_stopped = json_is_true(json_object_get(entry, "stopped"));
    kb_putf(&text, "\"do\":\"clock\",\"stopped\":%s", room->clock_stopped ? "true" : "false");
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

uint32_t srv_rematch_mask(const srv_room *room)
{
    return room->is_public ? srv_everybody(room) : srv_everybody(room) & ~(1u << KB_SPECTATOR);
}

static bool do_rematch(srv_room *room, const json_t *entry)
{
    char body[128];
    kb_text text = kb_text_in(body, sizeof body);
    const char *table = srv_string(entry, "table", SRV_NAME_MAX);
    if (!table || room->stage != SRV_OVER) return false;
    copy_text(room->rematch, table);
    kb_putf(&text, "\"do\":\"rematch\",\"table\":\"%s\"", table);
    srv_tell(room, srv_rematch_mask(room), &text);
    return true;
}

/* A line of an imported record that only the record needs: it is kept as it is. */
static bool do_store(srv_room *room, const json_t *entry)
{
    const char *what = json_string_value(json_object_get(entry, "do"));
    return room->is_imported && json_is_object(json_object_get(entry, what));
}

typedef struct deed {
    const char *name;
    bool (*make)(srv_room *, const json_t *entry);
    srv_entry_kind kind;
} deed;
static const deed deeds[] = {{"table", do_table, SRV_ENTRY_OTHER},
                             {"sit", do_sit, SRV_ENTRY_OTHER},
                             {"leave", do_leave, SRV_ENTRY_OTHER},
                             {"empty", do_empty, SRV_ENTRY_OTHER},
                             {"remove", do_remove, SRV_ENTRY_OTHER},
                             {"expire", do_expire, SRV_ENTRY_OTHER},
                             {"bot", do_bot, SRV_ENTRY_OTHER},
                             {"words", do_words, SRV_ENTRY_OTHER},
                             {"start", do_start, SRV_ENTRY_OTHER},
                             {"move", do_move, SRV_ENTRY_MOVE},
                             {"say", do_say, SRV_ENTRY_TALK},
                             {"vote", do_vote, SRV_ENTRY_OTHER},
                             {"clock", do_clock, SRV_ENTRY_OTHER},
                             {"keep", do_keep, SRV_ENTRY_OTHER},
                             {"rematch", do_rematch, SRV_ENTRY_OTHER},
                             {"passing", do_passing, SRV_ENTRY_OTHER},
                             {"meta", do_store, SRV_ENTRY_KEPT},
                             {"luck", do_store, SRV_ENTRY_KEPT},
                             {"propose", srv_do_propose, SRV_ENTRY_PACT},
                             {"accept", srv_do_accept, SRV_ENTRY_PACT},
                             {"decline", srv_do_decline, SRV_ENTRY_PACT},
                             {"withdraw", srv_do_withdraw, SRV_ENTRY_PACT},
                             {"wait", srv_do_wait, SRV_ENTRY_OTHER}};

/* NULL: there is no such deed. */
static const deed *deed_named(const char *name)
{
    for (int i = 0; name && i < KB_COUNT(deeds); i++)
        if (!strcmp(deeds[i].name, name)) return &deeds[i];
    return NULL;
}

/* Charges who owes a move for the time since it was charged last. While the server was away nobody is charged. */
static void charge(srv_room *room, uint64_t at_ms)
{
    if (room->stage == SRV_OVER) return;
    if (room->stage == SRV_PLAYING && room->clock && !room->clock_stopped) {
        uint32_t actors = kb_actors(&room->state);
        bool is_answer = srv_is_answer_timed(room);
        int64_t ms = srv_charged_ms(room, at_ms);
        for (int at = 0; at < room->setup.seats; at++) {
            srv_seat *seat = &room->seats[at];
            if (actors & 1u << at) *(is_answer ? &seat->answer_left_ms : &seat->left_ms) -= ms;
        }
    }
    room->charged_ms = at_ms;
}

/* A clock that had just been read would tell of talk, settings and pacts that were not for the reader. */
static bool is_for_few(const srv_room *room, const json_t *entry, const deed *found)
{
    if (found->kind == SRV_ENTRY_PACT) return !srv_is_of_public_pact(room, entry);
    return found->kind == SRV_ENTRY_TALK || found->make == do_passing;
}

/* The room as it is, without what was written down: it can be folded on and thrown away. */
static srv_room *bare_copy(const srv_room *room)
{
    srv_room *copy = srv_alloc(sizeof *copy);
    *copy = *room;
    copy->is_bare = true;
    copy->entries = NULL;
    copy->marks = NULL;
    copy->n_marks = copy->marks_size = copy->entries_size = 0;
    memset(&copy->pacts, 0, sizeof copy->pacts);
    memset(&copy->pacts_mark, 0, sizeof copy->pacts_mark);
    memset(&copy->told, 0, sizeof copy->told);
    return copy;
}

static void mark(srv_room *room, bool is_pact_mark)
{
    room->marks = srv_grow(room->marks, room->n_marks + 1, &room->marks_size, sizeof(srv_room *));
    srv_room *copy = room->marks[room->n_marks++] = bare_copy(room);
    copy->pacts_mark = srv_pacts_to_mark(&room->pacts);
    copy->is_pact_mark = is_pact_mark;
}

static void keep(srv_room *room, srv_entry_kind kind, const json_t *entry, const char *text, size_t n)
{
    if (room->is_bare) {
        room->n_entries++;
        return;
    }
    const char *id = srv_string(entry, "id", SRV_ID_MAX);
    room->entries = srv_grow(room->entries, room->n_entries + 1, &room->entries_size, sizeof *room->entries);
    srv_entry *kept = &room->entries[room->n_entries++];
    memset(kept, 0, sizeof *kept);
    kept->person = id ? (uint32_t)json_integer_value(json_object_get(entry, "who")) : 0;
    if (id) copy_text(kept->id, id);
    kept->kind = (uint8_t)kind;
    kept->heard_mask = (uint8_t)room->heard_mask;
    kept->text = srv_copy(text, n);
    kept->n = n;
    if (kind == SRV_ENTRY_TALK) return;
    bool is_pact = kind == SRV_ENTRY_PACT;
    size_t *since = is_pact ? &room->since_pact_mark : &room->since_mark;
    if (++*since < SRV_MARK_EVERY) return;
    *since = 0;
    mark(room, is_pact);
}

bool srv_room_fold(srv_room *room, const char *text, size_t n)
{
    json_t *entry = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *at = json_object_get(entry, "at"), *what = json_object_get(entry, "do");
    const deed *found = deed_named(json_string_value(what));
    bool done = false;
    if (json_is_integer(at) && json_integer_value(at) >= (json_int_t)room->at_ms && json_is_string(what)) {
        bool is_back = json_is_false(json_object_get(entry, "stopped"));
        room->at_ms = (uint64_t)json_integer_value(at);
        if (is_back) room->charged_ms = room->at_ms;
        if (found && !is_for_few(room, entry, found)) charge(room, room->at_ms);
        room->heard_mask = 0;
        done = found && (room->n_entries || found->make == do_table) && found->make(room, entry);
    }
    if (done) keep(room, found->kind, entry, text, n);
    json_decref(entry);
    return done;
}

srv_room *srv_room_new(void)
{
    return srv_alloc(sizeof(srv_room));
}

void srv_room_free(srv_room *room)
{
    if (!room) return;
    for (size_t i = 0; i < room->n_entries && !room->is_bare; i++) free(room->entries[i].text);
    for (size_t i = 0; i < room->n_marks; i++) srv_room_free(room->marks[i]);
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) srv_free(&room->told.events[viewer]);
    srv_pacts_free(&room->pacts);
    srv_pacts_mark_free(&room->pacts_mark);
    free(room->entries);
    free(room->marks);
    free(room);
}

/* --- the past -------------------------------------------------------------------------------------------- */

/* Entries that everybody knows of between the last regular mark and this one. Without the mark they would have to be read:
 * they are charged, or what a reader pays would tell how many pacts of others there are. */
static size_t spared_by(const srv_room *room, size_t mark)
{
    size_t first = mark, n = 0;
    while (first > 0 && room->marks[first]->is_pact_mark) first--;
    size_t from = room->marks[first]->is_pact_mark ? 0 : room->marks[first]->n_entries;
    for (size_t i = from; i < room->marks[mark]->n_entries; i++)
        n += room->entries[i].kind != SRV_ENTRY_TALK && room->entries[i].kind != SRV_ENTRY_PACT;
    return n;
}

/* The last mark up to the viewer's event of that number; where there is none, the room before its first entry. */
static srv_room *begin_again(const srv_room *room, int viewer, uint64_t n, size_t *work)
{
    size_t low = 0, high = room->n_marks;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (room->marks[middle]->n[viewer] <= n) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    srv_room *again = low ? bare_copy(room->marks[low - 1]) : srv_room_new();
    if (low) {
        again->pacts = srv_pacts_from_mark(&room->marks[low - 1]->pacts_mark, &room->pacts);
        *work += spared_by(room, low - 1);
    }
    again->is_bare = true;
    return again;
}

/* Folds the next entry, and says whether it is charged: talk changes nothing, so what the viewer is not to be told of is
 * passed over, and so is what they have been told of. What a pact costs would tell of it. */
static bool fold_next(const srv_room *room, int viewer, uint64_t told, srv_room *again)
{
    const srv_entry *entry = &room->entries[again->n_entries];
    bool is_heard = entry->heard_mask & 1u << viewer;
    if (entry->kind == SRV_ENTRY_TALK && (!is_heard || again->n[viewer] < told)) {
        again->n[viewer] += is_heard;
        again->n_entries++;
        return false;
    }
    srv_room_fold(again, entry->text, entry->n);
    return entry->kind != SRV_ENTRY_PACT;
}

size_t srv_room_events(const srv_room *room, int viewer, uint64_t after, uint64_t up_to, srv_bytes *out)
{
    size_t work = 0;
    srv_room *again = begin_again(room, viewer, after, &work);
    again->told.viewers_mask = 1u << viewer;
    again->told.after[viewer] = after;
    again->told.up_to[viewer] = up_to;
    while (again->n[viewer] < up_to && again->n_entries < room->n_entries)
        work += fold_next(room, viewer, after, again);
    srv_add(out, again->told.events[viewer].n ? again->told.events[viewer].at : "", again->told.events[viewer].n);
    srv_room_free(again);
    return work;
}

srv_room *srv_room_then(const srv_room *room, int viewer, uint64_t n, size_t *work)
{
    srv_room *then = begin_again(room, viewer, n, work);
    while (then->n[viewer] < n) *work += fold_next(room, viewer, n, then);
    return then;
}

/* --- who is who ------------------------------------------------------------------------------------------ */

int srv_room_viewer(const srv_room *room, uint32_t person)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (person && room->seats[seat].person == person) return seat;
    return KB_SPECTATOR;
}

bool srv_room_is_removed(const srv_room *room, uint32_t person)
{
    for (int i = 0; i < room->n_removed; i++)
        if (person && room->removed[i] == person) return true;
    return false;
}

bool srv_room_is_for(const srv_room *room, uint32_t person)
{
    if (srv_room_is_removed(room, person)) return false;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (person && room->seats[seat].kept == person) return true;
    return person && (room->host == person || srv_room_viewer(room, person) != KB_SPECTATOR);
}

const char *srv_viewer_name(const srv_room *room, int viewer)
{
    return viewer == KB_ALL_EYES    ? "everybody"
           : viewer == KB_SPECTATOR ? "spectator"
                                    : kb_seat_name(&room->setup, viewer);
}

bool srv_is_full(const srv_room *room)
{
    return room->n_entries >= SRV_ENTRIES_MAX;
}

uint32_t srv_room_passes_due(const srv_room *room)
{
    uint32_t due = 0;
    if (room->stage != SRV_PLAYING || srv_is_full(room) || !kb_game_of(&room->state)->is_answer(&room->state)) return 0;
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        if (seat->passing && !seat->away && !seat->bot_name[0]) due |= 1u << at;
    }
    return due & kb_actors(&room->state);
}

uint32_t srv_room_bots_due(const srv_room *room)
{
    uint32_t due = 0;
    if (room->stage != SRV_PLAYING || srv_is_full(room)) return 0;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (room->seats[seat].bot_name[0]) due |= 1u << seat;
    return due & kb_actors(&room->state);
}

uint64_t srv_room_owes_since(const srv_room *room, int seat)
{
    const srv_seat *s = &room->seats[seat];
    bool owes = room->stage == SRV_PLAYING && kb_actors(&room->state) & 1u << seat;
    return owes && !s->away && !s->bot_name[0] ? s->owes_since_ms : 0;
}
