/* table_ask.c: requests about a table. Those that change it are answered by its room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "here.h"
#include "qr.h"

enum { SAME_ID_TRIES = 8 };

static void reply(srv_parts *parts, const srv_asking *a, kb_refused refusal)
{
    srv_post_refusal(&parts->outbox, a->from, a->ask->id, refusal);
}

/* Looks up the person the request names by id, because a room knows no people. */
static kb_asker asker_of(const srv_parts *parts, const srv_asking *a, uint32_t here)
{
    const srv_people *people = &parts->people;
    const srv_person *p = srv_person_at(people, a->from->person);
    uint32_t whom = srv_person_with_id(people, a->ask->at_table.person);
    const srv_person *other = whom ? srv_person_at(people, whom) : NULL;
    kb_source from = srv_people_source(people, &a->from->hash, &a->from->visitor);
    kb_asker asker = {.now_ms = parts->env.now_ms,
                      .person = a->from->person,
                      .name = p->name,
                      .id = a->ask->id,
                      .here_mask = here,
                      .person_id = p->id,
                      .whom = whom,
                      .whom_name = other ? other->name : "",
                      .whom_id = other ? other->id : "",
                      .from = from};
    return asker;
}

/* --- new tables ------------------------------------------------------------------------------------------ */

/* With several servers, a request that is repeated to another one at the same time makes the same id, so that the log takes
 * only one of the two tables. After many tries the id is there and its table cannot be found: it is damaged. Then any id will
 * do. */
static void draw_table(const srv_parts *parts, const srv_asking *a, char id[SRV_TABLE_ID + 1], srv_seed *seed)
{
    struct {
        srv_secret key;
        uint32_t person;
        char id[KB_ID_MAX + 1], table[SRV_TABLE_ID + 1];
    } request;
    memset(&request, 0, sizeof request);
    request.key = a->from->hash; /* a secret */
    request.person = a->from->person;
    memcpy(request.id, a->ask->id, strlen(a->ask->id));
    if (a->table) memcpy(request.table, a->table->id, sizeof request.table);
    srv_secret from = srv_hash_of(&request, sizeof request);
    if (!parts->log->tends || a->n_tries >= SAME_ID_TRIES) srv_env_random(&parts->env, from.at, SRV_TABLE_ID / 2);
    srv_tables_make_id(&parts->tables, &from, id);
    srv_env_random(&parts->env, seed->at, sizeof seed->at);
}

/* Posts the table's id and code. A table that is not in memory has no code any more. */
static void post_table(srv_parts *parts, const srv_asking *a, const char *id)
{
    const srv_table *t = srv_tables_in_memory(&parts->tables, id);
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"table\":\"%s\"", id);
    if (t && srv_table_has_code(t)) kb_putf(&text, ",\"code\":\"%s\"", t->code);
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* Why there may not be another table. */
static kb_refused refuse_table(const srv_parts *parts, const kb_asker *asker)
{
    if (srv_tables_open_of(&parts->tables, asker->person) >= SRV_TABLES_A_PERSON) return KB_REFUSED_TOO_MANY_TABLES;
    return srv_tables_have_room(&parts->tables, asker->from) ? KB_DONE : KB_REFUSED_TOO_MANY_TABLES_HERE;
}

/* Returns false if it was refused, or is pending. */
static bool create(srv_parts *parts, const srv_asking *a, char id[SRV_TABLE_ID + 1])
{
    srv_seed seed;
    kb_asker asker = asker_of(parts, a, 0);
    kb_answer answer = kb_refuse(refuse_table(parts, &asker));
    srv_room *room = NULL;
    draw_table(parts, a, id, &seed);
    *a->is_pending = srv_tables_is_loading(&parts->tables, id); /* another server has made it just now */
    if (*a->is_pending) return false;
    if (!answer.refusal) room = srv_room_create(&asker, a->ask, &seed, &answer);
    if (!room) {
        srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
        return false;
    }
    srv_after_change(parts, srv_tables_add(&parts->tables, id, room));
    return true;
}

/* A repeated request gets the table it created. */
void srv_handle_create(srv_parts *parts, const srv_asking *a)
{
    char id[SRV_TABLE_ID + 1];
    srv_logged done = srv_tables_created_by(&parts->tables, a->from->person, a->ask->id, id);
    *a->is_pending = done == SRV_LOG_PENDING;
    if (*a->is_pending) return;
    if (done != SRV_LOGGED) {
        reply(parts, a, srv_tables_log_refusal(&parts->tables, done));
        return;
    }
    if (!id[0] && !create(parts, a, id)) return;
    parts->outbox.about = srv_tables_in_memory(&parts->tables, id);
    post_table(parts, a, id);
    parts->outbox.about = NULL;
}

