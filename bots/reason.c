/* reason.c: the sentences that go with answers and offers. */
#include "reason.h"

#include "../core/text.h"

enum { OF_A_KIND = 3 };

/* %s is the other seat. */
static const char *const sentences[BOT_REASONS][OF_A_KIND] = {
    [BOT_AGREES] = {"Agreed, %s.", "Done. I count on you, %s.", "That suits us both, %s."},
    [BOT_WANTS_MORE] = {"That is worth more to me, %s.", "I lose by that, %s.", "Not for that, %s."},
    [BOT_MEETS_HALFWAY] = {"Almost, %s. Make it this.", "For this I would do it, %s.", "Meet me here, %s."},
    [BOT_DOUBTS_MEANS] = {"You can pay that, %s?", "Where would you take it from, %s?", "You do not have that, %s."},
    [BOT_LACKS_MEANS] = {"I do not have that, %s.", "That is more than I own, %s.", "I cannot do that, %s."},
    [BOT_HAS_PROMISED] = {"I have promised that already, %s.", "That is taken, %s.", "Somebody was faster, %s."},
    [BOT_DISTRUSTS] = {"After what you did, %s?", "I know your promises, %s.", "Keep your word first, %s."},
    [BOT_HATES] = {"Not with you, %s.", "I have not forgotten, %s.", "Ask somebody else, %s."},
    [BOT_FEARS_LEADER] = {"You are far enough ahead, %s.", "You do not need my help, %s.",
                          "You would win by that, %s."},
    [BOT_HAS_REFUSED] = {"I have said no to that, %s.", "Nothing has changed, %s.", "Still no, %s."},
    [BOT_OFFERS] = {"What do you say, %s?", "We would both gain by this, %s.", "An offer, %s."},
};

void bot_put_reason(bot *b, bot_reason reason, const kb_setup *setup, int about, kb_text *out)
{
    uint8_t *said = &b->reasons_said[reason];
    int i = 0;
    if (*said == (1u << OF_A_KIND) - 1) *said = 0;
    while (*said >> i & 1) i++;
    *said = (uint8_t)(*said | 1u << i);
    for (const char *at = sentences[reason][i]; *at; at++) {
        if (*at != '%') {
            kb_put_n(out, at, 1);
            continue;
        }
        kb_put(out, kb_seat_name(setup, about));
        at++;
    }
}
