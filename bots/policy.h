/* policy.h: what a game provides for its bots: how to play it without search, and what its events mean to a seat. */
#ifndef BOT_POLICY_H
#define BOT_POLICY_H

#include "bot.h"
#include "talk.h"

enum { BOT_TO_THE_END = 100 }; /* more rounds than any game has */

enum { BOT_FITS = 64, BOT_DEED_MAX = 120, BOT_IDEAS_MAX = 7 };

/* What the moves of the others reveal about what they hide. The game defines the words. */
typedef struct bot_clues {
    uint32_t of[KB_SEATS_MAX][4];
} bot_clues;

typedef struct bot_style {
    const char *name;
    bot_figures figures;
} bot_style;

/* The numbers possible in a seat's deeds. */
typedef struct bot_means {
    int32_t most, step;
} bot_means;

/* Something two seats may promise each other. */
typedef struct bot_idea {
    uint8_t with;
    uint8_t n;
    struct {
        uint8_t seat, wont, term;
        char deed[BOT_DEED_MAX + 1];
    } promise[2];
} bot_idea;

typedef struct bot_policy {
    /* A sensible move, found quickly. Uses only what the seat may know, so the state may also be a sampled world. */
    kb_move (*greedy)(const void *state, int seat, const bot_memory *, kb_rng *);
    /* Updates the memory of this seat for the event, and returns what to say about it. NULL: nothing to remember. */
    bot_line (*remember)(bot_memory *, int seat, const void *view, const kb_event *);
    /* Adds the event to the tally of the memory. NULL: nothing in the game has to be counted. */
    void (*count)(bot_memory *, const void *view, const kb_event *);
    /* Adds to the memory what the event says about how the others stand to each other. Only for bots that search or have a character:
     * a plain greedy one decides by what it sees. NULL: nothing. */
    void (*notice)(bot_memory *, const void *view, const kb_event *);
    /* Copies what everybody has seen from the memory of a seat into one that is used for the others. NULL: the others are taken to
     * remember nothing. */
    void (*share)(const bot_memory *, int seat, bot_memory *other);
    /* How people play, besides the policy itself. A search models the others with these. NULL: all play by the
     * policy. */
    const bot_style *styles;
    int n_styles;
    const char *const *figures; /* their names, terminated by NULL */
    /* A move in this style, with this memory. It may be illegal if a bond or a deal limits the seat. */
    kb_move (*styled)(const void *state, int seat, const bot_figures *, const bot_memory *, kb_rng *);
    /* How a search uses the styles. Tuned by playing matches. */
    struct {
        int prior; /* how much likelier the policy is at first than any one style; 0: the search does not use styles */
        int unexpected; /* how well a move fits a style that would not have made it, out of BOT_FITS */
        bool in_tree;   /* a seat that plays by the policy may deviate from it, as in a search without styles */
    } mixture;
    /* The decision behind the event, given the view before it. False: none that shows how its seat plays. */
    bool (*decision)(const void *before, const kb_event *, kb_move *);
    /* How close an expected move is to the one that was made: 0 … BOT_FITS. */
    int (*fit)(const void *before, kb_move expected, kb_move made);
    /* Copies what the seat's tally knows into a world it guesses. */
    void (*recall)(const bot_memory *, int seat, void *world);
    /* Whether no sane player would make this move: demand more than the other can have, pay more than was agreed, or
     * offer again what was refused. NULL: no move is absurd. */
    bool (*is_absurd)(const void *view, int seat, const bot_memory *, kb_move);
    /* Whether this move of the seat would break a deal that a bot of its character keeps, or make one that conflicts
     * with such a deal. NULL: the rules have no deals. */
    bool (*breaks_word)(const void *view, int seat, const bot_memory *, kb_move);
    /* The most that the seat can pay, commit or bid, from public information, and the step of such numbers. NULL: bots
     * consider any number possible. */
    bot_means (*means)(const void *view, const bot_memory *, int seat);
    /* What the seat might propose now, at most BOT_IDEAS_MAX. Returns how many. NULL: bots propose nothing. */
    int (*ideas)(const void *view, int seat, const bot_memory *, bot_idea *);
    /* What the seat might ask the other to promise, in return for something: ideas with that promise alone, at most
     * BOT_IDEAS_MAX. Returns how many. NULL: only what is in its ideas. */
    int (*wishes)(const void *view, int seat, int with, bot_idea *);
    /* What the seat does instead of its usual move to use, as far as it can, that the promiser has bound itself to it. NULL: that
     * is found by trying moves. */
    kb_move (*press)(const void *state, int seat, int promiser, kb_move usual);
    /* The deals that the rules have, as promises, at most BOT_IDEAS_MAX: those that stand, or the one that a move of the
     * seat would make. Bots that keep their word promise nothing twice, here or there. Return how many. NULL: the rules
     * have no deals. */
    int (*deals)(const void *view, bot_idea *);
    int (*deal_by)(const void *view, int seat, kb_move, bot_idea *);
    /* Notes that this move gives something to somebody who has not done their part for it. A bot does not make such moves,
     * or more generous ones, if there is any other choice. NULL: nothing is given in return for anything. */
    void (*withhold)(bot_memory *, const void *view, kb_move);
    bool pays_exactly; /* promised sums are paid to another seat: nobody pays more than was promised */
    /* How much a decision rewards those who paid for it, 0 … 100. Without rewards nobody would pay. NULL: nobody
     * pays. */
    int (*favour)(const void *view, kb_move);
    /* The vocabulary of its table talk. NULL: bots understand none. */
    const bot_talk *talk;
    /* How much is a clear lead, in the game's own score. */
    int32_t (*clear_lead)(const void *state);
    /* Parameters of the search, tuned by playing matches. */
    struct {
        int rounds_ahead;    /* length of playouts, in rounds: short if each round is scored by itself */
        int widening;        /* below the root: visits before a second move of the bot's own is tried. The better the
                                policy, the more                                                     */
        int others_widening; /* the same for moves of the others                                     */
        int level_max;       /* simulations of a decision of `hard`: what takes 150 ms of a processor, or a second if
                                the game is slow                                                     */
        int surprises;       /* the others make one move in so many at random; 0: never. A bot that relies on the policy
                                loses to players who do not follow it                                */
    } search;
    /* infer: what the moves so far reveal, if the others play by this policy. misfits: how many of these clues a world
     * does not explain. Both are NULL if moves reveal nothing that is not in the view. */
    void (*infer)(const void *view, int seat, bot_clues *);
    int (*misfits)(const void *world, const bot_clues *);
    /* Takes back the guessed sealed choices of a world, so that they are made again. Only called for a seat that has
     * not made its own choice. NULL: they stay as guessed. */
    void (*reopen)(void *world);
} bot_policy;

const bot_policy *bot_policy_of(const kb_state *);
const bot_policy *bot_policy_at(int game); /* NULL past the last */

/* The memory of another seat, as far as this one can know it. */
static inline bot_memory bot_memory_of_others(const bot *b, const bot_policy *policy)
{
    bot_memory others = {0};
    if (policy->share) policy->share(&b->memory, b->seat, &others);
    return others;
}

/* Changes the regard for a seat, within the limits. */
static inline void bot_feel(bot_memory *memory, int seat, int change)
{
    int regard = memory->regard[seat] + change;
    memory->regard[seat] = (int8_t)(regard > 100 ? 100 : regard < -100 ? -100 : regard);
}

#endif
