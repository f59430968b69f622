/* kickback.h: the rules of negotiation games, and bots that play them, as a C library.
 *
 * A whole game, played by chance:
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
 * The library is told moves and never asks for them. It allocates nothing, prints nothing, reads no clock and has no
 * luck of its own: where a rule needs luck, the seat KB_CHANCE owes a move. It keeps nothing between calls, so threads
 * may use it at will, each with its own memory.
 *
 * A state is plain bytes: copy it with =, compare it with memcmp, write it with fwrite. So are records and bots.
 * Fill none of these by hand: states, events, records and bots are what the library wrote, or copies of that.
 * Everything else may be anything. A seat, a number or a text that makes no sense, a null pointer, a buffer too small
 * or a state that was zeroed and never started gives an error, and nothing is written.
 *
 * Functions that return kb_error return KB_OK (0), or why not. A kb_text *why may be NULL. */
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
#ifdef KB_BUILDING_LIBRARY /* only what is declared here leaves the library */
#pragma GCC visibility push(default)
#endif

/* The version of the library in use, as KICKBACK_VERSION is that of the header: "0.1.0". */
const char *kb_version(void);

enum {
    KB_SEATS_MAX = 5,
    KB_CHANCE = 6,    /* the seat that owes nothing but luck */
    KB_SPECTATOR = 7, /* whose eyes see only what everybody sees */
    KB_OPTIONS_MAX = 9,
    KB_SPANS_MAX = 1664, /* no legal list is longer: Integralis, 1,602 with every kind of card in hand */
    KB_EVENTS_MAX = 192, /* no move makes more happen: Integralis, 176 with four closing times in one */
    KB_MOVE_TEXT_MAX = 64,
    KB_POSITION_MAX = 16384, /* bytes of the longest position, view or whole */
    KB_STATE_BYTES = 768,
    KB_NONE = 0xFF,       /* no seat, no post, no card */
    KB_HIDDEN = INT32_MIN /* a number that this view may not know */
};

/* Why a call was refused; KB_OK is 0. These are the refusals that all games share. Each game has more of its own, from 64
 * on, all below KB_ERRORS; kb_error_name and kb_error_sentence tell which. Numbers never change. */
typedef int kb_error;
enum {
    KB_OK = 0,
    KB_E_OVER = 1,         /* the game is over */
    KB_E_NOT_ACTOR = 2,    /* that seat owes no move now */
    KB_E_UNKNOWN_MOVE = 3, /* that is not a move of this game */
    KB_E_WRONG_STEP = 4,   /* another kind of move is due */
    KB_E_NO_SUCH_SEAT = 5, /* no such seat is at this table */
    KB_E_BOUND = 6,        /* a promise for this turn forbids it */
    KB_E_SETUP = 7,        /* no such game, edition, option or number of seats */
    KB_E_FORMAT = 8,       /* the text is not written as it should be */
    KB_E_IMPOSSIBLE = 9,   /* no game can come to this position */
    KB_E_AMOUNT_LOW = 10,  /* that is less than the least allowed */
    KB_E_AMOUNT_HIGH = 11, /* that is more than the most allowed */
    KB_E_AMOUNT_STEP = 12, /* that is not a multiple of the step money comes in */
    KB_E_CANNOT_PAY = 13,  /* the payer does not have that much: it can only be refused */
    KB_E_ARGUMENT = 14,    /* an argument is missing or out of range */
    KB_E_NO_ROOM = 15,     /* the buffer is too small */
    KB_E_HIDDEN = 16,      /* a view does not have what this needs */
    KB_E_NOT_OVER = 17,    /* the game is not over */
    KB_ERRORS = 512
};

/* What the first line of a record says: indices into the game's lists. */
typedef struct kb_setup {
    uint8_t game, edition, seats;
    uint8_t option[KB_OPTIONS_MAX];
} kb_setup;

/* One decision. What a, b and c mean is the game's business; unused fields are 0. */
typedef struct kb_move {
    uint8_t verb, a, b, c;
    int32_t amount;
} kb_move;

