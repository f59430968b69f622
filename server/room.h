/* room.h: one table, as a pure state machine: it takes requests with their sender and time, and appends entries.
 *
 *     srv_room *room = srv_room_create(&asker, ask, &seed, &answer);    (a new table, or NULL and a refusal)
 *     answer = srv_room_ask(room, &asker, ask);                         (… then one request after another)
 *     … store the new entries of room->entries, and only then send the answer and room->told, the news for the viewers
 *
 * A room is a fold of its entries alone: after a restart, srv_room_fold over the stored entries gives the same room. It
 * has no clock, no random source and no sockets.
 *
 * Output is for a viewer: a seat, or KB_SPECTATOR for everybody without one. Each viewer has its own events, numbered
 * from 1 without gaps, and a view; both are made from the state redacted for it. */
#ifndef SRV_ROOM_H
#define SRV_ROOM_H

#include "../bots/negotiate.h"
#include "../table/entry.h"
#include "bytes.h"
#include "luck.h"
#include "pacts.h"
#include "request.h"

enum { SRV_VIEWERS = KB_SPECTATOR + 1 };

/* Who asks, when, and what the room cannot know itself. */
typedef struct srv_asker {
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
} srv_asker;

/* Expired: nobody was there for too long before the start, or the operator has closed it. */
typedef enum srv_stage { SRV_GATHERING, SRV_PLAYING, SRV_OVER, SRV_EXPIRED } srv_stage;

typedef struct srv_seat {
    uint32_t person; /* owner of the seat, also while a bot plays it; 0: nobody */
    uint32_t kept;   /* before the start: the person it is reserved for, and their name; 0: nobody */
    char person_id[KB_PERSON_ID + 1];
    bool away;    /* the person left during the game */
    bool passing; /* the server answers if there is only one answer */
    char name[KB_NAME_MAX + 1];
    char bot_name[KB_BOT_MAX + 1]; /* "": no bot plays here */
    char words[KB_WORDS_MAX + 1];  /* added to the luck */
    uint32_t decisions;            /* moves made */
    uint64_t owes_since_ms;        /* when it began to owe its current move */
    uint64_t since;                /* the current owner may not see events up to this number */
    int64_t left_ms;               /* on the clock, at room->charged_ms; below 0: late */
    int64_t answer_left_ms;        /* on the clock for answers */
    uint32_t votes_mask;           /* seats that want a bot here */
    uint32_t took_ms[KB_TOOK];     /* times of its last answers by hand */
    uint32_t n_took;
    size_t heard; /* the entry of the last line that the bot here answered */
} srv_seat;

/* What the bot in a seat remembers, and what a bot that joins later would. */
typedef struct srv_mind {
    bot bot; /* the caller provides its randomness */
    bot_memory of[BOT_CHARACTERS];
} srv_mind;

/* A line of talk as a bot may hear it. */
typedef struct srv_line {
    uint64_t at_ms;
    int speaker;      /* a seat */
    uint32_t to_mask; /* 0: to everybody */
    char text[KB_TALK_MAX + 1];
} srv_line;

/* An entry as it is stored, and what is needed to find it again. */
typedef struct srv_kept {
    uint32_t person; /* who requested it; 0: nobody, it followed from another */
    char id[KB_ID_MAX + 1];
    uint8_t kind;       /* kb_entry_kind */
    uint8_t heard_mask; /* viewers who were told about it */
    uint64_t at_ms;
    srv_pacts_change change;
    char *text;
    size_t n;
} srv_kept;

/* Collects what viewers are told while the room changes. */
typedef struct srv_told {
    uint32_t viewers_mask;       /* viewers to collect for */
    uint64_t after[SRV_VIEWERS]; /* their events after this number */
    uint64_t up_to[SRV_VIEWERS]; /* their events up to this number; 0: all */
    srv_bytes events[SRV_VIEWERS];
} srv_told;

/* Until when bots hold back, and why. */
typedef enum srv_pause_why { SRV_PAUSE_START, SRV_PAUSE_PROPOSAL, SRV_PAUSE_WAIT } srv_pause_why;
typedef struct srv_pause {
    uint64_t until_ms; /* 0: they do not */
    srv_pause_why why;
    int by; /* the seat that asked with `wait` */
} srv_pause;

/* The pause for negotiation, as derived from the log. A stage is the game's own (Intrige), or a turn. */
typedef struct srv_moment {
    int turn, stage;                      /* the current stage */
    uint64_t stage_ms;                    /* when it began */
    uint64_t held_until_ms[KB_SEATS_MAX]; /* for public proposals by or to the person there; 0: none */
    uint64_t wait_until_ms;
    uint8_t wait_by, waited_mask; /* who asked last, and everybody who asked in this stage */
    uint32_t whispered;           /* groups of seats that others saw whisper in this stage: bit m for the mask m */
} srv_moment;

