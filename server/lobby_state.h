/* lobby_state.h: what the files of the lobby share: its people, tables and connections, and how to send. */
#ifndef SRV_LOBBY_STATE_H
#define SRV_LOBBY_STATE_H

#include "lobby.h"

typedef struct srv_person {
    srv_secret hash;
    char name[SRV_NAME_MAX + 1];
    int n_connections;
} srv_person;

typedef struct srv_table {
    char id[SRV_TABLE_ID + 1];
    srv_room *room;
    size_t n_stored;               /* entries that the log has been given */
    uint32_t thinking_mask;        /* seats whose decision is being made */
    uint32_t passed[KB_SEATS_MAX]; /* the decision, counted from 1, at which it was last to pass for a seat */
    bool broken, is_in_queue;
    srv_connection **watchers;
    size_t n_watchers, watchers_size;
} srv_table;

typedef struct srv_watching {
    srv_table *table;
    int viewer;
} srv_watching;

struct srv_connection {
    void *outside;
    srv_secret hash;
    uint32_t person; /* 0: has not said a name yet */
    srv_watching watched[SRV_WATCHED_MAX];
    int n_watched;
    int64_t tokens_ms; /* of its rate: a request costs 1000 / SRV_REQUESTS_A_S */
    uint64_t tokens_at_ms;
};

/* Numbers found by the first eight bytes of a random key. */
typedef struct srv_finder {
    uint32_t *slots; /* a number from 1; 0: free */
    size_t size, n;
} srv_finder;

/* A message that waits for the commit. */
typedef struct srv_waiting {
    srv_connection *to;
    size_t from, n;
} srv_waiting;

struct srv_lobby {
    srv_log *log;
    srv_edge edge;
    srv_person *people; /* person number k at k - 1 */
    size_t n_people, people_size, n_people_stored;
    srv_finder people_by_hash, tables_by_id;
    srv_table **tables;
    size_t n_tables, tables_size;
    srv_table **queue; /* those with bots that may owe a move */
    size_t n_queue, queue_size;
    srv_waiting *outbox;
    size_t n_outbox, outbox_size;
    srv_bytes outbox_text;
    srv_connection **connections;
    size_t n_connections, connections_size;
    char *frame; /* SRV_FRAME_MAX bytes to write one in */
    uint64_t now_ms;
    bool failed;
    srv_counts counts;
};

/* --- lobby.c --- */
uint32_t srv_person_with(const srv_lobby *, const srv_secret *hash); /* 0: nobody */
srv_table *srv_table_with(const srv_lobby *, const char *id);        /* NULL: none */
uint32_t srv_add_person(srv_lobby *, const srv_secret *hash, const char *name);
srv_table *srv_add_table(srv_lobby *, const char *id, srv_room *);
/* Writes down who somebody is. */
void srv_store_person(srv_lobby *, const kb_text *entry);
void srv_unwatch(srv_lobby *, srv_connection *, srv_table *);

/* --- lobby_send.c: everything waits for the commit --- */
srv_waiting srv_post(srv_lobby *, srv_connection *to, const char *text, size_t n);
/* {"type":"ok","id":…: what else there is to say is the caller's. */
kb_text srv_begin_ok(srv_lobby *, const char *id);
void srv_end_ok(srv_lobby *, srv_connection *to, kb_text *);
void srv_post_answer(srv_lobby *, srv_connection *to, const char *id, const srv_answer *);
void srv_post_refusal(srv_lobby *, srv_connection *to, const char *id, srv_refusal);
kb_text srv_frame_of(srv_lobby *); /* room to write something in */
/* Everything past the number, or, where that is too much or not this viewer's to have, a fresh picture. */
void srv_post_picture(srv_lobby *, srv_connection *to, const srv_table *, int viewer, bool fresh, uint64_t after);
/* Seats whose people are connected, and telling everybody who watches of it. */
uint32_t srv_here_mask(const srv_table *);
void srv_post_here(srv_lobby *, const srv_table *);
srv_watching *srv_watching_of(srv_connection *, const srv_table *);
/* Seats whose decision the server has to make, and nobody is at it yet. */
uint32_t srv_due_mask(const srv_table *);
/* Only what somebody waits for is put into words: before anything is asked of the room. */
void srv_listen_for_watchers(srv_table *);
/* … and after: gives the log what is new, and those who watch, what is new for them. */
void srv_publish(srv_lobby *, srv_table *);

#endif
