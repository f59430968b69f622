/* serve.c: `kickback serve`: runs a server for people, bots and spectators. */
#include <ctype.h>
#include <getopt.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../server/address.h"
#include "../server/limits.h"
#include "../server/net.h"
#include "../server/report.h"
#include "../server/tls.h"
#include "cli.h"
#include "data.h"

enum { CLI_NODE_MAX = 64 };

/* Every setting is a flag or an environment variable: --tls-cert is KICKBACK_TLS_CERT. */
typedef enum setting {
    DATA,
    LOG,
    LISTEN,
    PUBLIC_URL,
    TLS_CERT,
    TLS_KEY,
    PROXY,
    METRICS,
    LOG_LEVEL,
    BOT_WAIT,
    PEOPLE,
    TABLES,
    NODE,
    ADMIN,
    SETTINGS,
    REBUILD = SETTINGS /* a one-time action, not a setting */
} setting;

static const struct option flags[] = {
    {"data", required_argument, NULL, DATA},
    {"log", required_argument, NULL, LOG},
    {"listen", required_argument, NULL, LISTEN},
    {"public-url", required_argument, NULL, PUBLIC_URL},
    {"tls-cert", required_argument, NULL, TLS_CERT},
    {"tls-key", required_argument, NULL, TLS_KEY},
    {"trust-proxy", required_argument, NULL, PROXY},
    {"metrics", required_argument, NULL, METRICS},
    {"log-level", required_argument, NULL, LOG_LEVEL},
    {"bot-wait", required_argument, NULL, BOT_WAIT},
    {"people-per-address", required_argument, NULL, PEOPLE},
    {"tables-per-address", required_argument, NULL, TABLES},
    {"node", required_argument, NULL, NODE},
    {"admin", required_argument, NULL, ADMIN},
    {"rebuild", no_argument, NULL, REBUILD},
    {NULL, 0, NULL, 0},
};

typedef struct settings {
    const char *value[SETTINGS]; /* NULL: not given */
    char name[SETTINGS][32];     /* where it was given, for error messages */
    bool rebuild;
} settings;

static void read_environment(settings *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < SETTINGS; i++) {
        char *at = s->name[i];
        snprintf(at, sizeof s->name[i], "KICKBACK_%s", flags[i].name);
        for (at += 9; *at; at++) *at = (char)(*at == '-' ? '_' : toupper(*at));
        const char *value = getenv(s->name[i]);
        if (value && *value) s->value[i] = value;
        if (!s->value[i]) snprintf(s->name[i], sizeof s->name[i], "--%s", flags[i].name);
    }
}

static bool read_flags(int argc, char **argv, settings *s)
{
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') {
            cli_flag_error("serve", flags, argv);
            return false;
        }
        if (flag == REBUILD) {
            s->rebuild = true;
        } else {
            s->value[flag] = optarg;
            snprintf(s->name[flag], sizeof s->name[flag], "--%s", flags[flag].name);
        }
    }
    if (optind == argc) return true;
    cli_call_error("serve", "expected flags only but found '%s'", argv[optind]);
    return false;
}

/* Reads "127.0.0.1:8787", "[::1]:8787" or "localhost:8787" into an address, stored in room, and a port. */
static bool read_place(const settings *s, setting which, char *room, size_t size, srv_place *place)
{
    const char *text = s->value[which], *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0;
    bool has_brackets = n > 2 && text[0] == '[' && text[n - 1] == ']';
    char name[256], port[80];
    uint64_t number;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    if (has_brackets) {
        text++;
        n -= 2;
    }
    if (!n || n >= sizeof name || (!has_brackets && memchr(text, ':', n))) {
        cli_call_error("serve", "%s: expected ADDRESS:PORT, such as 127.0.0.1:8787 or [::1]:8787, but found '%s'",
                       s->name[which], s->value[which]);
        return false;
    }
    snprintf(port, sizeof port, "%s: the port", s->name[which]);
    if (!cli_take_number("serve", port, colon + 1, 0, 65535, &number)) return false;
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    int failed = getaddrinfo(name, NULL, &hints, &found);
    if (failed) {
        cli_call_error("serve", "%s: '%s': %s", s->name[which], name, gai_strerror(failed));
        return false;
    }
    failed = getnameinfo(found->ai_addr, found->ai_addrlen, room, (socklen_t)size, NULL, 0, NI_NUMERICHOST);
    freeaddrinfo(found);
    place->host = room;
    place->port = (int)number;
    return !failed;
}

static bool check_origin(const settings *s)
{
    const char *origin = s->value[PUBLIC_URL];
    const char *host = !strncmp(origin, "https://", 8) ? origin + 8 : !strncmp(origin, "http://", 7) ? origin + 7 : "";
    if (*host && !strpbrk(host, "/?#@ ")) return true;
    cli_call_error("serve", "%s: expected http(s)://HOST or http(s)://HOST:PORT but found '%s'", s->name[PUBLIC_URL],
                   origin);
    return false;
}

