/* library.cu: kickback_gpu.h. Compiled without CUDA it is the same library with the processor's memory, for tests. */
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "kickback_gpu.h"
#include "tiles.h"

/* --- memory -------------------------------------------------------------------------------------------- */

static thread_local char why[256] = "";

static int fail(const char *sentence)
{
    strncpy(why, sentence, sizeof why - 1);
    return 1;
}

#ifdef __CUDACC__
static int failed(cudaError_t error)
{
    return error == cudaSuccess ? 0 : fail(cudaGetErrorString(error));
}

static void *allocate(size_t bytes)
{
    void *at = NULL;
    return failed(cudaMalloc(&at, bytes)) ? NULL : at;
}

static void release(void *at)
{
    cudaFree(at);
}

static int copy_in(void *to, const void *from, size_t bytes)
{
    return failed(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
}

static int copy_back(void *to, const void *from, size_t bytes)
{
    return failed(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

static int fill(void *at, int byte, size_t bytes)
{
    return failed(cudaMemsetAsync(at, byte, bytes));
}

static int started(void)
{
    return failed(cudaGetLastError());
}

static int wait(void)
{
    return failed(cudaDeviceSynchronize());
}
#else
static void *allocate(size_t bytes)
{
    void *at = aligned_alloc(16, (bytes + 15) / 16 * 16);
    if (!at) fail("not enough memory");
    return at;
}

static void release(void *at)
{
    free(at);
}

static int copy_in(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return 0;
}

static int copy_back(void *to, const void *from, size_t bytes)
{
    return copy_in(to, from, bytes);
}

static int fill(void *at, int byte, size_t bytes)
{
    memset(at, byte, bytes);
    return 0;
}

static int started(void)
{
    return 0;
}

static int wait(void)
{
    return 0;
}
#endif

/* --- batches -------------------------------------------------------------------------------------------- */

enum {
#define GAME(name) number_of_##name,
#include "../../../games/games.def"
#undef GAME
};

static const kb_gpu_batches *game_at(int number)
{
    switch (number) {
    case number_of_intrige: return &intrige_batches;
    case number_of_integralis: return &integralis_batches;
    case number_of_incorporated: return &incorporated_batches;
    default: return NULL;
    }
}

struct kb_gpu_batch {
    const kb_gpu_batches *game;
    kb_tiles tiles;
    int32_t *actions;
    uint64_t *seeds;
    void *memory;           /* of all arrays */
    std::atomic<int> users; /* the batch itself, and tensors that look at it */
};

/* Takes the next part of the memory; with memory NULL it only counts. */
template <class type> static void take(type *&out, char *memory, size_t &used, size_t n)
{
    out = (type *)(memory + used);
    used = (used + n * sizeof(type) + 255) / 256 * 256;
}

/* Lays out all arrays, rows for whole tiles. Returns the bytes they take. */
static size_t lay_out(kb_gpu_batch *b, char *memory)
{
    kb_tiles *t = &b->tiles;
    size_t tiles = ((size_t)t->n + TILE - 1) / TILE, rows = tiles * TILE, used = 0;
    take(t->states, memory, used, rows * (size_t)b->game->state_words);
    take(t->luck, memory, used, rows);
    take(t->dice, memory, used, rows);
    take(t->bits, memory, used, tiles * (size_t)b->game->n_actions + 1);
    take(t->observations, memory, used, rows * (size_t)b->game->n_observations);
    take(t->masks, memory, used, rows * (size_t)b->game->n_actions);
    take(t->seats, memory, used, rows);
    take(t->rewards, memory, used, rows * t->setup.seats);
    take(t->dones, memory, used, rows);
    take(t->wrong, memory, used, 1);
    take(b->actions, memory, used, rows);
    take(b->seeds, memory, used, rows);
    return used;
}

static void leave(kb_gpu_batch *b)
{
    if (--b->users > 0) return;
    release(b->memory);
    delete b;
}

int kb_gpu_version(void)
{
    return KB_GPU_VERSION;
}

const char *kb_gpu_error(void)
{
    return why;
}

int kb_gpu_device_type(void)
{
#ifdef __CUDACC__
    return 2;
#else
    return 1;
#endif
}

int kb_gpu_reset(kb_gpu_batch *b, const uint64_t *seeds)
{
    if (copy_in(b->seeds, seeds, (size_t)b->tiles.n * sizeof *seeds) || fill(b->tiles.wrong, 0x7F, 4)) return 1;
    if (!b->game->start(&b->tiles, b->seeds)) return fail("there is no such setup");
    return started();
}

kb_gpu_batch *kb_gpu_open(const void *setup, int n)
{
    kb_gpu_batch *b = new kb_gpu_batch();
    b->users = 1;
    b->tiles.n = n;
    memcpy(&b->tiles.setup, setup, sizeof b->tiles.setup);
    b->game = game_at(b->tiles.setup.game);
    if (!b->game || n < 1 || n > 1 << 24) {
        fail(b->game ? "a batch needs 1 to 16777216 games" : "this game does not play here");
        delete b;
        return NULL;
    }
    b->memory = allocate(lay_out(b, NULL));
    if (!b->memory) {
        delete b;
        return NULL;
    }
    lay_out(b, (char *)b->memory);
    return b;
}

void kb_gpu_close(kb_gpu_batch *b)
{
    if (b) leave(b);
}

int kb_gpu_pick(kb_gpu_batch *b)
{
    b->game->pick(&b->tiles, b->actions);
    return started();
}

int kb_gpu_step(kb_gpu_batch *b, const void *actions, int bytes)
{
    b->game->step(&b->tiles, {actions, bytes == 8});
    return started();
}

int kb_gpu_wait(kb_gpu_batch *b, int *wrong)
{
    int32_t found;
    if (wait() || copy_back(&found, b->tiles.wrong, sizeof found)) return 1;
    *wrong = found == NO_GAME ? -1 : found;
    return found == NO_GAME ? 0 : fill(b->tiles.wrong, 0x7F, 4);
}

/* --- arrays -------------------------------------------------------------------------------------------- */

kb_gpu_shape kb_gpu_shape_of(const kb_gpu_batch *b, int array)
{
    const kb_tiles *t = &b->tiles;
    switch (array) {
    case KB_GPU_OBSERVATIONS: return {t->n, b->game->n_observations, t->observations};
    case KB_GPU_MASKS: return {t->n, b->game->n_actions, t->masks};
    case KB_GPU_SEATS: return {t->n, 0, t->seats};
    case KB_GPU_REWARDS: return {t->n, t->setup.seats, t->rewards};
    case KB_GPU_DONES: return {t->n, 0, t->dones};
    case KB_GPU_ACTIONS: return {t->n, 0, b->actions};
    default: return {0, 0, NULL};
    }
}

/* DLPack's structures, as its version 0 has them, which every reader accepts. */
struct tensor {
    void *data;
    int32_t device_type, device;
    int32_t dimensions;
    uint8_t kind, bits; /* kind: 0 signed, 1 unsigned, 2 floating */
    uint16_t lanes;
    int64_t *shape, *strides; /* strides NULL: rows lie one after the other */
    uint64_t offset;
};
struct managed_tensor {
    tensor of;
    void *batch;
    void (*remove)(managed_tensor *);
    int64_t shape[2];
};

static void remove(managed_tensor *m)
{
    leave((kb_gpu_batch *)m->batch);
    delete m;
}

void *kb_gpu_dlpack(kb_gpu_batch *b, int array)
{
    static const uint8_t kinds[KB_GPU_ARRAYS][2] = {{0, 8}, {1, 8}, {0, 8}, {2, 32}, {1, 8}, {0, 32}};
    if (array < 0 || array >= KB_GPU_ARRAYS) return NULL;
    kb_gpu_shape shape = kb_gpu_shape_of(b, array);
    managed_tensor *m = new managed_tensor();
    int device = 0;
#ifdef __CUDACC__
    cudaGetDevice(&device);
#endif
    m->of = {shape.at,
             kb_gpu_device_type(),
             device,
             shape.columns ? 2 : 1,
             kinds[array][0],
             kinds[array][1],
             1,
             m->shape,
             NULL,
             0};
    m->shape[0] = shape.rows;
    m->shape[1] = shape.columns;
    m->batch = b;
    m->remove = remove;
    b->users++;
    return m;
}
