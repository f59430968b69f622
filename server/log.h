/* log.h: where everything is written down. A log has streams, one for each table and one for the people; the entries
 * of a stream are numbered from 1. Whoever appends says which number it expects to write, so that two writers who
 * believe different things cannot both succeed.
 *
 *     log->append(log, "lobby", 17, text, n);       (in any number of streams, then …)
 *     log->commit(log);                             (… all of it at once, safe from a power cut if it says SRV_LOGGED)
 *
 * A commit may also answer "not yet": another program holds the file, or the disk is full. Then nothing is written, what
 * was appended is kept, and the next commit tries again.
 *
 * What a log is kept in is its own business: log_sqlite.c keeps it in a file. */
#ifndef SRV_LOG_H
#define SRV_LOG_H

#include "../core/text.h"
#include "delays.h"

enum { SRV_STREAM_MAX = 48 }; /* bytes of a stream's name */
#define SRV_TO_END INT64_MAX  /* of a stream, where it is read to its end */

typedef enum srv_logged {
    SRV_LOGGED,
    SRV_LOG_LATER,   /* it cannot be done now: a lock, a full disk. Nothing is lost; ask again */
    SRV_LOG_DAMAGED, /* what was asked for cannot be read; in a commit: log->damaged names what cannot be written */
    SRV_LOG_TAKEN,   /* that number is written already; nothing since the last commit is in the log */
    SRV_LOG_FAILED   /* nothing since the last commit is in the log */
} srv_logged;

typedef void srv_log_reader(void *context, const char *stream, uint64_t n, const char *text, size_t bytes);
/* Everything of the stream up to number n is safe. */
typedef void srv_log_listener(void *context, const char *stream, uint64_t n);

/* What is known of a table whose game is over, so that nobody has to read its stream to know it. */
typedef struct srv_seen {
    const char *stream;
    uint64_t ended_ms;
    bool is_public;
    uint32_t host;
    const char *made_by;    /* id of the host's request that made it */
    const uint32_t *people; /* who had seats */
    int n_people;
    const char *line; /* what history shows of it, n bytes */
    size_t n;
} srv_seen;

typedef struct srv_log srv_log;
struct srv_log {
    /* Goes into the next commit. */
    void (*append)(srv_log *, const char *stream, uint64_t n, const char *text, size_t bytes);
    /* SRV_LOG_DAMAGED: what was to be written in log->damaged is dropped, everything else is kept: commit again. */
    srv_logged (*commit)(srv_log *);
    /* Entries of the stream numbered from … to, in order, also those that are not committed yet. */
    srv_logged (*read)(srv_log *, const char *stream, uint64_t from, uint64_t to, srv_log_reader *, void *context);
    /* A projection of the streams, never more than they say: it goes into the next commit … */
    void (*see)(srv_log *, const srv_seen *);
    /* … and can be forgotten. Whatever is not seen is to be read, and seen again. */
    srv_logged (*forget_seen)(srv_log *);
    /* The names of all streams, or of those that are not seen, in order; the reader gets no text. SRV_LOG_DAMAGED: there may
     * be others whose names cannot be read. */
    srv_logged (*streams)(srv_log *, srv_log_reader *, void *context);
    srv_logged (*unseen)(srv_log *, srv_log_reader *, void *context);
    /* Lines of what is seen, the newest first: games the person had a seat in, or public ones where it is 0; those that
     * ended before the one of that stream, where it is not NULL. */
    srv_logged (*seen)(srv_log *, uint32_t person, const char *before, int max, srv_log_reader *, void *context);
    /* The stream that this request of the host made, if it is seen. */
    srv_logged (*made)(srv_log *, uint32_t host, const char *id, srv_log_reader *, void *context);
    /* All that is seen, in order of the streams. */
    srv_logged (*noted)(srv_log *, srv_log_reader *, void *context);
    /* Whether that stream is seen; if it is, whether everything but the line is as given. The reader gets the line. */
    srv_logged (*known)(srv_log *, const srv_seen *, bool *is_there, bool *agrees, srv_log_reader *, void *context);
    void (*close)(srv_log *);
    /* Who wants to be told of news; may be NULL. */
    srv_log_listener *listener;
    void *context;
    srv_delays commits; /* of those that had something to write */
    uint32_t wait_ms;   /* how long a commit may wait for another program's lock */
    uint64_t lost;      /* found when it was opened: so many entries that had been committed are missing at its end */
    char reason[256];   /* why something was not done, in the words of what the log is kept in; nothing to escape */
    char damaged[SRV_STREAM_MAX + 1]; /* the stream that cannot be written, or srv_seen_name */
};

/* In log->damaged: the projection. */
extern const char srv_seen_name[];

/* A log in an SQLite file, made where there is none. NULL: why says why not. */
srv_log *srv_log_open_sqlite(const char *path, kb_text *why);
/* The same to read only, beside a server that writes; there has to be one. */
srv_log *srv_log_read_sqlite(const char *path, kb_text *why);
/* Everything SQLite finds wrong with the file, as lines for people. */
void srv_log_examine_sqlite(const char *path, srv_log_reader *, void *context);
/* A copy of one that may be in use, as it was at one moment. What has the new name is whole, or there is none. */
bool srv_log_copy_sqlite(const char *from, const char *to, kb_text *why);

#endif
