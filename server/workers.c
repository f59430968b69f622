/* workers.c: threads that run jobs: two queues under one lock. */
#include "workers.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../core/rng.h"
#include "../engine/games.h"
#include "bytes.h"

enum { THINK_BYTES = 32 << 20, MEASURE_BYTES = 1 << 20, MEASURE_MS = 2, MEASURE_MOST = 500, MEASURE_TIMES = 4 };

typedef struct work {
    struct work *next;
    srv_job job;
} work;

typedef struct queue {
    work *first, **end;
} queue;

struct srv_workers {
    void (*wake)(void *context);
    void *context;
    pthread_t threads[SRV_WORKERS_MAX];
    int n_threads;
    atomic_bool stopping;
    pthread_mutex_t lock;
    pthread_cond_t has_work;
    queue to_do, done; /* guarded by the lock */
};

static void push(queue *q, work *w)
{
    w->next = NULL;
    *q->end = w;
    q->end = &w->next;
}

static work *pop(queue *q)
{
    work *w = q->first;
    if (!w) return NULL;
    q->first = w->next;
    if (!q->first) q->end = &q->first;
    return w;
}

static void wipe(work *w)
{
    sodium_memzero(&w->job.proof, sizeof w->job.proof);
    free(w);
}

typedef struct thinking {
    const srv_workers *workers;
    struct timespec began;
} thinking;

static int64_t us_since(const struct timespec *began)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - began->tv_sec) * 1000000 + (now.tv_nsec - began->tv_nsec) / 1000;
}

static bool is_late(void *clock, uint32_t milliseconds)
{
    const thinking *t = clock;
    return atomic_load(&t->workers->stopping) || us_since(&t->began) >= milliseconds * INT64_C(1000);
}

static void *think(void *context)
{
    srv_workers *w = context;
    thinking t = {w, {0, 0}};
    const bot_room room = {srv_alloc(THINK_BYTES), THINK_BYTES, is_late, &t};
    pthread_mutex_lock(&w->lock);
    while (!atomic_load(&w->stopping)) {
        work *mine = pop(&w->to_do);
        if (!mine) {
            pthread_cond_wait(&w->has_work, &w->lock);
            continue;
        }
        pthread_mutex_unlock(&w->lock);
        clock_gettime(CLOCK_MONOTONIC, &t.began);
        srv_think(&mine->job, &room);
        pthread_mutex_lock(&w->lock);
        push(&w->done, mine);
        w->wake(w->context);
    }
    pthread_mutex_unlock(&w->lock);
    free(room.memory);
    return NULL;
}

int srv_workers_wanted(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int most = SRV_WORKERS_MAX - SRV_TALK_THREADS;
    return cores > most ? most : cores > 1 ? (int)cores - 1 : 1;
}

srv_workers *srv_workers_start(int threads, void (*wake)(void *), void *context)
{
    srv_workers *w = srv_alloc(sizeof *w);
    w->wake = wake;
    w->context = context;
    w->to_do.end = &w->to_do.first;
    w->done.end = &w->done.first;
    atomic_init(&w->stopping, false);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->has_work, NULL);
    if (threads > SRV_WORKERS_MAX) threads = SRV_WORKERS_MAX;
    while (w->n_threads < threads && !pthread_create(&w->threads[w->n_threads], NULL, think, w)) w->n_threads++;
    return w;
}

int srv_workers_count(const srv_workers *w)
{
    return w->n_threads;
}

void srv_workers_give(srv_workers *w, const srv_job *job)
{
    work *added = srv_alloc(sizeof *added);
    added->job = *job;
    pthread_mutex_lock(&w->lock);
    push(&w->to_do, added);
    pthread_cond_signal(&w->has_work);
    pthread_mutex_unlock(&w->lock);
}

bool srv_workers_take(srv_workers *w, srv_job *job)
{
    pthread_mutex_lock(&w->lock);
    work *done = pop(&w->done);
    pthread_mutex_unlock(&w->lock);
    if (!done) return false;
    *job = done->job;
    wipe(done);
    return true;
}

void srv_workers_stop(srv_workers *w)
{
    work *left;
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stopping, true);
    pthread_cond_broadcast(&w->has_work);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->n_threads; i++) pthread_join(w->threads[i], NULL);
    while ((left = pop(&w->to_do))) {
        srv_job_drop(&left->job);
        wipe(left);
    }
    while ((left = pop(&w->done))) wipe(left);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->has_work);
    free(w);
}

/* --- how fast this machine is ---------------------------------------------------------------------------- */

static bool is_measured(void *clock, uint32_t milliseconds)
{
    return us_since(clock) >= milliseconds * INT64_C(1000);
}

static uint32_t measure(int game, void *memory)
{
    struct timespec began;
    const bot_room room = {memory, MEASURE_BYTES, is_measured, &began};
    const bot_spec spec = {.kind = BOT_SEARCH, .simulations = MEASURE_MOST, .milliseconds = MEASURE_MS};
    kb_rng rng = kb_rng_seeded(1);
    kb_setup setup;
    kb_state state, view;
    int64_t least = SRV_SIMULATION_US * 100;
    memset(&state, 0, sizeof state);
    memset(&view, 0, sizeof view);
    kb_setup_default(&setup, game);
    setup.seats = kb_game_at(game)->seats_max;
    kb_start(&state, &setup);
    while (kb_actors(&state) & 1u << KB_CHANCE) {
        kb_move move;
        int seat;
        kb_pick(&state, &rng, &seat, &move);
        kb_apply(&state, seat, move, NULL);
    }
    int seat = kb_lowest_bit(kb_actors(&state));
    kb_redact(&state, seat, &view);
    for (int i = 0; i < MEASURE_TIMES; i++) { /* the machine may be busy */
        bot b;
        bot_sit(&b, &spec, seat, 1);
        clock_gettime(CLOCK_MONOTONIC, &began);
        bot_decide(&b, &view, &room);
        int64_t us = b.simulations ? us_since(&began) / (int64_t)b.simulations : least;
        if (us < least) least = us;
    }
    return (uint32_t)least + 1;
}

void srv_measure_simulations(uint32_t us[SRV_GAMES_MAX])
{
    void *memory = srv_alloc(MEASURE_BYTES);
    for (int game = 0; game < SRV_GAMES_MAX && kb_game_at(game); game++) us[game] = measure(game, memory);
    free(memory);
}
