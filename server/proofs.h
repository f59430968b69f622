/* proofs.h: passphrases waiting for a thread, and those being hashed. */
#ifndef SRV_PROOFS_H
#define SRV_PROOFS_H

#include "job.h"

/* A passphrase being hashed by a thread. */
typedef struct srv_proving {
    uint64_t number, deadline_ms; /* of the job */
    uint64_t connection;
    char id[KB_ID_MAX + 1]; /* of the request */
} srv_proving;

typedef struct srv_proofs {
    srv_proof waiting[SRV_PROOFS];
    srv_proving proving[SRV_PROOFS];
    int n_waiting, n_proving;
} srv_proofs;

bool srv_proofs_has_room(const srv_proofs *);
/* Requires srv_proofs_has_room. */
void srv_proofs_add(srv_proofs *, const srv_proof *);
/* Gives the first waiting one to a thread, as the job of that number. */
void srv_proofs_give(srv_proofs *, uint64_t number, uint64_t now_ms, srv_job *);
/* A job has come back. Returns false if it was given up before. */
bool srv_proofs_take(srv_proofs *, uint64_t number, srv_proving *);
/* Removes a job that has missed its deadline. Returns false if there is none. */
bool srv_proofs_take_late(srv_proofs *, uint64_t now_ms, srv_proving *);
void srv_proofs_wipe(srv_proofs *);

#endif
