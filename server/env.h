/* env.h: what every part of the server is given: the time, random bytes, and the server's report. No code here or above
 * reads a clock or a random source of its own, so a test can control both from one seed. */
#ifndef SRV_ENV_H
#define SRV_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time on a clock that never goes back, and the processor time the loop has used by then. */
typedef struct srv_time_spent {
    uint64_t wall_us, cpu_us;
} srv_time_spent;

/* The outside world. */
typedef struct srv_edge {
    void *context;
    void (*send)(void *context, void *outside, const char *text, size_t n);
    void (*random)(void *context, void *bytes, size_t n);
    /* Writes a line for the operator. It never contains a secret. */
    void (*note)(void *context, const char *text);
    uint32_t bot_wait_ms;          /* minimum time a bot takes; it may take up to three times as long */
    int threads;                   /* how many moves and proofs run at a time; 0: no limit */
    const uint32_t *simulation_us; /* per game, on this machine; NULL: SRV_SIMULATION_US */
    srv_time_spent (*now)(void);   /* for measuring slow work; may be NULL */
    /* limits for one address; 0: none */
    uint32_t people_an_address; /* new people at once, and then as many per day */
    uint32_t tables_an_address; /* open tables */
} srv_edge;

/* A new connection, as the outside world knows it. */
typedef struct srv_visitor {
    void *outside;    /* for srv_edge.send */
    uint64_t address; /* equal for equal addresses */
    /* The server's origin as the visitor's browser sees it, e.g. "https://play.example.org". Valid as long as the
     * connection. */
    const char *origin;
    uint64_t network; /* equal for equal networks of many addresses; 0: the address is not part of one */
    bool has_cookie;  /* a browser, which did not choose its secret */
} srv_visitor;

typedef struct srv_env {
    srv_edge edge;
    uint64_t now_ms; /* never goes back */
    uint64_t work;   /* work done for the current request: entries folded, lines listed */
} srv_env;

/* Moves the time forward to now_ms, if it is earlier. */
void srv_env_set_time(srv_env *, uint64_t now_ms);
void srv_env_random(const srv_env *, void *bytes, size_t n);
uint64_t srv_env_random_number(const srv_env *);
/* Writes "what: reason", or "what" if reason is NULL. */
void srv_env_note(const srv_env *, const char *what, const char *reason);

#endif
