/* text.h: Intrige's names, shared by its notation, positions and pictures. */
#ifndef INTRIGE_TEXT_H
#define INTRIGE_TEXT_H

#include "../../core/json.h"
#include "../../core/refusals.h"
#include "state.h"

extern const char *const intrige_seat_names[INTRIGE_SEATS_MAX];
extern const char *const intrige_editions[3];
extern const char *const intrige_step_names[INTRIGE_OVER + 1];
extern const char *const intrige_stage_names[INTRIGE_INTERNAL + 1];

/* The professions of the edition, in their order. */
const char *const *intrige_professions(const intrige_state *);
/* "green.scientist" */
void intrige_put_scholar(const intrige_state *, uint8_t scholar, kb_text *);
/* It as a JSON string. */
void intrige_quote_scholar(const intrige_state *, uint8_t scholar, kb_text *);

void intrige_read_move(const intrige_state *, kb_scan *, kb_move *);
void intrige_write_span(const intrige_state *, kb_span, kb_text *);
void intrige_write_event(const intrige_state *, const kb_event *, kb_text *);
void intrige_write_event_json(const intrige_state *, const kb_event *, kb_text *);
void intrige_write_question(const intrige_state *, int seat, kb_text *);
void intrige_write_position(const intrige_state *, kb_text *);
void intrige_write_facts(const void *state, kb_text *);
kb_error intrige_read_position(kb_json *, intrige_state *, kb_text *why);
void intrige_write_end(const intrige_state *, kb_text *);
void intrige_write_picture(const intrige_state *, int seat, kb_text *);

/* Names and sentences of its own refusals. */
extern const kb_refusals intrige_refusals;

#endif
