/* rules.c: `kickback rules`: a game's rules page. */
#include <string.h>

#include "cli.h"

static int run(int argc, char **argv)
{
    kb_setup setup;
    if (argc > 2) return cli_call_error("rules", "one game at a time");
    if (!cli_take_game("rules", argv[1], &setup)) return CLI_BAD_CALL;
    fputs(cli_rules_of(kb_game_at(setup.game)->name), stdout);
    return CLI_FINE;
}

const cli_verb cli_rules = {
    "rules",
    "the rules of a game, complete enough to play from",
    "usage: kickback rules GAME\n\n"
    "example:\n"
    "  kickback rules intrige | less\n",
    run,
};
