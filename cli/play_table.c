/* play_table.c: a table at the terminal: what happens at it in sentences, its record, and undoing. */
#include <stdlib.h>
#include <string.h>

#include "../table/import.h"
#include "play.h"
#include "save.h"

enum {
    HOST = 1,        /* the number of the person who creates the table, and has no seat */
    FIRST_OTHER = 2, /* of whoever has the first seat; the others follow */
    CALL_BYTES = sizeof(bot_reply) + KB_PROMISES_BYTES
};

static _Noreturn void give_up(const char *why)
{
    cli_input_error("%s", why);
    abort();
}

/* A game at a terminal is small. If there is not even memory for that, give up. */
static void *need(void *memory)
{
    if (!memory) give_up("out of memory");
    return memory;
}

static kb_table *make_room(play_table *t, size_t text)
{
    size_t wants = kb_table_bytes(t->at, text);
    if (wants > t->at->bytes) {
        t->at = need(realloc(t->at, 2 * wants));
        kb_table_grow(t->at, 2 * wants);
    }
    return t->at;
}

kb_table *play_make_room(play_table *t)
{
    return make_room(t, CALL_BYTES);
}

/* --- what happened, in sentences --------------------------------------------------------------------- */

static void add_sentence(play_table *t, uint32_t seen_by, const kb_text *text)
{
    t->sentences = need(realloc(t->sentences, (size_t)(t->n_sentences + 1) * sizeof *t->sentences));
    play_sentence *sentence = &t->sentences[t->n_sentences++];
    sentence->seen_by = seen_by;
    sentence->text = need(strndup(text->at, text->n));
}

static void tell_move(play_table *t, const kb_followed *step)
{
    const kb_state *state = &t->told.state;
    int mover = step->reading.entry.mover;
    t->n_moves++;
    t->last = (play_last){t->told.n, mover, false};
    if (mover < KB_SEATS_MAX) t->since[mover] = t->n_sentences;
    t->moved_mask |= 1u << mover;
    for (int i = 0; i < step->events.n; i++) {
        const kb_event *event = &step->events.at[i];
        char buffer[512];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_event_text(state, event, &text);
        add_sentence(t, event->seen_by, &text);
        if (cli_is_secret(&state->setup, event->seen_by)) t->last.reveals = true;
    }
    cli_count_deals(&t->tally, state, &step->events);
}

static void tell_talk(play_table *t, const kb_followed *step)
{
    char buffer[KB_TALK_MAX + 256];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    const kb_entry *entry = &step->reading.entry;
    cli_put_talk(&text, &t->at->setup, entry->by, entry->to_mask, entry->say);
    add_sentence(t, step->kept->heard_mask, &text);
}

/* Adds a sentence about an entry about a pact, or an outcome, for each viewer: they have numbers of their own for the pact. */
static void tell_pact(play_table *t, const kb_kept *kept, const kb_outcome *outcome)
{
    const kb_setup *setup = &t->at->setup;
    kb_book book = kb_table_book(t->at);
    const kb_noted_pact *pact = &book.at[(outcome ? outcome->pact : kept->pact) - 1];
    for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) {
        char buffer[4096];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        if (outcome) cli_put_outcome_sentence(&text, &book, setup, outcome, viewer);
        if (!outcome) cli_put_pact_sentence(&text, &book, pact, setup, kept->by, (kb_pact_act)kept->act, viewer);
        if (text.n) add_sentence(t, 1u << viewer, &text);
    }
}

void play_follow(play_table *t)
{
    kb_followed step;
    while (kb_follow(&t->told, t->at, &step)) {
        if (step.kept->kind == KB_ENTRY_TALK) tell_talk(t, &step);
        if (step.kept->kind == KB_ENTRY_MOVE) tell_move(t, &step);
        if (step.kept->kind == KB_ENTRY_PACT) tell_pact(t, step.kept, NULL);
        for (int i = 0; i < step.outcomes.n; i++) tell_pact(t, step.kept, &step.outcomes.at[i]);
        t->unsaved = true;
    }
}

