/* admin.c: `kickback admin`: lists and removes what is on a running server. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli.h"
#include "data.h"

static int connect_to(const char *path)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof place.sun_path) errno = ENAMETOOLONG;
    if (fd < 0 || strlen(path) >= sizeof place.sun_path) return -1;
    memcpy(place.sun_path, path, strlen(path) + 1);
    return connect(fd, (const struct sockaddr *)&place, sizeof place) ? -1 : fd;
}

/* Prints the answer: below "ok" to standard output; of "no: …", the rest to standard error. */
static int print_answer(FILE *answer)
{
    char line[1024];
    if (!fgets(line, sizeof line, answer))
        return cli_input_error("admin: the server did not answer; look at what it did before you try again");
    if (!strncmp(line, "no: ", 4)) return cli_input_error("admin: %.*s", (int)strcspn(line + 4, "\n"), line + 4);
    while (fgets(line, sizeof line, answer)) fputs(line, stdout);
    return CLI_FINE;
}

static int run(int argc, char **argv)
{
    char path[CLI_PATH_MAX], line[200];
    const char *data = cli_data_flag("admin", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc < 1 || argc > 2) return cli_call_error("admin", "expected people, tables, close TABLE or delete PERSON");
    if (!cli_data_path(data, "admin.sock", path)) return CLI_BAD_CALL;
    int n = snprintf(line, sizeof line, "%s%s%s\n", argv[0], argc > 1 ? " " : "", argc > 1 ? argv[1] : "");
    if (n >= (int)sizeof line || strchr(line, '\n') != line + n - 1)
        return cli_call_error("admin", "expected people, tables, close TABLE or delete PERSON");
    int fd = connect_to(path);
    if (fd < 0) return cli_input_error("admin: %s: %s; is a server running there?", path, strerror(errno));
    FILE *answer = fdopen(fd, "r+");
    if (!answer || send(fd, line, (size_t)n, MSG_NOSIGNAL) != n) return cli_input_error("admin: %s", strerror(errno));
    int status = print_answer(answer);
    fclose(answer);
    return status;
}

const cli_verb cli_admin = {
    "admin",
    "list and remove what is on a running server",
    "usage: kickback admin --data DIR people [ADDRESS]\n"
    "       kickback admin --data DIR tables [ADDRESS]\n"
    "       kickback admin --data DIR close TABLE\n"
    "       kickback admin --data DIR delete PERSON\n\n"
    "Asks the server that runs on DIR, through the socket DIR/admin.sock, which only its owner can use. A server with\n"
    "its log in PostgreSQL has such a socket if its flag --admin names a folder; one of several servers is enough.\n"
    "What is printed as done is on disk.\n\n"
    "  people [ADDRESS]  the newest 1,000 people: id, source, number of open tables, name\n"
    "  tables [ADDRESS]  the newest 1,000 open tables: id, source, stage, number of entries, host\n"
    "  close TABLE       ends an open table for good; whoever watches it is told. It has no result\n"
    "  delete PERSON     closes their open tables and removes their name, passphrase and devices. Whoever uses these\n"
    "                    devices has to choose a name again. The name stays in the games they have played\n\n"
    "The source is a hash of the address from which a person first came or a table was created; equal addresses have\n"
    "equal ones. With an ADDRESS, only what came from there is listed; for IPv6, from the same 48 bits.\n\n"
    "  --data DIR   the server's data folder (or KICKBACK_DATA), or the folder of its flag --admin\n\n"
    "examples:\n"
    "  kickback admin --data /var/lib/kickback tables | awk '{ print $2 }' | sort | uniq -c | sort -n | tail\n"
    "  kickback admin --data /var/lib/kickback people 203.0.113.7\n"
    "  kickback admin --data /var/lib/kickback close 5c11c2f0a7be4f0c9d3c0b1e8a6f7d21\n",
    run,
};
