/* lobby_state.h: what the files of the lobby share: its people, tables and connections, and how to send. */
#ifndef SRV_LOBBY_STATE_H
#define SRV_LOBBY_STATE_H

#include <locale.h>
#include <sodium.h>
#include <wchar.h>

#include "lobby.h"
#include "names.h"

/* What a browser or a program is known by. */
typedef struct srv_key {
    srv_secret hash;
    uint32_t person; /* whose it is now; 0: nobody's any more */
    uint32_t home;   /* who came with it, and is there again after a logout; 0: nobody */
    uint64_t at_ms;  /* since when */
    srv_secret link; /* hash of the link that brought it last */
} srv_key;

typedef struct srv_person {
    char id[SRV_PERSON_ID + 1];
    char name[SRV_NAME_MAX + 1];
    srv_secret name_hash; /* of the name without what makes no difference */
    srv_secret looks[SRV_LOOKS];
    srv_account account;
    uint32_t *muted; /* whom the person does not want to hear */
    size_t n_muted, muted_size;
    int n_connections;
    uint64_t address;   /* from where they came last; 0: not since the server started */
    uint64_t served_us; /* of the threads' time, as its tables had their shares of it */
} srv_person;

/* A link that makes one more device somebody's. It lives in memory only. */
typedef struct srv_link {
    srv_secret hash; /* of its token */
    uint32_t person; /* 0: none, or used */
    uint64_t until_ms;
} srv_link;

typedef struct srv_table {
    char id[SRV_TABLE_ID + 1], code[SRV_CODE + 1];
    srv_room *room;
    size_t n_stored;               /* entries that the log has been given */
    uint32_t thinking_mask;        /* seats whose decision is in the lobby's list */
    uint32_t passed[KB_SEATS_MAX]; /* the decision, counted from 1, at which it was last to pass for a seat */
    bool is_seen;                  /* its game is over, and the log's projection knows */
    uint64_t used_ms;              /* when somebody last asked for it */
    srv_connection **watchers;
    size_t n_watchers, watchers_size;
    /* for the lobby */
    srv_secret line_hash;  /* of what it shows of the table */
    bool is_news;          /* that has changed since it was told */
    bool is_listed;        /* everybody is shown it … */
    bool was_listed;       /* … or may have been since it was told last */
    uint32_t shown_to[16]; /* people who may have seen it as theirs */
    int n_shown_to;
} srv_table;

typedef struct srv_watching {
    srv_table *table;
    int viewer;
} srv_watching;

struct srv_connection {
    uint64_t number; /* never used again */
    size_t place;    /* among all connections */
    srv_visitor visitor;
    srv_secret hash;
    uint32_t person; /* 0: has not said a name yet */
    srv_watching watched[SRV_WATCHED_MAX];
    int n_watched;
    bool follows;      /* the lobby */
    int n_aside;       /* requests of it that wait for a table */
    bool is_proving;   /* a passphrase of it is being hashed */
    int64_t tokens_ms; /* of its rate: a request costs 1000 / SRV_REQUESTS_A_S, and its work more; below 0: owed */
    uint64_t tokens_at_ms;
};

/* A decision that is the server's: a bot's, or to pass for somebody. */
typedef struct srv_decision {
    srv_table *table;
    int seat;
    uint32_t made;  /* moves of the seat before it */
    bool passes;    /* for a person: there is nothing to think about */
    uint64_t order; /* in which they were asked for */
    uint64_t asked_ms, due_ms;
    uint64_t wants_us, begins_us; /* the time its bot would take, and its place in line */
    uint64_t until_ms;            /* its thread is held */
    uint64_t number, deadline_ms; /* of the job that a thread has; 0: none has it */
    int tries;                    /* jobs that were lost */
    bool is_thought;
    kb_move move;
    char words[SRV_BOT_LINE];
} srv_decision;

/* A passphrase that a thread hashes. */
typedef struct srv_proving {
    uint64_t number, deadline_ms; /* of the job */
    uint64_t connection;
    char id[SRV_ID_MAX + 1];
} srv_proving;
/* A table that is being read from the log, and a request that waits for it. */
typedef struct srv_loading {
    char id[SRV_TABLE_ID + 1];
    srv_room *room;
    uint64_t n_read;   /* entries so far */
    uint64_t wrong;    /* the number of one that does not fit; 0: none */
    srv_logged logged; /* of the last reading */
} srv_loading;

typedef struct srv_aside {
    char table[SRV_TABLE_ID + 1];
    srv_connection *from;
    srv_request what;
    json_t *request;
} srv_aside;

/* Numbers found by the first eight bytes of a random key. */
typedef struct srv_finder {
    uint32_t *slots; /* a number from 1; 0: free */
    size_t size, n;
} srv_finder;

/* A message that waits for the commit. */
typedef struct srv_waiting {
    srv_connection *to;
    size_t from, n;
    const srv_table *about; /* what it tells of; NULL: no table */
} srv_waiting;

