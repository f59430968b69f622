/* fields.c: see fields.h. */
#include "fields.h"

#include "../core/position.h"

/* The keys of an object, and which field each belongs to. */
enum { KEYS_MAX = 32, HEX_MAX = 64 };
typedef struct key_list {
    const char *keys[KEYS_MAX];
    uint8_t codes[KEYS_MAX];
    int n;
    uint32_t needed;
} key_list;

static void add_key(key_list *list, const char *key, uint8_t code)
{
    KB_ASSERT(list->n < KEYS_MAX);
    if (!(code & KB_FIELD_MAY)) list->needed |= 1u << list->n;
    list->codes[list->n] = code;
    list->keys[list->n++] = key;
}

static void list_keys(const kb_field *all, const uint8_t *fields, key_list *list)
{
    static const char *const of_setup[] = {"game", "players", "edition", "options"}; /* the last two may be left out */
    list->n = 0;
    list->needed = 0;
    for (const uint8_t *code = fields; *code; code++) {
        const kb_field *f = &all[*code & KB_FIELD_CODE];
        if (f->type == KB_FIELD_SETUP || f->type == KB_FIELD_NEW_SETUP) {
            for (int i = 0; i < KB_COUNT(of_setup); i++)
                add_key(list, of_setup[i], i < 2 ? *code : *code | KB_FIELD_MAY);
        } else if (f->type == KB_FIELD_RULES || f->type == KB_FIELD_NEW_RULES) {
            for (int i = 0; i < KB_TABLE_RULES; i++)
                add_key(list, kb_table_rule_key((kb_table_rule)i), *code | KB_FIELD_MAY);
        } else {
            add_key(list, f->key, *code);
        }
    }
}

void kb_put_keys(const kb_field *all, const uint8_t *fields, kb_text *out)
{
    key_list list;
    list_keys(all, fields, &list);
    for (int i = 0; i < list.n; i++)
        kb_putf(out, "%s%s%s", i ? " " : "", list.keys[i], list.codes[i] & KB_FIELD_MAY ? "?" : "");
}

bool kb_is_plain(const char *text, size_t n)
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

/* --- reading --------------------------------------------------------------------------------------------- */

