/* site.h: what is answered to a plain request: the page, whether the server is well, metrics. */
#ifndef SRV_SITE_H
#define SRV_SITE_H

#include "http.h"
#include "net.h"

typedef struct srv_response {
    srv_bytes head;
    const char *body; /* lives for ever, or is own's */
    size_t body_n;
    srv_bytes own;
} srv_response;

/* A short answer in words. */
void srv_respond(srv_response *, const srv_net_options *, int status, bool keeps_alive, bool is_head);
/* A file of the page, or what takes its place. */
void srv_respond_file(srv_response *, const srv_net_options *, const srv_head *, int status, const srv_file *);
/* What a request of the public port is answered. */
void srv_respond_page(srv_response *, const srv_net_options *, const srv_head *);
/* The accepted upgrade. */
void srv_respond_upgrade(srv_response *, const char *accept);

#endif
