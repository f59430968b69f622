/* handlers.h: the functions that answer requests. requests.def says which one answers which request. */
#ifndef SRV_HANDLERS_H
#define SRV_HANDLERS_H

#include "parts.h"

/* A request on its way to its handler, or kept on it. */
typedef struct srv_asking {
    srv_connection *from;
    srv_ask *ask;
    uint32_t n_tries; /* how often it was decided and taken back */
    bool is_paid;     /* its guess at a secret was counted when it was handled for the first time */
    srv_table *table; /* of requests with TABLE */
    bool *is_pending; /* set if it cannot be answered yet: the request is handled again in the next turn */
} srv_asking;

/* Posts an answer or arranges for one. Or does nothing but set *is_pending. */
typedef void srv_handler(srv_parts *, const srv_asking *);

/* --- people_ask.c --- */
srv_handler srv_handle_name, srv_handle_link, srv_handle_device, srv_handle_logout, srv_handle_account,
    srv_handle_login, srv_handle_mute;
/* Tells a new connection who it is. */
void srv_greet(srv_parts *, srv_connection *);
/* Tells those whom it concerns about the last entry of the people, which another writer made. */
void srv_post_changed_person(srv_parts *);
/* A thread has hashed a passphrase. proof NULL: the job was lost, and the client is told to try again. */
void srv_end_proof(srv_parts *, srv_connection *, const srv_proving *, const srv_proof *);

/* Why whoever asks may not guess at a secret. Counts it, here and on other servers; until they have, *is_pending is set. */
kb_refused srv_check_guess(srv_parts *, const srv_asking *);

/* --- admin_ask.c --- */
/* Handles a line of the operator. The answer begins with "ok" or "no". */
void srv_administer(srv_parts *, const char *line, srv_bytes *out);

/* --- lobby_ask.c --- */
srv_handler srv_handle_ping, srv_handle_games, srv_handle_lobby, srv_handle_find, srv_handle_search, srv_handle_history;

/* --- table_ask.c --- */
srv_handler srv_handle_create, srv_handle_watch, srv_handle_unwatch, srv_handle_events, srv_handle_record,
    srv_handle_look, srv_handle_invite, srv_handle_rematch, srv_handle_remove, srv_handle_table, srv_handle_propose,
    srv_handle_consider, srv_handle_vocabulary;

#endif
