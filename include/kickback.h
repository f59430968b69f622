/* kickback.h: the rules of negotiation games, and bots that play them, as a C library.
 *
 * A random game:
 *
 *     #include <kickback.h>
 *
 *     kb_setup setup;
 *     kb_state state;
 *     kb_result result;
 *     kb_rng rng = kb_rng_from(42);
 *     kb_setup_default(&setup, kb_game_named("intrige"));
 *     kb_setup_set(&setup, "players", "4", NULL);
 *     if (kb_start(&state, &setup)) return 1;
 *     while (!kb_over(&state, &result)) {
 *         int seat;
 *         kb_move move;
 *         kb_pick(&state, &rng, &seat, &move); // any seat that owes a move, any legal move
 *         kb_apply(&state, seat, move, NULL);
 *     }
 *     printf("red has %d\n", result.score[0]);
 *
 * The caller passes moves to the library; the library never calls back. It allocates nothing, prints nothing, reads no
 * clock and contains no randomness: where a rule needs luck, the seat KB_CHANCE owes a move. It keeps no state between
 * calls, so threads may use it without locks as long as they do not share an object.
 *
 * States, records and bots are plain bytes: copy a state with =, compare it with memcmp, write it with fwrite. States,
 * events, records, bots and the arrays of a batch must have been written by the library, or be copies of such. All
 * other arguments may have any value. An invalid seat, number or text, a null pointer, or a state, batch or generator
 * that was zeroed and never started gives an error, and nothing is written except the reason. A text that does not fit
 * into its buffer is cut and gives an error.
 *
 * Functions that return kb_error return KB_OK (0) or the reason for the refusal: KB_E_ARGUMENT for a null pointer. Other
 * functions return 0, -1, false or NULL then. Pointers that may be NULL are documented; a kb_text *why always may. */
#ifndef KICKBACK_H
#define KICKBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KICKBACK_VERSION_MAJOR 0
#define KICKBACK_VERSION_MINOR 1
#define KICKBACK_VERSION_PATCH 0
#define KICKBACK_VERSION       "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef KB_BUILDING_LIBRARY /* export only what is declared here */
#pragma GCC visibility push(default)
#endif

/* The version of the library at run time: "0.1.0". KICKBACK_VERSION is the version of this header. */
const char *kb_version(void);

enum {
    KB_SEATS_MAX = 5,
    KB_CHANCE = 6,    /* the seat that makes random moves */
    KB_SPECTATOR = 7, /* sees only what everybody may see */
    KB_OPTIONS_MAX = 9,
    KB_SPANS_MAX = 1664, /* the longest legal list: 1,602 in Integralis, with every kind of card in hand */
    KB_EVENTS_MAX = 192, /* the most events of one move: 176 in Integralis, with four closing times */
    KB_MOVE_TEXT_MAX = 64,
    KB_POSITION_MAX = 16384, /* bytes of the longest position as JSON */
    KB_STATE_BYTES = 768,
    KB_NONE = 0xFF,       /* no seat, no post, no card */
    KB_HIDDEN = INT32_MIN /* a number that the view hides */
};

/* Why a call was refused. These codes are shared by all games. Each game has more of its own, from 64 on and below
 * KB_ERRORS; kb_error_name and kb_error_sentence describe them. Numbers never change. */
typedef int kb_error;
enum {
    KB_OK = 0,
    KB_E_OVER = 1,         /* the game is over */
    KB_E_NOT_ACTOR = 2,    /* it is not that seat's turn to move */
    KB_E_UNKNOWN_MOVE = 3, /* that is not a move of this game */
    KB_E_WRONG_STEP = 4,   /* you cannot do that now */
    KB_E_NO_SUCH_SEAT = 5, /* there is no such seat at this table */
    KB_E_BOUND = 6,        /* a promise for this turn forbids that */
    KB_E_SETUP = 7,        /* unknown game, edition or option, or wrong number of seats */
    KB_E_FORMAT = 8,       /* the text is not well-formed */
    KB_E_IMPOSSIBLE = 9,   /* this position cannot occur in a game */
    KB_E_AMOUNT_LOW = 10,  /* that is below the minimum */
    KB_E_AMOUNT_HIGH = 11, /* that is above the maximum */
    KB_E_AMOUNT_STEP = 12, /* that is not a multiple of the smallest sum */
    KB_E_CANNOT_PAY = 13,  /* the payer does not have that much; you can only refuse */
    KB_E_ARGUMENT = 14,    /* an argument is missing or out of range */
    KB_E_NO_ROOM = 15,     /* the buffer is too small */
    KB_E_HIDDEN = 16,      /* a view does not have what this needs */
    KB_E_NOT_OVER = 17,    /* the game is not over */
    KB_E_REFUSED = 18,     /* a table refuses the request; its answer says why */
    KB_ERRORS = 512
};

