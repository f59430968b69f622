/* data.h: where a server's data is, for the verbs that work on it. */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_PATH_MAX = 1024 };

/* For verbs whose only flag is --data DIR (or KICKBACK_DATA). Returns the folder, and moves argc and argv past the
 * flags. NULL after printing an error. */
const char *cli_data_flag(const char *verb, int *argc, char ***argv);
/* The path of a file in the folder. Prints an error and returns false if it is too long. */
bool cli_data_path(const char *directory, const char *file, char path[CLI_PATH_MAX]);
/* Creates the folder if necessary, and locks it, because two servers must not write to one log. Close the result to
 * unlock it; it is also unlocked when the process ends. -1 after printing an error that begins with the flag. */
int cli_data_lock(const char *flag, const char *directory);

/* The value of a flag that says where a log is: sqlite:DIR or postgresql://… */
typedef enum cli_place { CLI_SQLITE, CLI_POSTGRES, CLI_NOWHERE } cli_place;
cli_place cli_place_of(const char *text);
/* The folder of a log in SQLite. */
const char *cli_place_folder(const char *text);

/* A progress bar on a terminal, redrawn when it has grown. The context is an int, -1 at first. */
void cli_print_progress(void *context, size_t done, size_t all);

#endif
