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
