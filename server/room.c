/* room.c: see room.h. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../table/import.h"
#include "limits.h"

/* --- news ------------------------------------------------------------------------------------------------ */

static char event_buffer[KB_EVENT_BYTES]; /* one event at a time is written, in the thread of the loop */
static kb_text event;

static kb_text *open_event(void *context, int viewer, uint64_t n)
{
    const srv_told *told = context;
    if (!(told->viewers_mask >> viewer & 1) || n <= told->after[viewer] ||
        (told->up_to[viewer] && n > told->up_to[viewer]))
        return NULL;
    if (told->most && told->events[viewer].n > told->most) return NULL;
    event = kb_text_in(event_buffer, sizeof event_buffer);
    return &event;
}

static void close_event(void *context, int viewer, const kb_text *text)
{
    srv_bytes *events = &((srv_told *)context)->events[viewer];
    KB_ASSERT(!text->cut);
    if (events->n) srv_add(events, ",", 1);
    srv_add_text(events, text);
}

static kb_news news_of(srv_told *told)
{
    return (kb_news){told, open_event, close_event};
}

/* --- memory ---------------------------------------------------------------------------------------------- */

/* Makes room for one more call with texts of this length. */
static void make_room(srv_room *room, size_t text)
{
    size_t size = room->table->bytes, wants = kb_table_bytes(room->table, text);
    if (wants <= size) return;
    room->table = srv_grow(room->table, wants, &size, 1);
    kb_table_grow(room->table, size);
}

srv_room *srv_room_new(void)
{
    srv_room *room = srv_alloc(sizeof *room);
    size_t bytes = 2 * sizeof(kb_table);
    room->texts = srv_alloc(sizeof *room->texts);
    room->told.most = SRV_EVENTS_BYTES;
    room->table = kb_table_in(srv_alloc(bytes), bytes);
    return room;
}

void srv_room_free(srv_room *room)
{
    if (!room) return;
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) srv_free(&room->told.events[viewer]);
    srv_pact_texts_free(room->texts);
    free(room->table);
    free(room);
}

/* --- luck ------------------------------------------------------------------------------------------------ */

/* What was promised of it, and the key of the draws, follow from the first entries. */
static void settle_luck(srv_room *room)
{
    kb_table *t = room->table;
    char hex[SRV_SEED_HEX + 1];
    const char *words[KB_SEATS_MAX];
    if (t->is_imported || !t->n_entries) return;
    if (!t->promise[0]) {
        srv_luck_promise(&t->seed, hex);
        kb_table_promise_luck(t, hex);
    }
    if (room->has_key || !t->start_entry) return;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = t->seats[seat].words;
    room->key = srv_luck_key(&t->seed, &t->setup, t->version, words);
    room->has_key = true;
}

/* The order of the seats, for a start that has been asked for. */
static kb_order_dealt deal(const kb_table *t)
{
    const char *words[KB_SEATS_MAX];
    kb_order_dealt order = {.is_dealt = t->rules.order == KB_ORDER_RANDOM};
    if (!order.is_dealt) return order;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = t->seats[seat].words;
    srv_seed key = srv_luck_key(&t->seed, &t->setup, t->version, words);
    srv_luck_deal(&key, t->setup.seats, order.came_from);
    return order;
}

/* Chance moves follow at once, in the same commit as the move before. */
static void draw(srv_room *room)
{
    const kb_news news = news_of(&room->told);
    settle_luck(room);
    while (room->has_key && kb_table_owes_luck(room->table)) {
        make_room(room, 0);
        kb_table *t = room->table;
        if (kb_table_draw(t, srv_luck_draw(&room->key, t->draws, &t->state), &news).refusal) return;
    }
}

/* --- the log --------------------------------------------------------------------------------------------- */

bool srv_room_fold(srv_room *room, const char *text, size_t n)
{
    const kb_news news = news_of(&room->told);
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    make_room(room, n);
    bool fits = kb_table_fold(room->table, text, n, &news, &why);
    settle_luck(room);
    return fits;
}

