/* room.h: one table of the server, pure: it is told who asks what and when, and writes down what that comes to.
 *
 *     srv_room *room = srv_room_create(&asker, request, &seed, &answer);    (a new table, or NULL and a refusal)
 *     answer = srv_room_ask(room, &asker, SRV_MOVE, request);               (… then a request after another)
 *     … store room->entries from where they were stored last, and only then pass on the answer and
 *     what the viewers are told: room->told
 *
 * A room is the fold of its entries and of nothing else: after a restart, srv_room_fold over the stored entries
 * gives the same room. It reads no clock, has no luck of its own, and knows no sockets.
 *
 * What goes out is for a viewer: a seat, or KB_SPECTATOR for everybody who has none. Each viewer has events of
 * its own, numbered from 1 without gaps, and a view; both are made from the state redacted for it. */
#ifndef SRV_ROOM_H
#define SRV_ROOM_H

#include <jansson.h>

#include "../bots/negotiate.h"
#include "answer.h"
#include "bytes.h"
#include "ids.h"
#include "limits.h"
#include "luck.h"
#include "pacts.h"

enum { SRV_VIEWERS = KB_SPECTATOR + 1 };

typedef enum srv_request {
#define SRV_REQUEST(code, name, keys, needs, cost, handler) SRV_##code,
#include "requests.def"
#undef SRV_REQUEST
    SRV_REQUESTS
} srv_request;

/* Who asks, when, and what the room cannot know itself. */
typedef struct srv_asker {
    uint64_t now_ms;
    uint32_t person; /* the server's number for somebody, from 1 */
    const char *name;
    const char *id;        /* of the request */
    uint32_t here_mask;    /* seats whose people have a connection now */
    const char *person_id; /* public id of the person */
    /* the person that the request names; 0 and "": nobody */
    uint32_t whom;
    const char *whom_name, *whom_id;
} srv_asker;

/* Expired: nobody was there for too long before the game began. */
typedef enum srv_stage { SRV_GATHERING, SRV_PLAYING, SRV_OVER, SRV_EXPIRED } srv_stage;
typedef enum srv_order { SRV_CHOSEN, SRV_RANDOM } srv_order;
typedef enum srv_talk { SRV_TALK_PRIVATE, SRV_TALK_PUBLIC, SRV_TALK_NONE } srv_talk;
/* Which pacts the table allows; private: secret ones, too. */
typedef enum srv_pact_rule { SRV_PACTS_PRIVATE, SRV_PACTS_PUBLIC, SRV_PACTS_NONE } srv_pact_rule;
/* How long bots hold back, so that people can negotiate. */
typedef enum srv_pace { SRV_PACE_BRISK, SRV_PACE_COMFORTABLE, SRV_PACE_OFF } srv_pace;
typedef enum srv_clock { SRV_CLOCK_NONE, SRV_CLOCK_LIVE, SRV_CLOCK_CORRESPONDENCE } srv_clock;

typedef struct srv_seat {
    uint32_t person; /* owner of the seat, also while a bot plays it; 0: nobody */
    uint32_t kept;   /* before the start: the person it is reserved for, and their name; 0: nobody */
    char person_id[SRV_PERSON_ID + 1];
    bool away;    /* the person got up in the middle of the game */
    bool passing; /* the server answers if there is only one answer */
    char name[SRV_NAME_MAX + 1];
    char bot_name[SRV_BOT_MAX + 1];   /* "": no bot plays here */
    bot bot;                          /* the bot's memory; the caller provides its randomness */
    bot_memory minds[BOT_CHARACTERS]; /* the memory that a new bot of each character would get */
    char words[SRV_WORDS_MAX + 1];    /* added to the luck */
    uint32_t decisions;               /* moves made */
    uint64_t owes_since_ms;           /* when it last came to owe a move */
    uint64_t since;                   /* the current owner may not see events up to this number */
    int64_t left_ms;                  /* on the clock, at room->charged_ms; below 0: late */
    int64_t answer_left_ms;           /* … and on the one for answers */
    uint32_t votes_mask;              /* seats that want a bot here */
    uint32_t took_ms[SRV_TOOK];       /* times of its last answers by hand */
    uint32_t n_took;
    size_t heard; /* the entry of the last line that a bot here has answered */
} srv_seat;

