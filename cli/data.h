/* data.h: a server's data folder, for the verbs that work on it. */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include <stdbool.h>

enum { CLI_PATH_MAX = 1024 };

/* For verbs whose only flag is --data DIR (or KICKBACK_DATA). Returns the folder, and moves argc and argv past the
 * flags. NULL after printing an error. */
const char *cli_data_flag(const char *verb, int *argc, char ***argv);
/* The path of a file in the folder. Prints an error and returns false if it is too long. */
bool cli_data_path(const char *directory, const char *file, char path[CLI_PATH_MAX]);
/* Creates the folder if necessary, and locks it, because two servers must not write to one log. Close the result to
 * unlock it; it is also unlocked when the process ends. -1 after printing an error. */
int cli_data_lock(const char *directory);

#endif