/* A table has one rematch: later requests get the same one. */
void srv_handle_rematch(srv_parts *parts, const srv_asking *a)
{
    srv_table *t = a->table;
    kb_asker asker = asker_of(parts, a, 0);
    kb_answer answer = kb_table_check_rematch(t->room->table, &asker);
    if (!answer.refusal && !t->room->table->rematch[0]) answer = kb_refuse(refuse_table(parts, &asker));
    if (answer.refusal) {
        srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
        return;
    }
    if (!t->room->table->rematch[0]) {
        char id[SRV_TABLE_ID + 1];
        srv_seed seed;
        draw_table(parts, a, id, &seed);
        srv_after_change(parts, srv_tables_add(&parts->tables, id, srv_room_create_again(t->room, &asker, &seed)));
        srv_before_change(t);
        srv_room_set_rematch(t->room, &asker, id);
        srv_after_change(parts, t);
    }
    post_table(parts, a, t->room->table->rematch);
}

/* --- watching -------------------------------------------------------------------------------------------- */

void srv_handle_watch(srv_parts *parts, const srv_asking *a)
{
    srv_connection *c = a->from;
    srv_table *t = a->table;
    const char *as = a->ask->as;
    int viewer = kb_table_viewer(t->room->table, c->person);
    uint32_t here = srv_seats_here(t);
    uint64_t after = srv_is_given(a->ask, SRV_ASKED_AFTER) ? a->ask->after : UINT64_MAX;
    if (srv_is_wrong(a->ask, SRV_ASKED_AFTER)) {
        reply(parts, a, KB_REFUSED_VALUE);
        return;
    }
    if (!srv_watch_begin(&parts->watch, c, t)) {
        reply(parts, a, KB_REFUSED_TOO_MANY_WATCHED);
        return;
    }
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    bool is_host = c->person && t->room->table->host == c->person;
    kb_putf(&text, ",\"host\":%s", is_host ? "true" : "false");
    if (is_host && srv_table_has_code(t)) kb_putf(&text, ",\"code\":\"%s\"", t->code);
    srv_end_ok(&parts->outbox, c, &text);
    bool fresh = !as || strcmp(as, kb_viewer_name(t->room->table, viewer)) != 0;
    /* They have seen what is unknown here, probably on another server. */
    if (as && (fresh || after > t->room->table->n[viewer])) srv_expect(parts, t);
    srv_watch_post_picture(&parts->watch, c, t, fresh, after); /* past the largest number: a fresh picture */
    if (srv_seats_here(t) == here) {                           /* nothing has changed for the others */
        srv_watch_post_here(&parts->watch, t, c);
    } else {
        srv_watch_post_here_to_all(&parts->watch, t);
    }
}

void srv_handle_unwatch(srv_parts *parts, const srv_asking *a)
{
    srv_watch_end(&parts->watch, a->from, a->table);
    reply(parts, a, KB_DONE);
}

/* Older lines of the chronicle: the last ones before the given number. */
void srv_handle_events(srv_parts *parts, const srv_asking *a)
{
    const srv_room *room = a->table->room;
    int viewer = kb_table_viewer(room->table, a->from->person);
    uint64_t since = viewer == KB_SPECTATOR ? 0 : room->table->seats[viewer].since;
    uint64_t before = a->ask->before;
    srv_bytes events = {NULL, 0, 0};
    if (srv_is_wrong(a->ask, SRV_ASKED_BEFORE)) {
        reply(parts, a, KB_REFUSED_VALUE);
        return;
    }
    uint64_t up_to = before > room->table->n[viewer] ? room->table->n[viewer] : before ? before - 1 : 0;
    uint64_t after = up_to > since + SRV_PIECE ? up_to - SRV_PIECE : since;
    if (after < up_to) parts->env.work += srv_room_events(room, viewer, after, up_to, &events);
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"as\":\"%s\",\"events\":[", kb_viewer_name(room->table, viewer));
    if (events.n) kb_put_n(&text, events.at, events.n);
    kb_put(&text, "]");
    srv_free(&events);
    srv_end_ok(&parts->outbox, a->from, &text);
}

void srv_handle_record(srv_parts *parts, const srv_asking *a)
{
    const srv_room *room = a->table->room;
    srv_bytes record = {NULL, 0, 0};
    if (room->table->stage != KB_OVER) {
        reply(parts, a, KB_REFUSED_NOT_OVER);
        return;
    }
    if (srv_is_wrong(a->ask, SRV_ASKED_AFTER)) {
        reply(parts, a, KB_REFUSED_VALUE);
        return;
    }
    int viewer = kb_table_viewer(room->table, a->from->person);
    size_t next = srv_room_record(room, viewer, a->ask->after, SRV_RECORD_LINES, &record);
    for (size_t i = 0; i < record.n; i++) parts->env.work += record.at[i] == '\n';
    size_t size = 2 * record.n + 1024; /* quotes and newlines take one more byte; nothing else needs escaping */
    char *buffer = srv_alloc(size);
    kb_text text = kb_text_in(buffer, size);
    kb_put(&text, "{\"type\":\"ok\",\"id\":");
    kb_put_json(&text, a->ask->id, strlen(a->ask->id));
    kb_put(&text, ",\"record\":");
    kb_put_json(&text, record.at, record.n);
    if (next) kb_putf(&text, ",\"next\":%lld", (long long)next);
    kb_put(&text, "}");
    KB_ASSERT(!text.cut);
    srv_post(&parts->outbox, a->from, text.at, text.n);
    free(buffer);
    srv_free(&record);
}