/* A line of talk as a bot may hear it. */
typedef struct srv_line {
    uint64_t at_ms;
    int speaker;      /* a seat */
    uint32_t to_mask; /* 0: to everybody */
    char text[SRV_TALK_MAX + 1];
} srv_line;

/* How an entry counts when the past is read: as a line of the record, as talk, which changes nothing at the table,
 * or neither. */
typedef enum srv_entry_kind {
    SRV_ENTRY_OTHER,
    SRV_ENTRY_MOVE,
    SRV_ENTRY_PACT,
    SRV_ENTRY_TALK,
    SRV_ENTRY_KEPT
} srv_entry_kind;

typedef struct srv_entry {
    uint32_t person; /* who asked for it; 0: a consequence */
    char id[SRV_ID_MAX + 1];
    uint8_t kind;       /* srv_entry_kind */
    uint8_t heard_mask; /* viewers who were told of it */
    char *text;
    size_t n;
} srv_entry;

/* Collects what viewers are told while the room changes. */
typedef struct srv_told {
    uint32_t viewers_mask;       /* viewers that are told */
    uint64_t after[SRV_VIEWERS]; /* … and of events past this number … */
    uint64_t up_to[SRV_VIEWERS]; /* … and up to this one; 0: all of them */
    srv_bytes events[SRV_VIEWERS];
} srv_told;

/* Until when bots hold back, and why. */
typedef enum srv_pause_why { SRV_PAUSE_START, SRV_PAUSE_PROPOSAL, SRV_PAUSE_WAIT } srv_pause_why;
typedef struct srv_pause {
    uint64_t until_ms; /* 0: they do not */
    srv_pause_why why;
    int by; /* who asked for it with `wait` */
} srv_pause;

/* The pause for negotiation, as derived from the log. A stage is the game's own (Intrige), or a turn. */
typedef struct srv_moment {
    int turn, stage;                      /* which it is */
    uint64_t stage_ms;                    /* when it began */
    uint64_t held_until_ms[KB_SEATS_MAX]; /* for public proposals by or to the person there; 0: there were none */
    uint64_t wait_until_ms;
    uint8_t wait_by, waited_mask; /* who asked last, and everybody who asked in this stage */
} srv_moment;

typedef struct srv_room srv_room;
struct srv_room {
    kb_setup setup;
    uint8_t version;                   /* of its record: the one it began with, whatever is written today */
    uint8_t stage, talk, clock, order; /* srv_stage, srv_talk, srv_clock, srv_order */
    uint8_t pact_rule, pace;           /* srv_pact_rule, srv_pace */
    bool is_public, open_talk, clock_stopped;
    bool is_imported; /* imported: nobody here owns its seats, and this server did not promise its luck */
    uint32_t host;
    char host_name[SRV_NAME_MAX + 1];
    int64_t bank_ms, increment_ms, answer_ms; /* answer_ms 0: answers use up the bank */
    srv_seed seed, key;                       /* secret: the seed until the game is over, the key always */
    uint64_t draws;
    uint8_t came_from[KB_SEATS_MAX]; /* random order: the seat where its owner sat before */
    char rematch[SRV_NAME_MAX + 1];  /* the rematch's table, or "" */
    srv_seat seats[KB_SEATS_MAX];
    kb_state state;  /* from the start on */
    srv_pacts pacts; /* empty in a mark, where pacts_mark has what is needed */
    srv_pacts_mark pacts_mark;
    srv_moment moment;
    uint64_t made_ms;        /* of the first entry */
    uint64_t at_ms;          /* of the last entry */
    uint64_t ended_ms;       /* of the last move, when the game is over */
    uint64_t charged_ms;     /* up to when the clocks are charged */
    uint64_t n[SRV_VIEWERS]; /* events of each viewer so far */
    uint32_t talk_lines[2];  /* of seats, of spectators */
    uint32_t removed[SRV_REMOVED_MAX];
    int n_removed;
    srv_entry *entries;
    size_t n_entries, entries_size;
    size_t start_entry;  /* the number of the one that began the game, from 1 */
    uint32_t heard_mask; /* viewers who were told of the entry that is being folded */
    /* A copy of the room after some of its entries. Reading the past starts at one of them. */
    srv_room **marks;
    size_t n_marks, marks_size, since_mark;
    size_t since_pact_mark; /* entries about pacts, which have marks of their own */
    bool is_pact_mark;      /* is a mark; the entries it saves a reader are charged anyway */
    bool is_bare;           /* a copy that keeps no entries, only their number */
    srv_told told;
};

