/* table.h: one table: a game with its seats, bots, talk and promises, as a fold of its entries.
 *
 *     kb_table *t = kb_table_in(memory, bytes);
 *     if (kb_table_bytes(t, n) > bytes) …                    (give it more memory first: kb_table_grow)
 *     answer = kb_table_create(t, &asker, &setup, &rules, &seed, &news);
 *     answer = kb_table_ask(t, &asker, &ask, &news);      (… then one request after another)
 *     … store the new entries, kb_table_entry(t, n), and only then pass on the answer and the news
 *
 * A table is a fold of its entries alone: kb_table_fold over the stored ones gives the same table. It has no clock, no
 * luck, no sockets, and no memory but the block it is given. The block has no addresses: it can be moved, copied and
 * stored as bytes, for programs of the same KB_TABLE_FORMAT. kickback.h has the functions about memory.
 *
 * Luck is a seat: whenever kb_table_owes_luck, the caller chooses a chance move and makes it with kb_table_draw.
 *
 * Output is for a viewer: a seat, or KB_SPECTATOR for everybody without one. Each viewer has its own events, numbered
 * from 1 without gaps, and a view; both are made from the state redacted for it. */
#ifndef KB_TABLE_H
#define KB_TABLE_H

#include "../bots/negotiate.h"
#include "../core/rng.h"
#include "../engine/book.h"
#include "answer.h"
#include "ask.h"
#include "entry.h"

enum { KB_VIEWERS = KB_SPECTATOR + 1, KB_TABLE_FORMAT = 3, KB_PROMISE_HEX = 64 };

/* Who asks, when, and what the table cannot know itself. */
typedef struct kb_asker {
    uint64_t now_ms;
    uint32_t person; /* number of a person, from 1 */
    const char *name;
    const char *id;        /* of the request */
    uint32_t here_mask;    /* seats whose people have a connection now */
    const char *person_id; /* public id of the person */
    /* the person named in the request; 0 and "": nobody */
    uint32_t whom;
    const char *whom_name, *whom_id;
    kb_source from;
    kb_order_dealt dealt; /* for a start at a table with random order */
} kb_asker;

/* Expired: nobody was there for too long before the start, or the operator has closed it. */
typedef enum kb_stage { KB_GATHERING, KB_PLAYING, KB_OVER, KB_EXPIRED } kb_stage;

typedef struct kb_seat {
    uint32_t person; /* owner of the seat, also while a bot plays it; 0: nobody */
    uint32_t kept;   /* before the start: the person it is reserved for, and their name; 0: nobody */
    char person_id[KB_PERSON_ID + 1];
    bool away;    /* the person left during the game */
    bool passing; /* the only answer there is is given for them */
    char name[KB_NAME_MAX + 1];
    char bot_name[KB_BOT_MAX + 1]; /* "": no bot plays here */
    char words[KB_WORDS_MAX + 1];  /* added to the luck */
    uint32_t decisions;            /* moves made */
    uint64_t owes_since_ms;        /* when it began to owe its current move */
    uint64_t since;                /* the current owner may not see events up to this number */
    int64_t left_ms;               /* on the clock, at charged_ms; below 0: late */
    int64_t answer_left_ms;        /* on the clock for answers */
    uint32_t votes_mask;           /* seats that want a bot here */
    uint32_t took_ms[KB_TOOK];     /* times of its last answers by hand */
    uint32_t n_took;
    uint64_t heard; /* the entry of the last line that the bot here answered */
} kb_seat;

/* What the bot in a seat remembers, and what a bot that joins later would. */
typedef struct kb_mind {
    bot bot; /* the caller provides its randomness */
    bot_memory of[BOT_CHARACTERS];
} kb_mind;

/* What the bots of a table have been asked so far by bots.h, and their luck. It is not folded: after a table was folded
 * again, they hear only what is said from there on, and are asked again for an offer in the current stage. */
typedef struct kb_bots {
    kb_rng rng;
    int turn;                     /* of acts */
    int acts[KB_SEATS_MAX];       /* answers in this turn */
    int offered[KB_SEATS_MAX];    /* the stage in which each was last asked for an offer */
    uint64_t heard[KB_SEATS_MAX]; /* the last entry whose talk each has heard */
} kb_bots;

/* How far programs have negotiated in turn: parley.h. It is not folded either. */
typedef struct kb_parley {
    int turn, point; /* the last point of the game that was looked at */
    int phase;       /* phases so far */
    uint64_t since;  /* the last entry before the seat's turn to speak */
    bool is_open;    /* it is the seat's turn to speak */
    bool may_speak;  /* it has lines left */
    uint8_t seat;
    uint8_t silent;              /* seats in a row that did nothing */
    uint8_t lines[KB_SEATS_MAX]; /* that each has spent */
} kb_parley;

