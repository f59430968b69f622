/* terms.h: the promises of a proposal, as a bot sees them. */
#ifndef BOT_TERMS_H
#define BOT_TERMS_H

#include "../engine/promises.h"
#include "policy.h"

/* The promises, and the one number that can be bargained about. */
typedef struct bot_terms {
    size_t from, to; /* where the digits begin and end in the text of the numbered promise's deed */
    int numbered;    /* the promise with a number; -1: none has one */
    int32_t number;
    int n;
    kb_promise at[KB_PACT_PROMISES_MAX];
} bot_terms;

/* Reads an idea of a policy. False: it cannot be promised with these options. */
bool bot_read_idea(const kb_setup *, const bot_idea *, bot_terms *);
/* Writes the promises as JSON. */
void bot_put_terms(const kb_setup *, const bot_terms *, kb_text *);

/* Finds the digits of a promise's amount: a plain number, or one after >= or <=. False: there are none. */
bool bot_find_number(const kb_deeds *, const kb_promise *, bot_terms *);
/* Finds the first promise with a number. Call this when the promises have changed. */
void bot_find_numbered(const kb_deeds *, bot_terms *);
/* The number, or 1 if there is none. */
int32_t bot_number_of(const bot_terms *);
/* Copies the terms with another number. False: the promise cannot have it. */
bool bot_renumber(const kb_setup *, const bot_terms *, int32_t number, bot_terms *out);

/* Whether the seat promises nothing. */
bool bot_is_free(const bot_terms *, int seat);
/* Whether one promise is to do what the other is not to do. */
bool bot_are_contrary(const kb_promise *, const kb_promise *);
/* Whether both promise a thing that can be given only once, or things to the same one or to rivals, of whom only one can
 * get any: others of the same kind, the part of the first word. */
bool bot_are_of_one_thing(const kb_deeds *, const kb_promise *, const kb_promise *);

#endif
