/* book.c: see book.h. */
#include "book.h"

#include "../core/position.h"
#include "ledger.h"
#include "view_json.h"

/* --- noting --------------------------------------------------------------------------------------- */

static void number_for(kb_book *book, kb_noted_pact *pact, int viewer)
{
    if (!pact->number_for[viewer]) pact->number_for[viewer] = ++book->known[viewer];
}

static bool is_party(const kb_noted_pact *pact, int viewer)
{
    return viewer == pact->by || pact->with_mask >> viewer & 1;
}

static void number_new(kb_book *book, kb_noted_pact *pact)
{
    for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++)
        if (!pact->secret || is_party(pact, viewer)) number_for(book, pact, viewer);
}

void kb_book_propose(kb_book *book, const kb_ledger *ledger, const kb_promise *promises)
{
    const kb_pact *made = &ledger->pact[ledger->n_pacts - 1];
    KB_ASSERT(book->n < book->max && made->number == book->n + 1);
    kb_noted_pact *pact = &book->at[book->n++];
    __builtin_memset(pact, 0, sizeof *pact);
    pact->number = made->number;
    pact->by = made->by;
    pact->with_mask = made->with_mask;
    pact->secret = made->secret;
    pact->n_promises = made->n_promises;
    pact->promises_at = (int64_t)((uintptr_t)promises - (uintptr_t)book->memory);
    number_new(book, pact);
}

void kb_book_repeat(kb_book *book, const kb_noted_pact *made)
{
    KB_ASSERT(book->n < book->max && made->number == book->n + 1);
    kb_noted_pact *pact = &book->at[book->n++];
    *pact = *made;
    pact->state = KB_PACT_OPEN;
    pact->accepted_mask = 0;
    __builtin_memset(pact->number_for, 0, sizeof pact->number_for);
    __builtin_memset(pact->verdict, KB_OPEN, sizeof pact->verdict);
    number_new(book, pact);
}

void kb_book_accept(kb_book *book, uint32_t pact, int seat)
{
    kb_noted_pact *of = &book->at[pact - 1];
    of->accepted_mask = (uint8_t)(of->accepted_mask | 1u << seat);
}

void kb_book_note(kb_book *book, const kb_outcomes *outcomes)
{
    for (int i = 0; i < outcomes->n; i++) {
        const kb_outcome *outcome = &outcomes->at[i];
        kb_noted_pact *pact = &book->at[outcome->pact - 1];
        if (outcome->promise == KB_NONE) {
            pact->state = outcome->what;
        } else {
            pact->verdict[outcome->promise] = outcome->what;
        }
    }
}

void kb_book_open(kb_book *book)
{
    book->open = true;
    __builtin_memcpy(book->learnt, book->known, sizeof book->learnt);
    for (uint32_t i = 0; i < book->n; i++)
        for (int viewer = 0; viewer <= KB_SPECTATOR; viewer++) number_for(book, &book->at[i], viewer);
}

/* --- looking up ----------------------------------------------------------------------------------- */

uint32_t kb_pact_number(const kb_noted_pact *pact, int viewer)
{
    return viewer == KB_ALL_EYES ? pact->number : pact->number_for[viewer];
}

const kb_noted_pact *kb_book_find(const kb_book *book, int viewer, uint32_t number)
{
    for (uint32_t i = 0; number && i < book->n; i++)
        if (kb_pact_number(&book->at[i], viewer) == number) return &book->at[i];
    return NULL;
}

bool kb_is_opened(const kb_book *book, const kb_noted_pact *pact, int viewer)
{
    return book->open && viewer != KB_ALL_EYES && pact->number_for[viewer] > book->learnt[viewer];
}

/* --- pacts as JSON -------------------------------------------------------------------------------- */

/* {"seat":…,"will":…,"term":…,"if":{…} without the closing brace. */
static void open_promise(const kb_promise *p, const kb_setup *setup, kb_text *out)
{
    kb_putj(out, "{seat:%s, %s:%s, term:%s", kb_seat_name(setup, p->seat), p->wont ? "wont" : "will", p->deed.text,
            kb_term_names[p->term]);
    if (p->condition.forms) kb_putj(out, "if:{seat:%s, deed:%s}", kb_seat_name(setup, p->if_seat), p->condition.text);
}

/* "with":[…],"secret":true,"promises":[…] */
static void put_made(const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup, kb_text *out)
{
    kb_putj(out, "with:");
    kb_put_seats(kb_game_at(setup->game)->seat_names, pact->with_mask, out);
    if (pact->secret) kb_putj(out, "secret:true");
    kb_putj(out, "promises:[");
    for (int i = 0; i < pact->n_promises; i++) {
        open_promise(&kb_promises_of(book, pact)[i], setup, out);
        kb_putj(out, "}");
    }
    kb_putj(out, "]");
}

void kb_put_proposal(const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup, int viewer, kb_text *out)
{
    kb_putj(out, "pact:%u", kb_pact_number(pact, viewer));
    put_made(book, pact, setup, out);
}

