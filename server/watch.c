/* watch.c: connections, and what they see of the tables they watch. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

void srv_watch_open(srv_watch *watch, srv_env *env, srv_outbox *outbox, srv_guard *guard)
{
    memset(watch, 0, sizeof *watch);
    watch->env = env;
    watch->outbox = outbox;
    watch->guard = guard;
}

void srv_watch_close(srv_watch *watch)
{
    while (watch->n) srv_watch_disconnect(watch, watch->connections[0]);
    free(watch->connections);
    free(watch->presence);
}

/* --- connections ----------------------------------------------------------------------------------------- */

static srv_presence *presence_of(srv_watch *watch, uint32_t person)
{
    while (watch->n_presence < person) {
        watch->presence = srv_grow(watch->presence, watch->n_presence + 1, &watch->presence_size,
                                   sizeof *watch->presence);
        memset(&watch->presence[watch->n_presence++], 0, sizeof *watch->presence);
    }
    return &watch->presence[person - 1];
}

static void count(srv_watch *watch, const srv_connection *c, int by)
{
    if (!c->person) {
        srv_guard_count(watch->guard, c->visitor.address, &c->hash, by);
        return;
    }
    presence_of(watch, c->person)->n_connections += by;
    presence_of(watch, c->person)->address = c->visitor.address;
}

srv_connection *srv_watch_connect(srv_watch *watch, const srv_visitor *visitor, const srv_secret *hash, uint32_t person)
{
    bool has_room = person ? presence_of(watch, person)->n_connections < SRV_CONNECTIONS_A_PERSON
                           : srv_guard_has_room(watch->guard, visitor->address, hash);
    if (!has_room) return NULL;
    srv_connection *c = srv_alloc(sizeof *c);
    c->visitor = *visitor;
    c->hash = *hash;
    c->person = person;
    c->number = ++watch->n_ever;
    c->tokens_ms = 1 << 30;
    c->tokens_at_ms = watch->env->now_ms;
    watch->connections = srv_grow(watch->connections, watch->n + 1, &watch->size, sizeof(srv_connection *));
    c->place = watch->n;
    watch->connections[watch->n++] = c;
    count(watch, c, 1);
    return c;
}

void srv_watch_disconnect(srv_watch *watch, srv_connection *c)
{
    while (c->n_watched) srv_watch_end(watch, c, c->watched[0].table);
    srv_outbox_drop(watch->outbox, c);
    srv_connection *last = watch->connections[--watch->n];
    watch->connections[c->place] = last;
    last->place = c->place;
    count(watch, c, -1);
    free(c);
}

srv_connection *srv_connection_numbered(const srv_watch *watch, uint64_t number)
{
    for (size_t i = 0; i < watch->n; i++)
        if (watch->connections[i]->number == number) return watch->connections[i];
    return NULL;
}

void srv_watch_set_person(srv_watch *watch, srv_connection *c, uint32_t person)
{
    count(watch, c, -1);
    c->person = person;
    count(watch, c, 1);
}

void srv_watch_show_again(srv_watch *watch, srv_connection *c)
{
    for (int i = 0; i < c->n_watched; i++) {
        srv_watched *w = &c->watched[i];
        if (kb_table_viewer(w->table->room->table, c->person) == w->viewer) continue;
        srv_watch_post_picture(watch, c, w->table, true, 0);
        srv_watch_post_here_to_all(watch, w->table);
    }
}

void srv_watch_confirm(srv_watch *watch)
{
    watch->n_commits++;
}

void srv_watch_take_back(srv_watch *watch)
{
    for (size_t i = 0; i < watch->n; i++) {
        srv_connection *c = watch->connections[i];
        for (int k = c->n_watched; k-- > 0;)
            if (c->watched[k].since == watch->n_commits) srv_watch_end(watch, c, c->watched[k].table);
    }
}

void srv_watch_reset_viewers(srv_connection *c)
{
    for (int i = 0; i < c->n_watched; i++)
        c->watched[i].viewer = kb_table_viewer(c->watched[i].table->room->table, c->person);
}

uint64_t srv_watch_address(const srv_watch *watch, uint32_t person)
{
    return person && person <= watch->n_presence ? watch->presence[person - 1].address : 0;
}

/* --- watching -------------------------------------------------------------------------------------------- */

srv_watched *srv_watched_of(srv_connection *c, const srv_table *t)
{
    for (int i = 0; i < c->n_watched; i++)
        if (c->watched[i].table == t) return &c->watched[i];
    return NULL;
}

