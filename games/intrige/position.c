/* position.c: an Intrige position as JSON, written and read back. validate.c decides whether a position is possible. */
#include "../../core/position.h"
#include "tables.h"
#include "text.h"
#include "validate.h"

/* --- writing ----------------------------------------------------------------------------------- */

static void put_home(const void *state, int seat, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    kb_putj(out, "[");
    for (int p = 0; p < intrige_box_of(s)->posts; p++)
        for (int i = 0; i < s->home[seat][p]; i++) kb_putj(out, "%s", intrige_professions(s)[p]);
    kb_putj(out, "]");
}

static void put_palace(const void *state, int landlord, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    const intrige_box *box = intrige_box_of(s);
    kb_putj(out, "{");
    for (int post = 0; post < box->posts; post++) {
        uint8_t scholar = s->palace[landlord][post];
        kb_putj(out, "<%d>:", box->salary[post]);
        if (scholar == KB_NONE) {
            kb_putj(out, "null");
        } else {
            intrige_quote_scholar(s, scholar, out);
        }
    }
    kb_putj(out, "}");
}

static void put_park(const void *state, int landlord, kb_text *out)
{
    const intrige_state *s = (const intrige_state *)state;
    kb_putj(out, "[");
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int i = 0; i < s->n_park[landlord]; i++)
            if (intrige_seat(s->park[landlord][i]) == seat) intrige_quote_scholar(s, s->park[landlord][i], out);
    kb_putj(out, "]");
}

static void put_island(const intrige_state *s, kb_text *out)
{
    kb_putj(out, "island:[");
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int p = 0; p < intrige_box_of(s)->posts; p++)
            for (int i = intrige_on_island(s, seat, p); i > 0; i--)
                intrige_quote_scholar(s, intrige_scholar(seat, p), out);
    kb_putj(out, "]");
}

static void put_paid(const intrige_state *s, kb_text *out)
{
    kb_putj(out, "paid:[");
    for (int i = 0; !intrige_is_sealing(s) && i < s->n_claims; i++) {
        const intrige_claim *c = &s->claim[i];
        if (!c->chosen) continue;
        kb_putj(out, "{scholar:");
        intrige_quote_scholar(s, c->scholar, out);
        kb_putj(out, "amount:%d", c->paid);
        c->bank == KB_NONE ? kb_putj(out, "bank:null}") : kb_putj(out, "bank:%i}", c->bank);
    }
    kb_putj(out, "]");
}

/* A seat's own choices as a list; in a view, the number of choices of other seats. */
static void put_sealed(const intrige_state *s, kb_text *out)
{
    kb_putj(out, "sealed:{");
    for (int seat = 0; intrige_is_sealing(s) && seat < s->setup.seats; seat++) {
        int made = 0;
        bool hidden = false;
        for (int i = 0; i < s->n_claims; i++)
            if (intrige_seat(s->claim[i].scholar) == seat && s->claim[i].chosen) {
                made++;
                hidden = s->claim[i].paid == KB_HIDDEN;
            }
        if (!made) continue;
        if (hidden) {
            kb_putj(out, "%s:%d", intrige_seat_names[seat], made);
            continue;
        }
        kb_putj(out, "%s:[", intrige_seat_names[seat]);
        for (int i = 0; i < s->n_claims; i++)
            if (intrige_seat(s->claim[i].scholar) == seat && s->claim[i].chosen) kb_putj(out, "%d", s->claim[i].paid);
        kb_putj(out, "]");
    }
    kb_putj(out, "}");
}

static void put_terms(const intrige_state *s, kb_text *out)
{
    const intrige_box *box = intrige_box_of(s);
    kb_putj(out, "offers:%d, offer:", s->offers);
    if (s->step == INTRIGE_ANSWER) {
        kb_putj(out, "{post:%d, amount:%d, by:%s}", box->salary[s->offer_post], s->offer_amount,
                intrige_seat_names[s->offer_by]);
    } else {
        kb_putj(out, "null");
    }
    kb_putj(out, "deals:[");
    for (int i = 0; i < s->n_claims; i++) {
        if (!s->claim[i].deal) continue;
        kb_putj(out, "{scholar:");
        intrige_quote_scholar(s, s->claim[i].scholar, out);
        kb_putj(out, "post:%d, amount:%d}", box->salary[s->claim[i].post], s->claim[i].deal);
    }
    kb_putj(out, "]");
}

