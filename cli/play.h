/* play.h: the parts of `kickback play`: the table and its record, the terminal, what a typed line means. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli.h"
#include "pacts.h"
#include "play_moves.h"
#include "player.h"
#include "tell.h"

enum { PLAY_SAY_MAX = 1000, PLAY_TEXT_MAX = 16384 };

/* --- the table and its record (play_table.c) ------------------------------------------------------ */

/* Who plays a seat. A record's meta line says "person" or "bot SPEC". */
typedef struct play_role {
    bool person;
    bool doubtful;             /* the bot is a program that only the record names; the user did not ask to run it */
    char bot[PLAYER_SPEC_MAX]; /* its spec, even while a person plays the seat; empty: none was named */
} play_role;

/* A line of the record, without its newline. */
typedef struct play_line {
    char *text;
    int mover;    /* the seat whose move it is, or -1                */
    bool reveals; /* the move revealed something hidden to somebody  */
    bool settles; /* the move decided about a promise                */
    bool pact;    /* the line is about a pact                        */
} play_line;

typedef struct play_sentence {
    char *text;
    uint32_t seen_by;
} play_sentence;

/* Everything except the roles and the file is computed from the lines. */
typedef struct play_table {
    kb_replay replay;
    kb_ledger ledger;
    kb_promise promises[KB_OPEN_PROMISES_MAX]; /* in the ledger */
    cli_pacts pacts;
    play_line *lines;
    play_sentence *sentences;
    int n_lines, n_sentences;
    int since[KB_SEATS_MAX]; /* the first sentence of each seat's last move     */
    uint32_t moved_mask;     /* the seats that have moved                       */
    cli_tally tally;
    play_role role[KB_SEATS_MAX];
    int n_undone; /* moves taken back                              */
    char *file;   /* where the record is saved                     */
    bool unsaved;
} play_table;

/* Adds a line of a record. If it is refused, nothing changes and why says what is wrong. */
bool play_add(play_table *, const char *text, size_t n, kb_text *why);
/* Makes a move that has been checked. */
void play_move(play_table *, int seat, kb_move);
bool play_say(play_table *, int seat, uint32_t to_mask, const char *text, kb_text *why);
/* A proposal with its promises in JSON, and an answer to the pact with this number in the record. */
bool play_propose(play_table *, int seat, uint32_t with_mask, bool secret, const char *promises, kb_text *why);
bool play_answer(play_table *, int seat, kb_pact_act, uint32_t pact, kb_text *why);
/* Adds the last line of the record if the game is over and it is missing. */
void play_end(play_table *);
/* Adds the meta line that says who plays which seat. */
void play_note_roles(play_table *);
/* Whether the last move is this seat's and can be undone. If not, why says why. */
bool play_may_undo(const play_table *, int seat, kb_text *why);
void play_undo(play_table *);
/* Writes the record to the table's file. Prints an error and returns false on failure. */
bool play_save(play_table *);
void play_close(play_table *);
/* The current turn, counted from 1. */
int play_turn(const play_table *);
uint32_t play_people(const play_table *); /* a bit for each person's seat */

/* --- the terminal (play_terminal.c) ---------------------------------------------------------------- */

/* Sets up line editing if this is a terminal. */
void play_terminal_begin(void);
/* Whether input and output are a terminal and not a pipe. */
bool play_is_terminal(void);
/* The next typed line, without its newline. NULL at the end of input. The caller frees it. An interrupted line is
 * returned as an empty one; play_was_interrupted tells the difference. */
char *play_read(const char *prompt);
bool play_was_interrupted(void);
/* The words that the TAB key completes. */
void play_forget_words(void);
void play_offer_word(const char *);
/* The size of the terminal. A pipe has the usual number of columns and plenty of rows. */
int play_width(void);
int play_height(void);
/* Prints text. Lines wider than that are broken between words. */
void play_print(const char *text);
/* Clears the screen, the scrollback, and the history of typed lines. */
void play_wipe(void);
/* Call these before and after a wait. If it takes longer than a moment, the person is told who they wait for. */
void play_thinking_begin(const char *name);
void play_thinking_end(void);
/* Prints long text, through a pager on a terminal. */
void play_page(const char *text);

/* --- a person at the keyboard (play_person.c) ------------------------------------------------------- */

enum { PLAY_NOBODY = -1 };

