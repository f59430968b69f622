/* player.h: a seat played by a bot: one of ours, or an external program.
 *
 *     player_spec spec;
 *     player p;
 *     player_room room;
 *     if (!player_read("hard:grudge", &spec, &why) || !player_room_open(&room)) …
 *     if (!player_open(&p, &spec, &why)) …
 *     player_sit(&p, seat, seed);                      (a new game)
 *     … after every move:      player_hear(&p, &state, &events);
 *     … when it owes a move:   move = player_decide(&p, &state, &room);
 *     … after either:          if (player_speak(&p, &setup, &words)) … player_hear_talk(&other, …)
 *
 * A player gets whole states and redacts them before the bot or program sees them. Nobody negotiates here: at a table, bots do
 * (table/bots.h), and programs as its guests (guest.h). */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include "../table/bots.h"
#include "guest.h"
#include "negotiators.h"
#include "outside.h"

enum { PLAYER_SPEC_MAX = 512, PLAYER_SAY_MAX = 1000, PLAYER_TROUBLE_MAX = 512, PLAYER_TIMES = 128 };

/* A bot or program by its name: "search:500ms:grudge" or "cmd:./mybot.py --brave". */
typedef struct player_spec {
    char text[PLAYER_SPEC_MAX];
    bot_spec bot; /* unless it is an external program */
} player_spec;
/* False: why says what was expected. Does not start programs. */
bool player_read(const char *text, player_spec *, kb_text *why);
/* The script if the spec is one of negotiators.h, which only tables of the arena have. NULL for other bots. */
const char *player_script(const char *text);
/* The command if the spec is an external program. NULL for a bot of ours. */
const char *player_command(const char *text);

/* Memory for searching and for a table, and a clock. Each thread needs one; its players share it. */
typedef struct player_room {
    void *memory;
    kb_table *table; /* NULL: none yet */
    size_t table_bytes;
    uint64_t began_ns; /* when the current decision began */
} player_room;
bool player_room_open(player_room *);
void player_room_close(player_room *);
/* A monotonic clock. */
uint64_t player_now_ns(void);
/* What a search may use of it, for a decision that begins now. */
bot_room player_search_room(player_room *);

typedef struct player {
    player_spec spec;
    int seat;
    bot bot;
    outside *program;  /* NULL: a bot of ours */
    guest guest;       /* the program at a table */
    negotiator script; /* its script is NULL: it is none */
    kb_rng instead;    /* random moves for a program that does not answer */
    char say[PLAYER_SAY_MAX + 1];
    char trouble[PLAYER_TROUBLE_MAX];         /* why it last forfeited a decision, or was not heard */
    uint64_t decisions, forfeits, decided_ns; /* of this game */
    uint64_t unheard;                         /* answers with pacts where there are none */
    uint32_t program_ms;                      /* time limit for an answer of a program */
    /* A histogram of how long decisions of this game took: processor time, or real time for a program. */
    uint32_t took[PLAYER_TIMES];
    uint64_t slowest_ns;
} player;
/* The longest time counted in took[i], in ns. */
uint64_t player_time_of(int i);
/* Starts the program, if it is one. False: why says why not. */
bool player_open(player *, const player_spec *, kb_text *why);
void player_close(player *);
/* Begins a new game. Forgets everything before. */
void player_sit(player *, int seat, uint64_t seed);
/* Tells it what a move caused, as far as the seat may know. The state is the one after the move. */
void player_hear(player *, const kb_state *, const kb_events *);
/* Tells it what somebody said, if the seat may hear it. */
void player_hear_talk(player *, const kb_setup *, int from, uint32_t to_mask, const char *words);
/* Always returns a legal move. If a program hangs, crashes or names anything else, it is a random move, and counts as a
 * forfeit. */
kb_move player_decide(player *, const kb_state *, player_room *);
/* At a table, after player_sit: its turn to speak in a phase of table/parley.h; and its move. The caller has made room in the table
 * for one call. A bot of ours is a bot of the table, anybody else a person. */
void player_parley(player *, kb_table *);
void player_move(player *, kb_table *, player_room *);
void player_leave(player *, const kb_table *);
/* What it wants to say, once, and to whom; 0: to everybody. False: nothing. */
bool player_speak(player *, const kb_setup *, kb_text *words, uint32_t *to_mask);
/* Tells it that the game is over. */
void player_end(player *, const kb_state *);

#endif
