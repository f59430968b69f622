/* room.c: the fold. Every change of a room is an entry of its log, and this file is the only one that changes it. */
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/view_json.h"
#include "room_fold.h"

/* --- telling --------------------------------------------------------------------------------------------- */

/* Tells everybody that this was done to the seat. key and value may be NULL. */
static void tell_of_seat(srv_room *room, const char *what, int seat, const char *key, const char *value)
{
    char body[2 * SRV_WORDS_MAX + 128];
    kb_text text = kb_text_in(body, sizeof body);
    kb_putf(&text, "\"do\":\"%s\",\"seat\":\"%s\"", what, kb_seat_name(&room->setup, seat));
    if (key) {
        kb_putf(&text, ",\"%s\":", key);
        kb_put_json(&text, value, strlen(value));
    }
    srv_tell(room, srv_everybody(room), &text);
}

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

/* Tables from before version 2 name no version. */
static bool read_version(srv_room *room, const json_t *entry)
{
    int64_t version = 1;
    bool sound = !json_object_get(entry, "kickback") || srv_read_number(entry, "kickback", 1, KB_VERSION, &version);
    room->version = (uint8_t)version;
    return sound;
}

static bool do_table(srv_room *room, const json_t *entry)
{
    char reason[KB_WHY_MAX], body[2 * SRV_NAME_MAX + 64];
    kb_text why = kb_text_in(reason, sizeof reason), text = kb_text_in(body, sizeof body);
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *seed = srv_string(entry, "seed", SRV_SEED_HEX);
    room->is_imported = json_is_true(json_object_get(entry, "imported"));
    if (room->n_entries || !name || !read_version(room, entry)) return false;
    if (!room->is_imported && (!seed || !srv_seed_read(seed, strlen(seed), &room->seed))) return false;
    if (!srv_read_table(room, entry, &why)) return false;
    if (!json_object_get(entry, "pacts")) room->pact_rule = SRV_PACTS_NONE; /* created before pacts existed */
    if (!json_object_get(entry, "pace")) room->pace = SRV_PACE_OFF;
    room->host = (uint32_t)json_integer_value(json_object_get(entry, "who"));
    room->from = srv_source_read(entry);
    copy_text(room->host_name, name);
    room->made_ms = room->at_ms;
    kb_put(&text, "\"do\":\"table\",\"name\":");
    kb_put_json(&text, name, strlen(name));
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

/* Gives a returning player a minimum of time. */
static void give_time(const srv_room *room, srv_seat *seat)
{
    int64_t least = room->bank_ms < SRV_BACK_MS ? room->bank_ms : SRV_BACK_MS;
    if (seat->left_ms < least) seat->left_ms = least;
    seat->answer_left_ms = room->answer_ms;
}

static bool do_sit(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    uint32_t person = (uint32_t)json_integer_value(json_object_get(entry, "who"));
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *id = srv_string(entry, "person", SRV_PERSON_ID);
    if (at < 0 || !person == !room->is_imported || !name) return false;
    srv_seat *seat = &room->seats[at];
    for (int other = 0; other < room->setup.seats; other++)
        if (room->seats[other].kept == person) room->seats[other].kept = 0;
    if (seat->person != person) {
        seat->since = room->n[at];
        seat->words[0] = '\0';
        seat->passing = false;
    }
    if (seat->bot_name[0]) give_time(room, seat);
    seat->person = person;
    seat->away = false;
    seat->bot_name[0] = '\0';
    seat->votes_mask = 0;
    copy_text(seat->name, name);
    copy_text(seat->person_id, id ? id : "");
    tell_of_seat(room, "sit", at, "name", name);
    return true;
}

/* Before the game, leaving empties the seat. During the game the seat keeps its owner, who can return. */
static void get_up(srv_room *room, int at)
{
    srv_seat *seat = &room->seats[at];
    if (room->stage == SRV_GATHERING) {
        memset(seat, 0, sizeof *seat);
        seat->since = room->n[at];
    } else {
        seat->away = true;
    }
}

static bool do_keep(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    const char *name = srv_string(entry, "name", SRV_NAME_MAX);
    if (at < 0 || !name || room->stage != SRV_GATHERING) return false;
    room->seats[at].kept = (uint32_t)json_integer_value(json_object_get(entry, "for"));
    copy_text(room->seats[at].name, name);
    tell_of_seat(room, "keep", at, "name", name);
    return true;
}

static bool do_leave(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0) return false;
    get_up(room, at);
    tell_of_seat(room, "leave", at, NULL, NULL);
    return true;
}