/* One entry of a legal list: a move, or a run of n moves whose amounts go up from move.amount in
 * steps of step. For chance, weight says how likely the outcome is against the others. */
typedef struct kb_span {
    kb_move move;
    uint32_t n;
    uint16_t step, weight;
} kb_span;

/* One thing that happened, for those whose bit is in seen_by (1 << seat, 1 << KB_SPECTATOR). */
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

/* A generator for callers. The same seed gives the same numbers on every machine. */
typedef struct kb_rng {
    uint64_t s[4];
} kb_rng;
kb_rng kb_rng_from(uint64_t seed);
/* The next 64 bits. */
uint64_t kb_rng_next(kb_rng *);
/* 0 to n - 1, each equally likely; 0 where n is 0. */
uint32_t kb_rng_below(kb_rng *, uint32_t n);

/* --- text ------------------------------------------------------------------------------------ */

/* A buffer that text is written into: never past its end, always closed with a NUL. n counts the bytes so far, and cut
 * tells that something did not fit. colour asks for terminal colours, and width says how many columns a picture may
 * take: 79, unless the caller changes it. */
typedef struct kb_text {
    char *at;
    size_t size, n;
    bool cut, colour;
    int width;
} kb_text;
/* An empty text in the buffer. */
kb_text kb_text_in(char *buffer, size_t size);

/* --- games, editions and options -------------------------------------------------------------- */

/* How many games there are. A game is a number from 0 on. */
int kb_games(void);
/* The game of this name, as in "intrige", or -1. */
int kb_game_named(const char *name);
/* Its name, its title and its author; NULL for a number that is no game, here and below. */
const char *kb_game_name(int game);
const char *kb_game_title(int game);
const char *kb_game_author(int game);
/* The fewest and the most seats; 0 for a number that is no game. */
int kb_game_seats_min(int game);
int kb_game_seats_max(int game);
/* Its editions, the default first; NULL after the last. */
const char *kb_game_edition(int game, int edition);
/* The names of its options; NULL after the last. */
const char *kb_game_option(int game, int option);
/* One sentence about the option. */
const char *kb_game_option_meaning(int game, int option);
/* The values of an option, the default first; NULL after the last. */
const char *kb_game_option_value(int game, int option, int value);

/* The defaults of a game, with the fewest seats. KB_E_SETUP for a number that is no game: then kb_start refuses it. */
kb_error kb_setup_default(kb_setup *, int game);
/* Sets "players", "edition" or an option by its name. Refused, why tells the choices and the setup stays as it was. */
kb_error kb_setup_set(kb_setup *, const char *name, const char *value, kb_text *why);
/* Whether the setup can be played as a whole; kb_start asks the same. */
kb_error kb_setup_check(const kb_setup *, kb_text *why);
/* "red" and so on, "chance", "spectator"; "nobody" for what is no seat. */
const char *kb_seat_name(const kb_setup *, int seat);
/* The seat of this name, KB_CHANCE and KB_SPECTATOR among them, or -1. */
int kb_seat_named(const kb_setup *, const char *name);

/* The name of an error for programs, as "amount_low"; "unknown" for a number that is no error. */
const char *kb_error_name(kb_error);
/* … and for people: "that is less than the least allowed". */
const char *kb_error_sentence(kb_error);

/* --- play ------------------------------------------------------------------------------------ */

/* Begins a game. */
kb_error kb_start(kb_state *, const kb_setup *);
/* A bit for each seat that owes a move; 1 << KB_CHANCE where luck does; 0 when the game is over. */
uint32_t kb_actors(const kb_state *);
/* Lists everything the seat may do, runs behind single moves, and returns how many entries that is; 0 for a seat that
 * owes no move. At most max entries are written, whatever is returned; KB_SPANS_MAX is always enough. In a view, asks
 * for the seat whose view it is. */
