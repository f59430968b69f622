/* room.c: the fold. Every change of a room is an entry of its log, and this file is the only one that changes it. */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/view_json.h"
#include "room_fold.h"

/* --- telling --------------------------------------------------------------------------------------------- */

/* Tells each viewer what a move caused; the move itself is repeated only to its maker. */
static void tell_move(srv_room *room, int seat, const char *move, const kb_events *events, const kb_outcomes *outcomes)
{
    char body[65536 + 96 * KB_OUTCOMES_MAX];
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) {
        if (!(srv_everybody(room) & 1u << viewer)) continue;
        kb_text text = kb_text_in(body, sizeof body);
        if (room->told.viewers_mask & 1u << viewer && room->n[viewer] >= room->told.after[viewer]) {
            kb_putf(&text, "\"do\":\"move\",\"by\":\"%s\",", kb_seat_name(&room->setup, seat));
            if (viewer == seat) kb_putf(&text, "\"move\":\"%s\",", move);
            kb_put_happened(&room->state, viewer, events, &text);
            srv_put_outcomes(room, outcomes, viewer, &text);
        }
        srv_tell_one(room, viewer, &text);
    }
}

/* --- folding entries ------------------------------------------------------------------------------------- */

static void copy_text(char *to, const char *from)
{
    memcpy(to, from, strlen(from) + 1);
}

/* A table whose entry does not name them was created before they existed. */
static void settle_rules(srv_room *room, const kb_table_rules *rules)
{
    bool has_pacts = rules->given & 1u << KB_RULE_PACTS && room->version >= 2;
    room->rules = *rules;
    if (!has_pacts) room->rules.pacts = KB_PACTS_NONE;
    if (!(rules->given & 1u << KB_RULE_PACE)) room->rules.pace = KB_PACE_OFF;
}

static bool do_table(srv_room *room, const kb_entry *entry)
{
    if (room->n_entries) return false;
    room->setup = entry->setup;
    room->version = (uint8_t)entry->version;
    room->is_imported = entry->kind == KB_DO_IMPORT;
    room->seed = entry->seed;
    room->host = entry->who;
    room->from = entry->from;
    settle_rules(room, &entry->rules);
    copy_text(room->host_name, entry->name);
    room->made_ms = room->at_ms;
    return true;
}

/* Gives a returning player a minimum of time. */
static void give_time(const srv_room *room, srv_seat *seat)
{
    int64_t least = room->rules.bank_ms < KB_BACK_MS ? room->rules.bank_ms : KB_BACK_MS;
    if (seat->left_ms < least) seat->left_ms = least;
    seat->answer_left_ms = room->rules.answer_ms;
}

static bool do_sit(srv_room *room, const kb_entry *entry)
{
    int at = entry->seat;
    if (!entry->who == !room->is_imported) return false;
    srv_seat *seat = &room->seats[at];
    for (int other = 0; other < room->setup.seats; other++)
        if (room->seats[other].kept == entry->who) room->seats[other].kept = 0;
    if (seat->person != entry->who) {
        seat->since = room->n[at];
        seat->words[0] = '\0';
        seat->passing = false;
    }
    if (seat->bot_name[0]) give_time(room, seat);
    seat->person = entry->who;
    seat->away = false;
    seat->bot_name[0] = '\0';
    seat->votes_mask = 0;
    copy_text(seat->name, entry->name);
    copy_text(seat->person_id, entry->person ? entry->person : "");
    return true;
}

/* Before the game, leaving empties the seat. During the game the seat keeps its owner, who can return. */
static void get_up(srv_room *room, int at)
{
    srv_seat *seat = &room->seats[at];
    if (room->stage == SRV_GATHERING) {
        memset(seat, 0, sizeof *seat);
        if (room->minds) memset(&room->minds[at], 0, sizeof room->minds[at]);
        seat->since = room->n[at];
    } else {
        seat->away = true;
    }
}

