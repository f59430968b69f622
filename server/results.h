/* results.h: what became of finished games. The log keeps a line about each, so that nobody has to read a table's entries to
 * know it. Nothing is there that the entries do not say. */
#ifndef SRV_RESULTS_H
#define SRV_RESULTS_H

#include "ids.h"
#include "log.h"
#include "room.h"

/* The stream of a table, "table:" and its id; and the id of a stream, NULL where it is no table's. */
void srv_write_stream(const char *id, char stream[SRV_STREAM_MAX + 1]);
const char *srv_table_of_stream(const char *stream);

/* The result of a finished game, or of a table that expired: history never shows that, but it need not be read again. The
 * line is written in line, and the numbers of its people in people, one a seat at most. */
void srv_result_of(const srv_room *, const char *stream, kb_text *line, uint32_t *people, srv_result *);
/* Gives the log the result: it goes into the next commit. */
void srv_note_result(srv_log *, const srv_room *, const char *id);

#endif
