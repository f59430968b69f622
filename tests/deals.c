/* deals.c: bargains of bots about Intrige's deals. Counts what no sane player does:
 *
 *   beyond means   an offer or a counter that the payer could not pay
 *   beyond worth   one for more than the post will still bring, and more than the least bribe
 *   grasping       a counter for more than half of the payer's money, although the landlord would take less
 *   overpaid       a bribe above the sum that was agreed
 *   backwards      an offer below an earlier one for the same post or a lower one, or no better than one that was refused;
 *                  a counter above an earlier one, one that asks for less than was offered, or one that gives a lower post
 *                  and does not ask for less
 *   undercut       a grant for less than what the landlord has just refused, although another choice was left
 *   false          a deal broken by an honest bot, or by a grudge that holds nothing against the other
 *
 * A bargain is everything two seats say about one relative in one stage. Exits with 1 if anything was counted.
 *
 * usage: deals [--bargains N] [--seed S] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../core/rng.h"
#include "../engine/games.h"
#include "../engine/record.h"
#include "../games/intrige/tables.h"

enum { ROOM_BYTES = 1 << 20, SAID_MAX = 64 };

static const char *const kinds[] = {
    "greedy",           "search:20",        "greedy:honest",      "search:20:grudge",      "easy", "greedy:grudge",
    "search:20:honest", "search:60:grudge", "greedy:opportunist", "search:20:opportunist", "pavel"};

/* Terms that a seat named or refused in the current turn. */
typedef struct terms {
    int seat;
    bool refused;
    kb_event e; /* a: the scholar, b: the post, amount */
} terms;

typedef struct table {
    kb_state state, before;
    kb_rng luck;
    bot at[KB_SEATS_MAX];
    const char *kind[KB_SEATS_MAX];
    uint64_t game;
    int n_said;
    terms said[SAID_MAX];
} table;

typedef enum fault { BEYOND_MEANS, BEYOND_WORTH, GRASPING, OVERPAID, BACKWARDS, UNDERCUT, FALSE, FAULTS } fault;
static const char *const fault_names[FAULTS] = {"beyond means", "beyond worth", "grasping", "overpaid",
                                                "backwards",    "undercut",     "false"};
static struct {
    uint64_t bargains, offers, counters, pressed, accepted, refused, grants, faults[FAULTS];
} count;

static const intrige_state *intrige_of(const kb_state *state)
{
    return (const intrige_state *)state;
}

static void report(const table *t, int seat, fault what)
{
    count.faults[what]++;
    fprintf(stderr, "deals: %s: game %llu, round %d, by %s\n", fault_names[what], (unsigned long long)t->game,
            intrige_of(&t->before)->round, t->kind[seat]);
}

/* --- what was said -------------------------------------------------------------------------------- */

static void note(table *t, int seat, bool refused, kb_event e)
{
    if (t->n_said == SAID_MAX) {
        fprintf(stderr, "deals: too much talk\n");
        exit(1);
    }
    t->said[t->n_said++] = (terms){seat, refused, e};
}

/* The payer's cash, or the step that the bank pays for those who have none. */
static int32_t means_of(const intrige_state *s, int payer)
{
    int32_t step = intrige_box_of(s)->step;
    return s->purse.of[payer] > step ? s->purse.of[payer] : step;
}

/* What the post will bring to a payer: a salary in each of their turns still to begin, and one at the end. */
static int32_t worth_of(const intrige_state *s, int payer, int post)
{
    int seats = s->setup.seats;
    int past_turn = (s->turn - s->start + seats) % seats;
    bool is_to_come = (payer - s->start + seats) % seats > past_turn; /* in this round */
    int32_t brings = intrige_box_of(s)->salary[post] * (intrige_box_of(s)->rounds - s->round + is_to_come + 1);
    return brings > intrige_box_of(s)->step ? brings : intrige_box_of(s)->step;
}

/* Whether the landlord would also accept a step less. Bots that search do not always answer a question alike, and an
 * opportunist takes what it can get. */
static bool is_grasping(const table *t, kb_event e)
{
    const intrige_state *s = intrige_of(&t->before);
    int32_t step = intrige_box_of(s)->step, half = (means_of(s, intrige_seat(e.a)) / 2 + step - 1) / step * step;
    if (e.amount <= half || e.amount - step <= s->offer_amount || e.b != s->offer_post) return false;
    if (strncmp(t->kind[e.seat], "greedy", 6) != 0 || strstr(t->kind[e.seat], "opportunist")) return false;
    kb_state asked = t->before, view;
    bot landlord = t->at[e.seat];
    ((intrige_state *)&asked)->offer_amount = e.amount - step;
    kb_redact(&asked, e.seat, &view);
    count.pressed++;
    return bot_decide(&landlord, &view, NULL).verb == INTRIGE_DO_ACCEPT;
}

