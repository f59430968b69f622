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

/* Who guesses: the counters of the address and of the secret. */
typedef struct srv_guesser {
    uint32_t at[2];
} srv_guesser;

/* shared_key: several servers count together, and have to use the same counters; NULL: a random key. */
void srv_guard_open(srv_guard *, const srv_env *, const uint8_t *shared_key);
srv_guesser srv_guard_guesser(const srv_guard *, uint64_t address, const srv_secret *);
/* Whether another guess is allowed. Counts it. */
bool srv_guard_may_guess(srv_guard *, srv_guesser);
/* Counts a guess that another server has allowed. */
void srv_guard_count_guess(srv_guard *, srv_guesser);
/* Other servers may have allowed any number of guesses: nobody has one left. */
void srv_guard_fear_guesses(srv_guard *);
/* Whether another connection without a name is allowed; and counting one. */
bool srv_guard_has_room(const srv_guard *, uint64_t address, const srv_secret *);
void srv_guard_count(srv_guard *, uint64_t address, const srv_secret *, int by);

#endif
