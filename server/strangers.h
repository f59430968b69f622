/* strangers.h: forgets people who gave a name and never played, so that names nobody uses do not add up. */
#ifndef SRV_STRANGERS_H
#define SRV_STRANGERS_H

#include "parts.h"

/* Call once a second. Looks at a few people, in turn, and deletes at most one. */
void srv_forget_strangers(srv_parts *);

#endif
