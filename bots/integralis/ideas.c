/* ideas.c: what bots propose in Integralis: two chiefs leave each other's workers alone. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/integralis/state.h"
#include "../../games/integralis/text.h"
#include "outlook.h"

/* Sets the ith promise: promiser leaves the workers of spared alone. */
static void spare(bot_idea *out, int i, int promiser, int spared)
{
    kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
    out->promise[i].seat = (uint8_t)promiser;
    out->promise[i].wont = 1;
    out->promise[i].term = KB_TERM_ROUND;
    kb_putf(&text, "play coffee|byebye|mixup %s.*", integralis_seat_names[spared]);
}

int integralis_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const integralis_state *s = (const integralis_state *)view;
    int n = 0;
    (void)memory;
    if (s->step != INTEGRALIS_ACT) return 0;
    for (int with = 0; with < s->setup.seats; with++) {
        if (with == seat) continue;
        bot_idea *idea = &out[n++];
        idea->with = (uint8_t)with;
        idea->n = 2;
        spare(idea, 0, seat, with);
        spare(idea, 1, with, seat);
    }
    return n;
}