static bool do_empty(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0 || room->stage != SRV_GATHERING) return false;
    get_up(room, at);
    tell_of_seat(room, "empty", at, NULL, NULL);
    return true;
}

/* Like leaving, but permanent: further requests of the removed person are refused. */
static bool do_remove(srv_room *room, const json_t *entry)
{
    char body[6 * SRV_NAME_MAX + 128];
    kb_text text = kb_text_in(body, sizeof body);
    json_int_t whom = json_integer_value(json_object_get(entry, "whom"));
    const char *name = srv_string(entry, "name", SRV_NAME_MAX), *id = srv_string(entry, "person", SRV_PERSON_ID);
    if (whom < 1 || whom > UINT32_MAX || !name || !id || room->n_removed == SRV_REMOVED_MAX) return false;
    room->removed[room->n_removed++] = (uint32_t)whom;
    kb_put(&text, "\"do\":\"remove\",\"name\":");
    kb_put_json(&text, name, strlen(name));
    kb_putf(&text, ",\"person\":\"%s\"", id);
    for (int at = 0; at < room->setup.seats; at++) {
        const srv_seat *seat = &room->seats[at];
        if (seat->person != whom && seat->kept != whom) continue;
        kb_putf(&text, ",\"seat\":\"%s\"", kb_seat_name(&room->setup, at));
        get_up(room, at);
    }
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

static bool do_expire(srv_room *room, const json_t *entry)
{
    (void)entry;
    if (room->stage >= SRV_OVER) return false;
    room->stage = SRV_EXPIRED;
    return true;
}

/* A bot that joins during the game remembers what its seat has seen, whoever played it. So a memory is kept for every
 * seat and character from the start; replaying the game would delay everybody. */
static void begin_minds(srv_seat *seat)
{
    memset(seat->minds, 0, sizeof seat->minds);
    for (int character = 0; character < BOT_CHARACTERS; character++)
        seat->minds[character].character = (uint8_t)character;
}

static void watch_game(srv_room *room, const kb_events *events)
{
    for (int at = 0; at < room->setup.seats; at++) {
        srv_seat *seat = &room->seats[at];
        kb_state view;
        kb_redact(&room->state, at, &view);
        for (int i = 0; i < events->n; i++) {
            if (!(events->at[i].seen_by & 1u << at)) continue;
            if (seat->bot_name[0]) bot_watch(&seat->bot, &view, &events->at[i]);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot mind = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                mind.memory = seat->minds[character];
                bot_watch(&mind, &view, &events->at[i]);
                seat->minds[character] = mind.memory;
            }
        }
    }
}

static bool do_bot(srv_room *room, const json_t *entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    int at = srv_seat_of(room, entry, "seat");
    const char *name = srv_string(entry, "bot", SRV_BOT_MAX);
    bot_spec spec;
    if (at < 0 || !name || !bot_read(name, &spec, &why)) return false;
    srv_seat *seat = &room->seats[at];
    copy_text(seat->bot_name, name);
    seat->votes_mask = 0;
    bot_sit(&seat->bot, &spec, at, 0);
    if (room->stage != SRV_GATHERING) seat->bot.memory = seat->minds[spec.character];
    tell_of_seat(room, "bot", at, "bot", name);
    return true;
}

static bool do_words(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat");
    const char *words = srv_string(entry, "words", SRV_WORDS_MAX);
    if (at < 0 || !words || room->stage != SRV_GATHERING) return false;
    copy_text(room->seats[at].words, words);
    tell_of_seat(room, "words", at, "words", words);
    return true;
}

/* Initial values, until the seat has times of its own. */
static void imagine_answers(srv_seat *seat)
{
    for (uint32_t i = 0; i < SRV_TOOK; i++) seat->took_ms[i] = 1500 + 700 * i;
}

/* Moves everybody to the seat dealt to them. Words stay with the seat where they were said, because they are in the
 * key. What was said to a seat before stays with the person who heard it. */
