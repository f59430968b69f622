/* play_moves.h: the legal moves as a person sees them: a numbered list, short enough to read. */
#ifndef CLI_PLAY_MOVES_H
#define CLI_PLAY_MOVES_H

#include "../engine/pact.h"

typedef enum play_entry_kind {
    PLAY_ONE,          /* a move, or a run of them: "bribe 1000..9000/1000"                */
    PLAY_ALTERNATIVES, /* moves that differ in their last word: "play fritz fold|sew"      */
    PLAY_FAMILY        /* all moves of a verb, too many to print: "trade …"; has no number */
} play_entry_kind;

/* A line of the list: spans from…from+n-1. */
typedef struct play_entry {
    play_entry_kind kind;
    int from, n;
} play_entry;

typedef struct play_moves {
    const kb_state *view; /* the seat's own */
    const kb_ledger *ledger;
    int seat;
    int n, n_entries;
    int n_numbered; /* lines with a number, from 1; 0 if a typed number could be part of a move */
    kb_span list[KB_LISTED_MAX];
    play_entry entry[KB_LISTED_MAX];
} play_moves;

/* The legal moves of the seat that its bonds allow. There is only one list; the next call overwrites it. */
const play_moves *play_moves_of(const kb_state *view, const kb_ledger *, int seat);
bool play_has_one_verb(const play_moves *);
/* The only move there is, or NULL if there is a choice. */
const kb_span *play_only_move(const play_moves *);

/* Writes the list in columns. No line is wider than out->width. */
void play_put_moves(const play_moves *, kb_text *out);
/* Writes every move whose verb begins like this, or all of them for "all". Returns how many. */
int play_put_every_move(const play_moves *, const char *verb, kb_text *out);
/* Makes the TAB key complete every move. For a run, only the part before the amount. */
void play_offer_moves(const play_moves *);

/* Parts of it: a line; of a span "play", "play fritz" and "fold"; of a run "an amount from 1000 to 9000". */
void play_put_entry(const play_moves *, const play_entry *, kb_text *);
void play_put_verb(const play_moves *, const kb_span *, kb_text *);
void play_put_stem(const play_moves *, const kb_span *, kb_text *);
void play_put_last_word(const play_moves *, const kb_span *, kb_text *);
void play_put_range(kb_text *, const kb_span *);

#endif
