/* clues.h: what played tiles reveal about hidden ones. See ../policy.h for what the functions do. */
#ifndef INCORPORATED_CLUES_H
#define INCORPORATED_CLUES_H

#include "../policy.h"

void incorporated_infer(const void *view, int seat, bot_clues *);
int incorporated_misfits(const void *world, const bot_clues *);
void incorporated_reopen(void *world);

#endif
