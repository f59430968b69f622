/* salvage.c: recovers what can be read from a damaged log. SQLite finds a row through the pages above it and stops
 * at the first damaged one; here every page of the file is read separately (https://sqlite.org/fileformat2.html).
 * This is safe because entries never change: an old copy of a row equals the row. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* --- rows on pages ----------------------------------------------------------------------------------------- */

enum { INDEX_INTERIOR = 0x02, INDEX_LEAF = 0x0A, PAGE_SIZE_MAX = 65536, BODY_MAX = 1 << 20, COLUMNS_MAX = 6 };

typedef struct pages {
    int file;
    size_t size, usable, n; /* bytes of a page, usable bytes of a page, number of pages */
} pages;

static bool read_page(const pages *p, uint64_t number, uint8_t *page)
{
    return number >= 1 && number <= p->n &&
           pread(p->file, page, p->size, (off_t)((number - 1) * p->size)) == (ssize_t)p->size;
}

static uint32_t big_endian(const uint8_t *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
    return value;
}

/* Reads SQLite's varint of one to nine bytes. Returns its length; 0: it does not end in time. */
static size_t read_varint(const uint8_t *at, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < 9 && at + i < end; i++) {
        *value = i == 8 ? *value << 8 | at[i] : *value << 7 | (at[i] & 0x7Fu);
        if (i == 8 || !(at[i] & 0x80)) return i + 1;
    }
    return 0;
}

/* How much of a payload is on the page itself; the rest is in a chain of overflow pages. */
static size_t bytes_here(const pages *p, size_t payload)
{
    size_t most = (p->usable - 12) * 64 / 255 - 23, least = (p->usable - 12) * 32 / 255 - 23;
    if (payload <= most) return payload;
    size_t here = least + (payload - least) % (p->usable - 4);
    return here <= most ? here : least;
}

static bool read_chain(const pages *p, uint32_t number, uint8_t *out, size_t n)
{
    uint8_t *page = srv_alloc(p->size);
    bool done = true;
    while (n && done) {
        size_t part = n < p->usable - 4 ? n : p->usable - 4;
        done = read_page(p, number, page);
        if (done) memcpy(out, page + 4, part);
        number = big_endian(page, 4);
        out += part;
        n -= part;
    }
    free(page);
    return done;
}

/* The payload of a cell, to be freed; NULL: not a valid cell. */
static uint8_t *read_cell(const pages *p, const uint8_t *page, size_t at, size_t *n)
{
    const uint8_t *end = page + p->usable;
    uint64_t bytes;
    if (page[0] == INDEX_INTERIOR) at += 4; /* the left child's page number */
    size_t head = at < p->usable ? read_varint(page + at, end, &bytes) : 0;
    if (!head || bytes < 4 || bytes > BODY_MAX) return NULL;
    size_t here = bytes_here(p, bytes);
    bool goes_on = here < bytes;
    at += head;
    if (at + here + (goes_on ? 4 : 0) > p->usable) return NULL;
    uint8_t *payload = srv_alloc(bytes + 1);
    memcpy(payload, page + at, here);
    *n = bytes;
    if (!goes_on || read_chain(p, big_endian(page + at + here, 4), payload + here, bytes - here)) return payload;
    free(payload);
    return NULL;
}

typedef struct column {
    const char *text; /* NULL: a number, or empty */
    size_t n;
    uint64_t number;
} column;

/* Reads the columns of a row. Returns 0 if it has a type we do not know, or too many columns. */
static int read_columns(const uint8_t *payload, size_t n, column *columns)
{
    uint64_t head, kind;
    size_t at = read_varint(payload, payload + n, &head), body = head;
    int count = 0;
    if (!at || head > n) return 0;
    while (at < head) {
        size_t step = read_varint(payload + at, payload + head, &kind);
        if (!step || count == COLUMNS_MAX) return 0;
        at += step;
        static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        size_t bytes = kind < KB_COUNT(sizes) ? sizes[kind] : kind >= 12 ? (kind - 12) / 2 : n + 1;
        if (bytes > n - body) return 0;
        column *c = &columns[count++];
        memset(c, 0, sizeof *c);
        c->n = bytes;
        if (kind >= 13 && kind % 2) c->text = (const char *)payload + body;
        if (kind == 9) c->number = 1;
        for (size_t i = 0; kind < 7 && i < bytes; i++) c->number = c->number << 8 | payload[body + i];
        body += bytes;
    }
    return count;
}

