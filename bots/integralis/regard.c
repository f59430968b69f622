/* regard.c: how events of Integralis change what a seat thinks of the others, and what it says about them. */
#include "../policy.h"
#include "outlook.h"

static int regard_of_card(int card)
{
    switch (card) {
    case INTEGRALIS_COFFEE: return REGARD_COFFEE;
    case INTEGRALIS_ILLNESS: return REGARD_ILLNESS;
    case INTEGRALIS_BYEBYE: return REGARD_BYEBYE;
    case INTEGRALIS_MEETING: return REGARD_MEETING;
    case INTEGRALIS_MIXUP: return REGARD_MIXUP;
    case INTEGRALIS_SABOTAGE5:
    case INTEGRALIS_SABOTAGE2: return REGARD_SABOTAGE;
    default: return 0;
    }
}

/* The seat that a played card hits, or KB_NONE. */
static int victim_of(const integralis_state *s, const kb_event *event)
{
    switch (integralis_aim_of(s, event->a)) {
    case INTEGRALIS_ON_FOREIGN_WORKER: return integralis_chief(event->b);
    case INTEGRALIS_ON_SEAT:
    case INTEGRALIS_ON_SEAT_AT_MACHINE: return event->b;
    case INTEGRALIS_ON_MACHINE: return s->machine[event->b].team;
    case INTEGRALIS_ON_NOTHING:
    case INTEGRALIS_ON_OWN_WORKER: break;
    }
    return KB_NONE;
}

/* What the seat says about a card it played itself. Only cards that hurt are worth a word. */
static bot_phrase boast(const bot_memory *memory, int card, int victim)
{
    if (card != INTEGRALIS_BYEBYE && card != INTEGRALIS_ILLNESS && card != INTEGRALIS_MEETING) return BOT_SILENT;
    if (memory->character == BOT_GRUDGE && memory->regard[victim] <= ENEMY) return BOT_SAYS_REVENGE;
    return memory->character == BOT_HONEST ? BOT_SAYS_SORRY : BOT_SILENT;
}

static bot_line remember_card(bot_memory *memory, int seat, const integralis_state *s, const kb_event *event)
{
    bot_line line = {BOT_SILENT, KB_NONE};
    int victim = victim_of(s, event);
    if (victim == KB_NONE || victim == event->seat) return line;
    if (victim == seat) {
        bot_feel(memory, event->seat, regard_of_card(event->a));
        if (event->a == INTEGRALIS_BYEBYE) line = (bot_line){BOT_SAYS_LOST_POST, event->seat};
    } else if (event->seat == seat) {
        line.phrase = (uint8_t)boast(memory, event->a, victim);
        line.about = line.phrase ? (uint8_t)victim : KB_NONE;
    }
    return line;
}

/* A chief answers an offer, or its maker answers a demand. This seat may be either of them. */
static bot_line remember_answer(bot_memory *memory, int seat, const kb_event *event)
{
    bot_line line = {BOT_SILENT, KB_NONE};
    bool accepted = event->kind == INTEGRALIS_ACCEPTS;
    int chief = integralis_chief(event->a);
    int payer = event->b;
    if (chief == seat) {
        if (accepted) bot_feel(memory, payer, REGARD_PAID * event->amount / INTEGRALIS_BUCK_STEP);
        if (accepted || event->seat == seat)
            line = (bot_line){accepted ? BOT_SAYS_THANKS : BOT_SAYS_TOO_LITTLE, (uint8_t)payer};
    } else if (payer == seat) {
        if (accepted || event->seat == chief) bot_feel(memory, chief, accepted ? REGARD_ACCEPTED : REGARD_REFUSED);
    }
    return line;
}

bot_line integralis_remember(bot_memory *memory, int seat, const void *view, const kb_event *event)
{
    const integralis_state *s = (const integralis_state *)view;
    bot_line line = {BOT_SILENT, KB_NONE};
    bool on_ours = integralis_chief(event->a) == seat; /* valid only if a is a worker */
    switch (event->kind) {
    case INTEGRALIS_PLAYS: return remember_card(memory, seat, s, event);
    case INTEGRALIS_ACCEPTS:
    case INTEGRALIS_REFUSES: return remember_answer(memory, seat, event);
    case INTEGRALIS_FALLS_ILL:
        if (event->seat == seat) line = (bot_line){BOT_SAYS_LOST_POST, s->turn};
        break;
    case INTEGRALIS_COUNTERS:
        if (event->seat == seat && memory->character != BOT_HONEST) line = (bot_line){BOT_SAYS_NICE_TRY, s->turn};
        if (s->turn == seat) bot_feel(memory, event->seat, REGARD_COUNTER);
        break;
    case INTEGRALIS_BRIBES:
        if (on_ours) bot_feel(memory, event->seat, REGARD_BRIBE);
        break;
    case INTEGRALIS_OUTBIDS:
        if (on_ours && event->seat != seat) bot_feel(memory, event->seat, REGARD_OUTBID);
        break;
    case INTEGRALIS_REPAIRS:
        if (event->seat != seat && s->machine[event->b].team == seat) bot_feel(memory, event->seat, REGARD_REPAIR);
        break;
    case INTEGRALIS_ENDS:
        if (memory->character == BOT_HONEST) line.phrase = BOT_SAYS_WELL_PLAYED;
        break;
    default: break;
    }
    return line;
}
