/* tiles.h: what each game's .cu offers to the library. */
#ifndef KB_TILES_H
#define KB_TILES_H

#include "../../../core/base.h"

/* A batch of games in the memory of the device. Games lie in tiles of TILE. Arrays with a row for each game have whole
 * tiles of rows. */
constexpr int TILE = 32;
struct kb_tiles {
    int n; /* games of the caller; those that fill the last tile are never stepped */
    kb_setup setup;
    uint32_t *states;     /* [tile][word of a state][game of the tile] */
    kb_rng *luck, *dice;  /* for chance moves, and for random actions */
    uint32_t *bits;       /* [tile]: the masks of its games, one after the other, a bit for each action */
    int8_t *observations; /* [game][n_observations] */
    uint8_t *masks;       /* [game][n_actions] */
    int8_t *seats;        /* [game] */
    float *rewards;       /* [game][seat] */
    uint8_t *dones;       /* [game] */
    int32_t *wrong;       /* the first game with an illegal action; NO_GAME: none */
};
constexpr int32_t NO_GAME = 0x7F7F7F7F; /* the same byte four times */

/* Actions of the caller, four or eight bytes each. */
struct kb_given {
    const void *actions;
    bool wide;
};

/* The functions only start the work. */
struct kb_gpu_batches {
    int n_observations, n_actions, state_words;
    /* Returns false if there is no such setup. The seeds are on the device. */
    bool (*start)(const kb_tiles *, const uint64_t *seeds);
    void (*pick)(const kb_tiles *, int32_t *actions);
    /* Changes no game if an action is illegal. */
    void (*step)(const kb_tiles *, kb_given);
};

extern const kb_gpu_batches intrige_batches, integralis_batches, incorporated_batches;

#endif
