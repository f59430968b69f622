/* pacts.h: all pacts of a record, including closed ones, and how to print them. */
#ifndef CLI_PACTS_H
#define CLI_PACTS_H

#include "../engine/book.h"
#include "cli.h"

/* Where things are in the record. */
typedef struct cli_pact_lines {
    int n_with, with[KB_SEATS_MAX];        /* in the order they were written */
    uint32_t settled;                      /* line number at which the pact reached its state; 0 while it is open */
    uint32_t judged[KB_PACT_PROMISES_MAX]; /* line numbers of the verdicts on its promises */
} cli_pact_lines;

/* Zero it to begin. lines[0] is for pact 1. */
typedef struct cli_pacts {
    kb_book book;
    kb_promise *promises; /* of all pacts, in the order in which they were made */
    size_t n_promises;
    cli_pact_lines *lines;
} cli_pacts;

/* Notes a line of the record after it was read, with its number and what it caused. Opens the book when the game is
 * over. False: out of memory. */
bool cli_pacts_note(cli_pacts *, const kb_replay *, const kb_line *, const kb_ledger *, const kb_outcomes *);
void cli_pacts_free(cli_pacts *);

/* The viewer's own number of a pact, or 0. The viewer is a seat, KB_SPECTATOR or CLI_EVERYTHING. */
uint32_t cli_pact_number(const kb_noted_pact *, int viewer);

/* "blue will pay at least 5,000 for the blue clerk at yellow this turn" */
void cli_put_promise(kb_text *, const kb_setup *, const kb_promise *);
/* A sentence about what the seat did, and one about an outcome, as far as the viewer may know. They write nothing if the
 * viewer does not know of the pact, or if it is not worth mentioning. */
void cli_put_pact_sentence(kb_text *, const kb_book *, const kb_noted_pact *, const kb_setup *, int seat, kb_pact_act,
                           int viewer);
void cli_put_outcome_sentence(kb_text *, const kb_book *, const kb_setup *, const kb_outcome *, int viewer);
/* "Pact 3 by blue with yellow: stands" and its promises, one per line. */
void cli_put_pact(kb_text *, const kb_book *, const kb_noted_pact *, const kb_setup *, int viewer,
                  const cli_pact_lines *);

#endif
