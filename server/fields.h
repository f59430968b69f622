/* fields.h: structs as JSON objects: entries of tables (entries.def), entries about people (people.def) and requests
 * (requests.def). Each of these lists has every field of its struct, and which of them an entry or a request has:
 *
 *     SRV_FIELD(code, key, type, member, max)
 *
 * A field is optional where it is named as MAY(code): it is not written when it is empty. TOLD(code): viewers are told, too. The
 * key "do", in all of them, has the code DO and no line of its own. */
#ifndef SRV_FIELDS_H
#define SRV_FIELDS_H

#include "limits.h"
#include "luck.h"
#include "rules.h"
#include "secret.h"
#include "source.h"

/* For each seat, the seat where its owner sat before. */
typedef struct srv_order_dealt {
    bool is_dealt;
    uint8_t came_from[KB_SEATS_MAX];
} srv_order_dealt;

/* The types of fields, and what holds their values. NULL, 0 or -1 (of a SEAT) is an optional one that is left out. */
#define SRV_TYPES(X)                                                      \
    X(DO, int)                /* the name of the entry or request */      \
    X(TEXT, const char *)     /* at most max bytes, plain */              \
    X(FLAG, bool)             /* true or false */                         \
    X(NUMBER, uint32_t)       /* from 1 to max */                         \
    X(COUNT, uint64_t)        /* from 0; as a time, in milliseconds */    \
    X(WHOLE, int64_t)         /* any whole number */                      \
    X(SEAT, int)              /* the name of a seat */                    \
    X(MOVER, int)             /* the name of a seat, or chance */         \
    X(SEATS, uint32_t)        /* a list of seats */                       \
    X(ORDER, srv_order_dealt) /* a list of all seats, in any order */     \
    X(SEED, srv_seed)         /* 64 hexadecimal digits */                 \
    X(HASH, srv_secret)       /* 64 hexadecimal digits */                 \
    X(SALT, srv_salt)         /* 32 hexadecimal digits */                 \
    X(SOURCE, srv_source)     /* two numbers */                           \
    X(LIST, kb_slice)         /* any JSON list */                         \
    X(OBJECT, kb_slice)       /* any JSON object */                       \
    X(PACE, uint8_t)          /* a setting, with the names in rules.c */  \
    X(SETUP, kb_setup)        /* game, players, edition?, options? */     \
    X(NEW_SETUP, kb_slice)    /* a SETUP, somewhere in this text */       \
    X(RULES, srv_rules)       /* the settings of a table, all optional */ \
    X(NEW_RULES, kb_slice)    /* RULES, somewhere in this text */
typedef enum srv_type {
#define X(type, c) SRV_TYPE_##type,
    SRV_TYPES(X)
#undef X
} srv_type;
#define X(type, c) typedef c srv_field_##type;
SRV_TYPES(X)
#undef X

typedef struct srv_field {
    const char *key;
    srv_type type;
    size_t offset, size;
    int64_t max;
} srv_field;

enum { SRV_MAY = 1 << 7, SRV_TOLD = 1 << 6, SRV_FIELD_CODE = SRV_TOLD - 1, SRV_FIELDS_MAX = 12 };
#define MAY(code)  ((code) | SRV_MAY)
#define TOLD(code) ((code) | SRV_TOLD)

/* A struct on its way from or to JSON. */
typedef struct srv_object {
    void *at;
    const srv_field *all;  /* that structs of its type can have */
    const uint8_t *fields; /* the codes of its own, in the order in which they are written, closed by 0 */
    const char *name;      /* to be written after "do" */
    const kb_setup *setup; /* of the table; NULL: it has no seats */
    int version;           /* of the record that a SETUP is for */
    char *texts;           /* what is left of the space for the texts that are read */
    size_t n_texts;
    uint64_t given, wrong; /* fields that were read loosely: 1 << code */
} srv_object;

/* The value of the key "do", which says which fields there are. */
bool srv_read_do(kb_slice object, kb_word *, kb_text *why);
/* Reads an object with exactly these fields, but no SETUP and RULES. why says what is wrong with it. The struct must be zero. */
bool srv_read_fields(srv_object *, kb_slice, kb_text *why);
/* Reads what there is: sets given, and wrong for fields with another value than they may have, which stay empty. *is_exact:
 * it has the keys it must have, and no others. Returns false unless it is one JSON object that has none of its keys twice. */
bool srv_read_loosely(srv_object *, kb_slice, bool *is_exact);
/* Returns false if it could not be read again: a text too long, or with control characters; or if there is no room. */
bool srv_write_fields(const srv_object *, kb_text *);
/* Writes, without braces, the name and the fields that viewers are told. Returns whether there are any. */
bool srv_put_told(const srv_object *, kb_text *);
/* The keys of these fields: "table seat? person?". */
void srv_put_keys(const srv_field *all, const uint8_t *fields, kb_text *);

/* ["green","red",…]: for each seat, the seat where its owner sat before. */
void srv_put_order(const kb_setup *, const srv_order_dealt *, kb_text *);

#endif
