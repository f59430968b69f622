/* tables.h: the figures on the cards and the board of Integralis.
 *
 * The rule sheet gives the number of cards of each kind, the machines and what a task needs, the range of labour,
 * and the order of 8,000. The rest is only in the box, and no public source has it: figures marked OURS are this
 * project's own, consistent with the sheet. To correct them, change this file; nothing else in the program repeats
 * them. */
#ifndef INTEGRALIS_TABLES_H
#define INTEGRALIS_TABLES_H

#include "state.h"

enum {
    INTEGRALIS_BUCK_STEP = 1000, /* all sums are multiples of a thousand */
    INTEGRALIS_START_MONEY = 15000,
    INTEGRALIS_DEMAND_MAX = 60000, /* the most a chief can demand for a worker */
    INTEGRALIS_HAND = 5,           /* cards, at the start and after a closing time */
    INTEGRALIS_FORCED = 2,         /* actions of a turn */
    INTEGRALIS_VITAMIN = 4,        /* actions that vitamins add */
    INTEGRALIS_TO_WIN = 3,         /* completed orders that end the game */
    INTEGRALIS_ROUNDS = 60         /* OURS: the game also ends after this round */
};

/* The labour one task needs at each machine, in halves. */
KB_FN static inline int integralis_need_of(int machine)
{
    static const uint8_t needs[INTEGRALIS_MACHINES] = {2 * 3, 2 * 2, 2 * 2, 2 * 1}; /* collate fold glue sew */
    return needs[machine];
}

typedef struct integralis_worker_facts {
    uint8_t labour; /* in halves */
    uint8_t temp;   /* 1: discarded after producing */
    uint16_t bribe; /* bucks; 0: NO */
} integralis_worker_facts;

/* The sheet: four salaried from ½ to 3, five temps, one of them of 1 and one of 2. OURS: every bribe value; the
 * labour of ida, kathi and lars. */
KB_FN static inline const integralis_worker_facts *integralis_facts_of(int card)
{
    static const integralis_worker_facts facts[INTEGRALIS_WORKERS + 1] = {
        {0, 0, 0},    /* no card */
        {1, 0, 1000}, /* fritz */
        {2, 0, 2000}, /* greta */
        {4, 0, 4000}, /* hugo  */
        {6, 0, 0},    /* wilma */
        {1, 1, 0},    /* ida   */
        {2, 1, 1000}, /* jupp  */
        {2, 1, 0},    /* kathi */
        {4, 1, 2000}, /* lars  */
        {4, 1, 3000}, /* moni  */
    };
    return &facts[card];
}

typedef struct integralis_order_facts {
    int32_t pay;   /* bucks; the order is named by it */
    uint8_t tasks; /* two bits for each machine: how many */
} integralis_order_facts;

#define INTEGRALIS_TASKS(collate, fold, glue, sew) ((collate) | (fold) << 2 | (glue) << 4 | (sew) << 6)

/* OURS: all except o8. */
KB_FN static inline const integralis_order_facts *integralis_order_of(int order)
{
    static const integralis_order_facts orders[INTEGRALIS_ORDERS] = {
        {4000, INTEGRALIS_TASKS(0, 1, 1, 0)},  {5000, INTEGRALIS_TASKS(0, 1, 1, 1)},
        {6000, INTEGRALIS_TASKS(1, 1, 0, 1)},  {7000, INTEGRALIS_TASKS(1, 1, 1, 0)},
        {8000, INTEGRALIS_TASKS(2, 0, 0, 1)},  {9000, INTEGRALIS_TASKS(0, 2, 1, 1)},
        {10000, INTEGRALIS_TASKS(1, 0, 2, 1)}, {11000, INTEGRALIS_TASKS(0, 2, 2, 0)},
        {12000, INTEGRALIS_TASKS(1, 1, 1, 1)}, {13000, INTEGRALIS_TASKS(2, 0, 1, 1)},
        {14000, INTEGRALIS_TASKS(1, 2, 1, 1)}, {15000, INTEGRALIS_TASKS(2, 1, 1, 1)},
    };
    return &orders[order];
}

/* The cost of a repair: the number on the card. */
KB_FN static inline int32_t integralis_damage(int card)
{
    return card == INTEGRALIS_SABOTAGE5 ? 5000 : 2000;
}

/* What a card is played on: the fields b and c of the move. */
typedef enum integralis_aim {
    INTEGRALIS_ON_NOTHING,
    INTEGRALIS_ON_MACHINE,        /* b machine */
    INTEGRALIS_ON_OWN_WORKER,     /* b card */
    INTEGRALIS_ON_FOREIGN_WORKER, /* b worker */
    INTEGRALIS_ON_SEAT,           /* b seat */
    INTEGRALIS_ON_SEAT_AT_MACHINE /* b seat, c machine */
} integralis_aim;

typedef struct integralis_card_facts {
    uint8_t copies;  /* in a team's set at the start */
    uint8_t aim;     /* integralis_aim */
    uint8_t counter; /* the card that counters it, or 0 */
    uint8_t leaves;  /* 1: it can leave the game */
} integralis_card_facts;

KB_FN static inline const integralis_card_facts *integralis_card_of(int card)
{
    static const integralis_card_facts cards[INTEGRALIS_CARDS] = {
        {0, 0, 0, 0}, /* no card */
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_MACHINE, 0, 1},
        {1, INTEGRALIS_ON_NOTHING, 0, 0},                          /* f0        */
        {3, INTEGRALIS_ON_NOTHING, 0, 0},                          /* f1        */
        {3, INTEGRALIS_ON_OWN_WORKER, 0, 0},                       /* overtime  */
        {1, INTEGRALIS_ON_MACHINE, INTEGRALIS_SABOTAGE5, 1},       /* sabotage5 */
        {1, INTEGRALIS_ON_MACHINE, INTEGRALIS_SABOTAGE2, 1},       /* sabotage2 */
        {2, INTEGRALIS_ON_FOREIGN_WORKER, INTEGRALIS_OVERTIME, 0}, /* coffee    */
        {1, INTEGRALIS_ON_SEAT, INTEGRALIS_VITAMINS, 1},           /* illness   */
        {1, INTEGRALIS_ON_NOTHING, 0, 1},                          /* vitamins  */
        {1, INTEGRALIS_ON_FOREIGN_WORKER, 0, 1},                   /* byebye    */
        {1, INTEGRALIS_ON_SEAT, INTEGRALIS_MIXUP, 0},              /* meeting   */
        {1, INTEGRALIS_ON_FOREIGN_WORKER, 0, 0},                   /* mixup     */
    };
    return &cards[card];
}

/* OURS: the kinds of meeting. */
KB_FN static inline integralis_aim integralis_aim_of(const integralis_state *s, int card)
{
    if (card == INTEGRALIS_MEETING && s->setup.option[INTEGRALIS_MEETINGS] == INTEGRALIS_MEETING_MACHINE)
        return INTEGRALIS_ON_SEAT_AT_MACHINE;
    return (integralis_aim)integralis_card_of(card)->aim;
}

/* How many of the card a team starts with at this table. */
KB_FN static inline int integralis_copies(const integralis_state *s, int card)
{
    bool absent = card == INTEGRALIS_MEETING && s->setup.option[INTEGRALIS_MEETINGS] == INTEGRALIS_MEETING_ABSENT;
    return absent ? 0 : integralis_card_of(card)->copies;
}

#endif
