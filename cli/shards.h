/* shards.h: the decisions of games as rows of numbers, in files that NumPy reads. docs/shards.md describes them. */
#ifndef CLI_SHARDS_H
#define CLI_SHARDS_H

#include <stdio.h>

#include "cli.h"

enum { SHARDS_VERSION = 1 };

/* Writes the decisions of a record as rows. Returns how many there are, or -1 if the record does not end. */
int64_t shard_put_rows(FILE *, const kb_setup *, uint64_t game, const char *record, size_t n);
size_t shard_row_bytes(const kb_setup *);
/* Writes what comes before the rows of a file: the types of the columns and the number of rows, as NumPy wants it. */
void shard_put_header(FILE *, const kb_setup *, uint64_t n_rows);

#endif
