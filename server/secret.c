/* secret.c: hashes. */
#include "secret.h"

#include <sodium.h>

srv_secret srv_hash_of(const void *bytes, size_t n)
{
    srv_secret hash;
    crypto_generichash(hash.at, sizeof hash.at, bytes, n, NULL, 0);
    return hash;
}
