/* address.h: who counts as one where limits are for each address. */
#ifndef SRV_ADDRESS_H
#define SRV_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { SRV_ADDRESS_MAX = 48 };

/* An IPv4 address as it is; of an IPv6 address its first half, for the rest is one household's to choose. False: it is
 * neither. */
bool srv_address_of(const char *text, size_t n, char out[SRV_ADDRESS_MAX]);
/* The last of a list, as a proxy leaves them behind: the one it has seen itself. */
bool srv_address_forwarded(const char *list, char out[SRV_ADDRESS_MAX]);

#endif
