/* data.c: where a server's data is. */
#include "data.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

const char *cli_data_flag(const char *verb, int *argc, char ***argv)
{
    static const struct option flags[] = {{"data", required_argument, NULL, 'd'}, {NULL, 0, NULL, 0}};
    const char *data = getenv("KICKBACK_DATA");
    int flag;
    while ((flag = getopt_long(*argc, *argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            cli_flag_error(verb, flags, *argv);
            return NULL;
        }
        data = optarg;
    }
    *argc -= optind;
    *argv += optind;
    if (data && *data) return data;
    cli_call_error(verb, "--data is missing: the server's data folder");
    return NULL;
}

bool cli_data_path(const char *directory, const char *file, char path[CLI_PATH_MAX])
{
    if (snprintf(path, CLI_PATH_MAX, "%s/%s", directory, file) < CLI_PATH_MAX) return true;
    cli_input_error("--data: name too long");
    return false;
}

int cli_data_lock(const char *flag, const char *directory)
{
    char path[CLI_PATH_MAX];
    if (!cli_data_path(directory, "lock", path)) return -1;
    if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
        cli_input_error("%s: cannot create %s: %s", flag, directory, strerror(errno));
        return -1;
    }
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        cli_input_error("%s: %s: %s", flag, path, strerror(errno));
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        cli_input_error("%s: another server is running on %s", flag, directory);
        close(lock);
        lock = -1;
    }
    return lock;
}

cli_place cli_place_of(const char *text)
{
    if (!strncmp(text, "sqlite:", 7) && text[7]) return CLI_SQLITE;
    bool is_postgres = !strncmp(text, "postgresql://", 13) || !strncmp(text, "postgres://", 11);
    return is_postgres ? CLI_POSTGRES : CLI_NOWHERE;
}

const char *cli_place_folder(const char *text)
{
    return text + 7;
}

void cli_print_progress(void *context, size_t done, size_t all)
{
    enum { WIDTH = 40 };
    int *drawn = context, now = all ? (int)(done * WIDTH / all) : WIDTH;
    if (!isatty(STDERR_FILENO) || now == *drawn) return;
    *drawn = now;
    fprintf(stderr, "\r[%.*s%*s] %zu of %zu%s", now, "########################################", WIDTH - now, "", done,
            all, done == all ? "\n" : "");
}
