/* follow.h: reads the entries that other servers have written to the log, folds them, and tells viewers about them. */
#ifndef SRV_FOLLOW_H
#define SRV_FOLLOW_H

#include "parts.h"

/* Listens to the log's notifications. */
void srv_follow_open(srv_parts *);
/* Call once per turn, while no commit runs: reads and folds what others wrote. Returns false if the log has not answered yet. */
bool srv_follow_on(srv_parts *);

#endif
