/* sound.h: whether a position that somebody wrote down can have come about. */
#ifndef INTRIGE_SOUND_H
#define INTRIGE_SOUND_H

#include "../../core/text.h"
#include "state.h"

/* What a written position says beyond the fields of a state. */
typedef struct intrige_reading {
    uint8_t island[INTRIGE_SEATS_MAX][INTRIGE_POSTS_MAX];
    uint8_t kind, profession, payer, scholar; /* of the stage, KB_NONE where null; kind 0: no stage */
    uint8_t sent;
    bool has_offer;
    int n_paid, n_deals;
    uint8_t n_sealed[INTRIGE_SEATS_MAX];
    int32_t sealed[INTRIGE_SEATS_MAX][INTRIGE_CLAIMS_MAX];
    intrige_claim paid[INTRIGE_CLAIMS_MAX];
    intrige_claim deals[INTRIGE_CLAIMS_MAX];
} intrige_reading;

/* Puts the scholar on his way to the palace, in the state's own order; false: his seat has two there. */
bool intrige_put_on_way(intrige_state *, uint8_t scholar, int palace);
/* Completes the state from the reading, or says why no game comes to it. */
kb_error intrige_make_sound(intrige_state *, const intrige_reading *, kb_text *why);

#endif