static void put_stage(const intrige_state *s, kb_text *out)
{
    if (s->stage == INTRIGE_NO_STAGE) {
        kb_putj(out, "stage:null");
        return;
    }
    int profession = intrige_profession(s->claim[0].scholar);
    kb_putj(out, "stage:{kind:%s, profession:%s", intrige_stage_names[s->stage],
            s->stage == INTRIGE_INTERNAL ? intrige_professions(s)[profession] : kb_null);
    if (intrige_is_paying(s)) {
        uint8_t scholar = s->claim[s->cursor].scholar;
        kb_putj(out, "payer:%s, for:", intrige_seat_names[intrige_seat(scholar)]);
        intrige_quote_scholar(s, scholar, out);
    } else {
        kb_putj(out, "payer:null, for:null");
    }
    put_paid(s, out);
    put_sealed(s, out);
    put_terms(s, out);
    kb_putj(out, "}");
}

void intrige_write_position(const intrige_state *s, kb_text *out)
{
    kb_putj(out, "start:%s, round:%d, turn:%s, step:%s, cash:{", kb_seat_or_null(intrige_seat_names, s->start),
            s->round, kb_seat_or_null(intrige_seat_names, s->turn), intrige_step_names[s->step]);
    for (int seat = 0; seat < s->setup.seats; seat++)
        kb_putj(out, "%s:%d", intrige_seat_names[seat], s->purse.of[seat]);
    kb_putj(out, "}");
    kb_put_by_seat(intrige_seat_names, s, "home", put_home, out);
    kb_put_by_seat(intrige_seat_names, s, "palace", put_palace, out);
    kb_put_by_seat(intrige_seat_names, s, "park", put_park, out);
    put_island(s, out);
    put_stage(s, out);
    kb_putj(out, "sent:%s", kb_seat_or_null(intrige_seat_names, s->sent));
}

void intrige_write_end(const intrige_state *s, kb_text *out)
{
    kb_result result;
    if (!intrige_over(s, &result)) return;
    kb_put_result(intrige_seat_names, &s->setup, &result, out);
    kb_putj(out, "why:<final payment>");
}

/* --- reading ----------------------------------------------------------------------------------- */

static uint8_t read_scholar(const intrige_state *s, kb_json *json)
{
    kb_word word;
    if (!kb_json_word(json, &word)) return KB_NONE;
    kb_scan scan = kb_scan_over(word.at, word.n);
    int seat = kb_scan_name(&scan, intrige_seat_names, s->setup.seats);
    kb_scan_text(&scan, ".");
    int profession = kb_scan_name(&scan, intrige_professions(s), intrige_box_of(s)->posts);
    if (!kb_scan_done(&scan)) {
        kb_json_fail(json, "unknown scholar '%.*s', expected one like red.%s", (int)word.n, word.at,
                     intrige_professions(s)[0]);
        return KB_NONE;
    }
    return intrige_scholar(seat, profession);
}

static uint8_t read_post(const intrige_state *s, kb_json *json)
{
    const intrige_box *box = intrige_box_of(s);
    int32_t salary = kb_read_money(json);
    for (int post = 0; post < box->posts; post++)
        if (box->salary[post] == salary) return (uint8_t)post;
    kb_json_fail(json, "no palace has a post of %d", salary);
    return 0;
}

static void read_cash(void *state, int seat, kb_json *json)
{
    intrige_state *s = (intrige_state *)state;
    if (json->views && kb_json_null(json)) {
        s->purse.of[seat] = KB_HIDDEN;
        return;
    }
    if (kb_json_peek(json) == 'n') {
        kb_json_fail(json, "cash is hidden: this is a seat's view, and only a whole position can be read back");
        return;
    }
    s->purse.of[seat] = kb_read_money(json);
}

/* Lists have one order: by seat, then by profession. */
static void keep_order(kb_json *json, int *last, int next)
{
    if (next < *last) kb_json_fail(json, "a list is not in order of seat and profession");
    *last = next;
}

static void read_home(void *state, int seat, kb_json *json)
{
    intrige_state *s = (intrige_state *)state;
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        int p = kb_json_name(json, intrige_professions(s), intrige_box_of(s)->posts, "profession");
        if (p < 0) return;
        keep_order(json, &last, p);
        if (++s->home[seat][p] > INTRIGE_ALIKE)
            kb_json_fail(json, "%s has more than two of a profession at home", intrige_seat_names[seat]);
    }
}

