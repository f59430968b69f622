/* search.c: one search for all games: Monte Carlo tree search over sampled worlds.
 *
 * A simulation guesses everything the bot cannot see (with kb_sample, and from what the others' moves reveal), walks
 * down the tree, plays the game out with every seat's quick policy, and credits each seat's choices with that seat's
 * result.
 *
 * A node of the tree is a view: what the seat to move can know. Worlds that look the same to that seat share a node, so
 * no seat ever chooses by another's secret. Simultaneous moves need no special case: a sealed choice is in nobody
 * else's view.
 *
 * A node begins with one arm, the move of the quick policy, and gets more with more visits (progressive widening). Of a
 * span of a thousand amounts only a few are tried.
 *
 * Most moves differ by less than the noise of a thousand games. So all arms of the root play the same worlds with
 * the same luck in the same order, and the bot plays the policy's move unless another is clearly better. */
#include "../core/rng.h"
#include "../engine/games.h"
#include "policy.h"
#include "style.h"

enum {
    DEPTH_MAX = 64,     /* decisions in the tree; the rest is played out  */
    DRAWS_MAX = 8,      /* tries to find a move that is not an arm yet    */
    GUESSES = 8,        /* worlds to choose the likeliest from            */
    ASK_CLOCK_EACH = 8, /* simulations between two looks at the clock     */
    NODES_MIN = 16      /* with memory for fewer there is no search       */
};

/* The share of a result's worth that depends on winning. The rest depends on the lead. */
static const double WIN_WORTH = 0.4;
/* How much a bot with a memory cares about the results of others it regards with 100 or -100. */
static const double FEELING_WORTH = 0.15;
/* What it is worth, by character, to be known for giving what was paid for. Playouts do not show it: they do not know
 * what others will pay because of it. */
static const double FAVOUR_WORTH[BOT_CHARACTERS] = {0.1, 0.5, 0.2, 0.25};
static const double EXPLORATION = 0.4;
/* The root has up to sqrt(visits / ROOT_WIDENING) arms. Below the root, where guesses build on guesses and the
 * policy is the better guide, the game sets the divisor. */
enum { ROOT_WIDENING = 2 };
/* By how many standard errors a move must beat the policy's move to be played instead. */
static const double DOUBT = 2;

typedef struct arm {
    kb_move move;
    double worth; /* the sum over all visits */
    uint32_t visits;
    uint32_t next; /* the node's next arm, or 0 */
} arm;

typedef struct node {
    uint64_t key; /* 0: unused */
    uint32_t visits;
    uint32_t arms; /* the first, or 0 */
    uint32_t n_arms;
    uint32_t full; /* 1: every move seems to be an arm already */
} node;

typedef struct search {
    bot *self;
    const bot_choices *choices; /* at the root; NULL: all legal moves */
    const kb_game *game;
    const bot_policy *policy;
    uint32_t simulations; /* how many to run; 0: as many as the time allows */
    uint64_t seed;        /* of the worlds and their luck */
    kb_rng luck;          /* of the current simulation    */
    int last_round;       /* playouts stop after it       */
    bot_clues clues;
    uint8_t style[KB_SEATS_MAX]; /* of the others in the current simulation; 0: the policy */
    bot_memory others;           /* what they remember */
    node *root;
    double sum, squares; /* over the results of the simulations for the bot */
    double score;        /* the sum of its scores at their ends */
    node *nodes;         /* a hash table */
    arm *arms;           /* the first one is unused, since 0 means none */
    uint32_t n_nodes, nodes_max, n_arms, arms_max, mask;
} search;

/* A decision on the way down. */
typedef struct choice {
    arm *chosen;
    int seat;
} choice;

/* --- memory ----------------------------------------------------------------------------------- */

/* Up to a third is for the nodes: a power of two, but no more than needed, since a simulation adds one node. The
 * rest is for arms. False: there is too little memory. */
