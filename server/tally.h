/* tally.h: a number for each key, exact for every key. Numbers that have no meaning any more are forgotten when the
 * table would have to grow, so its size follows what counts at present:
 *
 *     uint64_t until_ms = srv_tally_of(&tally, key);               (0: none)
 *     srv_tally_set(&tally, key, until_ms + 1000, now_ms);         (times up to now_ms may be forgotten) */
#ifndef SRV_TALLY_H
#define SRV_TALLY_H

#include <stddef.h>
#include <stdint.h>

typedef struct srv_tally_slot {
    uint64_t key; /* 0: the slot is free */
    uint64_t number;
} srv_tally_slot;

/* Zero-initialise it. */
typedef struct srv_tally {
    srv_tally_slot *slots;
    size_t size, n;
} srv_tally;

/* Keys are random, or hashes that clients cannot choose. */
uint64_t srv_tally_of(const srv_tally *, uint64_t key);
void srv_tally_set(srv_tally *, uint64_t key, uint64_t number, uint64_t forget_up_to);
void srv_tally_clear(srv_tally *);

#endif
