/* bots.c: games between bots in every configuration of every game. Bots move legally, the same seed gives the same
 * game, and hidden information does not change a decision. Knows no game.
 *
 * usage: bots [--games N] [--seed S] [--only GAME]
 * N games in all, spread over the configurations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../core/rng.h"
#include "../engine/record.h"
#include "setups.h"

enum { MOVES_MAX = 20000, ROOM_BYTES = 32 << 20, SEARCH_ONCE_IN = 40, TWICE_ONCE_IN = 4, TWINS_ONCE_IN = 16 };

static const char *const kinds[] = {"random",        "greedy",       "greedy:honest",    "greedy:opportunist",
                                    "greedy:grudge", "easy:honest",  "easy:grudge",      "style:fair",
                                    "style:rival",   "style:fickle", "style:teamplayer", "style:saboteur"};
static const char *const searching_kinds[] = {"search:20", "search:20:honest", "search:20:opportunist",
                                              "search:20:grudge"};

/* The current game, for error messages. */
static struct {
    const char *config;
    uint64_t seed;
    int moves;
    const char *bot;
} now;

static void fail(const char *what)
{
    fprintf(stderr, "bots: %s\n  in %s, game %llu, move %d, by %s\n", what, now.config, (unsigned long long)now.seed,
            now.moves, now.bot);
    exit(1);
}

#define MUST(condition, what)         \
    do {                              \
        if (!(condition)) fail(what); \
    } while (0)

static bot_room room; /* shared: searches run one at a time */

/* --- at the table ------------------------------------------------------------------------------- */

typedef struct table {
    kb_state state;
    kb_rng luck;
    const char *kind[KB_SEATS_MAX];
    bot at[KB_SEATS_MAX];
} table;

static void sit_down(table *t, const kb_setup *setup, kb_rng *rng)
{
    bool searches = kb_rng_under(rng, SEARCH_ONCE_IN) == 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        char reason[KB_WHY_MAX];
        kb_text why = kb_text_in(reason, sizeof reason);
        bot_spec spec;
        t->kind[seat] = kinds[kb_rng_under(rng, KB_COUNT(kinds))];
        if (searches && seat == 0) t->kind[seat] = searching_kinds[kb_rng_under(rng, KB_COUNT(searching_kinds))];
        MUST(bot_read(t->kind[seat], &spec, &why), reason);
        bot_sit(&t->at[seat], &spec, seat, kb_rng_draw(rng));
    }
    t->luck = kb_rng_seeded(kb_rng_draw(rng));
    MUST(!kb_start(&t->state, setup), "a setup does not start");
}

/* A bot decides alike in two worlds that look the same to its seat. */
static void check_twins(const table *t, int seat, const kb_state *view, kb_move decided, const bot *before)
{
    kb_rng rng = kb_rng_seeded(now.seed + (uint64_t)now.moves);
    for (int i = 0; i < 2; i++) {
        kb_state world, seen;
        bot twin = *before;
        kb_sample(view, &rng, &world);
        kb_redact(&world, seat, &seen);
        MUST(memcmp(&seen, view, sizeof seen) == 0, "a sampled world looks different to its seat");
        kb_move move = bot_decide(&twin, &seen, &room);
        MUST(memcmp(&move, &decided, sizeof move) == 0, "a bot decides otherwise where only hidden things differ");
        MUST(memcmp(&twin.rng, &t->at[seat].rng, sizeof twin.rng) == 0, "a bot's luck depends on what is hidden");
    }
}

static kb_move decide(table *t, int seat)
{
    kb_state view, kept;
    bot before = t->at[seat];
    kb_redact(&t->state, seat, &view);
    kept = view;
    now.bot = t->kind[seat];
    kb_move move = bot_decide(&t->at[seat], &view, &room);
    MUST(memcmp(&view, &kept, sizeof view) == 0, "a bot changes what it looks at");
    MUST(!kb_check(&t->state, seat, move), "a bot's move is refused");
    if ((now.seed + (uint64_t)now.moves) % TWINS_ONCE_IN == 0) check_twins(t, seat, &view, move, &before);
    return move;
}

static void check_memory(const table *t, int seat)
{
    const bot *b = &t->at[seat];
    for (int other = 0; other < t->state.setup.seats; other++)
        MUST(b->memory.regard[other] >= -100 && b->memory.regard[other] <= 100, "a regard out of its limits");
    if (!b->line.phrase) return;
    char words[256];
    kb_text text = kb_text_in(words, sizeof words);
    MUST(b->line.phrase < BOT_PHRASES, "a phrase that is none");
    MUST(b->line.about == KB_NONE || b->line.about < t->state.setup.seats, "talk about somebody who is not there");
    MUST(b->line.phrase != b->said.phrase || b->line.about != b->said.about, "a line said twice in a row");
    bot_write_line(b, &t->state.setup, &text);
    MUST(text.n > 0 && !text.cut && !strchr(words, '%'), "a line without words");
    MUST(!strpbrk(words, "0123456789"), "a line that names a sum");
}

static void tell(table *t, const kb_events *events)
{
    for (int seat = 0; seat < t->state.setup.seats; seat++) {
        kb_state view;
        kb_redact(&t->state, seat, &view);
        for (int i = 0; i < events->n; i++)
            if (events->at[i].seen_by & 1u << seat) bot_watch(&t->at[seat], &view, &events->at[i]);
        now.bot = t->kind[seat];
        check_memory(t, seat);
        bot_spoke(&t->at[seat]);
    }
}

/* Hashes all moves of a game. */
static uint64_t mix(uint64_t hash, int seat, kb_move move)
{
    uint64_t bits;
    memcpy(&bits, &move, sizeof bits);
    return (hash ^ bits ^ (uint64_t)seat << 56) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

static uint64_t play(const kb_setup *setup, uint64_t seed)
{
    kb_rng rng = kb_rng_seeded(seed);
    table t = {0};
    uint64_t hash = 0;
    sit_down(&t, setup, &rng);
    for (now.moves = 0; !kb_over(&t.state, NULL); now.moves++) {
        kb_events events;
        kb_move move;
        int seat;
        MUST(now.moves < MOVES_MAX, "the game does not end");
        kb_pick(&t.state, &t.luck, &seat, &move);
        if (seat != KB_CHANCE) move = decide(&t, seat);
        hash = mix(hash, seat, move);
        kb_apply(&t.state, seat, move, &events);
        tell(&t, &events);
    }
    return hash ^ kb_hash(&t.state);
}

/* --- configurations ------------------------------------------------------------------------------ */

static void play_setup(const setups_game *game)
{
    now.config = game->config;
    now.seed = game->seed;
    uint64_t hash = play(game->setup, game->luck);
    if (now.seed % TWICE_ONCE_IN == 0) MUST(play(game->setup, game->luck) == hash, "the same seed gives another game");
}

int main(int argc, char **argv)
{
    room = (bot_room){malloc(ROOM_BYTES), ROOM_BYTES, NULL, NULL};
    if (!room.memory) return 1;
    play_all_setups(argc, argv, play_setup, "by bots");
    free(room.memory);
    return 0;
}
