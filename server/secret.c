/* secret.c: hashes. */
#include "secret.h"

#include <sodium.h>

srv_secret srv_hash_of(const void *bytes, size_t n)
{
    srv_secret hash;
    crypto_generichash(hash.at, sizeof hash.at, bytes, n, NULL, 0);
    return hash;
}

srv_secret srv_next_secret(const srv_secret *hash, const char *token, size_t n)
{
    srv_secret next;
    crypto_generichash(next.at, sizeof next.at, hash->at, sizeof hash->at, (const uint8_t *)token, n);
    return next;
}
