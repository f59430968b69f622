/* follow.c: reads, folds and tells the entries that other servers have written to the log. */
#include "follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "here.h"

/* Another server has folded this entry, so this program is older, or has a defect. If it went on, it would show people a
 * game that does not exist. */
static void refuse_entry(const char *stream, uint64_t n)
{
    fprintf(stderr, "kickback serve: entry %llu of %s, which another server wrote, does not fit\n",
            (unsigned long long)n, stream);
    abort();
}

/* --- people ---------------------------------------------------------------------------------------------- */

static void take_person(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_parts *parts = context;
    if (n <= parts->people.n_entries) return;
    if (!srv_people_fold(&parts->people, text, bytes)) refuse_entry(stream, n);
    srv_post_changed_person(parts);
}

static srv_logged follow_people(srv_parts *parts)
{
    uint64_t n = parts->people.n_entries;
    if (parts->people.undo.is_needed)
        return SRV_LOG_PENDING; /* a commit about people runs: it is not known yet who is first */
    srv_logged done = parts->log->read(parts->log, srv_people_stream, n + 1, SRV_TO_END, take_person, parts);
    srv_env_set_time(&parts->env, parts->people.last_ms);
    return done;
}

/* --- tables ---------------------------------------------------------------------------------------------- */

static void take_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_table *t = context;
    if (n <= t->room->table->n_entries) return;
    if (!srv_room_fold(t->room, text, bytes)) refuse_entry(stream, n);
}

static void take_entries(srv_parts *parts, srv_table *t)
{
    srv_env_set_time(&parts->env, t->room->table->at_ms);
    t->n_stored = t->n_durable = t->room->table->n_entries;
    t->has_result = t->room->table->stage >= KB_OVER;
    srv_watch_close_removed(&parts->watch, t);
    if (t->room->table->stage == KB_EXPIRED) srv_watch_close_table(&parts->watch, t, KB_REFUSED_EXPIRED);
}

/* A table that is not in memory is new, or was finished long ago. It is loaded, as it is when somebody asks for it. */
static srv_logged follow_table(srv_parts *parts, const char *stream)
{
    const char *id = srv_table_of_stream(stream);
    srv_found found = id ? srv_tables_find(&parts->tables, id) : (srv_found){NULL, false, KB_REFUSED_NO_TABLE};
    srv_table *t = found.table;
    if (!t) return found.is_loading || found.missing == KB_REFUSED_TOO_FAST ? SRV_LOG_PENDING : SRV_LOGGED;
    if (t->n_stored > t->n_durable) return SRV_LOG_PENDING;
    srv_before_change(t);
    srv_logged done = parts->log->read(parts->log, stream, t->n_stored + 1, SRV_TO_END, take_entry, t);
    if (done != SRV_LOGGED) return done;
    if (t->room->table->n_entries > t->n_stored) take_entries(parts, t);
    srv_after_news(parts, t); /* even without new entries: the table may just have been loaded, or taken back */
    return SRV_LOGGED;
}

/* --- after lost notifications ------------------------------------------------------------------------------------- */

static void take_head(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    srv_parts *parts = context;
    const char *id = srv_table_of_stream(stream);
    srv_table *t = id ? srv_tables_in_memory(&parts->tables, id) : NULL;
    (void)text, (void)bytes;
    if (t) t->head = n;
    if ((id && !t) || (!strcmp(stream, srv_people_stream) && n > parts->people.n_entries))
        srv_note_behind(parts, stream);
}

/* Finds out which streams have grown, by the number of each stream's last entry. The log does not list finished tables. */
static bool find_way(srv_parts *parts)
{
    const srv_tables *tables = &parts->tables;
    for (size_t i = 0; i < tables->n; i++) tables->list[i]->head = 0;
    if (parts->log->heads(parts->log, take_head, parts) != SRV_LOGGED) return false;
    for (size_t i = 0; i < tables->n; i++) {
        const srv_table *t = tables->list[i];
        char stream[SRV_STREAM_MAX + 1];
        srv_write_stream(t->id, stream);
        if (t->head != t->n_stored) srv_note_behind(parts, stream);
    }
    return true;
}

static void note_lost(srv_parts *parts)
{
    parts->is_lost = true;
    parts->lost_ms = parts->env.now_ms;
}

static void take_news(void *context, const char *stream, uint64_t n)
{
    srv_parts *parts = context;
    const char *id = stream ? srv_table_of_stream(stream) : NULL;
    const srv_table *t = id ? srv_tables_in_memory(&parts->tables, id) : NULL;
    bool is_known = (t && n <= t->n_durable) || (stream && !id && n <= parts->people.n_entries);
    if (!stream) {
        note_lost(parts);
        srv_lose_guesses(parts);
    } else if (!is_known) {
        srv_note_behind(parts, stream);
    }
}

static void take_told(void *context, const char *writer, const char *text)
{
    if (!strncmp(text, "guess ", 6)) srv_hear_guess(context, text + 6, !writer);
    if (writer && !strncmp(text, "here ", 5)) srv_here_hear(context, writer, text + 5);
}

void srv_follow_open(srv_parts *parts)
{
    parts->log->news = take_news;
    parts->log->heard = take_told;
    parts->log->context = parts;
    if (parts->log->heads) note_lost(parts); /* others may have written while the log was read */
}

bool srv_follow_on(srv_parts *parts)
{
    size_t n = 0;
    if (parts->is_lost && find_way(parts)) parts->is_lost = false;
    parts->outbox.is_sure = true;
    for (size_t i = 0; i < parts->n_behind; i++) {
        srv_behind one = parts->behind[i];
        bool is_people = !strcmp(one.stream, srv_people_stream);
        srv_logged done = is_people ? follow_people(parts) : follow_table(parts, one.stream);
        if (done != SRV_LOGGED) parts->behind[n++] = one;
    }
    parts->n_behind = n;
    parts->outbox.is_sure = false;
    return !n;
}
