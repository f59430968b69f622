/* data.h: the folder a server keeps its games in, for the verbs that work on it. */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include <stdbool.h>

enum { CLI_PATH_MAX = 1024 };

/* For verbs that have no flag but --data DIR (or KICKBACK_DATA): the folder, with argc and argv left at what follows the
 * flags. NULL after saying what is wrong. */
const char *cli_data_flag(const char *verb, int *argc, char ***argv);
/* The name of a file in the folder; false after saying that it is too long. */
bool cli_data_path(const char *directory, const char *file, char path[CLI_PATH_MAX]);
/* Makes the folder if need be, and holds it for this process alone: two servers on one log would each believe to be
 * alone. Close it to let it go; it goes with the process, however that ends. -1 after saying why not. */
int cli_data_lock(const char *directory);

#endif
