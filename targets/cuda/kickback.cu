/* kickback.cu: random games on a GPU.
 *
 *     parity random N | kickback-gpu check N     the same games as on the processor? Plays N games of each setup it reads
 *     parity batches N | kickback-gpu batches N  the same for observations, masks, rewards … of batches of N games
 *     kickback-gpu bench [GAME [N]]              moves and decisions per second, four seats, the usual options; N games
 *                                                in a batch
 *
 * Compiled without CUDA it plays on the processor, but chooses moves in the same way.
 *
 * Exit status: 0 fine, 1 different, 2 the GPU could not be used or the call was wrong. */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../parity.h"
#include "games.h"
#include "launch.cuh"
#include "library/kickback_gpu.h"

/* The numbers of all games, and those of them that play here. */
enum {
#define GAME(name) number_of_##name,
#include "../../games/games.def"
#undef GAME
};
static const struct {
    const char *name;
    int number;
    const kb_gpu_game *game;
} games[] = {
    {"intrige", number_of_intrige, &intrige_gpu},
    {"integralis", number_of_integralis, &integralis_gpu},
    {"incorporated", number_of_incorporated, &incorporated_gpu},
};

/* The place of a game's number in the list, or -1. */
static int place_of(int number)
{
    for (int i = 0; i < KB_COUNT(games); i++)
        if (games[i].number == number) return i;
    return -1;
}

static double now(void)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#ifdef __CUDACC__
void kb_must(cudaError_t error, const char *what)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "kickback-gpu: %s: %s\n", what, cudaGetErrorString(error));
    exit(2);
}

/* Plays on the GPU and waits for the end; returns the seconds it took, or -1 if there is no such setup. */
static double play(int place, const kb_random_games *wanted, kb_played *out)
{
    static kb_played *on_device;
    if (!on_device) kb_must(cudaMalloc(&on_device, sizeof *on_device), "taking memory");
    kb_must(cudaMemset(on_device, 0, sizeof *on_device), "clearing the result");
    kb_must(cudaDeviceSynchronize(), "waiting");
    double from = now();
    if (!games[place].game->on_gpu(wanted, on_device)) return -1;
    kb_must(cudaDeviceSynchronize(), "playing");
    double took = now() - from;
    kb_must(cudaMemcpy(out, on_device, sizeof *out, cudaMemcpyDeviceToHost), "reading the result");
    return took;
}
#else
/* Compiled without CUDA, which shows that moves chosen without a list are those of the list. */
static double play(int place, const kb_random_games *wanted, kb_played *out)
{
    double from = now();
    return games[place].game->on_host(wanted, out) ? now() - from : -1;
}
#endif

/* --- batches ---------------------------------------------------------------------------------------- */

/* Ends the program if a call of the library failed. */
static void must(bool fine)
{
    if (fine) return;
    fprintf(stderr, "kickback-gpu: %s\n", kb_gpu_error());
    exit(2);
}

static void must_be_legal(kb_gpu_batch *batch)
{
    int wrong;
    must(!kb_gpu_wait(batch, &wrong));
    if (wrong < 0) return;
    fprintf(stderr, "kickback-gpu: the action of game %d is illegal\n", wrong);
    exit(2);
}

static void start_all(kb_gpu_batch *batch, int n)
{
    uint64_t *seeds = new uint64_t[n];
    for (int i = 0; i < n; i++) seeds[i] = (uint64_t)i;
    must(!kb_gpu_reset(batch, seeds));
    delete[] seeds;
}

static void step_all(kb_gpu_batch *batch)
{
    must(!kb_gpu_pick(batch) && !kb_gpu_step(batch, kb_gpu_shape_of(batch, KB_GPU_ACTIONS).at, 4));
}

/* Folds what a batch has written about each game, as parity.c does. */
struct folder {
    kb_gpu_shape of[KB_GPU_ARRAYS];
    uint64_t *sums;

    KB_FN const void *row(int array, int game, int bytes) const
    {
        int64_t columns = of[array].columns ? of[array].columns : 1;
        return (const char *)of[array].at + game * columns * bytes;
    }

    KB_FN void operator()(int game) const
    {
        uint64_t sum = sums[game];
        const float *rewards = (const float *)row(KB_GPU_REWARDS, game, sizeof(float));
        sum = parity_fold_bytes(sum, row(KB_GPU_OBSERVATIONS, game, 1), (int)of[KB_GPU_OBSERVATIONS].columns);
        sum = parity_fold_bytes(sum, row(KB_GPU_MASKS, game, 1), (int)of[KB_GPU_MASKS].columns);
        sum = parity_fold_bytes(sum, row(KB_GPU_SEATS, game, 1), 1);
        sum = parity_fold_bytes(sum, row(KB_GPU_DONES, game, 1), 1);
        for (int seat = 0; seat < of[KB_GPU_REWARDS].columns; seat++)
            sum = parity_fold(sum, (uint32_t)(int32_t)rewards[seat]);
        sums[game] = sum;
    }
};

static void add_up(kb_played *out, const uint64_t *sums, int n)
{
    for (int i = 0; i < n; i++) out->fold += sums[i];
}

