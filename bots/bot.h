/* bot.h: computer opponents. A bot sees what its seat may see, remembers what happened to it, and picks a move.
 *
 *     bot_spec spec;
 *     bot player;
 *     if (!bot_read("hard:grudge", &spec, &why)) …
 *     bot_sit(&player, &spec, seat, seed);
 *     … after every move, for every event whose seen_by has the seat's bit:
 *     bot_watch(&player, &view, &event);
 *     … when the seat owes a move:
 *     kb_move move = bot_decide(&player, &view, &room);
 *     … after either:
 *     if (bot_speak(&player, &setup, &words)) …       (it has something to say)
 *
 * A view is always the state redacted for the bot's seat. The same spec, seed and views give the same moves
 * on every machine. Bots allocate nothing, print nothing and read no clock. */
#ifndef BOT_H
#define BOT_H

#include "../core/base.h"

enum { BOT_STYLES_MAX = 12, BOT_FIGURES = 10 };
enum { BOT_SIMULATIONS = 1000 }; /* default of a search */

typedef enum bot_kind { BOT_RANDOM, BOT_GREEDY, BOT_SEARCH, BOT_STYLED } bot_kind;

/* How somebody plays a game, as numbers. The game defines what each one means. */
typedef struct bot_figures {
    int16_t at[BOT_FIGURES];
} bot_figures;

/* How a bot treats promises and the other seats. */
typedef enum bot_character {
    BOT_PLAIN,       /* plays for itself, remembers nothing       */
    BOT_HONEST,      /* keeps its deals, rewards those who paid   */
    BOT_OPPORTUNIST, /* breaks a deal when that pays              */
    BOT_GRUDGE,      /* retaliates                                */
    BOT_CHARACTERS
} bot_character;

/* How a bot talks: voices.def. */
typedef enum bot_voice {
    BOT_VOICE_PLAIN,
    BOT_VOICE_DRY,
    BOT_VOICE_WARM,
    BOT_VOICE_GRAND,
    BOT_VOICE_GRUFF,
    BOT_VOICES
} bot_voice;

typedef struct bot_spec {
    uint8_t kind;      /* bot_kind                                                    */
    uint8_t character; /* bot_character                                               */
    uint8_t slips;     /* percentage of decisions made at random: for `easy`          */
    uint8_t game;      /* style: its game; in other games the bot plays their policy  */
    uint8_t voice;     /* bot_voice                                                   */
    uint8_t level;     /* 1: `medium` or `hard`, whose simulations each game limits   */
    uint8_t unused[2];
    bot_figures figures;   /* style                                                       */
    uint32_t simulations;  /* search: per decision; 0: as many as the time allows         */
    uint32_t milliseconds; /* search: per decision; 0: no limit                           */
} bot_spec;

/* What a bot has counted of the events that it saw, as its game lays it out. */
typedef struct bot_tally {
    uint32_t words[107];
} bot_tally;

/* What a bot thinks of the others, from what it saw them do. */
typedef struct bot_memory {
    bot_tally tally;              /* every bot keeps one, whatever its character      */
    uint8_t character;            /* bot_character                                    */
    int8_t regard[KB_SEATS_MAX];  /* -100 an enemy … 0 … 100 a friend                 */
    uint8_t kept[KB_SEATS_MAX];   /* deals this seat kept, with anybody               */
    uint8_t broken[KB_SEATS_MAX]; /* deals it broke                                   */
} bot_memory;

/* Something to say: a phrase of phrases.def and the seat it is about. */
typedef enum bot_phrase {
    BOT_SILENT,
#define PHRASE(name, words) BOT_SAYS_##name,
#include "phrases.def"
#undef PHRASE
    BOT_PHRASES
} bot_phrase;

typedef struct bot_line {
    uint8_t phrase; /* bot_phrase                            */
    uint8_t about;  /* the seat it is about, or KB_NONE      */
} bot_line;

enum { BOT_BARGAINS = 16, BOT_BARGAIN_PROMISES = 6, BOT_REASON_KINDS = 16 };

/* What a bot recently asked or refused for one thing. Pacts that differ only in a number are about the same thing. */
typedef struct bot_bargain {
    uint64_t thing;  /* a hash; 0: none */
    int32_t first;   /* the first number it asked for or offered; 0: none */
    int32_t asked;   /* the last one */
    int32_t refused; /* the best number it refused; 0: none */
    int32_t turn;    /* the turn of the game this was in */
    uint32_t parties_mask;
    uint64_t promise[BOT_BARGAIN_PROMISES]; /* a hash of each, without its number; 0: no more */
    uint64_t numbered;                      /* the hash of the one with the number; 0: none */
    uint8_t own_mask;                       /* the bot's own promises, a bit for each */
    bool gives_number;                      /* the number is in one of them */
} bot_bargain;

