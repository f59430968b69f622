/* env.h: what every part of the server is given: the time, random bytes, and a line in the server's report. Nothing here or
 * above reads a clock or has luck of its own, so a test can give it those from one seed. */
#ifndef SRV_ENV_H
#define SRV_ENV_H

#include <stddef.h>
#include <stdint.h>

/* A moment, on a clock that never goes back, and how much of the processor the loop has had until then. */
typedef struct srv_time_spent {
    uint64_t wall_us, cpu_us;
} srv_time_spent;

/* The world outside. */
typedef struct srv_edge {
    void *context;
    void (*send)(void *context, void *outside, const char *text, size_t n);
    void (*random)(void *context, void *bytes, size_t n);
    /* A line for whoever runs the server; never with a secret in it. */
    void (*note)(void *context, const char *text);
    uint32_t bot_wait_ms;          /* the least time a bot takes; it may take up to three times as long */
    int threads;                   /* how many moves and proofs are worked on at a time; 0: no limit */
    const uint32_t *simulation_us; /* of each game, on this machine; NULL: SRV_SIMULATION_US */
    srv_time_spent (*now)(void);   /* to see what takes long; may be NULL */
} srv_edge;

/* Somebody who connects, as the world outside knows them. */
typedef struct srv_visitor {
    void *outside;    /* for srv_edge.send */
    uint64_t address; /* the same for the same address */
    /* What the visitor's browser calls this server, "https://play.example.org"; lives as long as the connection. */
    const char *origin;
} srv_visitor;

typedef struct srv_env {
    srv_edge edge;
    uint64_t now_ms; /* never goes back */
    uint64_t work;   /* done for the request being answered: entries folded, lines listed */
} srv_env;

/* It is at least that late. */
void srv_env_set_time(srv_env *, uint64_t now_ms);
void srv_env_random(const srv_env *, void *bytes, size_t n);
uint64_t srv_env_random_number(const srv_env *);
/* "what: reason", or "what" where the reason is NULL. */
void srv_env_note(const srv_env *, const char *what, const char *reason);

#endif
