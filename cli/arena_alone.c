/* arena_alone.c: a program that can only do `kickback arena`. It is linked statically, so that matches can be played on any
 * machine of the same kind. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "arena") != 0) {
        fputs("usage: arena arena GAME …; see `kickback arena --help`\n", stderr);
        return CLI_BAD_CALL;
    }
    opterr = 0; /* cli_flag_error prints the error */
    int status = cli_arena.run(argc - 1, argv + 1);
    return fflush(stdout) != 0 ? CLI_BAD_INPUT : status;
}