static bool do_keep(srv_room *room, const kb_entry *entry)
{
    if (room->stage != SRV_GATHERING) return false;
    room->seats[entry->seat].kept = entry->kept;
    copy_text(room->seats[entry->seat].name, entry->name);
    return true;
}

static bool do_leave(srv_room *room, const kb_entry *entry)
{
    get_up(room, entry->seat);
    return true;
}

static bool do_empty(srv_room *room, const kb_entry *entry)
{
    return room->stage == SRV_GATHERING && do_leave(room, entry);
}

/* The person leaves for good: their further requests are refused. */
static bool do_remove(srv_room *room, const kb_entry *entry)
{
    char body[6 * KB_NAME_MAX + 128];
    kb_text text = kb_text_in(body, sizeof body);
    if (room->n_removed == KB_REMOVED_MAX) return false;
    room->removed[room->n_removed++] = entry->whom;
    kb_put(&text, "\"do\":\"remove\",\"name\":");
    kb_put_json(&text, entry->name, strlen(entry->name));
    kb_putf(&text, ",\"person\":\"%s\"", entry->person);
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        if (seat->person != entry->whom && seat->kept != entry->whom) continue;
        kb_putf(&text, ",\"seat\":\"%s\"", kb_seat_name(&room->setup, at));
        get_up(room, at);
    }
    srv_tell(room, entry, &text);
    return true;
}

static bool do_expire(srv_room *room, const kb_entry *entry)
{
    (void)entry;
    if (room->stage >= SRV_OVER) return false;
    room->stage = SRV_EXPIRED;
    return true;
}

/* A bot that joins during the game remembers what its seat has seen, whoever played it. So a memory is kept for every
 * seat and character from the start; replaying the game would delay everybody. */
static void begin_minds(srv_room *room)
{
    for (int at = 0; room->minds && at < KB_SEATS_MAX; at++)
        for (int character = 0; character < BOT_CHARACTERS; character++)
            room->minds[at].of[character] = (bot_memory){.character = (uint8_t)character};
}

static void watch_game(srv_room *room, const kb_events *events)
{
    for (int at = 0; room->minds && at < room->setup.seats; at++) {
        srv_mind *mind = &room->minds[at];
        kb_state view;
        kb_redact(&room->state, at, &view);
        for (int i = 0; i < events->n; i++) {
            if (!(events->at[i].seen_by & 1u << at)) continue;
            if (room->seats[at].bot_name[0]) bot_watch(&mind->bot, &view, &events->at[i]);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot later = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                later.memory = mind->of[character];
                bot_watch(&later, &view, &events->at[i]);
                mind->of[character] = later.memory;
            }
        }
    }
}

static bool do_bot(srv_room *room, const kb_entry *entry)
{
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    bot_spec spec;
    if (!bot_read(entry->bot, &spec, &why)) return false;
    srv_seat *seat = &room->seats[entry->seat];
    copy_text(seat->bot_name, entry->bot);
    seat->votes_mask = 0;
    if (room->minds) {
        srv_mind *mind = &room->minds[entry->seat];
        bot_sit(&mind->bot, &spec, entry->seat, 0);
        if (room->stage != SRV_GATHERING) mind->bot.memory = mind->of[spec.character];
    }
    return true;
}

static bool do_words(srv_room *room, const kb_entry *entry)
{
    if (room->stage != SRV_GATHERING) return false;
    copy_text(room->seats[entry->seat].words, entry->words);
    return true;
}

/* Initial values, until the seat has times of its own. */
static void imagine_answers(srv_seat *seat)
{
    for (uint32_t i = 0; i < KB_TOOK; i++) seat->took_ms[i] = 1500 + 700 * i;
}

/* Moves everybody to the seat dealt to them. Words stay with the seat where they were said, because they are in the
 * key. What was said to a seat before stays with the person who heard it. */