bool srv_room_repeat(srv_room *room, const srv_room *of, uint64_t number)
{
    kb_slice entry = srv_room_entry(of, number);
    return srv_room_fold(room, entry.at, entry.n);
}

srv_room *srv_room_before(const srv_room *room, uint64_t n)
{
    srv_room *before = srv_room_new();
    for (uint64_t number = 1; number <= n; number++)
        if (!srv_room_repeat(before, room, number)) before->table->is_damaged = true; /* it did fit before */
    return before;
}

/* --- games played elsewhere ------------------------------------------------------------------------------ */

srv_room *srv_room_import(const kb_setup *setup, int version, uint64_t now_ms)
{
    srv_room *room = srv_room_new();
    const kb_news news = news_of(&room->told);
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    make_room(room, 0);
    bool done = kb_import_begin(room->table, setup, version, now_ms, &news, &why);
    KB_ASSERT(done);
    (void)done;
    return room;
}

bool srv_room_import_line(srv_room *room, const kb_state *before, const kb_line *line)
{
    const kb_news news = news_of(&room->told);
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    char *scratch = srv_alloc(line->body.n + 1);
    make_room(room, line->body.n);
    bool fits = kb_import_line(room->table, 0, before, line, scratch, &news, &why);
    free(scratch);
    return fits;
}

/* --- requests -------------------------------------------------------------------------------------------- */

srv_room *srv_room_create(const kb_asker *asker, const srv_ask *ask, const srv_seed *seed, kb_answer *answer)
{
    kb_setup setup;
    kb_table_rules rules;
    *answer = kb_refuse(KB_REFUSED_VALUE);
    kb_text why = kb_text_in(answer->more, sizeof answer->more);
    if (!kb_read_table_setup(&setup, KB_VERSION, ask->setup, &why) || !kb_read_table_rules(&rules, ask->rules, &why))
        return NULL;
    srv_room *room = srv_room_new();
    make_room(room, 0);
    *answer = kb_table_create(room->table, asker, &setup, &rules, seed, NULL);
    settle_luck(room);
    return room;
}

srv_room *srv_room_create_again(const srv_room *other, const kb_asker *asker, const srv_seed *seed)
{
    srv_room *room = srv_room_new();
    make_room(room, 0);
    kb_table_create_again(room->table, other->table, asker, seed, NULL);
    settle_luck(room);
    return room;
}

void srv_room_set_rematch(srv_room *room, const kb_asker *asker, const char *table)
{
    const kb_news news = news_of(&room->told);
    make_room(room, 0);
    kb_table_set_rematch(room->table, asker, table, &news);
}

kb_answer srv_room_ask(srv_room *room, const kb_asker *asker, const srv_ask *ask)
{
    const kb_news news = news_of(&room->told);
    kb_asker dealt = *asker;
    if (ask->what == SRV_START) dealt.dealt = deal(room->table);
    make_room(room, SRV_MESSAGE_MAX);
    kb_answer answer = kb_table_ask(room->table, &dealt, &ask->at_table, &news);
    draw(room);
    return answer;
}

kb_answer srv_room_bot_moves(srv_room *room, uint64_t now_ms, int seat, uint32_t decision, kb_move move,
                             const char *words)
{
    const kb_news news = news_of(&room->told);
    make_room(room, strlen(words));
    kb_answer answer = kb_table_bot_moves(room->table, now_ms, seat, decision, move, words, &news);
    draw(room);
    return answer;
}

void srv_room_pass(srv_room *room, uint64_t now_ms, int seat, uint32_t decision)
{
    const kb_news news = news_of(&room->told);
    make_room(room, 0);
    kb_table_pass(room->table, now_ms, seat, decision, &news);
    draw(room);
}

