/* pattern.h: reading and matching patterns over deeds. */
#ifndef KB_PATTERN_H
#define KB_PATTERN_H

#include "games.h"

/* Reads a pattern for a game with this setup. If refused, why says which word fits no deed, and what would fit. */
bool kb_pattern_read(const kb_setup *, const char *text, size_t n, kb_pattern *, kb_text *why);

/* How many of the n amounts starting at deed->amount, step apart, make a matching deed. With any_number, the number
 * that is no excuse is ignored. */
uint32_t kb_pattern_matches(const kb_pattern *, const kb_deeds *, const kb_deed *, uint32_t n, uint32_t step,
                            bool any_number);

static inline bool kb_pattern_fits(const kb_pattern *pattern, const kb_deeds *deeds, const kb_deed *deed)
{
    return kb_pattern_matches(pattern, deeds, deed, 1, 1, false) > 0;
}

/* The deed in words as a pattern would name it: "give blue.clerk 10000". */
void kb_put_deed(const kb_setup *, const kb_deed *, kb_text *);

#endif
