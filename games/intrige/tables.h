/* tables.h: the figures of the three editions. */
#ifndef INTRIGE_TABLES_H
#define INTRIGE_TABLES_H

#include "state.h"

typedef struct intrige_box {
    int32_t salary[INTRIGE_POSTS_MAX];
    int32_t start_money;
    int32_t step;  /* the minimum bribe, and the step of all sums */
    uint8_t posts; /* of a palace; as many professions */
    uint8_t rounds;
    uint8_t one_palace; /* 1: both relatives of a turn may go to one palace */
} intrige_box;

KB_FN static inline const intrige_box *intrige_box_of(const intrige_state *s)
{
    static const intrige_box boxes[] = {
        {{1000, 3000, 6000, 10000, 0}, 32000, 1000, 4, 5, 1},           /* mayfair2005 */
        {{1000, 3000, 6000, 10000, 0}, 32000, 1000, 4, 5, 0},           /* amigo2003 */
        {{10000, 20000, 30000, 50000, 100000}, 320000, 10000, 5, 6, 0}, /* fxschmid1994 */
    };
    return &boxes[s->setup.edition];
}

/* The amount in steps of the edition's money. Division by a constant compiles to a multiplication. */
KB_FN static inline int32_t intrige_in_steps(const intrige_state *s, int32_t amount)
{
    return s->setup.edition == INTRIGE_FXSCHMID1994 ? amount / 10000 : amount / 1000;
}

#endif
