/* weigh.c: plays the game out by the quick policy and the others' styles, with some promises and without them.
 *
 * In a playout a seat makes its usual moves, except where its promises require or forbid one. All variants use the same
 * worlds and the same luck, so that only the promises make a difference. */
#include "weigh.h"

#include "../core/rng.h"
#include "../engine/games.h"
#include "../engine/ledger.h"
#include "style.h"

enum {
    MOVES_MAX = 40000, /* in all playouts of one weighing; limits its work */
    WORLDS_MAX = 160,
    WORLDS_MIN = 16,  /* before a weighing can end early */
    WORLDS_SURE = 64, /* before it can end because the bot gains: it also asks whether it can keep its word */
    ERRORS = 3,       /* standard errors that make a mean clear */
    SCHEMES_MAX = 16,
    LISTED_WORLDS = 3,   /* in which they are collected */
    TRIED_WORLDS = 8,    /* in which each is tried */
    CHECKED_WORLDS = 60, /* in which the best is played */
    OTHER_MOVES = 6      /* tries to find another move if a promise forbids the usual one */
};

/* A promise in a playout. */
typedef struct pledge {
    const bot_held *held;
    bool asleep, over; /* asleep: its condition is not met yet; over: kept, broken, released or expired */
    bool could;        /* the seat could have kept it, but for the number: if it does not, it breaks its word */
} pledge;

/* How a seat may use what was promised to it: a move that it makes whenever it can, and whether it pays as little as it can. */
typedef struct plan {
    bool presses; /* as the game says */
    bool has_move, is_stingy;
    kb_move move;
} plan;

typedef struct playout {
    const bot *self;
    const kb_game *game;
    const bot_policy *policy;
    kb_rng luck;
    uint8_t style[KB_SEATS_MAX];
    bot_memory others;      /* what they remember */
    uint32_t faithful_mask; /* seats that keep their word in this world */
    uint32_t forced_mask;   /* those of them that had to break it */
    int last_round;
    int n;
    pledge at[BOT_HELD_MAX];
    uint32_t forms; /* of deeds that some promise is about */
    uint32_t moves;
    int schemer;     /* the seat that follows the plan; KB_NONE: nobody */
    bool is_listing; /* its moves are collected instead */
    plan scheme;
    struct schemes *all;
} playout;

/* Moves that a seat might make to use a pact. */
typedef struct schemes {
    int n;
    kb_move move[SCHEMES_MAX];
} schemes;

static bool is_open(const pledge *p, int seat)
{
    return !p->over && !p->asleep && p->held->promise->seat == seat;
}

static uint32_t count_matching(const playout *o, const kb_promise *p, const kb_state *world, int seat, kb_span run,
                               bool any_number)
{
    if (!(o->game->deeds->forms_by_verb[run.move.verb] & p->deed.forms)) return 0;
    return kb_moves_matching(p, world, seat, run, any_number);
}

static bool matches(const playout *o, const kb_promise *p, const kb_state *world, int seat, kb_move move)
{
    return count_matching(o, p, world, seat, (kb_span){.move = move, .n = 1, .step = 1}, false) > 0;
}

/* The cheapest move that keeps the promise. */
static bool find_keeping(const playout *o, pledge *at, const kb_state *world, int seat, kb_move *out)
{
    const kb_promise *p = at->held->promise;
    kb_span list[KB_SPANS_MAX];
    int n = o->game->legal(world, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < n; i++) {
        at->could |= count_matching(o, p, world, seat, list[i], true) > 0;
        if (!count_matching(o, p, world, seat, list[i], false)) continue;
        *out = list[i].move;
        while (!matches(o, p, world, seat, *out)) out->amount += (int32_t)list[i].step;
        return true;
    }
    return false;
}

/* The first promise that the move breaks; NULL: none. */
static const kb_promise *broken_by(const playout *o, const kb_state *world, int seat, kb_move move)
{
    for (int i = 0; i < o->n; i++) {
        const kb_promise *p = o->at[i].held->promise;
        if (is_open(&o->at[i], seat) && p->wont && matches(o, p, world, seat, move)) return p;
    }
    return NULL;
}

/* A move that breaks no promise, or the usual one if there is none. Where every move would break the same promise, it is
 * not broken. */
static kb_move avoid(playout *o, const kb_state *world, int seat, kb_move usual)
{
    const kb_promise *broken = broken_by(o, world, seat, usual);
    kb_span list[KB_SPANS_MAX];
    int n = o->game->legal(world, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < OTHER_MOVES; i++) {
        kb_move move = i < 2 ? bot_move_in_style(world, seat, 0, &o->others, &o->luck) : kb_rng_move(&o->luck, list, n);
        if (!broken_by(o, world, seat, move)) return move;
    }
    for (int i = 0; i < n; i++) {
        if (!broken_by(o, world, seat, list[i].move)) return list[i].move;
        if (!matches(o, broken, world, seat, list[i].move)) o->forced_mask |= 1u << seat;
    }
    return usual;
}

