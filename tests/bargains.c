/* bargains.c: games of bots that promise each other things. Strangers at the same seats propose at random what bots
 * would not. Knows no game.
 *
 * Every proposal of a bot must be valid, and whoever promises to pay must be able to. Within a turn no bot asks for more
 * than before, or accepts less than it has just refused: at another number, or in a pact with other promises. Bots make
 * counter-proposals with and without numbers. Honest bots keep their promises, those that the rules call deals too,
 * nobody pays more than they promised, and bonds allow every move.
 *
 * usage: bargains [--games N] [--seed S] [--only GAME]
 * Weighing a proposal takes long, so only one game in eleven is played. No option has a multiple of eleven values, so
 * this skips no value for good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/negotiate.h"
#include "../bots/policy.h"
#include "../core/rng.h"
#include "../engine/ledger.h"
#include "../engine/record.h"
#include "setups.h"

enum {
    ROOM_BYTES = 4 << 20,
    ROUNDS_MAX = 4,
    ASKED_MAX = 512,
    ITEMS_MAX = 8,
    TWICE_ONCE_IN = 4,
    OFFER_ONCE_IN = 3,
    STRANGER_ONCE_IN = 2,
    PLAYED_ONE_IN = 11
};

static const char *const kinds[] = {"greedy",           "greedy:honest", "greedy:opportunist",
                                    "greedy:grudge",    "easy:honest",   "search:20:honest",
                                    "search:20:grudge", "style:fair",    "style:teamplayer"};

static struct {
    const char *config;
    uint64_t seed;
    int moves;
    const char *bot;
} now;

static struct {
    uint64_t bargains, proposals, accepted, declined, haggled, suggested, kept, broken;
} count;

static void fail(const char *what)
{
    fprintf(stderr, "bargains: %s\n  in %s, game %llu, move %d, by %s\n", what, now.config,
            (unsigned long long)now.seed, now.moves, now.bot);
    exit(1);
}

#define MUST(condition, what)         \
    do {                              \
        if (!(condition)) fail(what); \
    } while (0)

/* What a seat has demanded or refused in the current turn. */
typedef struct position {
    int seat, other;
    bool refused;
    char promises[BOT_PROMISES_BYTES];
    char about[BOT_PROMISES_BYTES]; /* the promises without their number */
    int32_t number;
    bool pays;       /* the number is what the seat itself would pay */
    bool impossible; /* nobody can pay that number */
} position;

typedef struct table {
    kb_state state;
    kb_rng luck;
    const char *kind[KB_SEATS_MAX];
    bot at[KB_SEATS_MAX];
    int n_positions;
    position position[ASKED_MAX];
    int turn;
    uint64_t hash;
} table;

static bot_room room;
static kb_ledger ledger;
static kb_promise made_so_far[KB_OPEN_PROMISES_MAX]; /* in the ledger */
static kb_outcomes outcomes;
static struct {
    uint8_t by;
    uint32_t parties;
} pacts[4096]; /* by number */

/* --- checks of proposals ------------------------------------------------------------------------- */

/* The first number of a promise whose verb takes one; -1: none. */
static int32_t take_number(const char *promises, char *about, int *seat, const kb_setup *setup)
{
    const char *at = strstr(promises, ">="), *owner = promises;
    char name[16];
    if (!at) {
        strcpy(about, promises);
        return -1;
    }
    for (const char *p = promises; (p = strstr(p, "{\"seat\":\"")) && p < at; p++) owner = p;
    sscanf(owner, "{\"seat\":\"%15[a-z]", name);
    for (*seat = 0; strcmp(name, kb_seat_name(setup, *seat)) != 0;) ++*seat;
    char *end;
    long number = strtol(at + 2, &end, 10);
    snprintf(about, BOT_PROMISES_BYTES, "%.*s#%s", (int)(at - promises), promises, end);
    return (int32_t)number;
}

static position position_of(const table *t, int seat, int other, bool refused, const char *promises)
{
    position p = {.seat = seat, .other = other, .refused = refused};
    int payer = seat;
    strcpy(p.promises, promises);
    p.number = take_number(promises, p.about, &payer, &t->state.setup);
    p.pays = payer == seat;
    if (p.number < 0) return p;
    bot_means means = bot_policy_of(&t->state)->means(&t->state, &t->at[seat].memory, payer);
    if (!refused) MUST(p.number <= means.most, "a bot asks for more than the other can have");
    p.impossible = p.number > means.most;
    return p;
}

