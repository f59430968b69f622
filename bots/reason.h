/* reason.h: why a bot answers a proposal as it does, in one short sentence. */
#ifndef BOT_REASON_H
#define BOT_REASON_H

#include "bot.h"

typedef enum bot_reason {
    BOT_AGREES,
    BOT_WANTS_MORE,    /* declines: it would lose by it          */
    BOT_MEETS_HALFWAY, /* counters with another number           */
    BOT_SUGGESTS,      /* counters with something else           */
    BOT_DOUBTS_MEANS,  /* the other promises more than they have */
    BOT_LACKS_MEANS,   /* the bot would promise more than it has */
    BOT_HAS_PROMISED,  /* the same thing to somebody else        */
    BOT_CANNOT_KEEP,   /* it would have to break its word        */
    BOT_DISTRUSTS,
    BOT_HATES,
    BOT_FEARS_LEADER,
    BOT_HAS_REFUSED, /* the same or a better offer, just now   */
    BOT_OFFERS,
    BOT_WANTS_IT_OPEN, /* would do it, but the table has no secret pacts */
    BOT_IS_PUZZLED,    /* did not understand what was said               */
    BOT_REASONS
} bot_reason;

/* Writes a sentence of reasons.def to the other seat. All sentences that fit are used before one is repeated. */
void bot_put_reason(bot *, bot_reason, const kb_setup *, int about, kb_text *);

#endif
