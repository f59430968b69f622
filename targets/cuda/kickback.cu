/* kickback.cu: random games on a GPU.
 *
 *     parity random N | kickback-gpu check N    the same games as on the processor? Plays N games of each setup it reads
 *     kickback-gpu bench [GAME]                 moves per second, four seats, the usual options
 *
 * Compiled without CUDA it plays on the processor, but chooses moves in the same way.
 *
 * Exit status: 0 fine, 1 different, 2 the GPU could not be used or the call was wrong. */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "games.h"

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

enum line { LINE, END, WRONG };

/* A line of `parity random`: game, edition, seats, options, the fold of all games. */
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

static int check(uint64_t n)
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
        } else if (play(place, &wanted, &played) < 0 || played.fold != fold) {
            printf("line %d: %s, edition %d, %d seats: %016llx from a list, %016llx here\n", lines + 1,
                   games[place].name, wanted.setup.edition, wanted.setup.seats, fold, played.fold);
            wrong++;
        }
    }
    printf("%d setups, %llu games of each, %d differ\n", lines - left_out, (unsigned long long)n, wrong);
    if (left_out) printf("%d setups are of games that do not play here\n", left_out);
    if (read == WRONG || !lines) {
        fprintf(stderr, "kickback-gpu: line %d: expected a line of `parity random`\n", lines + 1);
        return 2;
    }
    return wrong > 0;
}

/* Moves per second: of one core, then the best of some runs here, each of about MOVES moves. */
static void bench(int place)
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
}

int main(int argc, char **argv)
{
    int found = 0;
    if (argc == 3 && !strcmp(argv[1], "check")) return check(strtoull(argv[2], NULL, 10));
    for (int i = 0; argc >= 2 && argc <= 3 && !strcmp(argv[1], "bench") && i < KB_COUNT(games); i++) {
        if (argc == 3 && strcmp(argv[2], games[i].name)) continue;
        bench(i);
        found++;
    }
    if (found) return 0;
    fprintf(stderr, "usage: parity random N | kickback-gpu check N\n       kickback-gpu bench [GAME]\n");
    return 2;
}
