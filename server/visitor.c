/* visitor.c: identifies the sender of a request. */
#include "visitor.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "luck.h"

static bool read_secret(const char *hex, size_t n, srv_secret *secret)
{
    srv_seed seed;
    if (!srv_seed_read(hex, n, &seed)) return false;
    memcpy(secret->at, seed.at, sizeof secret->at);
    sodium_memzero(&seed, sizeof seed);
    return true;
}

/* The value of a cookie; at is NULL if there is none of that name. */
static kb_slice cookie_of(kb_slice cookies, const char *name)
{
    size_t length = strlen(name);
    kb_slice value = {NULL, 0};
    for (const char *at = cookies.at, *end = at ? at + cookies.n : NULL; at < end;) {
        const char *semicolon = memchr(at, ';', (size_t)(end - at)), *stop = semicolon ? semicolon : end;
        while (at < stop && *at == ' ') at++;
        if ((size_t)(stop - at) > length && !memcmp(at, name, length) && at[length] == '=') {
            value.at = at + length + 1;
            value.n = (size_t)(stop - value.at);
            return value;
        }
        at = stop + 1;
    }
    return value;
}

/* Over TLS the cookie has a name that no other host of the domain can set, nor anybody without TLS. Cookies from before
 * that have the plain name. */
static const char guarded[] = "__Host-kickback", plain_name[] = "kickback";

const char *srv_cookie_name(const srv_net_options *options)
{
    return srv_is_https(options) ? guarded : plain_name;
}

bool srv_find_cookie(const srv_head *head, srv_secret *secret)
{
    kb_slice cookie = cookie_of(head->values[SRV_COOKIE], guarded);
    if (!cookie.at) cookie = cookie_of(head->values[SRV_COOKIE], plain_name);
    return cookie.at && read_secret(cookie.at, cookie.n, secret);
}

bool srv_find_secret(const srv_head *head, srv_secret *secret, bool *is_cookie)
{
    static const char bearer[] = "Bearer ";
    size_t n = sizeof bearer - 1;
    kb_slice token = head->values[SRV_AUTHORIZATION];
    *is_cookie = token.n <= n || memcmp(token.at, bearer, n) != 0;
    return *is_cookie ? srv_find_cookie(head, secret) : read_secret(token.at + n, token.n - n, secret);
}

bool srv_is_origin_ours(const srv_net_options *options, const srv_head *head)
{
    static const char *const schemes[] = {"http://", "https://"};
    kb_slice origin = head->values[SRV_ORIGIN], host = head->values[SRV_HOST];
    if (!origin.at) return true;
    if (options->public_origin) return srv_slice_is(origin, options->public_origin);
    for (int i = 0; i < KB_COUNT(schemes); i++) {
        size_t n = strlen(schemes[i]);
        if (origin.n > n && !memcmp(origin.at, schemes[i], n))
            return origin.n - n == host.n && !memcmp(origin.at + n, host.at, host.n);
    }
    return false;
}

bool srv_is_https(const srv_net_options *options)
{
    return options->public_origin ? !strncmp(options->public_origin, "https:", 6) : options->tls_cert != NULL;
}

void srv_write_origin(const srv_net_options *options, const srv_head *head, kb_text *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    kb_slice host = head->values[SRV_HOST];
    size_t n = 0;
    if (options->public_origin) {
        kb_put(out, options->public_origin);
        return;
    }
    while (n < host.n && host.at[n] && strchr(plain, host.at[n])) n++;
    if (n < host.n || !n || n > 127) return; /* too odd for a link */
    kb_put(out, srv_is_https(options) ? "https://" : "http://");
    kb_put_n(out, host.at, host.n);
}

void srv_find_address(const srv_net_options *options, const srv_head *head, const char *peer, char out[SRV_ADDRESS_MAX])
{
    kb_slice list = head->values[SRV_FORWARDED_FOR];
    memcpy(out, peer, strlen(peer) + 1);
    if (*options->proxy && !strcmp(peer, options->proxy) && list.at) srv_address_forwarded(list.at, list.n, out);
}
