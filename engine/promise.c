/* promise.c: a single promise: read from JSON, and held against moves. */
#include "ledger.h"

const char *const kb_term_names[KB_TERMS] = {"turn", "round", "next", "game"};
const char *const kb_verdict_names[KB_VERDICTS] = {"open", "kept", "broken", "void"};
const char *const kb_pact_state_names[KB_PACT_STATES] = {"open", "stood", "declined", "withdrawn", "lapsed"};

/* --- reading -------------------------------------------------------------------------------------- */

static int read_seat(kb_json *json, const kb_setup *setup)
{
    return kb_json_name(json, kb_game_at(setup->game)->seat_names, setup->seats, "seat");
}

static bool read_pattern(kb_json *json, const kb_setup *setup, kb_pattern *pattern)
{
    kb_word text;
    if (!kb_json_string(json, &text)) return false;
    size_t n = text.n;
    if (kb_pattern_read(setup, text.at, n, pattern, json->why)) return true;
    json->failed = true;
    return false;
}

static bool read_condition(kb_json *json, const kb_setup *setup, kb_promise *p)
{
    enum { SEAT, DEED, N_KEYS };
    static const char *const keys[] = {"seat", "deed"};
    uint32_t seen = 0;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, N_KEYS, &seen)) >= 0) {
        if (key == SEAT) p->if_seat = (uint8_t)read_seat(json, setup);
        if (key == DEED) read_pattern(json, setup, &p->condition);
    }
    return kb_json_complete(json, keys, N_KEYS, seen, 1u << SEAT | 1u << DEED);
}

static bool read_promise(kb_json *json, const kb_setup *setup, kb_promise *p)
{
    enum { SEAT, WILL, WONT, TERM, IF, N_KEYS };
    static const char *const keys[] = {"seat", "will", "wont", "term", "if"};
    uint32_t seen = 0, either = 1u << WILL | 1u << WONT;
    int key;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, N_KEYS, &seen)) >= 0) {
        switch (key) {
        case SEAT: p->seat = (uint8_t)read_seat(json, setup); break;
        case WILL:
        case WONT:
            if ((seen & either) == either) return kb_json_fail(json, "a promise has 'will' or 'wont', not both");
            p->wont = key == WONT;
            read_pattern(json, setup, &p->deed);
            break;
        case TERM: p->term = (uint8_t)kb_json_name(json, kb_term_names, KB_TERMS, "term"); break;
        default: read_condition(json, setup, p); break;
        }
    }
    if (!json->failed && !(seen & either)) return kb_json_fail(json, "a promise needs 'will' or 'wont'");
    return kb_json_complete(json, keys, N_KEYS, seen, 1u << SEAT | 1u << TERM);
}

int kb_read_promises(const kb_setup *setup, kb_slice list, kb_promise *out, kb_text *why)
{
    int n = 0;
    kb_json json = kb_json_over(list.at, list.n, why);
    kb_json_open(&json, '[');
    __builtin_memset(out, 0, sizeof *out * KB_PACT_PROMISES_MAX);
    while (kb_json_more(&json, ']')) {
        if (n == KB_PACT_PROMISES_MAX) {
            kb_json_fail(&json, "a pact has at most %d promises", KB_PACT_PROMISES_MAX);
            break;
        }
        if (!read_promise(&json, setup, &out[n])) break;
        n++;
    }
    if (!json.failed && !n) kb_json_fail(&json, "a pact has at least one promise");
    return json.failed ? 0 : n;
}

/* --- matching ------------------------------------------------------------------------------------- */

uint32_t kb_moves_matching(const kb_promise *p, const kb_state *state, int seat, kb_span span, bool any_number)
{
    const kb_deeds *table = kb_game_of(state)->deeds;
    kb_deed deeds[KB_DEEDS_MAX];
    uint32_t most = 0;
    int n = table->deeds(state, seat, span.move, deeds);
    for (int i = 0; i < n; i++) {
        if (deeds[i].seat != seat) continue;
        uint32_t fitting = kb_pattern_matches(&p->deed, table, &deeds[i], span.n, span.step, any_number);
        if (fitting > most) most = fitting; /* only one deed of a move has an amount */
    }
    return most;
}