static void read_palace(void *state, int landlord, kb_json *json)
{
    intrige_state *s = (intrige_state *)state;
    const intrige_box *box = intrige_box_of(s);
    char keys[INTRIGE_POSTS_MAX][12];
    const char *salaries[INTRIGE_POSTS_MAX];
    for (int post = 0; post < box->posts; post++) {
        kb_text key = kb_text_in(keys[post], sizeof keys[post]);
        kb_putf(&key, "%d", box->salary[post]);
        salaries[post] = keys[post];
    }
    uint32_t seen = 0;
    int post;
    kb_json_open(json, '{');
    while ((post = kb_json_member(json, salaries, box->posts, &seen)) >= 0)
        if (!kb_json_null(json)) s->palace[landlord][post] = read_scholar(s, json);
    kb_json_complete(json, salaries, box->posts, seen, (1u << box->posts) - 1);
}

static void read_park(void *state, int landlord, kb_json *json)
{
    intrige_state *s = (intrige_state *)state;
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        uint8_t scholar = read_scholar(s, json);
        keep_order(json, &last, scholar);
        if (json->failed) return;
        if (!intrige_return_to_park(s, landlord, scholar))
            kb_json_fail(json, "more than %d applicants wait in one park", INTRIGE_PARK_MAX);
    }
}

static void read_island(intrige_state *s, intrige_reading *r, kb_json *json)
{
    int last = 0;
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        uint8_t scholar = read_scholar(s, json);
        keep_order(json, &last, scholar);
        if (json->failed) return;
        uint8_t *there = &r->island[intrige_seat(scholar)][intrige_profession(scholar)];
        if (++*there > INTRIGE_ALIKE) kb_json_fail(json, "more than two alike are on the island");
    }
}

static bool has_room(kb_json *json, int n)
{
    return n < INTRIGE_CLAIMS_MAX || kb_json_fail(json, "more than %d claims in one stage", INTRIGE_CLAIMS_MAX);
}

static void read_paid(intrige_state *s, intrige_reading *r, kb_json *json)
{
    static const char *const keys[] = {"scholar", "amount", "bank"};
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (!has_room(json, r->n_paid)) return;
        intrige_claim *c = &r->paid[r->n_paid++];
        uint32_t seen = 0;
        int key;
        bool bank = false;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 3, &seen)) >= 0) {
            if (key == 0) c->scholar = read_scholar(s, json);
            if (key == 1) c->paid = json->views && kb_json_null(json) ? KB_HIDDEN : kb_read_money(json);
            if (key == 2 && !(json->views && kb_json_null(json))) kb_json_bool(json, &bank);
        }
        c->bank = c->paid == KB_HIDDEN ? KB_NONE : bank;
        kb_json_complete(json, keys, 3, seen, 7);
    }
}

/* In a view, the number of sums another seat has sealed. */
static void read_sealed_number(intrige_reading *r, int seat, kb_json *json)
{
    int64_t n = 0;
    kb_json_int(json, 1, INTRIGE_CLAIMS_MAX, &n);
    for (; n > 0; n--) r->sealed[seat][r->n_sealed[seat]++] = KB_HIDDEN;
}

static void read_sealed(intrige_state *s, intrige_reading *r, kb_json *json)
{
    uint32_t seen = 0;
    int seat;
    kb_json_open(json, '{');
    while ((seat = kb_json_member(json, intrige_seat_names, s->setup.seats, &seen)) >= 0) {
        if (json->views && kb_json_peek(json) != '[') {
            read_sealed_number(r, seat, json);
            continue;
        }
        kb_json_open(json, '[');
        while (kb_json_more(json, ']')) {
            if (!has_room(json, r->n_sealed[seat])) return;
            r->sealed[seat][r->n_sealed[seat]++] = kb_read_money(json);
        }
        if (!r->n_sealed[seat]) kb_json_fail(json, "%s has an empty list of sealed sums", intrige_seat_names[seat]);
    }
}

static void read_offer(intrige_state *s, intrige_reading *r, kb_json *json)
{
    static const char *const keys[] = {"post", "amount", "by"};
    uint32_t seen = 0;
    int key;
    if (kb_json_null(json)) return;
    r->has_offer = true;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, 3, &seen)) >= 0) {
        if (key == 0) s->offer_post = read_post(s, json);
        if (key == 1) s->offer_amount = kb_read_money(json);
        if (key == 2) s->offer_by = kb_read_seat(intrige_seat_names, s->setup.seats, json);
    }
    kb_json_complete(json, keys, 3, seen, 7);
}