typedef struct bot {
    bot_spec spec;
    uint8_t seat;
    bot_line line; /* what it wants to say now                        */
    bot_line said; /* what it said last, so as not to repeat it at once */
    uint8_t times_said[BOT_PHRASES];
    bot_memory memory;
    kb_state before, now; /* search: its view before and after the last move */
    /* How well each style explains what a seat has done so far. Style 0 is the policy. */
    uint16_t style[KB_SEATS_MAX][BOT_STYLES_MAX];
    kb_rng rng;
    bot_bargain bargain[BOT_BARGAINS]; /* most recent first */
    uint8_t snubs[KB_SEATS_MAX];       /* proposals of the bot that a seat has declined in a row */
    uint64_t pondered;                 /* a hash of what it last thought of proposing, and of the round */
    uint8_t reasons_said[BOT_REASON_KINDS];
    bool puzzled;                          /* it has said that it did not understand something */
    uint64_t simulations, simulated_moves; /* totals of all its searches, for reports */
} bot;

/* What a search may use: memory, and a clock if there is one. */
typedef struct bot_room {
    void *memory; /* aligned for anything */
    size_t bytes;
    bool (*late)(void *clock, uint32_t milliseconds); /* whether that much time has passed since the decision began */
    void *clock;
} bot_room;

/* Reads the name of a bot: "random", "greedy", "search", "search:1000", "search:500ms", "easy", "medium" or "hard",
 * each optionally followed by ":honest", ":opportunist" or ":grudge"; "style:NAME" or "style:FIGURE=N/FIGURE=N"; or
 * a key of cast.def, such as "mara". Returns false and writes what was expected to why if there is no such bot. */
bool bot_read(const char *text, bot_spec *, kb_text *why);
/* Simulations per decision in this game. 0: as many as the time allows. */
uint32_t bot_simulations(const bot_spec *, int game);
/* The words bot_read knows: kinds and levels, and characters. The first character means none. */
enum { BOT_NAMES = 6 };
extern const char *const bot_names[BOT_NAMES], *const bot_character_names[BOT_CHARACTERS];
void bot_sit(bot *, const bot_spec *, int seat, uint64_t seed);
/* Tells the bot about an event. The view is the one after the move that caused it. */
void bot_watch(bot *, const kb_state *view, const kb_event *);
/* Picks a move. The seat must owe one in this view. */
kb_move bot_decide(bot *, const kb_state *view, const bot_room *);
/* Makes the bot want to say this, unless it has just said it, or has a broken word to complain of. */
void bot_mean_to_say(bot *, bot_line);
/* Writes what the bot wants to say, once. False: it has nothing to say. */
bool bot_speak(bot *, const kb_setup *, kb_text *);
/* Call this when the line has been said, or is out of date. */
void bot_spoke(bot *);
/* Writes the words of the line it wants to say. */
void bot_write_line(const bot *, const kb_setup *, kb_text *);

/* Moves to choose from. */
typedef struct bot_choices {
    const kb_span *list;
    int n;
} bot_choices;

/* Picks one of these legal moves. NULL: of all legal moves, as bot_decide does. */
kb_move bot_decide_among(bot *, const kb_state *view, const bot_choices *, const bot_room *);
/* A random legal move of the seat; all are equally likely. */
kb_move bot_random(const kb_state *view, int seat, kb_rng *);
/* The move the search finds. */
kb_move bot_search(bot *, const kb_state *view, const bot_choices *, const bot_room *);
/* What a move leads to, as the search finds it. */
enum { BOT_WORTH_MAX = 10000 };
typedef struct bot_worth {
    int32_t worth; /* of the result: 0 the worst … BOT_WORTH_MAX the best. It counts victory and the lead */
    int32_t error; /* its standard error                                                           */
    int32_t score; /* the seat's mean score at the end of the search's games                       */
} bot_worth;

/* Searches with this legal move only, and does not change the bot. A bot that does not search has no simulations: give
 * it a bot that does. Moves of one decision are compared in the same worlds with the same luck. */
bot_worth bot_appraise(const bot *, const kb_state *view, kb_move, const bot_room *);
/* Whether the move is one of the choices. */
bool bot_may_choose(const bot_choices *, kb_move);
/* The choice most like the move. */
kb_move bot_nearest(const bot_choices *, kb_move, kb_rng *);

#endif