static void hear_terms(table *t, kb_event e)
{
    const intrige_state *s = intrige_of(&t->before);
    bool counters = e.kind == INTRIGE_COUNTERS;
    count.offers += !counters;
    count.counters += counters;
    count.bargains += !counters && !s->offers;
    if (e.amount > means_of(s, intrige_seat(e.a))) report(t, e.seat, BEYOND_MEANS);
    if (e.amount > worth_of(s, intrige_seat(e.a), e.b)) report(t, e.seat, BEYOND_WORTH);
    if (counters && is_grasping(t, e)) report(t, e.seat, GRASPING);
    for (int i = 0; i < t->n_said; i++) {
        const terms *old = &t->said[i];
        if (old->e.a != e.a) continue;
        if (old->refused && !counters && e.b >= old->e.b && e.amount <= old->e.amount) report(t, e.seat, BACKWARDS);
        if (old->seat != e.seat || old->refused) continue;
        if (counters ? e.b <= old->e.b && e.amount > old->e.amount : e.b >= old->e.b && e.amount < old->e.amount)
            report(t, e.seat, BACKWARDS);
    }
    note(t, e.seat, false, e);
    if (!counters) return;
    if (e.b >= s->offer_post ? e.amount <= s->offer_amount : e.amount >= s->offer_amount) report(t, e.seat, BACKWARDS);
    kb_event offer = {.a = e.a, .b = s->offer_post, .amount = s->offer_amount};
    note(t, e.seat, true, offer); /* a counter refuses the offer before it */
}

static bool is_undercut(const table *t, int landlord, uint8_t scholar, int post, int32_t amount)
{
    for (int i = 0; i < t->n_said; i++) {
        const terms *old = &t->said[i];
        if (old->seat != landlord || !old->refused || old->e.a != scholar) continue;
        if (old->e.b <= post && amount < old->e.amount) return true;
    }
    return false;
}

/* Whether a bot broke a deal that one of its character keeps. */
static bool is_false(const table *t, const kb_event *e)
{
    int payer = intrige_seat(e->a), other = e->seat == payer ? intrige_of(&t->before)->turn : payer;
    const bot_memory *memory = &t->at[e->seat].memory;
    return memory->character == BOT_HONEST || (memory->character == BOT_GRUDGE && memory->regard[other] >= 0);
}

static void hear(table *t, const kb_events *events)
{
    const intrige_state *s = intrige_of(&t->before);
    for (int i = 0; i < events->n; i++) {
        const kb_event *e = &events->at[i];
        switch (e->kind) {
        case INTRIGE_TURN: t->n_said = 0; break;
        case INTRIGE_OFFERS:
        case INTRIGE_COUNTERS: hear_terms(t, *e); break;
        case INTRIGE_REFUSES:
            count.refused++;
            if (e->seat == s->turn) note(t, e->seat, true, *e);
            break;
        case INTRIGE_ACCEPTS:
            count.accepted++;
            if (e->seat == s->turn &&
                is_undercut(t, s->turn, s->claim[s->cursor].scholar, s->offer_post, s->offer_amount))
                report(t, e->seat, UNDERCUT);
            break;
        case INTRIGE_DEAL_BROKEN:
            if (is_false(t, e)) report(t, e->seat, FALSE);
            break;
        default: break;
        }
    }
}

/* --- what was granted ----------------------------------------------------------------------------- */

static bool grants_for_less(const table *t, kb_move m)
{
    const intrige_state *s = intrige_of(&t->before);
    int post = m.verb == INTRIGE_DO_SETTLE ? s->post : m.b;
    int32_t paid = 0;
    for (int i = 0; i < s->n_claims; i++)
        if (s->claim[i].scholar == m.a && intrige_can_win(s, i)) paid = s->claim[i].paid;
    return is_undercut(t, s->turn, m.a, post, paid);
}

