/* net.h: the server with its sockets: TLS, HTTP, WebSocket, and threads for bots. */
#ifndef SRV_NET_H
#define SRV_NET_H

#include "log.h"

typedef struct srv_place {
    const char *host; /* an address of this machine, IPv4 or IPv6; "0.0.0.0" or "::" for all of them */
    int port;         /* 0: any free port */
} srv_place;

typedef struct srv_net_options {
    srv_place listen;
    srv_place metrics;              /* where only metrics are served; host NULL: disabled */
    const char *tls_cert, *tls_key; /* files; both, or both NULL */
    const char *public_origin;      /* "https://play.example.org", if it differs from the listening address; or NULL */
    const char *proxy;              /* the trusted proxy's address; "": none */
    const char *node;               /* this server's name among several; NULL: HOST:PORT */
    const char *admin;              /* the path of the operator's socket; NULL: none */
    uint32_t bot_wait_ms;
    uint32_t people_an_address, tables_an_address; /* 0: no limit */
} srv_net_options;

/* Serves until SIGTERM or SIGINT; a second one ends the process at once. SIGHUP reloads the certificate, SIGUSR1 logs a status line. Returns 0 after an
 * orderly stop, or 1 after printing an error. */
int srv_net_run(const srv_net_options *, srv_log *);

/* The built-in page. The list ends with a path of NULL. encoding: the compression of the body, or NULL. */
typedef struct srv_file {
    const char *path, *type, *encoding, *cache, *body;
    size_t n;
} srv_file;
extern const srv_file srv_page[];

#endif
