/* source.c: where people and tables come from. */
#include "source.h"

#include <sodium.h>

static uint32_t hash_of(const srv_secret *key, uint64_t number)
{
    enum { VALUES = (1 << 24) - 1 };
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)&number, sizeof number, key->at);
    return (uint32_t)(hash % VALUES) + 1;
}

kb_source srv_source_of(const srv_secret *key, uint64_t address, uint64_t network)
{
    return (kb_source){hash_of(key, address), network ? hash_of(key, network) : 0};
}