static bool divide_room(search *s, const bot_room *room)
{
    uint32_t size = NODES_MIN, wanted = s->simulations ? s->simulations * 2 : 1u << 30;
    if (room->bytes < NODES_MIN * 2 * (sizeof(node) + sizeof(arm))) return false;
    while (size < wanted && (uint64_t)size * 2 * sizeof(node) <= room->bytes / 3) size *= 2;
    s->nodes = (node *)room->memory;
    s->mask = size - 1;
    s->nodes_max = size / 4 * 3;
    s->arms = (arm *)(s->nodes + size);
    uint64_t arms_max = (room->bytes - (uint64_t)size * sizeof(node)) / sizeof(arm);
    s->arms_max = arms_max > UINT32_MAX ? UINT32_MAX : (uint32_t)arms_max;
    s->n_arms = 1;
    __builtin_memset(s->nodes, 0, size * sizeof(node));
    return true;
}

/* Hashes eight bytes of the view at a time. The padding after the game's own state is zero. */
static uint64_t key_of(const search *s, const kb_state *view, int seat)
{
    uint64_t key = (uint64_t)seat + 1;
    for (size_t i = 0; i * 8 < s->game->state_bytes; i++) {
        key = (key ^ view->words[i]) * 0x9E3779B97F4A7C15u;
        key ^= key >> 32;
    }
    return key | 1;
}

/* The node of this view, created if necessary. NULL: there is no room for it. */
static node *node_of(search *s, uint64_t key)
{
    for (uint32_t at = (uint32_t)(key >> 32) & s->mask;; at = (at + 1) & s->mask) {
        node *n = &s->nodes[at];
        if (n->key == key) return n;
        if (n->key) continue;
        if (s->n_nodes == s->nodes_max) return NULL;
        s->n_nodes++;
        n->key = key;
        return n;
    }
}

/* --- arms ------------------------------------------------------------------------------------- */

static bool same_move(kb_move a, kb_move b)
{
    return !__builtin_memcmp(&a, &b, sizeof a);
}

static bool has_arm(const search *s, const node *n, kb_move move)
{
    for (uint32_t i = n->arms; i; i = s->arms[i].next)
        if (same_move(s->arms[i].move, move)) return true;
    return false;
}

static arm *add_arm(search *s, node *n, kb_move move)
{
    if (s->n_arms == s->arms_max) return NULL;
    arm *a = &s->arms[s->n_arms];
    a->move = move;
    a->worth = 0;
    a->visits = 0;
    a->next = n->arms;
    n->arms = s->n_arms++;
    n->n_arms++;
    return a;
}

/* A random move of the list. Every verb is equally likely, however many moves it has; low amounts are likelier. */
static kb_move draw_move(kb_rng *rng, const kb_span *list, int n)
{
    uint16_t of_verb[256] = {0};
    int verbs = 0;
    for (int i = 0; i < n; i++) verbs += !of_verb[list[i].move.verb]++;
    int verb = 0;
    for (int skip = (int)kb_rng_under(rng, (uint32_t)verbs); !of_verb[verb] || skip-- > 0;) verb++;
    const kb_span *span = list;
    for (int skip = (int)kb_rng_under(rng, of_verb[verb]); span->move.verb != verb || skip-- > 0;) span++;
    kb_move move = span->move;
    if (span->n > 1) {
        uint32_t one = kb_rng_under(rng, span->n), other = kb_rng_under(rng, span->n);
        move.amount += (int32_t)((one < other ? one : other) * span->step);
    }
    return move;
}

static bool breaks_word(const search *s, const kb_state *world, kb_move move)
{
    return s->policy->breaks_word && s->policy->breaks_word(world, s->self->seat, &s->self->memory, move);
}

/* Adds an arm: first the policy's move, then random ones. The searching seat's own arms keep its word, later in the tree
 * too: what it offers is worth what it will then have to pay. */
static arm *new_arm(search *s, node *n, const kb_state *world, int seat)
{
    kb_span list[KB_SPANS_MAX];
    bool own = seat == s->self->seat;
    const bot_choices *choices = n == s->root ? s->choices : NULL;
    if (!n->n_arms) {
        kb_move usual = s->policy->greedy(world, seat, own ? &s->self->memory : &s->others, &s->luck);
        return add_arm(s, n, bot_nearest(choices, usual, &s->self->rng));
    }
    int entries = choices ? choices->n : s->game->legal(world, seat, list, KB_SPANS_MAX);
    for (int i = 0; i < DRAWS_MAX; i++) {
        kb_move move = draw_move(&s->self->rng, choices ? choices->list : list, entries);
        if (own && breaks_word(s, world, move)) continue;
        if (!has_arm(s, n, move)) return add_arm(s, n, move);
    }
    n->full = 1;
    return NULL;
}

