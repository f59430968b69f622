/* listen.h: a port of the server, and who is let in before a byte is read. */
#ifndef SRV_LISTEN_H
#define SRV_LISTEN_H

#include <ev.h>
#include <stdbool.h>

#include "address.h"
#include "net.h"

typedef struct srv_listener srv_listener;
struct srv_listener {
    ev_io io;
    void *context;
    /* Somebody has come, from the address that limits count for. */
    void (*accepted)(srv_listener *, int fd, const char *address);
    /* The system allows no more connections: makes room for one. False: it cannot. */
    bool (*make_room)(srv_listener *);
    bool is_inside; /* for metrics, and nothing else */
};

/* Opens the port, and prints what it is for and its address. The listener has its context and functions already. False after
 * saying on standard error what went wrong. */
bool srv_listen(srv_listener *, struct ev_loop *, const srv_place *, const char *what, bool is_tls);

#endif
