/* play.c: the public functions that pass on to the game of a state. */
#include "../core/rng.h"
#include "games.h"

/* --- play ------------------------------------------------------------------------------------- */

static kb_error check_setup(const kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    if (!game || setup->edition >= game->n_editions) return KB_E_SETUP;
    if (setup->seats < game->seats_min || setup->seats > game->seats_max) return KB_E_SETUP;
    for (int i = 0; i < KB_OPTIONS_MAX; i++) {
        int n_values = i < game->n_options ? kb_option_values(&game->options[i]) : 1;
        if (setup->option[i] >= n_values) return KB_E_SETUP;
    }
    return KB_OK;
}

kb_error kb_start(kb_state *state, const kb_setup *setup)
{
    if (!state || !setup) return KB_E_ARGUMENT;
    kb_state fresh;
    kb_error error = check_setup(setup);
    if (error) return error;
    __builtin_memset(&fresh, 0, sizeof fresh);
    error = kb_game_at(setup->game)->start(&fresh, setup);
    if (!error) *state = fresh;
    return error;
}

uint32_t kb_actors(const kb_state *state)
{
    const kb_game *game = kb_game_playing(state);
    return game ? game->actors(state) : 0;
}

/* Whether the state has everything about the seat; about chance only a whole one has. */
static bool knows(const kb_game *game, const kb_state *state, int seat)
{
    if (!game->known) return true;
    uint32_t all = (1u << state->setup.seats) - 1;
    uint32_t wanted = seat == KB_CHANCE ? all : 1u << seat;
    return (game->known(state) & wanted) == wanted;
}

/* Whether the seat can be asked about its moves in this state. */
static kb_error check_seat(const kb_game *game, const kb_state *state, int seat)
{
    if (!game) return KB_E_ARGUMENT;
    if ((seat < 0 || seat >= state->setup.seats) && seat != KB_CHANCE) return KB_E_NO_SUCH_SEAT;
    return knows(game, state, seat) ? KB_OK : KB_E_HIDDEN;
}

/* Not inline: callers with room for the list need no stack for another. */
__attribute__((noinline)) static int list_part(const kb_game *game, const kb_state *state, int seat, kb_span *list,
                                               int max)
{
    kb_span whole[KB_SPANS_MAX];
    int n = game->legal(state, seat, whole, KB_SPANS_MAX);
    int fits = n < max ? n : max;
    if (list && fits > 0) __builtin_memcpy(list, whole, (size_t)fits * sizeof *list);
    return n;
}

int kb_legal(const kb_state *state, int seat, kb_span *list, int max)
{
    const kb_game *game = kb_game_playing(state);
    if (check_seat(game, state, seat)) return 0;
    /* Games write their lists without bounds checks: every list fits into KB_SPANS_MAX. */
    if (list && max >= KB_SPANS_MAX) return game->legal(state, seat, list, max);
    return list_part(game, state, seat, list, max);
}

kb_error kb_check(const kb_state *state, int seat, kb_move move)
{
    const kb_game *game = kb_game_playing(state);
    kb_error error = check_seat(game, state, seat);
    return error ? error : game->check(state, seat, move);
}

kb_error kb_apply(kb_state *state, int seat, kb_move move, kb_events *events)
{
    if (events) events->n = 0;
    kb_error error = kb_check(state, seat, move);
    if (!error && !knows(kb_game_of(state), state, KB_CHANCE)) error = KB_E_HIDDEN;
    if (!error) kb_game_of(state)->make(state, seat, move, events); /* refused: *state is untouched */
    return error;
}

bool kb_over(const kb_state *state, kb_result *result)
{
    const kb_game *game = kb_game_playing(state);
    return game && game->over(state, result);
}

