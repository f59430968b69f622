/* schema.c: `kickback schema`: prints the JSON Schema of a game's positions. */
#include "cli.h"

static int run(int argc, char **argv)
{
    kb_setup setup;
    if (argc > 2) return cli_call_error("schema", "expected one game but found '%s' too", argv[2]);
    if (!cli_take_game("schema", argv[1], &setup)) return CLI_BAD_CALL;
    fputs(cli_schema_of(kb_game_at(setup.game)->name), stdout);
    return CLI_FINE;
}

const cli_verb cli_schema = {
    "schema",
    "print the JSON Schema of a game's positions",
    "usage: kickback schema GAME\n\n"
    "Prints the JSON Schema (draft 2020-12) of what `kickback position` prints, with or without --seat. The\n"
    "definition `whole` describes positions without --seat. docs/formats.md explains the keys.\n\n"
    "example:\n"
    "  kickback schema intrige > intrige.json\n",
    run,
};
