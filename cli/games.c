/* games.c: `kickback games`: lists games, seats, editions and options. */
#include <string.h>

#include "cli.h"

static void print_game(int number)
{
    const kb_game *game = kb_game_at(number);
    printf("%s: %s, by %s\n", game->name, game->title, game->author);
    printf("  seats     %d to %d:", game->seats_min, game->seats_max);
    for (int i = 0; i < game->seats_max; i++) printf(" %s", game->seat_names[i]);
    if (game->n_editions > 1) {
        printf("\n  editions ");
        for (int i = 0; i < game->n_editions; i++) printf(" %s%s", game->editions[i], i ? "" : " (default)");
    }
    puts("\n  options   (default first)");
    for (int i = 0; i < game->n_options; i++) {
        char values[128];
        kb_text text = kb_text_in(values, sizeof values);
        for (int v = 0; v < kb_option_values(&game->options[i]); v++)
            kb_putf(&text, "%s%s", v ? "|" : "", game->options[i].values[v]);
        printf("    %s=%s\n        %s\n", game->options[i].name, values, game->options[i].meaning);
        for (int e = 0; e < game->n_editions; e++)
            if (game->options[i].in_edition[e])
                printf("        default in %s: %s\n", game->editions[e],
                       game->options[i].values[game->options[i].in_edition[e]]);
    }
}

static int run(int argc, char **argv)
{
    kb_setup setup;
    if (argc > 2) return cli_call_error("games", "expected one game at most");
    if (argc == 2) {
        if (!cli_take_game("games", argv[1], &setup)) return CLI_BAD_CALL;
        print_game(setup.game);
        return CLI_FINE;
    }
    for (int i = 0; kb_game_at(i); i++) print_game(i);
    return CLI_FINE;
}

const cli_verb cli_games = {
    "games",
    "list games, seats, editions and options",
    "usage: kickback games [GAME]\n\n"
    "examples:\n"
    "  kickback games\n"
    "  kickback games intrige\n",
    run,
};
