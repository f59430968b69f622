/* position.c: the parts of a position that all games have in common. */
#include "position.h"

void kb_put_seat(const char *const *names, int seat, kb_text *out)
{
    if (seat == KB_NONE) {
        kb_put(out, "null");
    } else {
        kb_putf(out, "\"%s\"", names[seat]);
    }
}

void kb_put_sum(int32_t amount, kb_text *out)
{
    if (amount == KB_HIDDEN) {
        kb_put(out, "null");
    } else {
        kb_putf(out, "%d", amount);
    }
}

void kb_put_by_seat(const char *const *names, const void *state, const char *key,
                    void (*put)(const void *, int, kb_text *), kb_text *out)
{
    const kb_setup *setup = (const kb_setup *)state; /* every state begins with its setup */
    kb_putf(out, ",\"%s\":{", key);
    for (int seat = 0; seat < setup->seats; seat++) {
        kb_putf(out, "%s\"%s\":", seat ? "," : "", names[seat]);
        put(state, seat, out);
    }
    kb_put(out, "}");
}

void kb_put_seats(const char *const *names, uint32_t mask, kb_text *out)
{
    const char *before = "[";
    for (int seat = 0; seat < KB_SEATS_MAX; seat++)
        if (mask >> seat & 1) {
            kb_putf(out, "%s\"%s\"", before, names[seat]);
            before = ",";
        }
    kb_put(out, *before == '[' ? "[]" : "]");
}

void kb_put_result(const char *const *names, const kb_setup *setup, const kb_result *result, kb_text *out)
{
    kb_put(out, "\"scores\":{");
    for (int seat = 0; seat < setup->seats; seat++)
        kb_putf(out, "%s\"%s\":%d", seat ? "," : "", names[seat], result->score[seat]);
    kb_put(out, "},\"winners\":");
    kb_put_seats(names, result->winners_mask, out);
}

uint8_t kb_read_seat(const char *const *names, int n_seats, kb_json *json)
{
    return (uint8_t)kb_json_name(json, names, n_seats, "seat");
}

uint8_t kb_read_seat_or_null(const char *const *names, int n_seats, kb_json *json)
{
    return kb_json_null(json) ? KB_NONE : kb_read_seat(names, n_seats, json);
}

int32_t kb_read_money(kb_json *json)
{
    int64_t value = 0;
    kb_json_int(json, 0, 100000000, &value);
    return (int32_t)value;
}

void kb_read_by_seat(const char *const *names, int n_seats, kb_json *json, void *into,
                     void (*read)(void *, int, kb_json *))
{
    uint32_t seen = 0;
    int seat;
    kb_json_open(json, '{');
    while ((seat = kb_json_member(json, names, n_seats, &seen)) >= 0) read(into, seat, json);
    kb_json_complete(json, names, n_seats, seen, (1u << n_seats) - 1);
}
