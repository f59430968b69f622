/* bytes.h: growing strings. The program aborts when memory runs out; the log has everything. */
#ifndef SRV_BYTES_H
#define SRV_BYTES_H

#include "../core/text.h"

typedef struct srv_bytes {
    char *at; /* NUL-terminated once it is not empty */
    size_t n, size;
} srv_bytes;

void srv_add(srv_bytes *, const char *, size_t n);
void srv_add_text(srv_bytes *, const kb_text *);
void srv_free(srv_bytes *);

/* Zeroed memory. Aborts the program if there is none. */
void *srv_alloc(size_t bytes);
/* Returns an array with room for n elements of this many bytes each. A full array grows to twice its size. */
void *srv_grow(void *array, size_t n, size_t *size, size_t bytes);
char *srv_copy(const char *, size_t n);

#endif
