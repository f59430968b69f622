/* play.h: the parts of `kickback play`: the table and its record, the terminal, what a typed line means. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli.h"
#include "pacts.h"
#include "play_moves.h"
#include "player.h"
#include "tell.h"

enum { PLAY_SAY_MAX = 1000, PLAY_TEXT_MAX = 16384 };

/* --- the table: what its record says (play_table.c) ----------------------------------------------- */

/* Who sits at a seat; a record's meta line says "person" or "bot SPEC". */
typedef struct play_role {
    bool person;
    bool doubtful;             /* the bot is a program that only the record names: nobody here asked to run it */
    char bot[PLAYER_SPEC_MAX]; /* its spec, also while a person sits there; empty: none was named */
} play_role;

/* A line of the record, without its newline. */
typedef struct play_line {
    char *text;
    int mover;    /* the seat whose move it is, or -1           */
    bool reveals; /* the move told somebody what others may not know */
    bool settles; /* … made something of a promise                   */
    bool pact;    /* it is about a pact                              */
} play_line;

typedef struct play_sentence {
    char *text;
    uint32_t seen_by;
} play_sentence;

/* Everything but the roles and the file follows from the lines. */
typedef struct play_table {
    kb_replay replay;
    kb_ledger ledger;
    cli_pacts pacts;
    play_line *lines;
    play_sentence *sentences;
    int n_lines, n_sentences;
    int since[KB_SEATS_MAX]; /* the first sentence of each seat's last move  */
    uint32_t moved_mask;     /* the seats that have moved                       */
    cli_tally tally;
    play_role role[KB_SEATS_MAX];
    int n_undone; /* moves taken back                              */
    char *file;   /* where the record is saved                     */
    bool unsaved;
} play_table;

/* Adds a line of a record. Refused, nothing changes and why says what is wrong. */
bool play_add(play_table *, const char *text, size_t n, kb_text *why);
/* A move that has been checked. */
void play_move(play_table *, int seat, kb_move);
bool play_say(play_table *, int seat, uint32_t to_mask, const char *text, kb_text *why);
/* A proposal, in JSON its promises, and an answer to the pact with this number of the record. */
bool play_propose(play_table *, int seat, uint32_t with_mask, bool secret, const char *promises, kb_text *why);
bool play_answer(play_table *, int seat, kb_pact_act, uint32_t pact, kb_text *why);
/* The line that closes the record of a game that is over, unless it is there. */
void play_end(play_table *);
/* The meta line that tells who plays what. */
void play_note_roles(play_table *);
/* Whether the last move is this seat's and can be taken back; refused, why says why not. */
bool play_may_undo(const play_table *, int seat, kb_text *why);
void play_undo(play_table *);
/* Writes the record to the table's file; false after saying why not. */
bool play_save(play_table *);
void play_close(play_table *);
/* The turn under way, counted from 1. */
int play_turn(const play_table *);
uint32_t play_people(const play_table *); /* a bit for each person's seat */

/* --- the terminal (play_terminal.c) ---------------------------------------------------------------- */

/* Gets ready to read from a person, if there is one. */
void play_terminal_begin(void);
/* Whether a person reads and writes here, and not a pipe. */
bool play_is_terminal(void);
/* The next line typed, without its newline; NULL at the end of input. Free it. An interrupted line
 * comes back empty, and play_was_interrupted tells it from one that was entered. */
char *play_read(const char *prompt);
bool play_was_interrupted(void);
/* What the TAB key completes to. */
void play_forget_words(void);
void play_offer_word(const char *);
/* The columns and rows there are to write in; a pipe has the columns of a common terminal and rows enough. */
int play_width(void);
int play_height(void);
/* Prints text, its lines broken between words where they are wider than that. */
void play_print(const char *text);
/* Makes unseen what is on the screen, above it, and in the history of typed lines. */
void play_wipe(void);
/* Between the two a person who waits longer than a moment is told for whom. */
void play_thinking_begin(const char *name);
void play_thinking_end(void);
/* Long text, through a pager where there is a terminal. */
void play_page(const char *text);

/* --- a person at the keyboard (play_person.c) ------------------------------------------------------- */

enum { PLAY_NOBODY = -1 };

