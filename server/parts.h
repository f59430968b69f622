/* parts.h: the parts of the server, each with one owner, and what follows when a table has changed. */
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
    uint64_t n_entries, n_moves; /* of tables, given to the log */
} srv_parts;

/* Reads the log. False: why says why not, and there is nothing to close. */
bool srv_parts_open(srv_parts *, srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
void srv_parts_close(srv_parts *);

/* Before anything is asked of the table's room … */
void srv_before_change(srv_table *);
/* … and afterwards: the log gets what is new, whoever watches is told, and the server's own decisions are asked for. */
void srv_after_change(srv_parts *, srv_table *);
/* What happened at these tables cannot be written down, so it did not happen: they are closed and forgotten. */
void srv_close_damaged(srv_parts *, const char *stream);
/* Tables that are over or expired, and that nobody wants to see any more. */
void srv_forget_idle(srv_parts *);

#endif
