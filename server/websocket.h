/* websocket.h: RFC 6455: bytes in, messages out, and frames to send. wslay knows the frames; what
 * they make together is here. Nothing here knows a socket. */
#ifndef SRV_WEBSOCKET_H
#define SRV_WEBSOCKET_H

#include <wslay/wslay.h>

#include "bytes.h"

/* Bytes to be sent to one or to many: each who holds them counts. */
typedef struct srv_shared {
    unsigned holders;
    size_t n;
    char at[];
} srv_shared;
srv_shared *srv_share(const char *, size_t n);
void srv_unshare(srv_shared *);

/* Zeroed at first, but for is_client. Between messages it owns nothing. */
typedef struct srv_websocket {
    wslay_frame_context_ptr frames; /* while part of a frame is there */
    const uint8_t *in;              /* what it has not been given yet */
    size_t n_in;
    uint64_t n_held;    /* bytes it was given, of frames that are not whole */
    uint64_t n_payload; /* … and how much payload of that frame has come */
    bool is_client;     /* whose frames come as they are, and may be long; otherwise they come masked */
    bool is_in_frame;
    bool is_in_message; /* a message has begun whose last frame has not come */
    srv_bytes message, control;
} srv_websocket;

/* What to do with what has come. text: false stops the reading, because the connection is gone. */
typedef struct srv_websocket_edge {
    void *context;
    bool (*text)(void *context, char *text, size_t n);
    void (*ping)(void *context, const char *payload, size_t n);
    void (*pong)(void *context);
} srv_websocket_edge;

enum { SRV_STAYS_OPEN = 0, SRV_CLOSE_WITHOUT_CODE = WSLAY_CODE_NO_STATUS_RCVD };
/* Takes what came. Returns SRV_STAYS_OPEN or the code of the close frame to answer with. */
int srv_websocket_take(srv_websocket *, const void *bytes, size_t n, const srv_websocket_edge *);
void srv_websocket_free(srv_websocket *);

/* Writes frames; one is enough for everybody. */
typedef struct srv_framer {
    wslay_frame_context_ptr frames;
    srv_shared *out;
    bool is_client; /* masks them */
} srv_framer;
void srv_framer_init(srv_framer *, bool is_client);
void srv_framer_free(srv_framer *);
srv_shared *srv_frame(srv_framer *, enum wslay_opcode, const char *payload, size_t n);
srv_shared *srv_close_frame(srv_framer *, int code);

enum { SRV_ACCEPT_MAX = 32 };
/* The answer to a Sec-WebSocket-Key; false: that is none. */
bool srv_websocket_accept(const char *key, size_t n, char accept[SRV_ACCEPT_MAX]);

#endif