/* The other parties of the pact owe nothing any more. */
static void release(playout *o, const kb_promise *broken)
{
    for (int i = 0; i < o->n; i++) {
        const kb_promise *p = o->at[i].held->promise;
        if (p->pact == broken->pact && p->seat != broken->seat) o->at[i].over = true;
    }
}

/* What the seat does instead of its usual move. If it passes up a chance to keep its word, the others are released. */
static kb_move hold_to_word(playout *o, const kb_state *world, int seat, kb_move usual)
{
    bool faithful = o->faithful_mask >> seat & 1, keeps = false;
    for (int i = 0; i < o->n; i++) {
        const kb_promise *p = o->at[i].held->promise;
        kb_move keeping;
        if (!is_open(&o->at[i], seat) || p->wont || matches(o, p, world, seat, usual)) continue;
        if (!find_keeping(o, &o->at[i], world, seat, &keeping)) continue;
        if (!faithful) {
            release(o, p);
        } else if (!keeps) {
            usual = keeping;
            keeps = true;
        }
    }
    return faithful && broken_by(o, world, seat, usual) ? avoid(o, world, seat, usual) : usual;
}

static void note_deeds(playout *o, const kb_state *world, int seat, kb_move move)
{
    const kb_deeds *table = o->game->deeds;
    kb_deed deeds[KB_DEEDS_MAX];
    int n = table->forms_by_verb[move.verb] & o->forms ? table->deeds(world, seat, move, deeds) : 0;
    for (int d = 0; d < n; d++)
        for (int i = 0; i < o->n; i++) {
            pledge *at = &o->at[i];
            const kb_promise *p = at->held->promise;
            if (at->over) continue;
            if (at->asleep) {
                at->asleep = p->if_seat != deeds[d].seat || !kb_pattern_fits(&p->condition, table, &deeds[d]);
            } else if (p->seat == deeds[d].seat && kb_pattern_fits(&p->deed, table, &deeds[d])) {
                at->over = true;
                if (p->wont) release(o, p);
            }
        }
}

static void end_terms(playout *o, const kb_state *world)
{
    kb_when now = o->n ? o->game->deeds->when(world) : (kb_when){0, 0};
    for (int i = 0; i < o->n; i++) {
        const bot_held *held = o->at[i].held;
        bool ends = (held->promise->term == KB_TERM_TURN && now.turn > held->since.turn) ||
                    (held->promise->term == KB_TERM_ROUND && now.round > held->since.round) ||
                    (held->promise->term == KB_TERM_NEXT && now.round > held->since.round + 1);
        if (!ends || o->at[i].over) continue;
        o->at[i].over = true;
        if (o->at[i].could) o->forced_mask |= 1u << held->promise->seat & o->faithful_mask;
    }
}

static kb_move usual_move(playout *o, const kb_state *world, int seat)
{
    kb_span list[KB_SPANS_MAX];
    if (seat == KB_CHANCE) return kb_rng_luck(&o->luck, list, o->game->legal(world, seat, list, KB_SPANS_MAX));
    if (seat == o->self->seat) return o->policy->greedy(world, seat, &o->self->memory, &o->luck);
    return bot_move_in_style(world, seat, o->style[seat], &o->others, &o->luck);
}

/* Adds the seat's legal moves, but those with a number, to the schemes. */
static void list_schemes(playout *o, const kb_state *world, int seat)
{
    kb_span list[KB_SPANS_MAX];
    int n = o->game->legal(world, seat, list, KB_SPANS_MAX);
    for (int i = 0; n > 1 && i < n && o->all->n < SCHEMES_MAX; i++) {
        bool is_new = list[i].n == 1;
        for (int k = 0; is_new && k < o->all->n; k++)
            is_new = __builtin_memcmp(&o->all->move[k], &list[i].move, sizeof list[i].move) != 0;
        if (is_new) o->all->move[o->all->n++] = list[i].move;
    }
}

/* What the schemer does instead of its usual move. */
static kb_move scheme(playout *o, const kb_state *world, int seat, kb_move usual)
{
    kb_span list[KB_SPANS_MAX];
    if (o->is_listing) {
        list_schemes(o, world, seat);
    } else if (o->scheme.presses) {
        return o->policy->press(world, seat, o->self->seat, usual);
    } else if (o->scheme.has_move && !o->game->check(world, seat, o->scheme.move)) {
        return o->scheme.move;
    } else if (o->scheme.is_stingy) {
        int n = o->game->legal(world, seat, list, KB_SPANS_MAX);
        for (int i = 0; i < n; i++)
            if (list[i].n > 1 && list[i].move.verb == usual.verb && list[i].move.a == usual.a &&
                list[i].move.b == usual.b)
                return list[i].move;
    }
    return usual;
}

