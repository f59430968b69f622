/* position.c: an Incorporated position as JSON, written and read back. validate.c decides whether a position is
 * possible. */
#include "../../core/position.h"

#include "tables.h"
#include "text.h"
#include "validate.h"

static const char *const task_states[] = {"open", "done"};

/* --- writing ----------------------------------------------------------------------------------- */

/* [0,3] */
static void put_coin_list(uint32_t coins, kb_text *out)
{
    kb_putj(out, "[");
    for (uint32_t rest = coins; rest; rest &= rest - 1) kb_putj(out, "%d", kb_lowest_bit(rest));
    kb_putj(out, "]");
}

static void put_score(const void *state, int seat, kb_text *out)
{
    kb_putj(out, "%d", ((const incorporated_state *)state)->score[seat]);
}

static void put_hand(const void *state, int seat, kb_text *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    uint32_t hand = s->hand[seat];
    if (hand == INCORPORATED_HIDDEN_HAND) {
        kb_putj(out, "%d", s->n_hand[seat]);
        return;
    }
    kb_putj(out, "[");
    for (uint32_t rest = hand; rest; rest &= rest - 1)
        kb_putj(out, "%s", incorporated_tile_name((uint8_t)kb_lowest_bit(rest)));
    kb_putj(out, "]");
}

static void put_coins(const void *state, int seat, kb_text *out)
{
    const incorporated_state *s = (const incorporated_state *)state;
    put_coin_list(s->coins[seat], out);
}

static void put_task(const incorporated_state *s, int at, kb_text *out)
{
    const incorporated_task *task = &s->task[at];
    incorporated_coin coins[INCORPORATED_COINS_MAX];
    incorporated_manager managers[INCORPORATED_SEATS_MAX];
    int n_coins = incorporated_coins_on(s, at, coins);
    int n_managers = incorporated_managers_on(s, at, managers);
    kb_putj(out, "{tile:%s, by:%s, state:%s, coins:[", incorporated_tile_name(task->tile),
            incorporated_seat_names[incorporated_player_of(s, at)], task_states[s->done_mask >> at & 1]);
    for (int i = 0; i < n_coins; i++)
        kb_putj(out, "{seat:%s, coin:%d}", incorporated_seat_names[coins[i].seat], coins[i].coin);
    kb_putj(out, "], managers:[");
    for (int i = 0; i < n_managers; i++)
        kb_putj(out, "{seat:%s, help:%i}", incorporated_seat_names[managers[i].seat], managers[i].help);
    kb_putj(out, "]}");
}

static void put_initiatives(const incorporated_state *s, kb_text *out)
{
    kb_putj(out, "initiatives:[");
    for (uint32_t rest = incorporated_played_mask(s); rest; rest &= rest - 1) {
        int at = kb_lowest_bit(rest);
        if (incorporated_place(at) == 0) kb_putj(out, at > 0 ? "], [" : "[");
        put_task(s, at, out);
    }
    kb_putj(out, incorporated_played_mask(s) ? "]]" : "]");
}

static void put_committed(const incorporated_state *s, kb_text *out)
{
    kb_putj(out, "committed:{");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (!(s->chosen_mask >> seat & 1)) continue;
        kb_putj(out, "%s:", incorporated_seat_names[seat]);
        s->commit[seat] == KB_NONE ? kb_putj(out, "null") : put_coin_list(s->commit[seat], out);
    }
    kb_putj(out, "}");
}

static void put_placed(const incorporated_state *s, kb_text *out)
{
    uint8_t placed[INCORPORATED_SEATS_MAX];
    int n = incorporated_placed(s, placed);
    kb_putj(out, "placed:[");
    for (int i = 0; i < n; i++) kb_putj(out, "%s", incorporated_seat_names[placed[i]]);
    kb_putj(out, "]");
}

void incorporated_write_position(const incorporated_state *s, kb_text *out)
{
    kb_putj(out, "start:%s, round:%d, first:%s, step:%s", kb_seat_or_null(incorporated_seat_names, s->start), s->round,
            kb_seat_or_null(incorporated_seat_names, s->first), incorporated_step_names[s->step]);
    kb_put_by_seat(incorporated_seat_names, s, "scores", put_score, out);
    kb_put_by_seat(incorporated_seat_names, s, "hand", put_hand, out);
    kb_put_by_seat(incorporated_seat_names, s, "coins", put_coins, out);
    put_initiatives(s, out);
    put_committed(s, out);
    put_placed(s, out);
}