static void deal_seats(srv_room *room, const kb_order_dealt *order)
{
    srv_seat before[KB_SEATS_MAX];
    srv_mind minds[KB_SEATS_MAX];
    memcpy(before, room->seats, sizeof before);
    if (room->minds) memcpy(minds, room->minds, sizeof minds);
    for (int at = 0; at < room->setup.seats; at++) {
        int from = order->came_from[at];
        srv_seat *seat = &room->seats[at];
        room->order.came_from[at] = (uint8_t)from;
        if (from == at) continue;
        *seat = before[from];
        copy_text(seat->words, before[at].words);
        seat->since = room->n[at];
        if (!room->minds) continue;
        room->minds[at] = minds[from];
        room->minds[at].bot.seat = (uint8_t)at;
    }
}

/* The seats of the mask owe a move from now on. */
static void owe(srv_room *room, uint32_t mask)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) room->seats[seat].owes_since_ms = room->at_ms;
}

static bool do_start(srv_room *room, const kb_entry *entry)
{
    const char *words[KB_SEATS_MAX];
    bool is_dealt = room->rules.order == KB_ORDER_RANDOM;
    if (room->stage != SRV_GATHERING || kb_start(&room->state, &room->setup)) return false;
    if (is_dealt && !entry->order.is_dealt) return false;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = room->seats[seat].words;
    room->key = srv_luck_key(&room->seed, &room->setup, room->version, words);
    if (is_dealt) deal_seats(room, &entry->order);
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        room->seats[seat].left_ms = room->rules.bank_ms;
        room->seats[seat].answer_left_ms = room->rules.answer_ms;
        imagine_answers(&room->seats[seat]);
    }
    begin_minds(room);
    room->start_entry = room->n_entries + 1;
    room->stage = SRV_PLAYING;
    owe(room, kb_actors(&room->state));
    room->moment.whispered = 0;
    srv_note_stage(room);
    return true;
}

bool srv_is_answer_timed(const srv_room *room)
{
    return room->rules.answer_ms && kb_game_of(&room->state)->is_answer(&room->state);
}

/* Sets the clock for the next move. */
static void rewind_clock(const srv_room *room, srv_seat *seat, bool was_answer)
{
    if (was_answer && room->rules.answer_ms) {
        seat->answer_left_ms = room->rules.answer_ms;
    } else {
        seat->left_ms = room->rules.clock == KB_CLOCK_LIVE ? seat->left_ms + room->rules.increment_ms
                                                           : room->rules.bank_ms;
    }
}

static void note_answer(const srv_room *room, srv_seat *seat)
{
    uint64_t took = room->at_ms - seat->owes_since_ms;
    if (took < KB_TOOK_MS_MIN) took = KB_TOOK_MS_MIN;
    seat->took_ms[seat->n_took++ % KB_TOOK] = (uint32_t)(took < KB_TOOK_MS_MAX ? took : KB_TOOK_MS_MAX);
}

static bool do_move(srv_room *room, const kb_entry *entry)
{
    const char *text = entry->move;
    int by = entry->mover;
    kb_move move;
    kb_events events;
    kb_outcomes outcomes;
    events.n = 0;
    if (room->stage != SRV_PLAYING) return false;
    bool was_answer = kb_game_of(&room->state)->is_answer(&room->state);
    uint32_t owed = kb_actors(&room->state) & ~(1u << by);
    if (entry->chosen) {
        move = *entry->chosen;
    } else if (kb_move_parse(&room->state, text, strlen(text), &move)) {
        return false;
    }
    kb_error error = room->repeated ? KB_OK : srv_check_move(room, by, move);
    if (error) {
        kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
        kb_putf(&why, "%s: %s", text, kb_error_sentence(error));
        return false;
    }
    kb_state before = room->state;
    if (kb_apply(&room->state, by, move, &events)) return false;
    srv_judge_move(room, &before, by, move, &outcomes);
    srv_note_stage(room);
    if (by == KB_CHANCE) {
        room->draws++;
    } else {
        srv_seat *seat = &room->seats[by];
        seat->decisions++;
        seat->votes_mask = 0;
        if (room->minds) bot_spoke(&room->minds[by].bot); /* its words came with the move */
        rewind_clock(room, seat, was_answer);
        if (was_answer && entry->id) note_answer(room, seat);
    }
    if (kb_over(&room->state, NULL)) {
        room->stage = SRV_OVER;
        room->ended_ms = room->at_ms;
    }
    owe(room, kb_actors(&room->state) & ~owed);
    tell_move(room, by, text, &events, &outcomes);
    if (room->stage == SRV_OVER) srv_open_pacts(room);
    watch_game(room, &events);
    return true;
}

