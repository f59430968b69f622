/* finder.h: a hash table from random keys to numbers. Only the first eight bytes of a key are compared, so the caller
 * has to compare the whole key of each match:
 *
 *     srv_finder_put(&finder, key, number);
 *     for (size_t step = 0; (number = srv_finder_next(&finder, key, &step));) if (… is the one) return … */
#ifndef SRV_FINDER_H
#define SRV_FINDER_H

#include <stddef.h>
#include <stdint.h>

enum { SRV_FINDER_KEY = 8 }; /* bytes */

typedef struct srv_finder_slot {
    uint64_t key;
    uint32_t number; /* 0: the slot is free */
} srv_finder_slot;

typedef struct srv_finder {
    srv_finder_slot *slots;
    size_t size, n;
} srv_finder;

/* number must not be 0. */
void srv_finder_put(srv_finder *, const void *key, uint32_t number);
/* Removes the number with this key, if it is there. */
void srv_finder_remove(srv_finder *, const void *key, uint32_t number);
/* The next number with this key, or 0 if there are no more. step starts at 0. */
uint32_t srv_finder_next(const srv_finder *, const void *key, size_t *step);
void srv_finder_clear(srv_finder *);

#endif
