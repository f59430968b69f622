/* text.c: The Last Coin as text: the notation of its moves, sentences for its events, and a picture of the table. */
#include "text.h"

#include "../../core/event.h"
#include "../../core/pen.h"

const char *const lastcoin_seat_names[] = {"red", "yellow", "green", "blue"};

static const char *const verbs[] = {"start", "take"};

static const char *name_of(int seat)
{
    return kb_name_at(lastcoin_seat_names, LASTCOIN_SEATS_MAX, seat);
}

void lastcoin_read_move(const lastcoin_state *s, kb_scan *scan, kb_move *move)
{
    int verb = kb_scan_name(scan, verbs, KB_COUNT(verbs));
    kb_scan_text(scan, " ");
    if (scan->failed) return;
    int32_t a = verb == LASTCOIN_DO_START ? kb_scan_name(scan, lastcoin_seat_names, s->setup.seats)
                                          : kb_scan_amount(scan);
    if (a > 0xFF) scan->failed = true;
    *move = kb_move_of(verb, (uint8_t)a, 0, 0, 0);
}

void lastcoin_write_span(const lastcoin_state *s, kb_span span, kb_text *out)
{
    (void)s;
    kb_putf(out, "%s ", kb_name_at(verbs, KB_COUNT(verbs), span.move.verb));
    if (span.move.verb == LASTCOIN_DO_START) {
        kb_put(out, name_of(span.move.a));
    } else {
        kb_putf(out, "%d", span.move.a);
    }
}

static const char *coins(int n)
{
    return n == 1 ? "coin" : "coins";
}

void lastcoin_write_event(const lastcoin_state *s, const kb_event *e, kb_text *out)
{
    (void)s;
    switch ((lastcoin_event)e->kind) {
    case LASTCOIN_BEGINS: kb_putf(out, "%s begins.", name_of(e->seat)); break;
    case LASTCOIN_TAKES: kb_putf(out, "Round %d: %s takes %d %s.", e->b, name_of(e->seat), e->a, coins(e->a)); break;
    case LASTCOIN_LOSES:
        kb_putf(out, "%s has taken the last coin and loses %d %s.", name_of(e->seat), e->a, coins(e->a));
        break;
    }
}

enum { NONE, SEAT, COINS, ROUND };

static void put_field(const void *state, int field, const kb_event *e, kb_text *out)
{
    (void)state;
    switch (field) {
    case SEAT: kb_putj(out, "seat:%s", name_of(e->seat)); break;
    case COINS: kb_putj(out, "amount:%d", e->a); break;
    default: kb_putj(out, "round:%d", e->b); break;
    }
}

void lastcoin_write_event_json(const lastcoin_state *s, const kb_event *e, kb_text *out)
{
    static const kb_event_shape shapes[] = {
        [LASTCOIN_BEGINS] = {"begins", {SEAT}},
        [LASTCOIN_TAKES] = {"takes", {SEAT, COINS, ROUND}},
        [LASTCOIN_LOSES] = {"loses", {SEAT, COINS}},
    };
    if (e->kind < KB_COUNT(shapes)) kb_put_event(out, &shapes[e->kind], s, e, put_field);
}

void lastcoin_write_question(const lastcoin_state *s, int seat, kb_text *out)
{
    if (seat == KB_CHANCE) {
        kb_put(out, "Draw who begins.");
    } else {
        kb_putf(out, "How many coins do you take? There %s %d; whoever takes the last one loses everything.",
                s->left == 1 ? "is" : "are", s->left);
    }
}

void lastcoin_write_picture(const lastcoin_state *s, int seat, kb_text *out)
{
    kb_pen p = {out, 0};
    kb_draw_rule(&p);
    kb_draw_painted(&p, KB_BOLD, "The Last Coin");
    kb_draw(&p, ", in the pile:");
    kb_draw_sum_to(&p, s->left, 0);
    kb_end_line(&p);
    for (int i = 0; i < s->setup.seats; i++) {
        kb_draw(&p, lastcoin_actors(s) >> i & 1 ? ">" : " ");
        kb_draw(&p, name_of(i));
        if (i == seat) kb_draw(&p, " (you)");
        kb_draw_sum_to(&p, s->taken[i], 20);
        kb_end_line(&p);
    }
    kb_draw_rule(&p);
}

static const kb_refusal refusals[] = {
#define KB_ERROR(code, name, sentence) {name, sentence},
#include "refusals.def"
#undef KB_ERROR
};

const kb_refusals lastcoin_refusals = {LASTCOIN_E_FIRST + 1, KB_COUNT(refusals), refusals};
