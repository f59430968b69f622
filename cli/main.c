/* main.c: finds the verb and runs it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const cli_verb *const verbs[] = {
    &cli_play,  &cli_games,  &cli_rules,  &cli_show,  &cli_promises, &cli_random,   &cli_trace,  &cli_position,
    &cli_legal, &cli_schema, &cli_arena,  &cli_bench, &cli_verify,   &cli_serve,    &cli_admin,  &cli_backup,
    &cli_copy,  &cli_export, &cli_import, &cli_check, &cli_salvage,  &cli_selfplay, &cli_endings};

static void print_usage(FILE *to)
{
    fputs("kickback: negotiation games against bots and people.\n\nusage: kickback VERB …\n\n", to);
    for (int i = 0; i < KB_COUNT(verbs); i++) fprintf(to, "  %-10s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs(
        "\n`kickback VERB --help` explains a verb. To start: `kickback rules intrige`, then `kickback play intrige`.\n"
        "Exit status: 0 success, 1 bad input, 2 bad usage.\n",
        to);
}

static void print_help(const cli_verb *verb)
{
    printf("kickback %s: %s\n\n%s", verb->name, verb->summary, verb->help);
}

/* The value of the first of these variables that is set. -1: none is. */
static int launcher_says(const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        const char *value = getenv(names[i]);
        if (value) return (int)strtol(value, NULL, 10);
    }
    return -1;
}

/* If mpirun or srun started several of this program, kickback-mpi plays in its place: this program does not need MPI. Returns
 * if that is not so. */
static void give_way(char **argv)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    char path[PATH_MAX + 8];
    if (launcher_says(sizes, KB_COUNT(sizes)) < 2) return;
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    if (n < 0) n = 0;
    memcpy(path + n, "-mpi", sizeof "-mpi");
    execv(path, argv);
    if (launcher_says(ranks, KB_COUNT(ranks)) <= 0)
        cli_input_error("several processes need kickback-mpi, but %s: %s. It is built if OpenMPI is installed", path,
                        strerror(errno));
    exit(CLI_BAD_INPUT);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    if (!strcmp(name, "--version")) {
        puts("kickback " KICKBACK_VERSION);
        return CLI_FINE;
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        print_usage(argc > 1 ? stdout : stderr);
        return argc > 1 ? CLI_FINE : CLI_BAD_CALL;
    }
    if (!strcmp(name, "arena") || !strcmp(name, "selfplay")) give_way(argv);
    for (int i = 0; i < KB_COUNT(verbs); i++) {
        if (strcmp(name, verbs[i]->name) != 0) continue;
        for (int k = 2; k < argc && strcmp(argv[k], "--") != 0; k++)
            if (!strcmp(argv[k], "--help") || !strcmp(argv[k], "-h")) {
                print_help(verbs[i]);
                return CLI_FINE;
            }
        opterr = 0; /* cli_flag_error prints the error */
        int status = verbs[i]->run(argc - 1, argv + 1);
        if (fflush(stdout) != 0 || ferror(stdout)) return cli_input_error("standard output could not be written");
        return status;
    }
    fprintf(stderr, "kickback: unknown verb '%s'; choose one of", name);
    for (int i = 0; i < KB_COUNT(verbs); i++) fprintf(stderr, " %s", verbs[i]->name);
    fputs(". See `kickback --help`.\n", stderr);
    return CLI_BAD_CALL;
}
