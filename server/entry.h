/* entry.h: the entries of a table's log as structs. entries.def says which there are. Only entry.c knows how they are
 * stored:
 *
 *     srv_entry entry = {.kind = SRV_DO_LEAVE, .at_ms = now_ms, .seat = 2};
 *     if (srv_write_entry(&entry, &setup, &text)) …                  {"at":1700000000000,"do":"leave","seat":"green"}
 *     if (srv_read_entry(&reading, &setup, text.at, text.n, &why)) … reading.entry is the same
 *
 * What is written can be read, and comes out as the same bytes when it is written again. */
#ifndef SRV_ENTRY_H
#define SRV_ENTRY_H

#include "fields.h"
#include "ids.h"

typedef enum srv_do {
#define SRV_ENTRY(code, ...) SRV_DO_##code,
#include "entries.def"
    SRV_DOS
} srv_do;

/* How an entry counts when the past is read: as a line of the record, as talk (which changes nothing at the table), or
 * as neither. Changes of seats and settings are counted for each person. */
typedef enum srv_entry_kind {
    SRV_ENTRY_OTHER,
    SRV_ENTRY_CHANGE,
    SRV_ENTRY_MOVE,
    SRV_ENTRY_PACT,
    SRV_ENTRY_TALK,
    SRV_ENTRY_KEPT
} srv_entry_kind;

typedef enum srv_audience {
    SRV_TO_ALL,
    SRV_TO_NOBODY,
    SRV_TO_HEARERS,
    SRV_TO_OTHERS,
    SRV_TO_OWN,
    SRV_TO_MEMBERS,
    SRV_TO_KNOWING
} srv_audience;

typedef struct srv_shape {
    const char *name;
    uint8_t counts, audience; /* srv_entry_kind, srv_audience */
    bool moves_clock;
    uint8_t fields[SRV_FIELDS_MAX]; /* closed by 0 */
} srv_shape;
extern const srv_shape srv_shapes[SRV_DOS];

/* One entry of any kind. It uses the fields that entries.def lists for its kind; the others mean nothing. */
typedef struct srv_entry {
    srv_do kind;
#define SRV_FIELD(code, key, type, member, max) srv_field_##type member;
#include "entries.def"
    const kb_move *chosen; /* what the text of a move says, if it was written from that; NULL: it has to be parsed */
} srv_entry;

/* An entry that was read: its texts are here, its lists and objects in the text it was read from. */
typedef struct srv_reading {
    srv_entry entry;
    char texts[4096];
} srv_reading;

static inline bool srv_makes_table(const srv_entry *entry)
{
    return entry->kind == SRV_DO_TABLE || entry->kind == SRV_DO_IMPORT;
}

/* Reads an entry of a table with this setup. why says what is wrong with it. */
bool srv_read_entry(srv_reading *, const kb_setup *, const char *text, size_t n, kb_text *why);
/* Returns false if the entry could not be read again: a text too long, or with control characters; or if there is no room. */
bool srv_write_entry(const srv_entry *, const kb_setup *, kb_text *);
/* Writes what viewers are told of it, without braces. Returns false if that is nothing, or not just its fields. */
bool srv_put_event(const srv_entry *, const kb_setup *, kb_text *);

#endif