int kb_legal(const kb_state *, int seat, kb_span *, int max);
/* KB_OK, or the rule that forbids the move. kb_legal and kb_apply ask the same question. */
kb_error kb_check(const kb_state *, int seat, kb_move);
/* Makes the move, or refuses it and leaves the state byte for byte as it was. A view is no state to move in:
 * KB_E_HIDDEN. events may be NULL; of a refused move there are none. */
kb_error kb_apply(kb_state *, int seat, kb_move, kb_events *events);
/* Whether the game is over; then the result, which may be NULL, is filled. */
bool kb_over(const kb_state *, kb_result *);
/* A random seat that owes a move and a random move of its list, the values of a run counted each, chance by weight. */
kb_error kb_pick(const kb_state *, kb_rng *, int *seat, kb_move *);

/* --- who may know what ------------------------------------------------------------------------ */

/* The state as a seat, or KB_SPECTATOR, may know it: everything else is erased to fixed values. That is a view. */
kb_error kb_redact(const kb_state *, int seat, kb_state *out);
/* A random whole state that looks just like this view to the seat whose view it is. */
kb_error kb_sample(const kb_state *view, kb_rng *, kb_state *out);
/* A number for the state: equal states have equal ones, on every machine. 0 for what is no state. */
uint64_t kb_hash(const kb_state *);

/* --- moves, events and positions as text -------------------------------------------------------- */
/* Each appends to the text and returns KB_E_NO_ROOM where it was cut. */

/* Reads a move: "bribe 5000". KB_E_UNKNOWN_MOVE, and the move stays as it was. */
kb_error kb_move_parse(const kb_state *, const char *text, size_t n, kb_move *);
kb_error kb_move_text(const kb_state *, kb_move, kb_text *);
/* An entry of a legal list: "bribe 1000..32000/1000". */
kb_error kb_span_text(const kb_state *, kb_span, kb_text *);
/* An event as a sentence, and as a JSON object; the state is the one after the move. */
kb_error kb_event_text(const kb_state *, const kb_event *, kb_text *);
kb_error kb_event_json(const kb_state *, const kb_event *, kb_text *);
/* The position as JSON; of a view, with null for what is hidden. KB_POSITION_MAX bytes are always enough. */
kb_error kb_position_json(const kb_state *, kb_text *);
/* Reads a whole position back. Refused, why says what is wrong, and the state stays as it was. */
kb_error kb_position_parse(const char *text, size_t n, kb_state *, kb_text *why);
/* Reads what a seat was shown of a position: a view, as kb_redact makes it, for kb_sample and for the seat's own moves.
 * What only follows from cards nobody shows, as whose card a discard was, is guessed so that it fits. */
kb_error kb_view_parse(const char *text, size_t n, kb_state *, kb_text *why);
/* The result as JSON: scores, winners, and why it ended. KB_E_NOT_OVER before. */
kb_error kb_result_json(const kb_state *, kb_text *);
/* The table as a picture for a terminal, as a seat's view shows it. */
kb_error kb_picture(const kb_state *, int seat, kb_text *);

/* Verdicts on the deals that are part of a game (Intrige): the seats that kept one and those that broke one in this
 * event, as masks; both 0 for any other event. */
kb_error kb_event_deal(const kb_state *, const kb_event *, uint32_t *kept_mask, uint32_t *broken_mask);

/* --- records, traces and promises --------------------------------------------------------------- */
/* A record is a game as lines of JSON: kickback.kbr(5). It also holds what players promise each other, which is judged
 * as the game goes on. To play, begin a record and add moves; to read one, give it the lines of a file. Every line
 * that was written or read is part of the record; a refused one changes nothing. */

typedef struct kb_record kb_record;
/* The bytes a record takes. */
size_t kb_record_bytes(void);
/* An empty record in memory of the caller's, aligned as malloc aligns it; NULL where that is too small. Nothing is to
 * be freed but the memory. */
