/* room_tell.c: events of a room, numbered for each viewer. */
#include "room_fold.h"

uint32_t srv_everybody(const srv_room *room)
{
    return ((1u << room->setup.seats) - 1) | 1u << KB_SPECTATOR;
}

bool srv_is_told(const srv_room *room, int viewer)
{
    const srv_told *told = &room->told;
    uint64_t n = room->n[viewer] + 1;
    return told->viewers_mask & 1u << viewer && n > told->after[viewer] &&
           (!told->up_to[viewer] || n <= told->up_to[viewer]);
}

void srv_count_event(srv_room *room, int viewer)
{
    room->n[viewer]++;
    room->heard_mask |= 1u << viewer;
}

void srv_tell_one(srv_room *room, int viewer, const kb_text *body)
{
    char head[80];
    kb_text text = kb_text_in(head, sizeof head);
    srv_told *told = &room->told;
    bool is_told = srv_is_told(room, viewer);
    srv_count_event(room, viewer);
    if (!is_told) return;
    KB_ASSERT(!body->cut);
    kb_putf(&text, "%s{\"n\":%lld,\"at\":%lld,", told->events[viewer].n ? "," : "", (long long)room->n[viewer],
            (long long)room->at_ms);
    srv_add_text(&told->events[viewer], &text);
    srv_add_text(&told->events[viewer], body);
    srv_add(&told->events[viewer], "}", 1);
}

static uint32_t hearers(const srv_room *room, const kb_entry *entry)
{
    uint32_t spectators = 1u << KB_SPECTATOR;
    switch ((kb_audience)kb_shapes[entry->kind].audience) {
    case KB_TO_ALL: return srv_everybody(room);
    case KB_TO_HEARERS: /* spectators talk among themselves */
        return entry->by < 0 ? spectators : entry->to_mask ? entry->to_mask | 1u << entry->by : srv_everybody(room);
    case KB_TO_OTHERS: return srv_everybody(room) & ~entry->group_mask;
    case KB_TO_OWN: return 1u << entry->seat;
    case KB_TO_MEMBERS: return srv_rematch_mask(room);
    case KB_TO_KNOWING: /* each of them has a number for the pact: room_pacts.c */
    case KB_TO_NOBODY: break;
    }
    return 0;
}

void srv_tell(srv_room *room, const kb_entry *entry, const kb_text *body)
{
    uint32_t viewers_mask = hearers(room, entry);
    for (int viewer = 0; viewer < SRV_VIEWERS; viewer++)
        if (viewers_mask & 1u << viewer) srv_tell_one(room, viewer, body);
}

void srv_tell_entry(srv_room *room, const kb_entry *entry)
{
    char body[6 * KB_TALK_MAX + 512];
    kb_text text = kb_text_in(body, sizeof body);
    if (kb_put_entry_event(entry, &room->setup, &text)) srv_tell(room, entry, &text);
}

uint32_t srv_rematch_mask(const srv_room *room)
{
    return room->rules.is_public ? srv_everybody(room) : srv_everybody(room) & ~(1u << KB_SPECTATOR);
}
