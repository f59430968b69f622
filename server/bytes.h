/* bytes.h: text that grows. Memory that is not there ends the program: the log has everything. */
#ifndef SRV_BYTES_H
#define SRV_BYTES_H

#include "../core/text.h"

typedef struct srv_bytes {
    char *at; /* closed with a NUL once there is something in it */
    size_t n, size;
} srv_bytes;

void srv_add(srv_bytes *, const char *, size_t n);
void srv_add_text(srv_bytes *, const kb_text *);
void srv_free(srv_bytes *);

/* Memory, zeroed, or the end of the program. */
void *srv_alloc(size_t bytes);
/* An array with room for n elements of so many bytes, grown to twice its size where it is full. */
void *srv_grow(void *array, size_t n, size_t *size, size_t bytes);
char *srv_copy(const char *, size_t n);

#endif
