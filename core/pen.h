/* pen.h: drawing a table as text within the text's width. A pen counts columns, not bytes: colours take none, and a
 * dash of three bytes takes one. */
#ifndef KB_PEN_H
#define KB_PEN_H

#include "text.h"

typedef struct kb_pen {
    kb_text *out;
    int column;
} kb_pen;

void kb_draw(kb_pen *, const char *);
void kb_draw_painted(kb_pen *, kb_colour, const char *);
/* Blanks up to this column: at least one, except at the start of a line. */
void kb_draw_to(kb_pen *, int column);
/* A number that ends at this column; 0: at the current one. KB_HIDDEN is a question mark. */
void kb_draw_sum_to(kb_pen *, int32_t amount, int end);
void kb_draw_sum(kb_pen *, int32_t amount);
void kb_draw_rule(kb_pen *); /* a line across */
/* Whether this many more columns fit on the line. */
bool kb_has_room(const kb_pen *, int columns);
/* Makes room for this many columns: if the line is full, starts a new one at the indent. */
void kb_make_room(kb_pen *, int columns, int indent);
/* Words, wrapped at the indent. */
void kb_draw_words(kb_pen *, const char *, int indent);
void kb_end_line(kb_pen *);

#endif
