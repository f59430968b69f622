/* guard.c: limits per address and per secret. */
#include "guard.h"

#include "../core/base.h"

void srv_guard_open(srv_guard *guard, const srv_env *env)
{
    guard->env = env;
    srv_env_random(env, guard->key, sizeof guard->key);
}

static size_t slot_of(const srv_guard *guard, const void *who, size_t n)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, who, n, guard->key);
    return hash % SRV_GUESSERS;
}

bool srv_guard_may_guess(srv_guard *guard, uint64_t address, const srv_secret *secret)
{
    uint64_t now_ms = guard->env->now_ms;
    uint64_t *at[] = {&guard->guesses_ms[slot_of(guard, &address, sizeof address)],
                      &guard->guesses_ms[slot_of(guard, secret->at, sizeof secret->at)]};
    for (int i = 0; i < KB_COUNT(at); i++) {
        if (*at[i] < now_ms) *at[i] = now_ms;
        if (*at[i] - now_ms > (SRV_GUESS_BURST - 1) * SRV_GUESS_MS) return false;
    }
    for (int i = 0; i < KB_COUNT(at); i++) *at[i] += SRV_GUESS_MS;
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
