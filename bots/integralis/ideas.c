/* ideas.c: bargains of Integralis: two chiefs leave each other's workers alone. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/integralis/state.h"
#include "../../games/integralis/text.h"
#include "outlook.h"

static void leave_alone(int seat, int whose, const char *deeds, bot_idea *out, int i)
{
    kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
    out->promise[i].seat = (uint8_t)seat;
    out->promise[i].wont = 1;
    out->promise[i].term = KB_TERM_ROUND;
    kb_putf(&text, deeds, integralis_seat_names[whose]);
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
        leave_alone(seat, with, "play coffee|byebye|mixup %s.*", idea, 0);
        leave_alone(with, seat, "play coffee|byebye|mixup %s.*", idea, 1);
    }
    return n;
}
