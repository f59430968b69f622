/* text.h: The Last Coin's notation, sentences, positions and picture. */
#ifndef LASTCOIN_TEXT_H
#define LASTCOIN_TEXT_H

#include "../../core/json.h"
#include "../../core/refusals.h"
#include "state.h"

extern const char *const lastcoin_seat_names[LASTCOIN_SEATS_MAX];
extern const kb_refusals lastcoin_refusals;

void lastcoin_read_move(const lastcoin_state *, kb_scan *, kb_move *);
void lastcoin_write_span(const lastcoin_state *, kb_span, kb_text *);
void lastcoin_write_event(const lastcoin_state *, const kb_event *, kb_text *);
void lastcoin_write_event_json(const lastcoin_state *, const kb_event *, kb_text *);
void lastcoin_write_question(const lastcoin_state *, int seat, kb_text *);
void lastcoin_write_picture(const lastcoin_state *, int seat, kb_text *);
void lastcoin_write_position(const lastcoin_state *, kb_text *);
kb_error lastcoin_read_position(kb_json *, lastcoin_state *, kb_text *why);
void lastcoin_write_end(const lastcoin_state *, kb_text *);

#endif
