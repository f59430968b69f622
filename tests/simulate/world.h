/* world.h: what a simulated world is made of: a server, a log, clients, and what is on its way between them. */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/rng.h"
#include "../../engine/pact.h"
#include "../../server/lobby.h"
#include "../../server/stream.h"

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
    bool is_broken;             /* its socket is */
    uint64_t dozes_until_ms;    /* until then it reads nothing */
    srv_connection *connection; /* NULL: cut off */
    line up, down;              /* messages: not written yet, and read */
    srv_stream stream;          /* the server's end of the connection */
    wire to_server, to_client;  /* what is on its way in the network */
    size_t window;              /* bytes of that on the way to the client */
    uint64_t *expected;         /* hashes of the messages it was sent on this connection */
    size_t n_expected, n_got, expected_size;
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
    size_t bytes_waiting; /* in all streams … */
    size_t elsewhere;     /* … of which so many are of connections outside of this world */
    srv_shared *frame;    /* the last one that was made in this turn, … */
    const char *frame_text;
    size_t frame_n;  /* … of this text */
    uint64_t digest; /* of all bytes that the server sent */
    uint64_t partial, paused, slow_cut, broken;
    size_t most_waiting;
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

/* The network, in sockets.c. A connection is broken at both ends, or at the server's first. */
void open_wires(world *, client *);
void break_server_side(client *);
void break_client_side(client *);
/* The server has a message for the client; at the end of a turn everything is sent. */
void send_down(world *, client *, const char *text, size_t n);
void flush_all(world *);
void crowd(world *);
/* The client reads so many bytes that have come. */
void client_takes(world *, client *, size_t n);
/* The client writes what it has to say; the server reads some of it. False: the connection is to be cut. */
void send_up(world *, client *);
bool server_takes(world *, client *);

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
