/* game.h: the interface of a game: one table of facts and functions. */
#ifndef KB_GAME_H
#define KB_GAME_H

#include "base.h"
#include "deed.h"
#include "json.h"
#include "refusals.h"
#include "text.h"

enum { KB_VALUES_MAX = 4, KB_EDITIONS_MAX = 4 };

typedef struct kb_option {
    const char *name;
    const char *values[KB_VALUES_MAX + 1]; /* the usual default first, closed by NULL */
    const char *meaning;                   /* one sentence, for `kickback games` */
    uint8_t since;                         /* the first version of records that names it; 0: all do */
    uint8_t before;                        /* its value in older records */
    uint8_t in_edition[KB_EDITIONS_MAX];   /* the default of each edition: mostly 0, the first */
} kb_option;

/* How many values there are; never looks past the array. */
static inline int kb_option_values(const kb_option *option)
{
    int n = 0;
    while (n < KB_COUNT(option->values) && option->values[n]) n++;
    return n;
}

/* Every game has it, as the last of its options. */
#define KB_OPTION_PROMISES                                                                          \
    {                                                                                               \
        .name = "promises", .values = {"word", "bond"}, .since = 2,                                 \
        .meaning = "bond: what is promised for the turn under way is enforced; word: nothing binds" \
    }

typedef struct kb_game {
    const char *name, *title, *author;
    uint8_t seats_min, seats_max;
    uint8_t n_editions;          /* 1: the game has no edition key */
    const char *const *editions; /* the default first */
    const char *const *seat_names;
    uint8_t n_options;
    const kb_option *options;
    size_t state_bytes;

    kb_error (*start)(void *state, const kb_setup *);
    uint32_t (*actors)(const void *state);
    int (*legal)(const void *state, int seat, kb_span *, int max);
    kb_error (*check)(const void *state, int seat, kb_move);
    /* Makes a move that check has let pass. */
    void (*make)(void *state, int seat, kb_move, kb_events *);
    bool (*over)(const void *state, kb_result *);
    void (*redact)(const void *state, int seat, void *out);
    void (*sample)(const void *redacted, kb_rng *, void *out);
    /* A bit for each seat whose secrets the state has: all of them in a whole one, at most one in a view. NULL: the game
     * has no secrets. */
    uint32_t (*known)(const void *state);
    /* Whether a seat that remembers everything knows all that can still matter: what is hidden was told to everybody
     * before, or makes no difference any more. NULL: never, if the game has secrets. */
    bool (*is_clear)(const void *state);

    /* Reads one move; an unreadable one fails the scan. */
    void (*read_move)(const void *state, kb_scan *, kb_move *);
    void (*write_span)(const void *state, kb_span, kb_text *);
    /* The sentence that opens a turn begins with "Round N:", so that readers can set it apart. */
    void (*write_event)(const void *state, const kb_event *, kb_text *);
    /* The event as data, one JSON object. */
    void (*write_event_json)(const void *state, const kb_event *, kb_text *);
    /* The members of a position that follow its setup, without braces: "round":1,… */
    void (*write_position)(const void *state, kb_text *);
    /* The setup is already in the state; fills in the rest or says why not. */
    kb_error (*read_position)(kb_json *, void *state, kb_text *why);
    /* The members of the result: scores, winners and why the game ended. */
    void (*write_end)(const void *state, kb_text *);
    /* Facts that front ends need beside a position and would otherwise compute by rules of their own: the members of
     * one JSON object, without braces. The state may be redacted. NULL: none. */
    void (*write_facts)(const void *state, kb_text *);
    /* The table as text, as the state shows it; a redacted one for a person. */
    void (*write_picture)(const void *state, int seat, kb_text *);
    /* What the seat is asked to do, in words. */
    void (*write_question)(const void *state, int seat, kb_text *);
    /* For summaries of a game: the current round (0 before the first), and each seat's current score. */
    int (*round)(const void *state);
    void (*standing)(const void *state, int32_t score[KB_SEATS_MAX]);
    /* The seats that kept or broke an agreement in this event. Leaves both masks as they are if it is not about one.
     * NULL: the rules know no agreements. */
    void (*agreement)(const kb_event *, uint32_t *kept_mask, uint32_t *broken_mask);
    /* Whether the moves owed are answers to what somebody has just done; a table may give them a short clock. */
    bool (*is_answer)(const void *state);
    /* What promises can be about. */
    const kb_deeds *deeds;
    /* Its numbered actions and observations. NULL: none. */
    const struct kb_encoding *encoding;
    /* Its events as numbers. NULL: none. */
    const struct kb_telling *telling;
    const kb_refusals *refusals;
} kb_game;

/* The page uses no encodings, so its module is built without them, which makes it smaller. */
#ifdef KB_NO_ENCODINGS
#define KB_ENCODING(g) NULL
#define KB_TELLING(g)  NULL
#else
#define KB_ENCODING(g) &g##_encoding
#define KB_TELLING(g)  &g##_telling
#endif