static void play_out(playout *o, kb_state *world)
{
    uint32_t actors;
    while ((actors = o->game->actors(world)) && o->game->round(world) <= o->last_round) {
        int seat = kb_lowest_bit(actors);
        kb_move move = usual_move(o, world, seat);
        if (seat != KB_CHANCE) {
            if (seat == o->schemer) move = scheme(o, world, seat, move);
            move = hold_to_word(o, world, seat, move);
            note_deeds(o, world, seat, move);
        }
        o->game->make(world, seat, move, NULL);
        end_terms(o, world);
        o->moves++;
    }
}

/* How a seat compares with the others, above all with the best of them. An end without a winner counts as a big loss
 * for everybody. */
static void add_standing(const playout *o, const kb_state *world, int64_t sum[KB_SEATS_MAX])
{
    kb_result result;
    int n = world->setup.seats;
    bool over = o->game->over(world, &result);
    if (!over) o->game->standing(world, result.score);
    for (int i = 0; i < n; i++) {
        int32_t best = INT32_MIN, all = 0;
        for (int k = 0; k < n; k++) {
            if (k == i) continue;
            all += result.score[k];
            if (result.score[k] > best) best = result.score[k];
        }
        sum[i] += over && !result.winners_mask ? -2 * BOT_GAIN_UNIT * o->policy->clear_lead(world)
                                               : BOT_GAIN_UNIT * result.score[i] - BOT_GAIN_UNIT / 2 * best -
                                                     BOT_GAIN_UNIT / 2 * all / (n > 1 ? n - 1 : 1);
    }
}

static void begin(playout *o, const kb_state *view, const bot_variant *variant, uint64_t seed,
                  const int trust[KB_SEATS_MAX], kb_state *world)
{
    o->luck = kb_rng_seeded(seed);
    o->game->sample(view, &o->luck, world);
    if (o->policy->recall) o->policy->recall(&o->self->memory, o->self->seat, world);
    if (o->policy->reopen) o->policy->reopen(world);
    bot_draw_styles(o->self, o->policy, view->setup.seats, &o->luck, o->style);
    o->faithful_mask = o->forced_mask = 0;
    for (int seat = 0; seat < view->setup.seats; seat++)
        o->faithful_mask |= (uint32_t)((int)kb_rng_under(&o->luck, 100) < trust[seat]) << seat;
    o->n = variant->n;
    o->forms = 0;
    for (int i = 0; i < variant->n; i++) {
        const kb_promise *p = variant->held[i].promise;
        o->at[i] = (pledge){&variant->held[i], variant->held[i].asleep, false, false};
        o->forms |= p->deed.forms | p->condition.forms;
    }
}

/* The sums over all worlds so far, of what each seat gains compared with the first variant, and of the squares. */
typedef struct tally {
    int64_t sum[BOT_VARIANTS_MAX][KB_SEATS_MAX], square[BOT_VARIANTS_MAX][KB_SEATS_MAX];
} tally;

static void add_world(tally *of, int v, int seats, const int64_t *first, const int64_t *now)
{
    for (int seat = 0; seat < seats; seat++) {
        int64_t gain = now[seat] - first[seat];
        of->sum[v][seat] += gain;
        of->square[v][seat] += gain * gain;
    }
}

/* Whether the mean gain is clearly below the limit; or above it, with a sign of -1. */
static bool is_clear(const tally *of, int v, int seat, int worlds, int32_t limit, int sign)
{
    int64_t sum = of->sum[v][seat], short_of = sign * ((int64_t)limit * worlds - sum);
    if (limit == BOT_ANY || short_of <= 0) return false;
    /* short_of > ERRORS * standard error of the sum, squared */
    int64_t spread = (worlds * of->square[v][seat] - sum * sum) / (worlds - 1);
    return short_of * short_of > ERRORS * ERRORS * spread;
}

static bool is_decided(const tally *of, const bot_bar *bar, int own, int n, int worlds)
{
    if (worlds < WORLDS_MIN) return false;
    if (bar->enough && n > 1 && worlds >= WORLDS_SURE && is_clear(of, 1, own, worlds, bar->own, -1)) return true;
    for (int v = 1; v < n; v++)
        if (!is_clear(of, v, own, worlds, bar->own, 1) && !is_clear(of, v, bar->other[v], worlds, bar->others, 1))
            return false;
    return true;
}

