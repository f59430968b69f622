/* proofs.c: passphrases waiting for a thread, and those being hashed. */
#include "proofs.h"

#include <sodium.h>
#include <string.h>

bool srv_proofs_has_room(const srv_proofs *proofs)
{
    return proofs->n_waiting + proofs->n_proving < SRV_PROOFS;
}

void srv_proofs_add(srv_proofs *proofs, const srv_proof *proof)
{
    proofs->waiting[proofs->n_waiting++] = *proof;
}

void srv_proofs_give(srv_proofs *proofs, uint64_t number, uint64_t now_ms, srv_job *job)
{
    srv_proving *proving = &proofs->proving[proofs->n_proving++];
    memset(job, 0, sizeof *job);
    job->number = number;
    job->proof = proofs->waiting[0];
    memmove(&proofs->waiting[0], &proofs->waiting[1], (size_t)--proofs->n_waiting * sizeof job->proof);
    sodium_memzero(&proofs->waiting[proofs->n_waiting], sizeof job->proof);
    *proving = (srv_proving){number, now_ms + SRV_JOB_MS, job->proof.connection, ""};
    memcpy(proving->id, job->proof.id, sizeof proving->id);
}

static void take_out(srv_proofs *proofs, int i, srv_proving *out)
{
    *out = proofs->proving[i];
    proofs->proving[i] = proofs->proving[--proofs->n_proving];
}

bool srv_proofs_take(srv_proofs *proofs, uint64_t number, srv_proving *out)
{
    for (int i = 0; i < proofs->n_proving; i++) {
        if (proofs->proving[i].number != number) continue;
        take_out(proofs, i, out);
        return true;
    }
    return false;
}

bool srv_proofs_take_late(srv_proofs *proofs, uint64_t now_ms, srv_proving *out)
{
    for (int i = proofs->n_proving; i-- > 0;) {
        if (proofs->proving[i].deadline_ms > now_ms) continue;
        take_out(proofs, i, out);
        return true;
    }
    return false;
}

void srv_proofs_wipe(srv_proofs *proofs)
{
    sodium_memzero(proofs, sizeof *proofs);
}
