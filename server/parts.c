/* parts.c: the parts of the server, and the consequences of a change at a table. */
#include "parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- changes --------------------------------------------------------------------------------------------- */

bool srv_tends(const srv_parts *parts, const srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    if (!parts->log->tends) return true;
    srv_write_stream(t->id, stream);
    return parts->log->tends(parts->log, stream);
}

void srv_before_change(srv_table *t)
{
    srv_watch_before_change(t);
}

static void note_unsure(srv_parts *parts, srv_table *t)
{
    if (t->n_stored > t->n_durable) return; /* it is in the list */
    parts->unsure = srv_grow(parts->unsure, parts->n_unsure + 1, &parts->unsure_size, sizeof(srv_table *));
    parts->unsure[parts->n_unsure++] = t;
}

static void store(srv_parts *parts, srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    note_unsure(parts, t);
    srv_write_stream(t->id, stream);
    for (; t->n_stored < t->room->table->n_entries; t->n_stored++) {
        const kb_kept *entry = kb_table_entry(t->room->table, t->n_stored + 1);
        parts->log->append(parts->log, stream, t->n_stored + 1, kb_kept_text(entry), entry->n);
        parts->n_entries++;
        parts->n_moves += entry->kind == KB_ENTRY_MOVE;
    }
    if (t->room->table->stage < KB_OVER || t->has_result) return;
    srv_note_result(parts->log, t->room, t->id);
    t->has_result = true;
}

/* Has the server's decisions made, by this server if it looks after the table. */
static void ask_for_decisions(srv_parts *parts, srv_table *t)
{
    if (srv_tends(parts, t)) {
        srv_jobs_ask(&parts->jobs, t);
    } else {
        srv_jobs_forget(&parts->jobs, t);
    }
}

void srv_after_news(srv_parts *parts, srv_table *t)
{
    const srv_table *about = parts->outbox.about;
    parts->outbox.about = t;
    ask_for_decisions(parts, t);
    srv_list_note(&parts->list, t);
    srv_watch_after_change(&parts->watch, t);
    parts->outbox.about = about;
}

void srv_after_change(srv_parts *parts, srv_table *t)
{
    if (t->room->table->is_damaged) {
        parts->has_faulty = true;
    } else if (t->n_stored == t->room->table->n_entries) {
        ask_for_decisions(parts, t);
    } else {
        store(parts, t);
        srv_after_news(parts, t);
    }
}

/* --- commits --------------------------------------------------------------------------------------------- */

void srv_begin_changes(srv_parts *parts)
{
    for (size_t i = 0; i < parts->n_unsure; i++) parts->unsure[i]->n_begun = parts->unsure[i]->n_stored;
}

void srv_confirm_changes(srv_parts *parts)
{
    size_t n = 0;
    for (size_t i = 0; i < parts->n_unsure; i++) {
        srv_table *t = parts->unsure[i];
        t->n_durable = t->n_begun;
        if (t->n_durable < t->n_stored) parts->unsure[n++] = t;
    }
    parts->n_unsure = n;
    parts->n_expected = 0;
    srv_people_confirm(&parts->people);
    srv_watch_confirm(&parts->watch);
}

bool srv_is_all_durable(const srv_parts *parts)
{
    return !parts->n_unsure && !parts->people.undo.is_needed;
}

void srv_expect(srv_parts *parts, const srv_table *t)
{
    srv_log *log = parts->log;
    if (!log->expect) return;
    parts->expected = srv_grow(parts->expected, parts->n_expected + 1, &parts->expected_size, sizeof *parts->expected);
    srv_behind *one = &parts->expected[parts->n_expected++];
    if (t) {
        srv_write_stream(t->id, one->stream);
    } else {
        memcpy(one->stream, srv_people_stream, strlen(srv_people_stream) + 1);
    }
    log->expect(log, one->stream, t ? t->n_stored : parts->people.n_entries);
}

void srv_note_behind(srv_parts *parts, const char *stream)
{
    for (size_t i = 0; i < parts->n_behind; i++)
        if (!strcmp(parts->behind[i].stream, stream)) return;
    parts->behind = srv_grow(parts->behind, parts->n_behind + 1, &parts->behind_size, sizeof *parts->behind);
    srv_behind *one = &parts->behind[parts->n_behind++];
    kb_text text = kb_text_in(one->stream, sizeof one->stream);
    kb_put(&text, stream);
}

void srv_forget_behind(srv_parts *parts, const char *id)
{
    char stream[SRV_STREAM_MAX + 1];
    size_t n = 0;
    srv_write_stream(id, stream);
    for (size_t i = 0; i < parts->n_behind; i++)
        if (strcmp(parts->behind[i].stream, stream) != 0) parts->behind[n++] = parts->behind[i];
    parts->n_behind = n;
}

