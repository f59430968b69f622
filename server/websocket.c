/* websocket.c: RFC 6455, for the server and its clients. */
#include "websocket.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "limits.h"

enum { CONTROL_MAX = 125, FRAME_HEAD_MAX = 14, MASK = 4 };

srv_shared *srv_share(const char *bytes, size_t n)
{
    srv_shared *shared = srv_alloc(sizeof *shared + n);
    shared->holders = 1;
    shared->n = n;
    memcpy(shared->at, bytes, n);
    return shared;
}

void srv_unshare(srv_shared *shared)
{
    if (shared && --shared->holders == 0) free(shared);
}

/* --- input ----------------------------------------------------------------------------------------------- */

static ssize_t give(uint8_t *buffer, size_t n, int flags, void *context)
{
    srv_websocket *w = context;
    (void)flags;
    if (n > w->n_in) n = w->n_in;
    if (!n) return -1; /* no more input for now */
    memcpy(buffer, w->in, n);
    w->in += n;
    w->n_in -= n;
    w->n_held += n;
    return (ssize_t)n;
}

static bool is_utf8(const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        int length = kb_utf8_length((const unsigned char *)text + at, n - at);
        if (!length) return false;
        at += (size_t)length;
    }
    return true;
}

static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1011) || (code >= 3000 && code <= 4999);
}

/* The code to answer a close frame with: its own, or an error. */
static int answer_close(const srv_bytes *payload)
{
    if (!payload->n) return SRV_CLOSE_WITHOUT_CODE;
    if (payload->n < 2) return WSLAY_CODE_PROTOCOL_ERROR;
    unsigned code = (unsigned)(unsigned char)payload->at[0] << 8 | (unsigned char)payload->at[1];
    if (!is_close_code(code)) return WSLAY_CODE_PROTOCOL_ERROR;
    if (!is_utf8(payload->at + 2, payload->n - 2)) return WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA;
    return (int)code;
}

/* Checks the head of a frame. Returns 0, or the code to close with. */
static int check_frame(const srv_websocket *w, const struct wslay_frame_iocb *frame)
{
    if (!frame->mask != w->is_client || frame->rsv) return WSLAY_CODE_PROTOCOL_ERROR;
    switch (frame->opcode) {
    case WSLAY_CONTINUATION_FRAME:
        if (!w->is_in_message) return WSLAY_CODE_PROTOCOL_ERROR;
        break;
    case WSLAY_TEXT_FRAME:
        if (w->is_in_message) return WSLAY_CODE_PROTOCOL_ERROR;
        break;
    case WSLAY_BINARY_FRAME: return w->is_in_message ? WSLAY_CODE_PROTOCOL_ERROR : WSLAY_CODE_UNSUPPORTED_DATA;
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG:
        return !frame->fin || frame->payload_length > CONTROL_MAX ? WSLAY_CODE_PROTOCOL_ERROR : SRV_STAYS_OPEN;
    default: return WSLAY_CODE_PROTOCOL_ERROR;
    }
    bool is_too_long = !w->is_client && frame->payload_length > SRV_MESSAGE_MAX - w->message.n;
    return is_too_long ? WSLAY_CODE_MESSAGE_TOO_BIG : SRV_STAYS_OPEN;
}

static void forget(srv_bytes *bytes)
{
    if (bytes->at) sodium_memzero(bytes->at, bytes->n); /* it may contain a passphrase */
    srv_free(bytes);
}

static int end_control(srv_websocket *w, int opcode, const srv_websocket_edge *edge)
{
    srv_bytes payload = w->control;
    int code = SRV_STAYS_OPEN;
    memset(&w->control, 0, sizeof w->control);
    if (opcode == WSLAY_CONNECTION_CLOSE) code = answer_close(&payload);
    if (opcode == WSLAY_PING) edge->ping(edge->context, payload.n ? payload.at : "", payload.n);
    if (opcode == WSLAY_PONG) edge->pong(edge->context);
    srv_free(&payload);
    return code;
}

static int end_message(srv_websocket *w, const srv_websocket_edge *edge, bool *goes_on)
{
    srv_bytes message = w->message;
    memset(&w->message, 0, sizeof w->message);
    srv_add(&message, "", 0);
    bool is_text = is_utf8(message.at, message.n);
    if (is_text) *goes_on = edge->text(edge->context, message.at, message.n);
    forget(&message);
    return is_text ? SRV_STAYS_OPEN : WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA;
}