struct srv_lobby {
    srv_log *log;
    srv_edge edge;
    srv_person *people; /* person number k at k - 1 */
    size_t n_people, people_size, n_people_stored;
    srv_key *keys;
    size_t n_keys, keys_size;
    srv_finder keys_by_hash, tables_by_id;
    locale_t letters; /* which are capitals of which */
    srv_names *names; /* … and which look alike */
    srv_link links[SRV_LINKS];
    srv_proof proofs[SRV_PROOFS]; /* those that wait */
    int n_proofs, n_proving;
    srv_proving proving[SRV_PROOFS]; /* those that a thread has */
    uint8_t guess_key[crypto_shorthash_KEYBYTES];
    uint64_t guesses_ms[SRV_GUESSERS];  /* when everything guessed so far is forgiven */
    uint16_t nameless[2][SRV_GUESSERS]; /* connections that are nobody's: by secret, by address */
    srv_table **tables;
    size_t n_tables, tables_size;
    srv_decision *decisions; /* those the server has to make, in any order */
    size_t n_decisions, decisions_size;
    uint64_t n_asked, n_jobs;
    uint64_t served_us; /* what everybody in line has had at least */
    bool was_proof;     /* the last job was one */
    srv_waiting *outbox;
    size_t n_outbox, outbox_size;
    srv_bytes outbox_text;
    srv_connection **connections;
    size_t n_connections, connections_size;
    uint64_t n_connected;
    srv_loading loading[SRV_LOADING_MAX];
    int n_loading;
    srv_aside *aside;
    size_t n_aside, aside_size;
    uint64_t work;            /* of the request that is being answered: entries folded, lines listed */
    uint64_t warned_ms;       /* when the last warning of a long hold was written */
    char *frame;              /* SRV_FRAME_MAX bytes to write one in */
    uint64_t now_ms, told_ms; /* when the lobby was told last */
    bool has_news, failed;
    int n_listed;
    /* what is wrong with the log */
    bool is_waiting;                   /* it could not be written: nothing is sent until it can */
    bool is_stuck;                     /* … for so long that requests are refused */
    uint64_t waits_since_ms;           /* if it is waiting */
    uint64_t noted_ms;                 /* when it was noted last that it cannot be read */
    char (*damaged)[SRV_TABLE_ID + 1]; /* tables that cannot be read or written */
    size_t n_damaged, damaged_size;
    srv_refusal missing;    /* why there was no table when one was last looked for */
    const srv_table *about; /* what is posted now tells of this table */
    srv_counts counts;
};

/* A request on its way to who answers it. */
typedef struct srv_asking {
    srv_connection *from;
    const char *id;
    srv_request what;
    const json_t *request;
} srv_asking;

/* --- lobby.c --- */
void srv_put_number(const srv_lobby *, srv_finder *, uint32_t number);
srv_key *srv_key_with(const srv_lobby *, const srv_secret *hash);  /* NULL: none */
srv_table *srv_table_in_memory(const srv_lobby *, const char *id); /* NULL: none */
srv_table *srv_table_with(srv_lobby *, const char *id);            /* NULL: none, or not yet */
srv_table *srv_add_table(srv_lobby *, const char *id, srv_room *);
/* After tables have changed their places. */
void srv_find_tables_anew(srv_lobby *);
void srv_unwatch(srv_lobby *, srv_connection *, srv_table *);

/* --- lobby_log.c --- */
/* A line for whoever runs the server, with the log's own reason. */
void srv_note_log(srv_lobby *, const char *what);
/* What to answer after reading from the log: SRV_DONE if it was read. */
srv_refusal srv_log_refusal(srv_lobby *, srv_logged);
/* Tables of which something cannot be read or written. */
bool srv_is_damaged(const srv_lobby *, const char *id);
void srv_note_damaged(srv_lobby *, const char *id);
/* The message posted last goes out now, ahead of all that wait for the log. */
void srv_send_last(srv_lobby *);

/* How long something holds the loop, during which nothing else is done: begin, then end with its name. */
uint64_t srv_begin_hold(const srv_lobby *);
void srv_end_hold(srv_lobby *, uint64_t began_us, const char *what);

/* --- lobby_ask.c --- */
/* Answers a request that there is. */
void srv_ask(srv_lobby *, const srv_asking *);
/* Makes the connection pay for the work done since it was counted last. */
void srv_charge(srv_lobby *, srv_connection *);

/* --- loading.c --- */
srv_room *srv_read_room(srv_lobby *, const char *id); /* all of it at once; NULL: none */
/* NULL: there is none, or it takes several turns to read. */
srv_table *srv_load_table(srv_lobby *, const char *id);
/* Whether the request waits until that table is read: it is answered then. */
bool srv_put_aside(srv_lobby *, const srv_asking *, const char *id);
void srv_forget_aside(srv_lobby *, const srv_connection *);
void srv_load_on(srv_lobby *);
void srv_stop_loading(srv_lobby *);

