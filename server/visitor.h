/* visitor.h: identifies the sender of a request by its head alone. */
#ifndef SRV_VISITOR_H
#define SRV_VISITOR_H

#include "address.h"
#include "http.h"
#include "net.h"
#include "secret.h"

/* Finds a program's token or a browser's cookie. Returns false if there is neither. */
bool srv_find_secret(const srv_head *, srv_secret *, bool *is_cookie);
bool srv_find_cookie(const srv_head *, srv_secret *);
/* The name of the cookie that browsers are given. */
const char *srv_cookie_name(const srv_net_options *);
/* Whether a WebSocket was requested by our own page, or by a program, which sends no Origin. */
bool srv_is_origin_ours(const srv_net_options *, const srv_head *);
/* Whether browsers reach us over TLS, our own or a proxy's. */
bool srv_is_https(const srv_net_options *);
/* The origin by which this browser knows us, for links to pass on. */
void srv_write_origin(const srv_net_options *, const srv_head *, kb_text *);
/* The address a connection counts for. The trusted proxy names the client's; for anybody else it is the peer's. */
void srv_find_address(const srv_net_options *, const srv_head *, const char *peer, char out[SRV_ADDRESS_MAX]);

#endif
