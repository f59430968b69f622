/* rules.c: the rules of The Last Coin. */
#include "../../core/game.h"
#include "../../core/moves.h"
#include "state.h"

enum { EVERYBODY = 0xFF };

KB_FN kb_error lastcoin_start(lastcoin_state *s, const kb_setup *setup)
{
    __builtin_memset(s, 0, sizeof *s);
    s->setup = *setup;
    s->left = (uint8_t)lastcoin_pile(setup);
    s->start = KB_NONE;
    return KB_OK;
}

KB_FN uint32_t lastcoin_actors(const lastcoin_state *s)
{
    if (s->start == KB_NONE) return 1u << KB_CHANCE;
    return s->left ? 1u << lastcoin_seat_of(s, s->turns) : 0;
}

KB_FN static bool is_actor(const lastcoin_state *s, int seat)
{
    return (unsigned)seat <= KB_CHANCE && lastcoin_actors(s) >> seat & 1;
}

KB_FN kb_error lastcoin_check(const lastcoin_state *s, int seat, kb_move m)
{
    static const kb_form any = {KB_A, 0};
    if (!is_actor(s, seat)) return s->left ? KB_E_NOT_ACTOR : KB_E_OVER;
    if (m.verb > LASTCOIN_DO_TAKE || !kb_has_form(m, &any)) return KB_E_UNKNOWN_MOVE;
    if ((m.verb == LASTCOIN_DO_START) != (seat == KB_CHANCE)) return KB_E_WRONG_STEP;
    if (m.verb == LASTCOIN_DO_START) return m.a < s->setup.seats ? KB_OK : KB_E_NO_SUCH_SEAT;
    if (m.a < 1) return KB_E_AMOUNT_LOW; /* 1.2 */
    if (m.a > LASTCOIN_TAKE_MAX) return KB_E_AMOUNT_HIGH;
    return m.a <= s->left ? KB_OK : LASTCOIN_E_PILE_SMALLER;
}

KB_FN int lastcoin_legal(const lastcoin_state *s, int seat, kb_span *spans, int max)
{
    kb_span *end = spans;
    (void)max;
    if (!is_actor(s, seat)) return 0;
    if (seat == KB_CHANCE) {
        for (int first = 0; first < s->setup.seats; first++) end = kb_list(end, LASTCOIN_DO_START, first, 0, 0);
    } else {
        for (int n = 1; n <= LASTCOIN_TAKE_MAX; n++) end = kb_list_if(end, n <= s->left, LASTCOIN_DO_TAKE, n, 0, 0);
    }
    return (int)(end - spans);
}

KB_FN static void tell(kb_events *out, int kind, int seat, int a, int b)
{
    kb_event event = {(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b, 0, EVERYBODY};
    kb_tell(out, event);
}

KB_FN void lastcoin_make(lastcoin_state *s, int seat, kb_move m, kb_events *out)
{
    KB_ASSERT(!lastcoin_check(s, seat, m));
    if (m.verb == LASTCOIN_DO_START) {
        s->start = m.a;
        tell(out, LASTCOIN_BEGINS, m.a, 0, 0);
        return;
    }
    tell(out, LASTCOIN_TAKES, seat, m.a, s->turns / s->setup.seats + 1);
    s->taken[seat] = (uint8_t)(s->taken[seat] + m.a);
    s->left = (uint8_t)(s->left - m.a);
    s->turns++;
    if (!s->left) tell(out, LASTCOIN_LOSES, seat, s->taken[seat], 0);
}

/* 1.3 */
KB_FN void lastcoin_standing(const lastcoin_state *s, int32_t score[KB_SEATS_MAX])
{
    for (int seat = 0; seat < KB_SEATS_MAX; seat++) score[seat] = seat < s->setup.seats ? s->taken[seat] : 0;
    if (!s->left) score[lastcoin_seat_of(s, s->turns - 1)] = 0;
}

KB_FN bool lastcoin_over(const lastcoin_state *s, kb_result *result)
{
    if (s->left) return false;
    if (!result) return true;
    int32_t best = 0;
    __builtin_memset(result, 0, sizeof *result);
    lastcoin_standing(s, result->score);
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (result->score[seat] > best) best = result->score[seat];
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (result->score[seat] == best) result->winners_mask |= 1u << seat;
    return true;
}