/* A table whose first entry is not in the log does not exist. Nobody was told of it. */
static bool is_unmade(void *context, srv_table *t)
{
    srv_parts *parts = context;
    char stream[SRV_STREAM_MAX + 1];
    if (t->n_durable) return false;
    srv_write_stream(t->id, stream);
    srv_note_behind(parts, stream); /* another server may have made it */
    srv_watch_close_table(&parts->watch, t, KB_REFUSED_NO_TABLE);
    srv_jobs_forget(&parts->jobs, t);
    return true;
}

static void take_back_people(srv_parts *parts)
{
    if (!parts->people.undo.is_needed) return;
    srv_people_roll_back(&parts->people);
    srv_note_behind(parts, srv_people_stream);
    for (size_t i = 0; i < parts->watch.n; i++) {
        srv_connection *c = parts->watch.connections[i];
        uint32_t person = srv_person_of_key(&parts->people, &c->hash);
        if (c->person != person) srv_watch_set_person(&parts->watch, c, person);
        srv_watch_reset_viewers(c);
    }
}

static void take_back_table(srv_parts *parts, srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    srv_write_stream(t->id, stream);
    srv_note_behind(parts, stream);
    srv_table_roll_back(t);
    srv_jobs_check(&parts->jobs, t);
    srv_list_note(&parts->list, t);
    for (size_t i = 0; i < t->watchers.n; i++) srv_watch_reset_viewers(t->watchers.list[i]);
    srv_watch_post_here_to_all(&parts->watch, t);
}

void srv_take_back_changes(srv_parts *parts)
{
    bool was_made = false;
    srv_outbox_drop_unsure(&parts->outbox);
    parts->outbox.is_sure = true;
    srv_watch_take_back(&parts->watch);
    take_back_people(parts);
    for (size_t i = 0; i < parts->n_unsure; i++) {
        was_made |= !parts->unsure[i]->n_durable;
        if (parts->unsure[i]->n_durable) take_back_table(parts, parts->unsure[i]);
    }
    parts->n_unsure = 0;
    for (size_t i = 0; i < parts->n_expected; i++) srv_note_behind(parts, parts->expected[i].stream);
    parts->n_expected = 0;
    if (was_made) srv_tables_remove(&parts->tables, is_unmade, parts);
    parts->outbox.is_sure = false;
}

/* --- guesses --------------------------------------------------------------------------------------------- */

static srv_guesser guesser_of(const srv_parts *parts, const srv_connection *c)
{
    return srv_guard_guesser(&parts->guard, c->visitor.address, &c->hash);
}

void srv_tell_guess(srv_parts *parts, srv_connection *c)
{
    char text[64];
    srv_guesser who = guesser_of(parts, c);
    snprintf(text, sizeof text, "guess %llu %llu", (unsigned long long)who.at[0], (unsigned long long)who.at[1]);
    parts->log->tell_surely(parts->log, text);
    c->guess = SRV_GUESS_TOLD;
}

/* A connection of that guesser whose guess is not decided yet, or NULL. */
static srv_connection *undecided(const srv_parts *parts, srv_guesser who)
{
    for (size_t i = 0; i < parts->watch.n; i++) {
        srv_connection *c = parts->watch.connections[i];
        if (c->guess != SRV_GUESS_TOLD) continue;
        srv_guesser other = guesser_of(parts, c);
        if (!memcmp(&other, &who, sizeof who)) return c;
    }
    return NULL;
}

void srv_hear_guess(srv_parts *parts, const char *text, bool is_own)
{
    char *at = (char *)text;
    srv_guesser who;
    for (int i = 0; i < KB_COUNT(who.at); i++) who.at[i] = strtoull(at, &at, 10);
    if (*at) return;
    srv_connection *c = is_own ? undecided(parts, who) : NULL;
    if (c && !srv_guard_has_guess(&parts->guard, who)) {
        c->guess = SRV_GUESS_REFUSED;
        return;
    }
    srv_guard_count_guess(&parts->guard, who);
    if (c) c->guess = SRV_GUESS_ALLOWED;
}

void srv_lose_guesses(srv_parts *parts)
{
    srv_guard_fear_guesses(&parts->guard);
    for (size_t i = 0; i < parts->watch.n; i++) {
        srv_connection *c = parts->watch.connections[i];
        if (c->guess == SRV_GUESS_TOLD) c->guess = SRV_GUESS_REFUSED;
    }
}

/* --- removing tables ------------------------------------------------------------------------------------- */

typedef struct closing {
    srv_parts *parts;
    const char *stream; /* NULL: every table that is damaged itself */
} closing;

static bool is_closing(const closing *c, const srv_table *t)
{
    char stream[SRV_STREAM_MAX + 1];
    srv_write_stream(t->id, stream);
    return c->stream ? !strcmp(stream, c->stream) : t->room->table->is_damaged;
}