kb_record *kb_record_in(void *memory, size_t bytes);
/* Begins a game, and writes its first line, without a newline; here and below line may be NULL. */
kb_error kb_record_begin(kb_record *, const kb_setup *, kb_text *line);
/* Makes a move, which must also keep to promises where the option promises=bond says so, and writes its line. */
kb_error kb_record_move(kb_record *, int seat, kb_move, kb_events *, kb_text *line);
/* The last line, once the game is over. */
kb_error kb_record_end(kb_record *, kb_text *line);
/* Reads the next line, without its newline: a setup, a move, talk, a note, a pact that is proposed or answered. So
 *     {"by":"red","propose":1,"with":["blue"],"promises":[{"seat":"red","will":"pay >=2000","term":"turn"}]}
 * proposes a pact, and {"by":"blue","accept":1} accepts it. Refused, why tells the line's number, what was found and
 * what was expected. */
kb_error kb_record_read(kb_record *, const char *line, size_t n, kb_events *, kb_text *why);
/* The state after the last line; NULL before the first. */
const kb_state *kb_record_state(const kb_record *);
/* kb_legal and kb_check with promises: less what a seat has bound itself not to do. */
int kb_record_legal(const kb_record *, int seat, kb_span *, int max);
kb_error kb_record_check(const kb_record *, int seat, kb_move);
/* One row of a trace: who owes a move, what they may do, and the whole position, as JSON. */
kb_error kb_record_trace(const kb_record *, kb_text *);

/* What can become of a promise, and of a pact. */
typedef enum kb_verdict { KB_OPEN, KB_KEPT, KB_BROKEN, KB_VOID, KB_VERDICTS } kb_verdict;
typedef enum kb_pact_state {
    KB_PACT_OPEN,
    KB_PACT_STOOD,
    KB_PACT_DECLINED,
    KB_PACT_WITHDRAWN,
    KB_PACT_LAPSED,
    KB_PACT_STATES
} kb_pact_state;
/* What a line brought about: a promise came to its verdict, or a pact to a state. */
typedef struct kb_outcome {
    uint32_t pact;   /* its number, from 1 */
    uint8_t promise; /* in the pact, from 0; KB_NONE: the pact itself */
    uint8_t what;    /* kb_verdict or kb_pact_state */
    uint8_t seat;    /* who promised */
    uint8_t unused;
} kb_outcome;
/* What the last line brought about, in order. Writes at most max entries and returns how many there are. */
int kb_record_outcomes(const kb_record *, kb_outcome *, int max);

/* --- bots ------------------------------------------------------------------------------------ */
/* A bot plays a seat, sees what that seat may see, and remembers what it saw. The same bot, seed and game give the same
 * moves on every machine. */

typedef struct kb_bot kb_bot;
/* The bytes a bot takes at least, and what a search is comfortable with. */
size_t kb_bot_bytes(void);
size_t kb_bot_bytes_to_search(void);
/* A bot in memory of the caller's, aligned as malloc aligns it. name is "random", "greedy", "search", "search:1000"
 * (simulations a decision), "easy", "medium" or "hard", each also with a character: "hard:honest", ":opportunist",
 * ":grudge". A search with a time limit needs a clock, and is refused. With less memory than a search needs, it plays
 * as greedy does. NULL: why says what is wrong. */
kb_bot *kb_bot_in(void *memory, size_t bytes, const char *name, int seat, uint64_t seed, kb_text *why);
/* Tells the bot what a move made happen; call it after every move. The state is the one after it, whole or the bot's
 * view: the bot looks at no more than its seat may see. A bot plays one game: another setup is refused. */
kb_error kb_bot_watch(kb_bot *, const kb_state *, const kb_events *);
/* The move the bot makes; its seat must owe one. */
kb_error kb_bot_decide(kb_bot *, const kb_state *, kb_move *);
/* Appends what the bot wants to say, once; nothing where it is silent. */
kb_error kb_bot_say(kb_bot *, const kb_setup *, kb_text *);

#ifdef KB_BUILDING_LIBRARY
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
