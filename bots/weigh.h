/* weigh.h: finds what promises are worth by playing the game out with and without them. */
#ifndef BOT_WEIGH_H
#define BOT_WEIGH_H

#include "../engine/promises.h"
#include "policy.h"

enum {
    BOT_VARIANTS_MAX = 8,
    BOT_HELD_MAX = 24,
    BOT_GAIN_UNIT = 16 /* a point of the game's score: where a round brings a few points, fractions count */
};

/* A promise, when its pact was proposed, and whether it waits for its condition. */
typedef struct bot_held {
    const kb_promise *promise;
    kb_when since;
    bool asleep;
} bot_held;

/* A set of promises: those that stand already, and those of one proposal. */
typedef struct bot_variant {
    int n;
    bot_held held[BOT_HELD_MAX];
} bot_variant;

typedef struct bot_weights {
    /* What each seat gains on average, compared with the first variant, in parts of a point: BOT_GAIN_UNIT of them are
     * one. */
    int32_t gain[BOT_VARIANTS_MAX][KB_SEATS_MAX];
    int32_t forced[BOT_VARIANTS_MAX]; /* in how many worlds the bot has no choice but to break its word */
} bot_weights;

/* What a variant has to be worth to matter: to the bot, and to the other seat (BOT_ANY: nothing). A weighing ends early when it is
 * clear that no variant is, or, if enough is set, that the second one is worth this to the bot. */
enum { BOT_ANY = INT32_MIN };
typedef struct bot_bar {
    int32_t own, others;
    uint8_t other[BOT_VARIANTS_MAX];
    bool enough;
} bot_bar;

/* trust is how often a seat keeps its word, in percent. Within one world a seat keeps it in all variants or in none. */
void bot_weigh(const bot *, const kb_state *view, const bot_variant *, int n, const int trust[KB_SEATS_MAX],
               const bot_bar *, bot_weights *);

/* What one set of promises is worth to the bot, compared with another, if this seat does what is best for it then, and does not
 * care for its own promises. The playouts of bot_weigh let everybody play as ever, and nobody in them uses what was promised to
 * them. */
int32_t bot_weigh_abuse(const bot *, const kb_state *view, const bot_variant *without, const bot_variant *with,
                        int seat, const int trust[KB_SEATS_MAX]);

#endif
