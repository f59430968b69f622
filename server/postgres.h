/* postgres.h: a connection to PostgreSQL that never blocks the loop and comes back by itself.
 *
 *     srv_postgres_query(pg, APPEND, 3, params);    (any number of prepared statements, then …)
 *     srv_postgres_end(pg, done, context);          (… all of them together, in one transaction and one round trip)
 *
 * Transactions may be sent before earlier ones are answered; they are answered in order. */
#ifndef SRV_POSTGRES_H
#define SRV_POSTGRES_H

#include <libpq-fe.h>

#include "../core/text.h"

typedef struct srv_postgres srv_postgres;

/* The first error of a transaction, or the result of its last statement, which now belongs to the callee. NULL: the
 * connection was lost, and whether the transaction took place is not known. */
typedef void srv_postgres_done(void *context, PGresult *);

/* A step from one version of the schema to the next. Servers of the version before go on beside one that expands the
 * schema, and can start again. A step that contracts it removes what they need, so it waits until none of them is
 * connected, and so do all steps after it; from then on they are refused. */
typedef struct srv_migration {
    const char *sql;
    bool contracts;
} srv_migration;

typedef struct srv_postgres_use {
    const srv_migration *migrations; /* make version 1 of the schema of nothing, 2 of 1, …; run under a lock */
    int schema_version;              /* after all of them */
    const char *const *statements;   /* prepared in every connection; a statement is known by its place here */
    int n_statements;
    void (*ready)(void *context);                         /* connected, at first and again after each loss */
    void (*notified)(void *context, const char *payload); /* a NOTIFY kickback of any session */
    bool is_alone;          /* fails to connect while anybody else is; if not, while somebody alone is */
    bool must_exist;        /* fails if there is no schema yet */
    bool may_be_unfinished; /* accepts a copy that is unfinished: its version is negative */
    void *context;
} srv_postgres_use;

/* Connects and migrates, for at most wait_ms. NULL on failure; see why. */
srv_postgres *srv_postgres_open(const char *url, const srv_postgres_use *, uint32_t wait_ms, kb_text *why);
void srv_postgres_close(srv_postgres *);

/* Whether the database was an unfinished copy when it was opened. */
bool srv_postgres_is_unfinished(const srv_postgres *);

/* While it is not ready nothing can be sent. */
bool srv_postgres_is_ready(const srv_postgres *);
/* Parameters are texts; NULL is SQL's NULL. */
void srv_postgres_query(srv_postgres *, int statement, int n, const char *const *params);
void srv_postgres_end(srv_postgres *, srv_postgres_done *, void *context);
/* Gives up this connection and makes another. */
void srv_postgres_reconnect(srv_postgres *, const char *why);

/* What the loop has to wait for: this socket, to be readable, and writable if wants_write. -1: a while. */
int srv_postgres_socket(const srv_postgres *, bool *wants_write);
/* Sends and receives what is possible without waiting. Calls done and ready. */
void srv_postgres_proceed(srv_postgres *);
/* Waits until something happens, but not beyond this time of CLOCK_MONOTONIC, and does what srv_postgres_proceed does. Returns
 * false if the time is past. */
bool srv_postgres_wait(srv_postgres *, uint64_t until_us);
uint64_t srv_postgres_now_us(void);

/* Whether the database does not accept this version any more. It does not connect again. */
bool srv_postgres_is_refused(const srv_postgres *);
/* Why it is not connected, in words of the database. */
const char *srv_postgres_reason(const srv_postgres *);

#endif
