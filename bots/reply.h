/* reply.h: how a bot replies to a line of talk. */
#ifndef BOT_REPLY_H
#define BOT_REPLY_H

#include "negotiate.h"

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

#endif
