/* batch.cuh: a batch of games that stays on the device, like engine/batch.c: every step makes one decision in each game and
 * writes the next one. Included by the game's .cu after its rules and its encoding.
 *
 * A step is three kernels: one looks whether all actions are legal, one makes the moves, one writes observations and masks.
 * So each has the registers and the shared memory it needs. */
#include "../launch.cuh"
#include "tiles.h"

/* The types have the same names for each game, and are not the same. */
namespace
{

constexpr int OBSERVATIONS = sizeof(encoded::observation), ACTIONS = encoded::N_ACTIONS;
constexpr int STATE_WORDS = sizeof(game_state) / 4;
KB_STATIC_ASSERT(sizeof(game_state) % 4 == 0, "a state is whole words");

/* --- states ------------------------------------------------------------------------------------------ */

/* The words of a tile's states are interleaved, so that the threads of a warp read and write neighbouring ones. */
KB_FN size_t word_of(int game, int word)
{
    return ((size_t)(game / TILE) * STATE_WORDS + (size_t)word) * TILE + (size_t)(game % TILE);
}

KB_FN void load_state(const kb_tiles &t, int game, game_state *s)
{
    for (int i = 0; i < STATE_WORDS; i++) __builtin_memcpy((char *)s + 4 * i, &t.states[word_of(game, i)], 4);
}

KB_FN void store_state(const kb_tiles &t, int game, const game_state *s)
{
    for (int i = 0; i < STATE_WORDS; i++) __builtin_memcpy(&t.states[word_of(game, i)], (const char *)s + 4 * i, 4);
}

/* --- masks as bits --------------------------------------------------------------------------------- */

/* The masks of a tile take one word for each action. */
KB_STATIC_ASSERT(TILE == 32, "a tile has as many games as a word has bits");

KB_FN const uint32_t *bits_of(const kb_tiles &t, int game)
{
    return t.bits + (size_t)(game / TILE) * ACTIONS;
}

/* 32 bits of a game's mask, from a multiple of 32 on. There is a word after the last tile. */
KB_FN uint32_t bits_at(const uint32_t *bits, int lane, int action)
{
    uint32_t place = (uint32_t)(lane * ACTIONS + action);
    uint64_t two = (uint64_t)bits[place / 32 + 1] << 32 | bits[place / 32];
    uint32_t found = (uint32_t)(two >> place % 32);
    return ACTIONS - action >= 32 ? found : found & ((1u << (ACTIONS - action)) - 1);
}

/* --- the next decision ------------------------------------------------------------------------------ */

/* Goes on to the next decision of a seat. Notes the scores of a game that ends, and begins the next one. */
KB_FN void go_on(const kb_tiles &t, const game_state &start, int game, game_state *s)
{
    kb_rng luck = t.luck[game];
    kb_result result = {};
    bool done = false;
    uint32_t actors;
    while (!(actors = OF_GAME(actors)(s)) || actors >> KB_CHANCE & 1) {
        if (actors) {
            OF_GAME(make)(s, KB_CHANCE, pick_move(s, KB_CHANCE, &luck), NULL);
        } else {
            OF_GAME(over)(s, &result);
            done = true;
            *s = start;
        }
    }
    t.luck[game] = luck;
    t.seats[game] = (int8_t)kb_lowest_bit(actors);
    t.dones[game] = done;
    for (int seat = 0; seat < t.setup.seats; seat++)
        t.rewards[game * t.setup.seats + seat] = done ? (float)result.score[seat] : 0;
    store_state(t, game, s);
}

struct starter {
    kb_tiles t;
    game_state start;
    const uint64_t *seeds;

    KB_FN void operator()(int game) const
    {
        game_state s = start;
        uint64_t seed = game < t.n ? seeds[game] : 0;
        t.luck[game] = kb_rng_seeded(seed);
        t.dice[game] = kb_rng_seeded(~seed); /* a game's luck must not be its player's too */
        go_on(t, start, game, &s);
        t.dones[game] = 0;
    }
};

/* --- actions ------------------------------------------------------------------------------------------ */

KB_FN int64_t action_of(const kb_given &given, int game)
{
    return given.wide ? ((const int64_t *)given.actions)[game] : ((const int32_t *)given.actions)[game];
}

/* A random action of each mask, each equally likely. */
struct picker {
    kb_tiles t;
    int32_t *actions;