typedef struct srv_room srv_room;
struct srv_room {
    kb_setup setup;
    kb_table_rules rules;
    uint8_t version; /* of its record: fixed at the start */
    uint8_t stage;   /* srv_stage */
    bool clock_stopped;
    bool is_paused;   /* a person has stopped the bots */
    bool is_imported; /* imported: nobody here owns its seats, and this server did not promise its luck */
    uint32_t host;
    kb_source from; /* where the host was when the table was created; nobody is told */
    char host_name[KB_NAME_MAX + 1];
    srv_seed seed, key; /* secret: the seed until the game is over, the key always */
    uint64_t draws;
    kb_order_dealt order;          /* random order */
    char rematch[KB_NAME_MAX + 1]; /* the rematch's table, or "" */
    srv_seat seats[KB_SEATS_MAX];
    srv_mind *minds; /* of each seat; NULL in a copy, in which no bot thinks */
    kb_state state;  /* since the start */
    srv_pacts pacts; /* empty in a mark, where pacts_mark has what is needed */
    srv_pacts_mark pacts_mark;
    srv_moment moment;
    uint64_t made_ms;        /* of the first entry */
    uint64_t at_ms;          /* of the last entry */
    uint64_t ended_ms;       /* of the last move, when the game is over */
    uint64_t charged_ms;     /* up to when the clocks are charged */
    uint64_t n[SRV_VIEWERS]; /* events of each viewer so far */
    uint32_t talk_lines[2];  /* of seats, of spectators */
    uint32_t removed[KB_REMOVED_MAX];
    int n_removed;
    srv_kept *entries;
    size_t n_entries, entries_size;
    size_t start_entry; /* the number of the entry that started the game, from 1 */
    /* of the entry being folded: viewers who were told about it, and its effect on pacts */
    uint32_t heard_mask;
    srv_pacts_change change;
    char misfit[128];         /* why it does not fit; empty: not known */
    const srv_kept *repeated; /* in a copy that tells events again: the entry being folded; NULL: it is judged */
    /* A copy of the room after some of its entries. Reading the past starts at one of them. */
    srv_room **marks;
    size_t n_marks, marks_size, since_mark;
    size_t since_pact_mark; /* entries about pacts, which have their own marks */
    bool is_pact_mark;      /* is a mark; the entries it saves a reader are charged anyway */
    bool is_bare;           /* a copy that keeps no entries, only their number */
    srv_told told;
};

/* --- the log ------------------------------------------------------------------------------------------- */
srv_room *srv_room_new(void);
void srv_room_free(srv_room *);
/* Folds the next entry of the log. Returns false if it does not fit; then the room is unusable, and misfit may say why. */
bool srv_room_fold(srv_room *, const char *text, size_t n);
/* Appends an entry: writes it, and folds it as it is, without reading it. Returns false like srv_room_fold. */
bool srv_room_add(srv_room *, const kb_entry *);
/* The room as it was after its first n entries. */
srv_room *srv_room_before(const srv_room *, size_t n);

/* --- requests ------------------------------------------------------------------------------------------ */
srv_room *srv_room_create(const srv_asker *, const srv_ask *, const srv_seed *, kb_answer *);
/* Creates a table with this one's setup, rules and bots, and everybody's seat reserved. The asker becomes the host. */
srv_room *srv_room_create_again(const srv_room *, const srv_asker *, const srv_seed *);
/* Whether the asker may create a rematch; and its table, which all seats know, and spectators if it is public. */
kb_answer srv_room_check_rematch(const srv_room *, const srv_asker *);
void srv_room_set_rematch(srv_room *, const srv_asker *, const char *table);
/* Handles a request at the table. A repeated request gets the same answer but is not done again. */
kb_answer srv_room_ask(srv_room *, const srv_asker *, const srv_ask *);
/* Whether the answer depends on somebody with a seat having no connection. */
bool srv_room_needs_absence(const srv_room *, const srv_ask *, uint32_t here_mask);
/* Whether the person's request with that id was done here. */
bool srv_room_has_done(const srv_room *, uint32_t person, const char *id);
/* Applies the decision of the bot in that seat. decision is the number of its earlier decisions; words may be "". */
kb_answer srv_room_bot_moves(srv_room *, uint64_t now_ms, int seat, uint32_t decision, kb_move, const char *words);
/* Seats that owe a move and are played by a bot. */
uint32_t srv_room_bots_due(const srv_room *);
/* Seats that owe an answer and want the server to pass for them. Does not check whether they have other answers. */
uint32_t srv_room_passes_due(const srv_room *);
/* The delay of such a pass: drawn from the seat's last answers by hand. */
uint64_t srv_room_pass_ms(const srv_room *, int seat, uint64_t random);
/* Called after that delay: makes the only legal move, or does nothing if there are others. */
void srv_room_pass(srv_room *, uint64_t now_ms, int seat, uint32_t decision);
/* The next pact after that number that waits for a bot's answer, by the record's numbers; 0: none. */
uint32_t srv_room_next_asked(const srv_room *, uint32_t after, uint32_t *bots_mask);
/* Whether bots may propose pacts here: only at tables with people. */
bool srv_room_wants_offers(const srv_room *);
/* Applies the bot's answer to a pact, which may have been settled in the meantime (NULL: it declines); or its
 * proposal. */