/* The bots at the table; they have read the record as far as `heard`. */
typedef struct play_bots {
    player at[KB_SEATS_MAX];
    player_room room;
    kb_replay heard;
    kb_ledger ledger; /* … as far as that */
    cli_pacts pacts;
    int n_heard;  /* lines */
    int n_undone; /* the table's, when they began to read */
} play_bots;

typedef struct play_session {
    play_table table;
    play_bots bots;
    kb_rng rng;
    int at_keyboard;   /* the seat that last looked at the screen, or PLAY_NOBODY */
    bool decided;      /* a person has: from now on the file is kept up to date   */
    bool greeted;      /* somebody was told about `help`                          */
    bool named_itself; /* the file has the name we gave it: nobody misses it */
    bool colour;
    kb_move warned;               /* the move a person was warned of last, … */
    uint32_t warned_at;           /* … when so many moves were made, and one more; 0: none */
    uint32_t asked[KB_SEATS_MAX]; /* the last proposal each person was asked about */
    uint32_t shown_at;            /* the screen was shown when so many moves were made, and one more; 0: it was not */
    int shown_to;                 /* … to this seat */
    int read[KB_SEATS_MAX];       /* sentences each person has seen while it was not their move */
    int told;                     /* … which has read so many sentences since */
    bool pauses;                  /* people are asked at the start of every turn, before the bots move */
    int paused_in[KB_SEATS_MAX];  /* the turn in which each was asked last */
    bool passed;                  /* the person who was asked goes on without an answer */
} play_session;

/* What a person's turn at the keyboard came to. */
typedef enum play_outcome { PLAY_GOES_ON, PLAY_LEAVES, PLAY_LEAVES_UNSAVED } play_outcome;
/* Shows the seat its screen and takes lines from it until it has moved, or wants to leave. */
play_outcome play_ask(play_session *, int seat);
/* Asks somebody who owes no move what they say to a proposal, or whether they have one before the bots move. */
play_outcome play_consult(play_session *, int seat);
play_outcome play_pause(play_session *, int seat);
/* The last screen of a game that is over. */
void play_print_end(const play_session *);

/* --- promises (play_pacts.c, play_promise.c) --------------------------------------------------------- */

/* The first proposal behind this number of the record that waits for the seat's answer, or 0. */
uint32_t play_waiting_pact(const play_table *, int seat, uint32_t after);
/* Promises and proposals the seat knows to be open, a line each, and all it knows. */
void play_put_open_pacts(const play_session *, int seat, kb_text *);
void play_print_promises(const play_session *, int seat);
/* Who kept and who broke promises of pacts that somebody accepted; and pacts that came to light when the game was over. */
void play_put_seals(const play_session *, int viewer, kb_text *);
void play_print_opened(const play_session *, int viewer);
/* Answers the pact with the seat's number that was typed, or the only one there is. */
bool play_answer_typed(play_session *, int seat, kb_pact_act, const char *typed, kb_text *why);
/* Makes a promise as it was typed, or, for an empty line, asks for it step by step. */
bool play_make_promise(play_session *, int seat, bool vow, const char *typed, kb_text *why);
/* Tells the seat which of its promises the move goes against. True: it should be typed again. */
bool play_warns(play_session *, int seat, const kb_state *view, kb_move);

/* --- the bots (play_bots.c) -------------------------------------------------------------------------- */

/* Gets the bots that the roles name; false after saying why not. */
bool play_bots_open(play_session *);
void play_bots_close(play_session *);
/* Tells the bots what has happened since, or everything after a move was taken back; what they have to say to
 * it becomes part of the record. */
void play_bots_follow(play_session *);
/* Lets the bots answer proposals and make their own; true: one of them did, and the others have not heard of it yet. */
bool play_bots_negotiate(play_session *);
/* A person said something, in private or to everybody: bots it was meant for answer, or have something to propose. */
void play_bots_listen(play_session *, int speaker, uint32_t to_mask, const char *line);
kb_move play_bots_decide(play_session *, int seat);

/* --- what a typed line means (play_choice.c) -------------------------------------------------------- */

/* Finds the move meant by its notation, an abbreviation of it, its number in the list, or number and what that
 * line leaves open. False: why tells what to do instead. */
bool play_choose(const play_moves *, const char *typed, kb_move *, kb_text *why);
/* A bit for each seat of a list like "green, blue"; 0 and why where one is none. */
uint32_t play_read_seats(const kb_setup *, const char *list, size_t n, kb_text *why);

#endif
