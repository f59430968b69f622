/* room_pause.c: pauses for negotiation. Where people play with bots, bots wait at the start of each stage or turn,
 * while a public proposal by or to a person is open, and when a person asks for it. Secret proposals cause no pause,
 * because it would reveal them. A pause depends only on the log and the time. A person can also stop the bots until
 * somebody lets them go on. */
#include <string.h>

#include "room_fold.h"

/* For each pace: the pause at the start of a stage, and for a person's proposals in one stage. */
static const uint32_t start_ms[] = {KB_PAUSE_BRISK_MS, KB_PAUSE_COMFORTABLE_MS, 0};
static const uint32_t held_ms[] = {KB_HELD_BRISK_MS, KB_HELD_COMFORTABLE_MS, 0};

bool srv_is_played_by_person(const srv_room *room, int seat)
{
    const srv_seat *s = &room->seats[seat];
    return s->person && !s->away && !s->bot_name[0];
}

/* Pauses are only for tables with both people and bots. */
static bool are_mixed(const srv_room *room)
{
    bool bots = false, people = false;
    for (int seat = 0; seat < room->setup.seats; seat++) {
        bots |= room->seats[seat].bot_name[0] != 0;
        people |= srv_is_played_by_person(room, seat);
    }
    return bots && people;
}

/* Whether a pact proposed by or to the person there is open. */
static bool is_negotiating(const srv_room *room, int seat)
{
    const kb_book *book = &room->pacts.book;
    for (uint32_t i = book->n; srv_pacts_are_open(&room->pacts) && i-- > 0;) {
        const kb_noted_pact *pact = &book->at[i];
        if (pact->state == KB_PACT_OPEN && !pact->secret && (pact->with_mask | 1u << pact->by) >> seat & 1) return true;
    }
    return false;
}

srv_pause srv_room_pause(const srv_room *room)
{
    const srv_moment *moment = &room->moment;
    srv_pause pause = {0, SRV_PAUSE_START, KB_NONE};
    if (room->stage != SRV_PLAYING || !are_mixed(room)) return pause;
    if (room->rules.talk != KB_TALK_NONE && room->rules.pace != KB_PACE_OFF)
        pause.until_ms = moment->stage_ms + start_ms[room->rules.pace];
    for (int seat = 0; seat < room->setup.seats; seat++) {
        if (moment->held_until_ms[seat] <= pause.until_ms || !srv_is_played_by_person(room, seat)) continue;
        if (!is_negotiating(room, seat)) continue;
        pause.until_ms = moment->held_until_ms[seat];
        pause.why = SRV_PAUSE_PROPOSAL;
    }
    if (moment->wait_until_ms > pause.until_ms) {
        pause.until_ms = moment->wait_until_ms;
        pause.why = SRV_PAUSE_WAIT;
        pause.by = moment->wait_by;
    }
    return pause;
}

bool srv_room_is_paused(const srv_room *room)
{
    return room->is_paused && room->stage == SRV_PLAYING && are_mixed(room);
}

void srv_note_stage(srv_room *room)
{
    const kb_deeds *deeds = kb_game_of(&room->state)->deeds;
    int turn = deeds->when(&room->state).turn, stage = deeds->stage ? deeds->stage(&room->state) : 0;
    if (turn == room->moment.turn && (!stage || stage == room->moment.stage)) return;
    memset(&room->moment, 0, sizeof room->moment);
    room->moment.turn = turn;
    room->moment.stage = stage;
    room->moment.stage_ms = room->at_ms;
}

void srv_note_proposal(srv_room *room, uint32_t parties_mask)
{
    for (int seat = 0; seat < room->setup.seats; seat++) {
        uint64_t *until = &room->moment.held_until_ms[seat];
        if (parties_mask >> seat & 1 && !*until) *until = room->at_ms + held_ms[room->rules.pace];
    }
}

bool srv_do_wait(srv_room *room, const kb_entry *entry)
{
    int by = entry->by;
    if (room->stage != SRV_PLAYING || room->moment.waited_mask >> by & 1) return false;
    room->moment.waited_mask = (uint8_t)(room->moment.waited_mask | 1u << by);
    room->moment.wait_until_ms = room->at_ms + KB_WAIT_FOR_ME_MS;
    room->moment.wait_by = (uint8_t)by;
    return true;
}

bool srv_do_pace(srv_room *room, const kb_entry *entry)
{
    if (room->stage != SRV_PLAYING) return false;
    room->rules.pace = entry->pace;
    room->is_paused = entry->paused;
    return true;
}

int64_t srv_charged_ms(const srv_room *room, uint64_t at_ms)
{
    uint64_t until = srv_room_pause(room).until_ms, from = room->charged_ms;
    if (until > from) from = until;
    return at_ms > from ? (int64_t)(at_ms - from) : 0;
}
