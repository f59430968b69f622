/* job.c: doing a job, in any thread. */
#include "job.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static void hash_passphrase(srv_proof *proof)
{
    srv_account *account = &proof->account;
    if (crypto_pwhash(account->hash.at, sizeof account->hash, proof->passphrase, strlen(proof->passphrase),
                      account->salt.at, account->passes, (size_t)account->kib << 10, crypto_pwhash_ALG_ARGON2ID13) != 0)
        account->passes = 0; /* not enough memory */
    sodium_memzero(proof->passphrase, sizeof proof->passphrase);
}

void srv_job_drop(srv_job *job)
{
    free(job->ledger);
    job->ledger = NULL;
}

void srv_think(srv_job *job, const bot_room *room)
{
    kb_text words = kb_text_in(job->words, sizeof job->words);
    if (job->proof.connection) {
        hash_passphrase(&job->proof);
        return;
    }
    const kb_ledger *ledger = job->ledger ? job->ledger : &kb_no_pacts;
    if (job->kind == SRV_DECIDES_ANSWER) {
        job->has_reply = bot_answer(&job->bot, &job->view, ledger, job->pact, &job->reply);
    } else if (job->kind == SRV_DECIDES_REPLY) {
        job->spoken.line = job->talk; /* the job may have been copied */
        job->has_reply = bot_reply_to(&job->bot, &job->view, ledger, &job->spoken, &job->reply);
    } else if (job->kind == SRV_DECIDES_OFFER) {
        job->has_reply = bot_offer(&job->bot, &job->view, ledger, &job->reply.counter);
    } else {
        job->move = bot_decide_with(&job->bot, &job->view, ledger, room);
        bot_speak(&job->bot, &job->view.setup, &words);
    }
    srv_job_drop(job);
}
