/* read_ask.c: reading requests, see ask.h. */
#include "ask.h"

kb_refused kb_read_request(const kb_ask_list *list, kb_object *o, kb_slice message, const char **id, int *what)
{
    kb_word name;
    bool is_exact;
    bool has_name = kb_read_do(message, &name, NULL);
    *what = 0;
    while (*what < list->n && !(has_name && kb_equal(name.at, name.n, list->shapes[*what].name))) ++*what;
    o->all = list->fields;
    o->fields = list->shapes[*what].fields;
    if (!kb_read_loosely(o, message, &is_exact)) *id = NULL;
    if (!*id || !**id || !has_name) return KB_REFUSED_JSON;
    if (*what == list->n) return KB_REFUSED_REQUEST;
    return is_exact ? KB_DONE : KB_REFUSED_KEYS;
}

/* --- requests at a table alone --------------------------------------------------------------------------- */

enum {
    NOTHING,
    DO,
#define KB_FIELD(code, ...) code,
#include "requests.def"
    ID,
    TABLE
};

static const kb_field fields[] = {
    [DO] = {.key = "do"},
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(kb_ask_alone, ask.member), sizeof((kb_ask_alone *)NULL)->ask.member, max},
#include "requests.def"
    [ID] = {"id", KB_FIELD_TEXT, offsetof(kb_ask_alone, id), sizeof(const char *), KB_ID_MAX},
    [TABLE] = {"table", KB_FIELD_TEXT, offsetof(kb_ask_alone, table), sizeof(const char *), KB_NAME_MAX},
};

static const kb_ask_shape shapes[] = {
#define KB_REQUEST(code, name, answered, ...) {name, {ID, DO, MAY(TABLE), __VA_ARGS__, NOTHING}},
#include "requests.def"
    {"no request", {ID, DO, NOTHING}},
};

kb_refused kb_ask_read(kb_ask_alone *of, kb_slice message, char *texts)
{
    static const kb_ask_list list = {fields, shapes, KB_REQUESTS};
    kb_object o = {.at = of, .texts = texts, .n_texts = message.n};
    int what;
    __builtin_memset(of, 0, sizeof *of);
    kb_refused refused = kb_read_request(&list, &o, message, &of->id, &what);
    of->ask.what = (kb_request)what;
    of->ask.given = o.given;
    of->ask.wrong = o.wrong;
    return refused;
}
