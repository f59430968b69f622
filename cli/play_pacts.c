/* play_pacts.c: promises at the prompt: open ones, answers, and those a move would break. */
#include <stdlib.h>
#include <string.h>

#include "../engine/view_json.h"
#include "play.h"

static const kb_setup *setup_of(const play_session *s)
{
    return &s->table.at->setup;
}

/* --- what is open ----------------------------------------------------------------------------------- */

static void put_promise_line(kb_text *out, const kb_setup *setup, const kb_promise *promise)
{
    kb_put(out, "    ");
    cli_put_promise(out, setup, promise);
    kb_put(out, "\n");
}

/* Writes an open proposal with the commands that answer it. */
static void put_proposal(kb_text *out, const kb_setup *setup, const kb_book *book, const kb_noted_pact *pact, int seat)
{
    int number = (int)kb_pact_number(pact, seat);
    bool mine = pact->by == seat;
    kb_putf(out, "  %s %d by ", pact->secret ? "Secret pact" : "Pact", number);
    cli_put_painted(out, setup, kb_seat_name(setup, pact->by));
    kb_put(out, " with ");
    cli_put_seats(out, setup, pact->with_mask);
    if (mine) kb_putf(out, ", not answered yet (`withdraw %d`):\n", number);
    if (!mine && person_is_asked(pact, seat)) kb_putf(out, ": `accept %d` or `decline %d`?\n", number, number);
    if (!mine && !person_is_asked(pact, seat)) kb_put(out, ", not answered yet:\n");
    for (int i = 0; i < pact->n_promises; i++) put_promise_line(out, setup, &kb_promises_of(book, pact)[i]);
}

static void put_standing(kb_text *out, const kb_setup *setup, const kb_book *book, const kb_noted_pact *pact, int seat)
{
    for (int i = 0; i < pact->n_promises; i++) {
        if (pact->verdict[i] != KB_OPEN) continue;
        kb_putf(out, "  Pact %d: ", (int)kb_pact_number(pact, seat));
        cli_put_promise(out, setup, &kb_promises_of(book, pact)[i]);
        kb_put(out, "\n");
    }
}

void play_put_open_pacts(const play_session *s, int seat, kb_text *out)
{
    kb_book book = kb_table_book(s->table.at);
    for (int standing = 1; standing >= 0; standing--)
        for (uint32_t i = 0; i < book.n; i++) {
            const kb_noted_pact *pact = &book.at[i];
            if (!kb_pact_number(pact, seat)) continue;
            if (standing && pact->state == KB_PACT_STOOD) put_standing(out, setup_of(s), &book, pact, seat);
            if (!standing && pact->state == KB_PACT_OPEN) put_proposal(out, setup_of(s), &book, pact, seat);
        }
}

