/* policy.h: what a game tells its bots: how to play it without search, and what its events mean to a seat. */
#ifndef BOT_POLICY_H
#define BOT_POLICY_H

#include "bot.h"
#include "talk.h"

enum { BOT_TO_THE_END = 100 }; /* more rounds than any game has */

enum { BOT_FITS = 64, BOT_DEED_MAX = 120, BOT_IDEAS_MAX = 7 };

/* What the others' moves tell of what they hide, in words of the game. */
typedef struct bot_clues {
    uint32_t of[KB_SEATS_MAX][4];
} bot_clues;

typedef struct bot_style {
    const char *name;
    bot_figures figures;
} bot_style;

/* What numbers in a seat's deeds can be. */
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
    /* A sensible move, at once. Looks only at what the seat may know, so the state may also be a sampled world. */
    kb_move (*greedy)(const void *state, int seat, const bot_memory *, kb_rng *);
    /* What the event changes in the memory of this seat, and what there is to say about it. NULL: nothing. */
    bot_line (*remember)(bot_memory *, int seat, const void *view, const kb_event *);
    /* What the event changes in the ledger. NULL: the game's money cannot be followed, or need not be. */
    void (*count)(bot_ledger *, const void *view, const kb_event *);
    /* How people play, beside the policy itself: what a search takes the others for. NULL: all play by the policy. */
    const bot_style *styles;
    int n_styles;
    const char *const *figures; /* their names, closed by NULL */
    /* A move in this style. It need not be legal where a bond or a deal limits the seat. */
    kb_move (*styled)(const void *state, int seat, const bot_figures *, kb_rng *);
    /* What a search makes of them, found by matches. */
    struct {
        int prior; /* how much likelier the policy is than any one style, to begin with; 0: styles are not for it */
        int unexpected; /* how well a move fits a style that would not have made it, of BOT_FITS */
        bool in_tree;   /* who plays by the policy may leave it, as in a search without styles */
    } mixture;
    /* The decision that the event tells of, by the view before it. False: none that tells how its seat plays. */
    bool (*decision)(const void *before, const kb_event *, kb_move *);
    /* How near a move that was expected comes to the one that was made: 0 … BOT_FITS. */
    int (*fit)(const void *before, kb_move expected, kb_move made);
    /* Puts what the ledger knows into a guessed world. */
    void (*recall)(const bot_ledger *, void *world);
    /* Whether nobody in their senses would say this: to demand more than the other can have, to offer less than
     * before. NULL: no move is. */
    bool (*is_absurd)(const void *view, const bot_memory *, kb_move);
    /* Whether this move of the seat would break a deal it made, or make one it cannot keep beside another. NULL: the
     * rules know no deals. */
    bool (*breaks_word)(const void *view, int seat, kb_move);
    /* The most that the seat can pay, commit or bid, as far as anybody may know, and the step of such numbers. NULL: bots
     * take any number for possible. */
    bot_means (*means)(const void *view, const bot_memory *, int seat);
    /* What the seat might propose now; at most BOT_IDEAS_MAX. NULL: bots propose nothing. */
    int (*ideas)(const void *view, int seat, const bot_memory *, bot_idea *);
    /* How far a decision repays what others paid for it, 0 … 100: what makes paying worth while. NULL: nobody pays. */
    int (*favour)(const void *view, kb_move);
    /* The words of its table talk. NULL: bots understand none. */
    const bot_talk *talk;
    /* A lead of so much is a clear one, in the game's own score. */
    int32_t (*clear_lead)(const void *state);
    /* What a search should know about the game, found by matches. */
    struct {
        int rounds_ahead;    /* it plays out: few where a round's score stands by itself            */
        int widening;        /* visits for a second move where the bot decides below the root: more of them, the
                                further the policy is to be trusted                                  */
        int others_widening; /* … and where another seat decides                                     */
        int level_max;       /* simulations of a decision of `hard`: what takes 150 ms of a processor, or a second where
                                a game is slow                                                       */
        int surprises;       /* the others make one move in so many by chance; 0: never. Who takes the policy for
                                granted is beaten by those who know better                           */
    } search;
    /* NULL where moves tell nothing that the view does not: what those that led to it tell, if the others play by
     * this policy; and how many of them a world leaves unexplained. */
    void (*infer)(const void *view, int seat, bot_clues *);
    int (*misfits)(const void *world, const bot_clues *);
    /* What a world has guessed of sealed choices is forgotten: they are yet to be made. Only a seat that has not made
     * its own asks. NULL: they stay as guessed. */
    void (*reopen)(void *world);
} bot_policy;

const bot_policy *bot_policy_of(const kb_state *);
const bot_policy *bot_policy_at(int game); /* NULL past the last */

/* Moves a seat's regard, within its limits. */
static inline void bot_feel(bot_memory *memory, int seat, int change)
{
    int regard = memory->regard[seat] + change;
    memory->regard[seat] = (int8_t)(regard > 100 ? 100 : regard < -100 ? -100 : regard);
}

#endif