bool srv_watch_begin(const srv_watch *watch, srv_connection *c, srv_table *t)
{
    if (srv_watched_of(c, t)) return true;
    if (c->n_watched == SRV_WATCHED_MAX) return false;
    c->watched[c->n_watched++] = (srv_watched){t, kb_table_viewer(t->room->table, c->person), watch->n_commits};
    srv_table_watchers *all = &t->watchers;
    all->list = srv_grow(all->list, all->n + 1, &all->size, sizeof(srv_connection *));
    all->list[all->n++] = c;
    return true;
}

void srv_watch_end(srv_watch *watch, srv_connection *c, srv_table *t)
{
    srv_watched *w = srv_watched_of(c, t);
    srv_table_watchers *all = &t->watchers;
    if (!w) return;
    bool has_seat = w->viewer != KB_SPECTATOR;
    t->used_ms = watch->env->now_ms;
    *w = c->watched[--c->n_watched];
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i] == c) {
            all->list[i] = all->list[--all->n];
            break;
        }
    if (has_seat) srv_watch_post_here_to_all(watch, t);
}

uint32_t srv_seats_here(const srv_table *t)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < t->watchers.n; i++) {
        int viewer = kb_table_viewer(t->room->table, t->watchers.list[i]->person);
        if (viewer != KB_SPECTATOR) mask |= 1u << viewer;
    }
    for (size_t i = 0; i < t->elsewhere.n; i++) {
        const srv_here *here = &t->elsewhere.list[i];
        for (int k = 0; k < here->n_people; k++) {
            int viewer = kb_table_viewer(t->room->table, here->people[k]);
            if (viewer != KB_SPECTATOR) mask |= 1u << viewer;
        }
    }
    return mask;
}

/* Who is connected is not an event of the table, so it has no number. */
static srv_message post_here(const srv_watch *watch, const srv_table *t, srv_connection *to)
{
    uint32_t mask = srv_seats_here(t);
    kb_text text = srv_outbox_frame(watch->outbox);
    const char *before = "";
    kb_putf(&text, "{\"type\":\"here\",\"table\":\"%s\",\"seats\":[", t->id);
    for (int seat = 0; seat < t->room->table->setup.seats; seat++)
        if (mask & 1u << seat) {
            kb_putf(&text, "%s\"%s\"", before, kb_seat_name(&t->room->table->setup, seat));
            before = ",";
        }
    kb_put(&text, "]}");
    return srv_post(watch->outbox, to, text.at, text.n);
}

void srv_watch_post_here(srv_watch *watch, const srv_table *t, srv_connection *to)
{
    post_here(watch, t, to);
}

void srv_watch_post_here_to_all(srv_watch *watch, srv_table *t)
{
    uint32_t mask = srv_seats_here(t);
    if (t->watchers.told_mask & ~mask) t->watchers.gone_ms = watch->env->now_ms;
    t->watchers.told_mask = mask;
    if (!t->watchers.n) return;
    srv_message here = post_here(watch, t, t->watchers.list[0]);
    for (size_t i = 1; i < t->watchers.n; i++) srv_post_again(watch->outbox, t->watchers.list[i], here);
}

/* --- news ------------------------------------------------------------------------------------------------ */

/* Writes a viewer's news: events, and the view after them. */
static void write_news(const srv_table *t, int viewer, bool fresh, const srv_bytes *events, kb_text *out)
{
    kb_putf(out, "{\"type\":\"news\",\"table\":\"%s\",", t->id);
    if (viewer != KB_SPECTATOR && srv_table_has_code(t)) kb_putf(out, "\"code\":\"%s\",", t->code);
    kb_putf(out, "\"fresh\":%s,\"events\":[", fresh ? "true" : "false");
    if (events->n) kb_put_n(out, events->at, events->n);
    kb_put(out, "],\"view\":");
    srv_room_view(t->room, viewer, out);
    kb_put(out, "}");
}