static bool do_say(srv_room *room, const kb_entry *entry)
{
    if (entry->by < 0 && !entry->name) return false;
    room->talk_lines[entry->by < 0]++;
    if (entry->by >= 0) srv_note_heard(room, entry);
    return true;
}

/* Others learn who whispers with whom: once for each group in a stage, so that the number of lines stays hidden. */
static bool do_whisper(srv_room *room, const kb_entry *entry)
{
    if (kb_count_bits(entry->group_mask) < 2 || room->moment.whispered >> entry->group_mask & 1) return false;
    room->moment.whispered |= 1u << entry->group_mask;
    return true;
}

static bool do_vote(srv_room *room, const kb_entry *entry)
{
    room->seats[entry->seat].votes_mask |= 1u << entry->by;
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    kb_putf(&text, "\"do\":\"vote\",\"seat\":\"%s\",\"by\":\"%s\"", kb_seat_name(&room->setup, entry->seat),
            kb_seat_name(&room->setup, entry->by));
    srv_tell(room, entry, &text);
    return true;
}

static bool do_passing(srv_room *room, const kb_entry *entry)
{
    room->seats[entry->seat].passing = entry->on;
    return true;
}

static bool do_clock(srv_room *room, const kb_entry *entry)
{
    room->clock_stopped = entry->stopped;
    return true;
}

static bool do_rematch(srv_room *room, const kb_entry *entry)
{
    if (room->stage != SRV_OVER) return false;
    copy_text(room->rematch, entry->table);
    return true;
}

/* A line of a record is only stored. */
static bool do_store(srv_room *room, const kb_entry *entry)
{
    (void)entry;
    return room->is_imported;
}

static bool (*const handlers[KB_DOS])(srv_room *, const kb_entry *) = {[KB_DO_TABLE] = do_table,
                                                                       [KB_DO_IMPORT] = do_table,
                                                                       [KB_DO_SIT] = do_sit,
                                                                       [KB_DO_LEAVE] = do_leave,
                                                                       [KB_DO_EMPTY] = do_empty,
                                                                       [KB_DO_REMOVE] = do_remove,
                                                                       [KB_DO_EXPIRE] = do_expire,
                                                                       [KB_DO_BOT] = do_bot,
                                                                       [KB_DO_WORDS] = do_words,
                                                                       [KB_DO_START] = do_start,
                                                                       [KB_DO_MOVE] = do_move,
                                                                       [KB_DO_SAY] = do_say,
                                                                       [KB_DO_VOTE] = do_vote,
                                                                       [KB_DO_CLOCK] = do_clock,
                                                                       [KB_DO_KEEP] = do_keep,
                                                                       [KB_DO_REMATCH] = do_rematch,
                                                                       [KB_DO_PASSING] = do_passing,
                                                                       [KB_DO_META] = do_store,
                                                                       [KB_DO_LUCK] = do_store,
                                                                       [KB_DO_PROPOSE] = srv_do_propose,
                                                                       [KB_DO_ACCEPT] = srv_do_answer,
                                                                       [KB_DO_DECLINE] = srv_do_answer,
                                                                       [KB_DO_WITHDRAW] = srv_do_answer,
                                                                       [KB_DO_WAIT] = srv_do_wait,
                                                                       [KB_DO_PACE] = srv_do_pace,
                                                                       [KB_DO_WHISPER] = do_whisper};

