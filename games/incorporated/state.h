/* state.h: Incorporated's state, steps, moves and events. */
#ifndef INCORPORATED_STATE_H
#define INCORPORATED_STATE_H

#include "../../core/base.h"

enum {
    INCORPORATED_SEATS_MAX = 4,  /* as many suits, initiatives in a round and tasks in an initiative */
    INCORPORATED_VALUES = 6,     /* tiles of a suit, 0 … 5 */
    INCORPORATED_COINS_MAX = 20, /* four seats' five coins */
    INCORPORATED_TASKS_MAX = INCORPORATED_SEATS_MAX * INCORPORATED_SEATS_MAX
};

#define INCORPORATED_HIDDEN_HAND 0xFFFFFFFFu /* replaces another seat's tiles in a view */

/* Indices into kb_setup.option, and the values of each. */
typedef enum incorporated_option { INCORPORATED_FINISH } incorporated_option;
enum { INCORPORATED_ABOVE, INCORPORATED_REACH };

typedef enum incorporated_step {
    INCORPORATED_START,  /* chance draws the first seat */
    INCORPORATED_DEAL,   /* chance deals a tile to the seat whose turn it is */
    INCORPORATED_PLAY,   /* the seat whose turn it is plays a tile */
    INCORPORATED_STAFF,  /* the seat of its suit puts a coin on the tile */
    INCORPORATED_COMMIT, /* every seat with a coin chooses in secret */
    INCORPORATED_MANAGE, /* the seat whose turn it is places its manager */
    INCORPORATED_OVER
} incorporated_step;

/* kb_move: the meaning of a and b. */
typedef enum incorporated_verb {
    INCORPORATED_DO_START,  /* a seat */
    INCORPORATED_DO_DEAL,   /* a tile, b seat */
    INCORPORATED_DO_PLAY,   /* a tile */
    INCORPORATED_DO_STAFF,  /* a coin */
    INCORPORATED_DO_COMMIT, /* a mask of coins */
    INCORPORATED_DO_MANAGE  /* a task, b 1 to help and 0 to hinder */
} incorporated_verb;

/* kb_event: seat, a, b, amount. */
typedef enum incorporated_event {
    INCORPORATED_ROUND,       /* seat: the first seat, a: round */
    INCORPORATED_DEALT,       /* seat, a tile (KB_NONE for the others) */
    INCORPORATED_PLAYS,       /* seat, a tile, b task */
    INCORPORATED_STAFFS,      /* seat, a tile, b coin */
    INCORPORATED_NO_STAFF,    /* seat, a tile: the seat has no coin left */
    INCORPORATED_DONE,        /* a tile */
    INCORPORATED_NOBODY_LEFT, /* a: tile; no seat has a coin to commit */
    INCORPORATED_CHOOSES,     /* seat, a: tile; the coins are secret */
    INCORPORATED_COMMITS,     /* seat, a tile, b mask of coins */
    INCORPORATED_MANAGES,     /* seat, a tile, b 1 if it helps, amount task */
    INCORPORATED_COUNTED,     /* a tile, b 1 if complete, amount total */
    INCORPORATED_SUCCEEDS,    /* a initiative */
    INCORPORATED_FAILS,       /* a initiative */
    INCORPORATED_SCORES,      /* seat, a points won, b points lost, amount: the sum */
    INCORPORATED_BANKRUPT,    /* a failed initiatives */
    INCORPORATED_FIVE_O_CLOCK,
    INCORPORATED_FIRED /* seat, amount of its score */
} incorporated_event;

/* A tile is a byte: its suit, which is the number of the suit's seat, and its value. Hands and other sets of tiles are
 * masks with a bit per tile, which fit in 32 bits. */
KB_FN static inline uint8_t incorporated_tile(int suit, int value)
{
    return (uint8_t)(suit << 3 | value);
}

KB_FN static inline int incorporated_suit(uint8_t tile)
{
    return tile >> 3;
}

KB_FN static inline int incorporated_value(uint8_t tile)
{
    return tile & 7;
}

/* A task's number gives its place on the table: the initiative, and the tile within it, both from 0. */
KB_FN static inline int incorporated_task_at(int initiative, int place)
{
    return initiative << 2 | place;
}

KB_FN static inline int incorporated_initiative(int task)
{
    return task >> 2;
}

KB_FN static inline int incorporated_place(int task)
{
    return task & 3;
}

/* A tile on the table with its coins and managers. Public, and all 0 until the tile is played. */
typedef struct incorporated_task {
    uint8_t tile;
    uint8_t staffed;                           /* the coin its own seat put on it first; KB_NONE: none */
    uint8_t committed[INCORPORATED_SEATS_MAX]; /* [seat]: mask of coins */
    uint8_t helping, hindering;                /* masks of the seats whose managers are on it */
} incorporated_task;

