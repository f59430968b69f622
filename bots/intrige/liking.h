/* liking.h: what posts are worth, and what a landlord makes of those who want them, by the figures of a style. */
#ifndef INTRIGE_LIKING_H
#define INTRIGE_LIKING_H

#include "../../games/intrige/state.h"
#include "../bot.h"

/* The figures of a style. */
enum {
    STYLE_PAYS,    /* percent of the best post's worth, where nobody disputes it … */
    STYLE_FIGHTS,  /* … and where somebody does                                    */
    STYLE_OUTBIDS, /* a step more than the highest so far, up to this percentage   */
    STYLE_WHIM,    /* a bribe may be so many percent more or less                  */
    STYLE_PAYMENT, /* as landlord: how far bribes count,                           */
    STYLE_ENVY,    /* … how far against whoever is ahead,                          */
    STYLE_LOYALTY, /* … how far for whoever employs the landlord's own relatives,  */
    STYLE_MOOD,    /* … and how far by chance                                      */
    STYLE_PRICE,   /* percent of a post's worth to promise it                      */
    STYLE_WORD     /* how far a promise that was paid for binds                    */
};

/* What the post brings the seat to the end of the game. */
int32_t intrige_worth(const intrige_state *, int seat, int post);
/* The landlord's, a bit for each. */
uint32_t intrige_free_posts(const intrige_state *);
/* The best post that this stage has to give. */
int intrige_best_post(const intrige_state *);
/* How much the landlord likes to serve the claim. rng may be NULL where the mood is 0. */
int32_t intrige_liking(const intrige_state *, int claim, const int16_t *figure, kb_rng *rng);
/* Whether the landlord's next decision can be for this claim. */
bool intrige_is_decided_about(const intrige_state *, int claim);
/* The post for the winner: among those yet to be decided about the best liked has the best; alone, by the liking. */
int intrige_post_for(const intrige_state *, int winner, const int32_t *likes);
/* The post that somebody gives a claim who goes by payment alone. */
int intrige_fair_post(const intrige_state *, int claim);
/* How near the move comes to that, of 100; 0 where it gives no post. */
int intrige_favour(const void *view, kb_move);

#endif