static void read_deals(intrige_state *s, intrige_reading *r, kb_json *json)
{
    static const char *const keys[] = {"scholar", "post", "amount"};
    kb_json_open(json, '[');
    while (kb_json_more(json, ']')) {
        if (!has_room(json, r->n_deals)) return;
        intrige_claim *c = &r->deals[r->n_deals++];
        uint32_t seen = 0;
        int key;
        kb_json_open(json, '{');
        while ((key = kb_json_member(json, keys, 3, &seen)) >= 0) {
            if (key == 0) c->scholar = read_scholar(s, json);
            if (key == 1) c->post = read_post(s, json);
            if (key == 2) c->deal = kb_read_money(json);
        }
        kb_json_complete(json, keys, 3, seen, 7);
    }
}

static void read_stage(intrige_state *s, intrige_reading *r, kb_json *json)
{
    static const char *const keys[] = {"kind",   "profession", "payer", "for",  "paid",
                                       "sealed", "offers",     "offer", "deals"};
    uint32_t seen = 0;
    int key;
    int64_t offers = 0;
    if (kb_json_null(json)) return;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 0: r->kind = (uint8_t)(kb_json_name(json, &intrige_stage_names[1], 3, "kind of stage") + 1); break;
        case 1:
            if (!kb_json_null(json))
                r->profession = (uint8_t)kb_json_name(json, intrige_professions(s), intrige_box_of(s)->posts,
                                                      "profession");
            break;
        case 2: r->payer = kb_read_seat_or_null(intrige_seat_names, s->setup.seats, json); break;
        case 3:
            if (!kb_json_null(json)) r->scholar = read_scholar(s, json);
            break;
        case 4: read_paid(s, r, json); break;
        case 5: read_sealed(s, r, json); break;
        case 6: kb_json_int(json, 0, INTRIGE_OFFERS_MAX, &offers); break;
        case 7: read_offer(s, r, json); break;
        default: read_deals(s, r, json); break;
        }
    }
    s->offers = (uint8_t)offers;
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
}

kb_error intrige_read_position(kb_json *json, intrige_state *s, kb_text *why)
{
    static const char *const keys[] = {"game", "edition", "options", "players", "start",  "round", "turn", "step",
                                       "cash", "home",    "palace",  "park",    "island", "stage", "sent"};
    intrige_reading r;
    __builtin_memset(&r, 0, sizeof r);
    r.profession = r.payer = r.scholar = KB_NONE;
    __builtin_memset(s->home, 0, sizeof s->home);

    uint32_t seen = 0;
    int key;
    int64_t round = 0;
    kb_json_open(json, '{');
    while ((key = kb_json_member(json, keys, KB_COUNT(keys), &seen)) >= 0) {
        switch (key) {
        case 4: s->start = kb_read_seat_or_null(intrige_seat_names, s->setup.seats, json); break;
        case 5: kb_json_int(json, 0, intrige_box_of(s)->rounds, &round); break;
        case 6: s->turn = kb_read_seat_or_null(intrige_seat_names, s->setup.seats, json); break;
        case 7: s->step = (uint8_t)kb_json_name(json, intrige_step_names, INTRIGE_OVER + 1, "step"); break;
        case 8: kb_read_by_seat(intrige_seat_names, s->setup.seats, json, s, read_cash); break;
        case 9: kb_read_by_seat(intrige_seat_names, s->setup.seats, json, s, read_home); break;
        case 10: kb_read_by_seat(intrige_seat_names, s->setup.seats, json, s, read_palace); break;
        case 11: kb_read_by_seat(intrige_seat_names, s->setup.seats, json, s, read_park); break;
        case 12: read_island(s, &r, json); break;
        case 13: read_stage(s, &r, json); break;
        case 14: s->sent = kb_read_seat_or_null(intrige_seat_names, s->setup.seats, json); break;
        default: kb_json_skip(json, NULL); break; /* the setup is in s already */
        }
    }
    s->round = (uint8_t)round;
    kb_json_complete(json, keys, KB_COUNT(keys), seen, (1u << KB_COUNT(keys)) - 1);
    if (!kb_json_done(json)) return KB_E_FORMAT;
    return intrige_validate(s, &r, why);
}
