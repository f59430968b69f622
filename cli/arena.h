/* arena.h: the parts of `kickback arena`: what is to be played, the games, and what they came to. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "arena_stats.h"
#include "player.h"

enum {
    ARENA_NAMED_MAX = ARENA_RATED_MAX, /* with --bots    */
    ARENA_FIELD_MAX = 64,              /* with --field   */
    ARENA_BOTS_MAX = ARENA_NAMED_MAX + ARENA_FIELD_MAX,
    ARENA_LABEL_MAX = 40
};

/* Who plays, and what the reports call it. */
typedef struct arena_bot {
    player_spec spec;
    char name[PLAYER_SPEC_MAX]; /* its label, or the spec */
    uint32_t weight;            /* of a bot of the field: how likely it is to be drawn; 0: it was named with --bots */
} arena_bot;

/* What the command line asked for. */
typedef struct arena_plan {
    kb_setup setup;
    arena_bot bots[ARENA_BOTS_MAX]; /* those of --bots, then those of the field */
    int n_bots, n_named;
    uint64_t games, seed, threads;
    uint64_t program_ms;                      /* how long a program may take */
    bool duplicate;                           /* every rotation of a line-up has the same luck */
    const char *json, *csv, *records, *field; /* or NULL */
    bool curve;                               /* what bribes buy from these bots, instead of a match */
    bool best_response;                       /* which bot of the field wins most against the one that is named */
    arena_bot screen;                         /* … of which this one plays the first matches */
    uint64_t final_games;
} arena_plan;

/* --- who is asked for (arena_field.c) ------------------------------------------------------------------ */

/* Adds a bot, "LABEL=SPEC" or "SPEC". False: why says what was expected. */
bool arena_add_bot(arena_plan *, const char *text, uint32_t weight, kb_text *why);
/* Adds what the file names: a bot a line, a weight before it. False after saying what is wrong, and in which line. */
bool arena_read_field(arena_plan *, const char *name);

/* What one seat did in one game. */
typedef struct arena_seat {
    uint8_t bot; /* of the plan */
    int32_t score;
    uint32_t kept, broken;
    uint32_t decisions, forfeits;
    uint64_t simulations, moves; /* moves: those it simulated */
    uint64_t ns;                 /* that it took to decide: not the same twice */
} arena_seat;

typedef struct arena_game {
    bool done;
    uint8_t winners_mask;
    arena_seat seat[KB_SEATS_MAX];
} arena_game;

/* --- line-ups and games (arena_game.c) --------------------------------------------------------------- */

/* The places at which somebody waits to be lined up: one for each bot, and as many more for the last one as
 * seats would stay empty; of a bot of the field one for each seat that it could fill. */
int arena_places(const arena_plan *);
/* How many line-ups there are: all choices of as many places as there are seats, or as many as are drawn. */
uint64_t arena_lineups(const arena_plan *);
/* Which place each seat of this game is taken from. */
void arena_lineup(const arena_plan *, uint64_t game, int place[KB_SEATS_MAX]);
/* The bot that waits there. */
int arena_bot_at(const arena_plan *, int place);

/* Plays one game with these players, one for each place. The record is written to the stream where there is
 * one. Asks before every move whether to stop; false: it was stopped. */
bool arena_play(const arena_plan *, uint64_t game, player *, player_room *, FILE *record, bool (*stop)(void),
                arena_game *);

/* --- the best response (arena_best.c) ------------------------------------------------------------------ */

/* Plays the field's bots one by one against tables of the plan's screen, then the best three against tables of its bot; a table
 * and JSON of it. False after saying what went wrong. */
bool arena_best_response(const arena_plan *, FILE *table, FILE *json);

/* --- what bribes buy (arena_curve.c) ------------------------------------------------------------------- */

enum { ARENA_CURVE_PARTS = 4 };

/* Posts given to a payer, by the part of their cash that was paid: how many, and their mean place among the free ones. */
typedef struct arena_curve {
    uint64_t posts[ARENA_CURVE_PARTS];
    double rank[ARENA_CURVE_PARTS];
} arena_curve;
/* Plays the plan's games with one bot of the plan as the landlord. False: out of memory, or a program does not start. */
bool arena_run_curve(const arena_plan *, int which, arena_curve *);
/* The curves of all bots of the plan, as a table. */
bool arena_print_curves(const arena_plan *, FILE *);

/* --- all of them (arena_run.c) ------------------------------------------------------------------------ */

typedef struct arena_report arena_report;
/* Plays the plan's games in threads and tells the report how many of them, from the first on, are done (fewer
 * than asked for after Ctrl-C), and what trouble there was. False after saying what went wrong. */
bool arena_run(const arena_plan *, arena_game *, arena_report *);

/* --- what it came to (arena_report.c) ------------------------------------------------------------------ */

/* What a bot got of some games. */
typedef struct arena_share {
    uint64_t games, seats; /* in which it sat, and how often, its seats counted one by one */
    double share, fair;    /* what it won, and what its seats would if all were alike */
    arena_interval interval;
} arena_share;

/* All games of one bot. */
typedef struct arena_entry {
    arena_share all, decided; /* decided: those that somebody won */
    double score, rank;       /* means over its seats */
    uint64_t kept, broken, decisions, forfeits, simulations, moves, ns;
    uint64_t took[PLAYER_TIMES], slowest_ns;
    double rating;
    char trouble[PLAYER_TROUBLE_MAX]; /* why it once forfeited a decision */
    /* Of the seats of another bot at the same table, in games that somebody won: how many, and how many of them it was placed
     * above; a tie is half. */
    double met[ARENA_BOTS_MAX], beaten[ARENA_BOTS_MAX];
} arena_entry;

struct arena_report {
    uint64_t games;
    uint64_t unwon; /* that nobody won */
    bool interrupted;
    bool rated; /* there was more than one line-up */
    bool deals; /* somebody made one               */
    arena_entry bot[ARENA_BOTS_MAX];
};

/* Fills in the rest of a report. False: out of memory. */
bool arena_sum_up(const arena_plan *, const arena_game *, arena_report *);
void arena_print_table(const arena_plan *, const arena_report *, FILE *);
void arena_put_json(const arena_plan *, const arena_report *, FILE *);
void arena_put_csv(const arena_plan *, const arena_game *, uint64_t n, FILE *);

#endif
