/* play_table.c: a table at the terminal: the lines of its record, and everything computed from them. */
#include <stdlib.h>
#include <string.h>

#include "../core/position.h"
#include "play.h"
#include "save.h"

/* A game at a terminal is small. If there is not even memory for that, give up. */
static void *need(void *memory)
{
    if (!memory) {
        cli_input_error("out of memory");
        abort();
    }
    return memory;
}

static void add_sentence(play_table *t, uint32_t seen_by, const kb_text *text)
{
    t->sentences = need(realloc(t->sentences, (size_t)(t->n_sentences + 1) * sizeof *t->sentences));
    play_sentence *sentence = &t->sentences[t->n_sentences++];
    sentence->seen_by = seen_by;
    sentence->text = need(strndup(text->at, text->n));
}

static void tell_move(play_table *t, const kb_line *line, const kb_events *events, bool *reveals)
{
    const kb_state *state = &t->replay.state;
    if (line->seat < KB_SEATS_MAX) t->since[line->seat] = t->n_sentences;
    t->moved_mask |= 1u << line->seat;
    for (int i = 0; i < events->n; i++) {
        char buffer[512];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        kb_event_text(state, &events->at[i], &text);
        add_sentence(t, events->at[i].seen_by, &text);
        if (cli_is_secret(&state->setup, events->at[i].seen_by)) *reveals = true;
    }
    cli_count_deals(&t->tally, state, events);
}

static void tell_talk(play_table *t, const kb_line *line)
{
    static char buffer[2 * KB_LINE_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    cli_put_talk(&text, &t->replay.state.setup, line);
    add_sentence(t, cli_hearers(line), &text);
}

/* The viewers who have the same number for the pact as this one. 0 if this one is not the first of them. */
static uint32_t viewers_alike(const kb_noted_pact *pact, int viewer)
{
    uint32_t alike = 0;
    for (int other = 0; other <= KB_SPECTATOR; other++)
        if (pact->number_for[other] == pact->number_for[viewer]) alike |= 1u << other;
    return alike & ((1u << viewer) - 1) ? 0 : alike;
}

/* Adds sentences about a pact line or an outcome, with each viewer's own number of the pact. */
static void tell_pact(play_table *t, const kb_line *line, const kb_outcome *outcome)
{
    const kb_setup *setup = &t->replay.state.setup;
    const kb_noted_pact *pact = &t->pacts.book.at[(outcome ? outcome->pact : line->pact) - 1];
    for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) {
        char buffer[4096];
        kb_text text = kb_text_in(buffer, sizeof buffer);
        uint32_t alike = viewers_alike(pact, viewer);
        if (!alike || !pact->number_for[viewer]) continue;
        if (outcome) {
            cli_put_outcome_sentence(&text, &t->pacts, setup, outcome, viewer);
        } else {
            cli_put_pact_sentence(&text, &t->pacts, setup, line, viewer);
        }
        if (text.n) add_sentence(t, alike, &text);
    }
}

static void tell_pacts(play_table *t, const kb_line *line, const kb_outcomes *outcomes)
{
    if (!cli_pacts_note(&t->pacts, &t->replay, line, &t->ledger, outcomes)) need(NULL);
    if (line->kind == KB_LINE_PACT) tell_pact(t, line, NULL);
    for (int i = 0; i < outcomes->n; i++) tell_pact(t, line, &outcomes->at[i]);
}

bool play_add(play_table *t, const char *text, size_t n, kb_text *why)
{
    kb_line line;
    kb_events events;
    kb_outcomes outcomes;
    play_line added = {.mover = -1};
    if (kb_read(&t->replay, &t->ledger, t->promises, text, n, true, &line, &events, &outcomes, why) != KB_READ)
        return false;
    if (line.kind == KB_LINE_TALK) tell_talk(t, &line);
    if (line.kind == KB_LINE_MOVE) {
        added.mover = line.seat;
        tell_move(t, &line, &events, &added.reveals);
    }
    tell_pacts(t, &line, &outcomes);
    added.pact = line.kind == KB_LINE_PACT;
    added.settles = outcomes.n > 0;
    added.text = need(strndup(text, n));
    t->lines = need(realloc(t->lines, (size_t)(t->n_lines + 1) * sizeof *t->lines));
    t->lines[t->n_lines++] = added;
    t->unsaved = true;
    return true;
}

/* Adds a line that was written with a newline. */
static bool add_written(play_table *t, const kb_text *line, kb_text *why)
{
    return !line->cut && play_add(t, line->at, line->n - 1, why);
}

