/* room_entry.c: see room_entry.h. */
#include "room_entry.h"

#include <stdio.h>
#include <stdlib.h>

const kb_answer srv_done = {KB_DONE, KB_OK, ""};

kb_answer srv_refuse_by_rule(kb_error error)
{
    kb_answer answer = {KB_REFUSED_RULE, error, ""};
    return answer;
}

kb_answer srv_append(srv_room *room, uint64_t now_ms, const srv_asker *asker, kb_entry entry)
{
    entry.at_ms = srv_later(room, now_ms);
    if (asker) {
        entry.who = asker->person;
        entry.id = asker->id;
    }
    if (srv_room_add(room, &entry)) return srv_done;
    fprintf(stderr, "kickback serve: an entry that was checked does not fold\n");
    abort();
}

uint64_t srv_later(const srv_room *room, uint64_t now_ms)
{
    return now_ms > room->at_ms ? now_ms : room->at_ms;
}
