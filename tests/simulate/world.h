/* world.h: a simulated world: a server, a log, clients, and what is on the way between them. */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/rng.h"
#include "../../engine/pact.h"
#include "../../server/lobby.h"
#include "../../server/stream.h"
#include "../json.h"

enum { TABLES_MAX = 100, CLIENTS_MAX = 1000, PENDING_MAX = 8, WRITERS_MAX = 4 };

extern uint64_t world_seed; /* printed with failures, to reproduce them */
#define CHECK(what)                                                                                            \
    do {                                                                                                       \
        if (!(what)) {                                                                                         \
            fprintf(stderr, "simulate: seed %llu, %s line %d: %s\n", (unsigned long long)world_seed, __FILE__, \
                    __LINE__, #what);                                                                          \
            exit(1);                                                                                           \
        }                                                                                                      \
    } while (0)

/* Messages on the way. */
typedef struct line {
    char *text[1024];
    int n;
} line;

/* One direction of a connection: the bytes on the way, and what the reader has made of those that arrived. */
typedef struct wire {
    srv_bytes bytes;
    srv_websocket reader;
} wire;

/* A job that a thread is working on. */
typedef struct thought {
    srv_job job;
    int node;
    uint64_t back_ms; /* when it comes back */
} thought;

typedef struct pending {
    char id[KB_ID_MAX + 1];
    char text[1024];
    char what[16];
} pending;

typedef struct acknowledged {
    int table;
    uint32_t client;
    char id[KB_ID_MAX + 1];
} acknowledged;

typedef struct client {
    int index, table; /* its table */
    int node;         /* the server it is connected to */
    srv_secret secret;
    bool is_host, likes_watching, is_hostile, is_named;
    bool is_slow;               /* it has not read what it was sent; to be cut */
    bool is_broken;             /* its socket is broken */
    uint64_t dozes_until_ms;    /* until then it reads nothing */
    srv_connection *connection; /* NULL: cut off */
    line up, down;              /* messages not written yet, and messages read */
    srv_stream stream;          /* the server's end of the connection */
    wire to_server, to_client;  /* bytes on the way in the network */
    size_t window;              /* space for bytes on the way to the client */
    uint64_t *expected;         /* hashes of the messages it was sent on this connection */
    size_t n_expected, n_got, expected_size;
    pending pending[PENDING_MAX]; /* unanswered requests: sent again after a cut */
    int n_pending;
    uint32_t n_ids, n_done; /* requests sent, and the last one that was carried out */
    /* what it knows of its table */
    bool has_picture;
    char as[16];
    uint64_t n, from; /* last event; events since the last fresh view begin after from */
    srv_bytes events, view;
    bool record_checked, is_removed;
    srv_bytes record; /* the pieces that have arrived */
    /* as a second device of somebody, or as the owner of one */
    int owner; /* client number owner - 1; 0: none */
    char token[SRV_TOKEN + 1], person[KB_PERSON_ID + 1];
    bool has_account, is_in_history;
} client;

typedef struct world {
    kb_rng rng;
    uint64_t now_ms;
    int n_nodes; /* servers on one log */
    srv_log *logs[WRITERS_MAX];
    const char *path; /* of an SQLite log, or NULL */
    srv_lobby *lobbies[WRITERS_MAX];
    int n_tables, n_clients;
    client clients[CLIENTS_MAX];
    char tables[TABLES_MAX][SRV_TABLE_ID + 1];
    char rematches[TABLES_MAX][SRV_TABLE_ID + 1]; /* of these tables, as reported to somebody */
    thought thoughts[512];
    int n_thoughts, threads;
    srv_framer server_framer, client_framer;
    size_t bytes_waiting;   /* in all streams */
    size_t elsewhere;       /* in those of connections outside this world */
    srv_shared *frame;      /* the last one made in this turn */
    const char *frame_text; /* that it was made from */
    size_t frame_n;
    uint64_t digest; /* of all bytes that the server sent */
    uint64_t partial, paused, slow_cut, broken;
    size_t most_waiting;
    acknowledged *acknowledged;
    size_t n_acknowledged, acknowledged_size;
    bool quiet;                      /* the end: nothing is cut or requested any more */
    uint64_t pieces, lost, given_up; /* reads of a wire; jobs that never come back */
    uint64_t crashes, cuts, messages, again, secrets_heard, looks, refusals, pacts, secret_pacts, n_heard;
    void *memory;
} world;

/* A log in memory that loses uncommitted entries in a crash. It answers late, or at once if the seed is 0. */
srv_log *open_memory(uint64_t seed);
/* Another writer of the same log, for another server. */
srv_log *open_beside(const srv_log *, uint64_t seed);
void crash_memory(srv_log *);
/* Passes on the next piece of news about other writers. Returns false if there is none. */
bool tell_memory(srv_log *);
/* Answers the pending commit. Returns false if there is none. */
bool answer_memory(srv_log *);
/* Whether every entry of the request with this id is safe from a crash. */
bool is_safe(const srv_log *, const char *id);
/* Advances the log by one step. The commit is answered after some of them. */
void turn_memory(srv_log *);

/* Random numbers, and messages on the way. */
bool one_in(world *, uint32_t n);
void push(line *, const char *text, size_t n);
char *pop(line *);
void lose(line *);

/* The network, in sockets.c. A connection breaks at both ends, or at the server's end first. */
void open_wires(world *, client *);
void break_server_side(client *);
void break_client_side(client *);
/* Sends a message of the server to the client. At the end of a turn everything is flushed. */
void send_down(world *, client *, const char *text, size_t n);
void flush_all(world *);
void crowd(world *);
/* The client reads this many bytes. */
void client_takes(world *, client *, size_t n);
/* The client writes its messages, and the server reads part of them. False: the connection has to be cut. */
void send_up(world *, client *);
bool server_takes(world *, client *);

/* A client sends a request; ask_table is about its table. Keys are written as in "\"seat\":\"red\"". */
void ask(world *, client *, const char *what, const char *rest);
void ask_table(world *, client *, const char *what, const char *keys);
void watch(world *, client *);
/* It reconnects and sends unanswered requests again. */
void reconnect(world *, client *);
/* It takes the next message that has arrived and checks it. */
void take(world *, client *);
/* It does something at random. */
void act(world *, client *);

#endif
