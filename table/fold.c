/* fold.c: the fold. Every change of a table is an entry, and this file, with pacts.c and pause.c, is the only one that makes
 * it. */
#include "fold.h"

#include "../engine/view_json.h"

/* --- telling --------------------------------------------------------------------------------------------- */

/* Tells each viewer what a move caused; the move itself is repeated only to its maker. */
static void tell_move(kb_fold *f, int seat, const char *move, const kb_events *events)
{
    const kb_table *t = f->t;
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (!(kb_everybody(t) >> viewer & 1)) continue;
        kb_text *text = kb_open_event(f, viewer);
        if (text) {
            kb_putj(text, "do:<move>, by:%s", kb_seat_name(&t->setup, seat));
            if (viewer == seat) kb_putj(text, "move:%s", move);
            kb_put_happened(&t->state, viewer, events, text);
            kb_put_news_of_pacts(f, viewer, text);
        }
        kb_close_event(f, viewer, text);
    }
}

/* --- folding entries ------------------------------------------------------------------------------------- */

/* Adds an event for all who may hear of the entry. */
static void tell(kb_fold *f, const kb_entry *entry, const kb_text *body)
{
    uint32_t viewers_mask = kb_hearers(f->t, entry);
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (!(viewers_mask >> viewer & 1)) continue;
        kb_text *text = kb_open_event(f, viewer);
        if (text) {
            kb_put(text, ",");
            kb_put_n(text, body->at, body->n);
        }
        kb_close_event(f, viewer, text);
    }
}

static void copy_text(char *to, const char *from)
{
    __builtin_memcpy(to, from, kb_length(from) + 1);
}

/* A table whose entry does not name them was created before they existed. */
static void settle_rules(kb_table *t, const kb_table_rules *rules)
{
    bool has_pacts = rules->given & 1u << KB_RULE_PACTS && t->version >= 2;
    t->rules = *rules;
    if (!has_pacts) t->rules.pacts = KB_PACTS_NONE;
    if (!(rules->given & 1u << KB_RULE_PACE)) t->rules.pace = KB_PACE_OFF;
}

static bool do_table(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (t->n_entries) return false;
    t->setup = entry->setup;
    t->version = (uint8_t)entry->version;
    t->is_imported = entry->kind == KB_DO_IMPORT;
    t->seed = entry->seed;
    t->host = entry->who;
    t->from = entry->from;
    settle_rules(t, &entry->rules);
    copy_text(t->host_name, entry->name);
    t->made_ms = t->at_ms;
    return true;
}

/* Gives a returning player a minimum of time. */
static void give_time(const kb_table *t, kb_seat *seat)
{
    int64_t least = t->rules.bank_ms < KB_BACK_MS ? t->rules.bank_ms : KB_BACK_MS;
    if (seat->left_ms < least) seat->left_ms = least;
    seat->answer_left_ms = t->rules.answer_ms;
}

static bool do_sit(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    int at = entry->seat;
    if (!entry->who == !t->is_imported) return false;
    kb_seat *seat = &t->seats[at];
    for (int other = 0; other < t->setup.seats; other++)
        if (t->seats[other].kept == entry->who) t->seats[other].kept = 0;
    if (seat->person != entry->who) {
        seat->since = t->n[at];
        seat->words[0] = '\0';
        seat->passing = false;
    }
    if (seat->bot_name[0]) give_time(t, seat);
    seat->person = entry->who;
    seat->away = false;
    seat->bot_name[0] = '\0';
    seat->votes_mask = 0;
    copy_text(seat->name, entry->name);
    copy_text(seat->person_id, entry->person ? entry->person : "");
    return true;
}

/* Before the game, leaving empties the seat. During the game the seat keeps its owner, who can return. */
static void get_up(kb_table *t, int at)
{
    kb_seat *seat = &t->seats[at];
    if (t->stage == KB_GATHERING) {
        __builtin_memset(seat, 0, sizeof *seat);
        if (!t->is_copy) __builtin_memset(&t->minds[at], 0, sizeof t->minds[at]);
        seat->since = t->n[at];
    } else {
        seat->away = true;
    }
}

