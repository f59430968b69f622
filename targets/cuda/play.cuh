/* play.cuh: random games of one game, one game a thread. Included by the game's .cu after its rules. */
#include "../parity.h"
#include "games.h"

/* Threads of a block, and blocks that a multiprocessor holds at once: as many as it can. docs/gpu.md has the figures of
 * others. */
enum { THREADS = 128, BLOCKS = 16 };

/* What kb_hash computes. */
KB_FN static uint64_t hash_of(const game_state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* What kb_pick draws: a random one of those who owe a move; draws nothing if there is only one. */
KB_FN static int pick_seat(uint32_t mask, kb_rng *rng)
{
    uint32_t n = (uint32_t)kb_count_bits(mask);
    return kb_nth_bit(mask, n > 1 ? kb_rng_under(rng, n) : 0);
}

/* Plays every stride-th game. One loop over all moves of all of them: a thread whose game is over begins the next one at
 * once, instead of waiting for the longest game of its warp. */
template <bool folds>
KB_FN static kb_played play_games(const game_state *start, uint64_t seed, uint64_t end, uint64_t stride)
{
    kb_played played = {0, 0};
    if (seed >= end) return played;
    game_state s = *start;
    kb_rng rng = kb_rng_seeded(seed);
    uint64_t fold = 0;
    for (;;) {
        uint32_t actors = OF_GAME(actors)(&s);
        if (!actors) {
            played.fold += fold;
            if ((seed += stride) >= end) return played;
            s = *start;
            rng = kb_rng_seeded(seed);
            fold = 0;
            continue;
        }
        int seat = pick_seat(actors, &rng);
        OF_GAME(make)(&s, seat, pick_move(&s, seat, &rng), NULL);
        if (folds) fold = parity_fold(fold, hash_of(&s));
        played.moves++;
    }
}

#ifdef __CUDACC__
template <bool folds>
__global__ static void __launch_bounds__(THREADS, BLOCKS)
    play(game_state start, uint64_t first, uint64_t end, kb_played *total)
{
    uint64_t thread = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    kb_played played = play_games<folds>(&start, first + thread, end, gridDim.x * (uint64_t)blockDim.x);
    atomicAdd(&total->fold, played.fold);
    atomicAdd(&total->moves, played.moves);
}

static bool on_gpu(const kb_random_games *wanted, kb_played *on_device)
{
    game_state start;
    cudaDeviceProp device;
    if (OF_GAME(start)(&start, &wanted->setup)) return false;
    kb_must(cudaGetDeviceProperties(&device, 0), "looking for a GPU");
    uint64_t end = wanted->first + wanted->games;
    uint64_t useful = (wanted->games + THREADS - 1) / THREADS;
    uint64_t most = (uint64_t)device.multiProcessorCount * BLOCKS;
    unsigned blocks = (unsigned)(useful < most ? useful : most);
    if (wanted->folds) {
        play<true><<<blocks, THREADS>>>(start, wanted->first, end, on_device);
    } else {
        play<false><<<blocks, THREADS>>>(start, wanted->first, end, on_device);
    }
    kb_must(cudaGetLastError(), "starting games");
    return true;
}
#endif

static bool on_host(const kb_random_games *wanted, kb_played *out)
{
    game_state start;
    if (OF_GAME(start)(&start, &wanted->setup)) return false;
    uint64_t end = wanted->first + wanted->games;
    *out = wanted->folds ? play_games<true>(&start, wanted->first, end, 1)
                         : play_games<false>(&start, wanted->first, end, 1);
    return true;
}

#ifdef __CUDACC__
const kb_gpu_game OF_GAME(gpu) = {on_host, on_gpu};
#else
const kb_gpu_game OF_GAME(gpu) = {on_host};
#endif
