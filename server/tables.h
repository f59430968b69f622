/* tables.h: which tables there are: finding them, reading them from the log, and forgetting them.
 *
 * A table whose game is over is read when somebody wants to see it, and forgotten when nobody has for a while. A short log
 * is read at once. A long one is read a part in each turn of the loop, so that nobody else waits for it. */
#ifndef SRV_TABLES_H
#define SRV_TABLES_H

#include "env.h"
#include "finder.h"
#include "outbox.h"
#include "results.h"
#include "secret.h"

/* Who watches a table: written by watch.c. */
typedef struct srv_table_watchers {
    srv_connection **list;
    size_t n, size;
} srv_table_watchers;

/* Decisions of the server at a table: written by jobs.c. */
typedef struct srv_table_decisions {
    uint32_t asked_mask;        /* seats whose decision is in the list of jobs */
    int offered[KB_SEATS_MAX];  /* the stage in which a bot there was last asked for an offer */
    size_t heard[KB_SEATS_MAX]; /* the entry up to which a bot there has listened */
    uint64_t
        spoke_ms[KB_SEATS_MAX]; /* bots have time for the person there again when this is SRV_HEARD_BURST lines off */
    uint32_t passed[KB_SEATS_MAX]; /* the decision, counted from 1, at which the server last tried to pass for a seat */
} srv_table_decisions;

/* The line of the lobby about a table: written by list.c. */
typedef struct srv_table_line {
    srv_secret hash;       /* of what it shows */
    bool is_noted;         /* there is a hash */
    bool has_changed;      /* … since followers were told */
    bool is_listed;        /* everybody is shown it … */
    bool was_listed;       /* … or may have been since they were told last */
    uint32_t shown_to[16]; /* people who may have seen it as theirs */
    int n_shown_to;
} srv_table_line;

struct srv_table {
    char id[SRV_TABLE_ID + 1], code[SRV_CODE + 1];
    srv_room *room;
    size_t n_stored;  /* entries that the log has been given */
    bool has_result;  /* it is over or expired, and the log has been given the result */
    uint64_t used_ms; /* when somebody last asked for it */
    srv_table_watchers watchers;
    srv_table_decisions decisions;
    srv_table_line line;
};

/* A table that is being read from the log. */
typedef struct srv_loading {
    char id[SRV_TABLE_ID + 1];
    srv_room *room;
    uint64_t n_read;   /* entries so far */
    uint64_t wrong;    /* the number of one that does not fit; 0: none */
    srv_logged logged; /* of the last reading; SRV_LOG_PENDING: the log has been asked for more */
} srv_loading;

typedef struct srv_tables {
    srv_env *env;
    srv_log *log;
    srv_table **list; /* in the order they were made */
    size_t n, size;
    srv_finder by_id;
    srv_loading loading[SRV_LOADING_MAX];
    int n_loading;
    char (*damaged)[SRV_TABLE_ID + 1]; /* tables that cannot be read or written */
    size_t n_damaged, damaged_size;
    uint64_t noted_ms; /* when it was last noted that the log cannot be read */
} srv_tables;

/* Reads every table whose game is not over; finished ones without a result in the log get one. False: the log says why. */
bool srv_tables_open(srv_tables *, srv_env *, srv_log *);
void srv_tables_close(srv_tables *);

/* What came of looking for a table. */
typedef struct srv_found {
    srv_table *table;    /* NULL: … */
    bool is_loading;     /* … it is being read from the log, or … */
    srv_refusal missing; /* … why there is none */
} srv_found;
srv_found srv_tables_find(srv_tables *, const char *id);
srv_table *srv_tables_in_memory(const srv_tables *, const char *id); /* NULL: none */
/* The table that this request of the host made, or "" if there is none; or what the log says instead. */
srv_logged srv_tables_created_by(srv_tables *, uint32_t host, const char *request, char id[SRV_TABLE_ID + 1]);
/* Tables somebody is host of, whose game is not over. */
int srv_tables_open_of(const srv_tables *, uint32_t host);

/* A new table of that room. */
srv_table *srv_tables_add(srv_tables *, const char *id, srv_room *);
/* A new id that nobody can guess, and whose code no other table has. */
void srv_tables_draw_id(const srv_tables *, char id[SRV_TABLE_ID + 1]);

/* Codes lead to private tables until the game begins. */
bool srv_table_has_code(const srv_table *);
const srv_table *srv_tables_with_code(const srv_tables *, const char *code); /* NULL: none */

/* One part of one table that is being read. True: the reading of a table has ended, for better or worse. */
typedef struct srv_loaded {
    char id[SRV_TABLE_ID + 1];
    srv_refusal missing; /* SRV_DONE: it is there */
    uint64_t n_read;
} srv_loaded;
bool srv_tables_load_on(srv_tables *, srv_loaded *);
/* There is more to read at once. */
bool srv_tables_want_turn(const srv_tables *);

/* Whether a finished or expired table can be forgotten: nobody watches it or has asked for it lately. */
bool srv_table_is_idle(const srv_tables *, const srv_table *);
/* Takes the tables out that the caller wants to, and frees them. */
void srv_tables_remove(srv_tables *, bool (*is_to_go)(void *context, srv_table *), void *context);
/* The log of the table is damaged: it is refused from now on. */
void srv_tables_note_damaged(srv_tables *, const char *id);
/* What to answer after reading from the log: SRV_DONE if that worked. */
srv_refusal srv_tables_log_refusal(srv_tables *, srv_logged);

#endif
