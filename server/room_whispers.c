/* room_whispers.c: what others learn of private talk. At a table whose whispers are seen, everybody else is told which
 * seats whisper together, once for each group in a stage or turn: neither what they say, nor how long, nor how often. */
#include "room_entry.h"

_Static_assert(KB_SEATS_MAX <= 5, "srv_moment.whispered has a bit for every set of seats");

void srv_note_whisper(srv_room *room, uint64_t now_ms, uint32_t group_mask)
{
    if (room->rules.whispers != KB_WHISPERS_SEEN || srv_is_nearly_full(room)) return;
    if (room->moment.whispered >> group_mask & 1) return;
    srv_append(room, now_ms, NULL, (kb_entry){.kind = KB_DO_WHISPER, .group_mask = group_mask});
}
