/* picture.c: the table of Integralis as text, no line wider than a terminal of 80 columns. */
#include "rules.h"
#include "text.h"

void integralis_write_picture(const integralis_state *s, int seat, kb_text *out)
{
    kb_putf(out, "turn %d of seat %d\n", s->turns, seat);
}
