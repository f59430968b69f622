/* player.h: whoever plays a seat by itself: a bot of ours, or somebody's program.
 *
 *     player_spec spec;
 *     player p;
 *     player_room room;
 *     if (!player_read("hard:grudge", &spec, &why) || !player_room_open(&room)) …
 *     if (!player_open(&p, &spec, &why)) …
 *     player_sit(&p, seat, seed);                      (a new game)
 *     … after every move:      player_hear(&p, &state, &events);
 *     … before every move:     while (player_negotiate(&p, &state, &pacts, &act)) …
 *     … where it owes a move:  move = player_decide(&p, &state, &pacts, &room);
 *     … after either:          if (player_speak(&p, &setup, &words)) … player_hear_talk(&other, …)
 *
 * It is given whole states and redacts them itself: nothing else reaches what plays. */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include "../bots/moment.h"
#include "../engine/book.h"
#include "outside.h"

enum { PLAYER_SPEC_MAX = 512, PLAYER_SAY_MAX = 1000, PLAYER_TROUBLE_MAX = 512, PLAYER_TIMES = 128 };

/* What was asked for, as in "search:500ms:grudge" or "cmd:./mybot.py --brave". */
typedef struct player_spec {
    char text[PLAYER_SPEC_MAX];
    bot_spec bot; /* where it is none of somebody's programs */
} player_spec;
/* False: why says what was expected. Programs are not started yet. */
bool player_read(const char *text, player_spec *, kb_text *why);
/* The command of a spec that is somebody's program; NULL for a bot of ours. */
const char *player_command(const char *text);

/* Memory and clock for searching: one for each thread, whoever searches in it. */
typedef struct player_room {
    void *memory;
    uint64_t began_ns; /* the decision under way */
} player_room;
bool player_room_open(player_room *);
void player_room_close(player_room *);
/* A clock that only goes forward. */
uint64_t player_now_ns(void);

typedef struct player {
    player_spec spec;
    int seat;
    bot bot;
    outside *program; /* NULL: it is a bot of ours */
    bot_moment moment;
    kb_rng instead; /* moves for a program that does not answer */
    char say[PLAYER_SAY_MAX + 1];
    char trouble[PLAYER_TROUBLE_MAX];         /* why it last forfeited a decision, or was not heard */
    uint64_t decisions, forfeits, decided_ns; /* of this game */
    uint32_t program_ms;                      /* how long a program may take for an answer */
    /* How many decisions of this game took how long: processor time, or what passed while a program was asked. */
    uint32_t took[PLAYER_TIMES];
    uint64_t slowest_ns;
} player;
/* The longest time counted in took[i], in ns. */
uint64_t player_time_of(int i);
/* Starts the program, where it is one. False: why says why not. */
bool player_open(player *, const player_spec *, kb_text *why);
void player_close(player *);
/* A new game: everything before is forgotten. */
void player_sit(player *, int seat, uint64_t seed);
/* Tells what a move made happen, as far as the seat may know; the state is of after it. */
void player_hear(player *, const kb_state *, const kb_events *);
/* Somebody said something; what this seat is not meant to hear it does not. */
void player_hear_talk(player *, const kb_setup *, int from, uint32_t to_mask, const char *words);
/* Something became of pacts: what of it the seat knows it hears. */
void player_hear_outcomes(player *, const kb_setup *, const kb_book *, const kb_outcomes *);
/* A person said this to the seat. True: it has an answer in words; what it proposes instead comes with player_negotiate. */
bool player_listen(player *, const kb_state *, const outside_pacts *, const bot_spoken *spoken,
                   char say[BOT_REASON_BYTES]);
/* What it does about promises before the next move, one thing after another; false: nothing more. */
bool player_negotiate(player *, const kb_state *, const outside_pacts *, bot_act *);
/* What it wanted cannot be. */
void player_hear_refusal(player *, const char *why);
/* A legal move, always: where a program hangs, crashes or names something else, one by chance, counted as a
 * forfeit. The pacts may be NULL: there are none. */
kb_move player_decide(player *, const kb_state *, const outside_pacts *, player_room *);
/* What it wants to say to everybody, once; false for nothing. */
bool player_speak(player *, const kb_setup *, kb_text *words);

#endif
