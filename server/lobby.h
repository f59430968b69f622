/* lobby.h: the whole server but for sockets, threads and the clock: people, tables, and who watches what.
 *
 *     srv_lobby *lobby = srv_lobby_open(log, &edge, now_ms, &why);
 *     srv_connection *c = srv_connect(lobby, &visitor, &secret, now_ms);
 *     srv_receive(lobby, c, text, n, now_ms);                 (any number of them, then …)
 *     if (!srv_turn(lobby)) …                                 (… one commit; only now does edge.send get anything)
 *     while (srv_next_job(lobby, &job, now_ms)) … srv_think(&job, …) in any thread … srv_job_done(lobby, &job, now_ms)
 *     srv_play_due(lobby, now_ms)                             (at srv_next_ms)
 *
 * Everything sent is kept back until what it tells of is safe in the log. */
#ifndef SRV_LOBBY_H
#define SRV_LOBBY_H

#include "log.h"
#include "room.h"

enum { SRV_TABLE_ID = 32, SRV_TOKEN = 32 }; /* hexadecimal digits: 128 bits nobody guesses */
enum { SRV_CODE = 8 };                      /* letters and digits: 40 bits to be read out */

/* What somebody's browser keeps, and what of it is written down: its hash. */
typedef struct srv_secret {
    uint8_t at[32];
} srv_secret;

/* Who comes, as the world outside knows him. */
typedef struct srv_visitor {
    void *outside;
    uint64_t address; /* the same for the same address */
    const char
        *origin; /* what its browser calls this server, "https://play.example.org"; lives as long as the connection */
} srv_visitor;

typedef struct srv_lobby srv_lobby;
typedef struct srv_connection srv_connection;

/* The world outside. */
typedef struct srv_edge {
    void *context;
    void (*send)(void *context, void *outside, const char *text, size_t n);
    void (*random)(void *context, void *bytes, size_t n);
    /* Something worth a line in the server's log; never with a secret in it. */
    void (*note)(void *context, const char *text);
    uint32_t bot_wait_ms;          /* the least time a bot takes; it may take up to three times as long */
    int threads;                   /* that think, so many jobs at a time; 0: as many as there are */
    const uint32_t *simulation_us; /* of each game, on this machine; NULL: SRV_SIMULATION_US */
    uint64_t (*now_us)(void);      /* a clock that never goes back, to see what takes long; may be NULL */
} srv_edge;

/* NULL: why says why not. The log stays the caller's. */
srv_lobby *srv_lobby_open(srv_log *, const srv_edge *, uint64_t now_ms, kb_text *why);
/* The latest time it was told, or read in the log: the server's time is never less. */
uint64_t srv_lobby_now(const srv_lobby *);
/* Stops the clocks and writes it down; then everything is forgotten. stop false: as a crash would. */
void srv_lobby_close(srv_lobby *, bool stop, uint64_t now_ms);

/* NULL: the person, or the secret or the address of somebody without a name, has too many. */
srv_connection *srv_connect(srv_lobby *, const srv_visitor *, const srv_secret *, uint64_t now_ms);
void srv_disconnect(srv_lobby *, srv_connection *);
void srv_receive(srv_lobby *, srv_connection *, const char *text, size_t n, uint64_t now_ms);
/* What is due by the time alone; once a second or so. */
void srv_tick(srv_lobby *, uint64_t now_ms);
/* Commits what has happened since the last turn and sends what was kept back. False: the log failed, nothing was
 * sent, and the server has to stop; the log's reason says why. */
bool srv_turn(srv_lobby *);
/* The log could not be written in the last turn, and nothing was sent: another turn is to come soon. */
bool srv_is_waiting(const srv_lobby *);
/* … for so long that requests are refused. */
bool srv_is_stuck(const srv_lobby *);
/* There is more to do at once, even if nothing comes in. */
bool srv_wants_turn(const srv_lobby *);

/* What a passphrase is kept as: Argon2id of it, with the salt and how much work that was. */
typedef struct srv_account {
    uint8_t salt[16], hash[32];
    uint32_t passes, kib; /* 0: there is no passphrase */
} srv_account;

/* A passphrase to be hashed. That takes long and much memory on purpose, so it is a job like a bot's. */
typedef struct srv_proof {
    uint64_t connection; /* who asked; 0: this is no proof */
    char id[SRV_ID_MAX + 1];
    bool is_login;
    uint32_t person; /* who one says to be; 0: nobody has that name, and it takes as long to find out */
    srv_account account;
    char passphrase[SRV_PASSPHRASE_MAX + 1]; /* wiped as soon as it is hashed */
} srv_proof;

enum { SRV_BOT_LINE = 256 }; /* bytes of what a bot says */

/* Work for a thread: a bot's decision, or a proof. It holds a copy of everything it takes. */
typedef struct srv_job {
    uint64_t number; /* never used again */
    bot bot;
    kb_state view;
    kb_move move;             /* what srv_think came to … */
    char words[SRV_BOT_LINE]; /* … and what it says to it */
    srv_proof proof;
} srv_job;
bool srv_next_job(srv_lobby *, srv_job *, uint64_t now_ms);
void srv_think(srv_job *, const bot_room *); /* in any thread */
/* A job comes back, at any time. One that has been given up meanwhile is dropped. */
void srv_job_done(srv_lobby *, const srv_job *, uint64_t now_ms);
/* Plays the decisions whose time has come, and gives up jobs that are overdue. */
void srv_play_due(srv_lobby *, uint64_t now_ms);
uint64_t srv_next_ms(const srv_lobby *); /* when there will be some; UINT64_MAX: not by the time alone */

/* For tests and reports. */
srv_room *srv_lobby_room(srv_lobby *, const char *id);
typedef struct srv_counts {
    size_t people, tables, connections;
    size_t stages[SRV_EXPIRED + 1]; /* tables in each */
    uint64_t requests, entries, moves, turns;
    size_t jobs_waiting;                  /* decisions of bots that no thread has begun */
    uint64_t jobs_lowered;                /* with fewer simulations, because many waited */
    srv_delays job_waits;                 /* of bots' decisions for a thread */
    uint64_t jobs_lost;                   /* given up, because no thread brought them back */
    uint64_t work;                        /* entries folded and lines listed to answer requests */
    srv_delays holds;                     /* how long requests and other doings held the loop … */
    uint64_t longest_hold_us, long_holds; /* … and how many held it longer than SRV_HOLD_US */
    uint64_t refused[SRV_ANSWERS];        /* by the number of the answer */
} srv_counts;
srv_counts srv_lobby_counts(const srv_lobby *);

#endif
