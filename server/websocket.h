/* websocket.h: RFC 6455: bytes in, messages out, and frames to send. wslay parses frames; this assembles messages. No
 * sockets here. */
#ifndef SRV_WEBSOCKET_H
#define SRV_WEBSOCKET_H

#include <wslay/wslay.h>

#include "bytes.h"

/* Bytes to send to one or more connections, with a reference count. */
typedef struct srv_shared {
    unsigned holders;
    size_t n;
    char at[];
} srv_shared;
srv_shared *srv_share(const char *, size_t n);
void srv_unshare(srv_shared *);

/* Zero-initialised, except is_client. Holds no memory between messages. */
typedef struct srv_websocket {
    wslay_frame_context_ptr frames; /* while a frame is incomplete */
    const uint8_t *in;              /* input not yet passed to wslay */
    size_t n_in;
    uint64_t n_held;    /* bytes passed to wslay of incomplete frames */
    uint64_t n_payload; /* payload bytes of the incomplete frame so far */
    bool is_client;     /* received frames are unmasked and may be long; otherwise they must be masked */
    bool is_in_frame;
    bool is_in_message; /* the last frame of a message has not arrived */
    srv_bytes message, control;
} srv_websocket;

/* Handles what was received. text returns false to stop reading, because the connection is gone. */
typedef struct srv_websocket_edge {
    void *context;
    bool (*text)(void *context, char *text, size_t n);
    void (*ping)(void *context, const char *payload, size_t n);
    void (*pong)(void *context);
} srv_websocket_edge;

enum { SRV_STAYS_OPEN = 0, SRV_CLOSE_WITHOUT_CODE = WSLAY_CODE_NO_STATUS_RCVD };
/* Takes received bytes. Returns SRV_STAYS_OPEN, or the code of the close frame to answer with. */
int srv_websocket_take(srv_websocket *, const void *bytes, size_t n, const srv_websocket_edge *);
void srv_websocket_free(srv_websocket *);

/* Writes frames. One frame can be sent to everybody. */
typedef struct srv_framer {
    wslay_frame_context_ptr frames;
    srv_shared *out;
    bool is_client; /* masks its frames */
} srv_framer;
void srv_framer_init(srv_framer *, bool is_client);
void srv_framer_free(srv_framer *);
srv_shared *srv_frame(srv_framer *, enum wslay_opcode, const char *payload, size_t n);
srv_shared *srv_close_frame(srv_framer *, int code);

enum { SRV_ACCEPT_MAX = 32 };
/* The answer to a Sec-WebSocket-Key. Returns false if the key is not valid. */
bool srv_websocket_accept(const char *key, size_t n, char accept[SRV_ACCEPT_MAX]);

#endif
