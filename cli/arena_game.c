/* arena_game.c: line-ups, and one game of an arena. */
#include <string.h>

#include "../core/rng.h"
#include "arena.h"
#include "tell.h"

/* --- line-ups ---------------------------------------------------------------------------------------- */

/* The number of seats that are drawn from the field. */
static int drawn_seats(const arena_plan *plan)
{
    return plan->n_bots > plan->n_named ? plan->setup.seats - plan->n_named : 0;
}

int arena_places(const arena_plan *plan)
{
    int drawn = drawn_seats(plan);
    if (drawn) return plan->n_named + (plan->n_bots - plan->n_named) * drawn;
    return plan->n_bots > plan->setup.seats ? plan->n_bots : plan->setup.seats;
}

int arena_bot_at(const arena_plan *plan, int place)
{
    int drawn = drawn_seats(plan);
    if (drawn && place >= plan->n_named) return plan->n_named + (place - plan->n_named) / drawn;
    return place < plan->n_bots ? place : plan->n_bots - 1;
}

/* The binomial coefficient: ways to choose k of n. */
static uint64_t ways(int n, int k)
{
    uint64_t product = 1;
    for (int i = 1; i <= k; i++) product = product * (uint64_t)(n - k + i) / (uint64_t)i;
    return k < 0 || k > n ? 0 : product;
}

uint64_t arena_lineups(const arena_plan *plan)
{
    if (drawn_seats(plan)) return (plan->games + plan->setup.seats - 1) / plan->setup.seats;
    return ways(arena_places(plan), plan->setup.seats);
}

/* The choice of places with this number, in lexicographic order. */
static void choose_places(int n_places, int seats, uint64_t number, int *place)
{
    for (int next = 0, chosen = 0; chosen < seats; next++) {
        uint64_t with_next = ways(n_places - next - 1, seats - chosen - 1);
        if (number < with_next) {
            place[chosen++] = next;
        } else {
            number -= with_next;
        }
    }
}

/* The permutation of n places with this number, in lexicographic order. Numbers wrap around. */
static void arrange(int *place, int n, uint64_t number)
{
    uint64_t orders = 1;
    for (int i = 2; i <= n; i++) orders *= (uint64_t)i;
    number %= orders;
    for (int left = n; left > 1; left--, place++) {
        orders /= (uint64_t)left;
        int at = (int)(number / orders), next = place[at];
        memmove(place + 1, place, (size_t)at * sizeof *place);
        *place = next;
        number %= orders;
    }
}

/* The generator for this number under a seed. */
static kb_rng numbered_rng(uint64_t seed, uint64_t number)
{
    kb_rng of_seed = kb_rng_seeded(seed);
    return kb_rng_seeded(kb_rng_draw(&of_seed) + number);
}

/* Draws a bot of the field by weight. */
static int draw_bot(const arena_plan *plan, kb_rng *rng)
{
    uint32_t total = 0;
    int drawn = plan->n_named;
    for (int i = drawn; i < plan->n_bots; i++) total += plan->bots[i].weight;
    for (uint32_t left = kb_rng_under(rng, total); left >= plan->bots[drawn].weight; drawn++)
        left -= plan->bots[drawn].weight;
    return drawn;
}

/* The named bots, and bots drawn from the field for the other seats, in random order. */
static void draw_places(const arena_plan *plan, uint64_t round, int *place)
{
    int seats = plan->setup.seats, drawn = drawn_seats(plan);
    kb_rng rng = numbered_rng(~plan->seed, round);
    for (int i = 0; i < seats; i++) {
        int copy = i - plan->n_named;
        place[i] = copy < 0 ? i : plan->n_named + (draw_bot(plan, &rng) - plan->n_named) * drawn + copy;
    }
    for (int i = seats - 1; i > 0; i--) {
        int other = (int)kb_rng_under(&rng, (uint32_t)i + 1), kept = place[i];
        place[i] = place[other];
        place[other] = kept;
    }
}

/* A line-up is rotated through all seats before the next one. When all line-ups have been played, they are repeated in
 * another order around the table, because neighbours matter. */
void arena_lineup(const arena_plan *plan, uint64_t game, int place[KB_SEATS_MAX])
{
    uint64_t seats = plan->setup.seats, lineups = arena_lineups(plan), round = game / seats;
    int chosen[KB_SEATS_MAX];
    if (drawn_seats(plan)) {
        draw_places(plan, round, chosen);
    } else {
        choose_places(arena_places(plan), plan->setup.seats, round % lineups, chosen);
        arrange(chosen + 1, plan->setup.seats - 1, round / lineups);
    }
    for (uint64_t i = 0; i < seats; i++) place[(i + game) % seats] = chosen[i];
}

/* --- a game ------------------------------------------------------------------------------------------ */

typedef struct table {
    kb_state state;
    kb_rng luck;
    uint64_t draws_seed,
        n_draws; /* duplicate luck: the nth draw is the same in every rotation; seed 0: no duplicate luck */
    player *at[KB_SEATS_MAX];
    FILE *record; /* or NULL */
    cli_tally deals;
} table;

static void write_down(const table *t, const kb_text *line)
{
    KB_ASSERT(!line->cut);
    if (t->record) cli_print(t->record, line);
}

/* A game depends only on the seed and its own number, not on how many others are played. With duplicate luck it
 * depends on the number of its line-up instead, and each bot has the same seed in every seat. */
