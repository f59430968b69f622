/* room_entry.c: see room_entry.h. */
#include "room_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const srv_answer srv_done = {SRV_DONE, KB_OK, ""};

srv_answer srv_refuse_by_rule(kb_error error)
{
    srv_answer answer = {SRV_E_RULE, error, ""};
    return answer;
}

void srv_begin_entry(srv_writing *entry, uint64_t at_ms, const srv_asker *asker, const char *what)
{
    entry->text = kb_text_in(entry->at, sizeof entry->at);
    kb_putf(&entry->text, "{\"at\":%lld,", (long long)at_ms);
    if (asker) {
        kb_putf(&entry->text, "\"who\":%lld,\"id\":", (long long)asker->person);
        kb_put_json(&entry->text, asker->id, strlen(asker->id));
        kb_put(&entry->text, ",");
    }
    kb_putf(&entry->text, "\"do\":\"%s\"", what);
}

void srv_put_string(srv_writing *entry, const char *key, const char *value)
{
    kb_putf(&entry->text, ",\"%s\":", key);
    kb_put_json(&entry->text, value, strlen(value));
}

void srv_put_seat(srv_writing *entry, const srv_room *room, const char *key, int seat)
{
    srv_put_string(entry, key, kb_seat_name(&room->setup, seat));
}

void srv_put_seats(srv_writing *entry, const srv_room *room, const char *key, uint32_t mask)
{
    const char *before = "";
    kb_putf(&entry->text, ",\"%s\":[", key);
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (mask & 1u << seat) {
            kb_putf(&entry->text, "%s\"%s\"", before, kb_seat_name(&room->setup, seat));
            before = ",";
        }
    kb_put(&entry->text, "]");
}

void srv_end_entry(srv_room *room, srv_writing *entry)
{
    kb_put(&entry->text, "}");
    if (!entry->text.cut && srv_room_fold(room, entry->text.at, entry->text.n)) return;
    fprintf(stderr, "kickback serve: an entry that was checked does not fold\n");
    abort();
}

uint64_t srv_later(const srv_room *room, uint64_t now_ms)
{
    return now_ms > room->at_ms ? now_ms : room->at_ms;
}