static void check_grant(table *t, int seat, kb_move m)
{
    kb_span list[KB_SPANS_MAX];
    bool otherwise = false;
    if (m.verb != INTRIGE_DO_PLACE && m.verb != INTRIGE_DO_HIRE && m.verb != INTRIGE_DO_SETTLE) return;
    count.grants++;
    if (!grants_for_less(t, m)) return;
    int n = kb_legal(&t->before, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) otherwise |= !grants_for_less(t, list[i].move);
    if (otherwise) report(t, seat, UNDERCUT);
}

static void check_bribe(const table *t, int seat, kb_move m)
{
    const intrige_state *s = intrige_of(&t->before);
    if (m.verb != INTRIGE_DO_BRIBE) return;
    int32_t deal = s->claim[intrige_due_claim(s, seat)].deal;
    if (deal && m.amount > deal) report(t, seat, OVERPAID);
}

/* --- a game --------------------------------------------------------------------------------------- */

static void sit_down(table *t)
{
    kb_setup setup;
    kb_setup_default(&setup, kb_game_named("intrige"));
    setup.seats = (uint8_t)(3 + t->game % 3);
    setup.option[INTRIGE_DEALS] = (uint8_t)(t->game % 2 ? INTRIGE_DEALS_LOOSE : INTRIGE_DEALS_BINDING);
    setup.option[INTRIGE_MONEY] = (uint8_t)(t->game / 2 % 2 ? INTRIGE_MONEY_OPEN : INTRIGE_MONEY_HIDDEN);
    setup.option[INTRIGE_REFUND] = (uint8_t)(t->game / 4 % 2);
    if (kb_start(&t->state, &setup)) exit(1);
    t->luck = kb_rng_seeded(t->game);
    for (int seat = 0; seat < setup.seats; seat++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        t->kind[seat] = kinds[kb_rng_under(&t->luck, KB_COUNT(kinds))];
        if (!bot_read(t->kind[seat], &spec, &why)) {
            fprintf(stderr, "deals: %s\n", reason);
            exit(1);
        }
        bot_sit(&t->at[seat], &spec, seat, kb_rng_draw(&t->luck));
    }
}

static void play(uint64_t game, const bot_room *room)
{
    static table t;
    memset(&t, 0, sizeof t);
    t.game = game;
    sit_down(&t);
    while (!kb_over(&t.state, NULL)) {
        kb_events events;
        kb_move move;
        kb_state view;
        int seat;
        kb_pick(&t.state, &t.luck, &seat, &move);
        if (seat != KB_CHANCE) {
            kb_redact(&t.state, seat, &view);
            move = bot_decide(&t.at[seat], &view, room);
        }
        t.before = t.state;
        check_grant(&t, seat, move);
        check_bribe(&t, seat, move);
        if (kb_apply(&t.state, seat, move, &events)) exit(1);
        hear(&t, &events);
        for (int who = 0; who < t.state.setup.seats; who++) {
            kb_redact(&t.state, who, &view);
            for (int i = 0; i < events.n; i++)
                if (events.at[i].seen_by >> who & 1) bot_watch(&t.at[who], &view, &events.at[i]);
        }
    }
}

int main(int argc, char **argv)
{
    uint64_t bargains = 10000, seed = 0;
    for (int i = 1; i < argc; i += 2) {
        uint64_t *number = !strcmp(argv[i], "--bargains") ? &bargains : !strcmp(argv[i], "--seed") ? &seed : NULL;
        if (!number || i + 1 == argc) {
            fprintf(stderr, "usage: deals [--bargains N] [--seed S]\n");
            return 2;
        }
        *number = strtoull(argv[i + 1], NULL, 10);
    }
    bot_room room = {malloc(ROOM_BYTES), ROOM_BYTES, NULL, NULL};
    if (!room.memory) return 1;
    uint64_t games = 0;
    for (; count.bargains < bargains; games++) play(seed + games, &room);
    printf(
        "%llu bargains in %llu games: %llu offers, %llu counters, %llu of them asked again with less, %llu accepted, "
        "%llu refused; %llu posts granted\n",
        (unsigned long long)count.bargains, (unsigned long long)games, (unsigned long long)count.offers,
        (unsigned long long)count.counters, (unsigned long long)count.pressed, (unsigned long long)count.accepted,
        (unsigned long long)count.refused, (unsigned long long)count.grants);
    uint64_t faults = 0;
    for (int i = 0; i < FAULTS; i++) {
        printf("%s: %llu\n", fault_names[i], (unsigned long long)count.faults[i]);
        faults += count.faults[i];
    }
    free(room.memory);
    return faults != 0;
}
