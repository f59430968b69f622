/* here.c: who is connected to other servers. A message has, for each table that is watched there, its id and the people with
 * a seat who watch it: "ID:3,5;ID:;". */
#include "here.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FOR_TABLE = SRV_TABLE_ID + 2 + KB_SEATS_MAX * 11 };

/* --- telling --------------------------------------------------------------------------------------------- */

static void put_table(const srv_table *t, kb_text *out)
{
    uint32_t mask = 0;
    kb_putf(out, "%s:", t->id);
    for (size_t i = 0; i < t->watchers.n; i++) {
        uint32_t person = t->watchers.list[i]->person;
        int viewer = kb_table_viewer(t->room->table, person);
        if (viewer == KB_SPECTATOR || mask >> viewer & 1) continue;
        kb_putf(out, "%s%lld", mask ? "," : "", (long long)person);
        mask |= 1u << viewer;
    }
    kb_put(out, ";");
}

static void tell_all(srv_parts *parts)
{
    char message[SRV_TELL_MAX];
    kb_text text = kb_text_in(message, sizeof message);
    for (size_t i = 0; i < parts->tables.n; i++) {
        const srv_table *t = parts->tables.list[i];
        if (!t->watchers.n) continue;
        if (!text.n) kb_put(&text, "here ");
        put_table(t, &text);
        if (text.n + ROOM_FOR_TABLE < sizeof message) continue;
        parts->log->tell(parts->log, message);
        text = kb_text_in(message, sizeof message);
    }
    if (text.n) parts->log->tell(parts->log, message);
}

/* --- hearing --------------------------------------------------------------------------------------------- */

static void forget_late(srv_table_elsewhere *all, uint64_t now_ms)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].until_ms > now_ms) all->list[n++] = all->list[i];
    all->n = n;
}

/* People here see who is there now, if it has changed since they were last told. */
static void show(srv_parts *parts, srv_table *t)
{
    if (srv_seats_here(t) == t->watchers.told_mask) return;
    parts->outbox.is_sure = true;
    srv_watch_post_here_to_all(&parts->watch, t);
    parts->outbox.is_sure = false;
}

/* In the place of what that server told before. */
static void keep(srv_table_elsewhere *all, const srv_here *here)
{
    size_t i = 0;
    while (i < all->n && strcmp(all->list[i].writer, here->writer) != 0) i++;
    if (i == all->n) all->list = srv_grow(all->list, ++all->n, &all->size, sizeof *all->list);
    all->list[i] = *here;
}

/* Reads the people of one table. Returns the end of the text if it is malformed. */
static const char *read_people(const char *at, srv_here *here)
{
    here->n_people = 0;
    while (*at && *at != ';') {
        char *end;
        uint32_t person = (uint32_t)strtoul(at, &end, 10);
        if (end == at || here->n_people == KB_SEATS_MAX) return "";
        here->people[here->n_people++] = person;
        at = *end == ',' ? end + 1 : end;
    }
    return *at ? at + 1 : at;
}

/* Tables that are not in memory are over, and nobody here looks at them. */
void srv_here_hear(srv_parts *parts, const char *writer, const char *text)
{
    srv_here here = {.until_ms = parts->env.now_ms + SRV_HERE_MS};
    kb_text name = kb_text_in(here.writer, sizeof here.writer);
    kb_put(&name, writer);
    while (strlen(text) > SRV_TABLE_ID && text[SRV_TABLE_ID] == ':') {
        char id[SRV_TABLE_ID + 1];
        memcpy(id, text, SRV_TABLE_ID);
        id[SRV_TABLE_ID] = '\0';
        text = read_people(text + SRV_TABLE_ID + 1, &here);
        srv_table *t = srv_tables_in_memory(&parts->tables, id);
        if (!t) continue;
        keep(&t->elsewhere, &here);
        t->used_ms = parts->env.now_ms;
        show(parts, t);
    }
}

bool srv_here_is_known(const srv_parts *parts, const srv_table *t)
{
    uint64_t since_ms = t->watchers.gone_ms > parts->lost_ms ? t->watchers.gone_ms : parts->lost_ms;
    return !parts->log->tell || parts->env.now_ms >= since_ms + SRV_HERE_KNOWN_MS;
}

void srv_here_tell(srv_parts *parts)
{
    if (!parts->log->tell) return;
    for (size_t i = 0; i < parts->tables.n; i++) {
        srv_table *t = parts->tables.list[i];
        forget_late(&t->elsewhere, parts->env.now_ms);
        show(parts, t);
    }
    tell_all(parts);
}
