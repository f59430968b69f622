/* endings.h: the ends of games, small enough to be solved exactly. docs/lab.md explains what is computed. */
#ifndef CLI_ENDINGS_H
#define CLI_ENDINGS_H

#include "player.h"

enum { ENDINGS_STATES_MAX = 2000000, ENDINGS_DRAWS_MAX = 64 };

/* How every seat plays in an ending. */
typedef enum endings_policy {
    ENDINGS_UNIFORM, /* every legal move is equally likely */
    ENDINGS_PERFECT, /* the best move against perfect play; the first of equals */
    ENDINGS_BOT      /* a new bot at each decision; each of so many seeds is equally likely */
} endings_policy;

/* For each seat: what it gets if all play by the policy, and if only this seat plays as well as possible against it. */
typedef struct endings_value {
    double policy[KB_SEATS_MAX], best[KB_SEATS_MAX];
} endings_value;

/* All states that can follow a position, with their values. */
typedef struct endings_tree {
    size_t most; /* states */
    bool wins;   /* the value is the share of the win, instead of the score */
    endings_policy policy;
    player bot;
    player_room room;
    uint32_t draws;
    struct endings_node *nodes;
    uint32_t *slots;
    size_t n, n_slots;
} endings_tree;

/* False: out of memory. */
bool endings_open(endings_tree *, size_t most);
void endings_close(endings_tree *);
/* Forgets all states, for another policy or another ending. */
void endings_clear(endings_tree *);
/* Visits all states that can follow. False if there are too many, if a seat must guess in one of them what matters, or if
 * several seats move at once in one of them: a best response could then use what its seat cannot know. */
bool endings_explore(endings_tree *, const kb_state *);
/* The values of a position that was explored successfully. */
endings_value endings_solve(endings_tree *, const kb_state *);

#endif
