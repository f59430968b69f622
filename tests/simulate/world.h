/* world.h: what a simulated world is made of: a server, a log, clients, and what is on its way between them. */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/rng.h"
#include "../../engine/pact.h"
#include "../../server/lobby.h"
#include "../../server/websocket.h"

enum { WIRE_MAX = 300000 }; /* bytes that a client has not read: then it is cut */
enum { TABLES_MAX = 100, CLIENTS_MAX = 1000, PENDING_MAX = 8 };

extern uint64_t world_seed; /* for who has to look for a fault */
#define CHECK(what)                                                                                            \
    do {                                                                                                       \
        if (!(what)) {                                                                                         \
            fprintf(stderr, "simulate: seed %llu, %s line %d: %s\n", (unsigned long long)world_seed, __FILE__, \
                    __LINE__, #what);                                                                          \
            exit(1);                                                                                           \
        }                                                                                                      \
    } while (0)

/* Messages on their way. */
typedef struct line {
    char *text[1024];
    int n;
} line;

/* One direction of a connection: bytes on their way, and what the reader has made of those that came. */
typedef struct wire {
    srv_bytes bytes;
    srv_websocket reader;
} wire;

/* A job that a thread has. */
typedef struct thought {
    srv_job job;
    uint64_t back_ms; /* when it comes back */
} thought;

typedef struct pending {
    char id[SRV_ID_MAX + 1];
    char text[1024];
    char what[16];
} pending;

typedef struct acknowledged {
    int table;
    uint32_t client;
    char id[SRV_ID_MAX + 1];
} acknowledged;

typedef struct client {
    int index, table; /* the table it is about */
    srv_secret secret;
    bool is_host, likes_watching, is_hostile, is_named;
    bool is_slow;               /* it has not read what it was sent: to be cut */
    srv_connection *connection; /* NULL: cut off */
    line up, down;              /* messages: not written yet, and read */
    wire to_server, to_client;
    pending pending[PENDING_MAX]; /* not answered yet: sent again after a cut */
    int n_pending;
    uint32_t n_ids, n_done; /* asked for, and the last that was done */
    /* its picture */
    bool has_picture;
    char as[16];
    uint64_t n, from; /* last event; events since the last fresh picture begin past from */
    srv_bytes events;
    json_t *view;
    bool record_checked, is_removed;
    srv_bytes record; /* the pieces of it that have come */
    /* as a second device of somebody, or as who has one */
    int owner; /* client number owner - 1; 0: it is somebody itself */
    char token[SRV_TOKEN + 1], person[SRV_PERSON_ID + 1];
    bool has_account, is_in_history;
} client;

typedef struct world {
    kb_rng rng;
    uint64_t now_ms;
    srv_log *log;
    const char *path; /* of an SQLite log, or NULL */
    srv_lobby *lobby;
    int n_tables, n_clients;
    client clients[CLIENTS_MAX];
    char tables[TABLES_MAX][SRV_TABLE_ID + 1];
    char rematches[TABLES_MAX][SRV_TABLE_ID + 1]; /* of these tables, as somebody was told */
    thought thoughts[512];
    int n_thoughts, threads;
    srv_framer server_framer, client_framer;
    acknowledged *acknowledged;
    size_t n_acknowledged, acknowledged_size;
    bool quiet;                      /* the end: nothing is cut or asked any more */
    uint64_t pieces, lost, given_up; /* reads of a wire; jobs that never come back */
    uint64_t crashes, cuts, messages, again, secrets_heard, looks, refusals, pacts, secret_pacts, n_heard;
    void *memory;
} world;

/* A log in memory, which answers late, or at once if the seed is 0, and forgets in a crash what was not committed. */
srv_log *open_memory(uint64_t seed);
void crash_memory(srv_log *);
/* Answers the commit that is under way; false: none is. */
bool answer_memory(srv_log *);
/* Whether no entry made by the request of that id could still be lost. */
bool is_safe(const srv_log *, const char *id);
/* A step of the world: after some of them the commit is answered. */
void turn_memory(srv_log *);

/* Chance, and messages on their way. */
bool one_in(world *, uint32_t n);
void push(line *, const char *text, size_t n);
char *pop(line *);
void lose(line *);

/* A client asks; about its table, keys being as in "\"seat\":\"red\"". */
void ask(world *, client *, const char *what, const char *rest);
void ask_table(world *, client *, const char *what, const char *keys);
void watch(world *, client *);
/* It comes back, and asks again what had no answer. */
void reconnect(world *, client *);
/* It takes the next message that has come for it, and checks it. */
void take(world *, client *);
/* It does whatever occurs to it. */
void act(world *, client *);

#endif
