/* word.h: what bots have promised, in pacts and in the deals that the rules have. bot_decide_with (negotiate.h) keeps it. */
#ifndef BOT_WORD_H
#define BOT_WORD_H

#include "terms.h"

/* NULL: there is no such pact. */
const kb_pact *bot_find_pact(const kb_ledger *, uint32_t number);
/* Whether the bot would promise what it cannot keep together with what it has promised, or with the rest of the terms. */
bool bot_is_promised(const bot *, const kb_state *view, const kb_ledger *, const bot_terms *);

#endif
