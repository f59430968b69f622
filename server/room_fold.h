/* room_fold.h: shared by the files that fold entries into a room. */
#ifndef SRV_ROOM_FOLD_H
#define SRV_ROOM_FOLD_H

#include "room.h"

/* --- room_tell.c --- */
/* The mask of all viewers. */
uint32_t srv_everybody(const srv_room *);
/* Whether the viewer's next event is to be collected. */
bool srv_is_told(const srv_room *, int viewer);
/* Counts an event for the viewer without writing it. */
void srv_count_event(srv_room *, int viewer);
/* Adds an event for the viewer; body is the inside of a JSON object. */
void srv_tell_one(srv_room *, int viewer, const kb_text *body);
/* Adds an event for all who may hear of the entry. */
void srv_tell(srv_room *, const kb_entry *, const kb_text *body);
/* Tells them what entries.def says. */
void srv_tell_entry(srv_room *, const kb_entry *);

/* --- room_pacts.c --- */
bool srv_do_propose(srv_room *, const kb_entry *);
bool srv_do_answer(srv_room *, const kb_entry *);
/* Whether everybody is told about this entry. */
bool srv_is_of_public_pact(const srv_room *, const kb_entry *);
/* Folds an entry about a pact again into a copy of the room, which is behind: only for the events. */
void srv_repeat_pact(srv_room *copy, const srv_kept *);
/* Updates pacts after a move. */
void srv_judge_move(srv_room *, const kb_state *before, int seat, kb_move, kb_outcomes *);
/* Writes ,"pacts":[…] if this viewer knows of any outcome. */
void srv_put_outcomes(const srv_room *, const kb_outcomes *, int viewer, kb_text *);
/* At the end of the game, tells everybody about the pacts they did not know of. */
void srv_open_pacts(srv_room *);
/* A seat said or proposed something. If it is a bot, the entry may answer a line. */
void srv_note_heard(srv_room *, const kb_entry *);

/* --- room_pause.c --- */
bool srv_do_wait(srv_room *, const kb_entry *);
bool srv_do_pace(srv_room *, const kb_entry *);
/* The game has begun or a move was made, which may begin a new stage. */
void srv_note_stage(srv_room *);
/* A public pact was proposed. */
void srv_note_proposal(srv_room *, uint32_t parties_mask);
bool srv_is_played_by_person(const srv_room *, int seat);
/* The part of the time from room->charged_ms to at_ms that is charged: none while bots wait. */
int64_t srv_charged_ms(const srv_room *, uint64_t at_ms);

#endif
