/* links.c: links that add a device to a person. */
#include "links.h"

#include <sodium.h>
#include <string.h>

uint64_t srv_links_add(srv_links *links, const srv_secret *hash, uint32_t person, uint64_t now_ms)
{
    srv_link *oldest = &links->list[0];
    for (int i = 1; i < SRV_LINKS; i++)
        if (links->list[i].until_ms < oldest->until_ms) oldest = &links->list[i];
    *oldest = (srv_link){*hash, person, now_ms + SRV_LINK_MS};
    return oldest->until_ms;
}

/* Compares every link, so that the time taken reveals nothing. */
uint32_t srv_links_use(srv_links *links, const srv_secret *hash, uint64_t now_ms)
{
    srv_link *found = NULL;
    for (int i = 0; i < SRV_LINKS; i++) {
        srv_link *link = &links->list[i];
        bool is_it = !sodium_memcmp(link->hash.at, hash->at, sizeof hash->at);
        if (is_it && link->person && link->until_ms > now_ms) found = link;
    }
    if (!found) return 0;
    uint32_t person = found->person;
    memset(found, 0, sizeof *found);
    return person;
}

void srv_links_forget(srv_links *links, uint32_t person)
{
    for (int i = 0; i < SRV_LINKS; i++)
        if (links->list[i].person == person) memset(&links->list[i], 0, sizeof links->list[i]);
}
