/* admin_ask.c: what the operator can ask: lists of people and tables, closing tables, deleting people. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "address.h"
#include "handlers.h"

enum { LINES_MAX = 1000 };

static void __attribute__((format(printf, 2, 3))) put(srv_bytes *out, const char *format, ...)
{
    char text[KB_NAME_MAX + 256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    srv_add(out, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* Which sources are listed: all, or those of an address, or of its network if it is given as one. */
typedef struct filter {
    bool is_on;
    kb_source from;
} filter;

static bool read_filter(const srv_parts *parts, const char *text, filter *out)
{
    char address[SRV_ADDRESS_MAX], network[SRV_ADDRESS_MAX];
    static const srv_secret nobody;
    *out = (filter){*text != '\0', {0, 0}};
    if (!*text) return true;
    if (!srv_address_of(text, strlen(text), address)) return false;
    srv_visitor visitor = {.address = srv_address_number(address)};
    if (srv_network_of(address, network)) visitor.network = srv_address_number(network);
    out->from = srv_people_source(&parts->people, &nobody, &visitor);
    return true;
}

static bool is_listed(const filter *f, kb_source from)
{
    bool is_near = f->from.network && f->from.network == from.network;
    return !f->is_on || f->from.address == from.address || is_near;
}

static void put_source(srv_bytes *out, kb_source from)
{
    if (from.address) {
        put(out, "%06x", (unsigned)from.address);
    } else {
        put(out, "-     ");
    }
}

static void list_people(srv_parts *parts, const char *text, srv_bytes *out)
{
    const srv_people *people = &parts->people;
    filter f;
    int n = 0;
    if (!read_filter(parts, text, &f)) {
        put(out, "no: expected an address but found '%s'\n", text);
        return;
    }
    put(out, "ok\nperson           from   tables name\n");
    for (size_t i = people->n; i-- > 0 && n < LINES_MAX;) {
        const srv_person *p = &people->list[i];
        if (!*p->name || !is_listed(&f, p->from)) continue;
        put(out, "%s ", p->id);
        put_source(out, p->from);
        put(out, " %6d %s\n", srv_tables_open_of(&parts->tables, (uint32_t)i + 1), p->name);
        n++;
    }
}

static void list_tables(srv_parts *parts, const char *text, srv_bytes *out)
{
    static const char *const stages[] = {"gathering", "playing", "over", "closed"};
    filter f;
    int n = 0;
    if (!read_filter(parts, text, &f)) {
        put(out, "no: expected an address but found '%s'\n", text);
        return;
    }
    put(out, "ok\ntable                            from   stage     entries host\n");
    for (size_t i = parts->tables.n; i-- > 0 && n < LINES_MAX;) {
        const srv_table *t = parts->tables.list[i];
        if (t->room->table->stage >= KB_OVER || !is_listed(&f, t->room->table->from)) continue;
        put(out, "%s ", t->id);
        put_source(out, t->room->table->from);
        put(out, " %-9s %7zu %s\n", stages[t->room->table->stage], t->room->table->n_entries,
            t->room->table->host_name);
        n++;
    }
}

static void close_table(srv_parts *parts, srv_table *t)
{
    srv_room_expire(t->room, parts->env.now_ms);
    srv_watch_close_table(&parts->watch, t, KB_REFUSED_EXPIRED);
    srv_after_change(parts, t);
}

static void close_one(srv_parts *parts, const char *id, srv_bytes *out)
{
    srv_table *t = strlen(id) == SRV_TABLE_ID ? srv_tables_in_memory(&parts->tables, id) : NULL;
    if (!t || t->room->table->stage >= KB_OVER) {
        put(out, "no: there is no open table '%s'\n", id);
        return;
    }
    close_table(parts, t);
    put(out, "ok\nclosed\n");
}

static void delete_person(srv_parts *parts, const char *id, srv_bytes *out)
{
    uint32_t person = srv_person_with_id(&parts->people, id);
    int n = 0;
    if (!person || !*srv_person_at(&parts->people, person)->name) {
        put(out, "no: there is nobody '%s'\n", id);
        return;
    }
    for (size_t i = 0; i < parts->tables.n; i++) {
        srv_table *t = parts->tables.list[i];
        if (t->room->table->host != person || t->room->table->stage >= KB_OVER) continue;
        close_table(parts, t);
        n++;
    }
    srv_delete_person(&parts->people, parts->env.now_ms, person);
    srv_post_changed_person(parts);
    put(out, "ok\ndeleted, with %d open tables\n", n);
}

void srv_administer(srv_parts *parts, const char *line, srv_bytes *out)
{
    static const struct {
        const char *name;
        void (*handle)(srv_parts *, const char *what, srv_bytes *);
        bool needs_one;
    } verbs[] = {{"people", list_people, false},
                 {"tables", list_tables, false},
                 {"close", close_one, true},
                 {"delete", delete_person, true}};
    size_t n = strcspn(line, " ");
    const char *what = line[n] ? line + n + 1 : line + n;
    for (int i = 0; i < KB_COUNT(verbs); i++) {
        if (strlen(verbs[i].name) != n || strncmp(verbs[i].name, line, n) != 0) continue;
        if (verbs[i].needs_one && !*what) break;
        verbs[i].handle(parts, what, out);
        return;
    }
    put(out, "no: expected people [ADDRESS], tables [ADDRESS], close TABLE or delete PERSON but found '%s'\n", line);
}