/* The promises of a list that the seat makes, or that others make. */
typedef struct items {
    int n;
    struct {
        const char *text;
        size_t length;
    } at[ITEMS_MAX];
} items;

static items items_of(const char *promises, const char *seat, bool own)
{
    char head[32];
    items out = {0};
    snprintf(head, sizeof head, "{\"seat\":\"%s\"", seat);
    for (const char *p = promises + 1; *p == '{';) {
        const char *end = p;
        int depth = 0;
        do depth += (*end == '{') - (*end == '}');
        while (*end++ && depth);
        if (!strncmp(p, head, strlen(head)) == own) {
            MUST(out.n < ITEMS_MAX, "too many promises");
            out.at[out.n].text = p;
            out.at[out.n++].length = (size_t)(end - p);
        }
        p = end + (*end == ',');
    }
    return out;
}

static bool is_subset(const items *a, const items *b)
{
    for (int i = 0; i < a->n; i++) {
        bool found = false;
        for (int k = 0; k < b->n; k++)
            found |= a->at[i].length == b->at[k].length && !memcmp(a->at[i].text, b->at[k].text, a->at[i].length);
        if (!found) return false;
    }
    return true;
}

/* Whether the seat of both positions gets all by a that it gets by b, gives no more, and they are not the same. */
static bool is_more(const table *t, const position *a, const position *b)
{
    const char *seat = kb_seat_name(&t->state.setup, a->seat);
    items gets = items_of(a->promises, seat, false), gives = items_of(a->promises, seat, true);
    items got = items_of(b->promises, seat, false), given = items_of(b->promises, seat, true);
    return is_subset(&got, &gets) && is_subset(&gives, &given) && (gets.n > got.n || gives.n < given.n);
}

/* Whether number a is better for the seat than number b. */
static bool is_better(const position *p, int32_t a, int32_t b)
{
    return p->pays ? a < b : a > b;
}

static void note(table *t, const position *p)
{
    for (int i = 0; i < t->n_positions && !p->refused; i++) {
        const position *old = &t->position[i];
        if (old->seat != p->seat || old->other != p->other || old->refused) continue;
        MUST(!is_more(t, p, old), "a bot asks for more promises than before");
        if (!strcmp(old->about, p->about))
            MUST(!is_better(p, p->number, old->number), "a bot asks for more than before");
    }
    MUST(t->n_positions < ASKED_MAX, "too much talk");
    t->position[t->n_positions++] = *p;
}

/* What the seat agrees to now is more than what it has refused. */
static void check_agreement(const table *t, const position *p)
{
    for (int i = 0; i < t->n_positions; i++) {
        const position *old = &t->position[i];
        if (old->seat != p->seat || old->other != p->other || !old->refused || old->impossible) continue;
        MUST(!is_more(t, old, p), "a bot takes for less what it refused for more promises");
        if (strcmp(old->about, p->about) != 0) continue;
        MUST(p->number >= 0 && is_better(p, p->number, old->number), "a bot takes for less what it refused at more");
    }
}

/* --- pacts ---------------------------------------------------------------------------------------- */

static void mix(table *t, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) t->hash = (t->hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
}

static void tell_outcomes(table *t)
{
    for (int i = 0; i < outcomes.n; i++) {
        const kb_outcome *o = &outcomes.at[i];
        for (int seat = 0; seat < t->state.setup.seats; seat++)
            bot_outcome(&t->at[seat], o, pacts[o->pact].by, pacts[o->pact].parties, false);
        if (o->promise == KB_NONE) continue;
        count.kept += o->what == KB_KEPT;
        count.broken += o->what == KB_BROKEN;
        now.bot = t->kind[o->seat];
        MUST(o->what != KB_BROKEN || !strstr(now.bot, "honest"), "an honest bot breaks its word");
    }
    outcomes.n = 0;
}