static bool deal_seats(srv_room *room, const json_t *order)
{
    srv_seat before[KB_SEATS_MAX];
    memcpy(before, room->seats, sizeof before);
    if (json_array_size(order) != room->setup.seats ||
        kb_count_bits(srv_read_hearers(room, order)) != (int)room->setup.seats)
        return false;
    for (int at = 0; at < room->setup.seats; at++) {
        int from = srv_seat_named(room, json_array_get(order, (size_t)at));
        srv_seat *seat = &room->seats[at];
        room->came_from[at] = (uint8_t)from;
        if (from == at) continue;
        *seat = before[from];
        copy_text(seat->words, before[at].words);
        seat->since = room->n[at];
        seat->bot.seat = (uint8_t)at;
    }
    return true;
}

/* The seats of the mask owe a move from now on. */
static void owe(srv_room *room, uint32_t mask)
{
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) room->seats[seat].owes_since_ms = room->at_ms;
}

static bool do_start(srv_room *room, const json_t *entry)
{
    char body[128];
    kb_text text = kb_text_in(body, sizeof body);
    const char *words[KB_SEATS_MAX];
    if (room->stage != SRV_GATHERING || kb_start(&room->state, &room->setup)) return false;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = room->seats[seat].words;
    room->key = srv_luck_key(&room->seed, &room->setup, room->version, words);
    if (room->order == SRV_RANDOM && !deal_seats(room, json_object_get(entry, "order"))) return false;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        room->seats[seat].left_ms = room->bank_ms;
        room->seats[seat].answer_left_ms = room->answer_ms;
        imagine_answers(&room->seats[seat]);
        begin_minds(&room->seats[seat]);
    }
    room->start_entry = room->n_entries + 1;
    room->stage = SRV_PLAYING;
    owe(room, kb_actors(&room->state));
    room->moment.whispered = 0;
    srv_note_stage(room);
    kb_put(&text, "\"do\":\"start\"");
    if (room->order == SRV_RANDOM) {
        kb_put(&text, ",");
        srv_put_order(room, room->came_from, &text);
    }
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

bool srv_is_answer_timed(const srv_room *room)
{
    return room->answer_ms && kb_game_of(&room->state)->is_answer(&room->state);
}

/* Sets the clock for the next move. */
static void rewind_clock(const srv_room *room, srv_seat *seat, bool was_answer)
{
    if (was_answer && room->answer_ms) {
        seat->answer_left_ms = room->answer_ms;
    } else {
        seat->left_ms = room->clock == SRV_CLOCK_LIVE ? seat->left_ms + room->increment_ms : room->bank_ms;
    }
}

static void note_answer(const srv_room *room, srv_seat *seat)
{
    uint64_t took = room->at_ms - seat->owes_since_ms;
    if (took < SRV_TOOK_MS_MIN) took = SRV_TOOK_MS_MIN;
    seat->took_ms[seat->n_took++ % SRV_TOOK] = (uint32_t)(took < SRV_TOOK_MS_MAX ? took : SRV_TOOK_MS_MAX);
}

static bool do_move(srv_room *room, const json_t *entry)
{
    const char *text = srv_string(entry, "move", KB_MOVE_TEXT_MAX), *name = srv_string(entry, "by", SRV_NAME_MAX);
    int by = srv_seat_of(room, entry, "by");
    kb_move move;
    kb_events events;
    kb_outcomes outcomes;
    events.n = 0;
    if (by < 0 && name && !strcmp(name, "chance")) by = KB_CHANCE;
    if (by < 0 || !text || room->stage != SRV_PLAYING) return false;
    bool was_answer = kb_game_of(&room->state)->is_answer(&room->state);
    uint32_t owed = kb_actors(&room->state) & ~(1u << by);
    if (kb_move_parse(&room->state, text, strlen(text), &move)) return false;
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
        bot_spoke(&seat->bot); /* its words came with the move */
        rewind_clock(room, seat, was_answer);
        if (was_answer && json_object_get(entry, "who")) note_answer(room, seat);
    }
    if (kb_over(&room->state, NULL)) {
        room->stage = SRV_OVER;
        room->ended_ms = room->at_ms;
    }
    owe(room, kb_actors(&room->state) & ~owed);
    tell_move(room, by, text, &events, &outcomes);
    if (room->stage == SRV_OVER) srv_open_pacts(room);
    if (!room->is_bare) watch_game(room, &events);
    return true;
}

