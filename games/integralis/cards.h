/* cards.h: sets of a team's cards. Each kind has a field with one bit per card of that kind, in card order, filled
 * from below: a set with two F1 has the two lower bits of F1's three. The size of a set is its number of bits, and
 * the lowest bit of a field says whether the set has that kind. */
#ifndef INTEGRALIS_CARDS_H
#define INTEGRALIS_CARDS_H

#include "tables.h"

/* A set that a view may not know: this bit, and the size instead of the cards. */
#define INTEGRALIS_UNKNOWN 0x80000000u
/* The lowest bit of each field. */
#define INTEGRALIS_KINDS 0x7C0727FFu
/* The second bit of each field: set if there are two cards of the kind. */
#define INTEGRALIS_ALIKE 0x00084800u
/* All workers; coffee, bye-bye and mix-up; sabotages, illness and meeting. */
#define INTEGRALIS_ALL_WORKERS 0x000001FFu
#define INTEGRALIS_ATTACKS     0x50040000u
#define INTEGRALIS_MISCHIEF    0x24030000u

KB_FN static inline uint32_t integralis_field(int card)
{
    static const uint32_t fields[INTEGRALIS_CARDS] = {
        0,           1u << 0, /* fritz     */
        1u << 1,              /* greta     */
        1u << 2,              /* hugo      */
        1u << 3,              /* wilma     */
        1u << 4,              /* ida       */
        1u << 5,              /* jupp      */
        1u << 6,              /* kathi     */
        1u << 7,              /* lars      */
        1u << 8,              /* moni      */
        1u << 9,              /* f0        */
        7u << 10,             /* f1        */
        7u << 13,             /* overtime  */
        1u << 16,             /* sabotage5 */
        1u << 17,             /* sabotage2 */
        0xFFu << 18,          /* coffee: one team can hold those of all */
        1u << 26,             /* illness   */
        1u << 27,             /* vitamins  */
        1u << 28,             /* byebye    */
        1u << 29,             /* meeting   */
        1u << 30,             /* mixup     */
    };
    return fields[card];
}

/* The kind whose field has this bit. */
KB_FN static inline int integralis_kind(int bit)
{
    static const uint8_t kinds[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 11, 11, 12, 12, 12,
                                    13, 14, 15, 15, 15, 15, 15, 15, 15, 15, 16, 17, 18, 19, 20};
    return kinds[bit];
}

KB_FN static inline bool integralis_has(uint32_t set, int card)
{
    return set & integralis_field(card) & INTEGRALIS_KINDS;
}

KB_FN static inline int integralis_count(uint32_t set, int card)
{
    return kb_count_bits(set & integralis_field(card));
}

/* Whether the set has n of the card, 1 to 3. Fields are filled from below, so this is the nth bit. */
KB_FN static inline bool integralis_holds(uint32_t set, int card, int n)
{
    uint32_t field = integralis_field(card);
    return set & field & (field & INTEGRALIS_KINDS) << (n - 1);
}

KB_FN static inline int integralis_size(uint32_t set)
{
    return set & INTEGRALIS_UNKNOWN ? (int)(set & 0xFF) : kb_count_bits(set);
}

KB_FN static inline uint32_t integralis_with(uint32_t set, int card)
{
    uint32_t field = integralis_field(card);
    KB_ASSERT((set & field) != field);
    return set | (set & field) << 1 | (field & INTEGRALIS_KINDS);
}

KB_FN static inline uint32_t integralis_without(uint32_t set, int card)
{
    uint32_t field = integralis_field(card);
    KB_ASSERT(set & field);
    return (set & ~field) | ((set & field) >> 1 & field);
}

/* A team's cards before the game. */
KB_FN static inline uint32_t integralis_all_cards(const integralis_state *s)
{
    uint32_t set = 0;
    for (int card = 1; card < INTEGRALIS_CARDS; card++)
        for (int i = integralis_copies(s, card); i > 0; i--) set = integralis_with(set, card);
    return set;
}

KB_FN static inline bool integralis_is_worker(int card)
{
    return card >= INTEGRALIS_FRITZ && card <= INTEGRALIS_MONI;
}

#endif
