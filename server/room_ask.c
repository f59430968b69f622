/* room_ask.c: requests of people and bots to a room, and the entries they make. A request is checked first, and a
 * refusal changes nothing; otherwise an entry is appended and folded like any entry of the log. */
#include <string.h>

#include "../core/rng.h"
#include "characters.h"
#include "room_entry.h"
#include "room_fold.h"

/* --- moves -------------------------------------------------------------------------------------------- */

static void append_move(srv_room *room, uint64_t now_ms, const srv_asker *asker, int mover, kb_move move)
{
    char text[KB_MOVE_TEXT_MAX];
    kb_text words = kb_text_in(text, sizeof text);
    kb_move_text(&room->state, move, &words);
    srv_append(room, now_ms, asker, (kb_entry){.kind = KB_DO_MOVE, .mover = mover, .move = text, .chosen = &move});
}

/* Chance moves follow at once, in the same commit as the move before. */
static void draw(srv_room *room)
{
    while (room->stage == SRV_PLAYING && kb_actors(&room->state) & 1u << KB_CHANCE) {
        append_move(room, room->at_ms, NULL, KB_CHANCE, srv_luck_draw(&room->key, room->draws, &room->state));
    }
}

/* --- a new table ----------------------------------------------------------------------------------------- */

static srv_room *create(const kb_setup *setup, const kb_table_rules *rules, const srv_asker *asker,
                        const srv_seed *seed)
{
    srv_room *room = srv_room_new();
    kb_entry entry = {.kind = KB_DO_TABLE, .name = asker->name, .seed = *seed, .from = asker->from};
    entry.version = KB_VERSION;
    entry.setup = *setup;
    entry.rules = *rules;
    entry.rules.given = KB_TABLE_RULES_ALL;
    srv_append(room, asker->now_ms, asker, entry);
    return room;
}

srv_room *srv_room_create(const srv_asker *asker, const srv_ask *ask, const srv_seed *seed, kb_answer *answer)
{
    kb_setup setup;
    kb_table_rules rules;
    *answer = kb_refuse(KB_REFUSED_VALUE);
    kb_text why = kb_text_in(answer->more, sizeof answer->more);
    if (!kb_read_table_setup(&setup, KB_VERSION, ask->setup, &why) || !kb_read_table_rules(&rules, ask->rules, &why))
        return NULL;
    *answer = srv_done;
    return create(&setup, &rules, asker, seed);
}

/* Reserves the seat for its owner, unless they were removed. */
static void keep_seat(srv_room *room, int at, const srv_seat *seat, bool is_removed)
{
    if (seat->person && !is_removed) {
        srv_append(room, room->at_ms, NULL,
                   (kb_entry){.kind = KB_DO_KEEP, .seat = at, .kept = seat->person, .name = seat->name});
    } else if (seat->bot_name[0] || !is_removed) {
        srv_append(room, room->at_ms, NULL, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = seat->bot_name});
    }
}

srv_room *srv_room_create_again(const srv_room *other, const srv_asker *asker, const srv_seed *seed)
{
    srv_room *room = create(&other->setup, &other->rules, asker, seed);
    for (int at = 0; at < other->setup.seats; at++)
        keep_seat(room, at, &other->seats[at], srv_room_is_removed(other, other->seats[at].person));
    return room;
}

kb_answer srv_room_check_rematch(const srv_room *room, const srv_asker *asker)
{
    if (srv_room_viewer(room, asker->person) == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->stage != SRV_OVER) return kb_refuse(KB_REFUSED_NOT_OVER);
    return srv_is_full(room) && !room->rematch[0] ? kb_refuse(KB_REFUSED_TABLE_FULL) : srv_done;
}

void srv_room_set_rematch(srv_room *room, const srv_asker *asker, const char *table)
{
    srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_REMATCH, .table = table});
}

/* --- seats ----------------------------------------------------------------------------------------------- */

/* The seat of that name, or -1; name may be NULL. */
static int seat_named(const srv_room *room, const char *name)
{
    for (int seat = 0; name && seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), name)) return seat;
    return -1;
}

