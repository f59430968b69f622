/* strangers.c: see strangers.h. Whether somebody has ever finished a game is a question to the log, which may answer later:
 * it is asked again in the next second. */
#include "strangers.h"

enum { LOOKED_AT = 1000 }; /* people in one second; with one of them, more than a glance is taken */

static const uint64_t stranger_ms = SRV_STRANGER_DAYS * 24ull * 60 * 60 * 1000;

/* Also a player of a game that is not over, or somebody for whom a seat is reserved. */
static bool is_at_a_table(const srv_tables *tables, uint32_t person)
{
    for (size_t i = 0; i < tables->n; i++)
        if (kb_table_is_for(tables->list[i]->room->table, person)) return true;
    return false;
}

static bool is_connected(const srv_watch *watch, uint32_t person)
{
    for (size_t i = 0; i < watch->n; i++)
        if (watch->connections[i]->person == person) return true;
    return false;
}

/* Whether the person has left nothing here but a name, as far as this can be seen without asking the log. */
static bool is_nobody(const srv_parts *parts, const srv_person *p)
{
    bool is_old = parts->env.now_ms >= p->made_ms + stranger_ms;
    return is_old && *p->name && !p->has_played && !p->account.passes && !p->n_muted;
}

static void note_game(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    (void)stream, (void)n, (void)text, (void)bytes;
    *(bool *)context = true;
}

/* Returns false if the log has not answered yet. */
static bool forget_unless_played(srv_parts *parts, uint32_t person)
{
    bool has_played = false;
    srv_logged done = parts->log->results(parts->log, person, NULL, 1, note_game, &has_played);
    if (done == SRV_LOGGED && !has_played) srv_delete_person(&parts->people, parts->env.now_ms, person);
    if (has_played) srv_note_played(&parts->people, person);
    return done != SRV_LOG_PENDING;
}

void srv_forget_strangers(srv_parts *parts)
{
    srv_people *people = &parts->people;
    if (parts->log->tends && !parts->log->tends(parts->log, srv_people_stream)) return;
    for (int i = 0; i < LOOKED_AT && people->n; i++) {
        if (people->looked_at >= people->n) people->looked_at = 0;
        uint32_t person = (uint32_t)++people->looked_at;
        if (!is_nobody(parts, srv_person_at(people, person))) continue;
        bool is_here = is_connected(&parts->watch, person) || is_at_a_table(&parts->tables, person);
        if (!is_here && !forget_unless_played(parts, person)) people->looked_at--;
        return;
    }
}
