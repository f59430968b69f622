/* text.c: Incorporated as text: the notation of its moves, and sentences for its events. */
#include "text.h"

#include "tables.h"

const char *const incorporated_seat_names[] = {"suns", "moons", "crowns", "arms"};
const char *const incorporated_step_names[] = {"start", "deal", "play", "staff", "commit", "manage", "over"};
const char *const incorporated_tile_names[] = {"S0", "S1", "S2", "S3", "S4", "S5", "M0", "M1", "M2", "M3", "M4", "M5",
                                               "C0", "C1", "C2", "C3", "C4", "C5", "A0", "A1", "A2", "A3", "A4", "A5"};

static const char *const verbs[] = {"start", "deal", "play", "staff", "commit", "manage"};
static const char *const signs[] = {"hinder", "help"};

const char *incorporated_tile_name(uint8_t tile)
{
    int name = incorporated_suit(tile) * INCORPORATED_VALUES + incorporated_value(tile);
    return kb_name_at(incorporated_tile_names, KB_COUNT(incorporated_tile_names), name);
}

uint8_t incorporated_tile_at(int name)
{
    return incorporated_tile(name / INCORPORATED_VALUES, name % INCORPORATED_VALUES);
}

void incorporated_put_coins(uint32_t coins, kb_text *out)
{
    if (!coins) kb_put(out, "none");
    for (uint32_t rest = coins; rest; rest &= rest - 1)
        kb_putf(out, "%s%d", rest == coins ? "" : "+", kb_lowest_bit(rest));
}

/* --- moves ------------------------------------------------------------------------------------ */

static uint8_t scan_seat(const incorporated_state *s, kb_scan *scan)
{
    return (uint8_t)kb_scan_name(scan, incorporated_seat_names, s->setup.seats);
}

static uint8_t scan_tile(const incorporated_state *s, kb_scan *scan)
{
    int name = kb_scan_name(scan, incorporated_tile_names, s->setup.seats * INCORPORATED_VALUES);
    return name < 0 ? KB_NONE : incorporated_tile_at(name);
}

/* Reads a number of at most this much; a greater one fails the scan. */
static uint8_t scan_up_to(kb_scan *scan, int32_t most)
{
    int32_t number = kb_scan_amount(scan);
    if (number > most) scan->failed = true;
    return (uint8_t)number;
}

static uint8_t scan_coin(kb_scan *scan)
{
    return scan_up_to(scan, INCORPORATED_SEATS_MAX);
}

/* In ascending order, so that a commitment can be written in one way only. */
static uint8_t scan_coins(kb_scan *scan)
{
    uint32_t coins = 0;
    if (scan->at < scan->end && *scan->at == 'n') {
        kb_scan_text(scan, "none");
        return 0;
    }
    do {
        if (coins) kb_scan_text(scan, "+");
        uint32_t coin = 1u << scan_coin(scan);
        if (coins >= coin) scan->failed = true;
        coins |= coin;
    } while (!scan->failed && scan->at < scan->end);
    return (uint8_t)coins;
}

static uint8_t scan_task(kb_scan *scan)
{
    int initiative = scan_up_to(scan, INCORPORATED_SEATS_MAX);
    kb_scan_text(scan, ".");
    int tile = scan_up_to(scan, INCORPORATED_SEATS_MAX);
    if (initiative < 1 || tile < 1) scan->failed = true;
    return scan->failed ? KB_NONE : (uint8_t)incorporated_task_at(initiative - 1, tile - 1);
}

void incorporated_read_move(const incorporated_state *s, kb_scan *scan, kb_move *move)
{
    int verb = kb_scan_name(scan, verbs, KB_COUNT(verbs));
    kb_move m = {(uint8_t)verb, 0, 0, 0, 0};
    kb_scan_text(scan, " ");
    if (scan->failed) return;
    switch ((incorporated_verb)verb) {
    case INCORPORATED_DO_START: m.a = scan_seat(s, scan); break;
    case INCORPORATED_DO_DEAL:
        m.b = scan_seat(s, scan);
        kb_scan_text(scan, " ");
        m.a = scan_tile(s, scan);
        break;
    case INCORPORATED_DO_PLAY: m.a = scan_tile(s, scan); break;
    case INCORPORATED_DO_STAFF: m.a = scan_coin(scan); break;
    case INCORPORATED_DO_COMMIT: m.a = scan_coins(scan); break;
    case INCORPORATED_DO_MANAGE:
        m.a = scan_task(scan);
        kb_scan_text(scan, " ");
        m.b = (uint8_t)kb_scan_name(scan, signs, KB_COUNT(signs));
        break;
    }
    *move = m;
}