static srv_message post_picture(const srv_watch *watch, srv_connection *to, const srv_table *t, int viewer, bool fresh,
                                uint64_t after)
{
    const srv_room *room = t->room;
    uint64_t n = room->table->n[viewer], since = viewer == KB_SPECTATOR ? 0 : room->table->seats[viewer].since;
    srv_bytes events = {NULL, 0, 0};
    kb_text text = srv_outbox_frame(watch->outbox);
    if (fresh || after > n || after < since || n - after > SRV_PIECE) {
        fresh = true;
        after = n > since + SRV_PIECE ? n - SRV_PIECE : since;
    }
    watch->env->work += srv_room_events(room, viewer, after, n, &events);
    if (events.n > SRV_EVENTS_BYTES) { /* too long: send only the picture */
        fresh = true;
        events.n = 0;
    }
    write_news(t, viewer, fresh, &events, &text);
    srv_free(&events);
    return srv_post(watch->outbox, to, text.at, text.n);
}

void srv_watch_post_picture(srv_watch *watch, srv_connection *to, const srv_table *t, bool fresh, uint64_t after)
{
    srv_watched *w = srv_watched_of(to, t);
    w->viewer = kb_table_viewer(t->room->table, to->person);
    post_picture(watch, to, t, w->viewer, fresh, after);
}

void srv_watch_before_change(srv_table *t)
{
    t->room->told.viewers_mask = 0;
    for (size_t i = 0; i < t->watchers.n; i++)
        t->room->told.viewers_mask |= 1u << kb_table_viewer(t->room->table, t->watchers.list[i]->person);
}

/* Messages already written for a viewer, to be sent again to others who see the same. */
typedef struct written {
    srv_message news[KB_VIEWERS], pictures[KB_VIEWERS]; /* n is 0: none yet */
} written;

static void post_news(const srv_watch *watch, srv_connection *c, const srv_table *t, int viewer, written *done)
{
    const srv_bytes *events = &t->room->told.events[viewer];
    if (done->news[viewer].n) {
        srv_post_again(watch->outbox, c, done->news[viewer]);
    } else if (events->n > SRV_EVENTS_BYTES) { /* at the end of a game, when very many pacts are revealed */
        const srv_bytes none = {NULL, 0, 0};
        kb_text text = srv_outbox_frame(watch->outbox);
        write_news(t, viewer, true, &none, &text);
        done->news[viewer] = srv_post(watch->outbox, c, text.at, text.n);
    } else if (events->n) {
        kb_text text = srv_outbox_frame(watch->outbox);
        write_news(t, viewer, false, events, &text);
        done->news[viewer] = srv_post(watch->outbox, c, text.at, text.n);
    }
}

void srv_watch_after_change(srv_watch *watch, srv_table *t)
{
    written done;
    bool moved = false;
    memset(&done, 0, sizeof done);
    for (size_t i = 0; i < t->watchers.n; i++) {
        srv_connection *c = t->watchers.list[i];
        srv_watched *w = srv_watched_of(c, t);
        int viewer = kb_table_viewer(t->room->table, c->person);
        if (viewer == w->viewer) {
            post_news(watch, c, t, viewer, &done);
            continue;
        }
        w->viewer = viewer;
        moved = true;
        if (done.pictures[viewer].n) {
            srv_post_again(watch->outbox, c, done.pictures[viewer]);
        } else {
            done.pictures[viewer] = post_picture(watch, c, t, viewer, true, 0);
        }
    }
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) srv_free(&t->room->told.events[viewer]);
    if (moved) srv_watch_post_here_to_all(watch, t);
}

/* --- closing --------------------------------------------------------------------------------------------- */

static void post_closed(const srv_watch *watch, srv_connection *c, const srv_table *t, kb_refused why)
{
    kb_answer answer = kb_refuse(why);
    kb_text text = srv_outbox_frame(watch->outbox);
    kb_putf(&text, "{\"type\":\"closed\",\"table\":\"%s\",\"error\":\"%s\",\"sentence\":\"%s\"}", t->id,
            kb_answer_name(&answer), kb_answer_sentence(&answer));
    srv_post(watch->outbox, c, text.at, text.n);
}

void srv_watch_close_table(srv_watch *watch, srv_table *t, kb_refused why)
{
    while (t->watchers.n) {
        srv_connection *c = t->watchers.list[--t->watchers.n];
        *srv_watched_of(c, t) = c->watched[c->n_watched - 1];
        c->n_watched--;
        post_closed(watch, c, t, why);
    }
}

void srv_watch_close_removed(srv_watch *watch, srv_table *t)
{
    for (size_t i = t->watchers.n; i-- > 0;) {
        srv_connection *c = t->watchers.list[i];
        if (!kb_table_is_removed(t->room->table, c->person)) continue;
        srv_watch_end(watch, c, t);
        post_closed(watch, c, t, KB_REFUSED_REMOVED);
    }
}
