/* styles.h: how people play Intrige; see ../policy.h for what the functions do. */
#ifndef INTRIGE_STYLES_H
#define INTRIGE_STYLES_H

#include "../../games/intrige/state.h"
#include "../style.h"

enum { intrige_N_STYLES = 8 };

extern const bot_style intrige_styles[intrige_N_STYLES];
extern const char *const intrige_figures[];
kb_move intrige_styled(const void *state, int seat, const bot_figures *, const bot_memory *, kb_rng *);
bool intrige_decision(const void *before, const kb_event *, kb_move *);
int intrige_fit(const void *before, kb_move expected, kb_move made);
void intrige_recall(const bot_memory *, int seat, void *world);

#endif