static void print_pact(const play_session *s, const kb_book *book, const kb_noted_pact *pact, int viewer)
{
    char buffer[PLAY_TEXT_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    out.colour = s->colour;
    cli_put_pact(&out, book, pact, setup_of(s), viewer, NULL);
    play_print(buffer);
}

void play_print_promises(const play_session *s, int seat)
{
    kb_book book = kb_table_book(s->table.at);
    bool any = false;
    for (uint32_t i = 0; i < book.n; i++) {
        if (!kb_pact_number(&book.at[i], seat)) continue;
        print_pact(s, &book, &book.at[i], seat);
        any = true;
    }
    if (!any) puts("No promise has been made yet. `promise` makes one.");
}

void play_print_opened(const play_session *s, int viewer)
{
    kb_book book = kb_table_book(s->table.at);
    bool any = false;
    for (uint32_t i = 0; i < book.n; i++) {
        if (!kb_is_opened(&book, &book.at[i], viewer)) continue;
        if (!any) puts("\nSecret pacts of others, now open:");
        print_pact(s, &book, &book.at[i], viewer);
        any = true;
    }
}

void play_put_seals(const play_session *s, int viewer, kb_text *out)
{
    kb_seals seals;
    const char *before = " Promises so far: ";
    kb_book book = kb_table_book(s->table.at);
    kb_count_seals(&book, viewer, &seals);
    for (int seat = 0; seat < setup_of(s)->seats; seat++) {
        const int *of = seals.of[seat];
        if (!of[KB_KEPT] && !of[KB_BROKEN]) continue;
        kb_put(out, before);
        cli_put_painted(out, setup_of(s), kb_seat_name(setup_of(s), seat));
        kb_putf(out, " kept %d, broke %d", of[KB_KEPT], of[KB_BROKEN]);
        before = "; ";
    }
    if (*before == ';') kb_put(out, "\n");
}

/* --- answering -------------------------------------------------------------------------------------- */

/* Whether the seat can accept, decline or withdraw this pact. */
static bool can_do(const kb_noted_pact *pact, int seat, kb_pact_act act)
{
    if (act == KB_PACT_WITHDRAW) return pact->state == KB_PACT_OPEN && pact->by == seat;
    if (act == KB_PACT_DECLINE) return pact->state == KB_PACT_OPEN && pact->with_mask >> seat & 1;
    return person_is_asked(pact, seat);
}

/* The pact that is meant if no number was typed: the only one there is. */
static const kb_noted_pact *only_pact(const play_session *s, int seat, kb_pact_act act, const char *verb, kb_text *why)
{
    kb_book book = kb_table_book(s->table.at);
    const kb_noted_pact *found = NULL;
    int n = 0;
    for (uint32_t i = 0; i < book.n; i++)
        if (can_do(&book.at[i], seat, act)) {
            found = &book.at[i];
            kb_putf(why, "%s`%s %d`", n++ ? ", " : "say which: ", verb, (int)kb_pact_number(found, seat));
        }
    if (!n) kb_putf(why, "there is nothing to %s", verb);
    return n == 1 ? found : NULL;
}

static const kb_noted_pact *pact_meant(const play_session *s, int seat, kb_pact_act act, const char *verb,
                                       const char *typed, kb_text *why)
{
    char *end;
    if (!*typed) return only_pact(s, seat, act, verb, why);
    long number = strtol(typed, &end, 10);
    bool sound = !*end && number > 0 && number < INT32_MAX;
    kb_book book = kb_table_book(s->table.at);
    const kb_noted_pact *pact = sound ? kb_book_find(&book, seat, (uint32_t)number) : NULL;
    if (!sound) kb_putf(why, "expected the number of a pact, as in `%s 1`", verb);
    if (sound && !pact) kb_putf(why, "there is no pact %d; `promises` lists them", (int)number);
    return pact;
}

bool play_answer_typed(play_session *s, int seat, kb_pact_act act, const char *typed, kb_text *why)
{
    static const char *const verbs[] = {"", "accept", "decline", "withdraw"};
    char reason[KB_WHY_MAX];
    kb_text about = kb_text_in(reason, sizeof reason);
    const kb_noted_pact *pact = pact_meant(s, seat, act, verbs[act], typed, &about);
    if (!pact) kb_put(why, reason);
    if (!pact) return false;
    kb_answer answer = person_answers(play_make_room(&s->table), seat, 0, act, kb_pact_number(pact, seat));
    s->decided |= !answer.refusal;
    return play_done(&s->table, answer, why);
}

/* --- before a move ---------------------------------------------------------------------------------- */

static void put_others(kb_text *out, const kb_setup *setup, const kb_noted_pact *pact, int seat)
{
    uint32_t others = (1u << pact->by | pact->with_mask) & ~(1u << seat);
    if (others) kb_put(out, " to ");
    cli_put_seats(out, setup, others);
}

bool play_warns(play_session *s, int seat, const kb_state *view, kb_move move)
{
    char buffer[PLAY_TEXT_MAX];
    kb_text out = kb_text_in(buffer, sizeof buffer);
    const kb_ledger *ledger = &s->table.at->ledger;
    kb_book book = kb_table_book(s->table.at);
    bool again = s->warned_at == s->table.n_moves + 1 && !memcmp(&s->warned, &move, sizeof move);
    bool holds = false;
    out.colour = s->colour;
    for (int i = 0; i < ledger->n_items; i++) {
        const kb_item *p = &ledger->item[i];
        const kb_noted_pact *pact = &book.at[p->pact - 1];
        if (p->seat != seat || (!p->wont && p->term == KB_TERM_GAME)) continue; /* there is still time */
        if (!kb_goes_against(ledger, p, view, move)) continue;
        bool now = p->wont || p->term == KB_TERM_TURN;
        kb_put(&out, now ? "This breaks your word" : "(This does not keep your word");
        put_others(&out, setup_of(s), pact, seat);
        kb_putf(&out, ", pact %d: ", (int)kb_pact_number(pact, seat));
        cli_put_promise(&out, setup_of(s), kb_promised(ledger, p));
        kb_put(&out, now ? ".\n" : ".)\n");
        holds |= now;
    }
    if (again) return false;
    if (holds) kb_put(&out, "Type it again to do it all the same.\n");
    play_print(buffer);
    s->warned = move;
    s->warned_at = s->table.n_moves + 1;
    return holds;
}
