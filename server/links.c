/* links.c: links that add a device to a person. */
#include "links.h"

#include <sodium.h>
#include <string.h>

void srv_links_add(srv_links *links, const srv_link *link)
{
    srv_link *oldest = &links->list[0];
    for (int i = 1; i < SRV_LINKS; i++)
        if (links->list[i].until_ms < oldest->until_ms) oldest = &links->list[i];
    *oldest = *link;
}

/* Compares every link, so that the time taken reveals nothing. */
const srv_link *srv_links_find(const srv_links *links, const srv_secret *hash)
{
    const srv_link *found = NULL;
    for (int i = 0; i < SRV_LINKS; i++)
        if (!sodium_memcmp(links->list[i].hash.at, hash->at, sizeof hash->at)) found = &links->list[i];
    return found;
}

srv_link srv_links_remove(srv_links *links, const srv_secret *hash)
{
    srv_link removed = {.person = 0};
    for (int i = 0; i < SRV_LINKS; i++) {
        srv_link *link = &links->list[i];
        if (sodium_memcmp(link->hash.at, hash->at, sizeof hash->at) != 0) continue;
        removed = *link;
        memset(link, 0, sizeof *link);
    }
    return removed;
}

void srv_links_forget(srv_links *links, uint32_t person)
{
    for (int i = 0; i < SRV_LINKS; i++)
        if (links->list[i].person == person) memset(&links->list[i], 0, sizeof links->list[i]);
}
