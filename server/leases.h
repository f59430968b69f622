/* leases.h: which of several writers of a log looks after a stream: plays its bots and clocks.
 *
 * Each writer has a lease, which it renews. Of the writers whose lease has not run out, the one whose hash together with
 * the stream's name is the highest looks after the stream. So all writers that know the same leases agree, and when one
 * comes or goes, only its own share changes hands. The storage keeps the leases and judges by its clock when one has run
 * out. This writer also stops by itself when it has not heard for so long that its own may have. */
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
    srv_writer *others; /* with a lease, when ours was last renewed, in order */
    size_t n, size;
    uint64_t until_us; /* of a monotonic clock: ours is good at least until then */
} srv_leases;

void srv_leases_open(srv_leases *, const char *own);
void srv_leases_close(srv_leases *);

/* Ours is renewed, and the others are these. It is good until that time. Returns whether somebody may have another share
 * now. The list is taken over. */
bool srv_leases_renew(srv_leases *, srv_writer *others, size_t n, uint64_t now_us, uint64_t until_us);
/* Whether this writer looks after the stream. */
bool srv_leases_tend(const srv_leases *, const char *stream, uint64_t now_us);

#endif