/* A game, its edition, its number of seats and its options, as indices into the game's lists. */
typedef struct kb_setup {
    uint8_t game, edition, seats;
    uint8_t option[KB_OPTIONS_MAX];
} kb_setup;

/* One decision. The meaning of a, b and c depends on the game and the verb; unused fields are 0. */
typedef struct kb_move {
    uint8_t verb, a, b, c;
    int32_t amount;
} kb_move;

/* One entry of a legal list: a move, or a run of n moves whose amounts start at move.amount and increase by step. For
 * chance, weight is the relative probability of the outcome. */
typedef struct kb_span {
    kb_move move;
    uint32_t n;
    uint16_t step, weight;
} kb_span;

/* One thing that happened. seen_by has a bit for each viewer that may know (1 << seat, 1 << KB_SPECTATOR). */
typedef struct kb_event {
    uint8_t kind, seat, a, b;
    int32_t amount;
    uint32_t seen_by;
} kb_event;

typedef struct kb_events {
    int n;
    kb_event at[KB_EVENTS_MAX];
} kb_events;

/* A position of any game. The bytes after the game's own state are zero. */
typedef union kb_state {
    kb_setup setup;
    uint64_t words[KB_STATE_BYTES / 8];
} kb_state;

typedef struct kb_result {
    int32_t score[KB_SEATS_MAX];
    uint32_t winners_mask;
} kb_result;

/* --- luck ------------------------------------------------------------------------------------ */

/* A random number generator for callers. The same seed gives the same numbers on every machine. */
typedef struct kb_rng {
    uint64_t s[4];
} kb_rng;
kb_rng kb_rng_from(uint64_t seed);
/* The next 64 bits; 0 without a generator. */
uint64_t kb_rng_next(kb_rng *);
/* A number from 0 to n - 1, each equally likely; 0 if n is 0 or without a generator. */
uint32_t kb_rng_below(kb_rng *, uint32_t n);

/* --- text ------------------------------------------------------------------------------------ */

/* A buffer for text. Functions append to it, never write past its end, and always terminate it with a NUL. n is the
 * number of bytes so far; cut is set if something did not fit. colour asks for terminal colours. width is the number of
 * columns for pictures, 79 unless the caller changes it. */
typedef struct kb_text {
    char *at;
    size_t size, n;
    bool cut, colour;
    int width;
} kb_text;
/* An empty text in the buffer. Without a buffer nothing fits. */
kb_text kb_text_in(char *buffer, size_t size);

/* --- games, editions and options -------------------------------------------------------------- */

/* The number of games. Games are numbered from 0. */
int kb_games(void);
/* The number of the game with this name, such as "intrige", or -1. */
int kb_game_named(const char *name);
/* Its name, title and author. NULL if there is no such game, here and below. */
const char *kb_game_name(int game);
const char *kb_game_title(int game);
const char *kb_game_author(int game);
/* The smallest and largest number of seats; 0 if there is no such game. */
int kb_game_seats_min(int game);
int kb_game_seats_max(int game);
/* Its editions, the default first; NULL after the last. */
const char *kb_game_edition(int game, int edition);
/* The names of its options; NULL after the last. */
const char *kb_game_option(int game, int option);
/* One sentence about the option. */
const char *kb_game_option_meaning(int game, int option);
/* The values of an option, the usual default first; NULL after the last. */
const char *kb_game_option_value(int game, int option, int value);