/* A line of talk as a bot may hear it. */
typedef struct kb_heard {
    uint64_t at_ms;
    int speaker;      /* a seat */
    uint32_t to_mask; /* 0: to everybody */
    char text[KB_TALK_MAX + 1];
} kb_heard;

/* An entry as it is stored, what is needed to find it again, and what it changed about pacts: so it can be repeated
 * without reading its promises and judging them again. Its outcomes and its text follow it in the block. */
typedef struct kb_kept {
    uint64_t at_ms;
    uint32_t person; /* who requested it; 0: nobody, it followed from another */
    uint32_t pact;   /* the pact that was proposed or answered; 0: none */
    uint8_t act, by; /* if there is one: kb_pact_act, and the seat */
    uint16_t n_outcomes;
    uint8_t kind;       /* kb_entry_kind */
    uint8_t heard_mask; /* viewers who were told about it */
    char id[KB_ID_MAX + 1];
    uint32_t n; /* bytes of its text */
} kb_kept;

/* Until when bots hold back, and why. */
typedef enum kb_pause_why { KB_PAUSE_START, KB_PAUSE_PROPOSAL, KB_PAUSE_WAIT } kb_pause_why;
typedef struct kb_pause {
    uint64_t until_ms; /* 0: they do not */
    kb_pause_why why;
    int by; /* the seat that asked with `wait` */
} kb_pause;

/* The pause for negotiation, as derived from the entries. A stage is the game's own (Intrige), or a turn. */
typedef struct kb_moment {
    int turn, stage;                      /* the current stage */
    uint64_t stage_ms;                    /* when it began */
    uint64_t held_until_ms[KB_SEATS_MAX]; /* for public proposals by or to the person there; 0: none */
    uint64_t wait_until_ms;
    uint8_t wait_by, waited_mask; /* who asked last, and everybody who asked in this stage */
    uint32_t whispered;           /* groups of seats that others saw whisper in this stage: bit m for the mask m */
} kb_moment;

/* A growing list in the block, which moves to another place in it when it is full. */
typedef struct kb_table_list {
    uint64_t at; /* in bytes from the table; 0: nothing yet */
    uint32_t n, max;
} kb_table_list;

struct kb_table {
    uint32_t format;      /* KB_TABLE_FORMAT */
    bool is_copy;         /* shows the past of another table, and has no entries of its own, only their number */
    bool is_damaged;      /* an entry that was checked did not fit: a fault of this program */
    bool is_pact_mark;    /* of a mark: the entries it saves a reader are charged anyway */
    uint64_t bytes, used; /* of the block, from the table on */
    kb_setup setup;
    kb_table_rules rules;
    uint8_t version; /* of its record: fixed at the start */
    uint8_t stage;   /* kb_stage */
    bool clock_stopped;
    bool is_paused;   /* a person has stopped the bots */
    bool is_imported; /* imported: nobody here owns its seats, and nobody here promised its luck */
    uint32_t host;
    kb_source from; /* where the host was when the table was created; nobody is told */
    char host_name[KB_NAME_MAX + 1];
    kb_bytes32 seed;                  /* secret until the game is over; what it means, the caller knows */
    char promise[KB_PROMISE_HEX + 1]; /* what everybody is told of it before: kb_table_promise_luck */
    uint64_t draws;                   /* chance moves so far */
    kb_order_dealt order;             /* random order */
    char rematch[KB_NAME_MAX + 1];    /* the rematch's table, or "" */
    kb_seat seats[KB_SEATS_MAX];
    kb_state state; /* since the start */
    kb_moment moment;
    uint64_t made_ms;       /* of the first entry */
    uint64_t at_ms;         /* of the last entry */
    uint64_t ended_ms;      /* of the last move, when the game is over */
    uint64_t charged_ms;    /* up to when the clocks are charged */
    uint64_t n[KB_VIEWERS]; /* events of each viewer so far */
    uint32_t talk_lines[2]; /* of seats, of spectators */
    uint32_t removed[KB_REMOVED_MAX];
    int n_removed;
    uint64_t n_entries;
    uint64_t start_entry;   /* the number of the entry that started the game, from 1 */
    kb_book book;           /* without addresses: kb_table_book */
    kb_table_list entries;  /* where each is: uint64_t */
    kb_table_list marks;    /* where each copy of the table after some of its entries is: uint64_t */
    kb_table_list pacts;    /* kb_noted_pact */
    kb_table_list proposed; /* the entry that proposed each pact, from 1: uint64_t */
    uint32_t since_mark, since_pact_mark;
    kb_ledger ledger;            /* a mark has only what comes before, and what is used of this */
    kb_mind minds[KB_SEATS_MAX]; /* a copy has none, and no bots */
    kb_bots bots;
    kb_parley parley;
};

