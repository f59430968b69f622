/* room.h: a table as the server keeps it: the table (table/table.h) in memory that grows, its luck, the news for those who
 * watch, and what was written of its pacts.
 *
 *     srv_room *room = srv_room_create(&asker, ask, &seed, &answer);    (a new table, or NULL and a refusal)
 *     answer = srv_room_ask(room, &asker, ask);                         (… then one request after another)
 *     … store the new entries, and only then send the answer and room->told, the news for the viewers
 *
 * Only what changes the table goes through here. To read it, use room->table, which moves when it changes. */
#ifndef SRV_ROOM_H
#define SRV_ROOM_H

#include "../table/table.h"
#include "bytes.h"
#include "luck.h"
#include "pact_texts.h"
#include "request.h"

/* Collects what viewers are told while the table changes. */
typedef struct srv_told {
    uint32_t viewers_mask;      /* viewers to collect for */
    uint64_t after[KB_VIEWERS]; /* their events after this number */
    uint64_t up_to[KB_VIEWERS]; /* their events up to this number; 0: all */
    size_t most;                /* bytes after which no more is written, because it would never be sent; 0: no limit */
    srv_bytes events[KB_VIEWERS];
} srv_told;

typedef struct srv_room {
    kb_table *table;
    srv_seed key; /* of its draws, since the start; secret always */
    bool has_key;
    srv_pact_texts *texts;
    srv_told told;
    char misfit[128]; /* why the last entry does not fit; empty: not known */
} srv_room;

/* --- the log ------------------------------------------------------------------------------------------- */
srv_room *srv_room_new(void);
void srv_room_free(srv_room *);
/* Folds the next entry of the log. Returns false if it does not fit; then the room is unusable, and misfit may say why. */
bool srv_room_fold(srv_room *, const char *text, size_t n);
/* Folds an entry of another room. */
bool srv_room_repeat(srv_room *, const srv_room *of, uint64_t number);
/* The room as it was after its first n entries. */
srv_room *srv_room_before(const srv_room *, uint64_t n);
/* An entry of the log, numbered from 1. */
static inline kb_slice srv_room_entry(const srv_room *room, uint64_t number)
{
    const kb_kept *kept = kb_table_entry(room->table, number);
    return (kb_slice){kb_kept_text(kept), kept->n};
}

/* --- games played elsewhere: as in table/import.h ------------------------------------------------------- */
srv_room *srv_room_import(const kb_setup *, int version, uint64_t now_ms);
/* Returns false if a server would not accept the line; then the room is unusable. */
bool srv_room_import_line(srv_room *, const kb_state *before, const kb_line *);

/* --- requests: as in table.h, with the luck that follows ------------------------------------------------ */
srv_room *srv_room_create(const kb_asker *, const srv_ask *, const srv_seed *, kb_answer *);
srv_room *srv_room_create_again(const srv_room *, const kb_asker *, const srv_seed *);
void srv_room_set_rematch(srv_room *, const kb_asker *, const char *table);
kb_answer srv_room_ask(srv_room *, const kb_asker *, const srv_ask *);
kb_answer srv_room_bot_moves(srv_room *, uint64_t now_ms, int seat, uint32_t decision, kb_move, const char *words);
void srv_room_pass(srv_room *, uint64_t now_ms, int seat, uint32_t decision);
void srv_room_bot_answers(srv_room *, uint64_t now_ms, int seat, uint32_t number, const bot_reply *);
void srv_room_bot_offers(srv_room *, uint64_t now_ms, int seat, const bot_proposal *);
void srv_room_bot_replies(srv_room *, uint64_t now_ms, int seat, uint64_t entry, const bot_reply *);
void srv_room_expire(srv_room *, uint64_t now_ms);
void srv_room_stop_clock(srv_room *, uint64_t now_ms);
void srv_room_go_on(srv_room *, uint64_t now_ms);

/* --- output -------------------------------------------------------------------------------------------- */
/* The viewer's events after one number up to another, as JSON separated by commas. Returns the number of entries folded. */
size_t srv_room_events(const srv_room *, int viewer, uint64_t after, uint64_t up_to, srv_bytes *);
void srv_room_view(const srv_room *, int viewer, kb_text *);
bool srv_room_look(const srv_room *, int viewer, uint64_t n, int eyes, kb_text *, size_t *work);
size_t srv_room_record(const srv_room *, int viewer, size_t after, size_t max, srv_bytes *);
/* The open promises, for a bot in another thread: a copy that refers to nothing else, in one block; NULL if nothing was
 * proposed. */
kb_ledger *srv_room_copy_ledger(const srv_room *);

#endif
