/* import.c: `kickback import`: adds games that were played elsewhere to a server's history. */
#include <sodium.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../server/import.h"
#include "cli.h"
#include "data.h"

/* Every line is checked against the rules before it goes to the room. */
static srv_room *read_game(cli_record *record)
{
    srv_room *room = NULL;
    kb_state before;
    bool fits = true;
    memset(&before, 0, sizeof before);
    while (fits && cli_record_next(record)) {
        if (!room)
            room = srv_room_import(&record->replay.state.setup, record->replay.version, (uint64_t)time(NULL) * 1000u);
        fits = srv_room_import_line(room, &before, &record->line);
        before = record->replay.state;
    }
    if (!fits)
        record->status = cli_input_error(
            "%s: line %u: a name or line of talk is too long for a server or contains control characters", record->name,
            record->replay.lines);
    if (record->status == CLI_FINE && !record->replay.ended)
        record->status = cli_input_error("%s: the game is not over, or its last line is missing", record->name);
    if (record->status == CLI_FINE) return room;
    srv_room_free(room);
    return NULL;
}

static int import_file(srv_log *log, const char *name)
{
    cli_record record;
    char table[SRV_TABLE_ID + 1];
    if (!cli_record_open(&record, name)) return CLI_BAD_INPUT;
    srv_room *room = read_game(&record);
    int status = record.status;
    cli_record_close(&record);
    if (!room) return status;
    switch (srv_import_store(log, room, table)) {
    case SRV_LOGGED: printf("%s: table %s\n", name, table); break;
    case SRV_LOG_TAKEN: status = cli_input_error("%s was imported before: table %s", name, table); break;
    case SRV_LOG_PENDING:
    case SRV_LOG_LATER:
    case SRV_LOG_DAMAGED:
    case SRV_LOG_FAILED: status = cli_input_error("%s: cannot write the log: %s", name, log->reason); break;
    }
    srv_room_free(room);
    return status;
}

static int run(int argc, char **argv)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    int status = CLI_FINE;
    const char *data = cli_data_flag("import", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc < 1) return cli_call_error("import", "expected at least one record");
    if (sodium_init() < 0) return cli_input_error("libsodium cannot be initialised");
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    int lock = cli_data_lock("--data", data);
    if (lock < 0) return CLI_BAD_INPUT;
    srv_log *log = srv_log_open_sqlite(path, &why);
    if (!log) status = cli_input_error("%s", reason);
    for (int i = 0; log && i < argc; i++)
        if (import_file(log, argv[i]) != CLI_FINE) status = CLI_BAD_INPUT;
    if (log) log->close(log);
    close(lock);
    return status;
}

const cli_verb cli_import = {
    "import",
    "add records to a server's history",
    "usage: kickback import --data DIR FILE …\n\n"
    "Adds records of finished games to a server's history, as public finished tables. Each file is replayed and\n"
    "either imported as a whole or refused, with the first wrong line; other files are not affected. Names are taken\n"
    "from the record and belong to nobody on this server, and its luck is not verified. The server must not be\n"
    "running.\n\n"
    "  --data DIR   the server's data folder, created if needed (or KICKBACK_DATA)\n\n"
    "example:\n"
    "  kickback import --data ~/kickback games/*.kbr\n",
    run,
};