static bool do_keep(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (t->stage != KB_GATHERING) return false;
    t->seats[entry->seat].kept = entry->kept;
    copy_text(t->seats[entry->seat].name, entry->name);
    return true;
}

static bool do_leave(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    get_up(t, entry->seat);
    return true;
}

static bool do_empty(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    return t->stage == KB_GATHERING && do_leave(f, entry);
}

/* The person leaves for good: their further requests are refused. */
static bool do_remove(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    char body[6 * KB_NAME_MAX + 128];
    kb_text text = kb_text_in(body, sizeof body);
    if (t->n_removed == KB_REMOVED_MAX) return false;
    t->removed[t->n_removed++] = entry->whom;
    kb_putj(&text, "do:<remove>, name:%s, person:%s", entry->name, entry->person);
    for (int at = 0; at < t->setup.seats; at++) {
        const kb_seat *seat = &t->seats[at];
        if (seat->person != entry->whom && seat->kept != entry->whom) continue;
        kb_putj(&text, "seat:%s", kb_seat_name(&t->setup, at));
        get_up(t, at);
    }
    tell(f, entry, &text);
    return true;
}

static bool do_expire(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    (void)entry;
    if (t->stage >= KB_OVER) return false;
    t->stage = KB_EXPIRED;
    return true;
}

/* A bot that joins during the game remembers what its seat has seen, whoever played it. So a memory is kept for every
 * seat and character from the start; replaying the game would delay everybody. */
static void begin_minds(kb_table *t)
{
    for (int at = 0; !t->is_copy && at < KB_SEATS_MAX; at++)
        for (int character = 0; character < BOT_CHARACTERS; character++)
            t->minds[at].of[character] = (bot_memory){.character = (uint8_t)character};
}

static void watch_game(kb_table *t, const kb_events *events)
{
    for (int at = 0; !t->is_copy && at < t->setup.seats; at++) {
        kb_mind *mind = &t->minds[at];
        kb_state view;
        kb_redact(&t->state, at, &view);
        for (int i = 0; i < events->n; i++) {
            if (!(events->at[i].seen_by & 1u << at)) continue;
            if (t->seats[at].bot_name[0]) bot_watch(&mind->bot, &view, &events->at[i]);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot later = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                later.memory = mind->of[character];
                bot_watch(&later, &view, &events->at[i]);
                mind->of[character] = later.memory;
            }
        }
    }
}

static bool do_bot(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    bot_spec spec;
    if (!bot_read(entry->bot, &spec, f->why)) return false;
    kb_seat *seat = &t->seats[entry->seat];
    copy_text(seat->bot_name, entry->bot);
    seat->votes_mask = 0;
    if (!t->is_copy) {
        kb_mind *mind = &t->minds[entry->seat];
        bot_sit(&mind->bot, &spec, entry->seat, 0);
        if (t->stage != KB_GATHERING) mind->bot.memory = mind->of[spec.character];
    }
    return true;
}

static bool do_words(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (t->stage != KB_GATHERING) return false;
    copy_text(t->seats[entry->seat].words, entry->words);
    return true;
}

/* Initial values, until the seat has times of its own. */
static void imagine_answers(kb_seat *seat)
{
    for (uint32_t i = 0; i < KB_TOOK; i++) seat->took_ms[i] = 1500 + 700 * i;
}

/* Moves everybody to the seat dealt to them. Words stay with the seat where they were said, because they are in the
 * key. What was said to a seat before stays with the person who heard it. */
