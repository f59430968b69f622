/* negotiators.h: what people try on our bots, as scripts that play in the arena: `script:NAME`. They are no good players: their
 * moves are those of `greedy`, or of the bot named after @, except where the script says otherwise. docs/negotiation.md
 * describes each. */
#ifndef CLI_NEGOTIATORS_H
#define CLI_NEGOTIATORS_H

#include "../table/parley.h"

typedef struct negotiator_script negotiator_script;

/* A script at a table, and what it has tried. */
typedef struct negotiator {
    const negotiator_script *script;
    bot bot; /* makes its other moves */
    int seat;
    int tried[KB_SEATS_MAX]; /* proposals to each seat in this phase */
    int phase;
} negotiator;

/* Reads "NAME" or "NAME@BOT". Returns false if there is no such script; why says what was expected. */
bool negotiator_read(const char *text, negotiator *, kb_text *why);
void negotiator_sit(negotiator *, int seat, uint64_t seed);
/* Does one thing in its turn to speak, or nothing; and makes its move. The caller has made room. */
void negotiator_speak(negotiator *, kb_table *);
void negotiator_move(negotiator *, kb_table *, const bot_room *);

#endif