/* ,"KEY":["red","blue"] */
static void put_seats(const srv_room *room, const char *key, uint32_t mask, kb_text *out)
{
    const char *before = "";
    kb_putf(out, ",\"%s\":[", key);
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) {
            kb_putf(out, "%s\"%s\"", before, kb_seat_name(&room->setup, seat));
            before = ",";
        }
    kb_put(out, "]");
}

static bool do_say(srv_room *room, const json_t *entry)
{
    char body[6 * SRV_TALK_MAX + 512];
    kb_text text = kb_text_in(body, sizeof body);
    int by = srv_seat_of(room, entry, "by");
    const json_t *to = json_object_get(entry, "to");
    const char *say = srv_string(entry, "say", SRV_TALK_MAX), *name = srv_string(entry, "name", SRV_NAME_MAX),
               *id = srv_string(entry, "person", SRV_PERSON_ID);
    uint32_t to_mask = to ? srv_read_hearers(room, to) : 0;
    if (!say || (by < 0 && !name) || (to && !to_mask)) return false;
    room->talk_lines[by < 0]++;
    if (by >= 0) srv_note_heard(room, by, entry);
    kb_put(&text, "\"do\":\"say\",");
    if (by < 0) { /* spectators talk among themselves */
        kb_put(&text, "\"name\":");
        kb_put_json(&text, name, strlen(name));
    } else {
        kb_putf(&text, "\"by\":\"%s\"", kb_seat_name(&room->setup, by));
    }
    if (id) kb_putf(&text, ",\"person\":\"%s\"", id);
    kb_put(&text, ",\"say\":");
    kb_put_json(&text, say, strlen(say));
    if (to_mask) put_seats(room, "to", to_mask, &text);
    srv_tell(room, by < 0 ? 1u << KB_SPECTATOR : to_mask ? to_mask | 1u << by : srv_everybody(room), &text);
    return true;
}

/* Others learn who whispers with whom: once for each group in a stage, so that the number of lines stays hidden. */
static bool do_whisper(srv_room *room, const json_t *entry)
{
    char body[128];
    kb_text text = kb_text_in(body, sizeof body);
    uint32_t group_mask = srv_read_hearers(room, json_object_get(entry, "seats"));
    if (kb_count_bits(group_mask) < 2 || room->moment.whispered >> group_mask & 1) return false;
    room->moment.whispered |= 1u << group_mask;
    kb_put(&text, "\"do\":\"whisper\"");
    put_seats(room, "seats", group_mask, &text);
    srv_tell(room, srv_everybody(room) & ~group_mask, &text);
    return true;
}

static bool do_vote(srv_room *room, const json_t *entry)
{
    int at = srv_seat_of(room, entry, "seat"), by = srv_seat_of(room, entry, "by");
    if (at < 0 || by < 0) return false;
    room->seats[at].votes_mask |= 1u << by;
    tell_of_seat(room, "vote", at, "by", kb_seat_name(&room->setup, by));
    return true;
}

static bool do_passing(srv_room *room, const json_t *entry)
{
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    int at = srv_seat_of(room, entry, "seat");
    if (at < 0) return false;
    room->seats[at].passing = json_is_true(json_object_get(entry, "on"));
    kb_putf(&text, "\"do\":\"passing\",\"on\":%s", room->seats[at].passing ? "true" : "false");
    srv_tell(room, 1u << at, &text);
    return true;
}

static bool do_clock(srv_room *room, const json_t *entry)
{
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    room->clock_stopped = json_is_true(json_object_get(entry, "stopped"));
    kb_putf(&text, "\"do\":\"clock\",\"stopped\":%s", room->clock_stopped ? "true" : "false");
    srv_tell(room, srv_everybody(room), &text);
    return true;
}

uint32_t srv_rematch_mask(const srv_room *room)
{
    return room->is_public ? srv_everybody(room) : srv_everybody(room) & ~(1u << KB_SPECTATOR);
}

static bool do_rematch(srv_room *room, const json_t *entry)
{
    char body[128];
    kb_text text = kb_text_in(body, sizeof body);
    const char *table = srv_string(entry, "table", SRV_NAME_MAX);
    if (!table || room->stage != SRV_OVER) return false;
    copy_text(room->rematch, table);
    kb_putf(&text, "\"do\":\"rematch\",\"table\":\"%s\"", table);
    srv_tell(room, srv_rematch_mask(room), &text);
    return true;
}