static void deal_seats(kb_table *t, const kb_order_dealt *order)
{
    kb_seat before[KB_SEATS_MAX];
    uint64_t used = t->used;
    kb_mind *minds = t->is_copy ? NULL : (kb_mind *)kb_block_add(t, sizeof t->minds); /* for a moment */
    __builtin_memcpy(before, t->seats, sizeof before);
    if (minds) __builtin_memcpy(minds, t->minds, sizeof t->minds);
    for (int at = 0; at < t->setup.seats; at++) {
        int from = order->came_from[at];
        kb_seat *seat = &t->seats[at];
        t->order.came_from[at] = (uint8_t)from;
        if (from == at) continue;
        *seat = before[from];
        copy_text(seat->words, before[at].words);
        seat->since = t->n[at];
        if (!minds) continue;
        t->minds[at] = minds[from];
        t->minds[at].bot.seat = (uint8_t)at;
    }
    t->used = used;
}

/* The seats of the mask owe a move from now on. */
static void owe(kb_table *t, uint32_t mask)
{
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (mask & 1u << seat) t->seats[seat].owes_since_ms = t->at_ms;
}

static bool do_start(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    bool is_dealt = t->rules.order == KB_ORDER_RANDOM;
    if (t->stage != KB_GATHERING || kb_start(&t->state, &t->setup)) return false;
    if (is_dealt && !entry->order.is_dealt) return false;
    if (is_dealt) deal_seats(t, &entry->order);
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        t->seats[seat].left_ms = t->rules.bank_ms;
        t->seats[seat].answer_left_ms = t->rules.answer_ms;
        imagine_answers(&t->seats[seat]);
    }
    begin_minds(t);
    t->start_entry = t->n_entries + 1;
    t->stage = KB_PLAYING;
    owe(t, kb_actors(&t->state));
    t->moment.whispered = 0;
    kb_note_stage(t);
    return true;
}

bool kb_is_answer_timed(const kb_table *t)
{
    return t->rules.answer_ms && kb_game_of(&t->state)->is_answer(&t->state);
}

/* Sets the clock for the next move. */
static void rewind_clock(const kb_table *t, kb_seat *seat, bool was_answer)
{
    if (was_answer && t->rules.answer_ms) {
        seat->answer_left_ms = t->rules.answer_ms;
    } else {
        seat->left_ms = t->rules.clock == KB_CLOCK_LIVE ? seat->left_ms + t->rules.increment_ms : t->rules.bank_ms;
    }
}

static void note_answer(const kb_table *t, kb_seat *seat)
{
    uint64_t took = t->at_ms - seat->owes_since_ms;
    if (took < KB_TOOK_MS_MIN) took = KB_TOOK_MS_MIN;
    seat->took_ms[seat->n_took++ % KB_TOOK] = (uint32_t)(took < KB_TOOK_MS_MAX ? took : KB_TOOK_MS_MAX);
}

static bool do_move(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    const char *text = entry->move;
    int by = entry->mover;
    kb_move move;
    kb_events events;
    events.n = 0;
    if (t->stage != KB_PLAYING) return false;
    bool was_answer = kb_game_of(&t->state)->is_answer(&t->state);
    uint32_t owed = kb_actors(&t->state) & ~(1u << by);
    if (entry->chosen) {
        move = *entry->chosen;
    } else if (kb_move_parse(&t->state, text, kb_length(text), &move)) {
        return false;
    }
    kb_error error = f->repeated ? KB_OK : kb_table_check(t, by, move);
    if (error) {
        kb_putf(f->why, "%s: %s", text, kb_error_sentence(error));
        return false;
    }
    kb_state before = t->state;
    if (kb_apply(&t->state, by, move, &events)) return false;
    kb_judge_move(f, &before, by, move);
    kb_note_stage(t);
    if (by == KB_CHANCE) {
        t->draws++;
    } else {
        kb_seat *seat = &t->seats[by];
        seat->decisions++;
        seat->votes_mask = 0;
        if (!t->is_copy) bot_spoke(&t->minds[by].bot); /* its words came with the move */
        rewind_clock(t, seat, was_answer);
        if (was_answer && entry->id) note_answer(t, seat);
    }
    if (kb_over(&t->state, NULL)) {
        t->stage = KB_OVER;
        t->ended_ms = t->at_ms;
    }
    owe(t, kb_actors(&t->state) & ~owed);
    tell_move(f, by, text, &events);
    if (t->stage == KB_OVER) kb_open_pacts(f);
    watch_game(t, &events);
    return true;
}