/* Sets the defaults of a game, with the smallest number of seats. KB_E_SETUP if there is no such game; kb_start then
 * refuses the setup. */
kb_error kb_setup_default(kb_setup *, int game);
/* Sets "players", "edition" or an option by its name. Set the edition first: it also sets the options that have another
 * default in it. If refused, why lists the choices and the setup is unchanged. */
kb_error kb_setup_set(kb_setup *, const char *name, const char *value, kb_text *why);
/* Checks that the setup can be played. kb_start checks the same. */
kb_error kb_setup_check(const kb_setup *, kb_text *why);
/* The name of a seat: "red" and so on, "chance", "spectator"; "nobody" if there is no such seat. */
const char *kb_seat_name(const kb_setup *, int seat);
/* The seat with this name, including KB_CHANCE and KB_SPECTATOR, or -1. */
int kb_seat_named(const kb_setup *, const char *name);

/* The name of an error, for programs: "amount_low"; "unknown" for other numbers. */
const char *kb_error_name(kb_error);
/* The sentence of an error, for people: "that is below the minimum". */
const char *kb_error_sentence(kb_error);

/* --- play ------------------------------------------------------------------------------------ */

/* Starts a game. */
kb_error kb_start(kb_state *, const kb_setup *);
/* A mask of the seats that owe a move, possibly 1 << KB_CHANCE; 0 when the game is over. */
uint32_t kb_actors(const kb_state *);
/* Lists the legal moves of a seat, single moves before runs, and returns the number of entries; 0 if the seat owes no
 * move. Writes at most max entries, even if it returns more; KB_SPANS_MAX is always enough. The list may be NULL. In a
 * view, seat must be the seat whose view it is. */
int kb_legal(const kb_state *, int seat, kb_span *, int max);
/* KB_OK, or the rule that forbids the move. kb_legal and kb_apply use the same check. */
kb_error kb_check(const kb_state *, int seat, kb_move);
/* Makes the move, or refuses it and leaves the state unchanged, byte for byte. KB_E_HIDDEN if the state is a view.
 * events may be NULL; a refused move has none. */
kb_error kb_apply(kb_state *, int seat, kb_move, kb_events *events);
/* Whether the game is over. If so, fills in the result, which may be NULL. */
bool kb_over(const kb_state *, kb_result *);
/* Picks a random seat that owes a move and a random legal move of it. Each amount of a run counts as one move; chance
 * picks by weight. */
kb_error kb_pick(const kb_state *, kb_rng *, int *seat, kb_move *);

/* --- who may know what ------------------------------------------------------------------------ */

/* Makes a view: the state as a seat, or KB_SPECTATOR, may know it. Everything hidden is overwritten with fixed
 * values. */
kb_error kb_redact(const kb_state *, int seat, kb_state *out);
/* A random complete state whose view for that seat is this view. */
kb_error kb_sample(const kb_state *view, kb_rng *, kb_state *out);
/* A hash of the state, the same on every machine; 0 if it is not a valid state. */
uint64_t kb_hash(const kb_state *);

/* --- moves, events and positions as text -------------------------------------------------------- */
/* Each function appends to the text and returns KB_E_NO_ROOM if it did not fit. */

/* Reads a move such as "bribe 5000". If it returns KB_E_UNKNOWN_MOVE, the move is unchanged. */
kb_error kb_move_parse(const kb_state *, const char *text, size_t n, kb_move *);
kb_error kb_move_text(const kb_state *, kb_move, kb_text *);
/* An entry of a legal list: "bribe 1000..32000/1000". */
kb_error kb_span_text(const kb_state *, kb_span, kb_text *);
/* An event as a sentence, and as a JSON object. Pass the state after the move. */
kb_error kb_event_text(const kb_state *, const kb_event *, kb_text *);
kb_error kb_event_json(const kb_state *, const kb_event *, kb_text *);
/* The position as JSON; in a view, hidden values are null. KB_POSITION_MAX bytes are always enough. */
kb_error kb_position_json(const kb_state *, kb_text *);
/* Reads a complete position. If refused, why says what is wrong and the state is unchanged. */
kb_error kb_position_parse(const char *text, size_t n, kb_state *, kb_text *why);
/* Reads a view: the position as a seat was shown it. The result is a view as made by kb_redact, for kb_sample and for
 * listing the seat's own moves. What the JSON does not show, such as who discarded a card, is guessed consistently. */