void bot_weigh(const bot *b, const kb_state *view, const bot_variant *variants, int n, const int trust[KB_SEATS_MAX],
               const bot_bar *bar, bot_weights *out)
{
    playout o = {.self = b, .game = kb_game_of(view), .policy = bot_policy_of(view), .schemer = KB_NONE};
    o.others = bot_memory_of_others(b, o.policy);
    tally of;
    int worlds = 0;
    kb_state world;
    __builtin_memset(&world, 0, sizeof world);
    __builtin_memset(&of, 0, sizeof of);
    __builtin_memset(out, 0, sizeof *out);
    o.last_round = o.game->round(view) + o.policy->search.rounds_ahead;
    while (worlds < WORLDS_MAX && o.moves < MOVES_MAX && !is_decided(&of, bar, b->seat, n, worlds)) {
        int64_t first[KB_SEATS_MAX] = {0};
        for (int v = 0; v < n; v++) {
            int64_t now[KB_SEATS_MAX] = {0};
            begin(&o, view, &variants[v], b->rng.s[0] + (uint64_t)worlds, trust, &world);
            play_out(&o, &world);
            add_standing(&o, &world, v ? now : first);
            if (v) add_world(&of, v, view->setup.seats, first, now);
            out->forced[v] += (int32_t)(o.forced_mask >> b->seat & 1);
        }
        worlds++;
    }
    for (int v = 0; v < n; v++)
        for (int seat = 0; seat < KB_SEATS_MAX; seat++) out->gain[v][seat] = (int32_t)(of.sum[v][seat] / worlds);
}

/* --- as the other would use it ---------------------------------------------------------------------------- */

/* What the seat and the bot have at the end, summed over these worlds. */
typedef struct yield {
    int64_t own, bots;
} yield;

static yield try_plan(playout *o, const kb_state *view, const bot_variant *variant, const int trust[KB_SEATS_MAX],
                      int seat, plan follows, int from, int worlds)
{
    kb_state world;
    int64_t sum[KB_SEATS_MAX] = {0};
    __builtin_memset(&world, 0, sizeof world);
    for (int i = from; i < from + worlds; i++) {
        begin(o, view, variant, o->self->rng.s[0] + (uint64_t)i, trust, &world);
        o->schemer = seat;
        o->scheme = follows;
        o->faithful_mask &= ~(1u << seat);
        play_out(o, &world);
        add_standing(o, &world, sum);
    }
    return (yield){sum[seat], sum[o->self->seat]};
}

static int count_plans(const playout *o, const schemes *all)
{
    return o->policy->press ? 2 : 2 * (all->n + 1);
}

/* The plan of this number: as ever; then as the game says, or each move, first paying as ever, then as little as it can. */
static plan plan_at(const playout *o, const schemes *all, int i)
{
    if (o->policy->press) return (plan){.presses = i > 0};
    int n = all->n + 1;
    plan out = {.has_move = i % n > 0, .is_stingy = i >= n};
    if (out.has_move) out.move = all->move[i % n - 1];
    return out;
}

/* What the bot has on average in the variant if the seat does what is best for it then. */
static int32_t yield_of(playout *o, const kb_state *view, const bot_variant *variant, const int trust[KB_SEATS_MAX],
                        int seat, const schemes *all)
{
    int best = 0;
    int64_t most = INT64_MIN;
    for (int i = 0; i < count_plans(o, all); i++) {
        yield got = try_plan(o, view, variant, trust, seat, plan_at(o, all, i), 0, TRIED_WORLDS);
        if (got.own > most) best = i;
        if (got.own > most) most = got.own;
    }
    yield got = try_plan(o, view, variant, trust, seat, plan_at(o, all, best), TRIED_WORLDS, CHECKED_WORLDS);
    return (int32_t)(got.bots / CHECKED_WORLDS);
}

int32_t bot_weigh_abuse(const bot *b, const kb_state *view, const bot_variant *without, const bot_variant *with,
                        int seat, const int trust[KB_SEATS_MAX])
{
    schemes all = {.n = 0};
    playout o = {.self = b, .game = kb_game_of(view), .policy = bot_policy_of(view), .all = &all, .is_listing = true};
    o.others = bot_memory_of_others(b, o.policy);
    kb_state world;
    __builtin_memset(&world, 0, sizeof world);
    o.last_round = o.game->round(view) + o.policy->search.rounds_ahead;
    for (int i = 0; i < LISTED_WORLDS && !o.policy->press; i++) {
        begin(&o, view, with, b->rng.s[0] + (uint64_t)i, trust, &world);
        o.schemer = seat;
        play_out(&o, &world);
    }
    o.is_listing = false;
    return yield_of(&o, view, with, trust, seat, &all) - yield_of(&o, view, without, trust, seat, &all);
}
