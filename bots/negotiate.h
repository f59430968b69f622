/* negotiate.h: how bots answer proposals, make them, keep promises, and judge others by theirs.
 *
 *     bot_reply reply;
 *     if (bot_answer(&player, &view, &ledger, pact, &reply)) …     (the pact waits for this seat)
 *     bot_proposal proposal;
 *     if (bot_offer(&player, &view, &ledger, &proposal)) …         (it wants to propose something)
 *     kb_move move = bot_decide_with(&player, &view, &ledger, &room);
 *     bot_outcome(&player, &outcome, by, parties, is_secret);      (for every outcome its seat learns of)
 *
 * The view is the state redacted for the bot's seat. The ledger may be the whole one: bots ignore the secret pacts of
 * others. Work is limited by moves, not by time, so the same calls give the same answers on every machine. */
#ifndef BOT_NEGOTIATE_H
#define BOT_NEGOTIATE_H

#include "trust.h"

enum { BOT_PROMISES_BYTES = 3072, BOT_REASON_BYTES = 160 };

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
    bot_proposal counter;          /* for BOT_COUNTERS */
} bot_reply;

/* How the bot answers a proposal. False: there is no such pact, or it does not wait for this seat. */
bool bot_answer(bot *, const kb_state *view, const kb_ledger *, uint32_t pact, bot_reply *);
/* What the bot proposes on its own, if both it and the other gain. False: nothing. */
bool bot_offer(bot *, const kb_state *view, const kb_ledger *, bot_proposal *);
/* Picks a move that keeps the bot's bonds, and those promises it intends to keep. */
kb_move bot_decide_with(bot *, const kb_state *view, const kb_ledger *, const bot_room *);

#endif