/* 0: a stranger has proposed what cannot be promised. */
static uint32_t propose(table *t, int by, const bot_proposal *given, bool stranger)
{
    char words[KB_WHY_MAX];
    kb_text why = kb_text_in(words, sizeof words);
    kb_proposal proposal = {
        ledger.proposed + 1, by, given->with_mask, given->secret, {given->promises, strlen(given->promises)}};
    kb_promise made[KB_PACT_PROMISES_MAX];
    now.bot = t->kind[by];
    outcomes.n = 0;
    bool valid = kb_ledger_propose(&ledger, &t->state, &proposal, made, &outcomes, &why);
    if (stranger && !valid) return 0;
    MUST(valid, words);
    kb_ledger_keep(&ledger, made_so_far);
    mix(t, given->promises, strlen(given->promises));
    if (!stranger) {
        position p = position_of(t, by, kb_lowest_bit(given->with_mask), false, given->promises);
        check_agreement(t, &p);
        note(t, &p);
    }
    MUST(proposal.number < KB_COUNT(pacts), "too many pacts");
    pacts[proposal.number].by = (uint8_t)by;
    pacts[proposal.number].parties = 1u << by | given->with_mask;
    count.proposals++;
    return proposal.number;
}

/* Asks the bot that has to answer the pact. If it makes a counter-proposal, asks about that too. */
static void bargain(table *t, int by, const bot_proposal *offer, bool stranger)
{
    bot_proposal given = *offer;
    for (int i = 0; i < ROUNDS_MAX; i++) {
        uint32_t pact = propose(t, by, &given, stranger && !i);
        if (!pact) return;
        count.bargains += !i;
        int seat = kb_lowest_bit(given.with_mask);
        char words[KB_WHY_MAX];
        kb_text why = kb_text_in(words, sizeof words);
        kb_state view;
        static bot_reply reply;
        kb_redact(&t->state, seat, &view);
        now.bot = t->kind[seat];
        MUST(bot_answer(&t->at[seat], &view, &ledger, pact, &reply), "a bot does not answer");
        MUST(*reply.reason, "a bot gives no reason");
        mix(t, reply.reason, strlen(reply.reason));
        position p = position_of(t, seat, by, true, given.promises);
        if (reply.kind == BOT_ACCEPTS) {
            check_agreement(t, &p);
            count.accepted++;
            if (!kb_ledger_accept(&ledger, &t->state, seat, pact, &outcomes, &why)) /* at most 64 promises */
                kb_ledger_decline(&ledger, &t->state, seat, pact, &outcomes, &why);
            return tell_outcomes(t);
        }
        note(t, &p);
        MUST(kb_ledger_decline(&ledger, &t->state, seat, pact, &outcomes, &why), words);
        tell_outcomes(t);
        count.declined++;
        if (reply.kind == BOT_DECLINES) return;
        MUST(reply.counter.with_mask == 1u << by, "a counter goes to somebody else");
        position asked = position_of(t, seat, by, false, reply.counter.promises);
        *(strcmp(asked.about, p.about) ? &count.suggested : &count.haggled) += 1;
        given = reply.counter;
        by = seat;
    }
}

/* --- strangers ------------------------------------------------------------------------------------ */

static void put_promise(const kb_setup *setup, const bot_idea *idea, int i, kb_text *out)
{
    kb_putf(out, "%s{\"seat\":\"%s\",\"%s\":\"%s\",\"term\":\"%s\"}", out->n > 1 ? "," : "",
            kb_seat_name(setup, idea->promise[i].seat), idea->promise[i].wont ? "wont" : "will", idea->promise[i].deed,
            kb_term_names[idea->promise[i].term]);
}

/* Multiplies the number of a deed, if it has one. */
static void change_number(char deed[BOT_DEED_MAX + 1], kb_rng *luck)
{
    static const int percent[] = {25, 50, 75, 150, 300};
    char *at = strstr(deed, ">="), old[BOT_DEED_MAX + 1], *end;
    if (!at) return;
    strcpy(old, deed);
    long number = strtol(old + (at - deed) + 2, &end, 10), step = number % 500 ? 1 : 500;
    number = number * percent[kb_rng_under(luck, KB_COUNT(percent))] / 100 / step * step;
    snprintf(at + 2, (size_t)(BOT_DEED_MAX - 1 - (at - deed)), "%ld%s", number, end);
}

