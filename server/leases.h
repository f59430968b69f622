/* leases.h: which of several writers of a log looks after a stream, that is, plays its bots and clocks.
 *
 * Each writer has a lease in the storage and renews it. Leases expire by the storage's clock. For each stream, every writer
 * with a lease has a weight: a hash of the writer's id and the stream's name. The writer with the highest weight looks after
 * the stream. So writers that know the same leases agree without talking to each other, and when a writer comes or goes,
 * only its own streams move. A writer that could not renew its lease assumes that it has expired.
 *
 *     srv_leases_open(&leases, "this writer's id");
 *     srv_leases_renew(&leases, others, n, now_us, until_us);     (whenever the storage has renewed ours)
 *     if (srv_leases_tend(&leases, stream, now_us)) …             (make the entries that nobody asks for) */
#ifndef SRV_LEASES_H
#define SRV_LEASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SRV_WRITER_MAX = 32 }; /* bytes of a writer's id */

typedef struct srv_writer {
    char id[SRV_WRITER_MAX + 1];
} srv_writer;

typedef struct srv_leases {
    srv_writer own;
    srv_writer *others; /* that had a lease when ours was last renewed; sorted */
    size_t n, size;
    uint64_t until_us; /* our lease is valid at least until then, by a monotonic clock */
} srv_leases;

void srv_leases_open(srv_leases *, const char *own);
void srv_leases_close(srv_leases *);

/* Our lease was renewed until that time, and these others have one. Takes ownership of the list. Returns whether streams may
 * have moved. */
bool srv_leases_renew(srv_leases *, srv_writer *others, size_t n, uint64_t now_us, uint64_t until_us);
/* Whether this writer looks after the stream. */
bool srv_leases_tend(const srv_leases *, const char *stream, uint64_t now_us);

#endif