static bool read_text(kb_object *o, kb_json *json, const kb_field *f, const char **out)
{
    size_t room = (size_t)f->max + 1;
    kb_text text = kb_text_in(o->texts, room < o->n_texts ? room : o->n_texts);
    if (!kb_json_text(json, &text)) return false;
    if (!kb_is_plain(text.at, text.n)) return kb_json_fail(json, "'%s' contains control characters", f->key);
    o->texts += text.n + 1;
    o->n_texts -= text.n + 1;
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

static bool read_order(kb_json *json, const kb_setup *setup, kb_order_dealt *order)
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

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool read_digits(const char *hex, size_t n, uint8_t *bytes)
{
    for (size_t i = 0; i < n; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool read_hex(kb_json *json, const kb_field *f, uint8_t *bytes)
{
    char hex[HEX_MAX + 1];
    kb_text text = kb_text_in(hex, sizeof hex);
    if (!kb_json_text(json, &text)) return false;
    return (text.n == 2 * f->size && read_digits(hex, f->size, bytes)) ||
           kb_json_fail(json, "'%s' has %d hexadecimal digits", f->key, 2 * (int)f->size);
}

static bool read_number(kb_json *json, int64_t low, int64_t high, uint32_t *out)
{
    int64_t n = 0;
    bool done = kb_json_int(json, low, high, &n);
    *out = (uint32_t)n;
    return done;
}

static bool read_count(kb_json *json, uint64_t *out)
{
    int64_t n = 0;
    bool done = kb_json_int(json, 0, INT64_MAX, &n);
    *out = (uint64_t)n;
    return done;
}

static bool read_source(kb_json *json, kb_source *from)
{
    return (kb_json_open(json, '[') && kb_json_more(json, ']') && read_number(json, 0, UINT32_MAX, &from->address) &&
            kb_json_more(json, ']') && read_number(json, 0, UINT32_MAX, &from->network) && !kb_json_more(json, ']')) ||
           kb_json_fail(json, "'from' is a list of two numbers");
}

static bool read_pace(kb_json *json, uint8_t *pace)
{
    int i = kb_json_name(json, kb_pace_names, KB_PACES, "pace");
    *pace = (uint8_t)i;
    return i >= 0;
}

static bool read_value(kb_json *json, char bracket, kb_slice *value)
{
    if (kb_json_peek(json) != bracket) return kb_json_open(json, bracket); /* says what was expected */
    return kb_json_skip(json, value);
}

/* whole: the object that the field is in. */
static bool read_field(kb_object *o, uint8_t code, kb_slice whole, kb_json *json)
{
    const kb_field *f = &o->all[code & KB_FIELD_CODE];
    void *at = (char *)o->at + f->offset;
    switch (f->type) {
    case KB_FIELD_TEXT: return read_text(o, json, f, at);
    case KB_FIELD_FLAG: return kb_json_bool(json, at);
    case KB_FIELD_NUMBER: return read_number(json, 1, f->max, at);
    case KB_FIELD_WHOLE: return kb_json_int(json, INT64_MIN, INT64_MAX, at);
    case KB_FIELD_COUNT: return read_count(json, at);
    case KB_FIELD_SEAT:
    case KB_FIELD_MOVER: return read_seat(json, o->setup, f->type == KB_FIELD_MOVER, at);
    case KB_FIELD_SEATS: return read_seats(json, o->setup, f->key, code & KB_FIELD_MAY, at);
    case KB_FIELD_ORDER: return read_order(json, o->setup, at);
    case KB_FIELD_SEED:
    case KB_FIELD_HASH:
    case KB_FIELD_SALT: return read_hex(json, f, at);
    case KB_FIELD_SOURCE: return read_source(json, at);
    case KB_FIELD_LIST: return read_value(json, '[', at);
    case KB_FIELD_OBJECT: return read_value(json, '{', at);
    case KB_FIELD_PACE: return read_pace(json, at);
    case KB_FIELD_NEW_SETUP:
    case KB_FIELD_NEW_RULES: *(kb_slice *)at = whole; return kb_json_skip(json, NULL);
    case KB_FIELD_DO: /* read before, and the others later, all their keys together */
    case KB_FIELD_SETUP:
    case KB_FIELD_RULES: return kb_json_skip(json, NULL);
    }
    return false;
}

bool kb_read_do(kb_slice object, kb_word *word, kb_text *why)
{
    kb_slice value;
    kb_json json = kb_json_over(object.at, object.n, why);
    if (!kb_json_find(object, "do", &value))
        return kb_json_skip(&json, NULL) && kb_json_done(&json) && kb_json_fail(&json, "missing key 'do'");
    json = kb_json_over(value.at, value.n, why);
    return kb_json_word(&json, word);
}

bool kb_read_fields(kb_object *o, kb_slice object, kb_text *why)
{
    key_list list;
    uint32_t seen = 0;
    int key;
    kb_json json = kb_json_over(object.at, object.n, why);
    list_keys(o->all, o->fields, &list);
    kb_json_open(&json, '{');
    while ((key = kb_json_member(&json, list.keys, list.n, &seen)) >= 0)
        if (!read_field(o, list.codes[key], object, &json)) break;
    return kb_json_complete(&json, list.keys, list.n, seen, list.needed) && kb_json_done(&json);
}

bool kb_read_loosely(kb_object *o, kb_slice object, bool *is_exact)
{
    key_list list;
    uint32_t seen = 0;
    kb_json json = kb_json_over(object.at, object.n, NULL);
    list_keys(o->all, o->fields, &list);
    *is_exact = true;
    kb_json_open(&json, '{');
    while (!json.failed && kb_json_more(&json, '}')) {
        kb_word key;
        kb_slice value;
        int i = 0;
        if (!kb_json_string(&json, &key) || !kb_json_colon(&json) || !kb_json_skip(&json, &value)) return false;
        while (i < list.n && (key.n > KB_WORD_MAX || !kb_equal(key.at, key.n, list.keys[i]))) i++;
        if (i == list.n) {
            *is_exact = false;
            continue;
        }
        uint8_t code = list.codes[i] & KB_FIELD_CODE;
        kb_json inside = kb_json_over(value.at, value.n, NULL);
        if (seen >> i & 1) return false;
        seen |= 1u << i;
        o->given |= 1ull << code;
        if (read_field(o, list.codes[i], object, &inside)) continue;
        o->wrong |= 1ull << code;
        __builtin_memset((char *)o->at + o->all[code].offset, 0,
                         o->all[code].size); /* whatever was found out about it */
    }
    *is_exact &= !(list.needed & ~seen);
    return kb_json_done(&json);
}

/* --- writing --------------------------------------------------------------------------------------------- */

static bool is_empty(const kb_field *f, const char *at)
{
    size_t i = 0;
    if (f->type == KB_FIELD_SEAT) return *(const int *)(const void *)at < 0;
    if (f->type == KB_FIELD_DO) return false;
    while (i < f->size && !at[i]) i++;
    return i == f->size;
}

static bool put_text(const char *text, int64_t max, kb_text *out)
{
    size_t n = kb_length(text);
    kb_put_json(out, text, n);
    return n <= (size_t)max && kb_is_plain(text, n);
}

void kb_put_hex(const uint8_t *bytes, size_t n, kb_text *out)
{
    static const char digits[] = "0123456789abcdef";
    kb_put(out, "\"");
    for (size_t i = 0; i < n; i++) kb_putf(out, "%c%c", digits[bytes[i] >> 4], digits[bytes[i] & 15]);
    kb_put(out, "\"");
}

static bool put_slice(const kb_slice *value, char bracket, kb_text *out)
{
    kb_put_n(out, value->at, value->n);
    return value->n && *value->at == bracket;
}

void kb_put_order(const kb_setup *setup, const kb_order_dealt *order, kb_text *out)
{
    for (int seat = 0; seat < setup->seats; seat++)
        kb_putf(out, "%s\"%s\"", seat ? "," : "[", kb_seat_name(setup, order->came_from[seat]));
    kb_put(out, "]");
}

static void put_rules(const kb_table_rules *rules, kb_text *out)
{
    for (int i = 0; i < KB_TABLE_RULES; i++) {
        if (!(rules->given & 1u << i)) continue;
        kb_put_table_rules(rules, (kb_table_rule)i, (kb_table_rule)i, out);
    }
}

/* Writes the value of a field. Returns false if it could not be read again. */
static bool put_value(const kb_object *o, const kb_field *f, kb_text *out)
{
    const void *at = (const char *)o->at + f->offset;
    switch (f->type) {
    case KB_FIELD_DO: kb_putf(out, "\"%s\"", o->name); break;
    case KB_FIELD_TEXT: return *(const char *const *)at && put_text(*(const char *const *)at, f->max, out);
    case KB_FIELD_FLAG: kb_put(out, *(const bool *)at ? "true" : "false"); break;
    case KB_FIELD_NUMBER: kb_putf(out, "%lld", (long long)*(const uint32_t *)at); break;
    case KB_FIELD_WHOLE:
    case KB_FIELD_COUNT: kb_putf(out, "%lld", *(const long long *)at); break;
    case KB_FIELD_SEAT:
    case KB_FIELD_MOVER: kb_putf(out, "\"%s\"", kb_seat_name(o->setup, *(const int *)at)); break;
    case KB_FIELD_SEATS: kb_put_seats(kb_game_at(o->setup->game)->seat_names, *(const uint32_t *)at, out); break;
    case KB_FIELD_ORDER: kb_put_order(o->setup, at, out); break;
    case KB_FIELD_SEED:
    case KB_FIELD_HASH:
    case KB_FIELD_SALT: kb_put_hex(at, f->size, out); break;
    case KB_FIELD_SOURCE:
        kb_putf(out, "[%lld,%lld]", (long long)((const kb_source *)at)->address,
                (long long)((const kb_source *)at)->network);
        break;
    case KB_FIELD_LIST: return put_slice(at, '[', out);
    case KB_FIELD_OBJECT: return put_slice(at, '{', out);
    case KB_FIELD_PACE: kb_putf(out, "\"%s\"", kb_pace_names[*(const uint8_t *)at]); break;
    case KB_FIELD_SETUP: kb_put_setup_of(at, o->version, out); break;
    case KB_FIELD_RULES: put_rules(at, out); break;
    case KB_FIELD_NEW_SETUP:
    case KB_FIELD_NEW_RULES: return false;
    }
    return true;
}

/* Returns false if they could not be read again. */
static bool put_fields(const kb_object *o, bool only_told, kb_text *out)
{
    bool sound = true, is_first = true;
    for (const uint8_t *code = o->fields; *code; code++) {
        const kb_field *f = &o->all[*code & KB_FIELD_CODE];
        if (only_told && !(*code & KB_FIELD_TOLD) && f->type != KB_FIELD_DO) continue;
        if (*code & KB_FIELD_MAY && is_empty(f, (const char *)o->at + f->offset)) continue;
        if (f->type != KB_FIELD_RULES) kb_put(out, is_first ? "" : ",");
        if (*f->key) kb_putf(out, "\"%s\":", f->key);
        sound = put_value(o, f, out) && sound;
        is_first = false;
    }
    return sound;
}

bool kb_write_fields(const kb_object *o, kb_text *out)
{
    kb_put(out, "{");
    bool sound = put_fields(o, false, out);
    kb_put(out, "}");
    return sound && !out->cut;
}

void kb_put_told(const kb_object *o, kb_text *out)
{
    put_fields(o, true, out);
}