static bool do_say(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (entry->by < 0 && !entry->name) return false;
    t->talk_lines[entry->by < 0]++;
    if (entry->by >= 0) kb_note_heard(t, entry);
    return true;
}

/* Others learn who whispers with whom: once for each group in a stage, so that the number of lines stays hidden. */
static bool do_whisper(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (kb_count_bits(entry->group_mask) < 2 || t->moment.whispered >> entry->group_mask & 1) return false;
    t->moment.whispered |= 1u << entry->group_mask;
    return true;
}

static bool do_vote(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    t->seats[entry->seat].votes_mask |= 1u << entry->by;
    char body[64];
    kb_text text = kb_text_in(body, sizeof body);
    kb_putj(&text, "do:<vote>, seat:%s, by:%s", kb_seat_name(&t->setup, entry->seat),
            kb_seat_name(&t->setup, entry->by));
    tell(f, entry, &text);
    return true;
}

static bool do_passing(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    t->seats[entry->seat].passing = entry->on;
    return true;
}

static bool do_clock(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    t->clock_stopped = entry->stopped;
    return true;
}

static bool do_rematch(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (t->stage != KB_OVER) return false;
    copy_text(t->rematch, entry->table);
    return true;
}

/* A line of a record is only stored. */
static bool do_store(kb_fold *f, const kb_entry *entry)
{
    (void)f, (void)entry;
    return true;
}

static bool (*const handlers[KB_DOS])(kb_fold *, const kb_entry *) = {[KB_DO_TABLE] = do_table,
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
                                                                      [KB_DO_PROPOSE] = kb_do_propose,
                                                                      [KB_DO_ACCEPT] = kb_do_answer,
                                                                      [KB_DO_DECLINE] = kb_do_answer,
                                                                      [KB_DO_WITHDRAW] = kb_do_answer,
                                                                      [KB_DO_WAIT] = kb_do_wait,
                                                                      [KB_DO_PACE] = kb_do_pace,
                                                                      [KB_DO_WHISPER] = do_whisper};

/* Charges the seats that owe a move for the time since the last charge. The time while the server was stopped is
 * free. */
static void charge(kb_table *t, uint64_t at_ms)
{
    if (t->stage == KB_OVER) return;
    if (t->stage == KB_PLAYING && t->rules.clock && !t->clock_stopped) {
        uint32_t actors = kb_actors(&t->state);
        bool is_answer = kb_is_answer_timed(t);
        int64_t ms = kb_charged_ms(t, at_ms);
        for (int at = 0; at < t->setup.seats; at++) {
            kb_seat *seat = &t->seats[at];
            if (actors & 1u << at) *(is_answer ? &seat->answer_left_ms : &seat->left_ms) -= ms;
        }
    }
    t->charged_ms = at_ms;
}

static bool moves_clock(const kb_table *t, const kb_entry *entry)
{
    const kb_shape *shape = &kb_shapes[entry->kind];
    return shape->moves_clock && (shape->counts != KB_ENTRY_PACT || kb_is_of_public_pact(t, entry));
}

bool kb_fold_entry(kb_fold *f, const kb_entry *entry, const char *text, size_t n)
{
    kb_table *t = f->t;
    if (entry->at_ms < t->at_ms || (!t->n_entries && !kb_makes_table(entry))) return false;
    t->at_ms = entry->at_ms;
    if (entry->kind == KB_DO_CLOCK && !entry->stopped) t->charged_ms = t->at_ms;
    if (moves_clock(t, entry)) charge(t, t->at_ms);
    f->heard_mask = 0;
    f->pact = 0;
    f->act = f->by = 0;
    f->outcomes.n = 0;
    if (!handlers[entry->kind](f, entry)) return false;
    kb_tell_entry(f, entry);
    kb_keep(f, entry, text, n);
    return true;
}