/* A line of an imported record that only the record needs. It is stored unchanged. */
static bool do_store(srv_room *room, const json_t *entry)
{
    const char *what = json_string_value(json_object_get(entry, "do"));
    return room->is_imported && json_is_object(json_object_get(entry, what));
}

typedef struct handler {
    const char *name;
    bool (*make)(srv_room *, const json_t *entry);
    srv_entry_kind kind;
} handler;
static const handler handlers[] = {{"table", do_table, SRV_ENTRY_OTHER},
                                   {"sit", do_sit, SRV_ENTRY_CHANGE},
                                   {"leave", do_leave, SRV_ENTRY_CHANGE},
                                   {"empty", do_empty, SRV_ENTRY_CHANGE},
                                   {"remove", do_remove, SRV_ENTRY_OTHER},
                                   {"expire", do_expire, SRV_ENTRY_OTHER},
                                   {"bot", do_bot, SRV_ENTRY_CHANGE},
                                   {"words", do_words, SRV_ENTRY_CHANGE},
                                   {"start", do_start, SRV_ENTRY_OTHER},
                                   {"move", do_move, SRV_ENTRY_MOVE},
                                   {"say", do_say, SRV_ENTRY_TALK},
                                   {"vote", do_vote, SRV_ENTRY_OTHER},
                                   {"clock", do_clock, SRV_ENTRY_OTHER},
                                   {"keep", do_keep, SRV_ENTRY_OTHER},
                                   {"rematch", do_rematch, SRV_ENTRY_OTHER},
                                   {"passing", do_passing, SRV_ENTRY_CHANGE},
                                   {"meta", do_store, SRV_ENTRY_KEPT},
                                   {"luck", do_store, SRV_ENTRY_KEPT},
                                   {"propose", srv_do_propose, SRV_ENTRY_PACT},
                                   {"accept", srv_do_accept, SRV_ENTRY_PACT},
                                   {"decline", srv_do_decline, SRV_ENTRY_PACT},
                                   {"withdraw", srv_do_withdraw, SRV_ENTRY_PACT},
                                   {"wait", srv_do_wait, SRV_ENTRY_OTHER},
                                   {"pace", srv_do_pace, SRV_ENTRY_CHANGE},
                                   {"whisper", do_whisper, SRV_ENTRY_OTHER}};

/* Returns NULL if there is none. */
static const handler *handler_named(const char *name)
{
    for (int i = 0; name && i < KB_COUNT(handlers); i++)
        if (!strcmp(handlers[i].name, name)) return &handlers[i];
    return NULL;
}

/* Charges the seats that owe a move for the time since the last charge. The time while the server was stopped is
 * free. */
