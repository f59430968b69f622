/* luck.h: what is told of the luck of a table: what was promised of its seed, the words of the seats, and in the end the
 * seed. How moves follow from it, whoever draws them knows. */
#ifndef KB_LUCK_H
#define KB_LUCK_H

#include "table.h"

/* "luck":{"promise":…,"words":{…}: the object is left open. */
void kb_open_luck(const kb_table *, kb_text *);
/* "seed":… */
void kb_put_seed(const kb_table *, kb_text *);

#endif
