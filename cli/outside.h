/* outside.h: a bot that is an external program. It reads a line of JSON for each decision and writes one. docs/bots.md
 * describes both lines. */
#ifndef CLI_OUTSIDE_H
#define CLI_OUTSIDE_H

#include "../engine/book.h"
#include "cli.h"

enum {
    OUTSIDE_TALK_MAX = 500,      /* bytes of the longest thing it may say                          */
    OUTSIDE_VAIN_MAX = 3,        /* starts in a row without an answer before we give it up         */
    OUTSIDE_FAILURES_MAX = 20,   /* hangs and crashes in a game before it is out of that game      */
    OUTSIDE_MILLISECONDS = 5000, /* default time limit for a decision                             */
    OUTSIDE_MILLISECONDS_MAX = 600000
};

typedef struct outside outside;

/* The pacts of a game: the ledger has the open ones, the book all of them. */
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
    kb_slice promises; /* JSON, valid until the program is asked again */
} outside_act;

/* Runs a shell command. Returns NULL with the reason in why if it cannot be started or ends at once. This takes a
 * moment, so open a program once for all its games. The thread that opens it must outlive it. */
outside *outside_open(const char *command, kb_text *why);
/* Begins a new game. Forgets what was told before. A program that hung or crashed is started again. */
void outside_begin(outside *, int seat, uint64_t seed);
/* These collect what happened and was said since its last decision. They leave out what its seat may not know. */
void outside_hear_event(outside *, const kb_state *view, const kb_event *);
void outside_hear_talk(outside *, const kb_setup *, int from, uint32_t to_mask, const char *words);
/* What a line did to pacts, and the refusal of something the program wanted to do. */
void outside_hear_outcomes(outside *, const kb_book *, const kb_outcomes *, const kb_setup *);
void outside_hear_refusal(outside *, const char *why);
/* The program's move, and what it says (say stays empty if nothing). False: why says whether it hung, crashed, or
 * named an illegal move. Then the caller moves for it, and the program is asked again for the next decision. True
 * with something in why: the move is valid, but what the program said could not be passed on. The pacts may be NULL
 * if there are none. */
bool outside_decide(outside *, const kb_state *view, const outside_pacts *, uint32_t milliseconds, kb_move *,
                    kb_text *say, kb_text *why);
/* For whom the words of its last answer are; 0: for everybody. */
uint32_t outside_speaks_to(const outside *);
/* Tells the program how the game ended, if it has asked for that. It need not answer. */
void outside_end(outside *, const kb_state *, uint32_t milliseconds);
/* Asks the program what it does about promises now, if it has shown that it supports them. False as above. */
bool outside_negotiate(outside *, const kb_state *view, const outside_pacts *, uint32_t milliseconds, kb_text *say,
                       kb_text *why);
bool outside_negotiates(const outside *);
/* The next thing it does about promises, from its last answers. False: nothing more, or why says what is wrong. */
bool outside_next_act(outside *, const kb_setup *, outside_act *, kb_text *why);
/* Gives the program a moment to end by itself, then kills it. NULL is fine. */
void outside_close(outside *);

#endif
