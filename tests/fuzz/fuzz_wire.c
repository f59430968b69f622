/* fuzz_wire.c: parses any bytes as a request head and as WebSocket frames. The results stay within the limits, texts
 * are complete, and it makes no difference how the bytes are split. */
#include "fuzz.h"

#include "../../server/http.h"
#include "../../server/limits.h"
#include "../../server/websocket.h"

/* What the WebSocket parser made of the bytes. */
typedef struct heard {
    uint64_t hash;
    int n;
} heard;

static void hear(heard *h, char kind, const char *bytes, size_t n)
{
    h->hash = (h->hash ^ (unsigned char)kind) * 1099511628211u;
    for (size_t i = 0; i < n; i++) h->hash = (h->hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    h->n++;
}

static bool on_text(void *context, char *text, size_t n)
{
    MUST(n <= SRV_MESSAGE_MAX && text[n] == '\0');
    for (size_t at = 0; at < n;) {
        int length = kb_utf8_length((const unsigned char *)text + at, n - at);
        MUST(length > 0);
        at += (size_t)length;
    }
    hear(context, 't', text, n);
    return true;
}

static void on_ping(void *context, const char *payload, size_t n)
{
    MUST(n <= 125);
    hear(context, 'i', payload, n);
}

static void on_pong(void *context)
{
    hear(context, 'o', "", 0);
}

static int converse(const uint8_t *data, size_t n, size_t piece, bool is_client, heard *out)
{
    srv_websocket socket = {.is_client = is_client};
    const srv_websocket_edge edge = {out, on_text, on_ping, on_pong};
    int code = SRV_STAYS_OPEN;
    for (size_t at = 0; at < n && !code; at += piece)
        code = srv_websocket_take(&socket, data + at, n - at < piece ? n - at : piece, &edge);
    srv_websocket_free(&socket);
    return code;
}

static void try_frames(const uint8_t *data, size_t n, bool is_client)
{
    heard whole = {0, 0}, pieces = {0, 0};
    int code = converse(data, n, n, is_client, &whole);
    MUST(code == SRV_STAYS_OPEN || (code >= 1000 && code < 5000));
    MUST(converse(data, n, 1 + data[0] % 16, is_client, &pieces) == code);
    MUST(whole.n == pieces.n && whole.hash == pieces.hash);
}

static void try_head(const char *text, size_t n)
{
    srv_head head;
    size_t looked = 0, length = 0, again = 0;
    for (size_t some = 0; some <= n && !length; some++) length = srv_http_length(text, some, &looked);
    MUST(length <= n && srv_http_length(text, n, &again) == length);
    if (!length) return;
    int status = srv_http_read(text, length, &head);
    MUST(status == 0 || (status >= 400 && status < 600));
    if (status) return;
    MUST(head.path.n && head.path.at[0] == '/' && length <= SRV_HEAD_MAX);
    for (srv_header i = 0; i < SRV_HEADERS; i++) {
        const kb_slice *value = &head.values[i];
        MUST(!value->at || (value->at >= text && value->at + value->n <= text + length));
        MUST(!value->n || !memchr(value->at, '\n', value->n));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (!n) return 0;
    try_head((const char *)data, n);
    try_frames(data, n, false);
    try_frames(data, n, true);
    return 0;
}
