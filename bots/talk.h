/* talk.h: reads proposals from table talk. Simple sentences in English and German become promises that can be accepted:
 *
 *     "12k for the 10k post?"                         a bribe for a post
 *     "leave Hugo alone and I leave Ida alone"        two workers left alone
 *     "Leg mindestens 3 auf M3, dann helfe ich bei S5"
 *
 * A sentence is split into clauses, and a clause into who, what and until when. Each game defines its words and what
 * they mean as deeds (GAME/talk.c). */
#ifndef BOT_TALK_H
#define BOT_TALK_H

#include "../core/base.h"
#include "../core/text.h"

typedef enum bot_hearing {
    BOT_HEARS_CHAT,     /* nothing is proposed                                    */
    BOT_HEARS_PROPOSAL, /* the promises were written                              */
    BOT_HEARS_RIDDLE    /* it seems to be a proposal, but it is not clear of what */
} bot_hearing;

/* Reads what the speaker proposes to the listener with this line. The view is the listener's. The promises are
 * written to out in the format of records: a JSON list of one to six. */
bot_hearing bot_hear(const kb_state *view, int speaker, int listener, const char *line, size_t n, kb_text *out);

/* Which of the listeners a line is meant for: those it was said to in private, those it names, or the only one there
 * is. If it names nobody, it is for those it proposes something to; of these, for those who could do it soonest. The
 * view is a spectator's. */
uint32_t bot_addressed(const kb_state *view, int speaker, uint32_t to_mask, uint32_t listeners_mask, const char *line,
                       size_t n);

/* --- what a game provides ------------------------------------------------------------------------- */

typedef enum talk_kind {
    TALK_NUMBER, /* value: the number               */
    TALK_I,      /* the speaker                     */
    TALK_YOU,    /* the listener                    */
    TALK_ME,     /* the speaker, not as the subject */
    TALK_MY,     /* owns the next thing             */
    TALK_YOUR,
    TALK_SEAT, /* value: a seat                   */
    TALK_NOT,
    TALK_IF,
    TALK_AND,     /* or another word that may begin a clause */
    TALK_FOR,     /* this for that                   */
    TALK_ARTICLE, /* before a number: a post         */
    TALK_TERM,    /* value: kb_term                  */
    TALK_VERB,    /* value: defined by the game      */
    TALK_THING    /* value: defined by the game      */
} talk_kind;

typedef struct talk_word {
    const char *text; /* lower case, without accents ("ae" for "ä"); one word or several */
    uint8_t kind, value;
} talk_word;

enum { TALK_THINGS_MAX = 4, TALK_NUMBERS_MAX = 3, TALK_NOTHING = 0xFF };

typedef struct talk_number {
    int32_t value;
    bool article; /* "the 10,000"         */
    int thing;    /* the thing right after it, or TALK_NOTHING: "10,000 post" */
} talk_number;

typedef struct talk_clause {
    uint8_t subject; /* a seat, or KB_NONE if none is named: an order to the listener, or an ellipsis */
    uint8_t verb;    /* or TALK_NOTHING */
    bool wont, is_condition, is_exchange;
    uint8_t term; /* kb_term, or TALK_NOTHING */
    uint8_t whom; /* a seat that is neither subject nor owner: "to me", "Green"; or KB_NONE */
    int n_things, n_numbers;
    struct {
        uint8_t value, owner; /* owner: a seat, or KB_NONE if not said */
    } thing[TALK_THINGS_MAX];
    talk_number number[TALK_NUMBERS_MAX];
} talk_clause;

/* Who speaks to whom at which table, and the whole sentence. */
typedef struct talk_scene {
    const kb_state *view;
    int speaker, listener;
    const talk_clause *clauses;
    int n_clauses;
} talk_scene;

/* The other one of the two. */
static inline int talk_other(const talk_scene *scene, int seat)
{
    return seat == scene->speaker ? scene->listener : scene->speaker;
}

/* The promises found in a line so far. */
typedef struct talk_promises {
    kb_text *out;
    int n;
    int term;    /* the longest of their terms, a kb_term */
    bool failed; /* one of them fits no deed */
} talk_promises;

/* Adds a promise. The pattern is a format of kb_putf. */
__attribute__((format(printf, 6, 7))) void talk_promise(talk_promises *, const talk_scene *, int seat, bool wont,
                                                        int term, const char *pattern, ...);

typedef struct bot_talk {
    const talk_word *words;
    int n_words;
    const char *const *german_seats; /* in the order of the game's seat_names */
    uint32_t favours;                /* a bit for each verb that helps somebody; the others do harm */
    /* Adds what the clause promises. False: it makes no sense at this table. */
    bool (*clause)(const talk_scene *, const talk_clause *, talk_promises *);
} bot_talk;

#endif
