/* kickback.h: the public face of the rules engine.
 *
 * A whole game, played by nobody in particular:
 *
 *     #include <kickback.h>
 *
 *     kb_setup setup;
 *     kb_state state;
 *     kb_rng rng = kb_rng_from(42);
 *     kb_setup_default(&setup, kb_game_named("intrige"));
 *     setup.seats = 4;
 *     if (kb_start(&state, &setup)) return 1;
 *     while (!kb_over(&state, NULL)) {
 *         int seat;
 *         kb_move move;
 *         kb_pick(&state, &rng, &seat, &move); // any actor, any legal move
 *         kb_apply(&state, seat, move, NULL);
 *     }
 *     kb_result result;
 *     kb_over(&state, &result);
 *     printf("red has %d\n", result.score[0]);
 *
 * The engine is told moves and never asks for them; it allocates nothing, prints nothing, reads
 * no clock and has no luck of its own: where a rule needs luck, the seat KB_CHANCE owes a move.
 * A state is plain bytes: copy it with =, compare it with memcmp, write it with fwrite. */
#ifndef KICKBACK_H
#define KICKBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef KB_BUILDING_LIBRARY /* only what is declared here leaves the library */
#pragma GCC visibility push(default)
#endif

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

/* A generator for callers: samplers, bots, tests. The rules never see one. */
typedef struct kb_rng {
    uint64_t s[4];
} kb_rng;
kb_rng kb_rng_from(uint64_t seed);
uint64_t kb_rng_next(kb_rng *);
uint32_t kb_rng_below(kb_rng *, uint32_t n); /* 0..n-1, all alike; n > 0 */

/* Text goes into a buffer of the caller's: never past its end, always closed with a NUL.
 * cut tells that something did not fit. colour asks for terminal colours, and width says how many
 * columns a picture may take: 79, unless the caller has fewer. */
typedef struct kb_text {
    char *at;
    size_t size, n;
    bool cut, colour;
    int width;
} kb_text;
kb_text kb_text_in(char *buffer, size_t size);

/* --- games and their names ------------------------------------------------------------------ */
int kb_game_named(const char *name);         /* its number, or -1 */
void kb_setup_default(kb_setup *, int game); /* of no game: a setup that kb_start refuses */
const char *kb_error_name(kb_error);         /* as on the wire: "amount_low"; "unknown" for a number that is no error */
const char *kb_error_sentence(kb_error);     /* for a person: "that is less than the least allowed" */
const char *kb_seat_name(const kb_setup *, int seat); /* "red" … "chance"; "nobody" for what is no seat */

/* --- play ----------------------------------------------------------------------------------- */
kb_error kb_start(kb_state *, const kb_setup *);
/* A bit for each seat that owes a move; 1 << KB_CHANCE where luck does; 0 when the game is over. */
uint32_t kb_actors(const kb_state *);
/* Lists everything the seat may do, runs behind single moves, and returns how many entries that is: 0
 * for no actor. At most max entries are written, whatever is returned; KB_SPANS_MAX is always enough. */
int kb_legal(const kb_state *, int seat, kb_span *, int max);
/* KB_OK, or the rule that forbids the move. Legal lists and kb_apply ask the same question. */
kb_error kb_check(const kb_state *, int seat, kb_move);
/* Makes the move, or refuses it and leaves the state byte for byte as it was. events may be NULL. */
kb_error kb_apply(kb_state *, int seat, kb_move, kb_events *events);
bool kb_over(const kb_state *, kb_result *); /* result may be NULL */
/* A random actor and a random move of its list, runs counted as their values, chance by weight. */
void kb_pick(const kb_state *, kb_rng *, int *seat, kb_move *);

/* --- who may know what ---------------------------------------------------------------------- */
/* The state as the seat may know it: everything else is erased to fixed values. */
void kb_redact(const kb_state *, int seat, kb_state *out);
/* A random whole state that looks like this redacted one to the seat it was redacted for. */
void kb_sample(const kb_state *redacted, kb_rng *, kb_state *out);
uint64_t kb_hash(const kb_state *);

/* --- text ----------------------------------------------------------------------------------- */
kb_error kb_move_parse(const kb_state *, const char *text, size_t n, kb_move *);
void kb_move_text(const kb_state *, kb_move, kb_text *);
void kb_span_text(const kb_state *, kb_span, kb_text *);
void kb_event_text(const kb_state *, const kb_event *, kb_text *);
void kb_event_json(const kb_state *, const kb_event *, kb_text *);
void kb_position_json(const kb_state *, kb_text *);
/* Reads a whole position back. Refused, the text says why. */
kb_error kb_position_parse(const char *text, size_t n, kb_state *, kb_text *why);

#ifdef KB_BUILDING_LIBRARY
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
