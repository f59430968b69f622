/* job.c: doing a job, in any thread. */
#include "job.h"

#include <sodium.h>
#include <string.h>

static void hash_passphrase(srv_proof *proof)
{
    srv_account *account = &proof->account;
    if (crypto_pwhash(account->hash, sizeof account->hash, proof->passphrase, strlen(proof->passphrase), account->salt,
                      account->passes, (size_t)account->kib << 10, crypto_pwhash_ALG_ARGON2ID13) != 0)
        account->passes = 0; /* not enough memory */
    sodium_memzero(proof->passphrase, sizeof proof->passphrase);
}

void srv_think(srv_job *job, const bot_room *room)
{
    kb_text words = kb_text_in(job->words, sizeof job->words);
    if (job->proof.connection) {
        hash_passphrase(&job->proof);
        return;
    }
    job->move = bot_decide(&job->bot, &job->view, room);
    bot_speak(&job->bot, &job->view.setup, &words);
}
