/* room_request.c: what requests at a table say. */
#include <string.h>

#include "characters.h"
#include "room.h"

const char *srv_string(const json_t *object, const char *key, size_t max)
{
    const json_t *value = json_object_get(object, key);
    size_t n = json_string_length(value);
    return json_is_string(value) && n <= max && srv_is_plain(json_string_value(value), n) ? json_string_value(value)
                                                                                          : NULL;
}

static int seat_named(const srv_room *room, const json_t *name)
{
    if (!json_is_string(name)) return -1;
    for (int seat = 0; seat < room->setup.seats; seat++)
        if (!strcmp(kb_seat_name(&room->setup, seat), json_string_value(name))) return seat;
    return -1;
}

int srv_seat_of(const srv_room *room, const json_t *object, const char *key)
{
    return seat_named(room, json_object_get(object, key));
}

uint32_t srv_read_hearers(const srv_room *room, const json_t *to)
{
    uint32_t mask = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(to, i, name)
    {
        int seat = seat_named(room, name);
        if (seat < 0 || mask & 1u << seat) return 0;
        mask |= 1u << seat;
    }
    return mask;
}
