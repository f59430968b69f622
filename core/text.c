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

/* How many bytes fit, with the NUL at the end. */
static size_t room_in(const kb_text *text)
{
    return text->at && text->n < text->size ? text->size - text->n : 0;
}

void kb_put_n(kb_text *text, const char *s, size_t n)
{
    size_t room = room_in(text);
    if (n >= room) {
        text->cut = true;
        if (!room) return;
        n = room - 1;
    }
    __builtin_memcpy(text->at + text->n, s, n);
    text->n += n;
    text->at[text->n] = '\0';
}

static void put_char(kb_text *text, char c)
{
    if (room_in(text) < 2) {
        text->cut = true;
        return;
    }
    text->at[text->n++] = c;
    text->at[text->n] = '\0';
}

/* Most strings are so short that measuring and copying them would take longer. */
void kb_put(kb_text *text, const char *s)
{
    size_t room = room_in(text);
    char *to = room ? text->at + text->n : NULL;
    for (; *s && room > 1; room--) *to++ = *s++;
    if (*s) text->cut = true;
    if (!room) return;
    *to = '\0';
    text->n = (size_t)(to - text->at);
}

void kb_put_comma(kb_text *text, bool needed)
{
    if (needed) kb_put_n(text, ", ", 2);
}

static void put_number(kb_text *text, int64_t value, bool apart)
{
    char digits[32];
    int at = KB_COUNT(digits);
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (int place = 0; place == 0 || rest; place++, rest /= 10) {
        if (apart && place && place % 3 == 0) digits[--at] = ',';
        digits[--at] = (char)('0' + rest % 10);
    }
    if (value < 0) digits[--at] = '-';
    kb_put_n(text, &digits[at], (size_t)(KB_COUNT(digits) - at));
}

/* A va_list that can be passed on and come back. */
typedef struct arguments {
    va_list list;
} arguments;

/* Writes a conversion, given what follows its '%', and returns what follows it. */
static const char *put_conversion(kb_text *text, const char *f, arguments *args)
{
    switch (*f) {
    case 's': kb_put(text, va_arg(args->list, const char *)); break;
    case 'd': put_number(text, va_arg(args->list, int), false); break;
    case '\'': put_number(text, va_arg(args->list, int), true); return f + 2;
    case 'u': put_number(text, va_arg(args->list, unsigned), false); break;
    case 'l': put_number(text, va_arg(args->list, long long), false); return f + 3;
    case 'c': put_char(text, (char)va_arg(args->list, int)); break;
    case '.': {
        int n = va_arg(args->list, int);
        kb_put_n(text, va_arg(args->list, const char *), n > 0 ? (size_t)n : 0);
        return f + 3;
    }
    case '%': put_char(text, '%'); break;
    default: KB_ASSERT(false); /* a format that kb_putf does not know */
    }
    return f + 1;
}

/* Writes the format up to this character, or to its end, and returns what is left of it. */
static const char *put_until(kb_text *text, char end, const char *f, arguments *args)
{
    while (*f && *f != end)
        if (*f == '%') {
            f = put_conversion(text, f + 1, args);
        } else {
            put_char(text, *f++);
        }
    return f;
}

void kb_putf(kb_text *text, const char *format, ...)
{
    arguments args;
    va_start(args.list, format);
    put_until(text, '\0', format, &args);
    va_end(args.list);
}

void kb_putv(kb_text *text, const char *format, va_list list)
{
    arguments args;
    va_copy(args.list, list);
    put_until(text, '\0', format, &args);
    va_end(args.list);
}

/* --- JSON -------------------------------------------------------------------------------------- */

const char kb_null[] = "null";

/* Puts quotes around what needs no escapes. */
static void put_quoted(kb_text *text, const char *s, size_t n)
{
    put_char(text, '"');
    kb_put_n(text, s, n);
    put_char(text, '"');
}

/* Whether the byte is part of a JSON string as it is. */
static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte > '\\' ? byte != 0x7F : byte >= 0x20 && byte != '"' && byte != '\\';
}

