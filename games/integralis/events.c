/* events.c: Integralis's events as data. */
#include "../../core/event.h"
#include "rules.h"
#include "text.h"

/* THEIR_CARD is the countered card; TO the order of the row that the seat's own is swapped for. */
enum { NONE, SEAT, ROUND, CARD, THEIR_CARD, TARGET, WORKER, MACHINE, AT_MACHINE, ORDER, TO, PAYER, AMOUNT };

static void put_order(const char *key, int order, kb_text *out)
{
    kb_putj(out, "%s:<", key);
    integralis_put_order(order, out);
    kb_putj(out, ">");
}

static void put_field(const void *state, int field, const kb_event *e, kb_text *out)
{
    const integralis_state *s = (const integralis_state *)state;
    switch (field) {
    case SEAT: kb_putj(out, "seat:%s", kb_name_at(integralis_seat_names, INTEGRALIS_SEATS_MAX, e->seat)); break;
    case ROUND: kb_putj(out, "round:%d", integralis_round_of(s, e->amount)); break;
    case CARD:
        kb_putj(out, "card:%s", e->a ? kb_name_at(integralis_card_names, INTEGRALIS_CARDS, e->a) : kb_null);
        break;
    case THEIR_CARD: kb_putj(out, "countered:%s", kb_name_at(integralis_card_names, INTEGRALIS_CARDS, e->b)); break;
    case TARGET:
        kb_putj(out, "on:<");
        integralis_put_target(s, e->a, e->b, e->amount, out);
        kb_putj(out, ">");
        break;
    case WORKER:
        kb_putj(out, "worker:<");
        integralis_put_worker(e->a, out);
        kb_putj(out, ">");
        break;
    case MACHINE: kb_putj(out, "machine:%s", kb_name_at(integralis_machine_names, INTEGRALIS_MACHINES, e->a)); break;
    case AT_MACHINE: kb_putj(out, "machine:%s", kb_name_at(integralis_machine_names, INTEGRALIS_MACHINES, e->b)); break;
    case ORDER: put_order("order", e->a, out); break;
    case TO: put_order(e->kind == INTEGRALIS_COVERS ? "order" : "for", e->b, out); break;
    case PAYER: kb_putj(out, "payer:%s", kb_name_at(integralis_seat_names, INTEGRALIS_SEATS_MAX, e->b)); break;
    default: kb_putj(out, "amount:%d", e->amount); break;
    }
}

static const kb_event_shape shapes[] = {
    [INTEGRALIS_STARTS] = {"starts", {SEAT}},
    [INTEGRALIS_TURN] = {"turn", {SEAT, ROUND}},
    [INTEGRALIS_MISSES] = {"misses", {SEAT, ROUND}},
    [INTEGRALIS_DRAWS] = {"draws", {SEAT, CARD}},
    [INTEGRALIS_REVEALED] = {"revealed", {ORDER}},
    [INTEGRALIS_RECALLS] = {"recalls", {SEAT, CARD}},
    [INTEGRALIS_TAKES] = {"takes", {SEAT, ORDER}},
    [INTEGRALIS_SWAPS] = {"swaps", {SEAT, ORDER, TO}},
    [INTEGRALIS_TRADES] = {"trades", {SEAT, AMOUNT}},
    [INTEGRALIS_PUTS_UNDER] = {"puts_under", {SEAT, CARD}},
    [INTEGRALIS_SETS_TO_WORK] = {"sets_to_work", {SEAT, CARD, AT_MACHINE}},
    [INTEGRALIS_SETS_CLOSING] = {"sets_closing", {SEAT, CARD}},
    [INTEGRALIS_PLAYS] = {"plays", {SEAT, CARD, TARGET}},
    [INTEGRALIS_PASSES] = {"passes", {SEAT, CARD}},
    [INTEGRALIS_COUNTERS] = {"counters", {SEAT, CARD, THEIR_CARD}},
    [INTEGRALIS_GOES_UNDER] = {"goes_under", {WORKER}},
    [INTEGRALIS_GOES_BACK] = {"goes_back", {WORKER}},
    [INTEGRALIS_GOES_AWAY] = {"goes_away", {WORKER}},
    [INTEGRALIS_MOVES] = {"moves", {WORKER, AT_MACHINE}},
    [INTEGRALIS_FALLS_ILL] = {"falls_ill", {SEAT}},
    [INTEGRALIS_REPAIRS] = {"repairs", {SEAT, CARD, AT_MACHINE, AMOUNT}},
    [INTEGRALIS_TEMPTS] = {"tempts", {SEAT, WORKER, AMOUNT}},
    [INTEGRALIS_DEMANDS] = {"demands", {SEAT, WORKER, PAYER, AMOUNT}},
    [INTEGRALIS_ACCEPTS] = {"accepts", {SEAT, WORKER, PAYER, AMOUNT}},
    [INTEGRALIS_REFUSES] = {"refuses", {SEAT, WORKER, PAYER, AMOUNT}},
    [INTEGRALIS_BRIBES] = {"bribes", {SEAT, WORKER}},
    [INTEGRALIS_RELEASES] = {"releases", {SEAT, WORKER, PAYER, AMOUNT}},
    [INTEGRALIS_RESISTS] = {"resists", {SEAT, WORKER}},
    [INTEGRALIS_SEALS] = {"seals", {SEAT}},
    [INTEGRALIS_BIDS] = {"bids", {SEAT, WORKER, AMOUNT}},
    [INTEGRALIS_OUTBIDS] = {"outbids", {SEAT, WORKER, AMOUNT}},
    [INTEGRALIS_STAYS] = {"stays", {WORKER}},
    [INTEGRALIS_CLOSES] = {"closes", {SEAT}},
    [INTEGRALIS_PRODUCES] = {"produces", {SEAT, MACHINE, AMOUNT}},
    [INTEGRALIS_COVERS] = {"covers", {SEAT, MACHINE, TO, AMOUNT}},
    [INTEGRALIS_WAIVES] = {"waives", {SEAT, MACHINE, AMOUNT}},
    [INTEGRALIS_DELIVERS] = {"delivers", {SEAT, ORDER, AMOUNT}},
    [INTEGRALIS_CARD_RETURNS] = {"card_returns", {SEAT, CARD}},
    [INTEGRALIS_ENDS] = {"ends", {NONE}},
};

void integralis_write_event_json(const integralis_state *s, const kb_event *e, kb_text *out)
{
    if (e->kind < KB_COUNT(shapes)) kb_put_event(out, &shapes[e->kind], s, e, put_field);
}

static const kb_told_field fields[] = {
    [SEAT] = {KB_IN_SEAT, 0},
    [ROUND] = {KB_IN_AMOUNT, KB_TOLD_PLAIN},
    [CARD] = {KB_IN_A, KB_TOLD_PLAIN},
    [THEIR_CARD] = {KB_IN_B, KB_TOLD_PLAIN},
    [TARGET] = {KB_IN_B | KB_IN_AMOUNT, KB_TOLD_PLAYED},
    [WORKER] = {KB_IN_A, 4},
    [MACHINE] = {KB_IN_A, KB_TOLD_PLAIN},
    [AT_MACHINE] = {KB_IN_B, KB_TOLD_PLAIN},
    [ORDER] = {KB_IN_A, KB_TOLD_PLAIN},
    [TO] = {KB_IN_B, KB_TOLD_PLAIN},
    [PAYER] = {KB_IN_B, 0},
    [AMOUNT] = {KB_IN_AMOUNT, KB_TOLD_PLAIN},
};

const kb_telling integralis_telling = {shapes, KB_COUNT(shapes), fields};
