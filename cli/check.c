/* check.c: `kickback check` and `kickback salvage`: check a server's stored games, and recover damaged ones. */
#include "../server/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli.h"
#include "data.h"
#include "save.h"

static void print_finding(void *context, const char *line)
{
    (void)context;
    printf("%s\n", line);
}

static int run_check(int argc, char **argv)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    int drawn = -1;
    srv_findings findings = {&drawn, print_finding, cli_print_progress, 0};
    const char *data = cli_data_flag("check", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc) return cli_call_error("check", "unexpected argument '%s'", argv[0]);
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    if (sodium_init() < 0) return cli_input_error("libsodium cannot be initialised");
    if (!srv_check(path, &findings, &why)) return cli_input_error("%s", reason);
    if (!findings.n) puts("no errors found");
    return findings.n ? CLI_BAD_INPUT : CLI_FINE;
}

const cli_verb cli_check = {
    "check",
    "check a server's stored games",
    "usage: kickback check --data DIR\n\n"
    "Checks the server's data: the database itself, every entry, whether every game replays, and whether the list\n"
    "of finished games is correct. Prints a line for each error. Changes nothing; the server may be running.\n\n"
    "SQLite has no checksums. Damage that leaves an entry valid, such as a changed word of talk, is not detected.\n\n"
    "  --data DIR   the server's data folder (or KICKBACK_DATA)\n\n"
    "Exit status: 0 no errors, 1 errors found, 2 bad usage.\n\n"
    "example:\n"
    "  kickback check --data /var/lib/kickback\n",
    run_check,
};

/* No server may write to the files while they are copied. Does not create the lock file if there is none. */
static bool is_in_use(const char *data)
{
    char path[CLI_PATH_MAX];
    if (!cli_data_path(data, "lock", path)) return true;
    int lock = open(path, O_RDONLY | O_CLOEXEC);
    bool used = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0;
    if (lock >= 0) close(lock);
    return used;
}

static void remove_folder(const char *folder)
{
    DIR *all = opendir(folder);
    for (const struct dirent *file; all && (file = readdir(all));) unlinkat(dirfd(all), file->d_name, 0);
    if (all) closedir(all);
    rmdir(folder);
}

static int salvage(const char *data, const char *to)
{
    char from[CLI_PATH_MAX], aside[CLI_PATH_MAX], path[CLI_PATH_MAX], reason[512] = "";
    kb_text why = kb_text_in(reason, sizeof reason);
    int drawn = -1;
    srv_findings findings = {&drawn, print_finding, cli_print_progress, 0};
    srv_salvaged sum;
    if (!cli_data_path(data, "log.sqlite", from)) return CLI_BAD_CALL;
    if (is_in_use(data)) return cli_input_error("--data: a server is running on %s", data);
    if (snprintf(aside, sizeof aside, "%s.XXXXXX", to) >= (int)sizeof aside)
        return cli_input_error("--to: name too long");
    if (!access(to, F_OK)) return cli_input_error("--to: %s already exists", to);
    if (!mkdtemp(aside)) return cli_input_error("--to: %s: %s", to, strerror(errno));
    bool done = cli_data_path(aside, "log.sqlite", path) && srv_salvage(from, path, &findings, &sum, &why);
    if (done && (!cli_sync_directory(path) || rename(aside, to) || !cli_sync_directory(to))) {
        kb_putf(&why, "%s: %s", to, strerror(errno));
        done = false;
    }
    if (!done) {
        remove_folder(aside);
        return cli_input_error("%s", reason);
    }
    printf("%zu tables complete (%zu entries), %zu truncated (%zu entries), %zu lost; %zu people\n", sum.tables,
           sum.entries, sum.cut, sum.cut_entries, sum.lost, sum.people);
    return findings.n ? CLI_BAD_INPUT : CLI_FINE;
}

static int run_salvage(int argc, char **argv)
{
    static const struct option flags[] = {
        {"data", required_argument, NULL, 'd'}, {"to", required_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    const char *data = getenv("KICKBACK_DATA"), *to = NULL;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("salvage", flags, argv);
        *(flag == 'd' ? &data : &to) = optarg;
    }
    if (optind < argc) return cli_call_error("salvage", "unexpected argument '%s'", argv[optind]);
    if (!data || !*data) return cli_call_error("salvage", "--data is missing: the server's data folder");
    if (!to || !*to) return cli_call_error("salvage", "--to is missing: a new folder for the recovered games");
    if (sodium_init() < 0) return cli_input_error("libsodium cannot be initialised");
    return salvage(data, to);
}

const cli_verb cli_salvage = {
    "salvage",
    "recover a server's damaged games",
    "usage: kickback salvage --data DIR --to NEW\n\n"
    "Reads every page of a damaged log separately and writes what it finds to a new folder: every complete table,\n"
    "and the beginning of each other table, up to the first entry that is missing or invalid. A finished game may\n"
    "thereby become unfinished. Prints a line for each loss. DIR is only read, and NEW appears when it is complete.\n"
    "The server must not be running; afterwards it can be started on NEW.\n\n"
    "  --data DIR   the server's data folder (or KICKBACK_DATA)\n"
    "  --to NEW     a folder that does not exist yet\n\n"
    "Exit status: 0 nothing lost, 1 something lost or nothing written, 2 bad usage.\n\n"
    "example:\n"
    "  kickback salvage --data /var/lib/kickback --to /var/lib/kickback-salvaged\n",
    run_salvage,
};
