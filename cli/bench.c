/* bench.c: `kickback bench`: measures the speed of the rules, the bots and the server on this machine. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bench/bench.h"
#include "../core/rng.h"
#include "bench_serve.h"
#include "cli.h"
#include "data.h"
#include "load.h"

/* A figure is the best of many short slices. Other work on the machine can only slow a slice down, and some short
 * slices are not disturbed. */
enum { SLICES = 150, QUICK_SLICES = 20 };
static const double SLICE_SECONDS = 0.01, QUICK_SLICE_SECONDS = 0.005;
/* Searches take long and differ a lot, so each slice runs the same number of the same searches. */
enum { SEARCHES = 32, QUICK_SEARCHES = 4, SEARCH_SLICES = 3, ROOM_BYTES = 32 << 20 };

typedef struct settings {
    bool json, quick;
    int only; /* a game, or -1 */
} settings;

typedef struct figure {
    double per_s, games_per_s;
} figure;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

typedef enum what { RANDOM_PLAY, BATCH, REDACT, SAMPLE, GREEDY, READ, READ_PACTS, DRAWS } what;
static const char *const names[] = {"random play",      "batch", "redact",        "sample",
                                    "greedy decisions", "read",  "read 50 pacts", "generator"};
static bench_views views; /* of the game whose bots are timed */
static bench_record read_record;

/* Runs n units. Returns the number of moves, views, decisions or draws. */
static uint64_t run_once(what w, const kb_setup *setup, kb_rng *rng, uint64_t n)
{
    uint64_t moves = 0;
    const bench_loops *loops = setup ? bench_loops_of(setup->game) : NULL;
    switch (w) {
    case RANDOM_PLAY: loops->random_games(setup, rng, n, &moves); return moves;
    case BATCH: return loops->batch_moves(setup, rng, n);
    case REDACT: return loops->redactions(setup, rng, n);
    case SAMPLE: return loops->samples(setup, rng, n);
    case GREEDY: return bench_greedy(&views, rng, n);
    case READ:
    case READ_PACTS: return bench_read(&read_record, n);
    case DRAWS: return bench_draws(rng, n);
    }
    return 0;
}

static figure measure(what w, const kb_setup *setup, bool quick)
{
    double slice = quick ? QUICK_SLICE_SECONDS : SLICE_SECONDS;
    kb_rng rng = kb_rng_seeded(1);
    uint64_t n = 64;
    figure best = {0, 0};
    for (int done = 0; done < (quick ? QUICK_SLICES : SLICES);) {
        double began = cpu_seconds();
        uint64_t counted = run_once(w, setup, &rng, n);
        double seconds = cpu_seconds() - began;
        if (seconds < slice) {
            n *= seconds < slice / 8 ? 4 : 2;
            continue;
        }
        done++;
        if ((double)counted / seconds > best.per_s) {
            best.per_s = (double)counted / seconds;
            best.games_per_s = w == RANDOM_PLAY ? (double)n / seconds : 0;
        }
    }
    return best;
}

/* Prints the first columns, which all rows have. */
static void print_row(const char *name, const kb_setup *setup, double per_s)
{
    const kb_game *game = kb_game_at(setup->game);
    const char *edition = game->n_editions > 1 ? game->editions[setup->edition] : "";
    printf("%-16s %-13s %-13s %5d %14.0f", name, game->name, edition, setup->seats, per_s);
}

static void print_object(const char *name, const kb_setup *setup)
{
    const kb_game *game = kb_game_at(setup->game);
    cli_print_json(stdout, "{what:%s, game:%s", name, game->name);
    if (game->n_editions > 1) cli_print_json(stdout, ", edition:%s", game->editions[setup->edition]);
    cli_print_json(stdout, ", seats:%d", setup->seats);
}

static void print_figure(what w, const kb_setup *setup, figure f, bool json)
{
    const kb_game *game = kb_game_at(setup->game);
    if (!json) {
        print_row(names[w], setup, f.per_s);
        if (w == RANDOM_PLAY) printf(" %12.0f %6zu", f.games_per_s, game->state_bytes);
        printf("\n");
        return;
    }
    print_object(names[w], setup);
    bool moves = w == RANDOM_PLAY || w == BATCH || w == READ || w == READ_PACTS;
    cli_print_json(stdout, ", %s:%.0f", moves ? "moves_per_s" : "per_s", f.per_s);
    if (w == RANDOM_PLAY) cli_print_json(stdout, ", games_per_s:%.0f", f.games_per_s);
    if (w == BATCH) cli_print_json(stdout, ", states:%d", BENCH_BATCH);
    cli_print_json(stdout, ", state_bytes:%zu}\n", game->state_bytes);
}

static void bench_searches(const kb_setup *setup, const bot_room *room, const settings *how)
{
    double best_simulations = 0, best_moves = 0;
    for (int i = 0; i < (how->quick ? 1 : SEARCH_SLICES); i++) {
        uint64_t simulations, moves;
        double began = cpu_seconds();
        bench_search(&views, how->quick ? QUICK_SEARCHES : SEARCHES, room, &simulations, &moves);
        double seconds = cpu_seconds() - began;
        if ((double)moves / seconds <= best_moves) continue;
        best_simulations = (double)simulations / seconds;
        best_moves = (double)moves / seconds;
    }
    if (how->json) {
        print_object("search", setup);
        cli_print_json(stdout, ", simulations_per_s:%.0f, moves_per_s:%.0f}\n", best_simulations, best_moves);
    } else {
        print_row("search moves", setup, best_moves);
        printf("\n");
        print_row("simulations", setup, best_simulations);
        printf("\n");
    }
    fflush(stdout);
}

