/* book.h: every pact of a game, also those that are gone: who knows of it under which number, what became of it, and how
 * front ends are told. The ledger judges; the book remembers. Its memory is the caller's:
 *
 *     if (book.n == book.max) …                      make book.at larger, and book.max
 *     kb_ledger_propose(&ledger, …, &outcomes, …);   and what was done in the ledger
 *     kb_book_propose(&book, &ledger, promises);     is noted here
 *     kb_book_note(&book, &outcomes);
 */
#ifndef KB_BOOK_H
#define KB_BOOK_H

#include "promises.h"

typedef struct kb_noted_pact {
    uint32_t number;                       /* in the record */
    uint32_t number_for[KB_SPECTATOR + 1]; /* each viewer's own, from 1 without gaps; 0: they do not know of it */
    uint8_t by, with_mask, accepted_mask, secret;
    uint8_t state; /* kb_pact_state */
    uint8_t n_promises;
    uint8_t verdict[KB_PACT_PROMISES_MAX]; /* kb_verdict */
    int64_t promises_at;                   /* where its promises are: kb_promises_of */
} kb_noted_pact;

/* By number: at[0] is pact 1. Zero it to begin. */
typedef struct kb_book {
    uint32_t n, max;
    uint32_t known[KB_SPECTATOR + 1];  /* how many each viewer knows */
    uint32_t learnt[KB_SPECTATOR + 1]; /* how many each viewer knew before the game was over */
    bool open;                         /* it is over */
    kb_noted_pact *at;
    const char *memory; /* of the promises, and anything else the caller keeps there */
} kb_book;

/* The pact's promises. A pact refers to them by their distance from the book's memory, so the memory can be moved. */
static inline const kb_promise *kb_promises_of(const kb_book *book, const kb_noted_pact *pact)
{
    return (const kb_promise *)(book->memory + pact->promises_at);
}

/* --- noting --------------------------------------------------------------------------------------- */

/* The pact the ledger has taken in last, with its promises, which are in the book's memory. There must be room for it. */
void kb_book_propose(kb_book *, const kb_ledger *, const kb_promise *);
/* A pact that another book of the same game has, as it was when it was proposed, with the same promises. There must be
 * room for it. */
void kb_book_repeat(kb_book *, const kb_noted_pact *);
void kb_book_accept(kb_book *, uint32_t pact, int seat);
void kb_book_note(kb_book *, const kb_outcomes *);
/* The game is over: everybody learns of every pact, and numbers on. */
void kb_book_open(kb_book *);

/* --- looking up ----------------------------------------------------------------------------------- */

/* The viewer's number of a pact: a seat, KB_SPECTATOR or KB_ALL_EYES, whose numbers are the record's. 0: they do not know
 * of it. */
uint32_t kb_pact_number(const kb_noted_pact *, int viewer);
/* The pact the viewer means by this number, or NULL. */
const kb_noted_pact *kb_book_find(const kb_book *, int viewer, uint32_t number);
/* Whether the viewer learnt of the pact only when the game was over. */
bool kb_is_opened(const kb_book *, const kb_noted_pact *, int viewer);

/* How often each seat's promises came to each verdict, in pacts that somebody accepted and the viewer knows. */
typedef struct kb_seals {
    int of[KB_SEATS_MAX][KB_VERDICTS];
} kb_seals;
void kb_count_seals(const kb_book *, int viewer, kb_seals *);

/* --- for front ends: JSON ------------------------------------------------------------------------- */

enum {
    KB_SETTLED_TOLD = 64,
    KB_PACTS_TEXT_MAX = (KB_OPEN_PACTS_MAX + KB_SETTLED_TOLD) * (KB_PACT_PROMISES_MAX * 384 + 256) + 1024
};

/* "pacts":[…],"seals":{…} without braces: what is open, the KB_SETTLED_TOLD settled last, and how each seat has kept the
 * promises of pacts that somebody accepted. */
void kb_put_pacts(const kb_book *, const kb_ledger *, const kb_setup *, int viewer, kb_text *);
/* "seals":{…} alone. */
void kb_put_seals(const kb_book *, const kb_setup *, int viewer, kb_text *);
/* Writes what kb_put_pacts does, for callers with many viewers. Only the number of a pact differs between viewers, so the
 * writer can write the body once and keep it. */
typedef struct kb_pact_writer {
    const void *context;
    void (*put_body)(const void *context, const kb_noted_pact *, kb_text *);
} kb_pact_writer;
void kb_put_pacts_by(const kb_book *, const kb_pact_writer *, const kb_setup *, int viewer, kb_text *);
/* "by":…,"with":[…],…,"promises":[…] without braces. */
void kb_put_pact_body(const kb_book *, const kb_noted_pact *, uint32_t sleeping_mask, const kb_setup *, kb_text *);
/* Which promises of the pact wait for their condition. */
uint32_t kb_sleeping_mask(const kb_ledger *, uint32_t pact);
/* "pact":3,"with":[…],"secret":true,"promises":[…] without braces. */
void kb_put_proposal(const kb_book *, const kb_noted_pact *, const kb_setup *, int viewer, kb_text *);
/* [{"pact":3,"promise":0,"seat":"blue","verdict":"kept"},{"pact":2,"state":"lapsed"}]: those the viewer knew of
 * when it happened. Returns how many. */
int kb_put_outcomes(const kb_book *, const kb_outcomes *, const kb_setup *, int viewer, kb_text *);
/* Writes all that has become of one pact: of one that is opened. */
void kb_put_outcome_of(const kb_book *, const kb_noted_pact *, const kb_setup *, int viewer, kb_text *);

/* "breaks":[…],"misses":[…] without braces: which of its own promises the seat would go against with a legal move. It
 * breaks a `wont`; it misses a `will` that another move would keep, or keep possible. The state is the seat's view. */
void kb_put_considered(const kb_book *, const kb_ledger *, const kb_state *view, int seat, kb_move, kb_text *);

/* "deeds":[{"verb":…,"words":[{"kind":…,"values":[…]},…]},…],"terms":[…] without braces: what promises of this game can be
 * about. A number has no values. */
void kb_put_vocabulary(const kb_setup *, kb_text *);

/* --- lines of a record ---------------------------------------------------------------------------- */

void kb_put_proposal_line(const kb_book *, const kb_noted_pact *, const kb_setup *, kb_text *);
/* act: KB_PACT_ACCEPT, KB_PACT_DECLINE or KB_PACT_WITHDRAW. */
void kb_put_answer_line(const kb_setup *, int seat, kb_pact_act, uint32_t pact, kb_text *);

#endif
