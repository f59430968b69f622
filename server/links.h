/* links.h: links that make one more device somebody's. They live in memory only, and can be used once. */
#ifndef SRV_LINKS_H
#define SRV_LINKS_H

#include <stdbool.h>

#include "limits.h"
#include "secret.h"

typedef struct srv_link {
    srv_secret hash; /* of its token */
    uint32_t person; /* 0: none, or used */
    uint64_t until_ms;
} srv_link;

typedef struct srv_links {
    srv_link list[SRV_LINKS];
} srv_links;

/* A new one takes the place of the one that ends first. Returns until when it can be used. */
uint64_t srv_links_add(srv_links *, const srv_secret *hash, uint32_t person, uint64_t now_ms);
/* Whose link it is; 0: nobody's. It is used up then. */
uint32_t srv_links_use(srv_links *, const srv_secret *hash, uint64_t now_ms);
void srv_links_forget(srv_links *, uint32_t person);

#endif
