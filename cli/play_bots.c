/* play_bots.c: the seats played by bots. They follow the record, move, and talk. */
#include <string.h>

#include "../bots/talk.h"
#include "../core/rng.h"
#include "play.h"

static bool is_bot(const play_session *s, int seat)
{
    return seat < s->table.replay.state.setup.seats && !s->table.role[seat].person;
}

bool play_bots_open(play_session *s)
{
    bool fine = player_room_open(&s->bots.room);
    if (!fine) cli_input_error("out of memory");
    for (int seat = 0; fine && seat < KB_SEATS_MAX; seat++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        player_spec spec;
        if (!is_bot(s, seat)) continue;
        fine = player_read(s->table.role[seat].bot, &spec, &why) && player_open(&s->bots.at[seat], &spec, &why);
        if (!fine) cli_input_error("%s: %s", s->table.role[seat].bot, reason);
        s->bots.at[seat].program_ms = s->bots.program_ms;
    }
    return fine;
}

void play_bots_end(play_session *s)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (is_bot(s, seat)) player_end(&s->bots.at[seat], &s->table.replay.state);
}

void play_bots_close(play_session *s)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) player_close(&s->bots.at[seat]);
    player_room_close(&s->bots.room);
    cli_pacts_free(&s->bots.pacts);
}

/* --- following the record ---------------------------------------------------------------------------- */

static void hear_talk(play_session *s, const kb_line *talk)
{
    static char words[KB_LINE_MAX];
    kb_text text = kb_text_in(words, sizeof words);
    cli_put_string(&text, talk->body);
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (is_bot(s, seat))
            player_hear_talk(&s->bots.at[seat], &s->bots.heard.state.setup, talk->seat, talk->to_mask, words);
}

static void hear_next_line(play_session *s)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    const char *text = s->table.lines[s->bots.n_heard++].text;
    kb_line line;
    kb_events events;
    kb_outcomes outcomes;
    play_bots *b = &s->bots;
    if (kb_read(&b->heard, &b->ledger, b->promises, text, strlen(text), true, &line, &events, &outcomes, &why) !=
        KB_READ)
        return;
    if (!cli_pacts_note(&b->pacts, &b->heard, &line, &b->ledger, &outcomes)) return;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (is_bot(s, seat)) player_hear_outcomes(&b->at[seat], &b->heard.state.setup, &b->pacts.book, &outcomes);
    if (line.kind == KB_LINE_TALK) hear_talk(s, &line);
    if (line.kind != KB_LINE_MOVE) return;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (is_bot(s, seat)) player_hear(&s->bots.at[seat], &s->bots.heard.state, &events);
}

/* Adds what the bots want to say to the record, or drops it if it was said long ago. */
static void speak(play_session *s, bool aloud)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        char said[2 * PLAYER_SAY_MAX], reason[KB_WHY_MAX];
        kb_text words = kb_text_in(said, sizeof said);
        kb_text why = kb_text_in(reason, sizeof reason);
        uint32_t to_mask;
        if (!is_bot(s, seat) || !player_speak(&s->bots.at[seat], &s->bots.heard.state.setup, &words, &to_mask))
            continue;
        if (aloud) play_say(&s->table, seat, to_mask, said, &why);
    }
}

/* A bot's memory is what its seat saw, and the record has all of it. So a bot that sits down reads it from the
 * beginning. */
static void sit_down(play_session *s)
{
    memset(&s->bots.heard, 0, sizeof s->bots.heard);
    memset(&s->bots.ledger, 0, sizeof s->bots.ledger);
    cli_pacts_free(&s->bots.pacts);
    s->bots.n_heard = 0;
    s->bots.n_undone = s->table.n_undone;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (is_bot(s, seat)) player_sit(&s->bots.at[seat], seat, kb_rng_draw(&s->rng));
    while (s->bots.n_heard < s->table.n_lines) hear_next_line(s);
    speak(s, false);
}

void play_bots_follow(play_session *s)
{
    if (!s->bots.heard.begun || s->bots.n_undone != s->table.n_undone) sit_down(s);
    while (s->bots.n_heard < s->table.n_lines) {
        hear_next_line(s);
        speak(s, true);
    }
}

/* --- promises ------------------------------------------------------------------------------------------ */

/* Does what the bot wants, and tells its reason to those who know of the pact. */
static void act(play_session *s, int seat, const bot_act *wanted)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    play_table *t = &s->table;
    const bot_proposal *given = &wanted->proposal;
    bool proposes = wanted->act == KB_PACT_PROPOSE;
    bool done = proposes ? play_propose(t, seat, given->with_mask, given->secret, given->promises, &why)
                         : play_answer(t, seat, wanted->act, wanted->pact, &why);
    if (!done) player_hear_refusal(&s->bots.at[seat], reason);
    if (!done || !wanted->say[0]) return;
    const kb_noted_pact *pact = &t->pacts.book.at[(proposes ? t->pacts.book.n : wanted->pact) - 1];
    uint32_t parties = 1u << pact->by | pact->with_mask;
    play_say(t, seat, pact->secret ? parties & ~(1u << seat) : 0, wanted->say, &why);
}

bool play_bots_negotiate(play_session *s)
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) {
        bot_act wanted;
        const outside_pacts pacts = {&s->table.ledger, &s->table.pacts.book};
        if (!is_bot(s, seat)) continue;
        if (!player_negotiate(&s->bots.at[seat], &s->table.replay.state, &pacts, &wanted)) continue;
        act(s, seat, &wanted);
        return true;
    }
    return false;
}

void play_bots_listen(play_session *s, int speaker, uint32_t to_mask, const char *line)
{
    const kb_state *state = &s->table.replay.state;
    const outside_pacts pacts = {&s->table.ledger, &s->table.pacts.book};
    const bot_spoken spoken = {speaker, to_mask != 0, false, line, strlen(line)};
    uint32_t bots = 0;
    kb_state seen;
    for (int seat = 0; seat < state->setup.seats; seat++) bots |= (uint32_t)is_bot(s, seat) << seat;
    kb_redact(state, KB_SPECTATOR, &seen);
    bots = bot_addressed(&seen, speaker, to_mask, bots, line, spoken.n);
    for (int seat = 0; seat < state->setup.seats; seat++) {
        char reason[KB_WHY_MAX], say[BOT_REASON_BYTES];
        kb_text why = kb_text_in(reason, sizeof reason);
        if (!(bots >> seat & 1)) continue;
        if (player_listen(&s->bots.at[seat], state, &pacts, &spoken, say))
            play_say(&s->table, seat, to_mask ? 1u << speaker : 0, say, &why);
    }
}

/* --- moving ------------------------------------------------------------------------------------------ */

kb_move play_bots_decide(play_session *s, int seat)
{
    const kb_state *state = &s->table.replay.state;
    player *p = &s->bots.at[seat];
    uint64_t forfeits = p->forfeits;
    p->trouble[0] = '\0';
    play_thinking_begin(kb_seat_name(&state->setup, seat));
    const outside_pacts pacts = {&s->table.ledger, &s->table.pacts.book};
    kb_move move = player_decide(p, state, &pacts, &s->bots.room);
    play_thinking_end();
    if (p->trouble[0])
        printf("(%s, %s: %s.%s)\n", kb_seat_name(&state->setup, seat), p->spec.text, p->trouble,
               p->forfeits > forfeits ? " A random move was made instead." : "");
    return move;
}
