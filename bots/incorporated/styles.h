/* styles.h: how people play Incorporated; see ../policy.h for what the functions do. */
#ifndef INCORPORATED_STYLES_H
#define INCORPORATED_STYLES_H

#include "../style.h"

enum { incorporated_N_STYLES = 7 };

extern const bot_style incorporated_styles[incorporated_N_STYLES];
extern const char *const incorporated_figures[];
kb_move incorporated_styled(const void *state, int seat, const bot_figures *, const bot_memory *, kb_rng *);
bool incorporated_decision(const void *before, const kb_event *, kb_move *);
int incorporated_fit(const void *before, kb_move expected, kb_move made);

#endif
