/* integralis.cuh: the rules of Integralis for a GPU. */
#include "choice.cuh"

#include "../../games/integralis/bribery.c"
#include "../../games/integralis/closing.c"
#include "../../games/integralis/legal.c"
#include "../../games/integralis/rules.c"
#include "../../games/integralis/work.c"

/* The card of the nth kind of a hand. */
KB_FN static uint32_t nth_card(uint32_t kinds, uint32_t n)
{
    return (uint32_t)integralis_kind(kb_nth_bit(kinds, n));
}

KB_FN static uint32_t pairs_of(uint32_t n)
{
    return n * (n - 1) / 2;
}

/* Trades of different kinds, counted instead of listed. With the nth kind come the pairs of earlier ones, each with it,
 * then earlier ones alone with it, then itself. */
KB_FN static kb_choice list_different_trades(kb_choice at, uint32_t hand)
{
    uint32_t kinds = hand & INTEGRALIS_KINDS;
    uint32_t n = (uint32_t)kb_count_bits(kinds);
    uint32_t all = n * (n * n + 5) / 6; /* n, and the ways to take two and three of n */
    if (kb_is_among(at, all)) {
        uint32_t left = at.wanted - at.n, last = 0, middle = 0;
        while (left >= pairs_of(last) + last + 1) {
            left -= pairs_of(last) + last + 1;
            last++;
        }
        uint32_t card = nth_card(kinds, last);
        if (left < pairs_of(last)) {
            while (pairs_of(middle + 1) <= left) middle++;
            at.bits = INTEGRALIS_DO_TRADE | nth_card(kinds, left - pairs_of(middle)) << 8 |
                      nth_card(kinds, middle) << 16 | card << 24;
        } else if (left < pairs_of(last) + last) {
            at.bits = INTEGRALIS_DO_TRADE | nth_card(kinds, left - pairs_of(last)) << 8 | card << 16;
        } else {
            at.bits = INTEGRALIS_DO_TRADE | card << 8;
        }
    }
    at.n += all;
    return at;
}

#undef KB_LIST
#define KB_LIST kb_choice
#define KB_CHOOSES
#include "../../games/integralis/legal.c"

#define OF_GAME(name) integralis_##name
#include "pick.cuh"
