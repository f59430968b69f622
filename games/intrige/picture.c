/* picture.c: the table of Intrige as text. */
#include "text.h"
void intrige_write_picture(const intrige_state *s, int seat, kb_text *out) { (void)s; (void)seat; kb_put(out, "picture\n"); }
