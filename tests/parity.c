/* parity.c: plays golden records and random games natively, for comparison with other targets.
 *
 *     parity golden FILE.kbr…      a line for each: its name and the fold of its states
 *     parity check HASHES.txt      the records beside the list still come to what it says
 *     parity numbers FILE.kbr…     the same for what docs/encodings.md makes of the states
 *     parity recount NUMBERS.txt
 *     parity random [GAMES]        a line for each configuration: setup in numbers, fold of GAMES games
 *     parity batches GAMES         likewise for what batches of GAMES games write, with random actions
 *     parity bots GAMES            likewise for games of bots, in fewer configurations
 *     parity level GAME LEVEL      what easy, medium, hard decide: fold, simulations and seconds they took */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../engine/record.h"
#include "../targets/parity_bots.h"

enum { NUMBERS_MAX = 4096 };

typedef uint64_t (*fold_of)(const kb_state *);

/* The observation and the mask of every seat that owes a move. */
static uint64_t fold_numbers(const kb_state *state)
{
    static int8_t seen[NUMBERS_MAX];
    static uint8_t mask[NUMBERS_MAX];
    int n = kb_observations(state->setup.game), n_actions = kb_actions(state->setup.game);
    uint64_t sum = 0;
    if (n > NUMBERS_MAX || n_actions > NUMBERS_MAX) abort();
    for (int seat = 0; seat < state->setup.seats; seat++) {
        if (!(kb_actors(state) >> seat & 1)) continue;
        if (kb_observe(state, seat, seen, n) || kb_action_mask(state, seat, mask, n_actions)) abort();
        sum = parity_fold_bytes(parity_fold_bytes(sum, seen, n), mask, n_actions);
    }
    return sum;
}

/* Reads a whole record. Returns false after printing what is wrong with it. */
static bool fold_record(const char *name, fold_of fold, uint64_t *sum)
{
    static char text[KB_LINE_MAX];
    static char buffer[KB_WHY_MAX];
    kb_replay replay;
    kb_line line;
    memset(&replay, 0, sizeof replay);
    *sum = 0;
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        return false;
    }
    while (fgets(text, sizeof text, file)) {
        kb_text why = kb_text_in(buffer, sizeof buffer);
        size_t n = strlen(text);
        bool whole = n > 0 && text[n - 1] == '\n';
        if (kb_replay_line(&replay, text, n - whole, whole, &line, NULL, &why) != KB_READ) {
            fprintf(stderr, "%s: %s\n", name, buffer);
            fclose(file);
            return false;
        }
        *sum = parity_fold(*sum, fold(&replay.state));
    }
    fclose(file);
    if (!replay.ended) fprintf(stderr, "%s: the game does not end\n", name);
    return replay.ended;
}

static int golden(int n, char **names, fold_of fold)
{
    for (int i = 0; i < n; i++) {
        uint64_t sum;
        const char *slash = strrchr(names[i], '/');
        if (!fold_record(names[i], fold, &sum)) return 1;
        printf("%s %016" PRIx64 "\n", slash ? slash + 1 : names[i], sum);
    }
    return 0;
}

static int check(const char *list, fold_of fold)
{
    char name[256];
    char path[4096];
    uint64_t expected;
    int checked = 0;
    int wrong = 0;
    const char *slash = strrchr(list, '/');
    FILE *file = fopen(list, "r");
    if (!file) {
        perror(list);
        return 1;
    }
    while (fscanf(file, "%255s %" SCNx64, name, &expected) == 2) {
        uint64_t sum;
        snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - list) : 0, list, name);
        bool same = fold_record(path, fold, &sum) && sum == expected;
        if (!same) printf("%s: comes to %016" PRIx64 ", not %016" PRIx64 "\n", name, sum, expected);
        wrong += !same;
        checked++;
    }
    fclose(file);
    printf("%d golden records, %d wrong\n", checked, wrong);
    return wrong > 0 || checked == 0;
}

static uint64_t fold_game(const kb_setup *setup, uint64_t seed)
{
    kb_state state;
    kb_rng rng = kb_rng_from(seed);
    uint64_t sum = 0;
    kb_start(&state, setup);
    while (!kb_over(&state, NULL)) {
        int seat;
        kb_move move;
        kb_pick(&state, &rng, &seat, &move);
        if (kb_apply(&state, seat, move, NULL)) abort();
        sum = parity_fold(sum, kb_hash(&state));
    }
    return sum;
}

