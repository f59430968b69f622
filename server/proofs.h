/* proofs.h: passphrases that wait for a thread, and those that a thread is hashing. */
#ifndef SRV_PROOFS_H
#define SRV_PROOFS_H

#include "job.h"

/* A passphrase that a thread is hashing. */
typedef struct srv_proving {
    uint64_t number, deadline_ms; /* of the job */
    uint64_t connection;
    char id[SRV_ID_MAX + 1]; /* of the request */
} srv_proving;

typedef struct srv_proofs {
    srv_proof waiting[SRV_PROOFS];
    srv_proving proving[SRV_PROOFS];
    int n_waiting, n_proving;
} srv_proofs;

bool srv_proofs_has_room(const srv_proofs *);
/* Only where there is room. */
void srv_proofs_add(srv_proofs *, const srv_proof *);
/* Gives the first that waits to a thread, as the job of that number. */
void srv_proofs_give(srv_proofs *, uint64_t number, uint64_t now_ms, srv_job *);
/* A job has come back; false: it has been given up. */
bool srv_proofs_take(srv_proofs *, uint64_t number, srv_proving *);
/* A job that has not come back by its deadline; false: there is none. */
bool srv_proofs_take_late(srv_proofs *, uint64_t now_ms, srv_proving *);
void srv_proofs_wipe(srv_proofs *);

#endif
