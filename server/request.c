/* request.c: see request.h. */
#include "request.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

enum {
    NOTHING,
    DO,
#define KB_FIELD(code, ...) code,
#include "requests.def"
    FIELDS
};
_Static_assert(FIELDS <= 64, "each field has a bit");

static const kb_field fields[] = {
    [DO] = {.key = "do"},
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(srv_ask, member), sizeof((srv_ask *)NULL)->member, max},
#include "requests.def"
};

static const struct {
    const char *name;
    uint8_t fields[KB_FIELDS_MAX]; /* closed by 0 */
} shapes[] = {
#define SRV_REQUEST(code, name, needs, cost, handler, ...) {name, {ID, DO, __VA_ARGS__, NOTHING}},
#include "requests.def"
    {"no request", {ID, DO, NOTHING}},
};

const char *srv_request_name(srv_request what)
{
    return shapes[what].name;
}

void srv_put_request_keys(srv_request what, kb_text *out)
{
    kb_put_keys(fields, shapes[what].fields + 2, out);
}

srv_ask *srv_ask_read(const char *text, size_t n)
{
    kb_word name;
    bool is_exact;
    if (n > SRV_MESSAGE_MAX) n = 0;
    srv_ask *ask = srv_alloc(sizeof *ask + 2 * n); /* a text takes less space, with its NUL, than in the message */
    kb_slice message = {ask->text, n};
    if (n) memcpy(ask->text, text, n);
    ask->n_keepers = 1;
    ask->n = n;
    bool has_name = kb_read_do(message, &name, NULL);
    while (ask->what < SRV_REQUESTS && !(has_name && kb_equal(name.at, name.n, shapes[ask->what].name))) ask->what++;
    kb_object o = {.at = ask, .all = fields, .fields = shapes[ask->what].fields, .texts = ask->text + n, .n_texts = n};
    bool is_sound = kb_read_loosely(&o, message, &is_exact);
    ask->given = o.given;
    ask->wrong = o.wrong;
    if (!is_sound) ask->id = NULL;
    if (!ask->id || !*ask->id || !has_name) {
        ask->refusal = KB_REFUSED_JSON;
    } else if (ask->what == SRV_REQUESTS) {
        ask->refusal = KB_REFUSED_REQUEST;
    } else if (!is_exact) {
        ask->refusal = KB_REFUSED_KEYS;
    }
    return ask;
}

void srv_ask_keep(srv_ask *ask)
{
    ask->n_keepers++;
}

void srv_ask_drop(srv_ask *ask)
{
    if (!ask || --ask->n_keepers) return;
    sodium_memzero(ask->text, 2 * ask->n);
    free(ask);
}
