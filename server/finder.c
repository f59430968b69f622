/* finder.c: a hash table with open addressing. */
#include "finder.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"

static uint64_t key_of(const void *bytes)
{
    uint64_t key;
    memcpy(&key, bytes, SRV_FINDER_KEY);
    return key;
}

/* Keys can be hexadecimal digits, which carry few bits each: mix them. */
static size_t slot_of(const srv_finder *f, uint64_t key)
{
    return (size_t)((key * 0x9E3779B97F4A7C15u) >> 20) & (f->size - 1);
}

static void put(srv_finder *f, uint64_t key, uint32_t number)
{
    size_t slot = slot_of(f, key);
    while (f->slots[slot].number) slot = (slot + 1) & (f->size - 1);
    f->slots[slot] = (srv_finder_slot){key, number};
    f->n++;
}

void srv_finder_put(srv_finder *f, const void *key, uint32_t number)
{
    if (2 * (f->n + 1) > f->size) {
        srv_finder bigger = {NULL, f->size ? 2 * f->size : 64, 0};
        bigger.slots = srv_alloc(bigger.size * sizeof *bigger.slots);
        for (size_t i = 0; i < f->size; i++)
            if (f->slots[i].number) put(&bigger, f->slots[i].key, f->slots[i].number);
        free(f->slots);
        *f = bigger;
    }
    put(f, key_of(key), number);
}

/* Entries that were put behind the one that is removed because its slot was taken move up, so that a search, which ends at a
 * free slot, finds them. */
static void close_gap(srv_finder *f, size_t gap)
{
    size_t last = f->size - 1;
    for (size_t slot = (gap + 1) & last; f->slots[slot].number; slot = (slot + 1) & last) {
        size_t wanted = slot_of(f, f->slots[slot].key);
        if (((slot - wanted) & last) < ((slot - gap) & last)) continue;
        f->slots[gap] = f->slots[slot];
        gap = slot;
    }
    f->slots[gap].number = 0;
    f->n--;
}

void srv_finder_remove(srv_finder *f, const void *key, uint32_t number)
{
    uint64_t wanted = key_of(key);
    if (!f->size) return;
    for (size_t slot = slot_of(f, wanted); f->slots[slot].number; slot = (slot + 1) & (f->size - 1)) {
        if (f->slots[slot].key != wanted || f->slots[slot].number != number) continue;
        close_gap(f, slot);
        return;
    }
}

uint32_t srv_finder_next(const srv_finder *f, const void *key, size_t *step)
{
    uint64_t wanted = key_of(key);
    if (!f->size) return 0;
    for (size_t first = slot_of(f, wanted);;) {
        const srv_finder_slot *slot = &f->slots[(first + (*step)++) & (f->size - 1)];
        if (!slot->number || slot->key == wanted) return slot->number;
    }
}

void srv_finder_clear(srv_finder *f)
{
    free(f->slots);
    memset(f, 0, sizeof *f);
}