/* A stranger in a seat proposes to another what one of the two bots has in mind, with other numbers, with a promise less,
 * and with something that it wishes. It may promise what cannot be kept, so nobody speaks for an honest bot. */
static void let_stranger_propose(table *t, int by, int with)
{
    const bot_policy *policy = bot_policy_of(&t->state);
    const kb_setup *setup = &t->state.setup;
    static bot_proposal offer;
    kb_text text = kb_text_in(offer.promises, sizeof offer.promises);
    bot_idea at[2 * BOT_IDEAS_MAX];
    bool mine = kb_rng_under(&t->luck, 2);
    if (strstr(t->kind[by], "honest")) return;
    kb_state view;
    kb_redact(&t->state, mine ? by : with, &view);
    int n = policy->ideas(&view, mine ? by : with, &t->at[mine ? by : with].memory, at),
        first = (int)kb_rng_under(&t->luck, BOT_IDEAS_MAX);
    offer.with_mask = 1u << with;
    kb_put(&text, "[");
    for (int i = 0; i < n; i++) {
        bot_idea *idea = &at[(first + i) % n];
        if (idea->with != (mine ? with : by)) continue;
        int left_out = (int)kb_rng_under(&t->luck, 4);
        for (int k = 0; k < idea->n; k++) {
            if (kb_rng_under(&t->luck, 2)) change_number(idea->promise[k].deed, &t->luck);
            if (k != left_out) put_promise(setup, idea, k, &text);
        }
        break;
    }
    n = policy->wishes ? policy->wishes(&t->state, by, with, at) : 0;
    if (n && kb_rng_under(&t->luck, 3) == 0) put_promise(setup, &at[kb_rng_under(&t->luck, (uint32_t)n)], 0, &text);
    kb_put(&text, "]");
    if (text.n > 2) bargain(t, by, &offer, true);
}

static void ask_for_offers(table *t)
{
    int turn = kb_game_of(&t->state)->deeds->when(&t->state).turn;
    uint32_t seats = t->state.setup.seats;
    if (turn != t->turn) t->n_positions = 0;
    t->turn = turn;
    for (int seat = 0; seat < (int)seats; seat++) {
        kb_state view;
        static bot_proposal offer;
        int other = (seat + 1 + (int)kb_rng_under(&t->luck, seats - 1)) % (int)seats;
        if (kb_rng_under(&t->luck, STRANGER_ONCE_IN) == 0) let_stranger_propose(t, seat, other);
        if (kb_rng_under(&t->luck, OFFER_ONCE_IN) != 0) continue;
        kb_redact(&t->state, seat, &view);
        now.bot = t->kind[seat];
        if (bot_offer(&t->at[seat], &view, &ledger, &offer)) bargain(t, seat, &offer, false);
    }
}

/* --- a game --------------------------------------------------------------------------------------- */

static void sit_down(table *t, const kb_setup *setup, kb_rng *rng)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        t->kind[seat] = kinds[kb_rng_under(rng, KB_COUNT(kinds))];
        MUST(bot_read(t->kind[seat], &spec, &why), reason);
        bot_sit(&t->at[seat], &spec, seat, kb_rng_draw(rng));
    }
    t->luck = kb_rng_seeded(kb_rng_draw(rng));
    MUST(!kb_start(&t->state, setup), "a setup does not start");
    memset(&ledger, 0, sizeof ledger);
}

static void make(table *t, int seat, kb_move move)
{
    kb_state before = t->state;
    kb_events events;
    mix(t, &move, sizeof move);
    MUST(!kb_bound_check(&ledger, &before, seat, move), "a bot's move is refused");
    kb_apply(&t->state, seat, move, &events);
    kb_ledger_move(&ledger, &before, seat, move, &t->state, &outcomes);
    for (int who = 0; who < t->state.setup.seats; who++) {
        kb_state view;
        kb_redact(&t->state, who, &view);
        for (int i = 0; i < events.n; i++)
            if (events.at[i].seen_by & 1u << who) bot_watch(&t->at[who], &view, &events.at[i]);
    }
    tell_outcomes(t);
}