static void sit_down(const arena_plan *plan, uint64_t game, const int *place, player *players, table *t)
{
    uint64_t number = plan->duplicate ? game / plan->setup.seats : game;
    kb_rng of_game = numbered_rng(plan->seed, number);
    t->luck = kb_rng_seeded(kb_rng_draw(&of_game));
    t->draws_seed = plan->duplicate ? kb_rng_draw(&of_game) : 0;
    for (int i = 0; i < plan->setup.seats; i++) {
        uint64_t turned = plan->duplicate ? game : 0;
        int seat = (int)(((uint64_t)i + turned) % plan->setup.seats);
        t->at[seat] = &players[place[seat]];
        player_sit(t->at[seat], seat, kb_rng_draw(&of_game));
        t->at[seat]->program_ms = (uint32_t)plan->program_ms;
    }
}

static void open_record(const arena_plan *plan, uint64_t game, const table *t)
{
    char buffer[KB_SEATS_MAX * 6 * PLAYER_SPEC_MAX + 2048]; /* JSON needs at most six bytes for one */
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_put_setup_line(&plan->setup, KB_VERSION, &line);
    kb_putj(&line, "{meta:{seats:{");
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        char role[PLAYER_SPEC_MAX + 8];
        snprintf(role, sizeof role, "bot %s", t->at[seat]->spec.text);
        kb_putj(&line, "%s:%s", kb_seat_name(&plan->setup, seat), role);
    }
    kb_putj(&line, "}, arena:{seed:%lld, game:%lld}}}\n", (long long)plan->seed, (long long)game);
    write_down(t, &line);
}

/* Lets every seat speak, and tells the others. */
static void talk(table *t)
{
    const kb_setup *setup = &t->state.setup;
    for (int seat = 0; seat < setup->seats; seat++) {
        char said[2 * PLAYER_SAY_MAX], buffer[16 * PLAYER_SAY_MAX];
        kb_text words = kb_text_in(said, sizeof said);
        kb_text line = kb_text_in(buffer, sizeof buffer);
        uint32_t to_mask;
        if (!player_speak(t->at[seat], setup, &words, &to_mask)) continue;
        kb_put_talk_line(setup, seat, to_mask, said, words.n, &line);
        write_down(t, &line);
        for (int other = 0; other < setup->seats; other++) player_hear_talk(t->at[other], setup, seat, to_mask, said);
    }
}

/* A random seat that owes a move; all are equally likely. */
static int next_actor(table *t)
{
    uint32_t actors = kb_actors(&t->state);
    for (uint32_t skip = kb_rng_under(&t->luck, (uint32_t)kb_count_bits(actors)); skip > 0; skip--)
        actors &= actors - 1;
    return kb_lowest_bit(actors);
}

static kb_move draw(table *t)
{
    kb_span list[KB_SPANS_MAX];
    int n = kb_legal(&t->state, KB_CHANCE, list, KB_SPANS_MAX);
    kb_rng own = kb_rng_seeded(t->draws_seed + t->n_draws++);
    return kb_rng_luck(t->draws_seed ? &own : &t->luck, list, n);
}

static void make_move(table *t, player_room *room)
{
    char buffer[256];
    kb_text line = kb_text_in(buffer, sizeof buffer);
    kb_events events;
    kb_move move;
    int seat = next_actor(t);
    move = seat == KB_CHANCE ? draw(t) : player_decide(t->at[seat], &t->state, NULL, room);
    if (t->record) kb_put_move_line(&t->state, seat, move, &line);
    write_down(t, &line);
    kb_apply(&t->state, seat, move, &events);
    cli_count_deals(&t->deals, &t->state, &events);
    for (int other = 0; other < t->state.setup.seats; other++) player_hear(t->at[other], &t->state, &events);
    talk(t);
}

static void note_result(const arena_plan *plan, const int *place, const table *t, arena_game *out)
{
    kb_result result;
    kb_over(&t->state, &result);
    out->winners_mask = (uint8_t)result.winners_mask;
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        const player *p = t->at[seat];
        out->seat[seat] = (arena_seat){
            .bot = (uint8_t)arena_bot_at(plan, place[seat]),
            .score = result.score[seat],
            .kept = (uint32_t)t->deals.kept[seat],
            .broken = (uint32_t)t->deals.broken[seat],
            .decisions = (uint32_t)p->decisions,
            .forfeits = (uint32_t)p->forfeits,
            .simulations = p->bot.simulations,
            .moves = p->bot.simulated_moves,
            .ns = p->decided_ns,
        };
    }
    out->done = true;
}

bool arena_play(const arena_plan *plan, uint64_t game, player *players, player_room *room, FILE *record,
                bool (*stop)(void), arena_game *out)
{
    char buffer[1024];
    kb_text end = kb_text_in(buffer, sizeof buffer);
    int place[KB_SEATS_MAX];
    table t = {.record = record};
    arena_lineup(plan, game, place);
    sit_down(plan, game, place, players, &t);
    kb_start(&t.state, &plan->setup);
    if (record) open_record(plan, game, &t);
    while (!kb_over(&t.state, NULL)) {
        if (stop()) return false;
        make_move(&t, room);
    }
    kb_put_end_line(&t.state, &end);
    write_down(&t, &end);
    note_result(plan, place, &t, out);
    for (int seat = 0; seat < plan->setup.seats; seat++) player_end(t.at[seat], &t.state);
    return true;
}