void srv_room_bot_answers(srv_room *room, uint64_t now_ms, int seat, uint32_t number, const bot_reply *reply)
{
    const kb_news news = news_of(&room->told);
    make_room(room, sizeof *reply);
    kb_table_bot_answers(room->table, now_ms, seat, number, reply, &news);
}

void srv_room_bot_offers(srv_room *room, uint64_t now_ms, int seat, const bot_proposal *offer)
{
    const kb_news news = news_of(&room->told);
    make_room(room, sizeof *offer);
    kb_table_bot_offers(room->table, now_ms, seat, offer, &news);
}

void srv_room_bot_replies(srv_room *room, uint64_t now_ms, int seat, uint64_t entry, const bot_reply *reply)
{
    const kb_news news = news_of(&room->told);
    make_room(room, sizeof *reply);
    kb_table_bot_replies(room->table, now_ms, seat, entry, reply, &news);
}

void srv_room_expire(srv_room *room, uint64_t now_ms)
{
    const kb_news news = news_of(&room->told);
    make_room(room, 0);
    kb_table_expire(room->table, now_ms, &news);
}

void srv_room_stop_clock(srv_room *room, uint64_t now_ms)
{
    const kb_news news = news_of(&room->told);
    make_room(room, 0);
    kb_table_stop_clock(room->table, now_ms, &news);
}

void srv_room_go_on(srv_room *room, uint64_t now_ms)
{
    const kb_news news = news_of(&room->told);
    make_room(room, 0);
    kb_table_go_on(room->table, now_ms, &news);
}

/* --- output ---------------------------------------------------------------------------------------------- */

size_t srv_room_events(const srv_room *room, int viewer, uint64_t after, uint64_t up_to, srv_bytes *out)
{
    srv_told told = {.viewers_mask = 1u << viewer};
    told.after[viewer] = after;
    told.up_to[viewer] = up_to;
    const kb_news news = news_of(&told);
    void *copy = srv_alloc(kb_table_copy_bytes(room->table));
    size_t work = kb_table_events(room->table, viewer, after, up_to, copy, &news);
    srv_bytes *events = &told.events[viewer];
    srv_add(out, events->n ? events->at : "", events->n);
    srv_free(events);
    free(copy);
    return work;
}

void srv_room_view(const srv_room *room, int viewer, kb_text *out)
{
    const kb_pact_cache cache = srv_pact_cache(room->texts);
    kb_table_view(room->table, viewer, &cache, out);
    KB_ASSERT(!out->cut);
}

bool srv_room_look(const srv_room *room, int viewer, uint64_t n, int eyes, kb_text *out, size_t *work)
{
    const kb_pact_cache cache = srv_pact_cache(room->texts);
    void *copy = srv_alloc(kb_table_copy_bytes(room->table));
    bool found = kb_table_look(room->table, viewer, n, eyes, copy, &cache, out, work);
    free(copy);
    KB_ASSERT(!out->cut);
    return found;
}

size_t srv_room_record(const srv_room *room, int viewer, size_t after, size_t max, srv_bytes *out)
{
    enum { BYTES = 4 * KB_RECORD_BYTES };
    char *buffer = srv_alloc(BYTES);
    size_t from = after, next = after;
    do {
        kb_text text = kb_text_in(buffer, BYTES);
        next = kb_table_record(room->table, viewer, from, max - (from - after), &text);
        srv_add_text(out, &text);
        if (next == from) break; /* as many as were wanted */
        from = next;
    } while (next);
    free(buffer);
    return next;
}

kb_ledger *srv_room_copy_ledger(const srv_room *room)
{
    const kb_ledger *ledger = &room->table->ledger;
    if (!room->table->pacts.n) return NULL;
    kb_ledger *copy = srv_alloc(sizeof *ledger + (size_t)ledger->n_items * sizeof(kb_promise));
    kb_promise *promises = (kb_promise *)(copy + 1);
    kb_ledger_copy(copy, ledger);
    kb_ledger_gather(copy, promises);
    return copy;
}
