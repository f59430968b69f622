/* show.c: `kickback show`. */
#include "cli.h"
static int run(int argc, char **argv) { (void)argc; (void)argv; return 0; }
const cli_verb cli_show = {"show", "a record told in words", "", run};
