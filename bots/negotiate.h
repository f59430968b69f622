/* negotiate.h: bots and promises: what they answer, what they propose, what they keep, and what they make of verdicts.
 *
 *     bot_reply reply;
 *     if (bot_answer(&player, &view, &ledger, pact, &reply)) …     (the pact waits for this seat)
 *     bot_proposal proposal;
 *     if (bot_offer(&player, &view, &ledger, &proposal)) …         (it proposes something)
 *     kb_move move = bot_decide_with(&player, &view, &ledger, &room);
 *     bot_outcome(&player, &outcome, by, parties);                 (for every outcome its seat learns of)
 *
 * The view is the state redacted for the bot's seat. The ledger may be the whole one: a secret pact of others is passed
 * over. Work is bounded by moves, not by time, so the same calls give the same answers on every machine. */
#ifndef BOT_NEGOTIATE_H
#define BOT_NEGOTIATE_H

#include "../engine/promises.h"
#include "bot.h"

enum { BOT_PROMISES_BYTES = 3072, BOT_REASON_BYTES = 160 };

/* Something to propose. */
typedef struct bot_proposal {
    uint32_t with_mask;
    bool secret;
    char promises[BOT_PROMISES_BYTES]; /* JSON: a list of promises */
    char reason[BOT_REASON_BYTES];     /* one sentence to say with it */
} bot_proposal;

typedef enum bot_answer_kind {
    BOT_DECLINES,
    BOT_ACCEPTS,
    BOT_COUNTERS /* declines, and proposes something else */
} bot_answer_kind;

typedef struct bot_reply {
    uint8_t kind;                  /* bot_answer_kind */
    char reason[BOT_REASON_BYTES]; /* one sentence */
    bot_proposal counter;          /* of BOT_COUNTERS */
} bot_reply;

/* What the bot says to a proposal. False: there is no such pact, or it does not wait for this seat. */
bool bot_answer(bot *, const kb_state *view, const kb_ledger *, uint32_t pact, bot_reply *);
/* What the bot proposes by itself, if it sees a gain for itself and the other. False: nothing. */
bool bot_offer(bot *, const kb_state *view, const kb_ledger *, bot_proposal *);
/* Something became of a pact that the seat knows: who proposed it, and a bit for each party. */
void bot_outcome(bot *, const kb_outcome *, int by, uint32_t parties_mask);
/* bot_decide, within its bonds, and within its word where it means to keep it. */
kb_move bot_decide_with(bot *, const kb_state *view, const kb_ledger *, const bot_room *);

/* How far the bot relies on the word of a seat, percent. */
int bot_trust(const bot *, int seat);

#endif