static int end_frame(srv_websocket *w, const struct wslay_frame_iocb *frame, const srv_websocket_edge *edge,
                     bool *goes_on)
{
    size_t extra = frame->payload_length < 126 ? 0 : frame->payload_length < 65536 ? 2 : 8;
    w->is_in_frame = false;
    w->n_held -= 2 + extra + (w->is_client ? 0 : MASK) + frame->payload_length;
    w->n_payload = 0;
    if (wslay_is_ctrl_frame(frame->opcode)) return end_control(w, frame->opcode, edge);
    w->is_in_message = !frame->fin;
    return frame->fin ? end_message(w, edge, goes_on) : SRV_STAYS_OPEN;
}

/* One step of wslay, which handles part of a frame. Clears *goes_on if there is no more input. */
static int step(srv_websocket *w, const srv_websocket_edge *edge, bool *goes_on)
{
    struct wslay_frame_iocb frame;
    int code;
    memset(&frame, 0, sizeof frame);
    ssize_t n = wslay_frame_recv(w->frames, &frame);
    if (n == WSLAY_ERR_WANT_READ) {
        *goes_on = false;
        return SRV_STAYS_OPEN;
    }
    if (n < 0) return WSLAY_CODE_PROTOCOL_ERROR;
    if (!w->is_in_frame && (code = check_frame(w, &frame))) return code;
    w->is_in_frame = true;
    w->n_payload += frame.data_length;
    srv_add(wslay_is_ctrl_frame(frame.opcode) ? &w->control : &w->message, (const char *)frame.data, frame.data_length);
    return w->n_payload == frame.payload_length ? end_frame(w, &frame, edge, goes_on) : SRV_STAYS_OPEN;
}

int srv_websocket_take(srv_websocket *w, const void *bytes, size_t n, const srv_websocket_edge *edge)
{
    static const struct wslay_frame_callbacks callbacks = {NULL, give, NULL};
    bool goes_on = true;
    int code = SRV_STAYS_OPEN;
    w->in = bytes;
    w->n_in = n;
    if (!w->frames && wslay_frame_context_init(&w->frames, &callbacks, w)) abort(); /* out of memory */
    while (goes_on && !code) code = step(w, edge, &goes_on);
    if (w->n_held || w->n_in) return code;
    wslay_frame_context_free(w->frames); /* it is large, and mostly not needed */
    w->frames = NULL;
    return code;
}

void srv_websocket_free(srv_websocket *w)
{
    if (w->frames) wslay_frame_context_free(w->frames);
    w->frames = NULL;
    forget(&w->message);
    srv_free(&w->control);
}

/* --- output ---------------------------------------------------------------------------------------------- */

static ssize_t collect(const uint8_t *bytes, size_t n, int flags, void *context)
{
    srv_framer *f = context;
    (void)flags;
    memcpy(f->out->at + f->out->n, bytes, n);
    f->out->n += n;
    return (ssize_t)n;
}

static int draw_mask(uint8_t *mask, size_t n, void *context)
{
    (void)context;
    randombytes_buf(mask, n);
    return 0;
}

void srv_framer_init(srv_framer *f, bool is_client)
{
    static const struct wslay_frame_callbacks callbacks = {collect, NULL, draw_mask};
    f->is_client = is_client;
    if (wslay_frame_context_init(&f->frames, &callbacks, f)) abort();
}

void srv_framer_free(srv_framer *f)
{
    if (f->frames) wslay_frame_context_free(f->frames);
}

srv_shared *srv_frame(srv_framer *f, enum wslay_opcode opcode, const char *payload, size_t n)
{
    struct wslay_frame_iocb frame = {.fin = 1,
                                     .opcode = (uint8_t)opcode,
                                     .mask = f->is_client,
                                     .payload_length = n,
                                     .data = (const uint8_t *)payload,
                                     .data_length = n};
    f->out = srv_alloc(sizeof *f->out + FRAME_HEAD_MAX + n);
    f->out->holders = 1;
    if (wslay_frame_send(f->frames, &frame) != (ssize_t)n) abort(); /* writing to memory is never partial */
    return f->out;
}

srv_shared *srv_close_frame(srv_framer *f, int code)
{
    const char payload[2] = {(char)(code >> 8), (char)code};
    return srv_frame(f, WSLAY_CONNECTION_CLOSE, payload, code == SRV_CLOSE_WITHOUT_CODE ? 0 : sizeof payload);
}

bool srv_websocket_accept(const char *key, size_t n, char accept[SRV_ACCEPT_MAX])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char nonce[16], hash[SHA_DIGEST_LENGTH];
    char text[24 + sizeof magic];
    size_t length;
    if (n != 24 ||
        sodium_base642bin(nonce, sizeof nonce, key, n, NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL) ||
        length != sizeof nonce)
        return false;
    memcpy(text, key, n);
    memcpy(text + n, magic, sizeof magic);
    SHA1((const unsigned char *)text, n + sizeof magic - 1, hash);
    EVP_EncodeBlock((unsigned char *)accept, hash, sizeof hash);
    return true;
}