kb_error kb_view_parse(const char *text, size_t n, kb_state *, kb_text *why);
/* The result as JSON: scores, winners, and why the game ended. KB_E_NOT_OVER before the end. */
kb_error kb_result_json(const kb_state *, kb_text *);
/* The table as a picture for a terminal, as the seat may see it. */
kb_error kb_picture(const kb_state *, int seat, kb_text *);

/* Verdicts on deals that are part of the game (Intrige): masks of the seats that kept and broke a deal in this
 * event; both 0 for any other event. */
kb_error kb_event_deal(const kb_state *, const kb_event *, uint32_t *kept_mask, uint32_t *broken_mask);

/* --- encodings ---------------------------------------------------------------------------------- */
/* Moves as a fixed list of numbered actions, and views as fixed lists of small numbers, for learning: docs/encodings.md.
 * Seats are counted from the one that acts or looks, so that one policy plays any seat. Luck is no action: whoever plays
 * the game draws it, by kb_pick. */

/* Changes with any number of any game. */
#define KB_ENCODING_VERSION 1

/* How many actions a game has; 0 for one without an encoding, here and below. */
int kb_actions(int game);
/* The action as the first seat of this setup would write it, a run of sums where it stands for several: "bribe
 * 8000..9000/1000". Nothing is written for an action that the setup cannot have. */
kb_error kb_action_name(const kb_setup *, int action, kb_text *);
/* The action that stands for the move, whoever may make it; -1 for luck and for what is no move. */
int kb_action_of(const kb_state *, int seat, kb_move);
/* Sets mask[i] to 1 for every action that stands for a legal move of the seat, else to 0. n is kb_actions. */
kb_error kb_action_mask(const kb_state *, int seat, uint8_t *mask, int n);
/* The legal move an action stands for: of several sums the one asked for, or the least where amount is KB_HIDDEN. */
kb_error kb_action_move(const kb_state *, int seat, int action, int32_t amount, kb_move *);
/* How many numbers an observation has. */
int kb_observations(int game);
/* What the number at an index is: "money[1][0]". */
kb_error kb_observation_name(int game, int index, kb_text *);
/* Writes what the seat sees. n is kb_observations. The state may be whole: no more is read than the seat may know. */
kb_error kb_observe(const kb_state *, int seat, int8_t *out, int n);

/* --- batches ------------------------------------------------------------------------------------ */
/* Many games of one setup, each stepped to its next decision. All arrays are the caller's, and row i of each belongs to
 * game i. Only winners may be NULL. Chance moves are made, and a game that ends is replaced by a new one. Each function
 * works on the games from `from` to `to` - 1, so that threads can share a batch. To make a step, read the actions of all
 * games; if none is refused, make the moves. */

typedef struct kb_batch {
    kb_setup setup;
    int n;
    kb_state *states;
    kb_rng *luck;         /* for chance moves only */
    kb_move *moves;       /* read and not yet made */
    int8_t *observations; /* [n][kb_observations]: what the deciding seat sees */
    uint8_t *masks;       /* [n][kb_actions]: what it may do */
    int8_t *seats;        /* the deciding seat; if several owe a move, the lowest */
    int32_t *scores;      /* [n][setup.seats]: of a game that the last step ended, else 0 */
    uint8_t *dones;       /* 1: the last step ended a game */
    uint8_t *winners; /* who won that game: 1 for seat 0, 2 for seat 1, 4 for seat 2, …, added; NULL: not wanted */
} kb_batch;
/* Starts the games: game i has its luck from seeds[i]. The other functions refuse games that were not started. */
kb_error kb_batch_start(const kb_batch *, int from, int to, const uint64_t *seeds);
/* Reads an action for each game, like kb_action_move, and changes no game. If one is refused, wrong is its game. amounts
 * and wrong may be NULL. */
