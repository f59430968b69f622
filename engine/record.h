/* record.h: whole games as text: records line by line, and rows of a trace. */
#ifndef KB_RECORD_H
#define KB_RECORD_H

#include "games.h"
#include "listing.h"
#include "setup.h"

enum { KB_LINE_MAX = 65536, KB_WHY_MAX = 2048 };

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
    kb_slice with; /* for a proposal: the list of seats as written */
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
    KB_READ_BAD  /* why has the line's number, what was found and what was expected */
} kb_reading;

/* Reads the next line of a record, without its newline; whole says whether it had one. Nothing changes unless it
 * returns KB_READ. Start with a zeroed kb_replay. */
kb_reading kb_replay_line(kb_replay *, const char *text, size_t n, bool whole, kb_line *, kb_events *, kb_text *why);

/* A list of seats, each once; key is its name in errors. The mask must be zero. */
bool kb_read_seats(const kb_setup *, const char *key, kb_slice list, uint32_t *mask, kb_text *why);

/* --- writing ------------------------------------------------------------------------------------ */

void kb_put_setup_line(const kb_setup *, int version, kb_text *);
void kb_put_move_line(const kb_state *before, int seat, kb_move, kb_text *);
void kb_put_talk_line(const kb_setup *, int seat, uint32_t to_mask, const char *say, size_t n, kb_text *);
void kb_put_end_line(const kb_state *, kb_text *);

/* One row of a trace; the lister may be NULL. */
void kb_put_trace_row(const kb_state *, uint32_t n, const kb_lister *, kb_text *);

#endif