/* Counts through the setups like an odometer. Returns false after the last. */
static bool next_setup(kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    for (int i = game->n_options - 1; i >= 0; i--) {
        int value = ++setup->option[i];
        if (value < kb_option_values(&game->options[i])) return true;
        setup->option[i] = 0;
    }
    if (++setup->seats <= game->seats_max) return true;
    setup->seats = game->seats_min;
    if (++setup->edition < game->n_editions) return true;
    if (!kb_game_at(setup->game + 1)) return false;
    kb_setup_default(setup, setup->game + 1);
    return true;
}

static void print_fold(const kb_setup *setup, uint64_t sum)
{
    printf("%d %d %d", setup->game, setup->edition, setup->seats);
    for (int i = 0; i < KB_OPTIONS_MAX; i++) printf(" %d", setup->option[i]);
    printf(" %016" PRIx64 "\n", sum);
}

static int play_random(uint64_t games)
{
    kb_setup setup;
    kb_setup_default(&setup, 0);
    do {
        kb_state state;
        if (kb_start(&state, &setup)) continue;
        uint64_t sum = 0;
        for (uint64_t seed = 0; seed < games; seed++) sum += fold_game(&setup, seed);
        print_fold(&setup, sum);
    } while (next_setup(&setup));
    return 0;
}

/* A batch of games in one piece of memory, its seeds 0, 1, 2 … */
typedef struct stepped {
    kb_batch batch;
    kb_rng *dice;
    int32_t *actions;
} stepped;

static void *zeros(size_t n, size_t size)
{
    void *at = calloc(n, size);
    if (!at) abort();
    return at;
}

static stepped start_games(const kb_setup *setup, int n)
{
    size_t rows = (size_t)n;
    uint64_t *seeds = zeros(rows, sizeof *seeds);
    stepped g = {.dice = zeros(rows, sizeof *g.dice), .actions = zeros(rows, sizeof *g.actions)};
    g.batch = (kb_batch){.setup = *setup,
                         .n = n,
                         .states = zeros(rows, sizeof(kb_state)),
                         .luck = zeros(rows, sizeof(kb_rng)),
                         .moves = zeros(rows, sizeof(kb_move)),
                         .observations = zeros(rows, (size_t)kb_observations(setup->game)),
                         .masks = zeros(rows, (size_t)kb_actions(setup->game)),
                         .seats = zeros(rows, 1),
                         .scores = zeros(rows * setup->seats, sizeof(int32_t)),
                         .dones = zeros(rows, 1)};
    for (int i = 0; i < n; i++) {
        seeds[i] = (uint64_t)i;
        g.dice[i] = kb_rng_from(~seeds[i]);
    }
    if (kb_batch_start(&g.batch, 0, n, seeds)) abort();
    free(seeds);
    return g;
}

static void free_games(stepped *g)
{
    free(g->dice);
    free(g->actions);
    free(g->batch.states);
    free(g->batch.luck);
    free(g->batch.moves);
    free(g->batch.observations);
    free(g->batch.masks);
    free(g->batch.seats);
    free(g->batch.scores);
    free(g->batch.dones);
}

/* What a batch has written about a game. */
static uint64_t fold_row(uint64_t sum, const kb_batch *batch, int i)
{
    int n = kb_observations(batch->setup.game), n_actions = kb_actions(batch->setup.game), seats = batch->setup.seats;
    sum = parity_fold_bytes(sum, batch->observations + i * n, n);
    sum = parity_fold_bytes(sum, batch->masks + i * n_actions, n_actions);
    sum = parity_fold(parity_fold(sum, (uint8_t)batch->seats[i]), batch->dones[i]);
    for (int seat = 0; seat < seats; seat++) sum = parity_fold(sum, (uint32_t)batch->scores[i * seats + seat]);
    return sum;
}