void incorporated_write_end(const incorporated_state *s, kb_text *out)
{
    kb_result result;
    uint32_t fired = 0;
    if (!incorporated_over(s, &result)) return;
    for (int seat = 0; seat < s->setup.seats; seat++) fired |= (uint32_t)(s->score[seat] < 0) << seat;
    kb_put_result(incorporated_seat_names, &s->setup, &result, out);
    kb_putj(out, "fired:");
    kb_put_seats(incorporated_seat_names, fired, out);
    kb_putj(out, "why:%s", incorporated_n_failed(s) >= INCORPORATED_RUIN ? "bankrupt" : "five o'clock");
}

/* --- reading ----------------------------------------------------------------------------------- */

static void refuse_view(kb_json *json, const char *what)
{
    kb_json_fail(json, "%s is hidden: this is a seat's view, and only a whole position can be read back", what);
}

static uint8_t read_tile(const incorporated_state *s, kb_json *json)
{
    int name = kb_json_name(json, incorporated_tile_names, s->setup.seats * INCORPORATED_VALUES, "tile");
    return name < 0 ? 0 : incorporated_tile_at(name);
}

static uint8_t read_coin(const incorporated_state *s, kb_json *json)
{
    int64_t coin = 0;
    kb_json_int(json, 0, s->setup.seats, &coin);
    return (uint8_t)coin;
}

/* Adds the next entry of a sorted list to the set of its entries so far. */
static void add_rising(kb_json *json, uint32_t *set, int next, const char *what)
{
    if (*set >> next) kb_json_fail(json, "%s must be in ascending order without duplicates", what);
    *set |= 1u << next;
}

static uint32_t read_coin_list(const incorporated_state *s, kb_json *json)
{
    uint32_t coins = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) add_rising(json, &coins, read_coin(s, json), "coins");
    return coins;
}

static void read_score(void *state, int seat, kb_json *json)
{
    incorporated_state *s = (incorporated_state *)state;
    int64_t score = 0;
    kb_json_int(json, -1000, 1000, &score);
    s->score[seat] = (int16_t)score;
}

static void read_hand(void *state, int seat, kb_json *json)
{
    incorporated_state *s = (incorporated_state *)state;
    char next = kb_json_peek(json);
    if (json->views && next != '[') {
        int64_t n = 0;
        kb_json_int(json, 0, s->setup.seats + 1, &n);
        s->n_hand[seat] = (uint8_t)n;
        s->hand[seat] = INCORPORATED_HIDDEN_HAND;
        return;
    }
    if (next >= '0' && next <= '9') {
        refuse_view(json, "a hand");
        return;
    }
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) add_rising(json, &s->hand[seat], read_tile(s, json), "the tiles of a hand");
    s->n_hand[seat] = (uint8_t)kb_count_bits(s->hand[seat]);
}

static void read_coins(void *state, int seat, kb_json *json)
{
    incorporated_state *s = (incorporated_state *)state;
    s->coins[seat] = (uint8_t)read_coin_list(s, json);
}

static void read_task_coins(const incorporated_state *s, incorporated_written_task *task, kb_json *json)
{
    static const char *const keys[] = {"seat", "coin"};
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (task->n_coins == INCORPORATED_COINS_MAX) {
            kb_json_fail(json, "more than %d coins lie on one tile", INCORPORATED_COINS_MAX);
            return;
        }
        incorporated_coin *coin = &task->coins[task->n_coins++];
        uint32_t seen = 0;
        int key;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
            if (key == 0) coin->seat = kb_read_seat(incorporated_seat_names, s->setup.seats, json);
            if (key == 1) coin->coin = read_coin(s, json);
        }
        kb_json_complete(json, keys, KB_COUNT(keys), seen, 3);
    }
}

static void read_task_managers(const incorporated_state *s, incorporated_written_task *task, kb_json *json)
{
    static const char *const keys[] = {"seat", "help"};
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (task->n_managers == s->setup.seats) {
            kb_json_fail(json, "more managers than seats stand on one tile");
            return;
        }
        incorporated_manager *manager = &task->managers[task->n_managers++];
        uint32_t seen = 0;
        int key;
        bool help = false;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
            if (key == 0) manager->seat = kb_read_seat(incorporated_seat_names, s->setup.seats, json);
            if (key == 1) kb_json_bool(json, &help);
        }
        manager->help = help;
        kb_json_complete(json, keys, KB_COUNT(keys), seen, 3);
    }
}