static void bench_setup(const kb_setup *setup, const settings *how)
{
    print_figure(RANDOM_PLAY, setup, measure(RANDOM_PLAY, setup, how->quick), how->json);
    fflush(stdout);
}

static void bench_game(int game, const bot_room *room, const settings *how)
{
    kb_setup setup;
    const kb_game *g = kb_game_at(game);
    kb_setup_default(&setup, game);
    for (setup.edition = 0; setup.edition < g->n_editions; setup.edition++)
        for (setup.seats = g->seats_min; setup.seats <= g->seats_max; setup.seats++) bench_setup(&setup, how);
    kb_setup_default(&setup, game);
    setup.seats = g->seats_max < 4 ? g->seats_max : 4;
    bench_collect(&views, &setup);
    for (what w = BATCH; w <= GREEDY; w++) print_figure(w, &setup, measure(w, &setup, how->quick), how->json);
    bench_searches(&setup, room, how);
    /* Pacts are measured with Integralis, because it has the longest lists of legal moves. */
    for (what w = READ; w <= (strcmp(g->name, "integralis") ? READ : READ_PACTS); w++) {
        bench_write_record(&read_record, &setup, w == READ ? 0 : BENCH_PACTS);
        print_figure(w, &setup, measure(w, &setup, how->quick), how->json);
    }
}

static int run(int argc, char **argv)
{
    static const struct option flags[] = {{"json", no_argument, NULL, 'j'},
                                          {"log", required_argument, NULL, 'l'},
                                          {"nodes", required_argument, NULL, 'n'},
                                          {"quick", no_argument, NULL, 'q'},
                                          {NULL, 0, NULL, 0}};
    settings how = {false, false, -1};
    const char *log = NULL, *nodes = NULL;
    uint64_t n_nodes = 1;
    kb_setup setup;
    int flag;
    while ((flag = getopt_long(argc, argv, "", flags, NULL)) != -1) {
        if (flag == 'j') how.json = true;
        if (flag == 'l') log = optarg;
        if (flag == 'n') nodes = optarg;
        if (flag == 'q') how.quick = true;
        if (flag == '?') return cli_flag_error("bench", flags, argv);
    }
    if (argc - optind > 1) return cli_call_error("bench", "expected one game at most");
    if (log && cli_place_of(log) != CLI_POSTGRES)
        return cli_call_error("bench", "--log: expected postgresql://USER@HOST/DATABASE");
    if (nodes && !log) return cli_call_error("bench", "--nodes needs --log: several servers share a database");
    if (nodes && !cli_take_number("bench", "--nodes", nodes, 1, LOAD_NODES_MAX, &n_nodes)) return CLI_BAD_CALL;
    if (optind < argc && !strcmp(argv[optind], "serve")) return cli_bench_serve(how.quick, how.json, log, (int)n_nodes);
    if (log) return cli_call_error("bench", "--log is for `bench serve`");
    if (optind < argc) {
        if (!cli_take_game("bench", argv[optind], &setup)) return CLI_BAD_CALL;
        how.only = setup.game;
    }
    const bot_room room = {malloc(ROOM_BYTES), ROOM_BYTES, NULL, NULL};
    if (!room.memory) return cli_input_error("not enough memory for searching");
    figure draws = measure(DRAWS, NULL, how.quick);
    if (how.json) {
        cli_print_json(stdout, "{what:%s, per_s:%.0f}\n", "generator", draws.per_s);
    } else {
        printf("%-16s %-13s %-13s %5s %14s %12s %6s\n", "what", "game", "edition", "seats", "per second", "games/s",
               "bytes");
        printf("%-16s %-13s %-13s %5s %14.0f\n", names[DRAWS], "", "", "", draws.per_s);
    }
    for (int game = 0; kb_game_at(game); game++)
        if (how.only < 0 || game == how.only) bench_game(game, &room, &how);
    free(room.memory);
    return CLI_FINE;
}

const cli_verb cli_bench = {
    "bench",
    "measure the speed of rules, bots and server",
    "usage: kickback bench [GAME] [--quick] [--json]\n"
    "       kickback bench serve [--log postgresql://… [--nodes N]] [--quick] [--json]\n\n"
    "Measures on one core, in processor time, each figure the best of many short slices:\n\n"
    "  generator          random numbers, to compare machines\n"
    "  random play        moves and games per second; a move is listing, choosing and applying\n"
    "  batch              moves of a thousand games side by side\n"
    "  redact, sample     views and guessed worlds\n"
    "  greedy decisions   of four greedy bots, on views from many of their games\n"
    "  search moves       moves and simulations inside search:1000\n"
    "  read               moves of a record; for Integralis also with 50 pacts to judge\n\n"
    "`bench serve` starts a server in a new folder under TMPDIR, on loopback, with real clients. It measures the\n"
    "time from a move to another seat and to its acknowledgement at 2,000 moves per second, the most moves per\n"
    "second it acknowledges, the restart after kill -9, and the memory of an idle connection. Then it measures how\n"
    "long people wait for a bot's move, including --bot-wait: at 200 tables with two hard bots each, and at tables\n"
    "with easy bots while another person has twenty tables of slow ones.\n\n"
    "  --log URL  of `bench serve`: measures moves and the restart only, in SQLite and in this empty database:\n"
    "             postgresql://USER@HOST/DATABASE; at 1,000 moves per second\n"
    "  --nodes N  with --log: also measures 2 to N servers on the database, how soon tables go on after kill -9 of\n"
    "             one of them, and the memory of 20,000 idle connections\n"
    "  --quick    takes a few seconds\n"
    "  --json     prints one JSON object per line\n\n"
    "examples:\n"
    "  kickback bench\n"
    "  kickback bench intrige --quick --json\n"
    "  kickback bench serve\n"
    "  kickback bench serve --log postgresql://kickback@/bench --nodes 3\n",
    run,
};