/* --- recovered entries --------------------------------------------------------------------------------------- */

typedef struct salvaging {
    srv_findings *findings;
    srv_salvaged *sum;
    pages pages;
    sqlite3 *found; /* a file beside the new log: everything found, in order */
    sqlite3_stmt *keep, *keep_name;
    srv_log *log; /* the new log */
    uint64_t last_person;
} salvaging;

static bool is_stream(const column *c)
{
    static const char digits[] = "0123456789abcdef";
    if (!c->text) return false;
    if (c->n == 6 && !memcmp(c->text, srv_people_stream, 6)) return true;
    if (c->n != 6 + SRV_TABLE_ID || memcmp(c->text, "table:", 6) != 0) return false;
    for (size_t i = 6; i < c->n; i++)
        if (!memchr(digits, c->text[i], sizeof digits - 1)) return false;
    return true;
}

/* Rows of entries have a stream, a number and a body; rows of finished games begin with their stream. */
static void keep_row(salvaging *s, const uint8_t *payload, size_t n)
{
    column c[COLUMNS_MAX];
    int count = read_columns(payload, n, c);
    if (count < 3 || !is_stream(&c[0])) return;
    bool is_entry = count == 3 && !c[1].text && c[1].number && c[2].text;
    sqlite3_stmt *statement = is_entry ? s->keep : s->keep_name;
    if (!is_entry && count != COLUMNS_MAX) return;
    sqlite3_bind_text(statement, 1, c[0].text, (int)c[0].n, SQLITE_STATIC);
    if (is_entry) {
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)c[1].number);
        sqlite3_bind_text(statement, 3, c[2].text, (int)c[2].n, SQLITE_STATIC);
    }
    sqlite3_step(statement);
    sqlite3_reset(statement);
}

static void look_at_page(salvaging *s, const uint8_t *page)
{
    size_t head = page[0] == INDEX_LEAF ? 8 : page[0] == INDEX_INTERIOR ? 12 : 0, cells = big_endian(page + 3, 2);
    for (size_t i = 0; head && i < cells && head + 2 * i + 2 <= s->pages.usable; i++) {
        size_t n;
        uint8_t *payload = read_cell(&s->pages, page, big_endian(page + head + 2 * i, 2), &n);
        if (payload) keep_row(s, payload, n);
        free(payload);
    }
}

/* A page's list of cells may be lost, or just one cell may be damaged. */
static void look_at_pages(salvaging *s)
{
    uint8_t *page = srv_alloc(PAGE_SIZE_MAX);
    sqlite3_exec(s->found, "BEGIN", NULL, NULL, NULL);
    for (uint64_t number = 2; number <= s->pages.n; number++) { /* page 1 has SQLite's own schema */
        s->findings->progress(s->findings->context, number, s->pages.n);
        if (read_page(&s->pages, number, page)) look_at_page(s, page);
    }
    sqlite3_exec(s->found, "COMMIT", NULL, NULL, NULL);
    free(page);
}

/* --- writing the new log --------------------------------------------------------------------------------------- */

/* Folds the entries of the stream as long as they are in sequence and fit. Returns how many are known to have
 * existed. */
static uint64_t fold_found(salvaging *s, const char *stream, srv_room *room, srv_people *people, uint64_t *good)
{
    sqlite3_stmt *select;
    uint64_t last = 0;
    bool fits = true;
    *good = 0;
    if (sqlite3_prepare_v2(s->found, "SELECT n, body FROM found WHERE stream = ?1 ORDER BY n", -1, &select, NULL) !=
        SQLITE_OK)
        return 0;
    sqlite3_bind_text(select, 1, stream, -1, SQLITE_STATIC);
    while (sqlite3_step(select) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(select, 1);
        size_t n = (size_t)sqlite3_column_bytes(select, 1);
        last = (uint64_t)sqlite3_column_int64(select, 0);
        fits = fits && body && last == *good + 1 &&
               (room ? srv_room_fold(room, body, n) : srv_people_fold(people, body, n));
        if (!fits) continue;
        s->log->append(s->log, stream, last, body, n);
        ++*good;
    }
    sqlite3_finalize(select);
    return last;
}

