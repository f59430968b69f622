/* pen.h: drawing a table as text for a terminal of 80 columns. A pen counts columns, which bytes do not
 * tell: colours take none, and a dash of three bytes takes one. */
#ifndef KB_PEN_H
#define KB_PEN_H

#include "text.h"

enum { KB_PEN_WIDTH = 79 };

typedef struct kb_pen {
    kb_text *out;
    int column;
} kb_pen;

void kb_draw(kb_pen *, const char *);
void kb_draw_painted(kb_pen *, kb_colour, const char *);
/* Blanks up to this column: at least one, except at the start of a line. */
void kb_draw_to(kb_pen *, int column);
/* A number that ends at this column; 0: wherever it comes to. KB_HIDDEN is a question mark. */
void kb_draw_sum_to(kb_pen *, int32_t amount, int end);
void kb_draw_sum(kb_pen *, int32_t amount);
void kb_draw_rule(kb_pen *); /* a line across */
void kb_end_line(kb_pen *);

#endif
