/* follow.h: entries that other writers have added to the log are folded here as well, and told. */
#ifndef SRV_FOLLOW_H
#define SRV_FOLLOW_H

#include "parts.h"

/* Listens to the log's news. */
void srv_follow_open(srv_parts *);
/* Call once per turn, while no commit runs: reads and folds what others wrote. Returns false if the log has yet to answer. */
bool srv_follow_on(srv_parts *);

#endif