static bool is_settled(const kb_noted_pact *pact)
{
    bool open = pact->state == KB_PACT_OPEN;
    for (int i = 0; i < pact->n_promises; i++) open |= pact->state == KB_PACT_STOOD && pact->verdict[i] == KB_OPEN;
    return !open;
}

uint32_t kb_sleeping_mask(const kb_ledger *ledger, uint32_t pact)
{
    int low = 0, high = ledger->n_items; /* promises are ordered by pact */
    uint32_t mask = 0;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ledger->item[middle].pact < pact) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < ledger->n_items && ledger->item[low].pact == pact; low++)
        if (ledger->item[low].asleep) mask |= 1u << ledger->item[low].index;
    return mask;
}

void kb_put_pact_body(const kb_book *book, const kb_noted_pact *pact, uint32_t sleeping_mask, const kb_setup *setup,
                      kb_text *out)
{
    kb_putj(out, "by:%s, with:", kb_seat_name(setup, pact->by));
    kb_put_seats(kb_game_at(setup->game)->seat_names, pact->with_mask, out);
    kb_putj(out, "accepted:");
    kb_put_seats(kb_game_at(setup->game)->seat_names, pact->accepted_mask, out);
    if (pact->secret) kb_putj(out, "secret:true");
    kb_putj(out, "state:%s, promises:[", kb_pact_state_names[pact->state]);
    for (int i = 0; i < pact->n_promises; i++) {
        open_promise(&kb_promises_of(book, pact)[i], setup, out);
        if (pact->state == KB_PACT_STOOD) kb_putj(out, "verdict:%s", kb_verdict_names[pact->verdict[i]]);
        if (sleeping_mask >> i & 1) kb_putj(out, "sleeps:true");
        kb_putj(out, "}");
    }
    kb_putj(out, "]");
}

void kb_count_seals(const kb_book *book, int viewer, kb_seals *out)
{
    __builtin_memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < book->n; i++) {
        const kb_noted_pact *pact = &book->at[i];
        if (!kb_pact_number(pact, viewer) || !pact->with_mask || pact->state != KB_PACT_STOOD) continue;
        for (int k = 0; k < pact->n_promises; k++) out->of[kb_promises_of(book, pact)[k].seat][pact->verdict[k]]++;
    }
}

void kb_put_seals(const kb_book *book, const kb_setup *setup, int viewer, kb_text *out)
{
    kb_seals seals;
    kb_count_seals(book, viewer, &seals);
    kb_putj(out, "seals:{");
    for (int seat = 0; seat < setup->seats; seat++)
        kb_putj(out, "%s:{kept:%d, broken:%d, void:%d}", kb_seat_name(setup, seat), seals.of[seat][KB_KEPT],
                seals.of[seat][KB_BROKEN], seals.of[seat][KB_VOID]);
    kb_putj(out, "}");
}

void kb_put_pacts_by(const kb_book *book, const kb_pact_writer *writer, const kb_setup *setup, int viewer, kb_text *out)
{
    uint32_t first = book->n; /* settled ones are told from this one on */
    for (int settled = 0; first > 0 && settled < KB_SETTLED_TOLD; first--)
        settled += kb_pact_number(&book->at[first - 1], viewer) && is_settled(&book->at[first - 1]);
    kb_putj(out, "pacts:[");
    for (uint32_t i = 0; i < book->n; i++) {
        const kb_noted_pact *pact = &book->at[i];
        if (!kb_pact_number(pact, viewer) || (i < first && is_settled(pact))) continue;
        kb_putj(out, "{pact:%u", kb_pact_number(pact, viewer));
        kb_put(out, ","); /* the body may have been written before */
        writer->put_body(writer->context, pact, out);
        kb_putj(out, "}");
    }
    kb_putj(out, "]");
    kb_put_seals(book, setup, viewer, out);
}

typedef struct fresh {
    const kb_book *book;
    const kb_ledger *ledger;
    const kb_setup *setup;
} fresh;

static void put_fresh_body(const void *context, const kb_noted_pact *pact, kb_text *out)
{
    const fresh *from = (const fresh *)context;
    kb_put_pact_body(from->book, pact, kb_sleeping_mask(from->ledger, pact->number), from->setup, out);
}

void kb_put_pacts(const kb_book *book, const kb_ledger *ledger, const kb_setup *setup, int viewer, kb_text *out)
{
    fresh from;
    kb_pact_writer writer;
    from.book = book;
    from.ledger = ledger;
    from.setup = setup;
    writer.context = &from;
    writer.put_body = put_fresh_body;
    kb_put_pacts_by(book, &writer, setup, viewer, out);
}

/* --- outcomes as JSON ----------------------------------------------------------------------------- */

static void put_state(const kb_noted_pact *pact, int state, int viewer, kb_text *out)
{
    kb_putj(out, "{pact:%u, state:%s}", kb_pact_number(pact, viewer), kb_pact_state_names[state]);
}

