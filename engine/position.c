/* position.c: positions as JSON, of any game: {"game":…, the setup, and what the game itself writes}. */
#include "games.h"
#include "setup.h"

void kb_position_json(const kb_state *state, kb_text *out)
{
    kb_put(out, "{");
    kb_put_setup(&state->setup, out);
    kb_game_of(state)->write_position(state, out);
    kb_put(out, "}");
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
    kb_setup_parts given = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    kb_json json = kb_json_over(text, n, why);
    kb_error error = find_setup(&json, &given);
    if (!error) error = kb_read_setup(&setup, KB_VERSION, &given, why);
    if (error) return error;
    kb_start(state, &setup);
    json = kb_json_over(text, n, why);
    return kb_game_of(state)->read_position(&json, state, why);
}
