/* save.c: writes files atomically: to a temporary file first, which is then renamed. */
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

/* Temporary files are private. The saved file gets the mode it had before, or the default mode of new files. */
static mode_t mode_for(const char *name)
{
    struct stat old;
    if (!stat(name, &old)) return old.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool cli_can_save(const char *name)
{
    char path[PATH_MAX];
    bool too_long = snprintf(path, sizeof path, "%s", name) >= (int)sizeof path;
    if (!too_long && access(name, F_OK) != 0) return !access(dirname(path), W_OK);
    errno = too_long ? ENAMETOOLONG : EEXIST;
    return false;
}

bool cli_can_replace(const char *name)
{
    struct stat old;
    if (cli_can_save(name)) return true;
    if (errno != EEXIST) return false;
    if (stat(name, &old)) return false;
    errno = S_ISDIR(old.st_mode) ? EISDIR : S_ISREG(old.st_mode) ? 0 : EINVAL;
    return !errno && !access(name, W_OK);
}

bool cli_sync_directory(const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", name);
    int fd = open(dirname(path), O_RDONLY | O_DIRECTORY);
    bool done = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return done;
}

static bool put_in_place(const char *name, const char *bytes, size_t n)
{
    char aside[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.XXXXXX", name) >= (int)sizeof aside) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = mkstemp(aside);
    if (fd < 0) return false;
    bool done = write_all(fd, bytes, n) && !fchmod(fd, mode_for(name)) && !fsync(fd);
    done = !close(fd) && done;
    done = done && !rename(aside, name);
    if (!done) {
        int why = errno;
        unlink(aside);
        errno = why;
        return false;
    }
    return cli_sync_directory(name);
}

bool cli_save(const char *name, const char *bytes, size_t n)
{
    /* A link stays a link; its target is replaced. */
    char *real = realpath(name, NULL);
    bool done = put_in_place(real ? real : name, bytes, n);
    if (!done) cli_input_error("%s could not be saved: %s", name, strerror(errno));
    free(real);
    return done;
}
