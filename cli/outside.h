/* outside.h: a bot that is somebody's program: one line of JSON in for each decision, one out. */
#ifndef CLI_OUTSIDE_H
#define CLI_OUTSIDE_H

#include "cli.h"

typedef struct outside outside;

/* Runs the command, as the shell would read it; NULL after saying why not. */
outside *outside_open(const char *command, kb_text *why);
/* A new game begins: what was told before is forgotten. A program that hung or crashed is started again. */
void outside_begin(outside *, int seat, uint64_t seed);
/* What happened and was said since its last decision, as its seat may know it. */
void outside_hear_event(outside *, const kb_state *view, const kb_event *);
void outside_hear_talk(outside *, const kb_setup *, int from, uint32_t to_mask, const char *words);
/* The program's move, and what it says (say is left empty where nothing). False: why says whether it hung,
 * crashed, or named what is not legal; the caller moves for it, and the next decision is asked for again. */
bool outside_decide(outside *, const kb_state *view, uint32_t milliseconds, kb_move *, kb_text *say, kb_text *why);
void outside_close(outside *);

#endif
