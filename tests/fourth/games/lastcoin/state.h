/* state.h: the state, moves and events of The Last Coin. */
#ifndef LASTCOIN_STATE_H
#define LASTCOIN_STATE_H

#include "../../core/base.h"

enum { LASTCOIN_SEATS_MAX = 4, LASTCOIN_TAKE_MAX = 3, LASTCOIN_SMALL = 12, LASTCOIN_LARGE = 21 };

/* Indices into kb_setup.option. */
enum { LASTCOIN_PILE };

/* kb_move: the meaning of a. */
typedef enum lastcoin_verb {
    LASTCOIN_DO_START, /* a seat */
    LASTCOIN_DO_TAKE   /* a coins */
} lastcoin_verb;

/* kb_event: the meaning of seat, a and b. */
typedef enum lastcoin_event {
    LASTCOIN_BEGINS, /* seat */
    LASTCOIN_TAKES,  /* seat, a coins, b round */
    LASTCOIN_LOSES   /* seat, a coins */
} lastcoin_event;

/* Why a move is refused, besides the KB_E_… that all games share. */
enum {
    LASTCOIN_E_FIRST = 4 * KB_REFUSALS_MAX - 1,
#define KB_ERROR(code, name, sentence) LASTCOIN_E_##code,
#include "refusals.def"
#undef KB_ERROR
};

/* Everything is public. Whose turn it is, and whether the game is over, follows from these. */
typedef struct lastcoin_state {
    kb_setup setup;
    uint8_t taken[LASTCOIN_SEATS_MAX];
    uint8_t left;   /* coins in the pile */
    uint8_t start;  /* the seat that began; KB_NONE before the draw */
    uint8_t turns;  /* taken so far */
    uint8_t unused; /* 0 */
} lastcoin_state;

KB_STATIC_ASSERT(sizeof(lastcoin_state) == sizeof(kb_setup) + 8, "no padding");

/* 1.1 */
KB_FN static inline int lastcoin_pile(const kb_setup *setup)
{
    return setup->option[LASTCOIN_PILE] ? LASTCOIN_LARGE : LASTCOIN_SMALL;
}

/* The seat of a turn, counted from 0. */
KB_FN static inline int lastcoin_seat_of(const lastcoin_state *s, int turn)
{
    return (s->start + turn) % s->setup.seats;
}

KB_FN kb_error lastcoin_start(lastcoin_state *, const kb_setup *);
KB_FN uint32_t lastcoin_actors(const lastcoin_state *);
KB_FN int lastcoin_legal(const lastcoin_state *, int seat, kb_span *, int max);
KB_FN kb_error lastcoin_check(const lastcoin_state *, int seat, kb_move);
KB_FN void lastcoin_make(lastcoin_state *, int seat, kb_move, kb_events *);
KB_FN bool lastcoin_over(const lastcoin_state *, kb_result *);
/* What each seat would score if the game ended now. */
KB_FN void lastcoin_standing(const lastcoin_state *, int32_t score[KB_SEATS_MAX]);
void lastcoin_redact(const lastcoin_state *, int seat, lastcoin_state *out);
void lastcoin_sample(const lastcoin_state *redacted, kb_rng *, lastcoin_state *out);

#endif
