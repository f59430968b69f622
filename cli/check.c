/* check.c: `kickback check` and `kickback salvage`: whether a server's games are sound, and what can be read if not. */
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

/* A bar, redrawn whenever it has grown; only where somebody watches. */
static void print_progress(void *context, size_t done, size_t all)
{
    enum { WIDTH = 40 };
    int *drawn = context, now = all ? (int)(done * WIDTH / all) : WIDTH;
    if (!isatty(STDERR_FILENO) || now == *drawn) return;
    *drawn = now;
    fprintf(stderr, "\r[%.*s%*s] %zu of %zu%s", now, "########################################", WIDTH - now, "", done,
            all, done == all ? "\n" : "");
}

static int run_check(int argc, char **argv)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    int drawn = -1;
    srv_findings findings = {&drawn, print_finding, print_progress, 0};
    const char *data = cli_data_flag("check", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc) return cli_call_error("check", "unexpected argument '%s'", argv[0]);
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    if (sodium_init() < 0) return cli_input_error("libsodium does not start");
    if (!srv_check(path, &findings, &why)) return cli_input_error("%s", reason);
    if (!findings.n) puts("everything is sound");
    return findings.n ? CLI_BAD_INPUT : CLI_FINE;
}

const cli_verb cli_check = {
    "check",
    "whether a server's games are sound",
    "usage: kickback check --data DIR\n\n"
    "Examines everything a server has written: the database itself, whether every entry fits, whether every game's\n"
    "record replays, and whether the list of finished games agrees with them. Prints a line for each thing that is\n"
    "wrong. Changes nothing; the server may run meanwhile.\n\n"
    "SQLite keeps no checksums. A change that leaves an entry valid, as in a word of talk, is not noticed.\n\n"
    "  --data DIR   where the games are kept (or KICKBACK_DATA)\n\n"
    "Exit status: 0 everything is sound, 1 something is wrong, 2 the call is wrong.\n\n"
    "example:\n"
    "  kickback check --data /var/lib/kickback\n",
    run_check,
};

/* No server may write to the files while they are copied. Nothing is made where there is none. */
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
    srv_findings findings = {&drawn, print_finding, print_progress, 0};
    srv_salvaged sum;
    if (!cli_data_path(data, "log.sqlite", from)) return CLI_BAD_CALL;
    if (is_in_use(data)) return cli_input_error("--data: a server runs on %s", data);
    if (snprintf(aside, sizeof aside, "%s.XXXXXX", to) >= (int)sizeof aside)
        return cli_input_error("--to: name too long");
    if (!access(to, F_OK)) return cli_input_error("--to: %s exists already", to);
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
    printf("%zu tables are whole (%zu entries), %zu are cut short (%zu entries), %zu are lost; %zu people\n",
           sum.tables, sum.entries, sum.cut, sum.cut_entries, sum.lost, sum.people);
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
    if (!data || !*data) return cli_call_error("salvage", "--data is missing: the folder where the games are kept");
    if (!to || !*to) return cli_call_error("salvage", "--to DIR says where to put what can be read");
    if (sodium_init() < 0) return cli_input_error("libsodium does not start");
    return salvage(data, to);
}

const cli_verb cli_salvage = {
    "salvage",
    "what can be read of a server's damaged games",
    "usage: kickback salvage --data DIR --to NEW\n\n"
    "Reads every page of a damaged log by itself and writes what it finds to a new folder: every table that is whole,\n"
    "and of the others the beginning, up to the first entry that is missing or does not fit. A game that was over may\n"
    "so become one that goes on. Prints a line for each thing that is not whole. DIR is only read, and NEW appears\n"
    "when it is complete. The server must not run meanwhile; afterwards it can be started on NEW.\n\n"
    "  --data DIR   where the games are kept (or KICKBACK_DATA)\n"
    "  --to NEW     a folder that does not exist yet\n\n"
    "Exit status: 0 everything was whole, 1 something was lost or nothing could be written, 2 the call is wrong.\n\n"
    "example:\n"
    "  kickback salvage --data /var/lib/kickback --to /var/lib/kickback-salvaged\n",
    run_salvage,
};
