/* pen.h: drawing a table as text: columns, rules and colours, for pictures no wider than a terminal. */
#ifndef KB_PEN_H
#define KB_PEN_H

#include "text.h"

enum { KB_PICTURE_WIDTH = 79 };

/* Counts columns, which bytes do not tell: colours take none, and a dash of three bytes takes one. */
typedef struct kb_pen {
    kb_text *out;
    int column;
} kb_pen;

void kb_draw(kb_pen *, const char *text);
void kb_draw_painted(kb_pen *, kb_colour, const char *text);
/* At least one blank, except at the start of a line. */
void kb_draw_to(kb_pen *, int column);
void kb_draw_line_end(kb_pen *);
/* A line across the picture. */
void kb_draw_rule(kb_pen *);
/* The number, or ? for KB_HIDDEN. Ends at this column; 0: wherever it comes to. */
void kb_draw_sum(kb_pen *, int32_t amount, int end);
/* Begins the next of a list's entries, width columns wide: in a new line where this one is full. */
void kb_draw_entry(kb_pen *, int width, int n_before, int indent);

#endif
