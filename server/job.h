/* job.h: work for a thread: a bot's decision, or a passphrase to be hashed. */
#ifndef SRV_JOB_H
#define SRV_JOB_H

#include "../bots/moment.h"
#include "limits.h"

/* What is kept of a passphrase: Argon2id of it, with the salt and the cost of computing it. */
typedef struct srv_account {
    uint8_t salt[16], hash[32];
    uint32_t passes, kib; /* 0: there is no passphrase */
} srv_account;

/* A passphrase to be hashed. That takes time and memory on purpose, so it is a job like a bot's. */
typedef struct srv_proof {
    uint64_t connection; /* who asked; 0: this is no proof */
    char id[SRV_ID_MAX + 1];
    bool is_login;
    uint32_t person; /* who one claims to be; 0: nobody has that name, and finding that out takes as long */
    srv_account account;
    char passphrase[SRV_PASSPHRASE_MAX + 1]; /* wiped as soon as it is hashed */
} srv_proof;

enum { SRV_BOT_LINE = 256 }; /* bytes of what a bot says */

/* What is asked of a bot. To pass is a person's decision that the server makes; no thread has to think about it. */
typedef enum srv_decision_kind {
    SRV_DECIDES_MOVE,
    SRV_DECIDES_PASS,
    SRV_DECIDES_ANSWER,
    SRV_DECIDES_OFFER,
    SRV_DECIDES_REPLY /* to a line of talk */
} srv_decision_kind;

/* It holds a copy of everything it needs. */
typedef struct srv_job {
    uint64_t number; /* never used again */
    srv_decision_kind kind;
    bot bot;
    kb_state view;
    uint8_t *ledger;   /* of the table, packed; srv_think frees it. NULL: nothing was proposed there */
    uint32_t pact;     /* the one to be answered */
    bot_spoken spoken; /* of a reply: the line, in talk */
    char talk[SRV_TALK_MAX + 1];
    kb_move move; /* the result … */
    bool has_reply;
    bot_reply reply;          /* … of an answer or a reply; of an offer, its counter */
    char words[SRV_BOT_LINE]; /* … and what the bot says with a move */
    srv_proof proof;
} srv_job;

/* Does the job; in any thread. */
void srv_think(srv_job *, const bot_room *);
/* Instead: nobody will do it. */
void srv_job_drop(srv_job *);

#endif