    KB_FN void operator()(int game) const
    {
        const uint32_t *bits = bits_of(t, game);
        int lane = game % TILE, at = 0;
        uint32_t ones = 0, word;
        for (int i = 0; i < ACTIONS; i += 32) ones += (uint32_t)kb_count_bits(bits_at(bits, lane, i));
        kb_rng dice = t.dice[game];
        uint32_t left = kb_rng_under(&dice, ones);
        t.dice[game] = dice;
        for (; left >= (uint32_t)kb_count_bits(word = bits_at(bits, lane, at)); at += 32)
            left -= (uint32_t)kb_count_bits(word);
        actions[game] = at + kb_nth_bit(word, left);
    }
};

/* Finds the first game whose action its mask does not allow. */
struct checker {
    kb_tiles t;
    kb_given given;

    KB_FN void operator()(int game) const
    {
        int64_t action = action_of(given, game);
        if (action >= 0 && action < ACTIONS) {
            uint32_t place = (uint32_t)(game % TILE * ACTIONS + (int)action);
            if (bits_of(t, game)[place / 32] >> place % 32 & 1) return;
        }
#ifdef __CUDA_ARCH__
        atomicMin(t.wrong, game);
#else
        if (game < *t.wrong) *t.wrong = game;
#endif
    }
};

/* The move of a legal action: of its sums, the least that is legal. */
KB_FN kb_move move_of(const game_state *s, int seat, int action)
{
    kb_span run = {};
    encoded::kb_run_of(action, seat, s->setup.seats, encoded::unit_of(s), &run);
    for (; run.n > 1 && OF_GAME(check)(s, seat, run.move); run.n--) run.move.amount += run.step;
    return run.move;
}

struct mover {
    kb_tiles t;
    game_state start;
    kb_given given;

    /* s: room for a state. */
    KB_FN void move(int game, game_state *s) const
    {
        if (*t.wrong != NO_GAME) return;
        load_state(t, game, s);
        int seat = kb_lowest_bit(OF_GAME(actors)(s));
        OF_GAME(make)(s, seat, move_of(s, seat, (int)action_of(given, game)), NULL);
        go_on(t, start, game, s);
    }
};

#ifdef __CUDACC__
/* States are in shared memory, which is faster here than a cache that is too small for all of them. A slot has an odd
 * number of words, so that the same word of all slots of a warp lies in different banks. As many blocks as 227 KB have room
 * for, each with 1 KB of its own, and up to 8, which leaves 64 registers. */
constexpr int SLOT_WORDS = STATE_WORDS | 1, MOVE_THREADS = sizeof(game_state) <= 320 ? 128 : 64;
constexpr int MOVE_BLOCKS_MAX = 227 * 1024 / (MOVE_THREADS * SLOT_WORDS * 4 + 1024);
constexpr int MOVE_BLOCKS = MOVE_BLOCKS_MAX < 8 ? MOVE_BLOCKS_MAX : 8;

__global__ void __launch_bounds__(MOVE_THREADS, MOVE_BLOCKS) move_games(const __grid_constant__ mover todo)
{
    __shared__ uint32_t slots[MOVE_THREADS * SLOT_WORDS];
    int game = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (game < todo.t.n) todo.move(game, (game_state *)(slots + threadIdx.x * SLOT_WORDS));
}
#endif

void move_all(const kb_tiles *t, kb_given given)
{
    mover todo = {*t, {}, given};
    OF_GAME(start)(&todo.start, &t->setup);
#ifdef __CUDACC__
    move_games<<<(unsigned)((t->n + MOVE_THREADS - 1) / MOVE_THREADS), MOVE_THREADS>>>(todo);
#else
    game_state s;
    for (int game = 0; game < t->n; game++) todo.move(game, &s);
#endif
}

/* --- observations and masks -------------------------------------------------------------------------- */

/* What is written about a tile, put together in fast memory: observations as they are, masks as bits. */
struct desk {
    uint32_t observations[TILE * OBSERVATIONS / 4];
    uint32_t bits[ACTIONS];
    uint32_t past; /* a pattern of bits may be written beyond the last word, as 0 */
};

struct alignas(16) four_words {
    uint32_t word[4];
};

/* Four bits as four bytes. */
KB_FN uint32_t spread_bits(uint32_t bits)
{
    return (bits & 15) * 0x00204081u & 0x01010101u;
}

/* All are called by the threads of a warp together, each with its lane; or by one that does everything. */
struct writer {
    kb_tiles t;

