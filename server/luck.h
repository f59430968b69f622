/* luck.h: verifiable luck. A table commits to a secret seed by publishing its hash before anybody sits down. The seats
 * add words of their own. Every chance move then follows from both, by the rule in docs/luck.md. After the game the
 * seed is revealed, and anybody can check the draws. */
#ifndef SRV_LUCK_H
#define SRV_LUCK_H

#include "../table/fields.h"

enum { SRV_SEED_BYTES = 32, SRV_SEED_HEX = 64 };

typedef kb_bytes32 srv_seed;

/* The hash that commits to the seed, as 64 hexadecimal digits and a NUL. */
void srv_luck_promise(const srv_seed *, char hex[SRV_SEED_HEX + 1]);
/* The key of a game's draws. version: of its record, whose first line goes into the key. words: one string per seat, ""
 * if it added none; they contain no newline. */
srv_seed srv_luck_key(const srv_seed *, const kb_setup *, int version, const char *const *words);
/* The game's chance move number n, counted from 0: one of the state's legal moves, by weight. */
kb_move srv_luck_draw(const srv_seed *key, uint64_t n, const kb_state *);

/* A random order of the seats: for each seat, where its new occupant sits now. Uses draws separate from those of chance
 * moves. */
void srv_luck_deal(const srv_seed *key, int seats, uint8_t came_from[KB_SEATS_MAX]);

void srv_seed_write(const srv_seed *, char hex[SRV_SEED_HEX + 1]);
bool srv_seed_read(const char *hex, size_t n, srv_seed *);

#endif
