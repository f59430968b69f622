/* tables.h: the tables in memory: finding them, loading them from the log, and unloading them.
 *
 * A finished table is loaded when somebody asks for it, and unloaded when nobody has for a while. A short log is read
 * at once. A long one is read in parts, one in each turn of the loop, so that nobody else has to wait. */
#ifndef SRV_TABLES_H
#define SRV_TABLES_H

#include "env.h"
#include "finder.h"
#include "leases.h"
#include "outbox.h"
#include "results.h"
#include "secret.h"

/* Who watches a table: written by watch.c. */
typedef struct srv_table_watchers {
    srv_connection **list;
    size_t n, size;
    uint32_t told_mask; /* the seats here that they were last told of, if there are any */
    uint64_t gone_ms;   /* when one of the seats was last found not to be here any more */
} srv_table_watchers;

/* Who watches a table on another server: written by here.c. */
typedef struct srv_here {
    char writer[SRV_WRITER_MAX + 1];
    uint32_t people[KB_SEATS_MAX]; /* with a seat */
    int n_people;
    uint64_t until_ms;
} srv_here;

typedef struct srv_table_elsewhere {
    srv_here *list;
    size_t n, size;
} srv_table_elsewhere;

/* Decisions of the server at a table: written by jobs.c. */
typedef struct srv_table_decisions {
    uint32_t asked_mask;        /* seats whose decision has been requested from jobs */
    int offered[KB_SEATS_MAX];  /* the stage in which the bot there was last asked for an offer */
    size_t heard[KB_SEATS_MAX]; /* the entry up to which the bot there has listened */
    uint64_t
        spoke_ms[KB_SEATS_MAX]; /* rate limit for the lines of this person that bots consider: SRV_HEARD_BURST first */
    uint32_t passed[KB_SEATS_MAX]; /* the decision, counted from 1, at which the server last tried to pass for a seat */
} srv_table_decisions;

/* The table's line in the lobby: written by list.c. */
typedef struct srv_table_line {
    srv_secret hash;       /* of its text */
    bool is_noted;         /* hash is set */
    bool has_changed;      /* the line has changed since followers were told */
    bool is_listed;        /* everybody sees it */
    bool was_listed;       /* everybody may have seen it since they were last told */
    uint32_t shown_to[16]; /* people who may have seen it as theirs */
    int n_shown_to;
} srv_table_line;

struct srv_table {
    char id[SRV_TABLE_ID + 1], code[SRV_CODE + 1];
    srv_room *room;
    size_t n_stored;  /* entries given to the log */
    size_t n_begun;   /* entries of all commits up to the one that runs */
    size_t n_durable; /* entries of all commits up to the last that has succeeded */
    uint64_t head;    /* the number of its last entry when the log was last asked for all of them */
    bool has_result;  /* it is over or expired, and the log has its result */
    uint64_t used_ms; /* when it was last asked for */
    srv_table_watchers watchers;
    srv_table_elsewhere elsewhere;
    srv_table_decisions decisions;
    srv_table_line line;
};

/* A table being loaded from the log. */
typedef struct srv_loading {
    char id[SRV_TABLE_ID + 1];
    srv_room *room;
    uint64_t n_read;   /* entries so far */
    uint64_t wrong;    /* the number of an entry that does not fit; 0: none */
    srv_logged logged; /* of the last read; SRV_LOG_PENDING: the log has no answer yet */
} srv_loading;

typedef struct srv_tables {
    srv_env *env;
    srv_log *log;
    srv_table **list; /* in order of creation */
    size_t n, size;
    srv_finder by_id;
    srv_loading loading[SRV_LOADING_MAX];
    int n_loading;
    char (*damaged)[SRV_TABLE_ID + 1]; /* tables that cannot be read or written */
    size_t n_damaged, damaged_size;
    uint64_t noted_ms; /* when an unreadable log was last reported */
} srv_tables;

/* Loads every table whose game is not over. Finished tables without a result in the log get one. Returns false on
 * failure; the log has the reason. */
bool srv_tables_open(srv_tables *, srv_env *, srv_log *);
void srv_tables_close(srv_tables *);

/* The result of looking for a table. */
typedef struct srv_found {
    srv_table *table; /* NULL: it is being loaded, or there is none */
    bool is_loading;
    kb_refused missing; /* why there is none */
} srv_found;
srv_found srv_tables_find(srv_tables *, const char *id);
srv_table *srv_tables_in_memory(const srv_tables *, const char *id); /* NULL: none */
bool srv_tables_is_loading(const srv_tables *, const char *id);
/* The table that this request of the host created, or ""; or the log's failure. */
srv_logged srv_tables_created_by(srv_tables *, uint32_t host, const char *request, char id[SRV_TABLE_ID + 1]);
/* How many tables of this host are not over. */
int srv_tables_open_of(const srv_tables *, uint32_t host);
/* Whether the address and its network may have one more open table. */
bool srv_tables_have_room(const srv_tables *, kb_source);

/* Adds a new table with that room. */
srv_table *srv_tables_add(srv_tables *, const char *id, srv_room *);
/* Takes back the entries of the table that are not durable. */
void srv_table_roll_back(srv_table *);
/* Makes an id that no other table has, with a code that none has. Nobody can guess it who cannot guess what it is made from. */
void srv_tables_make_id(const srv_tables *, const srv_secret *from, char id[SRV_TABLE_ID + 1]);

/* A code leads to a private table until the game begins. */
bool srv_table_has_code(const srv_table *);
const srv_table *srv_tables_with_code(const srv_tables *, const char *code); /* NULL: none */

/* Loads the next part of one table. Returns true if the loading of a table has ended, with or without success. */
typedef struct srv_loaded {
    char id[SRV_TABLE_ID + 1];
    kb_refused missing; /* KB_DONE: it is there */
    uint64_t work;
} srv_loaded;
bool srv_tables_load_on(srv_tables *, srv_loaded *);
/* Whether there is more to load at once. */
bool srv_tables_want_turn(const srv_tables *);

/* Whether anybody watches the table, here or on another server. */
bool srv_table_is_watched(const srv_table *);
/* Whether a finished or expired table can be unloaded: nobody watches it or has asked for it recently. */
bool srv_table_is_idle(const srv_tables *, const srv_table *);
/* Removes and frees the tables for which is_to_go returns true. */
void srv_tables_remove(srv_tables *, bool (*is_to_go)(void *context, srv_table *), void *context);
/* The table's log is damaged: requests for it are refused from now on. */
void srv_tables_note_damaged(srv_tables *, const char *id);
/* The refusal for a failed read of the log; KB_DONE if it succeeded. */
kb_refused srv_tables_log_refusal(srv_tables *, srv_logged);

#endif
