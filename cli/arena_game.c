/* arena_game.c: one game of an arena. */
#include <stdlib.h>
#include <string.h>

#include "../core/rng.h"
#include "../table/follow.h"
#include "../table/parley.h"
#include "arena.h"
#include "tell.h"

/* --- a game ------------------------------------------------------------------------------------------ */

typedef struct table {
    kb_state state;
    kb_rng luck;
    uint64_t draws_seed,
        n_draws; /* duplicate luck: the nth draw is the same in every rotation; seed 0: no duplicate luck */
    player *at[KB_SEATS_MAX];
    FILE *record; /* or NULL */
    cli_tally deals;
    /* With promises: */
    kb_table *whole;   /* in the memory of the room */
    kb_follower heard; /* how far the deals are counted */
} table;

static const kb_state *state_of(const table *t)
{
    return t->whole ? &t->whole->state : &t->state;
}

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
    kb_rng of_game = arena_rng(plan->seed, number);
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
    int n = kb_legal(state_of(t), KB_CHANCE, list, KB_SPANS_MAX);
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
    move = seat == KB_CHANCE ? draw(t) : player_decide(t->at[seat], &t->state, room);
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
    kb_over(state_of(t), &result);
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

/* What became of everybody's proposals and promises. */
static void note_pacts(const kb_table *t, arena_game *out)
{
    kb_book book = kb_table_book(t);
    kb_seals seals;
    kb_count_seals(&book, KB_SPECTATOR, &seals);
    for (uint32_t i = 0; i < book.n; i++) {
        arena_seat *seat = &out->seat[book.at[i].by];
        seat->proposed += book.at[i].with_mask != 0;
        seat->accepted += book.at[i].with_mask != 0 && book.at[i].state == KB_PACT_STOOD;
    }
    for (int seat = 0; seat < t->setup.seats; seat++)
        for (int verdict = 0; verdict < KB_VERDICTS; verdict++)
            out->seat[seat].promises[verdict] = (uint32_t)seals.of[seat][verdict];
}

/* --- a game with promises ------------------------------------------------------------------------------- */

enum { HOST = 1, FIRST_PERSON = 2, TEXT_BYTES = sizeof(bot_reply) };

/* Makes room in the table for one more call. */
static bool make_room(table *t, player_room *room)
{
    size_t wants = kb_table_bytes(t->whole, TEXT_BYTES);
    if (t->whole && wants <= t->whole->bytes) return true;
    if (wants > room->table_bytes) {
        kb_table *more = realloc(room->table, 2 * wants);
        if (!more) return false;
        room->table = more;
        room->table_bytes = 2 * wants;
    }
    if (t->whole) kb_table_grow(room->table, room->table_bytes);
    t->whole = room->table;
    return true;
}

static bool add(table *t, kb_entry entry)
{
    char reason[KB_WHY_MAX];
    kb_text why = kb_text_in(reason, sizeof reason);
    if (!entry.who) entry.who = HOST;
    return kb_table_add(t->whole, &entry, NULL, &why);
}

/* Bots of ours are bots of the table, scripts and programs are people. */
static bool seat_down(table *t, int seat)
{
    const char *name = t->at[seat]->spec.text;
    bool is_ours = !player_script(name) && !player_command(name);
    if (is_ours) return add(t, (kb_entry){.kind = KB_DO_BOT, .seat = seat, .bot = name});
    kb_entry sits = {.kind = KB_DO_SIT, .seat = seat, .who = (uint32_t)(FIRST_PERSON + seat), .person = ""};
    sits.name = player_script(name) ? name : "";
    return add(t, sits);
}

