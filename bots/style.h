/* style.h: how people play. A style is a row of figures. A search models each of the others as a mixture of styles,
 * weighted by what that seat has done in this game. Each style can also be played as a bot. */
#ifndef BOT_STYLE_H
#define BOT_STYLE_H

#include "policy.h"

/* Reads the name of a style, or its figures: "pays=20/fights=30". False: no game has it. */
bool bot_read_style(const char *text, size_t n, bot_spec *);
/* Appends the names of all styles and figures, for an error message. */
void bot_put_styles(kb_text *);

/* A legal move of the seat in this style, with this memory. */
kb_move bot_styled(const kb_state *, int seat, const bot_figures *, const bot_memory *, kb_rng *);
/* A legal move of the seat in the style of this number: 0 is the policy, then come the styles of the game. */
kb_move bot_move_in_style(const kb_state *, int seat, int style, const bot_memory *, kb_rng *);

/* Draws a style for each of the others in one guessed world, by what they have done so far. */
void bot_draw_styles(const bot *, const bot_policy *, int seats, kb_rng *, uint8_t style[KB_SEATS_MAX]);

/* Sets the prior weights of the styles. Does nothing if they are set already. */
void bot_expect_styles(bot *, const bot_policy *);
/* Updates the weights by what an event shows about how its seat plays. */
void bot_learn(bot *, const kb_state *view, const kb_event *);

/* The part of a policy that a game with styles provides. */
#define BOT_STYLES_OF(game)                                                                                   \
    .styles = game##_styles, .n_styles = game##_N_STYLES, .figures = game##_figures, .styled = game##_styled, \
    .decision = game##_decision, .fit = game##_fit

#endif
