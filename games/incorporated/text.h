/* text.h: Incorporated's names, shared by its notation, positions and pictures. */
#ifndef INCORPORATED_TEXT_H
#define INCORPORATED_TEXT_H

#include "../../core/json.h"
#include "../../core/refusals.h"
#include "state.h"

extern const char *const incorporated_seat_names[INCORPORATED_SEATS_MAX];
extern const char *const incorporated_step_names[INCORPORATED_OVER + 1];
/* "S0" … "A5": the tiles in the order that lists use. */
extern const char *const incorporated_tile_names[INCORPORATED_SEATS_MAX * INCORPORATED_VALUES];

const char *incorporated_tile_name(uint8_t tile);
/* The tile with this index among the names. */
uint8_t incorporated_tile_at(int name);
/* "0+3", or "none". */
void incorporated_put_coins(uint32_t coins, kb_text *);

void incorporated_read_move(const incorporated_state *, kb_scan *, kb_move *);
void incorporated_write_span(const incorporated_state *, kb_span, kb_text *);
void incorporated_write_event(const incorporated_state *, const kb_event *, kb_text *);
void incorporated_write_event_json(const incorporated_state *, const kb_event *, kb_text *);
void incorporated_write_question(const incorporated_state *, int seat, kb_text *);
void incorporated_write_position(const incorporated_state *, kb_text *);
kb_error incorporated_read_position(kb_json *, incorporated_state *, kb_text *why);
void incorporated_write_end(const incorporated_state *, kb_text *);
void incorporated_write_facts(const void *state, kb_text *);
void incorporated_write_picture(const incorporated_state *, int seat, kb_text *);

/* Names and sentences of its own refusals. */
extern const kb_refusals incorporated_refusals;

#endif