/* The bots at the table. They have read the record as far as `heard`. */
typedef struct play_bots {
    player at[KB_SEATS_MAX];
    player_room room;
    kb_replay heard;
    kb_ledger ledger; /* up to there */
    kb_promise promises[KB_OPEN_PROMISES_MAX];
    cli_pacts pacts;
    uint32_t program_ms; /* how long a program may take for a decision */
    int n_heard;         /* lines */
    int n_undone;        /* the table's n_undone when they began to read */
} play_bots;

typedef struct play_session {
    play_table table;
    play_bots bots;
    kb_rng rng;
    int at_keyboard;   /* the seat that last looked at the screen, or PLAY_NOBODY */
    bool decided;      /* a person has made a decision, so the file is kept up to date */
    bool greeted;      /* somebody was told about `help`                          */
    bool named_itself; /* we chose the name of the file, so nobody misses it      */
    bool colour;
    kb_move warned;               /* the last move a person was warned about */
    uint32_t warned_at;           /* the number of moves made at that time, plus one; 0: never */
    uint32_t asked[KB_SEATS_MAX]; /* the last proposal each person was asked about */
    uint32_t shown_at;            /* the number of moves made when the screen was shown, plus one; 0: never */
    int shown_to;                 /* the seat it was shown to */
    int read[KB_SEATS_MAX];       /* sentences each person has seen while it was not their move */
    int told;                     /* sentences that seat has read since */
    bool pauses;                  /* people are asked at the start of every turn, before the bots move */
    int paused_in[KB_SEATS_MAX];  /* the turn in which each was last asked */
    bool passed;                  /* the person who was asked continued without an answer */
} play_session;

/* How a person's turn at the keyboard ended. */
typedef enum play_outcome { PLAY_GOES_ON, PLAY_LEAVES, PLAY_LEAVES_UNSAVED } play_outcome;
/* Shows the seat its screen and reads lines until it has moved or wants to leave. */
play_outcome play_ask(play_session *, int seat);
/* Ask a person who owes no move for an answer to a proposal, or whether they have a proposal before the bots move. */
play_outcome play_consult(play_session *, int seat);
play_outcome play_pause(play_session *, int seat);
/* The last screen of a game that is over. */
void play_print_end(const play_session *);

/* --- promises (play_pacts.c, play_promise.c) --------------------------------------------------------- */

/* The first proposal after this number in the record that waits for the seat's answer, or 0. */
uint32_t play_waiting_pact(const play_table *, int seat, uint32_t after);
/* The open promises and proposals the seat knows of, one per line, and all pacts it knows of. */
void play_put_open_pacts(const play_session *, int seat, kb_text *);
void play_print_promises(const play_session *, int seat);
/* Who kept and who broke promises of accepted pacts, and pacts that were revealed at the end of the game. */
void play_put_seals(const play_session *, int viewer, kb_text *);
void play_print_opened(const play_session *, int viewer);
/* Answers the pact whose number was typed (the seat's own number), or the only one there is. */
bool play_answer_typed(play_session *, int seat, kb_pact_act, const char *typed, kb_text *why);
/* Makes a promise as typed. For an empty line, asks for it step by step. */
bool play_make_promise(play_session *, int seat, bool vow, const char *typed, kb_text *why);
/* Tells the seat which of its promises the move would break. True: the seat should type the move again to confirm
 * it. */
bool play_warns(play_session *, int seat, const kb_state *view, kb_move);

/* --- the bots (play_bots.c) -------------------------------------------------------------------------- */

/* Opens the bots that the roles name. Prints an error and returns false on failure. */
bool play_bots_open(play_session *);
void play_bots_close(play_session *);
/* Tells the bots that the game is over. */
void play_bots_end(play_session *);
/* Tells the bots what has happened since the last call, or everything if a move was undone. What they say about it
 * is added to the record. */
void play_bots_follow(play_session *);
/* Lets the bots answer proposals and make their own. True: one of them did, and the others have not heard of it yet. */
bool play_bots_negotiate(play_session *);
/* A person said something, in private or to everybody. The bots it was meant for may answer or propose something. */
void play_bots_listen(play_session *, int speaker, uint32_t to_mask, const char *line);
kb_move play_bots_decide(play_session *, int seat);

/* --- what a typed line means (play_choice.c) -------------------------------------------------------- */

/* Finds the move that was typed: its notation or an abbreviation of it, its number in the list, or the number and
 * the part that line leaves open. False: why says what to do instead. */
bool play_choose(const play_moves *, const char *typed, kb_move *, kb_text *why);
/* A bit for each seat of a list like "green, blue". 0, with the reason in why, if one of them is not a seat. */
uint32_t play_read_seats(const kb_setup *, const char *list, size_t n, kb_text *why);

#endif
