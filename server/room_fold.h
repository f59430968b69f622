/* room_fold.h: shared by the files that fold entries into a room. */
#ifndef SRV_ROOM_FOLD_H
#define SRV_ROOM_FOLD_H

#include "room.h"

/* --- room_rules.c --- */
/* The seat of that name, or -1. */
int srv_seat_named(const srv_room *, const json_t *name);
/* Reads an integer of the object within these bounds. Returns false for anything else. */
bool srv_read_number(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *out);
/* Reads "pace" and "paused", which are brisk and false by default. Returns false for anything else. */
bool srv_read_pace(const json_t *object, uint8_t *pace, bool *is_paused);
const char *srv_pace_name(uint8_t pace);

/* --- room_tell.c --- */
/* The mask of all viewers. */
uint32_t srv_everybody(const srv_room *);
/* Whether the viewer's next event is to be collected. */
bool srv_is_told(const srv_room *, int viewer);
/* Counts an event for the viewer without writing it. */
void srv_count_event(srv_room *, int viewer);
/* Adds an event for the viewer; body is the inside of a JSON object. */
void srv_tell_one(srv_room *, int viewer, const kb_text *body);
void srv_tell(srv_room *, uint32_t viewers_mask, const kb_text *body);

/* --- room_pacts.c --- */
bool srv_do_propose(srv_room *, const json_t *entry);
bool srv_do_accept(srv_room *, const json_t *entry);
bool srv_do_decline(srv_room *, const json_t *entry);
bool srv_do_withdraw(srv_room *, const json_t *entry);
/* Whether everybody is told about this entry. */
bool srv_is_of_public_pact(const srv_room *, const json_t *entry);
/* Folds an entry about a pact again into a copy of the room, which is behind: only for the events. */
void srv_repeat_pact(srv_room *copy, const srv_room *, const srv_entry *);
/* Updates pacts after a move. */
void srv_judge_move(srv_room *, const kb_state *before, int seat, kb_move, kb_outcomes *);
/* Writes ,"pacts":[…] if this viewer knows of any outcome. */
void srv_put_outcomes(const srv_room *, const kb_outcomes *, int viewer, kb_text *);
/* At the end of the game, tells everybody about the pacts they did not know of. */
void srv_open_pacts(srv_room *);
/* The seat said or proposed something. If it is a bot, the entry may answer a line. */
void srv_note_heard(srv_room *, int seat, const json_t *entry);

/* --- room_pause.c --- */
bool srv_do_wait(srv_room *, const json_t *entry);
bool srv_do_pace(srv_room *, const json_t *entry);
/* The game has begun or a move was made, which may begin a new stage. */
void srv_note_stage(srv_room *);
/* A public pact was proposed. */
void srv_note_proposal(srv_room *, uint32_t parties_mask);
bool srv_is_played_by_person(const srv_room *, int seat);
/* The part of the time from room->charged_ms to at_ms that is charged: none while bots wait. */
int64_t srv_charged_ms(const srv_room *, uint64_t at_ms);

#endif
