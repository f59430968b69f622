/* events.c: Intrige's events as data. */
#include "../../core/event.h"
#include "tables.h"
#include "text.h"

enum { NONE, SEAT, ROUND, SCHOLAR, POST, PALACE, BANK, TO, AMOUNT };

static void put_field(const void *state, int field, const kb_event *e, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    switch (field) {
    case SEAT: kb_putj(out, "seat:%s", kb_name_at(intrige_seat_names, INTRIGE_SEATS_MAX, e->seat)); break;
    case ROUND: kb_putj(out, "round:%d", e->a); break;
    case SCHOLAR:
        kb_putj(out, "scholar:");
        intrige_quote_scholar(s, e->a, out);
        break;
    case POST: kb_putj(out, "post:%d", e->b < intrige_box_of(s)->posts ? intrige_box_of(s)->salary[e->b] : 0); break;
    case PALACE: kb_putj(out, "palace:%s", kb_name_at(intrige_seat_names, INTRIGE_SEATS_MAX, e->b)); break;
    case BANK: kb_putj(out, "bank:%i", e->b); break;
    case TO: {
        int to = e->kind == INTRIGE_OFFERS ? s->turn : intrige_seat(e->a);
        kb_putj(out, "to:%s", kb_name_at(intrige_seat_names, INTRIGE_SEATS_MAX, to));
        break;
    }
    default: kb_putj(out, "amount:%d", e->amount); break;
    }
}

static const kb_event_shape shapes[] = {
    [INTRIGE_STARTS] = {"starts", {SEAT}},
    [INTRIGE_TURN] = {"turn", {SEAT, ROUND}},
    [INTRIGE_INCOME] = {"income", {SEAT, AMOUNT}},
    [INTRIGE_SEALS] = {"seals", {SEAT}},
    [INTRIGE_PAYS] = {"pays", {SEAT, SCHOLAR, BANK, AMOUNT}},
    [INTRIGE_OFFERS] = {"offers", {SEAT, TO, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_COUNTERS] = {"counters", {SEAT, TO, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_ACCEPTS] = {"accepts", {SEAT, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_REFUSES] = {"refuses", {SEAT, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_GETS_POST] = {"gets_post", {SEAT, SCHOLAR, POST}},
    [INTRIGE_KEEPS_POST] = {"keeps_post", {SEAT, SCHOLAR, POST}},
    [INTRIGE_BANISHED] = {"banished", {SEAT, SCHOLAR}},
    [INTRIGE_REFUNDED] = {"refunded", {SEAT, SCHOLAR, BANK, AMOUNT}},
    [INTRIGE_DEAL_KEPT] = {"deal_kept", {SEAT, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_DEAL_BROKEN] = {"deal_broken", {SEAT, SCHOLAR, POST, AMOUNT}},
    [INTRIGE_SENDS] = {"sends", {SEAT, SCHOLAR, PALACE}},
    [INTRIGE_FINAL_INCOME] = {"final_income", {SEAT, AMOUNT}},
    [INTRIGE_ENDS] = {"ends", {NONE}},
};

void intrige_write_event_json(const intrige_state *s, const kb_event *e, kb_text *out)
{
    if (e->kind < KB_COUNT(shapes)) kb_put_event(out, &shapes[e->kind], s, e, put_field);
}

static const kb_told_field fields[] = {
    [SEAT] = {KB_IN_SEAT, 0},
    [ROUND] = {KB_IN_A, KB_TOLD_PLAIN},
    [SCHOLAR] = {KB_IN_A, 3},
    [POST] = {KB_IN_B, KB_TOLD_PLAIN},
    [PALACE] = {KB_IN_B, 0},
    [BANK] = {KB_IN_B, KB_TOLD_PLAIN},
    [TO] = {0, KB_TOLD_PLAIN}, /* the landlord or the scholar's family */
    [AMOUNT] = {KB_IN_AMOUNT, KB_TOLD_PLAIN},
};

const kb_telling intrige_telling = {shapes, KB_COUNT(shapes), fields};
