/* bot.h: opponents. A bot sees what its seat may see, remembers what happened to it, and names a move.
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
enum { BOT_SIMULATIONS = 1000 }; /* of a search that is told nothing else */

typedef enum bot_kind { BOT_RANDOM, BOT_GREEDY, BOT_SEARCH, BOT_STYLED } bot_kind;

/* How somebody plays a game, as figures; the game says what each one means. */
typedef struct bot_figures {
    int16_t at[BOT_FIGURES];
} bot_figures;

/* How a bot treats its word and the others. */
typedef enum bot_character {
    BOT_PLAIN,       /* plays for itself, remembers nothing      */
    BOT_HONEST,      /* keeps its deals, rewards who paid well   */
    BOT_OPPORTUNIST, /* breaks a deal when it pays               */
    BOT_GRUDGE,      /* pays back what was done to it            */
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
    uint8_t slips;     /* of a hundred decisions, how many are made by chance: for `easy` */
    uint8_t game;      /* style: of which game; at others it plays by their policy    */
    uint8_t voice;     /* bot_voice                                                   */
    uint8_t level;     /* 1: it is `medium` or `hard`, which no game lets take too long */
    uint8_t unused[2];
    bot_figures figures;   /* style                                                       */
    uint32_t simulations;  /* search: how many a decision; 0: as many as the time allows  */
    uint32_t milliseconds; /* search: how long a decision takes; 0: no limit              */
} bot_spec;

/* An offer that the landlord refused in the turn under way. */
typedef struct bot_refusal {
    uint8_t scholar, post;
    int32_t amount;
} bot_refusal;

enum { BOT_REFUSALS = 12 };

/* Money that changed hands in sight of everybody, added up. */
typedef struct bot_ledger {
    uint8_t n_refusals;
    bot_refusal refusal[BOT_REFUSALS]; /* the last ones are forgotten when there are too many */
    bool complete;                     /* it was kept from the start, and no sum was hidden */
    uint8_t landlord;                  /* who is being paid now                             */
    int32_t cash[KB_SEATS_MAX];        /* … and what everybody has by now                   */
    uint8_t offered_for;               /* the last offer to them: for which scholar,        */
    uint8_t offered_post;              /* which post                                        */
    int32_t offered;                   /* and how much; 0: none                             */
} bot_ledger;

/* What a bot makes of the others, by what it saw them do. */
typedef struct bot_memory {
    bot_ledger ledger;            /* every bot keeps one, whatever its character      */
    uint8_t character;            /* bot_character                                    */
    int8_t regard[KB_SEATS_MAX];  /* -100 an enemy … 0 … 100 a friend                 */
    uint8_t kept[KB_SEATS_MAX];   /* deals this seat kept, whoever they were with     */
    uint8_t broken[KB_SEATS_MAX]; /* … and broke                                      */
} bot_memory;

/* Something to say: a phrase of phrases.def and the seat it speaks of. */
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

/* What a bot asked or refused lately for one thing: another pact with only its number changed is about the same thing. */
typedef struct bot_bargain {
    uint32_t thing;  /* a hash; 0: none */
    int32_t asked;   /* the last number it asked for or offered; 0: none */
    int32_t refused; /* the best number it refused; 0: none */
    int32_t turn;    /* … in this turn of the game */
} bot_bargain;

enum { BOT_BARGAINS = 8, BOT_REASON_KINDS = 14 };

typedef struct bot {
    bot_spec spec;
    uint8_t seat;
    bot_line line; /* what it wants to say now              */
    bot_line said; /* what it said last: not said twice in a row */
    uint8_t times_said[BOT_PHRASES];
    bot_memory memory;
    kb_state before, now; /* search: its view before the last move, and after it */
    /* How well each style explains what a seat has done so far; style 0 is the policy. */
    uint16_t style[KB_SEATS_MAX][BOT_STYLES_MAX];
    kb_rng rng;
    bot_bargain bargain[BOT_BARGAINS]; /* the latest first */
    uint8_t snubs[KB_SEATS_MAX];       /* how often a seat has declined in a row what the bot proposed */
    uint8_t reasons_said[BOT_REASON_KINDS];
    bool puzzled;                          /* it has said that it did not understand something */
    uint64_t simulations, simulated_moves; /* of all its searches, for reports */
} bot;

/* What a search may use: memory, and a clock where it has one. */
typedef struct bot_room {
    void *memory; /* aligned for anything */
    size_t bytes;
    bool (*late)(void *clock, uint32_t milliseconds); /* whether so much time has passed since the decision began */
    void *clock;
} bot_room;

/* Reads the key of somebody in cast.def, as in "mara", or "random", "greedy", "search", "search:1000", "search:500ms", "easy", "medium", "hard", each with an
 * optional ":honest", ":opportunist" or ":grudge", and "style:NAME" or "style:FIGURE=N/FIGURE=N". False: why says what was expected. */
bool bot_read(const char *text, bot_spec *, kb_text *why);
/* How many simulations a decision takes at this game; 0: as many as the time allows. */
uint32_t bot_simulations(const bot_spec *, int game);
/* The words it reads: kinds and levels, and characters, of which the first is none. */
enum { BOT_NAMES = 6 };
extern const char *const bot_names[BOT_NAMES], *const bot_character_names[BOT_CHARACTERS];
void bot_sit(bot *, const bot_spec *, int seat, uint64_t seed);
/* Tells the bot of an event; the view is of after the move that made it. */
void bot_watch(bot *, const kb_state *view, const kb_event *);
/* The seat owes a move in this view. */
kb_move bot_decide(bot *, const kb_state *view, const bot_room *);
/* Writes what the bot wants to say, once: it is silent again until something else makes it speak. False: nothing. */
bool bot_speak(bot *, const kb_setup *, kb_text *);
/* The line has been said, or its moment has passed. */
void bot_spoke(bot *);
/* The words of the line it wants to say. */
void bot_write_line(const bot *, const kb_setup *, kb_text *);

/* Moves to choose from. */
typedef struct bot_choices {
    const kb_span *list;
    int n;
} bot_choices;

/* bot_decide among these legal moves; NULL: all. */
kb_move bot_decide_among(bot *, const kb_state *view, const bot_choices *, const bot_room *);
/* Any legal move of the seat, each alike. */
kb_move bot_random(const kb_state *view, int seat, kb_rng *);
/* What the search comes to, and how it went. */
kb_move bot_search(bot *, const kb_state *view, const bot_choices *, const bot_room *);
/* Whether the move is one of them. */
bool bot_may_choose(const bot_choices *, kb_move);
/* The one of them that is most like the move. */
kb_move bot_nearest(const bot_choices *, kb_move, kb_rng *);

#endif