kb_error kb_batch_read(const kb_batch *, int from, int to, const int32_t *actions, const int32_t *amounts, int *wrong);
/* Makes the moves that were read. */
kb_error kb_batch_make(const kb_batch *, int from, int to);
/* Picks for each game one of the actions that its mask has, each equally likely; rngs[i] is for game i. If a mask has
 * none, wrong is its game; it may be NULL. */
kb_error kb_batch_pick(const kb_batch *, int from, int to, kb_rng *rngs, int32_t *actions, int *wrong);

/* --- recall -------------------------------------------------------------------------------------- */
/* What a seat was told since the game began, one row of numbers for each of its own moves and each event it was told:
 * docs/encodings.md. Together with the observation these rows are an information state with perfect recall. */

/* The numbers of a row: what it is about, then a seat, two details and an amount. */
typedef enum kb_told { KB_TOLD_WHAT, KB_TOLD_SEAT, KB_TOLD_A, KB_TOLD_B, KB_TOLD_AMOUNT, KB_TOLD_NUMBERS } kb_told;

/* How many values the first number of a row has; 0 for a game without such rows. */
int kb_told_kinds(int game);
/* What one of them stands for: nothing is written for 0, no row; "move" for 1, a move of one's own; else the kind of an
 * event, as in its JSON. */
kb_error kb_told_name(int game, int what, kb_text *);
/* The row of an event that the seat was told (kb_event.seen_by), or of its own move. Neither reads anything of the
 * state but its setup. */
kb_error kb_told_event(const kb_state *, int seat, const kb_event *, int32_t row[KB_TOLD_NUMBERS]);
kb_error kb_told_move(const kb_state *, int seat, kb_move, int32_t row[KB_TOLD_NUMBERS]);

/* The rows of every seat of a batch's games. The arrays are the caller's. */
typedef struct kb_recall {
    int max;       /* how many rows of a seat are kept: the last ones */
    int32_t *rows; /* [n][setup.seats][max][KB_TOLD_NUMBERS], the oldest first */
    int32_t *n;    /* [n][setup.seats]: how many rows the game has had so far */
} kb_recall;
/* Do what kb_batch_start and kb_batch_make do, and keep the rows. */
kb_error kb_recall_start(const kb_recall *, const kb_batch *, int from, int to, const uint64_t *seeds);
kb_error kb_recall_make(const kb_recall *, const kb_batch *, int from, int to);

/* --- records, traces and promises --------------------------------------------------------------- */
/* A record is a game as lines of JSON: kickback.kbr(5). It also holds the promises players make to each other, which
 * are judged as the game goes on. To play, begin a record and add moves. To read one, pass it the lines of a file. A
 * refused line changes nothing. */

typedef struct kb_record kb_record;
/* The size of a record in bytes. */
size_t kb_record_bytes(void);
/* Makes an empty record in the caller's memory, which must be aligned as by malloc; NULL if it is too small. To free
 * the record, free the memory. */
kb_record *kb_record_in(void *memory, size_t bytes);
/* Starts a game and writes its first line, without a newline. line may be NULL, here and below. */
kb_error kb_record_begin(kb_record *, const kb_setup *, kb_text *line);
/* Makes a move and writes its line. With the option promises=bond, the move must also keep the seat's promises. The
 * events may be NULL, here and below; what was refused has none. */
kb_error kb_record_move(kb_record *, int seat, kb_move, kb_events *, kb_text *line);
/* Writes the last line, once the game is over. */
kb_error kb_record_end(kb_record *, kb_text *line);
/* Reads the next line, without its newline: a setup, a move, talk, a note, or a pact that is proposed or answered. For
 * example,
 *     {"by":"red","propose":1,"with":["blue"],"promises":[{"seat":"red","will":"pay >=2000","term":"turn"}]}
 * proposes a pact, and {"by":"blue","accept":1} accepts it. If refused, why has the line's number, what was found and
 * what was expected. */
kb_error kb_record_read(kb_record *, const char *line, size_t n, kb_events *, kb_text *why);
/* The state after the last line; NULL before the first. */
const kb_state *kb_record_state(const kb_record *);
/* What kb_legal and kb_check say, without the moves that binding promises of the seat forbid. */
int kb_record_legal(const kb_record *, int seat, kb_span *, int max);
kb_error kb_record_check(const kb_record *, int seat, kb_move);
/* One row of a trace as JSON: the seats that owe a move, their legal moves, and the whole position. */
kb_error kb_record_trace(const kb_record *, kb_text *);

