/* links.h: links that add a device to a person. They are kept in memory only and work once. */
#ifndef SRV_LINKS_H
#define SRV_LINKS_H

#include <stdbool.h>

#include "limits.h"
#include "secret.h"

typedef struct srv_link {
    srv_secret hash; /* of its token */
    uint32_t person; /* 0: empty or used */
    uint64_t until_ms;
} srv_link;

typedef struct srv_links {
    srv_link list[SRV_LINKS];
} srv_links;

/* Adds a link, replacing the one that expires first. Returns the time it expires. */
uint64_t srv_links_add(srv_links *, const srv_secret *hash, uint32_t person, uint64_t now_ms);
/* Uses up the link and returns its person; 0: no such link. */
uint32_t srv_links_use(srv_links *, const srv_secret *hash, uint64_t now_ms);
void srv_links_forget(srv_links *, uint32_t person);

#endif
