/* export.c: `kickback export`: writes records of a server's games. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../server/lobby.h"
#include "cli.h"
#include "data.h"
#include "save.h"

/* Tables are read from the log one by one; each is the fold of its entries. */
typedef struct exporting {
    const char *to; /* a file, a folder with --all, or NULL for standard output */
    bool all, unfinished;
    srv_log *log;
    char table[SRV_TABLE_ID + 1]; /* the current one */
    srv_room *room;
    bool fits; /* all its entries so far are valid */
    int n, n_unfinished, status;
} exporting;

static void write_record(exporting *e, const srv_bytes *record)
{
    char path[CLI_PATH_MAX];
    bool done = true;
    if (!e->to) {
        fwrite(record->at, 1, record->n, stdout);
    } else if (!e->all) {
        done = cli_save(e->to, record->at, record->n);
    } else {
        char name[SRV_TABLE_ID + 8];
        snprintf(name, sizeof name, "%s.kbr", e->table);
        done = cli_data_path(e->to, name, path) && cli_save(path, record->at, record->n);
    }
    if (!done) e->status = CLI_BAD_INPUT;
    e->n += done;
}

/* Call this when the whole table has been read. Private talk stays private: the record is the one a spectator gets. */
static void write_table(exporting *e)
{
    srv_bytes record = {NULL, 0, 0};
    if (e->room->table->stage == KB_OVER || (e->unfinished && e->room->table->stage == KB_PLAYING)) {
        srv_room_record(e->room, KB_SPECTATOR, 0, SIZE_MAX, &record);
        write_record(e, &record);
        srv_free(&record);
    } else {
        e->n_unfinished++;
    }
}

static void read_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    exporting *e = context;
    (void)stream, (void)n;
    e->fits = e->fits && srv_room_fold(e->room, text, bytes);
}

/* A table that cannot be read gets an error message; the others are still written. */
static void export_stream(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    exporting *e = context;
    (void)n, (void)text, (void)bytes;
    if (strncmp(stream, "table:", 6) != 0 || strlen(stream) != 6 + SRV_TABLE_ID) return;
    memcpy(e->table, stream + 6, sizeof e->table);
    e->room = srv_room_new();
    e->fits = true;
    if (e->log->read(e->log, stream, 1, SRV_TO_END, read_entry, e) != SRV_LOGGED) {
        e->status = cli_input_error("table %s cannot be read: %s", e->table, e->log->reason);
    } else if (!e->fits) {
        e->status = cli_input_error("table %s cannot be read: entry %zu of its log is invalid", e->table,
                                    e->room->table->n_entries + 1);
    } else if (e->room->table->n_entries) {
        write_table(e);
    } else {
        e->status = cli_input_error("unknown table %s", e->table);
    }
    srv_room_free(e->room);
}

static int export_from(const char *data, const char *table, exporting *e)
{
    char path[CLI_PATH_MAX], reason[512], stream[SRV_STREAM_MAX + 1];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    e->log = srv_log_read_sqlite(path, &why);
    if (!e->log) return cli_input_error("%s", reason);
    snprintf(stream, sizeof stream, "table:%s", table ? table : "");
    if (table) {
        export_stream(e, stream, 0, NULL, 0);
    } else if (e->log->streams(e->log, export_stream, e) != SRV_LOGGED) {
        e->status = cli_input_error("%s: there may be more tables: %s", path, e->log->reason);
    }
    e->log->close(e->log);
    if (table && e->n_unfinished)
        return cli_input_error("the game at %s is not over; its record would reveal what is hidden", table);
    return e->status;
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {{"data", required_argument, NULL, 'd'},
                                          {"all", no_argument, NULL, 'a'},
                                          {"to", required_argument, NULL, 't'},
                                          {"unfinished", no_argument, NULL, 'u'},
                                          {NULL, 0, NULL, 0}};
    const char *data = getenv("KICKBACK_DATA");
    exporting e = {.status = CLI_FINE};
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        switch (flag) {
        case 'd': data = optarg; break;
        case 'a': e.all = true; break;
        case 't': e.to = optarg; break;
        case 'u': e.unfinished = true; break;
        default: return cli_flag_error("export", flags, argv);
        }
    }
    const char *table = optind < argc ? argv[optind] : NULL;
    if (!data || !*data) return cli_call_error("export", "--data is missing: the server's data folder");
    if (argc - optind > 1 || e.all == (table != NULL)) return cli_call_error("export", "expected one table, or --all");
    if (e.all && !e.to) return cli_call_error("export", "--all needs --to FOLDER");
    if (table && (strlen(table) != SRV_TABLE_ID || table[strspn(table, "0123456789abcdef")]))
        return cli_call_error("export", "expected a table of %d hexadecimal digits but found '%s'", SRV_TABLE_ID,
                              table);
    if (e.all && mkdir(e.to, 0700) && errno != EEXIST) return cli_input_error("--to: %s: %s", e.to, strerror(errno));
    int status = export_from(data, table, &e);
    if (e.all) printf("%d games written to %s, %d unfinished games skipped\n", e.n, e.to, e.n_unfinished);
    return status;
}

const cli_verb cli_export = {
    "export",
    "write records of a server's games",
    "usage: kickback export --data DIR TABLE [--to FILE] [--unfinished]\n"
    "       kickback export --data DIR --all --to FOLDER [--unfinished]\n\n"
    "Writes the record of one table's game, or of every finished game as FOLDER/TABLE.kbr. The server may be\n"
    "running. The record is what a spectator gets at the end: every move, the proof of the luck, and public talk.\n"
    "An unfinished game is refused, because its record would reveal what is still hidden.\n\n"
    "  --data DIR     the server's data folder (or KICKBACK_DATA)\n"
    "  --all          every finished game\n"
    "  --to FILE      the output file (default: standard output)\n"
    "  --to FOLDER    with --all: the output folder, created if needed\n"
    "  --unfinished   also unfinished games; do not give these to anybody playing in one\n\n"
    "examples:\n"
    "  kickback export --data ~/kickback --all --to games\n"
    "  kickback export --data ~/kickback 5c11c2f0a7be4f0c9d3c0b1e8a6f7d21 | kickback show -\n",
    run,
};
