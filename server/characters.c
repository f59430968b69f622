/* characters.c: see characters.h. */
#include "characters.h"

#include <string.h>
#include <unicode/ubrk.h>

bool srv_has_at_most(const char *text, int characters)
{
    size_t n = strlen(text);
    if (n <= (size_t)characters) return true; /* no character is shorter than a byte */
    UErrorCode error = U_ZERO_ERROR;
    UText *units = utext_openUTF8(NULL, text, (int64_t)n, &error);
    UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "", NULL, 0, &error);
    ubrk_setUText(breaks, units, &error);
    int count = 0;
    while (U_SUCCESS(error) && count <= characters && ubrk_next(breaks) != UBRK_DONE) count++;
    ubrk_close(breaks);
    utext_close(units);
    return U_SUCCESS(error) && count <= characters;
}

bool srv_is_plain(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < n; i++) {
        if (at[i] < 0x20 || at[i] == 0x7F) return false;
        if (at[i] == 0xC2 && i + 1 < n && at[i + 1] < 0xA0) return false;
        if (at[i] != 0xE2 || i + 2 >= n) continue;
        if (at[i + 1] == 0x80 && ((at[i + 2] >= 0xA8 && at[i + 2] <= 0xAE) || at[i + 2] == 0x8E || at[i + 2] == 0x8F))
            return false;
        if (at[i + 1] == 0x81 && at[i + 2] >= 0xA6 && at[i + 2] <= 0xA9) return false;
    }
    return true;
}
