/* setup.c: see setup.h. */
#include "setup.h"

#include "games.h"

void kb_put_setup_of(const kb_setup *setup, int version, kb_text *out)
{
    const kb_game *game = kb_game_at(setup->game);
    kb_putj(out, "game:%s", game->name);
    if (game->n_editions > 1) kb_putj(out, "edition:%s", game->editions[setup->edition]);
    kb_putj(out, "options:{");
    for (int i = 0; i < game->n_options; i++) {
        const kb_option *option = &game->options[i];
        if (option->since <= version) kb_putj(out, "%s:%s", option->name, option->values[setup->option[i]]);
    }
    kb_putj(out, "}, players:%d", setup->seats);
}

void kb_put_setup(const kb_setup *setup, kb_text *out)
{
    kb_put_setup_of(setup, KB_VERSION, out);
}

void kb_setup_of_version(kb_setup *setup, int game, int version)
{
    kb_setup_default(setup, game);
    const kb_game *g = kb_game_at(game);
    for (int i = 0; i < g->n_options; i++)
        if (g->options[i].since > version) setup->option[i] = g->options[i].before;
}

void kb_put_option_defaults(const kb_game *game, const kb_option *option, kb_text *out)
{
    bool any = false;
    for (int i = 0; i < game->n_editions; i++) any |= option->in_edition[i] != 0;
    if (!any) return;
    kb_putj(out, "defaults:{");
    for (int i = 0; i < game->n_editions; i++)
        if (option->in_edition[i]) kb_putj(out, "%s:%s", game->editions[i], option->values[option->in_edition[i]]);
    kb_putj(out, "}");
}

void kb_setup_edition(kb_setup *setup, int version, int edition)
{
    const kb_game *game = kb_game_at(setup->game);
    int before = setup->edition < game->n_editions ? setup->edition : 0;
    setup->edition = (uint8_t)edition;
    for (int i = 0; i < game->n_options; i++) {
        const uint8_t *in_edition = game->options[i].in_edition;
        if (in_edition[edition] != in_edition[before] && game->options[i].since <= version)
            setup->option[i] = in_edition[edition];
    }
}

kb_error kb_setup_option(kb_setup *setup, int version, const char *name, size_t name_n, const char *value,
                         size_t value_n, kb_text *why)
{
    const kb_game *game = kb_game_at(setup->game);
    for (int i = 0; i < game->n_options; i++) {
        const kb_option *option = &game->options[i];
        if (!kb_equal(name, name_n, option->name)) continue;
        if (option->since > version) {
            kb_putf(why, "records of version %d have no option '%s'", version, option->name);
            return KB_E_SETUP;
        }
        for (int v = 0; v < kb_option_values(option); v++)
            if (kb_equal(value, value_n, option->values[v])) {
                setup->option[i] = (uint8_t)v;
                return KB_OK;
            }
        kb_putf(why, "option %s: unknown value '%.*s', expected", option->name, (int)value_n, value);
        for (int v = 0; v < kb_option_values(option); v++) kb_putf(why, "%s %s", v ? " or" : "", option->values[v]);
        return KB_E_SETUP;
    }
    kb_putf(why, "%s has no option '%.*s'; choose", game->name, (int)name_n, name);
    for (int i = 0; i < game->n_options; i++) kb_putf(why, "%s %s", i ? "," : "", game->options[i].name);
    return KB_E_SETUP;
}

static kb_error set_players(kb_setup *setup, const char *value, kb_text *why)
{
    const kb_game *game = kb_game_at(setup->game);
    int n = value[0] >= '0' && value[0] <= '9' && !value[1] ? value[0] - '0' : -1;
    if (n < game->seats_min || n > game->seats_max) {
        kb_putf(why, "players: expected %d to %d but found '%s'", game->seats_min, game->seats_max, value);
        return KB_E_SETUP;
    }
    setup->seats = (uint8_t)n;
    return KB_OK;
}

static kb_error set_edition(kb_setup *setup, const char *value, kb_text *why)
{
    const kb_game *game = kb_game_at(setup->game);
    for (int i = 0; i < game->n_editions; i++)
        if (kb_equal(value, kb_length(value), game->editions[i])) {
            kb_setup_edition(setup, KB_VERSION, i);
            return KB_OK;
        }
    kb_putf(why, "%s has no edition '%s', only", game->name, value);
    for (int i = 0; i < game->n_editions; i++) kb_putf(why, "%s %s", i ? "," : "", game->editions[i]);
    return KB_E_SETUP;
}

