/* links.h: links that add a device to a person. They work once, and are a part of the fold of the people. A browser that
 * logs in gets a new secret, which is a link until the browser first connects with it. */
#ifndef SRV_LINKS_H
#define SRV_LINKS_H

#include <stdbool.h>

#include "limits.h"
#include "secret.h"

typedef struct srv_link {
    srv_secret hash; /* of its token, or of the new secret */
    uint32_t person; /* 0: empty or used */
    uint64_t until_ms;
    srv_secret before; /* hash of the secret that the new one replaces; zero: none */
} srv_link;

typedef struct srv_links {
    srv_link list[SRV_LINKS];
} srv_links;

/* Adds a link, replacing the one that expires first. */
void srv_links_add(srv_links *, const srv_link *);
/* NULL: no such link. It may have expired. */
const srv_link *srv_links_find(const srv_links *, const srv_secret *hash);
/* Removes the link, if it is there, and returns it; and all of a person. */
srv_link srv_links_remove(srv_links *, const srv_secret *hash);
void srv_links_forget(srv_links *, uint32_t person);

#endif