static kb_answer ask_sit(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int at = seat_named(room, ask->seat), own = srv_room_viewer(room, asker->person);
    if (at < 0) return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    const srv_seat *seat = &room->seats[at];
    bool is_back = own == at && (seat->away || seat->bot_name[0]);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (own != KB_SPECTATOR && !is_back) return kb_refuse(KB_REFUSED_SEATED);
    if (!is_back && room->stage != SRV_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    if (!is_back && (seat->person || seat->bot_name[0])) return kb_refuse(KB_REFUSED_SEAT_TAKEN);
    if (seat->kept && seat->kept != asker->person) return kb_refuse(KB_REFUSED_SEAT_KEPT);
    return srv_append(room, asker->now_ms, asker,
                      (kb_entry){.kind = KB_DO_SIT, .seat = at, .name = asker->name, .person = asker->person_id});
}

static kb_answer ask_leave(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own = srv_room_viewer(room, asker->person);
    (void)ask;
    if (own == KB_SPECTATOR || room->seats[own].away) return kb_refuse(KB_REFUSED_NOT_SEATED);
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_LEAVE, .seat = own});
}

/* Whether a person plays that seat, so that only they may change it. */
static bool is_played(const srv_room *room, int at, uint32_t here_mask)
{
    const srv_seat *seat = &room->seats[at];
    return seat->person && !seat->away && (room->stage == SRV_GATHERING || here_mask & 1u << at);
}

static kb_answer ask_bot(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int at = seat_named(room, ask->seat);
    const char *name = ask->bot;
    kb_answer answer = kb_refuse(KB_REFUSED_NO_SUCH_BOT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    bot_spec spec;
    if (room->host != asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (at < 0) return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (is_played(room, at, asker->here_mask)) return kb_refuse(KB_REFUSED_PERSON_HERE);
    if (room->seats[at].kept) return kb_refuse(KB_REFUSED_SEAT_KEPT);
    if (!name) return kb_refuse(KB_REFUSED_NO_SUCH_BOT);
    if (!bot_read(name, &spec, &why)) return answer;
    if (!strcmp(room->seats[at].bot_name, name)) return srv_done;
    if (spec.milliseconds > KB_BOT_MS_MAX || spec.simulations > KB_BOT_SIMULATIONS_MAX) {
        kb_putf(&why, "on a server a bot thinks for %d ms or %d simulations at most", KB_BOT_MS_MAX,
                KB_BOT_SIMULATIONS_MAX);
        return answer;
    }
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = name});
}

static kb_answer ask_empty(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int at = seat_named(room, ask->seat);
    if (room->host != asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (at < 0) return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (room->stage != SRV_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    const srv_seat *seat = &room->seats[at];
    if (!seat->person && !seat->bot_name[0] && !seat->kept) return kb_refuse(KB_REFUSED_SEAT_EMPTY);
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_EMPTY, .seat = at});
}

/* Removes the person in a seat, or any person named by id, connected or not. */
static kb_answer ask_remove(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int at = seat_named(room, ask->seat);
    bool by_seat = srv_is_given(ask, SRV_ASKED_SEAT), by_person = srv_is_given(ask, SRV_ASKED_PERSON);
    if (room->host != asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (by_seat == by_person) return kb_refuse(KB_REFUSED_VALUE);
    if (by_seat && at < 0) return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    const srv_seat *seat = by_seat ? &room->seats[at] : NULL;
    uint32_t whom = !seat ? asker->whom : seat->person ? seat->person : seat->kept;
    if (!whom) return kb_refuse(by_seat ? KB_REFUSED_SEAT_EMPTY : KB_REFUSED_NO_PERSON);
    if (whom == room->host) return kb_refuse(KB_REFUSED_OWN_SEAT);
    if (srv_room_is_removed(room, whom)) return srv_done;
    if (room->n_removed == KB_REMOVED_MAX) return kb_refuse(KB_REFUSED_TOO_MANY_REMOVED);
    return srv_append(room, asker->now_ms, asker,
                      (kb_entry){.kind = KB_DO_REMOVE,
                                 .whom = whom,
                                 .name = seat ? seat->name : asker->whom_name,
                                 .person = seat ? seat->person_id : asker->whom_id});
}

static kb_answer ask_words(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own = srv_room_viewer(room, asker->person);
    const char *words = ask->words;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->stage != SRV_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    if (!words || !srv_has_at_most(words, KB_WORDS_CHARACTERS)) return kb_refuse(KB_REFUSED_TOO_LONG);
    if (!strcmp(room->seats[own].words, words)) return srv_done;
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_WORDS, .seat = own, .words = words});
}

static kb_order_dealt deal(const srv_room *room)
{
    const char *words[KB_SEATS_MAX];
    kb_order_dealt order = {.is_dealt = room->rules.order == KB_ORDER_RANDOM};
    if (!order.is_dealt) return order;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) words[seat] = room->seats[seat].words;
    srv_seed key = srv_luck_key(&room->seed, &room->setup, room->version, words);
    srv_luck_deal(&key, room->setup.seats, order.came_from);
    return order;
}

