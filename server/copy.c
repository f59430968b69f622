/* copy.c: copies a log into another one. Entries are copied in the order of their numbers, so after an interruption each
 * stream of the target is a beginning of the source's. */
#include "copy.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

enum {
    ENTRIES_A_READ = 500,
    BYTES_A_COMMIT = 1 << 20,
    ENTRIES_A_COMMIT = 2000,
};

/* --- reading --------------------------------------------------------------------------------------------- */

typedef struct names {
    char (*at)[SRV_STREAM_MAX + 1];
    size_t n, size;
} names;

static void add_name(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    names *all = context;
    (void)n, (void)text, (void)bytes;
    all->at = srv_grow(all->at, all->n + 1, &all->size, sizeof *all->at);
    kb_text out = kb_text_in(all->at[all->n++], sizeof *all->at);
    kb_put(&out, stream);
}

static bool is_read(srv_logged done, const srv_log *log, const char *which, kb_text *why)
{
    if (done != SRV_LOGGED) kb_putf(why, "%s: cannot be read: %s", which, log->reason);
    return done == SRV_LOGGED;
}

static bool list_streams(srv_log *log, const char *which, names *all, kb_text *why)
{
    return is_read(log->streams(log, add_name, all), log, which, why);
}

static bool has_name(const names *all, const char *stream)
{
    for (size_t low = 0, high = all->n; low < high;) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(all->at[middle], stream);
        if (!order) return true;
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return false;
}

/* The number of a stream's first entries, and a hash of them. */
typedef struct digest {
    crypto_generichash_state state;
    uint8_t hash[crypto_generichash_BYTES];
    uint64_t n;
    bool has_gap;
} digest;

static void add_entry(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    digest *d = context;
    uint64_t head[2] = {n, bytes};
    (void)stream;
    d->has_gap |= n != ++d->n;
    crypto_generichash_update(&d->state, (const uint8_t *)head, sizeof head);
    crypto_generichash_update(&d->state, (const uint8_t *)text, bytes);
}

/* Reads the entries up to this number. */
static bool digest_of(srv_log *log, const char *which, const char *stream, uint64_t to, digest *d, kb_text *why)
{
    uint64_t before;
    memset(d, 0, sizeof *d);
    crypto_generichash_init(&d->state, NULL, 0, sizeof d->hash);
    do {
        before = d->n;
        uint64_t last = to - before > ENTRIES_A_READ ? before + ENTRIES_A_READ : to;
        if (!is_read(log->read(log, stream, before + 1, last, add_entry, d), log, which, why)) return false;
    } while (d->n == before + ENTRIES_A_READ);
    crypto_generichash_final(&d->state, d->hash, sizeof d->hash);
    if (d->has_gap) kb_putf(why, "%s: an entry of %s is missing", which, stream);
    return !d->has_gap;
}

static bool is_same(const digest *a, const digest *b)
{
    return a->n == b->n && !memcmp(a->hash, b->hash, sizeof a->hash);
}

/* --- copying --------------------------------------------------------------------------------------------- */

typedef struct batch {
    srv_log *to;
    uint64_t n;        /* number of the last entry */
    size_t n_appended; /* since the last commit */
    size_t bytes;
} batch;

static void append(void *context, const char *stream, uint64_t n, const char *text, size_t bytes)
{
    batch *b = context;
    b->to->append(b->to, stream, n, text, bytes);
    b->n = n;
    b->n_appended++;
    b->bytes += bytes;
}

static bool commit(srv_copying *c, batch *b, kb_text *why)
{
    if (srv_log_commit(c->to) != SRV_LOGGED) {
        kb_putf(why, "--to: cannot be written: %s", c->to->reason);
        return false;
    }
    c->n_written += b->n_appended;
    b->n_appended = b->bytes = 0;
    return true;
}

/* What the target has of the stream must be how it begins in the source. */
static bool find_place(const srv_copying *c, const char *stream, uint64_t *n, kb_text *why)
{
    digest here, there;
    if (!digest_of(c->to, "--to", stream, SRV_TO_END, &there, why) ||
        !digest_of(c->from, "--from", stream, there.n, &here, why))
        return false;
    *n = there.n;
    if (is_same(&here, &there)) return true;
    kb_putf(why, "--to: it has other contents: %s differs", stream);
    return false;
}

static bool copy_stream(srv_copying *c, const char *stream, batch *b, kb_text *why)
{
    uint64_t from;
    do {
        from = b->n + 1;
        srv_logged done = c->from->read(c->from, stream, from, from + ENTRIES_A_READ - 1, append, b);
        if (!is_read(done, c->from, "--from", why)) return false;
        bool is_full = b->n_appended >= ENTRIES_A_COMMIT || b->bytes >= BYTES_A_COMMIT;
        if (is_full && !commit(c, b, why)) return false;
    } while (b->n == from + ENTRIES_A_READ - 1);
    return true;
}

static bool copy_all(srv_copying *c, const names *from, const names *to, kb_text *why)
{
    batch b = {c->to, 0, 0, 0};
    c->n_streams = from->n;
    c->n_entries = c->n_written = 0;
    for (size_t i = 0; i < from->n; i++) {
        const char *stream = from->at[i];
        b.n = 0;
        if (has_name(to, stream) && !find_place(c, stream, &b.n, why)) return false;
        if (!copy_stream(c, stream, &b, why)) return false;
        c->n_entries += b.n;
        c->progress(c->context, i + 1, from->n);
    }
    return commit(c, &b, why);
}

static bool has_only(const names *to, const names *from, kb_text *why)
{
    for (size_t i = 0; i < to->n; i++)
        if (!has_name(from, to->at[i])) {
            kb_putf(why, "--to: it has other contents: --from has no %s", to->at[i]);
            return false;
        }
    return true;
}

static bool mark(srv_log *to, bool is_unfinished, kb_text *why)
{
    if (to->set_unfinished(to, is_unfinished) == SRV_LOGGED) return true;
    kb_putf(why, "--to: cannot be written: %s", to->reason);
    return false;
}

bool srv_copy_log(srv_copying *c, kb_text *why)
{
    names from = {NULL, 0, 0}, to = {NULL, 0, 0};
    bool done = list_streams(c->from, "--from", &from, why) && list_streams(c->to, "--to", &to, why) &&
                has_only(&to, &from, why);
    /* A server may have written to a target that is finished, so nothing is added to it. */
    bool is_open = c->to->is_unfinished || !to.n;
    if (done && is_open) done = mark(c->to, true, why) && copy_all(c, &from, &to, why);
    free(from.at);
    free(to.at);
    return done;
}

bool srv_copy_verify(srv_copying *c, kb_text *why)
{
    names from = {NULL, 0, 0}, to = {NULL, 0, 0};
    bool done = list_streams(c->from, "--from", &from, why) && list_streams(c->to, "--to", &to, why) &&
                has_only(&to, &from, why);
    c->n_streams = from.n;
    c->n_entries = 0;
    for (size_t i = 0; done && i < from.n; i++) {
        digest here, there;
        done = digest_of(c->from, "--from", from.at[i], SRV_TO_END, &here, why) &&
               digest_of(c->to, "--to", from.at[i], SRV_TO_END, &there, why);
        if (done && !is_same(&here, &there)) {
            kb_putf(why, "--to: it has other contents: %s differs", from.at[i]);
            done = false;
        }
        c->n_entries += here.n;
        if (done) c->progress(c->context, i + 1, from.n);
    }
    free(from.at);
    free(to.at);
    return done;
}

bool srv_copy_end(srv_copying *c, kb_text *why)
{
    return mark(c->to, false, why);
}
