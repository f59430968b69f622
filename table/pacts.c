/* pacts.c: pacts at a table: folding entries about them, judging moves, and telling viewers. */
#include "../engine/pact.h"
#include "fold.h"

/* --- visibility ------------------------------------------------------------------------------------------ */

bool kb_is_of_public_pact(const kb_table *t, const kb_entry *entry)
{
    kb_book book = kb_table_book(t);
    return entry->pact <= book.n ? !book.at[entry->pact - 1].secret : !entry->secret;
}

static bool knows(const kb_table *t, const kb_noted_pact *pact, int viewer)
{
    return kb_everybody(t) & 1u << viewer && pact->number_for[viewer];
}

void kb_put_news_of_pacts(const kb_fold *f, int viewer, kb_text *out)
{
    kb_book book = kb_book_in(f->t, f->whole);
    size_t from = out->n;
    if (!f->outcomes.n) return;
    kb_putj(out, "pacts:");
    if (kb_put_outcomes(&book, &f->outcomes, &f->t->setup, viewer, out)) return;
    out->n = from;
    out->at[from] = '\0';
}

/* --- the book -------------------------------------------------------------------------------------------- */

/* Keeps the part of the book that is not in the list of pacts. */
static void keep_book(kb_table *t, const kb_book *book)
{
    t->book = *book;
    t->book.at = NULL;
    t->book.memory = NULL;
}

/* Makes room for one more pact, and opens the book to note it. */
static kb_book add_pact(kb_fold *f)
{
    kb_table *t = f->t;
    kb_list_add(t, &t->pacts, sizeof(kb_noted_pact));
    if (!t->is_copy) *(uint64_t *)kb_list_add(t, &t->proposed, sizeof(uint64_t)) = t->n_entries + 1;
    kb_book book = kb_book_in(t, f->whole);
    book.n--;
    return book;
}

/* The next pact of the whole table, in a copy. */
static kb_noted_pact *repeat_proposal(kb_fold *f)
{
    kb_book all = kb_table_book(f->whole), book = add_pact(f);
    kb_book_repeat(&book, &all.at[book.n]);
    keep_book(f->t, &book);
    return &book.at[book.n - 1];
}

/* A memory is kept for every seat and character, for bots that join later. */
static void remember(kb_fold *f, const kb_book *book)
{
    kb_table *t = f->t;
    for (int i = 0; !t->is_copy && i < f->outcomes.n; i++) {
        const kb_outcome *outcome = &f->outcomes.at[i];
        const kb_noted_pact *pact = &book->at[outcome->pact - 1];
        uint32_t parties = pact->with_mask | 1u << pact->by;
        for (int at = 0; at < t->setup.seats; at++) {
            kb_mind *mind = &t->minds[at];
            if (!pact->number_for[at]) continue;
            if (t->seats[at].bot_name[0]) bot_outcome(&mind->bot, outcome, pact->by, parties, pact->secret);
            for (int character = 0; character < BOT_CHARACTERS; character++) {
                bot later = {.spec = {.character = (uint8_t)character}, .seat = (uint8_t)at};
                later.memory = mind->of[character];
                bot_outcome(&later, outcome, pact->by, parties, pact->secret);
                mind->of[character] = later.memory;
            }
        }
    }
}

static void settle(kb_fold *f)
{
    kb_book book = kb_book_in(f->t, f->whole);
    kb_book_note(&book, &f->outcomes);
    keep_book(f->t, &book);
    remember(f, &book);
}

static void repeat_outcomes(kb_fold *f, const kb_kept *kept)
{
    f->outcomes.n = kept->n_outcomes;
    __builtin_memcpy(f->outcomes.at, kb_kept_outcomes(kept), kept->n_outcomes * sizeof f->outcomes.at[0]);
    if (f->outcomes.n) settle(f);
}

/* --- talk ------------------------------------------------------------------------------------------------ */

void kb_note_heard(kb_table *t, const kb_entry *entry)
{
    kb_seat *seat = &t->seats[entry->by];
    if (entry->hears > seat->heard) seat->heard = entry->hears;
    if (entry->puzzled && !t->is_copy) t->minds[entry->by].bot.puzzled = true;
}

/* --- proposing ------------------------------------------------------------------------------------------- */

static void tell_proposal(kb_fold *f, const kb_noted_pact *pact)
{
    const kb_setup *setup = &f->t->setup;
    kb_book book = kb_book_in(f->t, f->whole);
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (!knows(f->t, pact, viewer)) continue;
        kb_text *text = kb_open_event(f, viewer);
        if (text) {
            kb_putj(text, "do:<propose>, by:%s", kb_seat_name(setup, pact->by));
            kb_put_proposal(&book, pact, setup, viewer, text);
            kb_put_news_of_pacts(f, viewer, text);
        }
        kb_close_event(f, viewer, text);
    }
}

/* Has the ledger take the proposal, and the book. NULL: it was refused. A table has its promises once; a copy reads them
 * again, because they are judged, and refers to those of the table. */
static kb_noted_pact *take_proposal(kb_fold *f, const kb_proposal *given)
{
    kb_table *t = f->t;
    kb_promise read[KB_PACT_PROMISES_MAX];
    uint64_t before = t->used;
    kb_promise *made = t->is_copy ? read : (kb_promise *)kb_block_add(t, sizeof read);
    if (!kb_ledger_propose(&t->ledger, &t->state, given, made, &f->outcomes, f->why)) {
        t->used = before;
        return NULL;
    }
    if (t->is_copy) {
        kb_noted_pact *pact = repeat_proposal(f);
        kb_book book = kb_book_in(t, f->whole);
        kb_ledger_refer(&t->ledger, kb_promises_of(&book, pact));
        return pact;
    }
    kb_book book = add_pact(f);
    kb_book_propose(&book, &t->ledger, made);
    keep_book(t, &book);
    return &book.at[book.n - 1];
}

