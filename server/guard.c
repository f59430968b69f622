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

static size_t slot_of(const srv_guard *guard, const void *who, size_t n)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, who, n, guard->key);
    return hash % SRV_GUESSERS;
}

srv_guesser srv_guard_guesser(const srv_guard *guard, uint64_t address, const srv_secret *secret)
{
    return (srv_guesser){
        {(uint32_t)slot_of(guard, &address, sizeof address), (uint32_t)slot_of(guard, secret->at, sizeof secret->at)}};
}

void srv_guard_count_guess(srv_guard *guard, srv_guesser who)
{
    for (int i = 0; i < KB_COUNT(who.at); i++) {
        uint64_t *at = &guard->guesses_ms[who.at[i] % SRV_GUESSERS];
        if (*at < guard->env->now_ms) *at = guard->env->now_ms;
        *at += SRV_GUESS_MS;
    }
}

void srv_guard_fear_guesses(srv_guard *guard)
{
    uint64_t all_ms = guard->env->now_ms + SRV_GUESS_BURST * SRV_GUESS_MS;
    for (int i = 0; i < SRV_GUESSERS; i++)
        if (guard->guesses_ms[i] < all_ms) guard->guesses_ms[i] = all_ms;
}

bool srv_guard_may_guess(srv_guard *guard, srv_guesser who)
{
    uint64_t most_ms = guard->env->now_ms + (SRV_GUESS_BURST - 1) * SRV_GUESS_MS;
    for (int i = 0; i < KB_COUNT(who.at); i++)
        if (guard->guesses_ms[who.at[i]] > most_ms) return false;
    srv_guard_count_guess(guard, who);
    guard->n_guesses++;
    return true;
}

bool srv_guard_has_room(const srv_guard *guard, uint64_t address, const srv_secret *secret)
{
    return guard->nameless[0][slot_of(guard, secret->at, sizeof secret->at)] < SRV_CONNECTIONS_A_PERSON &&
           guard->nameless[1][slot_of(guard, &address, sizeof address)] < SRV_NAMELESS_AN_ADDRESS;
}

void srv_guard_count(srv_guard *guard, uint64_t address, const srv_secret *secret, int by)
{
    uint16_t *at[] = {&guard->nameless[0][slot_of(guard, secret->at, sizeof secret->at)],
                      &guard->nameless[1][slot_of(guard, &address, sizeof address)]};
    for (int i = 0; i < KB_COUNT(at); i++) *at[i] = (uint16_t)(*at[i] + by);
}