/* An approximate logarithm to base 2 that is the same on every machine. */
static double log_2(uint32_t x)
{
    int whole = 31 - __builtin_clz(x);
    return whole + (double)(x - (1u << whole)) / (double)(1u << whole);
}

/* The arm with the best upper confidence bound (UCB1). */
static arm *best_arm(const search *s, const node *n)
{
    arm *best = NULL;
    double most = -1, curiosity = EXPLORATION * EXPLORATION * log_2(n->visits + 1);
    for (uint32_t i = n->arms; i; i = s->arms[i].next) {
        arm *a = &s->arms[i];
        double value = a->visits ? a->worth / a->visits + __builtin_sqrt(curiosity / a->visits) : 1e9;
        if (value <= most) continue;
        most = value;
        best = a;
    }
    return best;
}

static arm *choose_arm(search *s, node *n, const kb_state *world, int seat)
{
    bool own = seat == s->self->seat;
    int below = own ? s->policy->search.widening : s->policy->search.others_widening;
    uint64_t widening = n == s->root ? ROOT_WIDENING : (uint64_t)below;
    if (!n->full && widening * n->n_arms * n->n_arms <= n->visits) {
        arm *a = new_arm(s, n, world, seat);
        if (a) return a;
    }
    return best_arm(s, n);
}

/* --- one simulation --------------------------------------------------------------------------- */

/* Whether the seat plays by its style, so that the tree does not choose its moves. */
static bool is_modelled(const search *s, int seat)
{
    if (!s->policy->mixture.prior || seat == KB_CHANCE || seat == s->self->seat) return false;
    return s->style[seat] || !s->policy->mixture.in_tree;
}

/* Whether the tree does not choose this move, because it is chance's, a surprise, or that of a seat that plays by its
 * style. */
static bool is_by_chance(search *s, const kb_state *world, int seat, kb_move *move)
{
    kb_span list[KB_SPANS_MAX];
    uint32_t one_in = (uint32_t)s->policy->search.surprises;
    bool surprise = one_in && seat != KB_CHANCE && seat != s->self->seat && !kb_rng_under(&s->luck, one_in);
    if (!surprise && is_modelled(s, seat)) {
        *move = bot_move_in_style(world, seat, s->style[seat], &s->others, &s->luck);
        return true;
    }
    if (seat != KB_CHANCE && !surprise) return false;
    int n = s->game->legal(world, seat, list, KB_SPANS_MAX);
    *move = surprise ? draw_move(&s->luck, list, n) : kb_rng_luck(&s->luck, list, n);
    return true;
}

static void make(search *s, kb_state *world, int seat, kb_move move)
{
    s->game->make(world, seat, move, NULL);
    s->self->simulated_moves++;
}

static choice take(search *s, kb_state *world, node *n, arm *a, int seat)
{
    choice taken = {a, seat};
    n->visits++;
    make(s, world, seat, a->move);
    return taken;
}

/* Guesses the hidden state: of a few worlds that fit the view, the one that best explains the moves of the others.
 * Sealed choices are made again by their seats, because a sampled one could be any legal choice, however foolish. */
static void guess_world(search *s, const kb_state *view, kb_state *world)
{
    kb_state other;
    s->game->sample(view, &s->luck, world);
    int least = s->policy->misfits ? s->policy->misfits(world, &s->clues) : 0;
    __builtin_memset(&other, 0, sizeof other);
    for (int i = 1; least && i < GUESSES; i++) {
        s->game->sample(view, &s->luck, &other);
        int misfits = s->policy->misfits(&other, &s->clues);
        if (misfits >= least) continue;
        least = misfits;
        *world = other;
    }
    if (s->policy->recall) s->policy->recall(&s->self->memory, s->self->seat, world);
    if (s->policy->reopen) s->policy->reopen(world);
    if (s->policy->mixture.prior) bot_draw_styles(s->self, s->policy, world->setup.seats, &s->luck, s->style);
}

