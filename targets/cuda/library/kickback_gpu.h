/* kickback_gpu.h: batches of games on a GPU, for programs. libkickback-gpu.so has these functions; python/kickback/gpu.py
 * uses them.
 *
 * A batch is stepped as kb_batch of kickback.h is, with the same results: see there for the arrays. All of them are in the
 * memory of the device. Functions that can fail return 0, or a number that is not 0 and then kb_gpu_error says why. */
#ifndef KICKBACK_GPU_H
#define KICKBACK_GPU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Changes with every change of this interface or of KB_ENCODING_VERSION. */
enum { KB_GPU_VERSION = 1 };

typedef struct kb_gpu_batch kb_gpu_batch;

/* The arrays of a batch. Row i is about game i. */
typedef enum kb_gpu_array {
    KB_GPU_OBSERVATIONS, /* int8 [n][observations] */
    KB_GPU_MASKS,        /* uint8 [n][actions] */
    KB_GPU_SEATS,        /* int8 [n] */
    KB_GPU_REWARDS,      /* float [n][seats] */
    KB_GPU_DONES,        /* uint8 [n] */
    KB_GPU_ACTIONS,      /* int32 [n]: what kb_gpu_pick wrote */
    KB_GPU_ARRAYS
} kb_gpu_array;

/* What an array is: rows, columns (0: it has one dimension), its address on the device. */
typedef struct kb_gpu_shape {
    int64_t rows, columns;
    void *at;
} kb_gpu_shape;

int kb_gpu_version(void);
/* The sentence of the last failure in this thread. */
const char *kb_gpu_error(void);
/* The kind of memory, as DLPack numbers it: 2 CUDA, 1 the processor's, if compiled without CUDA. */
int kb_gpu_device_type(void);

/* n games of a setup: 12 bytes as in kb_setup. NULL if there is no such setup, no GPU, or not enough memory. */
kb_gpu_batch *kb_gpu_open(const void *setup, int n);
void kb_gpu_close(kb_gpu_batch *);
kb_gpu_shape kb_gpu_shape_of(const kb_gpu_batch *, int array);
/* A DLManagedTensor of an array. The batch's memory is freed when it is closed and all these are deleted. */
void *kb_gpu_dlpack(kb_gpu_batch *, int array);

/* Starts all games: game i from seeds[i], which are in the processor's memory. */
int kb_gpu_reset(kb_gpu_batch *, const uint64_t *seeds);
/* Writes a random legal action for every game, and does not wait. */
int kb_gpu_pick(kb_gpu_batch *);
/* Makes one decision in every game, and does not wait. actions: n numbers on the device, of 4 or 8 bytes each. If one is
 * illegal no game is changed, nor by later steps until kb_gpu_wait. */
int kb_gpu_step(kb_gpu_batch *, const void *actions, int bytes);
/* Waits until everything is done. wrong: the first game with an illegal action, or -1. */
int kb_gpu_wait(kb_gpu_batch *, int *wrong);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
