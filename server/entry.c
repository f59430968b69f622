/* entry.c: see entry.h. */
#include "entry.h"

#include <stddef.h>
#include <string.h>

#include "../core/position.h"
#include "characters.h"

typedef enum type {
    TYPE_TIME,
    TYPE_DO,
    TYPE_SEAT,
    TYPE_MOVER,
    TYPE_SEATS,
    TYPE_ORDER,
    TYPE_NUMBER,
    TYPE_FLAG,
    TYPE_TEXT,
    TYPE_SEED,
    TYPE_SOURCE,
    TYPE_PACE,
    TYPE_LIST,
    TYPE_OBJECT,
    TYPE_SETUP,
    TYPE_RULES
} type;

enum {
    NOTHING,
#define SRV_FIELD(code, ...) code,
#include "entries.def"
    OPTIONAL = 1 << 7
};

typedef struct field {
    const char *key;
    type type;
    size_t offset, size;
    int64_t max;
} field;

static const field fields[] = {
    {"", TYPE_DO, 0, 0, 0}, /* NOTHING */
#define SRV_FIELD(code, key, type, member, max) \
    {key, TYPE_##type, offsetof(srv_entry, member), sizeof((srv_entry *)NULL)->member, max},
#include "entries.def"
};

enum { MOVES = true, STANDS = false };
#define MAY(code) ((code) | OPTIONAL)
const srv_shape srv_shapes[SRV_DOS] = {
#define SRV_ENTRY(code, name, counts, audience, clock, ...) \
    {name, SRV_ENTRY_##counts, SRV_TO_##audience, clock, {AT, MAY(WHO), MAY(ID), DO, __VA_ARGS__, NOTHING}},
#include "entries.def"
};

/* --- reading --------------------------------------------------------------------------------------------- */

/* The keys of a kind of entry, and which field each belongs to. */
enum { KEYS_MAX = 32 };
typedef struct key_list {
    const char *keys[KEYS_MAX];
    uint8_t fields[KEYS_MAX];
    int n;
    uint32_t needed;
} key_list;

static void add_key(key_list *list, const char *key, uint8_t code)
{
    KB_ASSERT(list->n < KEYS_MAX);
    if (!(code & OPTIONAL)) list->needed |= 1u << list->n;
    list->fields[list->n] = code;
    list->keys[list->n++] = key;
}

static void list_keys(srv_do kind, key_list *list)
{
    static const char *const of_setup[] = {"game", "players", "edition", "options"}; /* the last two may be left out */
    list->n = 0;
    list->needed = 0;
    for (const uint8_t *code = srv_shapes[kind].fields; *code; code++) {
        const field *f = &fields[*code & ~OPTIONAL];
        if (f->type == TYPE_SETUP) {
            for (int i = 0; i < KB_COUNT(of_setup); i++) add_key(list, of_setup[i], i < 2 ? *code : *code | OPTIONAL);
        } else if (f->type == TYPE_RULES) {
            for (int i = 0; i < SRV_RULES; i++) add_key(list, srv_rule_key((srv_rule)i), *code | OPTIONAL);
        } else {
            add_key(list, f->key, *code);
        }
    }
}

static bool read_text(srv_reading *r, kb_json *json, const char *key, int64_t max, const char **out)
{
    KB_ASSERT(r->n_texts + (size_t)max < sizeof r->texts);
    kb_text text = kb_text_in(r->texts + r->n_texts, (size_t)max + 1);
    if (!kb_json_text(json, &text)) return false;
    if (!srv_is_plain(text.at, text.n)) return kb_json_fail(json, "'%s' contains control characters", key);
    r->n_texts += text.n + 1;
    *out = text.at;
    return true;
}

static bool read_seat(kb_json *json, const kb_setup *setup, bool chance, int *seat)
{
    const char *names[KB_SEATS_MAX + 1];
    int n = setup->seats;
    for (int i = 0; i < n; i++) names[i] = kb_seat_name(setup, i);
    names[n] = kb_seat_name(setup, KB_CHANCE);
    int i = kb_json_name(json, names, n + chance, "seat");
    *seat = i == n ? KB_CHANCE : i;
    return i >= 0;
}

static bool read_seats(kb_json *json, const kb_setup *setup, const char *key, bool optional, uint32_t *mask)
{
    kb_slice list;
    if (!kb_json_skip(json, &list)) return false;
    if (!kb_read_seats(setup, key, list, mask, json->why)) return !(json->failed = true);
    return *mask || !optional || kb_json_fail(json, "'%s' names nobody", key);
}

static bool read_order(kb_json *json, const kb_setup *setup, srv_order_dealt *order)
{
    uint32_t seen = 0;
    int n = 0, from;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']') && n < KB_SEATS_MAX && read_seat(json, setup, false, &from)) {
        order->came_from[n++] = (uint8_t)from;
        seen |= 1u << from;
    }
    order->is_dealt = n == setup->seats && seen == (1u << n) - 1;
    return order->is_dealt || kb_json_fail(json, "'order' names each of %d seats once", setup->seats);
}

