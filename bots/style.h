/* style.h: how people play. A style is a line of figures; a search takes each of the others for a mixture of styles,
 * weighed by what that seat has done in this game, and each style can be played as a bot of its own. */
#ifndef BOT_STYLE_H
#define BOT_STYLE_H

#include "policy.h"

/* Reads the name of a style, or its figures: "pays=20/fights=30". False: no game has it. */
bool bot_read_style(const char *text, size_t n, bot_spec *);
/* Appends ": NAME, NAME …" for every game, for a message. */
void bot_put_styles(kb_text *);

/* A legal move of the seat in this style. */
kb_move bot_styled(const kb_state *, int seat, const bot_figures *, kb_rng *);
/* … in a style by its number: 0 is the policy, then the styles of the game. */
kb_move bot_move_in_style(const kb_state *, int seat, int style, kb_rng *);

/* How each of the others plays in one guessed world: drawn by what it has done so far. */
void bot_draw_styles(const bot *, const bot_policy *, int seats, kb_rng *, uint8_t style[KB_SEATS_MAX]);

/* Nothing is known of the others yet: how likely each style is to begin with. Leaves alone what was learnt. */
void bot_expect_styles(bot *, const bot_policy *);
/* What an event tells of how its seat plays. */
void bot_learn(bot *, const kb_state *view, const kb_event *);

/* What a game with styles brings, as a part of its policy. */
#define BOT_STYLES_OF(game)                                                                                   \
    .styles = game##_styles, .n_styles = game##_N_STYLES, .figures = game##_figures, .styled = game##_styled, \
    .decision = game##_decision, .fit = game##_fit

#endif
