/* check.h: looks through a whole log, and brings out what can be read of a damaged one. */
#ifndef SRV_CHECK_H
#define SRV_CHECK_H

#include "people.h"

/* Whoever asked is told of everything found, a line each, and of how far it is. */
typedef struct srv_findings {
    void *context;
    void (*found)(void *context, const char *line);
    void (*progress)(void *context, size_t done, size_t all);
    size_t n; /* lines so far */
} srv_findings;
void srv_find(srv_findings *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The highest number of a person that anything at the table refers to. */
uint32_t srv_last_person(const srv_room *);

/* Whether SQLite finds the file sound, every stream folds, every record replays, and what is noted of finished games is
 * what their streams say. The server may run meanwhile. False: why says what could not even be begun. */
bool srv_check(const char *path, srv_findings *, kb_text *why);

typedef struct srv_salvaged {
    size_t tables, entries;   /* whole */
    size_t cut, cut_entries;  /* tables of which the beginning is there, and entries of it */
    size_t lost;              /* tables that are known to have been there */
    size_t people, strangers; /* strangers stand in for people who cannot be read */
} srv_salvaged;
/* Brings everything that can be read in the log at from into a new one at to, in a folder of its own that is there and
 * empty; what is not whole is found. The log at from is read only, as plain files, and no server may run on it. */
bool srv_salvage(const char *from, const char *to, srv_findings *, srv_salvaged *, kb_text *why);

#endif