/* The verdict on a promise, and the state of a pact. */
typedef enum kb_verdict { KB_OPEN, KB_KEPT, KB_BROKEN, KB_VOID, KB_VERDICTS } kb_verdict;
typedef enum kb_pact_state {
    KB_PACT_OPEN,
    KB_PACT_STOOD,
    KB_PACT_DECLINED,
    KB_PACT_WITHDRAWN,
    KB_PACT_LAPSED,
    KB_PACT_STATES
} kb_pact_state;
/* A change caused by a line: the verdict on a promise, or a new state of a pact. */
typedef struct kb_outcome {
    uint32_t pact;   /* its number, from 1 */
    uint8_t promise; /* in the pact, from 0; KB_NONE: the pact itself */
    uint8_t what;    /* kb_verdict or kb_pact_state */
    uint8_t seat;    /* who promised */
    uint8_t unused;
} kb_outcome;
/* The changes caused by the last line, in order. Writes at most max entries and returns how many there are. The list may
 * be NULL. */
int kb_record_outcomes(const kb_record *, kb_outcome *, int max);

/* --- bots ------------------------------------------------------------------------------------ */
/* A bot plays one seat, sees what that seat may see, and remembers it. The same bot, seed and game give the same
 * moves on every machine. */

typedef struct kb_bot kb_bot;
/* The minimum size of a bot in bytes, and the recommended size for a search. */
size_t kb_bot_bytes(void);
size_t kb_bot_bytes_to_search(void);
/* Makes a bot in the caller's memory, which must be aligned as by malloc. name is "random", "greedy", "search",
 * "search:1000" (simulations per decision), "easy", "medium" or "hard", optionally with a character: "hard:honest",
 * ":opportunist", ":grudge". A search with a time limit is refused, because it needs a clock. With too little memory
 * for a search, the bot plays like greedy. If it returns NULL, why says what is wrong. */
kb_bot *kb_bot_in(void *memory, size_t bytes, const char *name, int seat, uint64_t seed, kb_text *why);
/* Tells the bot what happened; call it after every move. Pass the state after the move, complete or as the bot's
 * view; the bot uses only what its seat may see. A bot plays one game: a state of another setup is refused. */
kb_error kb_bot_watch(kb_bot *, const kb_state *, const kb_events *);
/* The bot's move. Its seat must owe one. It knows of no promises, so where they bind, its move may be one that they forbid:
 * bots at a table keep theirs. */
kb_error kb_bot_decide(kb_bot *, const kb_state *, kb_move *);
/* Appends what the bot wants to say, if anything. Each sentence is returned once. */
kb_error kb_bot_say(kb_bot *, const kb_setup *, kb_text *);

/* --- tables ---------------------------------------------------------------------------------- */
/* A table is a game with its seats, talk, promises, and bots that negotiate. What people ask for, and what they are told,
 * is JSON as between the page and a server: docs/protocol.md has the requests, views and events. Every change is an entry,
 * a line of text; with its entries a table can be restored. A table has no clock: callers say how late it is, in
 * milliseconds since 1970.
 *
 *     kb_table *t = kb_table_in(malloc(bytes), bytes = kb_table_bytes(NULL, 0));
 *     const kb_who anna = {1, "Anna", now};
 *     kb_table_begin(t, &anna, request, strlen(request), &why);         {"game":"intrige","players":3}
 *     kb_table_seed(t, seed);
 *     kb_table_request(t, &anna, request, strlen(request), &answer);    {"id":"1","do":"sit","seat":"red"} … {"id":"4","do":"start"}
 *     while (!kb_table_step(t, now, memory, n, &step) && step > KB_STEP_HELD) …
 *
 * Its memory grows with its entries. Before a call that changes it: if kb_table_bytes(t, n) is more than it has, give it
 * more with realloc, then call kb_table_grow. Without enough memory the call returns KB_E_NO_ROOM and changes nothing. The
 * memory has no addresses in it: it may be copied, moved and stored, for programs with this version of the library. */