static bool save_table(salvaging *s, const char *stream)
{
    uint64_t good;
    srv_room *room = srv_room_new();
    uint64_t last = fold_found(s, stream, room, NULL, &good);
    uint32_t person = good ? srv_last_person(room) : 0;
    srv_room_free(room);
    if (person > s->last_person) s->last_person = person;
    if (!good) {
        srv_find(s->findings, "%s: lost", stream);
        s->sum->lost++;
    } else if (good < last) {
        srv_find(s->findings, "%s: %llu of at least %llu entries", stream, (unsigned long long)good,
                 (unsigned long long)last);
        s->sum->cut++;
        s->sum->cut_entries += good;
    } else {
        s->sum->tables++;
        s->sum->entries += good;
    }
    return srv_log_commit(s->log) == SRV_LOGGED;
}

/* People are numbered by their order in the stream. If its end is missing, the next newcomers would get the numbers,
 * and thereby the seats, of people who were lost. So those numbers are filled with people whose secret nobody has. */
static void add_strangers(salvaging *s, srv_people *people, uint64_t n)
{
    while (people->n < s->last_person) {
        srv_secret key;
        char hex[2 * sizeof key.at + 1], text[256];
        randombytes_buf(key.at, sizeof key.at);
        sodium_bin2hex(hex, sizeof hex, key.at, sizeof key.at);
        snprintf(text, sizeof text, "{\"at\":0,\"do\":\"name\",\"key\":\"%s\",\"name\":\"?\"}", hex);
        if (!srv_people_fold(people, text, strlen(text))) return;
        s->log->append(s->log, srv_people_stream, ++n, text, strlen(text));
        s->sum->strangers++;
    }
}

static bool save_people(salvaging *s)
{
    uint64_t good;
    srv_people people;
    if (!srv_people_open(&people, NULL)) return false;
    uint64_t last = fold_found(s, srv_people_stream, NULL, &people, &good);
    if (good < last)
        srv_find(s->findings, "people: %llu of at least %llu entries", (unsigned long long)good,
                 (unsigned long long)last);
    s->sum->people = people.n;
    if (s->sum->people < s->last_person) {
        add_strangers(s, &people, good);
        srv_find(s->findings,
                 "people: %zu with seats or tables are lost; strangers whom nobody can be stand in for them",
                 s->sum->strangers);
    }
    srv_people_close(&people);
    return srv_log_commit(s->log) == SRV_LOGGED;
}

/* Tables first: their seats say how many people there must be. */
static bool save_all(salvaging *s, kb_text *why)
{
    sqlite3_stmt *names;
    bool done = sqlite3_prepare_v2(s->found, "SELECT stream FROM found UNION SELECT stream FROM named ORDER BY stream",
                                   -1, &names, NULL) == SQLITE_OK;
    while (done && sqlite3_step(names) == SQLITE_ROW) {
        const char *stream = (const char *)sqlite3_column_text(names, 0);
        if (strcmp(stream, srv_people_stream) != 0) done = save_table(s, stream);
    }
    sqlite3_finalize(names);
    done = done && save_people(s);
    if (!done) kb_putf(why, "the new log cannot be written: %s", s->log->reason);
    return done;
}

/* --- the files --------------------------------------------------------------------------------------------------- */

static bool copy_file(const char *from, const char *to, kb_text *why)
{
    static char buffer[1 << 16];
    int in = open(from, O_RDONLY | O_CLOEXEC),
        out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = in >= 0 && out >= 0;
    ssize_t n = 0;
    while (done && (n = read(in, buffer, sizeof buffer)) > 0) done = write(out, buffer, (size_t)n) == n;
    done = done && !n;
    if (!done) kb_putf(why, "%s: %s", out < 0 && in >= 0 ? to : from, strerror(errno));
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    return done;
}

