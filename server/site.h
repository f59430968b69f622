/* site.h: answers to plain HTTP requests: the page, the health check, metrics. */
#ifndef SRV_SITE_H
#define SRV_SITE_H

#include "http.h"
#include "net.h"
#include "secret.h"

typedef struct srv_response {
    srv_bytes head;
    const char *body; /* static, or in own */
    size_t body_n;
    srv_bytes own;
} srv_response;

/* A short text answer. */
void srv_respond(srv_response *, const srv_net_options *, int status, bool keeps_alive, bool is_head);
/* A file of the page, or its substitute. */
void srv_respond_file(srv_response *, const srv_net_options *, const srv_head *, int status, const srv_file *);
/* The answer to a request on the public port. */
void srv_respond_page(srv_response *, const srv_net_options *, const srv_head *);
/* The answer to a browser that has exchanged its secret. */
void srv_respond_renewed(srv_response *, const srv_net_options *, const srv_head *, const srv_secret *);
/* The answer to an accepted upgrade. */
void srv_respond_upgrade(srv_response *, const char *accept);

#endif
