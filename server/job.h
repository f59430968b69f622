/* job.h: work for a thread: a bot's decision, or a passphrase to be hashed. */
#ifndef SRV_JOB_H
#define SRV_JOB_H

#include "../bots/bot.h"
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

/* It holds a copy of everything it needs. */
typedef struct srv_job {
    uint64_t number; /* never used again */
    bot bot;
    kb_state view;
    kb_move move;             /* the result … */
    char words[SRV_BOT_LINE]; /* … and what the bot says with it */
    srv_proof proof;
} srv_job;

/* Does the job; in any thread. */
void srv_think(srv_job *, const bot_room *);

#endif
