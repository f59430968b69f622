/* backup.c: `kickback backup`: copies a server's games, even while it runs. */
#include "../server/log.h"
#include "cli.h"
#include "data.h"

static int run(int argc, char **argv)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    const char *data = cli_data_flag("backup", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc != 1) return cli_call_error("backup", "expected one name for the copy, such as games.sqlite");
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    if (!srv_log_copy_sqlite(path, argv[0], &why)) return cli_input_error("%s", reason);
    return CLI_FINE;
}

const cli_verb cli_backup = {
    "backup",
    "copy a server's games, even while it runs",
    "usage: kickback backup --data DIR FILE\n\n"
    "Copies all data of the server on DIR into one new file: a consistent snapshot. The server keeps running and\n"
    "is not delayed. FILE appears when the copy is complete and on disk; an existing file is never overwritten.\n"
    "To restore, put the copy into an empty folder as log.sqlite and serve that folder. The copy holds secrets:\n"
    "seeds of luck, private talk, hashes of people's secrets. Protect it like DIR.\n\n"
    "  --data DIR   the server's data folder (or KICKBACK_DATA)\n\n"
    "example:\n"
    "  kickback backup --data /var/lib/kickback games-$(date +%F).sqlite\n",
    run,
};