/* Nor does it read positions: it follows games from their beginning. */
#ifdef KB_NO_POSITIONS
#define KB_POSITION_READER(g)
#define KB_READ_POSITION(g) NULL
#else
#define KB_POSITION_READER(g)                                                \
    static kb_error g##_read_position_(kb_json *json, void *s, kb_text *why) \
    {                                                                        \
        return g##_read_position(json, (g##_state *)s, why);                 \
    }
#define KB_READ_POSITION(g) g##_read_position_
#endif

/* A game names its functions NAME_start, NAME_actors … with its own state type; these two macros put
 * them behind the plain pointers above. */
#define KB_GAME_WRAPPERS(g)                                                           \
    static kb_error g##_start_(void *s, const kb_setup *setup)                        \
    {                                                                                 \
        return g##_start((g##_state *)s, setup);                                      \
    }                                                                                 \
    static uint32_t g##_actors_(const void *s)                                        \
    {                                                                                 \
        return g##_actors((const g##_state *)s);                                      \
    }                                                                                 \
    static int g##_legal_(const void *s, int seat, kb_span *list, int max)            \
    {                                                                                 \
        return g##_legal((const g##_state *)s, seat, list, max);                      \
    }                                                                                 \
    static kb_error g##_check_(const void *s, int seat, kb_move m)                    \
    {                                                                                 \
        return g##_check((const g##_state *)s, seat, m);                              \
    }                                                                                 \
    static void g##_make_(void *s, int seat, kb_move m, kb_events *out)               \
    {                                                                                 \
        g##_make((g##_state *)s, seat, m, out);                                       \
    }                                                                                 \
    static bool g##_over_(const void *s, kb_result *result)                           \
    {                                                                                 \
        return g##_over((const g##_state *)s, result);                                \
    }                                                                                 \
    static void g##_redact_(const void *s, int seat, void *out)                       \
    {                                                                                 \
        g##_redact((const g##_state *)s, seat, (g##_state *)out);                     \
    }                                                                                 \
    static void g##_sample_(const void *s, kb_rng *rng, void *out)                    \
    {                                                                                 \
        g##_sample((const g##_state *)s, rng, (g##_state *)out);                      \
    }                                                                                 \
    static void g##_read_move_(const void *s, kb_scan *scan, kb_move *m)              \
    {                                                                                 \
        g##_read_move((const g##_state *)s, scan, m);                                 \
    }                                                                                 \
    static void g##_write_span_(const void *s, kb_span span, kb_text *out)            \
    {                                                                                 \
        g##_write_span((const g##_state *)s, span, out);                              \
    }                                                                                 \
    static void g##_write_event_(const void *s, const kb_event *e, kb_text *out)      \
    {                                                                                 \
        g##_write_event((const g##_state *)s, e, out);                                \
    }                                                                                 \
    static void g##_write_event_json_(const void *s, const kb_event *e, kb_text *out) \
    {                                                                                 \
        g##_write_event_json((const g##_state *)s, e, out);                           \
    }                                                                                 \
    static void g##_write_position_(const void *s, kb_text *out)                      \
    {                                                                                 \
        g##_write_position((const g##_state *)s, out);                                \
    }                                                                                 \
    KB_POSITION_READER(g)                                                             \
    static void g##_write_end_(const void *s, kb_text *out)                           \
    {                                                                                 \
        g##_write_end((const g##_state *)s, out);                                     \
    }                                                                                 \
    static void g##_write_picture_(const void *s, int seat, kb_text *out)             \
    {                                                                                 \
        g##_write_picture((const g##_state *)s, seat, out);                           \
    }                                                                                 \
    static void g##_write_question_(const void *s, int seat, kb_text *out)            \
    {                                                                                 \
        g##_write_question((const g##_state *)s, seat, out);                          \
    }                                                                                 \
    static int g##_round_(const void *s)                                              \
    {                                                                                 \
        return g##_round((const g##_state *)s);                                       \
    }                                                                                 \
    static void g##_standing_(const void *s, int32_t score[KB_SEATS_MAX])             \
    {                                                                                 \
        g##_standing((const g##_state *)s, score);                                    \
    }                                                                                 \
    static bool g##_is_answer_(const void *s)                                         \
    {                                                                                 \
        return g##_is_answer((const g##_state *)s);                                   \
    }

#define KB_GAME_FUNCTIONS(g)                                                                                 \
    .state_bytes = sizeof(g##_state), .start = g##_start_, .actors = g##_actors_, .legal = g##_legal_,       \
    .check = g##_check_, .make = g##_make_, .over = g##_over_, .redact = g##_redact_, .sample = g##_sample_, \
    .read_move = g##_read_move_, .write_span = g##_write_span_, .write_event = g##_write_event_,             \
    .write_event_json = g##_write_event_json_, .write_position = g##_write_position_,                        \
    .read_position = KB_READ_POSITION(g), .write_end = g##_write_end_, .write_picture = g##_write_picture_,  \
    .write_question = g##_write_question_, .round = g##_round_, .standing = g##_standing_, .is_answer = g##_is_answer_

/* Appends an event, if events are wanted. */
KB_FN static inline void kb_tell(kb_events *out, kb_event event)
{
    if (!out) return;
    KB_ASSERT(out->n < KB_EVENTS_MAX);
    out->at[out->n++] = event;
}

#endif
