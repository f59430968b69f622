/* arena_curve.c: `kickback arena intrige --curve`: what a bribe buys. In each game one payer bribes one landlord with a
 * part of their cash. The part is drawn at random for each bribe, whatever the others pay. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../games/intrige/tables.h"
#include "arena.h"

/* Percent of the payer's cash. */
static const uint8_t parts[ARENA_CURVE_PARTS] = {0, 12, 25, 50};

typedef struct worker {
    const arena_plan *plan;
    const player_spec *landlord;
    uint64_t first, step;
    arena_curve curve;
    bool failed;
} worker;

typedef struct table {
    kb_state state;
    kb_rng luck;
    player at[KB_SEATS_MAX];
    int landlord, payer;
    uint8_t part_of[64]; /* by scholar: the index of the part paid in this stage; KB_NONE: none */
} table;

static bool is_asked(const table *t, int seat)
{
    const intrige_state *s = (const intrige_state *)&t->state;
    return seat == t->payer && s->step == INTRIGE_BRIBE && s->stage == INTRIGE_UNCONTESTED && s->turn == t->landlord;
}

/* Pays a part of the payer's cash, but at least the minimum. */
static kb_move pay_part(table *t)
{
    const intrige_state *s = (const intrige_state *)&t->state;
    int claim = intrige_due_claim(s, t->payer), part = (int)kb_rng_under(&t->luck, ARENA_CURVE_PARTS);
    int32_t step = intrige_box_of(s)->step;
    intrige_range range = intrige_bribes(s, claim);
    int32_t amount = s->purse.of[t->payer] / 100 * parts[part] / step * step;
    t->part_of[s->claim[claim].scholar] = (uint8_t)part;
    amount = amount < range.low ? range.low : amount > range.high ? range.high : amount;
    return kb_move_of(INTRIGE_DO_BRIBE, 0, 0, 0, amount);
}

/* Notes the rank of the post among the free ones: 0 the worst … 1 the best. */
static void note_post(table *t, kb_move move, arena_curve *out)
{
    const intrige_state *s = (const intrige_state *)&t->state;
    int lower = 0, free = 0;
    uint8_t part = t->part_of[move.a];
    for (int post = 0; post < intrige_box_of(s)->posts; post++) {
        if (s->palace[s->turn][post] != KB_NONE) continue;
        lower += post < move.b;
        free++;
    }
    t->part_of[move.a] = KB_NONE;
    if (part == KB_NONE || free < 2) return;
    out->posts[part]++;
    out->rank[part] += (double)lower / (free - 1);
}

static void play(const arena_plan *plan, table *t, uint64_t game, player_room *room, arena_curve *out)
{
    int seats = plan->setup.seats > 1 ? plan->setup.seats : 2;
    kb_rng of_seed = kb_rng_seeded(plan->seed), of_game = kb_rng_seeded(kb_rng_draw(&of_seed) + game);
    t->luck = kb_rng_seeded(kb_rng_draw(&of_game));
    t->landlord = (int)(game % (uint64_t)seats);
    t->payer = (t->landlord + 1 + (int)(game / (uint64_t)seats % (uint64_t)(seats - 1))) % seats;
    memset(t->part_of, KB_NONE, sizeof t->part_of);
    for (int seat = 0; seat < seats; seat++)
        player_sit(&t->at[seat == t->landlord ? 0 : 1 + (seat + seats - t->landlord - 1) % seats], seat,
                   kb_rng_draw(&of_game));
    kb_start(&t->state, &plan->setup);
    while (!kb_over(&t->state, NULL)) {
        kb_events events;
        kb_move move;
        int seat;
        kb_pick(&t->state, &t->luck, &seat, &move);
        player *p = seat == KB_CHANCE     ? NULL
                    : seat == t->landlord ? &t->at[0]
                                          : &t->at[1 + (seat + seats - t->landlord - 1) % seats];
        if (p) move = is_asked(t, seat) ? pay_part(t) : player_decide(p, &t->state, room);
        if (seat == t->landlord && move.verb == INTRIGE_DO_PLACE) note_post(t, move, out);
        kb_apply(&t->state, seat, move, &events);
        for (int i = 0; i < seats; i++) player_hear(&t->at[i], &t->state, &events);
    }
}

static void *work(void *argument)
{
    worker *w = argument;
    table *t = calloc(1, sizeof *t);
    player_room room;
    player_spec others;
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    w->failed = !t || !player_room_open(&room);
    if (w->failed) {
        free(t);
        return NULL;
    }
    player_read("greedy", &others, &why);
    for (int i = 0; i < w->plan->setup.seats; i++)
        w->failed |= !player_open(&t->at[i], i ? &others : w->landlord, &why);
    for (uint64_t game = w->first; !w->failed && game < w->plan->games; game += w->step)
        play(w->plan, t, game, &room, &w->curve);
    for (int i = 0; i < w->plan->setup.seats; i++) player_close(&t->at[i]);
    player_room_close(&room);
    free(t);
    return NULL;
}

bool arena_run_curve(const arena_plan *plan, int which, arena_curve *out)
{
    enum { THREADS_MAX = 64 };
    static worker workers[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    uint64_t n = plan->threads < THREADS_MAX ? plan->threads : THREADS_MAX;
    bool fine = true;
    memset(out, 0, sizeof *out);
    for (uint64_t i = 0; i < n; i++) {
        workers[i] = (worker){.plan = plan, .landlord = &plan->bots[which].spec, .first = i, .step = n};
        if (pthread_create(&threads[i], NULL, work, &workers[i])) return false;
    }
    for (uint64_t i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        fine &= !workers[i].failed;
        for (int part = 0; part < ARENA_CURVE_PARTS; part++) {
            out->posts[part] += workers[i].curve.posts[part];
            out->rank[part] += workers[i].curve.rank[part];
        }
    }
    for (int part = 0; part < ARENA_CURVE_PARTS; part++)
        if (out->posts[part]) out->rank[part] /= (double)out->posts[part];
    return fine;
}

bool arena_print_curves(const arena_plan *plan, FILE *to)
{
    bool fine = true;
    fprintf(to,
            "The post that a bribe buys (0: the worst free one, 1: the best), by the share of cash paid;\n"
            "%llu games each, seed %llu\n\n%-28s %6s %6s %6s %6s %7s %6s\n",
            (unsigned long long)plan->games, (unsigned long long)plan->seed, "landlord", "0 %", "12 %", "25 %", "50 %",
            "rises", "posts");
    for (int b = 0; fine && b < plan->n_bots; b++) {
        arena_curve c;
        fine = arena_run_curve(plan, b, &c);
        uint64_t posts = c.posts[0] + c.posts[1] + c.posts[2] + c.posts[3];
        fprintf(to, "%-28s %6.2f %6.2f %6.2f %6.2f %7.2f %6llu\n", plan->bots[b].name, c.rank[0], c.rank[1], c.rank[2],
                c.rank[3], c.rank[3] - c.rank[0], (unsigned long long)posts);
    }
    return fine;
}
