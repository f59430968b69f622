/* fields.h: structs as JSON objects: entries of tables (entries.def), entries about people (people.def) and requests
 * (requests.def). Each of these lists has every field of its struct, and which of them an entry or a request has:
 *
 *     KB_FIELD(code, key, type, member, max)
 *
 * A field is optional where it is named as MAY(code): it is not written when it is empty. TOLD(code): viewers are told, too. The
 * key "do", in all of them, has the code DO and no line of its own. */
#ifndef KB_FIELDS_H
#define KB_FIELDS_H

#include "limits.h"
#include "rules.h"

/* Bytes that are written as hexadecimal digits. */
typedef struct kb_bytes16 {
    uint8_t at[16];
} kb_bytes16;
typedef struct kb_bytes32 {
    uint8_t at[32];
} kb_bytes32;

/* Where a person or a table comes from: short hashes of an address and of the network around it. */
typedef struct kb_source {
    uint32_t address, network; /* 24 bits, not 0; 0: unknown, or no network */
} kb_source;

/* For each seat, the seat where its owner sat before. */
typedef struct kb_order_dealt {
    bool is_dealt;
    uint8_t came_from[KB_SEATS_MAX];
} kb_order_dealt;

/* The types of fields, and what holds their values. NULL, 0 or -1 (of a SEAT) is an optional one that is left out. */
#define KB_FIELD_TYPES(X)                                                \
    X(DO, int)               /* the name of the entry or request */      \
    X(TEXT, const char *)    /* at most max bytes, plain */              \
    X(FLAG, bool)            /* true or false */                         \
    X(NUMBER, uint32_t)      /* from 1 to max */                         \
    X(COUNT, uint64_t)       /* from 0; as a time, in milliseconds */    \
    X(WHOLE, int64_t)        /* any whole number */                      \
    X(SEAT, int)             /* the name of a seat */                    \
    X(MOVER, int)            /* the name of a seat, or chance */         \
    X(SEATS, uint32_t)       /* a list of seats */                       \
    X(ORDER, kb_order_dealt) /* a list of all seats, in any order */     \
    X(SEED, kb_bytes32)      /* 64 hexadecimal digits */                 \
    X(HASH, kb_bytes32)      /* 64 hexadecimal digits */                 \
    X(SALT, kb_bytes16)      /* 32 hexadecimal digits */                 \
    X(SOURCE, kb_source)     /* two numbers */                           \
    X(LIST, kb_slice)        /* any JSON list */                         \
    X(OBJECT, kb_slice)      /* any JSON object */                       \
    X(PACE, uint8_t)         /* a setting, with the names in rules.c */  \
    X(SETUP, kb_setup)       /* game, players, edition?, options? */     \
    X(NEW_SETUP, kb_slice)   /* a SETUP, somewhere in this text */       \
    X(RULES, kb_table_rules) /* the settings of a table, all optional */ \
    X(NEW_RULES, kb_slice)   /* RULES, somewhere in this text */
typedef enum kb_field_type {
#define X(type, c) KB_FIELD_##type,
    KB_FIELD_TYPES(X)
#undef X
} kb_field_type;
#define X(type, c) typedef c kb_value_##type;
KB_FIELD_TYPES(X)
#undef X

typedef struct kb_field {
    const char *key;
    kb_field_type type;
    size_t offset, size;
    int64_t max;
} kb_field;

enum { KB_FIELD_MAY = 1 << 7, KB_FIELD_TOLD = 1 << 6, KB_FIELD_CODE = KB_FIELD_TOLD - 1, KB_FIELDS_MAX = 12 };
#define MAY(code)  ((code) | KB_FIELD_MAY)
#define TOLD(code) ((code) | KB_FIELD_TOLD)

/* A struct on its way from or to JSON. */
typedef struct kb_object {
    void *at;
    const kb_field *all;   /* that structs of its type can have */
    const uint8_t *fields; /* the codes of its own, in the order in which they are written, closed by 0 */
    const char *name;      /* to be written after "do" */
    const kb_setup *setup; /* of the table; NULL: it has no seats */
    int version;           /* of the record that a SETUP is for */
    char *texts;           /* what is left of the space for the texts that are read */
    size_t n_texts;
    uint64_t given, wrong; /* fields that were read loosely: 1 << code */
} kb_object;

/* The value of the key "do", which says which fields there are. */
bool kb_read_do(kb_slice object, kb_word *, kb_text *why);
/* Reads an object with exactly these fields, but no SETUP and RULES. why says what is wrong with it. The struct must be zero. */
bool kb_read_fields(kb_object *, kb_slice, kb_text *why);
/* Reads what there is: sets given, and wrong for fields with another value than they may have, which stay empty. *is_exact:
 * it has the keys it must have, and no others. Returns false unless it is one JSON object that has none of its keys twice. */
bool kb_read_loosely(kb_object *, kb_slice, bool *is_exact);
/* Returns false if it could not be read again: a text too long, or with control characters; or if there is no room. */
bool kb_write_fields(const kb_object *, kb_text *);
/* Writes, without braces, the name and the fields that viewers are told. */
void kb_put_told(const kb_object *, kb_text *);
/* The keys of these fields: "table seat? person?". */
void kb_put_keys(const kb_field *all, const uint8_t *fields, kb_text *);

/* A string of hexadecimal digits. */
void kb_put_hex(const uint8_t *bytes, size_t n, kb_text *);

/* Whether the text has no control characters and changes of writing direction, which can make one name look like another. */
bool kb_is_plain(const char *text, size_t n);

/* ["green","red",…]: for each seat, the seat where its owner sat before. */
void kb_put_order(const kb_setup *, const kb_order_dealt *, kb_text *);

#endif
