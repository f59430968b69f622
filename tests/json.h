/* json.h: what a message says, for tests: its values by path, as in "view.seats.1.name". */
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"

static inline void json_must(bool right, const char *what, kb_slice text)
{
    if (right) return;
    fprintf(stderr, "%s: %.*s\n", what, (int)text.n, text.at);
    abort();
}

/* The value there; n is 0 if there is none. */
static inline kb_slice json_at(kb_slice from, const char *path)
{
    kb_slice value;
    return kb_json_find(from, path, &value) ? value : (kb_slice){NULL, 0};
}

/* Goes through a list: for (kb_json all = json_list(message, "events"); json_next(&all, &event);) */
static inline kb_json json_list(kb_slice from, const char *path)
{
    kb_slice list = json_at(from, path);
    kb_json json = kb_json_over(list.at, list.n, NULL);
    kb_json_open(&json, '[');
    return json;
}

static inline bool json_next(kb_json *list, kb_slice *value)
{
    return kb_json_more(list, ']') && kb_json_skip(list, value);
}

/* No object in it has a key twice. */
static inline void json_check_keys(kb_slice value)
{
    enum { KEYS = 64 };
    static kb_word keys[KB_JSON_DEPTH_MAX][KEYS];
    static int depth;
    char bracket = value.n ? *value.at : '\0';
    kb_slice inside;
    kb_json json = kb_json_over(value.at, value.n, NULL);
    if (bracket != '{' && bracket != '[') return;
    kb_json_open(&json, bracket);
    for (int n = 0; kb_json_more(&json, bracket == '{' ? '}' : ']'); n++) {
        kb_word *key = &keys[depth][n % KEYS];
        if (bracket == '{') {
            json_must(n < KEYS && kb_json_word(&json, key) && kb_json_colon(&json), "too many keys", value);
            for (int i = 0; i < n; i++)
                json_must(key->n != keys[depth][i].n || memcmp(key->at, keys[depth][i].at, key->n) != 0, "a key twice",
                          value);
        }
        kb_json_skip(&json, &inside);
        depth++;
        json_check_keys(inside);
        depth--;
    }
}

/* The text, which has to be one sound JSON value. */
static inline kb_slice json_message(const char *text, size_t n)
{
    kb_slice message = {text, n};
    kb_json json = kb_json_over(text, n, NULL);
    json_must(kb_json_skip(&json, NULL) && kb_json_done(&json), "not JSON", message);
    json_check_keys(message);
    return message;
}

static inline bool json_has(kb_slice from, const char *path)
{
    return json_at(from, path).n;
}

static inline bool json_is(kb_slice from, const char *path, const char *raw)
{
    kb_slice value = json_at(from, path);
    return kb_equal(value.at, value.n, raw);
}

/* A string, or "". The texts of the last calls stay. */
static inline const char *json_text(kb_slice from, const char *path)
{
    static char texts[8][1 << 16];
    static int next;
    kb_slice value = json_at(from, path);
    kb_json json = kb_json_over(value.at, value.n, NULL);
    kb_text text = kb_text_in(texts[next++ % KB_COUNT(texts)], sizeof texts[0]);
    if (kb_json_peek(&json) == '"') json_must(kb_json_text(&json, &text), "a long string", value);
    return text.at;
}

/* A whole number, or 0. */
static inline long long json_number(kb_slice from, const char *path)
{
    kb_slice value = json_at(from, path);
    int64_t number = 0;
    kb_json json = kb_json_over(value.at, value.n, NULL);
    kb_json_int(&json, INT64_MIN, INT64_MAX, &number);
    return number;
}

/* The length of a list or an object, or 0. */
static inline size_t json_count(kb_slice from, const char *path)
{
    size_t n = 0;
    kb_slice value = json_at(from, path);
    bool is_object = value.n && *value.at == '{';
    kb_json json = kb_json_over(value.at, value.n, NULL);
    for (kb_json_open(&json, is_object ? '{' : '['); kb_json_more(&json, is_object ? '}' : ']'); n++) {
        if (is_object) json_must(kb_json_string(&json, &(kb_word){.n = 0}) && kb_json_colon(&json), "no key", value);
        kb_json_skip(&json, NULL);
    }
    return n;
}

#endif