static kb_answer ask_start(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    (void)ask;
    if (room->host != asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (room->stage != SRV_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!room->seats[seat].person && !room->seats[seat].bot_name[0]) return kb_refuse(KB_REFUSED_SEATS_EMPTY);
    srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_START, .order = deal(room)});
    draw(room);
    return srv_done;
}

/* A seat is late if its time is used up now, even if not all of it has been charged. */
static bool is_late(const srv_room *room, int at, uint64_t now_ms)
{
    if (!room->rules.clock || room->clock_stopped || !(kb_actors(&room->state) & 1u << at)) return false;
    const srv_seat *seat = &room->seats[at];
    int64_t left_ms = srv_is_answer_timed(room) ? seat->answer_left_ms : seat->left_ms;
    return left_ms < srv_charged_ms(room, now_ms);
}

/* Without a clock nobody is late; a person who is not connected counts as gone. */
static bool is_missed(const srv_room *room, int at, const srv_asker *asker)
{
    const srv_seat *seat = &room->seats[at];
    if (seat->bot_name[0]) return false;
    if (!room->rules.clock && !(asker->here_mask & 1u << at)) return true;
    return seat->away || is_late(room, at, srv_later(room, asker->now_ms));
}

/* Whether more than half of the people now playing the other seats want a bot here. Votes of people who have left do
 * not count. */
static bool is_outvoted(const srv_room *room, int at)
{
    uint32_t voters_mask = 0;
    for (int seat = 0; seat < room->setup.seats; seat++) {
        const srv_seat *s = &room->seats[seat];
        if (seat != at && s->person && !s->away && !s->bot_name[0]) voters_mask |= 1u << seat;
    }
    return 2 * kb_count_bits(room->seats[at].votes_mask & voters_mask) > kb_count_bits(voters_mask);
}

bool srv_room_needs_absence(const srv_room *room, const srv_ask *ask, uint32_t here_mask)
{
    int at = seat_named(room, ask->seat);
    bool asks = ask->what == SRV_BOT || (ask->what == SRV_VOTE && !room->rules.clock);
    return asks && room->stage == SRV_PLAYING && at >= 0 && room->seats[at].person && !(here_mask & 1u << at);
}

static kb_answer ask_vote(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int at = seat_named(room, ask->seat), own = srv_room_viewer(room, asker->person);
    if (own == KB_SPECTATOR || room->seats[own].away) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->seats[own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    if (at < 0) return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (at == own) return kb_refuse(KB_REFUSED_OWN_SEAT);
    if (room->stage == SRV_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (!is_missed(room, at, asker)) return kb_refuse(KB_REFUSED_NOT_LATE);
    if (room->seats[at].votes_mask & 1u << own && !is_outvoted(room, at)) return kb_refuse(KB_REFUSED_VOTED);
    srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_VOTE, .by = own, .seat = at});
    if (!is_outvoted(room, at)) return srv_done;
    return srv_append(room, asker->now_ms, NULL, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = "medium"});
}

/* --- moves and talk -------------------------------------------------------------------------------------- */

/* decision: how many moves the seat had made when this one was chosen, so that a late or repeated move is not taken as
 * the answer to another question. */
static kb_answer make_move(srv_room *room, uint64_t now_ms, const srv_asker *asker, int seat, int64_t decision,
                           kb_move move)
{
    if (decision != room->seats[seat].decisions) return kb_refuse(KB_REFUSED_STALE);
    kb_error error = srv_check_move(room, seat, move);
    if (error) return srv_refuse_by_rule(error);
    append_move(room, now_ms, asker, seat, move);
    draw(room);
    return srv_done;
}