void incorporated_write_span(const incorporated_state *s, kb_span span, kb_text *out)
{
    kb_move m = span.move;
    (void)s;
    kb_putf(out, "%s ", kb_name_at(verbs, KB_COUNT(verbs), m.verb));
    switch ((incorporated_verb)m.verb) {
    case INCORPORATED_DO_START: kb_put(out, kb_name_at(incorporated_seat_names, INCORPORATED_SEATS_MAX, m.a)); break;
    case INCORPORATED_DO_DEAL:
        kb_putf(out, "%s %s", kb_name_at(incorporated_seat_names, INCORPORATED_SEATS_MAX, m.b),
                incorporated_tile_name(m.a));
        break;
    case INCORPORATED_DO_PLAY: kb_put(out, incorporated_tile_name(m.a)); break;
    case INCORPORATED_DO_STAFF: kb_putf(out, "%d", m.a); break;
    case INCORPORATED_DO_COMMIT: incorporated_put_coins(m.a, out); break;
    case INCORPORATED_DO_MANAGE:
        kb_putf(out, "%d.%d %s", incorporated_initiative(m.a) + 1, incorporated_place(m.a) + 1,
                kb_name_at(signs, KB_COUNT(signs), m.b));
        break;
    }
}

/* --- sentences -------------------------------------------------------------------------------- */

/* "the 0 and the 3" */
static void put_the_coins(uint32_t coins, kb_text *out)
{
    for (uint32_t rest = coins; rest; rest &= rest - 1) {
        bool last = !(rest & (rest - 1));
        kb_putf(out, "%sthe %d", rest == coins ? "" : last ? " and " : ", ", kb_lowest_bit(rest));
    }
}

static void put_round_score(const kb_event *e, const char *seat, kb_text *out)
{
    if (e->amount > 0) {
        kb_putf(out, "%s gains %d.", seat, e->amount);
    } else if (e->amount < 0) {
        kb_putf(out, "%s loses %lld.", seat, -(long long)e->amount);
    } else {
        kb_putf(out, "%s comes out even.", seat);
    }
}

void incorporated_write_event(const incorporated_state *s, const kb_event *e, kb_text *out)
{
    (void)s;
    const char *seat = kb_name_at(incorporated_seat_names, INCORPORATED_SEATS_MAX, e->seat);
    bool of_tile = e->kind >= INCORPORATED_DEALT && e->kind <= INCORPORATED_COUNTED && e->a != KB_NONE;
    const char *tile = of_tile ? incorporated_tile_name(e->a) : "a tile";
    switch ((incorporated_event)e->kind) {
    case INCORPORATED_ROUND: kb_putf(out, "Round %d: %s goes first.", e->a, seat); break;
    case INCORPORATED_DEALT: kb_putf(out, "%s is dealt %s.", seat, tile); break;
    case INCORPORATED_PLAYS:
        if (incorporated_place(e->b) == 0) kb_putf(out, "Initiative %d: ", incorporated_initiative(e->b) + 1);
        kb_putf(out, "%s puts %s on the table.", seat, tile);
        break;
    case INCORPORATED_STAFFS: kb_putf(out, "%s sends the %d to work on %s.", seat, e->b, tile); break;
    case INCORPORATED_NO_STAFF: kb_putf(out, "%s has nobody left to send to %s.", seat, tile); break;
    case INCORPORATED_DONE: kb_putf(out, "%s is done at once.", tile); break;
    case INCORPORATED_NOBODY_LEFT: kb_putf(out, "No department has anybody left for %s.", tile); break;
    case INCORPORATED_CHOOSES: kb_putf(out, "%s closes a fist over its coins.", seat); break;
    case INCORPORATED_COMMITS:
        kb_putf(out, "%s opens its fist: ", seat);
        if (e->b) {
            put_the_coins(e->b, out);
            kb_putf(out, " for %s.", tile);
        } else {
            kb_putf(out, "nothing for %s.", tile);
        }
        break;
    case INCORPORATED_MANAGES:
        kb_putf(out, "The manager of %s %s %s (task %d.%d).", seat, e->b ? "pitches in on" : "gets in the way of", tile,
                incorporated_initiative(e->amount) + 1, incorporated_place(e->amount) + 1);
        break;
    case INCORPORATED_COUNTED:
        kb_putf(out, "%s comes to %d: %s.", tile, e->amount, e->b ? "complete" : "not enough");
        break;
    case INCORPORATED_SUCCEEDS: kb_putf(out, "Initiative %d succeeds.", e->a + 1); break;
    case INCORPORATED_FAILS: kb_putf(out, "Initiative %d fails.", e->a + 1); break;
    case INCORPORATED_SCORES: put_round_score(e, seat, out); break;
    case INCORPORATED_BANKRUPT:
        kb_putf(out, "%d initiatives failed in one round: the company is bankrupt, and nobody wins.", e->a);
        break;
    case INCORPORATED_FIVE_O_CLOCK: kb_put(out, "Five o'clock: the game is over."); break;
    case INCORPORATED_FIRED: kb_putf(out, "%s is fired with %d.", seat, e->amount); break;
    }
}

