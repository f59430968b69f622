/* list.c: the lobby's list of tables. */
#include "list.h"

#include <stdlib.h>
#include <string.h>

static bool wants_line(const srv_table *t)
{
    return t->room->table->rules.is_public && t->room->table->stage < KB_OVER;
}

/* Finished games are in the history instead. */
static bool is_shown(const srv_table *t, uint32_t person)
{
    return t->room->table->stage < KB_OVER && (t->line.is_listed || kb_table_is_for(t->room->table, person));
}

/* --- sharing out the lines ------------------------------------------------------------------------------- */

/* A table that wants a line. rank: how many others of the same host, then of the same address, come first. */
typedef struct candidate {
    srv_table *table;
    uint64_t address;
    uint32_t host;
    size_t newest, rank;
} candidate;

static int order_of(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_hosts(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->address, y->address);
    if (!order) order = order_of(x->host, y->host);
    return order ? order : order_of(x->newest, y->newest);
}

static int compare_addresses(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->address, y->address);
    if (!order) order = order_of(x->rank, y->rank);
    return order ? order : order_of(x->newest, y->newest);
}

static int compare_ranks(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = order_of(x->rank, y->rank);
    return order ? order : order_of(x->newest, y->newest);
}

/* A host who has not connected since the start counts as an address of their own. */
static candidate candidate_of(const srv_list *list, size_t i)
{
    srv_table *t = list->tables->list[i];
    uint32_t host = t->room->table->host;
    uint64_t address = srv_watch_address(list->watch, host);
    return (candidate){t, address ? address : host, host, list->tables->n - i, 0};
}

static void rank(candidate *c, size_t n)
{
    qsort(c, n, sizeof *c, compare_hosts);
    for (size_t i = 1; i < n; i++)
        c[i].rank = c[i].address == c[i - 1].address && c[i].host == c[i - 1].host ? c[i - 1].rank + 1 : 0;
    qsort(c, n, sizeof *c, compare_addresses);
    for (size_t i = 0, first = 0; i < n; i++) {
        if (c[i].address != c[first].address) first = i;
        c[i].rank = i - first;
    }
    qsort(c, n, sizeof *c, compare_ranks);
}

/* Shares out the lines in rounds: one line per address; within an address one per host in turn; within a host the
 * newest table first. So making more tables or more people takes no lines from others. */
static void share_out(srv_list *list)
{
    size_t n = 0;
    candidate *all = srv_alloc((list->tables->n + 1) * sizeof *all);
    for (size_t i = 0; i < list->tables->n; i++)
        if (wants_line(list->tables->list[i])) all[n++] = candidate_of(list, i);
    if (n > SRV_LOBBY_MAX) rank(all, n);
    list->n_listed = n < SRV_LOBBY_MAX ? (int)n : SRV_LOBBY_MAX;
    for (size_t i = 0; i < n; i++) {
        srv_table_line *line = &all[i].table->line;
        bool is_listed = i < SRV_LOBBY_MAX;
        if (line->is_listed != is_listed) line->has_changed = list->has_news = true;
        line->is_listed = is_listed;
        line->was_listed |= is_listed;
    }
    free(all);
}

/* --- noting changes -------------------------------------------------------------------------------------- */

/* Adds the table's current people to those who may have seen it as theirs. */
static void note_people(srv_table *t)
{
    srv_table_line *line = &t->line;
    for (int i = 0; i <= t->room->table->setup.seats; i++) {
        const kb_seat *seat = i < t->room->table->setup.seats ? &t->room->table->seats[i] : NULL;
        uint32_t person = !seat ? t->room->table->host : seat->person ? seat->person : seat->kept;
        int k = 0;
        while (k < line->n_shown_to && line->shown_to[k] != person) k++;
        if (person && k == line->n_shown_to && k < KB_COUNT(line->shown_to))
            line->shown_to[line->n_shown_to++] = person;
    }
}

/* A finished table seen for the first time was just read from the log. Nobody has a line of it. */
void srv_list_note(srv_list *list, srv_table *t)
{
    const srv_room *room = t->room;
    srv_table_line *line = &t->line;
    kb_text text = srv_outbox_frame(list->outbox);
    kb_table_summary(room->table, &text);
    for (int seat = 0; seat < room->table->setup.seats; seat++)
        kb_putf(&text, ",%lld,%lld", (long long)room->table->seats[seat].person,
                (long long)kb_table_owes_since(room->table, seat));
    srv_secret hash = srv_hash_of(text.at, text.n);
    if (line->is_noted && !memcmp(&hash, &line->hash, sizeof hash)) return;
    bool is_news = line->is_noted || room->table->stage < KB_OVER;
    line->hash = hash;
    line->is_noted = true;
    if (is_news) line->has_changed = list->has_news = true;
    if (!wants_line(t)) {
        line->is_listed = false;
    } else if (!line->is_listed && list->n_listed < SRV_LOBBY_MAX) { /* if full, srv_list_tell shares out */
        line->is_listed = line->was_listed = true;
        list->n_listed++;
    }
    note_people(t);
}

void srv_list_open(srv_list *list, srv_env *env, srv_outbox *outbox, srv_tables *tables, srv_watch *watch)
{
    memset(list, 0, sizeof *list);
    list->env = env;
    list->outbox = outbox;
    list->tables = tables;
    list->watch = watch;
    for (size_t i = 0; i < tables->n; i++) srv_list_note(list, tables->list[i]);
    share_out(list);
    for (size_t i = 0; i < tables->n; i++) tables->list[i]->line.has_changed = false;
    list->has_news = false;
}

/* --- what a person sees ----------------------------------------------------------------------------------- */

