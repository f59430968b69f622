/* links.h: links that add a device to a person. They work once, and are a part of the fold of the people. */
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

/* Adds a link, replacing the one that expires first. */
void srv_links_add(srv_links *, const srv_link *);
/* The person of the link; 0: no such link. */
uint32_t srv_links_person(const srv_links *, const srv_secret *hash, uint64_t now_ms);
/* Removes the link, if it is there; and all of a person. */
void srv_links_remove(srv_links *, const srv_secret *hash);
void srv_links_forget(srv_links *, uint32_t person);

#endif
