/* pause.c: pauses for negotiation. Where people play with bots, bots wait at the start of each stage or turn,
 * while a public proposal by or to a person is open, and when a person asks for it. Secret proposals cause no pause,
 * because it would reveal them. A pause depends only on the log and the time. A person can also stop the bots until
 * somebody lets them go on. */
#include "fold.h"

/* For each pace: the pause at the start of a stage, and for a person's proposals in one stage. */
static const uint32_t start_ms[] = {KB_PAUSE_BRISK_MS, KB_PAUSE_COMFORTABLE_MS, 0};
static const uint32_t held_ms[] = {KB_HELD_BRISK_MS, KB_HELD_COMFORTABLE_MS, 0};

bool kb_is_played_by_person(const kb_table *t, int seat)
{
    const kb_seat *s = &t->seats[seat];
    return s->person && !s->away && !s->bot_name[0];
}

/* Pauses are only for tables with both people and bots. */
static bool are_mixed(const kb_table *t)
{
    bool bots = false, people = false;
    for (int seat = 0; seat < t->setup.seats; seat++) {
        bots |= t->seats[seat].bot_name[0] != 0;
        people |= kb_is_played_by_person(t, seat);
    }
    return bots && people;
}

/* Whether a pact proposed by or to the person there is open. */
static bool is_negotiating(const kb_table *t, int seat)
{
    kb_book book = kb_table_book(t);
    for (uint32_t i = book.n; t->ledger.n_pacts && i-- > 0;) {
        const kb_noted_pact *pact = &book.at[i];
        if (pact->state == KB_PACT_OPEN && !pact->secret && (pact->with_mask | 1u << pact->by) >> seat & 1) return true;
    }
    return false;
}

kb_pause kb_table_pause(const kb_table *t)
{
    const kb_moment *moment = &t->moment;
    kb_pause pause = {0, KB_PAUSE_START, KB_NONE};
    if (t->stage != KB_PLAYING || !are_mixed(t)) return pause;
    if (t->rules.talk != KB_TALK_NONE && t->rules.pace != KB_PACE_OFF)
        pause.until_ms = moment->stage_ms + start_ms[t->rules.pace];
    for (int seat = 0; seat < t->setup.seats; seat++) {
        if (moment->held_until_ms[seat] <= pause.until_ms || !kb_is_played_by_person(t, seat)) continue;
        if (!is_negotiating(t, seat)) continue;
        pause.until_ms = moment->held_until_ms[seat];
        pause.why = KB_PAUSE_PROPOSAL;
    }
    if (moment->wait_until_ms > pause.until_ms) {
        pause.until_ms = moment->wait_until_ms;
        pause.why = KB_PAUSE_WAIT;
        pause.by = moment->wait_by;
    }
    return pause;
}

bool kb_table_is_paused(const kb_table *t)
{
    return t->is_paused && t->stage == KB_PLAYING && are_mixed(t);
}

void kb_note_stage(kb_table *t)
{
    const kb_deeds *deeds = kb_game_of(&t->state)->deeds;
    int turn = deeds->when(&t->state).turn, stage = deeds->stage ? deeds->stage(&t->state) : 0;
    if (turn == t->moment.turn && (!stage || stage == t->moment.stage)) return;
    __builtin_memset(&t->moment, 0, sizeof t->moment);
    t->moment.turn = turn;
    t->moment.stage = stage;
    t->moment.stage_ms = t->at_ms;
}

void kb_note_proposal(kb_table *t, uint32_t parties_mask)
{
    for (int seat = 0; seat < t->setup.seats; seat++) {
        uint64_t *until = &t->moment.held_until_ms[seat];
        if (parties_mask >> seat & 1 && !*until) *until = t->at_ms + held_ms[t->rules.pace];
    }
}

bool kb_do_wait(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    int by = entry->by;
    if (t->stage != KB_PLAYING || t->moment.waited_mask >> by & 1) return false;
    t->moment.waited_mask = (uint8_t)(t->moment.waited_mask | 1u << by);
    t->moment.wait_until_ms = t->at_ms + KB_WAIT_FOR_ME_MS;
    t->moment.wait_by = (uint8_t)by;
    return true;
}

bool kb_do_pace(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    if (t->stage != KB_PLAYING) return false;
    t->rules.pace = entry->pace;
    t->is_paused = entry->paused;
    return true;
}

int64_t kb_charged_ms(const kb_table *t, uint64_t at_ms)
{
    uint64_t until = kb_table_pause(t).until_ms, from = t->charged_ms;
    if (until > from) from = until;
    return at_ms > from ? (int64_t)(at_ms - from) : 0;
}
