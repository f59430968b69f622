/* answer.h: the outcome of a request: done, or refused with a name and a sentence. */
#ifndef KB_ANSWER_H
#define KB_ANSWER_H

#include "../include/kickback.h"

typedef enum kb_refused {
    KB_DONE = 0,
    KB_REFUSED_RULE, /* a rule of the game forbids it */
#define KB_REFUSED(code, name, sentence) KB_REFUSED_##code,
#include "refusals.def"
#undef KB_REFUSED
    KB_REFUSED_N
} kb_refused;

/* Long enough to list everything that could replace one word of a promise. */
enum { KB_SENTENCE_MAX = 2048 };

typedef struct kb_answer {
    kb_refused refusal;
    kb_error rule;              /* of KB_REFUSED_RULE */
    char more[KB_SENTENCE_MAX]; /* a more exact sentence than the usual one, or "" */
} kb_answer;

const char *kb_answer_name(const kb_answer *);
const char *kb_answer_sentence(const kb_answer *);
kb_answer kb_refuse(kb_refused);
/* Ends an answer as JSON, {"ok":true,…}, which begins there in the text; or puts {"ok":false,"error":…,"sentence":…} in its
 * place. */
void kb_put_answer(const kb_answer *, size_t from, kb_text *);

/* Every answer has a number, so that metrics can count it: refusals first, then rule errors. */
enum { KB_ANSWERS = KB_REFUSED_N + KB_ERRORS };
int kb_answer_number(const kb_answer *);
kb_answer kb_answer_numbered(int);

#endif
