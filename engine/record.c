/* record.c: see record.h. */
#include "record.h"

#include "../core/position.h"

/* --- writing lines ------------------------------------------------------------------------------ */

void kb_put_setup_line(const kb_setup *setup, int version, kb_text *out)
{
    kb_putj(out, "{kickback:%d", version);
    kb_put_setup_of(setup, version, out);
    kb_putj(out, "}\n");
}

void kb_put_move_line(const kb_state *before, int seat, kb_move move, kb_text *out)
{
    kb_putj(out, "{by:%s, move:<", kb_seat_name(&before->setup, seat));
    kb_move_text(before, move, out);
    kb_putj(out, ">}\n");
}

void kb_put_talk_line(const kb_setup *setup, int seat, uint32_t to_mask, const char *say, size_t n, kb_text *out)
{
    kb_putj(out, "{by:%s, say:", kb_seat_name(setup, seat));
    kb_put_json(out, say, n);
    if (to_mask) {
        kb_putj(out, "to:");
        kb_put_seats(kb_game_at(setup->game)->seat_names, to_mask, out);
    }
    kb_putj(out, "}\n");
}

void kb_put_end_line(const kb_state *state, kb_text *out)
{
    kb_putj(out, "{end:");
    kb_result_json(state, out);
    kb_putj(out, "}\n");
}

void kb_put_trace_row(const kb_state *state, uint32_t n, const kb_lister *lister, kb_text *out)
{
    kb_put(out, "{"); /* there may be other text before */
    kb_putj(out, "n:%u", n);
    kb_put_legal(state, lister, out);
    kb_putj(out, "position:");
    kb_position_json(state, out);
    if (kb_over(state, NULL)) {
        kb_putj(out, "end:");
        kb_result_json(state, out);
    }
    kb_putj(out, "}");
}

/* --- reading a record --------------------------------------------------------------------------- */

enum {
    BY,
    MOVE,
    SAY,
    TO,
    AT,
    META,
    LUCK,
    END,
    KICKBACK,
    GAME_KEY,
    EDITION,
    PLAYERS,
    OPTIONS,
    PROPOSE, /* in the order of kb_pact_act */
    ACCEPT,
    DECLINE,
    WITHDRAW,
    WITH,
    PROMISES,
    SECRET,
    N_KEYS
};
static const char *const keys[] = {"by",     "move",     "say",      "to",      "at",       "meta",    "luck",
                                   "end",    "kickback", "game",     "edition", "players",  "options", "propose",
                                   "accept", "decline",  "withdraw", "with",    "promises", "secret"};

/* A line taken apart: which keys it has, and the text of each. */
typedef struct parts {
    uint32_t seen;
    kb_slice of[N_KEYS];
} parts;

static bool has_exactly(uint32_t seen, uint32_t wanted, uint32_t optional)
{
    return (seen & wanted) == wanted && !(seen & ~(wanted | optional));
}

static bool is_object(kb_slice value)
{
    return value.n && *value.at == '{';
}

static void put_due(const kb_state *state, kb_text *out)
{
    uint32_t actors = kb_actors(state);
    if (!actors) kb_put(out, "; the game is over");
    const char *before = "; legal: ";
    for (int seat = 0; seat <= KB_CHANCE; seat++)
        if (actors & 1u << seat) {
            kb_putf(out, "%s%s (", before, kb_seat_name(&state->setup, seat));
            kb_put_choices(state, seat, NULL, out);
            kb_put(out, ")");
            before = ", ";
        }
}

/* The named seat; chance is allowed only where a move is expected. */
static int read_by(const kb_state *state, kb_slice by, bool chance, kb_text *why)
{
    const char *names[KB_SEATS_MAX + 1];
    int n = state->setup.seats;
    for (int seat = 0; seat < n; seat++) names[seat] = kb_seat_name(&state->setup, seat);
    names[n] = "chance";
    kb_json json = kb_json_over(by.at, by.n, why);
    int seat = kb_json_name(&json, names, n + chance, "seat");
    return seat == n ? KB_CHANCE : seat;
}