static bool read_level(const settings *s, srv_level *level)
{
    for (*level = 0; *level < SRV_LEVELS; ++*level)
        if (!strcmp(s->value[LOG_LEVEL], srv_level_names[*level])) return true;
    cli_call_error("serve", "%s: expected error, warning, info or debug but found '%s'", s->name[LOG_LEVEL],
                   s->value[LOG_LEVEL]);
    return false;
}

static bool check_node(const settings *s)
{
    const char *name = s->value[NODE];
    size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:");
    if (!name[n] && n <= CLI_NODE_MAX) return true;
    cli_call_error("serve", "%s: expected at most %d letters, digits or -._: but found '%s'", s->name[NODE],
                   CLI_NODE_MAX, name);
    return false;
}

/* Checks this before anything is opened, so that an error message can name the flag. */
static bool check_tls(const settings *s)
{
    char reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!s->value[TLS_CERT]) return true;
    SSL_CTX *tls = srv_tls_load(s->value[TLS_CERT], s->value[TLS_KEY], &why);
    SSL_CTX_free(tls);
    if (tls) return true;
    bool is_key = !strncmp(reason, s->value[TLS_KEY], strlen(s->value[TLS_KEY]));
    cli_input_error("%s: %s", s->name[is_key ? TLS_KEY : TLS_CERT], reason);
    return false;
}

/* Runs on a log that is open, or prints why it is not. */
static int serve(const srv_net_options *options, srv_log *log, const char *name, bool rebuild, kb_text *why)
{
    if (log && rebuild && log->drop_index(log) != SRV_LOGGED) kb_putf(why, "--rebuild: %s: %s", name, log->reason);
    int status = why->n ? cli_input_error("%s", why->at) : srv_net_run(options, log);
    if (log) log->close(log);
    return status;
}

static int serve_sqlite(const srv_net_options *options, const char *flag, const char *directory, bool rebuild)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!cli_data_path(directory, "log.sqlite", path)) return CLI_BAD_CALL;
    int lock = cli_data_lock(flag, directory);
    if (lock < 0) return CLI_BAD_INPUT;
    int status = serve(options, srv_log_open_sqlite(path, &why), path, rebuild, &why);
    close(lock);
    return status;
}

/* The address may contain a password, so it is not printed. */
static int serve_postgres(const srv_net_options *options, const char *url, bool rebuild)
{
    char reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    srv_log *log = srv_log_open_postgres(url, rebuild, &why);
    return serve(options, log, "the database", rebuild, &why);
}

static bool is_flag(const settings *s, setting which)
{
    return s->value[which] && s->name[which][0] == '-';
}

/* Where the log is: in --data DIR, or as --log says: sqlite:DIR or postgresql://… A flag counts more than the
 * environment, where packages set KICKBACK_DATA; there --log counts more. */
static bool check_log(settings *s)
{
    if (is_flag(s, LOG) && is_flag(s, DATA)) {
        cli_call_error("serve", "--data and --log both say where the log is: give one of them");
        return false;
    }
    if (s->value[LOG] && s->value[DATA]) s->value[is_flag(s, DATA) ? LOG : DATA] = NULL;
    const char *log = s->value[LOG];
    if (!log && !s->value[DATA]) {
        cli_call_error("serve", "--data is missing: the server's data folder");
        return false;
    }
    if (!log) return true;
    cli_place place = cli_place_of(log);
    if (place == CLI_SQLITE) {
        s->value[DATA] = cli_place_folder(log);
        memcpy(s->name[DATA], s->name[LOG], sizeof s->name[DATA]);
    }
    if (place != CLI_NOWHERE) return true;
    /* What was found is not printed: it may contain a password. */
    cli_call_error("serve", "%s: expected sqlite:DIR or postgresql://USER@HOST/DATABASE", s->name[LOG]);
    return false;
}

