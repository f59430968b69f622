/* secret.h: the secrets that identify browsers and programs, and hashes: 32 bytes each; and the salt of a passphrase. */
#ifndef SRV_SECRET_H
#define SRV_SECRET_H

#include "../table/fields.h"

/* The browser keeps the secret; the server keeps its hash. */
typedef kb_bytes32 srv_secret;
typedef kb_bytes16 srv_salt;

srv_secret srv_hash_of(const void *bytes, size_t n);
/* The secret that replaces another one, of which this is the hash, at a login. It cannot be found without the token, of at
 * most 64 bytes, which only the browser that logs in is told. */
srv_secret srv_next_secret(const srv_secret *hash, const char *token, size_t n);

#endif