/* Who takes the events of viewers. */
typedef struct kb_news {
    void *context;
    /* An empty text into which this event of the viewer is written, cut if it does not fit; any fits into KB_EVENT_BYTES.
     * NULL: it is not wanted. */
    kb_text *(*open)(void *context, int viewer, uint64_t n);
    /* The event is complete. */
    void (*close)(void *context, int viewer, const kb_text *);
} kb_news;
enum { KB_EVENT_BYTES = 65536 + 96 * KB_OUTCOMES_MAX };

/* --- entries ------------------------------------------------------------------------------------------- */
/* Folds the next entry as it is stored. Returns false if it does not fit; then the table is unusable, and why says why. */
bool kb_table_fold(kb_table *, const char *text, size_t n, const kb_news *, kb_text *why);
/* Appends an entry: writes it, and folds it as it is, without reading it. Returns false like kb_table_fold. */
bool kb_table_add(kb_table *, const kb_entry *, const kb_news *, kb_text *why);
/* The entry of this number, from 1, and its text as it is stored. */
const kb_kept *kb_table_entry(const kb_table *, uint64_t number);
const char *kb_kept_text(const kb_kept *);

/* --- requests ------------------------------------------------------------------------------------------ */
kb_answer kb_table_create(kb_table *, const kb_asker *, const kb_setup *, const kb_table_rules *,
                          const kb_bytes32 *seed, const kb_news *);
/* Creates a table with the setup, rules and bots of another, and everybody's seat reserved. The asker becomes the host. */
kb_answer kb_table_create_again(kb_table *, const kb_table *other, const kb_asker *, const kb_bytes32 *seed,
                                const kb_news *);
/* What everybody is told of the seed: hexadecimal digits. Without it nothing is said of luck, neither here nor in the record. */
void kb_table_promise_luck(kb_table *, const char *hex);
/* Whether the asker may create a rematch; and its table, which all seats know, and spectators if it is public. */
kb_answer kb_table_check_rematch(const kb_table *, const kb_asker *);
kb_answer kb_table_set_rematch(kb_table *, const kb_asker *, const char *table, const kb_news *);
/* Handles a request. A repeated request gets the same answer but is not done again. */
kb_answer kb_table_ask(kb_table *, const kb_asker *, const kb_ask *, const kb_news *);
/* Whether a chance move is owed; and makes it. */
bool kb_table_owes_luck(const kb_table *);
kb_answer kb_table_draw(kb_table *, kb_move, const kb_news *);
/* The legal moves of a seat that owes one, less those its bonds forbid; and whether it may make a move. */
int kb_table_legal(const kb_table *, int seat, kb_span list[KB_LISTED_MAX]);
kb_error kb_table_check(const kb_table *, int seat, kb_move);
/* Whether the answer depends on somebody with a seat having no connection. */
bool kb_table_needs_absence(const kb_table *, const kb_ask *, uint32_t here_mask);
/* Whether the person's request with that id was done here. */
bool kb_table_has_done(const kb_table *, uint32_t person, const char *id);
/* The pact that this request of the person proposed, by the proposer's own number; 0: none. */
uint32_t kb_table_proposed(const kb_table *, uint32_t person, const char *id);
/* The effect of the move on the seat's own promises: "breaks":[…],"misses":[…]. */
kb_answer kb_table_consider(const kb_table *, uint32_t person, const char *text, kb_text *);
/* Expires a table whose game has not begun and that nobody is at. */
kb_answer kb_table_expire(kb_table *, uint64_t now_ms, const kb_news *);
/* Nobody is charged for the time between stopping the clock and going on. */
bool kb_table_has_clock(const kb_table *); /* a clock that can run: the game is in progress */
kb_answer kb_table_stop_clock(kb_table *, uint64_t now_ms, const kb_news *);
kb_answer kb_table_go_on(kb_table *, uint64_t now_ms, const kb_news *);

/* --- what bots owe ------------------------------------------------------------------------------------- */
/* Seats that owe a move and are played by a bot. */
uint32_t kb_table_bots_due(const kb_table *);
/* Applies the decision of the bot in that seat. decision is the number of its earlier decisions; words may be "". */
kb_answer kb_table_bot_moves(kb_table *, uint64_t now_ms, int seat, uint32_t decision, kb_move, const char *words,
                             const kb_news *);
