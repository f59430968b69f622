/* outside.h: a bot that is somebody's program: one line of JSON in for each decision, one out. docs/bots.md
 * describes both lines. */
#ifndef CLI_OUTSIDE_H
#define CLI_OUTSIDE_H

#include "../engine/book.h"
#include "cli.h"

enum {
    OUTSIDE_TALK_MAX = 500,     /* bytes of the longest thing it may say                          */
    OUTSIDE_VAIN_MAX = 3,       /* starts in a row without one answer; after that it is given up  */
    OUTSIDE_FAILURES_MAX = 20,  /* hung or crashed so often in one game, it is out of that game   */
    OUTSIDE_MILLISECONDS = 5000 /* for a decision, where nobody says otherwise                    */
};

typedef struct outside outside;

/* The pacts of a game: what is open, and everything. */
typedef struct outside_pacts {
    const kb_ledger *ledger;
    const kb_book *book;
} outside_pacts;

/* Something a program does about promises. */
typedef struct outside_act {
    kb_pact_act act;
    uint32_t pact; /* answers: the seat's own number */
    uint32_t with_mask;
    bool secret;
    kb_slice promises; /* JSON, until the program is asked again */
} outside_act;

/* Runs the command, as the shell would read it; NULL after saying why not, also where it ends at once. It waits a
 * moment for that: open a program once, for all its games, and in a thread that outlives it. */
outside *outside_open(const char *command, kb_text *why);
/* A new game begins: what was told before is forgotten. A program that hung or crashed is started again. */
void outside_begin(outside *, int seat, uint64_t seed);
/* What happened and was said since its last decision. What its seat may not know is left out here. */
void outside_hear_event(outside *, const kb_state *view, const kb_event *);
void outside_hear_talk(outside *, const kb_setup *, int from, uint32_t to_mask, const char *words);
/* What a line made of pacts, and that something the program wanted cannot be. */
void outside_hear_outcomes(outside *, const kb_book *, const kb_outcomes *, const kb_setup *);
void outside_hear_refusal(outside *, const char *why);
/* The program's move, and what it says (say is left empty where nothing). False: why says whether it hung,
 * crashed, or named what is not legal; the caller moves for it, and the next decision is asked for again. True, and
 * something in why: the move stands, but what it said could not be passed on. The pacts may be NULL: there are none. */
bool outside_decide(outside *, const kb_state *view, const outside_pacts *, uint32_t milliseconds, kb_move *,
                    kb_text *say, kb_text *why);
/* Asks a program that has shown that it knows of promises what it does about them now. False as above. */
bool outside_negotiate(outside *, const kb_state *view, const outside_pacts *, uint32_t milliseconds, kb_text *say,
                       kb_text *why);
bool outside_negotiates(const outside *);
/* The next thing it does about promises, as its last answers said; false: nothing more, or why says what is wrong. */
bool outside_next_act(outside *, const kb_setup *, outside_act *, kb_text *why);
/* Lets the program end by itself for a moment, then ends it. NULL is fine. */
void outside_close(outside *);

#endif