static void put_line(const srv_table *t, uint32_t person, kb_text *out)
{
    int seat = kb_table_viewer(t->room->table, person);
    kb_putf(out, "{\"table\":\"%s\",\"mine\":%s,", t->id, kb_table_is_for(t->room->table, person) ? "true" : "false");
    kb_table_summary(t->room->table, out);
    if (seat != KB_SPECTATOR && kb_table_owes_since(t->room->table, seat))
        kb_putf(out, ",\"turn\":true,\"since\":%lld", (long long)kb_table_owes_since(t->room->table, seat));
    kb_put(out, "}");
}

int srv_list_write(const srv_list *list, uint32_t person, kb_text *out)
{
    int n = 0, mine = 0;
    for (size_t i = list->tables->n; i-- > 0;) {
        const srv_table *t = list->tables->list[i];
        if (!is_shown(t, person) || (!t->line.is_listed && mine++ == SRV_MINE_MAX)) continue;
        kb_put(out, n++ ? "," : "");
        put_line(t, person, out);
    }
    return n;
}

static bool has_letters(const srv_names *names, const char *name, const srv_letters *wanted)
{
    srv_letters letters;
    srv_letters_of(names, name, &letters);
    return srv_have_letters(&letters, wanted);
}

int srv_list_search(const srv_list *list, const srv_names *names, uint32_t person, const srv_letters *wanted,
                    kb_text *out)
{
    int found = 0;
    for (size_t i = list->tables->n; i-- > 0 && found < SRV_FOUND_MAX;) {
        const srv_table *t = list->tables->list[i];
        if (!wants_line(t) && !is_shown(t, person)) continue;
        if (kb_table_is_removed(t->room->table, person)) continue;
        if (!has_letters(names, t->room->table->host_name, wanted) &&
            !has_letters(names, kb_game_at(t->room->table->setup.game)->name, wanted))
            continue;
        kb_put(out, found++ ? "," : "");
        put_line(t, person, out);
    }
    return found;
}

/* --- telling followers ----------------------------------------------------------------------------------- */

/* A table that is no longer shown is named only to those who have seen it. */
static bool is_gone_for(const srv_table *t, uint32_t person)
{
    if (is_shown(t, person)) return false;
    bool was_mine = false;
    for (int i = 0; person && i < t->line.n_shown_to; i++) was_mine |= t->line.shown_to[i] == person;
    return t->line.was_listed || was_mine;
}

static bool is_for_any(srv_table *const *news, int n, uint32_t person)
{
    for (int i = 0; person && i < n; i++) {
        const srv_table_line *line = &news[i]->line;
        if (kb_table_is_for(news[i]->room->table, person)) return true;
        for (int k = 0; k < line->n_shown_to; k++)
            if (line->shown_to[k] == person) return true;
    }
    return false;
}

static void write_lines(srv_table *const *news, int n, uint32_t person, kb_text *out)
{
    int shown = 0, gone = 0;
    kb_put(out, "{\"type\":\"lobby\",\"tables\":[");
    for (int i = 0; i < n; i++) {
        if (!is_shown(news[i], person)) continue;
        kb_put(out, shown++ ? "," : "");
        put_line(news[i], person, out);
    }
    kb_put(out, "],\"gone\":[");
    for (int i = 0; i < n; i++)
        if (is_gone_for(news[i], person)) kb_putf(out, "%s\"%s\"", gone++ ? "," : "", news[i]->id);
    kb_put(out, "]}");
    KB_ASSERT(!out->cut);
    if (!shown && !gone) out->n = 0;
}

/* Followers who have no part in any of these tables get the same text, which is written once. */
static void post_lines(const srv_list *list, srv_table *const *news, int n)
{
    srv_message same = {NULL, 0, 0, NULL, false};
    bool is_written = false;
    for (size_t i = 0; i < list->watch->n; i++) {
        srv_connection *c = list->watch->connections[i];
        if (!c->follows) continue;
        bool is_own = is_for_any(news, n, c->person);
        if (is_own || !is_written) {
            kb_text text = srv_outbox_frame(list->outbox);
            write_lines(news, n, is_own ? c->person : 0, &text);
            srv_message message = {NULL, 0, 0, NULL, false};
            if (text.n) message = srv_post(list->outbox, c, text.at, text.n);
            if (is_own) continue;
            same = message;
            is_written = true;
        } else if (same.n) {
            srv_post_again(list->outbox, c, same);
        }
    }
}

void srv_list_post_gone(srv_list *list, const srv_table *t)
{
    for (size_t i = 0; i < list->watch->n; i++) {
        srv_connection *c = list->watch->connections[i];
        kb_text text = srv_outbox_frame(list->outbox);
        if (!c->follows || (!is_shown(t, c->person) && !is_gone_for(t, c->person))) continue;
        kb_putf(&text, "{\"type\":\"lobby\",\"tables\":[],\"gone\":[\"%s\"]}", t->id);
        srv_post(list->outbox, c, text.at, text.n);
    }
}

void srv_list_tell(srv_list *list)
{
    srv_table *news[SRV_LOBBY_MAX];
    int n = 0;
    if (!list->has_news || list->env->now_ms < list->told_ms + SRV_LOBBY_MS) return;
    list->told_ms = list->env->now_ms;
    share_out(list);
    list->has_news = false;
    for (size_t i = 0; i < list->tables->n; i++) {
        srv_table *t = list->tables->list[i];
        if (!t->line.has_changed) continue;
        if (n == SRV_LOBBY_MAX) {
            list->has_news = true; /* the rest next time */
            break;
        }
        news[n++] = t;
    }
    post_lines(list, news, n);
    for (int i = 0; i < n; i++) {
        news[i]->line.has_changed = false;
        news[i]->line.was_listed = news[i]->line.is_listed;
        news[i]->line.n_shown_to = 0;
        note_people(news[i]);
    }
}
