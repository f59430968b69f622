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

/* put_field writes one field, key and value. */
void kb_put_event(kb_text *, const kb_event_shape *, const void *state, const kb_event *,
                  void (*put_field)(const void *state, int field, const kb_event *, kb_text *));

#endif
