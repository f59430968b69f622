/* http.c: HTTP/1.1 request heads in, response heads out. */
#include "http.h"

#include <llhttp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "limits.h"

/* --- reading --------------------------------------------------------------------------------------------- */

static const char *const names[SRV_HEADERS] = {"host",
                                               "origin",
                                               "cookie",
                                               "authorization",
                                               "accept-encoding",
                                               "accept-language",
                                               "x-forwarded-for",
                                               "upgrade",
                                               "sec-websocket-key",
                                               "sec-websocket-version",
                                               "kickback-token"};

/* If repeated, these headers would mean different things to different readers. The others are lists; the last one
 * counts. */
static bool comes_once(srv_header header)
{
    return header != SRV_ACCEPT_ENCODING && header != SRV_ACCEPT_LANGUAGE && header != SRV_FORWARDED_FOR &&
           header != SRV_UPGRADE;
}

typedef struct reader {
    srv_head *head;
    kb_slice name, url;
    int n_headers;
    int status; /* status to refuse it with; 0: none so far */
} reader;

static int refuse(reader *r, int status)
{
    if (!r->status) r->status = status;
    return HPE_USER;
}

static int on_url(llhttp_t *parser, const char *at, size_t n)
{
    reader *r = parser->data;
    r->url.at = at;
    r->url.n = n;
    return 0;
}

static int on_name(llhttp_t *parser, const char *at, size_t n)
{
    reader *r = parser->data;
    r->name.at = at;
    r->name.n = n;
    if (++r->n_headers > SRV_HEADERS_MAX) return refuse(r, 431);
    return n ? 0 : refuse(r, 400); /* Debian 12's llhttp accepts an empty name */
}

static bool is_named(const reader *r, const char *name)
{
    return r->name.n == strlen(name) && !strncasecmp(r->name.at, name, r->name.n);
}

static int on_value(llhttp_t *parser, const char *at, size_t n)
{
    reader *r = parser->data;
    while (n && (at[n - 1] == ' ' || at[n - 1] == '\t')) n--;
    if (is_named(r, "transfer-encoding")) return refuse(r, 501);
    if (is_named(r, "expect")) return refuse(r, 417);
    for (srv_header i = 0; i < SRV_HEADERS; i++) {
        if (!is_named(r, names[i])) continue;
        kb_slice *value = &r->head->values[i];
        if (value->at && comes_once(i)) return refuse(r, 400);
        value->at = at;
        value->n = n;
    }
    return 0;
}

/* No request here needs a body, so one with a body is refused. */
static int on_end(llhttp_t *parser)
{
    if (parser->content_length) refuse(parser->data, 413);
    return HPE_PAUSED;
}

/* "/path", or "http://host/path", which proxies may send. */
static bool read_url(kb_slice url, kb_slice *path, kb_slice *query)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; i < KB_COUNT(schemes); i++) {
        size_t n = strlen(schemes[i]);
        if (url.n <= n || strncasecmp(url.at, schemes[i], n) != 0) continue;
        const char *slash = memchr(url.at + n, '/', url.n - n);
        if (!slash) return false;
        url.n -= (size_t)(slash - url.at);
        url.at = slash;
    }
    const char *mark = url.n ? memchr(url.at, '?', url.n) : NULL;
    *path = (kb_slice){url.at, mark ? (size_t)(mark - url.at) : url.n};
    *query = mark ? (kb_slice){mark + 1, url.n - path->n - 1} : (kb_slice){NULL, 0};
    return path->n && path->at[0] == '/';
}

/* Lines must end with CR LF and must not be continued: readers disagree about everything else. */
static bool has_clean_lines(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\r' && i + 1 < n && bytes[i + 1] == '\n') {
            i++;
            if (i + 1 < n && (bytes[i + 1] == ' ' || bytes[i + 1] == '\t')) return false;
        } else if ((c < ' ' && c != '\t') || c == 0x7F) {
            return false;
        }
    }
    return true;
}