/* Charges the seats that owe a move for the time since the last charge. The time while the server was stopped is
 * free. */
static void charge(srv_room *room, uint64_t at_ms)
{
    if (room->stage == SRV_OVER) return;
    if (room->stage == SRV_PLAYING && room->rules.clock && !room->clock_stopped) {
        uint32_t actors = kb_actors(&room->state);
        bool is_answer = srv_is_answer_timed(room);
        int64_t ms = srv_charged_ms(room, at_ms);
        for (int at = 0; at < room->setup.seats; at++) {
            srv_seat *seat = &room->seats[at];
            if (actors & 1u << at) *(is_answer ? &seat->answer_left_ms : &seat->left_ms) -= ms;
        }
    }
    room->charged_ms = at_ms;
}

static bool moves_clock(const srv_room *room, const kb_entry *entry)
{
    const kb_shape *shape = &kb_shapes[entry->kind];
    return shape->moves_clock && (shape->counts != KB_ENTRY_PACT || srv_is_of_public_pact(room, entry));
}

/* A copy of the room without its entries, which can be folded further and discarded. */
static srv_room *bare_copy(const srv_room *room)
{
    srv_room *copy = srv_alloc(sizeof *copy);
    *copy = *room;
    copy->is_bare = true;
    copy->entries = NULL;
    copy->marks = NULL;
    copy->minds = NULL;
    copy->n_marks = copy->marks_size = copy->entries_size = 0;
    memset(&copy->pacts, 0, sizeof copy->pacts);
    memset(&copy->pacts_mark, 0, sizeof copy->pacts_mark);
    memset(&copy->change, 0, sizeof copy->change);
    memset(&copy->told, 0, sizeof copy->told);
    return copy;
}

static void mark(srv_room *room, bool is_pact_mark)
{
    room->marks = srv_grow(room->marks, room->n_marks + 1, &room->marks_size, sizeof(srv_room *));
    srv_room *copy = room->marks[room->n_marks++] = bare_copy(room);
    copy->pacts_mark = srv_pacts_to_mark(&room->pacts);
    copy->is_pact_mark = is_pact_mark;
}

static void keep(srv_room *room, const kb_entry *entry, const char *text, size_t n)
{
    if (room->is_bare) {
        room->n_entries++;
        return;
    }
    room->entries = srv_grow(room->entries, room->n_entries + 1, &room->entries_size, sizeof *room->entries);
    srv_kept *kept = &room->entries[room->n_entries++];
    memset(kept, 0, sizeof *kept);
    kept->at_ms = room->at_ms;
    kept->change = room->change;
    kept->person = entry->id ? entry->who : 0;
    if (entry->id) copy_text(kept->id, entry->id);
    kept->kind = kb_shapes[entry->kind].counts;
    kept->heard_mask = (uint8_t)room->heard_mask;
    kept->text = srv_copy(text, n);
    kept->n = n;
    bool is_pact = kept->kind == KB_ENTRY_PACT;
    if (kept->kind == KB_ENTRY_TALK || (!is_pact && room->heard_mask != srv_everybody(room)))
        return; /* places of marks show */
    size_t *since = is_pact ? &room->since_pact_mark : &room->since_mark;
    if (++*since < (is_pact ? KB_PACT_MARK_EVERY : KB_MARK_EVERY)) return;
    *since = 0;
    mark(room, is_pact);
}

/* text: the entry as it is stored. */
static bool fold(srv_room *room, const kb_entry *entry, const char *text, size_t n)
{
    if (entry->at_ms < room->at_ms || (!room->n_entries && !kb_makes_table(entry))) return false;
    room->at_ms = entry->at_ms;
    if (entry->kind == KB_DO_CLOCK && !entry->stopped) room->charged_ms = room->at_ms;
    if (moves_clock(room, entry)) charge(room, room->at_ms);
    room->heard_mask = 0;
    memset(&room->change, 0, sizeof room->change);
    if (!handlers[entry->kind](room, entry)) return false;
    srv_tell_entry(room, entry);
    keep(room, entry, text, n);
    return true;
}

