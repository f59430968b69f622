/* room_rules.c: the settings of a table: reading them from a request or an entry, and writing them. */
#include <string.h>

#include "room_fold.h"

/* --- reading --------------------------------------------------------------------------------------------- */

/* Control characters and changes of writing direction can make one name look like another. */
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

int srv_seat_named(const srv_room *room, const json_t *name)
{
    if (!json_is_string(name)) return -1;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), json_string_value(name))) return seat;
    return -1;
}

int srv_seat_of(const srv_room *room, const json_t *object, const char *key)
{
    return srv_seat_named(room, json_object_get(object, key));
}

uint32_t srv_read_hearers(const srv_room *room, const json_t *to)
{
    uint32_t mask = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(to, i, name)
    {
        int seat = srv_seat_named(room, name);
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
        kb_setup_edition(setup, version, k);
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
static const char *const pact_rule_names[] = {"private", "public", "none"}; /* in the order of talk_names */
static const char *const pace_names[] = {"brisk", "comfortable", "off"};
static const char *const whispers_names[] = {"hidden", "seen"};
static const char *const help_names[] = {"allowed", "forbidden"};

static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; name && i < n; i++)
        if (!strcmp(name, names[i])) return i;
    return -1;
}

/* One of the names, by default the first; false for any other value. */
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

/* An integer of the object between low and high; false for any other value. */
bool srv_read_number(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *out)
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
        if (json_object_size(clock) != 3u + has_answer || !srv_read_number(clock, "bank_s", 10, 24 * 3600, &bank) ||
            !srv_read_number(clock, "increment_s", 0, 3600, &increment) ||
            (has_answer && !srv_read_number(clock, "answer_s", 5, 3600, &answer)))
            return false;
        room->bank_ms = bank * 1000;
        room->increment_ms = increment * 1000;
        room->answer_ms = answer * 1000;
        return true;
    case SRV_CLOCK_CORRESPONDENCE:
        if (json_object_size(clock) != 2 || !srv_read_number(clock, "hours", 1, 24 * 30, &bank)) return false;
        room->bank_ms = bank * 3600 * 1000;
        return true;
    default: return false;
    }
}

bool srv_read_pace(const json_t *object, uint8_t *pace, bool *is_paused)
{
    return read_choice(object, "pace", pace_names, KB_COUNT(pace_names), pace) &&
           read_flag(object, "paused", is_paused);
}

const char *srv_pace_name(uint8_t pace)
{
    return pace_names[pace];
}

/* By default pacts are as private as talk. There are none without talk, or if the version of the record has none. */
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
    if (!read_choice(object, "help", help_names, KB_COUNT(help_names), &room->help)) {
        kb_put(why, "help is allowed or forbidden");
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
    if (!read_choice(object, "whispers", whispers_names, KB_COUNT(whispers_names), &room->whispers)) {
        kb_put(why, "whispers is hidden or seen");
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

/* --- writing --------------------------------------------------------------------------------------------- */

void srv_put_rules(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"public\":%s,\"talk\":\"%s\",\"open_talk\":%s,\"whispers\":\"%s\",\"order\":\"%s\"",
            room->is_public ? "true" : "false", talk_names[room->talk], room->open_talk ? "true" : "false",
            whispers_names[room->whispers], order_names[room->order]);
}

void srv_put_negotiation(const srv_room *room, kb_text *out)
{
    kb_putf(out, "\"pacts\":\"%s\",\"pace\":\"%s\",\"help\":\"%s\"", pact_rule_names[room->pact_rule],
            pace_names[room->pace], help_names[room->help]);
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
