/* play.c: `kickback play`. */
#include "cli.h"
static int run(int argc, char **argv) { (void)argc; (void)argv; return 0; }
const cli_verb cli_play = {"play", "play at the terminal", "", run};
