/* tls.h: loads a certificate and its key. */
#ifndef SRV_TLS_H
#define SRV_TLS_H

#include <openssl/ssl.h>

#include "../core/text.h"

/* TLS 1.2 and later, HTTP/1.1 only. Returns NULL on failure; why names the file and the reason. */
SSL_CTX *srv_tls_load(const char *cert, const char *key, kb_text *why);

#endif
