/* ask.h: requests at a table as structs. requests.def says which there are. */
#ifndef KB_ASK_H
#define KB_ASK_H

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

#endif
