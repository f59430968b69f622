/* guard.c: limits per address and per secret. */
#include "guard.h"

#include <string.h>

#include "../core/base.h"

void srv_guard_open(srv_guard *guard, const srv_env *env, const uint8_t *shared_key)
{
    guard->env = env;
    srv_env_random(env, guard->key, sizeof guard->key); /* in any case: what else is drawn does not depend on the log */
    if (shared_key) memcpy(guard->key, shared_key, sizeof guard->key);
}

void srv_guard_close(srv_guard *guard)
{
    srv_tally_clear(&guard->guesses);
    srv_tally_clear(&guard->nameless);
}

srv_guesser srv_guard_guesser(const srv_guard *guard, uint64_t address, const srv_secret *secret)
{
    srv_guesser who;
    crypto_shorthash((uint8_t *)&who.at[0], (const uint8_t *)&address, sizeof address, guard->key);
    crypto_shorthash((uint8_t *)&who.at[1], secret->at, sizeof secret->at, guard->key);
    return who;
}

static uint64_t forgiven_ms(const srv_guard *guard, uint64_t at)
{
    uint64_t ms = srv_tally_of(&guard->guesses, at);
    return ms > guard->feared_ms ? ms : guard->feared_ms;
}

void srv_guard_count_guess(srv_guard *guard, srv_guesser who)
{
    uint64_t now_ms = guard->env->now_ms;
    for (int i = 0; i < KB_COUNT(who.at); i++) {
        uint64_t ms = forgiven_ms(guard, who.at[i]);
        srv_tally_set(&guard->guesses, who.at[i], (ms > now_ms ? ms : now_ms) + SRV_GUESS_MS, now_ms);
    }
}

void srv_guard_fear_guesses(srv_guard *guard)
{
    guard->feared_ms = guard->env->now_ms + SRV_GUESS_BURST * SRV_GUESS_MS;
}

bool srv_guard_has_guess(const srv_guard *guard, srv_guesser who)
{
    uint64_t most_ms = guard->env->now_ms + (SRV_GUESS_BURST - 1) * SRV_GUESS_MS;
    for (int i = 0; i < KB_COUNT(who.at); i++)
        if (forgiven_ms(guard, who.at[i]) > most_ms) return false;
    return true;
}

bool srv_guard_may_guess(srv_guard *guard, srv_guesser who)
{
    if (!srv_guard_has_guess(guard, who)) return false;
    srv_guard_count_guess(guard, who);
    guard->n_guesses++;
    return true;
}

bool srv_guard_has_room(const srv_guard *guard, uint64_t address, const srv_secret *secret)
{
    srv_guesser who = srv_guard_guesser(guard, address, secret);
    return srv_tally_of(&guard->nameless, who.at[0]) < SRV_NAMELESS_AN_ADDRESS &&
           srv_tally_of(&guard->nameless, who.at[1]) < SRV_CONNECTIONS_A_PERSON;
}

void srv_guard_count(srv_guard *guard, uint64_t address, const srv_secret *secret, int by)
{
    srv_guesser who = srv_guard_guesser(guard, address, secret);
    for (int i = 0; i < KB_COUNT(who.at); i++)
        srv_tally_set(&guard->nameless, who.at[i], srv_tally_of(&guard->nameless, who.at[i]) + (uint64_t)by, 0);
}
