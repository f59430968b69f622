/* address.h: the unit that per-address limits count. */
#ifndef SRV_ADDRESS_H
#define SRV_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

enum { SRV_ADDRESS_MAX = 48 };

/* An IPv4 address is kept whole. Only the first half of an IPv6 address is kept, because one household chooses the
 * rest. Returns false if the text is neither. */
bool srv_address_of(const char *text, size_t n, char out[SRV_ADDRESS_MAX]);
/* The network of an address as srv_address_of writes it: the first 48 bits of an IPv6 address, which many providers give
 * to one customer. Returns false for an IPv4 address, which is no part of a larger unit. */
bool srv_network_of(const char *address, char out[SRV_ADDRESS_MAX]);

/* Equal for equal addresses. */
uint64_t srv_address_number(const char *address);
/* A count for each address. Zero-initialise it. */
typedef struct srv_crowd {
    struct srv_crowd *next;
    int n;
    TAILQ_HEAD(srv_half_open, srv_session) half_open; /* for sessions.c, oldest first */
    char address[SRV_ADDRESS_MAX];
} srv_crowd;
typedef struct srv_crowds {
    srv_crowd *slots[1024]; /* by a hash of the address */
} srv_crowds;
int srv_crowd_size(const srv_crowds *, const char *address);
srv_crowd *srv_crowd_of(const srv_crowds *, const char *address); /* NULL if there is none */
/* Counts one more for this address, until srv_crowd_leave. */
srv_crowd *srv_crowd_join(srv_crowds *, const char *address);
void srv_crowd_leave(srv_crowds *, srv_crowd *);

/* Reads the last address of a proxy's list: the only one the proxy has seen itself. */
bool srv_address_forwarded(const char *list, size_t n, char out[SRV_ADDRESS_MAX]);

#endif
