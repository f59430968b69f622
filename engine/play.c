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
    kb_error error = check_setup(setup);
    if (error) return error;
    __builtin_memset(state, 0, sizeof *state);
    return kb_game_at(setup->game)->start(state, setup);
}

uint32_t kb_actors(const kb_state *state)
{
    return kb_game_of(state)->actors(state);
}

int kb_legal(const kb_state *state, int seat, kb_span *list, int max)
{
    /* Games write their lists without looking where they end: every list has room in KB_SPANS_MAX. */
    if (max >= KB_SPANS_MAX) return kb_game_of(state)->legal(state, seat, list, max);
    kb_span whole[KB_SPANS_MAX];
    int n = kb_game_of(state)->legal(state, seat, whole, KB_SPANS_MAX);
    int fits = n < max ? n : max;
    if (fits > 0) __builtin_memcpy(list, whole, (size_t)fits * sizeof *list);
    return n;
}

kb_error kb_check(const kb_state *state, int seat, kb_move move)
{
    return kb_game_of(state)->check(state, seat, move);
}

kb_error kb_apply(kb_state *state, int seat, kb_move move, kb_events *events)
{
    kb_error error = kb_check(state, seat, move);
    if (events) events->n = 0;
    if (!error) kb_game_of(state)->make(state, seat, move, events); /* refused: *state is untouched */
    return error;
}

bool kb_over(const kb_state *state, kb_result *result)
{
    return kb_game_of(state)->over(state, result);
}

/* Draws one of the masked seats; a single one needs no luck. */
static int pick_seat(uint32_t mask, kb_rng *rng)
{
    if (mask & (mask - 1))
        for (uint32_t skip = kb_rng_under(rng, (uint32_t)__builtin_popcount(mask)); skip > 0; skip--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

void kb_pick(const kb_state *state, kb_rng *rng, int *seat, kb_move *move)
{
    kb_span list[KB_SPANS_MAX];
    *seat = pick_seat(kb_actors(state), rng);
    int n = kb_legal(state, *seat, list, KB_SPANS_MAX);
    *move = *seat == KB_CHANCE ? kb_rng_luck(rng, list, n) : kb_rng_move(rng, list, n);
}

/* --- who may know what ------------------------------------------------------------------------ */

void kb_redact(const kb_state *state, int seat, kb_state *out)
{
    __builtin_memset(out, 0, sizeof *out);
    kb_game_of(state)->redact(state, seat, out);
}

void kb_sample(const kb_state *redacted, kb_rng *rng, kb_state *out)
{
    __builtin_memset(out, 0, sizeof *out);
    kb_game_of(redacted)->sample(redacted, rng, out);
}

/* FNV-1a over the game's bytes. */
uint64_t kb_hash(const kb_state *state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    size_t n = kb_game_of(state)->state_bytes;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* --- text ------------------------------------------------------------------------------------- */

kb_error kb_move_parse(const kb_state *state, const char *text, size_t n, kb_move *move)
{
    kb_scan scan = kb_scan_over(text, n);
    kb_game_of(state)->read_move(state, &scan, move);
    return kb_scan_done(&scan) ? KB_OK : KB_E_UNKNOWN_MOVE;
}

void kb_span_text(const kb_state *state, kb_span span, kb_text *out)
{
    kb_game_of(state)->write_span(state, span, out);
}

void kb_move_text(const kb_state *state, kb_move move, kb_text *out)
{
    kb_span span = {move, 1, 1, 1};
    kb_span_text(state, span, out);
}

void kb_event_text(const kb_state *state, const kb_event *event, kb_text *out)
{
    size_t from = out->n;
    kb_game_of(state)->write_event(state, event, out);
    if (out->n > from && out->at[from] >= 'a' && out->at[from] <= 'z') out->at[from] -= 'a' - 'A';
}

void kb_event_json(const kb_state *state, const kb_event *event, kb_text *out)
{
    kb_game_of(state)->write_event_json(state, event, out);
}

/* --- luck for callers -------------------------------------------------------------------------- */

kb_rng kb_rng_from(uint64_t seed)
{
    return kb_rng_seeded(seed);
}

uint64_t kb_rng_next(kb_rng *rng)
{
    return kb_rng_draw(rng);
}

uint32_t kb_rng_below(kb_rng *rng, uint32_t n)
{
    return kb_rng_under(rng, n);
}
