/* names.h: which names people may have, and which of them look alike. */
#ifndef SRV_NAMES_H
#define SRV_NAMES_H

#include <stdbool.h>

#include "limits.h"
#include "secret.h"

typedef struct srv_names srv_names;

/* NULL: ICU does not start. */
srv_names *srv_names_open(void);
void srv_names_close(srv_names *);
/* 1 to SRV_NAME_CHARACTERS characters, as people count them, that can be seen. */
bool srv_is_name(const char *name);
/* Two names look alike if either of these is the same: with capitals as they are, and without. */
enum { SRV_LOOKS = 2 };
void srv_looks_of(const srv_names *, const char *name, srv_secret looks[SRV_LOOKS]);

#endif
