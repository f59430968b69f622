/* log.h: where everything is written down. A log has streams, one for each table and one for the people; the entries
 * of a stream are numbered from 1. Whoever appends says which number it expects to write, so that two writers who
 * believe different things cannot both succeed.
 *
 *     log->append(log, "people", 17, text, n);      (in any number of streams, then …)
 *     log->commit(log, done, context);              (… all of it together: durable once done is called with SRV_LOGGED)
 *
 * What a log is kept in is its own business. log_sqlite.c keeps it in a file and answers at once; a log across a network
 * may answer later, from the same loop:
 *
 * - A commit is answered by a call of done, in the call of commit or later. Until then no other commit begins. What is
 *   appended meanwhile belongs to the next one.
 * - A read may answer SRV_LOG_PENDING: the log has asked for it, and the same call succeeds when the answer has come. What
 *   brings the answer also makes the loop turn, and the call is repeated in each turn.
 * - While wait_ms is not 0, at the start and at the end, there is nothing else to do: calls wait and answer at once.
 *
 * A commit may also answer SRV_LOG_LATER: another program holds the file, or the disk is full. Then nothing is written, what
 * was appended is kept, and the next commit tries again. */
#ifndef SRV_LOG_H
#define SRV_LOG_H

#include "../core/text.h"
#include "delays.h"

enum { SRV_STREAM_MAX = 48 }; /* bytes of a stream's name */
#define SRV_TO_END INT64_MAX  /* of a stream, where it is read to its end */

typedef enum srv_logged {
    SRV_LOGGED,
    SRV_LOG_PENDING, /* of a read: the answer has not come yet */
    SRV_LOG_LATER,   /* it cannot be done now: a lock, a full disk. Nothing is lost; ask again */
    SRV_LOG_DAMAGED, /* what was asked for cannot be read; in a commit: log->damaged names what cannot be written */
    SRV_LOG_TAKEN,   /* that number is written already; nothing since the last commit is in the log */
    SRV_LOG_FAILED   /* nothing since the last commit is in the log */
} srv_logged;

typedef void srv_log_reader(void *context, const char *stream, uint64_t n, const char *text, size_t bytes);
typedef void srv_log_done(void *context, srv_logged);
/* Everything of the stream up to number n is safe. */
typedef void srv_log_listener(void *context, const char *stream, uint64_t n);

/* What became of a game that is over, so that nobody has to read its stream to know it. */
typedef struct srv_result {
    const char *stream;
    uint64_t ended_ms;
    bool is_public;
    uint32_t host;
    const char *made_by;    /* id of the host's request that made the table */
    const uint32_t *people; /* who had seats */
    int n_people;
    const char *line; /* what history shows of it, n bytes */
    size_t n;
} srv_result;

typedef struct srv_log srv_log;
struct srv_log {
    /* Goes into the next commit. */
    void (*append)(srv_log *, const char *stream, uint64_t n, const char *text, size_t bytes);
    /* SRV_LOG_DAMAGED: what was to be written in log->damaged is dropped, everything else is kept: commit again. */
    void (*commit)(srv_log *, srv_log_done *, void *context);
    /* Waits for the commit that is under way, wait_ms at most; NULL: commits answer at once. */
    void (*wait)(srv_log *);
    /* Entries of the stream numbered from … to, in order, also those that are not committed yet. SRV_LOG_PENDING: the reader
     * has been given nothing. */
    srv_logged (*read)(srv_log *, const char *stream, uint64_t from, uint64_t to, srv_log_reader *, void *context);
    void (*close)(srv_log *);

    /* --- the index of results: a projection of the streams, never more than they say --- */
    /* Goes into the next commit. */
    void (*index_result)(srv_log *, const srv_result *);
    /* Forgets the index. Streams that are not in it are read at the next start, and indexed again. */
    srv_logged (*drop_index)(srv_log *);
    /* The names of all streams, or of those without a result, in order; the reader gets no text. SRV_LOG_DAMAGED: there may
     * be others whose names cannot be read. */
    srv_logged (*streams)(srv_log *, srv_log_reader *, void *context);
    srv_logged (*unindexed)(srv_log *, srv_log_reader *, void *context);
    /* Lines of results, the newest first: of games the person had a seat in, or of public ones where it is 0; those that
     * ended before the one of that stream, where it is not NULL. */
    srv_logged (*results)(srv_log *, uint32_t person, const char *before, int max, srv_log_reader *, void *context);
    /* The stream that this request of the host made, if it has a result. */
    srv_logged (*find_created)(srv_log *, uint32_t host, const char *id, srv_log_reader *, void *context);
    /* All results, in order of the streams. */
    srv_logged (*indexed)(srv_log *, srv_log_reader *, void *context);
    /* Whether there is a result of that stream, and whether everything but the line is as given. The reader gets the line. */
    srv_logged (*compare_result)(srv_log *, const srv_result *, bool *is_there, bool *agrees, srv_log_reader *,
                                 void *context);

    /* Who wants to be told of news; may be NULL. */
    srv_log_listener *listener;
    void *context;
    srv_delays commits; /* of those that had something to write */
    uint32_t wait_ms;   /* how long a call may wait, for another program's lock or for an answer */
    uint64_t lost;      /* found when it was opened: so many entries that had been committed are missing at its end */
    char reason[256];   /* why something was not done, in the words of what the log is kept in; nothing to escape */
    char damaged[SRV_STREAM_MAX + 1]; /* the stream that cannot be written, or srv_index_name */
};

/* Commits and waits for the answer; for programs that have nothing else to do. */
srv_logged srv_log_commit(srv_log *);

/* In log->damaged: the index of results. */
extern const char srv_index_name[];

/* A log in an SQLite file, made where there is none. NULL: why says why not. */
srv_log *srv_log_open_sqlite(const char *path, kb_text *why);
/* The same to read only, beside a server that writes; there has to be one. */
srv_log *srv_log_read_sqlite(const char *path, kb_text *why);
/* Everything SQLite finds wrong with the file, as lines for people. */
void srv_log_examine_sqlite(const char *path, srv_log_reader *, void *context);
/* A copy of one that may be in use, as it was at one moment. What has the new name is whole, or there is none. */
bool srv_log_copy_sqlite(const char *from, const char *to, kb_text *why);

#endif
