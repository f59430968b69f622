/* text.h: Integralis' names, shared by its notation, positions and pictures. */
#ifndef INTEGRALIS_TEXT_H
#define INTEGRALIS_TEXT_H

#include "../../core/json.h"
#include "../../core/refusals.h"
#include "state.h"

extern const char *const integralis_seat_names[INTEGRALIS_SEATS_MAX];
extern const char *const integralis_machine_names[INTEGRALIS_MACHINES];
extern const char *const integralis_card_names[INTEGRALIS_CARDS];

/* "green.hugo" */
void integralis_put_worker(uint8_t worker, kb_text *);
uint8_t integralis_scan_worker(const integralis_state *, kb_scan *);
/* The round of the turn with this number. */
int integralis_round_of(const integralis_state *, int turn);
/* "o12": an order is named by its payment. */
void integralis_put_order(int order, kb_text *);
uint8_t integralis_scan_order(kb_scan *);
/* What follows the card in a move, without the leading blank. */
void integralis_put_target(const integralis_state *, int card, int b, int c, kb_text *);
void integralis_scan_target(const integralis_state *, kb_scan *, int card, uint8_t *b, uint8_t *c);

void integralis_read_move(const integralis_state *, kb_scan *, kb_move *);
void integralis_write_span(const integralis_state *, kb_span, kb_text *);
void integralis_write_event(const integralis_state *, const kb_event *, kb_text *);
void integralis_write_event_json(const integralis_state *, const kb_event *, kb_text *);
void integralis_write_question(const integralis_state *, int seat, kb_text *);
void integralis_write_position(const integralis_state *, kb_text *);
kb_error integralis_read_position(kb_json *, integralis_state *, kb_text *why);
void integralis_write_end(const integralis_state *, kb_text *);
void integralis_write_facts(const void *state, kb_text *);
void integralis_write_picture(const integralis_state *, int seat, kb_text *);

/* Names and sentences of its own refusals. */
extern const kb_refusals integralis_refusals;

#endif