typedef struct kb_table kb_table;
/* How many bytes a table needs for its next call with n bytes of text. NULL: a new one. */
size_t kb_table_bytes(const kb_table *, size_t n);
/* Makes an empty table in the caller's memory, which must be aligned as by malloc; NULL if it is too small. */
kb_table *kb_table_in(void *memory, size_t bytes);
/* The table has so many bytes now. */
void kb_table_grow(kb_table *, size_t bytes);

/* Who asks, and when. */
typedef struct kb_who {
    uint32_t person;  /* a number that the caller gives each person, from 1 */
    const char *name; /* that others see */
    uint64_t now_ms;
} kb_who;
/* Creates the table, with the keys of the request `create`; others are ignored. Whoever asks is its host. */
kb_error kb_table_begin(kb_table *, const kb_who *, const char *request, size_t n, kb_text *why);
/* Chance and bots draw from this seed from now on; at first, and in a table that is restored, from 0. */
kb_error kb_table_seed(kb_table *, uint64_t seed);
/* Answers a request at a table: {"ok":true,…} or {"ok":false,"error":…,"sentence":…}. A request with an id that the person
 * has used is not done again. Returns KB_OK if it was done, the rule that forbids it, or KB_E_REFUSED. */
kb_error kb_table_request(kb_table *, const kb_who *, const char *request, size_t n, kb_text *answer);
/* Makes a move, as the request `move` does, for the person in that seat. */
kb_error kb_table_make(kb_table *, const kb_who *, kb_move);

/* What happened: nothing is left to do until somebody asks for something; bots hold back until kb_table_held_ms; a chance
 * move; something said, proposed or answered by a bot; a bot's move. */
typedef enum kb_step { KB_STEP_NOTHING, KB_STEP_HELD, KB_STEP_LUCK, KB_STEP_TALK, KB_STEP_MOVE } kb_step;
/* Lets chance or a bot do the next thing. memory is for bots that search, of kb_bot_bytes_to_search; it may be NULL, and
 * they play like greedy then. Bots keep their bonds. */
kb_error kb_table_step(kb_table *, uint64_t now_ms, void *memory, size_t bytes, kb_step *);
/* Until when bots hold back for a person who negotiates; UINT64_MAX: until a person lets them go on; 0: they do not. */
uint64_t kb_table_held_ms(const kb_table *);

/* The state of the game; NULL before it begins. */
const kb_state *kb_table_state(const kb_table *);
/* The moves that a seat may make: the legal ones without those that its bonds forbid. The list has room for so many. */
enum { KB_MOVES_MAX = 4096 };
int kb_table_moves(const kb_table *, int seat, kb_span list[KB_MOVES_MAX]);
/* What a viewer, a seat or KB_SPECTATOR, is shown; and the number of its last event. */
kb_error kb_table_put_view(const kb_table *, int viewer, kb_text *);
uint64_t kb_table_n_events(const kb_table *, int viewer);
/* A list of the viewer's events after *after up to another, as many as fit; *after is then the last of them. copy is memory
 * of kb_table_copy_bytes. */
size_t kb_table_copy_bytes(const kb_table *);
kb_error kb_table_put_events(const kb_table *, int viewer, uint64_t *after, uint64_t up_to, void *copy, kb_text *);
/* The record of the game for this viewer, without talk that it did not hear. It contains everybody's moves. *line is how many
 * lines were written so far, at first 0; call it again until it is 0 again. The text has room for KB_RECORD_BYTES. */
enum { KB_RECORD_BYTES = 98304 };
kb_error kb_table_put_record(const kb_table *, int viewer, size_t *line, kb_text *);

/* How many entries there are; one of them, from 1; and adding the next one to a table that is restored. */
uint64_t kb_table_n_entries(const kb_table *);
kb_error kb_table_put_entry(const kb_table *, uint64_t number, kb_text *);
kb_error kb_table_add_entry(kb_table *, const char *entry, size_t n, kb_text *why);

#ifdef KB_BUILDING_LIBRARY
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
