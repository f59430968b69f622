/* save.h: writing a file whole or not at all. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <stdbool.h>
#include <stddef.h>

/* Puts these bytes in place of whatever the file held: at every moment, also after a crash, the name
 * stands for the old content or the new one. False after saying on standard error what went wrong. */
bool cli_save(const char *name, const char *bytes, size_t n);
/* Whether a new file of this name can be made; false says nothing, errno tells why. */
bool cli_can_save(const char *name);
/* The same for a file that may be there already and is replaced. */
bool cli_can_replace(const char *name);
/* Waits until the disk has the folder this name is in: a rename lasts only from then on. */
bool cli_sync_directory(const char *name);

#endif
