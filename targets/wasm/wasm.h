/* wasm.h: shared by the files of the module: exports, the text that goes in and out, and memory. */
#ifndef WASM_H
#define WASM_H

#include "../../core/position.h"
#include "../../table/table.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Room for any view, and for an event or a piece of a record. */
enum {
    WASM_TEXT_BYTES = KB_POSITION_MAX + KB_LISTED_MAX * KB_MOVE_TEXT_MAX * 2 + KB_PACTS_TEXT_MAX + 4 * KB_EVENT_BYTES
};

/* The text that the host has written, or reads; and it again, empty, to be written to. */
char *wasm_text(void);
kb_text wasm_blank(void);
/* Why something was refused: empty, to be written to. */
kb_text wasm_blank_why(void);

/* Grows the memory. Returns NULL on failure. Nothing is ever freed: callers double what they ask for. */
void *wasm_more_memory(size_t bytes);
/* Memory for searches, of at least so many bytes; NULL on failure. */
const bot_room *wasm_room(size_t bytes);

#endif
