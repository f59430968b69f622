/* address.h: who counts as one where limits are for each address. */
#ifndef SRV_ADDRESS_H
#define SRV_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { SRV_ADDRESS_MAX = 48 };

/* An IPv4 address as it is; of an IPv6 address its first half, for the rest is one household's to choose. False: it is
 * neither. */
bool srv_address_of(const char *text, size_t n, char out[SRV_ADDRESS_MAX]);
/* How many there are of each address; begins zeroed. */
typedef struct srv_crowd {
    struct srv_crowd *next;
    int n;
    void *oldest, *newest; /* for whoever keeps a list of them */
    char address[SRV_ADDRESS_MAX];
} srv_crowd;
typedef struct srv_crowds {
    srv_crowd *slots[1024]; /* by a hash of the address */
} srv_crowds;
int srv_crowd_size(const srv_crowds *, const char *address);
srv_crowd *srv_crowd_of(const srv_crowds *, const char *address); /* NULL: there are none */
/* One more of this address, until srv_crowd_leave. */
srv_crowd *srv_crowd_join(srv_crowds *, const char *address);
void srv_crowd_leave(srv_crowds *, srv_crowd *);

/* The last of a list, as a proxy leaves them behind: the one it has seen itself. */
bool srv_address_forwarded(const char *list, char out[SRV_ADDRESS_MAX]);

#endif
