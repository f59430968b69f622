/* validate.h: whether a position that somebody wrote down can have come about. */
#ifndef INTEGRALIS_VALIDATE_H
#define INTEGRALIS_VALIDATE_H

#include "../../core/text.h"
#include "state.h"

/* What a written position says is being answered. */
typedef enum integralis_pending {
    INTEGRALIS_NOTHING_PENDING,
    INTEGRALIS_PENDING_DRAW,
    INTEGRALIS_PENDING_COUNTER,
    INTEGRALIS_PENDING_TEMPT,
    INTEGRALIS_PENDING_DEMAND,
    INTEGRALIS_PENDING_BRIBE,
    INTEGRALIS_PENDING_BID,
    INTEGRALIS_PENDING_DECIDE,
    INTEGRALIS_PENDING_COVER
} integralis_pending;

/* What a written position says beyond the fields of a state. */
typedef struct integralis_reading {
    uint8_t hand[INTEGRALIS_SEATS_MAX][INTEGRALIS_CARDS]; /* how many of each card */
    uint8_t unseen[INTEGRALIS_SEATS_MAX][INTEGRALIS_CARDS];
    uint16_t discarded[INTEGRALIS_SEATS_MAX]; /* workers */
    uint8_t n_discarded[INTEGRALIS_CARDS];    /* other cards */
    int32_t bid[INTEGRALIS_SEATS_MAX];
    uint8_t pending; /* integralis_pending */
    uint8_t by;      /* counter: who attacks */
} integralis_reading;

/* The highest sum all seats together can have by now. */
int32_t integralis_most_money(const integralis_state *);
/* Whether the seat has begun a turn yet. */
bool integralis_has_begun(const integralis_state *, int seat);
/* Completes the state from the reading, or says why no game comes to it. */
kb_error integralis_validate(integralis_state *, const integralis_reading *, kb_text *why);

#endif
