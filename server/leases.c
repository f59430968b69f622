/* leases.c: which of several writers of a log looks after a stream. */
#include "leases.h"

#include <stdlib.h>
#include <string.h>

#include "../core/text.h"

void srv_leases_open(srv_leases *leases, const char *own)
{
    memset(leases, 0, sizeof *leases);
    kb_text id = kb_text_in(leases->own.id, sizeof leases->own.id);
    kb_put(&id, own);
}

void srv_leases_close(srv_leases *leases)
{
    free(leases->others);
}

bool srv_leases_renew(srv_leases *leases, srv_writer *others, size_t n, uint64_t now_us, uint64_t until_us)
{
    bool is_same = n == leases->n && now_us < leases->until_us;
    for (size_t i = 0; i < n && is_same; i++) is_same = !strcmp(others[i].id, leases->others[i].id);
    free(leases->others);
    leases->others = others;
    leases->n = n;
    leases->until_us = until_us;
    return !is_same;
}

/* FNV-1a. The last lines spread the last bytes over all bits. */
static uint64_t weight(const srv_writer *writer, const char *stream)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const char *const parts[] = {writer->id, stream};
    for (int i = 0; i < KB_COUNT(parts); i++)
        for (const char *at = parts[i]; *at; at++) hash = (hash ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

bool srv_leases_tend(const srv_leases *leases, const char *stream, uint64_t now_us)
{
    if (now_us >= leases->until_us) return false;
    uint64_t own = weight(&leases->own, stream);
    for (size_t i = 0; i < leases->n; i++) {
        uint64_t other = weight(&leases->others[i], stream);
        if (other > own || (other == own && strcmp(leases->others[i].id, leases->own.id) > 0)) return false;
    }
    return true;
}
