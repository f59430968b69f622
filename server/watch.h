/* watch.h: connections, and what they see of the tables they watch.
 *
 * Whoever watches a table sees it as a viewer: as the seat they have, or as a spectator. */
#ifndef SRV_WATCH_H
#define SRV_WATCH_H

#include "guard.h"
#include "tables.h"

typedef struct srv_watched {
    srv_table *table;
    int viewer;
} srv_watched;

struct srv_connection {
    uint64_t number; /* never used again */
    size_t place;    /* among all connections */
    srv_visitor visitor;
    srv_secret hash;
    uint32_t person; /* 0: has not said a name yet */
    srv_watched watched[SRV_WATCHED_MAX];
    int n_watched;
    bool follows;    /* the lobby */
    bool is_proving; /* a passphrase of it is being hashed */
    int n_waiting;   /* its requests that wait for a table to be read */
    int64_t
        tokens_ms; /* of its rate limit: a request costs 1000 / SRV_REQUESTS_A_S, and its work more; below 0: owed */
    uint64_t tokens_at_ms;
};

/* What is known of a person from their connections. */
typedef struct srv_presence {
    int n_connections;
    uint64_t address; /* of the last one; 0: none since the server started */
} srv_presence;

typedef struct srv_watch {
    srv_env *env;
    srv_outbox *outbox;
    srv_guard *guard;
    srv_connection **connections;
    size_t n, size;
    uint64_t n_ever;
    srv_presence *presence; /* of person number k at k - 1 */
    size_t n_presence, presence_size;
} srv_watch;

void srv_watch_open(srv_watch *, srv_env *, srv_outbox *, srv_guard *);
void srv_watch_close(srv_watch *);

/* --- connections --- */
/* NULL: the person, or the secret or address of somebody without a name, has too many. */
srv_connection *srv_watch_connect(srv_watch *, const srv_visitor *, const srv_secret *hash, uint32_t person);
void srv_watch_disconnect(srv_watch *, srv_connection *);
srv_connection *srv_connection_numbered(const srv_watch *, uint64_t number); /* NULL: it is gone */
/* The connection is somebody else's now; nobody is cut off for that. srv_watch_show_again then shows their tables. */
void srv_watch_set_person(srv_watch *, srv_connection *, uint32_t person);
void srv_watch_show_again(srv_watch *, srv_connection *);
/* From where somebody came last; 0: not since the start. */
uint64_t srv_watch_address(const srv_watch *, uint32_t person);

/* --- watching a table --- */
srv_watched *srv_watched_of(srv_connection *, const srv_table *); /* NULL: does not watch it */
/* Begins to watch, or goes on. False: it watches too many tables. */
bool srv_watch_begin(srv_connection *, srv_table *);
void srv_watch_end(srv_watch *, srv_connection *, srv_table *);
/* Sends the events past the number, or a fresh picture where that is too much or not this viewer's to have. */
void srv_watch_post_picture(srv_watch *, srv_connection *to, const srv_table *, bool fresh, uint64_t after);
/* Seats whose people are connected; and telling one connection, or everybody who watches. */
uint32_t srv_seats_here(const srv_table *);
void srv_watch_post_here(srv_watch *, const srv_table *, srv_connection *to);
void srv_watch_post_here_to_all(srv_watch *, const srv_table *);

/* --- changes --- */
/* Before anything is asked of the room: it puts into words only what somebody will be told. */
void srv_watch_before_change(srv_table *);
/* Afterwards: each watcher is sent what is new for them; whoever has another seat now gets its picture. */
void srv_watch_after_change(srv_watch *, srv_table *);
/* The table is closed to everybody, or to those its host has removed: they are told why. */
void srv_watch_close_table(srv_watch *, srv_table *, srv_refusal why);
void srv_watch_close_removed(srv_watch *, srv_table *);

#endif
