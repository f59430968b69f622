/* clues.h: what the tiles others have played tell of those they hold. */
#ifndef INCORPORATED_CLUES_H
#define INCORPORATED_CLUES_H

#include "../policy.h"

void incorporated_infer(const void *view, int seat, bot_clues *);
int incorporated_misfits(const void *world, const bot_clues *);
void incorporated_reopen(void *world);

#endif