/* --- questions to a seat ----------------------------------------------------------------------- */

/* 4.2.3: a coin of the tile's own department may complete the task at once. */
static void ask_staff(const incorporated_state *s, int seat, kb_text *out)
{
    uint8_t tile = s->task[s->next_task].tile;
    int value = incorporated_value(tile);
    kb_putf(out, "Put a coin on %s. ", incorporated_tile_name(tile));
    if (value <= 1) {
        kb_put(out, "Any coin does it at once.");
    } else if (s->coins[seat] >> (value - 1) == 0) {
        kb_put(out, "No coin of yours does it alone.");
    } else if (value - 1 == s->setup.seats) {
        kb_putf(out, "The %d does it at once.", value - 1);
    } else {
        kb_putf(out, "A %d or more does it at once.", value - 1);
    }
}

static void ask_commitment(const incorporated_state *s, kb_text *out)
{
    const incorporated_task *task = &s->task[s->next_task];
    bool reach = s->setup.option[INCORPORATED_FINISH] == INCORPORATED_REACH;
    kb_putf(out, "Which coins for %s, as in 0+2, or none? It stands at %d and needs %s%d at the end of the round; ",
            incorporated_tile_name(task->tile), incorporated_total(task), reach ? "" : "more than ",
            incorporated_value(task->tile));
    kb_putf(out, "a coin of %s counts one more.", incorporated_seat_names[incorporated_suit(task->tile)]);
}

void incorporated_write_question(const incorporated_state *s, int seat, kb_text *out)
{
    switch ((incorporated_step)s->step) {
    case INCORPORATED_START: kb_put(out, "Draw who goes first."); break;
    case INCORPORATED_DEAL: kb_putf(out, "Deal a tile to %s.", incorporated_seat_names[s->turn]); break;
    case INCORPORATED_PLAY:
        kb_putf(out, "Play a tile: task %d.%d.", incorporated_initiative(s->next_task) + 1,
                incorporated_place(s->next_task) + 1);
        break;
    case INCORPORATED_STAFF: ask_staff(s, seat, out); break;
    case INCORPORATED_COMMIT: ask_commitment(s, out); break;
    case INCORPORATED_MANAGE: kb_put(out, "Place your manager on an open task, to help it or to hinder it."); break;
    case INCORPORATED_OVER: kb_put(out, "Nothing: the game is over."); break;
    }
}

/* --- refusals ------------------------------------------------------------------------------------ */

static const kb_refusal refusals[] = {
#define KB_ERROR(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef KB_ERROR
};

const kb_refusals incorporated_refusals = {INCORPORATED_E_FIRST + 1, KB_COUNT(refusals), refusals};
