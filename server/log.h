/* log.h: the durable log. It has a stream for each table and one for the people; the entries of a stream are numbered
 * from 1. Several writers may share a log, if its storage can be shared. A writer says which number it expects to write,
 * so that of two writers with different views of a stream only one succeeds: the other is told SRV_LOG_TAKEN.
 *
 *     log->append(log, "people", 17, text, n);      (in any number of streams, then …)
 *     log->commit(log, done, context);              (… all of it together: durable once done is called with SRV_LOGGED)
 *
 * This interface does not depend on the storage. log_sqlite.c uses a file and answers at once; a log across a network
 * may answer later, from the same loop:
 *
 * - A commit is answered by calling done, during the call of commit or later. Until then no other commit begins.
 *   Entries appended in the meantime belong to the next one.
 * - A read may return SRV_LOG_PENDING: the log has requested the data, and the same call succeeds once it has arrived.
 *   Its arrival makes the loop turn, and the call is repeated in each turn.
 * - While wait_ms is not 0 (at start-up and shutdown) there is nothing else to do: calls block and return the answer.
 *
 * A commit may also answer SRV_LOG_LATER: another program holds the file, or the disk is full. Then nothing is written,
 * the appended entries are kept, and the next commit tries again.
 *
 * When a commit answers SRV_LOG_TAKEN, nothing since the last successful one is in the log, and all of it has been
 * dropped, including entries appended while this commit ran: they were decided on a state that does not exist. */
#ifndef SRV_LOG_H
#define SRV_LOG_H

#include "../core/text.h"
#include "delays.h"

enum {
    SRV_STREAM_MAX = 48, /* bytes of a stream's name */
    SRV_TELL_MAX = 4096, /* bytes of what writers tell each other */
    SRV_SHARED_KEY = 16
};
#define SRV_TO_END INT64_MAX /* to read a stream to its end */

typedef enum srv_logged {
    SRV_LOGGED,
    SRV_LOG_PENDING, /* of a read: no answer yet */
    SRV_LOG_LATER,   /* not possible now (a lock, a full disk). Nothing is lost; try again */
    SRV_LOG_DAMAGED, /* cannot be read; of a commit: log->damaged names what cannot be written */
    SRV_LOG_TAKEN,   /* another writer has written that number; nothing since the last commit is in the log */
    SRV_LOG_FAILED   /* nothing since the last commit is in the log */
} srv_logged;

typedef void srv_log_reader(void *context, const char *stream, uint64_t n, const char *text, size_t bytes);
typedef void srv_log_done(void *context, srv_logged);
/* Another writer has written to the stream, up to number n. stream NULL: others may have written to any stream. */
typedef void srv_log_news(void *context, const char *stream, uint64_t n);
/* Another writer has told something. writer NULL: this one has, with tell_surely. All writers hear what is told surely in the
 * same order. */
typedef void srv_log_heard(void *context, const char *writer, const char *text);

/* The result of a finished game, so that its stream need not be read to know it. */
typedef struct srv_result {
    const char *stream;
    uint64_t ended_ms;
    bool is_public;
    uint32_t host;
    const char *made_by;    /* id of the host's request that created the table */
    const uint32_t *people; /* who had seats */
    int n_people;
    const char *line; /* its line in the history, n bytes */
    size_t n;
} srv_result;

typedef struct srv_log srv_log;
struct srv_log {
    /* Adds an entry to the next commit. */
    void (*append)(srv_log *, const char *stream, uint64_t n, const char *text, size_t bytes);
    /* SRV_LOG_DAMAGED: the writes to log->damaged were dropped and everything else kept. Commit again. */
    void (*commit)(srv_log *, srv_log_done *, void *context);
    /* Waits at most wait_ms for the running commit. NULL: commits answer at once. */
    void (*wait)(srv_log *);
    /* Reads the entries from … to of the stream in order, including uncommitted ones. SRV_LOG_PENDING: the reader was
     * given nothing. */
    srv_logged (*read)(srv_log *, const char *stream, uint64_t from, uint64_t to, srv_log_reader *, void *context);
    void (*close)(srv_log *);
    /* Marks the log as an unfinished copy, which only srv_log_open_…_copy opens, or removes the mark. */
    srv_logged (*set_unfinished)(srv_log *, bool);
    /* Of a log across a network; else NULL. What the loop has to wait for: this socket, to be readable, and writable if
     * wants_write; -1: a while. Then it calls proceed, which sends and receives without waiting. */
    int (*socket)(const srv_log *, bool *wants_write);
    void (*proceed)(srv_log *);
    /* Whether nothing can be written or read now. NULL: it shows only when something is. */
    bool (*is_away)(const srv_log *);

