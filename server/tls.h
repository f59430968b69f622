/* tls.h: a certificate and its key, ready for connections. */
#ifndef SRV_TLS_H
#define SRV_TLS_H

#include <openssl/ssl.h>

#include "../core/text.h"

/* TLS 1.2 and later, HTTP/1.1 and nothing else. NULL: why says which file cannot be used, and why not. */
SSL_CTX *srv_tls_load(const char *cert, const char *key, kb_text *why);

#endif
