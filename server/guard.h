/* guard.h: limits for each address and each secret: guesses at somebody's secrets, and connections of people without a name.
 * Both are counted in tables of a fixed size, so different ones can share a count; which do cannot be known outside. */
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
    uint64_t guesses_ms[SRV_GUESSERS];  /* when everything guessed so far is forgiven */
    uint16_t nameless[2][SRV_GUESSERS]; /* connections without a name: by secret, by address */
} srv_guard;

void srv_guard_open(srv_guard *, const srv_env *);
/* Whether somebody who might be guessing may try once more; that is counted for the address and for the secret. */
bool srv_guard_may_guess(srv_guard *, uint64_t address, const srv_secret *);
/* Whether there may be one more connection without a name; and counting one. */
bool srv_guard_has_room(const srv_guard *, uint64_t address, const srv_secret *);
void srv_guard_count(srv_guard *, uint64_t address, const srv_secret *, int by);

#endif
