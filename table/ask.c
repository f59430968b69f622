/* ask.c: requests of people and bots at a table, and the entries they make. */
#include "../core/rng.h"
#include "asking.h"

/* --- moves -------------------------------------------------------------------------------------------- */

static kb_answer append_move(const kb_asking *a, int mover, kb_move move)
{
    char text[KB_MOVE_TEXT_MAX];
    kb_text words = kb_text_in(text, sizeof text);
    kb_move_text(&a->t->state, move, &words);
    return kb_append(a, (kb_entry){.kind = KB_DO_MOVE, .mover = mover, .move = text, .chosen = &move});
}

bool kb_table_owes_luck(const kb_table *t)
{
    return t->stage == KB_PLAYING && kb_actors(&t->state) >> KB_CHANCE & 1;
}

/* It follows at once, in the same commit as the move before. */
kb_answer kb_table_draw(kb_table *t, kb_move move, const kb_news *news)
{
    const kb_asking a = {t, t->at_ms, NULL, news};
    kb_error error = kb_table_owes_luck(t) ? kb_check(&t->state, KB_CHANCE, move) : KB_E_NOT_ACTOR;
    return error ? kb_refuse_by_rule(error) : append_move(&a, KB_CHANCE, move);
}

/* --- a new table ----------------------------------------------------------------------------------------- */

kb_answer kb_table_create(kb_table *t, const kb_asker *asker, const kb_setup *setup, const kb_table_rules *rules,
                          const kb_bytes32 *seed, const kb_news *news)
{
    const kb_asking a = {t, asker->now_ms, asker, news};
    kb_entry entry = {.kind = KB_DO_TABLE, .name = asker->name, .seed = *seed, .from = asker->from};
    entry.version = KB_VERSION;
    entry.setup = *setup;
    entry.rules = *rules;
    entry.rules.given = KB_TABLE_RULES_ALL;
    return kb_append(&a, entry);
}

void kb_table_promise_luck(kb_table *t, const char *hex)
{
    kb_text text = kb_text_in(t->promise, sizeof t->promise);
    kb_put(&text, hex);
}

/* Reserves the seat for its owner, unless they were removed. */
static void keep_seat(const kb_asking *a, int at, const kb_seat *seat, bool is_removed)
{
    if (seat->person && !is_removed) {
        kb_append_more(a, (kb_entry){.kind = KB_DO_KEEP, .seat = at, .kept = seat->person, .name = seat->name});
    } else if (seat->bot_name[0] || !is_removed) {
        kb_append_more(a, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = seat->bot_name});
    }
}

kb_answer kb_table_create_again(kb_table *t, const kb_table *other, const kb_asker *asker, const kb_bytes32 *seed,
                                const kb_news *news)
{
    kb_answer answer = kb_table_create(t, asker, &other->setup, &other->rules, seed, news);
    const kb_asking a = {t, t->at_ms, asker, news};
    for (int at = 0; !answer.refusal && at < other->setup.seats; at++)
        keep_seat(&a, at, &other->seats[at], kb_table_is_removed(other, other->seats[at].person));
    return answer;
}

kb_answer kb_table_check_rematch(const kb_table *t, const kb_asker *asker)
{
    if (kb_table_viewer(t, asker->person) == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->stage != KB_OVER) return kb_refuse(KB_REFUSED_NOT_OVER);
    return kb_is_full(t) && !t->rematch[0] ? kb_refuse(KB_REFUSED_TABLE_FULL) : kb_done;
}

kb_answer kb_table_set_rematch(kb_table *t, const kb_asker *asker, const char *table, const kb_news *news)
{
    const kb_asking a = {t, asker->now_ms, asker, news};
    return kb_append(&a, (kb_entry){.kind = KB_DO_REMATCH, .table = table});
}

