/* names.h: which names are allowed, and which look alike. */
#ifndef SRV_NAMES_H
#define SRV_NAMES_H

#include <stdbool.h>

#include "limits.h"
#include "secret.h"

typedef struct srv_names srv_names;

/* Returns NULL if ICU cannot be initialised. */
srv_names *srv_names_open(void);
void srv_names_close(srv_names *);
/* 1 to SRV_NAME_CHARACTERS visible user-perceived characters. */
bool srv_is_name(const char *name);
/* Two names look alike if either hash is equal: one keeps case, the other ignores it. */
enum { SRV_LOOKS = 2 };
void srv_looks_of(const srv_names *, const char *name, srv_secret looks[SRV_LOOKS]);

#endif
