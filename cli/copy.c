/* copy.c: `kickback copy`: copies a server's data to another place. */
#include "../server/copy.h"

#include <getopt.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "data.h"

enum { WAIT_MS = 60000 }; /* for the database to answer */

/* The source or the target. */
typedef struct side {
    const char *flag, *where;
    int lock; /* of a folder; -1: none */
    srv_log *log;
} side;

static bool open_sqlite(side *s, bool is_source, kb_text *why)
{
    char path[CLI_PATH_MAX];
    const char *folder = cli_place_folder(s->where);
    if (!cli_data_path(folder, "log.sqlite", path)) return false;
    if (is_source && access(path, F_OK) != 0) {
        cli_input_error("%s: there is no log in %s", s->flag, folder);
        return false;
    }
    s->lock = cli_data_lock(s->flag, folder);
    if (s->lock < 0) return false;
    s->log = is_source ? srv_log_read_sqlite(path, why) : srv_log_open_sqlite_copy(path, why);
    if (!s->log) cli_input_error("%s: %s", s->flag, why->at);
    return s->log;
}

/* The address may contain a password, so it is not printed. */
static bool open_side(side *s, bool is_source)
{
    char reason[512] = "";
    kb_text why = kb_text_in(reason, sizeof reason);
    if (cli_place_of(s->where) == CLI_SQLITE) {
        if (!open_sqlite(s, is_source, &why)) return false;
    } else {
        s->log = srv_log_open_postgres_copy(s->where, is_source, &why);
        if (!s->log) cli_input_error("%s: %s", s->flag, reason);
    }
    if (s->log) s->log->wait_ms = WAIT_MS;
    return s->log;
}

static void close_side(side *s)
{
    if (s->log) s->log->close(s->log);
    if (s->lock >= 0) close(s->lock);
}

static int copy(srv_log *from, srv_log *to)
{
    char reason[512] = "";
    kb_text why = kb_text_in(reason, sizeof reason);
    int drawn = -1, drawn_again = -1;
    srv_copying c = {.from = from, .to = to, .context = &drawn, .progress = cli_print_progress};
    bool done = srv_copy_log(&c, &why);
    c.context = &drawn_again;
    if (!done || !srv_copy_verify(&c, &why) || !srv_copy_end(&c, &why)) return cli_input_error("%s", reason);
    printf("%zu streams with %llu entries are equal; %llu entries were copied\n", c.n_streams,
           (unsigned long long)c.n_entries, (unsigned long long)c.n_written);
    return CLI_FINE;
}

static bool check_place(const side *s)
{
    if (s->where && cli_place_of(s->where) != CLI_NOWHERE) return true;
    cli_call_error("copy", "%s%s: expected sqlite:DIR or postgresql://USER@HOST/DATABASE", s->flag,
                   s->where ? "" : " is missing");
    return false;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {
        {"from", required_argument, NULL, 'f'}, {"to", required_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    side from = {"--from", NULL, -1, NULL}, to = {"--to", NULL, -1, NULL};
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == '?') return cli_flag_error("copy", flags, argv);
        *(flag == 'f' ? &from.where : &to.where) = optarg;
    }
    if (optind < argc) return cli_call_error("copy", "unexpected argument '%s'", argv[optind]);
    if (!check_place(&from) || !check_place(&to)) return CLI_BAD_CALL;
    if (!strcmp(from.where, to.where)) return cli_call_error("copy", "--from and --to are the same");
    if (sodium_init() < 0) return cli_input_error("libsodium cannot be initialised");
    int status = open_side(&from, true) && open_side(&to, false) ? copy(from.log, to.log) : CLI_BAD_INPUT;
    close_side(&to);
    close_side(&from);
    return status;
}

const cli_verb cli_copy = {
    "copy",
    "copy a server's data to another place",
    "usage: kickback copy --from LOG --to LOG\n\n"
    "Copies everything a server has stored, from a folder to a database, back, or between two of the same kind. Then\n"
    "reads both and compares the number and a hash of the entries of each stream. No server may be running on either.\n"
    "The list of finished games is not copied: the next server builds it.\n\n"
    "If the copy is interrupted at any moment, run the same command again: it goes on where it was. Until it has\n"
    "finished, no server starts on the target. A target that has anything else in it is refused and left as it is.\n\n"
    "  --from LOG   sqlite:DIR, a server's data folder, or postgresql://USER@HOST/DATABASE\n"
    "  --to LOG     the same; a folder is created if needed, a database must exist\n\n"
    "Passwords are read from the environment (PGPASSWORD) or a file (PGPASSFILE, ~/.pgpass).\n\n"
    "Exit status: 0 copied and equal, 1 refused or interrupted, 2 bad usage.\n\n"
    "example:\n"
    "  kickback copy --from sqlite:/var/lib/kickback --to postgresql://kickback@db.example.org/kickback\n",
    run,
};
