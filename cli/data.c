/* data.c: a server's data folder. */
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

int cli_data_lock(const char *directory)
{
    char path[CLI_PATH_MAX];
    if (!cli_data_path(directory, "lock", path)) return -1;
    if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
        cli_input_error("--data: cannot create %s: %s", directory, strerror(errno));
        return -1;
    }
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        cli_input_error("--data: %s: %s", path, strerror(errno));
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        cli_input_error("--data: another server is running on %s", directory);
        close(lock);
        lock = -1;
    }
    return lock;
}
