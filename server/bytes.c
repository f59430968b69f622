/* bytes.c: growing strings. */
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *sure(void *memory)
{
    if (memory) return memory;
    fputs("kickback serve: out of memory\n", stderr);
    abort();
}

void *srv_alloc(size_t bytes)
{
    return sure(calloc(1, bytes));
}

void *srv_grow(void *array, size_t n, size_t *size, size_t bytes)
{
    if (n <= *size) return array;
    size_t wanted = *size ? *size : 16;
    while (wanted < n) wanted *= 2;
    *size = wanted;
    return sure(realloc(array, wanted * bytes));
}

char *srv_copy(const char *text, size_t n)
{
    char *copy = sure(malloc(n + 1));
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

void srv_add(srv_bytes *bytes, const char *text, size_t n)
{
    if (n > SIZE_MAX / 4) sure(NULL); /* no text is this long: a size calculation went wrong */
    bytes->at = srv_grow(bytes->at, bytes->n + n + 1, &bytes->size, 1);
    memcpy(bytes->at + bytes->n, text, n);
    bytes->n += n;
    bytes->at[bytes->n] = '\0';
}

void srv_add_text(srv_bytes *bytes, const kb_text *text)
{
    srv_add(bytes, text->at, text->n);
}

void srv_free(srv_bytes *bytes)
{
    free(bytes->at);
    memset(bytes, 0, sizeof *bytes);
}
