/* person.h: what the person in a seat asks of their table, and is asked. Each request has an id that the person has not used.
 * The caller makes room in the table for one call first, with the promises of a proposal. */
#ifndef CLI_PERSON_H
#define CLI_PERSON_H

#include "../table/table.h"

kb_answer person_moves(kb_table *, int seat, uint64_t now_ms, kb_move);
/* to_mask: seats; 0: everybody. */
kb_answer person_says(kb_table *, int seat, uint64_t now_ms, uint32_t to_mask, const char *words);
/* The promises are a list in JSON; with_mask 0: a vow. */
kb_answer person_proposes(kb_table *, int seat, uint64_t now_ms, uint32_t with_mask, bool secret, kb_slice promises);
/* Accepts, declines or withdraws the pact of this number, which is the seat's own. */
kb_answer person_answers(kb_table *, int seat, uint64_t now_ms, kb_pact_act, uint32_t pact);

/* Whether the pact waits for the seat's answer; and the first after this number in the record that does, or 0. */
bool person_is_asked(const kb_noted_pact *, int seat);
uint32_t person_waiting_pact(const kb_table *, int seat, uint32_t after);

#endif
