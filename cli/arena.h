/* arena.h: the parts of `kickback arena`: what is to be played, the games, and what they came to. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "arena_stats.h"
#include "player.h"

enum { ARENA_BOTS_MAX = ARENA_RATED_MAX };

/* What the command line asked for. */
typedef struct arena_plan {
    kb_setup setup;
    player_spec bots[ARENA_BOTS_MAX];
    int n_bots;
    uint64_t games, seed, threads;
    const char *json, *csv, *records; /* or NULL */
    bool curve;                       /* what bribes buy from these bots, instead of a match */
} arena_plan;

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
 * seats would stay empty. */
int arena_places(const arena_plan *);
/* How many line-ups there are: all choices of as many places as there are seats. */
uint64_t arena_lineups(const arena_plan *);
/* Which place each seat of this game is taken from. */
void arena_lineup(const arena_plan *, uint64_t game, int place[KB_SEATS_MAX]);
/* The bot that waits there. */
int arena_bot_at(const arena_plan *, int place);

/* Plays one game with these players, one for each place. The record is written to the stream where there is
 * one. Asks before every move whether to stop; false: it was stopped. */
bool arena_play(const arena_plan *, uint64_t game, player *, player_room *, FILE *record, bool (*stop)(void),
                arena_game *);

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

/* All games of one bot. */
typedef struct arena_entry {
    uint64_t games;     /* in which it sat                                    */
    uint64_t seats;     /* … and how often, its seats counted one by one      */
    uint64_t decided;   /* games of these that somebody won                   */
    double share, fair; /* of its games: what it won, and what its seats would if all were alike */
    arena_interval interval;
    double score, rank; /* means over its seats */
    uint64_t kept, broken, decisions, forfeits, simulations, moves, ns;
    double rating;
    char trouble[PLAYER_TROUBLE_MAX]; /* why it once forfeited a decision */
} arena_entry;

struct arena_report {
    uint64_t games;
    uint64_t unwon; /* that nobody won */
    bool interrupted;
    bool rated; /* there was more than one line-up */
    bool deals; /* somebody made one               */
    arena_entry bot[ARENA_BOTS_MAX];
};

/* Fills in the rest of a report. */
void arena_sum_up(const arena_plan *, const arena_game *, arena_report *);
void arena_print_table(const arena_plan *, const arena_report *, FILE *);
void arena_put_json(const arena_plan *, const arena_report *, FILE *);
void arena_put_csv(const arena_plan *, const arena_game *, uint64_t n, FILE *);

#endif
