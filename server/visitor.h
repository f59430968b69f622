/* visitor.h: who sent a request, from its head alone. */
#ifndef SRV_VISITOR_H
#define SRV_VISITOR_H

#include "address.h"
#include "http.h"
#include "net.h"
#include "secret.h"

/* A browser's cookie, or the token of a program. False: neither. */
bool srv_find_secret(const srv_head *, srv_secret *);
/* Whether a WebSocket is asked for by our own page, or by a program, which has no Origin. */
bool srv_is_origin_ours(const srv_net_options *, const srv_head *);
/* Whether browsers reach us through TLS, ours or a proxy's. */
bool srv_is_https(const srv_net_options *);
/* What this browser calls us, for the links it gives to others. */
void srv_write_origin(const srv_net_options *, const srv_head *, kb_text *);
/* Whom a connection from this address is for: the trusted proxy says it of others, anybody else is themselves. */
void srv_find_address(const srv_net_options *, const srv_head *, const char *peer, char out[SRV_ADDRESS_MAX]);

#endif
