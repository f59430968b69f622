/* save.h: writes files atomically. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the content of the file. At any time, even after a crash, the file has either the old content or the new
 * one. Prints an error and returns false on failure. */
bool cli_save(const char *name, const char *bytes, size_t n);
/* Whether a new file with this name can be created. If not, errno says why; nothing is printed. */
bool cli_can_save(const char *name);
/* Whether a file with this name, which may already exist, can be replaced. If not, errno says why. */
bool cli_can_replace(const char *name);
/* Syncs the folder of this name to disk. A rename is durable only after that. */
bool cli_sync_directory(const char *name);

#endif
