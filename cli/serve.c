/* serve.c: `kickback serve`: a server for people, bots and spectators. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../server/net.h"
#include "cli.h"

enum { PATH_MAX_BYTES = 1024 };

/* "127.0.0.1:8787" into its two halves. */
static bool read_listen(const char *text, char *host, size_t size, int *port)
{
    const char *colon = strrchr(text, ':');
    uint64_t number;
    if (!colon || colon == text || (size_t)(colon - text) >= size) {
        cli_call_error("serve", "--listen: '%s' is not ADDRESS:PORT, as in 127.0.0.1:8787", text);
        return false;
    }
    if (!cli_take_number("serve", "--listen: the port", colon + 1, 0, 65535, &number)) return false;
    memcpy(host, text, (size_t)(colon - text));
    host[colon - text] = '\0';
    *port = (int)number;
    return true;
}

/* Two servers on one log would each believe to be alone. The lock goes when the process does, however it ends. */
static int lock_directory(const char *directory)
{
    char path[PATH_MAX_BYTES + 16];
    if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
        cli_input_error("--data: %s cannot be made: %s", directory, strerror(errno));
        return -1;
    }
    snprintf(path, sizeof path, "%s/lock", directory);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        cli_input_error("--data: %s: %s", path, strerror(errno));
    } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        cli_input_error("--data: another server runs on %s", directory);
        close(lock);
        lock = -1;
    }
    return lock;
}

static int serve(const srv_net_options *options, const char *directory, bool rebuild)
{
    char path[PATH_MAX_BYTES + 16], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (strlen(directory) >= PATH_MAX_BYTES) return cli_call_error("serve", "--data: that name is too long");
    int lock = lock_directory(directory);
    if (lock < 0) return CLI_BAD_INPUT;
    snprintf(path, sizeof path, "%s/log.sqlite", directory);
    srv_log *log = srv_log_open_sqlite(path, &why);
    if (log && rebuild && log->forget_seen(log) != SRV_LOGGED) kb_putf(&why, "--rebuild: %s cannot be written", path);
    int status = why.n ? cli_input_error("%s", reason) : srv_net_run(options, log);
    if (log) log->close(log);
    close(lock);
    return status;
}

static bool check_origin(const char *origin)
{
    const char *host = !strncmp(origin, "https://", 8) ? origin + 8 : !strncmp(origin, "http://", 7) ? origin + 7 : "";
    if (*host && !strpbrk(host, "/?#@ ")) return true;
    cli_call_error("serve", "--public-url: '%s' is not http(s)://HOST or http(s)://HOST:PORT", origin);
    return false;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"listen", required_argument, NULL, 'l'},   {"data", required_argument, NULL, 'd'},
        {"bot-wait", required_argument, NULL, 'b'}, {"public-url", required_argument, NULL, 'p'},
        {"rebuild", no_argument, NULL, 'r'},        {NULL, 0, NULL, 0},
    };
    const char *listen = getenv("KICKBACK_LISTEN"), *data = getenv("KICKBACK_DATA"),
               *origin = getenv("KICKBACK_PUBLIC_URL");
    char host[256];
    uint64_t wait = 700;
    bool rebuild = false;
    int flag;
    srv_net_options options = {host, 0, 0, NULL};
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        switch (flag) {
        case 'l': listen = optarg; break;
        case 'd': data = optarg; break;
        case 'p': origin = optarg; break;
        case 'r': rebuild = true; break;
        case 'b':
            if (!cli_take_number("serve", "--bot-wait", optarg, 0, 60000, &wait)) return CLI_BAD_CALL;
            break;
        default: return cli_call_error("serve", "that flag is not known, or lacks its value");
        }
    }
    if (optind < argc) return cli_call_error("serve", "'%s' is too many: it takes flags only", argv[optind]);
    if (!data || !*data) return cli_call_error("serve", "--data DIR says where the games are kept");
    if (origin && !check_origin(origin)) return CLI_BAD_CALL;
    if (!read_listen(listen ? listen : "127.0.0.1:8787", host, sizeof host, &options.port)) return CLI_BAD_CALL;
    options.bot_wait_ms = (uint32_t)wait;
    options.public_origin = origin;
    return serve(&options, data, rebuild);
}

const cli_verb cli_serve = {
    "serve",
    "a server: tables for people, bots and spectators",
    "usage: kickback serve --data DIR [--listen ADDRESS:PORT] [--public-url URL] [--bot-wait MS] [--rebuild]\n\n"
    "Serves a page to play on, and the protocol of docs/protocol.md at /ws. Everything is in DIR; nothing is\n"
    "acknowledged before it is safe there, so the server can be killed at any moment and started again. SIGTERM\n"
    "and SIGINT stop the clocks and end it.\n\n"
    "  --data DIR             where the games are kept; made if need be (or KICKBACK_DATA)\n"
    "  --listen ADDRESS:PORT  an IPv4 address of this machine, 0.0.0.0 for all; port 0: any that is free\n"
    "                         (default 127.0.0.1:8787, or KICKBACK_LISTEN)\n"
    "  --public-url URL       what browsers call it where a proxy with TLS stands in front, as in\n"
    "                         https://play.example.org (or KICKBACK_PUBLIC_URL)\n"
    "  --rebuild              forget what was noted about finished games, and read all of them again\n"
    "  --bot-wait MS          the least time a bot takes for a move; up to three times as long (default 700)\n\n"
    "example:\n"
    "  kickback serve --data ~/kickback\n",
    run,
};
