/* batch.c: many games of one setup, each stepped to its next decision. The checks are those of kb_action_move; what is
 * known to hold for every state of a batch is not asked again. */
#include "../core/rng.h"
#include "actions.h"

/* What the games of a batch share, looked up once for all of them. */
typedef struct desk {
    const kb_game *game;
    const kb_encoding *encoding;
    const kb_recall *recall; /* NULL: not wanted */
} desk;

static bool has_arrays(const kb_batch *batch)
{
    return batch->states && batch->luck && batch->moves && batch->observations && batch->masks && batch->seats &&
           batch->scores && batch->dones;
}

static kb_error open_desk(const kb_batch *batch, int from, int to, desk *out)
{
    if (!batch || from < 0 || to < from || to > batch->n || !has_arrays(batch)) return KB_E_ARGUMENT;
    out->game = kb_game_at(batch->setup.game);
    out->encoding = out->game ? out->game->encoding : NULL;
    out->recall = NULL;
    return out->encoding ? KB_OK : KB_E_ARGUMENT;
}

/* Whether game i was started: arrays that were only zeroed have states without a setup, which a zeroed batch has, too. */
KB_INLINE bool is_started(const kb_batch *batch, int i)
{
    return batch->setup.seats && __builtin_memcmp(&batch->states[i].setup, &batch->setup, sizeof batch->setup) == 0;
}

KB_INLINE int8_t *observation_of(const desk *d, const kb_batch *batch, int i)
{
    return batch->observations + (size_t)i * (size_t)d->encoding->observation_bytes;
}

KB_INLINE uint8_t *mask_of(const desk *d, const kb_batch *batch, int i)
{
    return batch->masks + (size_t)i * (size_t)d->encoding->n_actions;
}

KB_INLINE void make(const desk *d, const kb_batch *batch, int i, int seat, kb_move move)
{
    kb_events events;
    if (!d->recall) {
        d->game->make(&batch->states[i], seat, move, NULL);
        return;
    }
    events.n = 0;
    d->game->make(&batch->states[i], seat, move, &events);
    kb_remember(d->recall, batch, i, seat, move, &events);
}

KB_INLINE void draw(const desk *d, const kb_batch *batch, int i)
{
    kb_span list[KB_SPANS_MAX];
    int n = d->game->legal(&batch->states[i], KB_CHANCE, list, KB_SPANS_MAX);
    make(d, batch, i, KB_CHANCE, kb_rng_luck(&batch->luck[i], list, n));
}

/* Notes the scores of a game that is over, and begins the next one. */
KB_INLINE void begin_again(const desk *d, const kb_batch *batch, int i)
{
    kb_result result;
    d->game->over(&batch->states[i], &result);
    batch->dones[i] = 1;
    if (batch->winners) batch->winners[i] = (uint8_t)result.winners_mask;
    for (int seat = 0; seat < batch->setup.seats; seat++)
        batch->scores[i * batch->setup.seats + seat] = result.score[seat];
    d->game->start(&batch->states[i], &batch->setup);
    if (d->recall) kb_forget(d->recall, batch, i);
}

/* The seat that decides; if several do, the lowest. */
KB_INLINE int deciding(const desk *d, const kb_state *state)
{
    return kb_lowest_bit(d->game->actors(state));
}

/* Goes on to the next decision of a seat, and writes it down. */
KB_INLINE void go_on(const desk *d, const kb_batch *batch, int i)
{
    kb_state *state = &batch->states[i], view;
    uint32_t actors;
    while (!(actors = d->game->actors(state)) || actors >> KB_CHANCE & 1) {
        if (actors) {
            draw(d, batch, i);
        } else {
            begin_again(d, batch, i);
        }
    }
    int seat = kb_lowest_bit(actors);
    batch->seats[i] = (int8_t)seat;
    d->game->redact(state, seat, &view);
    kb_write_observation(d->encoding, &view, seat, observation_of(d, batch, i));
    kb_write_mask(d->game, state, seat, mask_of(d, batch, i));
}

/* No game has ended yet. */
static void clear_results(const kb_batch *batch, int from, int to)
{
    if (from >= to) return; /* says to the compiler that n is no huge number */
    size_t seats = batch->setup.seats, n = (size_t)(to - from);
    __builtin_memset(batch->dones + from, 0, n);
    if (batch->winners) __builtin_memset(batch->winners + from, 0, n);
    __builtin_memset(batch->scores + (size_t)from * seats, 0, n * seats * sizeof *batch->scores);
}

