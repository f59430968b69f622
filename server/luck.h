/* luck.h: luck that can be checked. A table promises a secret seed by its hash before anybody sits down; the
 * seats add words of their own; every draw of chance then follows from both, by the rule in docs/luck.md. When
 * the game is over the seed is told, and anybody can draw again. */
#ifndef SRV_LUCK_H
#define SRV_LUCK_H

#include "../engine/record.h"

enum { SRV_SEED_BYTES = 32, SRV_SEED_HEX = 64 };

typedef struct srv_seed {
    uint8_t at[SRV_SEED_BYTES];
} srv_seed;

/* The hash that promises the seed, as 64 hexadecimal digits and a NUL. */
void srv_luck_promise(const srv_seed *, char hex[SRV_SEED_HEX + 1]);
/* The key of a game's draws. version: of its record, whose first line is part of it. words: one for each seat, "" where it
 * added none; no newline in them. */
srv_seed srv_luck_key(const srv_seed *, const kb_setup *, int version, const char *const *words);
/* Chance's move number n of the game, counted from 0: one of the state's legal list, by weight. */
kb_move srv_luck_draw(const srv_seed *key, uint64_t n, const kb_state *);

/* A random order of the seats: for each, where who is to have it sits now. Draws of its own, none of chance's. */
void srv_luck_deal(const srv_seed *key, int seats, uint8_t came_from[KB_SEATS_MAX]);

void srv_seed_write(const srv_seed *, char hex[SRV_SEED_HEX + 1]);
bool srv_seed_read(const char *hex, size_t n, srv_seed *);

#endif
