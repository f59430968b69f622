/* room_tell.c: events of a room, numbered for each viewer. */
#include "room_fold.h"

uint32_t srv_everybody(const srv_room *room)
{
    return ((1u << room->setup.seats) - 1) | 1u << KB_SPECTATOR;
}

void srv_tell_one(srv_room *room, int viewer, const kb_text *body)
{
    char head[80];
    kb_text text = kb_text_in(head, sizeof head);
    uint64_t n = ++room->n[viewer];
    room->heard_mask |= 1u << viewer;
    srv_told *told = &room->told;
    if (!(told->viewers_mask & 1u << viewer) || n <= told->after[viewer]) return;
    if (told->up_to[viewer] && n > told->up_to[viewer]) return;
    KB_ASSERT(!body->cut);
    kb_putf(&text, "%s{\"n\":%lld,\"at\":%lld,", told->events[viewer].n ? "," : "", (long long)n,
            (long long)room->at_ms);
    srv_add_text(&told->events[viewer], &text);
    srv_add_text(&told->events[viewer], body);
    srv_add(&told->events[viewer], "}", 1);
}

void srv_tell(srv_room *room, uint32_t viewers_mask, const kb_text *body)
{
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++)
        if (viewers_mask & srv_everybody(room) & 1u << viewer) srv_tell_one(room, viewer, body);
}