static bool read_seed(kb_json *json, srv_seed *seed)
{
    char hex[SRV_SEED_HEX + 1];
    kb_text text = kb_text_in(hex, sizeof hex);
    if (!kb_json_text(json, &text)) return false;
    return srv_seed_read(text.at, text.n, seed) || kb_json_fail(json, "'seed' has %d hexadecimal digits", SRV_SEED_HEX);
}

static bool read_number(kb_json *json, int64_t low, int64_t high, uint32_t *out)
{
    int64_t n = 0;
    bool done = kb_json_int(json, low, high, &n);
    *out = (uint32_t)n;
    return done;
}

static bool read_time(kb_json *json, uint64_t *ms)
{
    int64_t at = 0;
    bool done = kb_json_int(json, 0, INT64_MAX, &at);
    *ms = (uint64_t)at;
    return done;
}

static bool read_source(kb_json *json, srv_source *from)
{
    return (kb_json_open(json, '[') && kb_json_more(json, ']') && read_number(json, 0, UINT32_MAX, &from->address) &&
            kb_json_more(json, ']') && read_number(json, 0, UINT32_MAX, &from->network) && !kb_json_more(json, ']')) ||
           kb_json_fail(json, "'from' is a list of two numbers");
}

static bool read_pace(kb_json *json, uint8_t *pace)
{
    int i = kb_json_name(json, srv_pace_names, SRV_PACES, "pace");
    *pace = (uint8_t)i;
    return i >= 0;
}

static bool read_value(kb_json *json, char bracket, kb_slice *value)
{
    if (kb_json_peek(json) != bracket) return kb_json_open(json, bracket); /* says what was expected */
    return kb_json_skip(json, value);
}

static bool read_field(srv_reading *r, uint8_t code, const kb_setup *setup, kb_json *json)
{
    const field *f = &fields[code & ~OPTIONAL];
    void *at = (char *)&r->entry + f->offset;
    switch (f->type) {
    case TYPE_TIME: return read_time(json, at);
    case TYPE_SEAT:
    case TYPE_MOVER: return read_seat(json, setup, f->type == TYPE_MOVER, at);
    case TYPE_SEATS: return read_seats(json, setup, f->key, code & OPTIONAL, at);
    case TYPE_ORDER: return read_order(json, setup, at);
    case TYPE_NUMBER: return read_number(json, 1, f->max, at);
    case TYPE_FLAG: return kb_json_bool(json, at);
    case TYPE_TEXT: return read_text(r, json, f->key, f->max, at);
    case TYPE_SEED: return read_seed(json, at);
    case TYPE_SOURCE: return read_source(json, at);
    case TYPE_PACE: return read_pace(json, at);
    case TYPE_LIST: return read_value(json, '[', at);
    case TYPE_OBJECT: return read_value(json, '{', at);
    case TYPE_DO: /* read before, and the others later, all their keys together */
    case TYPE_SETUP:
    case TYPE_RULES: return kb_json_skip(json, NULL);
    }
    return false;
}

/* Returns false for an entry of an unknown kind, or none. */
static bool read_kind(kb_slice object, kb_text *why, srv_do *kind)
{
    kb_slice name, found;
    kb_word word;
    kb_json json = kb_json_over(object.at, object.n, why);
    if (!kb_json_find(object, "do", &name))
        return kb_json_skip(&json, NULL) && kb_json_done(&json) && kb_json_fail(&json, "missing key 'do'");
    json = kb_json_over(name.at, name.n, why);
    if (!kb_json_word(&json, &word)) return false;
    int i = 0;
    while (i < SRV_DOS && !kb_equal(word.at, word.n, srv_shapes[i].name)) i++;
    if (i == SRV_DOS) return kb_json_fail(&json, "unknown entry '%.*s'", (int)word.n, word.at);
    *kind = i == SRV_DO_TABLE && kb_json_find(object, "imported", &found) ? SRV_DO_IMPORT : (srv_do)i;
    return true;
}

/* Tables from before version 2 name no version. */
static bool read_table(srv_entry *entry, kb_slice object, kb_text *why)
{
    if (!entry->version) entry->version = 1;
    return srv_read_setup(&entry->setup, (int)entry->version, object, why) &&
           srv_read_rules(&entry->rules, object, why);
}

