/* tally.c: a hash table with open addressing. */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"

/* The slot of the key, or the free one where it belongs. There is always a free one. */
static srv_tally_slot *slot_of(const srv_tally *tally, uint64_t key)
{
    size_t at = (size_t)((key * 0x9E3779B97F4A7C15u) >> 20);
    while (tally->slots[at & (tally->size - 1)].key && tally->slots[at & (tally->size - 1)].key != key) at++;
    return &tally->slots[at & (tally->size - 1)];
}

/* 0 marks a free slot. */
static uint64_t key_of(uint64_t key)
{
    return key ? key : 1;
}

uint64_t srv_tally_of(const srv_tally *tally, uint64_t key)
{
    return tally->size ? slot_of(tally, key_of(key))->number : 0;
}

/* Copies what counts into a table that is at most a quarter full. */
static void make_room(srv_tally *tally, uint64_t forget_up_to)
{
    srv_tally fresh = {NULL, 64, 0};
    for (size_t i = 0; i < tally->size; i++) fresh.n += tally->slots[i].key && tally->slots[i].number > forget_up_to;
    while (fresh.size < 4 * (fresh.n + 1)) fresh.size *= 2;
    fresh.slots = srv_alloc(fresh.size * sizeof *fresh.slots);
    for (size_t i = 0; i < tally->size; i++) {
        const srv_tally_slot *slot = &tally->slots[i];
        if (slot->key && slot->number > forget_up_to) *slot_of(&fresh, slot->key) = *slot;
    }
    free(tally->slots);
    *tally = fresh;
}

void srv_tally_set(srv_tally *tally, uint64_t key, uint64_t number, uint64_t forget_up_to)
{
    if (2 * (tally->n + 1) > tally->size) make_room(tally, forget_up_to);
    srv_tally_slot *slot = slot_of(tally, key_of(key));
    tally->n += !slot->key;
    *slot = (srv_tally_slot){key_of(key), number};
}

void srv_tally_clear(srv_tally *tally)
{
    free(tally->slots);
    memset(tally, 0, sizeof *tally);
}
