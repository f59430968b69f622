/* style.h: how people play. A style is a line of figures; a search takes each of the others for a mixture of styles,
 * weighed by what that seat has done in this game, and each style can be played as a bot of its own. */
#ifndef BOT_STYLE_H
#define BOT_STYLE_H

#include "policy.h"

/* Reads the name of a style, or its figures: "pays=20/fights=30". False: no game has it. */
bool bot_read_style(const char *text, size_t n, bot_spec *);
/* Appends ": NAME, NAME …" for every game, for a message. */
void bot_put_styles(kb_text *);

/* A move of the policy without character or memory. */
kb_move bot_by_policy(const bot_policy *, const void *state, int seat, kb_rng *);
/* A legal move of the seat in this style. */
kb_move bot_styled(const kb_state *, int seat, const bot_figures *, kb_rng *);
/* … in a style by its number: 0 is the policy, then the styles of the game. */
kb_move bot_move_in_style(const kb_state *, int seat, int style, kb_rng *);

/* Nothing is known of the others yet: how likely each style is to begin with. Leaves alone what was learnt. */
void bot_expect_styles(bot *, const bot_policy *);
/* What an event tells of how its seat plays. */
void bot_learn(bot *, const kb_state *view, const kb_event *);

/* What each game brings, as a part of its policy. */
#define BOT_STYLES_OF(game)                                                                                   \
    .styles = game##_styles, .n_styles = game##_N_STYLES, .figures = game##_figures, .styled = game##_styled, \
    .decision = game##_decision, .fit = game##_fit

enum { intrige_N_STYLES = 8, incorporated_N_STYLES = 7 };

extern const bot_style intrige_styles[intrige_N_STYLES];
extern const char *const intrige_figures[];
kb_move intrige_styled(const void *state, int seat, const bot_figures *, kb_rng *);
bool intrige_decision(const void *before, const kb_event *, kb_move *);
int intrige_fit(const void *before, kb_move expected, kb_move made);
void intrige_recall(const bot_ledger *, void *world);

extern const bot_style incorporated_styles[incorporated_N_STYLES];
extern const char *const incorporated_figures[];
kb_move incorporated_styled(const void *state, int seat, const bot_figures *, kb_rng *);
bool incorporated_decision(const void *before, const kb_event *, kb_move *);
int incorporated_fit(const void *before, kb_move expected, kb_move made);

#endif