static bool close_table(void *context, srv_table *t)
{
    const closing *c = context;
    srv_parts *parts = c->parts;
    if (!is_closing(c, t)) return false;
    if (!c->stream)
        srv_env_note(&parts->env,
                     "a table is left out: an entry that was checked does not fit, which is a fault of this program",
                     NULL);
    srv_tables_note_damaged(&parts->tables, t->id);
    srv_outbox_take_back(&parts->outbox, t, KB_REFUSED_DAMAGED);
    srv_watch_close_table(&parts->watch, t, KB_REFUSED_DAMAGED);
    srv_list_post_gone(&parts->list, t);
    srv_jobs_forget(&parts->jobs, t);
    for (size_t i = 0; i < parts->n_unsure; i++)
        if (parts->unsure[i] == t) parts->unsure[i--] = parts->unsure[--parts->n_unsure];
    return true;
}

void srv_close_damaged(srv_parts *parts, const char *stream)
{
    closing c = {parts, stream};
    srv_tables_remove(&parts->tables, close_table, &c);
}

void srv_close_faulty(srv_parts *parts)
{
    closing c = {parts, NULL};
    if (!parts->has_faulty) return;
    parts->has_faulty = false;
    srv_tables_remove(&parts->tables, close_table, &c);
}

static bool forget_idle(void *context, srv_table *t)
{
    srv_parts *parts = context;
    if (!srv_table_is_idle(&parts->tables, t) || t->line.has_changed) return false;
    srv_jobs_forget(&parts->jobs, t);
    return true;
}

void srv_forget_idle(srv_parts *parts)
{
    srv_tables_remove(&parts->tables, forget_idle, parts);
}

/* --- opening and closing --------------------------------------------------------------------------------- */

typedef struct reading {
    srv_people *people;
    bool is_wrong;
} reading;

static void read_person(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    reading *r = context;
    (void)stream, (void)n;
    r->is_wrong |= !srv_people_fold(r->people, text, bytes);
}

static bool read_log(srv_parts *parts)
{
    srv_log *log = parts->log;
    reading r = {&parts->people, false};
    srv_logged done = log->read(log, srv_people_stream, 1, SRV_TO_END, read_person, &r);
    bool is_read = done == SRV_LOGGED && !r.is_wrong;
    srv_env_set_time(&parts->env, parts->people.last_ms);
    return srv_tables_open(&parts->tables, &parts->env, log) && is_read;
}

bool srv_parts_open(srv_parts *parts, srv_log *log, const srv_edge *edge, uint64_t now_ms, kb_text *why)
{
    if (sodium_init() < 0) {
        kb_put(why, "libsodium cannot be initialised");
        return false;
    }
    parts->env.edge = *edge;
    parts->env.now_ms = now_ms;
    parts->log = log;
    srv_outbox_open(&parts->outbox);
    srv_guard_open(&parts->guard, &parts->env, log->tell ? log->shared_key : NULL);
    bool has_names = srv_people_open(&parts->people, log);
    parts->people.new_a_day = edge->people_an_address;
    bool is_open = has_names && read_log(parts);
    if (!has_names) {
        kb_put(why, "ICU cannot be initialised");
    } else if (!is_open) {
        kb_putf(why, "the log cannot be read: %s; kickback check tells more",
                log->reason[0] ? log->reason : "an entry about people does not fit");
    }
    const srv_tables *tables = &parts->tables;
    for (size_t i = 0; i < tables->n; i++) srv_env_set_time(&parts->env, tables->list[i]->room->table->at_ms);
    bool was_stopped = !log->tends || log->untended_since_ms; /* otherwise other servers let the clocks run */
    for (size_t i = 0; was_stopped && i < tables->n; i++) srv_room_go_on(tables->list[i]->room, parts->env.now_ms);
    log->untended_since_ms = 0;
    srv_watch_open(&parts->watch, &parts->env, &parts->outbox, &parts->guard);
    srv_list_open(&parts->list, &parts->env, &parts->outbox, &parts->tables, &parts->watch);
    srv_jobs_open(&parts->jobs, &parts->env);
    if (!is_open) {
        srv_parts_close(parts);
        return false;
    }
    for (size_t i = 0; i < tables->n; i++) srv_after_change(parts, tables->list[i]);
    return true;
}

void srv_parts_close(srv_parts *parts)
{
    parts->log->news = NULL;
    parts->log->heard = NULL;
    srv_watch_close(&parts->watch);
    srv_jobs_close(&parts->jobs);
    srv_tables_close(&parts->tables);
    srv_people_close(&parts->people);
    srv_outbox_close(&parts->outbox);
    srv_guard_close(&parts->guard);
    free(parts->unsure);
    free(parts->behind);
    free(parts->expected);
}
