/* list.h: the list of tables that the lobby shows, and telling those who follow it what has changed.
 *
 * Everybody is shown the same SRV_LOBBY_MAX public tables at most, and their own besides. Only a change of what a line shows
 * is news, so that nobody can notice talk at a table from the lobby. */
#ifndef SRV_LIST_H
#define SRV_LIST_H

#include "people.h"
#include "watch.h"

typedef struct srv_list {
    srv_env *env;
    srv_outbox *outbox;
    srv_tables *tables;
    srv_watch *watch;
    bool has_news;
    uint64_t told_ms; /* when followers were last told */
    int n_listed;
} srv_list;

/* Nobody has seen any line yet: nothing is news. */
void srv_list_open(srv_list *, srv_env *, srv_outbox *, srv_tables *, srv_watch *);
/* After something happened at a table. */
void srv_list_note(srv_list *, srv_table *);
/* Tells those who follow the lobby what has changed since the last time, if that was long enough ago. */
void srv_list_tell(srv_list *);
/* The table is about to go: whoever follows and may have seen it is told. */
void srv_list_post_gone(srv_list *, const srv_table *);

/* The lines that somebody is shown, the newest first, as JSON objects with commas between. Returns how many. */
int srv_list_write(const srv_list *, uint32_t person, kb_text *);
/* Those that have these letters in the name of the host or the game: of public tables, and of one's own. */
int srv_list_search(const srv_list *, const srv_people *, uint32_t person, const wint_t *letters, size_t n, kb_text *);

#endif
