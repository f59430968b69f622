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
/* A line that was said to a bot. */
typedef struct bot_spoken {
    int speaker;
    bool secret;    /* in private: what comes of it stays between the two */
    bool open_only; /* the table has no secret pacts */
    const char *line;
    size_t n;
} bot_spoken;

/* What the bot makes of a line. False: nothing. BOT_COUNTERS: it proposes the counter, in the speaker's words if it would
 * agree to them; BOT_DECLINES: it only says why not, or, once a game, that it did not understand. */
bool bot_reply_to(bot *, const kb_state *view, const kb_ledger *, const bot_spoken *, bot_reply *);
/* The same for a bot with a moment: what it proposes comes with its next act. True: it has something to say at once. */
bool bot_listen(bot *, bot_moment *, const kb_state *view, const kb_ledger *, const bot_spoken *,
                char say[BOT_REASON_BYTES]);

#endif
