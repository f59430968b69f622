/* liking.h: what posts are worth, and how a landlord rates the applicants by the figures of a style. */
#ifndef INTRIGE_LIKING_H
#define INTRIGE_LIKING_H

#include "../../games/intrige/state.h"
#include "../bot.h"

/* The figures of a style. */
enum {
    STYLE_PAYS,    /* bribe in percent of the best post's worth, without a rival   */
    STYLE_FIGHTS,  /* the same with a rival                                        */
    STYLE_OUTBIDS, /* pays a step more than the highest bribe, up to this percentage */
    STYLE_WHIM,    /* random change of a bribe, in percent                         */
    STYLE_PAYMENT, /* as landlord: how much bribes count,                          */
    STYLE_ENVY,    /* how much it counts against a seat to be ahead,               */
    STYLE_LOYALTY, /* how much it counts to employ the landlord's own relatives,   */
    STYLE_MOOD,    /* and how much is random                                       */
    STYLE_PRICE,   /* percent of a post's worth to promise it                      */
    STYLE_WORD     /* how much a promise that was paid for binds, and one that was not is resented */
};

/* Whether the payer has paid less than was agreed. */
static inline bool intrige_is_underpaid(const intrige_claim *c)
{
    return c->deal && c->chosen && c->paid < c->deal;
}

/* What the post earns the seat until the end of the game. */
int32_t intrige_worth(const intrige_state *, int seat, int post);
/* Free posts of the landlord, a bit for each. */
uint32_t intrige_free_posts(const intrige_state *);
/* The posts that can be given in this stage, a bit for each; and the best of them, if there are any. */
uint32_t intrige_posts_at_stake(const intrige_state *);
int intrige_best_post(const intrige_state *);
/* How much the landlord likes to serve the claim. rng may be NULL if the mood is 0. */
int32_t intrige_liking(const intrige_state *, int claim, const int16_t *figure, kb_rng *rng);
/* Whether the landlord has decided about this claim in this stage. */
bool intrige_is_decided(const intrige_state *, int claim);
/* Whether the landlord's next decision can be for this claim. */
bool intrige_is_decided_about(const intrige_state *, int claim);
/* The post for the winner: by its rank of liking among the claims still to be decided, or by the liking itself if it
 * is the only one. */
int intrige_post_for(const intrige_state *, int winner, const int32_t *likes);
/* The post for a claim if only payment counts. */
int intrige_fair_post(const intrige_state *, int claim);
/* How close the move is to that, 0 … 100. 0 if it gives no post. */
int intrige_favour(const void *view, kb_move);

#endif
