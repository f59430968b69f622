/* check.c: checks a whole log. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/pact.h"
#include "results.h"

void srv_find(srv_findings *f, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    f->n++;
    f->found(f->context, line);
}

uint32_t srv_last_person(const srv_room *room)
{
    uint32_t last = room->table->host;
    for (int seat = 0; seat < room->table->setup.seats; seat++) {
        if (room->table->seats[seat].person > last) last = room->table->seats[seat].person;
        if (room->table->seats[seat].kept > last) last = room->table->seats[seat].kept;
    }
    for (uint64_t number = 1; number <= room->table->n_entries; number++) {
        const kb_kept *entry = kb_table_entry(room->table, number);
        if (entry->person > last) last = entry->person;
    }
    return last;
}

/* --- the check -------------------------------------------------------------------------------------------- */

typedef struct names {
    char (*at)[SRV_STREAM_MAX + 1];
    size_t n, size;
} names;

typedef struct checking {
    srv_log *log;
    srv_findings *findings;
    names streams;
    srv_people people;
    srv_room *room;
    uint64_t wrong; /* the first entry that does not fit or is out of sequence */
    uint64_t n;     /* entries read */
} checking;

static void take_name(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    names *all = context;
    (void)n, (void)text, (void)bytes;
    all->at = srv_grow(all->at, all->n + 1, &all->size, sizeof *all->at);
    kb_text out = kb_text_in(all->at[all->n++], sizeof *all->at);
    kb_put(&out, stream);
}

static bool has_name(const names *all, const char *stream)
{
    size_t low = 0, high = all->n; /* sorted */
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(all->at[middle], stream);
        if (!order) return true;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

static void fold_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    checking *c = context;
    (void)stream;
    if (c->wrong) return;
    bool fits = n == ++c->n &&
                (c->room ? srv_room_fold(c->room, text, bytes) : srv_people_fold(&c->people, text, bytes));
    if (!fits) c->wrong = n;
}

/* Folds the stream into c->room, or into c->people if there is no room. Reports what is wrong and returns false. */
static bool read_stream(checking *c, const char *stream)
{
    c->wrong = c->n = 0;
    srv_logged done = c->log->read(c->log, stream, 1, SRV_TO_END, fold_entry, c);
    if (done != SRV_LOGGED)
        srv_find(c->findings, "%s: cannot be read after entry %llu: %s", stream, (unsigned long long)c->n,
                 c->log->reason);
    const char *misfit = c->room ? c->room->misfit : "";
    if (done == SRV_LOGGED && c->wrong)
        srv_find(c->findings, "%s: entry %llu does not fit%s%s", stream, (unsigned long long)c->wrong,
                 *misfit ? ": " : "", misfit);
    return done == SRV_LOGGED && !c->wrong;
}

/* Reads the record the way any other program would. */
static void check_record(checking *c, const char *stream)
{
    char reason[256];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_bytes record = {NULL, 0, 0};
    static kb_ledger ledger;
    static kb_promise promises[KB_OPEN_PROMISES_MAX];
    kb_replay replay;
    kb_reading read = KB_READ;
    memset(&replay, 0, sizeof replay);
    memset(&ledger, 0, sizeof ledger);
    srv_room_record(c->room, KB_SPECTATOR, 0, SIZE_MAX, &record);
    for (const char *line = record.at, *end; line && *line && read == KB_READ; line = end + 1) {
        kb_line said;
        kb_events events;
        kb_outcomes outcomes;
        end = strchr(line, '\n');
        if (!end) break;
        memset(&events, 0, sizeof events);
        read = kb_read(&replay, &ledger, promises, line, (size_t)(end - line), true, &said, &events, &outcomes, &why);
    }
    if (read != KB_READ) {
        srv_find(c->findings, "%s: its record does not replay: %s", stream, reason);
    } else if (replay.ended != (c->room->table->stage == KB_OVER)) {
        srv_find(c->findings, "%s: its record has %s", stream, replay.ended ? "an end too many" : "no end");
    } else if (kb_hash(&replay.state) != kb_hash(&c->room->table->state)) {
        srv_find(c->findings, "%s: its record leads to another position", stream);
    }
    srv_free(&record);
}

