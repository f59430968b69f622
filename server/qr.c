/* qr.c: links to pass on, and QR codes of them. */
#include "qr.h"

#include <qrencode.h>
#include <sodium.h>
#include <string.h>

/* Rows of the code, 1 for dark. */
static void put_qr(kb_text *out, const char *link)
{
    QRcode *code = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    kb_put(out, ",\"qr\":[");
    for (int row = 0; code && row < code->width; row++) {
        kb_put(out, row ? ",\"" : "\"");
        for (int column = 0; column < code->width; column++)
            kb_put(out, code->data[row * code->width + column] & 1 ? "1" : "0");
        kb_put(out, "\"");
    }
    kb_put(out, "]");
    QRcode_free(code);
}

void srv_put_link(kb_text *out, const char *origin, const char *place)
{
    char link[512];
    kb_text text = kb_text_in(link, sizeof link);
    kb_putf(&text, "%s/%s", origin, place);
    kb_put(out, ",\"link\":");
    kb_put_json(out, link, strlen(link));
    put_qr(out, link);
    sodium_memzero(link, sizeof link); /* the link may give access to somebody's games */
}
