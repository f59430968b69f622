/* parley.c: see parley.h. */
#include "parley.h"

#include "fold.h"

static int point_of(const kb_state *state)
{
    const kb_deeds *deeds = kb_game_of(state)->deeds;
    return deeds->point ? deeds->point(state) : 1;
}

/* Begins a phase if this is a point that has not had one. */
static bool begin(kb_table *t)
{
    kb_parley *p = &t->parley;
    if (t->stage != KB_PLAYING || kb_table_owes_luck(t)) return false;
    int turn = kb_game_of(&t->state)->deeds->when(&t->state).turn, point = point_of(&t->state);
    if (turn == p->turn && point == p->point) return false;
    *p = (kb_parley){.turn = turn, .point = point, .phase = p->phase + (point != 0), .is_open = point != 0};
    p->seat = (uint8_t)kb_lowest_bit(kb_actors(&t->state));
    p->since = t->n_entries;
    return p->is_open;
}

/* Notes what the seat has done with its turn to speak. An answer, and the words that go with it, cost no line. */
static void note_turn(kb_table *t)
{
    kb_parley *p = &t->parley;
    bool says = false, proposes = false, answers = false;
    for (uint64_t number = p->since + 1; number <= t->n_entries; number++) {
        const kb_kept *entry = kb_table_entry(t, number);
        says |= entry->kind == KB_ENTRY_TALK;
        proposes |= entry->kind == KB_ENTRY_PACT && entry->act == KB_PACT_PROPOSE;
        answers |= entry->kind == KB_ENTRY_PACT && entry->act != KB_PACT_PROPOSE;
    }
    p->lines[p->seat] = (uint8_t)(p->lines[p->seat] + (proposes || (says && !answers)));
    p->silent = says || proposes || answers ? 0 : (uint8_t)(p->silent + 1);
    p->seat = (uint8_t)((p->seat + 1) % t->setup.seats);
    p->since = t->n_entries;
}

int kb_parley_seat(kb_table *t, int lines)
{
    kb_parley *p = &t->parley;
    if (p->is_open) {
        note_turn(t);
    } else if (!begin(t)) {
        return -1;
    }
    p->may_speak = p->lines[p->seat] < lines;
    p->is_open = t->stage == KB_PLAYING && p->silent < t->setup.seats && !kb_is_nearly_full(t);
    return p->is_open ? p->seat : -1;
}

bool kb_parley_may_speak(const kb_table *t)
{
    return t->parley.may_speak;
}

void kb_parley_bot(kb_table *t, uint64_t now_ms, const kb_news *news)
{
    kb_bots_act(t, t->parley.seat, t->parley.may_speak, now_ms, news);
}