static int judge(const llhttp_t *parser, llhttp_errno_t error, const reader *r)
{
    bool is_newer = parser->http_major > 1 || (parser->http_major == 1 && parser->http_minor > 1);
    if (r->status) return r->status;
    if (is_newer && (error == HPE_PAUSED || error == HPE_INVALID_VERSION)) return 505;
    if (error != HPE_PAUSED || parser->http_major != 1) return 400;
    if (parser->http_minor == 1 && !r->head->values[SRV_HOST].at) return 400;
    if (parser->method != HTTP_GET && parser->method != HTTP_HEAD) return 405;
    return read_url(r->url, &r->head->path, &r->head->query) ? 0 : 400;
}

int srv_http_read(const char *bytes, size_t n, srv_head *out)
{
    static const llhttp_settings_t settings = {
        .on_url = on_url, .on_header_field = on_name, .on_header_value = on_value, .on_headers_complete = on_end};
    llhttp_t parser;
    memset(out, 0, sizeof *out);
    reader r = {.head = out};
    if (n > SRV_HEAD_MAX) return memchr(bytes, '\n', SRV_HEAD_MAX) ? 431 : 414;
    if (!has_clean_lines(bytes, n)) return 400;
    llhttp_init(&parser, HTTP_REQUEST, &settings);
    parser.data = &r;
    llhttp_errno_t error = llhttp_execute(&parser, bytes, n);
    int status = judge(&parser, error, &r);
    if (status) return status;
    out->is_head = parser.method == HTTP_HEAD;
    out->keeps_alive = parser.http_minor == 1 && !(parser.flags & F_CONNECTION_CLOSE);
    out->wants_websocket = !out->is_head && parser.http_minor == 1 && parser.flags & F_CONNECTION_UPGRADE &&
                           srv_slice_has(out->values[SRV_UPGRADE], "websocket");
    return 0;
}

size_t srv_http_length(const char *bytes, size_t n, size_t *looked)
{
    size_t from = *looked > 3 ? *looked - 3 : 0;
    for (size_t i = from; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < ' ' && c != '\t' && c != '\r' && c != '\n') return i + 1;
        if (c == '\n' && i >= 3 && !memcmp(bytes + i - 3, "\r\n\r\n", 4)) return i + 1;
        if (c == '\n' && (!i || bytes[i - 1] != '\r')) return i + 1;
    }
    *looked = n;
    return n > SRV_HEAD_MAX ? n : 0;
}

bool srv_slice_is(kb_slice slice, const char *text)
{
    return slice.n == strlen(text) && !memcmp(slice.at, text, slice.n);
}

bool srv_slice_has(kb_slice list, const char *token)
{
    size_t n = strlen(token);
    for (const char *at = list.at, *end = list.at ? list.at + list.n : NULL; at < end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        while (at < stop && (*at == ' ' || *at == '\t')) at++;
        const char *last = stop;
        while (last > at && (last[-1] == ' ' || last[-1] == '\t')) last--;
        if ((size_t)(last - at) == n && !strncasecmp(at, token, n)) return true;
        at = stop + 1;
    }
    return false;
}

/* --- writing --------------------------------------------------------------------------------------------- */

static void add_text(srv_bytes *out, const char *text)
{
    srv_add(out, text, strlen(text));
}

void srv_http_begin(srv_bytes *out, int status)
{
    char line[128];
    struct tm parts;
    time_t now = time(NULL);
    snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", status, llhttp_status_name((llhttp_status_t)status));
    for (char *at = line; (at = strchr(at, '_'));) *at = ' ';
    add_text(out, line);
    gmtime_r(&now, &parts);
    strftime(line, sizeof line, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    srv_http_put(out, "date", line);
}

void srv_http_put(srv_bytes *out, const char *name, const char *value)
{
    add_text(out, name);
    add_text(out, ": ");
    add_text(out, value);
    add_text(out, "\r\n");
}

void srv_http_end(srv_bytes *out)
{
    add_text(out, "\r\n");
}
