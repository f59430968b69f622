/* position.c: positions as JSON, of any game: {"game":…, the setup, and what the game itself writes}. */
#include "games.h"
#include "setup.h"

kb_error kb_position_json(const kb_state *state, kb_text *out)
{
    const kb_game *game = kb_game_playing(state);
    if (!game || !out) return KB_E_ARGUMENT;
    kb_put(out, "{");
    kb_put_setup(&state->setup, out);
    game->write_position(state, out);
    kb_put(out, "}");
    return out->cut ? KB_E_NO_ROOM : KB_OK;
}

/* The setup stands among the other keys of a position, in any order: it is looked up first. */
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

kb_error kb_position_parse(const char *text, size_t n, kb_state *state, kb_text *why)
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
    error = kb_game_of(&read)->read_position(&json, &read, why);
    if (!error) *state = read;
    return error;
}