static void forget(play_table *t)
{
    for (int i = 0; i < t->n_sentences; i++) free(t->sentences[i].text);
    free(t->sentences);
    free(t->at);
}

/* --- a new game --------------------------------------------------------------------------------------- */

static void add(play_table *t, kb_entry entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!kb_table_add(make_room(t, entry.meta.n), &entry, NULL, &why)) give_up(reason);
}

static void seat_somebody(play_table *t, int seat)
{
    const play_role *role = &t->role[seat];
    bool is_bot = !role->person && role->bot[0] && !player_command(role->bot);
    if (is_bot) add(t, (kb_entry){.kind = KB_DO_BOT, .who = HOST, .seat = seat, .bot = role->bot});
    if (!is_bot) add(t, (kb_entry){.kind = KB_DO_SIT, .who = (uint32_t)(FIRST_OTHER + seat), .seat = seat, .name = ""});
}

/* With entries, because requests for bots are limited as on a server. */
void play_open(play_table *t, const kb_setup *setup, int version)
{
    size_t bytes = kb_table_bytes(NULL, 0);
    kb_entry entry = {.kind = KB_DO_TABLE, .who = HOST, .name = "", .version = (uint32_t)version, .setup = *setup};
    entry.rules = (kb_table_rules){
        .talk = KB_TALK_PRIVATE, .pacts = KB_PACTS_PRIVATE, .pace = KB_PACE_OFF, .open_talk = true};
    entry.rules.given = KB_TABLE_RULES_ALL;
    t->at = kb_table_in(need(malloc(bytes)), bytes);
    add(t, entry);
    for (int seat = 0; seat < setup->seats; seat++) seat_somebody(t, seat);
    add(t, (kb_entry){.kind = KB_DO_START});
}

void play_again(play_table *t, uint64_t without)
{
    char reason[KB_WHY_MAX];
    play_table before = *t;
    memset(t, 0, sizeof *t);
    memcpy(t->role, before.role, sizeof t->role);
    t->file = before.file;
    play_open(t, &before.at->setup, before.at->version);
    for (uint64_t number = before.at->start_entry + 1; number <= before.at->n_entries; number++) {
        const kb_kept *kept = kb_table_entry(before.at, number);
        kb_text why = kb_text_in(reason, sizeof reason);
        if (number == without) continue;
        if (!kb_table_fold(make_room(t, kept->n), kb_kept_text(kept), kept->n, NULL, &why)) give_up(reason);
    }
    forget(&before);
    play_follow(t);
}

/* --- what people do ------------------------------------------------------------------------------------ */

bool play_done(play_table *t, kb_answer answer, kb_text *why)
{
    play_follow(t);
    if (answer.refusal) kb_put(why, kb_answer_sentence(&answer));
    return !answer.refusal;
}

void play_move(play_table *t, int seat, kb_move move)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_answer answer = seat == KB_CHANCE ? kb_table_draw(play_make_room(t), move, NULL)
                                         : person_moves(play_make_room(t), seat, 0, move);
    if (!play_done(t, answer, &why)) give_up(reason); /* it was checked */
}

bool play_say(play_table *t, int seat, uint32_t to_mask, const char *text, kb_text *why)
{
    char said[PLAY_SAY_MAX + 1];
    kb_text safe = kb_text_in(said, sizeof said);
    cli_put_safe(&safe, text, strlen(text));
    return play_done(t, person_says(play_make_room(t), seat, 0, to_mask, said), why);
}

uint32_t play_people(const play_table *t)
{
    uint32_t people = 0;
    for (int seat = 0; seat < t->at->setup.seats; seat++)
        if (t->role[seat].person) people |= 1u << seat;
    return people;
}

/* --- undo ------------------------------------------------------------------------------------------ */

