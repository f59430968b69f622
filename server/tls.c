/* tls.c: loads a certificate and its key. */
#include "tls.h"

#include <openssl/err.h>
#include <string.h>

/* OpenSSL's reason as text. */
static const char *reason(void)
{
    unsigned long error = ERR_peek_error();
    const char *why = ERR_SYSTEM_ERROR(error) ? strerror(ERR_GET_REASON(error)) : ERR_reason_error_string(error);
    return why ? why : "not in PEM";
}

/* A client that offers protocols without ours would speak another one, so it is refused. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *n, const unsigned char *offered,
                           unsigned n_offered, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)ssl, (void)context;
    if (SSL_select_next_proto(&chosen, n, ours, sizeof ours - 1, offered, n_offered) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

SSL_CTX *srv_tls_load(const char *cert, const char *key, kb_text *why)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    ERR_clear_error();
    if (!tls) {
        kb_put(why, "OpenSSL cannot be initialised");
        return NULL;
    }
    bool has_cert = SSL_CTX_use_certificate_chain_file(tls, cert) == 1;
    if (has_cert && SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) == 1 &&
        SSL_CTX_check_private_key(tls) == 1) {
        SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
        SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
        SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
        SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
        return tls;
    }
    kb_putf(why, "%s cannot be used: %s", has_cert ? key : cert, reason());
    ERR_clear_error();
    SSL_CTX_free(tls);
    return NULL;
}
