/* import.h: a game that was played elsewhere, as a table of this log.
 *
 *     srv_room *room = srv_import_begin(&setup, version, now_ms);
 *     srv_import_line(room, &before, &line)                   (every line of its record but the first and the last)
 *     … room->stage is SRV_OVER; srv_import_store(log, room, …) puts it into the log
 *
 * It is folded from entries like any other table, and never was one: nobody's seat is anybody's here. */
#ifndef SRV_IMPORT_H
#define SRV_IMPORT_H

#include "log.h"
#include "room.h"

srv_room *srv_import_begin(const kb_setup *, int version, uint64_t now_ms);
/* The next line of the record, read by kb_replay_line; before is the state it came to. False: a server keeps no such
 * line (a name or talk too long, or with characters that are no writing), and the room is of no use any more. */
bool srv_import_line(srv_room *, const kb_state *before, const kb_line *);
/* Gives the log all of it and commits. The table's name follows from the record, so that one game is there but once:
 * SRV_LOG_TAKEN says that it was. */
srv_logged srv_import_store(srv_log *, const srv_room *, char table[SRV_TABLE_ID + 1]);

#endif
