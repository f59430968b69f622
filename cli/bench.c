/* bench.c: `kickback bench`. */
#include "cli.h"
static int run(int argc, char **argv) { (void)argc; (void)argv; return 0; }
const cli_verb cli_bench = {"bench", "how fast the rules are, measured", "", run};
