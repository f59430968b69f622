/* parts.h: the parts of the server, each with one owner, and the consequences of a change at a table. */
#ifndef SRV_PARTS_H
#define SRV_PARTS_H

#include "jobs.h"
#include "links.h"
#include "list.h"
#include "people.h"

typedef struct srv_parts {
    srv_env env;
    srv_log *log;
    srv_outbox outbox;
    srv_guard guard;
    srv_links links;
    srv_people people;
    srv_tables tables;
    srv_watch watch;
    srv_list list;
    srv_jobs jobs;
    uint64_t n_entries, n_moves; /* table entries and moves given to the log */
} srv_parts;

/* Reads the log. On failure returns false with the reason in why, and there is nothing to close. */
bool srv_parts_open(srv_parts *, srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
void srv_parts_close(srv_parts *);

/* Call before asking anything of the table's room … */
void srv_before_change(srv_table *);
/* … and this afterwards: it logs the new entries, tells the watchers, and requests the server's own decisions. */
void srv_after_change(srv_parts *, srv_table *);
/* The entries of these tables cannot be logged, so they did not happen: closes the tables and removes them from
 * memory. */
void srv_close_damaged(srv_parts *, const char *stream);
/* Removes finished or expired tables that nobody looks at any more. */
void srv_forget_idle(srv_parts *);

#endif
