/* list.h: the lobby's list of tables, and telling its followers about changes.
 *
 * Everybody sees the same SRV_LOBBY_MAX public tables at most, plus their own. Only a change in a visible line is news,
 * so that nobody can notice talk at a table from the lobby. */
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

/* Nobody has seen any lines yet, so nothing is news. */
void srv_list_open(srv_list *, srv_env *, srv_outbox *, srv_tables *, srv_watch *);
/* Call after something happened at a table. */
void srv_list_note(srv_list *, srv_table *);
/* Tells the lobby's followers what has changed, unless they were told less than SRV_LOBBY_MS ago. */
void srv_list_tell(srv_list *);
/* The table is about to be removed. Tells the followers who may have seen it. */
void srv_list_post_gone(srv_list *, const srv_table *);

/* Writes the lines a person sees, newest first, as JSON objects separated by commas. Returns how many. */
int srv_list_write(const srv_list *, uint32_t person, kb_text *);
/* Writes the lines of tables with these letters in the name of the host or the game: public tables, and the person's own.
 * Returns how many. */
int srv_list_search(const srv_list *, const srv_names *, uint32_t person, const srv_letters *, kb_text *);

#endif
