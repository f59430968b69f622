/* reason.c: the sentences that go with answers and offers. */
#include "reason.h"

#include "../core/text.h"

static const struct {
    bot_reason reason;
    const char *words; /* %s is the other seat */
} sentences[] = {
#define REASON(name, words) {BOT_##name, words},
#include "reasons.def"
#undef REASON
};

/* The next sentence of this kind. Sets its bit in said. */
static const char *next_sentence(bot_reason reason, uint8_t *said)
{
    int n = 0, first = 0;
    for (int i = 0; i < KB_COUNT(sentences); i++) {
        if (sentences[i].reason != reason) continue;
        if (!n++) first = i;
    }
    if (*said == (1u << n) - 1) *said = 0;
    int next = kb_lowest_bit(~(uint32_t)*said);
    *said = (uint8_t)(*said | 1u << next);
    return sentences[first + next].words;
}

void bot_put_reason(bot *b, bot_reason reason, const kb_setup *setup, int about, kb_text *out)
{
    for (const char *at = next_sentence(reason, &b->reasons_said[reason]); *at; at++) {
        if (*at != '%') {
            kb_put_n(out, at, 1);
            continue;
        }
        kb_put(out, kb_seat_name(setup, about));
        at++;
    }
}