static uint64_t fold_batch(const kb_setup *setup, int n)
{
    stepped g = start_games(setup, n);
    uint64_t *sums = zeros((size_t)n, sizeof *sums);
    uint64_t all = 0;
    for (int step = 0; step < PARITY_STEPS; step++) {
        for (int i = 0; i < n; i++) sums[i] = fold_row(sums[i], &g.batch, i);
        if (kb_batch_pick(&g.batch, 0, n, g.dice, g.actions, NULL) ||
            kb_batch_read(&g.batch, 0, n, g.actions, NULL, NULL) || kb_batch_make(&g.batch, 0, n))
            abort();
    }
    for (int i = 0; i < n; i++) all += sums[i];
    free(sums);
    free_games(&g);
    return all;
}

/* A line for each configuration. */
static int play_batches(int n)
{
    kb_setup setup;
    kb_setup_default(&setup, 0);
    do {
        kb_state state;
        if (!kb_start(&state, &setup)) print_fold(&setup, fold_batch(&setup, n));
    } while (next_setup(&setup));
    return 0;
}

static bool fold_bots(const kb_setup *setup, uint64_t games)
{
    static _Alignas(16) char memory[PARITY_ROOM_BYTES];
    uint64_t sum = 0;
    for (uint64_t seed = 0; seed < games; seed++) {
        uint64_t fold = parity_bots(setup, seed, memory);
        if (!fold) return false;
        sum += fold;
    }
    print_fold(setup, sum);
    return true;
}

/* Every game with its defaults, and with each of its options, one at a time. */
static bool play_bots(int game, uint64_t games)
{
    kb_setup setup;
    const kb_game *g = kb_game_at(game);
    kb_setup_default(&setup, game);
    setup.seats = g->seats_max < 4 ? g->seats_max : 4;
    bool fine = fold_bots(&setup, games);
    for (int i = 0; i < g->n_options; i++) {
        uint8_t usual = setup.option[i];
        for (int value = 0; value < kb_option_values(&g->options[i]); value++) {
            kb_state state;
            setup.option[i] = (uint8_t)value;
            if (value != usual && !kb_start(&state, &setup)) fine = fold_bots(&setup, games) && fine;
        }
        setup.option[i] = usual;
    }
    return fine;
}

static int play_all_bots(uint64_t games)
{
    bool fine = true;
    for (int game = 0; kb_game_at(game); game++) fine = play_bots(game, games) && fine;
    if (!fine) fputs("parity: a bot's move was refused\n", stderr);
    return fine ? 0 : 1;
}

static int play_level(const char *name, const char *level)
{
    static _Alignas(16) char memory[PARITY_LEVEL_ROOM_BYTES];
    int game = 0;
    while (kb_game_at(game) && strcmp(kb_game_at(game)->name, name) != 0) game++;
    if (!kb_game_at(game)) {
        fprintf(stderr, "parity: no game '%s'\n", name);
        return 1;
    }
    kb_setup setup;
    uint64_t simulations;
    kb_setup_default(&setup, game);
    clock_t began = clock();
    uint64_t sum = parity_level(&setup, level, memory, &simulations);
    printf("%016" PRIx64 " %" PRIu64 " %.6f\n", sum, simulations, (double)(clock() - began) / CLOCKS_PER_SEC);
    return sum == 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "golden")) return golden(argc - 2, argv + 2, kb_hash);
    if (argc == 3 && !strcmp(argv[1], "check")) return check(argv[2], kb_hash);
    if (argc > 2 && !strcmp(argv[1], "numbers")) return golden(argc - 2, argv + 2, fold_numbers);
    if (argc == 3 && !strcmp(argv[1], "recount")) return check(argv[2], fold_numbers);
    if (argc == 2 && !strcmp(argv[1], "random")) return play_random(PARITY_GAMES);
    if (argc == 3 && !strcmp(argv[1], "random")) return play_random(strtoull(argv[2], NULL, 10));
    if (argc == 3 && !strcmp(argv[1], "batches") && atoi(argv[2]) > 0) return play_batches(atoi(argv[2]));
    if (argc == 3 && !strcmp(argv[1], "bots")) return play_all_bots(strtoull(argv[2], NULL, 10));
    if (argc == 4 && !strcmp(argv[1], "level")) return play_level(argv[2], argv[3]);
    fputs("usage: parity golden FILE.kbr… | check HASHES.txt | numbers FILE.kbr… | recount NUMBERS.txt | random "
          "[GAMES] |\n"
          "              batches GAMES | bots GAMES | level GAME LEVEL\n",
          stderr);
    return 2;
}
