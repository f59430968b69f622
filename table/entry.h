/* entry.h: the entries of a table's log as structs. entries.def says which there are. Only entry.c knows how they are
 * stored:
 *
 *     kb_entry entry = {.kind = KB_DO_LEAVE, .at_ms = now_ms, .seat = 2};
 *     if (kb_write_entry(&entry, &setup, &text)) …                  {"at":1700000000000,"do":"leave","seat":"green"}
 *     if (kb_read_entry(&reading, &setup, text.at, text.n, &why)) … reading.entry is the same
 *
 * What is written can be read, and comes out as the same bytes when it is written again. */
#ifndef KB_ENTRY_H
#define KB_ENTRY_H

#include "fields.h"

typedef enum kb_do {
#define KB_ENTRY(code, ...) KB_DO_##code,
#include "entries.def"
    KB_DOS
} kb_do;

/* How an entry counts when the past is read: as a line of the record, as talk (which changes nothing at the table), or
 * as neither. Changes of seats and settings are counted for each person. */
typedef enum kb_entry_kind {
    KB_ENTRY_OTHER,
    KB_ENTRY_CHANGE,
    KB_ENTRY_MOVE,
    KB_ENTRY_PACT,
    KB_ENTRY_TALK,
    KB_ENTRY_KEPT
} kb_entry_kind;

typedef enum kb_audience {
    KB_TO_ALL,
    KB_TO_NOBODY,
    KB_TO_HEARERS,
    KB_TO_OTHERS,
    KB_TO_OWN,
    KB_TO_MEMBERS,
    KB_TO_KNOWING
} kb_audience;

typedef struct kb_shape {
    const char *name;
    uint8_t counts, audience; /* kb_entry_kind, kb_audience */
    bool moves_clock;
    uint8_t fields[KB_FIELDS_MAX]; /* closed by 0 */
} kb_shape;
extern const kb_shape kb_shapes[KB_DOS];

/* One entry of any kind. It uses the fields that entries.def lists for its kind; the others mean nothing. */
typedef struct kb_entry {
    kb_do kind;
#define KB_FIELD(code, key, type, member, max) kb_value_##type member;
#include "entries.def"
    const kb_move *chosen; /* what the text of a move says, if it was written from that; NULL: it has to be parsed */
} kb_entry;

/* An entry that was read: its texts are here, its lists and objects in the text it was read from. */
typedef struct kb_entry_reading {
    kb_entry entry;
    char texts[4096];
} kb_entry_reading;

static inline bool kb_makes_table(const kb_entry *entry)
{
    return entry->kind == KB_DO_TABLE || entry->kind == KB_DO_IMPORT;
}

/* Reads an entry of a table with this setup. why says what is wrong with it. */
bool kb_read_entry(kb_entry_reading *, const kb_setup *, const char *text, size_t n, kb_text *why);
/* Returns false if the entry could not be read again: a text too long, or with control characters; or if there is no room. */
bool kb_write_entry(const kb_entry *, const kb_setup *, kb_text *);
/* Whether viewers are told its fields, or some of them; and goes on with those in an object that was begun. */
bool kb_is_told(const kb_entry *);
void kb_put_entry_event(const kb_entry *, const kb_setup *, kb_text *);

#endif
