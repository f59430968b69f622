/* fold.h: shared by the files that fold entries into a table. */
#ifndef KB_FOLD_H
#define KB_FOLD_H

#include "table.h"

/* An entry being folded. */
typedef struct kb_fold {
    kb_table *t;
    const kb_table *whole;   /* whose entries and promises these are: of a copy, the table it is a copy of; else t */
    const kb_kept *repeated; /* in a copy that tells events again: the entry; NULL: it is judged */
    const kb_news *news;     /* NULL: nobody wants any */
    kb_text *why;
    uint32_t heard_mask;  /* viewers who were told about it */
    uint32_t pact;        /* the pact it is about; 0: none */
    uint8_t act, by;      /* if there is one */
    kb_outcomes outcomes; /* what it changed about pacts */
} kb_fold;

/* --- memory.c --- */
/* Memory in the block for n more elements of a list. Those there are stay at the same numbers, not at the same addresses. */
void *kb_list_add(kb_table *, kb_table_list *, size_t bytes);
void *kb_list_at(const kb_table *, const kb_table_list *, size_t i, size_t bytes);
/* Whether the block has room for one more entry, with texts of this length besides its fixed part. */
enum { KB_ENTRY_BYTES = 8192 };
bool kb_block_has(const kb_table *, size_t text, kb_text *why);
/* New memory in the block, zeroed. */
void *kb_block_add(kb_table *, size_t bytes);
/* The pacts of the table; their promises are in whole. */
kb_book kb_book_in(const kb_table *, const kb_table *whole);
/* Keeps the entry that was folded. */
void kb_keep(kb_fold *, const kb_entry *, const char *text, size_t n);
const kb_outcome *kb_kept_outcomes(const kb_kept *);
/* Makes a copy of the table as it was after the mark of that number, from 0; or, with -1, before its first entry. */
kb_table *kb_copy_mark(const kb_table *, int64_t mark, void *copy);
const kb_table *kb_mark_at(const kb_table *, size_t i);

/* --- fold.c --- */
/* Begins to fold an entry of a whole table. */
void kb_begin_fold(kb_fold *, kb_table *, const kb_news *, kb_text *why);
/* Folds it; it is stored as this text. */
bool kb_fold_entry(kb_fold *, const kb_entry *, const char *text, size_t n);

/* --- past.c --- */
/* Makes a copy of the table after the viewer's event n. Adds the number of entries folded to *work. */
const kb_table *kb_table_then(const kb_table *, int viewer, uint64_t n, void *copy, size_t *work);

/* --- tell.c --- */
/* The mask of all viewers. */
uint32_t kb_everybody(const kb_table *);
/* Counts an event for the viewer, and begins it. Returns NULL if nobody wants it. */
kb_text *kb_open_event(kb_fold *, int viewer);
void kb_close_event(kb_fold *, int viewer, kb_text *); /* may be NULL */
/* The viewers who may hear of the entry. */
uint32_t kb_hearers(const kb_table *, const kb_entry *);
/* Tells them what entries.def says. */
void kb_tell_entry(kb_fold *, const kb_entry *);

/* --- pacts.c --- */
bool kb_do_propose(kb_fold *, const kb_entry *);
bool kb_do_answer(kb_fold *, const kb_entry *);
/* Whether everybody is told about this entry. */
bool kb_is_of_public_pact(const kb_table *, const kb_entry *);
/* Folds an entry about a pact again into a copy, which is behind: only for the events. */
void kb_repeat_pact(kb_fold *, const kb_kept *);
/* Updates pacts after a move. */
void kb_judge_move(kb_fold *, const kb_state *before, int seat, kb_move);
/* Writes "pacts":[…] if this viewer knows of any outcome. */
void kb_put_news_of_pacts(const kb_fold *, int viewer, kb_text *);
/* At the end of the game, tells everybody about the pacts they did not know of. */
void kb_open_pacts(kb_fold *);
/* A seat said or proposed something. If it is a bot, the entry may answer a line. */
void kb_note_heard(kb_table *, const kb_entry *);

/* --- pause.c --- */
bool kb_do_wait(kb_fold *, const kb_entry *);
bool kb_do_pace(kb_fold *, const kb_entry *);
/* The game has begun or a move was made, which may begin a new stage. */
void kb_note_stage(kb_table *);
/* A public pact was proposed. */
void kb_note_proposal(kb_table *, uint32_t parties_mask);
bool kb_is_played_by_person(const kb_table *, int seat);
/* The part of the time from charged_ms to at_ms that is charged: none while bots wait. */
int64_t kb_charged_ms(const kb_table *, uint64_t at_ms);

/* --- the state of a table --- */
/* Whether the owed moves are answers, which have their own clock. */
bool kb_is_answer_timed(const kb_table *);
/* The log is nearly full: only what brings the game to its end is accepted. */
bool kb_is_nearly_full(const kb_table *);
/* The seats that bots play. */
uint32_t kb_bots_of(const kb_table *);
/* The log is full: requests are refused and bots do not think. */
bool kb_is_full(const kb_table *);

#endif