bool srv_room_fold(srv_room *room, const char *text, size_t n)
{
    kb_entry_reading reading;
    kb_text why = kb_text_in(room->misfit, sizeof room->misfit);
    return kb_read_entry(&reading, &room->setup, text, n, &why) && fold(room, &reading.entry, text, n);
}

bool srv_room_add(srv_room *room, const kb_entry *entry)
{
    size_t size = 0, most = 8192 + entry->promises.n + entry->meta.n + entry->luck.n;
    char *text = srv_grow(NULL, most, &size, 1);
    kb_text out = kb_text_in(text, size);
    bool done = kb_write_entry(entry, &room->setup, &out) && fold(room, entry, out.at, out.n);
    free(text);
    return done;
}

srv_room *srv_room_before(const srv_room *room, size_t n)
{
    srv_room *before = srv_room_new();
    for (size_t i = 0; i < n; i++)
        if (!srv_room_fold(before, room->entries[i].text, room->entries[i].n)) abort(); /* it did before */
    return before;
}

srv_room *srv_room_new(void)
{
    srv_room *room = srv_alloc(sizeof *room);
    room->minds = srv_alloc(KB_SEATS_MAX * sizeof *room->minds);
    return room;
}

void srv_room_free(srv_room *room)
{
    if (!room) return;
    for (size_t i = 0; i < room->n_entries && !room->is_bare; i++) {
        free(room->entries[i].text);
        free(room->entries[i].change.outcomes);
    }
    for (size_t i = 0; i < room->n_marks; i++) srv_room_free(room->marks[i]);
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++) srv_free(&room->told.events[viewer]);
    srv_pacts_free(&room->pacts);
    srv_pacts_mark_free(&room->pacts_mark);
    free(room->entries);
    free(room->marks);
    free(room->minds);
    free(room);
}

/* --- the past -------------------------------------------------------------------------------------------- */

/* Whether the viewer pays for reading the entry. Nobody pays for what they were not told, nor for pacts, because the
 * price would reveal how much of it there is. */
static bool is_charged(const srv_kept *entry, int viewer)
{
    return entry->kind != KB_ENTRY_PACT && entry->heard_mask & 1u << viewer;
}

/* Entries between the last regular mark and this one. They are charged as if read, because otherwise the price would
 * reveal how many pacts others have. */
static size_t spared_by(const srv_room *room, int viewer, size_t mark)
{
    size_t first = mark, n = 0;
    while (first > 0 && room->marks[first]->is_pact_mark) first--;
    size_t from = room->marks[first]->is_pact_mark ? 0 : room->marks[first]->n_entries;
    for (size_t i = from; i < room->marks[mark]->n_entries; i++)
        n += room->entries[i].kind != KB_ENTRY_TALK && is_charged(&room->entries[i], viewer);
    return n;
}

/* The last mark before the viewer's event of that number; if there is none, the room before its first entry. */
static srv_room *begin_again(const srv_room *room, int viewer, uint64_t n, size_t *work)
{
    size_t low = 0, high = room->n_marks;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (room->marks[middle]->n[viewer] <= n) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    srv_room *again = low ? bare_copy(room->marks[low - 1]) : srv_alloc(sizeof *again);
    if (low) {
        again->pacts = srv_pacts_from_mark(&room->marks[low - 1]->pacts_mark, &room->pacts);
        *work += spared_by(room, viewer, low - 1);
    }
    again->pacts.tables = &room->pacts;
    again->is_bare = true;
    return again;
}

/* Folds the next entry and returns whether it is charged. Talk changes nothing at the table, so lines that the
 * viewer may not hear, or has already heard, are skipped. */
