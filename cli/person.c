/* person.c: see person.h. */
#include "person.h"

#include <stdio.h>

#include "../core/position.h"

enum { SEATS_BYTES = 128 };

static kb_answer ask(kb_table *t, int seat, uint64_t now_ms, const kb_ask *wanted)
{
    char id[KB_ID_MAX + 1];
    uint32_t person = t->seats[seat].person;
    uint64_t n = t->n_entries;
    do snprintf(id, sizeof id, "%llu", (unsigned long long)++n);
    while (kb_table_has_done(t, person, id)); /* in a game that was undone */
    const kb_asker asker = {.now_ms = now_ms, .person = person, .name = "", .id = id};
    return kb_table_ask(t, &asker, wanted, NULL);
}

static kb_slice put_seats(const kb_table *t, uint32_t mask, char buffer[SEATS_BYTES])
{
    kb_text out = kb_text_in(buffer, SEATS_BYTES);
    kb_put_seats(kb_game_at(t->setup.game)->seat_names, mask, &out);
    return (kb_slice){out.at, out.n};
}

kb_answer person_moves(kb_table *t, int seat, uint64_t now_ms, kb_move move)
{
    char buffer[KB_MOVE_TEXT_MAX];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    kb_move_text(&t->state, move, &text);
    const kb_ask wanted = {.what = KB_ASK_MOVE, .move = buffer, .decision = t->seats[seat].decisions};
    return ask(t, seat, now_ms, &wanted);
}

kb_answer person_says(kb_table *t, int seat, uint64_t now_ms, uint32_t to_mask, const char *words)
{
    char seats[SEATS_BYTES];
    kb_ask wanted = {.what = KB_ASK_SAY, .say = words, .to = put_seats(t, to_mask, seats)};
    if (to_mask) wanted.given = 1u << KB_ASKED_TO;
    return ask(t, seat, now_ms, &wanted);
}

kb_answer person_proposes(kb_table *t, int seat, uint64_t now_ms, uint32_t with_mask, bool secret, kb_slice promises)
{
    char seats[SEATS_BYTES];
    const kb_ask wanted = {
        .what = KB_ASK_PROPOSE, .with = put_seats(t, with_mask, seats), .secret = secret, .promises = promises};
    return ask(t, seat, now_ms, &wanted);
}

kb_answer person_answers(kb_table *t, int seat, uint64_t now_ms, kb_pact_act act, uint32_t pact)
{
    const kb_ask wanted = {.what = (kb_request)(KB_ASK_PROPOSE + (int)act), .pact = pact};
    return ask(t, seat, now_ms, &wanted);
}

bool person_is_asked(const kb_noted_pact *pact, int seat)
{
    return pact->state == KB_PACT_OPEN && (pact->with_mask & ~pact->accepted_mask) >> seat & 1;
}

uint32_t person_waiting_pact(const kb_table *t, int seat, uint32_t after)
{
    kb_book book = kb_table_book(t);
    for (uint32_t i = after; i < book.n; i++)
        if (person_is_asked(&book.at[i], seat)) return i + 1;
    return 0;
}