/* --- people.c --- */
extern const char srv_people_stream[];
srv_secret srv_hash_of(const void *bytes, size_t n);
bool srv_fold_people(srv_lobby *, const char *text, size_t n);
void srv_free_people(srv_lobby *);
/* Counts a connection for its person or, while it is nobody's, for its secret and address; false: one too many. */
bool srv_count_connection(srv_lobby *, const srv_connection *);
void srv_uncount_connection(srv_lobby *, const srv_connection *);
/* Says to all connections of the person who they are. */
void srv_post_hello(srv_lobby *, srv_connection *);
/* Whether somebody who might be guessing a secret may try once more. */
bool srv_may_guess(srv_lobby *, const srv_connection *);
bool srv_next_proof(srv_lobby *, srv_job *);
void srv_prove(srv_proof *); /* in any thread */
void srv_proof_done(srv_lobby *, const srv_job *);
/* Those that no thread brought back: whoever asked is told to ask again. */
void srv_drop_late_proofs(srv_lobby *);
/* The letters of a name that make a difference: "Anna" and " ANNA" have the same. */
size_t srv_letters_of(const srv_lobby *, const char *name, wint_t letters[SRV_NAME_MAX]);
uint32_t srv_person_with(const srv_lobby *, const char *id); /* 0: nobody */
/* The requests that are about the person who asks. */
void srv_ask_people(srv_lobby *, const srv_asking *);

/* --- link.c --- */
/* "link" and "qr": an address of the page, as its visitor sees it, and a picture of it. */
void srv_put_link(kb_text *, const srv_connection *, const char *place);
void srv_ask_invite(srv_lobby *, const srv_asking *, const srv_table *);

/* --- lobby_list.c --- */
void srv_ask_lobby(srv_lobby *, const srv_asking *);
void srv_ask_find(srv_lobby *, const srv_asking *);
void srv_ask_search(srv_lobby *, const srv_asking *);
/* Gives the lines that everybody is shown to tables. */
void srv_share_out(srv_lobby *);
/* The table is in the lobby no more: whoever follows it and may have seen the table is told. */
void srv_post_gone(srv_lobby *, const srv_table *);
/* After something happened at a table: whoever follows the lobby is told, if it can be seen there. */
void srv_note_line(srv_lobby *, srv_table *);
void srv_write_code(const char *id, char code[SRV_CODE + 1]);
/* Whether the code of the table leads to it: until its game begins, where it is not in the lobby anyway. */
bool srv_has_code(const srv_table *);
const srv_table *srv_table_with_code(const srv_lobby *, const char *code); /* NULL: none */

/* --- history.c --- */
void srv_write_stream(const char *id, char stream[SRV_STREAM_MAX + 1]);
/* What is to be known of a finished game: its line is written, and the numbers of its people, of whom there is one a seat. */
void srv_seen_of(const srv_room *, const char *stream, kb_text *line, uint32_t *people, srv_seen *);
/* Notes down what became of the game, once it is over. */
void srv_see(srv_lobby *, srv_table *);
void srv_ask_history(srv_lobby *, const srv_asking *);
/* The table that this request of the host made, or "" if there is none; or why that cannot be told. */
srv_refusal srv_find_made(srv_lobby *, uint32_t host, const char *request, char id[SRV_TABLE_ID + 1]);
/* Reads every table whose game is not over, and sees those that turn out to be. */
bool srv_open_tables(srv_lobby *);
void srv_free_table(srv_table *);
/* Those that are over and that nobody wants any more. */
void srv_forget_tables(srv_lobby *);

/* --- jobs.c --- */
/* Asks for every decision at the table that the server has to make and that is not asked for yet. */
void srv_ask_seats(srv_lobby *, srv_table *);
/* The table is about to go. */
void srv_forget_seats(srv_lobby *, const srv_table *);
size_t srv_jobs_waiting(const srv_lobby *); /* for a thread */

/* --- lobby_send.c: everything waits for the commit --- */
srv_waiting srv_post(srv_lobby *, srv_connection *to, const char *text, size_t n);
/* {"type":"ok","id":…: what else there is to say is the caller's. */
kb_text srv_begin_ok(srv_lobby *, const char *id);
void srv_end_ok(srv_lobby *, srv_connection *to, kb_text *);
void srv_post_answer(srv_lobby *, srv_connection *to, const char *id, const srv_answer *);
void srv_post_refusal(srv_lobby *, srv_connection *to, const char *id, srv_refusal);
kb_text srv_frame_of(srv_lobby *); /* room to write something in */
/* Everything past the number, or, where that is too much or not this viewer's to have, a fresh picture. */
srv_waiting srv_post_picture(srv_lobby *, srv_connection *to, const srv_table *, int viewer, bool fresh,
                             uint64_t after);
/* Seats whose people are connected, and telling everybody who watches of it. */
uint32_t srv_here_mask(const srv_table *);
void srv_post_here(srv_lobby *, const srv_table *);
void srv_post_here_to(srv_lobby *, const srv_table *, srv_connection *);
srv_watching *srv_watching_of(srv_connection *, const srv_table *);
/* Only what somebody waits for is put into words: before anything is asked of the room. */
void srv_listen_for_watchers(srv_table *);
/* … and after: gives the log what is new, and those who watch, what is new for them. */
void srv_publish(srv_lobby *, srv_table *);

#endif
