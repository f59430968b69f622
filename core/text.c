/* text.c: the bounded writer and the word reader. */
#include "text.h"

kb_text kb_text_in(char *buffer, size_t size)
{
    kb_text text = {buffer, buffer ? size : 0, 0, false, false, KB_TEXT_WIDTH};
    if (text.size) buffer[0] = '\0';
    return text;
}

const char *kb_name_at(const char *const *names, int n, int i)
{
    return i >= 0 && i < n ? names[i] : "?";
}

size_t kb_length(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

bool kb_equal(const char *a, size_t n, const char *b)
{
    for (size_t i = 0; i < n; i++)
        if (!b[i] || a[i] != b[i]) return false;
    return !b[n];
}

void kb_put_n(kb_text *text, const char *s, size_t n)
{
    size_t room = text->n < text->size ? text->size - 1 - text->n : 0;
    if (!text->at || text->n >= text->size) {
        text->cut = true;
        return;
    }
    if (n > room) {
        n = room;
        text->cut = true;
    }
    __builtin_memcpy(text->at + text->n, s, n);
    text->n += n;
    text->at[text->n] = '\0';
}

void kb_put(kb_text *text, const char *s)
{
    kb_put_n(text, s, kb_length(s));
}

void kb_put_comma(kb_text *text, bool needed)
{
    if (needed) kb_put_n(text, ", ", 2);
}

static void put_number(kb_text *text, int64_t value, bool apart)
{
    char digits[32];
    int n = 0;
    int place = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        if (apart && place && place % 3 == 0) digits[n++] = ',';
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
        place++;
    } while (rest);
    if (value < 0) digits[n++] = '-';
    while (n > 0) kb_put_n(text, &digits[--n], 1);
}

void kb_putf(kb_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    kb_putv(text, format, args);
    va_end(args);
}

void kb_putv(kb_text *text, const char *format, va_list args)
{
    for (const char *f = format; *f; f++) {
        if (*f != '%') {
            const char *from = f;
            while (f[1] && f[1] != '%') f++;
            kb_put_n(text, from, (size_t)(f - from) + 1);
            continue;
        }
        f++;
        bool apart = *f == '\'';
        if (apart) f++;
        if (f[0] == '.' && f[1] == '*') {
            int n = va_arg(args, int);
            kb_put_n(text, va_arg(args, const char *), n > 0 ? (size_t)n : 0);
            f += 2;
            continue;
        }
        bool wide = f[0] == 'l' && f[1] == 'l';
        if (wide) f += 2;
        switch (*f) {
        case 's': kb_put(text, va_arg(args, const char *)); break;
        case 'c': {
            char c = (char)va_arg(args, int);
            kb_put_n(text, &c, 1);
            break;
        }
        case 'd': put_number(text, wide ? va_arg(args, long long) : va_arg(args, int), apart); break;
        case '%': kb_put_n(text, "%", 1); break;
        default: KB_ASSERT(false); /* a format that kb_putf does not know */
        }
    }
}

void kb_put_json(kb_text *text, const char *s, size_t n)
{
    size_t plain = 0; /* bytes before i that need no escape are copied at once */
    kb_put_n(text, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F) {
            plain++;
            continue;
        }
        kb_put_n(text, s + i - plain, plain);
        plain = 0;
        if (c == '"' || c == '\\') {
            kb_putf(text, "\\%c", c);
        } else if (c == '\n') {
            kb_put(text, "\\n");
        } else {
            kb_putf(text, "\\u00%c%c", '0' + (c >> 4), "0123456789abcdef"[c & 15]);
        }
    }
    kb_put_n(text, s + n - plain, plain);
    kb_put_n(text, "\"", 1);
}

void kb_put_run(kb_text *text, kb_span span)
{
    kb_putf(text, "%d", span.move.amount);
    if (span.n > 1) kb_putf(text, "..%d/%d", kb_span_last(span), span.step);
}

void kb_paint(kb_text *text, kb_colour colour)
{
    static const char *const codes[] = {"\033[0m",  "\033[1m",  "\033[2m",  "\033[31m",
                                        "\033[32m", "\033[33m", "\033[94m", "\033[35m"};
    if (text->colour) kb_put(text, codes[colour]);
}

kb_scan kb_scan_over(const char *text, size_t n)
{
    kb_scan scan = {text, text + n, false};
    return scan;
}

int kb_scan_name(kb_scan *scan, const char *const *names, int n)
{
    const char *from = scan->at;
    while (scan->at < scan->end && *scan->at != ' ' && *scan->at != '.') scan->at++;
    if (!scan->failed)
        for (int i = 0; i < n; i++)
            if (kb_equal(from, (size_t)(scan->at - from), names[i])) return i;
    scan->failed = true;
    return -1;
}

bool kb_scan_text(kb_scan *scan, const char *text)
{
    size_t n = kb_length(text);
    if (scan->failed || (size_t)(scan->end - scan->at) < n || !kb_equal(scan->at, n, text)) {
        scan->failed = true;
        return false;
    }
    scan->at += n;
    return true;
}

int32_t kb_scan_amount(kb_scan *scan)
{
    const char *from = scan->at;
    int32_t value = 0;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9' && scan->at - from < 9)
        value = value * 10 + (*scan->at++ - '0');
    if (scan->at == from || (*from == '0' && scan->at - from > 1)) scan->failed = true;
    return value;
}

bool kb_scan_done(const kb_scan *scan)
{
    return !scan->failed && scan->at == scan->end;
}