static int run(int argc, char **argv)
{
    settings s;
    char host[256], metrics_host[256], proxy[SRV_ADDRESS_MAX] = "", admin[CLI_PATH_MAX];
    uint64_t wait = 700, people = SRV_PEOPLE_AN_ADDRESS, tables = SRV_TABLES_AN_ADDRESS;
    srv_level level = SRV_INFO;
    srv_net_options options;
    memset(&options, 0, sizeof options);
    read_environment(&s);
    if (!read_flags(argc, argv, &s)) return CLI_BAD_CALL;
    if (!check_log(&s)) return CLI_BAD_CALL;
    if (!s.value[LISTEN]) s.value[LISTEN] = "127.0.0.1:8787";
    if (!read_place(&s, LISTEN, host, sizeof host, &options.listen)) return CLI_BAD_CALL;
    if (s.value[METRICS] && !read_place(&s, METRICS, metrics_host, sizeof metrics_host, &options.metrics))
        return CLI_BAD_CALL;
    if (s.value[PUBLIC_URL] && !check_origin(&s)) return CLI_BAD_CALL;
    if (!s.value[TLS_CERT] != !s.value[TLS_KEY])
        return cli_call_error("serve", "a certificate needs its key, and a key its certificate: %s is missing",
                              s.value[TLS_CERT] ? s.name[TLS_KEY] : s.name[TLS_CERT]);
    if (s.value[PROXY] && !srv_address_of(s.value[PROXY], strlen(s.value[PROXY]), proxy))
        return cli_call_error("serve", "%s: expected an address, such as 127.0.0.1, but found '%s'", s.name[PROXY],
                              s.value[PROXY]);
    if (s.value[LOG_LEVEL] && !read_level(&s, &level)) return CLI_BAD_CALL;
    if (s.value[BOT_WAIT] && !cli_take_number("serve", s.name[BOT_WAIT], s.value[BOT_WAIT], 0, 60000, &wait))
        return CLI_BAD_CALL;
    if (s.value[PEOPLE] && !cli_take_number("serve", s.name[PEOPLE], s.value[PEOPLE], 0, 1000000, &people))
        return CLI_BAD_CALL;
    if (s.value[TABLES] && !cli_take_number("serve", s.name[TABLES], s.value[TABLES], 0, 1000000, &tables))
        return CLI_BAD_CALL;
    if (s.value[NODE] && !check_node(&s)) return CLI_BAD_CALL;
    const char *place = s.value[ADMIN] ? s.value[ADMIN] : s.value[DATA];
    if (place && !cli_data_path(place, "admin.sock", admin)) return CLI_BAD_CALL;
    options.admin = place ? admin : NULL;
    if (!check_tls(&s)) return CLI_BAD_INPUT;
    srv_report_up_to(level);
    options.tls_cert = s.value[TLS_CERT];
    options.tls_key = s.value[TLS_KEY];
    options.public_origin = s.value[PUBLIC_URL];
    options.proxy = proxy;
    options.node = s.value[NODE];
    options.bot_wait_ms = (uint32_t)wait;
    options.people_an_address = (uint32_t)people;
    options.tables_an_address = (uint32_t)tables;
    return s.value[DATA] ? serve_sqlite(&options, s.name[DATA], s.value[DATA], s.rebuild)
                         : serve_postgres(&options, s.value[LOG], s.rebuild);
}

const cli_verb cli_serve = {
    "serve",
    "run a server",
    "usage: kickback serve --data DIR|--log LOG [--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE] …\n\n"
    "Serves the page, and the protocol of docs/protocol.md at /ws. All data is in the log. Nothing is acknowledged\n"
    "before it is on disk, so the server can be killed at any time and started again. SIGTERM and SIGINT answer what\n"
    "was asked, stop the clocks, tell clients to connect again, and end the server within ten seconds; a second one\n"
    "ends it at once. SIGHUP reloads certificate and key. docs/hosting.md explains how to run a public server.\n\n"
    "  --data DIR             the data folder, created if needed\n"
    "  --log LOG              where the log is: sqlite:DIR, the same as --data DIR, or a database of its own:\n"
    "                         postgresql://USER@HOST/DATABASE; the password is read from the environment\n"
    "                         (PGPASSWORD) or a file (PGPASSFILE, ~/.pgpass)\n"
    "  --listen ADDRESS:PORT  the address to listen on, such as 127.0.0.1:8787 (the default) or [::1]:8787;\n"
    "                         0.0.0.0: all IPv4 addresses; [::]: all addresses; port 0: any free port\n"
    "  --public-url URL       the address browsers use, if it differs from --listen, as behind a proxy:\n"
    "                         https://play.example.org\n"
    "  --tls-cert FILE        a certificate with its chain, in PEM: TLS without a proxy\n"
    "  --tls-key FILE         the certificate's key, in PEM\n"
    "  --trust-proxy ADDRESS  for connections from this proxy, use the last address in X-Forwarded-For\n"
    "  --metrics ADDRESS:PORT metrics for Prometheus at /metrics, on a separate port\n"
    "  --node NAME            this server's name in metrics and log lines (default HOST:PORT)\n"
    "  --admin DIR            the folder of the socket of kickback admin (default: the data folder; PostgreSQL: none)\n"
    "  --log-level LEVEL      error, warning, info (the default) or debug: JSON lines on standard error\n"
    "  --rebuild              rebuild the list of finished games from the log\n"
    "  --people-per-address N how many new people may come from one address at once, and then per day (default 200;\n"
    "                         0: no limit); the first 48 bits of an IPv6 address may have four times as many\n"
    "  --tables-per-address N how many open tables people at one address may have created (default 200; 0: no\n"
    "                         limit); the first 48 bits of an IPv6 address may have four times as many\n"
    "  --bot-wait MS          the minimum time for a bot's move; the maximum is three times that (default 700)\n\n"
    "Every flag but --rebuild can be set in the environment: --tls-cert is KICKBACK_TLS_CERT, and so on.\n\n"
    "examples:\n"
    "  kickback serve --data ~/kickback\n"
    "  kickback serve --data /var/lib/kickback --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem\n"
    "  KICKBACK_LOG=postgresql://kickback@db.example.org/kickback kickback serve\n",
    run,
};
