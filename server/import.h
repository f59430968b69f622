/* import.h: imports a game that was played elsewhere, as a table of this log.
 *
 *     srv_room *room = srv_import_begin(&setup, version, now_ms);
 *     srv_import_line(room, &before, &line)                   (every line of its record but the first and the last)
 *     … room->table->stage is KB_OVER; srv_import_store(log, room, …) puts it into the log
 *
 * The room is folded from entries like any other, but none of its seats belongs to a person of this server. */
#ifndef SRV_IMPORT_H
#define SRV_IMPORT_H

#include "log.h"
#include "room.h"

srv_room *srv_import_begin(const kb_setup *, int version, uint64_t now_ms);
/* Adds the next line of the record, read by kb_replay_line; before is the state before that line. Returns false if a
 * server would not accept the line (a name or talk too long, or with forbidden characters); then the room is
 * unusable. */
bool srv_import_line(srv_room *, const kb_state *before, const kb_line *);
/* Writes the whole table to the log and commits. The table's id is derived from the record, so that a game is stored
 * only once: SRV_LOG_TAKEN means it already was. */
srv_logged srv_import_store(srv_log *, const srv_room *, char table[SRV_TABLE_ID + 1]);

#endif
