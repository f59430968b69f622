/* job.h: work for a thread: a bot's decision, or a passphrase to be hashed. */
#ifndef SRV_JOB_H
#define SRV_JOB_H

#include "../bots/reply.h"
#include "limits.h"
#include "secret.h"

/* What is stored of a passphrase: its Argon2id hash, with the salt and the cost parameters. */
typedef struct srv_account {
    srv_salt salt;
    srv_secret hash;
    uint32_t passes, kib; /* 0: no passphrase */
} srv_account;

/* A passphrase to be hashed. Hashing is slow and uses memory on purpose, so it runs as a job, like a bot's decision. */
typedef struct srv_proof {
    uint64_t connection; /* the connection that asked; 0: not a proof */
    char id[KB_ID_MAX + 1];
    bool is_login;
    uint32_t person; /* the claimed person; 0: nobody has that name, which takes just as long to find out */
    srv_account account;
    char passphrase[SRV_PASSPHRASE_MAX + 1]; /* wiped as soon as it is hashed */
} srv_proof;

enum { SRV_BOT_LINE = 256 }; /* maximum bytes of a bot's line */

/* What a bot is asked for. Passing for a person is decided by the server itself; no thread has to think about it. */
typedef enum srv_decision_kind {
    SRV_DECIDES_MOVE,
    SRV_DECIDES_PASS,
    SRV_DECIDES_ANSWER,
    SRV_DECIDES_OFFER,
    SRV_DECIDES_REPLY /* to a line of talk */
} srv_decision_kind;

/* Holds a copy of everything it needs. */
typedef struct srv_job {
    uint64_t number; /* never reused */
    srv_decision_kind kind;
    bot bot;
    kb_state view;
    kb_ledger *ledger; /* of the table; srv_think frees it. NULL: nothing was proposed there */
    uint32_t pact;     /* the one to be answered */
    bot_spoken spoken; /* of a reply: the line, which is in talk */
    char talk[KB_TALK_MAX + 1];
    kb_move move; /* the result of thinking about a move */
    bool has_reply;
    bot_reply reply;          /* the result of an answer or a reply; of an offer, its counter */
    char words[SRV_BOT_LINE]; /* what the bot says with its move */
    srv_proof proof;
} srv_job;

/* Does the job, in any thread. */
void srv_think(srv_job *, const bot_room *);
/* Call instead of srv_think if nobody will do the job. */
void srv_job_drop(srv_job *);

#endif
