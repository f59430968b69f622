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

srv_source srv_source_of(const srv_secret *key, uint64_t address, uint64_t network)
{
    return (srv_source){hash_of(key, address), network ? hash_of(key, network) : 0};
}

void srv_source_put(kb_text *out, srv_source from)
{
    if (from.address) kb_putf(out, ",\"from\":[%lld,%lld]", (long long)from.address, (long long)from.network);
}

srv_source srv_source_read(const json_t *entry)
{
    const json_t *from = json_object_get(entry, "from");
    return (srv_source){(uint32_t)json_integer_value(json_array_get(from, 0)),
                        (uint32_t)json_integer_value(json_array_get(from, 1))};
}