/* Seats that owe an answer and want to pass. Does not check whether they have other answers. */
uint32_t kb_table_passes_due(const kb_table *);
/* The delay of such a pass: drawn from the seat's last answers by hand. */
uint64_t kb_table_pass_ms(const kb_table *, int seat, uint64_t luck);
/* Called after that delay: makes the only legal move, or does nothing if there are others. */
void kb_table_pass(kb_table *, uint64_t now_ms, int seat, uint32_t decision, const kb_news *);
/* The next pact after that number that waits for a bot's answer, by the record's numbers; 0: none. */
uint32_t kb_table_next_asked(const kb_table *, uint32_t after, uint32_t *bots_mask);
/* Whether bots may propose pacts now: at tables with people, and in a phase of parley.h. */
bool kb_table_wants_offers(const kb_table *);
/* Applies the bot's answer to a pact, which may have been settled in the meantime (NULL: it declines); or its
 * proposal. */
void kb_table_bot_answers(kb_table *, uint64_t now_ms, int seat, uint32_t number, const bot_reply *, const kb_news *);
void kb_table_bot_offers(kb_table *, uint64_t now_ms, int seat, const bot_proposal *, const kb_news *);
/* Whether bots answer talk at this table. */
bool kb_table_bots_listen(const kb_table *);
/* Reads the line of talk at that entry, counted from 1. Returns false if no person in a seat said it. */
bool kb_table_line(const kb_table *, uint64_t entry, kb_heard *);
/* The entry of the next line after that one that the bot in this seat has to answer; 0: none. */
uint64_t kb_table_next_line(const kb_table *, uint64_t now_ms, int seat, uint64_t after, int *speaker);
bool kb_table_is_unanswered(const kb_table *, int seat, uint64_t entry);
/* Applies the bot's answer to the line at that entry. */
void kb_table_bot_replies(kb_table *, uint64_t now_ms, int seat, uint64_t entry, const bot_reply *, const kb_news *);
/* A bot's intentions after thinking. Not part of the game, and lost at a restart. */
void kb_table_bot_remembers(kb_table *, int seat, const bot *);
/* Until when bots hold back, as far as is known now. */
kb_pause kb_table_pause(const kb_table *);
/* Whether a person has stopped the bots. They go on when nobody is left who could let them. */
bool kb_table_is_paused(const kb_table *);
/* Since when the person in that seat owes a move; 0: they do not, or a bot moves instead. */
uint64_t kb_table_owes_since(const kb_table *, int seat);

/* --- output -------------------------------------------------------------------------------------------- */
int kb_table_viewer(const kb_table *, uint32_t person); /* the person's seat, or KB_SPECTATOR */
/* The host, or a person with a seat here, even a reserved one. */
bool kb_table_is_for(const kb_table *, uint32_t person);
/* Whether the host has removed the person. The table is closed to them until the game is over. */
bool kb_table_is_removed(const kb_table *, uint32_t person);
const char *kb_viewer_name(const kb_table *, int viewer);
/* The eyes of that name, or -1. */
int kb_table_eyes(const kb_table *, const char *name);
/* Viewers that may know the rematch's table. */
uint32_t kb_rematch_mask(const kb_table *);
/* All pacts of the table. */
kb_book kb_table_book(const kb_table *);
/* Tells the viewer's events after one number up to another again, made from the entries. copy: memory of
 * kb_table_copy_bytes. Returns the number of entries folded. */
size_t kb_table_events(const kb_table *, int viewer, uint64_t after, uint64_t up_to, void *copy, const kb_news *);
/* Pacts as JSON, kept by callers with many viewers: only the number of a pact differs between them. */
typedef struct kb_pact_cache {
    void *context;
    /* Writes the pact as it is, with these of its promises asleep, if it was kept. */
    bool (*put)(void *context, const kb_noted_pact *, uint32_t sleeping_mask, kb_text *);
    void (*keep)(void *context, const kb_noted_pact *, uint32_t sleeping_mask, const char *body, size_t n);
} kb_pact_cache;
/* Everything a viewer may know now, as a JSON object. The cache may be NULL, here and below. */
void kb_table_view(const kb_table *, int viewer, const kb_pact_cache *, kb_text *);
/* The view after the viewer's event n, as seen by any eyes, including KB_ALL_EYES. copy is as for kb_table_events. Returns
 * false if there is no such event. Adds the number of entries folded to *work. */
bool kb_table_look(const kb_table *, int viewer, uint64_t n, int eyes, void *copy, const kb_pact_cache *, kb_text *,
                   size_t *work);
/* The table as a line of a list, without braces; and the result of a finished game, which is that and more. */
void kb_table_summary(const kb_table *, kb_text *);
void kb_table_result(const kb_table *, kb_text *);
/* The record of the game for this viewer, without talk it did not hear. It contains everybody's moves, so before the
 * end of the game it must not be given to a player. Writes at most max lines after the first `after`, as far as they
 * fit: the text has room for KB_RECORD_BYTES at least. Returns the number to continue after, or 0 at the end. */
size_t kb_table_record(const kb_table *, int viewer, size_t after, size_t max, kb_text *);

#endif