/* The fold of a batch of wanted->games games with random actions. */
static double play_batch(int, const kb_random_games *wanted, kb_played *out)
{
    int n = (int)wanted->games;
    kb_gpu_batch *batch = kb_gpu_open(&wanted->setup, n);
    must(batch);
    folder todo;
    uint64_t *sums = new uint64_t[n]();
    for (int i = 0; i < KB_GPU_ARRAYS; i++) todo.of[i] = kb_gpu_shape_of(batch, i);
#ifdef __CUDACC__
    size_t bytes = (size_t)n * sizeof *sums;
    kb_must(cudaMalloc(&todo.sums, bytes), "taking memory");
    kb_must(cudaMemset(todo.sums, 0, bytes), "clearing memory");
#else
    todo.sums = sums;
#endif
    start_all(batch, n);
    for (int step = 0; step < PARITY_STEPS; step++) {
        kb_for_each<32, 1>(todo, n);
        step_all(batch);
    }
    must_be_legal(batch);
#ifdef __CUDACC__
    kb_must(cudaMemcpy(sums, todo.sums, bytes, cudaMemcpyDeviceToHost), "reading the result");
    kb_must(cudaFree(todo.sums), "freeing memory");
#endif
    add_up(out, sums, n);
    delete[] sums;
    kb_gpu_close(batch);
    return 0;
}

/* --- comparing -------------------------------------------------------------------------------------- */

enum line { LINE, END, WRONG };

/* A line of `parity`: game, edition, seats, options, the fold of all games. */
static line read_line(kb_setup *setup, unsigned long long *fold)
{
    unsigned number[3 + KB_OPTIONS_MAX];
    if (scanf(" ") == EOF || feof(stdin)) return END;
    for (unsigned &n : number)
        if (scanf("%u", &n) != 1) return WRONG;
    setup->game = (uint8_t)number[0];
    setup->edition = (uint8_t)number[1];
    setup->seats = (uint8_t)number[2];
    for (int i = 0; i < KB_OPTIONS_MAX; i++) setup->option[i] = (uint8_t)number[3 + i];
    return scanf("%llx", fold) == 1 ? LINE : WRONG;
}

/* Plays n games of each setup, and compares their fold with the one of the line. */
static int check(uint64_t n, double (*fold_games)(int place, const kb_random_games *, kb_played *))
{
    kb_random_games wanted = {{}, 0, n, true};
    unsigned long long fold;
    int lines = 0, wrong = 0, left_out = 0;
    line read;
    for (; (read = read_line(&wanted.setup, &fold)) == LINE; lines++) {
        kb_played played = {0, 0};
        int place = place_of(wanted.setup.game);
        if (place < 0) {
            left_out++;
        } else if (fold_games(place, &wanted, &played) < 0 || played.fold != fold) {
            printf("line %d: %s, edition %d, %d seats: %016llx from the processor, %016llx here\n", lines + 1,
                   games[place].name, wanted.setup.edition, wanted.setup.seats, fold, played.fold);
            wrong++;
        }
    }
    printf("%d setups, %llu games of each, %d differ\n", lines - left_out, (unsigned long long)n, wrong);
    if (left_out) printf("%d setups are of games that do not play here\n", left_out);
    if (read == WRONG || !lines) {
        fprintf(stderr, "kickback-gpu: line %d: expected a line of `parity random` or `parity batches`\n", lines + 1);
        return 2;
    }
    return wrong > 0;
}

/* --- measuring -------------------------------------------------------------------------------------- */

/* Decisions per second with everything written. Steps the batch first, until games are at different stages. */
static double decisions_per_second(const kb_setup *setup, int n)
{
    const int EARLIER = 400, STEPS = 200;
    kb_gpu_batch *batch = kb_gpu_open(setup, n);
    must(batch);
    start_all(batch, n);
    for (int i = 0; i < EARLIER; i++) step_all(batch);
    must_be_legal(batch);
    double from = now();
    for (int i = 0; i < STEPS; i++) step_all(batch);
    must_be_legal(batch);
    double took = now() - from;
    kb_gpu_close(batch);
    return (double)n * STEPS / took;
}

/* Moves per second: of one core, then the best of some runs here, each of about MOVES moves. */
static void bench(int place, int n)
{
    enum { RUNS = 3, SEATS = 4, HOST_GAMES = 4000 };
    const uint64_t MOVES = 2000000000;
    kb_random_games wanted = {{}, 0, HOST_GAMES, false};
    kb_played host, played;
    double best = 0;
    wanted.setup.game = (uint8_t)games[place].number;
    wanted.setup.seats = SEATS;
    double from = now();
    games[place].game->on_host(&wanted, &host);
    double core = (double)host.moves / (now() - from);
    wanted.games = MOVES / (host.moves / HOST_GAMES);
    for (int run = 0; run < RUNS; run++) {
        double took = play(place, &wanted, &played);
        if ((double)played.moves / took > best) best = (double)played.moves / took;
    }
    printf("%-13s %8.0f M moves/s, one core of the processor %6.1f M\n", games[place].name, best / 1e6, core / 1e6);
    printf("%-13s %8.0f M decisions/s, %d games, observations and masks written\n", games[place].name,
           decisions_per_second(&wanted.setup, n) / 1e6, n);
}

int main(int argc, char **argv)
{
    enum { BATCH = 1 << 20 };
    int found = 0, n = argc == 4 ? atoi(argv[3]) : BATCH;
    if (argc == 3 && !strcmp(argv[1], "check")) return check(strtoull(argv[2], NULL, 10), play);
    if (argc == 3 && !strcmp(argv[1], "batches")) return check(strtoull(argv[2], NULL, 10), play_batch);
    for (int i = 0; argc >= 2 && argc <= 4 && !strcmp(argv[1], "bench") && i < KB_COUNT(games); i++) {
        if (argc >= 3 && strcmp(argv[2], games[i].name)) continue;
        bench(i, n);
        found++;
    }
    if (found) return 0;
    fprintf(stderr, "usage: parity random N | kickback-gpu check N\n       parity batches N | kickback-gpu batches N\n"
                    "       kickback-gpu bench [GAME [N]]\n");
    return 2;
}
