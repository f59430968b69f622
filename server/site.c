/* site.c: answers to plain HTTP requests. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): memmem */
#include "site.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "visitor.h"

/* The texts people see. Every status used here is in this list. */
static const struct {
    int status;
    const char *sentence;
} sentences[] = {
    {400, "this is not a request that HTTP/1.1 allows\n"},
    {401, "a WebSocket needs a secret: a cookie or a token\n"},
    {403, "a page of another site cannot connect here\n"},
    {404, "there is no such page\n"},
    {405, "only GET and HEAD are answered\n"},
    {406, "this is only available compressed with gzip\n"},
    {408, "the request took too long\n"},
    {410, "no login of this browser waits for its new cookie\n"},
    {413, "no request has a body here\n"},
    {414, "the address is too long\n"},
    {417, "no expectation is met here\n"},
    {426, "this address is for WebSockets, version 13\n"},
    {431, "the request's header fields are too long\n"},
    {501, "no transfer encoding is understood here\n"},
    {503, "the server is full or about to stop\n"},
    {505, "only HTTP/1.1 is spoken here\n"},
};

static const char *sentence_of(int status)
{
    for (int i = 0; i < KB_COUNT(sentences); i++)
        if (sentences[i].status == status) return sentences[i].sentence;
    return "";
}

/* SameSite=Lax, so that a link from another site finds the same person. */
static void put_cookie(srv_bytes *out, const srv_net_options *options, const srv_secret *secret)
{
    char hex[2 * sizeof secret->at + 1], cookie[256];
    sodium_bin2hex(hex, sizeof hex, secret->at, sizeof secret->at);
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
             srv_cookie_name(options), hex, srv_is_https(options) ? "; Secure" : "");
    srv_http_put(out, "set-cookie", cookie);
    sodium_memzero(hex, sizeof hex);
    sodium_memzero(cookie, sizeof cookie);
}

/* A visitor without a secret gets one with the page; whoever has one keeps it for another year. */
static void put_own_cookie(srv_bytes *out, const srv_net_options *options, const srv_head *head)
{
    srv_secret secret;
    if (!srv_find_cookie(head, &secret)) randombytes_buf(secret.at, sizeof secret.at);
    put_cookie(out, options, &secret);
    sodium_memzero(&secret, sizeof secret);
}

static void put_head(srv_response *r, const srv_net_options *options, int status, const srv_file *file)
{
    char length[32];
    snprintf(length, sizeof length, "%zu", file->n);
    srv_http_begin(&r->head, status);
    srv_http_put(&r->head, "content-type", file->type);
    srv_http_put(&r->head, "content-length", length);
    srv_http_put(&r->head, "content-security-policy",
                 "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' "
                 "'sha256-BbNMJCr6S+N/6CFET0VCTQNWG+Ib9G7iIrqs1BMQJH4='; style-src 'self'; img-src 'self'; "
                 "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
                 "form-action 'none'; "
                 "frame-ancestors 'none'");
    srv_http_put(&r->head, "x-content-type-options", "nosniff");
    srv_http_put(&r->head, "referrer-policy", "no-referrer");
    if (srv_is_https(options)) srv_http_put(&r->head, "strict-transport-security", "max-age=31536000");
    srv_http_put(&r->head, "cache-control", file->cache);
    if (file->encoding) srv_http_put(&r->head, "content-encoding", file->encoding);
}

/* HEAD is answered like GET, without the body. */
static void end_head(srv_response *r, const srv_file *file, bool keeps_alive, bool is_head)
{
    if (!keeps_alive) srv_http_put(&r->head, "connection", "close");
    srv_http_end(&r->head);
    r->body = file->body;
    r->body_n = is_head ? 0 : file->n;
}

void srv_respond(srv_response *r, const srv_net_options *options, int status, bool keeps_alive, bool is_head)
{
    const char *text = sentence_of(status);
    const srv_file made = {"", "text/plain", NULL, "no-cache", text, strlen(text)};
    put_head(r, options, status, &made);
    if (status == 405) srv_http_put(&r->head, "allow", "GET, HEAD");
    if (status == 426) {
        srv_http_put(&r->head, "upgrade", "websocket");
        srv_http_put(&r->head, "sec-websocket-version", "13");
    }
    if (status == 503) srv_http_put(&r->head, "retry-after", "10");
    end_head(r, &made, keeps_alive, is_head);
}

void srv_respond_file(srv_response *r, const srv_net_options *options, const srv_head *head, int status,
                      const srv_file *file)
{
    put_head(r, options, status, file);
    if (!strcmp(file->path, "/")) put_own_cookie(&r->head, options, head);
    end_head(r, file, head->keeps_alive, head->is_head);
}

void srv_respond_renewed(srv_response *r, const srv_net_options *options, const srv_head *head,
                         const srv_secret *secret)
{
    static const srv_file nothing = {"", "text/plain", NULL, "no-store", "", 0};
    put_head(r, options, 200, &nothing);
    put_cookie(&r->head, options, secret);
    end_head(r, &nothing, head->keeps_alive, head->is_head);
}

/* A client that sends no Accept-Encoding accepts anything. */
static bool takes_gzip(const srv_head *head)
{
    kb_slice accepted = head->values[SRV_ACCEPT_ENCODING];
    return !accepted.n || memmem(accepted.at, accepted.n, "gzip", 4) || memchr(accepted.at, '*', accepted.n);
}

void srv_respond_page(srv_response *r, const srv_net_options *options, const srv_head *head)
{
    for (const srv_file *file = srv_page; file->path; file++) {
        if (!srv_slice_is(head->path, file->path)) continue;
        if (!file->encoding || takes_gzip(head)) {
            srv_respond_file(r, options, head, 200, file);
        } else {
            srv_respond(r, options, 406, head->keeps_alive, head->is_head);
        }
        return;
    }
    srv_respond(r, options, 404, head->keeps_alive, head->is_head);
}

void srv_respond_upgrade(srv_response *r, const char *accept)
{
    srv_http_begin(&r->head, 101);
    srv_http_put(&r->head, "upgrade", "websocket");
    srv_http_put(&r->head, "connection", "Upgrade");
    srv_http_put(&r->head, "sec-websocket-accept", accept);
    srv_http_end(&r->head);
}
