/* position.c: positions of any game as JSON: {"game":…, the setup, and the game's own members}. */
#include "games.h"
#include "setup.h"

kb_error kb_position_json(const kb_state *state, kb_text *out)
{
    const kb_game *game = kb_game_playing(state);
    if (!game || !out) return KB_E_ARGUMENT;
    kb_put(out, "{"); /* there may be other text before */
    kb_put_setup(&state->setup, out);
    game->write_position(state, out);
    kb_putj(out, "}");
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

/* The keys of the setup can be anywhere in a position, so they are looked up first. */
static kb_error find_setup(kb_json *json, kb_setup_parts *given)
{
    kb_json_open(json, '{');
    while (kb_json_more(json, '}')) {
        kb_word key;
        kb_slice value;
        if (!kb_json_word(json, &key) || !kb_json_colon(json) || !kb_json_skip(json, &value)) return KB_E_FORMAT;
        if (kb_equal(key.at, key.n, "game")) given->game = value;
        if (kb_equal(key.at, key.n, "edition")) given->edition = value;
        if (kb_equal(key.at, key.n, "options")) given->options = value;
        if (kb_equal(key.at, key.n, "players")) given->players = value;
    }
    if (!kb_json_done(json)) return KB_E_FORMAT;
    if (given->game.n && given->options.n && given->players.n) return KB_OK;
    kb_json_fail(json, "a position needs the keys game, options and players");
    return KB_E_FORMAT;
}

/* Reads a position; views: one in which things are hidden is fine as well. */
static kb_error read_position(const char *text, size_t n, bool views, kb_state *state, kb_text *why)
{
    kb_setup setup;
    kb_state read;
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    kb_setup_parts given = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    if (!text || !state) return KB_E_ARGUMENT;
    if (!why || !why->size) why = &unheard;
    kb_json json = kb_json_over(text, n, why);
    kb_error error = find_setup(&json, &given);
    if (!error) error = kb_read_setup(&setup, KB_VERSION, &given, why);
    if (!error) error = kb_start(&read, &setup);
    if (error) return error;
    json = kb_json_over(text, n, why);
    json.views = views;
    error = kb_game_of(&read)->read_position(&json, &read, why);
    if (!error) *state = read;
    return error;
}

kb_error kb_position_parse(const char *text, size_t n, kb_state *state, kb_text *why)
{
    return read_position(text, n, false, state, why);
}

/* Whether a whole position looks just like this to the seat whose view it is, or to a spectator. */
static bool is_view(const kb_state *view)
{
    kb_state world, again;
    char buffer[KB_POSITION_MAX];
    const kb_game *game = kb_game_of(view);
    uint32_t known = game->known ? game->known(view) : (1u << view->setup.seats) - 1;
    bool whole = known == (1u << view->setup.seats) - 1;
    int seat = known ? kb_lowest_bit(known) : KB_SPECTATOR;
    kb_rng rng = kb_rng_from(1);
    if (whole) return true;
    kb_text json = kb_text_in(buffer, sizeof buffer);
    if (kb_sample(view, &rng, &world) || kb_position_json(&world, &json)) return false;
    if (kb_position_parse(buffer, json.n, &world, NULL) || kb_redact(&world, seat, &again)) return false;
    return __builtin_memcmp(&again, view, sizeof again) == 0;
}

kb_error kb_view_parse(const char *text, size_t n, kb_state *state, kb_text *why)
{
    kb_state read;
    if (!state) return KB_E_ARGUMENT;
    kb_error error = read_position(text, n, true, &read, why);
    if (!error && !is_view(&read)) {
        if (why) kb_put(why, "no position looks like this to a seat");
        error = KB_E_IMPOSSIBLE;
    }
    if (!error) *state = read;
    return error;
}