/* --- random actions --------------------------------------------------------------------------------- */

/* Bytes of a mask as one number: eight, or those that are left at its end. */
static inline uint64_t eight_of(const uint8_t *mask, int at, int n)
{
    uint64_t eight = 0;
    if (n - at >= 8) {
        __builtin_memcpy(&eight, mask + at, 8);
    } else {
        for (int i = n - 1; i >= at; i--) eight = eight << 8 | mask[i];
    }
    return eight & 0x0101010101010101u;
}

/* The sum of eight bytes is the highest byte of this product. */
static inline uint32_t ones_of(uint64_t eight)
{
    return (uint32_t)(eight * 0x0101010101010101u >> 56);
}

/* How many actions a mask has. Words are added up first: no byte of such a sum overflows in 255 steps. */
static uint32_t ones_in(const uint8_t *mask, int n)
{
    uint32_t ones = 0;
    for (int at = 0; at < n;) {
        uint64_t sums = 0;
        int past = at + 255 * 8 < n / 8 * 8 ? at + 255 * 8 : n / 8 * 8;
        for (; at < past; at += 8) sums += eight_of(mask, at, at + 8);
        if (at < n && at == n / 8 * 8) {
            sums += eight_of(mask, at, n);
            at = n;
        }
        for (; sums; sums >>= 8) ones += sums & 0xFF;
    }
    return ones;
}

/* One of the actions of a mask, or -1. */
static int pick_action(const uint8_t *mask, int n, kb_rng *rng)
{
    uint32_t ones = ones_in(mask, n);
    int at = 0;
    if (!ones) return -1;
    uint32_t left = kb_rng_under(rng, ones);
    uint64_t eight = eight_of(mask, 0, n);
    for (; left >= ones_of(eight); eight = eight_of(mask, at, n)) {
        left -= ones_of(eight);
        at += 8;
    }
    for (; left > 0; left--) eight &= eight - 1;
    return at + __builtin_ctzll(eight) / 8;
}

kb_error kb_batch_pick(const kb_batch *batch, int from, int to, kb_rng *rngs, int32_t *actions, int *wrong)
{
    desk d;
    kb_error error = open_desk(batch, from, to, &d);
    if (!error && (!rngs || !actions)) error = KB_E_ARGUMENT;
    if (error && wrong) *wrong = from;
    for (int i = from; !error && i < to; i++) {
        int n = d.encoding->n_actions;
        int action = kb_rng_can_draw(&rngs[i]) ? pick_action(mask_of(&d, batch, i), n, &rngs[i]) : -1;
        if (action >= 0) {
            actions[i] = action;
            continue;
        }
        error = KB_E_ARGUMENT;
        if (wrong) *wrong = i;
    }
    return error;
}

/* --- steps ------------------------------------------------------------------------------------------ */

static bool can_recall(const kb_recall *recall, const kb_batch *batch)
{
    return batch && kb_told_kinds(batch->setup.game) && recall && recall->max > 0 && recall->rows && recall->n;
}

static kb_error start(const kb_recall *recall, const kb_batch *batch, int from, int to, const uint64_t *seeds)
{
    desk d;
    kb_state first;
    kb_error error = open_desk(batch, from, to, &d);
    if (!error) error = seeds ? kb_start(&first, &batch->setup) : KB_E_ARGUMENT;
    if (error) return error;
    d.recall = recall;
    clear_results(batch, from, to);
    for (int i = from; i < to; i++) {
        batch->luck[i] = kb_rng_seeded(seeds[i]);
        batch->states[i] = first;
        batch->moves[i].verb = KB_NONE;
        if (recall) kb_forget(recall, batch, i);
        go_on(&d, batch, i);
    }
    return KB_OK;
}

kb_error kb_batch_start(const kb_batch *batch, int from, int to, const uint64_t *seeds)
{
    return start(NULL, batch, from, to, seeds);
}

kb_error kb_recall_start(const kb_recall *recall, const kb_batch *batch, int from, int to, const uint64_t *seeds)
{
    return can_recall(recall, batch) ? start(recall, batch, from, to, seeds) : KB_E_ARGUMENT;
}

/* --- reading and making moves ---------------------------------------------------------------------------- */

