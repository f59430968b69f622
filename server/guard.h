/* guard.h: limits per address and per secret, for guesses at secrets and for connections without a name. Each has a counter
 * of its own, so nobody pays for the guesses of others. Counters are found by a hash with a random key, so that clients
 * cannot choose two with the same one. */
#ifndef SRV_GUARD_H
#define SRV_GUARD_H

#include <sodium.h>
#include <stdbool.h>

#include "env.h"
#include "limits.h"
#include "secret.h"
#include "tally.h"

typedef struct srv_guard {
    const srv_env *env;
    uint8_t key[crypto_shorthash_KEYBYTES];
    uint64_t n_guesses;
    srv_tally guesses;  /* when all guesses so far are forgiven, in milliseconds: by secret and by address */
    uint64_t feared_ms; /* when everybody's guesses are forgiven, at the earliest */
    srv_tally nameless; /* connections without a name: by secret and by address */
} srv_guard;

/* Who guesses: the counters of the address and of the secret. */
typedef struct srv_guesser {
    uint64_t at[2];
} srv_guesser;

/* shared_key: several servers count together, and have to use the same counters; NULL: a random key. */
void srv_guard_open(srv_guard *, const srv_env *, const uint8_t *shared_key);
void srv_guard_close(srv_guard *);
srv_guesser srv_guard_guesser(const srv_guard *, uint64_t address, const srv_secret *);
/* Whether another guess is allowed now; and counting it, if it is. */
bool srv_guard_has_guess(const srv_guard *, srv_guesser);
bool srv_guard_may_guess(srv_guard *, srv_guesser);
/* Counts a guess at another server, which may have allowed it. */
void srv_guard_count_guess(srv_guard *, srv_guesser);
/* Other servers may have allowed any number of guesses: nobody has one left. */
void srv_guard_fear_guesses(srv_guard *);
/* Whether another connection without a name is allowed; and counting one. */
bool srv_guard_has_room(const srv_guard *, uint64_t address, const srv_secret *);
void srv_guard_count(srv_guard *, uint64_t address, const srv_secret *, int by);

#endif