/* --- seats ----------------------------------------------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
    return kb_equal(a, kb_length(a), b);
}

/* The seat of that name, or -1; name may be NULL. */
static int seat_named(const kb_table *t, const char *name)
{
    for (int seat = 0; name && seat < t->setup.seats; seat++)
        if (is_same(kb_seat_name(&t->setup, seat), name)) return seat;
    return -1;
}

static kb_answer ask_sit(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int at = seat_named(t, ask->seat), own = kb_table_viewer(t, a->asker->person);
    if (at < 0) return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    const kb_seat *seat = &t->seats[at];
    bool is_back = own == at && (seat->away || seat->bot_name[0]);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (own != KB_SPECTATOR && !is_back) return kb_refuse(KB_REFUSED_SEATED);
    if (!is_back && t->stage != KB_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    if (!is_back && (seat->person || seat->bot_name[0])) return kb_refuse(KB_REFUSED_SEAT_TAKEN);
    if (seat->kept && seat->kept != a->asker->person) return kb_refuse(KB_REFUSED_SEAT_KEPT);
    return kb_append(a,
                     (kb_entry){.kind = KB_DO_SIT, .seat = at, .name = a->asker->name, .person = a->asker->person_id});
}

static kb_answer ask_leave(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own = kb_table_viewer(t, a->asker->person);
    (void)ask;
    if (own == KB_SPECTATOR || t->seats[own].away) return kb_refuse(KB_REFUSED_NOT_SEATED);
    return kb_append(a, (kb_entry){.kind = KB_DO_LEAVE, .seat = own});
}

/* Whether a person plays that seat, so that only they may change it. */
static bool is_played(const kb_table *t, int at, uint32_t here_mask)
{
    const kb_seat *seat = &t->seats[at];
    return seat->person && !seat->away && (t->stage == KB_GATHERING || here_mask & 1u << at);
}

static kb_answer ask_bot(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int at = seat_named(t, ask->seat);
    const char *name = ask->bot;
    kb_answer answer = kb_refuse(KB_REFUSED_NO_SUCH_BOT);
    kb_text why = kb_text_in(answer.more, sizeof answer.more);
    bot_spec spec;
    if (t->host != a->asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (at < 0) return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (is_played(t, at, a->asker->here_mask)) return kb_refuse(KB_REFUSED_PERSON_HERE);
    if (t->seats[at].kept) return kb_refuse(KB_REFUSED_SEAT_KEPT);
    if (!name) return kb_refuse(KB_REFUSED_NO_SUCH_BOT);
    if (!bot_read(name, &spec, &why)) return answer;
    if (is_same(t->seats[at].bot_name, name)) return kb_done;
    if (spec.milliseconds > KB_BOT_MS_MAX || spec.simulations > KB_BOT_SIMULATIONS_MAX) {
        kb_putf(&why, "on a server a bot thinks for %d ms or %d simulations at most", KB_BOT_MS_MAX,
                KB_BOT_SIMULATIONS_MAX);
        return answer;
    }
    return kb_append(a, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = name});
}

static kb_answer ask_empty(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int at = seat_named(t, ask->seat);
    if (t->host != a->asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (at < 0) return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (t->stage != KB_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    const kb_seat *seat = &t->seats[at];
    if (!seat->person && !seat->bot_name[0] && !seat->kept) return kb_refuse(KB_REFUSED_SEAT_EMPTY);
    return kb_append(a, (kb_entry){.kind = KB_DO_EMPTY, .seat = at});
}

/* Removes the person in a seat, or any person named by id, connected or not. */
static kb_answer ask_remove(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int at = seat_named(t, ask->seat);
    bool by_seat = kb_is_given(ask, KB_ASKED_SEAT), by_person = kb_is_given(ask, KB_ASKED_PERSON);
    if (t->host != a->asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (by_seat == by_person) return kb_refuse(KB_REFUSED_VALUE);
    if (by_seat && at < 0) return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    const kb_seat *seat = by_seat ? &t->seats[at] : NULL;
    uint32_t whom = !seat ? a->asker->whom : seat->person ? seat->person : seat->kept;
    if (!whom) return kb_refuse(by_seat ? KB_REFUSED_SEAT_EMPTY : KB_REFUSED_NO_PERSON);
    if (whom == t->host) return kb_refuse(KB_REFUSED_OWN_SEAT);
    if (kb_table_is_removed(t, whom)) return kb_done;
    if (t->n_removed == KB_REMOVED_MAX) return kb_refuse(KB_REFUSED_TOO_MANY_REMOVED);
    return kb_append(a, (kb_entry){.kind = KB_DO_REMOVE,
                                   .whom = whom,
                                   .name = seat ? seat->name : a->asker->whom_name,
                                   .person = seat ? seat->person_id : a->asker->whom_id});
}

static kb_answer ask_words(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own = kb_table_viewer(t, a->asker->person);
    const char *words = ask->words;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->stage != KB_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    if (!words) return kb_refuse(KB_REFUSED_TOO_LONG);
    if (is_same(t->seats[own].words, words)) return kb_done;
    return kb_append(a, (kb_entry){.kind = KB_DO_WORDS, .seat = own, .words = words});
}

static kb_answer ask_start(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    (void)ask;
    if (t->host != a->asker->person) return kb_refuse(KB_REFUSED_NOT_HOST);
    if (t->stage != KB_GATHERING) return kb_refuse(KB_REFUSED_STARTED);
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (!t->seats[seat].person && !t->seats[seat].bot_name[0]) return kb_refuse(KB_REFUSED_SEATS_EMPTY);
    if (t->rules.order == KB_ORDER_RANDOM && !a->asker->dealt.is_dealt) return kb_refuse(KB_REFUSED_VALUE);
    return kb_append(a, (kb_entry){.kind = KB_DO_START, .order = a->asker->dealt});
}

/* A seat is late if its time is used up now, even if not all of it has been charged. */
static bool is_late(const kb_table *t, int at, uint64_t now_ms)
{
    if (!t->rules.clock || t->clock_stopped || !(kb_actors(&t->state) & 1u << at)) return false;
    const kb_seat *seat = &t->seats[at];
    int64_t left_ms = kb_is_answer_timed(t) ? seat->answer_left_ms : seat->left_ms;
    return left_ms < kb_charged_ms(t, now_ms);
}

/* Without a clock nobody is late; a person who is not connected counts as gone. */
static bool is_missed(const kb_asking *a, int at)
{
    const kb_table *t = a->t;
    const kb_seat *seat = &t->seats[at];
    if (seat->bot_name[0]) return false;
    if (!t->rules.clock && !(a->asker->here_mask & 1u << at)) return true;
    return seat->away || is_late(t, at, kb_later(t, a->asker->now_ms));
}

/* Whether more than half of the people now playing the other seats want a bot here. Votes of people who have left do
 * not count. */
static bool is_outvoted(const kb_table *t, int at)
{
    uint32_t voters_mask = 0;
    for (int seat = 0; seat < t->setup.seats; seat++) {
        const kb_seat *s = &t->seats[seat];
        if (seat != at && s->person && !s->away && !s->bot_name[0]) voters_mask |= 1u << seat;
    }
    return 2 * kb_count_bits(t->seats[at].votes_mask & voters_mask) > kb_count_bits(voters_mask);
}

bool kb_table_needs_absence(const kb_table *t, const kb_ask *ask, uint32_t here_mask)
{
    int at = seat_named(t, ask->seat);
    bool asks = ask->what == KB_ASK_BOT || (ask->what == KB_ASK_VOTE && !t->rules.clock);
    return asks && t->stage == KB_PLAYING && at >= 0 && t->seats[at].person && !(here_mask & 1u << at);
}

static kb_answer ask_vote(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int at = seat_named(t, ask->seat), own = kb_table_viewer(t, a->asker->person);
    if (own == KB_SPECTATOR || t->seats[own].away) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->seats[own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    if (at < 0) return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    if (at == own) return kb_refuse(KB_REFUSED_OWN_SEAT);
    if (t->stage == KB_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (!is_missed(a, at)) return kb_refuse(KB_REFUSED_NOT_LATE);
    if (t->seats[at].votes_mask & 1u << own && !is_outvoted(t, at)) return kb_refuse(KB_REFUSED_VOTED);
    kb_append(a, (kb_entry){.kind = KB_DO_VOTE, .by = own, .seat = at});
    if (!is_outvoted(t, at)) return kb_done;
    return kb_append_more(a, (kb_entry){.kind = KB_DO_BOT, .seat = at, .bot = "medium"});
}

/* --- moves and talk -------------------------------------------------------------------------------------- */

/* decision: how many moves the seat had made when this one was chosen, so that a late or repeated move is not taken as
 * the answer to another question. */
static kb_answer make_move(const kb_asking *a, int seat, int64_t decision, kb_move move)
{
    const kb_table *t = a->t;
    if (decision != t->seats[seat].decisions) return kb_refuse(KB_REFUSED_STALE);
    kb_error error = kb_table_check(t, seat, move);
    if (error) return kb_refuse_by_rule(error);
    return append_move(a, seat, move);
}

static kb_answer ask_move(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own = kb_table_viewer(t, a->asker->person);
    const char *text = ask->move;
    kb_move move;
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (t->stage == KB_GATHERING) return kb_refuse(KB_REFUSED_NOT_STARTED);
    if (t->seats[own].bot_name[0]) return kb_refuse(KB_REFUSED_BOT_PLAYS);
    if (kb_is_wrong(ask, KB_ASKED_DECISION)) return kb_refuse(KB_REFUSED_VALUE);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (!text || kb_move_parse(&t->state, text, kb_length(text), &move)) return kb_refuse_by_rule(KB_E_UNKNOWN_MOVE);
    return make_move(a, own, ask->decision, move);
}

static kb_answer ask_passing(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own = kb_table_viewer(t, a->asker->person);
    if (own == KB_SPECTATOR) return kb_refuse(KB_REFUSED_NOT_SEATED);
    if (kb_is_wrong(ask, KB_ASKED_ON)) return kb_refuse(KB_REFUSED_VALUE);
    if (t->stage == KB_OVER) return kb_refuse_by_rule(KB_E_OVER);
    if (t->seats[own].passing == ask->on) return kb_done;
    return kb_append(a, (kb_entry){.kind = KB_DO_PASSING, .seat = own, .on = ask->on});
}

/* The seat's remaining time as everybody may know it; INT64_MAX if it has no clock or is late already. */
static int64_t left_ms(const kb_table *t, int at)
{
    const kb_seat *seat = &t->seats[at];
    int64_t left = kb_is_answer_timed(t) ? seat->answer_left_ms : seat->left_ms;
    return t->rules.clock && left > 0 ? left : INT64_MAX;
}

/* Draws again if the delay would make the seat late, so that it never answers at a suspicious moment. If the seat
 * has less time than it usually takes, it answers in the second half of it. */
uint64_t kb_table_pass_ms(const kb_table *t, int seat, uint64_t luck)
{
    enum { DRAWS = 64 };
    kb_rng rng = kb_rng_from(luck);
    uint64_t left = (uint64_t)left_ms(t, seat);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t took = t->seats[seat].took_ms[kb_rng_under(&rng, KB_TOOK)];
        uint64_t ms = took * 3 / 4 + kb_rng_under(&rng, took / 2);
        if (ms < left) return ms;
    }
    return left / 2 + kb_rng_under(&rng, (uint32_t)(left / 2 ? left / 2 : 1));
}

void kb_table_pass(kb_table *t, uint64_t now_ms, int seat, uint32_t decision, const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    kb_span list[KB_LISTED_MAX];
    if (!(kb_table_passes_due(t) & 1u << seat) || kb_is_full(t)) return;
    if (kb_table_legal(t, seat, list) == 1 && list[0].n == 1) make_move(&a, seat, decision, list[0].move);
}

static kb_answer check_talk(const kb_table *t, const kb_ask *ask, int own, uint32_t *to_mask)
{
    bool to = kb_is_given(ask, KB_ASKED_TO);
    if (!ask->say || !*ask->say) return kb_refuse(KB_REFUSED_TOO_LONG);
    if (t->talk_lines[own == KB_SPECTATOR] >= KB_TALK_LINES_MAX) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (own == KB_SPECTATOR) return to ? kb_refuse(KB_REFUSED_NOT_SEATED) : kb_done;
    if (t->rules.talk == KB_TALK_NONE) return kb_refuse(KB_REFUSED_NO_TALK);
    if (to && t->rules.talk != KB_TALK_PRIVATE) return kb_refuse(KB_REFUSED_NO_PRIVATE_TALK);
    if (to && (!kb_read_seats(&t->setup, "to", ask->to, to_mask, NULL) || !*to_mask))
        return kb_refuse_by_rule(KB_E_NO_SUCH_SEAT);
    return *to_mask & 1u << own ? kb_refuse(KB_REFUSED_OWN_SEAT) : kb_done;
}

static kb_answer ask_say(const kb_asking *a, const kb_ask *ask)
{
    const kb_table *t = a->t;
    int own = kb_table_viewer(t, a->asker->person);
    kb_entry entry = {.kind = KB_DO_SAY, .by = own, .person = a->asker->person_id, .say = ask->say};
    kb_answer answer = check_talk(t, ask, own, &entry.to_mask);
    if (answer.refusal) return answer;
    if (own == KB_SPECTATOR) {
        entry.by = -1;
        entry.name = a->asker->name;
    }
    kb_append(a, entry);
    if (entry.to_mask) kb_note_whisper(a, entry.to_mask | 1u << own);
    return kb_done;
}

kb_answer kb_table_bot_moves(kb_table *t, uint64_t now_ms, int seat, uint32_t decision, kb_move move, const char *words,
                             const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    if (t->stage != KB_PLAYING || !t->seats[seat].bot_name[0]) return kb_refuse(KB_REFUSED_STALE);
    if (kb_is_full(t)) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (decision != t->seats[seat].decisions) return kb_refuse(KB_REFUSED_STALE);
    kb_error error = kb_table_check(t, seat, move);
    if (error) return kb_refuse_by_rule(error);
    if (*words && t->rules.talk != KB_TALK_NONE && t->talk_lines[0] < KB_TALK_LINES_MAX && !kb_is_nearly_full(t)) {
        kb_append_more(&a, (kb_entry){.kind = KB_DO_SAY, .by = seat, .say = words});
    }
    return make_move(&a, seat, decision, move);
}

/* --- all requests ---------------------------------------------------------------------------------------- */

bool kb_table_has_done(const kb_table *t, uint32_t person, const char *id)
{
    for (uint64_t number = t->n_entries; number > 0; number--) {
        const kb_kept *entry = kb_table_entry(t, number);
        if (entry->person == person && is_same(entry->id, id)) return true;
    }
    return false;
}

static int count_asked(const kb_table *t, uint32_t person, kb_entry_kind kind)
{
    int n = 0;
    for (uint64_t number = t->n_entries; number > 0; number--) {
        const kb_kept *entry = kb_table_entry(t, number);
        n += entry->person == person && entry->kind == kind;
    }
    return n;
}

/* Requests without which a game might not end. A seat that was left or given to a bot can always be taken back. */
static bool helps_to_end(const kb_table *t, kb_request what)
{
    return what == KB_ASK_MOVE || what == KB_ASK_VOTE || what == KB_ASK_REMOVE || what == KB_ASK_START ||
           what == KB_ASK_BOT || what == KB_ASK_EMPTY || (what == KB_ASK_SIT && t->stage == KB_PLAYING);
}

/* Requests that one person could repeat without end. Sitting down is not among them: it takes a leave or a bot first. */
static bool is_change(kb_request what)
{
    return what == KB_ASK_LEAVE || what == KB_ASK_BOT || what == KB_ASK_EMPTY || what == KB_ASK_WORDS ||
           what == KB_ASK_PASSING || what == KB_ASK_PACE;
}

/* The log of a table is limited, and nobody may use it up for the others. */
static kb_answer check_space(const kb_table *t, uint32_t person, kb_request what)
{
    if (kb_is_full(t) || (kb_is_nearly_full(t) && !helps_to_end(t, what))) return kb_refuse(KB_REFUSED_TABLE_FULL);
    if (is_change(what) && count_asked(t, person, KB_ENTRY_CHANGE) >= KB_CHANGES_A_PERSON)
        return kb_refuse(KB_REFUSED_TOO_MANY_CHANGES);
    if (what == KB_ASK_SAY && count_asked(t, person, KB_ENTRY_TALK) >= KB_TALK_A_PERSON)
        return kb_refuse(KB_REFUSED_TOO_MUCH_TALK);
    return kb_done;
}

static kb_request_handler *const handlers[KB_REQUESTS] = {
    [KB_ASK_SIT] = ask_sit,          [KB_ASK_LEAVE] = ask_leave,       [KB_ASK_BOT] = ask_bot,
    [KB_ASK_EMPTY] = ask_empty,      [KB_ASK_REMOVE] = ask_remove,     [KB_ASK_WORDS] = ask_words,
    [KB_ASK_START] = ask_start,      [KB_ASK_MOVE] = ask_move,         [KB_ASK_SAY] = ask_say,
    [KB_ASK_VOTE] = ask_vote,        [KB_ASK_PASSING] = ask_passing,   [KB_ASK_PROPOSE] = kb_ask_propose,
    [KB_ASK_ACCEPT] = kb_ask_answer, [KB_ASK_DECLINE] = kb_ask_answer, [KB_ASK_WITHDRAW] = kb_ask_answer,
    [KB_ASK_WAIT] = kb_ask_wait,     [KB_ASK_PACE] = kb_ask_pace,
};

kb_answer kb_table_ask(kb_table *t, const kb_asker *asker, const kb_ask *ask, const kb_news *news)
{
    const kb_asking a = {t, asker->now_ms, asker, news};
    if (t->is_damaged) return kb_refuse(KB_REFUSED_DAMAGED);
    if (kb_table_has_done(t, asker->person, asker->id)) return kb_done;
    if (t->stage == KB_EXPIRED) return kb_refuse(KB_REFUSED_EXPIRED);
    if (kb_table_is_removed(t, asker->person)) return kb_refuse(KB_REFUSED_REMOVED);
    kb_answer space = check_space(t, asker->person, ask->what);
    if (space.refusal) return space;
    kb_answer answer = handlers[ask->what](&a, ask);
    return t->is_damaged ? kb_refuse(KB_REFUSED_DAMAGED) : answer;
}

bool kb_table_has_clock(const kb_table *t)
{
    return t->stage == KB_PLAYING && t->rules.clock;
}

static kb_answer set_clock(kb_table *t, uint64_t now_ms, bool stopped, const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    if (!kb_table_has_clock(t) || (stopped && t->clock_stopped)) return kb_done;
    return kb_append(&a, (kb_entry){.kind = KB_DO_CLOCK, .stopped = stopped});
}

kb_answer kb_table_expire(kb_table *t, uint64_t now_ms, const kb_news *news)
{
    const kb_asking a = {t, now_ms, NULL, news};
    return kb_append(&a, (kb_entry){.kind = KB_DO_EXPIRE});
}

kb_answer kb_table_stop_clock(kb_table *t, uint64_t now_ms, const kb_news *news)
{
    return set_clock(t, now_ms, true, news);
}

kb_answer kb_table_go_on(kb_table *t, uint64_t now_ms, const kb_news *news)
{
    return set_clock(t, now_ms, false, news);
}
