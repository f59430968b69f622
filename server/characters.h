/* characters.h: what a text may contain, and its length as a reader counts it: in extended grapheme clusters (UAX 29). */
#ifndef SRV_CHARACTERS_H
#define SRV_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text, which is valid UTF-8, has at most so many characters. */
bool srv_has_at_most(const char *text, int characters);

#endif
