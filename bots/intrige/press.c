/* press.c: how somebody uses a landlord's promise: attacks the best posts there, and pays the least that is possible. */
#include "../../games/intrige/state.h"
#include "../../games/intrige/tables.h"
#include "greedy.h"

/* The send that attacks the best post which somebody else holds there; otherwise the usual one. */
static kb_move attack(const intrige_state *s, int seat, int landlord, kb_move usual)
{
    for (int post = intrige_box_of(s)->posts - 1; post >= 0; post--) {
        uint8_t holder = s->palace[landlord][post];
        if (holder == KB_NONE || intrige_seat(holder) == seat) continue;
        kb_move move = kb_move_of(INTRIGE_DO_SEND, intrige_profession(holder), landlord, 0, 0);
        if (!intrige_check(s, seat, move)) return move;
    }
    return usual;
}

kb_move intrige_press(const void *state, int seat, int promiser, kb_move usual)
{
    const intrige_state *s = (const intrige_state *)state;
    if (usual.verb == INTRIGE_DO_SEND) return attack(s, seat, promiser, usual);
    if (usual.verb == INTRIGE_DO_BRIBE && s->turn == promiser)
        usual.amount = intrige_bribes(s, intrige_due_claim(s, seat)).low;
    return usual;
}
