/* text.h: writing into a bounded buffer, JSON among other things, and reading the words of a move. No stdio. */
#ifndef KB_TEXT_H
#define KB_TEXT_H

#include "base.h"

#include <stdarg.h>

enum { KB_TEXT_WIDTH = 79 };

void kb_put(kb_text *, const char *);
void kb_put_n(kb_text *, const char *, size_t n);
/* A small printf: %s %.*s %c %d %'d (thousands set apart) %u %lld %%. */
__attribute__((format(printf, 2, 3))) void kb_putf(kb_text *, const char *format, ...);
void kb_putv(kb_text *, const char *format, va_list);

/* Writes JSON. The format is the value, but with bare keys. Commas are not taken from it: one is written before whatever
 * is not the first in its object or list, and that may have been begun by an earlier call:
 *
 *     kb_putj(out, "{by:%s, offers:[", by);
 *     for (int i = 0; i < n; i++) kb_putj(out, "{post:%d, amount:%d}", post[i], amount[i]);
 *     kb_putj(out, "], open:%i}", n > 0);
 *
 * %s is a string, or null for kb_null; %d a number, or null for KB_HIDDEN; %u and %lld are numbers; %i is true or false.
 * Between < and > is a string written as by kb_putf: "task:<%d.%d>". The > may also be in a later call.
 *
 * What is first is told by the last byte of the text. So there is no comma at the beginning of a text or of a line. */
__attribute__((format(printf, 2, 3))) void kb_putj(kb_text *, const char *format, ...);
void kb_putjv(kb_text *, const char *format, va_list);
extern const char kb_null[];
/* A JSON string alone, without a comma. */
void kb_put_json(kb_text *, const char *, size_t n);
/* ", " before everything but the first: kb_put_comma(t, i++ > 0). */
void kb_put_comma(kb_text *, bool);

/* The amounts of a span: "1000" or "1000..32000/1000". */
void kb_put_run(kb_text *, kb_span);

/* Terminal colours, written only if text->colour is set. */
typedef enum kb_colour { KB_PLAIN, KB_BOLD, KB_DIM, KB_RED, KB_GREEN, KB_YELLOW, KB_BLUE, KB_VIOLET } kb_colour;
void kb_paint(kb_text *, kb_colour);

/* The words of a move, one after another. A scan that failed stays failed. */
typedef struct kb_scan {
    const char *at, *end;
    bool failed;
} kb_scan;
kb_scan kb_scan_over(const char *text, size_t n);
/* The index of the next word among names, or -1 and failed. A word ends at a blank, a dot or the end. */
int kb_scan_name(kb_scan *, const char *const *names, int n);
/* Takes exactly this text. */
bool kb_scan_text(kb_scan *, const char *text);
/* A whole number without sign or leading zeros, at most 999,999,999. */
int32_t kb_scan_amount(kb_scan *);
/* Whether everything was read without an error. */
bool kb_scan_done(const kb_scan *);

/* The name, or "?" for a number that has none. */
const char *kb_name_at(const char *const *names, int n, int i);
size_t kb_length(const char *);
bool kb_equal(const char *a, size_t n, const char *b);

#endif
