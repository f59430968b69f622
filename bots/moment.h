/* moment.h: what a bot does about promises before the next move. It answers proposals, and makes one of its own per
 * turn. Keep one bot_moment for each bot; zero it when the bot sits down. */
#ifndef BOT_MOMENT_H
#define BOT_MOMENT_H

#include "../engine/record.h"
#include "negotiate.h"

/* The most acts of a bot in a turn. After that it only declines, so that two bots cannot counter each other forever. */
enum { BOT_ACTS_A_TURN = 12 };

typedef struct bot_moment {
    int turn, acts;    /* the number of acts in this turn */
    uint32_t answered; /* the last pact it was asked about */
    int offered_in;    /* the turn in which it last proposed something by itself */
    bot_proposal next; /* its counter to what it declined; with_mask 0: none */
} bot_moment;

typedef struct bot_act {
    kb_pact_act act;
    uint32_t pact;              /* answers: the record's number */
    bot_proposal proposal;      /* proposals */
    char say[BOT_REASON_BYTES]; /* a sentence to go with it, or empty */
} bot_act;

/* The next pact that waits for the seat's answer and that the bot was not asked about yet, or 0. */
uint32_t bot_waiting_pact(const bot_moment *, int seat, const kb_ledger *);
/* The next thing the bot does. False: nothing more. The view is the state redacted for the bot's seat. */
bool bot_next_act(bot *, bot_moment *, const kb_state *view, const kb_ledger *, bot_act *);
/* A line that was said to a bot. */
typedef struct bot_spoken {
    int speaker;
    bool secret;    /* said in private: any pact that follows is secret too */
    bool open_only; /* the table has no secret pacts */
    const char *line;
    size_t n;
} bot_spoken;

/* How the bot replies to a line. False: not at all. BOT_COUNTERS: it proposes the counter, which is the speaker's own
 * proposal if it agrees. BOT_DECLINES: it only says why not or, once a game, that it did not understand. */
bool bot_reply_to(bot *, const kb_state *view, const kb_ledger *, const bot_spoken *, bot_reply *);
/* A bot with a moment hears a line. A counter becomes its next act. True: it has something to say now. */
bool bot_listen(bot *, bot_moment *, const kb_state *view, const kb_ledger *, const bot_spoken *,
                char say[BOT_REASON_BYTES]);

#endif
