/* request.c: see request.h. */
#include "request.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "characters.h"

enum {
    NOTHING,
    DO,
#define KB_FIELD(code, ...) code,
#include "../table/requests.def"
#define KB_FIELD(code, ...) code,
#include "requests.def"
    FIELDS
};
_Static_assert(FIELDS <= 64, "each field has a bit");
_Static_assert((int)ID == (int)KB_ASKED, "the fields of a table come first");
_Static_assert((int)SRV_PING == (int)KB_REQUESTS, "the requests at a table come first");

static const kb_field fields[] = {
    [DO] = {.key = "do"},
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(srv_ask, at_table.member), sizeof((srv_ask *)NULL)->at_table.member, max},
#include "../table/requests.def"
#define KB_FIELD(code, key, type, member, max) \
    [code] = {key, KB_FIELD_##type, offsetof(srv_ask, member), sizeof((srv_ask *)NULL)->member, max},
#include "requests.def"
};

static const kb_ask_shape shapes[] = {
#define KB_REQUEST(code, name, answered, ...) {name, {ID, DO, TABLE, __VA_ARGS__, NOTHING}},
#include "../table/requests.def"
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

/* The table's fields come first, so they have the same bits. How long texts may be in characters is not for a table to know: one
 * that is longer is taken for none. */
static void settle_table(srv_ask *ask)
{
    kb_ask *at_table = &ask->at_table;
    at_table->what = (kb_request)ask->what;
    at_table->given = ask->given;
    at_table->wrong = ask->wrong;
    if (at_table->say && !srv_has_at_most(at_table->say, KB_TALK_CHARACTERS)) at_table->say = NULL;
    if (at_table->words && !srv_has_at_most(at_table->words, KB_WORDS_CHARACTERS)) at_table->words = NULL;
}

srv_ask *srv_ask_read(const char *text, size_t n)
{
    static const kb_ask_list list = {fields, shapes, SRV_REQUESTS};
    int what;
    if (n > SRV_MESSAGE_MAX) n = 0;
    srv_ask *ask = srv_alloc(sizeof *ask + 2 * n);
    kb_slice message = {ask->text, n};
    if (n) memcpy(ask->text, text, n);
    ask->n_keepers = 1;
    ask->n = n;
    kb_object o = {.at = ask, .texts = ask->text + n, .n_texts = n};
    ask->refusal = kb_read_request(&list, &o, message, &ask->id, &what);
    ask->what = (srv_request)what;
    ask->given = o.given;
    ask->wrong = o.wrong;
    settle_table(ask);
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