/* Draws one of the masked seats; a single one needs no luck. */
static int pick_seat(uint32_t mask, kb_rng *rng)
{
    if (mask & (mask - 1))
        for (uint32_t skip = kb_rng_under(rng, (uint32_t)__builtin_popcount(mask)); skip > 0; skip--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

kb_error kb_pick(const kb_state *state, kb_rng *rng, int *seat, kb_move *move)
{
    kb_span list[KB_SPANS_MAX];
    if (!kb_game_playing(state) || !kb_rng_can_draw(rng) || !seat || !move) return KB_E_ARGUMENT;
    uint32_t actors = kb_actors(state);
    if (!actors) return KB_E_OVER;
    int picked = pick_seat(actors, rng);
    int n = kb_legal(state, picked, list, KB_SPANS_MAX);
    if (!n) return KB_E_HIDDEN;
    *seat = picked;
    *move = picked == KB_CHANCE ? kb_rng_luck(rng, list, n) : kb_rng_move(rng, list, n);
    return KB_OK;
}

/* --- views ----------------------------------------------------------------------------------- */

kb_error kb_redact(const kb_state *state, int seat, kb_state *out)
{
    const kb_game *game = kb_game_playing(state);
    if (!game || !out) return KB_E_ARGUMENT;
    if ((seat < 0 || seat >= state->setup.seats) && seat != KB_SPECTATOR) return KB_E_NO_SUCH_SEAT;
    kb_state view;
    __builtin_memset(&view, 0, sizeof view);
    game->redact(state, seat, &view);
    *out = view;
    return KB_OK;
}

kb_error kb_sample(const kb_state *view, kb_rng *rng, kb_state *out)
{
    const kb_game *game = kb_game_playing(view);
    if (!game || !kb_rng_can_draw(rng) || !out) return KB_E_ARGUMENT;
    kb_state whole;
    __builtin_memset(&whole, 0, sizeof whole);
    game->sample(view, rng, &whole);
    *out = whole;
    return KB_OK;
}

/* FNV-1a over the game's bytes. */
uint64_t kb_hash(const kb_state *state)
{
    if (!kb_game_playing(state)) return 0;
    const unsigned char *bytes = (const unsigned char *)state;
    size_t n = kb_game_of(state)->state_bytes;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* --- text ------------------------------------------------------------------------------------- */

kb_error kb_move_parse(const kb_state *state, const char *text, size_t n, kb_move *move)
{
    if (!kb_game_playing(state) || !text || !move) return KB_E_ARGUMENT;
    kb_scan scan = kb_scan_over(text, n);
    kb_move read = *move;
    kb_game_of(state)->read_move(state, &scan, &read);
    if (!kb_scan_done(&scan)) return KB_E_UNKNOWN_MOVE;
    *move = read;
    return KB_OK;
}

static kb_error written(const kb_text *out)
{
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

kb_error kb_span_text(const kb_state *state, kb_span span, kb_text *out)
{
    if (!kb_game_playing(state) || !out) return KB_E_ARGUMENT;
    kb_game_of(state)->write_span(state, span, out);
    return written(out);
}

kb_error kb_move_text(const kb_state *state, kb_move move, kb_text *out)
{
    kb_span span = {move, 1, 1, 1};
    return kb_span_text(state, span, out);
}

kb_error kb_event_text(const kb_state *state, const kb_event *event, kb_text *out)
{
    if (!kb_game_playing(state) || !event || !out) return KB_E_ARGUMENT;
    size_t from = out->n;
    kb_game_of(state)->write_event(state, event, out);
    if (out->n > from && out->at[from] >= 'a' && out->at[from] <= 'z') out->at[from] -= 'a' - 'A';
    return written(out);
}

kb_error kb_event_json(const kb_state *state, const kb_event *event, kb_text *out)
{
    if (!kb_game_playing(state) || !event || !out) return KB_E_ARGUMENT;
    kb_game_of(state)->write_event_json(state, event, out);
    return written(out);
}

kb_error kb_event_deal(const kb_state *state, const kb_event *event, uint32_t *kept_mask, uint32_t *broken_mask)
{
    if (!kb_game_playing(state) || !event || !kept_mask || !broken_mask) return KB_E_ARGUMENT;
    *kept_mask = *broken_mask = 0;
    if (kb_game_of(state)->agreement) kb_game_of(state)->agreement(event, kept_mask, broken_mask);
    return KB_OK;
}

kb_error kb_result_json(const kb_state *state, kb_text *out)
{
    if (!kb_game_playing(state) || !out) return KB_E_ARGUMENT;
    if (!kb_over(state, NULL)) return KB_E_NOT_OVER;
    kb_put(out, "{"); /* there may be other text before */
    kb_game_of(state)->write_end(state, out);
    kb_putj(out, "}");
    return written(out);
}

kb_error kb_picture(const kb_state *state, int seat, kb_text *out)
{
    kb_state view;
    if (!out) return KB_E_ARGUMENT;
    kb_error error = kb_redact(state, seat, &view);
    if (error) return error;
    kb_game_of(state)->write_picture(&view, seat, out);
    return written(out);
}

/* --- luck for callers -------------------------------------------------------------------------- */

kb_rng kb_rng_from(uint64_t seed)
{
    return kb_rng_seeded(seed);
}

uint64_t kb_rng_next(kb_rng *rng)
{
    return rng ? kb_rng_draw(rng) : 0;
}

uint32_t kb_rng_below(kb_rng *rng, uint32_t n)
{
    return kb_rng_can_draw(rng) && n ? kb_rng_under(rng, n) : 0;
}
