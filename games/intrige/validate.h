/* validate.h: checks that a position can occur in a game. */
#ifndef INTRIGE_VALIDATE_H
#define INTRIGE_VALIDATE_H

#include "../../core/text.h"
#include "state.h"

/* What a written position contains in addition to the fields of a state. */
typedef struct intrige_reading {
    uint8_t island[INTRIGE_SEATS_MAX][INTRIGE_POSTS_MAX];
    uint8_t kind, profession, payer, scholar; /* of the stage, KB_NONE if null; kind 0: no stage */
    bool has_offer;
    int n_paid, n_deals;
    uint8_t n_sealed[INTRIGE_SEATS_MAX];
    int32_t sealed[INTRIGE_SEATS_MAX][INTRIGE_CLAIMS_MAX];
    intrige_claim paid[INTRIGE_CLAIMS_MAX];
    intrige_claim deals[INTRIGE_CLAIMS_MAX];
} intrige_reading;

/* Puts the scholar into the park, in paying order; false if it is full. */
bool intrige_return_to_park(intrige_state *, int landlord, uint8_t scholar);
/* Completes the state from what was read, or says why it is impossible. */
kb_error intrige_validate(intrige_state *, const intrige_reading *, kb_text *why);

#endif
