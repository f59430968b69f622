/* reason.h: why a bot answers a proposal as it does, in one short sentence. */
#ifndef BOT_REASON_H
#define BOT_REASON_H

#include "bot.h"

typedef enum bot_reason {
    BOT_AGREES,
    BOT_WANTS_MORE,    /* declines: it loses by it               */
    BOT_MEETS_HALFWAY, /* counters                               */
    BOT_DOUBTS_MEANS,  /* the other promises more than they have */
    BOT_LACKS_MEANS,   /* … or the bot would                     */
    BOT_HAS_PROMISED,  /* the same thing to somebody else        */
    BOT_DISTRUSTS,
    BOT_HATES,
    BOT_FEARS_LEADER,
    BOT_HAS_REFUSED, /* the same for no less, just now         */
    BOT_OFFERS,
    BOT_WANTS_IT_OPEN, /* would do it, but the table has no secret pacts */
    BOT_IS_PUZZLED,    /* did not understand what was said               */
    BOT_REASONS
} bot_reason;

/* Writes a sentence of reasons.def to the other seat. None is said twice before all that fit were said once. */
void bot_put_reason(bot *, bot_reason, const kb_setup *, int about, kb_text *);

#endif
