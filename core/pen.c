/* pen.c: drawing a table as text for a terminal of 80 columns. */
#include "pen.h"

void kb_draw(kb_pen *p, const char *text)
{
    kb_put(p->out, text);
    for (; *text; text++) p->column += (*text & 0xC0) != 0x80;
}

void kb_draw_painted(kb_pen *p, kb_colour colour, const char *text)
{
    kb_paint(p->out, colour);
    kb_draw(p, text);
    kb_paint(p->out, KB_PLAIN);
}

void kb_draw_to(kb_pen *p, int column)
{
    if (p->column > 0 && p->column >= column) kb_draw(p, " ");
    while (p->column < column) kb_draw(p, " ");
}

void kb_draw_sum_to(kb_pen *p, int32_t amount, int end)
{
    char buffer[16];
    kb_text text = kb_text_in(buffer, sizeof buffer);
    if (amount == KB_HIDDEN) {
        kb_put(&text, "?");
    } else {
        kb_putf(&text, "%'d", amount);
    }
    if (end) kb_draw_to(p, end - (int)text.n);
    kb_draw(p, buffer);
}

void kb_draw_sum(kb_pen *p, int32_t amount)
{
    kb_draw_sum_to(p, amount, 0);
}

void kb_draw_rule(kb_pen *p)
{
    kb_paint(p->out, KB_DIM);
    while (p->column < KB_PEN_WIDTH) kb_draw(p, "─");
    kb_paint(p->out, KB_PLAIN);
    kb_end_line(p);
}

void kb_end_line(kb_pen *p)
{
    kb_put(p->out, "\n");
    p->column = 0;
}