/* Fetches the state of a game that comes soon, and the row of its observation, so that they are there in time. Masks are
 * not: they are cleared front to back, which processors foresee. */
KB_INLINE void fetch(const void *from, size_t bytes)
{
    enum { LINE = 64 };
    for (size_t at = 0; at < bytes; at += LINE) __builtin_prefetch((const char *)from + at, 1);
}

KB_INLINE void fetch_state(const desk *d, const kb_batch *batch, int i)
{
    if (i < batch->n) fetch(&batch->states[i], d->game->state_bytes);
}

KB_INLINE void fetch_observation(const desk *d, const kb_batch *batch, int i)
{
    if (i < batch->n) fetch(observation_of(d, batch, i), (size_t)d->encoding->observation_bytes);
}

KB_INLINE kb_error read_each(const desk *d, const kb_batch *batch, int from, int to, const int32_t *actions,
                             const int32_t *amounts, int *wrong)
{
    for (int i = from; i < to; i++) {
        fetch_state(d, batch, i + 4);
        kb_error error = KB_E_ARGUMENT;
        if (is_started(batch, i))
            error = kb_read_action(d->game, &batch->states[i], deciding(d, &batch->states[i]), actions[i],
                                   amounts ? amounts[i] : KB_HIDDEN, &batch->moves[i]);
        if (!error) continue;
        if (wrong) *wrong = i;
        return error;
    }
    return KB_OK;
}

KB_INLINE void make_each(const desk *d, const kb_batch *batch, int from, int to)
{
    for (int i = from; i < to; i++) {
        fetch_state(d, batch, i + 1);
        fetch_observation(d, batch, i + 1);
        make(d, batch, i, deciding(d, &batch->states[i]), batch->moves[i]);
        batch->moves[i].verb = KB_NONE;
        go_on(d, batch, i);
    }
}

/* Each game has loops of its own, in which the compiler knows the game's functions and calls them without a pointer. On
 * processors that guess such calls badly, a step takes a tenth to a fifth less time. */
#define GAME(name)                                                                               \
    static kb_error read_##name(const kb_batch *batch, int from, int to, const int32_t *actions, \
                                const int32_t *amounts, int *wrong)                              \
    {                                                                                            \
        const desk d = {&kb_game_##name, kb_game_##name.encoding, NULL};                         \
        return read_each(&d, batch, from, to, actions, amounts, wrong);                          \
    }                                                                                            \
    static void make_##name(const kb_recall *recall, const kb_batch *batch, int from, int to)    \
    {                                                                                            \
        const desk d = {&kb_game_##name, kb_game_##name.encoding, recall};                       \
        make_each(&d, batch, from, to);                                                          \
    }
#include "../games/games.def"
#undef GAME

static const struct {
    kb_error (*read)(const kb_batch *, int from, int to, const int32_t *actions, const int32_t *amounts, int *wrong);
    void (*make)(const kb_recall *, const kb_batch *, int from, int to);
} loops[] = {
#define GAME(name) {read_##name, make_##name},
#include "../games/games.def"
#undef GAME
};

kb_error kb_batch_read(const kb_batch *batch, int from, int to, const int32_t *actions, const int32_t *amounts,
                       int *wrong)
{
    desk d;
    kb_error error = open_desk(batch, from, to, &d);
    if (!error && !actions) error = KB_E_ARGUMENT;
    if (error && wrong) *wrong = from;
    return error ? error : loops[batch->setup.game].read(batch, from, to, actions, amounts, wrong);
}

static kb_error make_all(const kb_recall *recall, const kb_batch *batch, int from, int to)
{
    desk d;
    kb_error error = open_desk(batch, from, to, &d);
    if (error) return error;
    for (int i = from; i < to; i++)
        if (batch->moves[i].verb == KB_NONE || !is_started(batch, i)) return KB_E_ARGUMENT;
    clear_results(batch, from, to);
    loops[batch->setup.game].make(recall, batch, from, to);
    return KB_OK;
}

kb_error kb_batch_make(const kb_batch *batch, int from, int to)
{
    return make_all(NULL, batch, from, to);
}

kb_error kb_recall_make(const kb_recall *recall, const kb_batch *batch, int from, int to)
{
    return can_recall(recall, batch) ? make_all(recall, batch, from, to) : KB_E_ARGUMENT;
}
