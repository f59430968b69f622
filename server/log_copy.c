/* log_copy.c: copies a log that may be in use. The copy is written to a temporary file, synced and checked before it
 * gets its name, so that a file of that name is always complete. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

/* Copies in one step: a reader of a write-ahead log blocks nobody and sees the log as it was when it began. */
static bool copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (!copy) return false;
    sqlite3_backup_step(copy, -1);
    return sqlite3_backup_finish(copy) == SQLITE_OK;
}

static bool is_sound(sqlite3 *db)
{
    sqlite3_stmt *check;
    if (sqlite3_prepare_v2(db, "PRAGMA quick_check", -1, &check, NULL) != SQLITE_OK) return false;
    bool sound = sqlite3_step(check) == SQLITE_ROW && !strcmp((const char *)sqlite3_column_text(check, 0), "ok");
    sqlite3_finalize(check);
    return sound;
}

void srv_log_examine_sqlite(const char *path, srv_log_reader *reader, void *context)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *check = NULL;
    int status = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
    if (status == SQLITE_OK) status = sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &check, NULL);
    while (status == SQLITE_OK && (status = sqlite3_step(check)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(check, 0);
        if (line && strcmp(line, "ok") != 0) reader(context, "", 0, line, strlen(line));
        status = SQLITE_OK;
    }
    if (status != SQLITE_DONE) {
        const char *why = db ? sqlite3_errmsg(db) : "out of memory";
        reader(context, "", 0, why, strlen(why));
    }
    sqlite3_finalize(check);
    sqlite3_close(db);
}

/* Writes a single file, without a separate write-ahead log that could be left behind. */
static bool copy_into(sqlite3 *from, const char *aside, kb_text *why)
{
    sqlite3 *to = NULL;
    bool done = sqlite3_open_v2(aside, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK && copy_pages(from, to) &&
                sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) == SQLITE_OK;
    if (!done) {
        kb_putf(why, "the copy: %s", to ? sqlite3_errmsg(to) : "out of memory");
    } else if (!is_sound(to)) {
        kb_put(why, "the log is damaged, and so would be its copy");
        done = false;
    }
    sqlite3_close(to);
    return done;
}

static bool sync_path(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC);
    bool done = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return done;
}

static bool give_name(const char *aside, const char *path, kb_text *why)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    bool done = sync_path(aside, O_RDONLY) && !rename(aside, path) &&
                sync_path(dirname(folder), O_RDONLY | O_DIRECTORY);
    if (!done) kb_putf(why, "%s: %s", path, strerror(errno));
    return done;
}

bool srv_log_copy_sqlite(const char *from, const char *to, kb_text *why)
{
    char aside[PATH_MAX];
    sqlite3 *db = NULL;
    bool done = false;
    if (snprintf(aside, sizeof aside, "%s.XXXXXX", to) >= (int)sizeof aside) {
        kb_putf(why, "%s: that name is too long", to);
        return false;
    }
    if (sqlite3_open_v2(from, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        kb_putf(why, "%s: %s", from, db ? sqlite3_errmsg(db) : "out of memory");
    } else if (!access(to, F_OK)) {
        kb_putf(why, "%s is there already", to);
    } else {
        int fd = mkstemp(aside); /* readable by its owner only: a log has everybody's secrets */
        if (fd < 0) kb_putf(why, "%s: %s", to, strerror(errno));
        if (fd >= 0) close(fd);
        done = fd >= 0 && copy_into(db, aside, why) && give_name(aside, to, why);
        if (fd >= 0 && !done) unlink(aside);
    }
    sqlite3_close(db);
    return done;
}
