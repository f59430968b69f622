/* requests.h: checks a client's messages and passes them to their handlers. */
#ifndef SRV_REQUESTS_H
#define SRV_REQUESTS_H

#include "handlers.h"

/* What a request waits for: an answer of the log; news from other servers; a table to be loaded; or its turn, because the
 * table is there, or cannot be. */
typedef enum srv_waits {
    SRV_WAITS_FOR_LOG,
    SRV_WAITS_FOR_OTHERS,
    SRV_WAITS_FOR_TABLE,
    SRV_WAITS_FOR_TURN,
    SRV_WAITS
} srv_waits;

typedef struct srv_waiting {
    srv_waits waits_for;
    TAILQ_ENTRY(srv_waiting) others;       /* that wait for the same */
    LIST_ENTRY(srv_waiting) of_connection; /* others of the same connection */
    char table[SRV_TABLE_ID + 1];          /* "": it waits for the log, or for other servers */
    srv_asking asking;
    kb_refused missing; /* if it waits for its turn: why the table is not there */
    uint64_t work;      /* done for it so far */
} srv_waiting;

/* Something that was asked: a request, a passphrase that a thread has hashed, or to be greeted. */
typedef enum srv_held_kind { SRV_HELD_REQUEST, SRV_HELD_PROOF, SRV_HELD_GREETING } srv_held_kind;
typedef struct srv_held {
    srv_held_kind kind;
    srv_asking asking;   /* of a request; otherwise only from whom */
    srv_proving proving; /* of a proof */
    srv_proof *proof;    /* the proof; NULL: it was lost */
} srv_held;
typedef struct srv_held_list {
    srv_held *at;
    size_t n, size;
} srv_held_list;

typedef struct srv_requests {
    srv_parts *parts;
    /* While a commit runs nothing is decided: its outcome may be that another writer was faster. What arrives meanwhile
     * is queued. What has been answered is kept until the commit has succeeded, to be handled again if it does not. */
    bool is_queueing;
    srv_held_list queue, answered;
    TAILQ_HEAD(srv_all_waiting, srv_waiting) waiting[SRV_WAITS]; /* oldest first */
    size_t n_waiting[SRV_WAITS];
    uint64_t n_received;
    uint64_t work; /* total work done for requests */
} srv_requests;

void srv_requests_open(srv_requests *, srv_parts *);
void srv_requests_close(srv_requests *);

/* Greets a new connection. */
void srv_requests_greet(srv_requests *, srv_connection *);
/* A thread has hashed a passphrase; proof NULL: the job was lost. */
void srv_requests_end_proof(srv_requests *, const srv_proving *, const srv_proof *);
/* The answers so far are safe; or they were taken back, and what was asked is queued again, before everything else. */
void srv_requests_confirm(srv_requests *);
void srv_requests_queue_again(srv_requests *);
/* Handles what is queued. */
void srv_requests_handle_queue(srv_requests *);

/* The log is stuck: refuses the requests about which nothing is decided, because they wait for an answer of the log or for
 * the end of a commit. Calls refused after it has posted each refusal. */
typedef void srv_refused(void *context);
void srv_requests_refuse_undecided(srv_requests *, srv_refused *refused, void *context);
/* Handles a client's message. is_stuck: the log cannot be written now. Returns the request's name, for the report. */
const char *srv_requests_receive(srv_requests *, srv_connection *, const char *text, size_t n, bool is_stuck);
/* The connection is about to be closed. */
void srv_requests_forget(srv_requests *, const srv_connection *);
/* A table has been loaded, or failed to: the requests that waited for it are ready. */
void srv_requests_go_on(srv_requests *, const srv_loaded *);
/* Call once per turn: handles the requests again that the log has answered, and some of those that wait for their turn. */
void srv_requests_retry(srv_requests *);
/* Whether any requests wait; and whether some wait only for a turn. */
bool srv_requests_wait(const srv_requests *);
bool srv_requests_want_turn(const srv_requests *);

#endif
