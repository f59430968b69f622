/* deed.h: deeds, which are what promises are about: the table that a game fills in, and patterns over deeds. */
#ifndef KB_DEED_H
#define KB_DEED_H

#include "base.h"
#include "text.h"

enum {
    KB_PLACES = 5,       /* words of a deed behind its verb */
    KB_DEEDS_MAX = 10,   /* of one move: Intrige, a post given and eight scholars banished */
    KB_FORMS_MAX = 32,   /* of one game */
    KB_PATTERN_MAX = 120 /* bytes */
};

/* The number of a place that has no choice of words: its word is fixed, it is an amount, or the deed is shorter. The
 * words of a game are numbered from 0 and stay below. */
enum { KB_NO_WORD = 63, KB_NO_PLACE = 0xFF };

/* One deed. word[i] is the number of the word at place i; for a word with a dot, of its first part. */
typedef struct kb_deed {
    uint8_t seat; /* whose deed it is: mostly the seat that moved */
    uint8_t form; /* number in the game's table */
    uint8_t word[KB_PLACES];
    uint8_t part[KB_PLACES]; /* the second part of a word with a dot */
    int32_t amount;
} kb_deed;

KB_STATIC_ASSERT(sizeof(kb_deed) == 16, "no padding");

KB_FN static inline kb_deed kb_deed_of(int seat, int form)
{
    kb_deed deed;
    __builtin_memset(&deed, KB_NO_WORD, sizeof deed);
    deed.seat = (uint8_t)seat;
    deed.form = (uint8_t)form;
    deed.amount = 0;
    return deed;
}

/* --- the grammar of a game's deeds --------------------------------------------------------------- */

typedef enum kb_place_kind {
    KB_PLACE_FIXED, /* always this text: "for", "at", "on" */
    KB_PLACE_WORD,  /* one of `words` */
    KB_PLACE_PARTS, /* one of `words`, a dot, one of `parts` */
    KB_PLACE_AMOUNT /* any whole number */
} kb_place_kind;

typedef struct kb_place {
    kb_place_kind kind;
    const char *name;      /* the kind of word, such as "scholar"; for KB_PLACE_FIXED the text itself */
    uint64_t words, parts; /* a bit for each that this game has with these options */
} kb_place;

/* The words possible at one place do not depend on the other places. Where they would, use two forms. */
typedef struct kb_deed_form {
    const char *verb;
    int n; /* places; -1: no such deed with these options */
    kb_place at[KB_PLACES];
} kb_deed_form;

/* --- patterns ------------------------------------------------------------------------------------ */

/* A pattern that was found to fit: which forms it can match, and which words at each place. */
typedef struct kb_pattern {
    uint32_t forms; /* 0: no pattern */
    uint8_t any;    /* a bit for each place that matches any number */
    uint8_t named;  /* a bit for each place with one word, written out; of one with a dot, both parts */
    uint8_t n;      /* bytes of the text */
    char text[KB_PATTERN_MAX + 1];
    uint64_t words[KB_PLACES], parts[KB_PLACES];
} kb_pattern;

/* --- what a game provides ------------------------------------------------------------------------ */

/* The turn and the round under way, counted from 1 through the whole game. */
typedef struct kb_when {
    int turn, round;
} kb_when;

/* A decision as its maker met it. */
typedef struct kb_decision {
    const kb_state *state; /* before it: the seat owes this move */
    kb_state then;         /* room for one that was hidden */
    int seat;
    kb_move move;
} kb_decision;

/* What a move leaves of the chance to do something else. */
typedef enum kb_leaving {
    KB_LEAVES_NOTHING, /* the decision is over */
    KB_TAKES_LAST,     /* it uses the last action of the turn */
    KB_LEAVES_ROOM     /* the same seat goes on */
} kb_leaving;

typedef struct kb_deeds {
    int n_forms, n_words;
    const uint8_t *amount_at; /* for each form: the place of its amount, or KB_NO_PLACE */
    const uint8_t
        *excused_at; /* for each form: the place whose number is no excuse for a broken promise, or KB_NO_PLACE */
    const char *const *verbs; /* of each form; forms of one verb are adjacent */
    void (*form)(const kb_setup *, int form, kb_deed_form *);
    void (*put_word)(const kb_setup *, int word, kb_text *);
    /* The number of a word, or -1. NULL: the words are few enough to write them out and compare. */
    int (*word_named)(const kb_setup *, const char *, size_t n);
    /* The words of seats are numbered by seat from here on; KB_NO_WORD: no deed names one. */
    int first_seat;
    /* The form whose amounts only payer and payee may know with these options, or KB_NO_PLACE; this place names the
     * payee. NULL: no such form. */
    int (*secret_form)(const kb_setup *);
    int payee_at;
    const char *secret_rule; /* a sentence that refuses any other promise about such a deed */

    kb_when (*when)(const void *state);
    /* The part of a turn, for games where each part is a new occasion to negotiate; 0: the rest of the turn. NULL:
     * turns have no parts. */
    int (*stage)(const void *state);
    /* The point of the turn at which programs negotiate, from 1; 0: not here. NULL: one, at the start of the turn. */
    int (*point)(const void *state);
    const uint32_t *forms_by_verb; /* for each verb of the game's moves: the forms its deeds can have */
    /* The forms that deeds of the legal moves can have in this state, perhaps more: a quick look that spares the
     * list. NULL: any. */
    uint32_t (*forms_here)(const void *state);
    /* The deeds of a move, in order; at most KB_DEEDS_MAX. A hidden choice makes the deeds of its reveal. For a run
     * of amounts, pass the lowest; the deed's amount increases with it. */
    int (*deeds)(const void *state, int seat, kb_move, kb_deed *);
    /* The decisions that count as made with this move, one after another: i from 0 on, false: no more. An ordinary
     * move is its own. A hidden choice makes none, and the last of them all, in the order of their deeds. */
    bool (*decision)(const void *state, int seat, kb_move, int i, kb_decision *);
    /* NULL: a move is always the whole of a decision. */
    kb_leaving (*leaves)(const void *state, kb_move);

    /* The rest is for games in which a seat gives away what there is only one of, such as a post; otherwise zero. */
    /* What the move uses up, a bit for each. */
    uint32_t (*uses_up)(const void *state, kb_move);
    /* The state as it were if no agreement of the game's own bound anybody, and if none of these had been used up. */
    void (*unbound)(const void *state, uint32_t used, void *out);
    /* Deeds that the seat may still make after this decision, if what they need is not used up; at most
     * KB_LATER_MAX. */
    int (*later)(const void *state, kb_deed *);
    /* Gifts are deeds of this form (a bit): the word with a dot at place 0 is who gets it, the word at scarce_at what.
     * A giver has one thing of each name, and gives at most one to all those with the same second part. */
    uint32_t gift_form;
    int scarce_at;
    /* The gifts that the game's own agreements oblige the seat to; at most KB_LATER_MAX. */
    int (*pledged)(const void *state, int seat, kb_deed *);
    /* Whether the move would oblige the seat to one more gift, and to which. */
    bool (*pledges)(const void *state, int seat, kb_move, kb_deed *);
} kb_deeds;

enum { KB_LATER_MAX = 64 };

#endif
