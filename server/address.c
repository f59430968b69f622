/* address.c: the unit that per-address limits count. */
#include "address.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

bool srv_address_of(const char *text, size_t n, char out[SRV_ADDRESS_MAX])
{
    struct in6_addr six;
    struct in_addr four;
    char copy[SRV_ADDRESS_MAX];
    if (n >= sizeof copy) return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    if (inet_pton(AF_INET, copy, &four) == 1) return inet_ntop(AF_INET, &four, out, SRV_ADDRESS_MAX) != NULL;
    if (inet_pton(AF_INET6, copy, &six) != 1) return false;
    if (IN6_IS_ADDR_V4MAPPED(&six)) return inet_ntop(AF_INET, &six.s6_addr[12], out, SRV_ADDRESS_MAX) != NULL;
    memset(&six.s6_addr[8], 0, 8);
    return inet_ntop(AF_INET6, &six, out, SRV_ADDRESS_MAX) != NULL;
}

bool srv_network_of(const char *address, char out[SRV_ADDRESS_MAX])
{
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1) return false;
    memset(&six.s6_addr[6], 0, 10);
    return inet_ntop(AF_INET6, &six, out, SRV_ADDRESS_MAX) != NULL;
}

uint64_t srv_address_number(const char *address)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    uint64_t number;
    crypto_shorthash((unsigned char *)&number, (const unsigned char *)address, strlen(address), key);
    return number;
}

bool srv_address_forwarded(const char *list, size_t n, char out[SRV_ADDRESS_MAX])
{
    size_t from = n;
    while (from > 0 && list[from - 1] != ',') from--;
    while (from < n && list[from] == ' ') from++;
    while (n > from && list[n - 1] == ' ') n--;
    return srv_address_of(list + from, n - from, out);
}

/* The list slot of the address, or the slot a new entry belongs in. */
static srv_crowd **place_of(const srv_crowds *crowds, const char *address)
{
    uint32_t hash = 2166136261u;
    for (const char *at = address; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
    srv_crowd **place = (srv_crowd **)&crowds->slots[hash % KB_COUNT(crowds->slots)];
    while (*place && strcmp((*place)->address, address) != 0) place = &(*place)->next;
    return place;
}

srv_crowd *srv_crowd_of(const srv_crowds *crowds, const char *address)
{
    return *place_of(crowds, address);
}

int srv_crowd_size(const srv_crowds *crowds, const char *address)
{
    const srv_crowd *crowd = srv_crowd_of(crowds, address);
    return crowd ? crowd->n : 0;
}

srv_crowd *srv_crowd_join(srv_crowds *crowds, const char *address)
{
    srv_crowd **place = place_of(crowds, address);
    if (!*place) {
        *place = srv_alloc(sizeof **place);
        TAILQ_INIT(&(*place)->half_open);
        memcpy((*place)->address, address, strlen(address) + 1);
    }
    (*place)->n++;
    return *place;
}

void srv_crowd_leave(srv_crowds *crowds, srv_crowd *crowd)
{
    if (--crowd->n) return;
    *place_of(crowds, crowd->address) = crowd->next;
    free(crowd);
}
