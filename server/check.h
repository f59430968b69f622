/* check.h: checks a whole log, and recovers what is readable in a damaged one. */
#ifndef SRV_CHECK_H
#define SRV_CHECK_H

#include "people.h"

/* Receives every finding, one line each, and the progress. */
typedef struct srv_findings {
    void *context;
    void (*found)(void *context, const char *line);
    void (*progress)(void *context, size_t done, size_t all);
    size_t n; /* lines so far */
} srv_findings;
void srv_find(srv_findings *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The highest person number that anything at the table refers to. */
uint32_t srv_last_person(const srv_room *);

/* Checks that SQLite finds the file sound, every stream folds, every record replays, and the index of finished games
 * agrees with their streams. The server may be running. Returns false if the check could not start; see why. */
bool srv_check(const char *path, srv_findings *, kb_text *why);

typedef struct srv_salvaged {
    size_t tables, entries;   /* whole */
    size_t cut, cut_entries;  /* tables recovered only up to some entry, and their entries */
    size_t lost;              /* tables known to have existed */
    size_t people, strangers; /* strangers replace people who cannot be read */
} srv_salvaged;
/* Copies everything readable from the log at from into a new log at to, whose own folder must exist and be empty.
 * Anything incomplete is reported as a finding. The source is only read, as plain files; no server may be running on
 * it. */
bool srv_salvage(const char *from, const char *to, srv_findings *, srv_salvaged *, kb_text *why);

#endif
