/* json.c: the strict, bounded JSON reader. */
#include "json.h"

kb_json kb_json_over(const char *text, size_t n, kb_text *why)
{
    const char *end = n ? text + n : text; /* of nothing, text may be NULL */
    kb_json json = {text, text, end, why, 0, false, false, false, false};
    return json;
}

bool kb_json_fail(kb_json *json, const char *format, ...)
{
    if (json->failed) return false;
    json->failed = true;
    if (!json->why) return false;
    va_list args;
    va_start(args, format);
    kb_putv(json->why, format, args);
    va_end(args);
    return false;
}

static bool fail_here(kb_json *json, const char *expected)
{
    if (json->failed) return false;
    if (json->at >= json->end) {
        json->ran_out = true;
        return kb_json_fail(json, "expected %s but the text ends", expected);
    }
    return kb_json_fail(json, "column %d: expected %s but found '%c'", (int)(json->at - json->start) + 1, expected,
                        *json->at >= ' ' && *json->at < 127 ? *json->at : '?');
}

static void skip_blanks(kb_json *json)
{
    while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\r' || *json->at == '\n'))
        json->at++;
}

char kb_json_peek(kb_json *json)
{
    skip_blanks(json);
    return !json->failed && json->at < json->end ? *json->at : '\0';
}

static bool take(kb_json *json, char c, const char *expected)
{
    if (kb_json_peek(json) != c) return fail_here(json, expected);
    json->at++;
    return true;
}

bool kb_json_open(kb_json *json, char bracket)
{
    if (!take(json, bracket, bracket == '{' ? "an object" : "a list")) return false;
    if (++json->depth > KB_JSON_DEPTH_MAX) return kb_json_fail(json, "JSON nested too deeply");
    json->fresh = true;
    return true;
}

bool kb_json_more(kb_json *json, char closing)
{
    bool fresh = json->fresh;
    json->fresh = false;
    if (kb_json_peek(json) == closing) {
        json->at++;
        json->depth--;
        return false;
    }
    if (fresh) return !json->failed;
    return take(json, ',', closing == '}' ? "',' or '}'" : "',' or ']'");
}

/* --- strings -------------------------------------------------------------------------------- */

int kb_utf8_length(const unsigned char *p, size_t room)
{
    if (p[0] < 0x80) return 1;
    int n = p[0] >= 0xC2 && p[0] <= 0xDF ? 2 : p[0] >= 0xE0 && p[0] <= 0xEF ? 3 : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4 : 0;
    if (n == 0 || (size_t)n > room) return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)) return 0;
    if ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)) return 0;
    return n;
}

static void word_add_bytes(kb_word *word, const char *bytes, size_t n)
{
    if (!word) return;
    size_t room = word->n < KB_WORD_MAX ? KB_WORD_MAX - word->n : 0;
    for (size_t i = 0; i < n && i < room; i++) word->at[word->n + i] = bytes[i];
    word->n += n;
}

/* Writes the character as UTF-8 and returns its length. */
static size_t put_utf8(uint32_t c, char bytes[4])
{
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else if (c < 0x800) {
        bytes[n++] = (char)(0xC0 | (c >> 6));
    } else if (c < 0x10000) {
        bytes[n++] = (char)(0xE0 | (c >> 12));
        bytes[n++] = (char)(0x80 | ((c >> 6) & 0x3F));
    } else {
        bytes[n++] = (char)(0xF0 | (c >> 18));
        bytes[n++] = (char)(0x80 | ((c >> 12) & 0x3F));
        bytes[n++] = (char)(0x80 | ((c >> 6) & 0x3F));
    }
    if (c >= 0x80) bytes[n++] = (char)(0x80 | (c & 0x3F));
    return n;
}

static bool hex4(kb_json *json, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = json->at < json->end ? *json->at : '\0';
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return fail_here(json, "a hexadecimal digit");
        *out = *out * 16 + (uint32_t)digit;
        json->at++;
    }
    return true;
}

