/* backup.c: `kickback backup`: a copy of a server's games while it runs. */
#include "../server/log.h"
#include "cli.h"
#include "data.h"

static int run(int argc, char **argv)
{
    char path[CLI_PATH_MAX], reason[512];
    kb_text why = kb_text_in(reason, sizeof reason);
    const char *data = cli_data_flag("backup", &argc, &argv);
    if (!data) return CLI_BAD_CALL;
    if (argc != 1) return cli_call_error("backup", "expected one name for the copy, as in games.sqlite");
    if (!cli_data_path(data, "log.sqlite", path)) return CLI_BAD_CALL;
    if (!srv_log_copy_sqlite(path, argv[0], &why)) return cli_input_error("%s", reason);
    return CLI_FINE;
}

const cli_verb cli_backup = {
    "backup",
    "a copy of a server's games, also while it runs",
    "usage: kickback backup --data DIR FILE\n\n"
    "Copies everything the server on DIR has written down, as it is at one moment, into one new file. The server\n"
    "need not stop and is not held up. The name appears when the copy is whole and safe on the disk; a file that\n"
    "is there already is left alone. To go back to it, put it into an empty folder as log.sqlite and serve that.\n"
    "It holds everything: seeds of luck, private talk, hashes of who is who. Keep it as you keep DIR.\n\n"
    "  --data DIR   where the games are kept (or KICKBACK_DATA)\n\n"
    "example:\n"
    "  kickback backup --data /var/lib/kickback games-$(date +%F).sqlite\n",
    run,
};
