/* arena.h: the parts of `kickback arena`: what to play, the games, and the results. */
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

/* A bot that plays, and its name in the reports. */
typedef struct arena_bot {
    player_spec spec;
    char name[PLAYER_SPEC_MAX]; /* its label, or the spec */
    uint32_t weight;            /* how likely a bot of the field is drawn; 0: the bot was named with --bots */
} arena_bot;

/* Takes the records of games. Several threads call it at once. */
typedef struct arena_keeper {
    void *shelf;
    bool (*has)(void *shelf, uint64_t game); /* whether the game was played before and need not be played again */
    /* Writes what is to be kept of a record. This is done where the game was played. False: it could not be done. */
    bool (*make)(void *shelf, uint64_t game, const char *record, size_t n, FILE *);
    /* Keeps it; only the first rank does. Prints an error and returns false if it could not be kept. */
    bool (*keep)(void *shelf, uint64_t game, const char *made, size_t n);
} arena_keeper;

/* What the command line asked for. */
typedef struct arena_plan {
    kb_setup setup;
    arena_bot bots[ARENA_BOTS_MAX]; /* those of --bots, then those of the field */
    int n_bots, n_named;
    uint64_t games, seed, threads;
    bool pacts;                               /* the bots negotiate */
    uint64_t lines;                           /* that each may say in one phase of it */
    uint64_t program_ms;                      /* time limit of a program for a decision */
    bool duplicate;                           /* every rotation of a line-up has the same luck */
    const char *json, *csv, *records, *field; /* or NULL */
    const char *checkpoint;                   /* keeps the results of finished games; or NULL */
    bool curve;                               /* what bribes buy from these bots, instead of a match */
    bool best_response;                       /* which bot of the field wins most against the named one */
    arena_bot screen;                         /* best response: the opponent in the first matches */
    uint64_t final_games;
    const arena_keeper *keeper; /* or NULL */
} arena_plan;

/* --- which bots play (arena_field.c) ------------------------------------------------------------------- */

/* Adds a bot, "LABEL=SPEC" or "SPEC". False: why says what was expected. */
bool arena_add_bot(arena_plan *, const char *text, uint32_t weight, kb_text *why);
/* Adds the bots of a list separated by commas. A comma within a command is written \, Prints an error for the verb and
 * returns false if one is wrong. */
bool arena_add_bots(arena_plan *, const char *verb, const char *list);
/* Adds the bots of a file: one per line, after an optional weight. Prints an error with the line and returns false. */
bool arena_read_field(arena_plan *, const char *name);

/* Switches promises on, as the value of --pacts says: "word" or "bond", or NULL. And whether the bots can play then, or without.
 * Both print an error and return false if something is wrong. */
bool arena_take_pacts(arena_plan *, const char *verb, const char *text);
bool arena_check_pacts(const arena_plan *, const char *verb);

/* What one seat did in one game. */
typedef struct arena_seat {
    uint8_t bot; /* of the plan */
    int32_t score;
    uint32_t kept, broken;
    uint32_t proposed, accepted;    /* with promises: pacts */
    uint32_t promises[KB_VERDICTS]; /* how its own ended, in pacts that stood */
    uint32_t decisions, forfeits;
    uint64_t simulations, moves; /* moves: simulated ones */
    uint64_t ns;                 /* time its decisions took; not reproducible */
} arena_seat;

typedef struct arena_game {
    bool done;
    uint8_t winners_mask;
    arena_seat seat[KB_SEATS_MAX];
} arena_game;

/* A finished game, and how long its decisions took. */
typedef struct arena_done {
    uint64_t game;
    arena_game result;
    uint32_t took[KB_SEATS_MAX][PLAYER_TIMES];
    uint64_t slowest_ns[KB_SEATS_MAX];
    char trouble[KB_SEATS_MAX][PLAYER_TROUBLE_MAX];
} arena_done;

/* --- line-ups (arena_lineup.c) ------------------------------------------------------------------------ */

/* The number of places from which line-ups are chosen. Each bot has one. If there are more seats than bots, the last
 * bot has the rest. A bot of the field has one for each seat it could fill. */
int arena_places(const arena_plan *);
/* The number of line-ups: all ways to fill the seats from the places, or as many as are drawn. */
uint64_t arena_lineups(const arena_plan *);
/* The place for each seat of this game. */
void arena_lineup(const arena_plan *, uint64_t game, int place[KB_SEATS_MAX]);
/* The bot of a place. */
int arena_bot_at(const arena_plan *, int place);
/* The generator for this number under a seed. */
kb_rng arena_rng(uint64_t seed, uint64_t number);

