/* watch.h: connections, and what they see of the tables they watch.
 *
 * A connection that watches a table sees it as a viewer: its person's seat, or the spectator. */
#ifndef SRV_WATCH_H
#define SRV_WATCH_H

#include <sys/queue.h>

#include "guard.h"
#include "tables.h"

typedef struct srv_watched {
    srv_table *table;
    int viewer;
    uint64_t since; /* the commit with which its picture is sent */
} srv_watched;

/* A guess at a secret, with several servers: it is told to all of them, and decided when this one hears of it, too. */
typedef enum srv_guess { SRV_GUESS_NONE, SRV_GUESS_TOLD, SRV_GUESS_ALLOWED, SRV_GUESS_REFUSED } srv_guess;

struct srv_connection {
    uint64_t number; /* never reused */
    size_t place;    /* index in the list of connections */
    srv_visitor visitor;
    srv_secret hash;
    uint32_t person; /* 0: no name yet */
    srv_watched watched[SRV_WATCHED_MAX];
    int n_watched;
    bool follows;    /* follows the lobby */
    bool is_proving; /* a passphrase of it is being hashed */
    srv_guess guess;
    bool knows_wait;                                 /* was told that the server waits for its log */
    LIST_HEAD(srv_own_waiting, srv_waiting) waiting; /* requests that wait for the log or a table; see requests.h */
    int n_waiting;
    int64_t
        tokens_ms; /* rate limit: a request costs 1000 / SRV_REQUESTS_A_S plus the price of its work; negative: debt */
    uint64_t tokens_at_ms;
};

/* What a person's connections tell about them. */
typedef struct srv_presence {
    int n_connections;
    uint64_t address; /* of the last connection; 0: none since the server started */
} srv_presence;

typedef struct srv_watch {
    srv_env *env;
    srv_outbox *outbox;
    srv_guard *guard;
    srv_connection **connections;
    size_t n, size;
    uint64_t n_ever;
    uint64_t n_commits;     /* successful ones */
    srv_presence *presence; /* person k is at k - 1 */
    size_t n_presence, presence_size;
} srv_watch;

void srv_watch_open(srv_watch *, srv_env *, srv_outbox *, srv_guard *);
void srv_watch_close(srv_watch *);

/* --- connections --- */
/* Returns NULL if the person has too many connections, or, without a name, the secret or the address. */
srv_connection *srv_watch_connect(srv_watch *, const srv_visitor *, const srv_secret *hash, uint32_t person);
void srv_watch_disconnect(srv_watch *, srv_connection *);
srv_connection *srv_connection_numbered(const srv_watch *, uint64_t number); /* NULL: it is gone */
/* Gives the connection to another person, even above their limit. srv_watch_show_again then shows their tables. */
void srv_watch_set_person(srv_watch *, srv_connection *, uint32_t person);
void srv_watch_show_again(srv_watch *, srv_connection *);
/* The address of the person's last connection; 0: none since the start. */
uint64_t srv_watch_address(const srv_watch *, uint32_t person);

/* --- watching a table --- */
srv_watched *srv_watched_of(srv_connection *, const srv_table *); /* NULL: not watched */
/* Begins to watch the table, if it does not yet. Returns false if the connection watches too many. */
bool srv_watch_begin(const srv_watch *, srv_connection *, srv_table *);
void srv_watch_end(srv_watch *, srv_connection *, srv_table *);
/* Sends the events after the number, or a fresh picture if they are too many or not for this viewer. */
void srv_watch_post_picture(srv_watch *, srv_connection *to, const srv_table *, bool fresh, uint64_t after);
/* The seats whose people are connected; and telling one connection, or all watchers. */
uint32_t srv_seats_here(const srv_table *); /* or on another server */
void srv_watch_post_here(srv_watch *, const srv_table *, srv_connection *to);
void srv_watch_post_here_to_all(srv_watch *, srv_table *);

/* A commit has succeeded. */
void srv_watch_confirm(srv_watch *);
/* What happened was taken back, and nobody was told. Connections that began to watch a table since the last commit have
 * no picture of it: they do not watch it. */
void srv_watch_take_back(srv_watch *);
/* The connection sees its tables as before. */
void srv_watch_reset_viewers(srv_connection *);

/* --- changes --- */
/* Call before asking anything of the room, which writes events only for viewers who are watched. */
void srv_watch_before_change(srv_table *);
/* Call afterwards: sends each watcher their news; a watcher whose seat has changed gets a fresh picture. */
void srv_watch_after_change(srv_watch *, srv_table *);
/* Closes the table to everybody, or to people its host has removed, and tells them why. */
void srv_watch_close_table(srv_watch *, srv_table *, kb_refused why);
void srv_watch_close_removed(srv_watch *, srv_table *);

#endif