static void charge(srv_room *room, uint64_t at_ms)
{
    if (room->stage == SRV_OVER) return;
    if (room->stage == SRV_PLAYING && room->clock && !room->clock_stopped) {
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

/* A clock updated at such entries would reveal talk, settings and pacts to people who may not know of them. */
static bool is_for_few(const srv_room *room, const json_t *entry, const handler *found)
{
    if (found->kind == SRV_ENTRY_PACT) return !srv_is_of_public_pact(room, entry);
    return found->kind == SRV_ENTRY_TALK || found->make == do_passing || found->make == do_whisper;
}

/* A copy of the room without its entries, which can be folded further and discarded. */
static srv_room *bare_copy(const srv_room *room)
{
    srv_room *copy = srv_alloc(sizeof *copy);
    *copy = *room;
    copy->is_bare = true;
    copy->entries = NULL;
    copy->marks = NULL;
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

static void keep(srv_room *room, srv_entry_kind kind, const json_t *entry, const char *text, size_t n)
{
    if (room->is_bare) {
        room->n_entries++;
        return;
    }
    const char *id = srv_string(entry, "id", SRV_ID_MAX);
    room->entries = srv_grow(room->entries, room->n_entries + 1, &room->entries_size, sizeof *room->entries);
    srv_entry *kept = &room->entries[room->n_entries++];
    memset(kept, 0, sizeof *kept);
    kept->at_ms = room->at_ms;
    kept->change = room->change;
    kept->person = id ? (uint32_t)json_integer_value(json_object_get(entry, "who")) : 0;
    if (id) copy_text(kept->id, id);
    kept->kind = (uint8_t)kind;
    kept->heard_mask = (uint8_t)room->heard_mask;
    kept->text = srv_copy(text, n);
    kept->n = n;
    bool is_pact = kind == SRV_ENTRY_PACT;
    if (kind == SRV_ENTRY_TALK || (!is_pact && room->heard_mask != srv_everybody(room)))
        return; /* places of marks show */
    size_t *since = is_pact ? &room->since_pact_mark : &room->since_mark;
    if (++*since < (is_pact ? SRV_PACT_MARK_EVERY : SRV_MARK_EVERY)) return;
    *since = 0;
    mark(room, is_pact);
}

bool srv_room_fold(srv_room *room, const char *text, size_t n)
{
    json_t *entry = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *at = json_object_get(entry, "at"), *what = json_object_get(entry, "do");
    const handler *found = handler_named(json_string_value(what));
    bool done = false;
    if (json_is_integer(at) && json_integer_value(at) >= (json_int_t)room->at_ms && json_is_string(what)) {
        bool is_back = json_is_false(json_object_get(entry, "stopped"));
        room->at_ms = (uint64_t)json_integer_value(at);
        if (is_back) room->charged_ms = room->at_ms;
        if (found && !is_for_few(room, entry, found)) charge(room, room->at_ms);
        room->heard_mask = 0;
        memset(&room->change, 0, sizeof room->change);
        done = found && (room->n_entries || found->make == do_table) && found->make(room, entry);
    }
    if (done) keep(room, found->kind, entry, text, n);
    json_decref(entry);
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
    return srv_alloc(sizeof(srv_room));
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
    free(room);
}

/* --- the past -------------------------------------------------------------------------------------------- */

/* Whether the viewer pays for reading the entry. Nobody pays for what they were not told, nor for pacts, because the
 * price would reveal how much of it there is. */
static bool is_charged(const srv_entry *entry, int viewer)
{
    return entry->kind != SRV_ENTRY_PACT && entry->heard_mask & 1u << viewer;
}

/* Entries between the last regular mark and this one. They are charged as if read, because otherwise the price would
 * reveal how many pacts others have. */
static size_t spared_by(const srv_room *room, int viewer, size_t mark)
{
    size_t first = mark, n = 0;
    while (first > 0 && room->marks[first]->is_pact_mark) first--;
    size_t from = room->marks[first]->is_pact_mark ? 0 : room->marks[first]->n_entries;
    for (size_t i = from; i < room->marks[mark]->n_entries; i++)
        n += room->entries[i].kind != SRV_ENTRY_TALK && is_charged(&room->entries[i], viewer);
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
    srv_room *again = low ? bare_copy(room->marks[low - 1]) : srv_room_new();
    if (low) {
        again->pacts = srv_pacts_from_mark(&room->marks[low - 1]->pacts_mark, &room->pacts);
        *work += spared_by(room, viewer, low - 1);
    }
    again->pacts.tables_texts = room->pacts.texts;
    again->is_bare = true;
    return again;
}

/* Folds the next entry and returns whether it is charged. Talk changes nothing at the table, so lines that the
 * viewer may not hear, or has already heard, are skipped. */
static bool fold_next(const srv_room *room, int viewer, uint64_t told, srv_room *again)
{
    const srv_entry *entry = &room->entries[again->n_entries];
    bool is_heard = entry->heard_mask & 1u << viewer;
    if (entry->kind == SRV_ENTRY_TALK && (!is_heard || again->n[viewer] < told)) {
        again->n[viewer] += is_heard;
        again->n_entries++;
        return false;
    }
    srv_room_fold(again, entry->text, entry->n);
    return is_charged(entry, viewer);
}

/* The same for events alone, which do not need the ledger. What became of pacts is known from the first time. */
static bool repeat_next(const srv_room *room, int viewer, uint64_t told, srv_room *again)
{
    again->repeated = &room->entries[again->n_entries];
    if (again->repeated->kind != SRV_ENTRY_PACT) return fold_next(room, viewer, told, again);
    srv_repeat_pact(again, room, again->repeated);
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
    return room->n_entries >= (room->stage == SRV_GATHERING ? SRV_ENTRIES_BEFORE : SRV_ENTRIES_MAX);
}

bool srv_is_full(const srv_room *room)
{
    return room->n_entries >= SRV_ENTRIES_LAST;
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
