/* ask.h: requests at a table as structs, and reading them. requests.def says which there are. */
#ifndef KB_ASK_H
#define KB_ASK_H

#include "answer.h"
#include "fields.h"

typedef enum kb_request {
#define KB_REQUEST(code, ...) KB_ASK_##code,
#include "requests.def"
    KB_REQUESTS
} kb_request;

/* Fields whose handlers ask whether they were given or wrong. */
typedef enum kb_asked {
    KB_ASKED_NOTHING,
    KB_ASKED_DO,
#define KB_FIELD(code, ...) KB_ASKED_##code,
#include "requests.def"
    KB_ASKED
} kb_asked;

/* One request of any kind. It has the fields that requests.def lists for its kind; the others are empty. A field with a
 * wrong value is empty, too, and marked as wrong: there may be a better reason to refuse the request. */
typedef struct kb_ask {
    kb_request what;
#define KB_FIELD(code, key, type, member, max) kb_value_##type member;
#include "requests.def"
    uint64_t given, wrong; /* 1 << kb_asked */
} kb_ask;

static inline bool kb_is_given(const kb_ask *ask, kb_asked field)
{
    return ask->given >> field & 1;
}

static inline bool kb_is_wrong(const kb_ask *ask, kb_asked field)
{
    return ask->wrong >> field & 1;
}

/* --- reading --------------------------------------------------------------------------------------------- */

/* A list of requests: those at a table, and perhaps others. */
typedef struct kb_ask_shape {
    const char *name;
    uint8_t fields[KB_FIELDS_MAX]; /* closed by 0 */
} kb_ask_shape;
typedef struct kb_ask_list {
    const kb_field *fields;
    const kb_ask_shape *shapes; /* one more, for requests that are not in the list */
    int n;
} kb_ask_list;

/* Reads a request into the struct of the object, which has space for texts: they take less, with their NUL, than in the
 * message. id: its id in that struct; *what: its place in the list. Returns what is wrong with its form: KB_DONE,
 * KB_REFUSED_JSON, KB_REFUSED_REQUEST or KB_REFUSED_KEYS. */
kb_refused kb_read_request(const kb_ask_list *, kb_object *, kb_slice message, const char **id, int *what);

/* A request at a table, where there are no others. */
typedef struct kb_ask_alone {
    kb_ask ask;
    const char *id, *table;
} kb_ask_alone;
/* Reads it, likewise; texts has as many bytes as the message, which has to stay as long as the request. */
kb_refused kb_ask_read(kb_ask_alone *, kb_slice message, char *texts);

#endif
