/* style.c: reads the names of styles, plays them, and recognises them in what a seat does. */
#include "style.h"

#include "../core/rng.h"
#include "../engine/games.h"

/* --- names ------------------------------------------------------------------------------------ */

/* -999 … 999 */
static bool read_number(const char *text, size_t n, int16_t *out)
{
    int number = 0;
    bool negative = n && *text == '-';
    if (negative) text++, n--;
    if (!n || n > 3) return false;
    for (; n; text++, n--) {
        if (*text < '0' || *text > '9') return false;
        number = number * 10 + *text - '0';
    }
    *out = (int16_t)(negative ? -number : number);
    return true;
}

/* "pays=20/fights=30". Figures that are not named are 0. */
static bool read_figures(const bot_policy *policy, const char *text, size_t n, bot_figures *out)
{
    __builtin_memset(out, 0, sizeof *out);
    for (;;) {
        size_t equals = 0, end = 0;
        int figure = 0;
        while (end < n && text[end] != '/') end++;
        while (equals < end && text[equals] != '=') equals++;
        if (equals == end) return false;
        while (policy->figures[figure] && !kb_equal(text, equals, policy->figures[figure])) figure++;
        if (!policy->figures[figure] || !read_number(text + equals + 1, end - equals - 1, &out->at[figure]))
            return false;
        if (end == n) return true;
        text += end + 1;
        n -= end + 1;
    }
}

bool bot_read_style(const char *text, size_t n, bot_spec *spec)
{
    for (int game = 0; bot_policy_at(game); game++) {
        const bot_policy *policy = bot_policy_at(game);
        spec->game = (uint8_t)game;
        for (int i = 0; i < policy->n_styles; i++)
            if (kb_equal(text, n, policy->styles[i].name)) {
                spec->figures = policy->styles[i].figures;
                return true;
            }
        if (policy->styles && read_figures(policy, text, n, &spec->figures)) return true;
    }
    return false;
}

void bot_put_styles(kb_text *out)
{
    for (int game = 0; bot_policy_at(game); game++) {
        const bot_policy *policy = bot_policy_at(game);
        for (int i = 0; i < policy->n_styles; i++) {
            kb_put(out, i ? ", " : game ? "; " : " ");
            kb_put(out, policy->styles[i].name);
        }
        for (int i = 0; policy->styles && policy->figures[i]; i++) {
            kb_put(out, i ? ", " : " and the figures ");
            kb_put(out, policy->figures[i]);
        }
    }
}

/* --- play ------------------------------------------------------------------------------------- */

kb_move bot_styled(const kb_state *state, int seat, const bot_figures *figures, const bot_memory *memory, kb_rng *rng)
{
    const bot_policy *policy = bot_policy_of(state);
    kb_move move = policy->styled(state, seat, figures, memory, rng);
    return kb_check(state, seat, move) ? policy->greedy(state, seat, memory, rng) : move;
}

kb_move bot_move_in_style(const kb_state *state, int seat, int style, const bot_memory *memory, kb_rng *rng)
{
    const bot_policy *policy = bot_policy_of(state);
    if (!style) return policy->greedy(state, seat, memory, rng);
    return bot_styled(state, seat, &policy->styles[style - 1].figures, memory, rng);
}

/* --- what moves reveal ------------------------------------------------------------------------- */

enum {
    SURE = 16384, /* weight of the likeliest style */
    LEAST = 64,   /* lowest weight of any style: people change their minds */
    TRIES = 3     /* moves of each style to compare, each with other guesses and luck */
};

void bot_expect_styles(bot *b, const bot_policy *policy)
{
    if (b->style[0][0]) return;
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        for (int i = 0; i <= policy->n_styles; i++)
            b->style[seat][i] = (uint16_t)(i ? SURE / policy->mixture.prior : SURE);
}

void bot_draw_styles(const bot *b, const bot_policy *policy, int seats, kb_rng *luck, uint8_t style[KB_SEATS_MAX])
{
    for (int seat = 0; seat < seats; seat++) {
        const uint16_t *weight = b->style[seat];
        uint32_t total = 0;
        style[seat] = 0;
        for (int i = 0; i <= policy->n_styles; i++) total += weight[i];
        if (!total) continue; /* styles are not tracked */
        for (uint32_t left = kb_rng_under(luck, total); left >= weight[style[seat]]; style[seat]++)
            left -= weight[style[seat]];
    }
}

/* How well each style would have predicted the move. */
static void foresee(const bot *b, const bot_policy *policy, int seat, kb_move made, uint32_t fits[BOT_STYLES_MAX])
{
    const bot_memory others = bot_memory_of_others(b, policy);
    kb_rng rng = kb_rng_seeded(1);
    for (int try = 0; try < TRIES; try++) {
        kb_state world;
        kb_sample(&b->before, &rng, &world);
        if (policy->recall) policy->recall(&b->memory, b->seat, &world);
        if (policy->reopen) policy->reopen(&world);
        if (!(kb_actors(&world) >> seat & 1)) return;
        for (int i = 0; i <= policy->n_styles; i++)
            fits[i] += (uint32_t)policy->fit(&world, bot_move_in_style(&world, seat, i, &others, &rng), made);
    }
}

void bot_learn(bot *b, const kb_state *view, const kb_event *event)
{
    const bot_policy *policy = bot_policy_of(view);
    uint32_t fits[BOT_STYLES_MAX] = {0}, most = 1;
    uint16_t *weight = b->style[event->seat % KB_SEATS_MAX];
    kb_move made;
    if (!policy->mixture.prior) return;
    bot_expect_styles(b, policy);
    if (__builtin_memcmp(&b->now, view, sizeof *view) != 0) {
        b->before = b->now;
        b->now = *view;
    }
    bool began = b->before.setup.seats && event->seat < b->before.setup.seats;
    if (!began || event->seat == b->seat || !policy->decision(&b->before, event, &made)) return;
    foresee(b, policy, event->seat, made, fits);
    for (int i = 0; i <= policy->n_styles; i++) {
        fits[i] = (fits[i] / TRIES + (uint32_t)policy->mixture.unexpected) * weight[i];
        if (fits[i] > most) most = fits[i];
    }
    for (int i = 0; i <= policy->n_styles; i++) {
        uint32_t scaled = (uint32_t)((uint64_t)fits[i] * SURE / most);
        weight[i] = (uint16_t)(scaled > LEAST ? scaled : LEAST);
    }
}