/* SQLite merges the write-ahead log into the copy. For that it needs only the first page. */
static void take_in_wal(salvaging *s, const char *copy)
{
    sqlite3 *db = NULL;
    int left = 1, moved = 0;
    int status = sqlite3_open_v2(copy, &db, SQLITE_OPEN_READWRITE, NULL);
    if (status == SQLITE_OK) status = sqlite3_exec(db, "PRAGMA user_version", NULL, NULL, NULL); /* looks for a WAL */
    if (status == SQLITE_OK) status = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &left, &moved);
    if (status != SQLITE_OK) srv_find(s->findings, "what is in the write-ahead log is lost: %s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static bool open_pages(pages *p, const char *copy, kb_text *why)
{
    uint8_t head[100];
    struct stat is;
    memset(p, 0, sizeof *p);
    p->file = open(copy, O_RDONLY | O_CLOEXEC);
    if (p->file < 0 || fstat(p->file, &is) || pread(p->file, head, sizeof head, 0) != sizeof head) {
        kb_putf(why, "%s: %s", copy, errno ? strerror(errno) : "there is no log in it");
        return false;
    }
    p->size = big_endian(head + 16, 2);
    if (p->size == 1) p->size = PAGE_SIZE_MAX;
    p->usable = p->size - head[20];
    if (memcmp(head, "SQLite format 3", 16) != 0 || p->size < 512 || p->size & (p->size - 1) || p->usable < 480)
        p->size = p->usable = 4096; /* the header is damaged: use SQLite's default size */
    p->n = (size_t)is.st_size / p->size;
    return true;
}

static bool open_found(salvaging *s, const char *path, kb_text *why)
{
    static const char schema[] = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                                 "CREATE TABLE found (stream, n, body, PRIMARY KEY (stream, n)) WITHOUT ROWID;"
                                 "CREATE TABLE named (stream PRIMARY KEY) WITHOUT ROWID";
    bool done = sqlite3_open_v2(path, &s->found, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
                sqlite3_exec(s->found, schema, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(s->found, "INSERT OR IGNORE INTO found VALUES (?1, ?2, ?3)", -1, &s->keep, NULL) ==
                    SQLITE_OK &&
                sqlite3_prepare_v2(s->found, "INSERT OR IGNORE INTO named VALUES (?1)", -1, &s->keep_name, NULL) ==
                    SQLITE_OK;
    if (!done) kb_putf(why, "%s: %s", path, s->found ? sqlite3_errmsg(s->found) : "out of memory");
    return done;
}

bool srv_salvage(const char *from, const char *to, srv_findings *findings, srv_salvaged *sum, kb_text *why)
{
    char wal[PATH_MAX], copy[PATH_MAX], copied_wal[PATH_MAX], found[PATH_MAX];
    salvaging s = {.findings = findings, .sum = sum, .pages = {.file = -1}};
    if (snprintf(wal, sizeof wal, "%s-wal", from) >= PATH_MAX ||
        snprintf(copy, sizeof copy, "%s-copy", to) >= PATH_MAX ||
        snprintf(copied_wal, sizeof copied_wal, "%s-copy-wal", to) >= PATH_MAX ||
        snprintf(found, sizeof found, "%s-found", to) >= PATH_MAX) {
        kb_put(why, "that name is too long");
        return false;
    }
    memset(sum, 0, sizeof *sum);
    bool done = copy_file(from, copy, why) && (access(wal, F_OK) != 0 || copy_file(wal, copied_wal, why));
    if (done) take_in_wal(&s, copy);
    done = done && open_pages(&s.pages, copy, why) && open_found(&s, found, why);
    if (done) s.log = srv_log_open_sqlite(to, why);
    if (s.log) look_at_pages(&s);
    done = s.log && save_all(&s, why);
    if (s.log) s.log->close(s.log);
    sqlite3_finalize(s.keep);
    sqlite3_finalize(s.keep_name);
    sqlite3_close(s.found);
    if (s.pages.file >= 0) close(s.pages.file);
    unlink(copy);
    unlink(copied_wal);
    unlink(found);
    return done;
}
