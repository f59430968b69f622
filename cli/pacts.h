/* pacts.h: every pact of a record, also those that are gone, and how they are told. */
#ifndef CLI_PACTS_H
#define CLI_PACTS_H

#include "../engine/book.h"
#include "cli.h"

/* Where things are written in the record. */
typedef struct cli_pact_lines {
    int n_with, with[KB_SEATS_MAX];        /* as it was written */
    uint32_t settled;                      /* the line at which the pact came to its state; 0 while it is open */
    uint32_t judged[KB_PACT_PROMISES_MAX]; /* … and each promise to its verdict */
} cli_pact_lines;

/* Zero it to begin. lines[0] is of pact 1. */
typedef struct cli_pacts {
    kb_book book;
    cli_pact_lines *lines;
} cli_pacts;

/* Takes in a line of the record, its number, and what it brought about, after it was read; the book is opened when the
 * game is over. False: there is no memory. */
bool cli_pacts_note(cli_pacts *, const kb_replay *, const kb_line *, const kb_ledger *, const kb_outcomes *);
void cli_pacts_free(cli_pacts *);

/* The viewer's number of a pact, or 0: a seat, KB_SPECTATOR or CLI_EVERYTHING. */
uint32_t cli_pact_number(const kb_noted_pact *, int viewer);

/* "blue will pay at least 5,000 for the blue clerk at yellow this turn" */
void cli_put_promise(kb_text *, const kb_setup *, const kb_noted_promise *);
/* The line about a pact, and what a line made of pacts, as the viewer may know: a sentence each. Nothing is put for what
 * the viewer does not know, or is not worth a word. */
void cli_put_pact_sentence(kb_text *, const cli_pacts *, const kb_setup *, const kb_line *, int viewer);
void cli_put_outcome_sentence(kb_text *, const cli_pacts *, const kb_setup *, const kb_outcome *, int viewer);
/* "Pact 3 by blue with yellow: stands" and its promises, a line each. */
void cli_put_pact(kb_text *, const kb_noted_pact *, const kb_setup *, int viewer, const cli_pact_lines *);

#endif
