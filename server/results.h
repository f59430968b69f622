/* results.h: results of finished games. The log has a line about each, so that a table's entries need not be read for
 * it. The results contain nothing that is not in the entries. */
#ifndef SRV_RESULTS_H
#define SRV_RESULTS_H

#include "ids.h"
#include "log.h"
#include "room.h"

/* The stream of a table is "table:" and its id. srv_table_of_stream returns NULL if the stream is not a table's. */
void srv_write_stream(const char *id, char stream[SRV_STREAM_MAX + 1]);
const char *srv_table_of_stream(const char *stream);

/* The result of a finished game or an expired table. History never shows an expired table, but with a result it need
 * not be read again. The text goes to line, and the numbers of the people to people, at most one per seat. */
void srv_result_of(const srv_room *, const char *stream, kb_text *line, uint32_t *people, srv_result *);
/* Adds the result to the next commit. */
void srv_note_result(srv_log *, const srv_room *, const char *id);

#endif