static void read_task(const incorporated_state *s, incorporated_written_task *task, kb_json *json)
{
    static const char *const keys[] = {"tile", "by", "state", "coins", "managers"};
    uint32_t seen = 0;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 0: task->tile = read_tile(s, json); break;
        case 1: task->by = kb_read_seat(incorporated_seat_names, s->setup.seats, json); break;
        case 2: task->done = kb_json_name(json, task_states, KB_COUNT(task_states), "state of a task") == 1; break;
        case 3: read_task_coins(s, task, json); break;
        default: read_task_managers(s, task, json); break;
        }
    }
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
}

static void read_initiatives(const incorporated_state *s, incorporated_reading *r, kb_json *json)
{
    int n = s->setup.seats;
    int initiative = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (initiative == n) {
            kb_json_fail(json, "a round has %d initiatives, not more", n);
            return;
        }
        if (r->n_tasks % n) kb_json_fail(json, "an initiative begins before the previous one is complete");
        int before = r->n_tasks;
        kb_json_open(json, '[');
        while (kb_json_more(json, ']')) {
            if (r->n_tasks - before == n) {
                kb_json_fail(json, "an initiative has %d tiles, not more", n);
                return;
            }
            read_task(s, &r->tasks[r->n_tasks++], json);
        }
        if (!json->failed && r->n_tasks == before) kb_json_fail(json, "an initiative begins with its first tile");
        initiative++;
    }
}

static void read_committed(incorporated_state *s, kb_json *json)
{
    uint32_t seen = 0;
    int seat;
    kb_json_open(json, '{');
    while ((seat = kb_json_member(json, incorporated_seat_names, s->setup.seats, &seen)) >= 0) {
        if (json->views && kb_json_null(json)) {
            s->commit[seat] = KB_NONE;
            continue;
        }
        if (kb_json_peek(json) == 'n') {
            refuse_view(json, "a commitment");
            return;
        }
        s->commit[seat] = (uint8_t)read_coin_list(s, json);
    }
    s->chosen_mask = (uint8_t)seen;
}

static void read_placed(const incorporated_state *s, incorporated_reading *r, kb_json *json)
{
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (r->n_placed == s->setup.seats) {
            kb_json_fail(json, "more managers are placed than there are seats");
            return;
        }
        r->placed[r->n_placed++] = kb_read_seat(incorporated_seat_names, s->setup.seats, json);
    }
}

kb_error incorporated_read_position(kb_json *json, incorporated_state *s, kb_text *why)
{
    static const char *const keys[] = {"game",   "options", "players", "start",       "round",     "first", "step",
                                       "scores", "hand",    "coins",   "initiatives", "committed", "placed"};
    incorporated_reading r;
    __builtin_memset(&r, 0, sizeof r);

    uint32_t seen = 0;
    int key;
    int64_t round = 0;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 3: s->start = kb_read_seat_or_null(incorporated_seat_names, s->setup.seats, json); break;
        case 4: kb_json_int(json, 0, s->setup.seats, &round); break;
        case 5: s->first = kb_read_seat_or_null(incorporated_seat_names, s->setup.seats, json); break;
        case 6: s->step = (uint8_t)kb_json_name(json, incorporated_step_names, INCORPORATED_OVER + 1, "step"); break;
        case 7: kb_read_by_seat(incorporated_seat_names, s->setup.seats, json, s, read_score); break;
        case 8: kb_read_by_seat(incorporated_seat_names, s->setup.seats, json, s, read_hand); break;
        case 9: kb_read_by_seat(incorporated_seat_names, s->setup.seats, json, s, read_coins); break;
        case 10: read_initiatives(s, &r, json); break;
        case 11: read_committed(s, json); break;
        case 12: read_placed(s, &r, json); break;
        default: kb_json_skip(json, NULL); break; /* the setup is in s already */
        }
    }
    s->round = (uint8_t)round;
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
    if (!kb_json_done(json)) return KB_E_FORMAT;
    return incorporated_validate(s, &r, why);
}