bool kb_do_propose(kb_fold *f, const kb_entry *entry)
{
    kb_table *t = f->t;
    const kb_proposal given = {entry->pact, entry->by, entry->with_mask, entry->secret, entry->promises};
    if (t->stage != KB_PLAYING) return false;
    const kb_noted_pact *pact = take_proposal(f, &given);
    if (!pact) return false;
    settle(f);
    f->pact = pact->number;
    f->act = KB_PACT_PROPOSE;
    kb_note_heard(t, entry);
    if (!pact->secret && pact->with_mask) kb_note_proposal(t, pact->with_mask | 1u << pact->by);
    tell_proposal(f, pact);
    return true;
}

/* --- answering ------------------------------------------------------------------------------------------- */

static void tell_answer(kb_fold *f, const kb_noted_pact *pact, kb_pact_act act, int by)
{
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++) {
        if (!knows(f->t, pact, viewer)) continue;
        kb_text *text = kb_open_event(f, viewer);
        if (text) {
            kb_putj(text, "do:%s, by:%s, pact:%u", kb_shapes[KB_DO_PROPOSE + (int)act].name,
                    kb_seat_name(&f->t->setup, by), pact->number_for[viewer]);
            kb_put_news_of_pacts(f, viewer, text);
        }
        kb_close_event(f, viewer, text);
    }
}

static void accept(kb_fold *f, uint32_t number, int by)
{
    kb_book book = kb_book_in(f->t, f->whole);
    kb_book_accept(&book, number, by);
    keep_book(f->t, &book);
}

typedef bool answering(kb_ledger *, const kb_state *, int seat, uint32_t pact, kb_outcomes *, kb_text *why);

bool kb_do_answer(kb_fold *f, const kb_entry *entry)
{
    static answering *const answer[] = {[KB_PACT_ACCEPT] = kb_ledger_accept,
                                        [KB_PACT_DECLINE] = kb_ledger_decline,
                                        [KB_PACT_WITHDRAW] = kb_ledger_withdraw};
    kb_table *t = f->t;
    kb_pact_act act = (kb_pact_act)(entry->kind - KB_DO_PROPOSE);
    if (entry->pact > t->pacts.n || t->stage != KB_PLAYING) return false;
    if (!answer[act](&t->ledger, &t->state, entry->by, entry->pact, &f->outcomes, f->why)) return false;
    if (act == KB_PACT_ACCEPT) accept(f, entry->pact, entry->by);
    settle(f);
    f->pact = entry->pact;
    f->act = (uint8_t)act;
    f->by = (uint8_t)entry->by;
    kb_book book = kb_book_in(t, f->whole);
    tell_answer(f, &book.at[entry->pact - 1], act, entry->by);
    return true;
}

/* --- again ----------------------------------------------------------------------------------------------- */

void kb_repeat_pact(kb_fold *f, const kb_kept *kept)
{
    kb_table *copy = f->t;
    kb_pact_act act = (kb_pact_act)kept->act;
    copy->at_ms = kept->at_ms;
    if (act == KB_PACT_PROPOSE) repeat_proposal(f);
    if (act == KB_PACT_ACCEPT) accept(f, kept->pact, kept->by);
    repeat_outcomes(f, kept);
    kb_book book = kb_book_in(copy, f->whole);
    const kb_noted_pact *pact = &book.at[kept->pact - 1];
    if (act == KB_PACT_PROPOSE) {
        tell_proposal(f, pact);
    } else {
        tell_answer(f, pact, act, kept->by);
    }
    copy->n_entries++;
}

/* --- moves ----------------------------------------------------------------------------------------------- */

void kb_judge_move(kb_fold *f, const kb_state *before, int seat, kb_move move)
{
    kb_table *t = f->t;
    if (f->repeated) repeat_outcomes(f, f->repeated);
    if (f->repeated || !t->ledger.n_pacts) return;
    kb_ledger_move(&t->ledger, before, seat, move, &t->state, &f->outcomes);
    settle(f);
}

static void tell_opened(kb_fold *f, const kb_book *book, const kb_noted_pact *pact, int viewer)
{
    const kb_setup *setup = &f->t->setup;
    kb_text *text = kb_open_event(f, viewer);
    if (text) {
        kb_putj(text, "do:<propose>, by:%s", kb_seat_name(setup, pact->by));
        kb_put_proposal(book, pact, setup, viewer, text);
        kb_putj(text, "opened:true, pacts:");
        kb_put_outcome_of(book, pact, setup, viewer, text);
    }
    kb_close_event(f, viewer, text);
}

void kb_open_pacts(kb_fold *f)
{
    kb_book book = kb_book_in(f->t, f->whole);
    kb_book_open(&book);
    keep_book(f->t, &book);
    for (int viewer = 0; viewer < KB_VIEWERS; viewer++)
        for (uint32_t i = 0; i < book.n; i++)
            if (knows(f->t, &book.at[i], viewer) && kb_is_opened(&book, &book.at[i], viewer))
                tell_opened(f, &book, &book.at[i], viewer);
}

/* --- bonds ----------------------------------------------------------------------------------------------- */

int kb_table_legal(const kb_table *t, int seat, kb_span list[KB_LISTED_MAX])
{
    return kb_bound_legal(&t->ledger, &t->state, seat, list, KB_LISTED_MAX);
}

kb_error kb_table_check(const kb_table *t, int seat, kb_move move)
{
    return kb_bound_check(&t->ledger, &t->state, seat, move);
}
