/* room_hear.c: lines of talk that bots hear, and their answers. Which lines are unanswered follows from the log: an
 * answer names the entry it answers, so no line is answered twice, even after a restart. */
#include <string.h>

#include "../bots/talk.h"
#include "room_entry.h"
#include "room_fold.h"

static uint32_t bots_of(const srv_room *room)
{
    uint32_t mask = 0;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (room->seats[seat].bot_name[0]) mask |= 1u << seat;
    return mask;
}

bool srv_room_bots_listen(const srv_room *room)
{
    return room->rules.talk != KB_TALK_NONE && srv_room_wants_offers(room) && bots_of(room);
}

bool srv_room_line(const srv_room *room, size_t number, srv_line *out)
{
    const srv_kept *kept = &room->entries[number - 1];
    kb_entry_reading line;
    kb_text text = kb_text_in(out->text, sizeof out->text);
    if (kept->kind != KB_ENTRY_TALK || !kept->person) return false;
    if (!kb_read_entry(&line, &room->setup, kept->text, kept->n, &text)) return false;
    out->at_ms = line.entry.at_ms;
    out->speaker = line.entry.by;
    out->to_mask = line.entry.to_mask;
    kb_put(&text, line.entry.say);
    return out->speaker >= 0 && srv_is_played_by_person(room, out->speaker);
}

/* Filters out small talk before a bot has to think about it. */
static bool is_for(const srv_room *room, const srv_line *line, int seat)
{
    char heard[BOT_PROMISES_BYTES];
    kb_text promises = kb_text_in(heard, sizeof heard);
    size_t n = strlen(line->text);
    kb_state view;
    kb_redact(&room->state, KB_SPECTATOR, &view);
    if (!(bot_addressed(&view, line->speaker, line->to_mask, bots_of(room), line->text, n) >> seat & 1)) return false;
    kb_redact(&room->state, seat, &view);
    return bot_hear(&view, line->speaker, seat, line->text, n, &promises) != BOT_HEARS_CHAT;
}

size_t srv_room_next_line(const srv_room *room, uint64_t now_ms, int seat, size_t after, int *speaker)
{
    srv_line line;
    if (!room->seats[seat].bot_name[0]) return 0;
    if (after + KB_HEARD_BACK < room->n_entries) after = room->n_entries - KB_HEARD_BACK;
    if (after < room->seats[seat].heard) after = room->seats[seat].heard;
    for (size_t entry = after + 1; entry <= room->n_entries; entry++) {
        if (!srv_room_line(room, entry, &line) || line.at_ms + KB_HEARD_LATE_MS < now_ms) continue;
        if (!is_for(room, &line, seat)) continue;
        *speaker = line.speaker;
        return entry;
    }
    return 0;
}

bool srv_room_is_unanswered(const srv_room *room, int seat, size_t entry)
{
    return srv_room_bots_listen(room) && room->seats[seat].bot_name[0] && room->seats[seat].heard < entry;
}

void srv_room_bot_replies(srv_room *room, uint64_t now_ms, int seat, size_t entry, const bot_reply *reply)
{
    srv_line line;
    if (!srv_room_is_unanswered(room, seat, entry) || !srv_room_line(room, entry, &line)) return;
    if (reply->kind == BOT_COUNTERS) {
        srv_bot_proposes(room, now_ms, seat, &reply->counter, entry);
    } else {
        srv_bot_says(room, now_ms, seat, line.to_mask ? 1u << line.speaker : 0, reply->reason, entry);
    }
}