/* Whether a cheaper move would keep the promise too, and break no deal. */
static bool is_kept_for_less(const table *t, const kb_promise *p, int seat, kb_move move)
{
    const bot_policy *policy = bot_policy_of(&t->state);
    kb_span legal[KB_SPANS_MAX];
    int n = kb_legal(&t->state, seat, legal, KB_SPANS_MAX);
    for (int i = 0; i < n; i++)
        for (kb_span less = legal[i]; less.n > 0; less.n--, less.move.amount += (int32_t)less.step) {
            kb_span one = {.move = less.move, .n = 1, .step = 1};
            if (one.move.verb != move.verb || one.move.amount >= move.amount) break;
            if (!kb_moves_matching(p, &t->state, seat, one, false)) continue;
            if (!policy->breaks_word || !policy->breaks_word(&t->state, seat, &t->at[seat].memory, one.move))
                return true;
        }
    return false;
}

/* Where the sum goes to another seat, the cheapest move that keeps all promises is enough. */
static void check_sum(const table *t, int seat, kb_move move)
{
    kb_span one = {.move = move, .n = 1, .step = 1};
    bool promised = false, exact = false;
    for (int k = 0; bot_policy_of(&t->state)->pays_exactly && k < ledger.n_items; k++) {
        const kb_promise *p = kb_promised(&ledger, &ledger.item[k]);
        if (p->seat != seat || !ledger.item[k].stands || p->wont || !strstr(p->deed.text, ">=")) continue;
        if (!kb_moves_matching(p, &t->state, seat, one, false)) continue;
        promised = true;
        exact |= !is_kept_for_less(t, p, seat, move);
    }
    MUST(!promised || exact, "a bot pays more than it promised");
}

/* Everybody has counted who broke a pact or one of the rules' own deals. */
static void check_honest(const table *t)
{
    int seats = t->state.setup.seats;
    for (int seat = 0; seat < seats; seat++) {
        now.bot = t->kind[seat];
        for (int other = 0; strstr(now.bot, "honest") && other < seats; other++)
            MUST(!t->at[other].memory.broken[seat], "an honest bot breaks a deal");
    }
}

static uint64_t play(const kb_setup *setup, uint64_t seed)
{
    static table t;
    kb_rng rng = kb_rng_seeded(seed);
    memset(&t, 0, sizeof t);
    t.turn = -1;
    sit_down(&t, setup, &rng);
    for (now.moves = 0; !kb_over(&t.state, NULL); now.moves++) {
        kb_move move;
        int seat, round = kb_game_of(&t.state)->round(&t.state);
        if (round && kb_rng_under(&t.luck, 4 + 12 * (uint32_t)(setup->game == 1)) == 0) ask_for_offers(&t);
        kb_pick(&t.state, &t.luck, &seat, &move);
        if (seat != KB_CHANCE) {
            kb_state view;
            kb_redact(&t.state, seat, &view);
            now.bot = t.kind[seat];
            move = bot_decide_with(&t.at[seat], &view, &ledger, &room);
            check_sum(&t, seat, move);
        }
        make(&t, seat, move);
    }
    check_honest(&t);
    return t.hash;
}

static void play_setup(const setups_game *game)
{
    static uint64_t n;
    if (n++ % PLAYED_ONE_IN) return;
    now.config = game->config;
    now.seed = game->seed;
    uint64_t hash = play(game->setup, game->luck);
    if (now.seed % TWICE_ONCE_IN == 0) MUST(play(game->setup, game->luck) == hash, "the same seed gives another game");
}

int main(int argc, char **argv)
{
    room = (bot_room){malloc(ROOM_BYTES), ROOM_BYTES, NULL, NULL};
    if (!room.memory) return 1;
    play_all_setups(argc, argv, play_setup, "with promises");
    printf("%llu bargains, %llu proposals: %llu accepted, %llu declined, %llu of them with another number, %llu with "
           "other promises; %llu promises kept, %llu broken\n",
           (unsigned long long)count.bargains, (unsigned long long)count.proposals, (unsigned long long)count.accepted,
           (unsigned long long)count.declined, (unsigned long long)count.haggled, (unsigned long long)count.suggested,
           (unsigned long long)count.kept, (unsigned long long)count.broken);
    free(room.memory);
    if (count.accepted && count.kept && count.suggested) return 0;
    fputs("bargains: bots never come to terms, or never suggest anything\n", stderr);
    return 1;
}
