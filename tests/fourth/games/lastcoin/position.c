/* position.c: a position of The Last Coin as JSON, written and read back. */
#include "../../core/position.h"
#include "text.h"

static void put_taken(const void *state, int seat, kb_text *out)
{
    kb_putj(out, "%d", ((const lastcoin_state *)state)->taken[seat]);
}

void lastcoin_write_position(const lastcoin_state *s, kb_text *out)
{
    kb_putj(out, "start:%s, turns:%d, left:%d", kb_seat_or_null(lastcoin_seat_names, s->start), s->turns, s->left);
    kb_put_by_seat(lastcoin_seat_names, s, "taken", put_taken, out);
}

static void read_taken(void *state, int seat, kb_json *json)
{
    int64_t n = 0;
    kb_json_int(json, 0, LASTCOIN_LARGE, &n);
    ((lastcoin_state *)state)->taken[seat] = (uint8_t)n;
}

/* Whether the game can reach this position: everybody has taken one to three coins in each of their turns. */
static kb_error validate(const lastcoin_state *s, kb_text *why)
{
    int n = s->setup.seats, all = s->left;
    if (s->start == KB_NONE && s->turns) KB_REFUSE(why, "somebody has moved before the start was drawn");
    for (int seat = 0; seat < n; seat++) {
        int place = s->start == KB_NONE ? seat : (seat + n - s->start) % n;
        int turns = (s->turns + n - 1 - place) / n;
        if (s->taken[seat] < turns || s->taken[seat] > LASTCOIN_TAKE_MAX * turns)
            KB_REFUSE(why, "%s cannot have taken %d coins in %d turns", lastcoin_seat_names[seat], s->taken[seat],
                      turns);
        all += s->taken[seat];
    }
    if (all != lastcoin_pile(&s->setup)) KB_REFUSE(why, "there are %d coins, not %d", all, lastcoin_pile(&s->setup));
    return KB_OK;
}

kb_error lastcoin_read_position(kb_json *json, lastcoin_state *s, kb_text *why)
{
    static const char *const keys[] = {"game", "options", "players", "start", "turns", "left", "taken"};
    uint32_t seen = 0;
    int key;
    int64_t turns = 0, left = 0;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 3: s->start = kb_read_seat_or_null(lastcoin_seat_names, s->setup.seats, json); break;
        case 4: kb_json_int(json, 0, LASTCOIN_LARGE, &turns); break;
        case 5: kb_json_int(json, 0, LASTCOIN_LARGE, &left); break;
        case 6: kb_read_by_seat(lastcoin_seat_names, s->setup.seats, json, s, read_taken); break;
        default: kb_json_skip(json, NULL); break; /* the setup, which is already in s */
        }
    }
    s->turns = (uint8_t)turns;
    s->left = (uint8_t)left;
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
    return kb_json_done(json) ? validate(s, why) : KB_E_FORMAT;
}

void lastcoin_write_end(const lastcoin_state *s, kb_text *out)
{
    kb_result result;
    lastcoin_over(s, &result);
    kb_put_result(lastcoin_seat_names, &s->setup, &result, out);
    kb_putj(out, "why:<last coin>");
}