/* A table at which everything may be said and promised, and nobody waits. */
static bool open_table(const arena_plan *plan, table *t, player_room *room)
{
    kb_entry begins = {.kind = KB_DO_TABLE, .name = "", .version = KB_VERSION, .setup = plan->setup};
    begins.rules = (kb_table_rules){.pace = KB_PACE_OFF, .open_talk = true, .given = KB_TABLE_RULES_ALL};
    bool fine = make_room(t, room) && kb_table_in(room->table, room->table_bytes) && add(t, begins);
    kb_bots_begin(t->whole, kb_rng_draw(&t->luck));
    for (int seat = 0; fine && seat < plan->setup.seats; seat++) fine = make_room(t, room) && seat_down(t, seat);
    return fine && make_room(t, room) && add(t, (kb_entry){.kind = KB_DO_START});
}

/* Bots of the table move first, since it chooses which of them does. */
static uint32_t next_due(const kb_table *t)
{
    uint32_t bots = kb_table_bots_due(t);
    return bots ? bots : kb_actors(&t->state);
}

/* One thing that somebody does: luck, a turn to speak, or a move. */
static void go_on(const arena_plan *plan, table *t, player_room *room)
{
    if (kb_table_owes_luck(t->whole)) {
        kb_table_draw(t->whole, draw(t), NULL);
        return;
    }
    int seat = kb_parley_seat(t->whole, (int)plan->lines);
    if (seat < 0) {
        player_move(t->at[kb_lowest_bit(next_due(t->whole))], t->whole, room);
    } else {
        player_parley(t->at[seat], t->whole);
    }
}

static void follow(table *t)
{
    kb_followed step;
    while (kb_follow(&t->heard, t->whole, &step))
        if (step.events.n) cli_count_deals(&t->deals, &t->heard.state, &step.events);
}

/* Writes the record's lines after those of its head, which is the arena's own. */
static bool write_lines(const table *t)
{
    char *lines = t->record ? malloc(KB_RECORD_BYTES) : NULL;
    size_t after = 0;
    bool is_head = true;
    if (!t->record) return true;
    if (!lines) return false;
    do {
        kb_text text = kb_text_in(lines, KB_RECORD_BYTES);
        after = kb_table_record(t->whole, KB_SPECTATOR, after, SIZE_MAX - after, &text);
        const char *from = lines;
        for (int skip = is_head ? 2 : 0; skip > 0; skip--) from = strchr(from, '\n') + 1;
        fputs(from, t->record);
        is_head = false;
    } while (after);
    free(lines);
    return true;
}

static bool negotiate(const arena_plan *plan, table *t, player_room *room, bool (*stop)(void))
{
    bool fine = open_table(plan, t, room);
    while (fine && t->whole->stage == KB_PLAYING && !t->whole->is_damaged) {
        if (stop()) return false;
        fine = make_room(t, room);
        if (fine) go_on(plan, t, room);
        follow(t);
    }
    for (int seat = 0; fine && seat < plan->setup.seats; seat++) player_leave(t->at[seat], t->whole);
    if (!fine) cli_input_error("out of memory");
    KB_ASSERT(!fine || !t->whole->is_damaged);
    return fine && write_lines(t);
}

/* --- any game ------------------------------------------------------------------------------------------ */

static bool play(const arena_plan *plan, table *t, player_room *room, bool (*stop)(void))
{
    char buffer[1024];
    kb_text end = kb_text_in(buffer, sizeof buffer);
    kb_start(&t->state, &plan->setup);
    while (!kb_over(&t->state, NULL)) {
        if (stop()) return false;
        make_move(t, room);
    }
    kb_put_end_line(&t->state, &end);
    write_down(t, &end);
    for (int seat = 0; seat < plan->setup.seats; seat++) player_end(t->at[seat], &t->state);
    return true;
}

bool arena_play(const arena_plan *plan, uint64_t game, player *players, player_room *room, FILE *record,
                bool (*stop)(void), arena_game *out)
{
    int place[KB_SEATS_MAX];
    table t = {.record = record};
    arena_lineup(plan, game, place);
    sit_down(plan, game, place, players, &t);
    if (record) open_record(plan, game, &t);
    if (!(plan->pacts ? negotiate(plan, &t, room, stop) : play(plan, &t, room, stop))) return false;
    note_result(plan, place, &t, out);
    if (plan->pacts) note_pacts(t.whole, out);
    return true;
}