kb_error kb_setup_set(kb_setup *setup, const char *name, const char *value, kb_text *why)
{
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    if (!setup || !name || !value) return KB_E_ARGUMENT;
    if (!why || !why->size) why = &unheard;
    if (!kb_game_at(setup->game)) return KB_E_SETUP;
    if (kb_equal(name, kb_length(name), "players")) return set_players(setup, value, why);
    if (kb_equal(name, kb_length(name), "edition")) return set_edition(setup, value, why);
    return kb_setup_option(setup, KB_VERSION, name, kb_length(name), value, kb_length(value), why);
}

kb_error kb_setup_check(const kb_setup *setup, kb_text *why)
{
    kb_state state;
    char nowhere[1];
    kb_text unheard = kb_text_in(nowhere, sizeof nowhere);
    const kb_game *game = setup ? kb_game_at(setup->game) : NULL;
    if (!why || !why->size) why = &unheard;
    if (game && (setup->seats < game->seats_min || setup->seats > game->seats_max)) {
        kb_putf(why, "%s is for %d to %d seats, not %d", game->name, game->seats_min, game->seats_max, setup->seats);
        return KB_E_SETUP;
    }
    kb_error error = kb_start(&state, setup);
    if (error) kb_put(why, kb_error_sentence(error));
    return error;
}

bool kb_is_bond(const kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    return setup->option[game->n_options - 1] != 0; /* KB_OPTION_PROMISES is the last of every game's */
}

static kb_error read_options(kb_setup *setup, int version, kb_slice options, kb_text *why)
{
    uint32_t seen = 0;
    kb_json json = kb_json_over(options.at, options.n, why);
    kb_json_open(&json, '{');
    while (!json.failed && kb_json_more(&json, '}')) {
        kb_word name, value;
        if (!kb_json_word(&json, &name) || !kb_json_colon(&json) || !kb_json_word(&json, &value)) break;
        kb_error error = kb_setup_option(setup, version, name.at, name.n, value.at, value.n, why);
        if (error) return error;
        for (int i = 0; i < kb_game_at(setup->game)->n_options; i++) {
            if (!kb_equal(name.at, name.n, kb_game_at(setup->game)->options[i].name)) continue;
            if (seen & 1u << i) kb_json_fail(&json, "duplicate option '%.*s'", (int)name.n, name.at);
            seen |= 1u << i;
        }
    }
    return json.failed ? KB_E_SETUP : KB_OK;
}

static int read_game(kb_slice name, kb_text *why)
{
    kb_word word;
    kb_json json = kb_json_over(name.at, name.n, why);
    if (!kb_json_word(&json, &word)) return -1;
    for (int game = 0; kb_game_at(game); game++)
        if (kb_equal(word.at, word.n, kb_game_at(game)->name)) return game;
    kb_json_fail(&json, "unknown game '%.*s'; choose ", (int)word.n, word.at);
    for (int game = 0; kb_game_at(game); game++) {
        if (game) kb_put(why, kb_game_at(game + 1) ? ", " : " or ");
        kb_put(why, kb_game_at(game)->name);
    }
    return -1;
}

kb_error kb_read_setup(kb_setup *setup, int version, const kb_setup_parts *parts, kb_text *why)
{
    kb_json json;
    int game = read_game(parts->game, why);
    if (game < 0) return KB_E_SETUP;
    kb_setup_of_version(setup, game, version);
    const kb_game *g = kb_game_at(game);

    if (parts->edition.n) {
        if (g->n_editions == 1) {
            kb_putf(why, "%s has only one edition and no key 'edition'", g->name);
            return KB_E_SETUP;
        }
        json = kb_json_over(parts->edition.at, parts->edition.n, why);
        int edition = kb_json_name(&json, g->editions, g->n_editions, "edition");
        if (edition < 0) return KB_E_SETUP;
        kb_setup_edition(setup, version, edition);
    }
    int64_t players = 0;
    json = kb_json_over(parts->players.at, parts->players.n, why);
    if (!kb_json_int(&json, g->seats_min, g->seats_max, &players)) {
        kb_put(why, " players");
        return KB_E_SETUP;
    }
    setup->seats = (uint8_t)players;
    if (parts->options.n) {
        kb_error error = read_options(setup, version, parts->options, why);
        if (error) return error;
    }
    return kb_setup_check(setup, why);
}