/* People may look at the past through their own eyes; through others' only when nothing is hidden any more. */
void srv_handle_look(srv_parts *parts, const srv_asking *a)
{
    const srv_room *room = a->table->room;
    const char *as = a->ask->as;
    int64_t n = a->ask->moment;
    int viewer = kb_table_viewer(room->table, a->from->person);
    int eyes = srv_is_given(a->ask, SRV_ASKED_AS) ? kb_table_eyes(room->table, as ? as : "") : viewer;
    kb_refused refusal = KB_DONE;
    size_t work = 0;
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_put(&text, ",\"view\":");
    if (srv_is_wrong(a->ask, SRV_ASKED_N) || eyes < 0) {
        refusal = KB_REFUSED_VALUE;
    } else if (eyes != viewer && room->table->stage != KB_OVER) {
        refusal = KB_REFUSED_NOT_OVER;
    } else if (n < 1 || !srv_room_look(room, viewer, (uint64_t)n, eyes, &text, &work)) {
        refusal = KB_REFUSED_NO_EVENT;
    }
    parts->env.work += work;
    if (refusal) {
        reply(parts, a, refusal);
    } else {
        srv_end_ok(&parts->outbox, a->from, &text);
    }
}

void srv_handle_invite(srv_parts *parts, const srv_asking *a)
{
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    char place[SRV_TABLE_ID + 3];
    snprintf(place, sizeof place, "t/%s", a->table->id);
    srv_put_link(&text, a->from->visitor.origin, place);
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* --- at the table ---------------------------------------------------------------------------------------- */

static kb_answer ask_room(srv_parts *parts, const srv_asking *a)
{
    kb_asker asker = asker_of(parts, a, srv_seats_here(a->table));
    srv_before_change(a->table);
    kb_answer answer = srv_room_ask(a->table->room, &asker, a->ask);
    if (answer.refusal) srv_expect(parts, a->table);
    return answer;
}

/* A request that depends on somebody's absence waits until it is certain. */
void srv_handle_table(srv_parts *parts, const srv_asking *a)
{
    const srv_table *t = a->table;
    *a->is_pending = kb_table_needs_absence(t->room->table, &a->ask->at_table, srv_seats_here(t)) &&
                     !srv_here_is_known(parts, t);
    if (*a->is_pending) return;
    kb_answer answer = ask_room(parts, a);
    srv_after_change(parts, a->table);
    srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
}

/* Removed people who watch are told first. */
void srv_handle_remove(srv_parts *parts, const srv_asking *a)
{
    kb_answer answer = ask_room(parts, a);
    srv_watch_close_removed(&parts->watch, a->table);
    srv_after_change(parts, a->table);
    srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
}

/* --- negotiating ----------------------------------------------------------------------------------------- */

/* Answers with the proposer's own number of the pact; the same one if the request is repeated. */
void srv_handle_propose(srv_parts *parts, const srv_asking *a)
{
    kb_answer answer = ask_room(parts, a);
    srv_after_change(parts, a->table);
    if (answer.refusal) {
        srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
        return;
    }
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_putf(&text, ",\"pact\":%d", (int)kb_table_proposed(a->table->room->table, a->from->person, a->ask->id));
    srv_end_ok(&parts->outbox, a->from, &text);
}

/* The effect of a move on the person's own promises. */
void srv_handle_consider(srv_parts *parts, const srv_asking *a)
{
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_put(&text, ",");
    kb_answer answer = kb_table_consider(a->table->room->table, a->from->person, a->ask->at_table.move, &text);
    if (answer.refusal) {
        srv_post_answer(&parts->outbox, a->from, a->ask->id, &answer);
    } else {
        srv_end_ok(&parts->outbox, a->from, &text);
    }
}

/* The vocabulary of promises, so that a page can build one without knowing the game. */
void srv_handle_vocabulary(srv_parts *parts, const srv_asking *a)
{
    kb_text text = srv_begin_ok(&parts->outbox, a->ask->id);
    kb_put(&text, ",");
    kb_put_vocabulary(&a->table->room->table->setup, &text);
    srv_end_ok(&parts->outbox, a->from, &text);
}
