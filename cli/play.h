/* play.h: the parts of `kickback play`, a screen around one table: the table and its record, the terminal, what a typed line
 * means. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "../table/bots.h"
#include "cli.h"
#include "guest.h"
#include "pacts.h"
#include "person.h"
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

typedef struct play_sentence {
    char *text;
    uint32_t seen_by;
} play_sentence;

/* The last move. */
typedef struct play_last {
    uint64_t entry; /* the move's; 0: nobody has moved */
    int mover;      /* a seat, or chance */
    bool reveals;   /* it revealed something hidden to somebody */
} play_last;

/* There is no clock: everything happens at time 0. Whoever is at the keyboard, or a program, is a person at the table. */
typedef struct play_table {
    kb_table *at; /* it moves when it needs more memory */
    play_role role[KB_SEATS_MAX];
    char *file; /* where the record is saved */
    bool unsaved;
    /* Computed from the table's entries, as far as they were followed: */
    kb_follower told;
    play_sentence *sentences;
    int n_sentences;
    int since[KB_SEATS_MAX]; /* the first sentence of each seat's last move */
    uint32_t moved_mask;     /* the seats that have moved                   */
    uint32_t n_moves;
    play_last last;
    cli_tally tally;
} play_table;

/* Begins a game. version: of its record. */
void play_open(play_table *, const kb_setup *, int version);
/* Adds a line of a record that was read; before is the state before it. False: the table does not take it, and is unusable. */
bool play_add(play_table *, const kb_state *before, const kb_line *);
/* Begins again, with the roles as they are now, and repeats the game without this entry; 0: with all of them. */
void play_again(play_table *, uint64_t without);
/* The table, with room for one more call. */
kb_table *play_make_room(play_table *);
/* Makes sentences of what has happened since. */
void play_follow(play_table *);
/* Follows what a request did. False: it was refused, and why says why. */
bool play_done(play_table *, kb_answer, kb_text *why);
/* Makes a move that has been checked. */
void play_move(play_table *, int seat, kb_move);
bool play_say(play_table *, int seat, uint32_t to_mask, const char *text, kb_text *why);
/* Adds a line to the record that says who plays which seat. */
void play_note_roles(play_table *);
/* Whether there is an entry about a pact after this one. */
bool play_has_pact_since(const play_table *, uint64_t entry);
/* Whether the last move is this seat's and can be undone. If not, why says why. */
bool play_may_undo(const play_table *, int seat, kb_text *why);
/* Writes the record to the table's file. Prints an error and returns false on failure. */
bool play_save(play_table *);
void play_close(play_table *);
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

/* What the seats without a person need. */
typedef struct play_bots {
    outside *program[KB_SEATS_MAX]; /* NULL: a bot of ours, or a person */
    guest guest[KB_SEATS_MAX];      /* programs */
    player_room room;
    uint32_t program_ms; /* how long a program may take for a decision */
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

/* Starts the programs that the roles name. Prints an error and returns false on failure. */
bool play_bots_open(play_session *);
void play_bots_close(play_session *);
/* Begins with the game as it is now: after it was opened, or a move was undone. */
void play_bots_sit(play_session *);
/* Lets a bot or a program do one thing besides moving. False: none of them has anything left to do. */
bool play_bots_talk(play_session *);
/* Lets the bot or program in that seat move. */
void play_bots_move(play_session *, int seat);
/* Tells the programs that the game is over. */
void play_bots_end(play_session *);

/* --- what a typed line means (play_choice.c) -------------------------------------------------------- */

/* Finds the move that was typed: its notation or an abbreviation of it, its number in the list, or the number and
 * the part that line leaves open. False: why says what to do instead. */
bool play_choose(const play_moves *, const char *typed, kb_move *, kb_text *why);
/* A bit for each seat of a list like "green, blue". 0, with the reason in why, if one of them is not a seat. */
uint32_t play_read_seats(const kb_setup *, const char *list, size_t n, kb_text *why);

#endif
