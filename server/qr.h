/* qr.h: links to pass on, and QR codes of them. */
#ifndef SRV_QR_H
#define SRV_QR_H

#include "../core/text.h"

/* Writes ,"link":…,"qr":…: the URL of that place (a path or "#…"), with the origin the visitor's browser uses, and its QR
 * code. */
void srv_put_link(kb_text *, const char *origin, const char *place);

#endif
