/* changes.h: entries and results that wait for the next commit of a log. */
#ifndef SRV_CHANGES_H
#define SRV_CHANGES_H

#include "log.h"

/* An entry, the result of a finished game, a condition: the stream has no more entries than that; or something that is
 * told to other writers. */
typedef struct srv_change {
    char stream[SRV_STREAM_MAX + 1];
    uint64_t n; /* of the entry; 0: something else */
    bool is_condition, is_told;
    uint64_t n_expected; /* of a condition */
    char *text;
    size_t bytes;
    srv_result result; /* with its own copies of made_by and people; its line is in text */
} srv_change;

typedef struct srv_changes {
    srv_change *at;
    size_t n, size;
} srv_changes;

void srv_changes_add_entry(srv_changes *, const char *stream, uint64_t n, const char *text, size_t bytes);
void srv_changes_add_result(srv_changes *, const srv_result *);
void srv_changes_add_condition(srv_changes *, const char *stream, uint64_t n_expected);
void srv_changes_add_told(srv_changes *, const char *text);
/* Drops the changes of the stream, or all if it is NULL. */
void srv_changes_drop(srv_changes *, const char *stream);
void srv_changes_drop_results(srv_changes *);
/* Drops everything but what is told: another writer was faster. */
void srv_changes_drop_undone(srv_changes *);
/* Puts the changes of first before those of rest, and leaves first empty. */
void srv_changes_prepend(srv_changes *rest, srv_changes *first);
void srv_changes_free(srv_changes *);

/* The entries from … to of the stream. */
void srv_changes_read(const srv_changes *, const char *stream, uint64_t from, uint64_t to, srv_log_reader *,
                      void *context);
/* Sorts by stream, entries first. Writers that lock rows in the same order cannot block each other. */
void srv_changes_sort(srv_changes *);
/* Whether a condition has to be checked: it has not if an entry of the stream is written, which is checked anyway. */
bool srv_changes_is_open(const srv_changes *, const srv_change *condition);
/* Whether this is the last entry of its stream, in sorted changes. */
bool srv_changes_is_last(const srv_changes *, size_t i);

#endif
