/* purse.h: everybody's money, the bank's too. What one account gains another loses, so the
 * accounts of a game always add up to nothing. */
#ifndef KB_PURSE_H
#define KB_PURSE_H

#include "base.h"

enum { KB_BANK = KB_SEATS_MAX };

typedef struct kb_purse {
    int32_t of[KB_SEATS_MAX + 1]; /* of[KB_BANK] is what the bank has paid out, negative */
} kb_purse;

/* The only place where money moves. A seat never pays what it does not have. */
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
