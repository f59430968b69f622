/* guard.h: limits per address and per secret, for guesses at secrets and for connections without a name. Both are
 * counted in tables of a fixed size, so two of them can share a counter. A random key keeps clients from finding out
 * which. */
#ifndef SRV_GUARD_H
#define SRV_GUARD_H

#include <sodium.h>
#include <stdbool.h>

#include "env.h"
#include "limits.h"
#include "secret.h"

typedef struct srv_guard {
    const srv_env *env;
    uint8_t key[crypto_shorthash_KEYBYTES];
    uint64_t n_guesses;
    uint64_t guesses_ms[SRV_GUESSERS];  /* when all guesses so far are forgiven */
    uint16_t nameless[2][SRV_GUESSERS]; /* connections without a name: by secret, by address */
} srv_guard;

void srv_guard_open(srv_guard *, const srv_env *);
/* Whether another guess is allowed. Counts it for the address and for the secret. */
bool srv_guard_may_guess(srv_guard *, uint64_t address, const srv_secret *);
/* Whether another connection without a name is allowed; and counting one. */
bool srv_guard_has_room(const srv_guard *, uint64_t address, const srv_secret *);
void srv_guard_count(srv_guard *, uint64_t address, const srv_secret *, int by);

#endif
