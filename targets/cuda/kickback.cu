/* kickback.cu: plays random games of Intrige on a GPU, one per thread, and compares them with the same games on the
 * processor. Both use the same rules.c. Prints the output of `parity random GAMES`: a line for each configuration.
 *
 *     kickback-gpu [GAMES]      of each configuration (default 50)
 *
 * Exit status: 0 equal, 1 different, 2 the GPU could not be used. */
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "../../core/rng.h"
#include "../../games/intrige/rules.c"
#include "../parity.h"

enum { THREADS = 128, BATCH = 1 << 20 };

/* Like kb_hash. */
KB_FN static uint64_t hash_of(const intrige_state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* Like kb_pick: a random one of those who owe a move; draws nothing if there is only one. */
KB_FN static int pick_seat(uint32_t mask, kb_rng *rng)
{
    uint32_t n = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) n++;
    for (uint32_t skip = n > 1 ? kb_rng_under(rng, n) : 0; skip > 0; skip--) mask &= mask - 1;
    int seat = 0;
    while (!(mask & 1u << seat)) seat++;
    return seat;
}

KB_FN static uint64_t fold_game(intrige_state s, uint64_t seed, uint32_t *moves)
{
    kb_span spans[INTRIGE_SPANS_MAX];
    kb_rng rng = kb_rng_seeded(seed);
    uint64_t sum = 0;
    for (*moves = 0; s.step != INTRIGE_OVER; ++*moves) {
        int seat = pick_seat(intrige_actors(&s), &rng);
        kb_move move = kb_rng_move(&rng, spans, intrige_legal(&s, seat, spans, INTRIGE_SPANS_MAX));
        intrige_make(&s, seat, move, NULL);
        sum = parity_fold(sum, hash_of(&s));
    }
    return sum;
}

__global__ static void play(intrige_state start, uint64_t first, uint32_t games, unsigned long long *total)
{
    uint32_t game = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t moves;
    if (game >= games) return;
    atomicAdd(&total[0], (unsigned long long)fold_game(start, first + game, &moves));
    atomicAdd(&total[1], (unsigned long long)moves);
}

static void must(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "kickback-gpu: %s\n", cudaGetErrorString(error));
    exit(2);
}

static double seconds(void)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/* The result of one side so far. */
struct side {
    uint64_t sum;
    uint64_t moves;
    double time;
};

static void play_on_gpu(const intrige_state *start, uint64_t games, unsigned long long *total, side *gpu)
{
    unsigned long long both[2] = {0, 0};
    double from = seconds();
    must(cudaMemcpy(total, both, sizeof both, cudaMemcpyHostToDevice));
    for (uint64_t first = 0; first < games; first += BATCH) {
        uint32_t n = games - first < BATCH ? (uint32_t)(games - first) : BATCH;
        play<<<(n + THREADS - 1) / THREADS, THREADS>>>(*start, first, n, total);
        must(cudaGetLastError());
    }
    must(cudaMemcpy(both, total, sizeof both, cudaMemcpyDeviceToHost));
    gpu->sum = both[0];
    gpu->moves += both[1];
    gpu->time += seconds() - from;
}

static void play_on_host(const intrige_state *start, uint64_t games, side *host)
{
    double from = seconds();
    host->sum = 0;
    for (uint64_t seed = 0; seed < games; seed++) {
        uint32_t moves;
        host->sum += fold_game(*start, seed, &moves);
        host->moves += moves;
    }
    host->time += seconds() - from;
}

/* The next setup in counting order, as in parity; false after the last. */
static bool next_setup(kb_setup *setup)
{
    static const uint8_t values[] = {2, 2, 3, 2, 2, 2};
    for (int i = 5; i >= 0; i--) {
        if (++setup->option[i] < values[i]) return true;
        setup->option[i] = 0;
    }
    if (++setup->seats <= INTRIGE_SEATS_MAX) return true;
    setup->seats = 3;
    return ++setup->edition <= INTRIGE_FXSCHMID1994;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : PARITY_GAMES;
    unsigned long long *total;
    int wrong = 0;
    side gpu = {0, 0, 0};
    side host = {0, 0, 0};
    kb_setup setup = {0, 0, 3, {0}};
    must(cudaMalloc(&total, 2 * sizeof *total));
    do {
        intrige_state start;
        if (intrige_start(&start, &setup)) continue;
        play_on_gpu(&start, games, total, &gpu);
        play_on_host(&start, games, &host);
        wrong += gpu.sum != host.sum;
        printf("%d %d %d", setup.game, setup.edition, setup.seats);
        for (int i = 0; i < KB_OPTIONS_MAX; i++) printf(" %d", setup.option[i]);
        printf(" %016llx%s\n", (unsigned long long)gpu.sum, gpu.sum == host.sum ? "" : " differs from the processor");
    } while (next_setup(&setup));
    fprintf(stderr,
            "GPU %.1f M moves/s, one processor core %.1f M moves/s, hashing every state; %d configurations differ\n",
            (double)gpu.moves / gpu.time / 1e6, (double)host.moves / host.time / 1e6, wrong);
    return wrong > 0;
}
