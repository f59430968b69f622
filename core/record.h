/* record.h: whole games as text: records line by line, legal lists, trace rows. */
#ifndef KB_RECORD_H
#define KB_RECORD_H

#include "game.h"

enum { KB_LINE_MAX = 65536, KB_WHY_MAX = 2048 };

/* The version of records that new games get. Older ones are read, and a game keeps the version it began with. */
enum { KB_VERSION = 2 };

/* --- setups ------------------------------------------------------------------------------------- */

/* "game":…,"edition":…,"options":{…},"players":… without braces, everything written out. */
void kb_put_setup(const kb_setup *, kb_text *);
/* The defaults of a record of this version: options that it does not know have the value they had before. */
void kb_setup_of_version(kb_setup *, int game, int version);
/* Sets one option by its name and value; why says what is wrong. A version's records have only the options it knows. */
kb_error kb_setup_option(kb_setup *, int version, const char *name, size_t name_n, const char *value, size_t value_n,
                         kb_text *why);
/* Whether the setup as a whole can be played. */
kb_error kb_setup_check(const kb_setup *, kb_text *why);

/* --- reading a record --------------------------------------------------------------------------- */

typedef enum kb_line_kind {
    KB_LINE_SETUP,
    KB_LINE_MOVE,
    KB_LINE_TALK,
    KB_LINE_META,
    KB_LINE_LUCK,
    KB_LINE_PACT,
    KB_LINE_END
} kb_line_kind;

typedef enum kb_pact_act { KB_PACT_PROPOSE, KB_PACT_ACCEPT, KB_PACT_DECLINE, KB_PACT_WITHDRAW } kb_pact_act;

typedef struct kb_line {
    kb_line_kind kind;
    int seat; /* of a move, of talk or of a pact */
    kb_move move;
    uint32_t to_mask; /* talk: whom it is for, 0 for everybody; a proposal: whom it is proposed with */
    kb_slice body;    /* talk, meta, luck, a proposal's promises: the JSON value, inside the line given */
    kb_pact_act act;
    uint32_t pact; /* its number */
    bool secret;   /* a proposal */
    kb_slice with; /* a proposal: the list of seats as it was written */
} kb_line;

typedef struct kb_replay {
    kb_state state; /* after the last line read */
    uint32_t lines, moves;
    uint8_t version; /* the record's */
    bool begun, ended;
} kb_replay;

typedef enum kb_reading {
    KB_READ,     /* the line is part of the record now */
    KB_READ_CUT, /* the last line stops in the middle, as a crash leaves it: the record ends before */
    KB_READ_BAD  /* why tells the line's number, what was found and what was expected */
} kb_reading;

/* Reads the next line of a record; the text is without its newline, and whole tells whether it had
 * one. Nothing changes unless KB_READ comes back. Start with a zeroed kb_replay. */
kb_reading kb_replay_line(kb_replay *, const char *text, size_t n, bool whole, kb_line *, kb_events *, kb_text *why);

/* --- writing ------------------------------------------------------------------------------------ */

void kb_put_setup_line(const kb_setup *, int version, kb_text *);
void kb_put_move_line(const kb_state *before, int seat, kb_move, kb_text *);
void kb_put_talk_line(const kb_setup *, int seat, uint32_t to_mask, const char *say, size_t n, kb_text *);
void kb_put_end_line(const kb_state *, kb_text *);

/* Who lists the moves of a seat, where kb_legal is not the last word. */
typedef struct kb_lister {
    int (*list)(const void *context, const kb_state *, int seat, kb_span *, int max);
    const void *context;
} kb_lister;

/* No list is longer, whoever writes it: a run of amounts can fall apart (Integralis, 18 workers of up to 87 runs each). */
enum { KB_LISTED_MAX = 4096 };

/* "actors":[…],"legal":{…} without braces, each list sorted by the bytes of its lines. Here and below the lister may be
 * NULL: kb_legal. */
void kb_put_legal(const kb_state *, const kb_lister *, kb_text *);
/* The same with the lists of these seats only. */
void kb_put_legal_of(const kb_state *, uint32_t seats_mask, const kb_lister *, kb_text *);
/* A legal list in that order; of one longer than max only the first max of kb_legal. */
int kb_legal_sorted(const kb_state *, int seat, kb_span *, int max);
void kb_sort_spans(const kb_state *, kb_span *, int n);
/* A list of legal moves for a message, cut short where it is long. */
void kb_put_choices(const kb_state *, int seat, const kb_lister *, kb_text *);
/* One row of a trace. */
void kb_put_trace_row(const kb_state *, uint32_t n, const kb_lister *, kb_text *);

#endif