bool play_has_pact_since(const play_table *t, uint64_t entry)
{
    while (entry < t->at->n_entries)
        if (kb_table_entry(t->at, ++entry)->kind == KB_ENTRY_PACT) return true;
    return false;
}

bool play_may_undo(const play_table *t, int seat, kb_text *why)
{
    if (!(t->moved_mask & 1u << seat)) {
        kb_put(why, "you have not moved yet");
    } else if (t->last.mover != seat) {
        kb_putf(why, "%s has moved since, so your move stands", kb_seat_name(&t->at->setup, t->last.mover));
    } else if (kb_table_entry(t->at, t->last.entry)->n_outcomes) {
        kb_put(why, "your move has settled a promise, so it stands");
    } else if (play_has_pact_since(t, t->last.entry)) {
        kb_put(why, "a pact was proposed or answered since, so your move stands");
    } else if (t->last.reveals) {
        kb_put(why, "your move has shown somebody what was secret, so it stands");
    } else {
        return true;
    }
    return false;
}

/* --- the record ------------------------------------------------------------------------------------ */

/* Talk is made safe for the screen: records may have other characters in it than tables. */
bool play_add(play_table *t, const kb_state *before, const kb_line *line)
{
    static char scratch[KB_LINE_MAX + 1];
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason), value = kb_text_in(scratch, sizeof scratch);
    kb_json json = kb_json_over(line->body.at, line->body.n, NULL);
    kb_entry entry = {.kind = KB_DO_SAY, .by = line->seat, .say = scratch, .to_mask = line->to_mask};
    if (line->kind == KB_LINE_TALK) {
        cli_put_string(&value, line->body);
    } else if (line->kind == KB_LINE_META || line->kind == KB_LINE_LUCK) {
        kb_json_put_compact(&json, &value);
        entry.kind = line->kind == KB_LINE_META ? KB_DO_META : KB_DO_LUCK;
        entry.meta = entry.luck = (kb_slice){value.at, value.n};
    } else {
        return kb_import_line(make_room(t, line->body.n), 0, before, line, scratch, NULL, &why);
    }
    return kb_table_add(make_room(t, 2 * value.n), &entry, NULL, &why);
}

void play_note_roles(play_table *t)
{
    char buffer[KB_SEATS_MAX * 6 * PLAYER_SPEC_MAX + 512];
    kb_text meta = kb_text_in(buffer, sizeof buffer);
    kb_putj(&meta, "{seats:{");
    for (int seat = 0; seat < t->at->setup.seats; seat++) {
        char role[PLAYER_SPEC_MAX + 8];
        const play_role *of = &t->role[seat];
        snprintf(role, sizeof role, "%s%s", of->person ? "person" : "bot ", of->person ? "" : of->bot);
        kb_putj(&meta, "%s:%s", kb_seat_name(&t->at->setup, seat), role);
    }
    kb_putj(&meta, "}}");
    add(t, (kb_entry){.kind = KB_DO_META, .meta = {meta.at, meta.n}});
    t->unsaved = true;
}

/* The table's own line about who plays is left out: it takes programs for people, and a line of ours says it. */
bool play_save(play_table *t)
{
    size_t size = t->at->used + KB_RECORD_BYTES; /* a line is shorter than its entry */
    char *bytes = need(malloc(size));
    kb_text record = kb_text_in(bytes, size);
    kb_table_record(t->at, KB_SPECTATOR, 0, SIZE_MAX, &record);
    char *second = strchr(bytes, '\n') + 1, *third = strchr(second, '\n') + 1;
    memmove(second, third, strlen(third) + 1);
    bool saved = cli_save(t->file, bytes, strlen(bytes));
    free(bytes);
    if (saved) t->unsaved = false;
    return saved;
}

void play_close(play_table *t)
{
    forget(t);
    free(t->file);
    memset(t, 0, sizeof *t);
}
