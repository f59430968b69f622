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
uint32_t srv_links_person(const srv_links *links, const srv_secret *hash, uint64_t now_ms)
{
    uint32_t person = 0;
    for (int i = 0; i < SRV_LINKS; i++) {
        const srv_link *link = &links->list[i];
        bool is_it = !sodium_memcmp(link->hash.at, hash->at, sizeof hash->at);
        if (is_it && link->until_ms > now_ms) person = link->person;
    }
    return person;
}

void srv_links_remove(srv_links *links, const srv_secret *hash)
{
    for (int i = 0; i < SRV_LINKS; i++) {
        srv_link *link = &links->list[i];
        if (!sodium_memcmp(link->hash.at, hash->at, sizeof hash->at)) memset(link, 0, sizeof *link);
    }
}

void srv_links_forget(srv_links *links, uint32_t person)
{
    for (int i = 0; i < SRV_LINKS; i++)
        if (links->list[i].person == person) memset(&links->list[i], 0, sizeof links->list[i]);
}
