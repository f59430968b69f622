/* purse.h: the money of all seats and of the bank. What one account gains another loses, so all accounts of a game
 * sum to zero. */
#ifndef KB_PURSE_H
#define KB_PURSE_H

#include "base.h"

enum { KB_BANK = KB_SEATS_MAX };

typedef struct kb_purse {
    int32_t of[KB_SEATS_MAX + 1]; /* of[KB_BANK] is minus what the bank has paid out */
} kb_purse;

/* The only function that moves money. A seat never pays more than it has. */
KB_FN static inline void kb_pay(kb_purse *purse, int from, int to, int32_t amount)
{
    KB_ASSERT(amount >= 0 && (from == KB_BANK || purse->of[from] >= amount));
    purse->of[from] -= amount;
    purse->of[to] += amount;
}

KB_FN static inline int32_t kb_purse_total(const kb_purse *purse)
{
    int32_t total = 0;
    for (int i = 0; i <= KB_BANK; i++) total += purse->of[i];
    return total;
}

#endif