/* --- the log's side ------------------------------------------------------------------------------------ */
srv_room *srv_room_new(void);
void srv_room_free(srv_room *);
/* Takes the next entry of the log. False: it does not fit, and the room is of no use any more. */
bool srv_room_fold(srv_room *, const char *text, size_t n);

/* --- requests ------------------------------------------------------------------------------------------ */
srv_room *srv_room_create(const srv_asker *, const json_t *request, const srv_seed *, srv_answer *);
/* The same table once more: setup, rules and bots, and everybody's seat is kept. Who asks for it is its host. */
srv_room *srv_room_create_again(const srv_room *, const srv_asker *, const srv_seed *);
/* Whether the asker may have a rematch, and its table: known to all seats, and to spectators if it is public. */
srv_answer srv_room_check_rematch(const srv_room *, const srv_asker *);
void srv_room_set_rematch(srv_room *, const srv_asker *, const char *table);
/* A request at the table, from SRV_SIT on; one that was done before is answered again and not done. */
srv_answer srv_room_ask(srv_room *, const srv_asker *, srv_request, const json_t *request);
/* Whether the person's request of that id was done here. */
bool srv_room_has_done(const srv_room *, uint32_t person, const char *id);
/* Applies the decision of the bot in that seat. n is the number of its earlier decisions; words may be "". */
srv_answer srv_room_bot_moves(srv_room *, uint64_t now_ms, int seat, uint32_t decision, kb_move, const char *words);
/* Seats that owe a move and are played by a bot. */
uint32_t srv_room_bots_due(const srv_room *);
/* Seats that owe an answer and want the server to pass for them. Does not look whether they could answer otherwise. */
uint32_t srv_room_passes_due(const srv_room *);
/* How long that takes: like an answer by hand, one that is drawn from the seat's last ones. */
uint64_t srv_room_pass_ms(const srv_room *, int seat, uint64_t random);
/* The delay is over: makes the only legal move, or nothing if there are others. */
void srv_room_pass(srv_room *, uint64_t now_ms, int seat, uint32_t decision);
/* The pacts that wait for the answer of a bot: the next one after that number, in the record's numbers; 0: none. */
uint32_t srv_room_next_asked(const srv_room *, uint32_t after, uint32_t *bots_mask);
/* Whether bots may propose pacts here: only where people play. */
bool srv_room_wants_offers(const srv_room *);
/* What the bot in that seat answers to a pact, which may have been settled meanwhile (NULL: it declines); or what it
 * proposes. */
void srv_room_bot_answers(srv_room *, uint64_t now_ms, int seat, uint32_t number, const bot_reply *);
void srv_room_bot_offers(srv_room *, uint64_t now_ms, int seat, const bot_proposal *);
/* Whether bots answer talk at this table. */
bool srv_room_bots_listen(const srv_room *);
/* The number of this line of talk, from 1; false if no person in a seat said it. */
bool srv_room_line(const srv_room *, size_t entry, srv_line *);
/* The entry of the next line after that one that the bot in this seat has to answer; 0: none. */
size_t srv_room_next_line(const srv_room *, uint64_t now_ms, int seat, size_t after, int *speaker);
bool srv_room_is_unanswered(const srv_room *, int seat, size_t entry);
/* What the bot answers to the line of that entry. */
void srv_room_bot_replies(srv_room *, uint64_t now_ms, int seat, size_t entry, const bot_reply *);
/* A bot's intentions after thinking. Not part of the game, and lost at a restart. */
void srv_room_bot_remembers(srv_room *, int seat, const bot *);
/* Until when bots are to hold back, as far as that is known now. */
srv_pause srv_room_pause(const srv_room *);
/* The viewer's own number of the pact that this request of the person proposed; 0: it proposed none. */
uint32_t srv_room_proposed(const srv_room *, uint32_t person, const char *id);
/* What the move would do to the seat's own promises: "breaks":[…],"misses":[…]. */
srv_answer srv_room_consider(const srv_room *, uint32_t person, const json_t *request, kb_text *);
/* What promises of this game can be about: "deeds":[…],"terms":[…]. */
void srv_room_vocabulary(const srv_room *, kb_text *);
/* Since when the person in that seat owes a move; 0: does not, or a bot moves instead. */
uint64_t srv_room_owes_since(const srv_room *, int seat);
/* Expires a table whose game has not begun and where nobody is. */
void srv_room_expire(srv_room *, uint64_t now_ms);
/* The server stops or is back; nobody is charged for the time between. */
bool srv_room_has_clock(const srv_room *); /* one that could run: the game is under way */
void srv_room_stop_clock(srv_room *, uint64_t now_ms);
void srv_room_go_on(srv_room *, uint64_t now_ms);