static void put_escape(kb_text *text, char c)
{
    if (c == '"' || c == '\\') {
        kb_putf(text, "\\%c", c);
    } else if (c == '\n') {
        kb_put(text, "\\n");
    } else {
        kb_putf(text, "\\u00%c%c", '0' + (c >> 4), "0123456789abcdef"[c & 15]);
    }
}

void kb_put_json(kb_text *text, const char *s, size_t n)
{
    put_char(text, '"');
    for (size_t i = 0, from = 0; from < n; from = ++i) {
        while (i < n && is_plain(s[i])) i++;
        kb_put_n(text, s + from, i - from);
        if (i < n) put_escape(text, s[i]);
    }
    put_char(text, '"');
}

static void put_string(kb_text *text, const char *s)
{
    size_t n = 0;
    while (is_plain(s[n])) n++;
    s[n] ? kb_put_json(text, s, kb_length(s)) : put_quoted(text, s, n);
}

#ifndef NDEBUG
/* Whether the bracket closes the one that was opened last. */
static bool is_closing(const kb_text *text, char bracket)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = text->n; i-- > 0;) {
        char c = text->at[i];
        size_t escapes = 0;
        while (c == '"' && escapes < i && text->at[i - escapes - 1] == '\\') escapes++;
        if (c == '"' && escapes % 2 == 0) in_string = !in_string;
        if (in_string) continue;
        if (c == '}' || c == ']') depth++;
        if ((c == '{' || c == '[') && depth-- == 0) return c == (bracket == '}' ? '{' : '[');
    }
    return false;
}
#endif

/* A comma between two members or elements. As in SQLite, the last byte tells whether there is one before. */
static void put_between(kb_text *text)
{
    char last = text->n && !text->cut ? text->at[text->n - 1] : '\n';
    if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n') put_char(text, ',');
}

/* Writes a conversion as a value, given what follows its '%', and returns what follows it. */
static const char *put_value(kb_text *text, const char *f, arguments *args)
{
    switch (*f) {
    case 's': {
        const char *s = va_arg(args->list, const char *);
        s == kb_null ? kb_put(text, s) : put_string(text, s);
        return f + 1;
    }
    case 'd': {
        int n = va_arg(args->list, int);
        n == KB_HIDDEN ? kb_put(text, kb_null) : put_number(text, n, false);
        return f + 1;
    }
    case 'i': kb_put(text, va_arg(args->list, int) ? "true" : "false"); return f + 1;
    default: return put_conversion(text, f, args);
    }
}

/* Writes a key in quotes, or a number or a literal. */
static const char *put_word(kb_text *text, const char *f)
{
    size_t n = 1;
    while ((f[n] >= 'a' && f[n] <= 'z') || (f[n] >= '0' && f[n] <= '9') || f[n] == '_') n++;
    f[n] == ':' ? put_quoted(text, f, n) : kb_put_n(text, f, n);
    return f + n;
}

/* What begins at f and needs a comma in front. */
static const char *put_begin(kb_text *text, const char *f, arguments *args)
{
    put_between(text);
    if (*f == '%') return put_value(text, f + 1, args);
    if (*f == '<') {
        put_char(text, '"');
        return put_until(text, '>', f + 1, args);
    }
    if (*f != '{' && *f != '[') return put_word(text, f);
    put_char(text, *f);
    return f + 1;
}

static void put_json(kb_text *text, const char *f, arguments *args)
{
    while (*f) {
        switch (*f) {
        case ' ':
        case ',': f++; break;
        case '}':
        case ']':
        case ':':
        case '\n':
            KB_ASSERT(text->cut || *f == ':' || *f == '\n' || is_closing(text, *f));
            put_char(text, *f++);
            break;
        case '>':
            put_char(text, '"');
            f++;
            break;
        default: f = put_begin(text, f, args);
        }
    }
}

void kb_putj(kb_text *text, const char *format, ...)
{
    arguments args;
    va_start(args.list, format);
    put_json(text, format, &args);
    va_end(args.list);
}

void kb_putjv(kb_text *text, const char *format, va_list list)
{
    arguments args;
    va_copy(args.list, list);
    put_json(text, format, &args);
    va_end(args.list);
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
