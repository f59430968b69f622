/* choice.cuh: chooses a legal move without a list. A list of up to 1,602 entries per thread would not fit the registers,
 * and writing it would cost more than playing. So the functions that write a game's list are compiled here a second time,
 * with a KB_LIST that counts entries and keeps one of them: the first pass counts, the second one keeps the entry drawn.
 * The draw is the one of kb_rng_move and kb_rng_luck, so the games are the same as on the processor. */
#ifndef KB_CHOICE_CUH
#define KB_CHOICE_CUH

#include "../../core/moves.h"
#include "../../core/rng.h"

/* n: the entries so far, each amount of a run and each weight of luck counted. The entry with the number `wanted` is kept. */
struct kb_choice {
    uint32_t n, wanted;
    uint64_t bits;
};

KB_FN static inline bool operator==(kb_choice a, kb_choice b)
{
    return a.n == b.n;
}

/* The number of the nth bit of a mask, counted from 0. */
KB_FN static inline int kb_nth_bit(uint32_t mask, uint32_t n)
{
    for (; n > 0; n--) mask &= mask - 1;
    return kb_lowest_bit(mask);
}

/* Whether the wanted entry is one of the next n. */
KB_FN static inline bool kb_is_among(kb_choice at, uint32_t n)
{
    return at.wanted - at.n < n;
}

KB_FN static inline kb_choice kb_list_bits(kb_choice at, uint64_t bits)
{
    if (at.n == at.wanted) at.bits = bits;
    at.n++;
    return at;
}

KB_FN static inline kb_choice kb_list(kb_choice at, int verb, int a, int b, int c)
{
    return kb_list_bits(at, kb_move_bits(verb, a, b, c));
}

KB_FN static inline kb_choice kb_list_if(kb_choice at, bool legal, int verb, int a, int b, int c)
{
    if (legal & (at.n == at.wanted)) at.bits = kb_move_bits(verb, a, b, c);
    at.n += legal;
    return at;
}

KB_FN static inline kb_choice kb_list_weighed(kb_choice at, int weight, int verb, int a, int b)
{
    if (kb_is_among(at, (uint32_t)weight)) at.bits = kb_move_bits(verb, a, b, 0);
    at.n += (uint32_t)weight;
    return at;
}

KB_FN static inline kb_choice kb_list_each(kb_choice at, uint32_t mask, int verb, int b)
{
    uint32_t n = (uint32_t)kb_count_bits(mask);
    if (kb_is_among(at, n)) at.bits = kb_move_bits(verb, kb_nth_bit(mask, at.wanted - at.n), b, 0);
    at.n += n;
    return at;
}

KB_FN static inline kb_choice kb_list_each_twice(kb_choice at, uint32_t mask, int verb)
{
    uint32_t n = 2 * (uint32_t)kb_count_bits(mask);
    uint32_t left = at.wanted - at.n;
    if (left < n) at.bits = kb_move_bits(verb, kb_nth_bit(mask, left / 2), (int)(left % 2), 0);
    at.n += n;
    return at;
}

KB_FN static inline kb_choice kb_list_parts(kb_choice at, uint32_t mask, int verb)
{
    uint32_t n = 1u << kb_count_bits(mask);
    if (kb_is_among(at, n)) {
        uint32_t part = 0;
        for (uint32_t number = at.wanted - at.n; number; number >>= 1, mask &= mask - 1)
            if (number & 1) part |= mask & (0u - mask);
        at.bits = kb_move_bits(verb, (int)part, 0, 0);
    }
    at.n += n;
    return at;
}

KB_FN static inline kb_choice kb_list_some(kb_choice at, const uint32_t *moves, int, int n, uint32_t with)
{
    if (kb_is_among(at, (uint32_t)n)) at.bits = moves[at.wanted - at.n] | with;
    at.n += (uint32_t)n;
    return at;
}

KB_FN static inline kb_choice kb_list_row(kb_choice at, uint32_t move, const uint8_t *row, int, int n)
{
    if (kb_is_among(at, (uint32_t)n)) at.bits = move | (uint32_t)row[at.wanted - at.n] << 16;
    at.n += (uint32_t)n;
    return at;
}

KB_FN static inline kb_choice kb_list_run(kb_choice at, int verb, int a, int b, int32_t low, int32_t n, int32_t step)
{
    if (kb_is_among(at, (uint32_t)n)) {
        int32_t amount = low + (int32_t)(at.wanted - at.n) * step;
        at.bits = (uint64_t)(uint32_t)amount << 32 | kb_move_bits(verb, a, b, 0);
    }
    at.n += (uint32_t)n;
    return at;
}

#endif
