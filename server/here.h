/* here.h: who is connected to other servers. Each server tells the others once a second which tables its people watch. What
 * was told holds for a few seconds, so nothing has to be taken back when a server is gone or news is lost. */
#ifndef SRV_HERE_H
#define SRV_HERE_H

#include "parts.h"

/* Call once a second: tells other servers, and forgets what was told too long ago. */
void srv_here_tell(srv_parts *);
void srv_here_hear(srv_parts *, const char *writer, const char *text);

#endif