static void take_line(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)stream, (void)n;
    srv_add(context, text, bytes);
}

/* Compares only what the line says about the game: an earlier version may have written the rest differently. */
static bool same_result(kb_slice noted, kb_slice line)
{
    bool same = true;
    for (size_t i = 0; i < 3; i++) {
        static const char *const keys[] = {"table", "game", "end"};
        kb_slice one, other;
        bool is_noted = kb_json_find(noted, keys[i], &one), is_there = kb_json_find(line, keys[i], &other);
        same = same && is_noted == is_there &&
               (!is_there || kb_json_same(one, other)); /* a closed table has only the first */
    }
    return same;
}

static void check_result(checking *c, const char *stream)
{
    static char buffer[1 << 16];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    uint32_t people[KB_SEATS_MAX];
    srv_result result = {.stream = stream, .made_by = ""};
    bool is_there = false, agrees = false;
    srv_bytes noted = {NULL, 0, 0};
    if (c->room->table->stage >= KB_OVER) srv_result_of(c->room, stream, &line, people, &result);
    srv_logged done = c->log->compare_result(c->log, &result, &is_there, &agrees, take_line, &noted);
    agrees = agrees && same_result((kb_slice){noted.at, noted.n}, (kb_slice){result.line, result.n});
    srv_free(&noted);
    if (done != SRV_LOGGED) {
        srv_find(c->findings, "%s: what is noted of it cannot be read: %s", stream, c->log->reason);
    } else if (is_there && c->room->table->stage < KB_OVER) {
        srv_find(c->findings, "%s: noted as finished, but its game is not over", stream);
    } else if (is_there && !agrees) {
        srv_find(c->findings, "%s: what is noted of it is not what its entries say; start the server with --rebuild",
                 stream);
    }
}

static void check_table(checking *c, const char *stream)
{
    c->room = srv_room_new();
    if (read_stream(c, stream)) {
        if (c->room->table->stage == KB_PLAYING || c->room->table->stage == KB_OVER) check_record(c, stream);
        check_result(c, stream);
        if (srv_last_person(c->room) > c->people.n)
            srv_find(c->findings, "%s: somebody at this table is not among the people", stream);
    }
    srv_room_free(c->room);
    c->room = NULL;
}

/* Finds indexed games that have no entries at all. */
static void check_noted(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    checking *c = context;
    (void)n, (void)text, (void)bytes;
    if (!has_name(&c->streams, stream)) srv_find(c->findings, "%s: noted as finished, but has no entries", stream);
}

static void find_unsound(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)stream, (void)n;
    for (const char *end = text + bytes, *line = text; line < end;) { /* SQLite may report several lines at once */
        size_t length = strcspn(line, "\n");
        srv_find(context, "database: %.*s", (int)length, line);
        line += length + 1;
    }
}

static void check_streams(checking *c)
{
    if (c->log->lost)
        srv_find(c->findings, "the end of the log is missing: at least %llu entries that had been written",
                 (unsigned long long)c->log->lost);
    if (c->log->streams(c->log, take_name, &c->streams) != SRV_LOGGED)
        srv_find(c->findings, "there may be more tables, whose names cannot be read: %s", c->log->reason);
    read_stream(c, srv_people_stream);
    for (size_t i = 0; i < c->streams.n; i++) {
        c->findings->progress(c->findings->context, i, c->streams.n);
        if (srv_table_of_stream(c->streams.at[i])) check_table(c, c->streams.at[i]);
    }
    c->findings->progress(c->findings->context, c->streams.n, c->streams.n);
    if (c->log->indexed(c->log, check_noted, c) != SRV_LOGGED)
        srv_find(c->findings, "the list of finished games cannot be read: %s", c->log->reason);
}

bool srv_check(const char *path, srv_findings *findings, kb_text *why)
{
    srv_log *log = srv_log_read_sqlite(path, why);
    if (!log) return false;
    checking c = {.log = log, .findings = findings};
    if (!srv_people_open(&c.people, NULL)) {
        kb_put(why, "ICU cannot be initialised");
        log->close(log);
        return false;
    }
    srv_log_examine_sqlite(path, find_unsound, findings);
    check_streams(&c);
    srv_people_close(&c.people);
    free(c.streams.at);
    log->close(log);
    return true;
}
