/* validate.h: checks that a position can occur in a game. */
#ifndef INTEGRALIS_VALIDATE_H
#define INTEGRALIS_VALIDATE_H

#include "../../core/text.h"
#include "state.h"

/* What is being answered, according to a written position. */
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

/* What a written position contains in addition to the fields of a state. */
typedef struct integralis_reading {
    uint8_t hand[INTEGRALIS_SEATS_MAX][INTEGRALIS_CARDS]; /* how many of each card */
    uint8_t unseen[INTEGRALIS_SEATS_MAX][INTEGRALIS_CARDS];
    uint16_t discarded[INTEGRALIS_SEATS_MAX]; /* workers */
    uint8_t n_discarded[INTEGRALIS_CARDS];    /* other cards */
    int32_t bid[INTEGRALIS_SEATS_MAX];        /* KB_HIDDEN if hidden in a view */
    uint8_t hidden_mask;                      /* seats whose cards are hidden in a view, and their numbers: */
    uint8_t n_hand[INTEGRALIS_SEATS_MAX], n_unseen[INTEGRALIS_SEATS_MAX];
    uint8_t pending; /* integralis_pending */
    uint8_t by;      /* counter: the attacker */
} integralis_reading;

/* How many of the team's cards of this kind are on the table, in the deck or in the hand. */
int integralis_located(const integralis_state *, int seat, int card);
/* The least money the seat must have, because of its offer or its possible bid. */
int32_t integralis_least_money(const integralis_state *, int seat);
/* The most that all seats together can have now. */
int32_t integralis_most_money(const integralis_state *);
/* Whether the seat has begun a turn yet. */
bool integralis_has_begun(const integralis_state *, int seat);
/* Completes the state from what was read, or says why it is impossible. */
kb_error integralis_validate(integralis_state *, const integralis_reading *, kb_text *why);

#endif
