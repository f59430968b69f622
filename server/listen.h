/* listen.h: a listening port. Connections are limited before a byte is read. */
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
    /* A new connection, from the address that limits count. */
    void (*accepted)(srv_listener *, int fd, const char *address);
    /* The system allows no more connections: makes room for one. Returns false if it cannot. */
    bool (*make_room)(srv_listener *);
    bool is_inside; /* for metrics only */
    int port;       /* the real one, once it is open */
};

/* Opens the port, and prints its purpose and address. The caller has set the listener's context and functions. Prints
 * the reason to standard error and returns false if it fails. */
bool srv_listen(srv_listener *, struct ev_loop *, const srv_place *, const char *what, bool is_tls);

#endif