static kb_answer ask_move(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own = srv_room_viewer(room, asker->person);
    const char *text = ask->move;
    kb_move move;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (room->stage == SRV_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (room->seats[own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    if (srv_is_wrong(ask, SRV_ASKED_DECISION)) return kb_refuse(KB_REFUSED_VALUE);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (!text || kb_move_parse(&room->state, text, strlen(text), &move)) return srv_refuse_by_rule(KB_E_UNKNOWN_MOVE);
    return make_move(room, asker->now_ms, asker, own, ask->decision, move);
}

static kb_answer ask_passing(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own = srv_room_viewer(room, asker->person);
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (srv_is_wrong(ask, SRV_ASKED_ON)) return kb_refuse(KB_REFUSED_VALUE);
    if (room->stage == SRV_OVER) return srv_refuse_by_rule(KB_E_OVER);
    if (room->seats[own].passing == ask->on) return srv_done;
    return srv_append(room, asker->now_ms, asker, (kb_entry){.kind = KB_DO_PASSING, .seat = own, .on = ask->on});
}

/* The seat's remaining time as everybody may know it; INT64_MAX if it has no clock or is late already. */
static int64_t left_ms(const srv_room *room, int at)
{
    const srv_seat *seat = &room->seats[at];
    int64_t left = srv_is_answer_timed(room) ? seat->answer_left_ms : seat->left_ms;
    return room->rules.clock && left > 0 ? left : INT64_MAX;
}

/* Draws again if the delay would make the seat late, so that it never answers at a suspicious moment. If the seat
 * has less time than it usually takes, it answers in the second half of it. */
uint64_t srv_room_pass_ms(const srv_room *room, int seat, uint64_t random)
{
    enum { DRAWS = 64 };
    kb_rng rng = kb_rng_from(random);
    uint64_t left = (uint64_t)left_ms(room, seat);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t took = room->seats[seat].took_ms[kb_rng_under(&rng, KB_TOOK)];
        uint64_t ms = took * 3 / 4 + kb_rng_under(&rng, took / 2);
        if (ms < left) return ms;
    }
    return left / 2 + kb_rng_under(&rng, (uint32_t)(left / 2 ? left / 2 : 1));
}

void srv_room_pass(srv_room *room, uint64_t now_ms, int seat, uint32_t decision)
{
    kb_span list[KB_LISTED_MAX];
    if (!(srv_room_passes_due(room) & 1u << seat) || srv_is_full(room)) return;
    if (srv_legal(room, seat, list) == 1 && list[0].n == 1) make_move(room, now_ms, NULL, seat, decision, list[0].move);
}

static kb_answer check_talk(const srv_room *room, const srv_ask *ask, int own, uint32_t *to_mask)
{
    bool to = srv_is_given(ask, SRV_ASKED_TO);
    if (!ask->say || !*ask->say || !srv_has_at_most(ask->say, KB_TALK_CHARACTERS))
        return kb_refuse(KB_REFUSED_TOO_LONG);
    if (room->talk_lines[own == KB_SPECTATOR] >= KB_TALK_LINES_MAX) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (own == KB_SPECTATOR) return to ? kb_refuse(KB_REFUSED_NOT_SEATED) : srv_done;
    if (room->rules.talk == KB_TALK_NONE) return kb_refuse(KB_REFUSED_NO_TALK);
    if (to && room->rules.talk != KB_TALK_PRIVATE) return kb_refuse(KB_REFUSED_NO_PRIVATE_TALK);
    if (to && (!kb_read_seats(&room->setup, "to", ask->to, to_mask, NULL) || !*to_mask))
        return srv_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    return *to_mask & 1u << own ? kb_refuse(KB_REFUSED_OWN_SEAT) : srv_done;
}

static kb_answer ask_say(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    int own = srv_room_viewer(room, asker->person);
    kb_entry entry = {.kind = KB_DO_SAY, .by = own, .person = asker->person_id, .say = ask->say};
    kb_answer answer = check_talk(room, ask, own, &entry.to_mask);
    if (answer.refusal) return answer;
    if (own == KB_SPECTATOR) {
        entry.by = -1;
        entry.name = asker->name;
    }
    srv_append(room, asker->now_ms, asker, entry);
    if (entry.to_mask) srv_note_whisper(room, asker->now_ms, entry.to_mask | 1u << own);
    return srv_done;
}

kb_answer srv_room_bot_moves(srv_room *room, uint64_t now_ms, int seat, uint32_t decision, kb_move move,
                             const char *words)
{
    if (room->stage != SRV_PLAYING || !room->seats[seat].bot_name[0]) return kb_refuse(KB_REFUSED_STALE);
    if (srv_is_full(room)) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (decision != room->seats[seat].decisions) return kb_refuse(KB_REFUSED_STALE);
    kb_error error = srv_check_move(room, seat, move);
    if (error) return srv_refuse_by_rule(error);
    if (*words && room->rules.talk != KB_TALK_NONE && room->talk_lines[0] < KB_TALK_LINES_MAX &&
        !srv_is_nearly_full(room)) {
        srv_append(room, now_ms, NULL, (kb_entry){.kind = KB_DO_SAY, .by = seat, .say = words});
    }
    return make_move(room, now_ms, NULL, seat, decision, move);
}

/* --- all requests ---------------------------------------------------------------------------------------- */

bool srv_room_has_done(const srv_room *room, uint32_t person, const char *id)
{
    for (size_t i = room->n_entries; i-- > 0;)
        if (room->entries[i].person == person && !strcmp(room->entries[i].id, id)) return true;
    return false;
}

static int count_asked(const srv_room *room, uint32_t person, kb_entry_kind kind)
{
    int n = 0;
    for (size_t i = 0; i < room->n_entries; i++)
        n += room->entries[i].person == person && room->entries[i].kind == kind;
    return n;
}

/* Requests without which a game might not end. A seat that was left or given to a bot can always be taken back. */
static bool helps_to_end(const srv_room *room, srv_request what)
{
    return what == SRV_MOVE || what == SRV_VOTE || what == SRV_REMOVE || what == SRV_START || what == SRV_BOT ||
           what == SRV_EMPTY || (what == SRV_SIT && room->stage == SRV_PLAYING);
}

/* Requests that one person could repeat without end. Sitting down is not among them: it takes a leave or a bot first. */
static bool is_change(srv_request what)
{
    return what == SRV_LEAVE || what == SRV_BOT || what == SRV_EMPTY || what == SRV_WORDS || what == SRV_PASSING ||
           what == SRV_PACE;
}

/* The log of a table is limited, and nobody may use it up for the others. */
static kb_answer check_space(const srv_room *room, uint32_t person, srv_request what)
{
    if (srv_is_full(room) || (srv_is_nearly_full(room) && !helps_to_end(room, what)))
        return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (is_change(what) && count_asked(room, person, KB_ENTRY_CHANGE) >= KB_CHANGES_A_PERSON)
        return kb_refuse(KB_REFUSED_TOO_MANY_CHANGES);
    if (what == SRV_SAY && count_asked(room, person, KB_ENTRY_TALK) >= KB_TALK_A_PERSON)
        return kb_refuse(KB_REFUSED_TOO_MUCH_TALK);
    return srv_done;
}

static srv_room_handler *const handlers[SRV_REQUESTS] = {
    [SRV_SIT] = ask_sit,           [SRV_LEAVE] = ask_leave,        [SRV_BOT] = ask_bot,
    [SRV_EMPTY] = ask_empty,       [SRV_REMOVE] = ask_remove,      [SRV_WORDS] = ask_words,
    [SRV_START] = ask_start,       [SRV_MOVE] = ask_move,          [SRV_SAY] = ask_say,
    [SRV_VOTE] = ask_vote,         [SRV_PASSING] = ask_passing,    [SRV_PROPOSE] = srv_ask_propose,
    [SRV_ACCEPT] = srv_ask_answer, [SRV_DECLINE] = srv_ask_answer, [SRV_WITHDRAW] = srv_ask_answer,
    [SRV_WAIT] = srv_ask_wait,     [SRV_PACE] = srv_ask_pace,
};

kb_answer srv_room_ask(srv_room *room, const srv_asker *asker, const srv_ask *ask)
{
    if (srv_room_has_done(room, asker->person, asker->id)) return srv_done;
    if (room->stage == SRV_EXPIRED) return kb_refuse(KB_REFUSED_EXPIRED);
    if (srv_room_is_removed(room, asker->person)) return kb_refuse(KB_REFUSED_REMOVED);
    kb_answer space = check_space(room, asker->person, ask->what);
    return space.refusal ? space : handlers[ask->what](room, asker, ask);
}

bool srv_room_has_clock(const srv_room *room)
{
    return room->stage == SRV_PLAYING && room->rules.clock;
}

static void set_clock(srv_room *room, uint64_t now_ms, bool stopped)
{
    if (!srv_room_has_clock(room) || (stopped && room->clock_stopped)) return;
    srv_append(room, now_ms, NULL, (kb_entry){.kind = KB_DO_CLOCK, .stopped = stopped});
}

void srv_room_expire(srv_room *room, uint64_t now_ms)
{
    srv_append(room, now_ms, NULL, (kb_entry){.kind = KB_DO_EXPIRE});
}

void srv_room_stop_clock(srv_room *room, uint64_t now_ms)
{
    set_clock(room, now_ms, true);
}

void srv_room_go_on(srv_room *room, uint64_t now_ms)
{
    set_clock(room, now_ms, false);
}