    KB_FN void clear(desk *d, int lane, int lanes) const
    {
        uint32_t *words = (uint32_t *)d;
        for (int i = lane; i < (int)(sizeof *d / 4); i += lanes) words[i] = 0;
    }

    KB_FN void write_game(desk *d, int game) const
    {
        game_state s, view;
        load_state(t, game, &s);
        int lane = game % TILE, seat = kb_lowest_bit(OF_GAME(actors)(&s));
        encoded::kb_marks marks = {d->bits, (uint32_t)(lane * ACTIONS), seat, s.setup.seats, encoded::unit_of(&s), 0};
        list_legal(marks, &s, seat);
        OF_GAME(redact)(&s, seat, &view);
        encoded::observe(&view, seat, (int8_t *)d->observations + lane * OBSERVATIONS);
    }

    /* Rows of a tile lie together, so a warp writes 512 bytes at a time. */
    KB_FN void copy_out(const desk *d, int tile, int lane, int lanes) const
    {
        four_words *out = (four_words *)(t.observations + (size_t)tile * TILE * OBSERVATIONS);
        const four_words *from = (const four_words *)d->observations;
        for (int i = lane; i < TILE * OBSERVATIONS / 16; i += lanes) out[i] = from[i];
        for (int i = lane; i < ACTIONS; i += lanes) t.bits[(size_t)tile * ACTIONS + (size_t)i] = d->bits[i];
        out = (four_words *)(t.masks + (size_t)tile * TILE * ACTIONS);
        for (int i = lane; i < TILE * ACTIONS / 16; i += lanes) {
            uint32_t bits = d->bits[i / 2] >> i % 2 * 16;
            out[i] = {{spread_bits(bits), spread_bits(bits >> 4), spread_bits(bits >> 8), spread_bits(bits >> 12)}};
        }
    }
};

#ifdef __CUDACC__
/* One warp a tile, one warp a block: a desk takes most of the shared memory a warp can have. */
__global__ void __launch_bounds__(TILE) write_tile(const __grid_constant__ writer todo)
{
    __shared__ alignas(16) desk d;
    int tile = (int)blockIdx.x, lane = (int)threadIdx.x;
    todo.clear(&d, lane, TILE);
    __syncwarp();
    todo.write_game(&d, tile * TILE + lane);
    __syncwarp();
    todo.copy_out(&d, tile, lane, TILE);
}
#endif

void write_all(const kb_tiles *t)
{
    int tiles = (t->n + TILE - 1) / TILE;
    writer todo = {*t};
#ifdef __CUDACC__
    write_tile<<<(unsigned)tiles, TILE>>>(todo);
#else
    alignas(16) static desk d;
    for (int tile = 0; tile < tiles; tile++) {
        todo.clear(&d, 0, 1);
        for (int lane = 0; lane < TILE; lane++) todo.write_game(&d, tile * TILE + lane);
        todo.copy_out(&d, tile, 0, 1);
    }
#endif
}

/* --- what the program calls --------------------------------------------------------------------------- */

constexpr int START_THREADS = 128, START_BLOCKS = 8, SMALL_THREADS = 256, SMALL_BLOCKS = 8;

bool start_batch(const kb_tiles *t, const uint64_t *seeds)
{
    starter todo = {*t, {}, seeds};
    if (OF_GAME(start)(&todo.start, &t->setup)) return false;
    kb_for_each<START_THREADS, START_BLOCKS>(todo, (t->n + TILE - 1) / TILE * TILE);
    write_all(t);
    return true;
}

void pick_actions(const kb_tiles *t, int32_t *actions)
{
    kb_for_each<SMALL_THREADS, SMALL_BLOCKS>(picker{*t, actions}, t->n);
}

void step_batch(const kb_tiles *t, kb_given given)
{
    kb_for_each<SMALL_THREADS, SMALL_BLOCKS>(checker{*t, given}, t->n);
    move_all(t, given);
    write_all(t);
}

} // namespace

const kb_gpu_batches OF_GAME(batches) = {OBSERVATIONS, ACTIONS, STATE_WORDS, start_batch, pick_actions, step_batch};
