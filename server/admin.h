/* admin.h: a UNIX socket for the operator, `kickback admin`. A client sends one line and gets one text, which begins with
 * "ok" or "no"; then the connection ends. Whoever can open the socket can do everything, so only its owner can. */
#ifndef SRV_ADMIN_H
#define SRV_ADMIN_H

#include <ev.h>
#include <stdbool.h>

#include "bytes.h"

enum { SRV_ADMIN_LINE = 256, SRV_ADMIN_CLIENTS = 4 };

typedef struct srv_admin srv_admin;

typedef struct srv_admin_client {
    ev_io io; /* fd -1: free */
    srv_admin *admin;
    char line[SRV_ADMIN_LINE];
    size_t n;
    bool has_line; /* it is complete, and not answered yet */
    srv_bytes answer;
    size_t n_sent;
} srv_admin_client;

struct srv_admin {
    ev_io io;
    struct ev_loop *loop;
    const char *path; /* NULL: not open */
    void *context;
    void (*handle)(void *context, const char *line, srv_bytes *answer); /* no answer: it is tried again */
    srv_admin_client clients[SRV_ADMIN_CLIENTS];
    int n_ever; /* a new client replaces the oldest */
};

/* Opens the socket, in place of one that a server before has left. The caller has set context and handle. Reports a
 * failure: the server runs without it. */
void srv_admin_open(srv_admin *, struct ev_loop *, const char *path);
/* Handles the lines that have arrived. */
void srv_admin_handle(srv_admin *);
/* Sends the answers. Call it when what they tell is durable. */
void srv_admin_flush(srv_admin *);
/* What the answers tell was taken back: the lines are handled again. */
void srv_admin_forget(srv_admin *);
void srv_admin_close(srv_admin *);

#endif