bool srv_read_entry(srv_reading *r, const kb_setup *setup, const char *text, size_t n, kb_text *why)
{
    char reason[KB_WHY_MAX];
    kb_text more = kb_text_in(reason, sizeof reason);
    kb_slice object = {text, n};
    key_list list;
    uint32_t seen = 0;
    int key;
    memset(&r->entry, 0, sizeof r->entry);
    r->entry.by = -1;
    r->n_texts = 0;
    if (!read_kind(object, why, &r->entry.kind)) return false;
    list_keys(r->entry.kind, &list);
    kb_json json = kb_json_over(text, n, &more);
    kb_json_open(&json, '{');
    while ((key = kb_json_member(&json, list.keys, list.n, &seen)) >= 0)
        if (!read_field(r, list.fields[key], setup, &json)) break;
    if (kb_json_complete(&json, list.keys, list.n, seen, list.needed) && kb_json_done(&json) &&
        (!srv_makes_table(&r->entry) || read_table(&r->entry, object, &more)))
        return true;
    kb_putf(why, "%s: %s", srv_shapes[r->entry.kind].name, reason);
    return false;
}

/* --- writing --------------------------------------------------------------------------------------------- */

static bool is_empty(const field *f, const char *at)
{
    size_t i = 0;
    if (f->type == TYPE_SEAT) return *(const int *)(const void *)at < 0;
    while (i < f->size && !at[i]) i++;
    return i == f->size;
}

static bool put_text(const char *text, int64_t max, kb_text *out)
{
    size_t n = strlen(text);
    kb_put_json(out, text, n);
    return n <= (size_t)max && srv_is_plain(text, n);
}

void srv_put_order(const kb_setup *setup, const srv_order_dealt *order, kb_text *out)
{
    for (int seat = 0; seat < setup->seats; seat++)
        kb_putf(out, "%s\"%s\"", seat ? "," : "[", kb_seat_name(setup, order->came_from[seat]));
    kb_put(out, "]");
}

static void put_rules(const srv_rules *rules, kb_text *out)
{
    for (int i = 0; i < SRV_RULES; i++) {
        if (!(rules->given & 1u << i)) continue;
        kb_put(out, ",");
        srv_put_rules(rules, (srv_rule)i, (srv_rule)i, out);
    }
}

/* Writes the value of a field. Returns false if it could not be read again. */
static bool put_value(const srv_entry *entry, const field *f, const kb_setup *setup, kb_text *out)
{
    const void *at = (const char *)entry + f->offset;
    char hex[SRV_SEED_HEX + 1];
    switch (f->type) {
    case TYPE_TIME: kb_putf(out, "%lld", (long long)*(const uint64_t *)at); break;
    case TYPE_DO: kb_putf(out, "\"%s\"", srv_shapes[entry->kind].name); break;
    case TYPE_SEAT:
    case TYPE_MOVER: kb_putf(out, "\"%s\"", kb_seat_name(setup, *(const int *)at)); break;
    case TYPE_SEATS: kb_put_seats(kb_game_at(setup->game)->seat_names, *(const uint32_t *)at, out); break;
    case TYPE_ORDER: srv_put_order(setup, at, out); break;
    case TYPE_NUMBER: kb_putf(out, "%lld", (long long)*(const uint32_t *)at); break;
    case TYPE_FLAG: kb_put(out, *(const bool *)at ? "true" : "false"); break;
    case TYPE_TEXT: return *(const char *const *)at && put_text(*(const char *const *)at, f->max, out);
    case TYPE_SEED:
        srv_seed_write(at, hex);
        kb_putf(out, "\"%s\"", hex);
        break;
    case TYPE_SOURCE: {
        srv_source from = *(const srv_source *)at;
        kb_putf(out, "[%lld,%lld]", (long long)from.address, (long long)from.network);
        break;
    }
    case TYPE_PACE: kb_putf(out, "\"%s\"", srv_pace_names[*(const uint8_t *)at]); break;
    case TYPE_LIST:
    case TYPE_OBJECT: {
        kb_slice value = *(const kb_slice *)at;
        kb_put_n(out, value.at, value.n);
        return value.n && *value.at == (f->type == TYPE_LIST ? '[' : '{');
    }
    case TYPE_SETUP: kb_put_setup_of(at, (int)entry->version, out); break;
    case TYPE_RULES: put_rules(at, out); break;
    }
    return true;
}

#ifndef NDEBUG
static bool is_readable(const kb_setup *setup, const char *text, size_t n)
{
    srv_reading reading;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    return srv_read_entry(&reading, setup, text, n, &why);
}
#endif

bool srv_write_entry(const srv_entry *entry, const kb_setup *setup, kb_text *out)
{
    bool sound = true;
    const char *before = "{";
    for (const uint8_t *code = srv_shapes[entry->kind].fields; *code; code++) {
        const field *f = &fields[*code & ~OPTIONAL];
        if (*code & OPTIONAL && is_empty(f, (const char *)entry + f->offset)) continue;
        kb_put(out, f->type == TYPE_RULES ? "" : before);
        if (*f->key) kb_putf(out, "\"%s\":", f->key);
        sound = put_value(entry, f, setup, out) && sound;
        before = ",";
    }
    kb_put(out, "}");
    sound = sound && !out->cut;
    KB_ASSERT(!sound || is_readable(setup, out->at, out->n));
    return sound;
}