/* The character after a backslash. */
static bool escaped(kb_json *json, uint32_t *c)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    if (json->at >= json->end) return fail_here(json, "an escaped character");
    for (int i = 0; from[i]; i++)
        if (*json->at == from[i]) {
            *c = (uint32_t)to[i];
            json->at++;
            return true;
        }
    if (*json->at != 'u') return fail_here(json, "an escaped character");
    json->at++;
    if (!hex4(json, c)) return false;
    if (*c >= 0xDC00 && *c <= 0xDFFF) return kb_json_fail(json, "unpaired surrogate in a string");
    if (*c < 0xD800 || *c > 0xDBFF) return true;
    uint32_t low;
    if (json->at < json->end && *json->at != '\\') return kb_json_fail(json, "unpaired surrogate in a string");
    if (json->end - json->at < 2) {
        json->at = json->end;
        return fail_here(json, "the second half of a surrogate pair");
    }
    if (json->at[1] != 'u') return kb_json_fail(json, "unpaired surrogate in a string");
    json->at += 2;
    if (!hex4(json, &low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return kb_json_fail(json, "unpaired surrogate in a string");
    *c = 0x10000 + ((*c - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/* What a string holds up to its next quote, escape or anything else that is not plain ASCII. */
static size_t plain_run(const kb_json *json)
{
    const unsigned char *p = (const unsigned char *)json->at;
    const unsigned char *end = (const unsigned char *)json->end;
    while (p < end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') p++;
    return (size_t)(p - (const unsigned char *)json->at);
}

/* Takes a string. word may be NULL. A string that is too long is truncated; n has its full length. */
static bool string(kb_json *json, kb_word *word)
{
    if (!take(json, '"', "a string")) return false;
    if (word) word->n = 0;
    for (;;) {
        size_t n = plain_run(json);
        word_add_bytes(word, json->at, n);
        json->at += n;
        if (json->at >= json->end || *json->at == '"') return take(json, '"', "the end of a string");
        unsigned char c = (unsigned char)*json->at;
        if (c < 0x20) return kb_json_fail(json, "control character in a string");
        if (c == '\\') {
            uint32_t plain = 0;
            char bytes[4];
            json->at++;
            if (!escaped(json, &plain)) return false;
            word_add_bytes(word, bytes, put_utf8(plain, bytes));
            continue;
        }
        n = (size_t)kb_utf8_length((const unsigned char *)json->at, (size_t)(json->end - json->at));
        if (n == 0) {
            json->ran_out = json->end - json->at < 4;
            return kb_json_fail(json, "invalid UTF-8");
        }
        word_add_bytes(word, json->at, n);
        json->at += n;
    }
}

bool kb_json_string(kb_json *json, kb_word *word)
{
    return string(json, word);
}

/* Writes a character of a string as JSON: escaped only if it must be. */
static void put_character(uint32_t c, kb_text *out)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    char bytes[4];
    for (int i = 0; plain[i]; i++)
        if (c == (uint32_t)plain[i]) {
            kb_putf(out, "\\%c", letters[i]);
            return;
        }
    if (c < 0x20) {
        kb_putf(out, "\\u00%c%c", '0' + (int)(c >> 4), "0123456789ABCDEF"[c & 15]);
    } else {
        kb_put_n(out, bytes, put_utf8(c, bytes));
    }
}

/* Writes the inside of a sound string: as it reads, or as JSON. */
static void put_inside(kb_slice quoted, bool as_json, kb_text *out)
{
    kb_json json = kb_json_over(quoted.at + 1, quoted.n - 2, NULL);
    while (json.at < json.end) {
        const char *from = json.at;
        uint32_t c = 0;
        char bytes[4];
        while (json.at < json.end && *json.at != '\\') json.at++;
        kb_put_n(out, from, (size_t)(json.at - from));
        if (json.at++ >= json.end) return;
        escaped(&json, &c);
        if (as_json) {
            put_character(c, out);
        } else {
            kb_put_n(out, bytes, put_utf8(c, bytes));
        }
    }
}

bool kb_json_text(kb_json *json, kb_text *out)
{
    size_t room = out->size - out->n;
    skip_blanks(json);
    kb_slice quoted = {json->at, 0};
    if (json->failed || !string(json, NULL)) return false;
    quoted.n = (size_t)(json->at - quoted.at);
    put_inside(quoted, false, out);
    return !out->cut || kb_json_fail(json, "string longer than %d bytes", (int)room - 1);
}

bool kb_json_word(kb_json *json, kb_word *word)
{
    if (!string(json, word)) return false;
    if (word->n > KB_WORD_MAX) return kb_json_fail(json, "string longer than %d bytes", KB_WORD_MAX);
    return true;
}

int kb_json_name(kb_json *json, const char *const *names, int n, const char *what)
{
    kb_word word;
    if (!kb_json_word(json, &word)) return -1;
    for (int i = 0; i < n; i++)
        if (kb_equal(word.at, word.n, names[i])) return i;
    if (json->failed) return -1;
    kb_json_fail(json, "unknown %s '%.*s', expected", what, (int)word.n, word.at);
    for (int i = 0; json->why && i < n; i++) kb_putf(json->why, "%s %s", i ? " or" : "", names[i]);
    return -1;
}

bool kb_json_colon(kb_json *json)
{
    return take(json, ':', "':'");
}

/* --- members -------------------------------------------------------------------------------- */

int kb_json_member(kb_json *json, const char *const *keys, int n_keys, uint32_t *seen)
{
    kb_word key;
    if (!kb_json_more(json, '}') || !kb_json_word(json, &key)) return -1;
    int found = -1;
    for (int i = 0; i < n_keys; i++)
        if (key.n && *keys[i] == *key.at && kb_equal(key.at, key.n, keys[i])) found = i;
    if (found < 0) {
        kb_json_fail(json, "unknown key '%.*s'", (int)key.n, key.at);
        return -1;
    }
    if (*seen & (1u << found)) {
        kb_json_fail(json, "duplicate key '%s'", keys[found]);
        return -1;
    }
    *seen |= 1u << found;
    return kb_json_colon(json) ? found : -1;
}

bool kb_json_complete(kb_json *json, const char *const *keys, int n_keys, uint32_t seen, uint32_t wanted)
{
    for (int i = 0; i < n_keys; i++)
        if (wanted & ~seen & (1u << i)) return kb_json_fail(json, "missing key '%s'", keys[i]);
    return !json->failed;
}

/* --- other values --------------------------------------------------------------------------- */

static bool is_digit(const kb_json *json)
{
    return json->at < json->end && *json->at >= '0' && *json->at <= '9';
}

static bool number(kb_json *json, bool *whole)
{
    *whole = true;
    if (kb_json_peek(json) == '-') json->at++;
    if (!is_digit(json)) return fail_here(json, "a number");
    if (*json->at == '0') {
        json->at++;
    } else {
        while (is_digit(json)) json->at++;
    }
    if (json->at < json->end && *json->at == '.') {
        *whole = false;
        json->at++;
        if (!is_digit(json)) return fail_here(json, "a digit");
        while (is_digit(json)) json->at++;
    }
    if (json->at < json->end && (*json->at == 'e' || *json->at == 'E')) {
        *whole = false;
        json->at++;
        if (json->at < json->end && (*json->at == '+' || *json->at == '-')) json->at++;
        if (!is_digit(json)) return fail_here(json, "a digit");
        while (is_digit(json)) json->at++;
    }
    return true;
}

bool kb_json_int(kb_json *json, int64_t low, int64_t high, int64_t *out)
{
    bool whole;
    skip_blanks(json);
    const char *from = json->at;
    if (json->failed || !number(json, &whole)) return false;
    bool negative = *from == '-';
    int64_t value = 0;
    for (const char *p = from + negative; whole && p < json->at; p++) {
        if (json->at - from > 17) whole = false;
        value = value * 10 + (*p - '0');
    }
    if (negative) value = -value;
    if (!whole || value < low || value > high)
        return kb_json_fail(json, "expected a whole number from %lld to %lld but found %.*s", (long long)low,
                            (long long)high, (int)(json->at - from), from);
    *out = value;
    return true;
}

static bool literal(kb_json *json, const char *word)
{
    const char *p = json->at;
    for (const char *w = word; *w; w++, p++) {
        if (p >= json->end) {
            json->at = json->end;
            return fail_here(json, word);
        }
        if (*p != *w) return fail_here(json, word);
    }
    json->at = p;
    return true;
}

bool kb_json_null(kb_json *json)
{
    return kb_json_peek(json) == 'n' && literal(json, "null");
}

bool kb_json_bool(kb_json *json, bool *out)
{
    char c = kb_json_peek(json);
    *out = c == 't';
    return c == 't' ? literal(json, "true") : c == 'f' ? literal(json, "false") : fail_here(json, "true or false");
}

/* Takes a string, and writes it if there is an out. */
static bool put_string(kb_json *json, kb_text *out)
{
    skip_blanks(json);
    kb_slice quoted = {json->at, 0};
    if (!string(json, NULL)) return false;
    if (!out) return true;
    quoted.n = (size_t)(json->at - quoted.at);
    kb_put(out, "\"");
    put_inside(quoted, true, out);
    kb_put(out, "\"");
    return true;
}

/* Takes an opening bracket, or a whole value that has none inside, and writes it if there is an out. */
static bool put_scalar_or_open(kb_json *json, char *opened, kb_text *out)
{
    bool whole, done;
    char c = kb_json_peek(json);
    const char *from = json->at;
    *opened = c == '{' || c == '[' ? c : '\0';
    switch (c) {
    case '{':
    case '[': done = kb_json_open(json, c); break;
    case '"': return put_string(json, out);
    case 't': done = literal(json, "true"); break;
    case 'f': done = literal(json, "false"); break;
    case 'n': done = literal(json, "null"); break;
    default: done = c == '-' || (c >= '0' && c <= '9') ? number(json, &whole) : fail_here(json, "a value");
    }
    if (done && out) kb_put_n(out, from, (size_t)(json->at - from));
    return done;
}

/* Goes through nested values with a stack of brackets of its own: no recursion. out may be NULL. */
static bool put_value(kb_json *json, kb_text *out)
{
    char closing[KB_JSON_DEPTH_MAX];
    int open = 0;
    do {
        char opened;
        if (!put_scalar_or_open(json, &opened, out)) return false;
        if (opened) closing[open++] = opened == '{' ? '}' : ']';
        bool fresh = json->fresh;
        while (open > 0 && !kb_json_more(json, closing[open - 1])) {
            if (json->failed) return false;
            open--;
            fresh = false;
            if (out) kb_put_n(out, &closing[open], 1);
        }
        if (out && open > 0 && !fresh) kb_put(out, ",");
        if (open > 0 && closing[open - 1] == '}') {
            if (!put_string(json, out) || !kb_json_colon(json)) return false;
            if (out) kb_put(out, ":");
        }
    } while (open > 0);
    return true;
}

bool kb_json_skip(kb_json *json, kb_slice *raw)
{
    skip_blanks(json);
    const char *from = json->at;
    if (!put_value(json, NULL)) return false;
    if (raw) {
        raw->at = from;
        raw->n = (size_t)(json->at - from);
    }
    return true;
}

bool kb_json_put_compact(kb_json *json, kb_text *out)
{
    return put_value(json, out);
}

bool kb_json_done(kb_json *json)
{
    skip_blanks(json);
    if (!json->failed && json->at < json->end) return fail_here(json, "the end");
    return !json->failed;
}

/* --- comparing and finding ------------------------------------------------------------------ */

static int count_members(kb_slice value, char bracket)
{
    kb_json json = kb_json_over(value.at, value.n, NULL);
    int n = 0;
    for (kb_json_open(&json, bracket); kb_json_more(&json, bracket == '{' ? '}' : ']'); n++) {
        if (bracket == '{') {
            string(&json, NULL);
            kb_json_colon(&json);
        }
        if (!kb_json_skip(&json, NULL)) return -1;
    }
    return json.failed ? -1 : n;
}

static bool member_named(kb_slice object, const char *key, size_t n, kb_slice *out)
{
    kb_json json = kb_json_over(object.at, object.n, NULL);
    if (kb_json_peek(&json) != '{') return false;
    kb_json_open(&json, '{');
    while (kb_json_more(&json, '}')) {
        kb_word word;
        if (!string(&json, &word) || !kb_json_colon(&json) || !kb_json_skip(&json, out)) return false;
        if (word.n == n && word.n <= KB_WORD_MAX) {
            size_t i = 0;
            while (i < n && word.at[i] == key[i]) i++;
            if (i == n) return true;
        }
    }
    return false;
}

static bool element_at(kb_slice list, int index, kb_slice *out)
{
    kb_json json = kb_json_over(list.at, list.n, NULL);
    if (kb_json_peek(&json) != '[') return false;
    kb_json_open(&json, '[');
    while (kb_json_more(&json, ']')) {
        if (!kb_json_skip(&json, out)) return false;
        if (index-- == 0) return true;
    }
    return false;
}

static bool same_scalar(kb_slice a, kb_slice b)
{
    if (*a.at == '"') {
        kb_word x, y;
        kb_json ja = kb_json_over(a.at, a.n, NULL), jb = kb_json_over(b.at, b.n, NULL);
        if (!kb_json_word(&ja, &x) || !kb_json_word(&jb, &y) || x.n != y.n) return false;
        for (size_t i = 0; i < x.n; i++)
            if (x.at[i] != y.at[i]) return false;
        return true;
    }
    if (a.n != b.n) return false;
    for (size_t i = 0; i < a.n; i++)
        if (a.at[i] != b.at[i]) return false;
    return true;
}

/* Recursion here is bounded: both texts were read before, and no deeper than KB_JSON_DEPTH_MAX. */
bool kb_json_same(kb_slice a, kb_slice b)
{
    if (!a.n || !b.n) return false;
    char kind = *a.at;
    if ((kind == '{' || kind == '[' || kind == '"') && *b.at != kind) return false;
    if (kind != '{' && kind != '[') return same_scalar(a, b);

    int n = count_members(a, kind);
    if (n < 0 || n != count_members(b, kind)) return false;
    kb_json json = kb_json_over(a.at, a.n, NULL);
    kb_json_open(&json, kind);
    for (int i = 0; kb_json_more(&json, kind == '{' ? '}' : ']'); i++) {
        kb_slice left, right;
        kb_word key;
        if (kind == '{' && (!kb_json_word(&json, &key) || !kb_json_colon(&json))) return false;
        if (!kb_json_skip(&json, &left)) return false;
        bool there = kind == '{' ? member_named(b, key.at, key.n, &right) : element_at(b, i, &right);
        if (!there || !kb_json_same(left, right)) return false;
    }
    return true;
}

bool kb_json_find(kb_slice value, const char *path, kb_slice *out)
{
    *out = value;
    while (*path) {
        size_t n = 0;
        int index = 0;
        bool number = true;
        for (; path[n] && path[n] != '.'; n++) {
            number = number && path[n] >= '0' && path[n] <= '9' && n < 6;
            if (number) index = index * 10 + (path[n] - '0');
        }
        kb_slice inside = *out;
        /* Keys can consist of digits (salaries), so the value decides whether a step of the path is a key or an
         * index. */
        bool found = inside.n && *inside.at == '[' ? number && element_at(inside, index, out)
                                                   : member_named(inside, path, n, out);
        if (!found) return false;
        path += n + (path[n] == '.');
    }
    return true;
}
