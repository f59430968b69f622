/* ideas.c: what bots propose in Integralis: two chiefs leave each other's workers alone, or turn on the one who leads. And
 * what they ask for in return for what is proposed to them. */
#include "../../core/text.h"
#include "../../engine/promises.h"
#include "../../games/integralis/state.h"
#include "../../games/integralis/text.h"
#include "outlook.h"

/* Sets the ith promise: whether the promiser attacks a worker of the victim by the end of the next round. */
static void attack(bot_idea *out, int i, int promiser, int victim, bool wont)
{
    kb_text text = kb_text_in(out->promise[i].deed, sizeof out->promise[i].deed);
    out->promise[i].seat = (uint8_t)promiser;
    out->promise[i].wont = wont;
    out->promise[i].term = KB_TERM_NEXT;
    kb_putf(&text, "play coffee|byebye|mixup %s.*", integralis_seat_names[victim]);
}

/* The two attack nobody but those they are not allied with: each other's workers are left alone, or, if there is a
 * victim, both attack that one. */
static void ally(int seat, int with, int victim, bot_idea *out)
{
    out->with = (uint8_t)with;
    out->n = 2;
    attack(out, 0, seat, victim == KB_NONE ? with : victim, victim == KB_NONE);
    attack(out, 1, with, victim == KB_NONE ? seat : victim, victim == KB_NONE);
}

/* The seat with the most money; KB_NONE: several have. */
static int leader_of(const integralis_state *s)
{
    int leader = KB_NONE;
    int32_t most = -1;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (s->purse.of[seat] == most) leader = KB_NONE;
        if (s->purse.of[seat] <= most) continue;
        most = s->purse.of[seat];
        leader = seat;
    }
    return leader;
}

int integralis_ideas(const void *view, int seat, const bot_memory *memory, bot_idea *out)
{
    const integralis_state *s = (const integralis_state *)view;
    int n = 0, leader = leader_of(s);
    (void)memory;
    if (s->step != INTEGRALIS_ACT) return 0;
    for (int with = 0; with < s->setup.seats; with++) {
        if (with == seat) continue;
        ally(seat, with, KB_NONE, &out[n++]);
        if (leader != KB_NONE && leader != seat && leader != with && s->hand[seat] & INTEGRALIS_ATTACKS)
            ally(seat, with, leader, &out[n++]);
    }
    return n;
}

/* A wish: something that the other alone promises. */
static void wish(int with, int victim, bool wont, bot_idea *out)
{
    out->with = (uint8_t)with;
    out->n = 1;
    attack(out, 0, with, victim, wont);
}

int integralis_wishes(const void *view, int seat, int with, bot_idea *out)
{
    int n = 0, leader = leader_of((const integralis_state *)view);
    wish(with, seat, true, &out[n++]);
    if (leader != KB_NONE && leader != seat && leader != with) wish(with, leader, false, &out[n++]);
    return n;
}
