/* events.c: Incorporated's events as data. */
#include "../../core/event.h"
#include "text.h"

enum { NONE, SEAT, ROUND, TILE, TASK, TASK_AMOUNT, COIN, COINS, HELPS, COMPLETE, INITIATIVE, FAILED, POINTS, AMOUNT };

static void put_task(int task, kb_text *out)
{
    kb_putj(out, "task:<%d.%d>", incorporated_initiative(task) + 1, incorporated_place(task) + 1);
}

static void put_field(const void *state, int field, const kb_event *e, kb_text *out)
{
    (void)state;
    switch (field) {
    case SEAT: kb_putj(out, "seat:%s", kb_name_at(incorporated_seat_names, INCORPORATED_SEATS_MAX, e->seat)); break;
    case ROUND: kb_putj(out, "round:%d", e->a); break;
    case TILE: kb_putj(out, "tile:%s", e->a == KB_NONE ? kb_null : incorporated_tile_name(e->a)); break;
    case TASK: put_task(e->b, out); break;
    case TASK_AMOUNT: put_task(e->amount, out); break;
    case COIN: kb_putj(out, "coin:%d", e->b); break;
    case COINS:
        kb_putj(out, "coins:<");
        incorporated_put_coins(e->b, out);
        kb_putj(out, ">");
        break;
    case HELPS: kb_putj(out, "helps:%i", e->b); break;
    case COMPLETE: kb_putj(out, "complete:%i", e->b); break;
    case INITIATIVE: kb_putj(out, "initiative:%d", e->a + 1); break;
    case FAILED: kb_putj(out, "failed:%d", e->a); break;
    case POINTS: kb_putj(out, "won:%d, lost:%d", e->a, e->b); break;
    default: kb_putj(out, "amount:%d", e->amount); break;
    }
}

static const kb_event_shape shapes[] = {
    [INCORPORATED_ROUND] = {"round", {SEAT, ROUND}},
    [INCORPORATED_DEALT] = {"dealt", {SEAT, TILE}},
    [INCORPORATED_PLAYS] = {"plays", {SEAT, TILE, TASK}},
    [INCORPORATED_STAFFS] = {"staffs", {SEAT, TILE, COIN}},
    [INCORPORATED_NO_STAFF] = {"no_staff", {SEAT, TILE}},
    [INCORPORATED_DONE] = {"done", {TILE}},
    [INCORPORATED_NOBODY_LEFT] = {"nobody_left", {TILE}},
    [INCORPORATED_CHOOSES] = {"chooses", {SEAT, TILE}},
    [INCORPORATED_COMMITS] = {"commits", {SEAT, TILE, COINS}},
    [INCORPORATED_MANAGES] = {"manages", {SEAT, TILE, HELPS, TASK_AMOUNT}},
    [INCORPORATED_COUNTED] = {"counted", {TILE, COMPLETE, AMOUNT}},
    [INCORPORATED_SUCCEEDS] = {"succeeds", {INITIATIVE}},
    [INCORPORATED_FAILS] = {"fails", {INITIATIVE}},
    [INCORPORATED_SCORES] = {"scores", {SEAT, POINTS, AMOUNT}},
    [INCORPORATED_BANKRUPT] = {"bankrupt", {FAILED}},
    [INCORPORATED_FIVE_O_CLOCK] = {"five_o_clock", {NONE}},
    [INCORPORATED_FIRED] = {"fired", {SEAT, AMOUNT}},
};

void incorporated_write_event_json(const incorporated_state *s, const kb_event *e, kb_text *out)
{
    if (e->kind < KB_COUNT(shapes)) kb_put_event(out, &shapes[e->kind], s, e, put_field);
}

static const kb_told_field fields[] = {
    [SEAT] = {KB_IN_SEAT, 0},
    [ROUND] = {KB_IN_A, KB_TOLD_PLAIN},
    [TILE] = {KB_IN_A, 3},
    [TASK] = {KB_IN_B, KB_TOLD_PLAIN},
    [TASK_AMOUNT] = {KB_IN_AMOUNT, KB_TOLD_PLAIN},
    [COIN] = {KB_IN_B, KB_TOLD_PLAIN},
    [COINS] = {KB_IN_B, KB_TOLD_PLAIN},
    [HELPS] = {KB_IN_B, KB_TOLD_PLAIN},
    [COMPLETE] = {KB_IN_B, KB_TOLD_PLAIN},
    [INITIATIVE] = {KB_IN_A, KB_TOLD_PLAIN},
    [FAILED] = {KB_IN_A, KB_TOLD_PLAIN},
    [POINTS] = {KB_IN_A | KB_IN_B, KB_TOLD_PLAIN},
    [AMOUNT] = {KB_IN_AMOUNT, KB_TOLD_PLAIN},
};

const kb_telling incorporated_telling = {shapes, KB_COUNT(shapes), fields};
