/* position.c: the parts of a position that all games have in common. */
#include "position.h"

const char *kb_seat_or_null(const char *const *names, int seat)
{
    return seat == KB_NONE ? kb_null : names[seat];
}

void kb_put_by_seat(const char *const *names, const void *state, const char *key,
                    void (*put)(const void *, int, kb_text *), kb_text *out)
{
    const kb_setup *setup = (const kb_setup *)state; /* every state begins with its setup */
    kb_putj(out, "%s:{", key);
    for (int seat = 0; seat < setup->seats; seat++) {
        kb_putj(out, "%s:", names[seat]);
        put(state, seat, out);
    }
    kb_putj(out, "}");
}

void kb_put_seats(const char *const *names, uint32_t mask, kb_text *out)
{
    mask &= (1u << KB_SEATS_MAX) - 1; /* chance is not a seat */
    kb_putj(out, "[");
    for (; mask; mask &= mask - 1) kb_putj(out, "%s", names[kb_lowest_bit(mask)]);
    kb_putj(out, "]");
}

void kb_put_result(const char *const *names, const kb_setup *setup, const kb_result *result, kb_text *out)
{
    kb_putj(out, "scores:{");
    for (int seat = 0; seat < setup->seats; seat++) kb_putj(out, "%s:%d", names[seat], result->score[seat]);
    kb_putj(out, "}, winners:");
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
