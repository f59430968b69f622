/* here.h: who is connected to other servers. Each server tells the others once a second which tables its people watch. What
 * was told holds for a few seconds, so nothing has to be taken back when a server is gone or news is lost. */
#ifndef SRV_HERE_H
#define SRV_HERE_H

#include "parts.h"

/* Call once a second: tells other servers, and forgets what was told too long ago. */
void srv_here_tell(srv_parts *);
void srv_here_hear(srv_parts *, const char *writer, const char *text);
/* Whether whoever is not in srv_seats_here is not connected. Otherwise they may have gone to another server just now, or
 * been on one before this one listened. */
bool srv_here_is_known(const srv_parts *, const srv_table *);

#endif
