/* sessions.h: the connections, from accept to close.
 *
 * A session is in one phase at a time. Each phase keeps its sessions in the order in which they entered it, so the
 * next deadline is always at the front of a list. */
#ifndef SRV_SESSIONS_H
#define SRV_SESSIONS_H

#include <ev.h>

#include "address.h"
#include "http.h"
#include "listen.h"
#include "lobby.h"
#include "metrics.h"
#include "net.h"
#include "report.h"
#include "stream.h"

typedef enum srv_phase {
    SRV_HALF_OPEN, /* a handshake, a request, its answer, or the wait for the next one */
    SRV_LIVE,      /* a WebSocket heard from recently */
    SRV_ASKED,     /* a WebSocket that was sent a ping and has not answered */
    SRV_CLOSING,   /* only queued bytes are still sent */
    SRV_GONE,      /* freed when the turn ends */
    SRV_PHASES
} srv_phase;

typedef struct srv_sessions srv_sessions;
typedef struct srv_session srv_session;

struct srv_session {
    ev_io io;
    srv_sessions *all;
    srv_stream stream;
    srv_phase phase;
    bool is_inside, is_dirty, is_ended;
    double since_s; /* when it entered its phase, or last made progress in it */
    TAILQ_ENTRY(srv_session) in_phase;
    TAILQ_ENTRY(srv_session) at_door; /* of a half-open one: others from the same peer address */
    srv_crowd *door;                  /* that address */
    srv_bytes head;                   /* the request received so far */
    size_t looked;                    /* how much of the head was scanned */
    bool is_last;                     /* no request after this one */
    srv_websocket socket;
    int close_code;             /* close code at the end of this turn; 0: stays open */
    srv_connection *connection; /* of a WebSocket */
    srv_crowd *crowd;           /* the address that limits count */
    char *origin;
};

typedef TAILQ_HEAD(srv_age, srv_session) srv_age; /* the sessions in a phase, oldest first */

/* What the sessions need from the loop. */
typedef struct srv_sessions_edge {
    void *context;
    uint64_t (*now_ms)(void *context);
    void (*metrics)(void *context, srv_bytes *out);
} srv_sessions_edge;

/* A frame built in this turn, keyed by its text. */
typedef struct srv_prepared {
    const char *text;
    size_t n;
    srv_shared *frame;
} srv_prepared;
enum { SRV_PREPARED = 256 };

struct srv_sessions {
    const srv_net_options *options;
    srv_sessions_edge edge;
    struct ev_loop *loop;
    srv_lobby *lobby; /* NULL: the server is shutting down */
    SSL_CTX *tls;     /* NULL: plain */
    bool is_draining; /* about to stop: no new WebSockets, and requests are left to the next connection */
    srv_listener listeners[2];
    int n_listeners;
    srv_age phases[SRV_PHASES];
    size_t n_open, n_max, n_half_open;
    srv_crowds doors;  /* half-open sessions by peer address */
    srv_crowds crowds; /* WebSockets by client address */
    srv_framer framer;
    srv_prepared prepared[SRV_PREPARED];
    srv_session **dirty; /* sessions with output to send at the end of the turn */
    size_t n_dirty, dirty_size;
    srv_traffic traffic;
    srv_seldom_line crowded, dropped, slow;
    char *buffer; /* to read into */
};

/* Opens the sockets that the options name. If it returns false, it has printed the reason on standard error. */
bool srv_sessions_open(srv_sessions *, const srv_net_options *, const srv_sessions_edge *, struct ev_loop *);
/* Sends a close frame to everybody and stops accepting connections. */
void srv_sessions_farewell(srv_sessions *);
void srv_sessions_free(srv_sessions *);

/* For srv_edge: sends a message to a session. Equal texts within a turn share one frame. */
void srv_session_send(srv_session *, const char *text, size_t n);
/* Called after each turn: flushes output and frees closed sessions. Returns true if any were closed, because others
 * may have to be told. */
bool srv_sessions_flush(srv_sessions *);
/* Called once a second: enforces deadlines. */
void srv_sessions_pulse(srv_sessions *);
/* Reloads certificate and key. If they are unusable, reports it and keeps the old ones. */
void srv_sessions_reload(srv_sessions *);

/* Monotonic time in seconds. */
double srv_steady_s(void);

#endif