    /* --- of a log with several writers; NULL: this is the only one --- */
    /* Whether this writer looks after the stream: it makes the entries that nobody asks for, such as bots' moves. Two
     * writers may both believe it for a moment, which does no harm: of two entries with one number, one is written. */
    bool (*tends)(const srv_log *, const char *stream);
    /* Makes it a condition of the next commit that the stream has no more than n entries. Otherwise the answer is
     * SRV_LOG_TAKEN: for what was refused because of an old picture. */
    void (*expect)(srv_log *, const char *stream, uint64_t n);
    /* Says that this writer is still there. Call it every SRV_RENEW_MS: after SRV_LEASE_MS without it this writer tends
     * nothing, and others tend its streams. */
    void (*renew)(srv_log *);
    /* This writer is about to close, and tends nothing any more. Returns true if it was the last, or the only one. */
    bool (*leave)(srv_log *);
    /* Tells all other writers something that is not in the log. It is lost while there is no connection. */
    void (*tell)(srv_log *, const char *text);
    /* Tells all writers, this one included, with the next commit that succeeds. All writers are told in the order of commits. It
     * may be told twice. */
    void (*tell_surely)(srv_log *, const char *text);
    /* The time by the clock that all writers share, in milliseconds since 1970. */
    uint64_t (*now_ms)(const srv_log *);

    /* --- the index of results: derived from the streams alone --- */
    /* Adds a result to the next commit. */
    void (*index_result)(srv_log *, const srv_result *);
    /* Drops the index. Streams missing from it are read and indexed at the next start. */
    srv_logged (*drop_index)(srv_log *);
    /* The names of all streams, or of those without a result, in order; the reader gets no text. SRV_LOG_DAMAGED: there
     * may be others whose names cannot be read. */
    srv_logged (*streams)(srv_log *, srv_log_reader *, void *context);
    srv_logged (*unindexed)(srv_log *, srv_log_reader *, void *context);
    /* The streams without a result, with the number of each one's last entry. NULL: the log has only one writer. */
    srv_logged (*heads)(srv_log *, srv_log_reader *, void *context);
    /* Lines of results, newest first: of games the person had a seat in, or of public games if person is 0. If before
     * is not NULL, only games that ended before that stream's. */
    srv_logged (*results)(srv_log *, uint32_t person, const char *before, int max, srv_log_reader *, void *context);
    /* The stream that this request of the host created, if it has a result. */
    srv_logged (*find_created)(srv_log *, uint32_t host, const char *id, srv_log_reader *, void *context);
    /* All results, ordered by stream. */
    srv_logged (*indexed)(srv_log *, srv_log_reader *, void *context);
    /* Whether the stream has a result, and whether everything but its line is as given. The reader gets the line. */
    srv_logged (*compare_result)(srv_log *, const srv_result *, bool *is_there, bool *agrees, srv_log_reader *,
                                 void *context);

    /* Called when another writer has written something; may be NULL. News is a hint: it may be late, repeated, or about
     * entries that have been read already. After a lost connection the stream is NULL. */
    srv_log_news *news;
    srv_log_heard *heard;               /* may be NULL, too */
    void *context;                      /* of news and heard */
    uint8_t shared_key[SRV_SHARED_KEY]; /* random bytes that all writers know, if there may be several */
    uint64_t n_shares;                  /* counted up when tends may answer otherwise than before */
    uint64_t
        untended_since_ms; /* no writer had a lease from then until this one got its own; 0: somebody always had one.
                                 * The caller sets it to 0 when it has corrected the clocks. */
    srv_delays commits;    /* of commits that wrote something */
    uint32_t wait_ms;      /* how long a call may wait for another program's lock or for an answer */
    bool is_unfinished;    /* found when opened */
    uint64_t lost;         /* found when opened: at least this many committed entries are missing at the end */
    char reason[256];      /* why something failed, in the words of the storage; needs no escaping */
    char damaged[SRV_STREAM_MAX + 1]; /* the stream that cannot be written, or srv_index_name */
};

/* Commits and waits for the answer. For programs with nothing else to do. */
srv_logged srv_log_commit(srv_log *);

/* The value of log->damaged that means the index of results. */
extern const char srv_index_name[];

/* Opens a log in an SQLite file, creating the file if needed. Returns NULL on failure; see why. */
srv_log *srv_log_open_sqlite(const char *path, kb_text *why);
/* Opens the target of a copy, which may be unfinished. */
srv_log *srv_log_open_sqlite_copy(const char *path, kb_text *why);
/* Opens an existing log read-only, even while a server writes to it. */
srv_log *srv_log_read_sqlite(const char *path, kb_text *why);
/* Reports everything SQLite finds wrong with the file, as readable lines. */
void srv_log_examine_sqlite(const char *path, srv_log_reader *, void *context);
/* Copies a log that may be in use, as of one moment. The new name appears only once the copy is complete. */
bool srv_log_copy_sqlite(const char *from, const char *to, kb_text *why);

/* Opens a log in a PostgreSQL database, creating its tables if needed: a URL as libpq understands it, such
 * as postgresql://USER@HOST/DATABASE. is_alone: fails while anybody else uses the database; otherwise it fails while
 * somebody is alone there. Returns NULL on failure; see why. */
srv_log *srv_log_open_postgres(const char *url, bool is_alone, kb_text *why);
/* Opens a database alone, to copy it: a source, which must exist, or a target, which may be unfinished. */
srv_log *srv_log_open_postgres_copy(const char *url, bool is_source, kb_text *why);

#endif
