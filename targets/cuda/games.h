/* games.h: what each game's .cu offers to the program. */
#ifndef KB_CUDA_GAMES_H
#define KB_CUDA_GAMES_H

#include "../../core/base.h"

/* Random games of one setup, with the seeds first, first + 1 … */
struct kb_random_games {
    kb_setup setup;
    uint64_t first, games;
    bool folds; /* whether every state is hashed, to compare games */
};

/* What was played, added over all games. */
struct kb_played {
    unsigned long long fold, moves;
};

struct kb_gpu_game {
    /* Both return false if there is no such setup. */
    bool (*on_host)(const kb_random_games *, kb_played *);
#ifdef __CUDACC__
    bool (*on_gpu)(const kb_random_games *, kb_played *on_device);
#endif
};

extern const kb_gpu_game intrige_gpu, integralis_gpu, incorporated_gpu;

#ifdef __CUDACC__
/* Ends the program with a sentence if a call of CUDA failed. */
void kb_must(cudaError_t, const char *what);
#endif

#endif
