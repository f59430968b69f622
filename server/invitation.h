/* invitation.h: the page of a table, at /t/ID. It is the same page as everywhere, with tags (Open Graph) from which a
 * chat program shows who invites to what. They say only what anybody who has the link may see. */
#ifndef SRV_INVITATION_H
#define SRV_INVITATION_H

#include "ids.h"
#include "room.h"
#include "site.h"

/* Whether this is the prefix and the id of a table, and of which. */
bool srv_names_table(kb_slice, const char *prefix, char id[SRV_TABLE_ID + 1]);
/* room NULL: the table is unknown or not in memory, and the tags name no table. */
void srv_respond_table(srv_response *, const srv_net_options *, const srv_head *, const srv_room *);

#endif
