/* facts.c: facts that follow from a position of Intrige by the rules, for front ends that do not know the rules. */
#include "../../core/position.h"
#include "tables.h"
#include "text.h"

/* Whether the seat's turn comes later in this round. */
static bool is_to_come(const intrige_state *s, int seat)
{
    int n = s->setup.seats;
    return (seat + n - s->start) % n > (s->turn + n - s->start) % n;
}

/* How often the seat will still collect its salaries: in each remaining turn, and in the final payment. */
static int incomes_left(const intrige_state *s, int seat)
{
    if (s->turn == KB_NONE) return 0;
    return intrige_box_of(s)->rounds - s->round + is_to_come(s, seat) + 1;
}

static void put_incomes(const void *state, int seat, kb_text *out)
{
    kb_putj(out, "%d", incomes_left((const intrige_state *)state, seat));
}

/* How often the seat in turn will still collect its salaries after this landlord has decided about those it sends there
 * now. */
static void put_incomes_if_sent(const void *state, int landlord, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    bool is_never = s->turn == KB_NONE || (s->round == intrige_box_of(s)->rounds && !is_to_come(s, landlord));
    /* Its own palace decides after the next income, the others before it. */
    kb_putj(out, "%d", is_never ? 0 : incomes_left(s, s->turn) - (landlord == s->turn));
}

/* The term of a promise by which the seat, as landlord, will have decided about the applicants in its park. */
static void put_decides(const void *state, int seat, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    bool is_turn = seat == s->turn, is_over = s->turn == KB_NONE;
    const char *term = is_turn                          ? s->step == INTRIGE_SEND ? "next" : "turn"
                       : is_over || is_to_come(s, seat) ? "round"
                                                        : "next";
    kb_putj(out, "%s", term);
}

/* The state of a claim and its bribe. */
static const char *state_of(const intrige_state *s, int claim)
{
    if (intrige_is_sealing(s)) return s->claim[claim].chosen ? "sealed" : "unsealed";
    if (intrige_is_paying(s)) return claim < s->cursor ? "paid" : claim == s->cursor ? "now" : "later";
    if (s->stage == INTRIGE_INTERNAL) return "paid";
    uint8_t scholar = s->claim[claim].scholar;
    for (int post = 0; post < intrige_box_of(s)->posts; post++) {
        uint8_t holder = s->palace[s->turn][post];
        if (holder == KB_NONE || intrige_profession(holder) != intrige_profession(scholar)) continue;
        return holder == scholar && intrige_can_win(s, claim) ? "hired" : "banished"; /* I-5 */
    }
    return "paid";
}

static void put_claim(const intrige_state *s, int claim, kb_text *out)
{
    const intrige_claim *c = &s->claim[claim];
    kb_putj(out, "{scholar:");
    intrige_quote_scholar(s, c->scholar, out);
    kb_putj(out, "holder:%i, state:%s, amount:%d, bank:%i, deal:", s->stage == INTRIGE_INTERNAL && claim == 0,
            state_of(s, claim), c->chosen ? c->paid : KB_HIDDEN, c->bank == 1);
    if (c->deal) {
        kb_putj(out, "{post:%d, amount:%d}}", intrige_box_of(s)->salary[c->post], c->deal);
    } else {
        kb_putj(out, "null}");
    }
}

/* A deal of the stage, or the offer that waits for an answer. A deal does not remember who proposed it. */
static void put_terms(const intrige_state *s, int claim, bool is_offer, kb_text *out)
{
    const intrige_claim *c = &s->claim[claim];
    int payer = intrige_seat(c->scholar), by = is_offer ? s->offer_by : payer;
    const char *state = is_offer ? "open" : c->chosen && c->paid < c->deal ? "underpaid" : "accepted";
    kb_putj(out, "{scholar:");
    intrige_quote_scholar(s, c->scholar, out);
    kb_putj(out, "by:%s, to:%s, post:%d, amount:%d, state:%s}", intrige_seat_names[by],
            intrige_seat_names[by == payer ? s->turn : payer],
            intrige_box_of(s)->salary[is_offer ? s->offer_post : c->post], is_offer ? s->offer_amount : c->deal, state);
}

static void put_offers(const intrige_state *s, kb_text *out)
{
    kb_putj(out, "offers:[");
    for (int i = 0; s->stage != INTRIGE_NO_STAGE && i < s->n_claims; i++) {
        bool is_offer = s->step == INTRIGE_ANSWER && i == s->cursor;
        if (is_offer || s->claim[i].deal) put_terms(s, i, is_offer, out);
    }
    kb_putj(out, "]");
}

/* A first bribe to suggest for each post, by its salary: half of what the post brings in a round. */
static void put_first_bribes(const intrige_box *box, kb_text *out)
{
    kb_putj(out, "first_bribes:{");
    for (int post = 0; post < box->posts; post++) {
        int32_t half = (box->salary[post] + box->step) / (2 * box->step) * box->step;
        kb_putj(out, "<%d>:%d", box->salary[post], half > box->step ? half : box->step);
    }
    kb_putj(out, "}");
}

void intrige_write_facts(const void *state, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    const intrige_box *box = intrige_box_of(s);
    kb_putj(out, "rounds:%d, proposals:%d, step:%d", box->rounds, INTRIGE_OFFERS_MAX, box->step);
    kb_put_by_seat(intrige_seat_names, s, "incomes", put_incomes, out);
    kb_put_by_seat(intrige_seat_names, s, "incomes_if_sent", put_incomes_if_sent, out);
    kb_put_by_seat(intrige_seat_names, s, "decides", put_decides, out);
    put_first_bribes(box, out);
    kb_putj(out, "disputed:%d, claims:[", s->stage == INTRIGE_INTERNAL ? box->salary[s->post] : KB_HIDDEN);
    for (int i = 0; s->stage != INTRIGE_NO_STAGE && i < s->n_claims; i++) put_claim(s, i, out);
    kb_putj(out, "]");
    put_offers(s, out);
}
