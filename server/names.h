/* names.h: which names are allowed, and which look alike. */
#ifndef SRV_NAMES_H
#define SRV_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "secret.h"

/* Normalisation makes of a byte at most six units. */
enum { SRV_LETTERS_MAX = 6 * KB_NAME_MAX };

typedef struct srv_names srv_names;

/* Returns NULL if ICU cannot be initialised. */
srv_names *srv_names_open(void);
void srv_names_close(srv_names *);
/* 1 to KB_NAME_CHARACTERS visible user-perceived characters. */
bool srv_is_name(const char *name);

/* What names are compared by and found by: UTF-16 without case and blanks around it. "Straße", " STRASSE" and "Ｓｔｒａｓｓｅ" have
 * the same letters. */
typedef struct srv_letters {
    uint16_t at[SRV_LETTERS_MAX];
    size_t n;
} srv_letters;
void srv_letters_of(const srv_names *, const char *name, srv_letters *);
bool srv_have_letters(const srv_letters *, const srv_letters *wanted);

/* Two names look alike if either hash is equal: one keeps case, the other ignores it. */
enum { SRV_LOOKS = 2 };
void srv_looks_of(const srv_names *, const char *name, srv_secret looks[SRV_LOOKS]);

#endif