static kb_reading read_move(kb_replay *replay, const parts *p, kb_line *line, kb_events *events, kb_text *why)
{
    kb_word text;
    kb_state *state = &replay->state;
    line->kind = KB_LINE_MOVE;
    line->seat = read_by(state, p->of[BY], true, why);
    if (line->seat < 0) return KB_READ_BAD;
    kb_json json = kb_json_over(p->of[MOVE].at, p->of[MOVE].n, why);
    if (!kb_json_word(&json, &text)) return KB_READ_BAD;
    kb_error error = kb_move_parse(state, text.at, text.n, &line->move);
    if (kb_actors(state) & 1u << line->seat) {
        if (!error) error = kb_apply(state, line->seat, line->move, events);
    } else {
        error = kb_over(state, NULL) ? KB_E_OVER : KB_E_NOT_ACTOR;
    }
    if (error) {
        kb_putf(why, "%s: '%.*s': %s", kb_seat_name(&state->setup, line->seat), (int)text.n, text.at,
                kb_error_sentence(error));
        put_due(state, why);
        return KB_READ_BAD;
    }
    replay->moves++;
    return KB_READ;
}

bool kb_read_seats(const kb_setup *setup, const char *key, kb_slice list, uint32_t *mask, kb_text *why)
{
    const char *const *names = kb_game_at(setup->game)->seat_names;
    kb_json json = kb_json_over(list.at, list.n, why);
    kb_json_open(&json, '[');
    while (kb_json_more(&json, ']')) {
        int seat = kb_json_name(&json, names, setup->seats, "seat");
        if (seat < 0) break;
        if (*mask & 1u << seat) kb_json_fail(&json, "'%s' names %s twice", key, names[seat]);
        *mask |= 1u << seat;
    }
    return !json.failed;
}

static kb_reading read_talk(const kb_replay *replay, const parts *p, kb_line *line, kb_text *why)
{
    line->kind = KB_LINE_TALK;
    line->seat = read_by(&replay->state, p->of[BY], false, why);
    line->body = p->of[SAY];
    if (line->seat < 0) return KB_READ_BAD;
    if (*p->of[SAY].at != '"') {
        kb_put(why, "'say' must be a string");
        return KB_READ_BAD;
    }
    if (!(p->seen & 1u << TO)) return KB_READ;
    if (!kb_read_seats(&replay->state.setup, "to", p->of[TO], &line->to_mask, why)) return KB_READ_BAD;
    if (!line->to_mask) kb_put(why, "'to' names nobody");
    return line->to_mask ? KB_READ : KB_READ_BAD;
}

/* A line about a pact; checks only its form. */
static kb_reading read_pact(const kb_replay *replay, const parts *p, int key, kb_line *line, kb_text *why)
{
    int64_t number;
    line->kind = KB_LINE_PACT;
    line->act = (kb_pact_act)(key - PROPOSE);
    line->body = p->of[PROMISES];
    line->with = p->of[WITH];
    line->seat = read_by(&replay->state, p->of[BY], false, why);
    if (line->seat < 0) return KB_READ_BAD;
    if (replay->version < 2) {
        kb_putf(why, "records of version %d have no pacts", replay->version);
        return KB_READ_BAD;
    }
    kb_json json = kb_json_over(p->of[key].at, p->of[key].n, why);
    if (!kb_json_int(&json, 1, INT32_MAX, &number)) return KB_READ_BAD;
    line->pact = (uint32_t)number;
    if (key != PROPOSE) return KB_READ;
    if (!kb_read_seats(&replay->state.setup, "with", p->of[WITH], &line->to_mask, why)) return KB_READ_BAD;
    if (!(p->seen & 1u << SECRET)) return KB_READ;
    json = kb_json_over(p->of[SECRET].at, p->of[SECRET].n, why);
    return kb_json_bool(&json, &line->secret) ? KB_READ : KB_READ_BAD;
}

static kb_reading read_end(kb_replay *replay, const parts *p, kb_line *line, kb_text *why)
{
    char buffer[1024];
    kb_text ours = kb_text_in(buffer, sizeof buffer);
    line->kind = KB_LINE_END;
    if (!kb_over(&replay->state, NULL)) {
        kb_put(why, "found 'end' but the game is not over");
        put_due(&replay->state, why);
        return KB_READ_BAD;
    }
    kb_result_json(&replay->state, &ours);
    kb_slice expected = {ours.at, ours.n};
    if (!kb_json_same(expected, p->of[END])) {
        kb_putf(why, "'end' does not match the result of the game, which is %s", ours.at);
        return KB_READ_BAD;
    }
    replay->ended = true;
    return KB_READ;
}

