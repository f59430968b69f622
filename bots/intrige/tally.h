/* tally.h: what a bot of Intrige has counted: the money that changed hands in public, and refusals. */
#ifndef INTRIGE_TALLY_H
#define INTRIGE_TALLY_H

#include "../../games/intrige/state.h"
#include "../policy.h"

/* An offer that the landlord refused in the current turn. */
typedef struct intrige_refusal {
    uint8_t scholar, post;
    int32_t amount;
} intrige_refusal;

enum { INTRIGE_REFUSALS = 24 };

typedef struct __attribute__((may_alias)) intrige_tally {
    uint8_t n_refusals;
    intrige_refusal refusal[INTRIGE_REFUSALS]; /* in this turn; when it is full, further ones are not recorded */
    bool complete;                             /* kept from the start, and no sum was hidden        */
    uint8_t landlord;                          /* who is being paid now                             */
    int32_t cash[KB_SEATS_MAX];                /* what everybody has now                            */
    uint8_t offered_post;                      /* the last offer to the landlord: for which post    */
    int32_t offered;                           /* and how much; 0: none                             */
    uint8_t paid[KB_SEATS_MAX];                /* deals for which the seat paid what it had agreed  */
    uint8_t unpaid[KB_SEATS_MAX];              /* deals for which it paid less                      */
    uint8_t bribe[INTRIGE_SEATS_MAX][INTRIGE_POSTS_MAX];  /* in this turn, for each profession, in steps */
    int32_t favour[INTRIGE_SEATS_MAX][INTRIGE_SEATS_MAX]; /* [landlord][seat]: given for nothing */
    uint8_t decided_mask[INTRIGE_SEATS_MAX];              /* [landlord]: the seats it has decided about */
    uint8_t sent[INTRIGE_SEATS_MAX][INTRIGE_SEATS_MAX];   /* [seat][landlord]: relatives */
    uint8_t ally[INTRIGE_SEATS_MAX][INTRIGE_SEATS_MAX];   /* how closely two seats are allied, in percent: allies.h */
    bool has_allies;
    bool is_shared; /* what one seat takes another to remember: intrige_share */
} intrige_tally;
_Static_assert(sizeof(intrige_tally) <= sizeof(bot_tally), "a tally fits into the memory");

static inline const intrige_tally *intrige_tally_of(const bot_memory *memory)
{
    return (const intrige_tally *)&memory->tally;
}

#endif