/* Chooses the root's arm first, then the world. The nth visit of every arm uses the same world, to compare fairly. */
static choice leave_root(search *s, const kb_state *view, kb_state *world)
{
    arm *a = choose_arm(s, s->root, view, s->self->seat);
    s->luck = kb_rng_seeded(s->seed + a->visits);
    guess_world(s, view, world);
    return take(s, world, s->root, a, s->self->seat);
}

/* Walks down to a view that has not been visited. Returns the number of choices made. */
static int walk_down(search *s, kb_state *world, choice *path)
{
    kb_state view;
    int depth = 0;
    uint32_t actors;
    __builtin_memset(&view, 0, sizeof view);
    while (depth < DEPTH_MAX && (actors = s->game->actors(world))) {
        int seat = kb_lowest_bit(actors);
        kb_move move;
        if (is_by_chance(s, world, seat, &move)) {
            make(s, world, seat, move);
            continue;
        }
        s->game->redact(world, seat, &view);
        node *n = node_of(s, key_of(s, &view, seat));
        arm *a = n ? choose_arm(s, n, world, seat) : NULL;
        if (!a) break;
        bool fresh = !n->visits;
        path[depth++] = take(s, world, n, a, seat);
        if (fresh) break;
    }
    return depth;
}

static void play_out(search *s, kb_state *world)
{
    uint32_t actors;
    while ((actors = s->game->actors(world)) && s->game->round(world) <= s->last_round) {
        int seat = kb_lowest_bit(actors);
        const bot_memory *memory = seat == s->self->seat ? &s->self->memory : &s->others;
        kb_move move;
        if (!is_by_chance(s, world, seat, &move)) move = s->policy->greedy(world, seat, memory, &s->luck);
        make(s, world, seat, move);
    }
}

/* What the end of the game is worth to each seat, or the standing if it was not reached: 0 … 1. An end without a winner
 * is the worst result for everybody, even for the leader. */
static void judge(const search *s, const kb_state *world, double worth[KB_SEATS_MAX])
{
    kb_result result;
    int n = world->setup.seats;
    bool over = s->game->over(world, &result);
    if (over && !result.winners_mask) return; /* worth is all zero */
    double win_worth = over ? WIN_WORTH : 0;
    if (!over) s->game->standing(world, result.score);
    for (int i = 0; i < n; i++) {
        int32_t rival = INT32_MIN;
        for (int k = 0; k < n; k++)
            if (k != i && result.score[k] > rival) rival = result.score[k];
        double lead = (double)result.score[i] - (double)rival;
        double size = lead < 0 ? -lead : lead;
        double won = over && result.winners_mask >> i & 1 ? 1.0 / kb_count_bits(result.winners_mask) : 0;
        worth[i] = win_worth * won + (1 - win_worth) * (0.5 + 0.5 * lead / (size + s->policy->clear_lead(world)));
    }
}

static double score_in(const search *s, const kb_state *world)
{
    int32_t score[KB_SEATS_MAX];
    s->game->standing(world, score);
    return score[s->self->seat];
}

/* A bot with a memory also cares about the results of those it likes and dislikes. */
static void add_feelings(const search *s, double worth[KB_SEATS_MAX])
{
    double feeling = 0;
    for (int i = 0; i < KB_SEATS_MAX; i++)
        if (i != s->self->seat) feeling += worth[i] * s->self->memory.regard[i] / 100;
    worth[s->self->seat] += FEELING_WORTH * feeling;
}

static void simulate(search *s, const kb_state *view, kb_state *world)
{
    choice path[DEPTH_MAX + 1];
    double worth[KB_SEATS_MAX] = {0};
    path[0] = leave_root(s, view, world);
    int depth = 1 + walk_down(s, world, path + 1);
    play_out(s, world);
    judge(s, world, worth);
    if (s->self->memory.character) add_feelings(s, worth);
    for (int i = 0; i < depth; i++) {
        path[i].chosen->visits++;
        path[i].chosen->worth += worth[path[i].seat];
    }
    s->sum += worth[s->self->seat];
    s->squares += worth[s->self->seat] * worth[s->self->seat];
    s->score += score_in(s, world);
    s->self->simulations++;
}

/* --- the decision ----------------------------------------------------------------------------- */

