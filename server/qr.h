/* qr.h: addresses to pass on, and pictures of them for cameras. */
#ifndef SRV_QR_H
#define SRV_QR_H

#include "../core/text.h"

/* ,"link":…,"qr":…: the address of that place on the page, as the visitor's browser knows it, and a picture of it. */
void srv_put_link(kb_text *, const char *origin, const char *place);

#endif