void kb_begin_fold(kb_fold *f, kb_table *t, const kb_news *news, kb_text *why)
{
    f->t = t;
    f->whole = t;
    f->repeated = NULL;
    f->news = news;
    f->why = why;
}

bool kb_table_fold(kb_table *t, const char *text, size_t n, const kb_news *news, kb_text *why)
{
    kb_entry_reading reading;
    kb_fold f;
    kb_begin_fold(&f, t, news, why);
    return kb_block_has(t, n, why) && kb_read_entry(&reading, &t->setup, text, n, why) &&
           kb_fold_entry(&f, &reading.entry, text, n);
}

/* The text is written at the end of the block, from where it is copied. */
bool kb_table_add(kb_table *t, const kb_entry *entry, const kb_news *news, kb_text *why)
{
    size_t more = entry->promises.n + entry->meta.n + entry->luck.n, most = KB_ENTRY_BYTES + more;
    kb_fold f;
    kb_begin_fold(&f, t, news, why);
    if (!kb_block_has(t, more, why)) return false;
    kb_text out = kb_text_in((char *)t + t->bytes - most, most);
    return kb_write_entry(entry, &t->setup, &out) && kb_fold_entry(&f, entry, out.at, out.n);
}

/* --- people and seats ------------------------------------------------------------------------------------ */

int kb_table_viewer(const kb_table *t, uint32_t person)
{
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (person && t->seats[seat].person == person) return seat;
    return KB_SPECTATOR;
}

bool kb_table_is_removed(const kb_table *t, uint32_t person)
{
    for (int i = 0; i < t->n_removed; i++)
        if (person && t->removed[i] == person) return true;
    return false;
}

bool kb_table_is_for(const kb_table *t, uint32_t person)
{
    if (kb_table_is_removed(t, person)) return false;
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (person && t->seats[seat].kept == person) return true;
    return person && (t->host == person || kb_table_viewer(t, person) != KB_SPECTATOR);
}

bool kb_is_nearly_full(const kb_table *t)
{
    return t->n_entries >= (t->stage == KB_GATHERING ? KB_ENTRIES_BEFORE : KB_ENTRIES_MAX);
}

bool kb_is_full(const kb_table *t)
{
    return t->n_entries >= KB_ENTRIES_LAST;
}

uint32_t kb_table_passes_due(const kb_table *t)
{
    uint32_t due = 0;
    if (t->stage != KB_PLAYING || kb_is_full(t) || !kb_game_of(&t->state)->is_answer(&t->state)) return 0;
    for (int at = 0; at < t->setup.seats; at++) {
        const kb_seat *seat = &t->seats[at];
        if (seat->passing && !seat->away && !seat->bot_name[0]) due |= 1u << at;
    }
    return due & kb_actors(&t->state);
}

uint32_t kb_bots_of(const kb_table *t)
{
    uint32_t mask = 0;
    for (int seat = 0; seat < t->setup.seats; seat++)
        if (t->seats[seat].bot_name[0]) mask |= 1u << seat;
    return mask;
}

uint32_t kb_table_bots_due(const kb_table *t)
{
    return t->stage != KB_PLAYING || kb_is_full(t) ? 0 : kb_bots_of(t) & kb_actors(&t->state);
}

uint64_t kb_table_owes_since(const kb_table *t, int seat)
{
    const kb_seat *s = &t->seats[seat];
    bool owes = t->stage == KB_PLAYING && kb_actors(&t->state) & 1u << seat;
    return owes && !s->away && !s->bot_name[0] ? s->owes_since_ms : 0;
}
