/* import.h: a record as the entries of a table.
 *
 *     kb_import_begin(t, &setup, version, now_ms, &news, &why)      (a table of a game that was played elsewhere)
 *     kb_import_line(t, now_ms, &before, &line, scratch, &news, &why)  (every line of its record but the first and the last)
 *
 * Lines go to any table whose game is under way; those with names and with luck only to one that was begun like this, whose
 * seats belong to nobody here. The caller makes room for the body of the line, as for one more call. */
#ifndef KB_IMPORT_H
#define KB_IMPORT_H

#include "table.h"

bool kb_import_begin(kb_table *, const kb_setup *, int version, uint64_t now_ms, const kb_news *, kb_text *why);
/* Adds the line, read by kb_replay_line, at this time or that of the last entry, whichever is later; before is the state
 * before it, scratch has one byte more than its body. Returns false if it does not fit: a name or line of talk too long, or
 * with control characters; then the table is unusable. */
bool kb_import_line(kb_table *, uint64_t now_ms, const kb_state *before, const kb_line *, char *scratch,
                    const kb_news *, kb_text *why);

#endif