void play_move(play_table *t, int seat, kb_move move)
{
    char buffer[256], reason[KB_WHY_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_put_move_line(&t->replay.state, seat, move, &line);
    if (!add_written(t, &line, &why)) {
        cli_input_error("a move that was checked is refused: %s", reason);
        abort();
    }
}

void play_end(play_table *t)
{
    char buffer[1024], reason[KB_WHY_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_text why = kb_text_in(reason, sizeof reason);
    if (t->replay.ended || !kb_over(&t->replay.state, NULL)) return;
    kb_put_end_line(&t->replay.state, &line);
    add_written(t, &line, &why);
}

bool play_say(play_table *t, int seat, uint32_t to_mask, const char *text, kb_text *why)
{
    char buffer[PLAY_TEXT_MAX], said[PLAY_TEXT_MAX / 8];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_text safe = kb_text_in(said, sizeof said);
    cli_put_safe(&safe, text, strlen(text));
    kb_put_talk_line(&t->replay.state.setup, seat, to_mask, said, safe.n, &line);
    return add_written(t, &line, why);
}

/* Removes the line number from an error message, because people at the table do not see the record. */
static bool add_pact(play_table *t, const kb_text *line, kb_text *why)
{
    char reason[KB_WHY_MAX];
    kb_text refusal = kb_text_in(reason, sizeof reason);
    if (line->cut) {
        kb_put(why, "the proposal is too long");
        return false;
    }
    if (add_written(t, line, &refusal)) return true;
    const char *colon = strstr(reason, ": ");
    kb_put(why, colon && !strncmp(reason, "line ", 5) ? colon + 2 : reason);
    return false;
}

bool play_propose(play_table *t, int seat, uint32_t with_mask, bool secret, const char *promises, kb_text *why)
{
    char buffer[PLAY_TEXT_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    const kb_setup *setup = &t->replay.state.setup;
    kb_putj(&line, "{by:%s, propose:%u, with:", kb_seat_name(setup, seat), t->ledger.proposed + 1);
    kb_put_seats(kb_game_at(setup->game)->seat_names, with_mask, &line);
    if (secret) kb_putj(&line, "secret:true");
    kb_putj(&line, "promises:");
    kb_put(&line, promises);
    kb_putj(&line, "}\n");
    return add_pact(t, &line, why);
}

bool play_answer(play_table *t, int seat, kb_pact_act act, uint32_t pact, kb_text *why)
{
    char buffer[256];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_put_answer_line(&t->replay.state.setup, seat, act, pact, &line);
    return add_pact(t, &line, why);
}

void play_note_roles(play_table *t)
{
    char buffer[KB_SEATS_MAX * 6 * PLAYER_SPEC_MAX + 512], reason[KB_WHY_MAX];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_text why = kb_text_in(reason, sizeof reason);
    kb_putj(&line, "{meta:{seats:{");
    for (int seat = 0; seat < t->replay.state.setup.seats; seat++) {
        char role[PLAYER_SPEC_MAX + 8];
        const play_role *of = &t->role[seat];
        snprintf(role, sizeof role, "%s%s", of->person ? "person" : "bot ", of->person ? "" : of->bot);
        kb_putj(&line, "%s:%s", kb_seat_name(&t->replay.state.setup, seat), role);
    }
    kb_putj(&line, "}}}\n");
    add_written(t, &line, &why);
}

int play_turn(const play_table *t)
{
    return kb_game_of(&t->replay.state)->deeds->when(&t->replay.state).turn;
}

uint32_t play_people(const play_table *t)
{
    uint32_t people = 0;
    for (int seat = 0; seat < t->replay.state.setup.seats; seat++)
        if (t->role[seat].person) people |= 1u << seat;
    return people;
}

/* --- undo ------------------------------------------------------------------------------------------ */

static int last_move(const play_table *t)
{
    int i = t->n_lines - 1;
    while (i >= 0 && t->lines[i].mover < 0) i--;
    return i;
}

static bool has_pact_since(const play_table *t, int line)
{
    for (int i = line + 1; i < t->n_lines; i++)
        if (t->lines[i].pact) return true;
    return false;
}

bool play_may_undo(const play_table *t, int seat, kb_text *why)
{
    int i = last_move(t);
    const kb_setup *setup = &t->replay.state.setup;
    if (!(t->moved_mask & 1u << seat)) {
        kb_put(why, "you have not moved yet");
    } else if (t->lines[i].mover != seat) {
        kb_putf(why, "%s has moved since, so your move stands", kb_seat_name(setup, t->lines[i].mover));
    } else if (t->lines[i].settles) {
        kb_put(why, "your move has settled a promise, so it stands");
    } else if (has_pact_since(t, i)) {
        kb_put(why, "a pact was proposed or answered since, so your move stands");
    } else if (t->lines[i].reveals) {
        kb_put(why, "your move has shown somebody what was secret, so it stands");
    } else {
        return true;
    }
    return false;
}

static void forget(play_table *t)
{
    for (int i = 0; i < t->n_sentences; i++) free(t->sentences[i].text);
    for (int i = 0; i < t->n_lines; i++) free(t->lines[i].text);
    free(t->sentences);
    free(t->lines);
    cli_pacts_free(&t->pacts);
    t->sentences = NULL;
    t->lines = NULL;
    t->n_sentences = t->n_lines = 0;
}

/* Reads all lines again except the last move. Talk since then stays. */
void play_undo(play_table *t)
{
    char reason[KB_WHY_MAX];
    int without = last_move(t);
    play_table before = *t;
    memset(t, 0, sizeof *t);
    memcpy(t->role, before.role, sizeof t->role);
    t->file = before.file;
    t->n_undone = before.n_undone + 1;
    for (int i = 0; i < before.n_lines; i++) {
        kb_text why = kb_text_in(reason, sizeof reason);
        if (i != without) play_add(t, before.lines[i].text, strlen(before.lines[i].text), &why);
    }
    forget(&before);
}

/* --- saving ---------------------------------------------------------------------------------------- */

bool play_save(play_table *t)
{
    size_t n = 0;
    for (int i = 0; i < t->n_lines; i++) n += strlen(t->lines[i].text) + 1;
    char *bytes = need(malloc(n + 1));
    char *at = bytes;
    for (int i = 0; i < t->n_lines; i++) {
        at = stpcpy(at, t->lines[i].text);
        *at++ = '\n';
    }
    bool saved = cli_save(t->file, bytes, n);
    free(bytes);
    if (saved) t->unsaved = false;
    return saved;
}

void play_close(play_table *t)
{
    forget(t);
    free(t->file);
    t->file = NULL;
}
