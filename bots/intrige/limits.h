/* limits.h: what no bot does at Intrige, whatever it thinks of the others: offer more than a post brings, ask for more than a
 * payer can have, take less than it has refused or agreed on, or make a deal with those who do not pay. */
#ifndef INTRIGE_LIMITS_H
#define INTRIGE_LIMITS_H

#include "../../games/intrige/state.h"
#include "tally.h"

/* See bot_policy. */
bot_means intrige_means(const void *view, const bot_memory *, int seat);
bool intrige_is_absurd(const void *view, int seat, const bot_memory *, kb_move);

/* The most cash a payer can have: the open amount, or what the tally has counted. */
int32_t intrige_can_have(const intrige_state *, const bot_memory *, int payer);
/* The highest sum to name for a post: one that leaves the payer something of what it brings, and that they can have. The
 * least bribe is never too much. */
int32_t intrige_most_for(const intrige_state *, const bot_memory *, int payer, int post);
/* More than was agreed buys nothing. */
bool intrige_exceeds_deal(const intrige_claim *, int32_t amount);
/* Whether the offer is no better than one that was refused. The landlord does not accept it. */
bool intrige_is_refused_offer(const intrige_state *, const intrige_tally *);
/* Of these posts, those that the claim can have without undercutting a refusal or a price that was agreed. */
uint32_t intrige_posts_in_dignity(const intrige_tally *, const intrige_claim *, uint32_t posts);

#endif