static kb_reading read_first(kb_replay *replay, const parts *p, kb_line *line, kb_text *why)
{
    kb_setup setup;
    int64_t version;
    line->kind = KB_LINE_SETUP;
    uint32_t wanted = 1u << KICKBACK | 1u << GAME_KEY | 1u << PLAYERS;
    if (!has_exactly(p->seen, wanted, 1u << EDITION | 1u << OPTIONS | 1u << AT)) {
        kb_put(why, "the first line of a record should have the keys kickback, game and players, perhaps edition, "
                    "options and at, and no others");
        return KB_READ_BAD;
    }
    kb_json json = kb_json_over(p->of[KICKBACK].at, p->of[KICKBACK].n, why);
    if (!kb_json_int(&json, 1, KB_VERSION, &version)) return KB_READ_BAD;
    kb_setup_parts given = {p->of[GAME_KEY], p->of[EDITION], p->of[OPTIONS], p->of[PLAYERS]};
    if (kb_read_setup(&setup, (int)version, &given, why)) return KB_READ_BAD;
    kb_start(&replay->state, &setup);
    replay->version = (uint8_t)version;
    replay->begun = true;
    return KB_READ;
}

static kb_reading read_line(kb_replay *replay, const parts *p, kb_line *line, kb_events *events, kb_text *why)
{
    uint32_t at = 1u << AT;
    if (!replay->begun) return read_first(replay, p, line, why);
    if (replay->ended) {
        kb_put(why, "unexpected line after 'end'");
        return KB_READ_BAD;
    }
    if (has_exactly(p->seen, 1u << BY | 1u << MOVE, at)) return read_move(replay, p, line, events, why);
    if (has_exactly(p->seen, 1u << BY | 1u << SAY, 1u << TO | at)) return read_talk(replay, p, line, why);
    if (has_exactly(p->seen, 1u << END, at)) return read_end(replay, p, line, why);
    if (has_exactly(p->seen, 1u << BY | 1u << PROPOSE | 1u << WITH | 1u << PROMISES, 1u << SECRET | at))
        return read_pact(replay, p, PROPOSE, line, why);
    for (int key = ACCEPT; key <= WITHDRAW; key++)
        if (has_exactly(p->seen, 1u << BY | 1u << key, at)) return read_pact(replay, p, key, line, why);
    for (int key = META; key <= LUCK; key++)
        if (has_exactly(p->seen, 1u << key, at) && is_object(p->of[key])) {
            line->kind = key == META ? KB_LINE_META : KB_LINE_LUCK;
            line->body = p->of[key];
            return KB_READ;
        }
    if (p->seen & 1u << KICKBACK) {
        kb_put(why, "a second game starts here; a record holds one");
    } else {
        kb_put(why,
               "expected a move (by, move), talk (by, say, perhaps to), a pact (by, propose, with, promises, perhaps "
               "secret; or by with accept, decline or withdraw), meta, luck or end, each perhaps with at");
    }
    return KB_READ_BAD;
}

kb_reading kb_replay_line(kb_replay *replay, const char *text, size_t n, bool whole, kb_line *line, kb_events *events,
                          kb_text *why)
{
    parts p;
    int key;
    int64_t at_ms;
    __builtin_memset(&p, 0, sizeof p);
    __builtin_memset(line, 0, sizeof *line);
    if (events) events->n = 0;

    size_t from = why->n;
    kb_putf(why, "line %d: ", (int)replay->lines + 1);
    kb_json json = kb_json_over(text, n, why);
    kb_json_open(&json, '{');
    while ((key = kb_json_member(&json, keys, N_KEYS, &p.seen)) >= 0) {
        if (key == AT) {
            kb_json_int(&json, 0, (int64_t)1 << 53, &at_ms);
        } else {
            kb_json_skip(&json, &p.of[key]);
        }
    }
    if (!kb_json_done(&json)) {
        if (!json.ran_out || whole || !replay->begun) return KB_READ_BAD;
        why->n = from;
        kb_putf(why, "line %d: the record is truncated in this line", (int)replay->lines + 1);
        return KB_READ_CUT;
    }
    kb_reading reading = read_line(replay, &p, line, events, why);
    if (reading != KB_READ) return reading;
    why->n = from;
    why->at[from] = '\0';
    replay->lines++;
    return KB_READ;
}