/* At least one simulation, and at most as many as were asked for and as the clock allows. */
static bool goes_on(const search *s, const bot_room *room, uint32_t done)
{
    const bot_spec *spec = &s->self->spec;
    bool timed = spec->milliseconds && room->late;
    uint32_t most = s->simulations ? s->simulations : timed ? UINT32_MAX : BOT_SIMULATIONS;
    if (!done) return true;
    if (done >= most) return false;
    return !timed || done % ASK_CLOCK_EACH || !room->late(room->clock, spec->milliseconds);
}

/* The standard deviation of the results of the simulations. */
static double spread(const search *s)
{
    double mean = s->sum / s->root->visits, variance = s->squares / s->root->visits - mean * mean;
    return variance > 0 ? __builtin_sqrt(variance) : 0;
}

static bool may_choose(const search *s, const kb_state *view, kb_move move)
{
    return !s->policy->is_absurd || !s->policy->is_absurd(view, s->self->seat, &s->self->memory, move);
}

/* The policy's own move, unless another is clearly better. */
static kb_move verdict(const search *s, const kb_state *view)
{
    kb_move best = {0};
    double most = 0, doubt = DOUBT * spread(s);
    bool found = false;
    for (uint32_t i = s->root->arms; i; i = s->arms[i].next) {
        const arm *a = &s->arms[i];
        bool first = !a->next; /* the policy's: later arms are added in front of it */
        double worth = a->worth / a->visits - (first ? 0 : doubt / __builtin_sqrt(a->visits));
        if (s->policy->favour)
            worth += FAVOUR_WORTH[s->self->memory.character] * s->policy->favour(view, a->move) / 100;
        if (found && worth < most) continue;
        if (!first && !may_choose(s, view, a->move)) continue;
        found = true;
        best = a->move;
        most = worth;
    }
    return best;
}

static search search_for(bot *b, const kb_state *view, const bot_choices *choices)
{
    search s = {.self = b, .choices = choices, .game = kb_game_of(view), .policy = bot_policy_of(view)};
    s.others = bot_memory_of_others(b, s.policy);
    s.simulations = bot_simulations(&b->spec, view->setup.game);
    return s;
}

/* Runs the simulations. The room is divided already. */
static void run(search *s, const kb_state *view, const bot_room *room)
{
    kb_state world;
    __builtin_memset(&world, 0, sizeof world);
    s->seed = kb_rng_draw(&s->self->rng);
    s->luck = kb_rng_seeded(s->seed);
    s->last_round = s->game->round(view) + s->policy->search.rounds_ahead;
    if (s->policy->mixture.prior) bot_expect_styles(s->self, s->policy);
    if (s->policy->infer) s->policy->infer(view, s->self->seat, &s->clues);
    s->root = node_of(s, key_of(s, view, s->self->seat));
    for (uint32_t done = 0; goes_on(s, room, done); done++) simulate(s, view, &world);
}

kb_move bot_search(bot *b, const kb_state *view, const bot_choices *choices, const bot_room *room)
{
    search s = search_for(b, view, choices);
    kb_span list[KB_SPANS_MAX];
    if (s.game->legal(view, b->seat, list, KB_SPANS_MAX) == 1 && list->n == 1) return list->move;
    if (choices && choices->n == 1 && choices->list->n == 1) return choices->list->move;
    if (!divide_room(&s, room))
        return bot_nearest(choices, s.policy->greedy(view, b->seat, &b->memory, &b->rng), &b->rng);
    run(&s, view, room);
    return verdict(&s, view);
}

bot_worth bot_appraise(const bot *b, const kb_state *view, kb_move move, const bot_room *room)
{
    const kb_span only = {.move = move, .n = 1};
    const bot_choices choices = {&only, 1};
    bot copy = *b; /* so that all moves of a decision are appraised in the same worlds */
    search s = search_for(&copy, view, &choices);
    if (!divide_room(&s, room)) return (bot_worth){0};
    run(&s, view, room);
    double n = s.root->visits;
    return (bot_worth){(int32_t)(s.sum / n * BOT_WORTH_MAX), (int32_t)(spread(&s) / __builtin_sqrt(n) * BOT_WORTH_MAX),
                       (int32_t)(s.score / n)};
}