/* --- output -------------------------------------------------------------------------------------------- */
int srv_room_viewer(const srv_room *, uint32_t person); /* the seat of the person, or KB_SPECTATOR */
bool srv_room_is_for(const srv_room *,
                     uint32_t person); /* its host, or somebody with a seat here, if only a kept one */
/* The host has removed the person: until the game is over the table is closed to them. */
bool srv_room_is_removed(const srv_room *, uint32_t person);
const char *srv_viewer_name(const srv_room *, int viewer);
/* The viewer's events after one number up to another, as JSON separated by commas, made again from the entries. Adds
 * the number of entries folded. */
size_t srv_room_events(const srv_room *, int viewer, uint64_t after, uint64_t up_to, srv_bytes *);
/* Viewers that may know the rematch's table. */
uint32_t srv_rematch_mask(const srv_room *);
/* Everything a viewer may know now, as a JSON object. */
void srv_room_view(const srv_room *, int viewer, kb_text *);
/* The view after the viewer's event n, through any eyes, including KB_ALL_EYES; false if there is no such event.
 * Adds the number of entries folded. */
bool srv_room_look(const srv_room *, int viewer, uint64_t n, int eyes, kb_text *, size_t *work);
/* The eyes of that name, or -1. */
int srv_room_eyes(const srv_room *, const char *name);
/* One line of the lobby, without braces. */
void srv_room_summary(const srv_room *, kb_text *);
/* What became of a game that is over, without braces: the line of the lobby, and more. */
void srv_room_result(const srv_room *, kb_text *);
/* The record of the game as this viewer may have it: without talk that was not for it. It has everybody's moves: before
 * the game is over it is for nobody who plays. At most max of its lines, past the first `after` of them; which is the
 * number to go on after, or 0 at its end. */
size_t srv_room_record(const srv_room *, int viewer, size_t after, size_t max, srv_bytes *);

/* --- shared by the files of the room ------------------------------------------------------------------- */
/* A string of the object, at most max bytes without control characters, or NULL. */
const char *srv_string(const json_t *object, const char *key, size_t max);
/* The seat an object names, or -1. */
int srv_seat_of(const srv_room *, const json_t *object, const char *key);
/* Reads the settings of a table from a request or an entry. */
bool srv_read_table(srv_room *, const json_t *object, kb_text *why);
/* … and writes it again, the setup and the clock apart; the clock's object is left open. */
void srv_put_rules(const srv_room *, kb_text *);
void srv_open_clock(const srv_room *, kb_text *);
/* "pacts":…,"pace":…: the settings. */
void srv_put_negotiation(const srv_room *, kb_text *);
/* "order":[…]: for each seat, the seat where its owner sat before. */
void srv_put_order(const srv_room *, const uint8_t *came_from, kb_text *);
/* The legal moves of a seat that owes one, as far as bonds leave them. */
int srv_legal(const srv_room *, int seat, kb_span list[KB_LISTED_MAX]);
/* Whether the seat may make the move, by the rules and by its bonds. */
kb_error srv_check_move(const srv_room *, int seat, kb_move);
/* Whether the moves owed are answers, which have their own clock. */
bool srv_is_answer_timed(const srv_room *);
/* The log is full: requests are refused and bots do not think. */
bool srv_is_full(const srv_room *);
/* A copy of the room after the viewer's event n; the caller frees it. Adds the number of entries folded. */
srv_room *srv_room_then(const srv_room *, int viewer, uint64_t n, size_t *work);
/* Who hears talk with this list of seats; 0: no such list. */
uint32_t srv_read_hearers(const srv_room *, const json_t *to);

#endif
