/* event.h: an event as data, for front ends that make their own sentences: {"kind":"pays","seat":"red",…}. */
#ifndef KB_EVENT_H
#define KB_EVENT_H

#include "text.h"

enum { KB_EVENT_FIELDS_MAX = 5 };

/* The fields of one kind of event, each a number of the game's own, 0 for none. */
typedef struct kb_event_shape {
    const char *kind;
    uint8_t fields[KB_EVENT_FIELDS_MAX];
} kb_event_shape;

/* Where an event has a field: KB_IN_SEAT | …, and how the seats in it are counted. */
typedef struct kb_told_field {
    uint8_t in;
    uint8_t seats; /* KB_TOLD_PLAIN …, or a shift: the value is a seat << shift | something else */
} kb_told_field;

enum { KB_IN_SEAT = 1, KB_IN_A = 2, KB_IN_B = 4, KB_IN_AMOUNT = 8 };
/* Plain: no seat. Played: as in the action that stands for playing the card in a. */
enum { KB_TOLD_PLAIN = 8, KB_TOLD_PLAYED = 9 };

/* A game's events as rows of numbers: docs/encodings.md. A row has the fields that the JSON has. */
typedef struct kb_telling {
    const kb_event_shape *shapes; /* by kind */
    int n_shapes;
    const kb_told_field *fields; /* by their numbers */
} kb_telling;

/* put_field writes one field, key and value. */
void kb_put_event(kb_text *, const kb_event_shape *, const void *state, const kb_event *,
                  void (*put_field)(const void *state, int field, const kb_event *, kb_text *));

#endif