void srv_room_bot_answers(srv_room *, uint64_t now_ms, int seat, uint32_t number, const bot_reply *);
void srv_room_bot_offers(srv_room *, uint64_t now_ms, int seat, const bot_proposal *);
/* Whether bots answer talk at this table. */
bool srv_room_bots_listen(const srv_room *);
/* Reads the line of talk at that entry, counted from 1. Returns false if no person in a seat said it. */
bool srv_room_line(const srv_room *, size_t entry, srv_line *);
/* The entry of the next line after that one that the bot in this seat has to answer; 0: none. */
size_t srv_room_next_line(const srv_room *, uint64_t now_ms, int seat, size_t after, int *speaker);
bool srv_room_is_unanswered(const srv_room *, int seat, size_t entry);
/* Applies the bot's answer to the line at that entry. */
void srv_room_bot_replies(srv_room *, uint64_t now_ms, int seat, size_t entry, const bot_reply *);
/* A bot's intentions after thinking. Not part of the game, and lost at a restart. */
void srv_room_bot_remembers(srv_room *, int seat, const bot *);
/* Until when bots hold back, as far as is known now. */
srv_pause srv_room_pause(const srv_room *);
/* Whether a person has stopped the bots. They go on when nobody is left who could let them. */
bool srv_room_is_paused(const srv_room *);
/* The pact that this request of the person proposed, by the proposer's own number; 0: none. */
uint32_t srv_room_proposed(const srv_room *, uint32_t person, const char *id);
/* The effect of the move on the seat's own promises: "breaks":[…],"misses":[…]. */
kb_answer srv_room_consider(const srv_room *, uint32_t person, const char *text, kb_text *);
/* The vocabulary of promises in this game: "deeds":[…],"terms":[…]. */
void srv_room_vocabulary(const srv_room *, kb_text *);
/* Since when the person in that seat owes a move; 0: they do not, or a bot moves instead. */
uint64_t srv_room_owes_since(const srv_room *, int seat);
/* Expires a table whose game has not begun and that nobody is at. */
void srv_room_expire(srv_room *, uint64_t now_ms);
/* The server stops, or is back. Nobody is charged for the time in between. */
bool srv_room_has_clock(const srv_room *); /* a clock that can run: the game is in progress */
void srv_room_stop_clock(srv_room *, uint64_t now_ms);
void srv_room_go_on(srv_room *, uint64_t now_ms);

/* --- output -------------------------------------------------------------------------------------------- */
int srv_room_viewer(const srv_room *, uint32_t person); /* the person's seat, or KB_SPECTATOR */
bool srv_room_is_for(const srv_room *,
                     uint32_t person); /* the host, or a person with a seat here, even a reserved one */
/* Whether the host has removed the person. The table is closed to them until the game is over. */
bool srv_room_is_removed(const srv_room *, uint32_t person);
const char *srv_viewer_name(const srv_room *, int viewer);
/* The viewer's events after one number up to another, as JSON separated by commas, made again from the entries. Returns
 * the number of entries folded. */
size_t srv_room_events(const srv_room *, int viewer, uint64_t after, uint64_t up_to, srv_bytes *);
/* Viewers that may know the rematch's table. */
uint32_t srv_rematch_mask(const srv_room *);
/* Everything a viewer may know now, as a JSON object. */
void srv_room_view(const srv_room *, int viewer, kb_text *);
/* The view after the viewer's event n, as seen by any eyes, including KB_ALL_EYES. Returns false if there is no such
 * event. Adds the number of entries folded to *work. */
bool srv_room_look(const srv_room *, int viewer, uint64_t n, int eyes, kb_text *, size_t *work);
/* The eyes of that name, or -1. */
int srv_room_eyes(const srv_room *, const char *name);
/* One line of the lobby, without braces. */
void srv_room_summary(const srv_room *, kb_text *);
/* The result of a finished game, without braces: the lobby line and more. */
void srv_room_result(const srv_room *, kb_text *);
/* The record of the game for this viewer, without talk it did not hear. It contains everybody's moves, so before the
 * end of the game it must not be given to a player. Writes at most max lines after the first `after`. Returns the
 * number to continue after, or 0 at the end. */
size_t srv_room_record(const srv_room *, int viewer, size_t after, size_t max, srv_bytes *);

/* --- shared by the files of the room ------------------------------------------------------------------- */
/* The legal moves of a seat that owes one, less those its bonds forbid. */
int srv_legal(const srv_room *, int seat, kb_span list[KB_LISTED_MAX]);
/* Whether the seat may make the move, by the rules and by its bonds. */
kb_error srv_check_move(const srv_room *, int seat, kb_move);
/* Whether the owed moves are answers, which have their own clock. */
bool srv_is_answer_timed(const srv_room *);
/* The log is nearly full: only what brings the game to its end is accepted. */
bool srv_is_nearly_full(const srv_room *);
/* The log is full: requests are refused and bots do not think. */
bool srv_is_full(const srv_room *);
/* A copy of the room after the viewer's event n; the caller frees it. Adds the number of entries folded to *work. */
srv_room *srv_room_then(const srv_room *, int viewer, uint64_t n, size_t *work);

#endif
