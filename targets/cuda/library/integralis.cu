/* integralis.cu: batches of Integralis. */
#include "../integralis.cuh"

#include "../../../core/encode.h"
#include "../../../games/integralis/redact.h"

namespace encoded
{
#include "../../../games/integralis/encode.c"
#include "marks.cuh"
} // namespace encoded

/* Trades of different kinds, as bits. The number of a bag rises with its last card, then the middle, then the first, so
 * the first cards that go with the other two are a pattern: the kinds below the middle one, and 0 for none. */
KB_FN static encoded::kb_marks list_different_trades(encoded::kb_marks at, uint32_t hand)
{
    uint32_t cards = 0;
    for (uint32_t rest = hand & INTEGRALIS_KINDS; rest; rest &= rest - 1) {
        int last = integralis_kind(kb_lowest_bit(rest));
        int action = encoded::FIRST_TRADE + last * (last + 1) * (last + 2) / 6 - 1;
        encoded::kb_mark_pattern(at, action, 1);
        for (uint32_t middles = cards; middles; middles &= middles - 1) {
            int middle = kb_lowest_bit(middles);
            uint32_t below = cards & ((1u << middle) - 1);
            encoded::kb_mark_pattern(at, action + middle * (middle + 1) / 2, below | 1);
        }
        cards |= 1u << last;
        at.n++;
    }
    return at;
}

#undef KB_LIST
#define KB_LIST encoded::kb_marks
#include "../../../games/integralis/legal.c"

#include "batch.cuh"
