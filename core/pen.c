/* pen.c: drawing a table as text. */
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
    while (p->column < p->out->width) kb_draw(p, "─");
    kb_paint(p->out, KB_PLAIN);
    kb_end_line(p);
}

bool kb_has_room(const kb_pen *p, int columns)
{
    return p->column + columns <= p->out->width;
}

void kb_make_room(kb_pen *p, int columns, int indent)
{
    if (kb_has_room(p, columns)) return;
    kb_end_line(p);
    kb_draw_to(p, indent);
}

void kb_draw_words(kb_pen *p, const char *text, int indent)
{
    while (*text) {
        char word[64];
        size_t n = 0;
        int columns = 0;
        for (; text[n] && text[n] != ' ' && n + 1 < sizeof word; n++) {
            word[n] = text[n];
            columns += (text[n] & 0xC0) != 0x80;
        }
        word[n] = '\0';
        kb_make_room(p, columns, indent);
        kb_draw(p, word);
        text += n;
        for (; *text == ' '; text++)
            if (kb_has_room(p, 1)) kb_draw(p, " ");
    }
}

void kb_end_line(kb_pen *p)
{
    kb_put(p->out, "\n");
    p->column = 0;
}
