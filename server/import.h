/* import.h: stores a game that was played elsewhere as a table of this log.
 *
 *     srv_room *room = srv_room_import(&setup, version, now_ms);
 *     srv_room_import_line(room, &before, &line)              (every line of its record but the first and the last)
 *     … room->table->stage is KB_OVER; srv_import_store(log, room, …) puts it into the log
 *
 * The room is folded from entries like any other, but none of its seats belongs to a person of this server. */
#ifndef SRV_IMPORT_H
#define SRV_IMPORT_H

#include "log.h"
#include "room.h"

/* Writes the whole table to the log and commits. The table's id is derived from the record, so that a game is stored
 * only once: SRV_LOG_TAKEN means it already was. */
srv_logged srv_import_store(srv_log *, const srv_room *, char table[SRV_TABLE_ID + 1]);

#endif
