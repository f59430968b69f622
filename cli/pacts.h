/* pacts.h: every pact of a record, also those that are gone, and how they are told. */
#ifndef CLI_PACTS_H
#define CLI_PACTS_H

#include "cli.h"

typedef struct cli_promise {
    kb_promise made;
    kb_verdict verdict;
    uint32_t line; /* where it was judged; 0: not yet */
} cli_promise;

typedef struct cli_pact {
    int by, n_with, n_promises;
    int with[KB_SEATS_MAX]; /* as it was written */
    bool secret;
    kb_pact_state state;
    uint32_t line; /* where it came to that state; 0 while it is open */
    cli_promise promise[KB_PACT_PROMISES_MAX];
} cli_pact;

/* By number: at[0] is pact 1. Zero it to begin. */
typedef struct cli_pacts {
    int n, max;
    cli_pact *at;
} cli_pacts;

/* Takes in the line that was read last; false: there is no memory, which has been said. */
bool cli_pacts_note(cli_pacts *, const cli_record *);
void cli_pacts_free(cli_pacts *);

/* Whether the viewer knows of the pact: a seat, KB_SPECTATOR or CLI_EVERYTHING. */
bool cli_knows_pact(const cli_pact *, int viewer);
/* "blue will pay at least 5,000 for the blue clerk at yellow this turn" */
void cli_put_promise(kb_text *, const kb_setup *, const kb_promise *);
/* The line about a pact that was read last, and what a line made of pacts, as the viewer may know. */
void cli_tell_pact(const cli_pacts *, const cli_record *, int viewer, kb_text *);
void cli_tell_outcomes(const cli_pacts *, const cli_record *, int viewer, kb_text *);

#endif
