/* guest.c: see guest.h. */
#include "guest.h"

#include "../core/rng.h"
#include "person.h"
#include "tell.h"

void guest_sit(guest *g, outside *program, int seat, uint64_t seed)
{
    *g = (guest){.program = program, .seat = seat, .milliseconds = g->milliseconds, .instead = kb_rng_seeded(seed)};
    outside_begin(program, seat, seed);
}

/* --- what it is told ---------------------------------------------------------------------------------- */

static void tell(const guest *g, const kb_table *t, const kb_followed *step)
{
    const kb_entry *entry = &step->reading.entry;
    kb_book book = kb_table_book(t);
    kb_state view;
    outside_hear_outcomes(g->program, &book, &step->outcomes, &t->setup);
    if (entry->kind == KB_DO_SAY && entry->by >= 0 && entry->by != g->seat)
        outside_hear_talk(g->program, &t->setup, entry->by, entry->to_mask, entry->say);
    if (step->events.n) kb_redact(&g->heard.state, g->seat, &view);
    for (int i = 0; i < step->events.n; i++) outside_hear_event(g->program, &view, &step->events.at[i]);
}

static void follow(guest *g, const kb_table *t)
{
    kb_followed step;
    while (kb_follow(&g->heard, t, &step)) tell(g, t, &step);
}

static void note_trouble(guest *g, const kb_text *why)
{
    if (!why->n) return;
    kb_text trouble = kb_text_in(g->trouble, sizeof g->trouble);
    cli_put_safe(&trouble, why->at, why->n);
}

static const char no_lines[] = "you have no lines left in this negotiation";

/* --- talk and promises ---------------------------------------------------------------------------------- */

static bool say(guest *g, kb_table *t, uint64_t now_ms)
{
    if (!g->say[0]) return false;
    if (g->is_silent) {
        outside_hear_refusal(g->program, no_lines);
        g->say[0] = '\0';
        return false;
    }
    kb_answer answer = person_says(t, g->seat, now_ms, outside_speaks_to(g->program), g->say);
    g->say[0] = '\0';
    if (answer.refusal) outside_hear_refusal(g->program, kb_answer_sentence(&answer));
    return true;
}

/* Does the next thing in its last answer that is about promises. If it is refused, the program is told why. */
static bool act(guest *g, kb_table *t, uint64_t now_ms)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    outside_act wanted;
    bool found = outside_next_act(g->program, &t->setup, &wanted, &why);
    if (why.n) outside_hear_refusal(g->program, reason);
    if (!found) return false;
    if (g->is_silent && wanted.act == KB_PACT_PROPOSE) {
        outside_hear_refusal(g->program, no_lines);
        return act(g, t, now_ms);
    }
    kb_answer answer = wanted.act == KB_PACT_PROPOSE
                           ? person_proposes(t, g->seat, now_ms, wanted.with_mask, wanted.secret, wanted.promises)
                           : person_answers(t, g->seat, now_ms, wanted.act, wanted.pact);
    if (answer.refusal) outside_hear_refusal(g->program, kb_answer_sentence(&answer));
    return true;
}

static bool ask_about_promises(guest *g, const kb_table *t)
{
    char reason[KB_WHY_MAX];
    kb_text words = kb_text_in(g->say, sizeof g->say), why = kb_text_in(reason, sizeof reason);
    kb_book book = kb_table_book(t);
    const outside_pacts pacts = {&t->ledger, &book};
    kb_state view;
    bool is_new_turn = t->moment.turn != g->asked_in;
    if (!outside_negotiates(g->program) || (!is_new_turn && !person_waiting_pact(t, g->seat, g->answered)))
        return false;
    g->answered = book.n;
    g->asked_in = t->moment.turn;
    kb_redact(&t->state, g->seat, &view);
    bool answered = outside_negotiate(g->program, &view, &pacts, g->milliseconds, &words, &why);
    note_trouble(g, &why);
    return answered;
}

bool guest_talk(guest *g, kb_table *t, uint64_t now_ms)
{
    follow(g, t);
    if (say(g, t, now_ms)) return true;
    if (t->stage != KB_PLAYING || kb_table_owes_luck(t)) return false;
    return act(g, t, now_ms) || (ask_about_promises(g, t) && (say(g, t, now_ms) || act(g, t, now_ms)));
}

/* --- moves ------------------------------------------------------------------------------------------------ */

void guest_move(guest *g, kb_table *t, uint64_t now_ms)
{
    char reason[KB_WHY_MAX];
    kb_text words = kb_text_in(g->say, sizeof g->say), why = kb_text_in(reason, sizeof reason);
    kb_book book = kb_table_book(t);
    const outside_pacts pacts = {&t->ledger, &book};
    kb_state view;
    kb_move move;
    follow(g, t);
    kb_redact(&t->state, g->seat, &view);
    if (!outside_decide(g->program, &view, &pacts, g->milliseconds, &move, &words, &why)) {
        kb_span list[KB_LISTED_MAX];
        move = kb_rng_move(&g->instead, list, kb_table_legal(t, g->seat, list));
        g->forfeits++;
    }
    note_trouble(g, &why);
    kb_answer answer = person_moves(t, g->seat, now_ms, move);
    KB_ASSERT(!answer.refusal);
    (void)answer;
}

void guest_end(guest *g, const kb_table *t)
{
    follow(g, t);
    outside_end(g->program, &t->state, g->milliseconds);
}