/* --- a game (arena_game.c) ----------------------------------------------------------------------------- */

/* Plays one game with these players, one for each place. Writes the record to the stream, if there is one. Calls stop
 * before every move, and returns false if it said yes. */
bool arena_play(const arena_plan *, uint64_t game, player *, player_room *, FILE *record, bool (*stop)(void),
                arena_game *);

/* --- the best response (arena_best.c) ------------------------------------------------------------------ */

/* Plays each bot of the field against a table of the plan's screen, then the best three against a table of its bot.
 * Writes the results as a table and as JSON. Prints an error and returns false if something went wrong. */
bool arena_best_response(const arena_plan *, FILE *table, FILE *json);

/* --- what bribes buy (arena_curve.c) ------------------------------------------------------------------- */

enum { ARENA_CURVE_PARTS = 4 };

/* The posts a payer got, by the part of their cash they paid: how many, and the mean rank among the free posts. */
typedef struct arena_curve {
    uint64_t posts[ARENA_CURVE_PARTS];
    double rank[ARENA_CURVE_PARTS];
} arena_curve;
/* Plays the plan's games with one bot of the plan as the landlord. False: out of memory, or a program did not start. */
bool arena_run_curve(const arena_plan *, int which, arena_curve *);
/* Prints the curves of all bots of the plan as a table. */
bool arena_print_curves(const arena_plan *, FILE *);

/* --- all games (arena_run.c) -------------------------------------------------------------------------- */

typedef struct arena_report arena_report;
/* Plays the plan's games in threads. Notes in the report how many games, counted from the first, are done (fewer than
 * asked for after Ctrl-C), and what trouble there was. Prints an error and returns false if something went wrong. */
bool arena_run(const arena_plan *, arena_game *, arena_report *);

/* --- finished games in a file (arena_checkpoint.c) ------------------------------------------------------ */

typedef struct arena_checkpoint {
    FILE *file; /* NULL: there is none */
    const char *name;
} arena_checkpoint;
/* Whether the file is there. */
bool arena_checkpoint_exists(const arena_plan *);
/* Opens the file of the plan, if it has one, for this process alone, and calls `take` for each of its games. A new file is
 * begun. Prints an error and returns false if the file cannot be used, or belongs to another call. */
bool arena_checkpoint_open(arena_checkpoint *, const arena_plan *, void (*take)(void *taker, const arena_done *),
                           void *taker);
/* Adds a game. Prints an error and returns false if it could not be written. */
bool arena_checkpoint_add(const arena_checkpoint *, const arena_plan *, const arena_done *);
void arena_checkpoint_close(arena_checkpoint *);

/* --- results (arena_report.c) -------------------------------------------------------------------------- */

/* The share of some games that a bot won. */
typedef struct arena_share {
    uint64_t games, seats; /* games it played in, and seats it had in them */
    double share, fair;    /* what it won, and what it would win if all seats were equally strong */
    arena_interval interval;
} arena_share;

/* All games of one bot. */
typedef struct arena_entry {
    arena_share all, decided; /* decided: games that somebody won */
    double score, rank;       /* means over its seats */
    uint64_t kept, broken, decisions, forfeits, simulations, moves, ns;
    uint64_t proposed, accepted, promises[KB_VERDICTS];
    /* Its seats in games where they broke a promise, and in those where they broke none; and what they won in them. */
    uint64_t n_broke, n_not;
    double share_broke, share_not;
    uint64_t took[PLAYER_TIMES], slowest_ns;
    double rating;
    char trouble[PLAYER_TROUBLE_MAX]; /* why it forfeited a decision, as an example */
    /* By other bot, in games that somebody won: how many of its seats this bot met, and how many it finished above.
     * A tie counts half. */
    double met[ARENA_BOTS_MAX], beaten[ARENA_BOTS_MAX];
} arena_entry;

struct arena_report {
    uint64_t games;
    uint64_t unwon; /* games that nobody won */
    bool interrupted;
    bool rated; /* there was more than one line-up */
    bool deals; /* somebody made a deal            */
    arena_entry bot[ARENA_BOTS_MAX];
};

/* Fills in the rest of a report. False: out of memory. */
bool arena_sum_up(const arena_plan *, const arena_game *, arena_report *);
void arena_print_table(const arena_plan *, const arena_report *, FILE *);
void arena_put_json(const arena_plan *, const arena_report *, FILE *);
void arena_put_csv(const arena_plan *, const arena_game *, uint64_t n, FILE *);

#endif
