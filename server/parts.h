/* parts.h: the parts of the server, each with one owner, and the consequences of a change at a table. */
#ifndef SRV_PARTS_H
#define SRV_PARTS_H

#include "jobs.h"
#include "list.h"
#include "people.h"

/* A stream that another writer has written to. */
typedef struct srv_behind {
    char stream[SRV_STREAM_MAX + 1];
} srv_behind;

typedef struct srv_parts {
    srv_env env;
    srv_log *log;
    srv_outbox outbox;
    srv_guard guard;
    srv_people people;
    srv_tables tables;
    srv_watch watch;
    srv_list list;
    srv_jobs jobs;
    uint64_t n_entries, n_moves; /* table entries and moves given to the log */
    srv_table **unsure;          /* tables with entries that are not durable yet */
    size_t n_unsure, unsure_size;
    srv_behind *behind; /* streams that may have entries of other writers */
    size_t n_behind, behind_size;
    srv_behind *expected; /* streams on whose last entry something in the running commit depends */
    size_t n_expected, expected_size;
    bool has_faulty;  /* tables in which an entry that was checked did not fit */
    bool is_lost;     /* news may have been missed: any stream may be behind */
    uint64_t lost_ms; /* when that was last so */
} srv_parts;

/* Reads the log. On failure returns false with the reason in why, and there is nothing to close. */
bool srv_parts_open(srv_parts *, srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
void srv_parts_close(srv_parts *);

/* Whether this server looks after the table: plays its bots and clocks. */
bool srv_tends(const srv_parts *, const srv_table *);
/* Call before a request is made to the table's room. */
void srv_before_change(srv_table *);
/* Call after a request was made to the table's room: logs the new entries, tells the watchers, and asks for the server's own
 * decisions. */
void srv_after_change(srv_parts *, srv_table *);
/* Call after another server's entries were folded: tells the watchers, and asks for the server's own decisions. */
void srv_after_news(srv_parts *, srv_table *);
/* A commit begins with all entries so far; it has succeeded; or another writer was faster, and everything since the last
 * one that succeeded is taken back. Then the streams concerned are behind, and what was asked is to be asked again. */
void srv_begin_changes(srv_parts *);
void srv_confirm_changes(srv_parts *);
void srv_take_back_changes(srv_parts *);
/* Something was refused because of the table, or of the people if it is NULL. If another writer has changed that
 * meanwhile, it is decided again. */
void srv_expect(srv_parts *, const srv_table *);
/* The stream may have entries of other writers. */
void srv_note_behind(srv_parts *, const char *stream);
/* The table with this id is not in the log, or cannot be read: there is nothing to follow. */
void srv_forget_behind(srv_parts *, const char *id);
/* Has all servers count a guess of the connection, and counts what they tell: only when this server hears of its own guess,
 * after all those before it, is it decided. Call srv_lose_guesses when it may not hear of them. */
void srv_tell_guess(srv_parts *, srv_connection *);
void srv_hear_guess(srv_parts *, const char *text, bool is_own);
void srv_lose_guesses(srv_parts *);
/* Whether everything that has happened is durable. */
bool srv_is_all_durable(const srv_parts *);

/* The entries of these tables cannot be logged, so they did not happen: closes the tables and removes them from
 * memory. */
void srv_close_damaged(srv_parts *, const char *stream);
/* Does that with tables in which an entry that was checked did not fit. The log has not seen it. */
void srv_close_faulty(srv_parts *);
/* Removes finished or expired tables that nobody looks at any more. */
void srv_forget_idle(srv_parts *);

#endif
