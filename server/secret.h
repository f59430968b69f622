/* secret.h: the secrets that identify browsers and programs, and hashes: 32 bytes each. */
#ifndef SRV_SECRET_H
#define SRV_SECRET_H

#include <stddef.h>
#include <stdint.h>

/* The browser keeps the secret; the server keeps its hash. */
typedef struct srv_secret {
    uint8_t at[32];
} srv_secret;

srv_secret srv_hash_of(const void *bytes, size_t n);

#endif
