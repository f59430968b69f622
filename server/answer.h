/* answer.h: the outcome of a request: done, or refused with a name and a sentence. */
#ifndef SRV_ANSWER_H
#define SRV_ANSWER_H

#include "../include/kickback.h"

typedef enum srv_refusal {
    SRV_DONE = 0,
    SRV_E_RULE, /* a rule of the game forbids it */
#define SRV_REFUSAL(code, name, sentence) SRV_E_##code,
#include "refusals.def"
#undef SRV_REFUSAL
    SRV_REFUSALS
} srv_refusal;

/* Long enough to list everything that could replace one word of a promise. */
enum { SRV_SENTENCE_MAX = 2048 };

typedef struct srv_answer {
    srv_refusal refusal;
    kb_error rule;               /* of SRV_E_RULE */
    char more[SRV_SENTENCE_MAX]; /* a more exact sentence than the usual one, or "" */
} srv_answer;

const char *srv_answer_name(const srv_answer *);
const char *srv_answer_sentence(const srv_answer *);
srv_answer srv_refuse(srv_refusal);

/* Every answer has a number, so that metrics can count it: refusals first, then rule errors. */
enum { SRV_ANSWERS = SRV_REFUSALS + KB_ERRORS };
int srv_answer_number(const srv_answer *);
srv_answer srv_answer_numbered(int);

#endif
