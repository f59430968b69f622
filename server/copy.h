/* copy.h: copies a log into another one, of the same storage or another. */
#ifndef SRV_COPY_H
#define SRV_COPY_H

#include "log.h"

typedef struct srv_copying {
    srv_log *from, *to; /* nobody else may use them meanwhile */
    void *context;
    /* Called after each stream: how many are done of how many. */
    void (*progress)(void *context, size_t done, size_t all);
    size_t n_streams;   /* set by srv_copy_log and srv_copy_verify */
    uint64_t n_entries; /* in all streams; set by srv_copy_log and srv_copy_verify */
    uint64_t n_written; /* set by srv_copy_log */
} srv_copying;

/* Adds the entries that the target lacks. A target that has anything else is refused and left as it is. Until
 * srv_copy_end the target is marked as unfinished. If this is interrupted at any moment, call it again. */
bool srv_copy_log(srv_copying *, kb_text *why);
/* Reads both logs to the end, and compares the number and a hash of the entries of each stream. */
bool srv_copy_verify(srv_copying *, kb_text *why);
/* Removes the mark. */
bool srv_copy_end(srv_copying *, kb_text *why);

#endif
