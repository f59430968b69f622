/* main_mpi.c: `kickback-mpi`: the arena and selfplay, played by many processes. `kickback` starts it in its own place if
 * mpirun or srun started several of it. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "ranks.h"

/* Only the first rank prints results; every rank may print errors of its own. */
static void be_quiet(void)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
}

static int run(int argc, char **argv)
{
    const cli_verb *const verbs[] = {&cli_arena, &cli_selfplay};
    for (int i = 0; argc > 1 && i < KB_COUNT(verbs); i++) {
        if (strcmp(argv[1], verbs[i]->name) != 0) continue;
        for (int k = 2; k < argc && strcmp(argv[k], "--") != 0; k++)
            if (!strcmp(argv[k], "--help") || !strcmp(argv[k], "-h")) {
                printf("kickback %s: %s\n\n%s", verbs[i]->name, verbs[i]->summary, verbs[i]->help);
                return CLI_FINE;
            }
        opterr = 0; /* cli_flag_error prints the error */
        return verbs[i]->run(argc - 1, argv + 1);
    }
    if (ranks_first()) fputs("usage: mpirun -n RANKS kickback arena … or kickback selfplay …\n", stderr);
    return CLI_BAD_CALL;
}

/* srun without a plugin for MPI starts processes that do not know of each other: each would play everything. */
static bool is_lost(void)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
    if (ranks_count() > 1 || getenv("OMPI_COMM_WORLD_SIZE") || !tasks || atoi(tasks) < 2)
        return false; /* NOLINT: trusted */
    const char *id = getenv("SLURM_PROCID");
    if (!id || !strcmp(id, "0"))
        cli_input_error("srun started %s processes that MPI does not connect: use srun --mpi=pmix, or mpirun", tasks);
    return true;
}

int main(int argc, char **argv)
{
    ranks_open(&argc, &argv);
    if (!ranks_first()) be_quiet();
    int status = is_lost() ? CLI_BAD_INPUT : run(argc, argv);
    if (fflush(stdout) != 0) status = cli_input_error("standard output could not be written");
    ranks_close();
    return ranks_first() ? status : CLI_FINE;
}