static void put_verdict(const kb_book *book, const kb_noted_pact *pact, int promise, int verdict, const kb_setup *setup,
                        int viewer, kb_text *out)
{
    kb_putj(out, "{pact:%u, promise:%d, seat:%s, verdict:%s}", kb_pact_number(pact, viewer), promise,
            kb_seat_name(setup, kb_promises_of(book, pact)[promise].seat), kb_verdict_names[verdict]);
}

int kb_put_outcomes(const kb_book *book, const kb_outcomes *outcomes, const kb_setup *setup, int viewer, kb_text *out)
{
    int n = 0;
    kb_putj(out, "[");
    for (int i = 0; i < outcomes->n; i++) {
        const kb_outcome *outcome = &outcomes->at[i];
        const kb_noted_pact *pact = &book->at[outcome->pact - 1];
        if (!kb_pact_number(pact, viewer) || kb_is_opened(book, pact, viewer)) continue;
        n++;
        if (outcome->promise == KB_NONE) {
            put_state(pact, outcome->what, viewer, out);
        } else {
            put_verdict(book, pact, outcome->promise, outcome->what, setup, viewer, out);
        }
    }
    kb_putj(out, "]");
    return n;
}

void kb_put_outcome_of(const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup, int viewer, kb_text *out)
{
    kb_putj(out, "[");
    put_state(pact, pact->state, viewer, out);
    for (int i = 0; pact->state == KB_PACT_STOOD && i < pact->n_promises; i++)
        if (pact->verdict[i] != KB_OPEN) put_verdict(book, pact, i, pact->verdict[i], setup, viewer, out);
    kb_putj(out, "]");
}

/* --- considering ---------------------------------------------------------------------------------- */

void kb_put_considered(const kb_book *book, const kb_ledger *ledger, const kb_state *view, int seat, kb_move move,
                       kb_text *out)
{
    for (int wont = 1; wont >= 0; wont--) {
        kb_putj(out, wont ? "breaks:[" : "misses:[");
        for (int i = 0; i < ledger->n_items; i++) {
            const kb_item *p = &ledger->item[i];
            if (p->seat != seat || p->wont != wont || !kb_goes_against(ledger, p, view, move)) continue;
            kb_putj(out, "{pact:%u, promise:%d}", kb_pact_number(&book->at[p->pact - 1], seat), p->index);
        }
        kb_putj(out, "]");
    }
}

/* --- the vocabulary ------------------------------------------------------------------------------- */

static void put_value(const kb_setup *setup, int word, int part, kb_text *out)
{
    const kb_deeds *deeds = kb_game_at(setup->game)->deeds;
    kb_putj(out, "<");
    deeds->put_word(setup, word, out);
    if (part != KB_NO_WORD) {
        kb_put(out, ".");
        deeds->put_word(setup, part, out);
    }
    kb_putj(out, ">");
}

static void put_values(const kb_setup *setup, const kb_place *place, kb_text *out)
{
    kb_putj(out, "values:[");
    if (place->kind == KB_PLACE_FIXED) kb_putj(out, "%s", place->name);
    for (uint64_t words = place->words; words; words &= words - 1) {
        int word = __builtin_ctzll(words);
        if (place->kind == KB_PLACE_WORD) put_value(setup, word, KB_NO_WORD, out);
        for (uint64_t parts = place->parts; parts; parts &= parts - 1)
            put_value(setup, word, __builtin_ctzll(parts), out);
    }
    kb_putj(out, "]");
}

static void put_place(const kb_setup *setup, const kb_place *place, kb_text *out)
{
    kb_putj(out, "{kind:%s", place->kind == KB_PLACE_FIXED ? "word" : place->name);
    if (place->kind != KB_PLACE_AMOUNT) put_values(setup, place, out);
    kb_putj(out, "}");
}

void kb_put_vocabulary(const kb_setup *setup, kb_text *out)
{
    const kb_deeds *deeds = kb_game_at(setup->game)->deeds;
    kb_putj(out, "deeds:[");
    for (int i = 0; i < deeds->n_forms; i++) {
        kb_deed_form form;
        deeds->form(setup, i, &form);
        if (form.n < 0) continue;
        kb_putj(out, "{verb:%s, words:[", form.verb);
        for (int k = 0; k < form.n; k++) put_place(setup, &form.at[k], out);
        kb_putj(out, "]}");
    }
    kb_putj(out, "], terms:[");
    for (int i = 0; i < KB_TERMS; i++) kb_putj(out, "%s", kb_term_names[i]);
    kb_putj(out, "]");
}

/* --- lines of a record ---------------------------------------------------------------------------- */

void kb_put_proposal_line(const kb_book *book, const kb_noted_pact *pact, const kb_setup *setup, kb_text *out)
{
    kb_putj(out, "{by:%s, propose:%u", kb_seat_name(setup, pact->by), pact->number);
    put_made(book, pact, setup, out);
    kb_putj(out, "}\n");
}

void kb_put_answer_line(const kb_setup *setup, int seat, kb_pact_act act, uint32_t pact, kb_text *out)
{
    static const char *const names[] = {"propose", "accept", "decline", "withdraw"};
    kb_putj(out, "{by:%s, %s:%u}\n", kb_seat_name(setup, seat), names[act], pact);
}
