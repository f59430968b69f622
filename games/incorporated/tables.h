/* tables.h: tiles and coins of the piecepack, and their values by the rule sheet. */
#ifndef INCORPORATED_TABLES_H
#define INCORPORATED_TABLES_H

#include "state.h"

enum {
    INCORPORATED_MANAGER = 2, /* the value of a manager */
    INCORPORATED_RUIN = 3,    /* failed initiatives in a round that bankrupt the company */
    INCORPORATED_BLAME = 2    /* weight of a tile in a failed initiative, against its seat */
};

/* All coins a seat begins a round with: 0 … n. */
KB_FN static inline uint8_t incorporated_all_coins(int n_seats)
{
    return (uint8_t)((2u << n_seats) - 1);
}

/* The tiles of all suits in play. */
KB_FN static inline uint32_t incorporated_all_tiles(int n_seats)
{
    return 0x3F3F3F3Fu >> 8 * (INCORPORATED_SEATS_MAX - n_seats);
}

/* The tasks of one initiative, and of a whole round. */
KB_FN static inline uint32_t incorporated_all_places(int n_seats)
{
    return (1u << n_seats) - 1;
}

KB_FN static inline uint32_t incorporated_all_tasks(int n_seats)
{
    return n_seats == INCORPORATED_SEATS_MAX ? 0xFFFFu : 0x0777u;
}

/* The sum of the values of a mask of coins. */
KB_FN static inline int incorporated_worth(uint32_t coins)
{
    static const uint8_t worth[] = {0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6,  6,
                                    4, 4, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 9, 9, 10, 10};
    return worth[coins];
}

/* The worth of every seat's coins at once: from a word with the masks of four seats, as a task has them, to a word with
 * four sums. */
KB_FN static inline uint32_t incorporated_worths(uint32_t masks)
{
    return (masks >> 1 & 0x03030303u) + (masks >> 3 & 0x01010101u) * 3 + (masks >> 2 & 0x04040404u);
}

#endif