static bool fold_next(const srv_room *room, int viewer, uint64_t told, srv_room *again)
{
    const srv_kept *entry = &room->entries[again->n_entries];
    bool is_heard = entry->heard_mask & 1u << viewer;
    if (entry->kind == KB_ENTRY_TALK && (!is_heard || again->n[viewer] < told)) {
        again->n[viewer] += is_heard;
        again->n_entries++;
        return false;
    }
    srv_room_fold(again, entry->text, entry->n);
    return is_charged(entry, viewer);
}

/* Folds the next entry for its events alone, which do not need the ledger: what became of pacts is known from the first
 * time. Returns whether it is charged. */
static bool repeat_next(const srv_room *room, int viewer, uint64_t told, srv_room *again)
{
    again->repeated = &room->entries[again->n_entries];
    if (again->repeated->kind != KB_ENTRY_PACT) return fold_next(room, viewer, told, again);
    srv_repeat_pact(again, again->repeated);
    return false;
}

size_t srv_room_events(const srv_room *room, int viewer, uint64_t after, uint64_t up_to, srv_bytes *out)
{
    size_t work = 0;
    srv_room *again = begin_again(room, viewer, after, &work);
    again->told.viewers_mask = 1u << viewer;
    again->told.after[viewer] = after;
    again->told.up_to[viewer] = up_to;
    while (again->n[viewer] < up_to && again->n_entries < room->n_entries)
        work += repeat_next(room, viewer, after, again);
    srv_add(out, again->told.events[viewer].n ? again->told.events[viewer].at : "", again->told.events[viewer].n);
    srv_room_free(again);
    return work;
}

srv_room *srv_room_then(const srv_room *room, int viewer, uint64_t n, size_t *work)
{
    srv_room *then = begin_again(room, viewer, n, work);
    while (then->n[viewer] < n) *work += fold_next(room, viewer, n, then);
    return then;
}

/* --- people and seats ------------------------------------------------------------------------------------ */

int srv_room_viewer(const srv_room *room, uint32_t person)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (person && room->seats[seat].person == person) return seat;
    return KB_SPECTATOR;
}

bool srv_room_is_removed(const srv_room *room, uint32_t person)
{
    for (int i = 0; i < room->n_removed; i++)
        if (person && room->removed[i] == person) return true;
    return false;
}

bool srv_room_is_for(const srv_room *room, uint32_t person)
{
    if (srv_room_is_removed(room, person)) return false;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (person && room->seats[seat].kept == person) return true;
    return person && (room->host == person || srv_room_viewer(room, person) != KB_SPECTATOR);
}

const char *srv_viewer_name(const srv_room *room, int viewer)
{
    return viewer == KB_ALL_EYES    ? "everybody"
           : viewer == KB_SPECTATOR ? "spectator"
                                    : kb_seat_name(&room->setup, viewer);
}

bool srv_is_nearly_full(const srv_room *room)
{
    return room->n_entries >= (room->stage == SRV_GATHERING ? KB_ENTRIES_BEFORE : KB_ENTRIES_MAX);
}

bool srv_is_full(const srv_room *room)
{
    return room->n_entries >= KB_ENTRIES_LAST;
}

uint32_t srv_room_passes_due(const srv_room *room)
{
    uint32_t due = 0;
    if (room->stage != SRV_PLAYING || srv_is_full(room) || !kb_game_of(&room->state)->is_answer(&room->state)) return 0;
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        if (seat->passing && !seat->away && !seat->bot_name[0]) due |= 1u << at;
    }
    return due & kb_actors(&room->state);
}

uint32_t srv_room_bots_due(const srv_room *room)
{
    uint32_t due = 0;
    if (room->stage != SRV_PLAYING || srv_is_full(room)) return 0;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (room->seats[seat].bot_name[0]) due |= 1u << seat;
    return due & kb_actors(&room->state);
}

uint64_t srv_room_owes_since(const srv_room *room, int seat)
{
    const srv_seat *s = &room->seats[seat];
    bool owes = room->stage == SRV_PLAYING && kb_actors(&room->state) & 1u << seat;
    return owes && !s->away && !s->bot_name[0] ? s->owes_since_ms : 0;
}