/* Refusals: INCORPORATED_E_…, in addition to the KB_E_… that all games share. */
enum {
    INCORPORATED_E_FIRST = 3 * KB_REFUSALS_MAX - 1,
#define KB_ERROR(code, name, sentence) INCORPORATED_E_##code,
#include "refusals.def"
#undef KB_ERROR
};

typedef struct incorporated_state {
    kb_setup setup;
    incorporated_task task[INCORPORATED_TASKS_MAX]; /* of this round; during its first deal still of the last round */
    uint32_t hand[INCORPORATED_SEATS_MAX];          /* tiles; INCORPORATED_HIDDEN_HAND if hidden in a view */
    int16_t score[INCORPORATED_SEATS_MAX];
    uint16_t done_mask;                     /* completed tasks */
    uint8_t n_hand[INCORPORATED_SEATS_MAX]; /* number of tiles in each hand: public */
    uint8_t coins[INCORPORATED_SEATS_MAX];  /* masks of the coins left: public */
    uint8_t commit[INCORPORATED_SEATS_MAX]; /* coins chosen in the current commitment, else 0; others: KB_NONE */
    uint8_t chosen_mask;                    /* seats that have chosen in it */
    uint8_t start, first;                   /* seats: first of round 1, of this round; KB_NONE before the draw */
    uint8_t round;                          /* 0 before the start, then 1..seats */
    uint8_t step;                           /* incorporated_step */
    uint8_t turn;                           /* the seat to be dealt to, to play, or to manage; KB_NONE: none */
    uint8_t next_task;                      /* the place of the current or the next tile; 4 * seats: all played */
    uint8_t actors;                         /* a bit for each seat that owes a move, and chance */
    uint8_t unused[2];                      /* 0 */
} incorporated_state;

KB_STATIC_ASSERT(sizeof(incorporated_task) == 8, "no padding");
KB_STATIC_ASSERT(sizeof(incorporated_state) == 12 + 16 * 8 + 4 * 4 + 4 * 2 + 2 + 3 * 4 + 8 + 2, "no padding");
KB_STATIC_ASSERT(sizeof(incorporated_state) <= 192, "small enough to copy without a thought");

kb_error incorporated_start(incorporated_state *, const kb_setup *);
/* The seats that owe a move, computed from the rest of the state; equals s->actors. */
KB_FN uint8_t incorporated_owing(const incorporated_state *);
KB_FN uint32_t incorporated_actors(const incorporated_state *);
KB_FN int incorporated_legal(const incorporated_state *, int seat, kb_span *, int max);
KB_FN kb_error incorporated_check(const incorporated_state *, int seat, kb_move);
/* Makes a move that check allows. Every move of the legal list is allowed. */
KB_FN void incorporated_make(incorporated_state *, int seat, kb_move, kb_events *);
KB_FN bool incorporated_over(const incorporated_state *, kb_result *);

/* Shared by the rules, the views and the position reader. */

/* Whether a played tile, the one at next_task, waits for coins. */
KB_FN static inline bool incorporated_is_staffing(const incorporated_state *s)
{
    return s->step == INCORPORATED_STAFF || s->step == INCORPORATED_COMMIT;
}
/* The tasks on the table. */
KB_FN uint32_t incorporated_played_mask(const incorporated_state *);
/* The seats with a coin left. */
KB_FN uint8_t incorporated_holders(const incorporated_state *);
/* The value of a task: coins, suit bonus (C-3) and managers (C-6). */
KB_FN int incorporated_total(const incorporated_task *);
/* C-2: whether this total completes the task at the end of the round. */
KB_FN bool incorporated_is_enough(const incorporated_state *, const incorporated_task *, int total);
/* The number of failed initiatives in a counted round. */
KB_FN int incorporated_n_failed(const incorporated_state *);
/* Whether every tile and every coin is in exactly one place. Needs a whole state, not a view. */
KB_FN bool incorporated_is_conserved(const incorporated_state *);

/* What is on the table, in the order it was put there. Each function fills a list and returns its length. */
typedef struct incorporated_coin {
    uint8_t seat, coin;
} incorporated_coin;
typedef struct incorporated_manager {
    uint8_t seat, help; /* 1: helps */
} incorporated_manager;
/* The seat that played this tile. */
int incorporated_player_of(const incorporated_state *, int task);
/* The staffing coin, then commitments by seat from the round's first, each in ascending order. */
int incorporated_coins_on(const incorporated_state *, int task, incorporated_coin[INCORPORATED_COINS_MAX]);
int incorporated_managers_on(const incorporated_state *, int task, incorporated_manager[INCORPORATED_SEATS_MAX]);
/* The seats whose manager is placed in this round. */
int incorporated_placed(const incorporated_state *, uint8_t seats[INCORPORATED_SEATS_MAX]);

KB_FN void incorporated_redact(const incorporated_state *, int seat, incorporated_state *out);
void incorporated_sample(const incorporated_state *redacted, kb_rng *, incorporated_state *out);

#endif
