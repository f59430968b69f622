/* moment.h: what a bot does about promises before the next move: it answers what waits for it, and proposes something once a
 * turn. One for each bot beside it; zero it when the bot sits down. */
#ifndef BOT_MOMENT_H
#define BOT_MOMENT_H

#include "../engine/record.h"
#include "negotiate.h"

/* So often it does something in a turn; from then on it only declines, and two who always counter come to an end. */
enum { BOT_ACTS_A_TURN = 12 };

typedef struct bot_moment {
    int turn, acts;    /* how much it did in this turn */
    uint32_t answered; /* the last pact it was asked about */
    int offered_in;    /* the turn in which it last proposed something by itself */
    bot_proposal next; /* what it proposes instead of what it declined; with_mask 0: nothing */
    bool puzzled;      /* it has said that it did not understand something */
} bot_moment;

typedef struct bot_act {
    kb_pact_act act;
    uint32_t pact;              /* answers: the record's number */
    bot_proposal proposal;      /* proposals */
    char say[BOT_REASON_BYTES]; /* a sentence to go with it, or empty */
} bot_act;

/* The next pact that waits for the seat's answer and that it was not asked about, or 0. */
uint32_t bot_waiting_pact(const bot_moment *, int seat, const kb_ledger *);
/* The next thing it does; false: nothing more. The view is the state redacted for the bot's seat. */
bool bot_next_act(bot *, bot_moment *, const kb_state *view, const kb_ledger *, bot_act *);
/* A line was said to the bot. What it understands as a proposal it would agree to, it proposes next in the same words, or
 * something else instead. True: it has something to say at once: why not, or, once a game, that it did not understand. */
bool bot_listen(bot *, bot_moment *, const kb_state *view, const kb_ledger *, int speaker, const char *line, size_t n,
                char say[BOT_REASON_BYTES]);

#endif
